// Buttons and a slider for playback.

import { SPEEDS, type Playback } from "./playback";

interface ControlsProps {
  playback: Playback;
  last: number;
  /** What the slider counts, such as "turn". */
  noun: string;
  /** The text for a frame. */
  label: (frame: number) => string;
}

export function Controls({ playback, last, noun, label }: ControlsProps) {
  const { frame, playing, speed, show, step, toggle, setSpeed } = playback;
  return (
    <div class="controls" role="group" aria-label="Playback">
      <button type="button" class="main" onClick={toggle} aria-label={playing ? "Pause" : "Play"} title="Space">
        {playing ? "❚❚" : "▶"}
      </button>
      <button type="button" onClick={() => step(-1)} aria-label={`One ${noun} back`} title="←">
        ‹
      </button>
      <button type="button" onClick={() => step(1)} aria-label={`One ${noun} on`} title="→">
        ›
      </button>
      <input
        type="range"
        min={0}
        max={last}
        value={frame}
        aria-label={noun}
        aria-valuetext={label(frame)}
        onInput={(event) => show(event.currentTarget.valueAsNumber)}
      />
      <output>{label(frame)}</output>
      <label class="speed">
        speed
        <select value={speed} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
          {SPEEDS.map((choice) => (
            <option value={choice}>{choice.toLocaleString("en")}/s</option>
          ))}
        </select>
      </label>
    </div>
  );
}
