"""A supervisor of tiny children, run by its tests as a process of its own.

Takes the children's names, prints a line `name pid` for each, waits to be stopped.
"""

import sys

from config.process import Program
from config.supervisor import Supervisor

TINY = "import time; time.sleep(120)"
CHILDREN = {
    "tiny": TINY,
    # Has a child of its own, as a task worker does.
    "parent": f"import os, time; os.fork(); {TINY}",
    # Does not listen when it is asked to stop.
    "deaf": f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {TINY}",
    "broken": "raise SystemExit(3)",
}


def main() -> None:
    """Runs until stopped; half a second of patience with a deaf child."""
    with Supervisor(patience=0.5) as supervisor:
        for name in sys.argv[1:]:
            supervisor.start(Program(name, (sys.executable, "-c", CHILDREN[name])))
        for child in supervisor.children:
            print(child.program.name, child.process.pid, flush=True)  # noqa: T201
        supervisor.watch()


if __name__ == "__main__":
    main()
