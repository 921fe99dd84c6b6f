import { detailsOf } from "../../match-details";
import type { GamePages, TimelineProps } from "../game-pages";
import type { Details } from "./details";
import { LightsView } from "./lights-view";
import { PlayPage } from "./play-page";

export const lightsOut: GamePages = {
  name: "lights-out",
  title: "Lights Out",
  matchNoun: "board",
  scoreScale: "linear",
  hasTimeline: (data) => detailsOf<Details>(data) !== null,
  Timeline,
  showsDialogue: () => false,
  routes: [{ path: "/lights-out", linkText: "Lights Out", component: PlayPage }],
};

function Timeline({ data }: TimelineProps) {
  const details = detailsOf<Details>(data);
  return details && <LightsView details={details} />;
}
