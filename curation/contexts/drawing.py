"""The drawing of a provenance: the same boxes for the canvas and for an SVG file."""

import textwrap
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from django.conf import settings

from curation.contexts.provenance_lines import Line
from curation.contexts.provenance_tree import Folded
from curation.templatetags.look import score
from memory.queries.provenance_view import Key, Provenance

WIDE, HIGH = 208, 72
MARGIN = 24
SVG = "http://www.w3.org/2000/svg"
# The light colours of the design tokens; a file has no sheet to look them up in.
INK = {
    "paper": "#fff", "desk": "#f5f5f1", "line": "#7f8178", "ink": "#1a1c19",
    "ink-soft": "#474a44", "admissible": "#17643a", "quarantined": "#4d5566",
    "disputed": "#914209", "unverified": "#664193", "superseded": "#115f6a",
    "retired": "#595c56", "lost": "#a51e1e",
}  # fmt: skip
TONES = {"vetted": "admissible", "unvetted": "ink-soft", "resolves": "ink-soft"}


def picture(
    found: Provenance, lines: Mapping[Key, Line], stubs: Sequence[Folded]
) -> dict[str, Any]:
    """What the canvas draws, as plain data; places are the middles of boxes."""
    return {
        "size": [WIDE, HIGH],
        "nodes": [_box(lines[node.key]) for node in found.nodes],
        "edges": [
            {
                "upper": str(found.by_key[link.upper].uid),
                "lower": str(found.by_key[link.lower].uid),
                "live": link.live,
            }
            for link in found.links
        ],
        "stubs": [
            {
                "id": folded.name,
                "claim": str(stub.opening.claim),
                "down": stub.opening.side == "down",
                "text": folded.text,
                "x": stub.x,
                "y": stub.y,
            }
            for stub, folded in zip(found.stubs, stubs, strict=True)
        ],
    }


def _box(line: Line) -> dict[str, Any]:
    node = line.node
    words = [node.kind, "no live evidence" if line.fallen else line.word.lower()]
    if node.confidence is not None:
        words.append(score(node.confidence))
    if node.kind == "source":
        words.append(f"{node.observations} read")
    return {
        "id": str(node.uid),
        "kind": node.kind,
        "lines": textwrap.wrap(node.label, 26, max_lines=2, placeholder="…"),
        "detail": ", ".join(words),
        "tone": "lost" if line.fallen else line.tone,
        "ink": _ink("lost" if line.fallen else line.tone),
        "root": node.at.side == "root",
        "x": node.at.x,
        "y": node.at.y,
    }


def _ink(tone: str) -> str:
    return TONES.get(tone, tone)


def svg(drawn: Mapping[str, Any], name: str) -> str:
    """A file that stands alone: boxes, links and shapes, with the name as its title."""
    boxes = [*drawn["nodes"], *drawn["stubs"]]
    left = min(box["x"] for box in boxes) - WIDE // 2 - MARGIN
    top = min(box["y"] for box in boxes) - HIGH // 2 - MARGIN
    right = max(box["x"] for box in boxes) + WIDE // 2 + MARGIN
    low = max(box["y"] for box in boxes) + HIGH // 2 + MARGIN
    view = f"{left} {top} {right - left} {low - top}"
    root = ET.Element("svg", {"xmlns": SVG, "viewBox": view, "role": "img",
                              "width": str(right - left), "height": str(low - top),
                              "font-family": "system-ui, sans-serif"})  # fmt: skip
    ET.SubElement(root, "title").text = name
    tones = {box["tone"] for box in drawn["nodes"]}
    ET.SubElement(root, "defs").extend(_shapes()[tone] for tone in sorted(tones))
    ET.SubElement(root, "rect", {"x": str(left), "y": str(top), "width": "100%",
                                 "height": "100%", "fill": INK["desk"]})  # fmt: skip
    at = {box["id"]: (box["x"], box["y"]) for box in boxes}
    for edge in drawn["edges"]:
        _edge(root, at[edge["upper"]], at[edge["lower"]], dashed=not edge["live"])
    for stub in drawn["stubs"]:
        ends = [at[stub["claim"]], at[stub["id"]]]
        _edge(root, *(ends[::-1] if stub["down"] else ends), dashed=False)
        _stub(root, stub)
    for box in drawn["nodes"]:
        _node(root, box)
    return ET.tostring(root, encoding="unicode")


@cache
def _shapes() -> dict[str, ET.Element]:
    file = Path(settings.BASE_DIR, "static", "shapes.svg")
    found = ET.parse(file).getroot().iter(f"{{{SVG}}}symbol")
    return {_plain(each).attrib["id"]: each for each in found}


def _plain(symbol: ET.Element) -> ET.Element:
    """The symbol with bare names, which the file's one namespace covers."""
    for each in symbol.iter():
        each.tag = each.tag.removeprefix(f"{{{SVG}}}")
    return symbol


def _edge(
    root: ET.Element, upper: tuple[int, int], lower: tuple[int, int], *, dashed: bool
) -> None:
    start, end = upper[1] + HIGH // 2, lower[1] - HIGH // 2
    bend = (start + end) // 2
    path = f"M{upper[0]} {start}C{upper[0]} {bend} {lower[0]} {bend} {lower[0]} {end}"
    line = {"d": path, "fill": "none", "stroke": INK["line"], "stroke-width": "1.5"}
    ET.SubElement(root, "path", line | ({"stroke-dasharray": "5 4"} if dashed else {}))


def _node(root: ET.Element, box: Mapping[str, Any]) -> None:
    ink = INK[box["ink"]]
    edge = ("3", INK["ink"]) if box["root"] else ("1.5", ink)
    look = {"fill": INK["paper"], "stroke-width": edge[0], "stroke": edge[1]}
    path = {"d": outline(box["kind"], box["x"], box["y"])}
    ET.SubElement(root, "path", path | look)
    top = box["y"] + 4 - (len(box["lines"]) * 17) // 2
    for place, text in enumerate([*box["lines"], box["detail"]]):
        detail = place == len(box["lines"])
        _text(root, text, box["x"] + 12, top + place * 17, detail=detail)
    ET.SubElement(root, "use", {"href": f"#{box['tone']}", "x": str(box["x"] - 97),
                                 "y": str(box["y"] - 8), "width": "16", "height": "16",
                                 "fill": ink, "color": ink})  # fmt: skip


def _stub(root: ET.Element, stub: Mapping[str, Any]) -> None:
    box = {"x": str(stub["x"] - WIDE // 2), "y": str(stub["y"] - 18),
           "width": str(WIDE), "height": "36", "rx": "6"}  # fmt: skip
    look = {"fill": "none", "stroke": INK["line"], "stroke-dasharray": "3 3"}
    ET.SubElement(root, "rect", box | look)
    _text(root, stub["text"], stub["x"], stub["y"] + 4, detail=True)


def _text(root: ET.Element, text: str, x: int, y: int, *, detail: bool) -> None:
    look = {"font-size": "11", "fill": INK["ink-soft"]} if detail else {
        "font-size": "12", "font-weight": "600", "fill": INK["ink"]}  # fmt: skip
    at = {"x": str(x), "y": str(y), "text-anchor": "middle"}
    ET.SubElement(root, "text", at | look).text = text


def outline(kind: str, x: int, y: int) -> str:
    """A rounded claim; a source with a high corner cut, an observation with a low."""
    left, right = x - WIDE // 2, x + WIDE // 2
    top, low = y - HIGH // 2, y + HIGH // 2
    if kind == "source":
        return f"M{left} {top}H{right - 14}L{right} {top + 14}V{low}H{left}Z"
    if kind == "observation":
        return f"M{left} {top}H{right}V{low}H{left + 14}L{left} {low - 14}Z"
    corner = "a8 8 0 0 1"
    return (f"M{left + 8} {top}H{right - 8}{corner} 8 8V{low - 8}{corner} -8 8"
            f"H{left + 8}{corner} -8 -8V{top + 8}{corner} 8 -8Z")  # fmt: skip
