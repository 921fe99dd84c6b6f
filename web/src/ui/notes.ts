// What bots drew and wrote to stderr. protocol/SPEC.md describes annotations.

import type { Annotation, Shape, TurnNotes } from "../types";

/** How many numbers of a bot have a chart: the first ones. */
const MOST_NUMBERS = 4;

/** The notes of a match without any: always the same list, so that it counts as unchanged. */
export const NO_NOTES: TurnNotes[] = [];

/** The values of a number over the turns. */
export interface NumberChart {
  name: string;
  turns: number[];
  lines: { seat: number; values: (number | null)[] }[];
}

/** The notes from one turn up to another, which is not included. */
export function notesBetween(notes: TurnNotes[], from: number, until: number): TurnNotes[] {
  return notes.filter(({ turn }) => turn >= from && turn < until);
}

/** The notes that belong to a frame: those from its turn up to the turn of the next frame. */
export function notesOf(notes: TurnNotes[], turns: number[], frame: number): TurnNotes[] {
  return notesBetween(notes, turns[frame] ?? 0, turns[frame + 1] ?? Infinity);
}

/** The seats that draw something in the match. */
export function drawingSeats(notes: TurnNotes[]): number[] {
  const drawing = notes.filter(({ annotations }) => annotations.some(isShape)).map(({ seat }) => seat);
  return [...new Set(drawing)].sort((one, other) => one - other);
}

export function isShape(annotation: Annotation): annotation is Shape {
  return !("number" in annotation);
}

/**
 * A chart for each name of a number. In turns without a value, a line keeps the one before. If a bot
 * gives a number several values in a turn, the last counts.
 */
export function numberCharts(notes: TurnNotes[]): NumberChart[] {
  const names = new Map<string, Map<number, Map<number, number>>>();
  const known = new Map<number, Set<string>>();
  for (const { turn, seat, annotations } of notes) {
    for (const annotation of annotations) {
      if (isShape(annotation)) continue;
      const { name, value } = annotation.number;
      const ofSeat = getOrAdd(known, seat, () => new Set());
      if (!ofSeat.has(name) && ofSeat.size === MOST_NUMBERS) continue;
      ofSeat.add(name);
      const seats = getOrAdd(names, name, () => new Map());
      getOrAdd(seats, seat, () => new Map()).set(turn, value);
    }
  }
  return [...names].map(([name, seats]) => chart(name, seats));
}

function chart(name: string, seats: Map<number, Map<number, number>>): NumberChart {
  const turns = [...new Set([...seats.values()].flatMap((values) => [...values.keys()]))].sort((one, other) => one - other);
  const lines = [...seats].map(([seat, values]) => {
    let last: number | null = null;
    return { seat, values: turns.map((turn) => (last = values.get(turn) ?? last)) };
  });
  return { name, turns, lines: lines.sort((one, other) => one.seat - other.seat) };
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
