// The course of a game of somebody's own: the pictures that its program has shown, and what was said meanwhile.

import type { Fault, DialogueEntry } from "../../types";

/** Which colour something has, in a word of the protocol. */
export type Tone = string;

export interface Meaning {
  letter: string;
  tone: Tone;
  means?: string;
}

/** How the game looked before a question; after the last one `turn` is one more. */
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
  /** How many there were besides. */
  left_out: number;
}

/** A place of a board: a letter, and its tone. */
export interface Tile {
  letter: string;
  tone: Tone;
}

/** The places of a picture row by row. Letters are whole characters, whatever alphabet they are of. */
export function tiles({ rows = [], legend = [] }: Frame): Tile[][] {
  const tones = new Map(legend.map(({ letter, tone }) => [letter, tone]));
  return rows.map((row) => Array.from(row, (letter) => ({ letter, tone: tones.get(letter) ?? "plain" })));
}

/** The columns of a board, whose rows need not be of the same length. */
export function columns(board: Tile[][]): number {
  return board.reduce((most, row) => Math.max(most, row.length), 0);
}

/** The seat that a tone belongs to, if it does. */
export function seatOf(tone: Tone): number | null {
  const number = /^seat (\d+)$/.exec(tone)?.[1];
  return number === undefined ? null : Number(number);
}

/** The letter that stands for a seat in a picture, if there is one. */
export function signOf({ legend = [] }: Frame, seat: number): string | undefined {
  return legend.find(({ tone }) => seatOf(tone) === seat)?.letter;
}

/** How much there is, from 0 to 8, where a tone says that. */
export function levelOf(tone: Tone): number | null {
  const number = /^level ([0-8])$/.exec(tone)?.[1];
  return number === undefined ? null : Number(number);
}

/** What was said in a question, which may not have been kept. */
export function saidIn(dialogue: DialogueEntry[], question: number): DialogueEntry[] {
  return dialogue.filter((said) => said.question === question);
}

/** Where in the pictures the question of a fault is: the last picture that is not later. */
export function frameOf(frames: Frame[], question: number): number {
  const later = frames.findIndex(({ turn }) => turn > question);
  return Math.max(0, later < 0 ? frames.length - 1 : later - 1);
}

/** What was found wrong in the questions from this picture on, up to the next one. */
export function faultsIn(faults: Fault[], frames: Frame[], frame: number): Fault[] {
  return faults.filter(({ turn }) => frameOf(frames, turn) === frame);
}

/** A picture in words: what stands below it, and its size. */
export function inWords(frame: Frame): string {
  const board = tiles(frame);
  const size = board.length > 0 ? `A board of ${columns(board)} columns and ${board.length} rows` : "A drawing";
  return [size, ...(frame.caption ?? [])].join(". ");
}
