// Why a match has no recording, and what to do about it.

import type { ComponentChild } from "preact";
import { pagesOf } from "../games/registry";
import type { TournamentMatch } from "../types";
import { Command, shellWord } from "../ui/copy";

/** As much of a key as commands need. */
const KEY_LENGTH = 12;

export function NoRecording({ match, matchKey }: { match: TournamentMatch; matchKey: string }) {
  if (!match.is_open) {
    return (
      <section class="empty">
        <h2>Moves are not shown yet</h2>
        <p>They show what the bots do. The tournament shows them after its sources are revealed.</p>
      </section>
    );
  }
  const key = matchKey.slice(0, KEY_LENGTH);
  return (
    <section class="empty">
      <h2>No recording of this match</h2>
      <p>{reason(match)}</p>
      <p>The result is complete: only the moves are missing. Play the match again from its seed, and record it:</p>
      <Command text={`rathaus tournament rerun ${key} --file ${shellWord(match.file)} --out ${key}.replay`} />
      <Command text={`rathaus serve ${key}.replay`} />
      <p class="small">
        Bots that use no other randomness make the same moves. To keep recordings of all matches from now on, set{" "}
        <code>keep = "all"</code> under <code>[records]</code> in <code>{match.file}</code>.
      </p>
    </section>
  );
}

function reason({ keep, file, match }: TournamentMatch): ComponentChild {
  const { matchNoun } = pagesOf(match.spec.game);
  const setting = (value: string) => (
    <>
      <code>{file}</code> says <code>keep = "{value}"</code>
    </>
  );
  if (keep === "none") return <>{setting("none")}, so this tournament keeps no recordings.</>;
  if (keep === "all") {
    return <>{setting("all")}, but this {matchNoun} was played before that, or its recording was too large to keep.</>;
  }
  return <>The tournament keeps the recordings of each bot's best {matchNoun} and of its first ones with faults. This is another one.</>;
}
