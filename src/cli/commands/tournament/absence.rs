//! Entrants that belong to a tournament and cannot play at the moment.

use std::collections::BTreeSet;

use super::gone_entrants::GoneEntrant;
use super::open::OpenTournament;
use crate::cli::exit::{CommandError, ExitKind};
use crate::cli::terminal::message;
use crate::report::{ExclusionReason, harmless};
use crate::tournament::config::{AbsentEntrantPolicy, RulingConfig};
use crate::tournament::{AbsenceCause, EntrantAbsence, StoredEntrant, StoredTournamentSetup};

/// Whether an entrant keeps its place if it cannot be built: because it has taken part so far, or
/// because the places of the others depend on it.
pub(super) fn stays(
    state: &StoredTournamentSetup,
    stored: Option<&StoredTournamentSetup>,
    name: &str,
) -> bool {
    match stored.and_then(|stored| stored.entrants.get(name)) {
        Some(before) => before.out.is_none(),
        None => has_rulings(state),
    }
}

/// The state before the builds: whoever did not play before is assumed not to play now.
pub(super) fn as_before(
    state: &StoredTournamentSetup,
    before: &StoredTournamentSetup,
) -> StoredTournamentSetup {
    let mut assumed = state.clone();
    for (name, entrant) in &mut assumed.entrants {
        entrant.out = before.entrants.get(name).and_then(|before| before.out.clone());
    }
    assumed
}

/// Whether matches that cannot be played are ruled.
fn has_rulings(state: &StoredTournamentSetup) -> bool {
    state.format.goes_by_results() && state.rules().is_ok_and(|rules| rules.is_multiplayer())
}

/// Records that an entrant does not play. One that is `staying` keeps its place, unless its source is
/// not verified.
pub(super) fn exclude(
    entrant: &mut StoredEntrant,
    out: &ExclusionReason,
    code: ExitKind,
    staying: &BTreeSet<String>,
    name: &str,
) {
    match out {
        ExclusionReason::Unbuildable(why) if staying.contains(name) => {
            let cause = match code {
                ExitKind::ToolMissing => AbsenceCause::MissingTool,
                _ => AbsenceCause::Unbuildable,
            };
            entrant.absent = Some(EntrantAbsence { cause, why: why.clone() });
        }
        _ => entrant.out = Some(out.clone()),
    }
}

/// Adds the entrants of the stored tournament whose source is gone.
pub(super) fn add_gone(
    state: &mut StoredTournamentSetup,
    gone: &[GoneEntrant],
    stored: Option<&StoredTournamentSetup>,
) {
    for GoneEntrant { name, why } in gone {
        let Some(before) = stored.and_then(|stored| stored.entrants.get(name)) else { continue };
        let absent = Some(EntrantAbsence { cause: AbsenceCause::Unbuildable, why: why.clone() });
        state.entrants.insert(name.clone(), StoredEntrant { absent, ..before.clone() });
    }
}

/// An error if fewer than two entrants can play: then all matches would be ruled.
pub(super) fn refuse_too_few(
    state: &StoredTournamentSetup,
    failures: &[ExitKind],
) -> Result<(), CommandError> {
    let present = state.playing().filter(|(_, entrant)| entrant.absent.is_none()).count();
    if present >= 2 || !has_rulings(state) {
        return Ok(());
    }
    let code = failures.iter().min().copied().unwrap_or(ExitKind::Usage);
    let reasons: Vec<String> = absent(state).map(|(name, absence)| format!("{name}: {absence}")).collect();
    let help = "`rathaus doctor` lists the languages of this machine";
    let problem = format!("too few can play for a match\n{}\n  help: {help}", reasons.join("\n"));
    Err(CommandError::new(code, problem))
}

fn absent(state: &StoredTournamentSetup) -> impl Iterator<Item = (&String, &EntrantAbsence)> {
    state.playing().filter_map(|(name, entrant)| Some((name, entrant.absent.as_ref()?)))
}

/// An error if an entrant of this match cannot play at the moment.
pub(super) fn refuse_absent(opened: &OpenTournament, position: usize) -> Result<(), CommandError> {
    let names: Vec<&String> = opened.schedule.names_of(position).collect();
    match opened.absent(position).first() {
        Some(absent) => Err(CommandError::new(
            opened.failures.iter().min().copied().unwrap_or(ExitKind::Host),
            format!("{} cannot play at the moment: {}", harmless(names[absent.seat]), absent.absence),
        )),
        None => Ok(()),
    }
}

/// Says what the organiser must know of each absent entrant before anything is played. Without
/// `rulings`, nothing is ruled.
pub(super) fn warn(state: &StoredTournamentSetup, rulings: Option<&RulingConfig>) {
    let rulings = rulings.filter(|_| has_rulings(state));
    let warning = |(name, absence): (&String, &EntrantAbsence)| {
        let policy = rulings.map(|rulings| rulings.of_absence(absence.cause));
        let effect = match policy {
            Some(AbsentEntrantPolicy::Loses) => {
                "It loses its pairings without a match, one round after another."
            }
            Some(AbsentEntrantPolicy::Waits) => "Its pairings wait for it, and so do the rounds after them.",
            None => "Its missing matches wait for it.",
        };
        format!(
            "warning: {name} cannot play at the moment: {absence}\n  {effect}{}",
            remedy(policy, absence.cause)
        )
    };
    absent(state).map(warning).for_each(|words| message(&words));
}

/// What the organiser can do about an absent entrant.
fn remedy(policy: Option<AbsentEntrantPolicy>, cause: AbsenceCause) -> String {
    let fix = match cause {
        AbsenceCause::MissingTool => "install what is missing (`rathaus doctor`)",
        AbsenceCause::Unbuildable => "bring its source back",
    };
    match policy {
        Some(AbsentEntrantPolicy::Loses) => format!(
            "\n  help: to have it play, stop now, {fix} and run again; `{} = \"waits\"` in [rulings] waits for it",
            cause.word()
        ),
        _ => format!("\n  help: {fix} and run again"),
    }
}
