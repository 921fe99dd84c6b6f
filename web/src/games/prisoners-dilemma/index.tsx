import { detailsOf } from "../../match-details";
import type { GamePages, TimelineProps } from "../game-pages";
import { DilemmaView } from "./dilemma-view";
import type { Details } from "./timeline";

export const prisonersDilemma: GamePages = {
  name: "prisoners-dilemma",
  title: "Prisoner's dilemma",
  matchNoun: "game",
  scoreScale: "linear",
  explainsMissingReplay: false,
  Timeline,
  showsDialogue: () => false,
  routes: [],
};

function Timeline({ data }: TimelineProps) {
  const details = detailsOf<Details>(data);
  return details && <DilemmaView details={details} names={data.match.names} />;
}
