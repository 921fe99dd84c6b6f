// What happens to each vertex in a round, and what the final grid is worth. See
// docs/GRID-ROUTING.md for the rules.

/** The column and row of a chosen vertex; null where a seat chose none that counts. */
type Choice = [number, number] | null;

/** A finished round. Arrays are by seat. */
export interface Round {
  gains: number[];
  /** For each turn, what each seat broke. */
  broken: Choice[][];
  /** For each turn, what each seat activated. */
  owned: Choice[][];
  /** The number of questions to the bots: one for each phase, and one at the end. */
  asks: number;
}

/** The details of a match, as docs/JSON.md has them. */
export interface Details {
  side: number;
  rounds: Round[];
}

/** What happened to a vertex. No vertex changes twice. */
export interface Change {
  /**
   * The frame in which it happens. Frame 0 is the beginning; each turn has one frame for breaking
   * and one for activating.
   */
  frame: number;
  vertex: number;
  /** Who broke or owns it: several seats if they chose it in the same phase. */
  seats: number[];
  isBroken: boolean;
}

/** The changes of a round, in order. */
export function changes({ broken, owned }: Round, side: number): Change[] {
  return broken.flatMap((choices, turn) => [
    ...phase(choices, side, 2 * turn + 1, true),
    ...phase(owned[turn] ?? [], side, 2 * turn + 2, false),
  ]);
}

function phase(choices: Choice[], side: number, frame: number, isBroken: boolean): Change[] {
  const found = new Map<number, Change>();
  choices.forEach((choice, seat) => {
    if (!choice) return;
    const vertex = choice[1] * side + choice[0];
    const change = found.get(vertex) ?? { frame, vertex, seats: [], isBroken };
    change.seats.push(seat);
    found.set(vertex, change);
  });
  return [...found.values()];
}

/** The number of frames of a round: the beginning, two for each turn, and the scores. */
export function frames(round: Round): number {
  return 2 * round.broken.length + 2;
}

/** An edge that searches take, and how many take it on average. */
export interface Way {
  from: number;
  to: number;
  flow: number;
}

/** The average of all searches: how many visit each vertex, and which edges they take. */
export interface Traffic {
  visits: Map<number, number>;
  ways: Way[];
}

/**
 * The traffic on a finished grid.
 *
 * Rows only go up, so all paths are equally long. A search never backtracks from a vertex from
 * which it can reach a sink, and takes each child with that property with the same probability. On
 * average, searches therefore divide evenly at each vertex. The gains of a round, in contrast, come
 * from the searches that were drawn.
 */
export function traffic(all: Change[], side: number, searches: number): Traffic {
  const active = all.filter((change) => !change.isBroken).map((change) => change.vertex);
  active.sort((one, other) => one - other);
  const open = new Set<number>();
  const onwards = (vertex: number) => children(vertex, side).filter((child) => open.has(child));
  for (const vertex of [...active].reverse()) {
    if (vertex >= side * (side - 1) || onwards(vertex).length > 0) open.add(vertex);
  }
  const visits = new Map<number, number>();
  for (const source of active.filter((vertex) => vertex < side && open.has(vertex))) visits.set(source, searches);
  const ways: Way[] = [];
  for (const from of active.filter((vertex) => open.has(vertex))) {
    const here = visits.get(from);
    if (here === undefined) continue;
    const next = onwards(from);
    for (const to of next) {
      const flow = here / next.length;
      ways.push({ from, to, flow });
      visits.set(to, (visits.get(to) ?? 0) + flow);
    }
  }
  return { visits, ways };
}

/**
 * The vertices that edges lead to: three in the next row, whose columns wrap around. A sink has
 * none.
 */
function children(vertex: number, side: number): number[] {
  const [x, y] = [vertex % side, Math.floor(vertex / side)];
  if (y + 1 >= side) return [];
  const next = [(x + side - 1) % side, x, (x + 1) % side];
  // On grids of one or two columns, several edges lead to the same child, each equally likely.
  return next.map((column) => (y + 1) * side + column);
}

export interface Standing {
  broken: number;
  owned: number;
  /** Its vertices on paths. */
  counting: number;
  /** Its points on average over all possible searches. */
  expected: number;
}

/** What each seat has done up to a frame, and what its vertices are worth at the end. */
export function standings(all: Change[], { visits }: Traffic, seats: number, frame: number): Standing[] {
  const found = Array.from({ length: seats }, () => ({ broken: 0, owned: 0, counting: 0, expected: 0 }));
  for (const change of all) {
    const visited = change.isBroken ? undefined : visits.get(change.vertex);
    for (const seat of change.seats) {
      const own = found[seat]!;
      if (change.frame <= frame) own[change.isBroken ? "broken" : "owned"]++;
      if (visited !== undefined) own.counting++;
      own.expected += visited ?? 0;
    }
  }
  return found;
}

/** The points of each seat after each round, starting with zero before the first. */
export function totals(rounds: Round[], seats: number): number[][] {
  const found = [Array<number>(seats).fill(0)];
  for (const { gains } of rounds) found.push(found.at(-1)!.map((total, seat) => total + (gains[seat] ?? 0)));
  return found;
}
