// What went wrong is said where it is heard, with a way to try again.

let failed = null;

// What lies under an open dialog can be neither read nor pressed.
const region = () =>
  document.querySelector("#sheet[open] #sheet-trouble") ??
  document.getElementById("toasts");

function hush() {
  for (const told of document.querySelectorAll("[data-trouble]")) told.remove();
}

function say(id) {
  const words = document.getElementById(id)?.content.cloneNode(true);
  if (words) region()?.replaceChildren(words);
}

document.addEventListener("htmx:error", (event) => {
  failed = event.detail.ctx?.sourceElement ?? null;
  if (failed) say("no-network");
});

document.addEventListener("htmx:response:error", (event) => {
  const { ctx } = event.detail;
  if (ctx.response.raw.status < 500) return;
  failed = ctx.sourceElement;
  say("no-answer");
});

document.addEventListener("click", (event) => {
  if (event.target.closest(".retry-request") && failed?.isConnected) {
    hush();
    if (failed instanceof HTMLFormElement) failed.requestSubmit();
    else failed.click();
  }
  event.target.closest(".dismiss")?.closest(".toast").remove();
});
