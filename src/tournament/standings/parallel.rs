//! Shares work among all processors. Results do not depend on their number.

use std::iter::{Skip, Take};
use std::num::NonZero;
use std::ops::Range;
use std::thread;

/// Starting a thread takes as long as about so many simple steps.
const FEWEST: usize = if cfg!(test) { 4 } else { 10_000 };

/// Shares of a range, one for each processor. One share if there is little to do.
fn shares(count: usize, steps: usize) -> Vec<Range<usize>> {
    let processors = if steps < FEWEST { 1 } else { thread::available_parallelism().map_or(1, NonZero::get) };
    let size = count.div_ceil(processors).max(1);
    (0..count).step_by(size).map(|begin| begin..count.min(begin + size)).collect()
}

/// The value of each share, in their order. `count` is the size of the range, and `steps` the
/// number of simple steps for all of it.
pub fn map_shares<T: Send>(count: usize, steps: usize, of: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
    let shares = shares(count, steps);
    let Some((first, others)) = shares.split_first() else { return Vec::new() };
    thread::scope(|scope| {
        let of = &of;
        let others: Vec<_> = others.iter().cloned().map(|share| scope.spawn(move || of(share))).collect();
        let mut all = vec![of(first.clone())];
        all.extend(others.into_iter().map(|thread| thread.join().expect("no share panics")));
        all
    })
}

/// The value of each number of a range, in their order. Each takes about so many `steps`.
pub fn map<T: Send>(range: Range<usize>, steps: usize, of: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let (begin, count) = (range.start, range.len());
    let of_share = |share: Range<usize>| share.map(|index| of(begin + index)).collect::<Vec<T>>();
    let mut shares = map_shares(count, steps.saturating_mul(count), of_share).into_iter();
    let mut all = shares.next().unwrap_or_default();
    shares.for_each(|mut share| all.append(&mut share));
    all
}

/// The value of each item of a list, in their order. Each takes about so many `steps`.
pub fn map_slice<I: Sync, T: Send>(items: &[I], steps: usize, of: impl Fn(&I) -> T + Sync) -> Vec<T> {
    map(0..items.len(), steps, |index| of(&items[index]))
}

/// The values of shares of `count` items, in their order.
pub fn map_items<I: Iterator + Clone + Sync, T: Send>(
    items: &I,
    count: usize,
    of: impl Fn(Take<Skip<I>>) -> T + Sync,
) -> Vec<T> {
    map_shares(count, count, |share| of(items.clone().skip(share.start).take(share.len())))
}

/// Changes each item of a list. All together take about so many `steps`.
pub fn for_each<T: Send>(items: &mut [T], steps: usize, change: impl Fn(&mut T) + Sync) {
    let size = shares(items.len(), steps).first().map_or(1, Range::len);
    let mut chunks = items.chunks_mut(size);
    let Some(first) = chunks.next() else { return };
    thread::scope(|scope| {
        let change = &change;
        chunks.for_each(|chunk| drop(scope.spawn(move || chunk.iter_mut().for_each(change))));
        first.iter_mut().for_each(change);
    });
}

/// Does both, at once if they take many steps.
pub fn both(steps: usize, one: impl FnOnce() + Send, other: impl FnOnce()) {
    if shares(2, steps).len() < 2 {
        one();
        return other();
    }
    thread::scope(|scope| {
        scope.spawn(one);
        other();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_in_order_and_complete() {
        for count in [0, 1, 3, 4, 101] {
            let all: Vec<usize> = (0..count).collect();
            assert_eq!(map(5..5 + count, 1, |index| index - 5), all);
            let of_items = map_items(&all.iter().copied(), count, Iterator::collect::<Vec<_>>);
            assert_eq!(of_items.concat(), all);
            let mut items = vec![0; count];
            for_each(&mut items, count, |item| *item += 1);
            assert_eq!(items, vec![1; count]);
        }
    }
}
