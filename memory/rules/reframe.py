"""Says what a message is about in neutral words that are not its own."""

from collections.abc import Mapping

from memory.rules.concepts import WORD, forms, identifies, notion

LONGEST = 60


def reframe(message: str, vocabulary: Mapping[str, str]) -> str:
    """Reduce a message to at most 60 concepts: identifiers, the rest in other words.

    `vocabulary` maps folded words to what the memory itself calls them. Drops what is
    first-person, loaded or empty. Keeps true: no message gives an empty text, unless
    it has no word at all.
    """
    words = list(dict.fromkeys(WORD.findall(message)))
    said = filter(None, (_said(word, vocabulary) for word in words))
    return " ".join((list(dict.fromkeys(said)) or words)[:LONGEST])


def _said(word: str, vocabulary: Mapping[str, str]) -> str:
    if identifies(word):
        return word
    folded = word.casefold()
    known = next((vocabulary[x] for x in forms(folded) if x in vocabulary), None)
    return known or notion(folded)
