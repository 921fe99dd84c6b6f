//! What an item of the list is: a program, the sessions in which it misbehaves, and what is to come
//! of that.

/// In what a program misbehaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Session {
    /// A bot that lives for many boards, in the plain dialect.
    Race,
    /// A bot that lives for a round, among others.
    Grid,
    /// A program that is started for each question.
    Dilemma,
    /// The same, forked from a process that is kept ready.
    Warm,
    /// A build before a tournament.
    Build,
}

impl Session {
    /// Its name.
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

/// What is to come of an act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing at all: it was refused, or had no effect, and the program has played on.
    Harmless,
    /// A fault of one of these kinds.
    Fault {
        /// The kinds, separated by blanks. `none` is one of them if the game may be over before
        /// anybody looks.
        kinds: &'static str,
        /// What it has to say somewhere, in one of the ways that are separated by `|`.
        cause: &'static str,
    },
}

/// A fault of one of these kinds, for this cause.
pub const fn fault(kinds: &'static str, cause: &'static str) -> Outcome {
    Outcome::Fault { kinds, cause }
}

/// A session, and what is to come of the act in it.
#[derive(Debug, Clone)]
pub struct Play {
    /// In what it acts.
    pub session: Session,
    /// What comes of it.
    pub outcome: Outcome,
    /// The same without namespaces and groups, where that differs.
    pub in_launcher: Option<Outcome>,
}

/// An item of the list.
#[derive(Debug, Clone)]
pub struct Item {
    /// Its number there.
    pub number: u8,
    /// What it is called here.
    pub name: &'static str,
    /// The program.
    pub program: Program,
    /// What the program is told to do, if it can do several things.
    pub variant: &'static str,
    /// More options for the host.
    pub options: &'static [&'static str],
    /// Whether it is tried in every tier.
    pub everywhere: bool,
    /// Whether it is played without a sandbox as well, where it must say that it got out.
    pub is_controlled: bool,
    /// Whether a launcher of an ordinary user is known not to hold against it.
    pub is_beyond: bool,
    /// Whether the report that people read is looked at as well.
    pub is_read: bool,
    /// In what it acts.
    pub plays: Vec<Play>,
}

/// The text of a program.
#[derive(Debug, Clone, Copy)]
pub struct Program {
    /// The name of its file.
    pub file: &'static str,
    /// What is in it.
    pub text: &'static str,
}

impl Item {
    /// A program as an item.
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

    /// Told to do this.
    pub fn variant(self, variant: &'static str) -> Item {
        Item { variant, ..self }
    }

    /// With more options for the host.
    pub fn with(self, options: &'static [&'static str]) -> Item {
        Item { options, ..self }
    }

    /// In every tier.
    pub fn everywhere(self) -> Item {
        Item { everywhere: true, ..self }
    }

    /// With a control: without a sandbox it has to say that there is none. For what does no harm to
    /// the machine.
    pub fn controlled(self) -> Item {
        Item { is_controlled: true, ..self }
    }

    /// Not in a launcher where bots are of the host's own user, who is no root.
    pub fn beyond_a_launcher_of_ones_own(self) -> Item {
        Item { is_beyond: true, ..self }
    }

    /// With a look at the report that people read.
    pub fn read(self) -> Item {
        Item { is_read: true, ..self }
    }

    /// In these sessions, with this outcome.
    pub fn plays(mut self, sessions: &[Session], outcome: Outcome) -> Item {
        self.plays.extend(sessions.iter().map(|session| Play {
            session: *session,
            outcome: outcome.clone(),
            in_launcher: None,
        }));
        self
    }

    /// With another outcome of all sessions so far where there is nothing but a launcher.
    pub fn in_launcher(mut self, outcome: Outcome) -> Item {
        self.plays.iter_mut().for_each(|play| play.in_launcher = Some(outcome.clone()));
        self
    }
}
