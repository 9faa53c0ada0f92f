// Single keys press the real buttons and links that show them; nothing else.

const CHORD_MS = 1200;
let chordUntil = 0;

const typing = (target) =>
  target.closest("input, textarea, select, [contenteditable]") !== null;

const singleKeysOn = () => document.body.dataset.singleKeys !== "off";

const scope = () => document.querySelector("dialog[open]") ?? document;

function visible(selector) {
  const found = [...scope().querySelectorAll(selector)];
  return found.find((element) => element.checkVisibility() && !element.disabled);
}

function press(element, event) {
  if (!element) return false;
  event.preventDefault();
  // A key may come between a swap and htmx's reading of what it brought.
  window.htmx?.process(element);
  element.focus({ preventScroll: true });
  element.click();
  return true;
}

// Places in a closed rail are still reachable by their chord.
function go(key, event) {
  const link = document.querySelector(`a[data-go="${CSS.escape(key)}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (!singleKeysOn() || typing(event.target)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const inChord = performance.now() < chordUntil;
  chordUntil = 0;
  if (inChord) return go(key, event);
  if (key === "g" && scope() === document) {
    chordUntil = performance.now() + CHORD_MS;
    return;
  }
  press(visible(`[data-key="${CSS.escape(key)}"]`), event);
});
