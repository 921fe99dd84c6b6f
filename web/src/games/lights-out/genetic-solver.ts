// A genetic algorithm whose genotype is the set of clicks, as their order does not matter and a second click undoes the first;
// bots/lights-out/genetic.py is the same for the referee.
//
// Its fitness is the share of lights that are off after them. Parents win tournaments, children take the clicks on one side of a straight cut
// from each of two, and mutate one or so. A population that does not get better any more is given up for a new one.

import type { Board, RandomSource } from "./board";
import { generator, seedOf } from "./random";
import { bitCount } from "./fewest-clicks";
import type { SearchResult, SearchProgress, ReportProgress } from "./search-progress";

const POPULATION = 200;
/** So many of them live on as they are. */
const ELITE = 25;
/** So many take part in a tournament, and the fittest wins. */
const TOURNAMENT = 5;
/** This share of the children has two parents. */
const CROSSOVER = 0.6;
/** So many generations without anything better make a population count as converged. */
const PATIENCE = 30;
/** So many candidates judged make it give up. */
const EVALUATIONS = 400_000;

/** A set of clicks: a number for each row, and in it a bit for each column. */
type Clicks = Int32Array;

interface Individual {
  clicks: Clicks;
  /** The lights that it leaves on. */
  on: number;
}

export function solveGenetically(board: Board, tell: ReportProgress = () => {}, seed = seedOf(board)): SearchResult {
  const search = new Search(board, generator(seed), tell);
  let solution: Clicks | null = null;
  while (!solution && search.evaluations < EVALUATIONS) solution = search.evolve();
  const ended = solution ? "solved" : `It gave up after ${search.evaluations.toLocaleString("en")} candidates.`;
  return { ...search.progress(), ended, clicks: solution && members(solution, board.columns) };
}

class Search {
  evaluations = 0;
  private generation = 0;
  private population: Individual[] = [];
  private readonly lights: Clicks;

  constructor(
    private readonly board: Board,
    private readonly random: RandomSource,
    private readonly tell: ReportProgress,
  ) {
    this.lights = new Int32Array(board.rows);
    board.lights.forEach((light, cell) => (this.lights[Math.floor(cell / board.columns)]! |= light << cell % board.columns));
  }

  progress(): SearchProgress {
    const { generation, evaluations } = this;
    const best = 1 - (this.population[0]?.on ?? 0) / this.board.lights.length;
    return { generation, best, population: this.population.length, evaluations };
  }

  /** A population from its random beginnings until it has solved the board or converged. */
  evolve(): Clicks | null {
    this.population = this.ranked(Array.from({ length: POPULATION }, () => this.anyClicks()), []);
    let [fewest, unchanged] = [Infinity, 0];
    while (unchanged < PATIENCE && this.evaluations < EVALUATIONS) {
      this.tell(this.progress());
      const { on, clicks } = this.population[0]!;
      if (on === 0) return clicks;
      unchanged = on === fewest ? unchanged + 1 : 0;
      fewest = on;
      this.generation++;
      const children = Array.from({ length: POPULATION - ELITE }, () => this.child());
      this.population = this.ranked(children, this.population.slice(0, ELITE));
    }
    return null;
  }

  /**
   * Individuals with the lights that they leave on, the fittest first, together with some that are known already. Nobody is in it
   * twice, as a population would soon consist of copies of the best.
   */
  private ranked(genotypes: Clicks[], known: Individual[]): Individual[] {
    this.evaluations += genotypes.length;
    const judged = genotypes.map((clicks) => ({ clicks, on: this.onAfter(clicks) }));
    const all = [...judged, ...known].sort(compare);
    return all.filter((one, index) => index === 0 || compare(all[index - 1]!, one) !== 0);
  }

  /** The lights that are on after all clicks at once: each is flipped by those on its own cell and on the four beside it. */
  private onAfter(clicks: Clicks): number {
    const everything = (1 << this.board.columns) - 1;
    let on = 0;
    for (let y = 0; y < clicks.length; y++) {
      const row = clicks[y]!;
      const flipped = row ^ (row << 1) ^ (row >> 1) ^ (clicks[y - 1] ?? 0) ^ (clicks[y + 1] ?? 0);
      on += bitCount((this.lights[y]! ^ flipped) & everything);
    }
    return on;
  }

  private anyClicks(): Clicks {
    return this.lights.map(() => Math.floor(this.random() * 2 ** this.board.columns));
  }

  private child(): Clicks {
    const { columns, lights } = this.board;
    const first = this.select();
    const child = this.random() < CROSSOVER ? this.cross(first, this.select()) : first.slice();
    // Each cell mutates with the same probability, so that on the average it is one.
    for (let cell = 0; cell < lights.length; cell++) {
      if (this.random() * lights.length < 1) child[Math.floor(cell / columns)]! ^= 1 << cell % columns;
    }
    return child;
  }

  /**
   * The clicks of one above a line between two rows, or left of one between two columns, and those of the other beyond. A straight cut keeps neighbouring clicks
   * together, and only the lights along it change.
   */
  private cross(first: Clicks, second: Clicks): Clicks {
    const { columns, rows } = this.board;
    const cut = Math.floor(this.random() * (columns - 1 + rows - 1));
    if (cut < rows - 1) return first.map((row, y) => (y <= cut ? row : second[y]!));
    const left = (1 << (cut - (rows - 1) + 1)) - 1;
    return first.map((row, y) => (row & left) | (second[y]! & ~left));
  }

  /** As they stand in their order, the winner of a tournament is the one in the foremost place. */
  private select(): Clicks {
    let place = this.population.length;
    for (let one = 0; one < TOURNAMENT; one++) place = Math.min(place, Math.floor(this.random() * this.population.length));
    return this.population[place]!.clicks;
  }
}

function compare(one: Individual, other: Individual): number {
  if (one.on !== other.on) return one.on - other.on;
  for (let y = one.clicks.length - 1; y >= 0; y--) {
    if (one.clicks[y] !== other.clicks[y]) return one.clicks[y]! - other.clicks[y]!;
  }
  return 0;
}

function members(clicks: Clicks, columns: number): number[] {
  return Array.from(clicks).flatMap((row, y) =>
    Array.from({ length: columns }, (_, x) => x).filter((x) => (row >> x) & 1).map((x) => y * columns + x),
  );
}
