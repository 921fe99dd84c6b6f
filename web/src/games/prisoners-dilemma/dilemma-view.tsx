// A game of the prisoner's dilemma, round by round: the scores, and who takes from whom.

import { useMemo } from "preact/hooks";
import { Chart, type Line } from "../../ui/chart";
import { Controls } from "../../ui/controls";
import { faultEvents, inOrder, leadChanges } from "../../ui/events";
import { Moves } from "../../ui/moves";
import { usePlayback } from "../../ui/playback";
import { colour, dashes, SeatLetter, useHighlight } from "../../ui/seats";
import type { Fault } from "../../types";
import { scoresAfter, seatsById, takes, type Details, type Round } from "./timeline";
import { TakesCircle } from "./takes-circle";
import { Standings } from "./standings";
import { TakesTable } from "./takes-table";
import "./prisoners-dilemma.css";

interface DilemmaViewProps {
  details: Details;
  names: string[];
  faults: Fault[];
}

/**
 * Players are indexed by identifier less 1, as they know each other by identifiers. Colours are
 * those of seats, as on all pages.
 */
export function DilemmaView({ details, names, faults }: DilemmaViewProps) {
  const { ids, rounds } = details;
  const seats = useMemo(() => seatsById(ids), [ids]);
  const named = useMemo(() => seats.map((seat) => names[seat] ?? ""), [seats, names]);
  const turns = useMemo(() => Array.from({ length: rounds.length + 1 }, (_, round) => round), [rounds]);
  const playback = usePlayback({ turns, usual: 10 });
  const highlight = useHighlight();
  const { frame } = playback;
  const soFar = useMemo(() => takes(rounds.slice(0, frame), named.length), [rounds, frame, named]);
  const now = useMemo(() => takes(rounds.slice(Math.max(0, frame - 1), frame), named.length), [rounds, frame, named]);
  const scores = scoresAfter(rounds, frame, named.length);
  const lines = useMemo(
    () =>
      named.map((name, player): Line => {
        const values = [0, ...rounds.map((round) => round.scores[player] ?? null)];
        return { name, values, colour: colour(seats[player]!), dashes: dashes(seats[player]!) };
      }),
    [rounds, named, seats],
  );
  const events = useMemo(() => {
    const scores = Array.from(turns, (round) => scoresAfter(rounds, round, named.length));
    // A round is a turn.
    const ofFaults = faultEvents(faults, names, (turn) => (turn < turns.length ? turn : null));
    return inOrder([...ofFaults, ...leadChanges(scores, "highest", named)]);
  }, [turns, rounds, named, faults, names]);
  const label = (frame: number) => (frame === 0 ? "beginning" : `round ${frame.toLocaleString("en")} of ${rounds.length.toLocaleString("en")}`);
  return (
    <section class="dilemma stack" aria-label="The game">
      <div class="with-moves">
        <div class="stage">
          <div class="board">
            <Chart
              title="Scores after each round"
              across="round"
              turns={turns}
              lines={lines}
              at={frame}
              height={300}
              legend={false}
              focus={highlight.shown}
              onFocus={highlight.point}
              onPick={playback.show}
            />
          </div>
          <Controls playback={playback} noun="round" label={label} events={events} />
        </div>
        <Moves
          playback={playback}
          noun="round"
          label={(round) => (round === 0 ? "beginning" : `round ${round.toLocaleString("en")}`)}
          words={(round) => <RoundInWords round={rounds[round - 1]} seats={seats} />}
        />
      </div>
      <div class="columns even-halves">
        <Standings names={named} seats={seats} scores={scores} soFar={soFar} now={now} highlight={highlight} />
        <TakesCircle names={named} seats={seats} now={now} round={frame} highlight={highlight} />
      </div>
      <TakesTable names={named} seats={seats} soFar={soFar} now={now} round={frame} highlight={highlight} />
    </section>
  );
}

/** The most players in the row of a round. */
const MOST_PLAYERS = 4;

function RoundInWords({ round, seats }: { round: Round | undefined; seats: number[] }) {
  if (!round) return null;
  const players = new Map<number, number[]>();
  for (const [by, from] of round.takes) players.set(by, [...(players.get(by) ?? []), from]);
  if (players.size === 0) return <span class="muted">nobody took</span>;
  return (
    <>
      {[...players].slice(0, MOST_PLAYERS).map(([by, from]) => (
        <span class="move-part">
          <SeatLetter seat={seats[by - 1]!} sign={`${by}`} /> <span aria-hidden="true">←</span>
          <span class="said">from</span> {from.join(", ")}
        </span>
      ))}
      {players.size > MOST_PLAYERS ? `and ${players.size - MOST_PLAYERS} more` : ""}
    </>
  );
}
