// The legend of the grid, and how a round is scored.

import { Legend } from "../../ui/legend";

const MARKS: [string, string][] = [
  ["vertex", "inactive"],
  ["vertex broken", "broken"],
  ["vertex owned", "active, by its owner"],
  ["vertex shared", "of several owners"],
  ["vertex way", "way of the searches, the wider the more take it"],
];

export function GridLegend() {
  return (
    <Legend marks={MARKS}>
      <p>
        Searches go from active sources to sinks, a row up in each step, so that all paths are equally long. Each that arrives gives a point to every owner
        of every vertex on its way. They turn at random: <em>expected</em> is what they give on the average, <em>gained</em> what those gave that
        were drawn. What is on no path is pale. Columns go round: a way that leaves on one side comes in on the other.
      </p>
    </Legend>
  );
}
