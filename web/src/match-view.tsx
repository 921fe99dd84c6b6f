// A match, whatever its game.

import type { ComponentChild } from "preact";
import { pagesOf } from "./games/registry";
import type { MatchData } from "./types";
import { Dialogue } from "./ui/dialogue";
import { Faults } from "./ui/faults";

/** With more bots than this, the heading has only their number. */
const MAX_NAMED = 6;

interface MatchViewProps {
  data: MatchData;
  /** The server's path for this match; null in a page that is a file. */
  path: string | null;
}

export function MatchView({ data, path }: MatchViewProps) {
  const { match, dialogue } = data;
  const { names, spec, record } = match;
  const { Timeline, showsDialogue } = pagesOf(spec.game);
  return (
    <article class="match">
      <MatchHeader data={data} />
      <Timeline data={data} path={path} />
      <Faults faults={record.faults} names={names} />
      {showsDialogue(data) ? null : <Dialogue entries={dialogue} names={names} />}
    </article>
  );
}

function MatchHeader({ data: { match, difference } }: { data: MatchData }) {
  const { names, spec, record, provenance } = match;
  return (
    <header>
      <h1>
        {pagesOf(spec.game).title}: {names.length > MAX_NAMED ? `${names.length} bots` : listed(names)}
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
  );
}

/** The names, each isolated, so that none changes the writing direction of the next. */
function listed(names: string[]): ComponentChild {
  return names.map((name, index) => (
    <>
      {index > 0 ? ", " : ""}
      <bdi>{name}</bdi>
    </>
  ));
}
