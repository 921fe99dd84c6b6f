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
        Searches go from active sources to sinks, one row up in each step, so all paths have the same length. A search that arrives gives one
        point to each owner of each vertex on its path. Searches choose their turns at random: <em>expected</em> is the average of all possible
        searches, <em>gained</em> the result of the drawn ones. Vertices on no path are pale. The left and right sides are connected.
      </p>
    </Legend>
  );
}
