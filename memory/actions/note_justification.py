"""Note that a claim's justification was asked for."""

import datetime

from django.db import transaction

from memory.models import Claim
from memory.steps.events import tell


@transaction.atomic(durable=True)
def note_justification(*, claim: Claim, given: bool, now: datetime.datetime) -> None:
    """Keep whether it was given or withheld; the share withheld is a health figure."""
    kind = "justified" if given else "justification_withheld"
    tell(claim.workspace, kind, [claim.pk], now)
