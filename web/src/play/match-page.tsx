// A match that a person plays: the position, whose turn it is, the reply, and what was said.

import { useCallback, useState } from "preact/hooks";
import { useRoute } from "preact-iso";
import { pagesOf } from "../games/registry";
import { rounded } from "../ui/numbers";
import { SeatLetter } from "../ui/seats";
import { useTitle } from "../ui/title";
import { Waiting } from "../ui/waiting";
import { forgetMatch, giveUp, sendReply, usePlayState } from "./play-api";
import { playLink } from "./play-links";
import { MatchEnd, outcomeInWords } from "./match-end";
import type { PlayState } from "./play-state";
import { ReplyControls } from "./reply-controls";
import "./play.css";

export function PersonMatchPage() {
  const { game, token } = useRoute().params as { game: string; token: string };
  // Another match begins with a state of its own.
  return <PersonMatch key={token} game={game} token={token} />;
}

function PersonMatch({ game, token }: { game: string; token: string }) {
  const { state, trouble } = usePlayState(token);
  const { isSent, reply, refusal } = useReply(token, state);
  const title = pagesOf(state?.game ?? game).title;
  useTitle(state?.phase === "person" ? `Your turn: ${title}` : `Play ${title}`);
  if (!state) return <Waiting trouble={trouble} />;
  if (state.phase === "over") forgetMatch(token);
  const isAsked = state.phase === "person" && !isSent;
  const { Board, Legend, repliesItself = false } = pagesOf(state.game).play ?? {};
  return (
    <article class="play-match stack-s">
      <header class="head">
        <div>
          <p class="crumbs">
            <a href="/play">Play</a> / <a href={playLink(game)}>{game}</a>
          </p>
          <h1 aria-live="polite">{state.end ? outcomeInWords(state, state.end) : turnInWords(state, isSent)}</h1>
        </div>
        {state.phase === "over" ? null : (
          <button type="button" onClick={() => confirm("End this match?") && giveUp(token).catch(() => {})}>
            Give up
          </button>
        )}
      </header>
      {trouble || refusal ? (
        <p role="alert" class="warning">
          {trouble ?? refusal}
        </p>
      ) : null}
      <div class="columns play-columns">
        <div class="stage pad">
          {Board ? <Board state={state} isAsked={isAsked} onReply={reply} /> : null}
          {state.phase === "over" ? null : <ReplyControls question={state.question} isAsked={isAsked} hasBoard={repliesItself} onReply={reply} />}
        </div>
        <div class="card pad stack-s">
          {state.end ? <MatchEnd state={state} end={state.end} token={token} /> : <Players state={state} />}
          {Legend ? <Legend state={state} /> : null}
          <Messages state={state} />
        </div>
      </div>
    </article>
  );
}

/** Sends replies, each at most once. */
function useReply(token: string, state: PlayState | null) {
  const [sent, setSent] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const question = state?.question ?? null;
  const place = question ? `${question.number}/${question.replied.length}` : "";
  const number = question?.number ?? 0;
  const reply = useCallback(
    (lines: string[]) => {
      setSent(place);
      setRefusal(null);
      sendReply(token, number, lines).catch((error) => {
        setRefusal(String(error.message ?? error));
        setSent("");
      });
    },
    [token, number, place],
  );
  return { isSent: sent !== "" && sent === place, reply, refusal };
}

function turnInWords({ phase }: PlayState, isSent: boolean): string {
  if (phase === "building") return "The bots are being built …";
  return phase === "person" && !isSent ? "Your turn" : "The others play …";
}

function Players({ state }: { state: PlayState }) {
  const { names, seat: own, standing, game } = state;
  const { repliesItself = false, signs } = pagesOf(game).play ?? {};
  // A board that takes replies lists the players.
  if (repliesItself) return null;
  return (
    <ul class="players" aria-label="Who plays">
      {names.map((name, seat) => (
        <li class="row">
          <SeatLetter seat={seat} sign={signs?.(state)[seat] ?? `${seat}`} />
          <bdi>{name}</bdi>
          {seat === own ? <span class="badge info">you</span> : null}
          {standing[seat] === undefined ? null : <b class="push">{rounded(standing[seat]!)}</b>}
        </li>
      ))}
    </ul>
  );
}

function Messages({ state: { messages, seed, game } }: { state: PlayState }) {
  return (
    <details class="messages" open={!pagesOf(game).play?.repliesItself}>
      <summary>What you are told, and what you replied</summary>
      <ol class="stack-s">
        {[...messages].reverse().map(({ from, text }) => (
          <li>
            <span class="small muted">{from === "game" ? "game" : "you"}</span>
            <pre class={from === "game" ? "sent" : ""}>{text}</pre>
          </li>
        ))}
      </ol>
      <p class="facts">
        seed <code>{seed}</code>
      </p>
    </details>
  );
}
