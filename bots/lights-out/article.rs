// Article: the solver that the article calls genetic, and its readers a best-first search; article.js says how it works. This one keeps a board as bits
// instead of a string, so that a click is an exclusive or, and the fitness a count of bits. Everything happens in the same order, down to the ties: both
// give the same answer after as many evaluations, and differ in their time alone.
use std::collections::HashMap;
use std::fmt::Write;
use std::io::{self, Read};
use std::rc::Rc;

// A generation keeps this many individuals for each cell of the board. The article has 8, and 16 in its example.
const FACTOR: usize = 8;

// A generation is a click, and this bounds them for each cell of the board. No cell need be clicked twice, so that a solution of one for each is always
// long enough; the rest is for detours.
const GENERATIONS: usize = 4;

// The boards met before are never dropped. This bounds the memory they take, and is not in the article.
const MOST_MET: usize = 4_000_000;

const DIRECTIONS: [(isize, isize); 5] = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)];

// A bit for each cell, row by row: enough for 20 x 20.
const WORDS: usize = 7;
type Board = [u64; WORDS];

struct Individual {
    genotype: Board,
    fitness: f64,
    path: Option<Rc<Path>>,
}

// The last click that led to a board, and those before it. Individuals share those of their ancestors.
struct Path {
    cell: usize,
    before: Option<Rc<Path>>,
}

struct Solver {
    length: usize,
    around: Vec<Vec<usize>>,
    flips: Vec<Board>,
    met: HashMap<Board, usize>, // The genotypes, and how many clicks led there.
    evaluations: u64, // The candidate boards made: all that clicks on the board led to, whether met before or not.
}

impl Solver {
    fn new(columns: usize, rows: usize) -> Self {
        let length = columns * rows;
        let around: Vec<_> = (0..length).map(|cell| around(cell, columns, rows)).collect();
        let flips = around.iter().map(|cells| board(cells)).collect();
        Solver { length, around, flips, met: HashMap::new(), evaluations: 0 }
    }

    // A last click turns off 3 lights in a corner or 5 inside, so boards with as many are worth nearly as much as a dark one. The 4 at an edge are
    // forgotten here as they are in the article.
    fn fitness(&self, genotype: &Board) -> f64 {
        let ones = genotype.iter().map(|word| word.count_ones() as usize).sum::<usize>();
        if ones == 3 || ones == 5 {
            0.999
        } else {
            (self.length - ones) as f64 / self.length as f64
        }
    }

    fn solve(&mut self, start: Board) -> Option<Vec<usize>> {
        self.met.insert(start, 0);
        let mut population = vec![Individual { genotype: start, fitness: self.fitness(&start), path: None }];
        let mut generation = 0;
        loop {
            let best = population.first().map_or(0.0, |individual| individual.fitness);
            let (size, evaluations) = (population.len(), self.evaluations);
            println!(
                "PROGRESS generation={generation} best={best} population={size} evaluations={evaluations}"
            );
            if best == 1.0 {
                return Some(clicks(&population[0]));
            }
            if size == 0 || generation == GENERATIONS * self.length || self.met.len() > MOST_MET {
                return None;
            }
            generation += 1;
            population = self.mutate(&population, generation);
            survive(&mut population, FACTOR * self.length);
        }
    }

    fn mutate(&mut self, population: &[Individual], clicks: usize) -> Vec<Individual> {
        let mut mutants = Vec::new();
        for parent in population {
            for &cell in self.around.iter().flatten() {
                let genotype = flipped(&parent.genotype, &self.flips[cell]);
                self.evaluations += 1;
                if self.met.get(&genotype).is_none_or(|&known| known > clicks) {
                    self.met.insert(genotype, clicks);
                    let path = Some(Rc::new(Path { cell, before: parent.path.clone() }));
                    mutants.push(Individual { genotype, fitness: self.fitness(&genotype), path });
                }
            }
        }
        mutants
    }
}

// The sort is stable: of the equally fit, those found first come first.
fn survive(individuals: &mut Vec<Individual>, most: usize) {
    individuals.sort_by(|a, b| b.fitness.total_cmp(&a.fitness));
    individuals.truncate(most);
}

// The cell itself and its neighbours, as far as they are on the board. A click on the cell flips these.
fn around(cell: usize, columns: usize, rows: usize) -> Vec<usize> {
    let cells = DIRECTIONS.iter().filter_map(|&(dx, dy)| {
        let x = (cell % columns).checked_add_signed(dx).filter(|&x| x < columns)?;
        let y = (cell / columns).checked_add_signed(dy).filter(|&y| y < rows)?;
        Some(y * columns + x)
    });
    cells.collect()
}

fn board(cells: &[usize]) -> Board {
    let mut board = [0; WORDS];
    for cell in cells {
        board[cell / 64] |= 1 << (cell % 64);
    }
    board
}

fn flipped(board: &Board, flips: &Board) -> Board {
    std::array::from_fn(|word| board[word] ^ flips[word])
}

fn clicks(individual: &Individual) -> Vec<usize> {
    let path = std::iter::successors(individual.path.as_deref(), |click| click.before.as_deref());
    let mut clicks: Vec<_> = path.map(|click| click.cell).collect();
    clicks.reverse();
    clicks
}

fn main() -> io::Result<()> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    let mut words = input.split_whitespace().skip(1);
    let mut number = || words.next().and_then(|word| word.parse().ok()).expect("BOARD columns rows");
    let (columns, rows): (usize, usize) = (number(), number());
    let lights = words.collect::<String>();
    let lit: Vec<_> =
        lights.bytes().enumerate().filter(|&(_, light)| light == b'1').map(|(cell, _)| cell).collect();

    let mut solver = Solver::new(columns, rows);
    let solution = if columns * rows <= 64 * WORDS { solver.solve(board(&lit)) } else { None };
    match solution {
        Some(clicks) => {
            let mut answer = String::from("CLICKS");
            for cell in clicks {
                write!(answer, " {},{}", cell % columns, cell / columns).expect("a string takes everything");
            }
            println!("{answer}");
        }
        None => println!("UNKNOWN"),
    }
    Ok(())
}
