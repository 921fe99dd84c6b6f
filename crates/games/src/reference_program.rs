//! A program whose speed is that of a machine: it does what interpreters of bots do.

/// The size of the table that the program reads from: larger than the caches next to a core.
const TABLE: usize = 1 << 18;

/// The program with its table.
#[derive(Debug)]
pub struct ReferenceProgram {
    table: Vec<u32>,
    state: u32,
    sum: u32,
}

impl Default for ReferenceProgram {
    fn default() -> ReferenceProgram {
        let table = (0..TABLE as u32).map(|index| index.wrapping_mul(2_654_435_761)).collect();
        ReferenceProgram { table, state: 0x9e37_79b9, sum: 0 }
    }
}

impl ReferenceProgram {
    /// Runs so many steps, each with some arithmetic, a read from memory, and a branch that is hard
    /// to predict. Returns what depends on all of them, so that no compiler leaves them out.
    #[inline(never)]
    pub fn run(&mut self, steps: u64) -> u32 {
        for _ in 0..steps {
            self.state ^= self.state << 13;
            self.state ^= self.state >> 17;
            self.state ^= self.state << 5;
            let read = self.table[self.state as usize % TABLE];
            self.sum = match read & 1 {
                0 => self.sum.wrapping_add(read),
                _ => self.sum.rotate_left(5) ^ read,
            };
        }
        self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::ReferenceProgram;

    #[test]
    fn the_same_steps_give_the_same_number() {
        let (mut one, mut other) = (ReferenceProgram::default(), ReferenceProgram::default());
        let first = one.run(1_000);
        assert_eq!(first, other.run(1_000));
        assert_ne!(first, one.run(1_000));
    }
}
