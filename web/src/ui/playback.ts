// Plays, pauses and steps through the frames of a match.

import { useEffect, useRef, useState } from "preact/hooks";

/** Frames per second. */
export const SPEEDS = [1, 3, 10, 30, 100, 300, 1000];

export interface Playback {
  frame: number;
  playing: boolean;
  speed: number;
  show: (frame: number) => void;
  /** Moves from the frame that was requested last, even if it has not been drawn yet. */
  step: (by: number) => void;
  toggle: () => void;
  setSpeed: (speed: number) => void;
}

/** The frame to show `milliseconds` after another one, at most the last one. */
export function frameAfter(from: number, milliseconds: number, speed: number, last: number): number {
  return Math.min(last, from + (milliseconds * speed) / 1000);
}

/**
 * Playback that starts at the frame `first`. If `first` changes, playback follows it until the user
 * chooses a frame.
 */
export function usePlayback(count: number, first: number, usual: number): Playback {
  const last = Math.max(0, count - 1);
  const [frame, setFrame] = useState(first);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(usual);
  const exact = useRef(first);
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
    if (!isChosen.current) go(first);
  }, [first]);
  const step = (by: number) => show(Math.floor(exact.current) + by);
  useEffect(() => {
    if (!playing) return;
    let before = performance.now();
    let request = requestAnimationFrame(function next(now) {
      exact.current = frameAfter(exact.current, now - before, speed, last);
      before = now;
      setFrame(Math.floor(exact.current));
      if (exact.current >= last) setPlaying(false);
      else request = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(request);
  }, [playing, speed, last]);

  const toggle = () => {
    isChosen.current = true;
    if (!playing && frame >= last) show(0);
    setPlaying(!playing);
  };
  return { frame, playing, speed, show, step, toggle, setSpeed };
}

/** Keyboard shortcuts, except where the focused element needs the key itself. */
export function useKeys({ speed, show, step, toggle, setSpeed }: Playback, last: number) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || takesKeys(target, event.key)) return;
      const frames = event.shiftKey ? 100 : 1;
      const speeds = (by: number) => SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(speed) + by))]!;
      const actions: Record<string, () => void> = {
        " ": toggle,
        ArrowLeft: () => step(-frames),
        ArrowRight: () => step(frames),
        ArrowUp: () => setSpeed(speeds(1)),
        ArrowDown: () => setSpeed(speeds(-1)),
        Home: () => show(0),
        End: () => show(last),
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
  if (target.matches("textarea, select, input:not([type=range])")) return true;
  if (target.matches("button, a, summary, input[type=checkbox]")) return key === " ";
  return false;
}
