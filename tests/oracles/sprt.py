#!/usr/bin/env python3
"""Log-likelihood ratios of pentanomial results, for the tests of src/tournament/standings/sprt.

This is written from the definition, and shares no method with Rathaus: it searches the maximum of the
likelihood through the dual of the problem (Owen, "Empirical Likelihood", 2001, 2.9), by golden section in
decimals of 50 digits. Rathaus solves the equation for the Lagrange multiplier, as fishtest does.

    python3 tests/oracles/sprt.py
"""

from decimal import Decimal as D, getcontext

getcontext().prec = 50
SCORES = [D(0), D("0.25"), D("0.5"), D("0.75"), D(1)]
GOLDEN = (D(5).sqrt() - 1) / 2
NELO_PER_T = 800 / D(10).ln()


def largest(function, low, high, steps=180):
    """The largest value of a concave function between two numbers."""
    one, other = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_one, at_other = function(one), function(other)
    for _ in range(steps):
        if at_one > at_other:
            high, other, at_other = other, one, at_one
            one = high - GOLDEN * (high - low)
            at_one = function(one)
        else:
            low, one, at_one = one, other, at_other
            other = low + GOLDEN * (high - low)
            at_other = function(other)
    return max(at_one, at_other)


def loss(counts, values, steps=180):
    """How much log-likelihood it costs that the mean of `values` is 0."""
    def dual(x):
        return sum(count * (1 + x * value).ln() for count, value in zip(counts, values))
    margin = D(10) ** -30
    return largest(dual, -1 / max(values) + margin, -1 / min(values) - margin, steps)


def regularized(counts):
    """As fishtest does: a pair that has not been seen counts as a thousandth of one."""
    return [D(count) if count else D("0.001") for count in counts]


def logistic(elo0, elo1, counts):
    counts = regularized(counts)
    def of(elo):
        mean = 1 / (1 + 10 ** (-D(elo) / 400))
        return loss(counts, [score - mean for score in SCORES])
    return of(elo0) - of(elo1)


def normalized(nelo0, nelo1, counts):
    """The mean is 1/2 + t * deviation. For each deviation, the distribution has to have this mean and this
    second moment, and of all deviations the most probable one counts."""
    counts = regularized(counts)
    return normalized_loss(nelo0, counts) - normalized_loss(nelo1, counts)


def normalized_loss(nelo, counts):
    t = D(nelo) / NELO_PER_T * D(2).sqrt()
    def least(deviation):
        return -constrained(counts, D("0.5") + t * deviation, deviation)
    return -largest(least, D("0.01"), D("0.49"), 70)


def constrained(counts, mean, deviation):
    """The loss with two constraints, by Newton's method on the dual with step halving."""
    first = [score - mean for score in SCORES]
    second = [value * value - deviation * deviation for value in first]
    x, y = D(0), D(0)
    def dual(x, y):
        terms = [1 + x * a + y * b for a, b in zip(first, second)]
        if min(terms) <= 0:
            return None
        return sum(count * term.ln() for count, term in zip(counts, terms))
    value = dual(x, y)
    for _ in range(400):
        terms = [1 + x * a + y * b for a, b in zip(first, second)]
        rows = list(zip(counts, terms, first, second))
        gx, gy = (sum(c * v / t for c, t, v in zip(counts, terms, vs)) for vs in (first, second))
        hxx = -sum(c * a * a / (t * t) for c, t, a, b in rows)
        hxy = -sum(c * a * b / (t * t) for c, t, a, b in rows)
        hyy = -sum(c * b * b / (t * t) for c, t, a, b in rows)
        det = hxx * hyy - hxy * hxy
        dx, dy = -(hyy * gx - hxy * gy) / det, -(hxx * gy - hxy * gx) / det
        step = D(1)
        while True:
            better = dual(x + step * dx, y + step * dy)
            if better is not None and better >= value:
                break
            step /= 2
            if step < D(10) ** -25:
                return value
        x, y = x + step * dx, y + step * dy
        if abs(better - value) < D(10) ** -30:
            return better
        value = better
    return value


CASES = [
    (0, 5, [10, 60, 130, 65, 15]),
    (0, 5, [1, 20, 300, 900, 779]),
    (-5, 0, [3, 0, 7, 1, 0]),
    (0, 10, [0, 0, 205, 0, 0]),
    (0, 100, [0, 0, 0, 0, 12]),
    (0, 5, [871, 26175, 55983, 26678, 821]),
    (-100, 150, [5, 4, 3, 2, 1]),
]

if __name__ == "__main__":
    for elo0, elo1, counts in CASES:
        found = [f"{logistic(elo0, elo1, counts):.9f}"]
        # With one result only, deviations near 0 matter, where the search finds no distribution.
        if sum(count > 0 for count in counts) > 1:
            found.append(f"{normalized(elo0, elo1, counts):.9f}")
        print(elo0, elo1, counts, *found)
