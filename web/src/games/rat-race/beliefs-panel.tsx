// A table of what a genome believes each colour to be.

import type { Meaning, Track } from "./types";
import { inWords, VERDICTS, verdict } from "./beliefs";

interface PanelProps {
  track: Track;
  meanings: Meaning[];
}

export function BeliefsPanel({ track, meanings }: PanelProps) {
  const cells = track.roles.map((_, colour) => track.colours.filter((other) => other === colour).length);
  return (
    <section class="beliefs stack-s">
      <h3>What this genome takes colours for</h3>
      <p class="facts">
        On the track, a grey square is taken for a wall, an octagon for a trap that kills at the cross, and bars are higher
        where a colour is worth more. A frame marks what is wrong.
      </p>
      <div class="scroll">
        <table>
          <caption>Each colour, what it is, and what it is taken for</caption>
          <thead>
            <tr>
              <th scope="col" class="number">colour</th>
              <th scope="col" class="number">cells</th>
              <th scope="col">is</th>
              <th scope="col">is taken for</th>
              <th scope="col">which is</th>
            </tr>
          </thead>
          <tbody>
            {meanings.map((meaning, colour) => (
              <tr>
                <td class="number">{colour}</td>
                <td class="number">{cells[colour]}</td>
                <td>{inWords(track.roles[colour]!)}</td>
                <td>{inWords(meaning)}</td>
                <td>{VERDICTS[verdict(track.roles[colour]!, meaning)]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
