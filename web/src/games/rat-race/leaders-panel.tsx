// The fittest specimens of a race, with their genomes.

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { Lineage } from "./lineage";
import type { Leader, RaceTimeline } from "./types";

export interface Choice extends Leader {
  isWinner: boolean;
}

/** The fittest at the end, then those that were fitter than all before them, the last one first. */
export function leaders(race: RaceTimeline): Choice[] {
  const winner = race.winner ? [{ ...race.winner, isWinner: true }] : [];
  return [...winner, ...[...race.leaders].reverse().map((leader) => ({ ...leader, isWinner: false }))];
}

interface LeadersPanelProps {
  race: RaceTimeline;
  /** The index of the one whose genome is shown; null if it belongs to another specimen. */
  chosen: number | null;
  onChoose: (index: number) => void;
  /** Shown above the lineage of the chosen one. */
  children?: ComponentChildren;
  onTurn: (turn: number) => void;
}

export function LeadersPanel({ race, chosen, onChoose, children, onTurn }: LeadersPanelProps) {
  const choices = useMemo(() => leaders(race), [race]);
  const leader = chosen === null ? undefined : choices[chosen];
  return (
    <section class="descent stack-s">
      <h2>Genomes</h2>
      <div class="columns">
        <div class="card leaders" role="region" aria-label="Fittest specimens" tabIndex={0}><table>
          <caption>The fittest specimen at the end, then each that was fitter than all before it, the last one first</caption>
          <thead>
            <tr>
              <th scope="col" class="number">fitness</th>
              <th scope="col" class="number">goals</th>
              <th scope="col" class="number">born</th>
              <th scope="col" class="number">in turn</th>
              <th scope="col">genome</th>
            </tr>
          </thead>
          <tbody>
            {choices.map((choice, index) => (
              <tr class={index === chosen ? "chosen" : ""}>
                <td class="number">{choice.fitness.toLocaleString("en")}</td>
                <td class="number">{choice.goals.toLocaleString("en")}</td>
                <td class="number">{race.individuals[choice.id]?.born.toLocaleString("en")}</td>
                <td class="number">
                  <button type="button" class="link" onClick={() => onTurn(choice.turn)}>
                    {choice.turn.toLocaleString("en")}
                  </button>
                </td>
                <td>
                  <button type="button" aria-pressed={index === chosen} onClick={() => onChoose(index)}>
                    {choice.isWinner ? "the last fittest" : "show"}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table></div>
        <div class="card pad stack-s">
          {children}
          {leader ? <Lineage race={race} leader={leader} /> : null}
        </div>
      </div>
    </section>
  );
}
