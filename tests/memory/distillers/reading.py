"""Short ways to distil a text in a test."""

from memory.distillers.lexicon import SEED_LEXICON, Lexicon
from memory.distillers.proposal import Distillation, Entity, ObservationText, Proposal
from memory.distillers.rules.distil import distil
from memory.rules.values import Date, Flag, Number, Text

type Triple = tuple[str, str, str]


def distilled(text: str, lexicon: Lexicon = SEED_LEXICON) -> Distillation:
    """One observation, with id 1, distilled."""
    return distil([ObservationText(1, text)], lexicon)


def proposals(text: str, lexicon: Lexicon = SEED_LEXICON) -> tuple[Proposal, ...]:
    """The proposals of one observation."""
    return distilled(text, lexicon).proposals


def only(text: str, lexicon: Lexicon = SEED_LEXICON) -> Proposal:
    """The single proposal of a text that states one thing."""
    (proposal,) = proposals(text, lexicon)
    return proposal


def triples(text: str, lexicon: Lexicon = SEED_LEXICON) -> list[Triple]:
    """Subject, predicate and target of every proposal, as words."""
    return [
        (p.subject.id, p.predicate, written(p.target)) for p in proposals(text, lexicon)
    ]


def written(target: Entity | Number | Date | Text | Flag) -> str:
    """A target as words: the id, the number with its unit, the day or the text."""
    match target:
        case Entity(_, identifier):
            return identifier
        case Number(number, unit):
            return f"{number} {unit}".strip()
        case Date(date):
            return date.isoformat()
        case Text(text):
            return text
        case Flag(value):
            return str(value)
