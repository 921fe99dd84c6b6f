// The units of a drawing in SVG, so that bots can draw above it.

import type { Box } from "../../ui/drawings";

/** What may stand before the root: how it begins and ends. */
const PROLOG: [string, string][] = [
  ["<?", "?>"],
  ["<!--", "-->"],
  ["<!DOCTYPE", ">"],
];

const ATTRIBUTES = /\s+([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;

/**
 * The visible part of a drawing, in its own units. Null if the drawing does not say. A parser would
 * report each style attribute in it, because the pages forbid them.
 */
export function boxOfDrawing(svg: string): Box | null {
  const attributes = attributesOfRoot(svg);
  const box = attributes.get("viewBox")?.trim().split(/[\s,]+/).map(Number);
  if (box?.length === 4) {
    const [left, top, width, height] = box as [number, number, number, number];
    const isStretched = attributes.get("preserveAspectRatio")?.trim() === "none";
    return checked({ left, top, width, height, isStretched });
  }
  const [width, height] = ["width", "height"].map((name) => Number(attributes.get(name)?.trim().replace(/px$/, "") || NaN));
  return checked({ left: 0, top: 0, width: width!, height: height!, isStretched: true });
}

function attributesOfRoot(svg: string): Map<string, string> {
  let rest = svg.trimStart();
  for (let prolog = prologOf(rest); prolog; prolog = prologOf(rest)) {
    const end = rest.indexOf(prolog);
    rest = end < 0 ? "" : rest.slice(end + prolog.length).trimStart();
  }
  const found = new Map<string, string>();
  ATTRIBUTES.lastIndex = /^<(\w+:)?svg/.exec(rest)?.[0].length ?? rest.length;
  for (let match = ATTRIBUTES.exec(rest); match; match = ATTRIBUTES.exec(rest)) {
    found.set(match[1]!, match[2] ?? match[3]!);
  }
  return found;
}

/** How the part before the root ends, if there is one. */
function prologOf(text: string): string | undefined {
  return PROLOG.find(([begin]) => text.startsWith(begin))?.[1];
}

function checked(box: Box): Box | null {
  const { left, top, width, height } = box;
  return [left, top, width, height].every(Number.isFinite) && width > 0 && height > 0 ? box : null;
}
