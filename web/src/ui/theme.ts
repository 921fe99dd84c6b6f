// Light or dark, as the system wants it: pictures are drawn anew when that changes.

import { useEffect, useState } from "preact/hooks";

const dark = matchMedia("(prefers-color-scheme: dark)");

/** The name of the theme. */
export function useTheme(): "light" | "dark" {
  const [isDark, setDark] = useState(dark.matches);
  useEffect(() => {
    const change = () => setDark(dark.matches);
    dark.addEventListener("change", change);
    return () => dark.removeEventListener("change", change);
  }, []);
  return isDark ? "dark" : "light";
}
