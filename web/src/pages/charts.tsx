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

/** The charts that may be wider than a phone, because they have a column for each bot. */
const WIDE = ["takes"];

/** At this width and below, the server draws charts for a phone. */
const PHONE = "(max-width: 40rem)";

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
            <figcaption>{TITLES[chart] ?? chart}</figcaption>
            {WIDE.includes(chart) ? (
              <div class="scroll" role="region" aria-label={TITLES[chart] ?? chart} tabIndex={0}>
                <Drawing {...{ path, chart, version }} />
              </div>
            ) : (
              <Drawing {...{ path, chart, version }} />
            )}
          </figure>
        ))}
    </div>
  );
}

function Drawing({ path, chart, version }: { path: string; chart: string; version: string }) {
  const source = `${path}/charts/${chart}.svg?version=${encodeURIComponent(version)}`;
  return (
    <picture>
      <source media={PHONE} srcset={`${source}&narrow=true`} />
      <img src={source} alt={TITLES[chart] ?? chart} />
    </picture>
  );
}
