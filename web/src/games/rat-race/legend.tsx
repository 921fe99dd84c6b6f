// The legend of the track.

import { Legend } from "../../ui/legend";

const MARKS: [string, string][] = [
  ["crowd one", "1"],
  ["crowd ten", "10"],
  ["crowd hundred", "100"],
  ["crowd thousand", "1,000 specimens"],
  ["wall", "wall"],
  ["lethal", "lethal cell"],
  ["trap", "trap, which makes a cell near it lethal"],
  ["teleporter", "teleporter"],
  ["goal", "goal"],
  ["start", "admissible start"],
];

export function TrackLegend() {
  return <Legend marks={MARKS} />;
}
