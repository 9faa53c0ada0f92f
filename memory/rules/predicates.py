"""The predicates that every new workspace starts with, as data."""

from dataclasses import dataclass
from typing import Literal

type Cardinality = Literal["many", "functional", "inverse_functional", "one_to_one"]
type ValueKind = Literal["node", "number", "date", "text", "bool"]


@dataclass(frozen=True, slots=True)
class SeedPredicate:
    """One predicate; `aliases` are phrases in the third person singular.

    A relation is stored in one direction only; the other direction is a reading
    of it, named by `inverse_label` ("P-101A feeds V-12" = "V-12 is fed by P-101A").
    """

    name: str
    label: str
    inverse_label: str = ""
    cardinality: Cardinality = "many"
    value_kind: ValueKind = "node"
    aliases: tuple[str, ...] = ()
    negates: str | None = None
    half_life_days: int | None = None


def _quantity(noun: str, half_life_days: int | None, *aliases: str) -> SeedPredicate:
    label = f"has {noun}"
    return SeedPredicate(
        name=label.replace(" ", "_"),
        label=label,
        cardinality="functional",
        value_kind="number",
        aliases=aliases,
        half_life_days=half_life_days,
    )


def _negation(name: str, label: str, negates: str) -> SeedPredicate:
    return SeedPredicate(name=name, label=label, negates=negates)


_RELATIONS = (
    SeedPredicate("is_a", "is a", "has instance", aliases=("is a kind of",)),
    SeedPredicate(
        "part_of",
        "is part of",
        "has part",
        aliases=("belongs to", "is a part of", "is a component of"),
    ),
    SeedPredicate(
        "located_in",
        "is located in",
        "is the location of",
        "functional",
        aliases=("is in", "is situated in", "lies in", "sits in", "is based in"),
        half_life_days=730,
    ),
    SeedPredicate(
        "feeds",
        "feeds",
        "is fed by",
        "inverse_functional",
        aliases=("discharges to", "discharges into", "delivers to", "pumps to"),
        half_life_days=730,
    ),
    SeedPredicate(
        "connected_to",
        "is connected to",
        "is connected to",
        aliases=("is linked to", "is attached to", "connects to", "is tied to"),
    ),
    SeedPredicate(
        "causes",
        "causes",
        "is caused by",
        aliases=("leads to", "results in", "triggers", "brings about"),
    ),
    SeedPredicate(
        "contains",
        "contains",
        "is contained in",
        aliases=("holds", "includes", "comprises"),
    ),
    SeedPredicate(
        "made_of", "is made of", "is the material of", aliases=("consists of",)
    ),
    SeedPredicate(
        "produces",
        "produces",
        "is produced by",
        aliases=("makes", "manufactures", "generates", "yields"),
    ),
    SeedPredicate(
        "owns",
        "owns",
        "is owned by",
        "inverse_functional",
        aliases=("possesses",),
        half_life_days=730,
    ),
    SeedPredicate(
        "replaces", "replaces", "is replaced by", aliases=("supersedes", "succeeds")
    ),
    SeedPredicate(
        "works_for",
        "works for",
        "employs",
        aliases=("is employed by", "works at"),
        half_life_days=730,
    ),
    SeedPredicate("member_of", "is a member of", "has member", aliases=("joins",)),
    SeedPredicate("born_in", "was born in", "is the birthplace of", "functional"),
    SeedPredicate(
        "founded_in",
        "was founded in",
        "",
        "functional",
        "text",
        ("was established in",),
    ),
    SeedPredicate("founded_by", "was founded by", "founded"),
    SeedPredicate("capital_of", "is the capital of", "has capital", "one_to_one"),
    SeedPredicate("supplies", "supplies", "is supplied by", aliases=("provides",)),
    SeedPredicate("uses", "uses", "is used by", aliases=("relies on",)),
    SeedPredicate(
        "requires", "requires", "is required by", aliases=("needs", "depends on")
    ),
    SeedPredicate(
        "prevents",
        "prevents",
        "is prevented by",
        aliases=("blocks", "inhibits", "stops"),
    ),
    SeedPredicate("treats", "treats", "is treated by"),
    SeedPredicate("precedes", "precedes", "follows", aliases=("comes before",)),
    SeedPredicate("controls", "controls", "is controlled by", aliases=("regulates",)),
    SeedPredicate("also_known_as", "is also known as", "", value_kind="text"),
)

_ATTRIBUTES = (
    SeedPredicate("occurred_on", "occurred on", "", "functional", "date"),
    SeedPredicate("has_status", "has status", "", "functional", "text", (), None, 90),
    _quantity("mass", 730, "weighs"),
    _quantity("length", None),
    _quantity("height", None),
    _quantity("diameter", None),
    _quantity("temperature", 30),
    _quantity("pressure", 30),
    _quantity("flow rate", 30),
    _quantity("capacity", 730),
    _quantity("power", 730),
    _quantity("duration", None, "lasts", "takes"),
    _quantity("population", 730),
    _quantity("price", 90, "costs"),
    _quantity("revenue", 365),
    SeedPredicate(
        "measured_as", "is measured as", "", "many", "number", ("measures",), None, 90
    ),
)

_NEGATIONS = (
    _negation("is_not_a", "is not a", "is_a"),
    _negation("not_part_of", "is not part of", "part_of"),
    _negation("not_located_in", "is not located in", "located_in"),
    _negation("does_not_feed", "does not feed", "feeds"),
    _negation("not_connected_to", "is not connected to", "connected_to"),
    _negation("does_not_cause", "does not cause", "causes"),
    _negation("does_not_contain", "does not contain", "contains"),
    _negation("does_not_use", "does not use", "uses"),
    _negation("does_not_require", "does not require", "requires"),
    _negation("does_not_prevent", "does not prevent", "prevents"),
    _negation("does_not_treat", "does not treat", "treats"),
)

SEED_PREDICATES: tuple[SeedPredicate, ...] = (
    *_RELATIONS,
    *_ATTRIBUTES,
    *_NEGATIONS,
)
"""Names and labels are unique; every `negates` names another of them."""
