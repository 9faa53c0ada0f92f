"""Sentences the rules were developed on, each with one wrong and one right number.

They keep the readers from forgetting; how well the readers generalise is measured by
the benchmark on other sentences.
"""

import re
from pathlib import Path

import pytest

from memory.classifier.check import check_text

CHOICE = re.compile(r"\{([^|{}]*)\|([^|{}]*)\}")
LINES = (Path(__file__).parent / "sentences.tsv").read_text("utf-8").splitlines()


@pytest.mark.parametrize("line", LINES)
def test_the_wrong_number_is_flagged_and_the_right_one_is_not(line: str) -> None:
    check, text = line.split("\t")
    wrong, right = CHOICE.sub(r"\1", text), CHOICE.sub(r"\2", text)
    assert check in {f.check for f in check_text(wrong).alarms()}
    assert check_text(right).alarms() == ()
