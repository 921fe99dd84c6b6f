// What the marks of a track mean.

interface LegendProps {
  arrows: boolean;
  onArrows: (shown: boolean) => void;
}

const MARKS: [string, string][] = [
  ["wall", "wall"],
  ["lethal", "lethal cell"],
  ["trap", "trap, which marks a cell near it"],
  ["teleporter", "teleporter"],
  ["goal", "goal"],
  ["start", "admissible start"],
  ["few", "1 specimen"],
  ["many", "thousands"],
];

export function Legend({ arrows, onArrows }: LegendProps) {
  return (
    <div class="legend">
      <ul>
        {MARKS.map(([mark, words]) => (
          <li>
            <span class={`sample ${mark}`} aria-hidden="true" />
            {words}
          </li>
        ))}
      </ul>
      <label>
        <input type="checkbox" checked={arrows} onChange={(event) => onArrows(event.currentTarget.checked)} />
        arrows from all teleporters and traps
      </label>
    </div>
  );
}
