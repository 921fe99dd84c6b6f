//! Failures of a custom game's program: they make the match void.

use rathaus_games::{Fault, FaultCause, TurnRequestsAndReplies};

use crate::seats::{Seat, VoidMatch};

/// Voids the match if the program had a fault instead of a reply.
pub(super) fn has_answered(consulted: &TurnRequestsAndReplies) -> Result<(), VoidMatch> {
    consulted.faults().map(|found| void(&found.fault)).next().map_or(Ok(()), Err)
}

/// Voids the match because the program's last reply makes no sense, for the reason `why`.
pub(super) async fn makes_no_sense(
    why: String,
    consulted: &TurnRequestsAndReplies,
    seats: &[Seat],
) -> VoidMatch {
    let Some(seat) = consulted.seats.first() else { return VoidMatch::new(why) };
    let mut evidence = consulted.evidence(0);
    evidence.stderr = seats[*seat].stderr().await;
    void(&Fault { cause: FaultCause::Malformed { what: why }, evidence })
}

fn void(fault: &Fault) -> VoidMatch {
    VoidMatch::new(format!("the program that has the rules has failed, and no bot is to blame: {fault}"))
}
