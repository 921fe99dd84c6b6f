// The slider and buttons below the board of a match.

import type { ComponentChildren } from "preact";
import { EventMarks, EventsInWords } from "./event-marks";
import { nextEvent, type TimelineEvent } from "./events";
import { KeysHelp, type KeyList } from "./keys-help";
import { FIT_SECONDS, SPEEDS, useKeys, type Playback } from "./playback";

interface ControlsProps {
  playback: Playback;
  /** What the slider counts, such as "turn". */
  noun: string;
  /** The text for a frame. */
  label: (frame: number) => string;
  /** Marked on the slider. Two keys and two buttons go from one to the next. */
  events?: TimelineEvent[];
  /** More keys of this page. */
  keys?: KeyList;
  /** More controls. */
  children?: ComponentChildren;
}

const NO_EVENTS: TimelineEvent[] = [];

export function Controls({ playback, noun, label, events = NO_EVENTS, keys = [], children }: ControlsProps) {
  const { frame, last, playing, speed, show, requested, step, toggle, setSpeed } = playback;
  const showEvent = (by: 1 | -1) => {
    const found = nextEvent(events, requested(), by);
    if (found !== null) show(found);
  };
  useKeys(playback, showEvent);
  const hasEvents = events.length > 0;
  const changeSpeed = (value: string) => setSpeed(value === "fit" ? "fit" : Number(value));
  return (
    <div class="controls" role="group" aria-label="Playback">
      <div class="scrub">
        {hasEvents ? <EventMarks events={events} last={last} /> : null}
        <input
          type="range"
          min={0}
          max={last}
          value={frame}
          aria-label={noun}
          aria-valuetext={label(frame)}
          onInput={(event) => show(event.currentTarget.valueAsNumber)}
        />
      </div>
      {hasEvents ? <EventsInWords events={events} frame={frame} /> : null}
      <div class="toolbar">
        <output aria-live="off">{label(frame)}</output>
        <IconButton label={`First ${noun}`} title="Home" path="M3 3h2v10H3zM14 3v10L6 8z" onPress={() => show(0)} />
        <IconButton label={`One ${noun} back`} title="←" path="M11 3v10L4 8z" onPress={() => step(-1)} />
        <IconButton
          label={playing ? "Pause" : "Play"}
          title="Space"
          path={playing ? "M4 3h3v10H4zM9 3h3v10H9z" : "M4 2v12l10-6z"}
          look="primary"
          onPress={toggle}
        />
        <IconButton label={`One ${noun} on`} title="→" path="M5 3v10l7-5z" onPress={() => step(1)} />
        <IconButton label={`Last ${noun}`} title="End" path="M11 3h2v10h-2zM2 3v10l8-5z" onPress={() => show(last)} />
        {hasEvents ? (
          <>
            <IconButton label="Previous event" title="," path="M9 3v10L2 8zM14 5l-3 3 3 3z" onPress={() => showEvent(-1)} />
            <IconButton label="Next event" title="." path="M7 3v10l7-5zM2 5l3 3-3 3z" onPress={() => showEvent(1)} />
          </>
        ) : null}
        <label class="speed">
          <span>speed</span>
          <select value={speed} onChange={(event) => changeSpeed(event.currentTarget.value)}>
            {SPEEDS.map((choice) => (
              <option value={choice}>
                {choice.toLocaleString("en")} {noun}
                {choice === 1 ? "" : "s"}/s
              </option>
            ))}
            <option value="fit">all in {FIT_SECONDS} s</option>
          </select>
        </label>
        {children}
        <span class="keys push" aria-hidden="true">
          <span>
            <kbd>space</kbd> play
          </span>
          <span>
            <kbd>←</kbd> <kbd>→</kbd> {noun}
          </span>
          <span>
            <kbd>End</kbd> last {noun}
          </span>
        </span>
        <KeysHelp keys={[...playbackKeys(noun), ...(hasEvents ? EVENT_KEYS : []), ...keys]} />
      </div>
    </div>
  );
}

function playbackKeys(noun: string): KeyList {
  return [
    [["space"], "play and pause"],
    [["←", "→"], `one ${noun} back and on`],
    [["shift ←", "shift →"], `100 ${noun}s back and on`],
    [["↑", "↓"], "faster and slower"],
    [["Home", "End"], `first and last ${noun}`],
    [["?"], "this list"],
  ];
}

const EVENT_KEYS: KeyList = [[[",", "."], "previous and next event"]];

interface IconButtonProps {
  label: string;
  title: string;
  /** The drawing, in a square of 16 by 16. */
  path: string;
  look?: string;
  onPress: () => void;
}

function IconButton({ label, title, path, look = "", onPress }: IconButtonProps) {
  return (
    <button type="button" class={`icon ${look}`} aria-label={label} title={title} onClick={onPress}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}
