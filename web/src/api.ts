// Requests to the server.

import { useEffect, useState } from "preact/hooks";

/** The state of a request. `data` stays while a newer version of it is loading. */
export interface RequestState<T> {
  data: T | null;
  trouble: string | null;
}

export async function fetchJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, { signal });
  if (response.ok) return (await response.json()) as T;
  const body = await response.json().catch(() => null);
  throw new Error(body?.error ?? `the server returned status ${response.status}`);
}

/** Loads `path`, and loads it again whenever `version` changes. Null loads nothing. */
export function useRequest<T>(path: string | null, version: unknown = 0): RequestState<T> {
  const [state, setState] = useState<RequestState<T> & { path: string | null }>({ data: null, trouble: null, path });
  useEffect(() => {
    if (path === null) return;
    const stop = new AbortController();
    fetchJson<T>(path, stop.signal).then(
      (data) => setState({ data, trouble: null, path }),
      (error) => {
        if (!stop.signal.aborted) setState((before) => ({ ...before, path, trouble: String(error.message ?? error) }));
      },
    );
    return () => stop.abort();
  }, [path, version]);
  // Do not show data of another path.
  return state.path === path ? state : { data: null, trouble: null };
}

/** The number of turns of the first request, which the server can answer at once. */
const FIRST_TURNS = 500;

/** A match with its timeline: its first turns, then all of them. `isAll` says which. */
export function useTimeline<T>(path: string | null): RequestState<T> & { isAll: boolean } {
  const all = useRequest<T>(path);
  const first = useRequest<T>(path && `${path}?turns=${FIRST_TURNS}`);
  return { data: all.data ?? first.data, trouble: all.trouble, isAll: all.data !== null };
}

/** The latest event of this kind from the server. */
export function useServerEvent<T>(path: string, kind: string): T | null {
  const [event, setEvent] = useState<T | null>(null);
  useEffect(() => {
    const source = new EventSource(path);
    source.addEventListener(kind, (message) => setEvent(JSON.parse((message as MessageEvent).data)));
    return () => source.close();
  }, [path, kind]);
  return event;
}

export function tournamentPath(name: string): string {
  return `/api/tournaments/${encodeURIComponent(name)}`;
}
