// The pictures of a custom game and the dialogue that belongs to each of them.

import type { Point } from "../../ui/canvas";
import type { Fault, DialogueEntry } from "../../types";
import { circledLetter, letter, type SeatLabel } from "../../ui/seats";
import { columns, seatOf, type Tile, type Tone } from "../../ui/tiles";

export interface Meaning {
  letter: string;
  tone: Tone;
  means?: string;
}

/** The game before a question. In the last frame, `turn` is one more than the last question. */
export interface Frame {
  turn: number;
  rows?: string[];
  legend?: Meaning[];
  caption?: string[];
  svg?: string;
  standing?: number[];
}

export interface CustomTimeline {
  frames: Frame[];
  /** Pictures omitted because the page would be too large. */
  left_out: number;
}

/** The cells of a picture, row by row. A letter is a Unicode code point. */
export function tiles({ rows = [], legend = [] }: Frame): Tile[][] {
  const tones = new Map(legend.map(({ letter, tone }) => [letter, tone]));
  return rows.map((row) => Array.from(row, (letter) => ({ letter, tone: tones.get(letter) ?? "plain" })));
}

/** How the match marks each seat: by its first letter in a legend, else as all pages do. */
export function labelsOf(frames: Frame[], seats: number): SeatLabel[] {
  const signOf = (seat: number) => {
    const legend = frames.flatMap(({ legend = [] }) => legend).find(({ tone }) => seatOf(tone) === seat);
    return legend?.letter ?? letter(seat);
  };
  return Array.from({ length: seats }, (_, seat) => ({ colour: seat, sign: signOf(seat) }));
}

/** The dialogue of a question. Not all of it is kept. */
export function dialogueOf(dialogue: DialogueEntry[], question: number): DialogueEntry[] {
  return dialogue.filter((entry) => entry.question === question);
}

/** The dialogue of each question. */
export function byQuestion(dialogue: DialogueEntry[]): Map<number, DialogueEntry[]> {
  const found = new Map<number, DialogueEntry[]>();
  for (const entry of dialogue) found.set(entry.question, [...(found.get(entry.question) ?? []), entry]);
  return found;
}

/** What is in a cell, in words. */
export function cellInWords(frame: Frame, { x, y }: Point): string | null {
  const tile = tiles(frame)[y]?.[x];
  if (!tile) return null;
  const means = frame.legend?.find(({ letter }) => letter === tile.letter)?.means;
  return `column ${x}, row ${y}: ${tile.letter}${means ? `, ${means}` : ""}`;
}

/** The last line of a reply, as lines before it report a search. Excerpts show its end as `\\n`. */
export function shortReply(answer: string): string {
  const lines = answer.split(/\\n|\n/).filter((line) => line.trim() !== "");
  return (lines.at(-1) ?? "").slice(0, 40);
}

/** The place that is new in a board, where it is only one. A circle around a letter is no change. */
export function changeInWords(before: Frame | undefined, after: Frame): string {
  if (!before?.rows || !after.rows || before.rows.length !== after.rows.length) return "";
  const [old, now] = [tiles(before), tiles(after)];
  const found = now.flatMap((row, y) => row.flatMap(({ letter }, x) => (plain(letter) === plain(old[y]?.[x]?.letter ?? "") ? [] : [{ x, y }])));
  return found.length === 1 ? `column ${found[0]!.x}, row ${found[0]!.y}` : "";
}

function plain(letter: string): string {
  return circledLetter(letter) ?? letter;
}

/** The last picture that is not later than a question. */
export function frameOf(frames: Frame[], question: number): number {
  const later = frames.findIndex(({ turn }) => turn > question);
  return Math.max(0, later < 0 ? frames.length - 1 : later - 1);
}

/** The faults from this picture up to the next one. */
export function faultsIn(faults: Fault[], frames: Frame[], frame: number): Fault[] {
  return faults.filter(({ turn }) => frameOf(frames, turn) === frame);
}

/** A text alternative for a picture: its size and caption. */
export function inWords(frame: Frame): string {
  const board = tiles(frame);
  const size = board.length > 0 ? `A board of ${columns(board)} columns and ${board.length} rows` : "A drawing";
  return [size, ...(frame.caption ?? [])].join(". ");
}
