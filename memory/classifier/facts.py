"""What the store knows about a text, handed in by the caller."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Facts:
    """Knowledge beyond the text.

    `voices` maps a source as the text names it to the voice it speaks with (sources of
    one voice are not independent); `broader` maps a concept to wider concepts.
    """

    voices: Mapping[str, str] = field(default_factory=dict)
    broader: Mapping[str, frozenset[str]] = field(default_factory=dict)
