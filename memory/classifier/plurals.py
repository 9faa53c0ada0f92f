"""English plurals: which words are one, and the singular of those that are."""

import re

from memory.classifier.wordlist import words

_NOT_PLURAL = frozenset(words("is was has this its less plus ss us his thus perhaps"))
_ES = frozenset(
    words("buses gases lenses bonuses campuses choruses quizzes statuses viruses")
)
# Words in -es that lose only the -s: "headaches", "movies", "shoes".
_E_STAYS = re.compile(
    r"(?:(?:head|tooth|heart|back|ear|stomach|belly)?ache|(?:cork|horse|snow)?shoe"
    r"|(?:tip|mistle)?toe|(?:neck|bow|cable)?tie|(?:mag)?pie|(?:under)?lie|cache|niche"
    r"|avalanche|moustache|mustache|psyche|quiche|creche|axe|canoe|foe|hoe|die|movie"
    r"|rookie|zombie|cookie|calorie|birdie|bogie|brownie|hoodie|smoothie|selfie|prairie"
    r"|goalie|veggie|indie|newbie|freebie|foodie|genie|pixie|aussie|oldie|sortie|junkie"
    r"|groupie|budgie|talkie|auntie|cutie|collie|lingerie)s"
)
_VES = {
    "lives": "life",
    "wives": "wife",
    "knives": "knife",
    "midwives": "midwife",
    "leaves": "leaf",
    "shelves": "shelf",
    "wolves": "wolf",
    "thieves": "thief",
    "calves": "calf",
    "loaves": "loaf",
    "halves": "half",
    "hooves": "hoof",
    "scarves": "scarf",
}
_LEARNED = {
    "criteria": "criterion",
    "phenomena": "phenomenon",
    "bacteria": "bacterium",
    "alumni": "alumnus",
    "fungi": "fungus",
    "nuclei": "nucleus",
    "indices": "index",
    "matrices": "matrix",
    "vertices": "vertex",
    "crises": "crisis",
    "analyses": "analysis",
    "hypotheses": "hypothesis",
    "theses": "thesis",
    "diagnoses": "diagnosis",
}
_SAME = frozenset(
    words(
        "species series aircraft spacecraft sheep deer fish police offspring bison"
        " headquarters salmon trout shrimp"
    )
)
# Group nouns stand for their members: what is counted is the member.
MEMBERS = {
    "people": "person",
    "staff": "employee",
    "men": "man",
    "women": "woman",
    "children": "child",
    "grandchildren": "grandchild",
    "personnel": "employee",
    "mice": "mouse",
    "geese": "goose",
    "oxen": "ox",
    "cattle": "cow",
    "feet": "foot",
    "teeth": "tooth",
    "fruit": "fruit",
    "crew": "crewmember",
}
_IRREGULAR = MEMBERS | _VES | _LEARNED | {word: word for word in _SAME}


def is_plural(word: str) -> bool:
    """True for a word in -s that may be a plural and for one that is irregularly so."""
    if word in _IRREGULAR or (word.endswith("men") and len(word) > 5):
        return True
    return (
        word.endswith("s")
        and not word.endswith(("ss", "us", "is", "'s", "’s"))
        and word not in _NOT_PLURAL
    )


def singular(word: str) -> str:
    """The singular of an English noun by the regular rules and the irregular ones."""
    low = word.lower()
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if low.endswith("people") and len(low) > 8:
        return low[:-6] + "person"
    if low.endswith("men") and len(low) > 5:
        return low[:-2] + "an"
    if _E_STAYS.fullmatch(low):
        return low[:-1]
    if low.endswith("ies") and len(low) > 4:
        return low[:-3] + "y"
    if low.endswith(("sses", "xes", "ches", "shes", "zzes", "oes")) or low in _ES:
        return low[:-2]
    return low[:-1] if is_plural(low) else low
