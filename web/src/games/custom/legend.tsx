// What the letters of a picture mean.

import { SeatLetter } from "../../ui/seats";
import { seatOf } from "../../ui/tiles";
import type { Frame } from "./timeline";

/** What letters mean. The page adds the names of bots, which the game does not know. */
export function Legend({ frame, names }: { frame: Frame; names: string[] }) {
  const known = (frame.legend ?? []).filter(({ means }) => means);
  if (known.length === 0) return null;
  return (
    <ul class="custom-legend">
      {known.map(({ letter, tone, means }) => {
        const seat = seatOf(tone);
        return (
          <li>
            {seat === null ? <code>{letter}</code> : <SeatLetter seat={seat} sign={letter} />} {seat === null ? null : <bdi>{names[seat]}: </bdi>}
            {means}
          </li>
        );
      })}
    </ul>
  );
}
