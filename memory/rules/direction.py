"""The sentence that says how wrong a confidence may be, and in which direction."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from memory.rules.composition import Confidence

# fmt: off
_WORDS = ("no", "one", "two", "three", "four", "five", "six",
          "seven", "eight", "nine", "ten", "eleven", "twelve")
# fmt: on
_MOST_TITLES = 3


def shown(confidence: float) -> str:
    """Write two decimals, a third where it says something, and never round up to 1."""
    written = f"{confidence:.3f}"
    if confidence < 1 and written == "1.000":
        written = "0.999"
    return written.removesuffix("0")


def direction(confidence: Confidence, source_titles: Mapping[str, str]) -> str:
    """Say both numbers, the lower first, and what the readings share.

    source_titles maps voices to the titles people know them by.
    """
    count = sum(map(len, confidence.groups))
    high = shown(confidence.independent)
    if count == 0:
        return f"{high}: no reading supports it."
    if count == 1:
        return f"{high}, from one reading."
    if len(confidence.groups) == count:
        return f"{high}: the {_word(count)} readings share no source."
    reasons = _reasons(confidence, source_titles, count)
    return " ".join([_numbers(confidence, count), *reasons])


def _numbers(confidence: Confidence, count: int) -> str:
    low, high = shown(confidence.by_source), shown(confidence.independent)
    if confidence.shared:
        once = "readings of one document count once"
    elif confidence.repeated:
        once = "readings of one text count once"
    elif confidence.echoes:
        once = "echoes of what the gate told count once"
    else:
        once = "readings through one voice count once"
    if low == high:
        return f"{high}, whether or not {once}."
    alone = f"{high} if the {_word(count)} readings were independent"
    return f"{low} if {once}, {alone}."


def _reasons(
    confidence: Confidence, titles: Mapping[str, str], count: int
) -> list[str]:
    voices: defaultdict[tuple[int, ...], list[str]] = defaultdict(list)
    for voice, ids in confidence.shared.items():
        voices[ids].append(titles.get(voice) or "an untitled source")
    by_size = sorted(voices.items(), key=lambda item: (-len(item[0]), item))
    found = [
        f"{_who(len(ids), count)} rest on {_listed(sorted(named))}."
        for ids, named in by_size
    ]
    if confidence.repeated:
        who = _who(len(confidence.repeated), count)
        found.append(f"{who} rest on nearly the same words.")
    if confidence.one_voice:
        who = _who(len(confidence.one_voice), count)
        found.append(f"{who} came through keys that count as one voice.")
    if confidence.echoes:
        who = _who(len(confidence.echoes), count)
        found.append(f"{who} may repeat what the gate told.")
    return found


def _who(some: int, count: int) -> str:
    if some < count:
        return f"{_word(some).capitalize()} of the {_word(count)}"
    return "Both" if count == 2 else f"All {_word(count)}"


def _listed(titles: Sequence[str]) -> str:
    named = list(titles[:_MOST_TITLES])
    if len(titles) > _MOST_TITLES:
        named.append(f"{_word(len(titles) - _MOST_TITLES)} more")
    if len(named) == 1:
        return named[0]
    return f"{', '.join(named[:-1])} and {named[-1]}"


def _word(count: int) -> str:
    return _WORDS[count] if count < len(_WORDS) else str(count)
