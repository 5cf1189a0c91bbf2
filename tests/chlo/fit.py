"""Prints the polynomials and quotients of polynomials in `passes/src/chlo/special.fn`, and how far each is from its
function, relative to it; the series in `passes/src/chlo/two_parts.fn`; and the polynomials of single precision in
`backends/loops/src/math/error_function.rs`.

Each interpolates its function at Chebyshev's nodes, which is within a small factor of the best; quotients are found by
solving the linear equations for both lists of coefficients, the denominator's first being 1. Computed by mpmath.

    python tests/chlo/fit.py
"""

from mpmath import mp, mpf

mp.prec = 400


def nodes(a, b, n):
    a, b = mpf(a), mpf(b)
    return [(a + b) / 2 + (b - a) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * n)) for i in range(n)]


def value(coefficients, x):
    return mp.polyval(coefficients[::-1], x)


def fit(name, f, a, b, m, k=0, scale=0):
    """`f` on `a` to `b` by a polynomial of `m` coefficients, divided by one of `k + 1`.

    Where `f` is less than `scale`, distances are relative to that."""
    points = nodes(a, b, m + k)
    values = [f(x) for x in points]
    rows = [[x**i for i in range(m)] + [-y * x**j for j in range(1, k + 1)] for x, y in zip(points, values)]
    found = list(mp.lu_solve(mp.matrix(rows), mp.matrix(values)))
    p, q = found[:m], [mpf(1), *found[m:]]
    # As rounded.
    p, q = [float(c) for c in p], [float(c) for c in q]
    worst = 0
    a, b = mpf(a), mpf(b)
    for i in range(300):
        x = a + (b - a) * (i + mpf(1) / 3) / 300
        y = f(x)
        worst = max(worst, abs(value(p, x) / value(q, x) - y) / max(abs(y), scale))
    print(f"# Off by {float(worst):.1e} at most.")
    print(f"{name} = {p!r}")
    if k:
        print(f"{name}_BELOW = {q!r}")


def weighted_fit(name, f, weight, a, b, m):
    """`f` on `a` to `b` by a polynomial of `m` coefficients, with the least maximum of the error times `weight`: least
    squares, whose weights grow with the errors (Lawson's algorithm)."""
    points = nodes(a, b, 8 * m)
    grown = [mpf(1)] * len(points)
    for _ in range(60):
        matrix, right = mp.matrix(m, m), mp.matrix(m, 1)
        for x, w in zip(points, grown):
            w = w * weight(x) ** 2
            for i in range(m):
                right[i] += w * x**i * f(x)
                for j in range(m):
                    matrix[i, j] += w * x ** (i + j)
        c = list(mp.lu_solve(matrix, right))
        errors = [abs(weight(x) * (value(c, x) - f(x))) for x in points]
        grown = [w * e for w, e in zip(grown, errors)]
        grown = [w / sum(grown) for w in grown]
    print(f"# Off by {float(max(errors)):.1e} at most, weighted.")
    print(f"{name} = {[float(v) for v in c]!r}")


def both(name, series, low):
    """Coefficients as numbers, and what the first of them lack."""
    print(f"{name} = {[float(c) for c in series]!r}")
    print(f"{name}_LOW = {[float(c - mpf(float(c))) for c in series[:low]]!r}")


def main():
    sqrt_pi = mp.sqrt(mp.pi)
    fit("ERF", lambda t: mp.erf(mp.sqrt(t)) / mp.sqrt(t) - 1, 1e-30, 1, 13, scale=1)

    def scaled_erfc(q):
        x = 4 * (1 + q) / (1 - q)
        return (1 + 2 * x) * mp.exp(x * x) * mp.erfc(x)

    fit("ERFC", scaled_erfc, mpf(-3.5) / 4.5, 0.78, 25)

    def erf_inv(w):
        # Of x with w = -log(1 - x^2).
        below = mp.exp(-w)
        x = mp.sqrt(1 - below)
        y = mp.erfinv(x) if w < 60 else None
        return y / x

    fit("ERF_INV", lambda w: erf_inv(w), 1e-20, 6, 13)
    fit("ERF_INV_TAIL", lambda s: erf_inv(s * s), mp.sqrt(5.9), 6.2, 13)
    fit("LGAMMA_ONE", lambda d: mp.loggamma(1 + d) / d, -0.5, 0.24, 26)
    least = mp.findroot(mp.digamma, 1.46)
    print(f"LGAMMA_LEAST_AT = {float(least)!r}")
    print(f"LGAMMA_LEAST = {float(mp.loggamma(least))!r}")
    fit("LGAMMA_LEAST_AROUND", lambda y: (mp.loggamma(least + y) - mp.loggamma(least)) / y**2, -0.24, 0.28, 16)
    fit("LGAMMA_TWO", lambda d: mp.loggamma(2 + d) / d, -0.28, 1, 20)
    fit("LGAMMA_MIDDLE", lambda v: mp.loggamma(5.5 + 2.5 * v) / (3.5 + 2.5 * v), -1, 1, 28)
    stirling = lambda x: mp.loggamma(x) - ((x - mpf(1) / 2) * mp.log(x) - x + mp.log(2 * mp.pi) / 2)
    fit("STIRLING", lambda u: stirling(1 / mp.sqrt(u)) / mp.sqrt(u), 1e-12, mpf(1) / 64, 8)
    root = mp.findroot(mp.digamma, 1.46)
    high = mpf(float(root))
    low = mpf(float(root - high))
    print(f"DIGAMMA_ROOT = [{float(high)!r}, {float(low)!r}]")
    fit("DIGAMMA_NEAR", lambda v: (1.5 + 1.5 * v) * mp.digamma(1.5 + 1.5 * v) / (1.5 + 1.5 * v - root), -1 + mpf(10) ** -50, 1, 37)
    fit("DIGAMMA_MIDDLE", lambda v: mp.digamma(5.5 + 2.5 * v), -1, 1, 28)
    psi = lambda x: mp.log(x) - 1 / (2 * x) - mp.digamma(x)
    fit("DIGAMMA_FAR", lambda u: psi(1 / mp.sqrt(u)) / u, 1e-10, mpf(1) / 64, 8)
    fit("I1E_NEAR", lambda t: mp.besseli(1, 2 * mp.sqrt(t)) / mp.sqrt(t), 1e-20, 16, 19)
    i1e = lambda x: mp.besseli(1, x) * mp.exp(-x) * mp.sqrt(x)
    fit("I1E_FAR", lambda v: i1e(16 / (v + 1)), -1 + mpf(10) ** -6, 1, 25)
    fit("SIN_PI", lambda t: (mp.sinpi(mp.sqrt(t)) / mp.sqrt(t) - mp.pi) / t, 1e-30, 0.25, 9)
    print(f"PI = [{float(mp.pi)!r}, {float(mp.pi - mpf(float(mp.pi)))!r}]")
    both("RECIPROCAL_GAMMA", mp.taylor(lambda y: mp.rgamma(1 + y), 0, 34)[:33], 23)
    both("DIGAMMA_SERIES", [mp.bernoulli(2 * k) / (2 * k) for k in range(1, 17)], 7)
    both("ZETA_SERIES", [mp.bernoulli(2 * k) / mp.factorial(2 * k) for k in range(1, 13)], 12)
    # Single precision.
    fit("ERF_NEAR", lambda t: mp.erf(mp.sqrt(t)) / mp.sqrt(t) - 1, 1e-30, 1, 7, scale=1)
    weighted_fit("MINUS_LOG_ERFC", lambda a: -mp.log(mp.erfc(a)), mp.erfc, 1, 4, 7)
    fit("SCALED_ERFC", scaled_erfc, mpf(-3.5) / 4.5, mpf(6.1) / 14.1, 10)
    fit("ERF_INV_NEAR", lambda v: erf_inv(v + mpf(2.5)), mpf(-2.5) + mpf(10) ** -20, 2.5, 10)
    fit("ERF_INV_FAR", lambda v: erf_inv((v + 3) ** 2), mp.sqrt(mpf(4.99)) - 3, 1.1, 10)
    both("ATANH_OVER", [mpf(1) / (2 * k + 1) for k in range(1, 11)], 4)


if __name__ == "__main__":
    main()
