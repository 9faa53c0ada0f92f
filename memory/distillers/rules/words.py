"""Closed word classes of English: the words that give a sentence its frame."""


def listed(words: str) -> frozenset[str]:
    """The words of a list that white space separates."""
    return frozenset(words.split())


ARTICLES = frozenset({"a", "an", "the"})

POSSESSIVES = listed("its his her their my our your")

QUANTIFIERS = listed(
    "each every some any no both all most many several few another either neither"
)

DEMONSTRATIVES = listed("this that these those")

DETERMINERS = ARTICLES | POSSESSIVES | QUANTIFIERS | DEMONSTRATIVES

STRIPPED = (
    ARTICLES | POSSESSIVES | DEMONSTRATIVES | {"each", "every", "both", "all", "no"}
)
"""Determiners that are not part of the name of a thing."""

PLURAL_DETERMINERS = listed("these those both many several few")

NEUTRAL = frozenset({"it", "itself"})

PERSONAL = listed("he she him herself himself")

PLURAL_PRONOUNS = listed("they them themselves")

SPEAKERS = listed("i we you me us")

UNKNOWN_PEOPLE = listed(
    "nobody nothing none everyone everybody somebody someone something anyone"
    " anything everything there one ones"
)

PRONOUNS = NEUTRAL | PERSONAL | PLURAL_PRONOUNS | SPEAKERS | UNKNOWN_PEOPLE

PREPOSITIONS = listed(
    "of in on at by for with from to into onto over under between against during"
    " after before since until till within without through across via near behind"
    " below above along around per toward towards upon beyond beside besides among"
    " inside outside despite throughout about like as than off past up"
    " except regarding versus"
)

LINKING = listed(
    "of in on at for with from to into onto over under between against through"
    " across via near behind below above along around toward towards upon beyond"
    " beside among inside outside past"
)
"""Prepositions that may name a relation after a verb ("drains into")."""

PARTICLES = frozenset({"off", "out", "up", "down", "away", "back"})

BE = listed("is are was were be been being am")

PRESENT_BE = frozenset({"is", "are"})

HAVE = listed("has have had having")

DO = listed("do does did")

MODALS = listed("can could may might must shall should will would cannot")

AUXILIARIES = BE | HAVE | DO | MODALS

DUTIES = listed("shall should must will")

NEGATIONS = frozenset({"not", "never", "n't", "n’t"})

COORDINATORS = frozenset({"and", "or", "but", "nor", "yet", "&"})

RELATIVES = frozenset({"which", "who", "that", "whom", "whose", "where"})

CONDITIONS = frozenset(
    {"if", "unless", "when", "whenever", "once", "whether", "provided"}
)

SUBORDINATORS = listed("because although though while whereas so how why what since")

ADVERBS = listed(
    "also still already again only just very quite too even mostly often usually"
    " always never now then here there yesterday today tomorrow together however"
    " therefore thus hence ever soon once twice thrice almost nearly perhaps maybe"
    " somewhat rather instead later earlier sometimes far well further twice faster"
    " slower rarely seldom once mean meanwhile overnight anyway alone"
) - {"mean"}

NOT_ADVERBS = listed(
    "family supply reply assembly anomaly only monopoly italy july butterfly rally"
    " fly ally belly bully jelly lily ply apply rely imply comply multiply daily"
    " weekly monthly hourly yearly nightly early elderly friendly likely unlikely"
    " deadly costly friendly lively lonely ugly silly"
)

HEDGES = listed(
    "may might could probably possibly perhaps maybe apparently allegedly reportedly"
    " supposedly presumably likely seemingly unverified unconfirmed suspected"
    " tentatively conceivably potentially arguably"
)

HEDGING_VERBS = frozenset({"appear", "seem", "tend"})

SAYING = listed(
    "say state claim report warn note mention confirm announce declare explain"
    " insist allege argue conclude write tell"
)

THINKING = listed("think believe suspect expect assume guess estimate")

ADJECTIVES = listed(
    "blue red green black white grey gray yellow brown pink purple orange dark light"
    " bright faint hot cold warm cool wet dry full empty open closed shut dead alive"
    " big small large long short tall high low deep shallow wide narrow thick thin"
    " heavy fast slow old new young early late good bad better worse right wrong true"
    " false safe unsafe hard soft strong weak rich poor free busy idle ready sick ill"
    " well happy sad clean dirty clear unclear visible stale fresh ripe raw sweet sour"
    " bitter sharp blunt smooth rough flat round straight loose tight quiet loud rare"
    " common main chief major minor first last next other own same different due up"
    " down over read-only solid live liquid central inner outer upper lower offline"
    " online stuck broken unknown known likely unlikely extinct sterile optional"
    " mandatory legal illegal valid invalid void"
)

ADJECTIVE_ENDINGS = (
    "able",
    "ible",
    "ful",
    "less",
    "ous",
    "ive",
    "ical",
    "ial",
    "onal",
    "ish",
    "bound",
    "proof",
    "like",
    "free",
    "safe",
    "aware",
    "prone",
    "ential",
    "atory",
)

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sep sept",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}

ABBREVIATIONS = listed(
    "dr mr mrs ms prof st vs v eg ie al approx ca cf inc corp dept sr jr col sgt avg"
    " pp eds"
)

BEFORE_A_NUMBER = listed(
    "no nos fig figs sec rev ref vol ed art cl pt tel ext para ch eq"
)

IRREGULAR_PLURALS = listed(
    "people men women children mice geese feet teeth larvae bacteria data media"
    " criteria police staff colonies"
)

SINGULARS_IN_S = listed(
    "gas pancreas lens series news bias atlas canvas chaos species mars christmas"
    " alias kudos cosmos pathos axios means"
)


def is_plural(word: str) -> bool:
    """Whether a lower-case noun looks plural; `ss`, `us` and `is` are singular."""
    if word in IRREGULAR_PLURALS:
        return True
    if word in SINGULARS_IN_S or word.endswith("ics"):
        return False
    return word.endswith("s") and not word.endswith(("ss", "us", "is", "'s"))


def is_adverb(word: str) -> bool:
    """Whether a lower-case word is an adverb, by list or by its ending."""
    if word in ADVERBS:
        return True
    return word.endswith("ly") and len(word) > 4 and word not in NOT_ADVERBS


def is_adjective(word: str) -> bool:
    """Whether a lower-case word is an adjective, by list or by its ending."""
    return word in ADJECTIVES or (len(word) > 5 and word.endswith(ADJECTIVE_ENDINGS))
