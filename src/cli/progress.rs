//! What people see while they wait: bars in a terminal, a line now and then elsewhere, or nothing.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::tournament::{Event, Fixture, Record};
use crate::{game, report};

/// How often a line is printed where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Shows how a run is getting on.
pub(super) struct Progress {
    manner: Manner,
    game: &'static str,
    boards: usize,
    begin: Instant,
    entrants: Vec<Entrant>,
}

enum Manner {
    Quiet,
    Lines { last: Instant },
    Bars { bars: MultiProgress, current: ProgressBar },
}

/// How one entrant is getting on.
struct Entrant {
    name: String,
    scores: Vec<f64>,
    faults: usize,
    /// The matches that are being played, by board, with the part that has been played and what there is to say.
    playing: BTreeMap<u32, (f64, String)>,
    /// When it was heard of first and last.
    heard: Option<(Instant, Instant)>,
    bar: ProgressBar,
}

impl Progress {
    pub(super) fn new(quiet: bool, game: &'static str, boards: usize) -> Progress {
        let manner = if quiet {
            Manner::Quiet
        } else if std::io::stderr().is_terminal() {
            let bars = MultiProgress::with_draw_target(ProgressDrawTarget::stderr_with_hz(10));
            Manner::Bars { bars, current: ProgressBar::hidden() }
        } else {
            Manner::Lines { last: Instant::now() }
        };
        Progress { manner, game, boards, begin: Instant::now(), entrants: Vec::new() }
    }

    /// Says something that is no result.
    pub(super) fn say(&self, words: &str) {
        match &self.manner {
            Manner::Quiet => {}
            Manner::Lines { .. } => eprintln!("{words}"),
            Manner::Bars { bars, .. } => {
                // A terminal that has gone away is no reason to stop.
                let _ = bars.println(words);
            }
        }
    }

    /// The entrants begin to play.
    pub(super) fn begin(&mut self, names: Vec<String>) {
        self.begin = Instant::now();
        let style = ProgressStyle::with_template("{prefix} {bar:20} {pos}/{len} boards{wide_msg}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        for name in names {
            let bar = ProgressBar::new(self.boards as u64)
                .with_style(style.clone())
                .with_prefix(format!("{name:width$}"));
            let bar = match &self.manner {
                Manner::Bars { bars, .. } => bars.add(bar),
                Manner::Quiet | Manner::Lines { .. } => ProgressBar::hidden(),
            };
            bar.tick();
            self.entrants.push(Entrant {
                name,
                scores: Vec::new(),
                faults: 0,
                playing: BTreeMap::new(),
                heard: None,
                bar,
            });
        }
        if let Manner::Bars { bars, current } = &mut self.manner {
            let style =
                ProgressStyle::with_template("{wide_msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
            *current = bars.add(ProgressBar::new_spinner().with_style(style));
        }
    }

    /// Something has happened to one of these matches.
    pub(super) fn show(&mut self, fixtures: &[Fixture], event: &Event) {
        match event {
            Event::Progress { fixture, progress } => {
                let (entrant, number) = (fixtures[*fixture].seats[0], fixtures[*fixture].number);
                let facts: Vec<String> =
                    progress.facts.iter().map(|(name, value)| format!("{name} {value}")).collect();
                let words = format!("board {number}: {}", facts.join(", "));
                self.entrants[entrant].playing.insert(number, (progress.done, words));
                self.update(entrant, number);
            }
            Event::Finished { fixture, record } => {
                let (entrant, number) = (fixtures[*fixture].seats[0], fixtures[*fixture].number);
                self.entrants[entrant].finish(number, record);
                self.update(entrant, number);
            }
            Event::Out { entrant, fault, .. } => {
                self.say(&format!("{} does not play: {}", self.entrants[*entrant].name, fault.cause));
            }
            Event::Void { fixture, why } => {
                self.say(&format!("board {} could not be played: {why}", fixtures[*fixture].number));
            }
        }
    }

    /// The only match has come so far.
    pub(super) fn come_so_far(&mut self, progress: &game::Progress) {
        let facts: Vec<String> =
            progress.facts.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let words = facts.join(" ");
        match &mut self.manner {
            Manner::Quiet => {}
            Manner::Bars { current, .. } => current.set_message(words),
            Manner::Lines { last } => {
                if last.elapsed() >= LINE_EVERY {
                    *last = Instant::now();
                    eprintln!("{words}");
                }
            }
        }
    }

    fn update(&mut self, entrant: usize, board: u32) {
        self.entrants[entrant].hear(Instant::now());
        let left = self.time_left();
        let state = &self.entrants[entrant];
        let summary = state.summary(self.game);
        let now = state.playing.get(&board).map(|(_, words)| words.clone());
        match &mut self.manner {
            Manner::Quiet => {}
            Manner::Bars { current, .. } => {
                state.bar.set_position(state.scores.len() as u64);
                state.bar.set_message(summary);
                if let Some(now) = now {
                    current.set_message(format!("{}, {now}{left}", state.name));
                }
            }
            Manner::Lines { last } => {
                if last.elapsed() >= LINE_EVERY {
                    *last = Instant::now();
                    let (name, done) = (&state.name, state.scores.len());
                    let now = now.map(|now| format!("; {now}")).unwrap_or_default();
                    eprintln!("{name}: {done}/{} boards{summary}{left}{now}", self.boards);
                }
            }
        }
    }

    /// The time that is left, in words: the entrants that play go on as they did, and the others take as long as those on the
    /// average. Entrants differ widely, so each is reckoned by itself.
    fn time_left(&self) -> String {
        let begun: Vec<&Entrant> = self.entrants.iter().filter(|entrant| entrant.played() >= 0.2).collect();
        if begun.is_empty() {
            return String::new();
        }
        let left: Duration = begun.iter().map(|entrant| entrant.time_left(self.boards)).sum();
        let whole: Duration =
            begun.iter().map(|entrant| entrant.took() + entrant.time_left(self.boards)).sum();
        let waiting = (self.entrants.len() - begun.len()) as f64 / begun.len() as f64;
        match (left + whole.mul_f64(waiting)).as_secs() {
            0 => String::new(),
            seconds => format!(", about {}:{:02} left", seconds / 60, seconds % 60),
        }
    }

    /// Everything has been played.
    pub(super) fn end(self) {
        if let Manner::Bars { bars, .. } = &self.manner {
            let _ = bars.clear();
        }
        self.say(&format!("played in {:.1} s", self.begin.elapsed().as_secs_f64()));
    }
}

impl Entrant {
    fn finish(&mut self, board: u32, record: &Record) {
        self.playing.remove(&board);
        self.scores.extend(record.scores.first());
        self.faults += usize::from(!record.faults.is_empty());
    }

    /// How many boards have been played, those in part included.
    fn played(&self) -> f64 {
        self.scores.len() as f64 + self.playing.values().map(|(done, _)| done).sum::<f64>()
    }

    fn hear(&mut self, now: Instant) {
        let (first, _) = *self.heard.get_or_insert((now, now));
        self.heard = Some((first, now));
    }

    fn took(&self) -> Duration {
        self.heard.map(|(first, last)| last - first).unwrap_or_default()
    }

    /// The time that it needs for the rest, if that goes like what it has played.
    fn time_left(&self, boards: usize) -> Duration {
        let played = self.played();
        self.took().mul_f64((boards as f64 - played).max(0.0) / played)
    }

    fn summary(&self, game: &str) -> String {
        let scores = report::so_far(game, &self.scores).filter(|_| !self.scores.is_empty());
        let mean = scores.map(|words| format!(", {words}"));
        let faults = (self.faults > 0).then(|| format!(", {} with faults", self.faults));
        mean.unwrap_or_default() + &faults.unwrap_or_default()
    }
}
