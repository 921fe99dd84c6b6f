import type { GamePages, TimelineProps } from "../game-pages";
import { NO_NOTES } from "../../ui/notes";
import { RaceView } from "./race-view";
import type { RaceMatchData } from "./types";

export const ratRace: GamePages = {
  name: "rat-race",
  title: "Rat race",
  matchNoun: "board",
  scoreScale: "logarithmic",
  hasTimeline: (data) => (data as RaceMatchData).race !== undefined,
  Timeline,
  showsDialogue: () => false,
  routes: [],
};

function Timeline({ data, path }: TimelineProps) {
  const { race, more } = data as RaceMatchData;
  if (!race) return null;
  const { notes = NO_NOTES, match } = data;
  return (
    <RaceView
      race={race}
      notes={notes}
      match={match}
      specimensAt={more?.specimens ? path : null}
      analysisAt={more?.analysis ? path : null}
    />
  );
}
