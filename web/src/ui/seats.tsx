// Who plays: each seat with a letter or number, a colour and a dash, so that no two are told apart by colour alone; and which of them one looks at.

import { useState } from "preact/hooks";
import "./seats.css";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789#@";
const COLOURS = 8;
const DASHES = [[], [8, 4], [2, 3], [12, 3, 2, 3]];

/** The letter for a seat in pictures, the same as in those of the referee. */
export function letter(seat: number): string {
  return LETTERS[seat % LETTERS.length]!;
}

/** The CSS variable of the colour of a seat. */
export function colour(seat: number): string {
  return `--seat-${seat % COLOURS}`;
}

/** The dashes of its lines: with as many seats as there are colours the next ones begin. */
export function dashes(seat: number): number[] {
  return DASHES[Math.floor(seat / COLOURS) % DASHES.length]!;
}

export interface Highlight {
  /** The seat that stands out: the one that is pointed at, else the one that was picked. */
  shown: number | null;
  picked: number | null;
  point: (seat: number | null) => void;
  /** Picks a seat, or none if it was picked already. */
  pick: (seat: number) => void;
}

export function useHighlight(): Highlight {
  const [pointed, point] = useState<number | null>(null);
  const [picked, setPicked] = useState<number | null>(null);
  const pick = (seat: number) => setPicked(picked === seat ? null : seat);
  return { shown: pointed ?? picked, picked, point, pick };
}

interface SeatProps {
  seat: number;
  /** What stands for it in pictures. */
  sign: string;
  name: string;
  highlight: Highlight;
}

/** A seat by its name, which can be picked. */
export function Seat({ seat, sign, name, highlight }: SeatProps) {
  return (
    <button type="button" class="seat" title={name} aria-pressed={highlight.picked === seat} onClick={() => highlight.pick(seat)}>
      <span class="letter" style={{ background: `var(${colour(seat)})` }}>
        {sign}
      </span>
      <svg width="28" height="8" aria-hidden="true">
        <line x1="0" y1="4" x2="28" y2="4" stroke={`var(${colour(seat)})`} stroke-width="2" stroke-dasharray={dashes(seat).join(" ")} />
      </svg>
      <bdi>{name}</bdi>
    </button>
  );
}
