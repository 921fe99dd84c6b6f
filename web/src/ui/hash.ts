// The state of a page in its URL, such as `#tab=pairs` or `#turn=500`. A page reads it after the `?`
// as well, but writes it after the `#`: browsers let pages that are files change nothing else.

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

/** A value of the URL: the one after the `#`, or else the one after the `?`. */
export function valueIn({ hash, search }: { hash: string; search: string }, name: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get(name) ?? new URLSearchParams(search).get(name);
}

export function urlValue(name: string): string | null {
  return valueIn(location, name);
}

/** A whole number from the URL. Null if there is none. */
export function urlNumber(name: string): number | null {
  const text = urlValue(name);
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** `search` without these values, in which a `?` alone is left out. */
export function without(search: string, names: string[]): string {
  const state = new URLSearchParams(search);
  names.forEach((name) => state.delete(name));
  const text = state.toString();
  return text && `?${text}`;
}

/** Changes the URL without a new entry in the history. */
export function setHash(changes: HashChanges) {
  const isFile = location.protocol === "file:";
  const named = Object.keys(changes).filter((name) => new URLSearchParams(location.search).has(name));
  // In a file, what is after the `?` stays. An empty value after the `#` hides it.
  const hidden = isFile ? Object.fromEntries(named.map((name) => [name, changes[name] ?? ""])) : {};
  const hash = withChanges(location.hash, { ...changes, ...hidden });
  const search = isFile || named.length === 0 ? location.search : without(location.search, named);
  if (hash === location.hash && search === location.search) return;
  history.replaceState(history.state, "", isFile && hash ? hash : location.pathname + search + hash);
}

/** Browsers refuse more than about 20 changes of the URL a second. */
const DELAY = 200;

/** Changes that are not in the URL yet. Without a timer, they stay out of it until it is copied. */
let waiting: { changes: HashChanges; timer?: number } | null = null;

/** Changes the URL once nothing else has changed it for a moment. */
export function setHashSoon(changes: HashChanges) {
  holdHash(changes);
  waiting!.timer = window.setTimeout(flushHash, DELAY);
}

/** Changes the URL only when somebody copies it. */
export function holdHash(changes: HashChanges) {
  clearTimeout(waiting?.timer);
  waiting = { changes: { ...waiting?.changes, ...changes } };
}

/** Makes the changes that wait. */
export function flushHash() {
  if (!waiting) return;
  const { changes } = waiting;
  dropHash();
  setHash(changes);
}

/** Forgets the changes that wait, for a page that is left. */
export function dropHash() {
  clearTimeout(waiting?.timer);
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
  const [value, setValue] = useState(() => urlValue(name));
  useHashChange(() => setValue(urlValue(name)));
  const change = (wanted: string | null) => {
    setHash({ [name]: wanted });
    setValue(wanted);
  };
  return [value, change];
}
