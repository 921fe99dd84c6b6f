//! Who is significantly better than whom in the matches that both played.

use statrs::function::beta::beta_reg;

use super::super::{SIGNIFICANT, Victory, holm, parallel};
use super::observations::{Observations, PairCounts};

/// The significant victories. Holm's method adjusts their probabilities for all pairs.
///
/// Equal entrants win one half of the matches that either wins (the sign test; Arbuthnott,
/// Philosophical Transactions 27, 1710). Where results vary from round to round by more than chance
/// explains, by the factor `dispersion`, so many times fewer matches are independent.
pub fn victories(observations: &Observations, dispersion: f64) -> Vec<Victory> {
    let same = |one: &PairCounts, other: &PairCounts| {
        (one.key.one, one.key.other) == (other.key.one, other.key.other)
    };
    let duels: Vec<Duel> = observations.pairs.chunk_by(same).map(Duel::new).collect();
    let adjusted = holm(&parallel::map_slice(&duels, 200, |duel| duel.p(dispersion)));
    let decided = duels.iter().zip(adjusted).filter(|(_, p)| *p < SIGNIFICANT);
    decided.map(|(duel, _)| duel.victory(&observations.players)).collect()
}

/// All matches of two players, wherever they sat.
#[derive(Debug, Clone, Copy)]
struct Duel {
    one: usize,
    other: usize,
    won: f64,
    tied: f64,
    lost: f64,
}

impl Duel {
    fn new(counts: &[PairCounts]) -> Duel {
        let key = counts[0].key;
        let sum = |of: fn(&PairCounts) -> u32| counts.iter().map(|counts| f64::from(of(counts))).sum();
        Duel {
            one: key.one as usize,
            other: key.other as usize,
            won: sum(|counts| counts.won),
            tied: sum(|counts| counts.tied),
            lost: sum(|counts| counts.lost),
        }
    }

    /// The probability that equals differ by so many wins or more, in either direction.
    fn p(&self, dispersion: f64) -> f64 {
        let (more, fewer) = (self.won.max(self.lost), self.won.min(self.lost));
        if more == fewer {
            return 1.0;
        }
        (2.0 * beta_reg(more / dispersion, fewer / dispersion + 1.0, 0.5)).min(1.0)
    }

    fn victory(&self, players: &[u32]) -> Victory {
        let share = (self.won + self.tied / 2.0) / (self.won + self.tied + self.lost);
        let [one, other] = [self.one, self.other].map(|player| players[player] as usize);
        match self.won > self.lost {
            true => Victory { winner: one, loser: other, share },
            false => Victory { winner: other, loser: one, share: 1.0 - share },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(won: f64, lost: f64, dispersion: f64) -> f64 {
        Duel { one: 0, other: 1, won, tied: 5.0, lost }.p(dispersion)
    }

    #[test]
    fn the_sign_test_is_exact() {
        assert!((p(6.0, 0.0, 1.0) - 2.0 / 64.0).abs() < 1e-12);
        // 9 or 10 of 10 tosses: (10 + 1) / 1024, on either side.
        assert!((p(1.0, 9.0, 1.0) - 22.0 / 1024.0).abs() < 1e-12);
        assert_eq!([p(4.0, 4.0, 1.0), p(0.0, 0.0, 1.0)], [1.0, 1.0]);
        assert!((p(12.0, 0.0, 2.0) - 2.0 / 64.0).abs() < 1e-12);
    }
}
