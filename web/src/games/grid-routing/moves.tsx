// What the seats did in each phase of a round, and what stands out.

import type { Fault } from "../../types";
import { faultEvents, inOrder, type TimelineEvent } from "../../ui/events";
import { winner } from "../../ui/outcome";
import { SeatLetter } from "../../ui/seats";
import { frames, type Change, type Round } from "./timeline";

interface PhaseProps {
  changes: Change[];
  phase: number;
  side: number;
}

/** The vertices that the seats broke or activated in a phase. */
export function PhaseInWords({ changes, phase, side }: PhaseProps) {
  const now = changes.filter((change) => change.frame === phase);
  return (
    <>
      {now.map(({ vertex, seats }, index) => (
        <>
          {index > 0 ? ", " : ""}
          {seats.map((seat) => (
            <SeatLetter seat={seat} />
          ))}
          {vertex % side},{Math.floor(vertex / side)}
        </>
      ))}
    </>
  );
}

/** Faults, vertices that several seats chose at once, who gained most, and changes of the lead. */
export function roundEvents(rounds: Round[], round: number, all: Change[], faults: Fault[], names: string[], after: number[][]): TimelineEvent[] {
  const played = rounds[round]!;
  const last = frames(played) - 1;
  // Each phase is a question, and so are the scores at the end.
  const before = rounds.slice(0, round).reduce((sum, earlier) => sum + earlier.asks, 0);
  const frameOf = (question: number) => (question > before && question <= before + last ? question - before : null);
  const contested = all.filter(({ seats }) => seats.length > 1).map(({ frame, seats, isBroken }): TimelineEvent => {
    const who = seats.map((seat) => names[seat]).join(" and ");
    return { frame, kind: "other", words: `${who} ${isBroken ? "break" : "activate"} the same vertex` };
  });
  const best = winner(played.gains, "highest");
  const [leader, now] = [winner(after[round]!, "highest"), winner(after[round + 1]!, "highest")];
  const ends: TimelineEvent[] = best === null ? [] : [{ frame: last, kind: "end", words: `${names[best]} gains most` }];
  const leads: TimelineEvent[] = now === null || now === leader ? [] : [{ frame: last, kind: "lead", words: `${names[now]} takes the lead` }];
  return inOrder([...faultEvents(faults, names, frameOf), ...contested, ...ends, ...leads]);
}
