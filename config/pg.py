"""PostgreSQL's own programs on the database in use: `python -m config.pg psql`."""

import os
import sys
from collections.abc import Sequence

from django.conf import settings
from psycopg.conninfo import conninfo_to_dict

from config.embedded import postgres_bin

PROGRAMS = ("psql", "pg_dump", "pg_restore")


def variables(address: str) -> dict[str, str]:
    """The address as libpq's variables: a command line would show its password."""
    parts = {name: str(value) for name, value in conninfo_to_dict(address).items()}
    odd = {"dbname": "PGDATABASE", "application_name": "PGAPPNAME"}
    return {odd.get(name, f"PG{name.upper()}"): parts[name] for name in parts}


def main(arguments: Sequence[str]) -> None:
    """Becomes the program that the first argument names; the rest is handed on."""
    if not arguments or arguments[0] not in PROGRAMS:
        raise SystemExit(f"usage: python -m config.pg {{{','.join(PROGRAMS)}}} …")
    program, *rest = arguments
    aimed = variables(settings.DATABASE_URL)
    where = f"--dbname={aimed.get('PGDATABASE', '')}"
    path = str(postgres_bin() / program)
    os.execve(path, [program, where, *rest], {**os.environ, **aimed})


if __name__ == "__main__":
    main(sys.argv[1:])
