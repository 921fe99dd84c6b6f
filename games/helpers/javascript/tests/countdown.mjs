// Countdown, as `protocol/transcripts/games/README.md` describes it.

import { run } from "../rathaus-game.mjs";

run((match) => {
  const seats = Array.from({ length: match.seats }, (_, seat) => seat);
  for (const seat of seats) match.clock(seat, { ms: 1000, incrementMs: 100, moves: 2, marginMs: 50 });
  const ready = match.askAll(new Map(seats.map((seat) => [seat, "hello"])), { until: "ready", ms: 500 });
  const left = seats.map((seat) => ready.get(seat).leftMs);
  const stats = seats.map((seat) => ({ lines: ready.get(seat).lines.length, "slowest ms": 0 }));
  const { turns } = match.parameters;
  let reason = `all ${turns} turns were played`;
  for (let turn = 1; turn <= turns; turn++) {
    const seat = (turn - 1) % match.seats;
    const answer = match.ask(seat, `turn ${turn}`, { until: ["done", ""], last: 2, keep: true });
    left[seat] = answer.leftMs;
    stats[seat].lines += answer.lines.length;
    stats[seat]["slowest ms"] = Math.max(stats[seat]["slowest ms"], answer.tookUs / 1000);
    for (const other of seats.filter((other) => other !== seat)) {
      match.tell(other, `seat ${seat} took ${answer.tookUs} us and has ${answer.leftMs} ms`);
    }
    if (answer.out) {
      reason = `seat ${seat} is out`;
      break;
    }
  }
  for (const seat of seats) match.tell(seat, "over");
  match.end({ scores: left, reason, stats });
});
