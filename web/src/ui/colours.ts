// CSS colours for canvases, which do not know `light-dark()`.

import type { Theme } from "./theme";

const LIGHT_DARK = /light-dark\(\s*([^(),]+|[a-z-]+\([^()]*\))\s*,\s*([^(),]+|[a-z-]+\([^()]*\))\s*\)/g;

/** A CSS value in one theme. */
export function inTheme(value: string, theme: Theme): string {
  return value.replace(LIGHT_DARK, (_, light: string, dark: string) => (theme === "dark" ? dark : light).trim());
}
