"""The words of the domain, as the help page explains them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Word:
    """A word and what it means here."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Glossary:
    """The help page."""

    states: list[Word]
    words: list[Word]
    title: str = "Help"


STATES = {
    "quarantined": "New. It waits for the consolidation lag, or for a curator; "
    "no agent is told it.",
    "admissible": "Belief: agents may be told it, as long as its evidence stands.",
    "disputed": "Something it rests on left. It is withheld until a person settles it.",
    "unverified": "No live evidence was found when it was last looked at.",
    "superseded": "It was right, then the world changed.",
    "retired": "It was wrong, or is no longer wanted. The reason is recorded.",
}

WORDS = {
    "claim": "A statement about an entity: an edge of the graph, with everything "
    "it rests on.",
    "derivation": "One episode's assertion of a claim, with its confidence κ. A claim "
    "stands while one derivation does.",
    "support": "One thing a derivation rests on: an observation or a premise claim. "
    "All supports of a derivation are needed together.",
    "observation": "A dated span of an episode, drawn from a source. Only "
    "observations are evidence.",
    "source": "The document, tool output, conversation or testimony that observations "
    "come from. Revisions of one document are one voice.",
    "episode": "One closed piece of work by an agent, never changed afterwards.",
    "confidence": "Two numbers. The lower takes readings that share a source as one "
    "voice; the higher is right only if they were independent.",
    "κ": "How sure one derivation is, above 0 and up to 1.",
    "finding": "What a check says about a span of text: units, formulas, double "
    "counting and the like.",
    "decision": "Who changed what, when and why. Decisions are added, never edited; "
    "an undo is a decision too.",
    "hold": "A mark that you are looking at an item. It ends by itself and anyone may "
    "take over.",
    "rejected candidate": "A conclusion that was refused on arrival, kept with the "
    "reason.",
    "tension": "A question, contradiction, weak hypothesis or half-built abstraction "
    "that is kept open on purpose, until something new meets it.",
    "surfacing": "One return of a tension: to the inbox, or to an agent that asks near "
    "it. It changes nothing else.",
    "collision": "A tension and new work that share structure: at most two claims lie "
    "between them, and no hub.",
    "hub": "A node with so many claims that a path over it says nothing.",
    "uncited": "An observation that no claim rests on: something seen and not kept.",
}


def glossary() -> Glossary:
    """Statuses and words, in the order they are met."""
    return Glossary(
        states=[Word(*pair) for pair in STATES.items()],
        words=[Word(*pair) for pair in WORDS.items()],
    )
