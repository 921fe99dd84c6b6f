// The units of a drawing in SVG, so that bots can draw above it.

import type { Box } from "../../ui/drawings";

/** The visible part of a drawing, in its own units. Null if the drawing does not say. */
export function boxOfDrawing(svg: string): Box | null {
  // A document that is only parsed runs no scripts and loads nothing.
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return boxOfAttributes((name) => root.getAttribute(name));
}

/** The same, from the attributes of its root. */
export function boxOfAttributes(attribute: (name: string) => string | null): Box | null {
  const written = attribute("viewBox")?.trim().split(/[\s,]+/).map(Number);
  if (written?.length === 4) {
    const [left, top, width, height] = written as [number, number, number, number];
    const isStretched = attribute("preserveAspectRatio")?.trim() === "none";
    return checked({ left, top, width, height, isStretched });
  }
  const [width, height] = ["width", "height"].map((name) => Number(attribute(name)?.trim().replace(/px$/, "") || NaN));
  return checked({ left: 0, top: 0, width: width!, height: height!, isStretched: true });
}

function checked(box: Box): Box | null {
  const { left, top, width, height } = box;
  return [left, top, width, height].every(Number.isFinite) && width > 0 && height > 0 ? box : null;
}
