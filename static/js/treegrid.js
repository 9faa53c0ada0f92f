// A treegrid by the keys that its readers know: rows are entered, opened and found.

const PAUSE_MS = 700;
let typed = "";
let typedUntil = 0;

export const gridOf = (element) => element.closest('[role="treegrid"]');
const rowsOf = (grid) => [...grid.querySelectorAll('tbody [role="row"]')];
const level = (row) => Number(row.ariaLevel);
const shown = (grid) => rowsOf(grid).filter((row) => !row.hidden);

function below(row) {
  const rows = rowsOf(gridOf(row));
  const from = rows.indexOf(row) + 1;
  const end = rows.findIndex((each, at) => at >= from && level(each) <= level(row));
  return rows.slice(from, end < 0 ? undefined : end);
}

function parent(row) {
  const rows = rowsOf(gridOf(row));
  return rows.slice(0, rows.indexOf(row)).findLast((each) => level(each) < level(row));
}

function setOpen(row, open) {
  row.ariaExpanded = String(open);
  let closed = open ? Infinity : level(row);
  for (const each of below(row)) {
    if (level(each) <= closed) closed = Infinity;
    each.hidden = level(each) > closed;
    if (!each.hidden && each.ariaExpanded === "false") closed = level(each);
  }
}

// One row and its links are in the tab order; the arrows say which.
export function enter(row, { focus = true } = {}) {
  for (let up = parent(row); up; up = parent(up)) {
    if (up.ariaExpanded === "false") setOpen(up, true);
  }
  for (const each of rowsOf(gridOf(row))) {
    each.tabIndex = each === row ? 0 : -1;
    for (const link of each.querySelectorAll("a")) link.tabIndex = each.tabIndex;
  }
  if (focus) row.focus();
}

function right(row) {
  if (row.ariaExpanded === "false") setOpen(row, true);
  else if (row.ariaExpanded === "true") enter(below(row)[0]);
}

function left(row) {
  if (row.ariaExpanded === "true") return setOpen(row, false);
  const up = parent(row);
  if (up) enter(up);
}

function find(row, letter) {
  const now = performance.now();
  typed = (now < typedUntil ? typed : "") + letter.toLowerCase();
  typedUntil = now + PAUSE_MS;
  const rows = shown(gridOf(row));
  const from = rows.indexOf(row) + (typed.length === 1 ? 1 : 0);
  const order = [...rows.slice(from), ...rows.slice(0, from)];
  const starts = (each) => each.innerText.trim().toLowerCase().startsWith(typed);
  const found = order.find(starts);
  if (found) enter(found);
}

const MOVES = {
  ArrowRight: right,
  ArrowLeft: left,
  ArrowDown: (row) => step(row, 1),
  ArrowUp: (row) => step(row, -1),
  Home: (row) => enter(shown(gridOf(row))[0]),
  End: (row) => enter(shown(gridOf(row)).at(-1)),
  Enter: (row) => row.querySelector("a")?.click(),
};

function step(row, by) {
  const rows = shown(gridOf(row));
  const next = rows[rows.indexOf(row) + by];
  if (next) enter(next);
}

document.addEventListener("keydown", (event) => {
  const row = event.target.closest?.('[role="treegrid"] tbody [role="row"]');
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter" && event.target !== row) return;
  const move = MOVES[event.key];
  if (move) move(row);
  else if (event.key.length === 1 && event.key !== " ") find(row, event.key);
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

document.addEventListener("click", (event) => {
  const twist = event.target.closest?.(".twist");
  if (!twist) return;
  const row = twist.closest('[role="row"]');
  setOpen(row, row.ariaExpanded !== "true");
});

export function ready(grid) {
  for (const row of rowsOf(grid)) {
    if (row.ariaExpanded === null) continue;
    const twist = document.createElement("span");
    twist.className = "twist";
    twist.ariaHidden = "true";
    row.querySelector(".what").prepend(twist);
  }
}
