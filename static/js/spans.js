// Words selected in a transcript offer the way to make a claim of them.

const GAP = 8;
const button = () => document.getElementById("take");

function spanOf(selection) {
  if (selection.isCollapsed || selection.rangeCount === 0) return null;
  const of = (node) => (node?.parentElement ?? node)?.closest("[data-span]");
  const words = of(selection.anchorNode);
  return words && words === of(selection.focusNode) ? words : null;
}

document.addEventListener("selectionchange", () => {
  const take = button();
  if (!take) return;
  const selection = document.getSelection();
  const words = spanOf(selection);
  const quote = words ? selection.toString().trim() : "";
  take.hidden = !quote;
  if (!quote) return;
  take.href = `${words.dataset.span}?quote=${encodeURIComponent(quote)}`;
  const box = selection.getRangeAt(0).getBoundingClientRect();
  const top = Math.min(box.bottom + GAP, innerHeight - take.offsetHeight - GAP);
  const left = Math.min(box.left, innerWidth - take.offsetWidth - GAP);
  take.style.top = `${Math.max(GAP, top)}px`;
  take.style.left = `${Math.max(GAP, left)}px`;
});
