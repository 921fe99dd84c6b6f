import { detailsOf } from "../../match-details";
import type { GamePages, TimelineProps } from "../game-pages";
import { DilemmaView } from "./dilemma-view";
import { DilemmaPlayBoard } from "./play-board";
import type { Details } from "./timeline";

export const prisonersDilemma: GamePages = {
  name: "prisoners-dilemma",
  title: "Prisoner's dilemma",
  matchNoun: "game",
  scoreScale: "linear",
  hasTimeline: (data) => detailsOf<Details>(data) !== null,
  seatLabels: (data) => (detailsOf<Details>(data)?.ids ?? []).map((id, seat) => ({ colour: seat, sign: `${id}` })),
  Timeline,
  showsDialogue: () => false,
  // A round for each player: a few minutes for a person.
  play: { Board: DilemmaPlayBoard, repliesItself: true, parameters: { rounds_per_player: 1 } },
  routes: [],
};

function Timeline({ data }: TimelineProps) {
  const details = detailsOf<Details>(data);
  return details && <DilemmaView details={details} names={data.match.names} faults={data.match.record.faults} />;
}
