// What is drawn on the track, behind the specimens: nothing at first.

import type { ComponentChildren } from "preact";
import type { GenomeAnalysis } from "./analysis-panel";

export interface OverlayState {
  /** Arrows from all teleporters to where they lead. */
  links: boolean;
  /** Arrows from all traps to the cells they make lethal. */
  traps: boolean;
  /** The walks of the shown genome, from all starts or only from one. */
  walks: boolean;
  only: number | null;
  /** What the shown genome takes colours for. */
  beliefs: boolean;
}

export const NO_OVERLAYS: OverlayState = { links: false, traps: false, walks: false, only: null, beliefs: false };

interface OverlaysProps {
  analysis: GenomeAnalysis;
  shown: OverlayState;
  onShow: (shown: OverlayState) => void;
  /** More boxes. */
  children?: ComponentChildren;
}

export function Overlays({ analysis, shown, onShow, children }: OverlaysProps) {
  const { walks, beliefs } = analysis;
  const toggle = (name: "links" | "traps" | "walks" | "beliefs", words: string) => (
    <label class="check">
      <input type="checkbox" checked={shown[name]} onChange={(event) => onShow({ ...shown, [name]: event.currentTarget.checked })} />
      {words}
    </label>
  );
  return (
    <div class="row" role="group" aria-label="Overlays">
      {toggle("links", "Teleporter arrows")}
      {toggle("traps", "Trap arrows")}
      {walks ? toggle("walks", "Walks of the genome") : null}
      {walks ? (
        <label class="check">
          from
          <select
            value={shown.only ?? ""}
            onChange={(event) => {
              const start = event.currentTarget.value;
              onShow({ ...shown, walks: true, only: start === "" ? null : Number(start) });
            }}
          >
            <option value="">all starts</option>
            {walks.map((walk) => (
              <option value={walk.start}>
                start {walk.start}: {walk.ways.length} moves, {walk.end}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {beliefs ? toggle("beliefs", "Beliefs of the genome") : null}
      {children}
    </div>
  );
}
