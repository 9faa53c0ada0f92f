"""Judges candidates by everything that the store knows of what they name."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.models import Episode, Workspace
from memory.rules.candidate import Candidate
from memory.rules.validation import Accepted, Rejection, validate
from memory.steps.echoes import Echoes, find_echoes
from memory.steps.known import gather, refused_among


@dataclass(frozen=True)
class Judged:
    """What may enter, what may not, and what repeats the gate."""

    accepted: Sequence[Accepted]
    rejected: Sequence[Rejection]
    echoes: Echoes


def judge(
    workspace: Workspace,
    episode: Episode,
    candidates: Sequence[Candidate],
    *,
    guarded: bool = False,
) -> Judged:
    """Pass candidates through the validator, with what only their uids can tell.

    Keeps true: what a person refused stays refused, and what the gate told is no
    evidence for the same claim.
    """
    known = gather(workspace, episode, candidates)
    accepted, rejected = validate(candidates, known, guarded=guarded)
    refused = refused_among(workspace, {each.uid for each in accepted})
    echoes = find_echoes(episode, accepted)
    if refused or echoes.refused:
        known = replace(known, refused=refused, echoes=echoes.reasons)
        accepted, rejected = validate(candidates, known, guarded=guarded)
    return Judged(accepted, rejected, echoes)
