// What went wrong is said where it is heard, with a way to try again.

let failed = null;

function say(id) {
  const region = document.getElementById("toasts");
  const words = document.getElementById(id)?.content.cloneNode(true);
  if (region && words) region.replaceChildren(words);
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
    document.getElementById("toasts").replaceChildren();
    if (failed instanceof HTMLFormElement) failed.requestSubmit();
    else failed.click();
  }
  if (event.target.closest(".dismiss")) {
    document.getElementById("toasts").replaceChildren();
  }
});
