"""True relations taken from texts, and the same with one number wrong.

Footnotes of the Review of Particle Physics are read from the installed `pdg` package;
worked solutions of school problems from a file of the GSM8K set, where one is given.
"""

import importlib.util
import json
import random
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from benchmarks.pairs import Pair

_NUMBER = r"(<?\d*\.?\d+)((?:[+-]+\.?\d+\.?\d*)*)(?:E([-+]?\d+))?(\)?%)?"
_APPLIED = re.compile(
    rf"= {_NUMBER} which we (divide|multiply) by our best \(shown rounded\) value"
    rf" [^=]+ = {_NUMBER}\."
)
_RESCALED = re.compile(
    rf"reports {_NUMBER} from a measurement of [^=]+ assuming [^=]+ = {_NUMBER},"
    rf" which we rescale to our best \(shown rounded\) value [^=]+ = {_NUMBER}\."
)
_FACTORS = (0.1, 0.5, 0.7, 1.4, 1.8, 10.0)
_QUERY = """
select distinct f.text, v.value, v.display_value_text, m.id
from pdgfootnote f
join pdgmeasurement_footnote mf on mf.pdgfootnote_id = f.id
join pdgmeasurement m on m.id = mf.pdgmeasurement_id
join pdgmeasurement_values v on v.pdgmeasurement_id = m.id
where f.text like '%our best (shown rounded) value %' and v.value is not null
order by m.id, v.id
"""


def _value(mantissa: str, exponent: str | None, percent: str | None) -> float:
    scale = 1e-2 if percent else 1.0
    return float(float(mantissa.lstrip("<")) * 10.0 ** int(exponent or 0) * scale)


def _computed(text: str) -> tuple[float, int] | None:
    """The value the footnote's own numbers give, and where its sentence ends."""
    found = _APPLIED.search(text)
    if found:
        g = found.groups()
        left, right = _value(g[0], g[2], g[3]), _value(g[5], g[7], g[8])
        return (left / right if g[4] == "divide" else left * right), found.end()
    found = _RESCALED.search(text)
    if found:
        g = found.groups()
        value, old, new = (_value(g[i], g[i + 2], g[i + 3]) for i in (0, 4, 8))
        return value * old / new, found.end()
    return None


def database() -> Path | None:
    """The data file of the `pdg` package, None where it is not installed."""
    spec = importlib.util.find_spec("pdg")
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent / "pdg.sqlite"
    return path if path.exists() else None


def _written(value: float, digits: int) -> str:
    return f"{value:.{max(1, digits) - 1}E}".replace("E+0", "E+").replace("E-0", "E-")


def particle_notes(limit: int, seed: int = 7) -> list[Pair]:
    """Footnotes with the published result appended, true and with one number wrong.

    Only notes whose published result is what their numbers give, within the rounding of
    the result, are kept: they are true independently of the classifier.
    """
    path = database()
    if path is None:
        return []
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    rows = connection.execute(_QUERY).fetchall()
    connection.close()
    random.Random(seed).shuffle(rows)
    return list(_notes(rows, random.Random(seed)))[:limit]


def _notes(
    rows: list[tuple[str, float, str, int]], chance: random.Random
) -> Iterator[Pair]:
    seen: set[str] = set()
    for text, stored, shown, _ in rows:
        computed = _computed(text)
        if computed is None or text in seen or not stored:
            continue
        seen.add(text)
        central = re.match(r"[<>]?([\d.]+)", shown or "")
        digits = len(re.sub(r"[^\d]", "", central[1]).lstrip("0")) if central else 2
        value, end = computed
        true = _written(stored, digits)
        if abs(float(true) - value) > 0.5 * _place(true):
            continue
        wrong = _written(stored * chance.choice(_FACTORS), digits)
        head = text[: end - 1]
        yield Pair("formula", f"{head}, giving {wrong}.", f"{head}, giving {true}.")


def _place(written: str) -> float:
    mantissa, _, exponent = written.partition("E")
    return float(10.0 ** (int(exponent) - len(mantissa.partition(".")[2])))


_MARKED = re.compile(r"<<[^<>=]{1,60}=([\d.]+)>>([\d,.]*\d)")


def worked_solutions(path: Path, limit: int, seed: int = 7) -> list[Pair]:
    """Lines of worked solutions whose marked result is true, and with it changed."""
    chance = random.Random(seed)
    pairs = []
    for row in path.read_text("utf-8").splitlines():
        for line in json.loads(row)["answer"].splitlines():
            found = list(_MARKED.finditer(line))
            if len(found) != 1 or not found[0][1].strip("0."):
                continue
            number = float(found[0][2].replace(",", ""))
            wrong = f"{round(number * chance.choice(_FACTORS[1:]) + 3):d}"
            start, end = found[0].span()
            if float(wrong) == number:
                continue
            sound = line[:start] + found[0][2] + line[end:]
            pairs.append(Pair("formula", line[:start] + wrong + line[end:], sound))
    chance.shuffle(pairs)
    return pairs[:limit]
