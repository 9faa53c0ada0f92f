"""Counts the pages that statements look at, which no clock and no neighbour changes."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection

EXPLAIN = "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) "


def buffers(statement: str, parameters: Sequence[Any]) -> int:
    """How many pages one statement looks at, in memory or not."""
    with connection.cursor() as cursor:
        cursor.execute(EXPLAIN + statement, parameters)
        (found,) = cursor.fetchone()
    plan = (json.loads(found) if isinstance(found, str) else found)[0]["Plan"]
    return int(plan["Shared Hit Blocks"]) + int(plan["Shared Read Blocks"])


def buffers_of(act: Callable[[], object]) -> int:
    """How many pages the statements look at that something reads with.

    Of what it writes, only the reading that goes before is counted: the rows that are
    looked up and locked, not the pages that are written to.
    """
    found = 0

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal found
        if reads(sql):
            found += buffers(sql, params or ())
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        act()
    return found


def reads(statement: str) -> bool:
    """Whether a statement only looks up and locks rows."""
    return not re.search(r"^EXPLAIN|INSERT INTO|^\s*UPDATE|DELETE FROM", statement)
