"""The verbs that the offline distiller knows, as data."""

REGULAR = """
abandon abdicate abolish absorb accelerate accept accompany accrete accrue accumulate
accuse achieve acknowledge acquire acquit activate actuate adapt add address
adjudicate adjust administer admire admit adopt advance advise affect afford age
aggravate aggregate agree aim alarm alert align allege alleviate allocate allow alter
ambush ameliorate amend amortise amount amputate anaesthetise analyse analyze anneal
annex announce answer antagonise antagonize apologise appeal appear appease append
apply appoint appreciate approve arbitrate archive argue arouse arrange arrest ascend
assemble assess assign assist assume assure astonish attach attack attend attract
audit auscultate authorise authorize average avoid await award bake balance ban
baptise bar base bat batch belong bench benchmark benefit besiege bid bill biopsy
blame blend bless block boast boil bolt bombard book boost borrow bottle bowl braise
brake brand braze breach brew bribe broaden browse buffer bump bury bypass cache
calculate calibrate call calm camp cancel capitalise carbon carry carve cascade
catalog catalogue catalyse catalyze categorise categorize catheterise cause cease cede
certify chair challenge change characterise characterize charge chase cheat check
cheer chew chill chop circle cite civilise clad claim clap clarify clash clean clear
climb clip clog clone close co-author co-found co-own coach coat coincide collapse
collateralise collect collide colonise colonize combine comfort command commence
commission commit communicate compare compel compensate compete compile complain
complete comply compose compress comprise compute concatenate conceal concede conceive
concern conclude condense conduct confess confine confirm confront confuse
congratulate connect conquer conserve consider consist conspire constitute consult
consume contact contain contaminate contend continue contract contribute control
convert convey convict convince cook cool cooperate coordinate cope coronate correct
correlate corrode corrupt count counter cover crack crash crawl create credit
criticise cross crown crush crystallise cultivate curate curb cure damage dare date
deallocate debit debug debut decay deceive declare decline decode decommission
decompose decorate decrease decrypt dedicate deduct deem deepen defeat defend defer
define defrost defy degenerate degrade dehydrate delay delegate delete deliver demand
demolish demonstrate deny depend deplete deploy depolarise deport deposit depreciate
deprive derate derive descend describe deserialize deserve design desire despise
destroy detain detect deter deteriorate determine develop deviate devise devote
diagnose dice die differ differentiate digest dilute diminish dip direct disable
disagree disappear disappoint disassemble discharge disclose discontinue discourage
discover discuss dislike dismantle dismiss displace display dispose dispute disqualify
disrupt dissolve distil distill distinguish distribute disturb dive divert divide
dominate donate double doubt downgrade download downregulate draft drag drain dread
dribble drift drizzle drop drown dry dub dust dwarf echo eclipse edit educate eject
elect eliminate embargo embed embrace emerge emit emphasise emphasize employ empty
enable enact encase enclose encode encompass encounter encourage encroach encrypt end
endorse enforce engage engrave enhance enjoy enlarge enrich enrol enroll enslave
ensure entail enter entitle equal equalise equip erase erect erode erupt escape
establish estimate evacuate evade evaluate evaporate evict evoke evolve exacerbate
exaggerate examine excavate exceed excel exchange exclaim exclude excrete excuse
execute exempt exercise exert exhibit exile exist expand expect expel experience
expire explain explode exploit export expose express extend extract extradite fade
fail fascinate fasten fault favor favour feature ferment fetch file filter finance
finish fish fix flag flank flatten flatter flood flourish flow flush focus fold follow
force fork form formulate forward foster found frame frighten fry fuel fulfil fulfill
function fund furnish fuse gain galvanise garbage garnish garrison gasket gather gaze
generate glance glow glue govern grab grade graduate graft grant grasp grate greet
grill grip guarantee guard guess guide handle happen harm harvest hash hatch hate haul
head headquarter heal heat hedge help hesitate hinder hire hospitalise host house hunt
hurry hydrolyse hydrolyze identify ignite ignore illuminate illustrate imagine imitate
immunise impair impede imply import impose impress imprison improve inaugurate incline
include incorporate increase incubate incur index indicate indict induce indulge
infect inflate influence inform infuse inhabit inhale inherit inhibit initialise
initialize initiate inject injure inline inoculate insert insist insource inspect
inspire install instantiate instruct insulate insult insure integrate intend intensify
interact intercept interfere interpret interrupt intervene intrigue introduce intubate
invade invent invest investigate invite invoice invoke involve ionise ionize iron
irrigate irritate isolate issue iterate jeopardise join judge jump justify kick kill
kiss knead kneel knock label lack land last launch lease legislate lessen level levy
liberalise liberate license lift like limit line linger link liquidate list listen
litigate live load locate lock log loosen loot love lower lubricate maintain manage
manipulate manufacture map march marinate mark marry marvel mask match mature maximise
maximize measure mediate melt mend mention merge merit metabolise metabolize
metastasise migrate mimic mince minimise minimize mirror misalign misdiagnose misfire
miss mix mobilise mock modify modulate monetise monitor mop mount mourn move multiply
murder mutate name nationalise naturalise negotiate nest neutralise nominate normalise
normalize note notice notify nourish nudge obey object obligate observe obstruct
obtain occult occupy occur offend offer offshore omit open operate oppose optimise
optimize orbit orchestrate ordain order organise organize originate outlive outnumber
outpace outperform outrank outscore outsource overflow overhaul overheat overload
overlook overpressure overstate own oxidise oxidize pack pad paint palpate park parole
parse partition pass patch patent pause peak peel penetrate perform permeate permit
persist persuade phone phosphorylate pick pickle pierce pin pinch ping pitch place
plan plant plate play plead pledge plunder poach point poison polish poll pollinate
pool populate portray pose position possess post postpone potentiate pour power
practise praise preach precede precess precipitate predate predict predominate prefer
premiere prepare prepend prescribe present preserve press presume prevail prevent
prime print prioritise prioritize privatise probe proceed process proclaim procure
produce profile progress prohibit project proliferate prolong promote prompt pronounce
proof propose prosecute protect prove provide provoke proxy publish pull pump punish
purchase purge purify pursue push puzzle qualify quarrel quench question quit quote
race radiate raid raise rank rate ratify reach react realise realize reassemble rebase
rebel recall receive reckon recognise recognize recommend reconcile reconstruct record
recover recruit recur recycle redirect reduce refactor refer referee reference refill
refine reflect refrain refund refurbish refuse regard regenerate register regress
regulate reheat rehydrate reign reimburse reinforce reject rejoice relapse relate
relax release relegate relieve rely remain remind remit remix remove rename render
renew renounce rent repaint repair repay repeal repeat repel repent replace replicate
report represent reproduce request require rescue research resemble resent reserve
reside resign resist resolve resonate resort respond rest restart restore restrict
result resume resuscitate retain retire retreat retrieve retrofit retry return reveal
reverse revert review revise revive revoke revolve reward rinse ripen rivet roast rob
roll rotate route rub ruin rule rupture rush sack sacrifice sail salute sample
sanction sanitise satisfy saturate saute save scale scan scare scatter schedule scold
score scrape scratch screen screw scrub sculpt seal search season secrete secure
securitise sedate sediment seed seize select sentence separate serialise serialize
serve settle shape shard share shield shift shine ship shock shorten shout shrug
sideline sift sigh sign signal simmer simulate sketch skip slice slow smear smell
smile smoke snapshot sneeze soak soften solder solidify solve soothe sort span spare
spark specify speculate spew spoil sponsor spot sprinkle squeeze stabilise staff stage
stain stall stamp standardise standardize star start startle starve state stay steam
steer stem step stimulate stir stop store strain stream strengthen stress stretch
strip struggle stub stumble subclass sublimate submit subscribe subside subsidise
substitute subtitle succeed succumb sue suffer suggest suit summarise summarize summon
supersede supervise supply support suppress surge surpass surprise surrender surround
survive suspect suspend sustain suture swallow swap swell switch symbolise sync
synthesise synthesize tackle tame target tariff tax tease temper tempt tend tender
terminate test thank thaw threaten thrive throttle tie tighten time tolerate torture
total touch trace track trade train transcribe transfer transform transfuse transit
transition translate transmit transplant transport trap travel treat tremble trend
triage trick trigger trim trip triumph trouble truncate trust try tunnel turn twist
umpire undermine underperform understate underwrite unearth unify unite unload unlock
update upgrade uplift upload upregulate urge use usher utilise utilize utter vaccinate
validate value vanish vary vent ventilate venture verify veto vibrate view violate
visit visualise visualize vote wait walk wander want warm warn warrant wash waste
watch water waver wax weaken weather weigh weld whisk whisper widen wipe wish withhold
witness wobble wonder work worry worsen wound wrap wreck yell yield zoom
"""
"""Base forms, separated by white space."""

IRREGULAR = """
arise arose arisen|bear bore born|beat beat beaten|become became become
begin began begun|believe believed believed|bend bent bent|bind bound bound
bite bit bitten|bleed bled bled|blow blew blown|break broke broken|breed bred bred
bring brought brought|broadcast broadcast broadcast|build built built|burn burnt burnt
burst burst burst|buy bought bought|cast cast cast|catch caught caught
choose chose chosen|cling clung clung|come came come|cost cost cost|creep crept crept
cut cut cut|deal dealt dealt|dig dug dug|draw drew drawn|drink drank drunk
drive drove driven|eat ate eaten|fall fell fallen|feed fed fed|feel felt felt
fight fought fought|find found found|flee fled fled|fly flew flown
forbid forbade forbidden|forecast forecast forecast|foresee foresaw foreseen
forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got got
give gave given|go went gone|grind ground ground|grow grew grown|hang hung hung
hear heard heard|hide hid hidden|hit hit hit|hold held held|hurt hurt hurt
input input input|keep kept kept|know knew known|lay laid laid|lead led led
leak leaked leaked|leap leapt leapt|learn learnt learnt|leave left left|lend lent lent
let let let|lie lay lain|light lit lit|lose lost lost|make made made|mean meant meant
meet met met|mistake mistook mistaken|need needed needed|outgrow outgrew outgrown
outsell outsold outsold|overcome overcame overcome|overfeed overfed overfed
override overrode overridden|oversee oversaw overseen|overtake overtook overtaken
overwrite overwrote overwritten|pay paid paid|preset preset preset|put put put
read read read|rebuild rebuilt rebuilt|reset reset reset|rewrite rewrote rewritten
ride rode ridden|ring rang rung|rise rose risen|run ran run|say said said|see saw seen
seek sought sought|seem seemed seemed|sell sold sold|send sent sent|set set set
shake shook shaken|shed shed shed|shoot shot shot|show showed shown
shrink shrank shrunk|shut shut shut|sing sang sung|sink sank sunk|sit sat sat
sleep slept slept|slide slid slid|speak spoke spoken|spend spent spent
spill spilt spilt|spin spun spun|split split split|spread spread spread
spring sprang sprung|stand stood stood|steal stole stolen|stick stuck stuck
strike struck struck|swear swore sworn|sweep swept swept|swim swam swum
swing swung swung|take took taken|teach taught taught|tear tore torn|tell told told
think thought thought|throw threw thrown|undercut undercut undercut
undergo underwent undergone|understand understood understood
undertake undertook undertaken|uphold upheld upheld|upset upset upset|wear wore worn
weave wove woven|win won won|wind wound wound|withdraw withdrew withdrawn
withstand withstood withstood|write wrote written
"""
"""Base form, past and participle; verbs are separated by "|" or a line break."""
