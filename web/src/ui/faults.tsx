// What bots did wrong, with the evidence.

import type { Fault } from "../types";
import { seconds } from "./numbers";
import { LabelledSeat, type SeatLabel } from "./seats";

/** The number of faults that the page lists. */
const SHOWN = 5;

export function inWords(fault: Fault): string {
  const more = fault.what ?? fault.how ?? fault.why;
  const limit =
    fault.limit_seconds !== undefined ? `the limit was ${fault.limit_seconds} s` :
    fault.limit_bytes !== undefined ? `the limit was ${fault.limit_bytes} bytes` : undefined;
  return [fault.fault, more, limit].filter(Boolean).join(": ");
}

interface FaultsProps {
  faults: Fault[];
  names: string[];
  /** How the timeline marks each seat, where that is not by its number and letter. */
  labels?: SeatLabel[];
}

export function Faults({ faults, names, labels = [] }: FaultsProps) {
  if (faults.length === 0) return null;
  return (
    <section class="faults card pad stack-s">
      <h2>
        Faults <span class="badge bad">{faults.length.toLocaleString("en")}</span>
      </h2>
      <ol>
        {faults.slice(0, SHOWN).map((fault) => (
          <li>
            <details>
              <summary>
                {names.length > 1 ? <LabelledSeat seat={fault.seat} label={labels[fault.seat]} /> : null} <bdi>{names[fault.seat]}</bdi>, turn {fault.turn.toLocaleString("en")}: {inWords(fault)}
              </summary>
              <Excerpt title="request" text={fault.sent} />
              <Excerpt title="reply" text={fault.said} />
              <Excerpt title="standard error" text={fault.stderr} />
              {fault.sandbox ? <p>Its sandbox: {fault.sandbox}</p> : null}
              <p class="small muted">It took {seconds(fault.took_seconds)}.</p>
            </details>
          </li>
        ))}
      </ol>
      {faults.length > SHOWN ? <p class="small muted">and {faults.length - SHOWN} more</p> : null}
    </section>
  );
}

function Excerpt({ title, text }: { title: string; text: string }) {
  if (!text) return null;
  return (
    <>
      <h3>{title}</h3>
      <pre>{text}</pre>
    </>
  );
}
