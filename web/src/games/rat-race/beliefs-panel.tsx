// A table of what a genome believes each colour to be.

import type { Meaning, Track } from "./types";
import { inWords, VERDICTS, verdict } from "./beliefs";

interface PanelProps {
  track: Track;
  meanings: Meaning[];
  isShown: boolean;
  onShow: (isShown: boolean) => void;
}

export function BeliefsPanel({ track, meanings, isShown, onShow }: PanelProps) {
  const cells = track.roles.map((_, colour) => track.colours.filter((other) => other === colour).length);
  return (
    <section class="beliefs">
      <h3>What this genome takes colours for</h3>
      <label>
        <input type="checkbox" checked={isShown} onChange={(event) => onShow(event.currentTarget.checked)} /> draw that on the track: a
        grey square is taken for a wall, an octagon for a trap that kills at the cross, and bars are higher where a colour is worth more; a frame
        says that it is wrong
      </label>
      <div class="scroll">
        <table>
          <caption>Each colour, what it is, and what it is taken for</caption>
          <thead>
            <tr>
              <th class="number">colour</th>
              <th class="number">cells</th>
              <th>is</th>
              <th>is taken for</th>
              <th>which is</th>
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
