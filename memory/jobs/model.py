"""Reads an episode with the configured model: fed, counted, kept within its limits."""

import datetime
from collections.abc import Sequence

from django.conf import settings

from memory.actions.record_run import record_run
from memory.actions.store_distillation import OpenQuestion, Reading
from memory.distillers.llm.distil import Findings, Question, Shown, distil
from memory.distillers.llm.prompt import PROMPT_VERSION
from memory.distillers.llm.shape import Distilled
from memory.jobs.asking import counting, is_spent
from memory.jobs.offline import lexicon_for
from memory.llm import Reply
from memory.models import (
    DistillationRun,
    Episode,
    Method,
    Observation,
    TextState,
)
from memory.queries.clock import database_now
from memory.rules.candidate import Malformed
from memory.rules.grounding import find_quote
from memory.rules.guard import Statement, objection

# The limit may be raised meanwhile, so waiting work looks again before midnight.
LOOK_AGAIN = datetime.timedelta(minutes=10)


class SpendReached(Exception):
    """The workspace has spent its day's money; the episode waits until `until`."""

    def __init__(self, until: datetime.datetime) -> None:
        super().__init__(
            "Waiting: the workspace has spent what it may spend on the model today"
            " (WARRANT_SPEND_PER_DAY); it goes on after midnight, UTC."
        )
        self.until = until


def read_with_model(episode: Episode) -> Reading:
    """Propose what the model makes of the live observations of an episode.

    Keeps true: whatever the replies cost is recorded, also when they are no use;
    without money left nothing is asked; all questions end within the time allowed;
    what holds credentials is not shown unless the workspace allows it.
    """
    if is_spent(episode.workspace):
        raise SpendReached(database_now() + LOOK_AGAIN)
    rows = list(
        Observation.objects.filter(episode=episode, words__state=TextState.LIVE)
        .select_related("words")
        .order_by("id")
    )
    may_show = episode.workspace.may_show
    shown = [row for row in rows if may_show(row.words.credentials)]
    texts = {str(row.uid): row.words.text or "" for row in shown}
    lexicon = lexicon_for(episode.workspace, texts.values())
    replies: list[Reply] = []
    run: DistillationRun | None = None
    try:
        found = distil(
            [Shown(uid, text) for uid, text in texts.items()],
            lexicon,
            window=settings.WARRANT_MODEL_WINDOW,
            ask=counting(replies, settings.WARRANT_MODEL_SECONDS, Distilled),
        )
    finally:
        if replies:
            run = _record(episode, replies, len(rows) - len(shown))
    return _reading(found, {str(row.uid): row for row in rows}, run)


def _record(
    episode: Episode, replies: Sequence[Reply], kept_back: int
) -> DistillationRun:
    return record_run(
        episode=episode,
        prompt_version=PROMPT_VERSION,
        replies=replies,
        prices=(settings.WARRANT_PRICE_IN, settings.WARRANT_PRICE_OUT),
        kept_back=kept_back,
        now=database_now(),
    )


def _reading(
    found: Findings, rows: dict[str, Observation], run: DistillationRun | None
) -> Reading:
    malformed, questions = list(found.malformed), []
    for question in found.questions:
        placed = _placed(question, rows[question.observation])
        if isinstance(placed, OpenQuestion):
            questions.append(placed)
        else:
            position = len(found.candidates) + len(malformed)
            malformed.append(Malformed(position, placed, question.text[:200], placed))
    return Reading(
        method=Method.LLM,
        model=run.model if run else settings.WARRANT_MODEL,
        candidates=found.candidates,
        malformed=malformed,
        questions=questions,
        run=run,
    )


def _placed(question: Question, row: Observation) -> OpenQuestion | str:
    """The question at its quote, or the reason why it is not kept."""
    text = row.words.text or ""
    span = find_quote(text, question.quote)
    if span is None:
        return "quote_not_found"
    quotes = [text[slice(*span)]]
    return OpenQuestion(
        kind=question.kind,
        text=question.text,
        about=tuple(
            name
            for name in question.about
            if objection(Statement(name.id, name.id, False), quotes, ()) is None
        ),
        observation=row.pk,
        span=span,
    )
