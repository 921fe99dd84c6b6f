// Pictures of cells on canvases, in layers. They have the pixels of the screen, so that nothing is blurred.

import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useTheme } from "./theme";
import "./canvas.css";

export interface Point {
  x: number;
  y: number;
}

/** Looks up a CSS variable by its name. */
export type Variables = (name: string) => string;

/** The CSS variables as they are for an element. */
export function variables(element: Element): Variables {
  const style = getComputedStyle(element);
  return (name) => style.getPropertyValue(name).trim();
}

/** In which cell of an element of so many columns and rows an event is, counted from the upper left. It may be outside of all. */
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
  /** How many pixels of the screen a pixel of the page has. */
  scale: number;
  /** The side of a cell in pixels of the screen. */
  size: number;
  /** The colours by the theme of the page; nothing before there is room to draw. */
  paint: Palette | null;
  /** The cell that is pointed at. */
  pointed: Point | null;
  point: (event: PointerEvent) => void;
  leave: () => void;
}

/** A canvas of so many columns and rows that is as wide as its place. It is drawn by `Layers`. */
export function useCanvas<Palette>(columns: number, rows: number, palette: (of: Variables) => Palette): Canvas<Palette> {
  const host = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  // A number rather than a point, so that nothing is drawn anew while the same cell is pointed at.
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
  /** Is told which cell was clicked. */
  onClick?: (cell: Point) => void;
}

/** The place of a canvas, with its layers one above the other. */
export function Layers<Palette>({ canvas, children, onClick }: LayersProps<Palette>) {
  const { host, columns, rows, point, leave } = canvas;
  return (
    <div
      ref={host}
      class="layers"
      style={{ aspectRatio: `${columns} / ${rows}` }}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={leave}
      onClick={() => canvas.pointed && onClick?.(canvas.pointed)}
    >
      {children}
    </div>
  );
}

interface LayerProps<Palette> {
  canvas: Canvas<Palette>;
  /** What is to be seen, in words, unless another layer says it. */
  label?: string;
  draw: (pen: CanvasRenderingContext2D, paint: Palette) => void;
  /** What the drawing depends on, besides the canvas. */
  by: unknown[];
}

/** A layer, which is drawn anew when it has to look otherwise. */
export function Layer<Palette>({ canvas, label, draw, by }: LayerProps<Palette>) {
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
  return <canvas ref={place} {...pixels} {...words} />;
}
