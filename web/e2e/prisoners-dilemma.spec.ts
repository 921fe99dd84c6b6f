// Pages of the prisoner's dilemma.

import { openFirstMatch, stepThrough, test } from "./page-test";
import { playOneGame } from "./sample-tournaments";
import { TestServer } from "./server";

const server = new TestServer();

test.beforeAll(async () => {
  const bots = ["prisoners-dilemma/greedy.py", "prisoners-dilemma/lazy.py", "prisoners-dilemma/titfortat.sh"];
  playOneGame(server, "past", "prisoners-dilemma", bots, "rounds_per_player = 4");
  await server.serve();
});

test.afterAll(() => server.close());

test("a match is stepped through", async ({ page }) => {
  await openFirstMatch(page, server, "past");
  await stepThrough(page, "round", "prisoners-dilemma");
});
