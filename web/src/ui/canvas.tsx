// Layers of canvases with a grid of cells, in the resolution of the screen.

import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { inTheme } from "./colours";
import { currentTheme, useTheme } from "./theme";
import "./canvas.css";

export interface Point {
  x: number;
  y: number;
}

/** Returns the value of a CSS variable. */
export type Variables = (name: string) => string;

/** The CSS variables that apply to an element. */
export function variables(element: Element): Variables {
  const style = getComputedStyle(element);
  const theme = currentTheme();
  return (name) => inTheme(style.getPropertyValue(name).trim(), theme);
}

/**
 * The cell that an event points at, in an element of `columns` by `rows` cells. (0, 0) is at the
 * upper left. The cell may be outside the element.
 */
export function cellUnder(event: PointerEvent, element: Element, columns: number, rows: number): Point {
  const box = element.getBoundingClientRect();
  return {
    x: Math.floor(((event.clientX - box.left) / box.width) * columns),
    y: Math.floor(((event.clientY - box.top) / box.height) * rows),
  };
}

export interface Canvas<Palette> {
  host: RefObject<HTMLDivElement>;
  columns: number;
  rows: number;
  /** Device pixels for each CSS pixel. */
  scale: number;
  /** The side of a cell in device pixels. */
  size: number;
  /** The colours of the current theme; null until the canvas has a width. */
  paint: Palette | null;
  pointed: Point | null;
  point: (event: PointerEvent) => void;
  leave: () => void;
}

/** A canvas as wide as its parent allows. `Layers` and `Layer` draw it. */
export function useCanvas<Palette>(columns: number, rows: number, palette: (of: Variables) => Palette): Canvas<Palette> {
  const host = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  // A number, not a point: state that compares equal causes no new drawing.
  const [cell, setCell] = useState<number | null>(null);
  const theme = useTheme();
  useEffect(() => {
    const observer = new ResizeObserver(() => setWidth(host.current?.clientWidth ?? 0));
    observer.observe(host.current!);
    return () => observer.disconnect();
  }, []);
  const scale = devicePixelRatio || 1;
  const paint = useMemo(() => (host.current && width ? palette(variables(host.current)) : null), [theme, width, palette]);
  const point = (event: PointerEvent) => {
    const { x, y } = cellUnder(event, host.current!.querySelector("canvas")!, columns, rows);
    const isInside = x >= 0 && x < columns && y >= 0 && y < rows;
    setCell(isInside ? y * columns + x : null);
  };
  return {
    host,
    columns,
    rows,
    scale,
    size: (width * scale) / columns,
    paint,
    pointed: cell === null ? null : { x: cell % columns, y: Math.floor(cell / columns) },
    point,
    leave: () => setCell(null),
  };
}

interface LayersProps<Palette> {
  canvas: Canvas<Palette>;
  children: ComponentChildren;
  onClick?: (cell: Point) => void;
}

/** The layers of a canvas, one above the other. */
export function Layers<Palette>({ canvas, children, onClick }: LayersProps<Palette>) {
  const { host, columns, rows, point, leave } = canvas;
  return (
    <div
      ref={host}
      class="layers"
      style={{ aspectRatio: `${columns} / ${rows}`, "--aspect": columns / rows }}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={leave}
      onClick={() => canvas.pointed && onClick?.(canvas.pointed)}
    >
      {children}
    </div>
  );
}

/** Says how to read what is in a cell, with a pointer or a finger. */
export function PointHint({ what }: { what: string }) {
  return (
    <>
      <span class="if-hover">Point at</span>
      <span class="if-touch">Tap</span> {what} to read what it is.
    </>
  );
}

interface LayerProps<Palette> {
  canvas: Canvas<Palette>;
  /** What it shows, for tests. */
  name?: string;
  /** A description of the drawing, where no other layer has one. */
  label?: string;
  draw: (pen: CanvasRenderingContext2D, paint: Palette) => void;
  /** What the drawing depends on, apart from the canvas. */
  by: unknown[];
}

/** A layer that is drawn again when its canvas or `by` changes. */
export function Layer<Palette>({ canvas, name, label, draw, by }: LayerProps<Palette>) {
  const place = useRef<HTMLCanvasElement>(null);
  const { columns, rows, scale, size, paint } = canvas;
  useEffect(() => {
    const pen = place.current?.getContext("2d");
    if (!pen || !paint) return;
    pen.clearRect(0, 0, pen.canvas.width, pen.canvas.height);
    draw(pen, paint);
  }, [scale, size, paint, ...by]);
  const pixels = { width: Math.round(size * columns), height: Math.round(size * rows) };
  const words = label === undefined ? { "aria-hidden": true as const } : { role: "img" as const, "aria-label": label };
  return <canvas ref={place} data-layer={name} {...pixels} {...words} />;
}
