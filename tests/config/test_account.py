"""The servers' folders are private, and nobody else's are taken."""

import os
from pathlib import Path

import pytest

from config.account import blocked, own


def test_a_folder_is_made_private(tmp_path: Path) -> None:
    assert own(tmp_path / "a").stat().st_mode & 0o777 == 0o700
    assert own(tmp_path / "a") == tmp_path / "a"


def test_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(SystemExit, match="does not belong"):
        own(tmp_path / "link")


def test_a_folder_that_others_may_write_is_refused(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    os.chmod(tmp_path / "open", 0o777)
    with pytest.raises(SystemExit, match="does not belong"):
        own(tmp_path / "open")


def test_a_closed_parent_blocks(tmp_path: Path) -> None:
    (tmp_path / "closed" / "in").mkdir(parents=True)
    for parent in (tmp_path, *tmp_path.parents[:-2]):
        os.chmod(parent, 0o755)
    assert not blocked([tmp_path / "closed" / "in"])
    os.chmod(tmp_path / "closed", 0o700)
    assert blocked([tmp_path / "closed" / "in"])
