// A library for rules of custom games in JavaScript.
//
//     import { run } from "./rathaus-game.mjs";
//
//     run((match) => {
//       const answer = match.ask(0, "your move");
//       ...
//       match.end({ scores: [1, 0], reason: "seat 0 was faster" });
//     });
//
// `run` calls the function for each match. With `[reuse]` in game.toml, a process plays several.
// Seats are numbers from 0. The library redirects console.log to stderr, because stdout belongs to
// the host. Use only `match.random`: the same seed and answers must give the same match.
//
// protocol/SPEC.md, "Custom games", specifies the messages.

import { readSync, writeSync } from "node:fs";

const MASK = (1n << 64n) - 1n;

/** The generator SplitMix64 by Steele, Lea and Flood: the same numbers in all languages. */
export class Random {
  #state;

  constructor(seed) {
    this.#state = BigInt(seed) & MASK;
  }

  /** 64 random bits, as a BigInt. */
  bits() {
    this.#state = (this.#state + 0x9e3779b97f4a7c15n) & MASK;
    let mixed = this.#state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return mixed ^ (mixed >> 31n);
  }

  /** A random integer from 0 to bound - 1. */
  below(bound) {
    return Number((this.bits() * BigInt(bound)) >> 64n);
  }

  /** A random element. */
  choice(things) {
    return things[this.below(things.length)];
  }

  /** Shuffles an array in place. */
  shuffle(things) {
    for (let last = things.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [things[last], things[other]] = [things[other], things[last]];
    }
  }
}

/** The answer to an ask: its `lines`, or a `fault`. */
export class Answer {
  #match;
  #number;

  constructor(match, number, message) {
    this.#match = match;
    this.#number = number;
    /** The lines, without line feeds. Empty after a fault. */
    this.lines = message.lines ?? [];
    /** The kind of fault, such as "late", or null. */
    this.fault = message.fault ?? null;
    /** Whether the seat is now out of the match. */
    this.out = (message.out ?? false) || this.fault === "out";
    /** How long the seat took, in microseconds, or null. From protocol 2 on. */
    this.tookUs = message.took_us ?? null;
    /** What is left on the clock of the seat, in milliseconds, or null. */
    this.leftMs = message.left_ms ?? null;
  }

  /** The first line, or null after a fault. */
  get line() {
    return this.lines[0] ?? null;
  }

  /**
   * The first line as an integer from low to high, or null. Anything else is a fault, which this
   * records.
   */
  integer(low, high) {
    if (this.line === null) return null;
    const expected = `expected an integer from ${low} to ${high}, found`;
    if (!/^\s*[+-]?\d{1,15}\s*$/.test(this.line)) return this.malformed(`${expected} ${JSON.stringify(this.line)}`);
    const number = Number(this.line);
    return number >= low && number <= high ? number : this.illegal(`${expected} ${number}`);
  }

  /**
   * The first line if it is one of these words, or null. Anything else is a fault, which this
   * records.
   */
  oneOf(words) {
    if (this.line === null || words.includes(this.line)) return this.line;
    return this.malformed(`expected ${words.join(" or ")}, found ${JSON.stringify(this.line)}`);
  }

  /**
   * Records that the answer does not have the requested form. `what` says what was expected and
   * found.
   */
  malformed(what) {
    this.#match.addFault(this.#number, "malformed", what);
    return null;
  }

  /** Records that the answer is well-formed, but against the rules. */
  illegal(what) {
    this.#match.addFault(this.#number, "illegal", what);
    return null;
  }
}

/** A match. Its methods send messages to the host. */
export class Match {
  #writeLine;
  #readLine;
  #next = {};
  isOver = false;

  constructor(start, writeLine, readLine) {
    this.#writeLine = writeLine;
    this.#readLine = readLine;
    /** The version of the protocol, as game.toml names it. */
    this.version = start.version;
    /** The name of the game. */
    this.game = start.game;
    /** The number of seats. */
    this.seats = start.seats;
    /** The values of all parameters, by name. */
    this.parameters = start.parameters;
    /** For each seat, the options of its bot.toml. */
    this.options = start.options ?? Array.from({ length: this.seats }, () => ({}));
    /** The only source of randomness that a game may use. */
    this.random = new Random(`0x${start.seed}`);
  }

  /**
   * Sends a seat a line, or an array of lines, and returns its Answer. `options` can have `lines`,
   * the number of lines of the answer, `ms` and `fresh`. From protocol 2 on also `until`, a word or
   * an array of words at which the answer ends, `last`, how many of its last lines to get, and
   * `keep`, to get what the seat wrote since its last answer.
   */
  ask(seat, request, options = {}) {
    return this.askAll(new Map([[seat, request]]), options).get(seat);
  }

  /**
   * Asks several seats at the same time: `requests` maps seats to lines or arrays of lines. Returns
   * a map from seats to Answers.
   */
  askAll(requests, options = {}) {
    const seats = [...requests.keys()].sort((a, b) => a - b);
    const asks = seats.map((seat) => ({ seat, send: lines(requests.get(seat)), ...options }));
    this.#send({ type: "ask", asks });
    const answers = JSON.parse(this.#readLine()).answers;
    return new Map(seats.map((seat, number) => [seat, new Answer(this, number, answers[number])]));
  }

  /** Sends lines with the next message: from protocol 2 on, the seat gets them at once. */
  tell(seat, ...send) {
    (this.#next.tells ??= []).push({ seat, send });
  }

  /**
   * Sets the clock of a seat, which runs while it is asked without `ms`. Each answer adds
   * `incrementMs`, and every `moves` answers add `ms` again. A seat that answers more than
   * `marginMs` after its clock has run out is late.
   */
  clock(seat, { ms, incrementMs = 0, moves, marginMs = 0 }) {
    const clock = { seat, ms, increment_ms: incrementMs, moves, margin_ms: marginMs };
    (this.#next.clocks ??= []).push(clock);
  }

  /**
   * Shows a new picture: `rows` of letters, a `legend` and a `caption`, or a drawing, `svg`. A
   * legend is an array of [letter, tone, meaning]. The meaning is optional.
   */
  show({ rows = [], legend = [], caption = [], svg = "" }) {
    const meanings = legend.map(([letter, tone, means]) => ({ letter, tone, ...(means && { means }) }));
    const frame = { rows, legend: meanings, caption: lines(caption), svg };
    this.#next.frame = Object.fromEntries(Object.entries(frame).filter(([, value]) => value.length > 0));
  }

  /**
   * Reports the share of the match that has been played, from 0 to 1, and what each seat has so
   * far.
   */
  progress({ done, standing }) {
    if (done !== undefined) this.#next.done = done;
    if (standing !== undefined) this.#next.standing = standing;
  }

  /**
   * Ends the match. `result` has `scores` or `ranks` by seat, the `reason` in words, and optional
   * `details` and `stats`: an object of named numbers for each seat, whose means standings show.
   */
  end(result) {
    const { tells, done, standing, clocks, ...next } = this.#next;
    this.#next = this.version < 2 || !tells ? next : { tells, ...next };
    this.isOver = true;
    this.#send({ type: "end", ...result });
  }

  /** Records a fault of an Answer, by its number. */
  addFault(answer, fault, what) {
    (this.#next.faults ??= []).push({ answer, fault, what });
  }

  #send(message) {
    this.#writeLine(JSON.stringify({ ...message, ...this.#next }));
    this.#next = {};
  }
}

function lines(text) {
  return typeof text === "string" ? [text] : text;
}

/** Returns a function that waits for the next line of stdin and returns it. */
function lineReader() {
  const chunk = Buffer.alloc(1 << 16);
  let rest = Buffer.alloc(0);
  return () => {
    for (;;) {
      const end = rest.indexOf(10);
      if (end >= 0) {
        const line = rest.subarray(0, end).toString("utf8");
        rest = rest.subarray(end + 1);
        return line;
      }
      let count = 0;
      try {
        count = readSync(0, chunk);
      } catch (error) {
        if (error.code === "EAGAIN") {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
          continue;
        }
        if (error.code !== "EOF") throw error;
      }
      // The host has exited, has stopped this match, or has no other one.
      if (count === 0) process.exit(0);
      rest = Buffer.concat([rest, chunk.subarray(0, count)]);
    }
  };
}

/** Plays one match after another, until the host has no more for this process. */
export function run(play) {
  console.log = console.error;
  const readLine = lineReader();
  const writeLine = (line) => {
    let bytes = Buffer.from(`${line}\n`, "utf8");
    while (bytes.length > 0) bytes = bytes.subarray(writeSync(1, bytes));
  };
  for (;;) {
    const match = new Match(JSON.parse(readLine()), writeLine, readLine);
    play(match);
    if (!match.isOver) throw new Error("the rules returned without calling match.end(...)");
  }
}
