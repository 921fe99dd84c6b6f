// Light or dark, as the system is set. Canvases are drawn again when that changes.

import { useEffect, useMemo, useState } from "preact/hooks";

export function useTheme(): "light" | "dark" {
  const dark = useMemo(() => matchMedia("(prefers-color-scheme: dark)"), []);
  const [isDark, setDark] = useState(dark.matches);
  useEffect(() => {
    const change = () => setDark(dark.matches);
    dark.addEventListener("change", change);
    return () => dark.removeEventListener("change", change);
  }, [dark]);
  return isDark ? "dark" : "light";
}
