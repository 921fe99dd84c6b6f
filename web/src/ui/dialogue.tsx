// Excerpts of what a match sent to its bots and what they replied.

import type { DialogueEntry } from "../types";
import { seconds as inUnits } from "./numbers";

export function Dialogue({ entries, names }: { entries: DialogueEntry[]; names: string[] }) {
  if (entries.length === 0) return null;
  return (
    <section class="dialogue card pad">
      <h2>Dialogue</h2>
      <p class="facts">How it began, what led to faults, and how it ended.</p>
      {entries.map(({ question, seat, sent, answer, seconds }) => (
        <details>
          <summary>
            question {question.toLocaleString("en")}, <bdi>{names[seat]}</bdi>, {inUnits(seconds)}
          </summary>
          <h3>request</h3>
          <pre>{sent}</pre>
          <h3>reply</h3>
          <pre>{answer}</pre>
        </details>
      ))}
    </section>
  );
}
