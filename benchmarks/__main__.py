"""Runs the figures on servers of their own.

`python -m benchmarks [name …] [--large] [--minutes M]`: the named ones or all, with a
store of a million claims too, and with so many minutes of load.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from config.embedded import DURABLE, postgres, valkey
from config.lock import hold
from config.process import Program
from config.supervisor import Supervisor


def main(arguments: list[str]) -> None:
    """Start durable servers in a folder of their own, measure, and clean up."""
    folder = tempfile.mkdtemp(prefix="warrant-bench-")
    os.chmod(folder, 0o711)
    os.environ["WARRANT_DATA"] = folder
    try:
        with Supervisor() as servers:
            held = hold(Path(folder), lambda: False)
            servers.start(postgres(held, DURABLE))
            servers.start(valkey(held))
            python = (sys.executable, "-m", "benchmarks.figures", *arguments)
            servers.once(Program("figures", python), seconds=4 * 3600)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1:])
