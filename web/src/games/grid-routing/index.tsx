import { detailsOf } from "../../match-details";
import type { GamePages, TimelineProps } from "../game-pages";
import { GridView } from "./grid-view";
import type { Details } from "./timeline";

export const gridRouting: GamePages = {
  name: "grid-routing",
  title: "Grid-routing battle",
  matchNoun: "game",
  scoreScale: "linear",
  hasTimeline: (data) => detailsOf<Details>(data) !== null,
  Timeline,
  showsDialogue: () => false,
  routes: [],
};

function Timeline({ data }: TimelineProps) {
  const details = detailsOf<Details>(data);
  const { names, spec, record } = data.match;
  return details && <GridView details={details} names={names} spec={spec} faults={record.faults} />;
}
