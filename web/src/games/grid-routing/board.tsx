// The grid. It describes the vertex under the pointer.

import type { ComponentChildren } from "preact";
import { useCallback } from "preact/hooks";
import { Layer, Layers, PointHint, useCanvas, type Variables } from "../../ui/canvas";
import { letter } from "../../ui/seats";
import { draw, palette, type Scene } from "./drawing";

interface BoardProps {
  scene: Scene;
  names: string[];
  label: string;
  /** The controls, which stand between the grid and the words for a vertex. */
  children: ComponentChildren;
}

export function Board({ scene, names, label, children }: BoardProps) {
  const { side } = scene;
  const colours = useCallback((of: Variables) => palette(of, names.length), [names]);
  const canvas = useCanvas(side, side, colours);
  const { scale, size, pointed } = canvas;
  // Vertices are numbered row by row from the sources, which are at the bottom.
  const picked = pointed && (side - 1 - pointed.y) * side + pointed.x;
  return (
    <>
      <div class="board grid-board">
        <p class="edge">sinks</p>
        <Layers canvas={canvas}>
          <Layer canvas={canvas} label={label} draw={(pen, paint) => draw(pen, scene, size, scale, paint)} by={[scene]} />
        </Layers>
        <p class="edge">sources</p>
      </div>
      {children}
      <p class="cell" aria-live="off">
        {picked === null ? <PointHint what="a vertex" /> : <VertexInWords scene={scene} names={names} vertex={picked} />}
      </p>
    </>
  );
}

function VertexInWords({ scene, names, vertex }: { scene: Scene; names: string[]; vertex: number }) {
  const { side, changes, frame, traffic } = scene;
  const change = changes.find((change) => change.vertex === vertex && change.frame <= frame);
  const visits = traffic?.visits.get(vertex);
  return (
    <>
      {vertex % side},{Math.floor(vertex / side)}:{" "}
      {change ? (
        <>
          {change.isBroken ? "broken" : "activated"} in turn {Math.ceil(change.frame / 2)} by{" "}
          {change.seats.map((seat, index) => (
            <>
              {index > 0 ? ", " : ""}
              {letter(seat)} <bdi>{names[seat]}</bdi>
            </>
          ))}
        </>
      ) : (
        "inactive"
      )}
      {traffic && change && !change.isBroken
        ? visits === undefined
          ? "; on no path"
          : `; on the path of ${visits.toLocaleString("en", { maximumFractionDigits: 1 })} searches on average`
        : null}
    </>
  );
}
