//! Bots of the rat race play short boards.

use std::time::{Duration, Instant};

use rathaus_protocol::greeting::Hello;
use rathaus_sandbox::TempDir;

use super::{build, conclude, rules, say, say_printed};
use crate::analysis;
use crate::cli::args::CheckArgs;
use crate::cli::exit::Failure;
use crate::game::{Answer, Fault, Rules, Seed, Setup};
use crate::referee::{self, Exchange, Played, Witness};
use crate::seat::{Opened, Seat, Session};
use crate::submission::Profile;
use crate::tournament;

/// The boards of a check: few and short, since a bot's author waits for it.
const BOARDS: u32 = 3;

/// The turns of each board.
const TURNS: u32 = 300;

/// One in so many remembered moves is asked again: more than in earnest, to find out quickly.
const AUDIT: u32 = 4;

/// The parameters that limit a bot's time.
const LIMITS: [&str; 2] = ["turn_ms", "move_us"];

pub(super) async fn check(args: &CheckArgs) -> Result<(), Failure> {
    let rules = rules(&args.game, &[("turns", TURNS), ("audit", AUDIT)])?;
    let folder = TempDir::new("rathaus-profile-").map_err(Failure::host)?;
    let profile = folder.path().join("profile");
    let bot = build(args, &rules).await?.bot.profiled(&profile).map_err(Failure::host)?;
    let begin = Instant::now();
    let Opened { session, hello } = Session::open(tournament::start(bot, &rules)).await?;
    if let Some(hello) = &hello {
        say("greeting", &format!("good, after {:.2} s: {hello}", begin.elapsed().as_secs_f64()))?;
    }
    let mut findings = play(&rules, &session, hello.as_ref()).await?;
    findings.trace = trace(&rules, &session, hello.as_ref()).await?;
    session.close().await;
    findings.profile = Profile::read(&profile).map_err(Failure::host)?;
    findings.tell(&rules)
}

/// What the short boards have shown.
#[derive(Debug, Default)]
struct Findings {
    times: Vec<Duration>,
    moves: u64,
    asked: u64,
    audited: u64,
    caught: bool,
    fault: Option<Fault>,
    stderr: String,
    profile: Option<Profile>,
    /// Whether it said well what genomes mean, or what was wrong, if it offers that.
    trace: Option<Result<(), Fault>>,
}

impl Witness for Findings {
    fn exchanged(&mut self, exchange: &Exchange) {
        self.times.extend(exchange.answers.iter().filter_map(|answer| match answer {
            Answer::Reply { took, .. } => Some(*took),
            _ => None,
        }));
    }
}

async fn play(rules: &Rules, session: &Session, hello: Option<&Hello>) -> Result<Findings, Failure> {
    let mut findings = Findings::default();
    for board in tournament::boards(Seed(1), BOARDS) {
        let mut game = rules.begin(Setup::alone(board.seed, hello)).map_err(Failure::usage)?;
        let mut seats = [Seat::Lane(session.lane(0))];
        let played = referee::play(game.as_mut(), &mut seats, &mut findings).await?;
        findings.add(played);
        if findings.stderr.is_empty() {
            findings.stderr = seats[0].stderr().await;
        }
        if findings.fault.is_some() {
            break;
        }
    }
    Ok(findings)
}

/// Has the bot say what some genomes mean: of all bits 0, of all bits 1, and of a mixture.
async fn trace(
    rules: &Rules,
    session: &Session,
    hello: Option<&Hello>,
) -> Result<Option<Result<(), Fault>>, Failure> {
    let Rules::RatRace(params) = rules else { return Ok(None) };
    if !analysis::can_tell(hello) {
        return Ok(None);
    }
    let within = u128::MAX >> (u128::BITS - u32::from(params.genome_bits));
    let genomes = [0, u128::MAX, u128::MAX / 7].map(|genome| genome & within);
    let (_, fault) = analysis::beliefs(session, params, genomes.to_vec()).await?;
    Ok(Some(fault.map_or(Ok(()), Err)))
}

impl Findings {
    fn add(&mut self, Played { outcome, faults }: Played) {
        let number = |name: &str| outcome.details[name].as_u64().unwrap_or(0);
        self.moves += number("moves");
        self.asked += number("asked");
        self.audited += number("audited");
        self.caught |= !outcome.details["caught_keeping_data"].is_null();
        self.fault = faults.into_iter().next().map(|seat| seat.fault);
    }

    /// Says what was found; a failure if something is wrong.
    fn tell(mut self, rules: &Rules) -> Result<(), Failure> {
        match &self.fault {
            Some(fault) => say("moves", &format!("not good: {fault}"))?,
            None => say(
                "moves",
                &format!("{} on {BOARDS} boards of {TURNS} turns, all of them legal", self.moves),
            )?,
        }
        if let Some(words) = self.times_in_words(rules) {
            say("time a turn", &words)?;
        }
        if let Some(nanoseconds) = self.profile.as_ref().and_then(Profile::per_call) {
            say(
                "time a call",
                &format!("{:.2} us on average in the submission's own function", nanoseconds / 1_000.0),
            )?;
        }
        let pure = 100.0 * (1.0 - (self.asked - self.audited) as f64 / self.moves.max(1) as f64);
        say(
            "randomness",
            &format!("{pure:.0} % of the moves were repeats that needed none, and were remembered"),
        )?;
        say(
            "keeps data",
            &match (self.caught, self.audited) {
                (true, _) => {
                    "yes, which is forbidden: it answered the same question in two ways without randomness"
                        .into()
                }
                (false, 0) => "unknown: nothing could be asked twice".into(),
                (false, count) => format!("no: {count} questions were asked twice, and answered alike"),
            },
        )?;
        match &self.trace {
            None => {}
            Some(Ok(())) => say("trace", "good: it says what its genomes mean")?,
            Some(Err(fault)) => say("trace", &format!("not good, which costs nothing in a race: {fault}"))?,
        }
        say_printed(&self.stderr)?;
        conclude("bot", self.fault.is_none() && !self.caught)
    }

    fn times_in_words(&mut self, rules: &Rules) -> Option<String> {
        self.times.sort();
        let at = |share: f64| self.times.get((share * (self.times.len() as f64 - 1.0)).round() as usize);
        let in_ms = |time: &Duration| 1000.0 * time.as_secs_f64();
        let (median, late) = (in_ms(at(0.5)?), in_ms(at(0.99)?));
        let limits: Vec<String> = rules
            .values()
            .into_iter()
            .filter(|(name, _)| LIMITS.contains(&name.as_str()))
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let limits = limits.join(", ");
        Some(format!(
            "{median:.2} ms in the middle, at most {late:.2} ms in 99 % of the turns (limit: {limits})"
        ))
    }
}
