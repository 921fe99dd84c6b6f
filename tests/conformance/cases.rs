//! The list of cases: what is done with which submission of every language, and what is expected.

use rathaus_sandbox::ProgramCommand;

use crate::checks::{color_score, errors, host, randomness, sessions, sizes};
use crate::dialogue::{self, Dialogue};
use crate::language::Language;
use crate::source::{self, Source};
use crate::workshop::Workshop;

/// A requirement that every adapter must meet.
pub struct Case {
    pub name: &'static str,
    /// The submission that it needs, by its name among the tests of each adapter.
    pub needs: &'static str,
    pub test: Test,
}

/// What is done with the submission, and what is expected.
pub enum Test {
    /// It plays all golden dialogues.
    Golden,
    /// It plays this dialogue of the suite. It is built for the rules in the dialogue's handshake.
    Dialogue(&'static str),
    /// It behaves correctly in a conversation that a function holds.
    Talk(fn(&ProgramCommand)),
    /// `rathaus check` exits with this code and prints all these words. Words that end in a colon
    /// and a blank stand for the text after them in a comment of the submission.
    Check(i32, &'static [&'static str]),
    /// The host handles it correctly.
    Host(fn(&Workshop, &Language, &Source)),
    /// It is the sample player, which is one of the bots instead of a test submission, and
    /// behaves correctly.
    ColorScore(fn(&Workshop, &Language, &Source)),
}

/// The exit code of `rathaus check` for a bot that is ready to play.
const FIT: i32 = 0;

/// The exit code of `rathaus check` for a bot that needs work.
const UNFIT: i32 = 7;

/// The words in a comment of `raises_bare` before the words of its error.
const PROMISE: &str = "Raises where a wall of the board is in view: ";

use Test::{Check, ColorScore, Golden, Host, Talk};

pub const CASES: &[Case] = &[
    // What submissions rely on.
    case("golden_dialogues_bare", "compass_bare", Golden),
    case("golden_dialogues_whole", "compass_whole", Golden),
    case("api_bare", "api_bare", Test::Dialogue("api.txt")),
    case("api_whole", "api_whole", Test::Dialogue("api.txt")),
    case("other_parameters", "parameters_bare", Test::Dialogue("parameters.txt")),
    case("what_genomes_mean_bare", "trace_bare", Test::Dialogue("trace.txt")),
    case("what_genomes_mean_whole", "trace_whole", Test::Dialogue("trace.txt")),
    case("a_check_of_what_genomes_mean", "trace_bare", Check(FIT, &["found `a,b c`"])),
    case("other_files", "beside_whole", Test::Dialogue("beside.txt")),
    case("controller_files_are_replaced", "compass_whole", Host(host::brings_controller_files)),
    case("color_score", "color-score", ColorScore(color_score::follows_its_description)),
    // Failures.
    case("an_error", "raises_bare", Check(UNFIT, &["crashed", PROMISE])),
    case("a_stack_trace", "raises_bare", Host(host::traces)),
    case("a_long_error", "loud_bare", Talk(errors::long_message)),
    case("an_illegal_move", "illegal_bare", Check(UNFIT, &["illegal answer: move (2,0)"])),
    case("illegal_moves_in_every_direction", "illegal_bare", Talk(errors::illegal_moves_in_every_direction)),
    case("an_illegal_move_in_words", "compass_bare", Talk(errors::illegal_move_in_words)),
    case("an_end_of_its_own", "quits_bare", Check(UNFIT, &["crashed: exit status 3", "last words"])),
    case("no_end", "hangs_bare", Host(host::is_late)),
    case("a_syntax_error", "refused/syntax", Host(host::refuses)),
    case("printing", "prints_bare", Check(FIT, &["on stderr:\n", "debugging"])),
    case("a_profile", "prints_bare", Check(FIT, &["us on average in the submission's own function"])),
    case("keeping_data", "keeps_data_bare", Check(UNFIT, &["yes, which is forbidden"])),
    // Randomness is reproducible from the seed, whatever boards share the process.
    case("every_random_move_is_marked", "dice_bare", Talk(randomness::every_move_is_marked)),
    case("random_moves_go_everywhere", "dice_bare", Talk(randomness::moves_go_everywhere)),
    case("another_process_gives_the_same", "dice_bare", Talk(randomness::another_process_gives_the_same)),
    case("other_boards_have_no_influence", "dice_bare", Talk(randomness::other_boards_have_no_influence)),
    case("earlier_turns_have_no_influence", "dice_bare", Talk(randomness::earlier_turns_have_no_influence)),
    case("any_concurrency_gives_the_same", "dice_bare", Host(host::any_concurrency_gives_the_same)),
    // Sizes and sessions.
    case("ten_thousand_specimens_in_a_turn", "compass_bare", Talk(sizes::ten_thousand_specimens)),
    case("many_turns_before_reading", "compass_bare", Talk(sizes::many_turns_before_reading)),
    case("sparse_names", "compass_bare", Talk(sizes::sparse_names)),
    case("answers_are_not_held_back", "hangs_bare", Talk(sizes::answers_are_not_held_back)),
    case("lines_in_pieces", "compass_bare", Talk(sizes::lines_in_pieces)),
    case("malformed_lines", "compass_bare", Talk(sessions::malformed_lines_end_it)),
    case("a_board_begins_empty", "compass_bare", Talk(sessions::a_board_begins_empty)),
    case("a_line_without_end", "compass_bare", Talk(sessions::a_line_without_end_ends_it)),
    case("an_end_before_the_beginning", "compass_bare", Talk(sessions::may_end_before_it_begins)),
    case("no_greeting", "compass_bare", Talk(sessions::the_first_line_is_a_greeting)),
    case("refusals", "compass_bare", Talk(sessions::other_games_and_versions_are_refused)),
    case("unknown_parameters", "compass_bare", Talk(sessions::unknown_parameters_are_ignored)),
];

const fn case(name: &'static str, needs: &'static str, test: Test) -> Case {
    Case { name, needs, test }
}

impl Case {
    /// Applies the case to a language.
    pub fn run(&self, workshop: &Workshop, language: &Language) -> Result<(), String> {
        let source = match self.test {
            ColorScore(_) => source::color_score(language)?,
            _ => source::find(workshop, language, self.needs)?,
        };
        match &self.test {
            Golden => {
                let program = workshop.program(&source);
                dialogue::golden().iter().for_each(|dialogue| dialogue.play(&program));
            }
            Test::Dialogue(name) => {
                let dialogue = Dialogue::of_suite(name);
                let program = workshop.build(&source, &dialogue.rules());
                dialogue.play(&program.map_err(|error| error.to_string())?);
            }
            Talk(talk) => talk(&workshop.program(&source)),
            Check(code, says) => {
                let says = says.iter().map(|words| source::promised(language, &source, words));
                host::checks(workshop, &source, *code, &says.collect::<Result<Vec<_>, _>>()?);
            }
            Host(test) | ColorScore(test) => test(workshop, language, &source),
        }
        Ok(())
    }
}
