// Seats: each has a letter or number, a colour and a dash pattern, so that colour alone never
// distinguishes two of them. One seat at a time can be highlighted.

import { useState } from "preact/hooks";
import "./seats.css";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789#@";
const COLOURS = 8;
const DASHES = [[], [8, 4], [2, 3], [12, 3, 2, 3]];

/** The letter of a seat. The terminal uses the same letters. */
export function letter(seat: number): string {
  return LETTERS[seat % LETTERS.length]!;
}

export function colour(seat: number): string {
  return `--seat${(seat % COLOURS) + 1}`;
}

/** Seats whose colour is light in both schemes, so that letters on it are dark. */
const LIGHT = [4, 6, 7];

/** The CSS variable of letters on a seat's colour. */
export function ink(seat: number): string {
  return LIGHT.includes(seat % COLOURS) ? "--ink-turned" : "--ink";
}

/** The first circled letter of Unicode, which stands for A, and how many there are. */
const CIRCLED = 0x24b6;
const CIRCLED_LETTERS = 26;

/** The letter in a circled letter such as Ⓐ; null if it is none. */
export function circledLetter(sign: string): string | null {
  const index = (sign.codePointAt(0) ?? 0) - CIRCLED;
  return index >= 0 && index < CIRCLED_LETTERS ? String.fromCharCode(65 + index) : null;
}

/** A seat's letter or number on its colour. */
export function SeatLetter({ seat, sign = letter(seat) }: { seat: number; sign?: string }) {
  const circled = circledLetter(sign);
  return (
    <span class={circled ? "letter circled" : "letter"} style={{ background: `var(${colour(seat)})`, color: `var(${ink(seat)})` }}>
      {circled ?? sign}
    </span>
  );
}

/** How a timeline marks a seat. */
export interface SeatLabel {
  /** The number of its colour. */
  colour: number;
  sign: string;
}

/** A seat as its timeline marks it. */
export function LabelledSeat({ seat, label }: { seat: number; label?: SeatLabel }) {
  return <SeatLetter seat={label?.colour ?? seat} sign={label?.sign} />;
}

/** The colour of a seat, where pages do not know its letter. */
export function SeatChip({ seat }: { seat: number }) {
  return <span class="letter chip" style={{ background: `var(${colour(seat)})` }} aria-hidden="true" />;
}

/** The dash pattern of its lines, which changes where the colours start again. */
export function dashes(seat: number): number[] {
  return DASHES[Math.floor(seat / COLOURS) % DASHES.length]!;
}

export interface Highlight {
  /** The highlighted seat: the one under the pointer, else the picked one. */
  shown: number | null;
  picked: number | null;
  point: (seat: number | null) => void;
  /** Picks a seat, or releases it if it is picked already. */
  pick: (seat: number) => void;
}

export function useHighlight(): Highlight {
  const [pointed, point] = useState<number | null>(null);
  const [picked, setPicked] = useState<number | null>(null);
  const pick = (seat: number) => setPicked(picked === seat ? null : seat);
  return { shown: pointed ?? picked, picked, point, pick };
}

interface SeatProps {
  /** What is picked. */
  seat: number;
  /** The number of its colour and dash pattern, if that is another. */
  look?: number;
  /** Its letter or number in drawings. */
  sign: string;
  name: string;
  highlight: Highlight;
}

/** A button with a seat's name, which picks the seat. */
export function Seat({ seat, look = seat, sign, name, highlight }: SeatProps) {
  return (
    <button type="button" class="seat" title={name} aria-pressed={highlight.picked === seat} onClick={() => highlight.pick(seat)}>
      <SeatLetter seat={look} sign={sign} />
      <svg width="28" height="8" aria-hidden="true">
        <line x1="0" y1="4" x2="28" y2="4" stroke={`var(${colour(look)})`} stroke-width="2" stroke-dasharray={dashes(look).join(" ")} />
      </svg>
      <bdi>{name}</bdi>
    </button>
  );
}
