//! Starts and ends the processes of a match at the same time.

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt};
use rathaus_games::SeatTell;
use rathaus_sandbox::SandboxedProcess;

use super::{DedicatedSeat, Seat};

/// The most processes of a match that start at the same time, so that each gets enough of the CPUs
/// to come to rest in time.
const MOST_STARTS: usize = 4;

/// Starts the processes of a match at the same time, before any of its clocks runs.
///
/// One permit is enough for all of them: none of them thinks for a clock, and most of the time they
/// wait for the kernel. A seat whose process cannot be started starts it with its first request.
pub async fn start_together(seats: &mut [Seat]) {
    let dedicated = seats.iter_mut().filter_map(|seat| match seat {
        Seat::Dedicated(dedicated) => Some(dedicated),
        Seat::Multiplexed(_) | Seat::OneShot(_) | Seat::Scripted(_) | Seat::Person(_) => None,
    });
    let dedicated: Vec<&mut Box<DedicatedSeat>> = dedicated.collect();
    let permits = dedicated.iter().find_map(|seat| seat.permits().cloned());
    // The semaphore is never closed.
    let _permit = match &permits {
        Some(permits) => permits.acquire().await.ok(),
        None => None,
    };
    stream::iter(dedicated).for_each_concurrent(MOST_STARTS, |seat| seat.start()).await;
}

/// Sends the last messages of a match, and gives their processes a moment to exit. What happens to
/// them is of no account: the match is over. Processes that play another match get none: most say
/// that the process shall exit.
pub async fn say_last_words(seats: &mut [Seat], tells: Vec<SeatTell>) {
    let mut parting = Vec::new();
    let mut free: Vec<Option<&mut Seat>> = seats.iter_mut().map(Some).collect();
    for tell in tells {
        if let Some(Seat::Dedicated(seat)) = free.get_mut(tell.seat).and_then(Option::take)
            && !seat.plays_again()
        {
            parting.push(async {
                if seat.tell(tell).await.is_ok() {
                    seat.part().await;
                }
            });
        }
    }
    join_all(parting).await;
}

/// Keeps the processes or the sandboxes of a match for another one, if possible, and ends the rest.
pub async fn recycle_together(seats: Vec<Seat>) {
    let (mut kept, mut others, mut idle) = (Vec::new(), Vec::new(), None);
    for seat in seats {
        match seat {
            Seat::Dedicated(dedicated) if dedicated.idle().is_some() => {
                idle = dedicated.idle().cloned();
                kept.push(dedicated.recycle());
            }
            other => others.push(other),
        }
    }
    let unfit: Vec<SandboxedProcess> = join_all(kept).await.into_iter().flatten().collect();
    unfit.iter().for_each(SandboxedProcess::begin_end);
    end_together(others);
    if let Some(idle) = idle {
        idle.end_excess();
    }
    drop(unfit);
}

/// Ends the processes of a match at the same time. They are gone when this returns.
pub fn end_together(seats: Vec<Seat>) {
    for seat in &seats {
        if let Seat::Dedicated(dedicated) = seat {
            dedicated.begin_end();
        }
    }
    drop(seats);
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::sync::Arc;
    use std::time::Duration;

    use rathaus_games::{AskOutcome, AskProcessChoice, FaultCause, ReplyFormat, ReplyLimits, SeatAsk};
    use rathaus_sandbox::ProgramCommand;
    use tokio::sync::Semaphore;

    use super::*;
    use crate::seats::CurrentAndNextProcess;

    fn seat(program: ProgramCommand, permits: &Arc<Semaphore>) -> Seat {
        let processes = CurrentAndNextProcess::without_file(program);
        Seat::Dedicated(Box::new(DedicatedSeat::new(processes).sharing(Arc::clone(permits))))
    }

    /// A bot that writes a line into a file when it starts, and then repeats what it is asked.
    fn echo(starts: &Path) -> ProgramCommand {
        let script = format!("echo started >> '{}'; exec cat", starts.display());
        ProgramCommand::new("sh").args(["-c", &script])
    }

    fn ask(seat: usize) -> SeatAsk {
        let limits = ReplyLimits { time: Duration::from_secs(20), bytes: 100 };
        SeatAsk::new(seat, AskProcessChoice::New, b"hello\n".into(), ReplyFormat::Lines(1), limits)
    }

    #[tokio::test]
    async fn the_first_request_goes_to_the_process_that_was_started_for_it() {
        let folder = tempfile::tempdir().unwrap();
        let permits = Arc::new(Semaphore::new(1));
        let files = ["one", "other"].map(|name| folder.path().join(name));
        let mut seats: Vec<Seat> = files.iter().map(|file| seat(echo(file), &permits)).collect();
        seats.push(seat(ProgramCommand::new("/no/such/program"), &permits));
        let starts = || files.each_ref().map(|file| fs::read_to_string(file).unwrap().lines().count());

        start_together(&mut seats).await;
        assert_eq!((starts(), permits.available_permits()), ([1, 1], 1));
        for (number, seat) in seats.iter_mut().enumerate().take(2) {
            let answered = seat.ask(ask(number)).await.unwrap();
            assert!(matches!(&answered.answer, AskOutcome::Reply { bytes, .. } if bytes == b"hello\n"));
        }
        assert_eq!(starts(), [1, 1]);
        // The next one is a new process, as it was asked for.
        seats[0].ask(ask(0)).await.unwrap();
        assert_eq!(starts(), [2, 1]);
        // A program that cannot be started fails when it is asked.
        let answered = seats[2].ask(ask(2)).await.unwrap();
        let AskOutcome::Fault(fault) = answered.answer else { panic!("{answered:?}") };
        assert!(matches!(fault.cause, FaultCause::Unbuildable { .. }), "{fault}");
        end_together(seats);
    }
}
