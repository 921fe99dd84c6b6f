// Excerpts of what a match sent to its bots and what they replied.

import type { DialogueEntry, TurnNotes } from "../types";
import { seconds as inUnits } from "./numbers";

interface DialogueProps {
  entries: DialogueEntry[];
  names: string[];
  notes?: TurnNotes[];
}

export function Dialogue({ entries, names, notes = [] }: DialogueProps) {
  const stderr = (question: number, seat: number) =>
    notes.find((note) => note.question === question && note.seat === seat)?.stderr;
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
          {stderr(question, seat) ? (
            <>
              <h3>stderr</h3>
              <pre>{stderr(question, seat)}</pre>
            </>
          ) : null}
        </details>
      ))}
    </section>
  );
}
