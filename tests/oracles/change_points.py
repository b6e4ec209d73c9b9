#!/usr/bin/env python3
"""Golden change points for tests/profiler/history/tst_change_points.cpp, made another way.

E-Divisive as in D. S. Matteson and N. A. James, "A nonparametric approach for multiple change point analysis of multivariate
data", JASA 109 (2014), sections 2.2 (the statistic), 2.3 (one change) and 3 (hierarchy and permutation test), straight from the
formulas: every sum is taken again for every split, no running sums. Needs numpy only; prints tests/data/golden/change_points.txt.

    change_points.py > tests/data/golden/change_points.txt
    change_points.py --count 100      how often made series without and with a change of 5 % are judged wrongly
"""

import argparse

import numpy as np

SHORTEST = 5
LEVEL = 0.01
FLOOR = 0.02


def energy(x, y):
    """Q of the paper for alpha = 1."""
    n, m = len(x), len(y)
    between = np.abs(x[:, None] - y[None, :]).sum()
    within_x = np.abs(x[:, None] - x[None, :])[np.triu_indices(n, 1)].sum()
    within_y = np.abs(y[:, None] - y[None, :])[np.triu_indices(m, 1)].sum()
    e = 2 * between / (n * m) - within_x / (n * (n - 1) / 2) - within_y / (m * (m - 1) / 2)
    return n * m / (n + m) * e


def best_split(z):
    best = (0, 0.0)
    for tau in range(SHORTEST, len(z) - SHORTEST + 1):
        for kappa in range(tau + SHORTEST, len(z) + 1):
            q = energy(z[:tau], z[tau:kappa])
            if best[0] == 0 or q > best[1]:
                best = (tau, q)
    return best


def best_of(z, borders):
    best = (0, 0.0)
    for begin, end in zip(borders, borders[1:]):
        tau, q = best_split(z[begin:end])
        if tau and (best[0] == 0 or q > best[1]):
            best = (begin + tau, q)
    return best


def changes(z, permutations, random):
    borders = [0, len(z)]
    while True:
        tau, q = best_of(z, borders)
        if tau == 0:
            break
        as_good = 1
        for _ in range(permutations):
            mixed = np.concatenate([random.permutation(z[b:e]) for b, e in zip(borders, borders[1:])])
            as_good += best_of(mixed, borders)[1] >= q - 1e-9
            if as_good > LEVEL * (permutations + 1):
                break
        if as_good > LEVEL * (permutations + 1):
            break
        borders = sorted(borders + [tau])
    # The smallest change below the floor goes first, by the median of all differences.
    while len(borders) > 2:
        sizes = []
        for before, at, after in zip(borders, borders[1:], borders[2:]):
            shift = np.median((z[at:after][:, None] - z[before:at][None, :]).ravel())
            sizes.append((abs(shift), at, abs(np.expm1(shift))))
        _, at, ratio = min(sizes)
        if ratio >= FLOOR:
            break
        borders.remove(at)
    return borders[1:-1]


def series(random, steps, count=40, noise=0.01):
    """Times of 10 ms with log-normal noise; steps is a list of (place, factor)."""
    logs = np.log(1e7) + noise * random.standard_normal(count)
    for place, factor in steps:
        logs[place:] += np.log(factor)
    return np.exp(logs)


CASES = [
    ("no change", [], 40, 0.01),
    ("5 % up in the middle", [(20, 1.05)], 40, 0.01),
    ("5 % down early", [(8, 0.95)], 40, 0.01),
    ("up and back", [(12, 1.06), (26, 1 / 1.06)], 40, 0.01),
    ("a stair of three", [(10, 1.04), (20, 1.05), (30, 1.06)], 40, 0.008),
    ("1 % is below the floor", [(20, 1.01)], 40, 0.002),
    ("fourteen values", [(7, 1.5)], 14, 0.01),
    ("nine values are too few", [(5, 1.5)], 9, 0.01),
    ("equal values", [], 12, 0.0),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int)
    arguments = parser.parse_args()
    if arguments.count:
        random = np.random.default_rng(7)
        wrong = sum(bool(changes(np.log(series(random, [])), 199, random)) for _ in range(arguments.count))
        near = 0
        for _ in range(arguments.count):
            place = int(random.integers(10, 31))
            found = changes(np.log(series(random, [(place, 1.05)])), 199, random)
            near += len(found) == 1 and abs(found[0] - place) <= 1
        print(f"of {arguments.count} series of 40 values with noise of 1 %: {wrong} without a change have one; "
              f"{near} with a change of 5 % have one within 1 of its place")
        return
    random = np.random.default_rng(2014)
    for name, steps, count, noise in CASES:
        values = series(random, steps, count, noise)
        logs = np.log(values)
        tau, q = best_split(logs) if count >= 2 * SHORTEST else (0, 0.0)
        found = changes(logs, 199, random)
        print("series", name)
        print("values", *(repr(float(v)) for v in values))
        print("split", tau, repr(float(q)))
        print("changes", *found)


if __name__ == "__main__":
    main()
