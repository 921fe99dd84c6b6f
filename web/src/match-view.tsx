// A match, whatever its game.

import type { Exhibit } from "./types";
import { Dialogue } from "./ui/dialogue";
import { Faults } from "./ui/faults";
import { RaceView } from "./rat-race/race-view";

export function MatchView({ exhibit }: { exhibit: Exhibit }) {
  const { match, difference, dialogue, race } = exhibit;
  const { names, spec, record, provenance } = match;
  return (
    <article class="match">
      <header>
        <h1>
          {GAMES[spec.game] ?? spec.game}: <bdi>{names.join(", ")}</bdi>
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
      {race ? <RaceView film={race} /> : null}
      <Faults faults={record.faults} names={names} />
      <Dialogue said={dialogue} names={names} />
    </article>
  );
}

/** The games by the names that they have in files. */
export const GAMES: Record<string, string> = {
  "rat-race": "Rat race",
  "grid-routing": "Grid-routing battle",
  "prisoners-dilemma": "Prisoner's dilemma",
  "lights-out": "Lights Out",
};
