// A genome and those it descends from, as a picture with a row for each generation.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { cellUnder, variables } from "../../ui/canvas";
import { useTheme } from "../../ui/theme";
import { bits, line, origins, type Ancestor } from "./genome";
import type { Leader, RaceTimeline } from "./types";

export function Lineage({ race, leader }: { race: RaceTimeline; leader: Leader }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  const ancestors = useMemo(() => line(race.individuals, leader.id), [race, leader.id]);
  const [row, setRow] = useState<number | null>(null);
  const height = Math.max(2, Math.min(12, Math.floor(360 / ancestors.length)));
  useEffect(() => {
    const pen = canvas.current?.getContext("2d");
    if (pen) drawLineage(pen, ancestors, race.genome_bits, height);
  }, [ancestors, theme]);
  const shown = ancestors[row ?? ancestors.length - 1]!;
  const point = (event: PointerEvent) => {
    const { y } = cellUnder(event, canvas.current!, race.genome_bits, ancestors.length);
    setRow(Math.max(0, Math.min(ancestors.length - 1, y)));
  };
  return (
    <figure class="lineage">
      <figcaption>
        Its genome through {ancestors.length === 1 ? "1 generation" : `${ancestors.length} generations`}, from the parent that each has most from: a row for each, the oldest
        above, bit 0 at the left. Coloured where a child differs from that parent:{" "}
        <span class="sample other" aria-hidden="true" /> from the other one, <span class="sample mutation" aria-hidden="true" /> mutated.
      </figcaption>
      <canvas
        ref={canvas}
        width={race.genome_bits * 6}
        height={ancestors.length * height}
        role="img"
        aria-label={`The genomes of ${ancestors.length} generations`}
        onPointerMove={point}
        onPointerLeave={() => setRow(null)}
      />
      <p class="cell">
        Born in turn {shown.born.toLocaleString("en")}: <code>{shown.genome}</code>
      </p>
    </figure>
  );
}

function drawLineage(pen: CanvasRenderingContext2D, ancestors: Ancestor[], count: number, height: number) {
  const [set, clear, other, mutation] = ["--set", "--clear", "--other", "--mutation"].map(variables(pen.canvas));
  pen.clearRect(0, 0, pen.canvas.width, pen.canvas.height);
  ancestors.forEach((individual, row) => {
    const own = bits(individual.genome, count);
    const before = ancestors[row - 1];
    const from =
      before && individual.other ? origins(own, bits(before.genome, count), bits(individual.other, count)) : null;
    own.forEach((bit, index) => {
      const changed = from?.[index] ?? "parent";
      pen.fillStyle = (changed === "parent" ? (bit ? set : clear) : changed === "other" ? other : mutation)!;
      pen.fillRect(index * 6, row * height, 6, height);
    });
  });
}
