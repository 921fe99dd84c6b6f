// The state of a page in its URL, after the `#`, such as `#tab=pairs` or `#turn=500`. Pages that
// are files have it too.

import { useEffect, useState } from "preact/hooks";

export type HashChanges = Record<string, string | number | null>;

/** `hash` with these values. Null removes one. */
export function withChanges(hash: string, changes: HashChanges): string {
  const state = new URLSearchParams(hash.replace(/^#/, ""));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) state.delete(name);
    else state.set(name, `${value}`);
  }
  const text = state.toString();
  return text && `#${text}`;
}

export function hashValue(name: string): string | null {
  return new URLSearchParams(location.hash.slice(1)).get(name);
}

/** A whole number from the URL. Null if there is none. */
export function hashNumber(name: string): number | null {
  const text = hashValue(name);
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Changes the URL without a new entry in the history. */
export function setHash(changes: HashChanges) {
  const hash = withChanges(location.hash, changes);
  if (hash !== location.hash) history.replaceState(history.state, "", hash || location.pathname + location.search);
}

/** Browsers refuse more than about 20 changes of the URL a second. */
const DELAY = 200;

let waiting: { changes: HashChanges; timer: number } | null = null;

/** Changes the URL once nothing else has changed it for a moment. */
export function setHashSoon(changes: HashChanges) {
  if (waiting) clearTimeout(waiting.timer);
  waiting = { changes: { ...waiting?.changes, ...changes }, timer: window.setTimeout(flushHash, DELAY) };
}

/** Makes the changes that wait. */
export function flushHash() {
  if (!waiting) return;
  const { changes, timer } = waiting;
  clearTimeout(timer);
  waiting = null;
  setHash(changes);
}

/** Forgets the changes that wait, for a page that is left. */
export function dropHash() {
  if (waiting) clearTimeout(waiting.timer);
  waiting = null;
}

/** Calls back when the reader changes what is after the `#`. */
export function useHashChange(onChange: () => void) {
  useEffect(() => {
    addEventListener("hashchange", onChange);
    return () => removeEventListener("hashchange", onChange);
  });
}

/** A value in the URL, and a function that changes it. */
export function useHashValue(name: string): [value: string | null, change: (value: string | null) => void] {
  const [value, setValue] = useState(() => hashValue(name));
  useHashChange(() => setValue(hashValue(name)));
  const change = (wanted: string | null) => {
    setHash({ [name]: wanted });
    setValue(wanted);
  };
  return [value, change];
}
