//! Prints the first numbers of some generators, for the test of the helpers.

#[path = "../rathaus_game.rs"]
mod rathaus_game;

use rathaus_game::Random;

fn in_words(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

fn main() {
    for seed in [0, 1, u64::MAX] {
        let mut random = Random::new(seed);
        println!("{seed} {}", in_words(&[(); 4].map(|()| random.bits())));
        let mut cards: Vec<u64> = (0..10).collect();
        random.shuffle(&mut cards);
        let (die, letter, large) = (random.below(6), *random.choice(&["a", "b", "c"]), random.below(1 << 40));
        println!("{} {die} {letter} {large}", in_words(&cards));
    }
}
