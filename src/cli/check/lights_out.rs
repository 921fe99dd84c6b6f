//! Solvers of Lights Out get a board of each of a few sizes, one of which is no square.

use rathaus_sandbox::Command;

use super::{Tried, build, conclude, rules, say, say_printed};
use crate::cli::args::CheckArgs;
use crate::cli::exit::Failure;
use crate::game::lights_out::{Details, Verdict};
use crate::game::{Rules, Seed, Setup};
use crate::referee;
use crate::seat::{Seat, Solo, Succession};

/// Columns and rows of the boards.
const SIZES: [(u32, u32); 3] = [(3, 3), (5, 4), (5, 5)];

pub(super) async fn check(args: &CheckArgs) -> Result<(), Failure> {
    let Tried { bot, .. } = build(args, &rules(&args.game, &[])?).await?;
    let mut findings = Findings { is_fit: true, stderr: String::new() };
    for (columns, rows) in SIZES {
        let rules = rules(&args.game, &[("columns", columns), ("rows", rows)])?;
        let words = findings.play(&rules, &bot.program).await?;
        say(&format!("{columns} x {rows}"), &words)?;
    }
    say_printed(&findings.stderr)?;
    conclude("bot", findings.is_fit)
}

struct Findings {
    is_fit: bool,
    stderr: String,
}

impl Findings {
    /// Plays a board, and says how it went.
    async fn play(&mut self, rules: &Rules, program: &Command) -> Result<String, Failure> {
        let mut game = rules.begin(Setup::alone(Seed(1), None)).map_err(Failure::usage)?;
        let processes = Succession::without_file(program.clone());
        let mut seats = [Seat::Solo(Box::new(Solo::new(processes)))];
        let played = referee::play(game.as_mut(), &mut seats, &mut ()).await?;
        if self.stderr.is_empty() {
            self.stderr = seats[0].stderr().await;
        }
        if let Some(fault) = played.faults.first() {
            self.is_fit = false;
            return Ok(format!("not good: {}", fault.fault));
        }
        let details: Details = serde_json::from_value(played.outcome.details).map_err(Failure::host)?;
        self.is_fit &= !matches!(details.verdict, Verdict::LeftOn | Verdict::WronglyNone);
        let mut words = played.outcome.ended;
        words += &format!("; {:.2} ms", details.took_us.unwrap_or_default() as f64 / 1_000.0);
        if let Some(evaluations) = details.evaluations {
            words += &format!(", {evaluations} evaluations");
        }
        if details.verdict == Verdict::LeftOn {
            let (board, clicks) = (details.board.join("\n"), details.clicks.unwrap_or_default());
            let clicks: Vec<String> = clicks.iter().map(|(x, y)| format!("{x},{y}")).collect();
            words += &format!("\n{board}\nCLICKS {}", clicks.join(" "));
        }
        Ok(words)
    }
}
