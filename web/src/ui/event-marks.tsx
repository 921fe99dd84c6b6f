// Marks of events above the slider, and what has happened at the turn that is shown.

import type { TimelineEvent } from "./events";
import "./events.css";

/** The most events of one turn in words, and side by side. */
const MOST = 3;

interface EventMarksProps {
  events: TimelineEvent[];
  last: number;
}

export function EventMarks({ events, last }: EventMarksProps) {
  return (
    <div class="marks" aria-hidden="true">
      {events.map(({ frame, kind, words }, index) => {
        const nth = index - events.findIndex((event) => event.frame === frame);
        const at = last > 0 ? frame / last : 0;
        // Events of one turn stand side by side, towards the middle.
        const aside = Math.min(nth, MOST - 1) * (at < 0.5 ? 1 : -1);
        return <i class={`event ${kind}`} title={words} style={{ "--at": at, "--aside": aside }} />;
      })}
    </div>
  );
}

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
