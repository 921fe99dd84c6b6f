// Plays, pauses and steps through the turns of a match.

import { useEffect, useRef, useState } from "preact/hooks";
import { frameOf } from "./frames";
import { dropHash, setHashSoon, urlNumber, useHashChange } from "./hash";

/** Turns a second, or as many as play the whole match in `FIT_SECONDS`. */
export type Speed = number | "fit";

export const SPEEDS: number[] = [1, 3, 10, 30, 100, 300, 1000];
export const FIT_SECONDS = 30;

export interface Playback {
  frame: number;
  /** The last frame. */
  last: number;
  playing: boolean;
  speed: Speed;
  show: (frame: number) => void;
  /** The frame that was requested last, even if it has not been drawn yet. */
  requested: () => number;
  /** Moves from the frame that was requested last. */
  step: (by: number) => void;
  toggle: () => void;
  setSpeed: (speed: Speed) => void;
}

/** Frames a second at a speed. Longer matches have a frame every few turns. */
export function frameRate(speed: Speed, turns: number[]): number {
  const frames = turns.length - 1;
  const played = (turns.at(-1) ?? 0) - (turns[0] ?? 0);
  if (frames <= 0 || played <= 0) return 1;
  return speed === "fit" ? frames / FIT_SECONDS : (speed * frames) / played;
}

/** The next speed up or down, from the one in use. */
export function nextSpeed(speed: Speed, by: number, turns: number[]): Speed {
  const now = speed === "fit" ? ((turns.at(-1) ?? 0) - (turns[0] ?? 0)) / FIT_SECONDS : speed;
  const found = by > 0 ? SPEEDS.find((choice) => choice > now) : [...SPEEDS].reverse().find((choice) => choice < now);
  return found ?? (by > 0 ? SPEEDS.at(-1)! : SPEEDS[0]!);
}

/** The frame to show `milliseconds` after another one, at most the last one. */
export function frameAfter(from: number, milliseconds: number, rate: number, last: number): number {
  return Math.min(last, from + (milliseconds * rate) / 1000);
}

interface PlaybackOptions {
  /** The turn that each frame shows. */
  turns: number[];
  speed: Speed;
  /** Whether the URL names the turn. Without one, playback opens at the last turn. */
  isInUrl?: boolean;
}

/**
 * Playback that opens paused, at the turn of the URL or else at the last one. While the rest of
 * the match is loading, it follows the last turn, until the user chooses one. Playback without URL
 * opens at the first turn.
 */
export function usePlayback({ turns, speed: usual, isInUrl = true }: PlaybackOptions): Playback {
  const last = Math.max(0, turns.length - 1);
  const opening = () => {
    if (!isInUrl) return 0;
    const turn = urlNumber("turn");
    return turn === null ? last : frameOf(turns, turn);
  };
  const [frame, setFrame] = useState(opening);
  const [playing, setPlaying] = useState(false);
  // The usual speed depends on the length of the match, which is known when all of it has loaded.
  const [chosen, setSpeed] = useState<Speed | null>(null);
  const speed = chosen ?? usual;
  const exact = useRef(frame);
  const isChosen = useRef(false);

  const go = (wanted: number) => {
    const shown = Math.max(0, Math.min(last, Math.round(wanted)));
    exact.current = shown;
    setFrame(shown);
  };
  const show = (wanted: number) => {
    isChosen.current = true;
    go(wanted);
  };
  useEffect(() => {
    if (!isChosen.current) go(opening());
  }, [last]);
  useHashChange(() => {
    if (isInUrl && urlNumber("turn") !== null) show(opening());
  });
  useEffect(() => {
    if (isInUrl && isChosen.current) setHashSoon({ turn: turns[frame] ?? 0 });
  }, [frame, isInUrl]);
  useEffect(() => dropHash, []);
  const requested = () => Math.floor(exact.current);
  const step = (by: number) => show(requested() + by);
  useEffect(() => {
    if (!playing) return;
    const rate = frameRate(speed, turns);
    let before = performance.now();
    let request = requestAnimationFrame(function next(now) {
      exact.current = frameAfter(exact.current, now - before, rate, last);
      before = now;
      setFrame(Math.floor(exact.current));
      if (exact.current >= last) setPlaying(false);
      else request = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(request);
  }, [playing, speed, turns]);

  const toggle = () => {
    isChosen.current = true;
    if (!playing && frame >= last) show(0);
    setPlaying(!playing);
  };
  return { frame, last, playing, speed, show, requested, step, toggle, setSpeed };
}

/** Keyboard shortcuts, except where the focused element needs the key itself. */
export function useKeys(playback: Playback, turns: number[], showEvent: (by: 1 | -1) => void) {
  const { speed, show, step, toggle, setSpeed, last } = playback;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || takesKeys(target, event.key)) return;
      const frames = event.shiftKey ? 100 : 1;
      const actions: Record<string, () => void> = {
        " ": toggle,
        ArrowLeft: () => step(-frames),
        ArrowRight: () => step(frames),
        ArrowUp: () => setSpeed(nextSpeed(speed, 1, turns)),
        ArrowDown: () => setSpeed(nextSpeed(speed, -1, turns)),
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
