"""Experts' notes that one measurement is not independent of another."""

import re
import sqlite3

from benchmarks.pairs import Score
from benchmarks.perturbed import database
from memory.classifier.check import Report, check_text
from memory.classifier.facts import Facts

_QUERY = """
select distinct f.text, r.document_id, m.id
from pdgfootnote f
join pdgmeasurement_footnote mf on mf.pdgfootnote_id = f.id
join pdgmeasurement m on m.id = mf.pdgmeasurement_id
join pdgreference r on r.id = m.pdgreference_id
where f.text like '%ot independent%' order by f.text
"""
_OTHER = re.compile(
    r"[Nn]ot independent (?:of|from)[^.]{0,60}?"
    r"\b(?P<name>[A-Z][A-Z-]+ \d{4}[A-Z]{0,2})\b"
)


def noted_pairs() -> list[tuple[str, str]]:
    """(source, the source it is not independent of) from the notes, without repeats."""
    path = database()
    if path is None:
        return []
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    rows = connection.execute(_QUERY).fetchall()
    connection.close()
    pairs: set[tuple[str, str]] = set()
    for text, own, measurement in rows:
        other = _OTHER.search(text)
        if other:
            # A note on another value of the same paper names that paper again.
            pairs.add((f"{own.strip()} ({measurement})", other["name"]))
    return sorted(pairs)


def _report(own: str, other: str, shared: bool) -> Report:
    text = f"Combining the results of {own} and {other} as independent measurements."
    voices = {own: "one", other: "one" if shared else "two"}
    return check_text(text, facts=Facts(voices=voices))


def measure_notes() -> Score:
    """Noted pairs with the shared voice handed in, and the same pairs without it."""
    points = caught = false = 0
    pairs = noted_pairs()
    for own, other in pairs:
        hit = bool(_report(own, other, True).alarms())
        alarm = bool(_report(own, other, False).alarms())
        points += hit and not alarm
        caught += hit
        false += alarm
    return Score(len(pairs), points, caught, false)
