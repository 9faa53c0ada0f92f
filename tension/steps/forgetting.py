"""Destroys the words of tensions that came from what is erased."""

from collections.abc import Collection

from django.db.models import Q

from memory.models import Residue
from tension.models import Anchor, EntryNote, Origin, Tension


def forget(
    workspace: int,
    *,
    nodes: Collection[int],
    claims: Collection[int],
    observations: Collection[int],
    pattern: str,
) -> int:
    """Empty statements and notes; gives how many tensions lost some.

    Those that hang on erased nodes and claims, those whose residue was erased just
    now or came from the observations, and all that name the node.
    """
    here = Tension.objects.filter(workspace=workspace)
    gone = Anchor.objects.filter(Q(node__in=nodes) | Q(claim__in=claims))
    emptied = Residue.objects.filter(workspace=workspace, text="").values("uid")
    drawn = Residue.objects.filter(observation__in=observations).values("uid")
    found = Q(pk__in=gone.values("tension"))
    found |= Q(origin=Origin.RESIDUE, origin_uid__in=emptied)
    found |= Q(origin=Origin.RESIDUE, origin_uid__in=drawn)
    notes = Q(entry__tension__in=here.filter(found).values("pk"))
    if pattern:
        named = Q(statement__iregex=pattern) | Q(why__iregex=pattern)
        notes |= Q(entry__workspace=workspace, text__iregex=pattern)
        found |= named
    pks = list(here.filter(found).values_list("pk", flat=True))
    texts = EntryNote.objects.filter(notes)
    EntryNote.objects.filter(pk__in=list(texts.values_list("pk", flat=True))).update(
        text=""
    )
    return here.filter(pk__in=pks).exclude(statement="").update(statement="", why="")
