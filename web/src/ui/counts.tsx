// A list of numbers with labels.

import "./counts.css";

export function Counts({ counts }: { counts: [name: string, value: string][] }) {
  return (
    <dl class="counts card">
      {counts.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
