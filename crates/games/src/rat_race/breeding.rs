//! Genomes of children (rule 7).

use super::params::RatRaceParams;
use crate::random::{EventSampler, RandomStream};

/// Generates genomes.
#[derive(Debug, Clone)]
pub struct GenomeBreeder {
    bits: usize,
    switch: EventSampler,
    flip: EventSampler,
}

impl GenomeBreeder {
    /// A breeder with the probabilities of these parameters.
    pub fn new(params: &RatRaceParams) -> GenomeBreeder {
        let bits = usize::from(params.genome_bits);
        GenomeBreeder {
            bits,
            switch: EventSampler::new(params.crossover, bits),
            flip: EventSampler::new(params.mutation, bits),
        }
    }

    /// A genome of random bits.
    pub fn random_genome(&self, stream: &mut RandomStream) -> u128 {
        let bits = u128::from(stream.bits()) << 64 | u128::from(stream.bits());
        bits & self.all_bits()
    }

    /// The child of two genomes (rule 7).
    pub fn child(&self, mother: u128, father: u128, stream: &mut RandomStream) -> u128 {
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
