"""Digits that are not quantities: identifiers, versions, dates, times, labels."""

import re
from collections.abc import Iterator

from memory.classifier.money import currency_before
from memory.classifier.unit_text import unit_at

# "may", "march" and "mar" are words too: in lower case something must say it is a date.
_DATED = r"(?:(?<=\bon )|(?<=\bin )|(?<=\bof )|(?<=\bby )|(?<=until )|(?<=since ))"
MONTH = (
    r"(?:[Jj]an(?:uary)?|[Ff]eb(?:ruary)?|Mar(?:ch)?|[Aa]pr(?:il)?|May|[Jj]une?"
    r"|[Jj]uly?|[Aa]ug(?:ust)?|[Ss]ept?(?:ember)?|[Oo]ct(?:ober)?|[Nn]ov(?:ember)?"
    r"|[Dd]ec(?:ember)?"
    r"|J(?:AN(?:UARY)?|UNE?|ULY?)|FEB(?:RUARY)?|MAR(?:CH)?|APR(?:IL)?|AUG(?:UST)?"
    r"|SEPT?(?:EMBER)?|OCT(?:OBER)?|NOV(?:EMBER)?|DEC(?:EMBER)?)\.?"
)
_WORDLIKE = r"(?:may|march|mar\.?)"
_YEAR = r"(?:1[5-9]|20)\d\d"
_LABEL = (
    r"fig(?:ure|s|ures)?|tables?|sections?|sect?|chapters?|pages?|pp|steps?|no|nos|nr"
    r"|number|numbers|versions?|release|python|items?|eqn?s?|equations?|appendix|rules?"
    r"|articles?|lines?|rooms?|flight|routes?|ports?|layers?|phases?|types?|class|iso"
    r"|rfc|pep|bugs?|issues?|tickets?|sheet|volumes?|vol|part|parts|stage|ref|refs|row"
    r"|iec|din|en|ieee|id|error|code|exit|status|http|windows|debian|ubuntu|gpl|lgpl"
    r"|mpl|license|licence|agpl|apache|http|tls|ssl|utf|ascii|latin|cp|pump|valve|line"
    r"|channel|highway|interstate|boeing|airbus|apollo|world war|psalm|verse|drive"
    r"|mark|gen|generation|division|district|ward|precinct|terminal|gate|platform"
    r"|category|game|unit|model|top|bottom|season|episode|group|round|level|formula"
    r"|s&p|sp|ftse|fortune|nasdaq|dow|cac|dax|nikkei|russell|catch|area|tier|covid"
)
_DATE = re.compile(
    rf"\b\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}(?:[T ]\d{{1,2}}:\d\d(?::\d\d)?)?Z?\b"
    rf"|\b\d{{1,2}}[-/.]\d{{1,2}}[-/.](?:\d{{4}}|\d\d)\b"
    rf"|(?<![\d.,])\d{{1,2}}(?:st|nd|rd"
    rf"|th)?(?:[-–]\d{{1,2}})?\s(?:of\s)?{MONTH}(?:,?\s{_YEAR})?\b"
    rf"|\b{MONTH}\s\d{{1,2}}(?:st|nd|rd"
    rf"|th)?(?:[-–]\d{{1,2}})?\b(?:,?\s{_YEAR}\b)?(?!\s?%)"
    rf"|\b{MONTH},?\s(?:of\s)?{_YEAR}\b"
    rf"|{_DATED}(?:{_WORDLIKE}\s\d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|th)?"
    rf"\s{_WORDLIKE})\b(?:,?\s{_YEAR}\b)?(?!\s?%)"
    rf"|\b(?:{_WORDLIKE}\s\d{{1,2}}|\d{{1,2}}\s{_WORDLIKE}),?\s{_YEAR}\b"
    rf"|\b{_YEAR}s\b|\b\d0s\b|'\d\ds?\b|\b{_YEAR}\s?[-–/]\s?(?:{_YEAR}|\d\d)\b"
    rf"|\b(?:FY|CY|Q[1-4]|H[12])[\s-]?(?:{_YEAR}|'\d\d)\b"
    r"|\b\d{1,4}\s?(?:BC|BCE|AD|CE)\b"
)
_TIME = re.compile(
    r"(?<!\bof )\b[0-2]?\d:[0-5]\d(?!\s(?:scale|drawing|map|model|dilution|solution|mix"
    r"|gear))(?::[0-5]\d)?(?:\s?[ap]\.?m\b\.?)?|\b1?\d\s?[ap]\.?m\b\.?"
    r"|\b[0-5]?\d\s(?:minutes?|mins?)\s(?:past|to)\s(?!\d)"
    r"|\b1?\d\so'?clock\b|\b1?\d[.:]\d\d\s?[ap]\.?m\b\.?"
)
_NAME = re.compile(
    r"https?://\S{1,500}|\bwww\.\S{1,500}|(?<!\S)\S{1,64}@\S{1,200}\.\w{2,8}"
    r"|\b10\.\d{4,9}/\S{1,200}"
    r"|\b0[xX][0-9a-fA-F]+\b|#\s?\d+|§{1,3}\s?\d[\d.]{0,20}"
    r"|\bv?\d+(?:\.\d+){2,}(?:[-+.]?\w{1,20})?|\bv\d+(?:\.\d+)*\b"
    r"|\b\d{1,5}(?:-\d{1,5})?\s(?:[A-Z][\w.]{0,20}\s){1,3}(?:Road|Rd|Street|St|Avenue"
    r"|Ave|Lane|Drive|Way|Boulevard|Blvd|Square|Crescent)\b|\b\d{5}\sZIP\b"
    r"|\b\d{4,}\s[A-Za-z]-?\d{2,4}\b(?!\s[a-z]|[.,-]?\d)"
    r"|\b\d{1,5}\s[NSEW]\.?\s\d{1,3}(?:st|nd|rd|th)\sSt|,\s[A-Z]{2}\s\d{5}\b"
    r"|\b\d{1,3}\s(?:Ave|Avenue|Rue|Via|Calle)\s(?=[A-Z])"
    r"|\b\d{1,3}\s(?=(?:Pro|Ultra|Mini|Lite)\b)|\b7[0-8]7\s(?:Max|MAX|Dreamliner)\b"
    r"|(?<=[;:,.] )\d\s\)(?=\s[a-z])|(?<=[;:] and )\d\s\)(?=\s[a-z])"
    r"|\b24/7\b|\b(?:[Uu]nder|[Oo]ver)[\s-]\d\ds\b"
    r"|\b(?:Week|Day|Grade|Android|USB|Xbox|iOS|Bowl|Big|Match|Lot)\s\d{1,3}\b(?!\s?%)"
    r"|\bCOVID\s?[-–]\s?19\b"
    r"|\b\d+(?:-\d+){2,}\b|\(\d{3}\)\s?\d{3}-\d{4}"
    r"|\[\d{1,3}(?:[,–-]\s?\d{1,3}){0,9}\]"
)
_LETTERED = re.compile(
    r"(?<![\w.$])(?!(?:minus|plus|sub|now|to|under|over|nearly|foot)-\d)"
    r"[A-Za-z]{1,20}(?:[-_/.][A-Za-z]{1,20}){0,3}"
    r"[-_/.]?\d[\w.*+/-]{0,30}(?<![.,/-])"
    r"|(?<=[\w*)\]'^])\(\d+[A-Za-z]?\d*(?:[,/]\s?\d{1,6})?\)\d{0,3}"
    r"|\(\)\d{1,3}"
    r"|\b[A-Z][\w-]{1,30}\s(?:19|20)\d\d[A-Z]{1,2}\b"
)
_LABELLED = re.compile(
    rf"\b(?i:{_LABEL})\.?\s#?\d+(?:\.\d+)*(?:\s?(?:,|and|to|or|-|–"
    rf"|&)\s?\d+(?:\.\d+)*)?[a-z]?\b"
    r"(?!\.\d|,\d|\s?%)"
)
_NAMED = re.compile(
    r"\b(?:[a-z]+|The|An?|This|That|Its?|But|And)\s(?:[A-Z][\w&-]{1,20}|[a-z][A-Z]\w{1,20})(?:\s[A-Z][\w&-]{0,20}){0,2}\s"
    r"(\d{1,4})(?![\d%]|[.,:/–-]\d|\s?[a-z°%(]|[.,]?\d)"
)
_BRANDED = re.compile(r"\b[a-z]{1,3}[A-Z]\w{1,20}\s(\d{1,4})\b(?![.,]\d)")
_ORDINAL = re.compile(r"\b\d+(?:st|nd|rd|th)\b", re.I)
_DIGIT = re.compile(r"\d")
_BARE_YEAR = re.compile(rf"(?<![\d.,$€£%/+*=(×-])\b({_YEAR})\b(?![\d%°]|[.,]\d|\s?%)")
_YEAR_BEFORE = re.compile(
    r"(?:\b(?:in|since|by|until|till|during|of|from|to|and|between|the|for|early|late"
    r"|mid|before|after|year|years|spring|summer|autumn|fall|winter|through|or|than"
    r"|copyright|circa|ca|fiscal|season|election|around|vs|as\sof|back\sin)"
    r"|[(©,-])\s?$",
    re.I,
)
_LATE_YEAR = re.compile(r"\b(?:by|in|until|before|after)\s(21\d\d)\b(?!\s[a-z]+s\b)")
_SIZED = re.compile(r"\s(?:deep|long|wide|high|thick|tall|by|x|×)\b|[.,;)]\s|[.]?$")
_PLURAL_AFTER = re.compile(r"\s(?:[a-z]{3,20}\s){0,1}[a-z]{2,20}s\b")
_UNIT_AFTER = re.compile(
    r"\s?(?:million|billion|people|rpm|k?W\b|MW|kg|mg|hours|km|mph|GB|MB|Hz|dollars"
    r"|euros)"
)


def _measures(text: str, end: int) -> bool:
    """ "a channel 13 m deep", "its volume 200 cm³": a unit follows, no label ends."""
    unit = unit_at(text, end) if text[end : end + 1] == " " else None
    return bool(unit and (unit.end - end > 2 or _SIZED.match(text, unit.end)))


def _priced(text: str, letters: re.Match[str]) -> bool:
    """ "USD50": the letters before the digits are a currency."""
    digit = _DIGIT.search(text, letters.start(), letters.end())
    before = currency_before(text, digit.start()) if digit else None
    return bool(before and before.start == letters.start())


def _years(text: str) -> Iterator[tuple[int, int, str]]:
    for found in _BARE_YEAR.finditer(text):
        before = text[max(0, found.start() - 14) : found.start()]
        after = text[found.end() : found.end() + 48]
        cued = bool(_YEAR_BEFORE.search(before))
        recent = "1985" <= found[1] <= "2040" and found[1] != "2000"
        unit = unit_at(text, found.end())
        counted = _PLURAL_AFTER.match(after) and not recent
        measured = (unit and unit.end - found.end() > 2) or _UNIT_AFTER.match(after)
        if not measured and (cued or not counted):
            yield found.start(), found.end(), "date"


def marks(text: str) -> list[tuple[int, int, str]]:
    """Spans that hold digits but no quantity, each with `date` or `identifier`.

    Spans may overlap; all patterns are linear in the text.
    """
    found: list[tuple[int, int, str]] = []
    if not _DIGIT.search(text):
        return found
    for pattern in (_DATE, _TIME):
        found += [(m.start(), m.end(), "date") for m in pattern.finditer(text)]
    for pattern in (_NAME, _ORDINAL):
        found += [(m.start(), m.end(), "identifier") for m in pattern.finditer(text)]
    found += [
        (m.start(), m.end(), "identifier")
        for m in _LETTERED.finditer(text)
        if not _priced(text, m)
    ]
    found += [
        (m.start(), m.end(), "identifier")
        for m in _LABELLED.finditer(text)
        if not _measures(text, m.end())
    ]
    found += [
        (m.start(1), m.end(1), "identifier")
        for p in (_NAMED, _BRANDED)
        for m in p.finditer(text)
        if not currency_before(text, m.start(1))
    ]
    found += [(m.start(1), m.end(1), "date") for m in _LATE_YEAR.finditer(text)]
    found += _years(text)
    return sorted(found)
