import { expect, test } from "vitest";
import type { Fault } from "../types";
import { faultEvents, inOrder, leadChanges, nextEvent } from "./events";

test("the lead changes when another seat is alone in front", () => {
  const scores = [[0, 0], [1, 0], [1, 1], [2, 1], [2, 3], []];
  const found = leadChanges(scores, "highest", ["ann", "ben"]);
  expect(found.map(({ frame, words }) => [frame, words])).toEqual([
    [1, "ann takes the lead"],
    [4, "ben takes the lead"],
  ]);
  expect(leadChanges(scores, "lowest", ["ann", "ben"]).map(({ frame }) => frame)).toEqual([1, 4]);
  expect(leadChanges([[1], [2]], "highest", ["ann"])).toEqual([]);
});

test("keys go to the events before and after a frame", () => {
  const events = inOrder([7, 2, 2].map((frame) => ({ frame, kind: "other" as const, words: "" })));
  expect(events.map(({ frame }) => frame)).toEqual([2, 2, 7]);
  expect([nextEvent(events, 2, 1), nextEvent(events, 7, 1)]).toEqual([7, null]);
  expect([nextEvent(events, 7, -1), nextEvent(events, 2, -1)]).toEqual([2, null]);
});

test("faults are at the frames of their turns", () => {
  const fault = (turn: number) => ({ seat: 1, turn, fault: "late", limit_seconds: 2 }) as Fault;
  const found = faultEvents([fault(3), fault(9)], ["ann", "ben"], (turn) => (turn < 5 ? turn + 1 : null));
  expect(found).toEqual([{ frame: 4, kind: "fault", words: "ben: late: the limit was 2 s" }]);
});
