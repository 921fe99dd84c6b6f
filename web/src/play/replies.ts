// Replies without typing: clicks, keys and buttons.

import type { Point } from "../ui/canvas";
import type { PlayQuestion } from "./play-state";

/** The reply to a click on a cell. */
export function replyToClick(click: string[], { x, y }: Point): string[] {
  return click.map((line) => line.replaceAll("{column}", `${x}`).replaceAll("{row}", `${y}`));
}

/** A reply in one line, for a button. */
export function inShort(lines: string[]): string {
  return lines.filter((line) => line.trim() !== "").join(" ⏎ ") || "(empty line)";
}

/** The arrow keys in the order of rows: up, left, down, right. */
const ARROWS = ["ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"] as const;

const SIGNS: Record<string, string> = { ArrowUp: "↑", ArrowLeft: "←", ArrowDown: "↓", ArrowRight: "→" };

export interface KeyButton {
  key: string;
  sign: string;
  lines: string[];
}

/** Buttons for all four arrow keys; null if one of them does nothing. */
export function arrowButtons({ keys }: PlayQuestion): KeyButton[] | null {
  if (!ARROWS.every((key) => key in keys)) return null;
  return ARROWS.map((key) => ({ key, sign: SIGNS[key]!, lines: keys[key]! }));
}

/** The replies that no arrow gives: examples and other keys, each once. */
export function otherChoices(question: PlayQuestion): { lines: string[]; key: string | null }[] {
  const isSame = (one: string[], other: string[]) => one.join("\n") === other.join("\n");
  const arrows = arrowButtons(question) ?? [];
  const keys = Object.entries(question.keys).filter(([key]) => !arrows.some((arrow) => arrow.key === key));
  const all = [...question.choices.map((lines) => ({ lines, key: null as string | null })), ...keys.map(([key, lines]) => ({ key, lines }))];
  const found: { lines: string[]; key: string | null }[] = [];
  for (const { lines, key } of all) {
    if (arrows.some((arrow) => isSame(arrow.lines, lines))) continue;
    const known = found.find((other) => isSame(other.lines, lines));
    if (known) known.key ??= key;
    else found.push({ lines, key });
  }
  return found;
}
