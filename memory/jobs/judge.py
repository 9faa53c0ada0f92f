"""Lends the checks a judge: a model that is asked little, counted, and paid for."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.conf import settings
from pydantic import BaseModel

from memory.actions.record_judging import record_judging
from memory.classifier.check import RULES_VERSION
from memory.jobs.asking import counted
from memory.jobs.model import SpendReached, refuse_spent
from memory.judging.judge import ModelJudge
from memory.judging.prompt import PROMPT_VERSION
from memory.llm import Message, ModelFailed, Reply, is_configured
from memory.models import Workspace
from memory.queries.clock import database_now

# What one run of the checks may ask, however long its texts are.
MOST_QUESTIONS = 12
# In seconds: all the time that one run may wait for the model.
SECONDS = 12.0


@dataclass
class Bench:
    """Judges for the texts of one run, which share its questions and its time."""

    may_ask: bool
    replies: list[Reply] = field(default_factory=list)
    asked: int = 0
    deadline: float = field(default_factory=lambda: time.monotonic() + SECONDS)

    def judge(self) -> ModelJudge | None:
        """A judge for one text; none where no model may be asked."""
        return ModelJudge(self._ask) if self.may_ask else None

    def _ask(self, messages: Sequence[Message], shape: type[BaseModel]) -> Reply:
        if self.asked == MOST_QUESTIONS:
            raise ModelFailed(f"One run asks {MOST_QUESTIONS} questions at most.")
        self.asked += 1
        return counted(self.replies, self.deadline, SECONDS, messages, shape)


@contextmanager
def bench(workspace: Workspace, *, may_ask: bool = True) -> Iterator[Bench]:
    """Judges for one run; whatever the replies cost is recorded when it ends.

    Without a configured model, and once the day's money is spent, there is no judge.
    """
    found = Bench(may_ask and is_configured() and not _spent(workspace))
    try:
        yield found
    finally:
        if found.replies:
            record_judging(
                workspace=workspace,
                prompt_version=PROMPT_VERSION,
                replies=found.replies,
                prices=(settings.WARRANT_PRICE_IN, settings.WARRANT_PRICE_OUT),
                now=database_now(),
            )


def version_of(judge: ModelJudge | None) -> str:
    """Under which rules a text was checked.

    A judge that left a question open has no part in it, so that the text is judged
    when it is checked again.
    """
    if judge is None or not judge.answered:
        return RULES_VERSION
    return f"{RULES_VERSION} {PROMPT_VERSION} {settings.WARRANT_MODEL}"[:240]


def _spent(workspace: Workspace) -> bool:
    try:
        refuse_spent(workspace)
    except SpendReached:
        return True
    return False
