//! Moves, and the letters that encode them together with their purity.

/// A step to one of the nine cells of a specimen's 3x3 neighbourhood, including its own.
///
/// Moves are numbered row by row from (-1, -1): 0 is (-1, -1), 4 is (0, 0), 8 is (1, 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u8);

impl Move {
    /// The number of moves.
    pub const COUNT: usize = 9;

    /// The move (0, 0).
    pub const STAY: Move = Move(4);

    /// The move by these offsets, if each is one of -1, 0, 1.
    pub fn new(dx: i32, dy: i32) -> Option<Move> {
        let legal = (-1..=1).contains(&dx) && (-1..=1).contains(&dy);
        legal.then(|| Move((3 * (dy + 1) + dx + 1) as u8))
    }

    /// The move with this number, if it is below [`Move::COUNT`].
    pub fn from_index(index: usize) -> Option<Move> {
        (index < Self::COUNT).then_some(Move(index as u8))
    }

    /// The inverse of [`Move::code`]. `None` if the code does not belong to a move.
    #[inline]
    pub fn from_code(code: u8) -> Option<Move> {
        Move::from_index(usize::from(code).wrapping_sub(1))
    }

    /// The move's number plus one. The code 0 means no move.
    #[inline]
    pub fn code(self) -> u8 {
        self.0 + 1
    }

    /// The move's number, below [`Move::COUNT`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The offset to the right.
    pub fn dx(self) -> i32 {
        i32::from(self.0 % 3) - 1
    }

    /// The offset downwards.
    pub fn dy(self) -> i32 {
        i32::from(self.0 / 3) - 1
    }
}

/// A move as a bot answers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnsweredMove {
    /// The move.
    pub to: Move,
    /// Whether the bot drew no random numbers for it.
    pub pure: bool,
}

impl AnsweredMove {
    /// The letter of the turn dialect: `a` to `i` for pure moves, `A` to `I` for others.
    pub fn letter(self) -> u8 {
        (if self.pure { b'a' } else { b'A' }) + self.to.0
    }

    /// The inverse of [`letter`](AnsweredMove::letter).
    pub fn from_letter(letter: u8) -> Option<AnsweredMove> {
        let index = (letter | 0x20).wrapping_sub(b'a');
        (usize::from(index) < Move::COUNT)
            .then_some(AnsweredMove { to: Move(index), pure: letter & 0x20 != 0 })
    }
}
