"""Lends the checks a judge: a model that is asked little, counted, and paid for."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.conf import settings
from pydantic import BaseModel

from memory.classifier.check import RULES_VERSION
from memory.jobs.asking import counted, is_spent, paid
from memory.judging.judge import ModelJudge
from memory.judging.prompt import PROMPT_VERSION
from memory.llm import Message, ModelFailed, Reply, is_configured
from memory.models import Workspace

# What one run of the checks may ask, however long its texts are.
MOST_QUESTIONS = 12
# In seconds: all the time that one run may wait for the model.
SECONDS = 12.0


@dataclass
class Bench:
    """Judges for the texts of one run, which share its questions and its time."""

    may_ask: bool
    replies: list[Reply]
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
    asks = may_ask and is_configured() and not is_spent(workspace)
    with paid(workspace, PROMPT_VERSION) as replies:
        yield Bench(asks, replies)


def version_of(judge: ModelJudge | None) -> str:
    """Under which rules a text was checked.

    A judge that left a question open has no part in it, so that the text is judged
    when it is checked again.
    """
    if judge is None or not judge.answered:
        return RULES_VERSION
    return f"{RULES_VERSION} {PROMPT_VERSION} {settings.WARRANT_MODEL}"[:240]
