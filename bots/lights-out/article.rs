// Article: the solver that the article calls genetic, and its readers a best-first search; see
// article.js. This one stores a board as bits instead of a string. So a click is an exclusive or,
// and the fitness a bit count. Everything happens in the same order, including ties: both give the
// same answer after the same number of evaluations, and differ only in time.
use std::collections::HashMap;
use std::fmt::Write;
use std::io::{self, Read};
use std::rc::Rc;

// The number of individuals in a generation, per cell of the board. The article has 8, and 16 in
// its example.
const FACTOR: usize = 8;

// The maximum number of generations, per cell of the board. Each generation adds a click. A
// solution needs at most one click per cell; the rest is for detours.
const GENERATIONS: usize = 4;

// The maximum number of seen boards, which limits memory. It is not in the article.
const MAX_SEEN: usize = 4_000_000;

const DIRECTIONS: [(isize, isize); 5] = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)];

// One bit per cell, row by row: enough for 20 x 20.
const WORDS: usize = 7;
type Board = [u64; WORDS];

struct Individual {
    genotype: Board,
    fitness: f64,
    path: Option<Rc<Path>>,
}

// The last click that led to a board, and the clicks before it, which individuals share.
struct Path {
    cell: usize,
    before: Option<Rc<Path>>,
}

struct Solver {
    length: usize,
    around: Vec<Vec<usize>>,
    flips: Vec<Board>,
    seen: HashMap<Board, usize>, // The seen boards, and how many clicks led there.
    evaluations: u64, // The number of boards made by clicks, including repeated ones.
}

impl Solver {
    fn new(columns: usize, rows: usize) -> Self {
        let length = columns * rows;
        let around: Vec<_> = (0..length).map(|cell| around(cell, columns, rows)).collect();
        let flips = around.iter().map(|cells| board(cells)).collect();
        Solver { length, around, flips, seen: HashMap::new(), evaluations: 0 }
    }

    // The last click turns off 3 lights in a corner or 5 inside, so boards with that many lights
    // get nearly the fitness of a dark board. As in the article, the 4 lights at an edge are
    // missing.
    fn fitness(&self, genotype: &Board) -> f64 {
        let ones = genotype.iter().map(|word| word.count_ones() as usize).sum::<usize>();
        if ones == 3 || ones == 5 {
            0.999
        } else {
            (self.length - ones) as f64 / self.length as f64
        }
    }

    fn solve(&mut self, start: Board) -> Option<Vec<usize>> {
        self.seen.insert(start, 0);
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
            if size == 0 || generation == GENERATIONS * self.length || self.seen.len() > MAX_SEEN {
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
                if self.seen.get(&genotype).is_none_or(|&known| known > clicks) {
                    self.seen.insert(genotype, clicks);
                    let path = Some(Rc::new(Path { cell, before: parent.path.clone() }));
                    mutants.push(Individual { genotype, fitness: self.fitness(&genotype), path });
                }
            }
        }
        mutants
    }
}

// The sort is stable: equally fit individuals stay in the order in which they were found.
fn survive(individuals: &mut Vec<Individual>, most: usize) {
    individuals.sort_by(|a, b| b.fitness.total_cmp(&a.fitness));
    individuals.truncate(most);
}

// The cell and its neighbours on the board, which a click on the cell flips.
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
