"""Environment values are read as typed, or refused by name with what would be right."""

from collections.abc import Callable
from pathlib import Path

import pytest

from config import env


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    return lambda value: monkeypatch.setenv("VALUE", value)


@pytest.mark.parametrize("word", ["1", "true", "YES", " on "])
def test_a_flag_is_on(given: Callable[[str], None], word: str) -> None:
    given(word)
    assert env.flag("VALUE") is True


@pytest.mark.parametrize("word", ["0", "False", "no", "off"])
def test_a_flag_is_off(given: Callable[[str], None], word: str) -> None:
    given(word)
    assert env.flag("VALUE", True) is False


def test_an_empty_value_counts_as_unset(given: Callable[[str], None]) -> None:
    given("  ")
    assert env.text("VALUE", "x") == "x"
    assert env.flag("VALUE", True) is True
    assert env.number("VALUE", 7, 1, 9) == 7
    assert env.url("VALUE", ("redis",), "redis://a") == "redis://a"
    assert env.folder("VALUE", Path("/a")) == Path("/a")


@pytest.mark.parametrize(("value", "read"), [("1", 1), ("65535", 65535), ("007", 7)])
def test_a_number_within_its_bounds(
    given: Callable[[str], None], value: str, read: int
) -> None:
    given(value)
    assert env.number("VALUE", 8000, 1, 65535) == read


@pytest.mark.parametrize(
    "value", ["0", "65536", "-1", "1.5", "8e3", "abc", "٣", "1_000", "9" * 5000]
)
def test_a_number_out_of_bounds_is_refused(
    given: Callable[[str], None], value: str
) -> None:
    given(value)
    with pytest.raises(env.BadSetting, match=r"VALUE .* whole number from 1 to 65535"):
        env.number("VALUE", 8000, 1, 65535)


def test_names_are_split_at_commas(given: Callable[[str], None]) -> None:
    given("a.example, b.example,,")
    assert env.names("VALUE") == ["a.example", "b.example"]


@pytest.mark.parametrize(
    "value", ["redis://h:6379/0", "unix:///run/v.sock", "redis://:secret@[::1]:1/0"]
)
def test_an_address_is_kept_as_given(given: Callable[[str], None], value: str) -> None:
    given(value)
    assert env.url("VALUE", ("redis", "unix")) == value


@pytest.mark.parametrize(
    "value",
    ["localhost:6379", "http://h", "redis://", "redis://:pw@h:99999", "redis://h:x"],
)
def test_a_malformed_address_is_refused_without_repeating_it(
    given: Callable[[str], None], value: str
) -> None:
    given(value)
    with pytest.raises(env.BadSetting) as refused:
        env.url("VALUE", ("redis",))
    assert "VALUE is malformed" in str(refused.value)
    assert "redis://" in str(refused.value)
    assert "pw" not in str(refused.value)


def test_a_choice_is_one_of_the_allowed(given: Callable[[str], None]) -> None:
    given("info")
    assert env.choice("VALUE", ("DEBUG", "INFO"), "DEBUG") == "INFO"
    given("loud")
    with pytest.raises(env.BadSetting, match="one of DEBUG, INFO"):
        env.choice("VALUE", ("DEBUG", "INFO"), "DEBUG")


def test_a_file_is_no_folder(given: Callable[[str], None], tmp_path: Path) -> None:
    (tmp_path / "var").write_text("")
    given(str(tmp_path / "var"))
    with pytest.raises(env.BadSetting, match="a file of that name"):
        env.folder("VALUE", Path("var"))
