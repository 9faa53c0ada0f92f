"""Destroys what the checks kept of words: texts, findings on them, digests."""

import os
from collections.abc import Iterable

from django.db.models import Q

from memory.models import (
    CheckedText,
    DecisionNote,
    DerivationText,
    Finding,
    ObservationText,
    Workspace,
)
from memory.rules.digest import text_digest
from memory.steps.finding_state import DECIDED
from memory.steps.traces import Traces

# A shorter text is looked for as a whole only, not inside of what was pasted.
WORTH_LOOKING = 12


def destroy_findings(workspace: Workspace, traces: Traces) -> int:
    """Empty whatever repeats the erased words, which must still be there; how many.

    Keeps true: what people decided stays and counts; no digest is left by which
    somebody could try out what the words were.
    """
    words = _words(traces)
    texts = CheckedText.objects.filter(
        _repeating(traces, words), workspace=workspace
    ).distinct()
    pks = sorted(texts.values_list("pk", flat=True))
    for row in (
        CheckedText.objects.select_for_update().filter(pk__in=pks).order_by("pk")
    ):
        row.text, row.digest = "", os.urandom(32)
        row.save(update_fields=["text", "digest"])
    emptied = dict.fromkeys(("quote", "reported", "computed", "message"), "")
    findings = Finding.objects.filter(text__in=pks)
    uids = [str(uid) for uid in findings.values_list("uid", flat=True)]
    DecisionNote.objects.filter(
        decision__workspace=workspace,
        decision__action__in=DECIDED,
        decision__after__finding__in=uids,
    ).update(text="", salt=None)
    findings.update(**emptied, tolerance="", rule="")
    return len(pks)


def _words(traces: Traces) -> list[str]:
    seen = ObservationText.objects.filter(pk__in=traces.observations)
    said = DerivationText.objects.filter(pk__in=traces.derivations)
    return [
        text
        for rows in (seen, said)
        for text in rows.exclude(text=None).values_list("text", flat=True)
        if text
    ]


def _repeating(traces: Traces, words: Iterable[str]) -> Q:
    digests = [text_digest(text) for text in words]
    found = Q(digest__in=digests)
    found |= Q(appearances__observation__in=traces.observations)
    found |= Q(appearances__claim__in=traces.claims)
    for text in words:
        if len(text) >= WORTH_LOOKING:
            found |= Q(text__contains=text)
    if traces.pattern:
        for name in ("text", "findings__quote", "findings__message"):
            found |= Q(**{f"{name}__iregex": traces.pattern})
    return found
