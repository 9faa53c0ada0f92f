"""How many of the offline distiller's claims are right on passages from ten domains.

Run with `python -m benchmarks.distil`. It prints every claim that no reading
accepts, every passage without a correct claim, and the numbers of each part.

A claim is right when one reading of its passage agrees with it on four counts:

- relation: the predicate's name, or its first content word by lemma, is one of the
  reading's names ("installed_by" agrees with "install");
- subject, and target if it is an entity: the heads agree (the last word before any
  "of") and the words of the shorter name all occur in the longer, articles, case,
  plural endings and dashes aside;
- target, if it is a value: the same number and unit after parsing, or the same day;
- whether it is negated.

The "held out" part was not read while the first rules were written, the "second held
out" part not while the rules were mended after that.

Everything else counts as wrong: a true claim that the readings forgot is a miss too.
"""

import datetime
import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from memory.classifier.quantity import find_quantities
from memory.distillers.lexicon import SEED_LEXICON
from memory.distillers.proposal import Entity, ObservationText, Proposal
from memory.distillers.rules.distil import distil
from memory.distillers.rules.words import listed
from memory.rules.predicates import SEED_PREDICATES
from memory.rules.values import Date, Flag, Number, Text

PASSAGES = Path(__file__).parent / "data" / "distil_passages.jsonl"
PARTS = ("developed", "held out", "second held out")
_NEGATED = {p.name: p.negates for p in SEED_PREDICATES if p.negates}
_SMALL = listed("a an the its his her their this these has have is be")


@dataclass(frozen=True)
class Reading:
    """One claim that a person would accept; any of the relations will do."""

    subject: str
    relations: tuple[str, ...]
    target: str
    negated: bool


@dataclass(frozen=True)
class Passage:
    """A short note with its readings and a word of each question it leaves open."""

    id: str
    domain: str
    half: str
    text: str
    readings: tuple[Reading, ...]
    questions: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """What the distiller made of one passage."""

    passage: Passage
    right: tuple[Proposal, ...]
    wrong: tuple[Proposal, ...]
    questions_found: int
    questions_invented: int


def passages() -> list[Passage]:
    """Every passage of the data file, in its order."""
    rows = map(json.loads, PASSAGES.read_text(encoding="utf-8").splitlines())
    return [
        Passage(
            row["id"],
            row["domain"],
            row["half"],
            row["text"],
            tuple(
                Reading(r["subject"], tuple(r["relations"]), r["target"], r["negated"])
                for r in row["readings"]
            ),
            tuple(row["questions"]),
        )
        for row in rows
    ]


def judged(passage: Passage) -> Outcome:
    """Distil a passage and sort its claims into right and wrong."""
    found = distil([ObservationText(1, passage.text)], SEED_LEXICON)
    right: list[Proposal] = []
    wrong: list[Proposal] = []
    for proposal in found.proposals:
        agreed = any(agrees(proposal, reading) for reading in passage.readings)
        (right if agreed else wrong).append(proposal)
    texts = [r.text for r in found.residue]
    hits = sum(any(q in text for text in texts) for q in passage.questions)
    invented = sum(not any(q in t for q in passage.questions) for t in texts)
    return Outcome(passage, tuple(right), tuple(wrong), hits, invented)


def agrees(proposal: Proposal, reading: Reading) -> bool:
    """Whether a claim says what a reading says, by the four counts above."""
    return (
        proposal.negated == reading.negated
        and _same_name(proposal.subject.id, reading.subject)
        and _same_relation(proposal.predicate, reading.relations)
        and _same_target(proposal.target, reading.target)
    )


def _same_relation(name: str, relations: Iterable[str]) -> bool:
    positive = _NEGATED.get(name) or name.removeprefix("not_")
    ours = _relation(positive)
    return any(
        ours == theirs or (ours[0] == theirs[0] and 1 in (len(ours), len(theirs)))
        for theirs in map(_relation, relations)
    )


def _relation(name: str) -> tuple[str, ...]:
    parts = name.split("_")
    content = [p for p in parts if p not in _SMALL] or parts
    return tuple(_lemma(part) for part in content)


_ENDINGS = (("ies", "y"), ("ied", "y"), ("es", ""), ("ed", ""), ("s", ""), ("e", ""))


def _lemma(word: str) -> str:
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return _undoubled(word[: -len(ending)] + instead)
    return _undoubled(word)


def _undoubled(stem: str) -> str:
    stem = stem[:-1] + "v" if stem.endswith("f") else stem
    return stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] else stem


def _same_name(ours: str, theirs: str) -> bool:
    left, right = _name(ours), _name(theirs)
    if not left or not right or _head(ours) != _head(theirs):
        return False
    shorter, longer = sorted((left, right), key=len)
    return shorter <= longer


def _words(name: str) -> list[str]:
    plain = re.sub("[\u2010-\u2015]", "-", name.casefold()).replace("'s", " ")
    return [
        _lemma(word)
        for word in re.findall(r"[^\W_](?:[\w./-]*\w)?", plain)
        if word not in _SMALL
    ]


def _name(name: str) -> frozenset[str]:
    return frozenset(_words(name)) - {"of"}


def _head(name: str) -> str | None:
    words = _words(re.split(r"\bof\b", name)[0])
    return words[-1] if words else None


def _same_target(target: Entity | Number | Date | Text | Flag, theirs: str) -> bool:
    match target:
        case Entity():
            return _same_name(target.id, theirs)
        case Number():
            return _same_number(target, theirs)
        case Date(date):
            return date in _dates(theirs)
        case Text(text):
            return _words(text) == _words(theirs)
    return False


def _same_number(number: Number, theirs: str) -> bool:
    parsed = find_quantities(theirs)
    ours = find_quantities(f"{number.number} {number.unit}".strip())
    if not parsed or not ours or parsed[0].low != number.number:
        return False
    return not parsed[0].unit_text or parsed[0].unit == ours[0].unit


def _dates(text: str) -> Iterator[datetime.date]:
    for form in ("%d %B %Y", "%Y-%m-%d"):
        try:
            yield (
                datetime.datetime.strptime(text, form)
                .replace(tzinfo=datetime.UTC)
                .date()
            )
        except ValueError:
            continue


def report(outcomes: Sequence[Outcome], half: str) -> str:
    """The numbers of one half: precision, coverage and questions."""
    mine = [o for o in outcomes if o.passage.half == half]
    right = sum(len(o.right) for o in mine)
    claims = right + sum(len(o.wrong) for o in mine)
    covered = sum(bool(o.right) for o in mine)
    asked = sum(len(o.passage.questions) for o in mine)
    found = sum(o.questions_found for o in mine)
    invented = sum(o.questions_invented for o in mine)
    return (
        f"{half:15}  precision {right}/{claims} = {right / max(claims, 1):.3f}"
        f"  passages with a correct claim {covered}/{len(mine)}"
        f" = {covered / len(mine):.3f}"
        f"  open questions {found}/{asked}, invented {invented}"
    )


def misses(outcomes: Sequence[Outcome], half: str) -> Iterator[str]:
    """One line for every wrong claim and every passage without a correct one."""
    for outcome in outcomes:
        if outcome.passage.half != half:
            continue
        for proposal in outcome.wrong:
            yield f"  wrong  {outcome.passage.id}: {_shown(proposal)}"
        if not outcome.right:
            yield f"  empty  {outcome.passage.id}: {outcome.passage.text}"


def _shown(proposal: Proposal) -> str:
    target = proposal.target
    what = target.id if isinstance(target, Entity) else str(target)
    return f"{proposal.subject.id} | {proposal.predicate} | {what}  <- {proposal.text}"


def main() -> None:
    """Print the misses and the numbers of each part."""
    wanted = sys.argv[1:] or list(PARTS)
    outcomes = [judged(p) for p in passages() if p.half in wanted]
    lines: list[str] = []
    for half in wanted:
        lines += [half, *misses(outcomes, half)]
    lines += [report(outcomes, half) for half in wanted]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
