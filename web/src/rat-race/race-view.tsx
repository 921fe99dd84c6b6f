// A race: the track with its specimens, turn by turn, and what was counted.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { RaceFilm, Walk } from "../types";
import { Chart, type Line } from "../ui/chart";
import { Controls } from "../ui/controls";
import { useKeys, usePlayback } from "../ui/playback";
import { useTheme } from "../ui/theme";
import { count, isExact, unpack } from "./density";
import { Descent, leaders } from "./descent";
import { frameOf } from "./frames";
import { Legend } from "./legend";
import * as draw from "./track";
import { drawWalks } from "./walks";
import { WalksPanel, type Shown } from "./walks-panel";

export function RaceView({ film }: { film: RaceFilm }) {
  const [levels, setLevels] = useState<Uint8Array | null>(null);
  const [trouble, setTrouble] = useState("");
  const cells = film.track.colours.length;
  useEffect(() => {
    unpack(film.frames.density, cells).then(setLevels, (error) => setTrouble(String(error)));
  }, [film]);

  const { turns } = film.frames;
  const last = turns.length - 1;
  const playback = usePlayback(turns.length, last, 30);
  useKeys(playback, last);
  const turn = turns[playback.frame] ?? 0;
  const showTurn = (wanted: number) => playback.show(frameOf(turns, wanted));

  const choices = useMemo(() => leaders(film), [film]);
  const [chosen, choose] = useState(0);
  const [shown, show] = useState<Shown>({ walks: true, only: null });
  const genome = film.individuals[choices[chosen]?.id ?? -1]?.genome;
  const walks = genome === undefined ? null : (film.analysis?.walks[genome] ?? null);

  if (trouble) return <p role="alert">This browser cannot unpack the race: {trouble}</p>;
  return (
    <section class="race" aria-label="The race">
      <Controls playback={playback} last={last} noun="turn" label={(frame) => `turn ${(turns[frame] ?? 0).toLocaleString("en")}`} />
      <Board
        film={film}
        levels={levels?.subarray(playback.frame * cells, (playback.frame + 1) * cells) ?? null}
        walks={shown.walks ? walks : null}
        only={shown.only}
      />
      <Counts film={film} frame={playback.frame} />
      <Charts film={film} turn={turn} onPick={showTurn} />
      <Descent film={film} chosen={chosen} onChoose={choose} onTurn={showTurn}>
        {walks && film.analysis ? (
          <WalksPanel track={film.track} walks={walks} isSame={film.analysis.is_same} shown={shown} onShow={show} />
        ) : null}
      </Descent>
    </section>
  );
}

interface BoardProps {
  film: RaceFilm;
  /** How many are in each cell; nothing while they are unpacked. */
  levels: Uint8Array | null;
  /** What is drawn of where a genome leads. */
  walks: Walk[] | null;
  only: number | null;
}

function Board({ film, levels, walks, only }: BoardProps) {
  const { track } = film;
  const host = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const crowd = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [arrows, setArrows] = useState(false);
  const [picked, setPicked] = useState<number | null>(null);
  const theme = useTheme();

  useEffect(() => {
    const observer = new ResizeObserver(() => setWidth(host.current?.clientWidth ?? 0));
    observer.observe(host.current!);
    return () => observer.disconnect();
  }, []);

  // Pictures have the pixels of the screen, so that nothing is blurred.
  const scale = devicePixelRatio || 1;
  const size = (width * scale) / track.width;
  const paint = useMemo(() => (host.current && width ? draw.palette(host.current) : null), [theme, width]);

  useEffect(() => {
    const pen = ground.current?.getContext("2d");
    if (!pen || !paint) return;
    pen.clearRect(0, 0, pen.canvas.width, pen.canvas.height);
    draw.drawGround(pen, track, size, paint);
    if (arrows) draw.drawMeanings(pen, track, size, paint, null);
  }, [track, size, paint, arrows]);

  useEffect(() => {
    const pen = crowd.current?.getContext("2d");
    if (!pen || !paint) return;
    pen.clearRect(0, 0, pen.canvas.width, pen.canvas.height);
    if (levels) draw.drawSpecimens(pen, track, levels, size, paint);
    if (walks) {
      const style = getComputedStyle(pen.canvas);
      drawWalks(pen, track, walks, size, paint, (name) => style.getPropertyValue(name).trim(), only);
    }
    if (picked !== null) {
      draw.drawMeanings(pen, track, size, paint, picked);
      const at = draw.position(track, picked);
      pen.strokeStyle = paint.line;
      pen.lineWidth = 2 * scale;
      pen.strokeRect(at.x * size, at.y * size, size, size);
    }
  }, [levels, size, paint, picked, walks, only]);

  const pick = (event: PointerEvent) => {
    const box = crowd.current!.getBoundingClientRect();
    const at = {
      x: Math.floor(((event.clientX - box.left) / box.width) * track.width),
      y: Math.floor(((event.clientY - box.top) / box.height) * track.height),
    };
    setPicked(draw.cellAt(track, at));
  };
  const canvas = { width: Math.round(size * track.width), height: Math.round(size * track.height) };
  return (
    <div class="board">
      <div
        ref={host}
        class="layers"
        style={{ aspectRatio: `${track.width} / ${track.height}` }}
        onPointerMove={pick}
        onPointerDown={pick}
        onPointerLeave={() => setPicked(null)}
      >
        <canvas ref={ground} {...canvas} role="img" aria-label={groundInWords(film)} />
        <canvas ref={crowd} {...canvas} aria-hidden="true" />
      </div>
      <p class="cell" aria-live="off">
        {picked === null ? "Point at a cell to read what it is." : cellInWords(film, picked, levels)}
      </p>
      <Legend arrows={arrows} onArrows={setArrows} />
    </div>
  );
}

function groundInWords({ track }: RaceFilm): string {
  const kinds = track.colours.map((_, cell) => draw.role(track, cell).kind);
  const of = (kind: string) => kinds.filter((other) => other === kind).length;
  return (
    `A track of ${track.width} by ${track.height} cells: ${of("wall")} walls, ${of("teleporter")} teleporters, ` +
    `${of("trap")} traps, ${track.lethal.length} lethal cells, ${track.starts.length} admissible starts`
  );
}

function cellInWords({ track }: RaceFilm, cell: number, levels: Uint8Array | null): string {
  const at = draw.position(track, cell);
  const level = levels?.[cell] ?? 0;
  const some = isExact(level) ? `${count(level)}` : `about ${count(level).toLocaleString("en")}`;
  const specimens = level === 1 ? "1 specimen" : `${some} specimens`;
  return `(${at.x}, ${at.y}), colour ${track.colours[cell]}: ${draw.inWords(track, cell).join("; ")}; ${specimens}`;
}

function Counts({ film: { frames }, frame }: { film: RaceFilm; frame: number }) {
  const counted: [string, string][] = [
    ["specimens", (frames.population[frame] ?? 0).toLocaleString("en")],
    ["points", (frames.points[frame] ?? 0).toLocaleString("en")],
    ["best fitness so far", (frames.best_fitness[frame] ?? 0).toLocaleString("en")],
    ["mean fitness", (frames.mean_fitness[frame] ?? 0).toFixed(1)],
  ];
  return (
    <dl class="counts">
      {counted.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ChartsProps {
  film: RaceFilm;
  turn: number;
  onPick: (turn: number) => void;
}

function Charts({ film, turn, onPick }: ChartsProps) {
  const { frames, diversity } = film;
  const charts = useMemo(() => {
    const line = (name: string, values: number[], colour: string, dashes?: number[]): Line => ({
      name,
      values,
      colour,
      dashes,
    });
    return [
      { title: "Population", turns: frames.turns, lines: [line("specimens", frames.population, "--one")] },
      { title: "Points", turns: frames.turns, lines: [line("points", frames.points, "--two")] },
      {
        title: "Fitness",
        turns: frames.turns,
        lines: [
          line("best so far", frames.best_fitness, "--three"),
          line("mean of the living", frames.mean_fitness, "--one", [5, 3]),
        ],
      },
      {
        title: "Diversity: share of bits in which two of the living differ",
        turns: diversity.turns,
        lines: [line("share", diversity.share, "--four")],
      },
    ];
  }, [film]);
  return (
    <div class="charts">
      {charts.map((chart) => (
        <Chart key={chart.title} across="turn" at={turn} onPick={onPick} {...chart} />
      ))}
    </div>
  );
}
