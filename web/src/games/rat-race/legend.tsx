// The legend of the track.

import { Legend } from "../../ui/legend";

interface LegendProps {
  arrows: boolean;
  onArrows: (shown: boolean) => void;
}

const MARKS: [string, string][] = [
  ["wall", "wall"],
  ["lethal", "lethal cell"],
  ["trap", "trap, which marks a cell near it"],
  ["teleporter", "teleporter"],
  ["goal", "goal"],
  ["start", "admissible start"],
  ["few", "1 specimen"],
  ["many", "thousands"],
];

export function TrackLegend({ arrows, onArrows }: LegendProps) {
  return (
    <Legend marks={MARKS}>
      <label>
        <input type="checkbox" checked={arrows} onChange={(event) => onArrows(event.currentTarget.checked)} />
        arrows from all teleporters and traps
      </label>
    </Legend>
  );
}
