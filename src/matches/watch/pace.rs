//! The pace of a watched match. Pure: the caller passes in the time.

use std::fmt;
use std::time::Duration;

/// How long the end of a match is shown before the next match begins.
const LINGER: Duration = Duration::from_millis(1500);

/// Requests per second: a power of two, or as fast as the bots reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct WatchSpeed(i32);

impl WatchSpeed {
    /// One request in four seconds.
    pub const SLOWEST: WatchSpeed = WatchSpeed(-2);
    /// As fast as the bots reply.
    pub const FULL: WatchSpeed = WatchSpeed(11);

    /// This many requests per second, rounded down to a power of two.
    pub fn of(questions: u32) -> WatchSpeed {
        WatchSpeed(questions.max(1).ilog2().cast_signed()).min(WatchSpeed::FULL)
    }

    pub fn doubled(self) -> WatchSpeed {
        WatchSpeed(self.0 + 1).min(WatchSpeed::FULL)
    }

    pub fn halved(self) -> WatchSpeed {
        WatchSpeed(self.0 - 1).max(WatchSpeed::SLOWEST)
    }

    /// The interval between two requests, or `None` at full speed.
    pub fn interval(self) -> Option<Duration> {
        (self < WatchSpeed::FULL).then(|| Duration::from_secs_f64(2_f64.powi(-self.0)))
    }
}

impl fmt::Display for WatchSpeed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            _ if *self >= WatchSpeed::FULL => formatter.write_str("full speed"),
            exponent @ 0.. => write!(formatter, "{}/s", 1_u32 << exponent),
            exponent => write!(formatter, "1 in {} s", 1_u32 << -exponent),
        }
    }
}

/// Whether the next request must wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextRequestWait {
    /// Send it now.
    No,
    /// Wait this long, or until the pace changes.
    For(Duration),
    /// Wait until the pace changes.
    Told,
}

/// The pace of a run: its speed, pauses, and single steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaceController {
    speed: WatchSpeed,
    is_paused: bool,
    /// How many single steps are left to make while paused.
    steps: u32,
    /// Whether the current match is played to its end without waiting.
    is_skipping: bool,
    /// When the match began, sent its last request, or ended.
    last: Duration,
    is_over: bool,
}

impl PaceController {
    /// A pace with this speed.
    pub fn new(speed: WatchSpeed) -> PaceController {
        PaceController {
            speed,
            is_paused: false,
            steps: 0,
            is_skipping: false,
            last: Duration::ZERO,
            is_over: false,
        }
    }

    /// The speed while it is not paused.
    pub fn speed(&self) -> WatchSpeed {
        self.speed
    }

    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Whether the current match is played to its end without waiting.
    pub fn is_skipping(&self) -> bool {
        self.is_skipping
    }

    pub fn toggle(&mut self) {
        self.is_paused = !self.is_paused;
        self.steps = 0;
    }

    /// Makes one step if paused, otherwise pauses.
    pub fn step(&mut self) {
        if self.is_paused { self.steps += 1 } else { self.toggle() }
    }

    /// Sets the speed.
    pub fn change(&mut self, speed: WatchSpeed) {
        self.speed = speed;
    }

    /// Plays the current match to its end without waiting.
    pub fn skip(&mut self) {
        self.is_skipping = true;
    }

    pub fn begin(&mut self, now: Duration) {
        (self.is_skipping, self.is_over, self.last) = (false, false, now);
    }

    pub fn end(&mut self, now: Duration) {
        (self.is_over, self.last) = (true, now);
    }

    /// Decides whether the match may go on now. The caller must let it go on if it may.
    pub fn wait(&mut self, now: Duration) -> NextRequestWait {
        if self.is_skipping {
            return NextRequestWait::No;
        }
        if self.is_paused {
            return self.wait_paused(now);
        }
        let Some(interval) = self.speed.interval() else {
            self.last = now;
            return NextRequestWait::No;
        };
        let interval = if self.is_over { interval.max(LINGER) } else { interval };
        let due = self.last + interval;
        if now < due {
            return NextRequestWait::For(due - now);
        }
        // Make up for the small delay of timers, but not for a bot that thinks for long.
        self.last = if now - due < interval { due } else { now };
        NextRequestWait::No
    }

    fn wait_paused(&mut self, now: Duration) -> NextRequestWait {
        match self.steps.checked_sub(1) {
            Some(left) => {
                (self.steps, self.last) = (left, now);
                NextRequestWait::No
            }
            None => NextRequestWait::Told,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// A match that began at 0 and sends four requests per second.
    fn four() -> PaceController {
        PaceController::new(WatchSpeed::of(4))
    }

    #[test]
    fn speeds_double_up_to_full_speed_and_are_halved_down_to_one_in_four_seconds() {
        let mut speed = WatchSpeed::of(33);
        assert_eq!(
            (speed.to_string(), speed.interval()),
            ("32/s".into(), Some(Duration::from_micros(31_250)))
        );
        assert_eq!(speed.doubled().to_string(), "64/s");
        (0..20).for_each(|_| speed = speed.doubled());
        assert_eq!((speed, speed.interval()), (WatchSpeed::FULL, None));
        assert_eq!((speed.to_string(), speed.halved().to_string()), ("full speed".into(), "1024/s".into()));
        (0..20).for_each(|_| speed = speed.halved());
        assert_eq!((speed.to_string(), speed.interval()), ("1 in 4 s".into(), Some(at(4000))));
        assert_eq!(
            (WatchSpeed::of(0).to_string(), WatchSpeed::of(1).to_string()),
            ("1/s".into(), "1/s".into())
        );
    }

    #[test]
    fn questions_are_asked_at_the_pace() {
        let mut pace = four();
        assert_eq!(pace.wait(at(0)), NextRequestWait::For(at(250)));
        assert_eq!(pace.wait(at(100)), NextRequestWait::For(at(150)));
        assert_eq!(pace.wait(at(252)), NextRequestWait::No);
        assert_eq!(pace.wait(at(252)), NextRequestWait::For(at(248)));
    }

    #[test]
    fn nothing_is_made_up_for_where_a_bot_thinks_long() {
        let mut pace = four();
        assert_eq!(pace.wait(at(5000)), NextRequestWait::No);
        assert_eq!(pace.wait(at(5001)), NextRequestWait::For(at(249)));
    }

    #[test]
    fn another_pace_holds_for_the_question_that_waits() {
        let mut pace = four();
        pace.change(WatchSpeed::of(1));
        assert_eq!(pace.wait(at(300)), NextRequestWait::For(at(700)));
        pace.change(WatchSpeed::FULL);
        assert_eq!([pace.wait(at(300)), pace.wait(at(300))], [NextRequestWait::No; 2]);
    }

    #[test]
    fn a_pause_lasts_until_it_ends_or_a_step_is_made() {
        let mut pace = four();
        pace.toggle();
        assert_eq!(pace.wait(at(10_000)), NextRequestWait::Told);
        pace.step();
        pace.step();
        assert_eq!(
            [10_001, 10_002, 10_003].map(|now| pace.wait(at(now))),
            [NextRequestWait::No, NextRequestWait::No, NextRequestWait::Told]
        );
        pace.toggle();
        assert_eq!(pace.wait(at(10_003)), NextRequestWait::For(at(249)));
    }

    #[test]
    fn a_step_of_a_match_that_goes_on_pauses_it() {
        let mut pace = PaceController::new(WatchSpeed::FULL);
        pace.step();
        assert!(pace.is_paused());
        assert_eq!(pace.wait(at(1)), NextRequestWait::Told);
    }

    #[test]
    fn steps_that_were_not_made_are_forgotten_when_it_goes_on() {
        let mut pace = four();
        pace.toggle();
        pace.step();
        pace.toggle();
        pace.toggle();
        assert_eq!(pace.wait(at(1)), NextRequestWait::Told);
    }

    #[test]
    fn who_skips_a_match_sees_the_next_one_as_before() {
        let mut pace = four();
        pace.toggle();
        pace.skip();
        assert_eq!(pace.wait(at(1)), NextRequestWait::No);
        pace.end(at(2));
        assert_eq!(pace.wait(at(2)), NextRequestWait::No);
        pace.begin(at(3));
        assert_eq!(pace.wait(at(3)), NextRequestWait::Told);
        pace.toggle();
        assert_eq!(pace.wait(at(3)), NextRequestWait::For(at(250)));
    }

    #[test]
    fn the_end_of_a_match_can_be_looked_at() {
        let mut pace = PaceController::new(WatchSpeed::of(1024));
        pace.end(at(9));
        assert_eq!(pace.wait(at(9)), NextRequestWait::For(LINGER));
        assert_eq!(pace.wait(at(9) + LINGER), NextRequestWait::No);
        pace.change(WatchSpeed::SLOWEST);
        pace.end(at(0));
        assert_eq!(pace.wait(at(0)), NextRequestWait::For(at(4000)));
        pace.change(WatchSpeed::FULL);
        assert_eq!(pace.wait(at(0)), NextRequestWait::No);
    }
}
