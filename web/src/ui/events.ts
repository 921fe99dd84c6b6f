// What happens in a match apart from its usual turns: faults, changes of the lead, the end.

import type { Fault, ScoreOrder } from "../types";
import { inWords } from "./faults";
import { winner } from "./outcome";

/** Each kind has a shape of its own on the timeline. */
export type EventKind = "fault" | "lead" | "end" | "other";

export interface TimelineEvent {
  frame: number;
  kind: EventKind;
  words: string;
}

/** In the order of frames. */
export function inOrder(events: TimelineEvent[]): TimelineEvent[] {
  return [...events].sort((one, other) => one.frame - other.frame);
}

/** The frame of the next event after a frame, or with -1 of the one before it. Null if there is none. */
export function nextEvent(events: TimelineEvent[], frame: number, by: 1 | -1): number | null {
  const frames = events.map((event) => event.frame);
  const found = by > 0 ? frames.filter((at) => at > frame) : frames.filter((at) => at < frame);
  return found.length === 0 ? null : by > 0 ? Math.min(...found) : Math.max(...found);
}

/**
 * An event whenever another seat than before is the only one in front. None at the end of a match,
 * where the result says it.
 */
export function leadChanges(standings: number[][], order: ScoreOrder, names: string[]): TimelineEvent[] {
  let leader: number | null = null;
  return standings.flatMap((scores, frame) => {
    const first = scores.length === names.length ? winner(scores, order) : null;
    if (first === null || first === leader) return [];
    leader = first;
    if (frame === standings.length - 1) return [];
    return [{ frame, kind: "lead" as const, words: `${names[first]} takes the lead` }];
  });
}

/** An event for each fault. `frameOf` tells the frame of a turn; null if the timeline lacks it. */
export function faultEvents(faults: Fault[], names: string[], frameOf: (turn: number) => number | null): TimelineEvent[] {
  return faults.flatMap((fault) => {
    const frame = frameOf(fault.turn);
    return frame === null ? [] : [{ frame, kind: "fault" as const, words: `${names[fault.seat]}: ${inWords(fault)}` }];
  });
}
