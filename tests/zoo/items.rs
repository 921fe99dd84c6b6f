//! An item of the list: a program, the sessions in which it misbehaves, and the expected outcomes.

/// A session in which a program misbehaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Session {
    /// A bot that lives for many boards, in the plain dialect.
    Race,
    /// A bot that lives for a round, among others.
    Grid,
    /// A program that is started for each request.
    Dilemma,
    /// A program that is forked from a warm process for each request.
    Warm,
    /// A build before a tournament.
    Build,
}

impl Session {
    pub fn name(self) -> &'static str {
        match self {
            Session::Race => "race",
            Session::Grid => "grid",
            Session::Dilemma => "dilemma",
            Session::Warm => "warm",
            Session::Build => "build",
        }
    }
}

/// The expected outcome of an act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// No fault: the act was refused or had no effect, and the program played on.
    Harmless,
    /// A fault of one of these kinds.
    Fault {
        /// The kinds, separated by blanks. They include `none` if the game may be over before the
        /// host checks.
        kinds: &'static str,
        /// The text that some fault must contain. Alternatives are separated by `|`.
        cause: &'static str,
    },
}

pub const fn fault(kinds: &'static str, cause: &'static str) -> Outcome {
    Outcome::Fault { kinds, cause }
}

/// A session with its expected outcome.
#[derive(Debug, Clone)]
pub struct Play {
    pub session: Session,
    pub outcome: Outcome,
    /// The outcome without namespaces and control groups, if it differs.
    pub in_launcher: Option<Outcome>,
}

#[derive(Debug, Clone)]
pub struct Item {
    /// Its number in the list.
    pub number: u8,
    pub name: &'static str,
    pub program: Program,
    /// What the program is told to do, if it can do several things.
    pub variant: &'static str,
    /// Additional options for the host.
    pub options: &'static [&'static str],
    /// Whether it runs in every tier.
    pub everywhere: bool,
    /// Whether it also runs without a sandbox, where it must report that it got out.
    pub is_controlled: bool,
    /// Whether a launcher of an ordinary user is known not to hold against it.
    pub is_beyond: bool,
    /// Whether the report for people is checked as well.
    pub is_read: bool,
    /// The sessions in which it acts.
    pub plays: Vec<Play>,
}

/// A hostile program.
#[derive(Debug, Clone, Copy)]
pub struct Program {
    /// The name of its file.
    pub file: &'static str,
    /// Its source.
    pub text: &'static str,
}

impl Item {
    /// An item with default settings.
    pub fn new(number: u8, name: &'static str, program: Program) -> Item {
        Item {
            number,
            name,
            program,
            variant: "plain",
            options: &[],
            everywhere: false,
            is_controlled: false,
            is_read: false,
            is_beyond: false,
            plays: Vec::new(),
        }
    }

    /// Sets what the program is told to do.
    pub fn variant(self, variant: &'static str) -> Item {
        Item { variant, ..self }
    }

    /// Sets additional options for the host.
    pub fn with(self, options: &'static [&'static str]) -> Item {
        Item { options, ..self }
    }

    /// Runs it in every tier.
    pub fn everywhere(self) -> Item {
        Item { everywhere: true, ..self }
    }

    /// Also runs it without a sandbox, where it must report that there is none. Only for programs
    /// that do not harm the machine.
    pub fn controlled(self) -> Item {
        Item { is_controlled: true, ..self }
    }

    /// Skips it in a launcher where bots run as the host's own user and that user is not root.
    pub fn beyond_a_launcher_of_ones_own(self) -> Item {
        Item { is_beyond: true, ..self }
    }

    /// Also checks the report for people.
    pub fn read(self) -> Item {
        Item { is_read: true, ..self }
    }

    /// Adds sessions with this outcome.
    pub fn plays(mut self, sessions: &[Session], outcome: Outcome) -> Item {
        self.plays.extend(sessions.iter().map(|session| Play {
            session: *session,
            outcome: outcome.clone(),
            in_launcher: None,
        }));
        self
    }

    /// Sets another outcome for all sessions so far where only a launcher is available.
    pub fn in_launcher(mut self, outcome: Outcome) -> Item {
        self.plays.iter_mut().for_each(|play| play.in_launcher = Some(outcome.clone()));
        self
    }
}
