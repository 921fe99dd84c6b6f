// Chooses the round to show.

import { useEffect } from "preact/hooks";

interface RoundChooserProps {
  round: number;
  count: number;
  onRound: (round: number) => void;
}

export function RoundChooser({ round, count, onRound }: RoundChooserProps) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.matches("textarea, select, input:not([type=range])")) return;
      if (event.key === "p") onRound(round - 1);
      if (event.key === "n") onRound(round + 1);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
  return (
    <div class="rounds" role="group" aria-label="Round">
      <button type="button" disabled={round === 0} title="p" aria-label="Previous round" onClick={() => onRound(round - 1)}>
        «
      </button>
      <label>
        round{" "}
        <select value={round} onChange={(event) => onRound(Number(event.currentTarget.value))}>
          {Array.from({ length: count }, (_, index) => (
            <option value={index}>{index + 1}</option>
          ))}
        </select>{" "}
        of {count}
      </label>
      <button type="button" disabled={round === count - 1} title="n" aria-label="Next round" onClick={() => onRound(round + 1)}>
        »
      </button>
    </div>
  );
}
