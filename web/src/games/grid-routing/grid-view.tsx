// A match of the grid-routing battle: one round turn by turn, and the gains of all rounds.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { Fault, Spec } from "../../types";
import { Controls } from "../../ui/controls";
import type { KeyList } from "../../ui/keys-help";
import { usePlayback, wantsMotion, type Speed } from "../../ui/playback";
import { holdHash, setHash, urlNumber, useHashChange } from "../../ui/hash";
import { useHighlight, type Highlight } from "../../ui/seats";
import { Board } from "./board";
import { changes, frames, standings, totals, traffic, type Details } from "./timeline";
import { GainsCharts } from "./gains-charts";
import { GridLegend } from "./legend";
import type { Scene } from "./drawing";
import { Moves } from "../../ui/moves";
import { PhaseInWords, roundEvents } from "./moves";
import { RoundChooser } from "./round-chooser";
import { Standings } from "./standings";
import "./grid-routing.css";

/** How long the end of a round stays before the next one plays, in milliseconds. */
const ROUND_END = 2500;

interface GridViewProps {
  details: Details;
  names: string[];
  spec: Spec;
  faults: Fault[];
}

export function GridView({ details, names, spec, faults }: GridViewProps) {
  const count = details.rounds.length;
  const [round, setRound] = useState(() => opening(count));
  useHashChange(() => setRound(opening(count)));
  useEffect(() => holdHash({ round: round + 1 }), [round]);
  const chosenSpeed = useState<Speed | null>(null);
  const highlight = useHighlight();
  const after = useMemo(() => totals(details.rounds, names.length), [details, names]);
  if (count === 0) return <p>No round was played.</p>;
  const show = (wanted: number) => {
    const shown = Math.max(0, Math.min(count - 1, Math.round(wanted)));
    setHash({ round: shown + 1, turn: null });
    setRound(shown);
  };
  return (
    <section class="grid-routing stack" aria-label="The game">
      <RoundChooser round={round} count={count} onRound={show} />
      <RoundView key={round} {...{ details, names, spec, faults, round, after, highlight, chosenSpeed }} onRound={show} />
      <GainsCharts rounds={details.rounds} after={after} names={names} round={round} onRound={show} highlight={highlight} />
    </section>
  );
}

/** The round of the URL, or else the first one. Readers who want no motion see the last one, with the result. */
function opening(count: number): number {
  return Math.max(0, Math.min(count, urlNumber("round") ?? (wantsMotion() ? 1 : count)) - 1);
}

interface RoundViewProps extends GridViewProps {
  round: number;
  /** The points of each seat after each round, starting with zero before the first. */
  after: number[][];
  highlight: Highlight;
  chosenSpeed: [Speed | null, (speed: Speed) => void];
  onRound: (round: number) => void;
}

function RoundView({ details, names, spec, faults, round, after, highlight, chosenSpeed, onRound }: RoundViewProps) {
  const { side } = details;
  const played = details.rounds[round]!;
  const last = frames(played) - 1;
  const phases = useMemo(() => Array.from({ length: last + 1 }, (_, phase) => phase), [last]);
  const playback = usePlayback({ turns: phases, usual: 10, chosenSpeed });
  const { frame, hasPlayedOut } = playback;
  const hasNext = round + 1 < details.rounds.length;
  useEffect(() => {
    if (!hasPlayedOut || !hasNext) return;
    const timer = setTimeout(() => onRound(round + 1), ROUND_END);
    return () => clearTimeout(timer);
  }, [hasPlayedOut, hasNext]);
  const label = (frame: number) => frameInWords(frame, last);
  const history = useMemo(() => {
    const all = changes(played, side);
    return { all, traffic: traffic(all, side, Number(spec.parameters.searches) || names.length) };
  }, [played, side, spec, names]);
  const events = useMemo(
    () => roundEvents(details.rounds, round, history.all, faults, names, after),
    [details, round, history, faults, names, after],
  );
  const isOver = frame === last;
  const scene: Scene = useMemo(
    () => ({ side, changes: history.all, frame, traffic: isOver ? history.traffic : null, seat: highlight.shown }),
    [side, history, frame, isOver, highlight.shown],
  );
  const standing = useMemo(() => standings(history.all, history.traffic, names.length, frame), [history, names, frame]);
  return (
    <div class="columns grid-columns">
      <div class="stage">
        <Board scene={scene} names={names} label={`The grid of round ${round + 1}, ${side} vertices a side: ${label(frame)}`}>
          <Controls playback={playback} noun="phase" label={label} events={events} keys={ROUND_KEYS} />
        </Board>
        <div class="stage-foot">
          <GridLegend />
        </div>
      </div>
      <div class="card pad stack-s">
        <Standings names={names} standing={standing} gains={played.gains} total={after[round + 1]!} isOver={isOver} highlight={highlight} />
        <Moves playback={playback} noun="phase" label={label} words={(phase) => <PhaseInWords changes={history.all} phase={phase} side={side} />} />
      </div>
    </div>
  );
}

const ROUND_KEYS: KeyList = [[["p", "n"], "previous and next round"]];

function frameInWords(frame: number, last: number): string {
  if (frame === 0) return "beginning";
  if (frame === last) return "scored";
  return `turn ${Math.ceil(frame / 2)}, ${frame % 2 === 1 ? "breaking" : "activating"}`;
}
