// Specimens that the user named when the page was made.

import type { RaceTimeline } from "./types";
import type { Picked } from "./specimens-panel";
import { position } from "./track";

interface NamedProps {
  race: RaceTimeline;
  picked: Picked | null;
  onPick: (picked: Picked) => void;
}

export function NamedSpecimens({ race, picked, onPick }: NamedProps) {
  if (race.picked.length === 0) return null;
  return (
    <section class="named card pad stack-s">
      <h2>Chosen specimens</h2>
      <ul>
        {race.picked.map(({ turn, cell, genome, fitness, age, goals }) => {
          const at = position(race.track, cell);
          const words = `the fittest at (${at.x}, ${at.y}) in turn ${turn.toLocaleString("en")}`;
          const isShown = picked?.genome === genome && picked.words === words;
          return (
            <li>
              {words}: fitness {fitness.toLocaleString("en")}, age {age}, {goals} goals{" "}
              <button type="button" aria-pressed={isShown} onClick={() => onPick({ genome, words })}>
                show
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
