import { expect, test } from "vitest";
import { decisionInWords, extentInWords, rulingInWords, standingHeading, standingInWords, teamScoreInWords } from "./tournament-words";

test("a knock-out has rounds with names", () => {
  const words = [1, 2, 4, 8, 16].map((left) => standingInWords({ knock_out: { left, by_lot: false, is_out: left > 1 } }));
  expect(words).toEqual(["won", "final", "semi-final", "quarter-final", "round of 16"]);
  expect(standingInWords({ knock_out: { left: 4, by_lot: true, is_out: true } })).toBe("semi-final, out by lot");
});

test("a Swiss tournament has points, and those of the opponents", () => {
  expect(standingInWords({ swiss: { points: 4.5, opponents: 12.25, rests: 1 } })).toBe("4.5 (opponents 12.25)");
  expect([standingHeading("swiss"), standingHeading("knock-out")]).toEqual(["points", "reached"]);
});

test("how much is played depends on what a match is called and on the format", () => {
  expect(extentInWords("board", "drawn", 50)).toBe("50 boards");
  expect(extentInWords("game", "drawn", 1)).toBe("1 game");
  expect(extentInWords("game", "double-round-robin", 10)).toBe("10 rounds of a double round robin");
  expect(extentInWords("game", "knock-out", 3)).toBe("a knock-out, each encounter the best of 3 games");
});

test("an adaptive tournament says what is decided", () => {
  const decided = { decide: "top 4", is_decided: true, rounds: 1_200, undecided: [], missing_rounds: null, missing_matches: null };
  expect(decisionInWords(decided)).toBe("the top 4 are decided after 1,200 rounds");
  const open = { ...decided, decide: "winner", is_decided: false, undecided: ["a", "b"], missing_rounds: 90, missing_matches: 360 };
  expect(decisionInWords(open)).toBe("the winner is not decided after 1,200 rounds: 2 bots are left, about 360 more matches");
  expect(decisionInWords({ ...open, decide: "all", missing_matches: null })).toBe(
    "all ranks are not decided after 1,200 rounds: 2 bots are left",
  );
  expect(standingInWords({ adaptive: { mean: 0.5, rounds: 12, better: 0, worse: 1 } })).toBe("12");
});

test("a ruling says who was absent, or why the host failed", () => {
  const absent = [{ seat: 1, cause: "missing_tool" as const, why: "g++ was not found\nhelp: install it" }];
  const entrants = ["ann", "ben"];
  expect(rulingInWords({ entrants, reason: { kind: "forfeit", absent } })).toBe(
    "ben was unbuildable: a tool was missing (g++ was not found)",
  );
  const forged = [{ seat: 7, cause: "unbuildable" as const, why: "" }];
  expect(rulingInWords({ entrants, reason: { kind: "forfeit", absent: forged } })).toBe("? was unbuildable ()");
  expect(rulingInWords({ entrants, reason: { kind: "void", tries: 3, why: "no memory" } })).toBe(
    "the host could not play it: no memory",
  );
});

test("the score of a team is made of the points of its members", () => {
  expect(["sum", "mean", "best 1", "best 4"].map(teamScoreInWords)).toEqual([
    "the sum of the points of its members",
    "the mean of the points of its members",
    "the points of its best member",
    "the sum of the points of its 4 best members",
  ]);
});
