// A legend.

import type { ComponentChildren } from "preact";
import "./legend.css";

interface LegendProps {
  /** The CSS class of each mark and what it means. */
  marks: [look: string, words: string][];
  children?: ComponentChildren;
}

export function Legend({ marks, children }: LegendProps) {
  return (
    <div class="legend">
      <ul>
        {marks.map(([look, words]) => (
          <li>
            <span class={`sample ${look}`} aria-hidden="true" />
            {words}
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}
