import type { GamePages, TimelineProps } from "../game-pages";
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
  return <RaceView race={race} match={data.match} specimensAt={more?.specimens ? path : null} analysisAt={more?.analysis ? path : null} />;
}
