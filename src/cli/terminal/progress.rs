//! What people see while they wait: bars in a terminal, a line now and then elsewhere, or nothing.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use rathaus_games::GameRules;

use crate::cli::terminal::watch::{Scoreboard, WatchScreen};
use crate::report;
use crate::report::harmless_text;
use crate::tournament::{Event, Fixture, MatchResult, WatchHandle};

/// How often a line is printed where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Shows how a run is getting on.
pub(crate) struct Progress {
    manner: ProgressDisplay,
    rules: GameRules,
    /// How many boards each entrant plays, or how many games all play together.
    boards: usize,
    begin: Instant,
    entrants: Vec<EntrantProgress>,
    /// Where the match is shown instead, as long as people watch it.
    screen: Option<WatchScreen>,
}

enum ProgressDisplay {
    Quiet,
    Lines { last: Instant },
    Bars { bars: MultiProgress, current: ProgressBar },
}

/// How one entrant is getting on.
struct EntrantProgress {
    name: String,
    /// How many boards had been played when this began.
    before: usize,
    scores: Vec<f64>,
    faults: usize,
    /// The matches that are being played, by board, with the part that has been played and what
    /// there is to say.
    playing: BTreeMap<u32, (f64, String)>,
    /// When it was heard of first and last.
    heard: Option<(Instant, Instant)>,
    bar: ProgressBar,
}

impl Progress {
    pub(crate) fn new(quiet: bool, rules: &GameRules, boards: usize) -> Progress {
        let manner = if quiet {
            ProgressDisplay::Quiet
        } else if std::io::stderr().is_terminal() {
            // There are none before something is played.
            let bars = MultiProgress::with_draw_target(ProgressDrawTarget::hidden());
            ProgressDisplay::Bars { bars, current: ProgressBar::hidden() }
        } else {
            ProgressDisplay::Lines { last: Instant::now() }
        };
        let begin = Instant::now();
        Progress { manner, rules: rules.clone(), boards, begin, entrants: Vec::new(), screen: None }
    }

    /// Shows the matches themselves from here on, if the terminal can: then this is who watches.
    pub(crate) fn watch(&mut self, scores: Scoreboard) -> Option<WatchHandle> {
        match WatchScreen::open(scores) {
            Ok(screen) => {
                let watcher = screen.watcher();
                self.screen = Some(screen);
                Some(watcher)
            }
            Err(why) => {
                self.say(&format!("--watch: {why}, so that the match is not shown"));
                None
            }
        }
    }

    /// Goes back to bars or lines when people have left.
    fn look_after_screen(&mut self) {
        if self.screen.as_ref().is_some_and(WatchScreen::is_gone) {
            self.close_screen();
        }
    }

    fn close_screen(&mut self) {
        if self.screen.take().is_some() {
            self.show_bars();
        }
    }

    fn show_bars(&self) {
        if let ProgressDisplay::Bars { bars, .. } = &self.manner {
            bars.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
    }

    /// Says something that is no result.
    pub(crate) fn say(&self, words: &str) {
        match &self.manner {
            ProgressDisplay::Quiet => {}
            ProgressDisplay::Bars { bars, .. } if !bars.is_hidden() => {
                // A terminal that has gone away is no reason to stop.
                let _ = bars.println(harmless_text(words));
            }
            ProgressDisplay::Lines { .. } | ProgressDisplay::Bars { .. } => crate::cli::terminal::talk(words),
        }
    }

    /// The entrants begin to play, of whom each has played so many boards already. In games that
    /// all play together there is one bar for all.
    pub(crate) fn begin(&mut self, names: Vec<(String, usize)>) {
        self.begin = Instant::now();
        if self.screen.is_none() {
            self.show_bars();
        }
        let what = self.noun();
        let style = ProgressStyle::with_template(&format!(
            "{{prefix}} {{bar:20}} {{pos}}/{{len}} {what}s{{wide_msg}}"
        ));
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        let width = names.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, before) in names {
            let bar = ProgressBar::new(self.boards as u64)
                .with_style(style.clone())
                .with_prefix(format!("{name:width$}"));
            let bar = match &self.manner {
                ProgressDisplay::Bars { bars, .. } => bars.add(bar),
                ProgressDisplay::Quiet | ProgressDisplay::Lines { .. } => ProgressBar::hidden(),
            };
            bar.set_position(before as u64);
            bar.tick();
            self.entrants.push(EntrantProgress {
                name,
                before,
                scores: Vec::new(),
                faults: 0,
                playing: BTreeMap::new(),
                heard: None,
                bar,
            });
        }
        if let ProgressDisplay::Bars { bars, current } = &mut self.manner {
            let style =
                ProgressStyle::with_template("{wide_msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
            *current = bars.add(ProgressBar::new_spinner().with_style(style));
        }
    }

    fn noun(&self) -> &'static str {
        if self.rules.is_multiplayer() { "game" } else { "board" }
    }

    /// Whose match it is: the entrant's, or that of all.
    fn owner(&self, fixture: &Fixture) -> usize {
        if self.rules.is_multiplayer() { 0 } else { fixture.seats[0] }
    }

    /// Something has happened to one of these matches.
    pub(crate) fn show(&mut self, fixtures: &[Fixture], event: &Event) {
        self.screen.iter().for_each(|screen| screen.show(event));
        self.look_after_screen();
        match event {
            Event::Progress { fixture, progress } => {
                let (owner, number) = (self.owner(&fixtures[*fixture]), fixtures[*fixture].number);
                let facts: Vec<String> =
                    progress.facts.iter().map(|(name, value)| format!("{name} {value}")).collect();
                let words = format!("{} {number}: {}", self.noun(), facts.join(", "));
                self.entrants[owner].playing.insert(number, (progress.done, words));
                self.update(owner, number);
            }
            Event::Finished { fixture, result, .. } => {
                let (owner, number) = (self.owner(&fixtures[*fixture]), fixtures[*fixture].number);
                self.entrants[owner].finish(number, result);
                self.update(owner, number);
            }
            Event::Out { entrant, fault, .. } => {
                self.say(&format!("{} does not play: {}", self.entrants[*entrant].name, fault.cause));
            }
            Event::Void { fixture, why } => {
                let number = fixtures[*fixture].number;
                self.say(&format!("{} {number} could not be played: {why}", self.noun()));
            }
        }
    }

    /// The only match has come so far.
    pub(crate) fn show_progress(&mut self, progress: &rathaus_games::MatchProgress) {
        self.look_after_screen();
        let facts: Vec<String> =
            progress.facts.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let words = facts.join(" ");
        match &mut self.manner {
            ProgressDisplay::Quiet => {}
            ProgressDisplay::Bars { current, .. } => current.set_message(words),
            ProgressDisplay::Lines { last } => {
                if last.elapsed() >= LINE_EVERY {
                    *last = Instant::now();
                    crate::cli::terminal::talk(&words);
                }
            }
        }
    }

    fn update(&mut self, entrant: usize, board: u32) {
        self.entrants[entrant].hear(Instant::now());
        let left = self.time_left();
        let state = &self.entrants[entrant];
        let summary = state.summary(&self.rules);
        let now = state.playing.get(&board).map(|(_, words)| words.clone());
        match &mut self.manner {
            ProgressDisplay::Quiet => {}
            ProgressDisplay::Bars { current, .. } => {
                state.bar.set_position(state.done() as u64);
                state.bar.set_message(summary);
                if let Some(now) = now {
                    let left = left.map(|left| format!("{left}; ")).unwrap_or_default();
                    current.set_message(format!("{left}{}, {now}", state.name));
                }
            }
            ProgressDisplay::Lines { last } => {
                if last.elapsed() >= LINE_EVERY {
                    *last = Instant::now();
                    let (name, done, all) = (&state.name, state.done(), self.boards);
                    let now = now.map(|now| format!("; {now}")).unwrap_or_default();
                    let (what, left) =
                        (self.noun(), left.map(|left| format!(", {left}")).unwrap_or_default());
                    crate::cli::terminal::talk(&format!("{name}: {done}/{all} {what}s{summary}{left}{now}"));
                }
            }
        }
    }

    /// The time that is left, in words: the entrants that play go on as they did, and the others
    /// take as long as those on the average. Entrants differ widely, so each is reckoned by itself.
    fn time_left(&self) -> Option<String> {
        let begun: Vec<&EntrantProgress> =
            self.entrants.iter().filter(|entrant| entrant.played() >= 0.2).collect();
        if begun.is_empty() {
            return None;
        }
        let left: Duration = begun.iter().map(|entrant| entrant.time_left(self.boards)).sum();
        let whole: Duration =
            begun.iter().map(|entrant| entrant.took() + entrant.time_left(self.boards)).sum();
        let waiting =
            self.entrants.iter().filter(|entrant| entrant.played() < 0.2 && entrant.before < self.boards);
        let share = waiting.count() as f64 / begun.len() as f64;
        match (left + whole.mul_f64(share)).as_secs() {
            0 => None,
            seconds => Some(format!("about {}:{:02} left", seconds / 60, seconds % 60)),
        }
    }

    /// Everything has been played.
    pub(crate) fn end(mut self) {
        self.screen = None;
        if let ProgressDisplay::Bars { bars, .. } = &self.manner {
            let _ = bars.clear();
            bars.set_draw_target(ProgressDrawTarget::hidden());
        }
        self.say(&format!("played in {:.1} s", self.begin.elapsed().as_secs_f64()));
    }
}

impl EntrantProgress {
    fn finish(&mut self, board: u32, result: &MatchResult) {
        self.playing.remove(&board);
        self.scores.extend(result.scores.first());
        self.faults += usize::from(!result.faults.is_empty());
    }

    /// How many boards have been played to the end.
    fn done(&self) -> usize {
        self.before + self.scores.len()
    }

    /// How many boards have been played since this began, those in part included.
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
        let left = boards as f64 - self.before as f64 - played;
        self.took().mul_f64(left.max(0.0) / played)
    }

    fn summary(&self, rules: &GameRules) -> String {
        let has_own = !self.scores.is_empty() && !rules.is_multiplayer();
        let scores = has_own.then(|| report::so_far(rules.name(), &self.scores)).flatten();
        let mean = scores.map(|words| format!(", {words}"));
        let faults = (self.faults > 0).then(|| format!(", {} with faults", self.faults));
        mean.unwrap_or_default() + &faults.unwrap_or_default()
    }
}
