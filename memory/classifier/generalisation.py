"""The generalisation check finds conclusions that reach beyond their premise.

Structure finds candidates and computes what samples allow; whether a wider conclusion
is warranted is a judgement, so without a judge a candidate is `not_checked`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from memory.classifier.finding import UNANSWERED, Finding, Verdict
from memory.classifier.judge import Judge, Warrant
from memory.classifier.samples import simpson, wilson
from memory.classifier.sentence import Sentence

_SO = re.compile(
    r"[,;.]?\s\b(?:so|therefore|thus|hence|consequently|which (?:shows|proves"
    r"|means)(?: that)?"
    r"|this (?:shows|proves|means)(?: that)?|it follows that|we conclude that"
    r"|in general"
    r"|as a result)\b[,:]?\s",
    re.I,
)
_WIDE = re.compile(
    r"\b(?:all|every|always|never|any|everyone|everybody|everywhere|anywhere|in general"
    r"|generally|universal\w*|nobody|no one|in all (?:cases|conditions)|works in people"
    r"|will (?:always|never)|under all|whatever|regardless)\b",
    re.I,
)
SLOTS: Mapping[str, re.Pattern[str]] = {
    "population": re.compile(
        r"\b(?:mice|rats?|animals?|cells?|students?|volunteers?|patients?|testers?"
        r"|users?"
        r"|customers?|respondents?|participants?|people|humans?|adults?|children"
        r"|women|men"
        r"|employees?|sites?|laptops?|servers?|devices?|samples?)\b",
        re.I,
    ),
    "place": re.compile(
        r"\b(?:in|at|from) (?:our |the |one )?(?:[A-Z]\w+|office|lab\w*|plant)"
    ),
    "period": re.compile(
        r"\b(?:in (?:January|February|March|April|May|June|July|August|September"
        r"|October"
        r"|November|December)|(?:last|this|one|the first) (?:week|month|year|quarter)"
        r"|(?:during|in) the (?:winter|summer|spring|autumn|trial|pilot)|from March"
        r"|yesterday|so far|in 20\d\d)\b"
    ),
    "condition": re.compile(r"\b(?:under|with|without|when|if|at) [a-z]+\b"),
    "method": re.compile(
        r"\b(?:in vitro|benchmark|simulation|survey|interview\w*|test\w*)\b", re.I
    ),
}
_SAMPLE = re.compile(
    r"\b(?P<k>\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)\s(?:out\s)?of\s"
    r"(?:the\s|our\s|its\s)?(?P<n>\d{1,3}|two|three|four|five|six|seven|eight|nine"
    r"|ten)\b",
    re.I,
)
_NUMBERS = {
    word: value
    for value, word in enumerate(
        (
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
        )
    )
}
_VERDICTS: dict[Warrant, Verdict] = {
    "warranted": "consistent",
    "unwarranted": "suspect",
    "unknown": "undecidable",
    "unanswered": "not_checked",
}
_SMALL = 30
MAX_STEPS = 4


@dataclass(frozen=True)
class Inference:
    """A step from a premise to a conclusion, with the slots each of them fills."""

    premise: tuple[int, int]
    conclusion: tuple[int, int]
    widened: bool
    lost: tuple[str, ...]


def _filled(text: str) -> set[str]:
    return {slot for slot, pattern in SLOTS.items() if pattern.search(text)}


def inferences(text: str) -> Iterator[Inference]:
    """Steps whose conclusion uses a wider word than its premise."""
    for found in islice(_SO.finditer(text), MAX_STEPS):
        premise, conclusion = text[: found.start()], text[found.end() :]
        widened = bool(_WIDE.search(conclusion)) and not _WIDE.search(premise)
        general = found[0].strip(" ,;.:").lower() == "in general"
        lost = tuple(sorted(_filled(premise) - _filled(conclusion)))
        if (widened or general) and premise.strip() and len(conclusion) > 8:
            span = (found.end(), len(text))
            yield Inference((0, found.start()), span, widened, lost)
            return


def _judged(s: Sentence, inference: Inference, judge: Judge | None) -> Finding:
    start, end = inference.conclusion
    span = (s.start + start, s.start + end)
    lost = ", ".join(inference.lost) or "scope"
    message = f"The conclusion reaches further than the premise ({lost})."
    if judge is None:
        return Finding(
            check="generalisation",
            verdict="not_checked",
            decided_by="rule",
            span=span,
            message=message + " Whether that is warranted needs a judge.",
            rule="scope",
        )
    answer = judge.inference(s.text, inference.premise, inference.conclusion)
    return Finding(
        check="generalisation",
        verdict=_VERDICTS[answer],
        decided_by="rule" if answer == "unanswered" else "model",
        span=span,
        message=message + (UNANSWERED if answer == "unanswered" else ""),
        rule="scope",
    )


def _samples(s: Sentence, inference: Inference) -> Iterator[Finding]:
    """What a small sample allows, beside the candidate it supports."""
    found = _SAMPLE.search(s.text[: inference.premise[1]])
    if not found:
        return
    k, n = (_count(found[name]) for name in ("k", "n"))
    if 0 < n < _SMALL and k <= n:
        low, high = wilson(k, n)
        computed = f"{low:.0%} to {high:.0%}"
        yield Finding(
            check="generalisation",
            verdict="undecidable",
            decided_by="code",
            span=(s.start + found.start(), s.start + found.end()),
            message=f"{found[0]} allows any rate from {computed} (95 %, Wilson).",
            reported=found[0],
            computed=computed,
            rule="small sample",
        )


def _count(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS[word.lower()]


def check(s: Sentence, judge: Judge | None) -> Iterator[Finding]:
    """Candidates of over-generalisation in a sentence, judged if there is a judge."""
    for inference in inferences(s.text):
        yield from _samples(s, inference)
        yield _judged(s, inference, judge)


def check_passage(text: str) -> Iterator[Finding]:
    """What needs more than one sentence: groups counted here, compared there."""
    for span, computed in simpson(text):
        yield Finding(
            check="generalisation",
            verdict="contradicted",
            decided_by="code",
            span=span,
            message=f"By the counts given, {computed}.",
            computed=computed,
            rule="groups",
        )
