// What the rules of a game count of its seats: the mean of each number for each entrant.

import type { Standings } from "../types";
import { rounded } from "../ui/numbers";
import { botLink } from "./links";

/** The names of all statistics, in alphabetical order. */
export function statNames({ entrants }: Standings): string[] {
  return [...new Set(entrants.flatMap(({ stats }) => Object.keys(stats)))].sort();
}

/** The mean of each statistic for each entrant. */
export function StatsTable({ name, standings }: { name: string; standings: Standings }) {
  const names = statNames(standings);
  return (
    <section class="card scroll" role="region" aria-label="What the game counts" tabIndex={0}>
      <table class="stats">
        <caption>What the game counts: the mean a match.</caption>
        <thead>
          <tr>
            <th scope="col">bot</th>
            {names.map((stat) => (
              <th scope="col" class="number" key={stat}>
                <bdi>{stat}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {standings.entrants
            .filter((entrant) => entrant.played > 0)
            .map((entrant) => (
              <tr key={entrant.name}>
                <th scope="row" class="bot-name">
                  <a href={botLink(name, entrant.name)}>
                    <bdi>{entrant.name}</bdi>
                  </a>
                </th>
                {names.map((stat) => (
                  <td class="number" key={stat}>
                    {stat in entrant.stats ? rounded(entrant.stats[stat]!.mean) : "–"}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
