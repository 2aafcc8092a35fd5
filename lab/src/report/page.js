// The theme switch, and unfolding everything for printing. The page needs no other script.
(() => {
  const button = document.getElementById("theme");
  const root = document.documentElement;
  const isDark = () =>
    (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const show = () => button.setAttribute("aria-pressed", String(isDark()));
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    show();
  });
  addEventListener("beforeprint", () =>
    document.querySelectorAll("details").forEach((details) => (details.open = true)),
  );
  show();
})();
