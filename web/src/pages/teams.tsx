// The standings of teams: rank, score, and the points of their members.

import type { Standings } from "../types";
import { rankInWords, exact } from "../ui/numbers";
import { teamScoreInWords } from "../ui/tournament-words";
import { botLink } from "./links";

export function TeamsTable({ name, standings: { teams, team_score } }: { name: string; standings: Standings }) {
  return (
    <section class="card scroll" role="region" aria-label="By team" tabIndex={0}>
      <table class="teams">
        <caption>By team: {teamScoreInWords(team_score ?? "sum")}.</caption>
        <thead>
          <tr>
            <th scope="col">rank</th>
            <th scope="col">team</th>
            <th scope="col" class="number">
              points
            </th>
            <th scope="col">members</th>
          </tr>
        </thead>
        <tbody>
          {teams.map((team) => (
            <tr key={team.name}>
              <td class="rank">{rankInWords(team.rank)}</td>
              <th scope="row">
                <bdi>{team.name}</bdi>
              </th>
              <td class="number">{exact(team.score)}</td>
              <td>
                {team.members.map((member, index) => (
                  <span key={member.name} class={member.counts ? "" : "muted"}>
                    {index > 0 ? ", " : ""}
                    <a href={botLink(name, member.name)}>
                      <bdi>{member.name}</bdi>
                    </a>{" "}
                    {exact(member.points)}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
