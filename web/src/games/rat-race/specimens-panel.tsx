// The specimens in a cell, whose genomes can be picked.

import { useEffect, useState } from "preact/hooks";
import { useRequest } from "../../api";
import type { Specimens, Track } from "./types";
import { Waiting } from "../../ui/waiting";
import { position } from "./track";

/** A picked genome, and a description of its specimen. */
export interface Picked {
  genome: string;
  words: string;
}

interface SpecimensProps {
  track: Track;
  /** The server's path for this race. */
  path: string;
  turn: number;
  /** The cell that was clicked: a new object for each click. */
  clicked: { cell: number } | null;
  onPick: (picked: Picked) => void;
}

/** A form, so that it also works without a pointer. */
export function SpecimensPanel({ track, path, turn, clicked, onPick }: SpecimensProps) {
  const [request, setRequest] = useState<{ turn: number; cell: number } | null>(null);
  const [at, setAt] = useState({ x: 0, y: 0 });
  useEffect(() => {
    if (clicked === null) return;
    setAt(position(track, clicked.cell));
    setRequest({ turn, cell: clicked.cell });
  }, [clicked]);
  const found = useRequest<Specimens>(request && `${path}/specimens?turn=${request.turn}&cell=${request.cell}`);
  const look = (event: Event) => {
    event.preventDefault();
    setRequest({ turn, cell: at.x * track.height + at.y });
  };
  const coordinate = (name: "x" | "y", most: number) => (
    <label>
      {name}{" "}
      <input
        type="number"
        min={0}
        max={most - 1}
        required
        value={at[name]}
        onInput={(event) => setAt({ ...at, [name]: event.currentTarget.valueAsNumber || 0 })}
      />
    </label>
  );
  const place = request && position(track, request.cell);
  return (
    <section class="specimens card pad stack-s">
      <form onSubmit={look}>
        Specimens in the cell {coordinate("x", track.width)} {coordinate("y", track.height)}{" "}
        <button type="submit">Look at them in turn {turn.toLocaleString("en")}</button>
      </form>
      {request && place ? (
        <Found found={found.data} trouble={found.trouble} where={`at (${place.x}, ${place.y}) in turn ${request.turn.toLocaleString("en")}`} onPick={onPick} />
      ) : (
        <p class="facts">A click on the track does the same.</p>
      )}
    </section>
  );
}

interface FoundProps {
  found: Specimens | null;
  trouble: string | null;
  where: string;
  onPick: (picked: Picked) => void;
}

function Found({ found, trouble, where, onPick }: FoundProps) {
  if (!found) return <Waiting trouble={trouble} words="The race is being played up to this turn …" />;
  if (found.all === 0) return <p class="facts">There are no specimens {where}.</p>;
  const { all, genomes } = found;
  return (
    <div class="scroll">
      <table>
        <caption>
          {all === 1 ? "1 specimen" : `${all.toLocaleString("en")} specimens`} {where}, by their genomes
        </caption>
        <thead>
          <tr>
            <th scope="col" class="number">how many</th>
            <th scope="col" class="number">fitness</th>
            <th scope="col" class="number">age</th>
            <th scope="col" class="number">goals</th>
            <th scope="col">genome</th>
            <th scope="col">analysis</th>
          </tr>
        </thead>
        <tbody>
          {genomes.map(({ genome, count, fitness, age, goals }) => (
            <tr>
              <td class="number">{count}</td>
              <td class="number">{fitness.toLocaleString("en")}</td>
              <td class="number">{age}</td>
              <td class="number">{goals}</td>
              <td>
                <code>{genome}</code>
              </td>
              <td>
                <button type="button" onClick={() => onPick({ genome, words: `a specimen ${where}` })}>
                  show
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
