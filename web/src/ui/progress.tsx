// How much of a tournament has been played.

import type { Status } from "../types";

export function Progress({ status }: { status: Status }) {
  const { played, ruled, all, goes_on, is_being_played, phase } = status;
  const words = all === null ? "no match yet" : `${played.toLocaleString("en")} of ${all.toLocaleString("en")} matches`;
  return (
    <div class="progress">
      <p class="small">
        {is_being_played ? <span class="badge info live">being played</span> : null}{" "}
        <span>{words}</span>
        <span class="muted">
          {ruled > 0 ? `, ${ruled.toLocaleString("en")} ruled` : null}
          {goes_on ? ", the results decide how many follow" : null}
          {phase ? ` · ${phase}` : null}
        </span>
      </p>
      {is_being_played || played + ruled !== all ? <progress value={played + ruled} max={all ?? 1} aria-label="Matches played" /> : null}
    </div>
  );
}
