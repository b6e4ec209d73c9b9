#!/usr/bin/env python3
"""Golden figures of the rank tests for tests/profiler/tst_statistics.cpp, made another way.

The signed rank test is counted over all sign patterns one by one (no dynamic programming), false
discoveries are adjusted by their definition (the smallest level at which a row would be
rejected). Needs numpy only; prints one C++ row per case.
"""

import itertools

import numpy as np


def signed_rank_p(differences):
    values = np.array([d for d in differences if d != 0])
    if len(values) == 0:
        return 1.0
    size = np.abs(values)
    ranks = np.array([(size < s).sum() + ((size == s).sum() + 1) / 2 for s in size])
    seen = min(ranks[values > 0].sum(), ranks[values < 0].sum())
    patterns = np.array(list(itertools.product((0, 1), repeat=len(values))))
    return min(1.0, 2 * float((patterns @ ranks <= seen + 1e-9).mean()))


def adjusted(probabilities):
    """By bisection over the level of the step-up procedure."""

    def rejected(level):
        order = np.argsort(probabilities)
        count = 0
        for rank, i in enumerate(order, start=1):
            if probabilities[i] <= level * rank / len(order) + 1e-15:
                count = rank
        return set(order[:count].tolist())

    levels = []
    for i in range(len(probabilities)):
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (low, middle) if i in rejected(middle) else (middle, high)
        levels.append(high)
    return levels


def main():
    random = np.random.default_rng(7)
    cases = {
        "one": [0.3],
        "six of one sign": [1, 2, 3, 4, 5, 6],
        "ties": [1, 1, -1, 2, 2, 3, -2, 4],
        "zeros are left out": [0, 0, 1, -2, 3, 4, 5],
        "only zeros": [0, 0, 0],
        "balanced": [1, -1, 2, -2, 3, -3],
        "twelve": np.round(random.normal(0.02, 0.03, 12), 4).tolist(),
        "sixteen": np.round(random.normal(-0.01, 0.02, 16), 4).tolist(),
    }
    for name, values in cases.items():
        print(f'{{ "{name}", {{ {", ".join(map(str, values))} }}, {signed_rank_p(values):.12g} }},')
    for values in ([0.01], [0.01, 0.04, 0.03, 0.005], [0.9, 0.001, 0.001, 0.2, 0.03]):
        text = ", ".join(f"{x:.12g}" for x in adjusted(values))
        print(f"{{ {{ {', '.join(map(str, values))} }}, {{ {text} }} }},")


if __name__ == "__main__":
    main()
