// The seats of a match with their scores, the best first. The winner is bold and has a check mark.

import type { ComponentChildren } from "preact";
import type { ScoreOrder } from "../types";
import { byScore, winner } from "./outcome";
import { rounded } from "./numbers";
import { SeatLetter } from "./seats";
import "./seats.css";

interface ScoresProps {
  names: string[];
  scores: number[];
  best: ScoreOrder;
  /** At most this many seats. */
  most?: number;
  /** A name, with what stands beside it. */
  nameOf?: (name: string, seat: number) => ComponentChildren;
}

export function Scores({ names, scores, best, most = names.length, nameOf = (name) => <bdi>{name}</bdi> }: ScoresProps) {
  const won = winner(scores, best);
  const hidden = names.length - most;
  return (
    <ul class="scores">
      {byScore(scores, best)
        .slice(0, most)
        .map((seat) => (
          <li class={seat === won ? "won" : ""}>
            {names.length > 1 ? <SeatLetter seat={seat} /> : null}
            <span class="name">{nameOf(names[seat]!, seat)}</span>
            {seat === won ? (
              <span class="check-mark">
                ✓<span class="said"> won</span>
              </span>
            ) : null}
            <span class="score">{rounded(scores[seat]!)}</span>
          </li>
        ))}
      {hidden > 0 ? <li class="muted">and {hidden} more</li> : null}
    </ul>
  );
}
