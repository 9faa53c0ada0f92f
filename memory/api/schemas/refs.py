"""Refs of a body: each names one thing, which is defined before it is used."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from memory.api.kinds import refuse
from memory.api.schemas.statement import AnySupport, Conclusion, NamedSupport


def check_conclusions(
    conclusions: Sequence[Conclusion], observations: frozenset[str] | None
) -> None:
    """Every named support is defined earlier in the same body.

    Without `observations` the episode's own are in the store, which judges them.
    """
    refuse_twice("conclusions", [each.ref for each in conclusions])
    earlier: set[str] = set()
    for position, conclusion in enumerate(conclusions):
        for number, support in enumerate(conclusion.supports):
            field = f"conclusions.{position}.supports.{number}"
            check_support(support, field, observations, earlier)
        if conclusion.ref:
            earlier.add(conclusion.ref)


def check_support(
    support: AnySupport,
    field: str,
    observations: frozenset[str] | None,
    conclusions: Iterable[str],
) -> None:
    """An observation is a ref of this body or an id; a conclusion is an earlier one."""
    if isinstance(support, NamedSupport):
        if support.conclusion is not None and support.conclusion not in conclusions:
            raise undefined(support.conclusion, f"{field}.conclusion")
        named, field = support.observation, f"{field}.observation"
    else:
        named = support
    if named is None or observations is None or named in observations:
        return
    if not is_id(named):
        raise undefined(named, field)


def is_id(text: str) -> bool:
    """Whether a text spells an id of the store."""
    try:
        UUID(text)
    except ValueError:
        return False
    return True


def refuse_twice(field: str, refs: Sequence[str | None]) -> None:
    """Refuse a ref that is given twice."""
    seen: set[str | None] = set()
    for position, ref in enumerate(refs):
        if ref is not None and ref in seen:
            raise refuse(
                "duplicate_ref", f"“{ref}” is given twice.", f"{field}.{position}.ref"
            )
        seen.add(ref)


def undefined(ref: str, field: str) -> Exception:
    """The error for a ref that nothing defines."""
    return refuse("undefined_ref", f"Nothing before is called “{ref}”.", field)
