"""Runs the checks over texts, outside any transaction, with what the store knows."""

import logging
import time
from collections.abc import Iterable
from dataclasses import replace

from django.db.models import F, Value
from django.db.models.functions import StrIndex

from memory.actions.store_distillation import Reading
from memory.classifier.check import check_text
from memory.classifier.facts import Facts
from memory.jobs.judge import bench, version_of
from memory.judging.judge import ModelJudge
from memory.models import Episode, ObservationText, Source, TextState, Workspace
from memory.queries.check_facts import facts_of
from memory.steps.findings import Checked

log = logging.getLogger(__name__)
# In seconds: what one text may take, and all texts of an episode together. With what
# a model may read beforehand that has to end before the worker's soft limit.
ONE_TEXT = 5.0
EPISODE = 12.0
# What a check may raise that should raise nothing; a lost database is for the queue.
BROKEN = (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError)
# Sources that one text is taken to name.
MOST_SOURCES = 50


def check_passage(workspace: Workspace, text: str) -> Checked:
    """What the checks find in a text that was sent or pasted; nothing is stored.

    Sources are recognised where the text names them by their titles.
    """
    with bench(workspace) as judges:
        facts = facts_of(workspace, _named(workspace, text))
        return _checked(text, judges.judge(), facts, ONE_TEXT)


def with_checks(episode: Episode, reading: Reading, *, may_ask: bool) -> Reading:
    """The reading with what the checks found in its words.

    Whatever goes wrong in a check spoils no reading: it is logged and left out.
    """
    try:
        return replace(reading, checked=_checks(episode, reading, may_ask=may_ask))
    except BROKEN:
        log.exception("the checks of episode %s failed", episode.uid)
        return reading


def _checks(episode: Episode, reading: Reading, *, may_ask: bool) -> dict[str, Checked]:
    """By text: the observations' words and the claims' wording that gave findings."""
    deadline = time.monotonic() + EPISODE
    sources = Source.objects.filter(episodesource__episode=episode)
    facts = facts_of(episode.workspace, sources)
    found = dict[str, Checked]()
    hidden = _hidden(episode)
    with bench(episode.workspace, may_ask=may_ask) as judges:
        for text in dict.fromkeys(_texts(episode, reading)):
            judge = None if text in hidden else judges.judge()
            left = deadline - time.monotonic()
            if left <= 0:
                log.warning("not all of episode %s was checked in time", episode.uid)
                break
            checked = _checked(text, judge, facts, min(left, ONE_TEXT))
            if checked.report.findings:
                found[text] = checked
    return found


def _texts(episode: Episode, reading: Reading) -> Iterable[str]:
    words = ObservationText.objects.filter(
        observation__episode=episode, state=TextState.LIVE
    )
    for text in words.order_by("pk").values_list("text", flat=True):
        yield text or ""
    yield from (each.text for each in reading.candidates if _storable(each.text))


def _storable(text: str) -> bool:
    """Whether a wording that was proposed is one that a database takes."""
    return bool(text) and not any(x == "\0" or "\ud800" <= x <= "\udfff" for x in text)


def _hidden(episode: Episode) -> set[str]:
    """The words that no model may read, since they hold credentials."""
    if episode.workspace.shows_credentials:
        return set()
    rows = ObservationText.objects.filter(observation__episode=episode)
    flagged = rows.exclude(credentials=[]).exclude(text=None)
    return {text for text in flagged.values_list("text", flat=True) if text}


def _checked(
    text: str, judge: ModelJudge | None, facts: Facts, seconds: float
) -> Checked:
    report = check_text(text, judge=judge, facts=facts, seconds=seconds)
    return Checked(report, version_of(judge))


def _named(workspace: Workspace, text: str) -> Iterable[Source]:
    rows = Source.objects.filter(workspace=workspace).exclude(title="")
    found = rows.annotate(at=StrIndex(Value(text), F("title"))).filter(at__gt=0)
    return found.order_by("pk")[:MOST_SOURCES]
