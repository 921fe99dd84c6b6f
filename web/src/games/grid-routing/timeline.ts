// The course of a round: what was done to each vertex when, and what the finished grid is worth. docs/GRID-ROUTING.md has the rules.

/** A choice that counted: the column and row of a vertex, or nothing. */
type Choice = [number, number] | null;

/** A round that is over. Everything is by seat. */
export interface Round {
  gains: number[];
  /** What each seat broke in each turn. */
  broken: Choice[][];
  /** What each seat activated in each turn. */
  owned: Choice[][];
}

/** The details of a match, as docs/JSON.md has them. */
export interface Details {
  side: number;
  rounds: Round[];
}

/** What became of a vertex. None changes twice. */
export interface Change {
  /** The frame from which on it is so: 0 is the beginning, and each turn has one for breaking and one for activating. */
  frame: number;
  vertex: number;
  /** Who broke it, or owns it: several, if they chose it in the same phase. */
  seats: number[];
  isBroken: boolean;
}

/** The changes of a round in their order. */
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

/** How many frames a round has: its beginning, two for each turn, and one for the scores. */
export function frames(round: Round): number {
  return 2 * round.broken.length + 2;
}

/** An edge that searches take, and how often one does on the average. */
export interface Way {
  from: number;
  to: number;
  flow: number;
}

/** What the searches come to on the average: how often each vertex is on the path of one, and which edges they take. */
export interface Traffic {
  visits: Map<number, number>;
  ways: Way[];
}

/**
 * The traffic on a finished grid.
 *
 * Rows only go up, so that all paths are equally long. A search never goes back from a vertex from which a sink can be reached, and takes each of its children
 * of which that is true with the same probability. So the searches divide at each vertex evenly, as they do on the average of many games: who gained
 * how much comes from the searches that were drawn.
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

/** Where edges lead from a vertex: to three of the next row, where columns go round. There are none from a sink. */
function children(vertex: number, side: number): number[] {
  const [x, y] = [vertex % side, Math.floor(vertex / side)];
  if (y + 1 >= side) return [];
  const next = [(x + side - 1) % side, x, (x + 1) % side];
  // On grids of one or two columns a child is met on several ways, each of which is as likely.
  return next.map((column) => (y + 1) * side + column);
}

/** What a seat has done and comes to. */
export interface Standing {
  broken: number;
  owned: number;
  /** Its vertices that are on paths. */
  counting: number;
  /** Its points on the average of all searches that can be drawn. */
  expected: number;
}

/** What each seat has done up to a frame, and what its vertices are worth in the end. */
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

/** The points of each seat after each round, those of none first. */
export function totals(rounds: Round[], seats: number): number[][] {
  const found = [Array<number>(seats).fill(0)];
  for (const { gains } of rounds) found.push(found.at(-1)!.map((total, seat) => total + (gains[seat] ?? 0)));
  return found;
}
