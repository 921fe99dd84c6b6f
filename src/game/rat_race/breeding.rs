//! Choosing parents and making children (rules 6 and 7).

use super::params::Params;
use crate::game::random::{Chance, Stream};

/// How many specimens share one entry of the sums of fitness. A draw searches the sums by halving and then walks
/// through one such group, so it does not grow with the population but for the halving.
pub const GROUP: usize = 16;

/// The fitness of a population, for drawing individuals in proportion to it.
#[derive(Debug, Clone, Default)]
pub struct Fitness {
    /// `sums[g]`: the fitness of all individuals before group `g`.
    sums: Vec<u64>,
    total: u64,
}

impl Fitness {
    /// Takes the fitness of each individual of a population, and returns the greatest.
    pub fn measure<I>(&mut self, population: &[I], fitness: impl Fn(&I) -> u64) -> u64 {
        let (mut total, mut greatest) = (0, 0);
        self.sums.clear();
        for group in population.chunks(GROUP) {
            self.sums.push(total);
            for individual in group {
                let fitness = fitness(individual);
                total += fitness;
                greatest = greatest.max(fitness);
            }
        }
        self.total = total;
        greatest
    }

    /// Draws two different individuals, the first in proportion to `fitness`, the second in proportion to it among the
    /// others. There must be at least two, each with a positive fitness, the same as when it was measured.
    pub fn draw_pair(&self, fitness: impl Fn(usize) -> u64, stream: &mut Stream) -> (usize, usize) {
        let (first, before) = self.find(stream.below(self.total), &fitness);
        let own = fitness(first);
        let mut point = stream.below(self.total - own);
        if point >= before {
            // The first one's share of the line is left out.
            point += own;
        }
        (first, self.find(point, &fitness).0)
    }

    /// The individual whose share of the line of all fitnesses holds `point`, and where its share begins.
    fn find(&self, point: u64, fitness: impl Fn(usize) -> u64) -> (usize, u64) {
        let group = self.sums.partition_point(|sum| *sum <= point) - 1;
        let mut begin = self.sums[group];
        let mut individual = group * GROUP;
        loop {
            let end = begin + fitness(individual);
            if point < end {
                return (individual, begin);
            }
            begin = end;
            individual += 1;
        }
    }
}

/// Makes the genomes of children.
#[derive(Debug, Clone)]
pub struct Breeder {
    bits: usize,
    switch: Chance,
    flip: Chance,
}

impl Breeder {
    /// A breeder with the probabilities of these parameters.
    pub fn new(params: &Params) -> Breeder {
        let bits = usize::from(params.genome_bits);
        Breeder {
            bits,
            switch: Chance::new(params.crossover, bits),
            flip: Chance::new(params.mutation, bits),
        }
    }

    /// A genome of random bits.
    pub fn random_genome(&self, stream: &mut Stream) -> u128 {
        let bits = u128::from(stream.bits()) << 64 | u128::from(stream.bits());
        bits & self.all_bits()
    }

    /// The child of two genomes (rule 7).
    pub fn child(&self, mother: u128, father: u128, stream: &mut Stream) -> u128 {
        // A set bit in `from_father` takes that bit of the child from the father.
        let mut from_father = if stream.bits() & 1 == 0 { 0 } else { u128::MAX };
        self.switch.events(self.bits - 1, stream, |place| from_father ^= u128::MAX << place << 1);
        let mut child = (mother & !from_father) | (father & from_father);
        self.flip.events(self.bits, stream, |bit| child ^= 1 << bit);
        child & self.all_bits()
    }

    fn all_bits(&self) -> u128 {
        u128::MAX >> (128 - self.bits)
    }
}
