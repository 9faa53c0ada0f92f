// A choice of theme shows at once; the form it belongs to makes it last.

document.addEventListener("click", (event) => {
  const choice = event.target.closest("[data-theme-choice]");
  if (!choice) return;
  const theme = choice.dataset.themeChoice;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const other of document.querySelectorAll("[data-theme-choice]")) {
    other.setAttribute("aria-pressed", String(other === choice));
  }
});
