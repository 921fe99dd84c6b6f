// Specimens that were asked for by name when a page was made.

import type { RaceFilm } from "../types";
import type { Picked } from "./specimens";
import { position } from "./track";

interface NamedProps {
  film: RaceFilm;
  picked: Picked | null;
  onPick: (picked: Picked) => void;
}

export function NamedSpecimens({ film, picked, onPick }: NamedProps) {
  if (film.picked.length === 0) return null;
  return (
    <section class="named">
      <h2>Specimens that were asked for</h2>
      <ul>
        {film.picked.map(({ turn, cell, genome, fitness, age, goals }) => {
          const at = position(film.track, cell);
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
