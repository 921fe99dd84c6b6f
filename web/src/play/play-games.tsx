// The games that a person can play here, each with a form that begins a match.

import { useLocation } from "preact-iso";
import { useRequest } from "../api";
import { GAMES, pagesOf } from "../games/registry";
import { useTitle } from "../ui/title";
import { Waiting } from "../ui/waiting";
import { storedMatch } from "./play-api";
import { matchOfPersonLink, playLink } from "./play-links";
import type { PlayableGame } from "./play-state";
import { SetupForm } from "./setup-form";
import "./play.css";

interface GamesData {
  games: PlayableGame[];
}

/** `/play`: the list of games. */
export function PlayPage() {
  useTitle("Play");
  const { data, trouble } = useRequest<GamesData>("/api/play");
  if (!data) return <Waiting trouble={trouble} />;
  const stored = storedMatch();
  return (
    <div class="stack">
      <header>
        <h1>Play against bots</h1>
        <p class="facts">Choose a game, your seat and your opponents. The bots run on the server.</p>
      </header>
      {stored ? (
        <p class="notice">
          You have begun a match. <a href={matchOfPersonLink(stored.game, stored.token)}>Go on with it</a>
        </p>
      ) : null}
      <h2 class="said">Games</h2>
      <ul class="cols">
        {data.games.map((game) => (
          <li class="card pad tile">
            <h3>
              <a href={playLink(game.name)}>{pagesOf(game.game).title}</a>
            </h3>
            {game.about ? <p>{game.about}</p> : null}
            <p class="facts">
              {seatsInWords(game)}; {game.bots.length === 1 ? "1 opponent" : `${game.bots.length} opponents`}: {game.bots.slice(0, 4).join(", ")}
              {game.bots.length > 4 ? " …" : ""}
            </p>
          </li>
        ))}
        {GAMES.flatMap(({ title, routes }) => routes.map(({ path }) => (
          <li class="card pad tile">
            <h3>
              <a href={path}>{title}</a>
            </h3>
            <p class="facts">by hand, without opponents</p>
          </li>
        )))}
      </ul>
    </div>
  );
}

function seatsInWords({ seats: { from, to } }: PlayableGame): string {
  return from === to ? `${from} ${from === 1 ? "seat" : "seats"}` : `${from} to ${to} seats`;
}

/** `/play/GAME`: the form that begins a match. */
export function SetupPage() {
  const { data, trouble } = useRequest<GamesData>("/api/play");
  const { path } = useLocation();
  const name = decodeURIComponent(path.split("/")[2] ?? "");
  const game = data?.games.find((game) => game.name === name);
  useTitle(game ? `Play ${pagesOf(game.game).title}` : "Play");
  if (!data) return <Waiting trouble={trouble} />;
  if (!game) return <Waiting trouble="There is no such game to play here." />;
  return (
    <div class="stack">
      <header>
        <p class="crumbs">
          <a href="/play">Play</a> / {game.name}
        </p>
        <h1>{pagesOf(game.game).title}</h1>
        {game.about ? <p class="facts">{game.about}</p> : null}
      </header>
      <SetupForm game={game} />
    </div>
  );
}
