// Who takes from whom in a round, as arrows between players in a circle.

import { colour, ink, type Highlight } from "../../ui/seats";
import type { Matrix } from "./timeline";

interface TakesCircleProps {
  names: string[];
  /** The seat of each player. */
  seats: number[];
  now: Matrix;
  round: number;
  highlight: Highlight;
}

const RADIUS = 100;

/**
 * With more takes than this, arrows have no heads, and only those of the highlighted player stand
 * out.
 */
const MANY = 150;

export function TakesCircle({ names, seats, now, round, highlight }: TakesCircleProps) {
  const count = names.length;
  const { shown } = highlight;
  const dot = Math.min(11, (Math.PI * RADIUS) / count - 1);
  const pairs = now.flatMap((row, by) => row.flatMap((taken, from) => (taken > 0 ? [{ by, from }] : [])));
  const concerns = ({ by, from }: Pair) => shown === null || by === shown || from === shown;
  const isTangle = pairs.length > MANY;
  const faded = isTangle ? [] : pairs.filter((pair) => !concerns(pair));
  // Drawn last, the highlighted arrows are on top.
  const ordered = [...faded, ...pairs.filter(concerns)];
  const hasHeads = !isTangle || shown !== null;
  const look = (pair: Pair) => (concerns(pair) ? (hasHeads ? "" : "one-of-many") : "faded");
  return (
    <section class="card pad stack-s">
      <h2>Takes of this round</h2>
      <p class="facts">
        {shown === null ? (
          <>
            {isTangle ? "A line for each take" : "An arrow for each take"}, in the colour of who takes. Point at a player to see its own.
          </>
        ) : (
          <>
            <bdi>{names[shown]}</bdi> takes: {list(now[shown]!)}; is taken from: {list(now.map((row) => row[shown]!))} (dashed).
          </>
        )}
      </p>
      <svg class="circle" viewBox="-120 -120 240 240" role="img" aria-label={`${pairs.length} takes in round ${round}, which stand in the table below`}>
        <defs>
          {names.map((_, player) => (
            <marker id={`head-${player}`} viewBox="0 0 6 6" refX="5" refY="3" markerWidth="6" markerHeight="6" orient="auto">
              <path d="M0 0.5 6 3 0 5.5z" fill={`var(${colour(seats[player]!)})`} />
            </marker>
          ))}
        </defs>
        {ordered.map((pair) => (
          <path
            key={`${pair.by} ${pair.from}`}
            d={arc(pair, count, dot)}
            class={`take ${look(pair)}`}
            stroke={`var(${colour(seats[pair.by]!)})`}
            stroke-dasharray={pair.from === shown ? "5 3" : undefined}
            marker-end={hasHeads ? `url(#head-${pair.by})` : undefined}
          />
        ))}
        {names.map((_, player) => {
          const { x, y } = position(player, count);
          return (
            <g
              key={player}
              class={`player ${shown === null || shown === player ? "" : "faded"}`}
              onPointerEnter={() => highlight.point(player)}
              onPointerLeave={() => highlight.point(null)}
              onClick={() => highlight.pick(player)}
            >
              <circle cx={x} cy={y} r={dot} fill={`var(${colour(seats[player]!)})`} />
              <text x={x} y={y} font-size={dot * 1.1} fill={`var(${ink(seats[player]!)})`}>
                {player + 1}
              </text>
            </g>
          );
        })}
      </svg>
    </section>
  );
}

interface Pair {
  by: number;
  from: number;
}

function position(player: number, count: number): { x: number; y: number } {
  const angle = (2 * Math.PI * player) / count - Math.PI / 2;
  return { x: RADIUS * Math.cos(angle), y: RADIUS * Math.sin(angle) };
}

/**
 * A curve from the edge of one player to the edge of another. Opposite directions do not overlap.
 */
function arc({ by, from }: Pair, count: number, dot: number): string {
  const [one, other] = [position(by, count), position(from, count)];
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const length = Math.hypot(dx, dy);
  // Bend to the left and towards the centre, as a straight line between neighbours would be too
  // short.
  const bend = 0.12 * length;
  const control = { x: (one.x + other.x) * 0.4 + (dy / length) * bend, y: (one.y + other.y) * 0.4 - (dx / length) * bend };
  const start = towards(one, control, dot);
  const end = towards(other, control, dot + 1);
  return `M${start} Q${control.x.toFixed(1)} ${control.y.toFixed(1)} ${end}`;
}

function towards(from: { x: number; y: number }, to: { x: number; y: number }, by: number): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const share = by / Math.hypot(dx, dy);
  return `${(from.x + dx * share).toFixed(1)} ${(from.y + dy * share).toFixed(1)}`;
}

/** The identifiers of players with a count above zero. */
function list(row: number[]): string {
  const named = row.flatMap((count, player) => (count > 0 ? [player + 1] : []));
  return named.length > 0 ? named.join(", ") : "nobody";
}
