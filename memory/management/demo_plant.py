"""The plant of the demo: readings of an out-of-date diagram, and a later record."""

import datetime
from collections.abc import Iterator
from typing import Any

from memory.rules.entry import (
    EpisodeEntry,
    ObservationEntry,
    ResidueEntry,
    SourceEntry,
)

LAG = datetime.timedelta(minutes=1)
PLANT = ("plant", "Demo plant")
OTHER = ("harbour", "Small harbour")
PEOPLE = {
    "curator": ("robin", "Robin", "Lindqvist"),
    "lead": ("ada", "Ada", "Haas"),
    "admin": ("admin", "Mika", "Okafor"),
}
AGENTS = (
    "plant-reader",
    "permit-writer",
    "spares-planner",
    "maintenance-reader",
    "commissioning-agent",
)

DIAGRAM = SourceEntry(
    ref="pid",
    kind="document",
    uri="doc://plant/pid-7.pdf",
    title="P&ID rev C",
    as_of="2024-03-01",
)
WORK_ORDER = SourceEntry(
    ref="wo",
    kind="document",
    uri="doc://plant/wo-2291",
    title="Work order WO-2291",
    as_of="2025-11-14",
)
DATASHEET = SourceEntry(
    ref="ds",
    kind="document",
    uri="doc://plant/v-12-datasheet.pdf",
    title="Data sheet V-12",
    as_of="2023-06-20",
)

P101A = {"kind": "pump", "id": "P-101A"}
P104 = {"kind": "pump", "id": "P-104"}
V12 = {"kind": "separator", "id": "V-12"}
XV12 = {"kind": "valve", "id": "XV-12"}
SK220 = {"kind": "spare", "id": "SK-220"}


def _at(day: int, hour: int = 9, month: int = 11) -> datetime.datetime:
    return datetime.datetime(2026, month, day, hour, tzinfo=datetime.UTC)


def _read(
    ref: str, source: SourceEntry, locator: str, text: str, when: datetime.datetime
) -> ObservationEntry:
    return ObservationEntry(
        ref=ref, source=source.ref, locator=locator, text=text, observed_at=when
    )


def _relation(
    subject: dict[str, str],
    predicate: str,
    object_: dict[str, str],
    supports: list[Any],
    **more: Any,
) -> dict[str, Any]:
    given = {
        "subject": subject,
        "predicate": predicate,
        "object": object_,
        "confidence": 0.8,
        "supports": supports,
    }
    return given | more


def episodes() -> Iterator[tuple[str, EpisodeEntry]]:
    """Each episode with the agent that hands it over, oldest first."""
    yield "plant-reader", _which_pump()
    yield "permit-writer", _isolation_list()
    yield "spares-planner", _spares()
    yield "maintenance-reader", _maintenance()
    yield "commissioning-agent", _commissioning()


def _which_pump() -> EpisodeEntry:
    when = _at(4)
    return EpisodeEntry(
        external_id="demo-which-pump",
        task="Which pump feeds V-12?",
        model="demo-reader",
        started_at=when,
        closed_at=_at(4, 10),
        sources=(DIAGRAM,),
        observations=(
            _read(
                "o1",
                DIAGRAM,
                "sheet 3, line list",
                "Line 12 runs from P-101A to V-12, nozzle N1. Line 13 from P-104 is"
                " shown blanked.",
                when,
            ),
            _read(
                "o2",
                DIAGRAM,
                "sheet 3, title block",
                "The sheet was last revised on 1 March 2024.",
                when,
            ),
        ),
        conclusions=(
            _relation(
                P101A,
                "feeds",
                V12,
                [{"observation": "o1", "quote": "Line 12 runs from P-101A to V-12"}],
                ref="feeds",
                text="P-101A feeds separator V-12",
            ),
            _relation(
                P104,
                "feeds",
                {"kind": "separator", "id": "V-13"},
                [{"observation": "o1", "quote": "Line 14 from P-104 to V-13"}],
                text="P-104 feeds separator V-13",
                confidence=0.6,
            ),
        ),
        residue=(
            ResidueEntry(
                kind="question",
                text="Why was P-104 never commissioned?",
                about=(P104,),
            ),
        ),
    )


def _isolation_list() -> EpisodeEntry:
    when = _at(9)
    return EpisodeEntry(
        external_id="demo-isolation-list",
        task="Isolation list for P-101A",
        model="demo-reader",
        started_at=when,
        closed_at=_at(9, 11),
        sources=(DIAGRAM,),
        observations=(
            _read(
                "o1",
                DIAGRAM,
                "sheet 3",
                "Close XV-12 and lock it: the discharge of P-101A goes to V-12, nozzle"
                " N1, by the 6-inch line.",
                when,
            ),
        ),
        conclusions=(
            _relation(
                P101A,
                "feeds",
                V12,
                [
                    {
                        "observation": "o1",
                        "quote": "the discharge of P-101A goes to V-12, nozzle N1",
                    }
                ],
                ref="feeds",
                text="P-101A feeds separator V-12",
            ),
            _relation(
                XV12,
                "controls",
                P101A,
                ["o1", {"conclusion": "feeds"}],
                text="XV-12 controls the discharge of P-101A",
                confidence=0.72,
            ),
        ),
    )


def _spares() -> EpisodeEntry:
    when = _at(17)
    return EpisodeEntry(
        external_id="demo-spares",
        task="Spares for the separation train",
        model="demo-reader",
        started_at=when,
        closed_at=_at(17, 12),
        sources=(DIAGRAM, DATASHEET),
        observations=(
            _read(
                "o1",
                DIAGRAM,
                "sheet 3",
                "Per the diagram, V-12 is fed by P-101A through line 12, so its seal"
                " kit SK-220 is held on site.",
                when,
            ),
            _read(
                "o2",
                DATASHEET,
                "page 1",
                "V-12 is a horizontal separator with a design pressure of 18 bar.",
                when,
            ),
        ),
        conclusions=(
            _relation(
                P101A,
                "feeds",
                V12,
                [
                    {
                        "observation": "o1",
                        "quote": "V-12 is fed by P-101A through line 12",
                    }
                ],
                ref="feeds",
                text="P-101A feeds separator V-12",
            ),
            _relation(
                SK220,
                "part_of",
                P101A,
                ["o1", {"conclusion": "feeds"}],
                text="Seal kit SK-220 is a part of P-101A to keep on site",
                confidence=0.68,
            ),
            {
                "subject": V12,
                "predicate": "has_design_pressure",
                "value": {"number": "18", "unit": "bar"},
                "confidence": 0.9,
                "supports": [
                    {"observation": "o2", "quote": "design pressure of 18 bar"}
                ],
                "text": "V-12 has a design pressure of 18 bar",
            },
        ),
    )


def _maintenance() -> EpisodeEntry:
    when = _at(20)
    return EpisodeEntry(
        external_id="demo-maintenance",
        task="Read the maintenance record of the separation train",
        model="demo-reader",
        started_at=when,
        closed_at=_at(20, 10),
        sources=(WORK_ORDER,),
        observations=(
            _read(
                "o1",
                WORK_ORDER,
                "remarks",
                "P-104 was commissioned on 14 November 2025 and feeds V-12 since;"
                " P-101A is on standby.",
                when,
            ),
        ),
        conclusions=(
            _relation(
                P104,
                "feeds",
                V12,
                [
                    {
                        "observation": "o1",
                        "quote": "P-104 was commissioned on 14 November 2025 and feeds"
                        " V-12",
                    }
                ],
                text="P-104 feeds separator V-12",
                confidence=0.9,
                valid_from="2025-11-14T00:00:00+00:00",
            ),
        ),
    )


def _commissioning() -> EpisodeEntry:
    when = _at(24)
    return EpisodeEntry(
        external_id="demo-commissioning",
        task="What do the operators say about the new pump?",
        model="demo-reader",
        started_at=when,
        closed_at=_at(24, 10),
        sources=(
            SourceEntry(ref="talk", kind="conversation", title="Shift hand-over"),
        ),
        observations=(
            _read(
                "o1",
                SourceEntry(ref="talk", kind="conversation"),
                "minute 4",
                "The control room says that P-104 probably feeds V-12. Nobody knows"
                " why the old line was kept.",
                when,
            ),
        ),
    )
