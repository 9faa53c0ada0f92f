"""Keeps what the checks found in texts, once, and what people made of it."""

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from memory.classifier.check import Report
from memory.classifier.finding import Finding as Found
from memory.models import (
    Action,
    Appearance,
    CheckedText,
    Decision,
    DerivationText,
    Episode,
    Finding,
    FindingState,
    Observation,
    ReviewItem,
    Workspace,
)
from memory.queries.findings import RULE, Mark, contradicting
from memory.rules.digest import text_digest
from memory.rules.refused import Refused

LONGEST_QUOTE = 500
LONGEST_WORDS = 2000
DECIDED = {
    Action.CONFIRM: FindingState.CONFIRMED,
    Action.DISMISS: FindingState.DISMISSED,
}


@dataclass(frozen=True)
class Checked:
    """What the checks made of a text under one version of the rules."""

    report: Report
    version: str


def keep(
    workspace: Workspace,
    checked: Mapping[str, Checked],
    now: datetime.datetime,
    *,
    words: bool = False,
) -> dict[str, CheckedText]:
    """Keep the findings on each text and give its row; `words` keeps the text too.

    Keeps true: a text is checked once under one version of the rules, whoever checks
    it how often; what people decided about a finding holds wherever the same words
    stand, under later rules too. Write it last: rows are taken in order of digest.
    """
    by_digest = {text_digest(text): text for text in checked}
    CheckedText.objects.bulk_create(
        [
            _text(workspace, digest, by_digest[digest], checked, words=words, now=now)
            for digest in sorted(by_digest)
        ],
        ignore_conflicts=True,
    )
    rows = CheckedText.objects.filter(workspace=workspace, digest__in=by_digest)
    kept = dict[str, CheckedText]()
    for row in rows.order_by("pk"):
        text = by_digest[bytes(row.digest)]
        if row.rules_version == checked[text].version:
            kept[text] = row
            _write(row, text, checked[text].report)
    return kept


def _write(row: CheckedText, text: str, report: Report) -> None:
    """Write a report, in the place of one that a time limit had ended early."""
    ended = report.complete and not row.complete
    if ended:
        row.complete, row.triggered = True, list(report.triggered)
        row.save(update_fields=["complete", "triggered"])
    write_findings(row, text, 0, report.findings, afresh=ended)


def _text(
    workspace: Workspace,
    digest: bytes,
    text: str,
    checked: Mapping[str, Checked],
    *,
    words: bool,
    now: datetime.datetime,
) -> CheckedText:
    report = checked[text].report
    return CheckedText(
        workspace=workspace,
        digest=digest,
        rules_version=checked[text].version,
        text=text if words else "",
        triggered=list(report.triggered),
        complete=report.complete,
        checked_at=now,
    )


def write_findings(
    row: CheckedText,
    text: str,
    start: int,
    found: Sequence[Found],
    *,
    first: int = 0,
    afresh: bool = False,
) -> None:
    """Write findings on `text`, which begins at `start` of the checked text.

    Their positions count from `first`; a position that is taken stays as it is, unless
    all are written `afresh`.
    """
    known = _decided(row)
    if afresh:
        Finding.objects.filter(text=row).delete()
    Finding.objects.bulk_create(
        [
            _row(row, text, start, each, first + place, known)
            for place, each in enumerate(found)
        ],
        ignore_conflicts=True,
    )


def _decided(row: CheckedText) -> dict[Mark, Finding]:
    """What was decided about the same words under other rules."""
    rows = Finding.objects.filter(
        workspace=row.workspace_id, text__digest=row.digest, decision__isnull=False
    )
    return {_mark(each): each for each in rows.order_by("decision")}


def _mark(row: Finding) -> Mark:
    return row.kind, row.rule, row.start, row.end


def _row(
    row: CheckedText,
    text: str,
    start: int,
    found: Found,
    position: int,
    known: Mapping[Mark, Finding],
) -> Finding:
    here, end = found.span
    new = Finding(
        workspace_id=row.workspace_id,
        text=row,
        position=position,
        kind=found.check,
        verdict=found.verdict,
        decided_by=found.decided_by,
        start=start + here,
        end=start + end,
        rule=found.rule[:RULE],
        quote=text[here:end][:LONGEST_QUOTE],
        reported=found.reported[:LONGEST_WORDS],
        computed=found.computed[:LONGEST_WORDS],
        tolerance=found.tolerance[:LONGEST_WORDS],
        message=found.message[:LONGEST_WORDS],
    )
    before = known.get(_mark(new))
    if before is not None and found.is_alarm:
        new.state, new.decision_id = before.state, before.decision_id
    return new


def keep_of_episode(
    episode: Episode,
    derivations: Collection[int],
    checked: Mapping[str, Checked],
    now: datetime.datetime,
) -> None:
    """Keep what was found in an episode's words and in the wording of its claims."""
    if not checked:
        return
    kept = keep(episode.workspace, checked, now)
    seen = Observation.objects.filter(episode=episode, words__text__in=kept)
    worded = DerivationText.objects.filter(derivation__in=derivations, text__in=kept)
    claims = list(worded.values_list("text", "derivation__claim"))
    Appearance.objects.bulk_create(
        [
            *(
                Appearance(
                    workspace=episode.workspace, text=kept[text], observation_id=pk
                )
                for text, pk in seen.values_list("words__text", "pk").order_by("pk")
                if text is not None
            ),
            *(
                Appearance(workspace=episode.workspace, text=kept[text], claim_id=pk)
                for text, pk in sorted(set(claims), key=lambda pair: pair[1])
                if text is not None
            ),
        ],
        ignore_conflicts=True,
    )
    weigh_contradictions({pk for _, pk in claims})


def weigh_contradictions(claims: Iterable[int]) -> None:
    """Put claims first in the review queue whose wording is contradicted, no others."""
    of_claim = contradicting().filter(text__appearances__claim=OuterRef("pk"))
    items = ReviewItem.objects.filter(claim__in=claims)
    locked = items.select_for_update().order_by("claim_id").values_list("claim_id")
    ReviewItem.objects.filter(claim__in=[pk for (pk,) in locked]).update(
        contradicted=Exists(of_claim)
    )


def settle(row: Finding, state: str, decision: Decision | None) -> None:
    """Set what people made of a finding, wherever its text was checked."""
    same = Finding.objects.filter(
        workspace=row.workspace_id,
        text__digest=row.text.digest,
        kind=row.kind,
        rule=row.rule,
        start=row.start,
        end=row.end,
        verdict=row.verdict,
    )
    pks = list(same.values_list("pk", flat=True))
    Finding.objects.filter(pk__in=pks).update(state=state, decision=decision)
    standing = Appearance.objects.filter(text__findings__in=pks, claim__isnull=False)
    weigh_contradictions(set(standing.values_list("claim", flat=True)))


def take_back(written: Decision, undone: Decision) -> None:
    """Bring a finding back to what it was before a decision about it."""
    if undone.action not in DECIDED:
        return
    row = Finding.objects.select_related("text").filter(decision=undone).first()
    if row is None:
        raise Refused(
            "later_decisions", "Something was decided about the same finding since."
        )
    before = undone.before["state"]
    settle(row, before, None if before == FindingState.OPEN else written)
