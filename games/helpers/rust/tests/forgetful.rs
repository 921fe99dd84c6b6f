//! A game that prints something, and does not end its match.

#[path = "../rathaus_game.rs"]
mod rathaus_game;

fn main() {
    rathaus_game::run(|game| eprintln!("printed by the rules of {}", game.game));
}
