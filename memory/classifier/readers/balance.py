"""Stocks: what was there, what came and went, and what is there then."""

import re
from collections.abc import Iterator

from memory.classifier.readers.cues import EACH
from memory.classifier.readers.total import summable
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence

_CAME = re.compile(
    r"\b(?:admitted|join(?:ed|s)?|arriv(?:ed|es|als?)|hired|hires|added|adds|received"
    r"|receives|bought|buys|gain(?:ed|s)?|deposit(?:ed|s)?|delivered|born|births|boarded"
    r"|board|got on|get on|won|earned|took on|recruit(?:ed|s)|enrolled|checked in"
    r"|newcomers?|transferred in|planted|hatched|moved in|new)\b",
    re.I,
)
_WENT = re.compile(
    r"\b(?:discharged|left|leave|quit|sold|sells|lost|los(?:es|ses)|spent|spends|died"
    r"|deaths|withdr(?:ew|awn)|depart(?:ed|ures?)|got off|get off|alighted|retired"
    r"|resign(?:ed|ations)|shipped|used|removed|scrapped|gave|gives away|donated|ate"
    r"|dropped out|cancelled|fired|dismissed|checked out|consumed|handed out|wrote off"
    r"|written off|moved out|transferred out|sank|felled|stolen|paid out)\b",
    re.I,
)
_STARTS = re.compile(
    r"\b(?:start(?:ed|s|ing)?|beg[ai]n(?:s|ning)?|open(?:ed|s)?|stood|stands?|had|has"
    r"|have|held|holds|carried|carries|with|were|was|from)\b[^.;]{0,40}$",
    re.I,
)
_ENDS = re.compile(
    r"\b(?:leav(?:es|ing)|clos(?:ed|es|ing)|end(?:ed|s|ing)?|finish(?:ed|es|ing)?|now"
    r"|so|then|remain(?:s|ing|ed)?|balance|makes?|making|total|brings?|bringing"
    r"|stands?|stood)\b[^.;]{0,40}$",
    re.I,
)


def _sign(s: Sentence, i: int) -> int:
    """1 for what came, -1 for what went, 0 where the words say neither or both."""
    before, after = s.before(i)[-30:], s.after(i)[:24]
    came = _CAME.search(before) or _CAME.search(after)
    went = _WENT.search(before) or _WENT.search(after)
    if came and went:
        near = [bool(p.search(after.split(",")[0])) for p in (_CAME, _WENT)]
        nouned = s.quantities[i].noun != ""
        if nouned and near[0] != near[1]:
            return 1 if near[0] else -1
        near = [bool(p.search(before)) for p in (_CAME, _WENT)]
        return (near[0] - near[1]) if near[0] != near[1] else 0
    return bool(came) - bool(went)


def read(s: Sentence) -> Iterator[Relation]:
    """ "started with 48, admitted 17 and discharged 22, leaving 43"."""
    last = len(s.quantities) - 1
    if not 3 <= last <= 6 or not summable(s, 0, last, last) or EACH.search(s.text):
        return
    if not (_STARTS.search(s.before(0)) and _ENDS.search(s.before(last))):
        return
    signs = tuple(_sign(s, i) for i in range(1, last))
    if all(signs) and len(set(signs)) == 2:
        yield Relation("balance", tuple(range(last)), last, signs=(1, *signs))
