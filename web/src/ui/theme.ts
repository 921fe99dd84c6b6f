// Light or dark: as the system is set, unless the reader chose one. Canvases are drawn again when
// that changes.

import { useEffect, useState } from "preact/hooks";

export type Theme = "light" | "dark";

const KEY = "theme";
const systemIsDark = () => matchMedia("(prefers-color-scheme: dark)");

export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return systemIsDark().matches ? "dark" : "light";
}

/** Applies the reader's choice of an earlier visit. */
export function restoreTheme() {
  try {
    const chosen = localStorage.getItem(KEY);
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch {
    // The browser stores nothing for this page.
  }
}

export function switchTheme() {
  const theme = currentTheme() === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The choice holds until the page is left.
  }
}

export function useTheme(): Theme {
  const [theme, setTheme] = useState(currentTheme);
  useEffect(() => {
    const change = () => setTheme(currentTheme());
    const system = systemIsDark();
    system.addEventListener("change", change);
    const observer = new MutationObserver(change);
    observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      system.removeEventListener("change", change);
      observer.disconnect();
    };
  }, []);
  return theme;
}
