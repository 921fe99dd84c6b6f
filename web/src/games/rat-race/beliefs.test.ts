import { expect, test } from "vitest";
import type { Meaning, Role } from "./types";
import { inWords, shares, verdict } from "./beliefs";

const empty = { kind: "empty" } as const;
const wall = { kind: "wall" } as const;
const trap = (dx: number, dy: number) => ({ kind: "trap", dx, dy }) as const;
const teleporter = (dx: number, dy: number) => ({ kind: "teleporter", dx, dy }) as const;

test.each<[Role, Meaning, string]>([
  [empty, empty, "right"],
  [empty, wall, "wrong"],
  [wall, empty, "wrong"],
  [trap(1, 0), trap(1, 0), "right"],
  [trap(1, 0), trap(0, 1), "elsewhere"],
  [trap(1, 0), empty, "wrong"],
  [trap(1, 0), wall, "wrong"],
  [trap(0, 0), wall, "right"],
  [wall, trap(0, 0), "right"],
  [wall, trap(0, 1), "wrong"],
  [teleporter(4, -3), teleporter(4, -3), "right"],
  [teleporter(4, -3), teleporter(-4, 3), "elsewhere"],
  [teleporter(4, -3), wall, "open"],
  [teleporter(4, -3), empty, "open"],
  [empty, teleporter(1, 1), "wrong"],
  [wall, { kind: "worth", number: 7 }, "open"],
  [wall, { kind: "unsaid" }, "open"],
])("what is %o and taken for %o is %s", (role, meaning, expected) => {
  expect(verdict(role, meaning)).toBe(expected);
});

test("only the order of worths matters", () => {
  const worth = (number: number) => ({ kind: "worth", number }) as const;
  expect(shares([worth(-900), empty, worth(5), worth(4), worth(5)])).toEqual([0, null, 1, 0.5, 1]);
  expect(shares([worth(3), worth(3)])).toEqual([1, 1]);
});

test("meanings have words", () => {
  expect([trap(0, 0), trap(1, -1), teleporter(0, 4), wall].map(inWords)).toEqual([
    "trap here",
    "trap to (+1, −1)",
    "teleporter to (0, +4)",
    "wall",
  ]);
});
