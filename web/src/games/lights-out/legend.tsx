// The legend of a board.

import { Legend } from "../../ui/legend";

const MARKS: [string, string][] = [
  ["light on", "on"],
  ["light", "off"],
  ["light clicked", "clicked (twice is not at all)"],
  ["light last", "the last click"],
  ["light fewest", "of the fewest clicks"],
];

export function LightsLegend() {
  return <Legend marks={MARKS} />;
}
