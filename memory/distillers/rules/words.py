"""Closed word classes of English: the words that give a sentence its frame."""

ARTICLES = frozenset({"a", "an", "the"})
POSSESSIVES = frozenset("its his her their my our your".split())
QUANTIFIERS = frozenset(
    "each every some any no both all most many several few another either"
    " neither".split()
)
DEMONSTRATIVES = frozenset("this that these those".split())
DETERMINERS = ARTICLES | POSSESSIVES | QUANTIFIERS | DEMONSTRATIVES
STRIPPED = (
    ARTICLES | POSSESSIVES | DEMONSTRATIVES | {"each", "every", "both", "all", "no"}
)
"""Determiners that are not part of the name of a thing."""

PLURAL_DETERMINERS = frozenset("these those both many several few".split())

NEUTRAL = frozenset({"it", "itself"})
PERSONAL = frozenset("he she him herself himself".split())
PLURAL_PRONOUNS = frozenset("they them themselves".split())
SPEAKERS = frozenset("i we you me us".split())
UNKNOWN_PEOPLE = frozenset(
    "nobody nothing none everyone everybody somebody someone something anyone"
    " anything everything there one ones".split()
)
PRONOUNS = NEUTRAL | PERSONAL | PLURAL_PRONOUNS | SPEAKERS | UNKNOWN_PEOPLE

PREPOSITIONS = frozenset(
    "of in on at by for with from to into onto over under between against during"
    " after before since until till within without through across via near behind"
    " below above along around per toward towards upon beyond beside besides among"
    " inside outside despite throughout about like as than off past up"
    " except regarding versus".split()
)
LINKING = frozenset(
    "of in on at for with from to into onto over under between against through"
    " across via near behind below above along around toward towards upon beyond"
    " beside among inside outside past".split()
)
"""Prepositions that may name a relation after a verb ("drains into")."""

PARTICLES = frozenset({"off", "out", "up", "down", "away", "back"})

BE = frozenset("is are was were be been being am".split())
PRESENT_BE = frozenset({"is", "are"})
HAVE = frozenset("has have had having".split())
DO = frozenset("do does did".split())
MODALS = frozenset("can could may might must shall should will would cannot".split())
AUXILIARIES = BE | HAVE | DO | MODALS
DUTIES = frozenset("shall should must will".split())

NEGATIONS = frozenset({"not", "never", "n't", "n’t"})
COORDINATORS = frozenset({"and", "or", "but", "nor", "yet", "&"})
RELATIVES = frozenset({"which", "who", "that", "whom", "whose", "where"})
CONDITIONS = frozenset(
    {"if", "unless", "when", "whenever", "once", "whether", "provided"}
)
SUBORDINATORS = frozenset(
    "because although though while whereas so how why what since".split()
)

ADVERBS = frozenset(
    "also still already again only just very quite too even mostly often usually"
    " always never now then here there yesterday today tomorrow together however"
    " therefore thus hence ever soon once twice thrice almost nearly perhaps maybe"
    " somewhat rather instead later earlier sometimes far well further twice faster"
    " slower rarely seldom once mean meanwhile overnight anyway alone".split()
) - {"mean"}
NOT_ADVERBS = frozenset(
    "family supply reply assembly anomaly only monopoly italy july butterfly rally"
    " fly ally belly bully jelly lily ply apply rely imply comply multiply daily"
    " weekly monthly hourly yearly nightly early elderly friendly likely unlikely"
    " deadly costly friendly lively lonely ugly silly".split()
)

APPROXIMATIONS = frozenset(
    "about around roughly approximately nearly almost circa over some only just up"
    " to under exactly".split()
)
HEDGES = frozenset(
    "may might could probably possibly perhaps maybe apparently allegedly reportedly"
    " supposedly presumably likely seemingly unverified unconfirmed suspected"
    " tentatively conceivably potentially arguably".split()
)
HEDGING_VERBS = frozenset({"appear", "seem", "tend"})
SAYING = frozenset(
    "say state claim report warn note mention confirm announce declare explain"
    " insist allege argue conclude write tell".split()
)
THINKING = frozenset("think believe suspect expect assume guess estimate".split())

ADJECTIVES = frozenset(
    "blue red green black white grey gray yellow brown pink purple orange dark light"
    " bright faint hot cold warm cool wet dry full empty open closed shut dead alive"
    " big small large long short tall high low deep shallow wide narrow thick thin"
    " heavy fast slow old new young early late good bad better worse right wrong true"
    " false safe unsafe hard soft strong weak rich poor free busy idle ready sick ill"
    " well happy sad clean dirty clear unclear visible stale fresh ripe raw sweet sour"
    " bitter sharp blunt smooth rough flat round straight loose tight quiet loud rare"
    " common main chief major minor first last next other own same different due up"
    " down over read-only offline online stuck broken unknown known likely unlikely"
    " extinct sterile optional mandatory legal illegal valid invalid void".split()
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

ABBREVIATIONS = frozenset(
    "dr mr mrs ms prof st vs v eg ie al approx ca cf inc corp dept sr jr col sgt avg"
    " pp eds".split()
)
BEFORE_A_NUMBER = frozenset(
    "no nos fig figs sec rev ref vol ed art cl pt tel ext para ch eq".split()
)
TITLES = frozenset("dr mr mrs ms prof judge coach sir lady brother sister".split())
IRREGULAR_PLURALS = frozenset(
    "people men women children mice geese feet teeth larvae bacteria data media"
    " criteria police staff colonies".split()
)


def is_plural(word: str) -> bool:
    """Whether a lower-case noun looks plural; `ss`, `us` and `is` are singular."""
    if word in IRREGULAR_PLURALS:
        return True
    return word.endswith("s") and not word.endswith(("ss", "us", "is", "'s"))


def is_adverb(word: str) -> bool:
    """Whether a lower-case word is an adverb, by list or by its ending."""
    if word in ADVERBS:
        return True
    return word.endswith("ly") and len(word) > 4 and word not in NOT_ADVERBS


def is_adjective(word: str) -> bool:
    """Whether a lower-case word is an adjective, by list or by its ending."""
    return word in ADJECTIVES or (len(word) > 5 and word.endswith(ADJECTIVE_ENDINGS))
