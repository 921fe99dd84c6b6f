// Marks of events above the slider, and what has happened at the turn that is shown.

import type { TimelineEvent } from "./events";
import "./events.css";

interface EventMarksProps {
  events: TimelineEvent[];
  last: number;
}

export function EventMarks({ events, last }: EventMarksProps) {
  return (
    <div class="marks" aria-hidden="true">
      {events.map(({ frame, kind, words }) => (
        <i class={`event ${kind}`} title={words} style={{ "--at": last > 0 ? frame / last : 0 }} />
      ))}
    </div>
  );
}

/** The most events of one turn in words. */
const MOST = 3;

/** One line, which is there even if nothing has happened, so that the controls stay in place. */
export function EventsInWords({ events, frame }: { events: TimelineEvent[]; frame: number }) {
  const now = events.filter((event) => event.frame === frame);
  return (
    <p class="events-now">
      {now.slice(0, MOST).map(({ kind, words }) => (
        <span>
          <i class={`event ${kind}`} aria-hidden="true" /> <bdi>{words}</bdi>
        </span>
      ))}
      {now.length > MOST ? <span>and {now.length - MOST} more</span> : null}
    </p>
  );
}
