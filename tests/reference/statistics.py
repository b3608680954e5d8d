"""Prints the reference tables of the tests in src/stats/, as Rust.

Run with Python 3, numpy 2.4.6, scipy 1.17.1 and statsmodels 0.15.0; it takes about a minute.
"""

import math
from fractions import Fraction

import numpy as np
from scipy.stats import binomtest, hypergeom
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

MCNEMAR = [
    (0, 0), (0, 1), (1, 0), (1, 1), (5, 0), (0, 6), (6, 0), (3, 4), (1, 20), (2, 9), (12, 12), (13, 12), (30, 50),
    (0, 100), (7, 61), (90, 130), (500, 400), (501, 500), (1000, 0), (0, 1074), (1, 1000), (2000, 300), (5000, 4700),
    (100000, 99000), (100000, 100100), (1000000, 1003000), (1000000, 960000), (499000, 501000), (3000000, 3000001),
]  # fmt: skip

FISHER = [
    (0, 1, 1, 2), (2, 5, 6, 9), (0, 3, 4, 10), (2, 10, 50, 100), (40, 50, 90, 100), (3, 4, 7, 8), (90, 120, 1281, 1408),
    (10, 31, 394, 1408), (5, 8, 1398, 1408), (1200, 3000, 4854, 11205), (2500, 6000, 4854, 11205), (17, 40, 4854, 11205),
    (60, 70, 9990, 10000), (399, 700, 20000, 30000), (1, 2, 2, 2000),
]  # fmt: skip


def rust(x):
    """A float with all its digits, as Rust writes it."""
    return repr(float(x)).replace("e-0", "e-").replace("e+", "e")


def floats(xs):
    return ", ".join(rust(x) for x in xs)


def mcnemar_table():
    """p by statsmodels, which is checked. Below 10,000 games, p is a quotient of integers, with all digits right."""
    for a, b in MCNEMAR:
        p = mcnemar([[0, a], [b, 0]], exact=True).pvalue if a + b else 1.0
        if a + b:
            assert math.isclose(p, binomtest(a, a + b).pvalue, rel_tol=1e-7), (a, b, p)
        if 0 < a + b < 10000:
            tail = sum(math.comb(a + b, k) for k in range(min(a, b) + 1))
            p_exact = float(min(Fraction(1), Fraction(2 * tail, 2 ** (a + b))))
            assert math.isclose(p, p_exact, rel_tol=1e-7), (a, b, p, p_exact)
            p = p_exact
        print(f"        ({a}, {b}, {rust(p)}),")


def holm_table():
    rng = np.random.default_rng(1979)
    cases = [
        [0.03], [1.0], [0.0], [0.01, 0.04], [0.04, 0.01], [0.5, 0.5], [0.02, 0.02, 0.02], [0.0, 0.0, 1.0],
        [1.0, 1.0, 1.0], [0.01, 0.02, 0.03, 0.04, 0.05], [0.05, 0.04, 0.03, 0.02, 0.01], [0.001, 0.8, 0.001, 0.3],
        [0.04, 0.0401, 0.5], [1e-300, 1e-200, 0.9], [0.2, 0.2, 0.1, 0.1, 0.3, 0.3], [5e-324, 0.5],
        [0.012, 0.25, 0.012, 0.0, 1.0, 0.06, 0.0125], [0.9, 0.95, 0.99],
    ]  # fmt: skip
    cases += [np.round(rng.random(size) ** 4, digits) for size, digits in [(10, 6), (10, 2), (55, 6), (55, 2)]]
    for p in cases:
        print(f"        (&[{floats(p)}], &[{floats(multipletests(p, method='holm')[1])}]),")


def fisher_table():
    """Quotients of integers, with all digits right; scipy.stats.hypergeom checks them."""
    for k, n, successes, total in FISHER:
        tail = sum(math.comb(successes, i) * math.comb(total - successes, n - i) for i in range(k + 1))
        p = float(Fraction(tail, math.comb(total, n)))
        assert math.isclose(p, hypergeom.cdf(k, total, successes, n), rel_tol=1e-7), (k, n, successes, total, p)
        print(f"        ([{k}, {n}, {successes}, {total}], {rust(p)}),")


print("mcnemar")
mcnemar_table()
print("fisher")
fisher_table()
print("holm")
holm_table()
