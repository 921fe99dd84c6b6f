// How much of a tournament has been played.

import type { Status } from "../types";

export function Progress({ status }: { status: Status }) {
  const { played, all, goes_on, is_being_played, phase } = status;
  const words = all === null ? "no match yet" : `${played.toLocaleString("en")} of ${all.toLocaleString("en")} matches`;
  return (
    <div class="progress">
      <progress value={played} max={all ?? 1} aria-label="Matches played" />
      <span>
        {words}
        {goes_on ? ", the results decide how many follow" : null}
        {is_being_played ? <strong class="live"> · being played</strong> : null}
        {phase ? ` · ${phase}` : null}
      </span>
    </div>
  );
}
