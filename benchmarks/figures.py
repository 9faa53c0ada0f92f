"""Measures every figure, prints it beside its limit, and fails when one is missed."""

import argparse
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
    load,
    pages,
    retraction,
    retrieval,
    vectors,
    writers,
)
from benchmarks.figure import Options  # noqa: E402
from benchmarks.rivals import figures as rivals  # noqa: E402

FIGURES = {
    "retraction": retraction.figures,
    "writers": writers.figures,
    "vectors": vectors.figures,
    "retrieval": retrieval.figures,
    "gate": gate.figures,
    "echo": echo.figures,
    "liveness": liveness.figures,
    "ingest": ingest.figures,
    "collisions": collisions.figures,
    "load": load.figures,
    "pages": pages.figures,
}
# Needs packages of its own: only where it is named.
NAMED = {"rivals": rivals.figures}


def main() -> int:
    """Measure the named figures, or all; the load before the largest stores."""
    asked = _asked()
    call_command("migrate", verbosity=0)
    missed = 0
    options = Options(large=asked.large, minutes=asked.minutes)
    for name in asked.names or FIGURES:
        for figure in (FIGURES | NAMED)[name](options):
            print(figure.line(), flush=True)  # noqa: T201
            missed += not figure.met
    return 1 if missed else 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *FIGURES, *NAMED], default=[])
    parser.add_argument("--large", action="store_true", help="a million claims too")
    parser.add_argument("--minutes", type=float, default=0.5, help="of load")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
