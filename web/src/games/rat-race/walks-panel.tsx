// What a genome does from each start, and which of its walks are drawn.

import type { Track, Walk } from "./types";
import { position } from "./track";
import { counts, ENDS } from "./walks";

export interface Shown {
  walks: boolean;
  /** Draw only the walk from this start. */
  only: number | null;
  beliefs: boolean;
}

interface PanelProps {
  track: Track;
  walks: Walk[];
  isSame: boolean;
  shown: Shown;
  onShow: (shown: Shown) => void;
}

export function WalksPanel({ track, walks, isSame, shown, onShow }: PanelProps) {
  return (
    <section class="walks">
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
      <label>
        <input
          type="checkbox"
          checked={shown.walks}
          onChange={(event) => onShow({ ...shown, walks: event.currentTarget.checked, only: null })}
        />{" "}
        draw the walks
      </label>{" "}
      <label>
        from{" "}
        <select
          value={shown.only ?? ""}
          onChange={(event) => onShow({ ...shown, walks: true, only: event.currentTarget.value === "" ? null : Number(event.currentTarget.value) })}
        >
          <option value="">all starts</option>
          {walks.map((walk) => (
            <option value={walk.start}>
              row {position(track, walk.start).y}: {walk.ways.length} moves, {walk.end}
            </option>
          ))}
        </select>
      </label>
    </section>
  );
}
