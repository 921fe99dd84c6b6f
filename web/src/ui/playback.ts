// Plays, pauses and steps through the turns of a match.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { frameOf } from "./frames";
import { dropHash, holdHash, setHashSoon, urlNumber, useHashChange } from "./hash";

/** Turns a second, or as many as play the whole match in `FIT_SECONDS`. */
export type Speed = number | "fit";

export const SPEEDS: number[] = [1, 3, 10, 30, 100, 300, 1000];
export const FIT_SECONDS = 30;

export interface Playback {
  frame: number;
  /** The last frame. */
  last: number;
  /** The number of turns, also of those that have not loaded yet. */
  length: number;
  playing: boolean;
  /** Whether it has come to the last frame by playing. */
  hasPlayedOut: boolean;
  speed: Speed;
  /** Pauses at a frame. */
  show: (frame: number) => void;
  /** The frame that was requested last, even if it has not been drawn yet. */
  requested: () => number;
  /** Moves from the frame that was requested last. */
  step: (by: number) => void;
  toggle: () => void;
  setSpeed: (speed: Speed) => void;
}

/** The least time that a short match takes, in seconds, where a speed of the list allows it. */
const LEAST_SECONDS = 4;

/** The longest time between two frames that counts, in milliseconds. A hidden page draws none. */
const LONGEST_WAIT = 250;

/** The usual speed, or a lower one for a match that would be over at once, or one that fits a long match. */
export function openingSpeed(usual: number, length: number): Speed {
  if (length > usual * FIT_SECONDS) return "fit";
  const isLongEnough = (speed: number) => speed <= usual && length / speed >= LEAST_SECONDS;
  return [...SPEEDS].reverse().find(isLongEnough) ?? SPEEDS[0]!;
}

/** Turns a second at a speed, in a match with `length` turns. */
function turnsPerSecond(speed: Speed, length: number): number {
  return speed === "fit" ? length / FIT_SECONDS : speed;
}

/** The number of turns from the first frame to the last. */
function lengthOf(turns: number[]): number {
  return (turns.at(-1) ?? 0) - (turns[0] ?? 0);
}

/** Frames a second at a speed. Longer matches have a frame every few turns. */
export function frameRate(speed: Speed, turns: number[], length = lengthOf(turns)): number {
  const [frames, played] = [turns.length - 1, lengthOf(turns)];
  return frames <= 0 || played <= 0 ? 1 : (turnsPerSecond(speed, length) * frames) / played;
}

/** The next speed up or down, from the one in use. */
export function nextSpeed(speed: Speed, by: number, length: number): Speed {
  const now = turnsPerSecond(speed, length);
  const found = by > 0 ? SPEEDS.find((choice) => choice > now) : [...SPEEDS].reverse().find((choice) => choice < now);
  return found ?? (by > 0 ? SPEEDS.at(-1)! : SPEEDS[0]!);
}

/**
 * The frame to show `milliseconds` after another one, at most the last one. The time is negative
 * where the browser began a frame before playback began.
 */
export function frameAfter(from: number, milliseconds: number, rate: number, last: number): number {
  const passed = Math.max(0, Math.min(milliseconds, LONGEST_WAIT));
  return Math.min(last, from + (passed * rate) / 1000);
}

/** How playback opens. */
export interface OpeningState {
  frame: number;
  playing: boolean;
}

/** At the turn of the URL, paused. Otherwise at the start, playing, or at the end for readers who want no motion. */
export function openingState(turns: number[], turnInUrl: number | null, wantsMotion: boolean): OpeningState {
  if (turnInUrl !== null) return { frame: frameOf(turns, turnInUrl), playing: false };
  return wantsMotion ? { frame: 0, playing: true } : { frame: Math.max(0, turns.length - 1), playing: false };
}

export function wantsMotion(): boolean {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

interface PlaybackOptions {
  /** The turn that each frame shows. */
  turns: number[];
  /** Turns a second that suit the game. */
  usual: number;
  /** The number of turns of the match, while only the first of them have loaded. */
  expected?: number | null;
  /** False while the frames cannot be drawn yet. */
  isReady?: boolean;
  /** Whether the URL names the turn. Without one, playback opens paused at the first turn. */
  isInUrl?: boolean;
  /** The speed that the reader chose, if it is to outlast this playback. */
  chosenSpeed?: [Speed | null, (speed: Speed) => void];
}

/** Playback that opens as `openingState` says. Whoever chooses a frame pauses it. */
export function usePlayback({ turns, usual, expected = null, isReady = true, isInUrl = true, chosenSpeed }: PlaybackOptions): Playback {
  const last = Math.max(0, turns.length - 1);
  const length = expected ?? lengthOf(turns);
  const opening = () => (isInUrl ? openingState(turns, urlNumber("turn"), wantsMotion()) : { frame: 0, playing: false });
  const [first] = useState(opening);
  const [frame, setFrame] = useState(first.frame);
  const [playing, setPlaying] = useState(first.playing);
  const [hasPlayedOut, setPlayedOut] = useState(false);
  const ownSpeed = useState<Speed | null>(null);
  const [chosen, setSpeed] = chosenSpeed ?? ownSpeed;
  const speed = chosen ?? openingSpeed(usual, length);
  const exact = useRef(frame);
  const isChosen = useRef(false);

  const go = (wanted: number) => {
    const shown = Math.max(0, Math.min(last, Math.round(wanted)));
    exact.current = shown;
    setFrame(shown);
    setPlayedOut(false);
  };
  const show = (wanted: number) => {
    isChosen.current = true;
    setPlaying(false);
    go(wanted);
  };
  useTurnsChange(turns, (before) => {
    // Until the reader chooses a turn, a paused page follows the turn that it opens at.
    const isFollowing = !isChosen.current && !playing;
    go(isFollowing ? opening().frame : frameOf(turns, before[Math.floor(exact.current)] ?? 0));
  });
  useHashChange(() => {
    if (isInUrl && urlNumber("turn") !== null) show(opening().frame);
  });
  useEffect(() => {
    if (!isInUrl) return;
    // A link to what is seen names its turn. The URL of a page that opened playing stays as it is.
    (isChosen.current ? setHashSoon : holdHash)({ turn: turns[frame] ?? 0 });
  }, [frame, playing, isInUrl]);
  useEffect(() => dropHash, []);
  const requested = () => Math.floor(exact.current);
  const step = (by: number) => show(requested() + by);
  useEffect(() => {
    if (!playing || !isReady) return;
    const rate = frameRate(speed, turns, length);
    let before = performance.now();
    let request = requestAnimationFrame(function next(now) {
      exact.current = frameAfter(exact.current, now - before, rate, last);
      before = now;
      setFrame(Math.floor(exact.current));
      if (exact.current < last) request = requestAnimationFrame(next);
      else if (expected === null) {
        setPlaying(false);
        setPlayedOut(true);
      }
    });
    return () => cancelAnimationFrame(request);
  }, [playing, speed, turns, isReady, expected]);

  const toggle = () => {
    isChosen.current = true;
    if (!playing && frame >= last) go(0);
    setPlaying(!playing);
  };
  return { frame, last, length, playing, hasPlayedOut, speed, show, requested, step, toggle, setSpeed };
}

/** Calls back with the turns before, when more of a match has loaded. */
function useTurnsChange(turns: number[], onChange: (before: number[]) => void) {
  const known = useRef(turns);
  useLayoutEffect(() => {
    const before = known.current;
    known.current = turns;
    if (before !== turns) onChange(before);
  }, [turns]);
}

/** Keyboard shortcuts, except where the focused element needs the key itself. */
export function useKeys(playback: Playback, showEvent: (by: 1 | -1) => void) {
  const { speed, length, show, step, toggle, setSpeed, last } = playback;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || takesKeys(target, event.key)) return;
      const frames = event.shiftKey ? 100 : 1;
      const actions: Record<string, () => void> = {
        " ": toggle,
        ArrowLeft: () => step(-frames),
        ArrowRight: () => step(frames),
        ArrowUp: () => setSpeed(nextSpeed(speed, 1, length)),
        ArrowDown: () => setSpeed(nextSpeed(speed, -1, length)),
        Home: () => show(0),
        End: () => show(last),
        ",": () => showEvent(-1),
        ".": () => showEvent(1),
      };
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
}

function takesKeys(target: HTMLElement, key: string): boolean {
  if (document.querySelector("dialog[open]")) return true;
  if (target.matches("textarea, select, input:not([type=range], [type=checkbox]), .zoomed, [role=tab]")) return true;
  if (target.matches("button, a, summary, input[type=checkbox]")) return key === " ";
  return false;
}
