// Requests of a page on which a person plays.

import { useEffect, useState } from "preact/hooks";
import type { PlayState, StartRequest } from "./play-state";

const MATCHES = "/api/play/matches";

/** Where a browser remembers its match. */
const STORED = "rathaus-play";

/** How long a page waits before it takes a match for gone, in milliseconds. */
const MOMENT = 500;

interface StoredMatch {
  game: string;
  token: string;
}

async function post<T>(path: string, body: unknown): Promise<T | null> {
  const response = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  if (response.status === 204) return null;
  const data = await response.json().catch(() => null);
  if (!response.ok) throw new Error(data?.error ?? `the server returned status ${response.status}`);
  return data as T;
}

/** Begins a match, which ends the one before in this browser. Returns its token. */
export async function startMatch(request: Omit<StartRequest, "previous">): Promise<string> {
  const started = await post<{ token: string }>(MATCHES, { ...request, previous: storedMatch()?.token ?? null });
  const stored: StoredMatch = { game: request.game, token: started!.token };
  try {
    localStorage.setItem(STORED, JSON.stringify(stored));
  } catch {
    // Without a store, the browser only forgets the match.
  }
  return stored.token;
}

/** The match of this browser that has not ended, as far as it knows. */
export function storedMatch(): StoredMatch | null {
  try {
    const { game, token } = JSON.parse(localStorage.getItem(STORED) ?? "null") ?? {};
    return typeof game === "string" && typeof token === "string" ? { game, token } : null;
  } catch {
    return null;
  }
}

/** Forgets a match that is over. */
export function forgetMatch(token: string) {
  if (storedMatch()?.token === token) localStorage.removeItem(STORED);
}

export function sendReply(token: string, question: number, lines: string[]): Promise<null> {
  return post<null>(`${matchPath(token)}/replies`, { question, lines });
}

export function giveUp(token: string): Promise<null> {
  return post<null>(`${matchPath(token)}/end`, {});
}

/** The server's path for a match of a person. */
export function matchPath(token: string): string {
  return `${MATCHES}/${encodeURIComponent(token)}`;
}

/** The state of a match, whenever it changes. */
export function usePlayState(token: string): { state: PlayState | null; trouble: string | null } {
  const [state, setState] = useState<PlayState | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    const source = new EventSource(`${matchPath(token)}/events`);
    source.addEventListener("state", (message) => {
      const next = JSON.parse((message as MessageEvent).data) as PlayState;
      setState(next);
      setTrouble(null);
      // Nothing changes any more, and an open connection would count as somebody who plays.
      if (next.phase === "over") source.close();
    });
    let gone = 0;
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return setTrouble("The connection to the server is lost …");
      // A page that the browser leaves gets this error as well, and has no time for more.
      gone = window.setTimeout(() => {
        setTrouble("This match is gone: it ended a while ago, or the server was started again.");
        forgetMatch(token);
      }, MOMENT);
    };
    return () => {
      clearTimeout(gone);
      source.close();
    };
  }, [token]);
  return { state, trouble };
}
