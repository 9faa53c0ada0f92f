// The drawing of a provenance on a canvas; the server has placed every node.
import cytoscape from "../vendor/cytoscape.esm.min.mjs";

const OBSERVATION = "-1 -1  1 -1  1 1  -0.87 1  -1 0.62";
const SOURCE = "-1 -1  0.87 -1  1 -0.62  1 1  -1 1";
const SHAPES = { claim: "round-rectangle", observation: "polygon", source: "polygon" };
const symbols = new Map();

// A token's colour as the page shows it now, in the theme that is on.
function ink(name) {
  const probe = document.createElement("i");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

async function loadShapes(url) {
  if (symbols.size) return;
  const text = await (await fetch(url)).text();
  const file = new DOMParser().parseFromString(text, "image/svg+xml");
  for (const symbol of file.querySelectorAll("symbol")) {
    symbols.set(symbol.id, symbol.innerHTML);
  }
}

function mark(tone, color) {
  const body = (symbols.get(tone) ?? "").replaceAll(' xmlns="http://www.w3.org/2000/svg"', "");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 16 16" fill="${color}" color="${color}">${body}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function elements({ nodes, edges, stubs }) {
  const links = edges.map(({ upper, lower, live }) => ({ data: { source: upper, target: lower }, classes: live ? "" : "dead" }));
  for (const { id, claim, down } of stubs) {
    links.push({ data: down ? { source: id, target: claim } : { source: claim, target: id } });
  }
  const boxes = nodes.map(({ x, y, lines, detail, ...data }) => ({
    data: { ...data, label: [...lines, detail].join("\n") },
    position: { x, y },
    classes: data.root ? "root" : "",
  }));
  const folded = stubs.map(({ id, text, x, y }) => ({ data: { id, label: text }, position: { x, y }, classes: "stub" }));
  return [...boxes, ...folded, ...links];
}

function style([width, height]) {
  const colour = Object.fromEntries(["paper", "ink", "ink-soft", "line", "accent", "accent-wash"].map((name) => [name, ink(name)]));
  return [
    { selector: "node", style: {
      shape: (node) => SHAPES[node.data("kind")] ?? "round-rectangle",
      "shape-polygon-points": (node) => (node.data("kind") === "source" ? SOURCE : OBSERVATION),
      width, height, label: "data(label)", color: colour.ink, "font-size": 12,
      "font-family": getComputedStyle(document.body).fontFamily,
      "text-wrap": "wrap", "text-valign": "center", "text-margin-x": 10, "line-height": 1.25,
      "background-color": colour.paper, "border-width": 1.5, "border-color": (node) => ink(node.data("ink") ?? "line"),
      "min-zoomed-font-size": 5 } },
    { selector: "node[tone]", style: {
      "background-image": (node) => mark(node.data("tone"), ink(node.data("ink"))),
      "background-width": 16, "background-height": 16, "background-position-x": 8, "background-position-y": "50%", "background-clip": "none" } },
    { selector: ".stub", style: { height: 36, color: colour["ink-soft"], "background-opacity": 0, "border-style": "dashed", "text-margin-x": 0 } },
    { selector: ".root", style: { "border-width": 3, "border-color": colour.ink } },
    { selector: "node:selected", style: { "background-color": colour["accent-wash"], "border-color": colour.accent, "border-width": 3 } },
    { selector: "edge", style: { width: 1.5, "line-color": colour.line, "curve-style": "bezier", events: "no" } },
    { selector: "edge.dead", style: { "line-style": "dashed" } },
    { selector: "core", style: { "active-bg-opacity": 0 } },
  ];
}

export async function draw(container, picture, chosen) {
  await loadShapes(container.dataset.shapes);
  const cy = cytoscape({
    container, elements: elements(picture), style: style(picture.size),
    layout: { name: "preset" }, minZoom: 0.05, maxZoom: 2.5,
    autoungrabify: true, boxSelectionEnabled: false, selectionType: "single",
    hideEdgesOnViewport: picture.nodes.length > 100, pixelRatio: "auto",
  });
  cy.edges().unselectify();
  cy.on("tap", "node", (event) => chosen(event.target.id()));
  fit(cy);
  return cy;
}

// Small drawings stay at their size; large ones open at the claim, readable.
export function fit(cy) {
  cy.fit(undefined, 16);
  if (cy.zoom() > 1) cy.zoom(1);
  cy.center();
}

export function zoom(cy, factor) {
  const renderedPosition = { x: cy.width() / 2, y: cy.height() / 2 };
  cy.zoom({ level: cy.zoom() * factor, renderedPosition });
}

export function restyle(cy, picture) {
  cy.style(style(picture.size));
}

export function show(cy, id) {
  const node = cy.getElementById(id);
  if (node.empty()) return;
  cy.nodes().unselect();
  node.select();
  const { x1, y1, x2, y2 } = cy.extent();
  const { x, y } = node.position();
  if (x < x1 || x > x2 || y < y1 || y > y2) cy.center(node);
}
