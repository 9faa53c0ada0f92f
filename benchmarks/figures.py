"""Measures every figure, prints it beside its limit, and fails when one is missed."""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.core.management import call_command  # noqa: E402

from benchmarks import (  # noqa: E402
    collisions,
    echo,
    gate,
    ingest,
    liveness,
    retraction,
    retrieval,
    vectors,
)

FIGURES = {
    "collisions": collisions.figures,
    "echo": echo.figures,
    "gate": gate.figures,
    "ingest": ingest.figures,
    "liveness": liveness.figures,
    "retraction": retraction.figures,
    "retrieval": retrieval.figures,
    "vectors": vectors.small,
}
# Measured only when named: the index alone is built for minutes.
LONG = {"vectors-3072": vectors.large}


def main(names: list[str]) -> int:
    """Measure the named figures, or all."""
    call_command("migrate", verbosity=0)
    missed = 0
    for name in names or FIGURES:
        for figure in (FIGURES | LONG)[name]():
            print(figure.line())  # noqa: T201
            missed += not figure.met
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
