"""The walks along supports, up to premises and down to dependants, as one fragment.

Guessing a walk's size, the planner may else read the whole table at every step:
OFFSET 0 keeps each step a look-up in a covering index of memory_support, so that the
cost follows the claims found and not the store.
"""

# Where a walk begins: at the claims of one array.
GIVEN = "SELECT unnest(%s::bigint[])"
ROOTS = "SELECT root, root FROM unnest(%s::bigint[]) AS root"


def upward(start: str, *, root: str = "", joined: str = "", only: str = "") -> str:
    """A recursive `up (claim_id)`: the claims of `start` and all they rest on.

    With a `root` column, `up (root, claim_id)` tells from where each was reached.
    Steps follow what of `support` and what is `joined` to it passes `only`.
    """
    found = f"AND support.premise_id IS NOT NULL {only}"
    return _walk("up", start, "premise_id", "claim_id", root, joined, found)


def downward(start: str, *, root: str = "", joined: str = "", only: str = "") -> str:
    """A recursive `down (claim_id)`: the claims of `start` and all that rest on them.

    `root`, `joined` and `only` as in upward.
    """
    return _walk("down", start, "claim_id", "premise_id", root, joined, only)


def _walk(
    name: str, start: str, step: str, on: str, root: str, joined: str, only: str
) -> str:
    column, carried = (f"{root}, ", f"{name}.{root}, ") if root else ("", "")
    return f"""
{name} ({column}claim_id) AS (
    {start}
    UNION
    SELECT {carried}step.{step} FROM {name} CROSS JOIN LATERAL (
        SELECT support.{step} FROM memory_support support {joined}
        WHERE support.{on} = {name}.claim_id {only} OFFSET 0
    ) step
)
"""
