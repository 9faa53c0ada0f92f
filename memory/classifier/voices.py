"""Sources of one voice used as if they were independent."""

import re
from collections.abc import Iterator

from memory.classifier.facts import Facts
from memory.classifier.finding import Finding
from memory.classifier.sentence import Sentence

_COMBINED = re.compile(
    r"\b(?:independent\w*|combin\w+|averag\w+|sum\w*|both|together|added|adding"
    r"|confirm\w*"
    r"|corroborat\w+|agree\w*|measurements|separate)\b",
    re.I,
)


def same_voice(s: Sentence, facts: Facts) -> Iterator[Finding]:
    """Sources of one voice used as if they were independent."""
    if len(facts.voices) < 2 or not _COMBINED.search(s.text):
        return
    seen = dict[str, tuple[str, int]]()
    for source, voice in facts.voices.items():
        at = s.text.rfind(source)
        if at < 0:
            continue
        if voice in seen and seen[voice][0] != source:
            other, before = seen[voice]
            start, end = min(at, before), max(at + len(source), before + len(other))
            yield Finding(
                check="double_counting",
                verdict="suspect",
                decided_by="code",
                span=(s.start + start, s.start + end),
                message=f"{other} and {source} are one voice; they count once.",
                rule="provenance",
            )
        seen.setdefault(voice, (source, at))
