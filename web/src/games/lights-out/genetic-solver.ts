// A genetic algorithm. bots/lights-out/genetic.py is the same solver as a bot.
//
// A genotype is a set of clicks, as their order does not matter and a second click undoes the
// first. Fitness is the share of lights that are off afterwards. Tournaments select parents, a
// child takes the clicks on either side of a straight cut from two of them, and about one cell
// mutates. A population that stops improving is replaced by a new one.

import type { Board } from "./board";
import { generator, seedOf, type RandomSource } from "./random";
import { bitCount } from "./fewest-clicks";
import type { SearchResult, SearchProgress, ReportProgress } from "./search-progress";

const POPULATION = 200;
/** Individuals that survive unchanged. */
const ELITE = 25;
/** Participants of a selection tournament. */
const TOURNAMENT = 5;
/** The share of children with two parents. */
const CROSSOVER = 0.6;
/** Generations without improvement after which a population has converged. */
const PATIENCE = 30;
/** Evaluations after which the search gives up. */
const EVALUATIONS = 400_000;

/** A number for each row, with a bit for each column. */
type Clicks = Int32Array;

interface Individual {
  clicks: Clicks;
  /** Lights that are still on after the clicks. */
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

  /** Evolves a new random population until it solves the board or converges. */
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
   * Evaluates genotypes and merges them with known individuals, the fittest first. Duplicates are
   * dropped, as copies of the best would soon fill the population.
   */
  private ranked(genotypes: Clicks[], known: Individual[]): Individual[] {
    this.evaluations += genotypes.length;
    const judged = genotypes.map((clicks) => ({ clicks, on: this.onAfter(clicks) }));
    const all = [...judged, ...known].sort(compare);
    return all.filter((one, index) => index === 0 || compare(all[index - 1]!, one) !== 0);
  }

  /**
   * The lights that are on after all clicks at once. Clicks on a cell and its four neighbours flip
   * it.
   */
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
    // Each cell mutates with the same probability, one per child on average.
    for (let cell = 0; cell < lights.length; cell++) {
      if (this.random() * lights.length < 1) child[Math.floor(cell / columns)]! ^= 1 << cell % columns;
    }
    return child;
  }

  /**
   * The clicks of one parent above or left of a straight cut, and those of the other beyond it.
   * Such a cut keeps neighbouring clicks together and only affects the lights along it.
   */
  private cross(first: Clicks, second: Clicks): Clicks {
    const { columns, rows } = this.board;
    const cut = Math.floor(this.random() * (columns - 1 + rows - 1));
    if (cut < rows - 1) return first.map((row, y) => (y <= cut ? row : second[y]!));
    const left = (1 << (cut - (rows - 1) + 1)) - 1;
    return first.map((row, y) => (row & left) | (second[y]! & ~left));
  }

  /** The population is sorted, so the winner of a tournament has the lowest index. */
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
