// What a genome does from each start.

import type { Walk } from "./types";
import { counts, ENDS } from "./walks";

interface PanelProps {
  walks: Walk[];
  isSame: boolean;
}

export function WalksPanel({ walks, isSame }: PanelProps) {
  return (
    <section class="walks stack-s">
      <h3>Where this genome leads</h3>
      {isSame ? null : <p class="warning">Asked of a bot that is not the submission as it has played this race.</p>}
      <p>
        Of {walks.length} admissible starts{" "}
        {counts(walks).map(([end, count], index) => (
          <>
            {index > 0 ? ", " : ""}
            <span class="end" style={{ color: `var(${ENDS[end].colour})` }}>
              {count} {ENDS[end].words}
            </span>
          </>
        ))}
        .{walks.some((walk) => walk.drew) ? " Some moves were drawn: these are walks that are possible, and there are others." : ""}
      </p>
    </section>
  );
}
