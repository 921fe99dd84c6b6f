import { expect, test } from "vitest";
import { RequestQueue } from "./request-queue";

/** A request that ends when the test says so. */
function request() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  let isRunning = false;
  const run = () => {
    isRunning = true;
    return ended;
  };
  return { run, end, isRunning: () => isRunning };
}

const soon = () => new Promise((resolve) => setTimeout(resolve));

test("a few run at a time, and those that are given up never run", async () => {
  const queue = new RequestQueue(2);
  const requests = [0, 1, 2, 3].map(request);
  const stops = requests.map(() => new AbortController());
  const results = requests.map(({ run }, index) => queue.run(run, stops[index]!.signal).catch(() => "given up"));
  const running = () => requests.map(({ isRunning }) => isRunning());
  await soon();
  expect(running()).toEqual([true, true, false, false]);
  stops[2]!.abort();
  requests[0]!.end();
  await soon();
  expect(running()).toEqual([true, true, false, true]);
  expect(await results[2]).toBe("given up");
  requests[1]!.end();
  requests[3]!.end();
  await Promise.all(results);
});

test("one that has been given up while its turn came makes room for the next", async () => {
  const queue = new RequestQueue(1);
  const [first, second, third] = [request(), request(), request()];
  const stop = new AbortController();
  const never = new AbortController().signal;
  const results = [queue.run(first.run, never), queue.run(second.run, stop.signal).catch(() => "given up"), queue.run(third.run, never)];
  first.end();
  await first.run();
  stop.abort();
  third.end();
  expect(await Promise.all(results)).toContain("given up");
  expect(third.isRunning()).toBe(true);
});
