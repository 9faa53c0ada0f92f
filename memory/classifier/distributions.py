"""Tail probabilities of the normal, t, F and chi-square distributions.

Regularised incomplete beta and gamma functions by continued fractions and series
(Press et al., Numerical Recipes, sections 6.1 to 6.4).
"""

import math

_STEPS = 300
_TINY = 1e-300
_CLOSE = 1e-13


def _fraction_step(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


def _beta_fraction(a: float, b: float, x: float) -> float:
    c, d = 1.0, 1 / _fraction_step(1 - (a + b) * x / (a + 1))
    total = d
    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        before = total
        for term in (even, odd):
            d = 1 / _fraction_step(1 + term * d)
            c = _fraction_step(1 + term / c)
            total *= d * c
        if abs(total - before) < _CLOSE * abs(total):
            break
    return total


def beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function I_x(a, b) for 0 <= x <= 1."""
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    front = math.exp(
        math.lgamma(a + b)
        - math.lgamma(a)
        - math.lgamma(b)
        + a * math.log(x)
        + b * math.log1p(-x)
    )
    if x < (a + 1) / (a + b + 2):
        return front * _beta_fraction(a, b, x) / a
    return 1 - front * _beta_fraction(b, a, 1 - x) / b


def _gamma_series(a: float, x: float) -> float:
    term = total = 1 / a
    for n in range(1, _STEPS):
        term *= x / (a + n)
        total += term
        if term < total * _CLOSE:
            break
    return total


def _gamma_fraction(a: float, x: float) -> float:
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / _fraction_step(b)
    total = d
    for n in range(1, _STEPS):
        term = -n * (n - a)
        b += 2
        d = 1 / _fraction_step(term * d + b)
        c = _fraction_step(b + term / c)
        total *= d * c
        if abs(d * c - 1) < _CLOSE:
            break
    return total


def gamma_tail(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x)."""
    if x <= 0:
        return 1.0
    front = math.exp(-x + a * math.log(x) - math.lgamma(a))
    if x < a + 1:
        return 1 - front * _gamma_series(a, x)
    return front * _gamma_fraction(a, x)


def normal(z: float) -> float:
    """The two-tailed probability of a normal deviate."""
    return math.erfc(abs(z) / math.sqrt(2))


def student(t: float, df: float) -> float:
    """The two-tailed probability of Student's t with `df` degrees of freedom."""
    return beta(df / 2, 0.5, df / (df + t * t))


def fisher(f: float, df1: float, df2: float) -> float:
    """The upper-tail probability of F."""
    return beta(df2 / 2, df1 / 2, df2 / (df2 + df1 * f)) if f > 0 else 1.0


def chi_square(x: float, df: float) -> float:
    """The upper-tail probability of chi-square."""
    return gamma_tail(df / 2, x / 2)


def correlation(r: float, df: float) -> float:
    """The two-tailed probability of a correlation with `df` = n - 2."""
    if abs(r) >= 1:
        return 0.0
    return student(r * math.sqrt(df / (1 - r * r)), df)
