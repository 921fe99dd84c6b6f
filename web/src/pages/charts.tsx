// The charts of a tournament, which the server draws.

const TITLES: Record<string, string> = {
  standings: "What decides, with intervals of 95 %",
  scores: "Scores",
  bracket: "Who met whom",
  points: "Points over rounds",
  rounds: "Scores over rounds",
  takes: "Who took from whom",
  versions: "Versions of bots",
  decisions: "Until each was decided",
};

interface ChartsProps {
  path: string;
  charts: string[];
  version: string;
}

export function Charts({ path, charts, version }: ChartsProps) {
  return (
    <div class="pictures">
      {charts
        // The page has a table of that.
        .filter((chart) => chart !== "head-to-head")
        .map((chart) => (
          <figure key={chart} class="card">
            <figcaption>
              {TITLES[chart] ?? chart}
              <span class="swipe"> Swipe to see the rest.</span>
            </figcaption>
            <div class="scroll" role="region" aria-label={TITLES[chart] ?? chart} tabIndex={0}>
              <img src={`${path}/charts/${chart}.svg?${encodeURIComponent(version)}`} alt={TITLES[chart] ?? chart} />
            </div>
          </figure>
        ))}
    </div>
  );
}
