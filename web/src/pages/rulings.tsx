// The matches that are ruled instead of played.

import type { Ruling } from "../types";
import { exact } from "../ui/numbers";
import { rulingInWords } from "../ui/tournament-words";
import { botLink } from "./links";

/** More rulings than this are not listed. */
const MOST_LISTED = 200;

export function RulingsTable({ name, rulings }: { name: string; rulings: Ruling[] }) {
  return (
    <section class="card scroll" role="region" aria-label="Rulings" tabIndex={0}>
      <table class="rulings">
        <caption>
          Ruled, not played: {rulings.length.toLocaleString("en")}
          {rulings.length === 1 ? " match" : " matches"}. A ruling gives points, and counts nowhere else.
        </caption>
        <thead>
          <tr>
            <th scope="col" class="number">
              match
            </th>
            <th scope="col">points</th>
            <th scope="col">why</th>
            <th scope="col" class="far">
              ruled on
            </th>
          </tr>
        </thead>
        <tbody>
          {rulings.slice(0, MOST_LISTED).map((ruling) => (
            <tr key={ruling.number}>
              <td class="number">{ruling.number}</td>
              <td>
                {ruling.entrants.map((entrant, seat) => (
                  <span key={seat}>
                    {seat > 0 ? ", " : ""}
                    <a href={botLink(name, entrant)}>
                      <bdi>{entrant}</bdi>
                    </a>{" "}
                    {exact(ruling.points[seat] ?? 0)}
                  </span>
                ))}
              </td>
              <td>{rulingInWords(ruling)}</td>
              <td class="far muted">{ruling.ruled_on.slice(0, 10)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
