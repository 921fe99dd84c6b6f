//! The observer of a watched match.

use rathaus_games::{LiveMatch, Observer, PauseFuture, SeatAsk, SeatFault};

use super::{NextRequestWait, WatchHandle};

/// Stores snapshots of a match for display, and makes the match wait.
#[derive(Debug)]
pub struct PacingWatchObserver {
    watcher: WatchHandle,
    /// The names of the bots, by seat.
    names: Vec<String>,
    /// The number of the last request.
    question: usize,
    is_over: bool,
}

impl PacingWatchObserver {
    pub(super) fn new(watcher: WatchHandle, names: Vec<String>) -> PacingWatchObserver {
        PacingWatchObserver { watcher, names, question: 0, is_over: false }
    }

    fn show(&self, game: &dyn LiveMatch) {
        let next = self.question + usize::from(!self.is_over);
        self.watcher.show(game, &self.names, next, self.is_over);
    }

    /// Waits until the match may go on, and shows its state meanwhile.
    async fn wait(&self, game: &dyn LiveMatch) {
        let mut is_shown = false;
        loop {
            let pace_changed = self.watcher.0.pace_changed.notified();
            let wait = self.watcher.wait();
            if wait != NextRequestWait::No && !is_shown {
                self.show(game);
                is_shown = true;
            }
            match wait {
                NextRequestWait::No => break,
                NextRequestWait::Told => pace_changed.await,
                NextRequestWait::For(time) => {
                    // Whichever comes first, the loop checks the pace again.
                    let _ = tokio::time::timeout(time, pace_changed).await;
                }
            }
        }
        if !is_shown && self.watcher.wants_more() {
            self.show(game);
        }
    }
}

impl Observer for PacingWatchObserver {
    fn asking(&mut self, turn: usize, _: &[SeatAsk]) {
        self.question = turn;
    }

    fn found(&mut self, fault: &SeatFault) {
        self.watcher.found(fault);
    }

    fn over(&mut self, _: &dyn LiveMatch) {
        self.is_over = true;
        let now = self.watcher.now();
        self.watcher.tell(|pace| pace.end(now));
    }

    fn pause<'a>(&'a mut self, game: &'a dyn LiveMatch) -> Option<PauseFuture<'a>> {
        Some(Box::pin(self.wait(game)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::watch::WatchSpeed;
    use rathaus_games::{ConfiguredGame, MatchInputs, Seed};

    fn game() -> Box<dyn LiveMatch> {
        let rules = ConfiguredGame::resolve("lights-out", []).unwrap().unwrap();
        let mut game = rules.begin(MatchInputs::single_player(Seed(1), None)).unwrap();
        game.start();
        game
    }

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(future)
    }

    #[test]
    fn at_full_speed_a_picture_is_made_only_for_who_has_seen_the_one_before() {
        let (watcher, game) = (WatchHandle::new(WatchSpeed::FULL), game());
        let mut observer = watcher.observer(3, Vec::new());
        let question =
            || watcher.snapshot().match_snapshot.as_ref().map(|match_snapshot| match_snapshot.question);
        block_on(observer.pause(&*game).unwrap());
        assert_eq!((question(), watcher.snapshot().scheduled_match), (Some(1), 3));
        observer.asking(1, &[]);
        block_on(observer.pause(&*game).unwrap());
        assert_eq!(question(), Some(1));
        watcher.look();
        block_on(observer.pause(&*game).unwrap());
        assert_eq!(question(), Some(2));
        watcher.look();
        watcher.leave();
        observer.asking(2, &[]);
        block_on(observer.pause(&*game).unwrap());
        assert_eq!(question(), Some(2), "nobody is there any more");
    }

    #[test]
    fn a_match_that_is_paused_shows_how_it_stands_and_waits_to_be_told() {
        let (watcher, game) = (WatchHandle::new(WatchSpeed::FULL), game());
        watcher.tell(super::super::PaceController::toggle);
        let mut observer = watcher.observer(0, Vec::new());
        for free in
            [|watcher: &WatchHandle| watcher.tell(super::super::PaceController::step), WatchHandle::leave]
        {
            observer.question += 1;
            block_on(async {
                let freed = async {
                    tokio::task::yield_now().await;
                    let question = watcher.look().match_snapshot.expect("it is shown").question;
                    free(&watcher);
                    question
                };
                let ((), question) = tokio::join!(observer.pause(&*game).unwrap(), freed);
                assert_eq!(question, observer.question + 1);
            });
        }
    }

    #[test]
    fn faults_are_kept_with_their_matches_and_the_oldest_forgotten() {
        let watcher = WatchHandle::new(WatchSpeed::FULL);
        let fault = |turn| SeatFault {
            seat: 0,
            turn,
            fault: rathaus_games::Fault {
                cause: rathaus_games::FaultCause::Crashed { how: "exit status: 1".into() },
                evidence: Default::default(),
            },
        };
        for scheduled_match in 0..2 {
            let mut observer = watcher.observer(scheduled_match, Vec::new());
            (0..super::super::FAULTS).for_each(|turn| observer.found(&fault(turn)));
            observer.found(&fault(99));
        }
        let faults = watcher.look().faults;
        assert_eq!(faults.len(), super::super::FAULTS);
        assert!(faults.iter().all(|(scheduled_match, _)| *scheduled_match == 1) && faults[49].1.turn == 99);
    }
}
