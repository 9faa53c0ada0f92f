"""Keeps what the checks found in texts, once, and what people made of it."""

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F

from memory.classifier.check import Report
from memory.classifier.finding import Finding as Found
from memory.models import (
    Appearance,
    CheckedText,
    DerivationText,
    Episode,
    Finding,
    Observation,
    Workspace,
)
from memory.queries.finding import LONGEST_QUOTE, RULE, Mark, mark_of_row
from memory.rules.digest import text_digest
from memory.steps.finding_state import weigh_contradictions

LONGEST_WORDS = 2000


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
    known = _decided(workspace.pk, by_digest)
    kept, found = dict[str, CheckedText](), list[Finding]()
    for row in rows.order_by("pk"):
        text = by_digest[bytes(row.digest)]
        if row.rules_version == checked[text].version:
            kept[text] = row
            report = checked[text].report
            _complete(row, report)
            found += _rows(row, text, 0, report.findings, 0, known)
    Finding.objects.bulk_create(found, ignore_conflicts=True)
    return kept


def _complete(row: CheckedText, report: Report) -> None:
    """Make room for a report, in the place of one that a time limit had ended early."""
    if report.complete and not row.complete:
        row.complete, row.triggered = True, list(report.triggered)
        row.save(update_fields=["complete", "triggered"])
        Finding.objects.filter(text=row).delete()


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
    row: CheckedText, text: str, start: int, found: Sequence[Found], *, first: int = 0
) -> None:
    """Write findings on `text`, which begins at `start` of the checked text.

    Their positions count from `first`; a position that is taken stays as it is.
    """
    known = _decided(row.workspace_id, [bytes(row.digest)])
    Finding.objects.bulk_create(
        _rows(row, text, start, found, first, known), ignore_conflicts=True
    )


def _rows(
    row: CheckedText,
    text: str,
    start: int,
    found: Sequence[Found],
    first: int,
    known: Mapping[tuple[bytes, Mark], Finding],
) -> list[Finding]:
    places = enumerate(found, first)
    return [_row(row, text, start, each, place, known) for place, each in places]


def _decided(
    workspace: int, digests: Collection[bytes]
) -> dict[tuple[bytes, Mark], Finding]:
    """What was decided about the same words under other rules."""
    rows = Finding.objects.filter(
        workspace=workspace, text__digest__in=list(digests), decision__isnull=False
    ).annotate(digest=F("text__digest"))
    return {
        (bytes(each.digest), mark_of_row(each)): each
        for each in rows.order_by("decision")
    }


def _row(
    row: CheckedText,
    text: str,
    start: int,
    found: Found,
    position: int,
    known: Mapping[tuple[bytes, Mark], Finding],
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
    before = known.get((bytes(row.digest), mark_of_row(new)))
    if before is not None and found.is_alarm:
        new.state, new.decision_id = before.state, before.decision_id
    return new


def keep_of_episode(
    episode: Episode, checked: Mapping[str, Checked], now: datetime.datetime
) -> None:
    """Keep what was found in an episode's words and in the wording of its claims."""
    if not checked:
        return
    seen = Observation.objects.filter(episode=episode, words__text__in=list(checked))
    worded = DerivationText.objects.filter(
        derivation__episode=episode, text__in=list(checked)
    )
    observations = _standing(seen.values_list("words__text", "pk"))
    claims = _standing(worded.values_list("text", "derivation__claim"))
    standing = {text for text, _ in [*observations, *claims]}
    kept = keep(episode.workspace, {x: checked[x] for x in standing}, now)
    Appearance.objects.bulk_create(
        [
            *(_appearance(kept[text], observation_id=pk) for text, pk in observations),
            *(_appearance(kept[text], claim_id=pk) for text, pk in claims),
        ],
        ignore_conflicts=True,
    )
    weigh_contradictions({pk for _, pk in claims})


def _standing(pairs: Iterable[tuple[str | None, int]]) -> list[tuple[str, int]]:
    """Texts with the ids of what they stand in, each pair once and in order of id."""
    once = {(text, pk) for text, pk in pairs if text is not None}
    return sorted(once, key=lambda pair: pair[1])


def _appearance(text: CheckedText, **place: int) -> Appearance:
    return Appearance(workspace_id=text.workspace_id, text=text, **place)
