// The one dialog: forms that arrive in it open it, and leaving returns the focus.

const sheet = () => document.getElementById("sheet");
let opener = null;

document.addEventListener("htmx:before:request", () => {
  if (!sheet()?.open) opener = document.activeElement;
});

document.addEventListener("htmx:after:swap", (event) => {
  const dialog = sheet();
  if (!dialog) return;
  const { target } = event.detail.ctx;
  const name = typeof target === "string" ? target : `#${target?.id}`;
  if (name === "#sheet-body") {
    if (!dialog.open) dialog.showModal();
    dialog.querySelector("[data-focus], [aria-invalid=true], textarea, input:not([type=hidden])")?.focus();
  } else if (name === "#main") {
    if (dialog.open) dialog.close();
    document.querySelector("#main [data-focus]")?.focus();
  }
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
