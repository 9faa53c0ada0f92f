"""Windows: all of an episode is shown, in order, and neighbours together."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from memory.distillers.llm.windows import windows

TEXTS = st.lists(st.text("ab ", max_size=60), max_size=12)


def test_a_short_episode_is_one_window() -> None:
    [window] = windows(["one", "two"], 100)
    assert [(piece.label, piece.text) for piece in window] == [
        ("o1", "one"),
        ("o2", "two"),
    ]


def test_the_end_of_a_window_begins_the_next() -> None:
    found = windows(["a" * 50, "b" * 40, "c" * 8, "d" * 60], 100)
    assert [[piece.label for piece in window] for window in found] == [
        ["o1", "o2", "o3"],
        ["o3", "o4"],
    ]


def test_a_long_text_is_cut_at_a_space_with_an_overlap() -> None:
    text = "word " * 40
    found = [piece.text for window in windows([text], 80) for piece in window]
    assert all(len(run) <= 80 for run in found)
    assert found[0] == ("word " * 16).rstrip()
    assert covered(text, found)
    assert {piece.label for window in windows([text], 80) for piece in window} == {"o1"}


@given(TEXTS, st.integers(16, 64))
def test_nothing_is_left_out_and_nothing_is_too_long(
    texts: list[str], size: int
) -> None:
    found = windows(texts, size)
    for window in found:
        assert sum(len(piece.text) for piece in window) <= size
    for number, text in enumerate(texts, start=1):
        runs = [p.text for w in found for p in w if p.label == f"o{number}"]
        assert covered(text, runs)


@given(TEXTS, st.integers(16, 64))
def test_small_neighbours_are_seen_together(texts: list[str], size: int) -> None:
    found = [{piece.label for piece in window} for window in windows(texts, size)]
    for number, (one, two) in enumerate(itertools.pairwise(texts), start=1):
        small = len(one) <= size // 8 and len(one) + len(two) <= size
        if small and one.strip() and two.strip():
            assert any({f"o{number}", f"o{number + 1}"} <= seen for seen in found)


def covered(text: str, runs: list[str]) -> bool:
    """Whether runs, laid end to end with overlaps, give the whole text."""
    reached = 0
    for run in runs:
        at = max(text.rfind(run, 0, reached + len(run)), text.find(run))
        if at > reached:
            return False
        reached = max(reached, at + len(run))
    return reached == len(text) or not text.strip()
