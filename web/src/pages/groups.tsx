// Groups of boards: their parameters, the value of each entrant in each of them, and a choice of one.

import type { BoardGroup, Standings } from "../types";
import { intervalInWords } from "../ui/interval";
import { rounded } from "../ui/numbers";
import { botLink } from "./links";

/** The value of each entrant in each group of boards. */
export function GroupsTable({ name, standings: { groups, entrants } }: { name: string; standings: Standings }) {
  return (
    <section class="card scroll" role="region" aria-label="By group of boards" tabIndex={0}>
      <table class="groups">
        <caption>The value that decides in each group of boards, with its 95 % interval.</caption>
        <thead>
          <tr>
            <th scope="col">bot</th>
            {groups.map((group) => (
              <th scope="col" class="number" key={group.name}>
                <bdi>{group.name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entrants
            .filter((entrant) => entrant.played > 0)
            .map((entrant) => (
              <tr key={entrant.name}>
                <th scope="row" class="bot-name">
                  <a href={botLink(name, entrant.name)}>
                    <bdi>{entrant.name}</bdi>
                  </a>
                </th>
                {groups.map((group, index) => (
                  <td class="number" key={group.name}>
                    <Value estimate={entrant.by_group[index]} />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
      <div class="pad facts">
        {groups.map((group) => (
          <p key={group.name}>
            <b>
              <bdi>{group.name}</bdi>
            </b>
            : {parametersInWords(group)}
          </p>
        ))}
      </div>
    </section>
  );
}

function Value({ estimate }: { estimate: Standings["entrants"][number]["by_group"][number] | undefined }) {
  if (!estimate) return <>–</>;
  return (
    <>
      <span class="value">{rounded(estimate.value)}</span> <span class="muted nowrap">{intervalInWords(estimate)}</span>
    </>
  );
}

function parametersInWords({ parameters, matches: { played, all } }: BoardGroup): string {
  const set = Object.entries(parameters).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  const words = set.length > 0 ? set.join(", ") : "no other parameters";
  return `${words}; ${played.toLocaleString("en")} of ${all.toLocaleString("en")} matches played`;
}

interface GroupChoiceProps {
  groups: BoardGroup[];
  /** The name of the chosen group, or empty for all boards. */
  chosen: string;
  choose: (name: string) => void;
}

/** Chooses one group of boards, or all. */
export function GroupChoice({ groups, chosen, choose }: GroupChoiceProps) {
  if (groups.length === 0) return null;
  return (
    <label class="check">
      group{" "}
      <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">all boards</option>
        {groups.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
