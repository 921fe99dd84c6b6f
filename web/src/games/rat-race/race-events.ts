// What stands out in a race: its first goal, specimens that were fitter than all before, faults.

import type { Match } from "../../types";
import { faultEvents, inOrder, type TimelineEvent } from "../../ui/events";
import { frameOf } from "../../ui/frames";
import type { RaceTimeline } from "./types";

export function raceEvents({ frames: { turns, points }, leaders }: RaceTimeline, { names, record }: Match): TimelineEvent[] {
  const at = (turn: number) => frameOf(turns, turn);
  const goal = points.findIndex((count) => count > points[0]!);
  const first: TimelineEvent[] = goal < 0 ? [] : [{ frame: goal, kind: "end", words: "the first goal" }];
  const fittest = leaders.map(({ turn, fitness }): TimelineEvent => {
    return { frame: at(turn), kind: "lead", words: `the fittest so far, fitness ${fitness.toLocaleString("en")}` };
  });
  return inOrder([...first, ...fittest, ...faultEvents(record.faults, names, at)]);
}
