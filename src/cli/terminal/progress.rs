//! Shows progress: bars in a terminal, a line every few seconds elsewhere, or nothing.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use rathaus_games::ConfiguredGame;

use crate::cli::terminal::watch::{Scoreboard, WatchScreen};
use crate::report;
use crate::report::harmless_text;
use crate::tournament::{MatchResult, RunEvent, ScheduledMatch, WatchHandle};

/// How long a run takes that is worth a word, and how long it has to run before it is estimated.
const LONG_RUN: Duration = Duration::from_secs(60);
const SETTLED: Duration = Duration::from_secs(2);

/// When to print the first line without a terminal, and how often to print the others.
const FIRST_LINE: Duration = SETTLED;
const LINE_EVERY: Duration = Duration::from_secs(10);

/// The progress of a run.
pub(crate) struct RunProgress {
    display: ProgressDisplay,
    rules: ConfiguredGame,
    /// The number of boards of each entrant, or of all games in multiplayer.
    boards: usize,
    begin: Instant,
    entrants: Vec<EntrantProgress>,
    /// The screen that shows the match instead, until the user leaves it.
    screen: Option<WatchScreen>,
    /// How the user can have a shorter run. `None` after that was said.
    shorter: Option<String>,
    /// Whether the run can end before all boards are played.
    can_end_early: bool,
}

enum ProgressDisplay {
    Quiet,
    Lines { next: Instant },
    Bars { bars: MultiProgress, current: ProgressBar },
}

/// The progress of one entrant.
struct EntrantProgress {
    name: String,
    /// The number of boards that had been played before this run.
    before: usize,
    scores: Vec<f64>,
    faults: usize,
    /// The matches in progress by board, each with the share that has been played, from 0 to 1, and
    /// its status line.
    playing: BTreeMap<u32, (f64, String)>,
    /// When its first and its last event arrived.
    heard: Option<(Instant, Instant)>,
    bar: ProgressBar,
}

impl RunProgress {
    pub(crate) fn new(quiet: bool, rules: &ConfiguredGame, boards: usize) -> RunProgress {
        let display = if quiet {
            ProgressDisplay::Quiet
        } else if std::io::stderr().is_terminal() {
            // Bars stay hidden until matches start.
            let bars = MultiProgress::with_draw_target(ProgressDrawTarget::hidden());
            ProgressDisplay::Bars { bars, current: ProgressBar::hidden() }
        } else {
            ProgressDisplay::Lines { next: Instant::now() + FIRST_LINE }
        };
        let begin = Instant::now();
        RunProgress {
            display,
            rules: rules.clone(),
            boards,
            begin,
            entrants: Vec::new(),
            screen: None,
            shorter: None,
            can_end_early: false,
        }
    }

    /// Sets what to say if the run turns out to be long: how to have a shorter one.
    pub(crate) fn if_long(&mut self, advice: String) {
        self.shorter = Some(advice);
    }

    /// Has the time left shown as a limit: the run ends as soon as its result is clear.
    pub(crate) fn can_end_early(&mut self) {
        self.can_end_early = true;
    }

    /// Starts to show the matches themselves, if the terminal can. Returns the handle through which
    /// the run publishes them.
    pub(crate) fn watch(&mut self, scores: Scoreboard) -> Option<WatchHandle> {
        match WatchScreen::open(scores) {
            Ok(screen) => {
                let watcher = screen.watcher();
                self.screen = Some(screen);
                Some(watcher)
            }
            Err(why) => {
                self.say(&format!("--watch: {why}, so the match is not shown"));
                None
            }
        }
    }

    /// Returns to bars or lines after the user has left the screen.
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
        if let ProgressDisplay::Bars { bars, .. } = &self.display {
            bars.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
    }

    /// Shows a message.
    pub(crate) fn say(&self, words: &str) {
        match &self.display {
            ProgressDisplay::Quiet => {}
            ProgressDisplay::Bars { bars, .. } if !bars.is_hidden() => {
                // A closed terminal is no reason to stop.
                let _ = bars.println(harmless_text(words));
            }
            ProgressDisplay::Lines { .. } | ProgressDisplay::Bars { .. } => {
                crate::cli::terminal::message(words)
            }
        }
    }

    /// Matches start. `names` has each bar with the number of boards already played: one bar per
    /// entrant, or a single one in multiplayer games.
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
            let bar = match &self.display {
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
        if let ProgressDisplay::Bars { bars, current } = &mut self.display {
            let style =
                ProgressStyle::with_template("{wide_msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
            *current = bars.add(ProgressBar::new_spinner().with_style(style));
        }
    }

    fn noun(&self) -> &'static str {
        if self.rules.is_multiplayer() { "game" } else { "board" }
    }

    /// The index of the bar for a match: that of its entrant, or the only one in multiplayer games.
    fn owner(&self, scheduled_match: &ScheduledMatch) -> usize {
        if self.rules.is_multiplayer() { 0 } else { scheduled_match.seats[0] }
    }

    /// Shows an event of one of these matches.
    pub(crate) fn show(&mut self, scheduled_matches: &[ScheduledMatch], event: &RunEvent) {
        self.screen.iter().for_each(|screen| screen.show(event));
        self.look_after_screen();
        match event {
            RunEvent::Progress { scheduled_match, progress } => {
                let (owner, number) = (
                    self.owner(&scheduled_matches[*scheduled_match]),
                    scheduled_matches[*scheduled_match].number,
                );
                let facts: Vec<String> =
                    progress.facts.iter().map(|(name, value)| format!("{name} {value}")).collect();
                let words = format!("{} {number}: {}", self.noun(), facts.join(", "));
                self.entrants[owner].playing.insert(number, (progress.done, words));
                self.update(owner, number);
            }
            RunEvent::Finished { scheduled_match, result, .. } => {
                let (owner, number) = (
                    self.owner(&scheduled_matches[*scheduled_match]),
                    scheduled_matches[*scheduled_match].number,
                );
                self.entrants[owner].finish(number, result);
                self.update(owner, number);
            }
            RunEvent::Out { entrant, fault, .. } => {
                self.say(&format!("{} does not play: {}", self.entrants[*entrant].name, fault.cause));
            }
            RunEvent::Void { scheduled_match, why } => {
                let number = scheduled_matches[*scheduled_match].number;
                self.say(&format!("{} {number} could not be played: {why}", self.noun()));
            }
        }
    }

    /// Shows the progress of a run with a single match.
    pub(crate) fn show_progress(&mut self, progress: &rathaus_games::MatchProgress) {
        self.look_after_screen();
        let facts: Vec<String> =
            progress.facts.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let words = facts.join(" ");
        match &mut self.display {
            ProgressDisplay::Quiet => {}
            ProgressDisplay::Bars { current, .. } => current.set_message(words),
            ProgressDisplay::Lines { next } => {
                if is_due(next) {
                    crate::cli::terminal::message(&words);
                }
            }
        }
    }

    fn update(&mut self, entrant: usize, board: u32) {
        self.entrants[entrant].handle_line(Instant::now());
        let left = self.time_left();
        self.advise(left);
        let about = self.about();
        let left = left.map(|left| format!("{about} {} left", in_words(left)));
        let state = &self.entrants[entrant];
        let summary = state.summary(&self.rules);
        let now = state.playing.get(&board).map(|(_, words)| words.clone());
        match &mut self.display {
            ProgressDisplay::Quiet => {}
            ProgressDisplay::Bars { current, .. } => {
                state.bar.set_position(state.done() as u64);
                state.bar.set_message(summary);
                if let Some(now) = now {
                    let left = left.map(|left| format!("{left}; ")).unwrap_or_default();
                    current.set_message(format!("{left}{}, {now}", state.name));
                }
            }
            ProgressDisplay::Lines { next } => {
                if is_due(next) {
                    let (name, done, all) = (&state.name, state.done(), self.boards);
                    let now = now.map(|now| format!("; {now}")).unwrap_or_default();
                    let (what, left) =
                        (self.noun(), left.map(|left| format!(", {left}")).unwrap_or_default());
                    crate::cli::terminal::message(&format!(
                        "{name}: {done}/{all} {what}s{summary}{left}{now}"
                    ));
                }
            }
        }
    }

    /// An estimate of the time left. Entrants that play continue at their own speed, because
    /// entrants differ widely. The others take as long as these on average.
    fn time_left(&self) -> Option<Duration> {
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
            seconds => Some(Duration::from_secs(seconds)),
        }
    }

    /// Says once how long a long run takes, and what would be shorter.
    fn advise(&mut self, left: Option<Duration>) {
        let Some(left) = left else { return };
        if left > LONG_RUN
            && self.begin.elapsed() > SETTLED
            && let Some(advice) = self.shorter.take()
        {
            self.say(&format!("this takes {} {} more; {advice}", self.about(), in_words(left)));
        }
    }

    /// How exact the time left is.
    fn about(&self) -> &'static str {
        if self.can_end_early { "at most about" } else { "about" }
    }

    /// Clears the display and shows the total time.
    pub(crate) fn end(mut self) {
        self.screen = None;
        if let ProgressDisplay::Bars { bars, .. } = &self.display {
            let _ = bars.clear();
            bars.set_draw_target(ProgressDrawTarget::hidden());
        }
        self.say(&format!("played in {:.1} s", self.begin.elapsed().as_secs_f64()));
    }
}

/// Whether it is time for a line, which also sets the time of the next one.
fn is_due(next: &mut Instant) -> bool {
    let now = Instant::now();
    let is_due = now >= *next;
    if is_due {
        *next = now + LINE_EVERY;
    }
    is_due
}

/// A duration in its two largest units: "9 h 41 min".
fn in_words(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds @ 60..3_600 => format!("{} min {} s", seconds / 60, seconds % 60),
        seconds @ 3_600..86_400 => format!("{} h {} min", seconds / 3_600, seconds % 3_600 / 60),
        seconds => format!("{} d {} h", seconds / 86_400, seconds % 86_400 / 3_600),
    }
}

impl EntrantProgress {
    fn finish(&mut self, board: u32, result: &MatchResult) {
        self.playing.remove(&board);
        self.scores.extend(result.scores.first());
        self.faults += usize::from(!result.faults.is_empty());
    }

    /// The number of finished boards.
    fn done(&self) -> usize {
        self.before + self.scores.len()
    }

    /// The number of boards played in this run, including the played shares of those in progress.
    fn played(&self) -> f64 {
        self.scores.len() as f64 + self.playing.values().map(|(done, _)| done).sum::<f64>()
    }

    fn handle_line(&mut self, now: Instant) {
        let (first, _) = *self.heard.get_or_insert((now, now));
        self.heard = Some((first, now));
    }

    fn took(&self) -> Duration {
        self.heard.map(|(first, last)| last - first).unwrap_or_default()
    }

    /// The time for its remaining boards, at its speed so far.
    fn time_left(&self, boards: usize) -> Duration {
        let played = self.played();
        let left = boards as f64 - self.before as f64 - played;
        self.took().mul_f64(left.max(0.0) / played)
    }

    fn summary(&self, rules: &ConfiguredGame) -> String {
        let has_own = !self.scores.is_empty() && !rules.is_multiplayer();
        let scores = has_own.then(|| report::so_far(rules.name(), &self.scores)).flatten();
        let mean = scores.map(|words| format!(", {words}"));
        let faults = (self.faults > 0).then(|| format!(", {} with faults", self.faults));
        mean.unwrap_or_default() + &faults.unwrap_or_default()
    }
}
