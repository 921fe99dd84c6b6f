//! How a child gets its genome.

use super::stream;
use crate::rat_race::RatRaceParams;
use crate::rat_race::breeding::GenomeBreeder;

fn breeder(crossover: f64, mutation: f64) -> GenomeBreeder {
    GenomeBreeder::new(&RatRaceParams { crossover, mutation, ..RatRaceParams::default() })
}

const ALL: u128 = u128::MAX >> 28;

#[test]
fn rule_7_without_crossover_and_mutation_a_child_is_one_of_its_parents() {
    let (breeder, mut stream, mut mothers) = (breeder(0.0, 0.0), stream(), 0);
    for _ in 0..1000 {
        let child = breeder.child(0, ALL, &mut stream);
        assert!(child == 0 || child == ALL);
        mothers += u32::from(child == 0);
    }
    assert!((440..560).contains(&mothers), "a fair coin picks the first parent, not {mothers} of 1000");
}

#[test]
fn rule_7_a_certain_switch_alternates_and_a_certain_flip_inverts() {
    let alternating = breeder(1.0, 0.0).child(0, ALL, &mut stream());
    assert!((0..99).all(|bit| alternating >> bit & 1 != alternating >> (bit + 1) & 1));
    let inverted = breeder(0.0, 1.0).child(12, 12, &mut stream());
    assert_eq!(inverted, 12 ^ ALL);
}

#[test]
fn rule_7_switches_and_flips_come_as_often_as_they_should() {
    let (breeder_of_switches, breeder_of_flips, mut stream) =
        (breeder(0.05, 0.0), breeder(0.0, 0.01), stream());
    let (mut switches, mut flips) = (0, 0);
    for _ in 0..20_000 {
        let child = breeder_of_switches.child(0, ALL, &mut stream);
        switches += ((child ^ child >> 1) & (ALL >> 1)).count_ones();
        flips += breeder_of_flips.child(0, 0, &mut stream).count_ones();
    }
    // 99 places between bits, 100 bits.
    assert!(switches.abs_diff(99_000) < 1_600, "{switches} switches");
    assert!(flips.abs_diff(20_000) < 700, "{flips} flips");
}

#[test]
fn rule_7_genomes_have_as_many_bits_as_they_should() {
    for bits in [1, 7, 64, 65, 100, 128] {
        let breeder = GenomeBreeder::new(&RatRaceParams {
            genome_bits: bits,
            mutation: 0.5,
            ..RatRaceParams::default()
        });
        let (mut stream, mut seen) = (stream(), 0);
        for _ in 0..200 {
            let genome = breeder.random_genome(&mut stream);
            seen |= genome | breeder.child(genome, !genome, &mut stream);
        }
        assert_eq!(seen, u128::MAX >> (128 - u32::from(bits)), "{bits} bits");
    }
}
