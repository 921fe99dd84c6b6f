// Pages of the grid-routing battle.

import { openFirstMatch, stepThrough, test } from "./page-test";
import { playOneGame } from "./sample-tournaments";
import { TestServer } from "./server";

const server = new TestServer();

test.beforeAll(async () => {
  const bots = ["grid-routing/random-builder.py", "grid-routing/explorer.py", "grid-routing/annoyance.sh"];
  playOneGame(server, "past", "grid-routing", bots, "rounds = 2");
  await server.serve();
});

test.afterAll(() => server.close());

test("a match is stepped through", async ({ page }) => {
  await openFirstMatch(page, server, "past");
  await stepThrough(page, "phase", "grid-routing");
});
