// A line chart over turns, with a mark at the current turn.

import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { variables } from "./canvas";
import { useTheme } from "./theme";

export interface Line {
  name: string;
  /** A value for each turn; null where there is none. */
  values: ArrayLike<number | null>;
  /** The CSS variable of its colour. */
  colour: string;
  dashes?: number[];
}

interface ChartProps {
  title: string;
  across: string;
  turns: number[];
  lines: Line[];
  /** The current turn. */
  at?: number;
  onPick?: (turn: number) => void;
  height?: number;
  /** Whether the chart has a legend below it. */
  legend?: boolean;
  /** The index of the highlighted line. */
  focus?: number | null;
  onFocus?: (line: number | null) => void;
}

/** Ticks of the horizontal axis are at whole turns. */
const STEPS = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

export function Chart({ title, across, turns, lines, at, onPick, height = 150, legend = true, focus = null, onFocus }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>();
  const mark = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const move = useRef<() => void>(() => {});
  // The effect below must not create a new chart when only a callback changes.
  const latest = useRef({ onPick, onFocus });
  latest.current = { onPick, onFocus };

  useEffect(() => {
    const host = place.current!;
    const colour = variables(host);
    const axis = { stroke: colour("--muted"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false } };
    const plot = new uPlot(
      {
        width: host.clientWidth,
        height,
        legend: { show: legend, live: true },
        cursor: { drag: { x: false, y: false }, points: { size: 6 }, focus: { prox: onFocus ? 20 : -1 } },
        focus: { alpha: 0.2 },
        scales: { x: { time: false }, y: { range: (_, low, high) => verticalRange(low, high) } },
        series: [
          { label: across },
          ...lines.map((line) => ({
            label: line.name,
            stroke: colour(line.colour),
            width: 1.5,
            dash: line.dashes,
            points: { show: turns.length < 2 },
          })),
        ],
        axes: [
          { ...axis, size: 30, incrs: STEPS },
          { ...axis, size: 56, values: (_, ticks) => ticks.map(short) },
        ],
        hooks: {
          setCursor: [],
          setSeries: [(_, index) => latest.current.onFocus?.(index === null ? null : index - 1)],
          ready: [
            (plot) => {
              captionLegend(plot, title);
              plot.over.addEventListener("click", () => {
                const { left } = plot.cursor;
                if (left !== undefined && left >= 0) latest.current.onPick?.(plot.posToVal(left, "x"));
              });
            },
          ],
        },
      },
      [turns, ...lines.map((line) => line.values)] as uPlot.AlignedData,
      host,
    );
    chart.current = plot;
    if (mark.current) plot.over.appendChild(mark.current);
    const observer = new ResizeObserver(() => {
      if (host.clientWidth > 0) plot.setSize({ width: host.clientWidth, height });
      move.current();
    });
    observer.observe(host);
    return () => {
      observer.disconnect();
      if (mark.current) host.appendChild(mark.current);
      plot.destroy();
    };
  }, [turns, lines, theme, height]);

  move.current = () => {
    if (!chart.current || !mark.current || at === undefined) return;
    mark.current.style.transform = `translateX(${chart.current.valToPos(at, "x")}px)`;
  };
  useEffect(() => move.current(), [at, turns, theme]);
  // uPlot clears the highlight when the pointer leaves the chart.
  useEffect(() => chart.current?.setSeries(focus === null ? null! : focus + 1, { focus: true }, false));

  return (
    <figure class="chart">
      <figcaption>
        <bdi>{title}</bdi>
      </figcaption>
      <div ref={place} style={{ minHeight: `${height + (legend ? 26 : 0)}px` }}>
        <div ref={mark} class="mark" hidden={at === undefined} />
      </div>
    </figure>
  );
}

/** Where nothing is known or all is 0, up to 1. Otherwise with some room above and below. */
function verticalRange(low: number | null, high: number | null): uPlot.Range.MinMax {
  if (low === null || high === null || (low === 0 && high === 0)) return [0, 1];
  return uPlot.rangeNum(low, high, 0.1, true);
}

/** The legend is a table, which uPlot gives no caption. */
function captionLegend(plot: uPlot, title: string) {
  const table = plot.root.querySelector<HTMLTableElement>("table.u-legend");
  if (!table) return;
  const caption = table.createCaption();
  caption.className = "said";
  caption.textContent = `${title}: lines`;
}

/** A number in few characters: 1,200,000 is 1.2M. */
export function short(value: number): string {
  const units: [number, string][] = [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ];
  if (Math.abs(value) >= 1e12) return value.toExponential(1).replace("e+", "e");
  const unit = units.find(([size]) => Math.abs(value) >= size);
  if (!unit) return `${+value.toFixed(3)}`;
  return `${+(value / unit[0]).toFixed(1)}${unit[1]}`;
}
