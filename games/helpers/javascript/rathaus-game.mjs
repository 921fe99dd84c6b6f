// The rules of a game as a JavaScript program, for rathaus.
//
//     import { run } from "./rathaus-game.mjs";
//
//     run((match) => {
//       const answer = match.ask(0, "your move");
//       ...
//       match.end({ scores: [1, 0], reason: "seat 0 was faster" });
//     });
//
// The function is called once, for one match. Seats are numbers from 0. What it writes with console.log goes to standard error, since standard
// output belongs to the host. All chance must come from `match.random`: the same seed and the same answers have to be the same match.
//
// The messages are specified in the document "The Rathaus protocol", under "Custom games".

import { readSync, writeSync } from "node:fs";

const MASK = (1n << 64n) - 1n;

/** SplitMix64, by Steele, Lea and Flood: the same numbers in every language and for good. */
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

  /** A whole number from 0, below this bound. */
  below(bound) {
    return Number((this.bits() * BigInt(bound)) >> 64n);
  }

  /** One of these. */
  choice(things) {
    return things[this.below(things.length)];
  }

  /** Puts an array into a random order, in place. */
  shuffle(things) {
    for (let last = things.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [things[last], things[other]] = [things[other], things[last]];
    }
  }
}

/** What became of an ask: `lines`, or none and a `fault`. */
export class Answer {
  #match;
  #number;

  constructor(match, number, told) {
    this.#match = match;
    this.#number = number;
    /** The lines, without their line feeds; none if the bot was at fault. */
    this.lines = told.lines ?? [];
    /** What the bot did wrong, in a word, or null. */
    this.fault = told.fault ?? null;
    /** Whether the seat is out of the match from now on. */
    this.out = (told.out ?? false) || this.fault === "out";
  }

  /** The first line, or null if the bot was at fault. */
  get line() {
    return this.lines[0] ?? null;
  }

  /** Rules that the answer is not of the form asked for. Says what was expected and what was found. */
  malformed(what) {
    this.#match.rule(this.#number, "malformed", what);
  }

  /** Rules that the answer is of the right form, but against the rules. */
  illegal(what) {
    this.#match.rule(this.#number, "illegal", what);
  }
}

/** A match, which is played by calling its methods. */
export class Match {
  #say;
  #hear;
  #next = {};
  isOver = false;

  constructor(start, say, hear) {
    this.#say = say;
    this.#hear = hear;
    /** The name of the game. */
    this.game = start.game;
    /** How many seats there are. */
    this.seats = start.seats;
    /** The values of all parameters, by name. */
    this.parameters = start.parameters;
    /** Where all chance comes from. */
    this.random = new Random(`0x${start.seed}`);
  }

  /** Asks a seat a line, or an array of lines, and gives its Answer. `more` can have `lines`, `ms` and `fresh`. */
  ask(seat, question, more = {}) {
    return this.askAll(new Map([[seat, question]]), more).get(seat);
  }

  /** Asks several seats at the same time: a map from seats to lines, or arrays of them. The answers are a map by seat. */
  askAll(questions, more = {}) {
    const seats = [...questions.keys()].sort((a, b) => a - b);
    const asks = seats.map((seat) => ({ seat, send: lines(questions.get(seat)), ...more }));
    this.#send({ type: "ask", asks });
    const told = JSON.parse(this.#hear()).answers;
    return new Map(seats.map((seat, number) => [seat, new Answer(this, number, told[number])]));
  }

  /** Has the seat read these lines before its next question. */
  tell(seat, ...send) {
    (this.#next.tells ??= []).push({ seat, send });
  }

  /**
   * Shows how the game looks from now on: `rows` of letters, a `legend`, a `caption`, or a drawing, `svg`. A legend is an array of
   * [letter, tone, meaning]; the meaning can be left out.
   */
  show({ rows = [], legend = [], caption = [], svg = "" }) {
    const meanings = legend.map(([letter, tone, means]) => ({ letter, tone, ...(means && { means }) }));
    const frame = { rows, legend: meanings, caption: lines(caption), svg };
    this.#next.frame = Object.fromEntries(Object.entries(frame).filter(([, value]) => value.length > 0));
  }

  /** Says how much of the match has been played, from 0 to 1, and what each seat has so far. */
  progress({ done, standing }) {
    if (done !== undefined) this.#next.done = done;
    if (standing !== undefined) this.#next.standing = standing;
  }

  /** Ends the match, with either `scores` or `ranks` by seat, the `reason` in words, and `details` if there are any. */
  end(result) {
    const { tells, done, standing, ...next } = this.#next;
    this.#next = next;
    this.isOver = true;
    this.#send({ type: "end", ...result });
  }

  /** What an Answer is ruled to be. */
  rule(answer, fault, what) {
    (this.#next.faults ??= []).push({ answer, fault, what });
  }

  #send(message) {
    this.#say(JSON.stringify({ ...message, ...this.#next }));
    this.#next = {};
  }
}

function lines(text) {
  return typeof text === "string" ? [text] : text;
}

/** Reads standard input line by line, waiting for each. */
function reader() {
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
      // The host has ended, or does not want this match any more.
      if (count === 0) process.exit(0);
      rest = Buffer.concat([rest, chunk.subarray(0, count)]);
    }
  };
}

/** Plays the match that the host wants. */
export function run(play) {
  console.log = console.error;
  const hear = reader();
  const say = (line) => {
    let bytes = Buffer.from(`${line}\n`, "utf8");
    while (bytes.length > 0) bytes = bytes.subarray(writeSync(1, bytes));
  };
  const match = new Match(JSON.parse(hear()), say, hear);
  play(match);
  if (!match.isOver) throw new Error("the rules have come to their end without match.end(...)");
}
