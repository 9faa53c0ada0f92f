"""A flawed sentence and its sound twin: the unit in which checks are measured."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from memory.classifier.check import Report, check_text

PARAPHRASES = Path(__file__).parent / "data" / "paraphrases.tsv"
STRANGERS = PARAPHRASES.with_name("strangers.tsv")
# The set's openings that were read before it was parted.
FIRST_READ = 12
_CHOICE = re.compile(r"\{([^|{}]*)\|([^|{}]*)\}")


@dataclass(frozen=True)
class Pair:
    """`flawed` must be flagged under `check`, `sound` must stay silent."""

    check: str
    flawed: str
    sound: str


@dataclass(frozen=True)
class Score:
    """How many pairs were caught with a silent twin, and what twins were flagged."""

    pairs: int
    points: int
    flagged: int
    false_alarms: int

    @property
    def precision(self) -> float:
        """Flawed sentences flagged over all sentences flagged, twins included."""
        return self.flagged / max(1, self.flagged + self.false_alarms)


def paraphrases() -> list[Pair]:
    """The paraphrase set in file order; even places are for development."""
    return _read(PARAPHRASES)


def strangers() -> dict[str, list[Pair]]:
    """The set of an author who had seen neither the rules nor the other sets.

    Rules may be made from the development part; of the held-out part, which is every
    second sentence after the first twelve, only counts are looked at. Three rules for
    double counting are older than this parting: for that check no part is held out.
    """
    everything = _read(STRANGERS)
    first = everything[:FIRST_READ]
    later = dict(halves(everything[FIRST_READ:]))
    return later | {"development": first + later["development"]}


def _read(path: Path) -> list[Pair]:
    pairs = []
    for line in path.read_text("utf-8").splitlines():
        check, text = line.split("\t")
        pairs.append(Pair(check, _CHOICE.sub(r"\1", text), _CHOICE.sub(r"\2", text)))
    return pairs


def measure(
    pairs: list[Pair],
    run: Callable[[str], Report] = check_text,
    flags: Callable[[Report, str], bool] | None = None,
) -> tuple[Score, list[Pair]]:
    """The score of a set and the pairs that earned no point."""
    flags = flags or flagged
    points = caught = false = 0
    missed = []
    for pair in pairs:
        hit = flags(run(pair.flawed), pair.check)
        sound = run(pair.sound)
        alarm = bool(sound.alarms()) or flags(sound, pair.check)
        points += hit and not alarm
        caught += hit
        false += alarm
        if not hit or alarm:
            missed.append(pair)
    return Score(len(pairs), points, caught, false), missed


def flagged(report: Report, check: str) -> bool:
    """True when the check named raised an alarm."""
    return any(f.check == check for f in report.alarms())


def halves(pairs: list[Pair]) -> Iterator[tuple[str, list[Pair]]]:
    """The development half and the held-out half."""
    yield "development", pairs[::2]
    yield "held out", pairs[1::2]


def proposed(report: Report, check: str) -> bool:
    """True when the check named found something that only a judge can settle."""
    return any(f.check == check and f.rule for f in report.findings)
