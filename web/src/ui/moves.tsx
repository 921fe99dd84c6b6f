// The list of all turns beside a board. A match may have many thousands, so only the rows in view
// are in the page.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Playback } from "./playback";
import "./moves.css";

/** The height of a row in pixels, for a pointer and under a finger. */
const HEIGHTS = [32, 44] as const;

/** How many rows outside of the view are in the page. */
const SPARE = 4;

interface MovesProps {
  playback: Playback;
  /** What the rows are, such as "turn". */
  noun: string;
  /** The name of a frame, and what happened in it. */
  label: (frame: number) => string;
  words: (frame: number) => ComponentChildren;
}

/** The rows from the first to before the last that are needed to fill a view. */
export function rowsInView(top: number, height: number, row: number, count: number): [first: number, end: number] {
  const first = Math.max(0, Math.floor(top / row) - SPARE);
  return [Math.min(first, count), Math.min(count, Math.ceil((top + height) / row) + SPARE)];
}

export function Moves({ playback, noun, label, words }: MovesProps) {
  const { frame, last, show } = playback;
  const list = useRef<HTMLDivElement>(null);
  const [{ top, height }, setView] = useState({ top: 0, height: 0 });
  const row = HEIGHTS[matchMedia("(pointer: coarse)").matches ? 1 : 0];
  const look = () => setView({ top: list.current!.scrollTop, height: list.current!.clientHeight });
  useEffect(() => {
    const observer = new ResizeObserver(look);
    observer.observe(list.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const place = list.current!;
    const isInView = frame * row >= place.scrollTop && (frame + 1) * row <= place.scrollTop + place.clientHeight;
    if (!isInView) place.scrollTop = frame * row - (place.clientHeight - row) / 2;
    look();
  }, [frame, row, last]);
  const press = (event: KeyboardEvent) => {
    const to = { ArrowUp: frame - 1, ArrowDown: frame + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // Otherwise the arrows would change the speed.
    event.stopPropagation();
    show(to);
  };
  const [first, end] = rowsInView(top, height, row, last + 1);
  const rows = Array.from({ length: end - first }, (_, index) => first + index);
  // Screen readers read the row that is shown, even if it was scrolled away.
  if (!rows.includes(frame)) rows.push(frame);
  return (
    <div
      ref={list}
      class="moves"
      role="listbox"
      tabIndex={0}
      aria-label={`All ${noun}s`}
      aria-activedescendant={`move-${frame}`}
      onScroll={look}
      onKeyDown={press}
    >
      <div role="presentation" style={{ height: `${(last + 1) * row}px` }}>
        {rows.map((index) => (
          <div
            key={index}
            id={`move-${index}`}
            role="option"
            aria-selected={index === frame}
            aria-setsize={last + 1}
            aria-posinset={index + 1}
            style={{ top: `${index * row}px`, height: `${row}px` }}
            onClick={() => show(index)}
          >
            <span class="move-label">{label(index)}</span>
            <span class="move-words">{words(index)}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
