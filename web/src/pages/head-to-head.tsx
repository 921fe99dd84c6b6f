// How each entrant did against each other one. Columns are ranks, so that no name is rotated.

import type { Pair, Standings } from "../types";

/** One row against one column. */
interface Duel {
  won: number;
  equal: number;
  lost: number;
  decided: boolean;
}

function duels(pairs: Pair[]): Map<string, Duel> {
  const found = new Map<string, Duel>();
  for (const { one, other, won, equal, paired, decided } of pairs) {
    const lost = (paired?.count ?? won + equal) - won - equal;
    found.set(JSON.stringify([one, other]), { won, equal, lost, decided });
    found.set(JSON.stringify([other, one]), { won: lost, equal, lost: won, decided });
  }
  return found;
}

/** The share of matches won, in percent. A draw is half. */
function share({ won, equal, lost }: Duel): number {
  const all = won + equal + lost;
  return all === 0 ? 50 : (100 * (won + equal / 2)) / all;
}

export function HeadToHead({ standings }: { standings: Standings }) {
  const { entrants, pairs } = standings;
  const found = duels(pairs);
  const ranked = entrants.filter((entrant) => entrant.rank);
  return (
    <div class="card scroll" role="region" aria-label="Head to head" tabIndex={0}>
      <p class="pad facts">
        The share of matches that the row won against the column, in percent; a draw is half. Columns are numbered as the rows
        are. Underlined where the difference is significant (p &lt; 0.05, Holm).
      </p>
      <table class="matrix">
        <caption class="said">Matches won by the row against the column, in percent</caption>
        <thead>
          <tr>
            <th scope="col">bot</th>
            {ranked.map((entrant, column) => (
              <th scope="col" title={entrant.name}>
                {column + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ranked.map((row, index) => (
            <tr>
              <th scope="row">
                <span class="muted">{index + 1}</span> <bdi>{row.name}</bdi>
              </th>
              {ranked.map((column) => (
                <Cell duel={found.get(JSON.stringify([row.name, column.name]))} isSelf={row === column} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ duel, isSelf }: { duel: Duel | undefined; isSelf: boolean }) {
  if (isSelf || !duel) return <td class={isSelf ? "self" : ""} />;
  const won = share(duel);
  const look = won > 50 ? "won" : won < 50 ? "lost" : "";
  return (
    <td
      class={`${look} ${duel.decided ? "sure" : ""}`}
      style={{ "--mix": `${Math.round(Math.abs(won - 50) * 1.6)}%` }}
      title={`won ${duel.won}, drawn ${duel.equal}, lost ${duel.lost}`}
    >
      {Math.round(won)}
    </td>
  );
}
