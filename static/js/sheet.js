// The one dialog: forms that arrive in it open it, and leaving returns the focus.

const sheet = () => document.getElementById("sheet");
const FIRST =
  "[data-focus], [aria-invalid=true], textarea, input:not([type=hidden])";
let opener = null;

document.addEventListener("htmx:before:request", () => {
  if (!sheet()?.open) opener = document.activeElement;
});

const targetOf = ({ target }) =>
  typeof target === "string" ? target : `#${target?.id}`;

// Closed before the next page shows, so that a key pressed then is not lost.
document.addEventListener("htmx:before:swap", (event) => {
  if (targetOf(event.detail.ctx) === "#main" && sheet()?.open) {
    opener = null;
    sheet().close();
  }
});

document.addEventListener("htmx:after:swap", (event) => {
  const target = targetOf(event.detail.ctx);
  if (target === "#main") document.querySelector("#main [data-focus]")?.focus();
  if (target !== "#sheet-body") return;
  if (!sheet().open) sheet().showModal();
  sheet().querySelector(FIRST)?.focus();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("#sheet .leave")) {
    event.preventDefault();
    sheet().close();
  }
  const help = event.target.closest("[data-opens]");
  if (help) {
    event.preventDefault();
    document.getElementById(help.dataset.opens).showModal();
  }
});

document.addEventListener(
  "close",
  (event) => {
    if (event.target.id !== "sheet") return;
    document.getElementById("sheet-body").replaceChildren();
    if (opener?.isConnected) opener.focus();
    opener = null;
  },
  true,
);
