"""Whether two amounts may be one and the same, though written in other units."""

from decimal import Decimal


def may_be_equal(
    left: Decimal, left_unit: str, right: Decimal, right_unit: str
) -> bool:
    """Whether nothing shows that they differ.

    Amounts in one unit differ when their numbers do. Amounts in different units are
    not compared, so nothing shows that they differ.
    """
    return left_unit != right_unit or left == right
