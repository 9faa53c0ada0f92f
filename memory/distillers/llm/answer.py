"""Reads a reply as a stranger's words: part by part, within bounds."""

import datetime
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from memory.distillers.llm.shape import Asked, Claimed, Named, Quoted, Valued
from memory.distillers.proposal import Entity
from memory.rules.identity import IdentityRefused, normalise, normalise_kind
from memory.rules.values import Date, Flag, Number, Text, Value, parse_number

MAX_CLAIMS = 500
MAX_QUESTIONS = 100
MAX_SUPPORTS = 50
MAX_KIND = MAX_PREDICATE = MAX_UNIT = 60
MAX_WORDS = MAX_QUOTE = 2000


class Unreadable(ValueError):
    """The reply is no JSON object with a list of claims."""


@dataclass(frozen=True, slots=True)
class ProposedClaim:
    """A claim of the right shape and within bounds; quotes are still unchecked."""

    subject: Entity
    predicate: str
    target: Entity | Value
    type: str
    kappa: float
    supports: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ProposedQuestion:
    """A question of the right shape and within bounds; its quote is unchecked."""

    kind: str
    text: str
    observation: str
    quote: str
    about: tuple[Entity, ...]


@dataclass(frozen=True, slots=True)
class Misshapen:
    """A part of the reply that says nothing usable, as written, and why."""

    raw: str
    fault: str


type Part = ProposedClaim | ProposedQuestion | Misshapen


def parts_of(reply: str) -> list[Part]:
    """Every part of a reply, each judged by itself: one bad claim spoils no other.

    A fence around the whole reply is taken off. Raises Unreadable when there is no
    object with a list of claims.
    """
    answer = _object(reply)
    claims, questions = answer.pop("claims"), answer.pop("open_questions", [])
    answer.pop("reasoning", None)
    parts = list(_each(claims, MAX_CLAIMS, "claims", _claim))
    if isinstance(questions, list):
        parts += _each(questions, MAX_QUESTIONS, "questions", _question)
    else:
        parts.append(Misshapen(_raw(questions), "open_questions is no list"))
    if answer:
        parts.append(Misshapen(_raw(answer), "the reply has fields nobody asked for"))
    return parts


_FENCED = re.compile(r"\s*```[a-zA-Z]*\s*\n(.*)\n\s*```\s*", re.DOTALL)


def _object(reply: str) -> dict[str, Any]:
    fenced = _FENCED.fullmatch(reply)
    try:
        answer = json.loads(fenced[1] if fenced else reply)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"no JSON: {str(error)[:100]}") from None
    if not isinstance(answer, dict) or not isinstance(answer.get("claims"), list):
        raise Unreadable("no object with a list of claims")
    return answer


def _each(
    given: list[Any], most: int, what: str, read: Callable[[Any], Part]
) -> Iterator[Part]:
    for part in given[:most]:
        try:
            yield read(part)
        except (ValidationError, ValueError) as error:
            yield Misshapen(_raw(part), _fault(error))
    if len(given) > most:
        yield Misshapen(
            "", f"{len(given)} {what} in one reply: only the first {most} were read"
        )


def _claim(part: Any) -> ProposedClaim:
    claim = Claimed.model_validate(part)
    if not 0 < claim.confidence <= 1:
        raise ValueError("confidence is not above 0 and at most 1")
    if len(claim.supports) > MAX_SUPPORTS:
        raise ValueError(f"more than {MAX_SUPPORTS} supports")
    return ProposedClaim(
        subject=_entity(claim.subject),
        predicate=_words(claim.predicate, MAX_PREDICATE),
        target=_target(claim),
        type=claim.type,
        kappa=claim.confidence,
        supports=tuple(map(_support, claim.supports)),
    )


def _support(given: Quoted) -> tuple[str, str]:
    """A label and a quote; whether the quote is there is judged by the validator."""
    if re.search(r"[\x00\ud800-\udfff]", given.quote) or len(given.quote) > MAX_QUOTE:
        raise ValueError("a quote with characters no text has, or too long")
    return _words(given.observation, MAX_WORDS), given.quote


def _question(part: Any) -> ProposedQuestion:
    asked = Asked.model_validate(part)
    observation, quote = _support(
        Quoted(observation=asked.observation, quote=asked.quote)
    )
    return ProposedQuestion(
        kind=asked.kind,
        text=_words(asked.text, MAX_WORDS),
        observation=observation,
        quote=quote,
        about=tuple(map(_entity, asked.about[:MAX_SUPPORTS])),
    )


def _target(claim: Claimed) -> Entity | Value:
    if (claim.object is None) == (claim.value is None):
        raise ValueError("not just one of object and value")
    if claim.object is not None:
        return _entity(claim.object)
    assert claim.value is not None
    return _value(claim.value)


def _value(value: Valued) -> Value:
    filled = [each for each in (value.number, value.date, value.text) if each]
    if len(filled) + (value.flag is not None) != 1:
        raise ValueError("not just one of number, date, text and flag")
    if value.number:
        unit = _words(value.unit, MAX_UNIT) if value.unit else ""
        return Number(parse_number(value.number), unit)
    if value.date:
        return Date(datetime.date.fromisoformat(value.date))
    if value.text:
        return Text(_words(value.text, MAX_WORDS))
    return Flag(bool(value.flag))


def _entity(named: Named) -> Entity:
    try:
        kind = normalise_kind(named.kind)
        normalise(kind, named.id)
    except IdentityRefused as no:
        raise ValueError(str(no)) from None
    return Entity(_words(kind, MAX_KIND), _words(named.id, MAX_WORDS))


def _words(text: str, most: int) -> str:
    """Words that may be kept: something to see, no controls, not too many."""
    if not text.strip() or len(text) > most:
        raise ValueError(f"blank, or more than {most} characters")
    if _clean(text) != text:
        raise ValueError("a control character or half of one")
    return text


def _raw(part: object) -> str:
    return _clean(json.dumps(part, ensure_ascii=False))[:MAX_WORDS]


def _clean(text: str) -> str:
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]", "�", text)


def _fault(error: ValueError) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    return _clean(f"{where}: {first['msg']}" if where else first["msg"])[:MAX_WORDS]
