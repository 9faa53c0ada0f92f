"""Loaded into a test's worker: episodes whose reading kills it, or takes for ever.

The name of an episode decides; an episode named in the file that TRAPS_SPRUNG names
is harmless from then on.
"""

import os
import random
import signal
import time
from pathlib import Path

from memory.actions.store_distillation import Reading
from memory.jobs import distil
from memory.models import Episode

_read = distil.read


def read(episode: Episode) -> Reading:
    """What the episode declared, if the worker lives to tell it.

    A brief one takes about as long to read as to store, so that a worker killed at
    random is killed in either.
    """
    if not _is_sprung(episode):
        if episode.external_id.startswith("poison"):
            os.kill(os.getpid(), signal.SIGKILL)
        if episode.external_id.startswith("slow"):
            time.sleep(120)
        if episode.external_id.startswith("brief"):
            time.sleep(random.uniform(0, 0.1))
    return _read(episode)


def _is_sprung(episode: Episode) -> bool:
    sprung = Path(os.environ["TRAPS_SPRUNG"])
    return sprung.exists() and episode.external_id in sprung.read_text().split()


distil.read = read
