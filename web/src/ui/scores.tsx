// The seats of a match with their scores, the best first. The winner is bold and has a check mark.

import type { ComponentChildren } from "preact";
import { pagesOf } from "../games/registry";
import type { ScoreOrder } from "../types";
import { byScore, winner } from "./outcome";
import { rounded } from "./numbers";
import { SeatChip, SeatLetter } from "./seats";
import "./seats.css";

interface ScoresProps {
  game: string;
  names: string[];
  scores: number[];
  best: ScoreOrder;
  /** At most this many seats. */
  most?: number;
  /** A name, with what stands beside it. */
  nameOf?: (name: string, seat: number) => ComponentChildren;
}

export function Scores({ game, names, scores, best, most = names.length, nameOf = (name) => <bdi>{name}</bdi> }: ScoresProps) {
  // Where a match marks its seats in another way, only the colours are the same everywhere.
  const Mark = pagesOf(game).seatLabels ? SeatChip : SeatLetter;
  const won = winner(scores, best);
  const hidden = names.length - most;
  return (
    <ul class="scores">
      {byScore(scores, best)
        .slice(0, most)
        .map((seat) => (
          <li class={seat === won ? "won" : ""}>
            {names.length > 1 ? <Mark seat={seat} /> : null}
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
