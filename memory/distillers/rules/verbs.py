"""Which words can be verbs, and of which lemma: a list of lemmas and their forms."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

VOWELS = frozenset("aeiou")


class Form(StrEnum):
    """The five inflected forms of an English verb."""

    BASE = "base"
    THIRD = "third"
    PAST = "past"
    PARTICIPLE = "participle"
    GERUND = "gerund"


@dataclass(frozen=True, slots=True)
class VerbReading:
    """One way to read a word as a verb."""

    lemma: str
    form: Form


_REGULAR = """
abolish absorb accept accompany accumulate achieve acknowledge acquire activate adapt
add address adjust administer adopt affect age aggravate agree aim alarm alert align
allege allow alter amend analyse analyze announce answer appeal appear apply appoint
approve argue arrange arrest assemble assess assign assist assume attach attack attend
attract audit authorise authorize average avoid award bake balance ban base belong
benefit block bill boil book boost borrow bottle breach bypass calculate calibrate call
cancel carry cascade catalyse catalyze cause cede certify challenge change charge check
circle cite claim clarify clean clear climb cling clog close coach coat collapse collect
collide colonise colonize combine commission commit compare compensate compete compile
complete compose comprise compress compute concede concern conclude condense conduct
confirm connect conquer consider consist constitute consume contact contain contaminate
continue contract contribute control convert convey convict cook cool coordinate correct
correlate corrode corrupt count cover crack crash create credit criticise cross cure
damage date debit decay declare decline decode decompose decrease dedicate deem defeat
defend define degrade delay delegate delete deliver demand demolish demonstrate deny
depend deplete deploy deposit derive descend describe deserve design destroy detect
deter deteriorate determine develop deviate devote diagnose die differ digest dilute
dip direct disable discharge disclose discontinue discover discuss dismiss displace
display disqualify disrupt dissolve distinguish distribute dive divert divide dominate
donate double download downgrade drain drift drop dry edit educate elect eliminate emit
emerge emphasise employ empty enable encode encounter encourage encroach end endorse
enforce engage enhance enjoy enrol enroll ensure enter entitle equal erase erode erupt
escape establish estimate evacuate evaporate evaluate evict evolve examine exceed
exchange exclude execute exempt exercise exhibit exist expand expect expel experience
expire explain explode exploit export expose express extend extract fail fasten favour
favor feature ferment fetch file filter finance finish fish fix flag flank flood flow
flush focus fold follow force form formulate found fuel function fund fuse gain gather
generate govern grade graduate grant guarantee guard guide handle happen harm harvest
hatch hate haul head heal heat hedge help hinder hire host house hydrolyse identify
ignite ignore illustrate imply import impose improve include incorporate increase incur
index indicate induce infect inflate influence inform inherit inhibit initiate inject
injure inspect install instruct insulate insure integrate intend interact intercept
interfere interpret interrupt introduce invade invent invest investigate invite invoke
involve irrigate isolate issue join judge jump kick kill label lack land last launch
lease level liberate license lift like limit line link liquidate list listen live load
lock locate log love lower lubricate maintain manage manufacture map march mark marry
mask match mature maximise measure mediate melt mention merge metabolise migrate mimic
minimise misalign miss mix mobilise modify modulate monitor mount move multiply mutate
name negotiate neutralise nominate note notice notify obey object obligate observe
obtain occupy occur offer open operate oppose orbit order organise organize originate
outnumber outperform outrank overload overpressure override oversee overtake own oxidise
pack paint park pass patch patent pause peak penetrate perform permit permeate phone
pick pierce place plan plant play point poison pollinate pool populate position possess
post postpone pour power practise precede precipitate predate predict prefer prepare
prescribe present preserve press prevent print process process produce prohibit project
promote prompt propose protect prove provide publish pull pump punish purchase purify
push qualify question race raise rank rate ratify reach react realise rebuild recall
receive recommend reconcile record recover recruit recycle reduce refer refill reflect
refund refuse regenerate register regulate reheat reign reinforce reject relate release
relegate relieve rely remain remove rename render renew rent repair repay repeat repel
replace replicate report represent reproduce request require rescue research resemble
reserve reset reside resign resist resolve respond restart rest restore restrict result
resume retain retire retreat retrieve return reveal reverse revert review revise revoke
reward rotate route rule rupture sail sample satisfy save scale scan schedule scatter
score scrape screen seal search secrete secure seed seize select separate serialise serve
settle shape share shield shift ship shorten sign signal simulate skip slow smear smell
soften solve sort span specify sponsor stabilise staff stage stain stall start starve
state stay steer step stimulate stop store strain strengthen stress stretch submit
subscribe succeed suffer suggest suit supersede supervise supply support suppress
surpass surround surrender survive suspect suspend sustain swap switch symbolise sync
synthesise target tax tend terminate test thank threaten throttle throw tie tighten time
tolerate total touch trace track trade train transcribe transfer transform transition
translate transmit transport trap travel treat trend trigger trim trip trust try turn
undermine underperform unify unite unload unlock update upgrade upload use utilise
validate value vary vent verify veto view violate visit vote wait walk want warm warn
wash waste watch water weigh weld widen wipe wish witness work worry wrap yield
excrete inhabit nest incubate metabolise metabolize synthesize hydrolyze oxidise oxidize
ionise ionize catalogue exacerbate alleviate ameliorate potentiate antagonise
antagonize depolarise degenerate proliferate differentiate phosphorylate transcribe
upregulate downregulate encase enclose embed encompass encrypt decrypt hash parse
compile render iterate invoke allocate deallocate instantiate initialise initialize
serialize deserialize override wrap mock stub patch pin fork clone refactor debug
profile benchmark throttle batch buffer cache cascade commit rebase publish subscribe
poll probe ping route proxy tunnel mirror shard partition snapshot archive restore
rotate expire revoke sanitise escape quote truncate pad trim concatenate append prepend
insert delete purge garbage retry redirect rewrite intercept inject log emit collect
aggregate summarise summarize normalise normalize standardise standardize optimise
optimize minimize maximize prioritise prioritize categorise categorize characterise
characterize recognise recognize organise realise realize utilize authorise apologise
criticise emphasize visualise visualize monetise privatise nationalise liberalise
subsidise underwrite amortise depreciate accrue defer capitalise securitise collateralise
outsource insource offshore procure tender bid invoice bill reimburse refund deduct
withhold levy impose tariff sanction embargo ratify repeal enact legislate adjudicate
arbitrate litigate sue prosecute indict acquit convict sentence parole extradite deport
naturalise baptise ordain crown coronate abdicate annex occupy colonise garrison besiege
bombard evacuate liberate invade conquer ambush raid loot plunder sack enslave exile
excavate unearth date carbon catalog exhibit curate conserve restore repaint sculpt
carve engrave paint sketch draft compose orchestrate perform premiere broadcast stream
remix record publish serialise adapt direct star portray feature cast dub subtitle
simmer saute roast grill fry steam poach braise marinate season garnish knead proof
chop dice mince slice grate peel whisk blend stir sift drizzle sprinkle chill thaw
defrost reheat serve plate brew distil distill ferment age cure smoke pickle can
pitch bat bowl score tackle dribble concede equalise substitute sideline bench
outscore outpace relegate promote qualify seed rank host stage referee umpire
eclipse transit occult accrete collapse fuse ionize radiate glow shine orbit revolve
precess wobble collide merge eject expel erupt spew subside uplift fold fault erode
weather deposit sediment crystallise melt solidify evaporate condense sublimate
pump compress throttle vent purge flush drain prime lubricate overheat vibrate resonate
misfire stall surge trip derate retrofit refurbish overhaul decommission commission
dismantle disassemble reassemble reconstruct demolish erect rivet bolt screw solder
braze glue anneal temper quench galvanise plate coat insulate clad line seal gasket
actuate modulate regulate stabilise saturate dehydrate rehydrate infuse transfuse
inoculate vaccinate immunise sedate anaesthetise intubate ventilate resuscitate
catheterise biopsy scan palpate auscultate suture amputate transplant graft
hospitalise discharge admit refer triage screen stage diagnose misdiagnose relapse
remit recur progress regress metastasise worsen improve subside resolve persist linger
tease nudge grab drag squeeze pinch rub scrub soak rinse dust mop polish wax iron
assist appreciate abandon accelerate accuse achieve admire admit advance advise afford
amount appease arouse ascend assure astonish await back bar blame blend bless boast
brake brand bribe broaden browse bump bury calm camp cease chase cheat cheer chew
civilise clap clash clip coincide comfort command commence communicate compel compile
complain comply conceal conceive confess confine confront confuse congratulate
conspire consult contend convince cooperate cope counter crawl crush cultivate curb
dare deceive decorate deepen defy deprive desire despise detain devise diminish disagree
disappear disappoint discourage dislike dispose dispute disturb doubt dread drown
dwarf echo embrace enlarge enrich entail equip evade evoke exaggerate exceed excel
exclaim excuse exert expose fade fascinate flatten flatter flourish foster frame
frighten fulfil fulfill furnish gaze glance govern grasp greet grip guess hesitate hunt
hurry illuminate imagine impair impede imitate impress imprison inaugurate incline
indulge inhale insist inspire insult intensify intervene intrigue irritate jeopardise
justify kiss kneel knock lessen locate long loosen manipulate march marvel mend merit
mount mourn murder nominate nourish obstruct offend omit overflow overlook persist
persuade plead pledge pose praise preach predominate presume prevail proceed proclaim
prolong pronounce provoke pursue puzzle quarrel quit rebel reckon recruit refine refrain
regard rejoice relax remind renounce repel repent rescue resemble resent resort retreat
revive revolve ripen rob roll ruin rush sacrifice salute scare scold scratch seek
separate shock shout shrug sigh smile smooth sneeze soothe spark spare speculate spoil
spot squeeze stamp startle stem strip struggle stumble succumb summon surprise
suspend swallow swell tackle tame tempt thrive tolerate torture tremble trick triumph
trouble twist urge usher utter vanish venture wander warrant waver weaken whisper widen
wonder wound wreck yell zoom co-author co-found overstate understate co-own headquarter debut outlive chair import subclass inline
"""

_IRREGULAR = """
arise arose arisen|bear bore born|beat beat beaten|become became become|begin began begun
bend bent bent|bind bound bound|bite bit bitten|bleed bled bled|blow blew blown
break broke broken|bring brought brought|build built built|burn burnt burnt
burst burst burst|buy bought bought|catch caught caught|choose chose chosen|come came come
cost cost cost|cut cut cut|deal dealt dealt|dig dug dug|draw drew drawn|drink drank drunk
drive drove driven|eat ate eaten|fall fell fallen|feed fed fed|feel felt felt
fight fought fought|find found found|flee fled fled|fly flew flown|forbid forbade forbidden
forget forgot forgotten|freeze froze frozen|get got got|give gave given|go went gone
grow grew grown|hang hung hung|hear heard heard|hide hid hidden|hit hit hit|hold held held
hurt hurt hurt|keep kept kept|know knew known|lay laid laid|lead led led|leak leaked leaked
leave left left|lend lent lent|let let let|lie lay lain|lose lost lost|make made made
mean meant meant|meet met met|outgrow outgrew outgrown|overcome overcame overcome
oversee oversaw overseen|overtake overtook overtaken|pay paid paid|put put put
read read read|rebuild rebuilt rebuilt|ride rode ridden|ring rang rung|rise rose risen
run ran run|say said said|see saw seen|seek sought sought|sell sold sold|send sent sent
set set set|shed shed shed|shoot shot shot|show showed shown|shrink shrank shrunk
shut shut shut|sing sang sung|sink sank sunk|sit sat sat|sleep slept slept|speak spoke spoken
spend spent spent|spill spilt spilt|spin spun spun|split split split|spread spread spread
spring sprang sprung|stand stood stood|steal stole stolen|stick stuck stuck
strike struck struck|swear swore sworn|sweep swept swept|swim swam swum|swing swung swung
take took taken|teach taught taught|tell told told|think thought thought
throw threw thrown|undergo underwent undergone|understand understood understood
wear wore worn|win won won|withdraw withdrew withdrawn|write wrote written
override overrode overridden|light lit lit|reset reset reset|preset preset preset|input input input
undercut undercut undercut|weave wove woven|cast cast cast
forecast forecast forecast|broadcast broadcast broadcast|grind ground ground|wind wound wound
tear tore torn|shake shook shaken|slide slid slid|breed bred bred|creep crept crept
foresee foresaw foreseen|undertake undertook undertaken|withstand withstood withstood
uphold upheld upheld|rewrite rewrote rewritten|outsell outsold outsold|cling clung clung
overwrite overwrote overwritten|forgive forgave forgiven|mistake mistook mistaken
overfeed overfed overfed|upset upset upset|leap leapt leapt|learn learnt learnt|seem seemed seemed|believe believed believed|need needed needed
"""

_DOUBLING = frozenset(
    "ban bar clog commit compel control dip drop enrol expel fit flag incur occur patch"
    " pin plan plug prefer refer regret rob rub scan ship skip slip step stop strip submit"
    " swap tap trap transfer transmit trim trip wrap permit admit equip rebel repel refit"
    " cancel label travel model fuel signal throttle level".split()
) - {"patch", "throttle"}


def _third(lemma: str) -> str:
    if lemma.endswith(("s", "x", "z", "ch", "sh", "o")):
        return lemma + "es"
    if lemma.endswith("y") and lemma[-2] not in VOWELS:
        return lemma[:-1] + "ies"
    return lemma + "s"


def _stem(lemma: str, ending: str) -> str:
    if lemma in _DOUBLING:
        return lemma + lemma[-1] + ending
    if lemma.endswith("ie") and ending == "ing":
        return lemma[:-2] + "ying"
    if lemma.endswith("e") and not (ending == "ing" and lemma.endswith("ee")):
        return lemma[:-1] + ending
    if ending == "ed" and lemma.endswith("y") and lemma[-2] not in VOWELS:
        return lemma[:-1] + "ied"
    return lemma + ending


def _inflections() -> Iterator[tuple[str, VerbReading]]:
    irregular = {
        row.split()[0]: row.split()
        for row in _IRREGULAR.strip().replace("\n", "|").split("|")
    }
    for lemma in sorted({*_REGULAR.split(), *irregular}):
        regular = _stem(lemma, "ed")
        _, past, participle = irregular.get(lemma, [lemma, regular, regular])
        yield lemma, VerbReading(lemma, Form.BASE)
        yield _third(lemma), VerbReading(lemma, Form.THIRD)
        yield past, VerbReading(lemma, Form.PAST)
        yield participle, VerbReading(lemma, Form.PARTICIPLE)
        yield _stem(lemma, "ing"), VerbReading(lemma, Form.GERUND)


def _table() -> Mapping[str, tuple[VerbReading, ...]]:
    table: dict[str, list[VerbReading]] = defaultdict(list)
    for word, reading in _inflections():
        table[word].append(reading)
    return {word: tuple(readings) for word, readings in table.items()}


_READINGS = _table()


def verb_readings(word: str) -> tuple[VerbReading, ...]:
    """Every reading of a lower-case word that the list of lemmas knows."""
    return _READINGS.get(word, ())


def lemma_in_form(word: str, *forms: Form) -> str | None:
    """The lemma if the word can stand in one of the forms, the known one first."""
    for reading in verb_readings(word):
        if reading.form in forms:
            return reading.lemma
    return None


def guess_participle(word: str) -> str | None:
    """The lemma of a participle by its ending where the list does not know it."""
    known = lemma_in_form(word, Form.PARTICIPLE)
    if known or not word.endswith("ed") or len(word) < 5 or not word.isalpha():
        return known
    return guess_lemma(word)


def guess_lemma(word: str) -> str:
    """The base form of an unlisted inflected verb, by its ending alone."""
    if word.endswith("ied") or word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith("ed"):
        return _undouble(word[:-2])
    if word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word


def _undouble(stem: str) -> str:
    if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "sl":
        return stem[:-1]
    if stem.endswith(("at", "iz", "is", "v", "c", "g", "ur", "us", "u")):
        return stem + "e"
    return stem
