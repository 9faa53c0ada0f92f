"""Words without which a text asserts no such relation, whatever a model reads in it."""

import re
from collections.abc import Mapping

_CHANGE = (
    r"ris|rose|rais|f[ae]ll|increas|decreas|gr[eo]w|drop|declin|up\b|down|chang|gain"
    r"|los|cut|jump|climb|reduc|slip|shr[aiu]nk|swell|add"
)
_STEMS: Mapping[str, str] = {
    "sum": r"total|sum|together|combin|in all|overall|add|plus|both|rais|bring|brought"
    r"|mak|made|giv|amount|com(?:es?|ing) to|compris|consist|split|divid|break",
    "difference": r"less|minus|left|remain|differ|subtract|t[ao]k|without|net|fewer"
    r"|only|after|sold|us(?:ed|ing)|spen|lost|g[ai]ve",
    "product": r"times|each|every|per\b|product|multipl|apiece|dail|a (?:day|week|month"
    r"|year|head|piece)|by\b|×",
    "quotient": r"per\b|each|every|divid|averag|ratio|split|rate|shar|a (?:day|week"
    r"|month|year|head|piece)",
    "share": r"\bof\b|share|per ?cent|proportion|fraction|account|represent"
    r"|mak(?:e|ing) up",
    "part": r"\bof\b|share|per ?cent|proportion|fraction",
    "rest": r"rest|remain|left|other|without",
    "change": _CHANGE,
    "percent_change": _CHANGE,
    "times": r"times|fold|doubl|tripl|twice|half|quadrupl|as (?:much|many)|factor",
    "times_less": r"less|fewer|lower|smaller|times|factor",
    "raised": _CHANGE,
    "lowered": _CHANGE,
    "chain": r"then|after|follow|next|again|subsequent|first|another",
    "recovery": r"recover|back|regain|return|again|ma[dk]e up",
    "compound": r"annual|year|compound|grow|rate|interest|month|each|every|per\b",
    "mean": r"mean|averag|typical",
    "round_trip": r"averag|mean|round|way|trip|back",
    "contains": r"interval|between|\bci\b|confidence|range|within|contain|±",
    "ratio_share": r"ratio|to\b|:|share|out of",
    "odds": r"odds|chance|to\b",
    "probability": r"probab|chance|likel|\bp\b|odds",
    "correlation": r"correl|\br\b|coefficient|associat",
    "whole_number_mean": r"mean|averag",
    "same": r"equal|same|\bis\b|are\b|i\.e|equivalent|=|\bor\b|correspond|convert",
    "rescale": r"rate|proportion|scal|would|per\b|if\b|same",
    "proportion": r"rate|proportion|scal|would|per\b|if\b|same",
}
_PATTERNS = {kind: re.compile(stems, re.I) for kind, stems in _STEMS.items()}


def asserts(kind: str, cue: str) -> bool:
    """Whether the words of a cue can assert a relation of this kind."""
    return bool(_PATTERNS[kind].search(cue))
