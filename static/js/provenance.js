// The provenance page: one selection over the tree and the drawing.
import { draw, fit, restyle, show, zoom } from "./drawing.js";
import { enter, ready } from "./treegrid.js";

let cy = null;
let picture = null;
let opener = null;

const rowOf = (id) => document.getElementById(`t-${id}`);

function select(id, { focus = false } = {}) {
  const row = rowOf(id);
  if (!row?.dataset.node) return;
  for (const each of document.querySelectorAll('[role="treegrid"] [aria-selected="true"]')) each.ariaSelected = "false";
  row.ariaSelected = "true";
  enter(row, { focus });
  if (cy) show(cy, id);
  history.replaceState(history.state, "", `#t-${id}`);
}

// In the drawing a stub opens what it stands for; a node is selected in both.
function chosen(id) {
  const stub = document.getElementById(`open-${id}`);
  if (stub) stub.click();
  else select(id, { focus: true });
}

async function start() {
  // Without an id: what the canvas puts on it is not carried into the next one.
  const container = document.querySelector("div.canvas");
  if (!container || container.dataset.drawn) return;
  container.dataset.drawn = "drawn";
  cy?.destroy();
  picture = JSON.parse(document.getElementById("picture").textContent);
  const grid = document.querySelector('[role="treegrid"]');
  ready(grid);
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const first = grid.contains(named) ? named : grid.querySelector("tbody tr");
  enter(first, { focus: false });
  cy = await draw(container, picture, chosen);
  if (first === named) select(first.dataset.node);
  else show(cy, first.dataset.node);
  for (const control of document.querySelectorAll("[data-draws]")) control.hidden = false;
  container.dataset.drawn = String(cy.nodes().length);
}

async function png() {
  const blob = await cy.png({ output: "blob-promise", full: true, scale: 2, bg: getComputedStyle(document.body).backgroundColor });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = "provenance.png";
  link.click();
  URL.revokeObjectURL(link.href);
}

const CONTROLS = { fit: () => fit(cy), in: () => zoom(cy, 1.25), out: () => zoom(cy, 0.8), png };

document.addEventListener("click", (event) => {
  CONTROLS[event.target.closest?.("[data-draws]")?.dataset.draws]?.();
  const row = event.target.closest?.("[data-node]");
  if (row && !event.target.closest("a, .twist")) select(row.dataset.node, { focus: true });
});

// A way back to where a node is told in full opens what hides it.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.('[role="treegrid"] a[href^="#"]');
  const row = link && document.getElementById(link.hash.slice(1));
  if (!row) return;
  event.preventDefault();
  select(row.dataset.node, { focus: true });
});

document.addEventListener("focusin", (event) => {
  const row = event.target.closest?.("[data-node]");
  if (row && row.ariaSelected !== "true") select(row.dataset.node);
});

// What was opened goes on where its stub stood.
document.addEventListener("htmx:before:request", ({ target }) => {
  const row = target.closest?.('[role="treegrid"] [role="row"]');
  opener = row?.previousElementSibling?.id ?? null;
});

document.addEventListener("htmx:after:swap", async () => {
  await start();
  const before = opener && document.getElementById(opener);
  opener = null;
  if (before?.nextElementSibling) enter(before.nextElementSibling);
});

const repaint = () => { if (cy && picture) restyle(cy, picture); };
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);
new MutationObserver(repaint).observe(document.documentElement, { attributeFilter: ["data-theme"] });
start();
