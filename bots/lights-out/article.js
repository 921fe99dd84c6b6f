// Article: the solver that the article calls genetic, and its readers a best-first search. An
// individual is a board with the clicks that led to it. Its fitness is the share of lights that are
// off. Each generation makes the five clicks around each cell on each board, drops boards that it
// has seen before, and keeps the best of the others. It can end without a solution, and cannot
// prove that there is none.
const { readFileSync } = require('fs');

// The number of individuals in a generation, per cell of the board. The article has 8, and 16 in
// its example.
const FACTOR = 8;

// The maximum number of generations, per cell of the board. Each generation adds a click. A
// solution needs at most one click per cell; the rest is for detours.
const GENERATIONS = 4;

// The maximum number of seen boards, which limits memory. It is not in the article.
const MAX_SEEN = 4e6;

const DIRECTIONS = [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]];

const [, width, height, ...lines] = readFileSync(0, 'latin1').split(/\s+/);
const columns = Number(width);
const rows = Number(height);
const length = columns * rows;
const flips = Array.from({ length }, (_, cell) => around(cell));

// The cell and its neighbours on the board, which a click on the cell flips.
function around(cell) {
    const x = cell % columns;
    const y = Math.floor(cell / columns);
    return DIRECTIONS.map(([dx, dy]) => [x + dx, y + dy])
        .filter(([x, y]) => x >= 0 && x < columns && y >= 0 && y < rows)
        .map(([x, y]) => y * columns + x);
}

// The last click turns off 3 lights in a corner or 5 inside, so boards with that many lights get
// nearly the fitness of a dark board. As in the article, the 4 lights at an edge are missing.
function fitness(genotype) {
    let ones = 0;
    for (let gene = 0; gene < length; gene++) {
        ones += genotype[gene] === '1';
    }
    return ones === 3 || ones === 5 ? 0.999 : (length - ones) / length;
}

function click(genes, cell) {
    for (const flipped of flips[cell]) {
        genes[flipped] ^= 1; // '0' and '1' differ in their last bit.
    }
}

function solve(start) {
    const seen = new Map([[start, 0]]); // The seen boards, and how many clicks led there.
    let population = [{ genotype: start, fitness: fitness(start), cell: null, parent: null }];
    let evaluations = 0; // The number of boards made by clicks, including repeated ones.

    for (let generation = 0; ; generation++) {
        const best = population.length > 0 ? population[0].fitness : 0;
        console.log(`PROGRESS generation=${generation} best=${best} population=${population.length} evaluations=${evaluations}`);
        if (best === 1) {
            return population[0];
        }
        if (population.length === 0 || generation === GENERATIONS * length || seen.size > MAX_SEEN) {
            return null;
        }
        population = survive(mutate(generation + 1));
    }

    function mutate(clicks) {
        const mutants = [];
        for (const parent of population) {
            const genes = Buffer.from(parent.genotype, 'latin1');
            for (let centre = 0; centre < length; centre++) {
                for (const cell of flips[centre]) {
                    click(genes, cell);
                    const genotype = genes.toString('latin1');
                    click(genes, cell);
                    evaluations++;
                    const known = seen.get(genotype);
                    if (known === undefined || known > clicks) {
                        seen.set(genotype, clicks);
                        mutants.push({ genotype, fitness: fitness(genotype), cell, parent });
                    }
                }
            }
        }
        return mutants;
    }
}

// The sort is stable: equally fit individuals stay in the order in which they were found.
function survive(individuals) {
    return individuals.sort((a, b) => b.fitness - a.fitness).slice(0, FACTOR * length);
}

function path(individual) {
    const clicks = [];
    for (; individual.parent; individual = individual.parent) {
        clicks.unshift(`${individual.cell % columns},${Math.floor(individual.cell / columns)}`);
    }
    return clicks;
}

const solution = solve(lines.slice(0, rows).join(''));
console.log(solution ? ['CLICKS', ...path(solution)].join(' ') : 'UNKNOWN');
