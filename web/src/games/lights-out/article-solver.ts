// The solver of an article that calls it genetic, while its readers call it a best-first search.
// bots/lights-out/article.js is the same solver as a bot.
//
// An individual is a board with the clicks that led to it. Its fitness is the share of lights that
// are off. Each generation makes the clicks around each cell on each board, drops boards that were
// seen before, and keeps the best of the others. The search may fail, and cannot prove that a board
// has no solution.

import { lightsOn, neighbourhoods, type Board } from "./board";
import { generator } from "./random";
import { PairSet } from "./pair-set";
import type { SearchResult, SearchProgress, ReportProgress } from "./search-progress";

/** The individuals of a generation for each cell of the board. */
const FACTOR = 8;

/** The most generations for each cell of the board; a generation is one click. */
const GENERATIONS = 4;

/** The most boards that are remembered, as none is ever forgotten. */
const MOST_MET = 4e6;

interface Individual {
  lights: Uint8Array;
  on: number;
  /** The key of the board, in two words of 32 bits. */
  low: number;
  high: number;
  /** The click that made it, and the board before. */
  cell: number;
  parent: Individual | null;
}

/**
 * The last click turns off 3 lights in a corner or 5 inside, so a board with that many lights on is
 * worth nearly as much as a dark one.
 */
function fitness(on: number, cells: number): number {
  return on === 3 || on === 5 ? 0.999 : (cells - on) / cells;
}

export function solveLikeArticle(board: Board, tell: ReportProgress = () => {}): SearchResult {
  const cells = board.lights.length;
  const search = new Search(board);
  for (let generation = 0; ; generation++) {
    const best = search.population[0];
    const progress: SearchProgress = {
      generation,
      best: best ? fitness(best.on, cells) : 0,
      population: search.population.length,
      evaluations: search.evaluations,
    };
    tell(progress);
    const end = (ended: string, clicks: number[] | null = null): SearchResult => ({ ...progress, ended, clicks });
    if (best?.on === 0) return end("solved", path(best));
    if (!best) return end("All boards that it can reach were met before.");
    if (generation === GENERATIONS * cells) return end(`It gave up after ${generation.toLocaleString("en")} generations.`);
    if (search.met.size > MOST_MET) return end(`It gave up, having met more than ${MOST_MET.toLocaleString("en")} boards.`);
    search.breed();
  }
}

class Search {
  population: Individual[];
  evaluations = 0;
  readonly met = new PairSet();
  private readonly flips: number[][];
  private readonly keys: { low: number; high: number }[];
  /** For each number of lights, the rank of its fitness, the best first. */
  private readonly places: number[];

  constructor(board: Board) {
    this.flips = neighbourhoods(board);
    const lights = keysOfLights(board.lights.length);
    // What a click does to the key of a board: the keys of the lights that it flips.
    this.keys = this.flips.map((near) => combined(lights, near));
    this.places = placesOf(board.lights.length);
    const on = Array.from(board.lights.keys()).filter((cell) => board.lights[cell]);
    const key = combined(lights, on);
    this.met.add(key.low, key.high);
    this.population = [{ lights: board.lights, on: lightsOn(board), ...key, cell: -1, parent: null }];
  }

  /**
   * The next generation. Individuals of equal fitness stay in the order in which they were found.
   */
  breed() {
    const room = FACTOR * this.flips.length;
    // At most `room` individuals of one fitness can survive.
    const found: { parent: Individual; cell: number; on: number }[][] = [];
    const mutate = (parent: Individual, cell: number) => {
      this.evaluations++;
      if (!this.met.add(parent.low ^ this.keys[cell]!.low, parent.high ^ this.keys[cell]!.high)) return;
      const on = this.onAfter(parent, cell);
      const equals = (found[this.places[on]!] ??= []);
      if (equals.length < room) equals.push({ parent, cell, on });
    };
    for (const parent of this.population) {
      for (const near of this.flips) {
        for (const cell of near) mutate(parent, cell);
      }
    }
    const survivors = Object.values(found).flat().slice(0, room);
    this.population = survivors.map(({ parent, cell, on }) => this.child(parent, cell, on));
  }

  private onAfter({ lights, on }: Individual, cell: number): number {
    for (const near of this.flips[cell]!) on += lights[near] ? -1 : 1;
    return on;
  }

  private child(parent: Individual, cell: number, on: number): Individual {
    const lights = parent.lights.slice();
    for (const near of this.flips[cell]!) lights[near]! ^= 1;
    const { low, high } = this.keys[cell]!;
    return { lights, on, low: parent.low ^ low, high: parent.high ^ high, cell, parent };
  }
}

/**
 * Keys of single lights. The key of a board is the exclusive or of those that are on. With up to 64
 * cells, each light has its own bit, so keys are unique; above, two boards have the same key with a
 * probability of 2^-64.
 */
function keysOfLights(cells: number): { low: number; high: number }[] {
  const random = generator(1);
  const word = () => (random() * 2 ** 32) | 0;
  return Array.from({ length: cells }, (_, cell) => {
    if (cells > 64) return { low: word(), high: word() };
    return cell < 32 ? { low: 1 << cell, high: 0 } : { low: 0, high: 1 << (cell - 32) };
  });
}

function combined(keys: { low: number; high: number }[], cells: number[]): { low: number; high: number } {
  return cells.reduce(({ low, high }, cell) => ({ low: low ^ keys[cell]!.low, high: high ^ keys[cell]!.high }), { low: 0, high: 0 });
}

function placesOf(cells: number): number[] {
  const all = Array.from({ length: cells + 1 }, (_, on) => fitness(on, cells));
  const ranked = [...new Set(all)].sort((one, other) => other - one);
  return all.map((value) => ranked.indexOf(value));
}

function path(individual: Individual): number[] {
  const clicks: number[] = [];
  for (let one = individual; one.parent; one = one.parent) clicks.push(one.cell);
  return clicks.reverse();
}
