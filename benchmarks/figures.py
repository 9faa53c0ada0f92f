"""Measures every figure, prints it beside its limit, and fails when one is missed."""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.core.management import call_command  # noqa: E402

from benchmarks import collisions, ingest, liveness, retraction  # noqa: E402

FIGURES = {
    "collisions": collisions.figures,
    "ingest": ingest.figures,
    "liveness": liveness.figures,
    "retraction": retraction.figures,
}


def main(names: list[str]) -> int:
    """Measure the named figures, or all."""
    call_command("migrate", verbosity=0)
    missed = 0
    for name in names or FIGURES:
        for figure in FIGURES[name]():
            print(figure.line())  # noqa: T201
            missed += not figure.met
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
