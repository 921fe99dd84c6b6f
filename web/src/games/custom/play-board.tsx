// The picture of a custom game for a person who plays: a click on a cell is a reply.

import type { PlayBoardProps } from "../game-pages";
import type { PlayState } from "../../play/play-state";
import { replyToClick } from "../../play/replies";
import { NO_NOTES } from "../../ui/notes";
import { useDrawings } from "../../ui/drawings";
import { seatOf } from "../../ui/tiles";
import { Picture } from "./board";
import { Legend } from "./legend";
import type { Frame } from "./timeline";
import "./custom.css";

export function CustomPlayBoard({ state, isAsked, onReply }: PlayBoardProps) {
  const drawings = useDrawings();
  const frame = state.frame as Frame | null;
  if (!frame) return <p class="facts">The game shows no picture.</p>;
  const click = isAsked ? (state.question?.click ?? null) : null;
  return (
    <div class={click ? "custom-play clickable" : "custom-play"}>
      <Picture
        frame={frame}
        drawn={{ notes: NO_NOTES, names: state.names, drawings }}
        onPoint={() => {}}
        onClick={click ? (cell) => onReply(replyToClick(click, cell)) : undefined}
      />
      {frame.caption?.map((line) => <p class="caption">{line}</p>)}
    </div>
  );
}

export function CustomPlayLegend({ state }: { state: PlayState }) {
  const frame = state.frame as Frame | null;
  return frame && <Legend frame={frame} names={state.names} />;
}

/** The letter of each seat in the picture, or its number. */
export function playSigns({ frame, names }: PlayState): string[] {
  const legend = (frame as Frame | null)?.legend ?? [];
  return names.map((_, seat) => legend.find(({ tone }) => seatOf(tone) === seat)?.letter ?? `${seat}`);
}
