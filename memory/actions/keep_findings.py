"""Keep what the checks found in a pasted text."""

import datetime

from django.db import transaction

from memory.models import Actor, CheckedText, Workspace
from memory.steps.findings import Checked, keep


@transaction.atomic(durable=True)
def keep_findings(
    *,
    workspace: Workspace,
    text: str,
    checked: Checked,
    by: Actor,
    now: datetime.datetime,
) -> CheckedText:
    """Keep the text with its findings; the same text again is the same row.

    Keeps true: what was decided about a finding holds when its text is pasted again.
    """
    row = keep(workspace, {text: checked}, now, words=True)[text]
    if not row.text:
        # It was met in the log before; from now on it can be looked at as a whole.
        row.text = text
        row.save(update_fields=["text"])
    return row
