// What bots did wrong, with the evidence.

import type { Fault } from "../types";

/** The number of faults that the page lists. */
const SHOWN = 5;

export function inWords(fault: Fault): string {
  const more = fault.what ?? fault.how ?? fault.why;
  const limit =
    fault.limit_seconds !== undefined ? `the limit was ${fault.limit_seconds} s` :
    fault.limit_bytes !== undefined ? `the limit was ${fault.limit_bytes} bytes` : undefined;
  return [fault.fault, more, limit].filter(Boolean).join(": ");
}

export function Faults({ faults, names }: { faults: Fault[]; names: string[] }) {
  if (faults.length === 0) return null;
  return (
    <section class="faults">
      <h2>Faults</h2>
      <ol>
        {faults.slice(0, SHOWN).map((fault) => (
          <li>
            <details>
              <summary>
                <bdi>{names[fault.seat]}</bdi>, question {fault.turn.toLocaleString("en")}: {inWords(fault)}
              </summary>
              <Excerpt title="request" text={fault.sent} />
              <Excerpt title="reply" text={fault.said} />
              <Excerpt title="standard error" text={fault.stderr} />
              {fault.sandbox ? <p>Its sandbox: {fault.sandbox}</p> : null}
              <p>It took {fault.took_seconds.toFixed(3)} s.</p>
            </details>
          </li>
        ))}
      </ol>
      {faults.length > SHOWN ? <p>and {faults.length - SHOWN} more</p> : null}
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
