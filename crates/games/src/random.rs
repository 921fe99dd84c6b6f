//! Seeds, and the generators that they feed. All algorithms are named, so that results can be
//! reproduced in years.

use std::fmt;
use std::str::FromStr;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

/// A seed, from which other seeds are derived by name, so that no two uses of randomness share one.
///
/// In JSON it is a string, because many programs read JSON numbers with only 53 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub u64);

/// A text that is not a seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a seed goes from 0 to {max}, or from 0x0 to {max:#x}", max = u64::MAX)]
pub struct SeedError;

impl fmt::Display for Seed {
    /// The form that the command line accepts: decimal up to 32 bits, as people choose seeds, and
    /// otherwise `0x` with 16 hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 <= u64::from(u32::MAX) { write!(f, "{}", self.0) } else { write!(f, "{:#018x}", self.0) }
    }
}

impl FromStr for Seed {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<Seed, SeedError> {
        let number = match text.strip_prefix("0x") {
            Some(digits) if !digits.starts_with('+') => u64::from_str_radix(digits, 16).ok(),
            Some(_) => None,
            None => text.parse().ok(),
        };
        number.map(Seed).ok_or(SeedError)
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl Seed {
    /// The seed of the use called `name` with this `number`.
    ///
    /// It is the first eight bytes, least significant first, of the SHA-256 of seed, number (eight
    /// bytes each, least significant first) and name.
    pub fn derive(self, name: &str, number: u64) -> Seed {
        let mut hash = Sha256::new();
        hash.update(self.0.to_le_bytes());
        hash.update(number.to_le_bytes());
        hash.update(name.as_bytes());
        let digest = hash.finalize();
        Seed(digest.iter().take(8).rev().fold(0, |seed, byte| seed << 8 | u64::from(*byte)))
    }

    /// The generator of the use called `name`.
    pub fn stream(self, name: &str) -> RandomStream {
        RandomStream(Xoshiro256PlusPlus::seed_from_u64(self.derive(name, 0).0))
    }
}

/// A stream of random numbers: xoshiro256++ by Blackman and Vigna, seeded through SplitMix64.
#[derive(Debug, Clone)]
pub struct RandomStream(Xoshiro256PlusPlus);

impl RandomStream {
    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number below `bound`, by Lemire's method. `bound` must not be 0.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        let mut product = u128::from(self.bits()) * u128::from(bound);
        if (product as u64) < bound {
            // Reject the lowest (2^64 mod bound) products of each class, so that all classes have
            // the same size.
            let excess = bound.wrapping_neg() % bound;
            while (product as u64) < excess {
                product = u128::from(self.bits()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }

    /// A uniformly chosen element. There must be at least one.
    #[inline]
    pub fn pick<'a, T>(&mut self, elements: &'a [T]) -> &'a T {
        &elements[self.below(elements.len() as u64) as usize]
    }

    /// Shuffles the elements (Fisher and Yates).
    pub fn shuffle<T>(&mut self, elements: &mut [T]) {
        for last in (1..elements.len()).rev() {
            elements.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// Samples independent events of one probability in a row of places. It draws one random number per
/// event instead of one per place.
///
/// The number of places before the next event has a geometric distribution. It is drawn by
/// inversion from a table. The table is computed by multiplication alone, which gives the same
/// numbers on every machine. A logarithm would not.
#[derive(Debug, Clone)]
pub struct EventSampler {
    /// `survival[k]`: the probability, times 2^64, that the next `k + 1` places have no event.
    survival: Vec<u64>,
    /// `begins[b]`: how many elements of `survival` are greater than every number whose highest
    /// byte is `b`. They need not be compared.
    begins: Vec<u32>,
}

impl EventSampler {
    /// A sampler for events of this probability (0 to 1) in rows of at most `places`.
    pub fn new(probability: f64, places: usize) -> EventSampler {
        let mut left = 2f64.powi(64);
        let survival: Vec<u64> = (0..places)
            .map(|_| {
                left *= 1.0 - probability;
                // The conversion saturates, which is right for a probability of 0.
                left as u64
            })
            .collect();
        let begins = (0..=u64::from(u8::MAX))
            .map(|byte| survival.partition_point(|survival| (byte << 56 | u64::MAX >> 8) < *survival) as u32)
            .collect();
        EventSampler { survival, begins }
    }

    /// The number of places without an event before the next one, for 64 random bits. It is the
    /// length of the table if there is no event.
    #[inline]
    fn gap(&self, draw: u64) -> usize {
        let begin = self.begins[(draw >> 56) as usize] as usize;
        begin + self.survival[begin..].iter().take_while(|survival| draw < **survival).count()
    }

    /// Draws the events in a row of `places`, which must be at most those given to
    /// [`EventSampler::new`]. Calls `event` with the place of each one, in ascending order.
    #[inline]
    pub fn events(&self, places: usize, stream: &mut RandomStream, mut event: impl FnMut(usize)) {
        let mut place = self.gap(stream.bits());
        while place < places {
            event(place);
            place += 1;
            if place < places {
                place += self.gap(stream.bits());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published results depend on these numbers. They were computed independently of this code,
    /// from the definitions of SHA-256, SplitMix64 and xoshiro256++.
    #[test]
    fn seeds_and_streams_are_what_they_were() {
        assert_eq!(Seed(1).derive("board", 7), Seed(0xc23d9b0d0fbd2923));
        let mut stream = Seed(1).stream("breeding");
        assert_eq!([stream.bits(), stream.bits()], [0xacef88d4286b0a15, 0xd14ff92bc6c8f8fd]);
    }

    #[test]
    fn uses_of_a_seed_do_not_share_numbers() {
        let seeds =
            [("board", 0), ("board", 1), ("bot", 0), ("bot", 1)].map(|(name, n)| Seed(5).derive(name, n));
        for (i, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..i].contains(seed));
        }
    }

    #[test]
    fn below_is_uniform_and_in_range() {
        let mut stream = Seed(3).stream("test");
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[stream.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    }

    fn share_of_events(probability: f64) -> f64 {
        let (chance, mut stream) = (EventSampler::new(probability, 100), Seed(9).stream("test"));
        let mut count = 0;
        for _ in 0..20_000 {
            chance.events(100, &mut stream, |place| {
                assert!(place < 100);
                count += 1;
            });
        }
        f64::from(count) / 2_000_000.0
    }

    #[test]
    fn events_come_as_often_as_they_should() {
        assert_eq!(share_of_events(0.0), 0.0);
        assert_eq!(share_of_events(1.0), 1.0);
        for probability in [0.01, 0.05, 0.5, 0.9] {
            let share = share_of_events(probability);
            let deviation = (probability * (1.0 - probability) / 2_000_000.0).sqrt();
            assert!((share - probability).abs() < 5.0 * deviation, "{probability}: {share}");
        }
    }

    #[test]
    fn gaps_are_those_of_the_table_of_probabilities() {
        let mut stream = Seed(11).stream("test");
        for probability in [0.0, 0.01, 0.05, 0.5, 0.999, 1.0] {
            let chance = EventSampler::new(probability, 100);
            let limits = chance
                .survival
                .iter()
                .flat_map(|survival| [-1, 0, 1].map(|by| survival.wrapping_add_signed(by)));
            let draws: Vec<u64> =
                limits.chain((0..1_000).map(|_| stream.bits())).chain([0, u64::MAX]).collect();
            for draw in draws {
                let expected = chance.survival.iter().filter(|survival| draw < **survival).count();
                assert_eq!(chance.gap(draw), expected, "{probability}, {draw:#x}");
            }
        }
    }

    #[test]
    fn each_place_is_hit_alike_and_places_are_independent() {
        let (chance, mut stream) = (EventSampler::new(0.05, 100), Seed(10).stream("test"));
        let (mut hits, mut pairs) = (vec![0u32; 100], 0u32);
        for _ in 0..100_000 {
            let mut last = None;
            chance.events(100, &mut stream, |place| {
                hits[place] += 1;
                pairs += u32::from(last == Some(place.wrapping_sub(1)));
                last = Some(place);
            });
        }
        assert!(hits.iter().all(|count| (4_600..5_400).contains(count)), "{hits:?}");
        // 99 neighbouring pairs, each with probability 0.05 squared.
        assert!((24_000..25_600).contains(&pairs), "{pairs}");
    }
}
