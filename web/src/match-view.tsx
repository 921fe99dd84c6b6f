// A match, whatever its game.

import type { ComponentChild } from "preact";
import type { Exhibit } from "./types";
import { Dialogue } from "./ui/dialogue";
import { Faults } from "./ui/faults";
import { DilemmaView } from "./dilemma/dilemma-view";
import { GridView } from "./grid-routing/grid-view";
import { OwnGameView } from "./own-game/own-game-view";
import { LightsView } from "./lights-out/lights-view";
import { RaceView } from "./rat-race/race-view";

/** With more bots than that, a heading would be nothing but names. */
const MOST_NAMED = 6;

/** `path` is where the server answers about this match, if there is one. */
export function MatchView({ exhibit, path = null }: { exhibit: Exhibit; path?: string | null }) {
  const { match, difference, dialogue } = exhibit;
  const { names, spec, record, provenance } = match;
  return (
    <article class="match">
      <header>
        <h1>
          {GAMES[spec.game] ?? spec.game}: {names.length > MOST_NAMED ? `${names.length} bots` : listed(names)}
        </h1>
        <p class="facts">
          {names.length === 1 ? <>score {record.scores[0]?.toLocaleString("en")} · </> : null}
          {spec.seed === null ? null : (
            <>
              seed <code>{spec.seed}</code> ·{" "}
            </>
          )}
          ended: {record.ended}
          {provenance ? ` · played with rathaus ${provenance.rathaus}` : null}
        </p>
        {difference ? (
          <p role="alert" class="warning">
            Played again without its bots, this match did not come out the same: {difference}
          </p>
        ) : null}
      </header>
      {course(exhibit, path)}
      <Faults faults={record.faults} names={names} />
      {exhibit.pictures ? null : <Dialogue said={dialogue} names={names} />}
    </article>
  );
}

/** The names, each by itself, so that none turns the direction of the next. */
function listed(names: string[]): ComponentChild {
  return names.map((name, index) => (
    <>
      {index > 0 ? ", " : ""}
      <bdi>{name}</bdi>
    </>
  ));
}

/** What happened in a match, if there are pages for its game. */
function course({ match, race, pictures, dialogue, more }: Exhibit, path: string | null): ComponentChild {
  const { names, spec, record } = match;
  const { details } = record;
  if (race) return <RaceView film={race} specimensAt={more?.specimens ? path : null} analysisAt={more?.analysis ? path : null} />;
  if (pictures) return <OwnGameView pictures={pictures} names={names} faults={record.faults} dialogue={dialogue} />;
  // A match that nobody was ready for has nothing to show.
  if (Object.keys(details ?? {}).length === 0) return null;
  if (spec.game === "grid-routing") return <GridView details={details} names={names} spec={spec} />;
  if (spec.game === "prisoners-dilemma") return <DilemmaView details={details} names={names} />;
  if (spec.game === "lights-out") return <LightsView details={details} />;
  return null;
}

/** The games by the names that they have in files. */
export const GAMES: Record<string, string> = {
  "rat-race": "Rat race",
  "grid-routing": "Grid-routing battle",
  "prisoners-dilemma": "Prisoner's dilemma",
  "lights-out": "Lights Out",
};
