import { detailsOf } from "../../match-details";
import type { GamePages, TimelineProps } from "../game-pages";

interface Details {
  moves: number[];
}

export const ticTacToe: GamePages = {
  name: "tic-tac-toe",
  title: "Tic-tac-toe",
  matchNoun: "game",
  scoreScale: "linear",
  hasTimeline: (data) => detailsOf<Details>(data) !== null,
  Timeline,
  showsDialogue: () => false,
  routes: [],
};

function Timeline({ data }: TimelineProps) {
  const details = detailsOf<Details>(data);
  const letter = (cell: number) => {
    const turn = details?.moves.indexOf(cell) ?? -1;
    return turn < 0 ? "." : "xo"[turn % 2];
  };
  const row = (first: number) => [0, 1, 2].map((column) => letter(first + column)).join(" ");
  return <pre>{[0, 3, 6].map(row).join("\n")}</pre>;
}
