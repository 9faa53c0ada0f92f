"""The vocabulary check finds laws relied on outside the field they hold in.

A borrowed word alone is a metaphor and stays silent; a candidate needs a consequence
that rests on the borrowed law. The judgement is a model's and never above `suspect`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from memory.classifier.finding import UNANSWERED, Finding, Verdict
from memory.classifier.judge import Judge, Use
from memory.classifier.sentence import Sentence

_RELIES = re.compile(
    r"\b(?:so|therefore|thus|hence|because of|consequently|must|guarantees?|implies"
    r"|by|as"
    r"|according to|obeys?|dictates?|requires?|demands?)\b",
    re.I,
)
_FIELDS = {
    "physics": (
        "gas temperature particle mass kelvin isolated velocity molecule engine"
        " fluid magnetic electric photon joule newton laboratory pressure friction"
        " vacuum beam orbit wave spring pendulum vehicle body circuit"
    ),
    "chemistry": (
        "solution reaction acid molecule compound catalyst mol concentration gas"
        " reagent solvent temperature pressure ion oxide"
    ),
    "biology": (
        "species cell gene organism dna protein bacteria population animal plant"
        " enzyme mutation offspring"
    ),
    "mathematics": (
        "theorem proof function matrix integer real set space equation number"
    ),
    "statistics": (
        "sample variance regression distribution estimator data test hypothesis"
        " mean deviation respondents"
    ),
    "economics": ("price market demand supply inflation currency trade wage firm bank"),
    "engineering": (
        "steel beam bridge motor load pipe valve machine signal circuit pump"
    ),
    "computing": (
        "algorithm program cache memory network server database compiler packet"
    ),
    "medicine": ("patient dose drug blood treatment clinical tissue infection disease"),
}

_VERDICTS: dict[Use, Verdict] = {
    "borrowed": "suspect",
    "literal": "consistent",
    "unknown": "undecidable",
    "unanswered": "not_checked",
}


@dataclass(frozen=True)
class Term:
    """A term, its home field, what makes it apply there, and the law often borrowed."""

    name: str
    field: str
    condition: str
    law: str


@lru_cache(maxsize=1)
def glossary() -> tuple[Term, ...]:
    """The terms of the glossary that ships with the classifier."""
    file = resources.files("memory.classifier") / "glossary.tsv"
    rows = (line.split("\t") for line in file.read_text("utf-8").splitlines() if line)
    return tuple(Term(*row) for row in rows if len(row) == 4)


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], dict[str, Term]]:
    terms = {t.name.lower(): t for t in glossary()}
    names = sorted(map(re.escape, terms), key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(names)})(?:s|es|d|ed)?\b", re.I), terms


@lru_cache(maxsize=512)
def _law(law: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{law})\b", re.I)


@lru_cache(maxsize=16)
def _home(field: str) -> re.Pattern[str]:
    names = "|".join(_FIELDS.get(field, "").split()) or "(?!)"
    return re.compile(rf"\b(?:{names})s?\b", re.I)


def candidates(text: str) -> Iterator[tuple[re.Match[str], Term]]:
    """Terms whose law is relied on in a text that shows nothing of their field."""
    if not _RELIES.search(text):
        return
    pattern, terms = _patterns()
    seen: set[str] = set()
    for found in pattern.finditer(text):
        term = terms[found[1].lower()]
        if term.name in seen:
            continue
        seen.add(term.name)
        law = _law(term.law).search(text)
        if not law:
            continue
        rest = text.replace(found[0], " ").replace(law[0], " ")
        if not _home(term.field).search(rest):
            yield found, term


def check(s: Sentence, judge: Judge | None) -> Iterator[Finding]:
    """Candidates of borrowed laws in a sentence, judged if there is a judge."""
    for found, term in candidates(s.text):
        verdict: Verdict = "not_checked"
        needs = " Whether it holds here needs a judge."
        if judge is not None:
            use = judge.term(s.text, found.span(), term.field, term.law)
            verdict = _VERDICTS[use]
            needs = UNANSWERED if use == "unanswered" else ""
        yield Finding(
            check="vocabulary",
            verdict=verdict,
            decided_by="rule" if needs else "model",
            span=(s.start + found.start(), s.start + found.end()),
            message=(
                f"{found[0]!r} is a term of {term.field}, where {term.condition}."
                + needs
            ),
            rule=term.name,
        )
