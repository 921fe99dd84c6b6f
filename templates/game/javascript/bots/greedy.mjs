// Takes all pieces of the largest heap.
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const heaps = line.split(" ").slice(1).map(Number);
  const largest = Math.max(...heaps);
  console.log(`${heaps.indexOf(largest)} ${largest}`);
}
