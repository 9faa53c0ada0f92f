"""Units: scales, kinds of quantity, and sentences that use them wrongly."""

from decimal import Decimal as D

import pytest

from memory.classifier.attributes import kind_of
from memory.classifier.check import check_text
from memory.classifier.scales import power_sum
from memory.classifier.unit_names import ALIASES
from memory.classifier.unit_scale import UnitRejected, scale_of


def flagged(text: str) -> bool:
    return any(f.check == "units" for f in check_text(text).alarms())


@pytest.mark.parametrize(
    ("unit", "factor"),
    [
        ("kWh", "3600000"),
        ("km/hour", "0.277777777777777777"),
        ("m**2", "1"),
        ("GB", "8000000000"),
        ("GiB", "8589934592"),
        ("bar", "100000"),
        ("%", "0.01"),
        ("mile", "1609.344"),
    ],
)
def test_factors_to_base_units(unit: str, factor: str) -> None:
    assert abs(scale_of(unit).factor / D(factor) - 1) < D("1e-12")


def test_every_unit_of_the_table_has_a_scale() -> None:
    for unit in set(ALIASES.values()):
        assert scale_of(unit).factor > 0


@pytest.mark.parametrize(
    "unit", ["flurb", "", "kg*", "9**9**7 m", "__import__", "m**99", "kg" * 80, "a/b/c"]
)
def test_unknown_units_are_refused(unit: str) -> None:
    with pytest.raises(UnitRejected):
        scale_of(unit)


def test_torque_is_not_energy_though_dimensions_agree() -> None:
    assert (kind_of("N*m"), kind_of("J"), kind_of("kWh")) == (
        "torque",
        "energy",
        "energy",
    )


def test_levels_add_by_power() -> None:
    assert power_sum([80.0, 80.0]) == pytest.approx(83.01, abs=0.01)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("The mass is 200 N.", "The mass is 20 kg."),
        ("The battery stores 50 kW.", "The battery stores 50 kWh."),
        ("It has a torque of 25 J.", "It has a torque of 25 N·m."),
        ("Two fans at 60 dB give 120 dB together.", "Two fans at 60 dB give 63 dB."),
        ("It doubled from 10 °C to 20 °C.", "It rose from 10 °C to 20 °C."),
        ("A rise of 10 °C (50 °F) is due.", "A rise of 10 °C (18 °F) is due."),
        ("The room is at 20 °C (30 °F).", "The room is at 20 °C (68 °F)."),
        ("5 miles is about 5 km.", "5 miles is about 8 km."),
        ("A 2 kW heater uses 6 kW in 3 hours.", "A 2 kW heater uses 6 kWh in 3 hours."),
        ("12 V at 5 A is 6 W.", "12 V at 5 A is 60 W."),
    ],
)
def test_wrong_units_are_flagged_and_right_ones_are_not(wrong: str, right: str) -> None:
    assert (flagged(wrong), flagged(right)) == (True, False)


def test_currencies_need_a_rate() -> None:
    text = "Site A cost €4 million and site B cost $5 million, €9 million in all"
    assert flagged(text + ".")
    assert not flagged(text + " at the current exchange rate.")
