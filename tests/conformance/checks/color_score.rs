//! Checks ColorScore against an independent computation of its moves.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use rathaus_games::{RandomStream, Seed};
use rathaus_sandbox::ProgramCommand;
use serde::Deserialize;

use crate::bot::Bot;
use crate::language::Language;
use crate::source::Source;
use crate::workshop::Workshop;

const QUALITY_BITS: usize = 6;
const COLOURS: &[u8] = b"0123456789abcdef";
const GENOMES: usize = 300;
const VIEWS: usize = 795;
const PAIRS: usize = 20_000;

/// The letters of the moves (1,-1), (1,0), (1,1), and the indices of their cells in a view.
const AHEAD: [(char, usize); 3] = [('c', 8), ('f', 13), ('i', 18)];

/// The variant of ColorScore in the original controller of a language, from `color_score.toml`
/// among the tests of each adapter.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Variant {
    first_bit: FirstBit,
    ties: Ties,
}

/// Whether the first bit of a quality is its most or its least significant one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FirstBit {
    Most,
    Least,
}

/// How it chooses among the best cells: at random, or the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Ties {
    Drawn,
    First,
}

/// The requests: genomes, views, and pairs of them.
struct Questions {
    genomes: Vec<u128>,
    views: Vec<Vec<u8>>,
    pairs: Vec<(usize, usize)>,
}

/// Every move goes to one of the best cells ahead, is marked as random if and only if several are
/// best, and goes to each of those about equally often.
pub fn follows_its_description(workshop: &Workshop, language: &Language, source: &Source) {
    let variant = Variant::of(workshop, language);
    let questions = Questions::new(&mut Seed(2).stream("questions"));
    let letters = questions.ask(&workshop.program(source));
    assert_eq!(letters.len(), PAIRS);
    let mut counts: BTreeMap<String, BTreeMap<char, usize>> = BTreeMap::new();
    for ((genome, view), letter) in questions.pairs.iter().zip(letters.chars()) {
        let best = variant.best(questions.genomes[*genome], &questions.views[*view]);
        let chosen = letter.to_ascii_lowercase();
        assert!(best.contains(chosen), "{letter} instead of one of {best}, genome {genome} at view {view}");
        let drawn = letter.is_ascii_uppercase();
        assert_eq!(drawn, best.len() > 1, "{letter} of {best}, genome {genome} at view {view}");
        *counts.entry(best).or_default().entry(chosen).or_default() += 1;
    }
    let ways: BTreeSet<&str> = match variant.ties {
        Ties::Drawn => ["c", "f", "i", "cf", "ci", "fi", "cfi"].into(),
        Ties::First => ["c", "f", "i"].into(),
    };
    assert!(counts.keys().map(String::as_str).eq(ways), "not every way to tie comes up: {counts:?}");
    counts.iter().for_each(|(best, chosen)| check_evenness(best, chosen));
}

/// Checks that each of the tied cells is chosen within five standard deviations of its share.
fn check_evenness(best: &str, chosen: &BTreeMap<char, usize>) {
    let (total, share) = (chosen.values().sum::<usize>() as f64, 1.0 / best.len() as f64);
    for letter in best.chars() {
        let deviation = chosen.get(&letter).copied().unwrap_or(0) as f64 - total * share;
        assert!(deviation.powi(2) <= 25.0 * total * share * (1.0 - share) + 1e-9, "{best}: {chosen:?}");
    }
}

impl Variant {
    fn of(workshop: &Workshop, language: &Language) -> Variant {
        let name = "color_score.toml";
        let text = fs::read_to_string(workshop.tests(language).join(name)).unwrap_or_else(|_| {
            let file = language.tests().join(name);
            panic!("{} is missing: adapters/README.md says under `{name}` what it has to say", file.display())
        });
        toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The letters that are correct, in the order of the cells.
    fn best(&self, genome: u128, view: &[u8]) -> String {
        let ahead = AHEAD.iter().filter(|(_, place)| view[*place] != b'-');
        let qualities: Vec<(char, u32)> =
            ahead.map(|(letter, place)| (*letter, self.quality(genome, view[*place]))).collect();
        let best = qualities.iter().map(|(_, quality)| *quality).max();
        let letters =
            qualities.iter().filter(|(_, quality)| Some(*quality) == best).map(|(letter, _)| letter);
        letters.take(if self.ties == Ties::First { 1 } else { AHEAD.len() }).collect()
    }

    fn quality(&self, genome: u128, colour: u8) -> u32 {
        let colour = COLOURS.iter().position(|known| *known == colour).expect("a colour");
        let bits = (0..QUALITY_BITS).map(|i| (genome >> (QUALITY_BITS * colour + i) & 1) as u32);
        match self.first_bit {
            FirstBit::Most => bits.fold(0, |quality, bit| 2 * quality + bit),
            FirstBit::Least => bits.rev().fold(0, |quality, bit| 2 * quality + bit),
        }
    }
}

impl Questions {
    fn new(chance: &mut RandomStream) -> Questions {
        let genome = |chance: &mut RandomStream| {
            (u128::from(chance.bits()) << 64 | u128::from(chance.bits())) & ((1 << 100) - 1)
        };
        Questions {
            genomes: (0..GENOMES).map(|_| genome(chance)).collect(),
            views: (0..VIEWS).map(|_| random_view(chance)).collect(),
            pairs: (0..PAIRS)
                .map(|_| (chance.below(GENOMES as u64) as usize, chance.below(VIEWS as u64) as usize))
                .collect(),
        }
    }

    /// The letters that a bot replies.
    fn ask(&self, program: &ProgramCommand) -> String {
        let views: Vec<String> = (0..)
            .zip(&self.views)
            .map(|(name, view)| format!("{name} {}", String::from_utf8_lossy(view)))
            .collect();
        let genomes: Vec<String> =
            (0..).zip(&self.genomes).map(|(name, genome)| format!("{name} {genome:025x}")).collect();
        let pairs: Vec<String> = self.pairs.iter().map(|(genome, view)| format!("{genome} {view}")).collect();
        let mut bot = Bot::with_handshake(program);
        bot.tell("0 board");
        bot.tell(&format!("0 view {}", views.join(" ")));
        bot.tell(&format!("0 genome {}", genomes.join(" ")));
        bot.tell(&format!("0 turn 0 0123456789abcdef {}", pairs.join(" ")));
        let answer = bot.answer();
        bot.end();
        answer.strip_prefix("0 0 ").unwrap_or_else(|| panic!("no moves: {answer}")).to_owned()
    }
}

/// A view with few colours, so that there are many ties, and sometimes at the edge of the board.
fn random_view(chance: &mut RandomStream) -> Vec<u8> {
    let first = chance.below(13) as usize;
    let colours = &COLOURS[first..first + 3];
    let mut cells: Vec<u8> = (0..25).map(|_| *chance.pick(colours)).collect();
    // The rows next to the specimen's own, above and below.
    if let Some(row) = chance.pick(&[None, None, Some(1), Some(3)]) {
        cells[5 * row..5 * row + 5].fill(b'-');
    }
    cells
}
