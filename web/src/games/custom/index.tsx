import type { MatchData } from "../../types";
import { NO_NOTES } from "../../ui/notes";
import { orderOf } from "../../ui/outcome";
import type { GamePages, TimelineProps } from "../game-pages";
import { CustomView } from "./custom-view";
import { CustomPlayBoard, CustomPlayLegend, playSigns } from "./play-board";
import { labelsOf, type CustomTimeline } from "./timeline";

/** The pages of a game whose rules are a program, by the name that its file gives it. */
export function customGame(name: string): GamePages {
  return {
    name,
    title: name,
    matchNoun: "game",
    scoreScale: "linear",
    hasTimeline: (data) => picturesOf(data) !== null,
    seatLabels: (data) => labelsOf(picturesOf(data)?.frames ?? [], data.match.names.length),
    Timeline,
    showsDialogue: (data) => picturesOf(data) !== null,
    play: { Board: CustomPlayBoard, Legend: CustomPlayLegend, signs: playSigns },
    routes: [],
  };
}

function Timeline({ data }: TimelineProps) {
  const pictures = picturesOf(data);
  const { names, record } = data.match;
  if (!pictures) return null;
  const { dialogue, notes = NO_NOTES } = data;
  return (
    <CustomView
      pictures={pictures}
      names={names}
      faults={record.faults}
      dialogue={dialogue}
      notes={notes}
      order={orderOf(data)}
      ended={record.ended}
    />
  );
}

/** What the game has shown; null if it shows nothing, and before the match has been replayed. */
function picturesOf(data: MatchData): CustomTimeline | null {
  return (data as MatchData & { pictures?: CustomTimeline }).pictures ?? null;
}
