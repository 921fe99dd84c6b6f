// Requests to the server.

import { useEffect, useState } from "preact/hooks";

/** The state of a request. `data` stays while a newer version of it is loading. */
export interface Asked<T> {
  data: T | null;
  trouble: string | null;
}

export async function ask<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, { signal });
  if (response.ok) return (await response.json()) as T;
  const said = await response.json().catch(() => null);
  throw new Error(said?.error ?? `the server answered ${response.status}`);
}

/** Loads `path`, and loads it again whenever `version` changes. Null loads nothing. */
export function useAsked<T>(path: string | null, version: unknown = 0): Asked<T> {
  const [asked, setAsked] = useState<Asked<T> & { path: string | null }>({ data: null, trouble: null, path });
  useEffect(() => {
    if (path === null) return;
    const stop = new AbortController();
    ask<T>(path, stop.signal).then(
      (data) => setAsked({ data, trouble: null, path }),
      (error) => {
        if (!stop.signal.aborted) setAsked((before) => ({ ...before, path, trouble: String(error.message ?? error) }));
      },
    );
    return () => stop.abort();
  }, [path, version]);
  // Data of another path is not shown.
  return asked.path === path ? asked : { data: null, trouble: null };
}

/** The first turns of a match are asked for on their own, as the server has them at once. */
const FIRST_TURNS = 500;

/** A match with its timeline: its first turns, then all of them. `isAll` tells which. */
export function useTimeline<T>(path: string | null): Asked<T> & { isAll: boolean } {
  const all = useAsked<T>(path);
  const first = useAsked<T>(path && `${path}?turns=${FIRST_TURNS}`);
  return { data: all.data ?? first.data, trouble: all.trouble, isAll: all.data !== null };
}

/** The latest event of this kind from the server. */
export function useNews<T>(path: string, kind: string): T | null {
  const [news, setNews] = useState<T | null>(null);
  useEffect(() => {
    const source = new EventSource(path);
    source.addEventListener(kind, (event) => setNews(JSON.parse((event as MessageEvent).data)));
    return () => source.close();
  }, [path, kind]);
  return news;
}

export function tournamentPath(name: string): string {
  return `/api/tournaments/${encodeURIComponent(name)}`;
}
