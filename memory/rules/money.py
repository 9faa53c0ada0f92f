"""What replies of a model cost, as far as the server counts and prices are set."""

from collections.abc import Iterable
from decimal import Decimal

MILLION = Decimal(1_000_000)


def total[N: (int, Decimal)](counts: Iterable[N | None]) -> N | None:
    """The sum of one or more, unknown when one of them is."""
    every = list(counts)
    known = [count for count in every if count is not None]
    if len(known) < len(every):
        return None
    first, *others = known
    for count in others:
        first += count
    return first


def cost(
    tokens_in: int | None, tokens_out: int | None, prices: tuple[Decimal, Decimal]
) -> Decimal | None:
    """Money for tokens; `prices` are for a million of them in and out.

    Unknown without prices and where the server did not count.
    """
    if tokens_in is None or tokens_out is None or not any(prices):
        return None
    return (tokens_in * prices[0] + tokens_out * prices[1]) / MILLION
