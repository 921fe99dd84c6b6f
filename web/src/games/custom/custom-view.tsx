// A match of a custom game, picture by picture, with the dialogue.

import { useMemo, useState } from "preact/hooks";
import type { Fault, DialogueEntry, ScoreOrder, TurnNotes } from "../../types";
import { PointHint, type Point } from "../../ui/canvas";
import { Controls } from "../../ui/controls";
import { DrawingToggles, NumberCharts, StderrOfTurn, useDrawings } from "../../ui/drawings";
import { inWords as faultInWords } from "../../ui/faults";
import { faultEvents, inOrder, leadChanges } from "../../ui/events";
import { Moves } from "../../ui/moves";
import { notesOf } from "../../ui/notes";
import { usePlayback } from "../../ui/playback";
import { seconds as inUnits } from "../../ui/numbers";
import { LabelledSeat, Seat, useHighlight, type SeatLabel } from "../../ui/seats";
import { Picture } from "./board";
import { Legend } from "./legend";
import { byQuestion, cellInWords, changeInWords, faultsIn, frameOf, dialogueOf, labelsOf, shortReply, type Frame, type CustomTimeline } from "./timeline";
import "./custom.css";

interface CustomViewProps {
  pictures: CustomTimeline;
  names: string[];
  faults: Fault[];
  dialogue: DialogueEntry[];
  notes: TurnNotes[];
  order: ScoreOrder;
  /** Why the match ended. */
  ended: string;
}

export function CustomView({ pictures, names, faults, dialogue, notes, order, ended }: CustomViewProps) {
  const { frames, left_out } = pictures;
  const last = frames.length - 1;
  // A frame shows the game before a question, which is after the turn before.
  const questions = useMemo(() => frames.map(({ turn }) => turn), [frames]);
  const turns = useMemo(() => questions.map((question) => question - 1), [questions]);
  const lastTurn = turns[last]!;
  const labels = useMemo(() => labelsOf(frames, names.length), [frames, names]);
  const [pointed, point] = useState<Point | null>(null);
  const playback = usePlayback({ turns, usual: 3 });
  const frame = frames[playback.frame]!;
  const label = (index: number) => `turn ${turns[index]!.toLocaleString("en")} of ${lastTurn.toLocaleString("en")}`;
  const events = useMemo(() => {
    const standings = frames.map(({ standing = [] }) => standing);
    const ofFaults = faultEvents(faults, names, (turn) => frameOf(frames, turn));
    return inOrder([...ofFaults, ...leadChanges(standings, order, names), { frame: last, kind: "end", words: ended }]);
  }, [frames, faults, names, order, ended, last]);
  const replies = useMemo(() => byQuestion(dialogue), [dialogue]);
  const now = faultsIn(faults, frames, playback.frame);
  const drawings = useDrawings();
  const written = useMemo(() => notesOf(notes, questions, playback.frame), [notes, questions, playback.frame]);
  return (
    <section class="custom-game stack" aria-label="The game">
      {left_out > 0 ? (
        <p class="facts">There are {left_out.toLocaleString("en")} more turns than a page can hold; these are spread evenly.</p>
      ) : null}
      <div class="columns custom-columns">
        <div class="stage">
          <div class="board">
            <Picture frame={frame} drawn={{ notes: written, names, drawings }} onPoint={point} />
          </div>
          <Controls playback={playback} noun="turn" label={label} events={events} />
          <div class="stage-foot">
            {frame.caption?.map((line) => <p class="caption">{line}</p>)}
            <Legend frame={frame} names={names} />
            {frame.rows && !frame.svg ? (
              <p class="cell" aria-live="off">
                {(pointed && cellInWords(frame, pointed)) ?? <PointHint what="a cell" />}
              </p>
            ) : null}
          </div>
          <div class="row custom-toggles" role="group" aria-label="Overlays">
            <DrawingToggles notes={notes} names={names} drawings={drawings} />
          </div>
        </div>
        <div class="card pad stack-s">
          <Standing frame={frame} names={names} labels={labels} />
          <Moves
            playback={playback}
            noun="turn"
            label={(index) => (index === 0 ? "beginning" : `turn ${turns[index]!.toLocaleString("en")}`)}
            words={(index) => (
              <>
                <Replies entries={replies.get(turns[index]!) ?? []} labels={labels} />
                <span class="move-part muted">{changeInWords(frames[index - 1], frames[index]!)}</span>
              </>
            )}
          />
          <FaultsHere faults={now} names={names} />
          <Dialogue entries={dialogueOf(dialogue, frame.turn)} names={names} turn={frame.turn} isOver={playback.frame === last} />
          <StderrOfTurn notes={written} names={names} />
          <FaultLinks faults={faults} names={names} onPick={(turn) => playback.show(frameOf(frames, turn))} />
        </div>
      </div>
      <NumberCharts
        notes={notes}
        names={names}
        across="turn"
        at={frame.turn}
        onPick={(turn) => playback.show(frameOf(frames, Math.round(turn)))}
      />
    </section>
  );
}

interface MarkedProps {
  frame: Frame;
  names: string[];
  labels: SeatLabel[];
}

function Standing({ frame, names, labels }: MarkedProps) {
  const highlight = useHighlight();
  return (
    <ul class="custom-standing" aria-label="Who plays">
      {names.map((name, seat) => (
        <li>
          <Seat seat={seat} sign={labels[seat]!.sign} name={name} highlight={highlight} />
          {frame.standing?.[seat] === undefined ? null : <b>{frame.standing[seat]!.toLocaleString("en")}</b>}
        </li>
      ))}
    </ul>
  );
}

function FaultsHere({ faults, names }: { faults: Fault[]; names: string[] }) {
  return (
    <>
      {faults.map((fault) => (
        <p class="warning">
          <bdi>{names[fault.seat]}</bdi>: {faultInWords(fault)}
        </p>
      ))}
    </>
  );
}

/** What the bots replied, in short. */
function Replies({ entries, labels }: { entries: DialogueEntry[]; labels: SeatLabel[] }) {
  return (
    <>
      {entries.map(({ seat, answer }) => (
        <span class="move-part">
          <LabelledSeat seat={seat} label={labels[seat]} /> {shortReply(answer)}
        </span>
      ))}
    </>
  );
}

interface DialogueProps {
  entries: DialogueEntry[];
  names: string[];
  /** The turn after the picture. */
  turn: number;
  isOver: boolean;
}

/** The dialogue of the next turn. */
function Dialogue({ entries, names, turn, isOver }: DialogueProps) {
  if (isOver) return null;
  return (
    <section class="custom-talk">
      <h2>Next: turn {turn.toLocaleString("en")}</h2>
      {entries.length === 0 ? <p class="facts">This page does not have the dialogue of this turn.</p> : null}
      {entries.map(({ seat, sent, answer, seconds }) => (
        <>
          <h3>
            <bdi>{names[seat]}</bdi> <small>{inUnits(seconds)}</small>
          </h3>
          <pre class="sent">{sent}</pre>
          <pre>{answer}</pre>
        </>
      ))}
    </section>
  );
}

/** The most faults with a link. The stored result has all faults. */
const MOST_LINKS = 20;

function FaultLinks({ faults, names, onPick }: { faults: Fault[]; names: string[]; onPick: (turn: number) => void }) {
  if (faults.length === 0) return null;
  return (
    <p class="facts row">
      Go to the turns with faults:
      {faults.slice(0, MOST_LINKS).map(({ seat, turn, fault }) => (
        <button type="button" onClick={() => onPick(turn)}>
          {turn.toLocaleString("en")} <bdi>{names[seat]}</bdi> {fault}
        </button>
      ))}
    </p>
  );
}
