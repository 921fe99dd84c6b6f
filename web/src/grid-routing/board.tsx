// The grid on the page, which says of each vertex what it is when it is pointed at.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useTheme } from "../ui/theme";
import { letter } from "../ui/seats";
import { draw, palette, type Scene } from "./picture";

interface BoardProps {
  scene: Scene;
  names: string[];
  label: string;
}

export function Board({ scene, names, label }: BoardProps) {
  const { side } = scene;
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [picked, setPicked] = useState<number | null>(null);
  const theme = useTheme();
  useEffect(() => {
    const observer = new ResizeObserver(() => setWidth(host.current?.clientWidth ?? 0));
    observer.observe(host.current!);
    return () => observer.disconnect();
  }, []);

  // The picture has the pixels of the screen, so that nothing is blurred.
  const scale = devicePixelRatio || 1;
  const size = (width * scale) / side;
  const paint = useMemo(() => (host.current && width ? palette(host.current, names.length) : null), [theme, width, names]);
  useEffect(() => {
    const pen = canvas.current?.getContext("2d");
    if (pen && paint) draw(pen, scene, size, scale, paint);
  }, [scene, size, scale, paint]);

  const point = (event: PointerEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    const x = Math.floor(((event.clientX - box.left) / box.width) * side);
    const y = side - 1 - Math.floor(((event.clientY - box.top) / box.height) * side);
    const isInside = x >= 0 && x < side && y >= 0 && y < side;
    setPicked(isInside ? y * side + x : null);
  };
  const pixels = Math.round(size * side);
  return (
    <div class="grid-board">
      <p class="edge">sinks</p>
      <div
        ref={host}
        class="layers"
        style={{ aspectRatio: "1" }}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPicked(null)}
      >
        <canvas ref={canvas} width={pixels} height={pixels} role="img" aria-label={label} />
      </div>
      <p class="edge">sources</p>
      <p class="cell" aria-live="off">
        {picked === null ? "Point at a vertex to read what it is." : <VertexInWords scene={scene} names={names} vertex={picked} />}
      </p>
    </div>
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
          : `; on the path of ${visits.toLocaleString("en", { maximumFractionDigits: 1 })} searches, on the average`
        : null}
    </>
  );
}
