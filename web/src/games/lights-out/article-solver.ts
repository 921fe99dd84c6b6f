// The solver that an article calls genetic, and its readers a best-first search; bots/lights-out/article.js is the same for the referee.
//
// An individual is a board with the clicks that led to it, and its fitness the share of lights that are off. Each generation makes the
// clicks around each cell on each board, drops the boards that it has met before, and keeps the best of the others. It may end without a
// solution, and cannot tell that there is none.

import { lightsOn, neighbourhoods, type Board } from "./board";
import { generator } from "./random";
import { PairSet } from "./pair-set";
import type { SearchResult, SearchProgress, ReportProgress } from "./search-progress";

/** A generation keeps this many individuals for each cell of the board. */
const FACTOR = 8;

/** A generation is a click, and this bounds them for each cell of the board. */
const GENERATIONS = 4;

/** The boards met before are never dropped, and this bounds them. */
const MOST_MET = 4e6;

interface Individual {
  lights: Uint8Array;
  on: number;
  /** The board as two numbers. */
  low: number;
  high: number;
  /** The click that made it, and of what. */
  cell: number;
  parent: Individual | null;
}

/** A last click turns off 3 lights in a corner or 5 inside, so that boards with as many are worth nearly as much as a dark one. */
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
  /** For each number of lights, where its fitness stands among all, the greatest first. */
  private readonly places: number[];

  constructor(board: Board) {
    this.flips = neighbourhoods(board);
    const lights = keysOfLights(board.lights.length);
    // What a click does to the number of a board: the numbers of the lights that it flips.
    this.keys = this.flips.map((near) => combined(lights, near));
    this.places = placesOf(board.lights.length);
    const on = Array.from(board.lights.keys()).filter((cell) => board.lights[cell]);
    const key = combined(lights, on);
    this.met.add(key.low, key.high);
    this.population = [{ lights: board.lights, on: lightsOn(board), ...key, cell: -1, parent: null }];
  }

  /** The next generation. The equally fit stand in the order in which they were found. */
  breed() {
    const room = FACTOR * this.flips.length;
    // Of those with the same fitness, no more can survive than there is room for.
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
 * Numbers of single lights, of which those of a board are the exclusive or. With up to 64 cells each has a bit of its own, and boards are told apart for sure;
 * above, two boards are taken for the same with a probability of 2^-64.
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
