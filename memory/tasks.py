"""Celery tasks: the doorbells of the queues that PostgreSQL keeps."""

from celery import shared_task
from celery.contrib.django.task import DjangoTask
from kombu.exceptions import OperationalError

from memory.actions.promote import promote
from memory.actions.refresh_review import refresh_review
from memory.actions.reply_once import forget_replies
from memory.jobs.beat import beat
from memory.jobs.deliver import tell_webhooks as tell_all
from memory.jobs.distil import drain
from memory.jobs.embed import embed_due
from memory.jobs.index_vectors import index_all
from memory.jobs.rounds import archive_whole, in_each, seal_whole, sweep_whole
from memory.queries.clock import database_now


@shared_task(base=DjangoTask)
def run_work() -> None:
    """Run work that is due; rings again when time ran out first."""
    beat("worker")
    if drain():
        ring()


@shared_task(base=DjangoTask)
def embed_texts() -> None:
    """Give vectors to texts that have none of the model in force."""
    embed_due()


# An index of a million vectors takes longer than other tasks may; a second message
# about it finds the workspace taken.
@shared_task(base=DjangoTask, soft_time_limit=6 * 3600, time_limit=6 * 3600 + 60)
def index_vectors() -> None:
    """Index the vectors of workspaces that have grown large."""
    index_all()


@shared_task(base=DjangoTask)
def promote_due() -> None:
    """Promote every claim whose lag has passed."""
    in_each(promote)


@shared_task(base=DjangoTask)
def sweep_all() -> None:
    """Record which claims fell and which stand again, where nothing is damaged."""
    in_each(sweep_whole)


@shared_task(base=DjangoTask)
def seal_logs() -> None:
    """Seal what every log has gained."""
    in_each(seal_whole)


@shared_task(base=DjangoTask)
def tell_webhooks() -> None:
    """Tell webhooks of what happened."""
    tell_all()


@shared_task(base=DjangoTask)
def refresh_queues() -> None:
    """Bring the order of the review queues up to date."""
    in_each(refresh_review)


@shared_task(base=DjangoTask)
def archive_old() -> None:
    """Archive the claims that have been retired for the stated age."""
    in_each(archive_whole)


@shared_task(base=DjangoTask)
def forget_old_replies() -> None:
    """Forget the replies under Idempotency-Keys that nobody sends again."""
    forget_replies(now=database_now())


def ring() -> None:
    """Tell the workers that there is work; without a broker the sweep finds it."""
    try:
        run_work.delay()
    except OperationalError:
        return
