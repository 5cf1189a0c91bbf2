"""Writes `reference.txt`: right results of CHLO's functions, computed by mpmath with 200 bits or more.

A line is a function and a type, and below it stand samples: the bits of the arguments and of the nearest result, in
hexadecimal; complex numbers by their parts. Samples are dense where a function is hard (near its zeros, poles, and the
seams of usual approximations), else random over all magnitudes; special values come from IEEE 754, the C standard's
Annex G, and, where these say nothing, from what XLA does.

    python tests/chlo/reference.py
"""

import math
import random
import struct
from pathlib import Path

from mpmath import mp, mpc, mpf

mp.prec = 240
INF, NAN = math.inf, math.nan
random.seed(20)


def f64_bits(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


def f64_of(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def nearest(v, bits):
    """The float of 32 or 64 bits nearest to a number, rounded once."""
    if not isinstance(v, (mpf, int)):
        v = float(v)
        if math.isnan(v) or math.isinf(v) or v == 0:
            return v
        v = mpf(v)
    v = mpf(v)
    if mp.isnan(v) or mp.isinf(v):
        return float(v)
    if v == 0:
        return 0.0
    p, low, high = (53, -1074, 1024) if bits == 64 else (24, -149, 128)
    exponent = max(int(mp.floor(mp.log(abs(v), 2))) - (p - 1), low)
    # The logarithm may be off by one next to a power of two.
    if abs(v) >= mpf(2) ** (exponent + p):
        exponent += 1
    n = int(mp.nint(v / mpf(2) ** exponent))
    if abs(n) * mpf(2) ** exponent >= mpf(2) ** high:
        return math.copysign(INF, v)
    return math.ldexp(n, exponent) if n else math.copysign(0.0, v)


def to_f32(x):
    return nearest(mpf(x), 32) if math.isfinite(x) else x


def hexed(x, bits):
    if math.isnan(x):
        return "nan"
    if bits == 64:
        return f"{f64_bits(x):016x}"
    return f"{struct.unpack('<I', struct.pack('<f', x))[0]:08x}"


# Arguments.


def wide(n, low, high, signs=True):
    """Random numbers of magnitudes 2^low to 2^high."""
    found = [math.ldexp(random.uniform(1, 2), random.randint(low, high - 1)) for _ in range(n)]
    return [random.choice([-1, 1]) * x if signs else x for x in found]


def near(x, n, bits, first=1):
    """Numbers around `x`: its neighbours (`first` steps away), and ever farther ones."""
    found, unit = [x] if first == 1 else [], math.ulp(x) if bits == 64 else math.ulp(x) * 2**29
    if x == 0:
        return [0.0, -0.0]
    for i in range(n):
        step = unit * ((i + 1) * first if i < 2 else 2 ** random.uniform(6, 40 if bits == 64 else 18))
        found += [x + step, x - step]
    return found


def tiny(bits):
    low = [5e-324, 1e-310, 2.3e-308, 1e-290, 1e-200, 1e-160, 1e-100, 1e-30, 1e-16, 1e-8]
    if bits == 32:
        low = [1.4e-45, 1e-40, 1.2e-38, 1e-30, 1e-20, 1e-10, 1e-5]
    return low + [-x for x in low]


SPECIAL = [0.0, -0.0, INF, -INF, NAN]

# Functions of one real number: arguments, and values at those that are not special; what special ones give.


def top(bits):
    return 1.7e308 if bits == 64 else 3.4e38


def odd_special(at_inf):
    return {0.0: 0.0, INF: at_inf, -INF: -at_inf}


def digamma_roots():
    return [mp.findroot(mp.digamma, x) for x in (1.46, -0.504, -1.573, -2.611, -3.635, -4.653, -9.7)]


def lgamma_roots():
    f = lambda x: mp.log(abs(mp.gamma(x)))
    return [mp.findroot(f, x) for x in (-2.457, -2.747, -3.143, -3.955, -4.039, -4.991, -5.008, -5.998)]


def lg(x):
    return mp.loggamma(x).real if x > 0 else mp.log(abs(mp.gamma(x)))


def lgamma_args(bits):
    roots = [float(r) for r in lgamma_roots()]
    found = wide(60, -4, 8) + wide(20, 8, 1000 if bits == 64 else 120, signs=False) + wide(20, -40, 2)
    found += near(1.0, 6, bits) + near(2.0, 6, bits)
    for r in roots:
        found += near(r, 9, bits)
    return found + [-(k + f) for k in range(0, 30, 3) for f in (0.001, 0.25, 0.5, 0.999)]


def digamma_args(bits):
    found = wide(80, -6, 8) + wide(20, 8, 300 if bits == 64 else 120, signs=False) + wide(20, -40, 2)
    for r in digamma_roots():
        found += near(float(r), 9, bits)
    return found + [-(k + f) for k in range(0, 30, 3) for f in (0.01, 0.25, 0.5, 0.75, 0.99)]


ONE = {
    "acos": (mp.acos, lambda b: [random.uniform(-1, 1) for _ in range(60)] + near(1.0, 8, b) + near(-1.0, 8, b) + wide(30, -30, 0), {0.0: mp.pi / 2, 1.0: 0.0, INF: NAN, -INF: NAN}),
    "acosh": (mp.acosh, lambda b: [abs(x) + 1 for x in wide(60, -40, 8)] + wide(40, 1, 1023 if b == 64 else 127, signs=False) + near(1.0, 6, b) + [0.5, -2.0], {0.0: NAN, 1.0: 0.0, INF: INF, -INF: NAN}),
    "asin": (mp.asin, lambda b: [random.uniform(-1, 1) for _ in range(60)] + near(1.0, 8, b) + near(-1.0, 8, b) + wide(30, -30, 0), {0.0: 0.0, INF: NAN, -INF: NAN}),
    "asinh": (mp.asinh, lambda b: wide(90, -30, 12) + wide(40, 1, 1023 if b == 64 else 127), odd_special(INF)),
    "atan": (mp.atan, lambda b: wide(90, -30, 12) + wide(30, 1, 1023 if b == 64 else 127), odd_special(mp.pi / 2)),
    "atanh": (mp.atanh, lambda b: [random.uniform(-1, 1) for _ in range(70)] + near(1.0, 8, b) + wide(50, -30, 0) + [1.5], {0.0: 0.0, 1.0: INF, -1.0: -INF, INF: NAN, -INF: NAN}),
    "bessel_i1e": (lambda x: mp.besseli(1, x) * mp.exp(-abs(x)), lambda b: wide(80, -10, 5) + [random.uniform(0, 40) for _ in range(60)] + wide(20, 5, 40), odd_special(0.0)),
    "cosh": (mp.cosh, lambda b: wide(60, -20, 3) + [random.uniform(-30, 30) for _ in range(40)] + [random.uniform(-710, 710) if b == 64 else random.uniform(-89, 89) for _ in range(30)] + ([710.4, 710.475, 709.9] if b == 64 else [89.3, 88.9, 89.41]), {0.0: 1.0, INF: INF, -INF: INF}),
    "digamma": (mp.digamma, digamma_args, {0.0: -INF, INF: INF, -INF: NAN, -1.0: NAN, -7.0: NAN}),
    "erf": (mp.erf, lambda b: wide(90, -30, 3) + [random.uniform(-6, 6) for _ in range(90)] + near(1.0, 3, b), odd_special(1.0)),
    "erfc": (mp.erfc, lambda b: wide(60, -30, 3) + [random.uniform(-6, 28 if b == 64 else 10.2) for _ in range(120)] + near(1.0, 3, b), {0.0: 1.0, INF: 0.0, -INF: 2.0}),
    "erf_inv": (mp.erfinv, lambda b: [random.uniform(-1, 1) for _ in range(90)] + near(1.0, 12, b) + wide(40, -30, 0) + [1 - 2.0**-k for k in range(2, 24 if b == 32 else 53, 3)], {0.0: 0.0, 1.0: INF, -1.0: -INF, 1.5: NAN, INF: NAN, -INF: NAN}),
    "lgamma": (lg, lgamma_args, {0.0: INF, 1.0: 0.0, 2.0: 0.0, -1.0: INF, -30.0: INF, INF: INF, -INF: INF}),
    "sinh": (mp.sinh, lambda b: wide(60, -20, 3) + [random.uniform(-30, 30) for _ in range(40)] + [random.uniform(-710, 710) if b == 64 else random.uniform(-89, 89) for _ in range(30)] + ([710.4, 710.475, 709.9] if b == 64 else [89.3, 88.9, 89.41]), odd_special(INF)),
}  # fmt: skip

SMALL = {"acos", "cosh", "erfc"}


def zeta(s, q):
    if q <= 0 and q == mp.floor(q):
        return INF if s % 2 == 0 else NAN
    if q < 0:
        if s != mp.floor(s):
            return NAN
        if 2 * q == mp.floor(2 * q) and s % 2 == 1:
            # Terms of opposite sign; beside them the others would be lost.
            with mp.workprec(800):
                return mp.zeta(s, 1 - q)
        n = int(-mp.floor(q))
        return mp.zeta(s, q + n) + sum((q + k) ** (-int(s)) for k in range(n))
    if q > 10000 and s > 40:
        return q ** (1 - s) / (s - 1) + q**-s / 2 + s * q ** (-s - 1) / 12 - s * (s + 1) * (s + 2) * q ** (-s - 3) / 720
    return mp.zeta(s, q)


def polygamma(n, x):
    if n == 0:
        return mp.digamma(x)
    if x <= 0 and x == mp.floor(x):
        return INF if n % 2 == 1 else NAN
    return (-1) ** (int(n) + 1) * mp.factorial(n) * zeta(n + 1, x)


def zeta_roots(f, s):
    """Where `f(s, .)` is zero between some negative whole numbers; there is one root in each gap where `s` is odd."""
    found = []
    for k in (0, 1, 3, 10):
        low, high = mpf(-k - 1) + mpf(2) ** -9, mpf(-k) - mpf(2) ** -9
        for _ in range(90):
            middle = (low + high) / 2
            low, high = (middle, high) if f(s, middle) * f(s, low) > 0 else (low, middle)
        found.append(float(low))
    return found


def zeta_args(bits):
    found = [(1 + abs(a), abs(b)) for a, b in zip(wide(60, -8, 4), wide(60, -5, 8))]
    found += [(1 + abs(a), abs(b)) for a, b in zip(wide(30, 2, 6), wide(30, -4, 6))]
    found += [(float(random.randint(2, 9)), random.uniform(-20, 20)) for _ in range(60)]
    found += [(float(random.randint(2, 9)), -x) for x in wide(20, -60, -2, signs=False)]
    for s in (3.0, 5.0, 9.0):
        # Around a root the digits of numbers in two parts are used up.
        found += [(s, q) for r in zeta_roots(zeta, s) for q in near(r, 5, bits, first=16)]
    found += [(2.0, 1.0), (3.0, 1.0), (2.0, -3.0), (3.0, -3.0), (2.5, -3.5), (4.0, 0.0)]
    # Opposite terms, of which only those behind `1 - q` are left.
    return found + [(s, -n - 0.5) for s in (3.0, 5.0, 31.0, 101.0) for n in (0, 1, 10, 39, 40, 41, 500)]


def polygamma_args(bits):
    found = [(float(random.randint(0, 6)), abs(x)) for x in wide(80, -6, 8)]
    found += [(float(random.randint(7, 30)), abs(x)) for x in wide(40, -2, 6)]
    found += [(float(random.randint(1, 5)), random.uniform(-12, 0)) for _ in range(40)]
    for n in (2.0, 4.0, 8.0):
        found += [(n, x) for r in zeta_roots(polygamma, n) for x in near(r, 5, bits, first=16)]
    return found + [(1.0, 0.0), (1.0, -2.0), (2.0, -2.0)]


TWO = {
    "zeta": (zeta, zeta_args, [(1.0, 2.0, INF), (0.5, 2.0, NAN), (NAN, 1.0, NAN), (2.0, NAN, NAN), (2.5, -0.5, NAN)]),
    "polygamma": (polygamma, polygamma_args, [(0.5, 1.0, NAN), (-1.0, 1.0, NAN), (NAN, 1.0, NAN), (1.0, NAN, NAN)]),
}

# Functions of a complex number.


def complex_args(bits):
    wideness = 300 if bits == 64 else 120
    found = []
    for low, high, n in ((-3, 4, 110), (-40, 10, 60), (-wideness, wideness, 40)):
        found += list(zip(wide(n, low, high), wide(n, low, high)))
    for r in (1.0, -1.0):
        found += [(r + d, e) for d, e in zip(wide(20, -40 if bits == 64 else -18, -2), wide(20, -40, -2))]
        found += [(e, r + d) for d, e in zip(wide(20, -40 if bits == 64 else -18, -2), wide(20, -40, -2))]
    found += [(math.cos(t), math.sin(t)) for t in (random.uniform(-3.1, 3.1) for _ in range(30))]
    found += [(x, s * 0.0) for x in (0.5, -0.5, 3.0, -3.0) for s in (1, -1)]
    found += [(s * 0.0, y) for y in (0.5, -0.5, 3.0, -3.0) for s in (1, -1)]
    return found


def bounded(limit):
    return lambda bits: [z for z in complex_args(bits) if abs(z[0]) < limit and abs(z[1]) < 1e6]


def on_cut(f):
    """Values on branch cuts by the sign of zero: mpmath knows no negative zero, so the limit is taken."""

    def value(x, y):
        z = mpc(x, y)
        # Far less than any digit of a result.
        if x == 0:
            z += math.copysign(1, x) * mpf(10) ** -400
        if y == 0:
            z += mpc(0, math.copysign(1, y) * mpf(10) ** -400)
        with mp.workprec(3200):
            w = f(z)
        # What comes of the shift alone is a zero.
        return [math.copysign(0.0, part) if abs(part) < mpf(10) ** -390 else part for part in (w.real, w.imag)]

    return value


COMPLEX = {
    "chlo.acos": (mp.acos, complex_args), "chlo.acosh": (mp.acosh, complex_args), "chlo.asin": (mp.asin, complex_args),
    "chlo.asinh": (mp.asinh, complex_args), "chlo.atan": (mp.atan, complex_args), "chlo.atanh": (mp.atanh, complex_args),
    "chlo.sinh": (mp.sinh, bounded(80)), "chlo.cosh": (mp.cosh, bounded(80)), "chlo.tan": (mp.tan, bounded(80)),
    "stablehlo.sqrt": (mp.sqrt, complex_args), "stablehlo.log": (mp.log, complex_args),
    "stablehlo.log_plus_one": (lambda z: mp.log(1 + z), complex_args), "stablehlo.tanh": (mp.tanh, bounded(80)),
    "stablehlo.exponential": (mp.exp, bounded(80)), "stablehlo.exponential_minus_one": (mp.expm1, bounded(80)),
    "stablehlo.sine": (mp.sin, bounded(80)), "stablehlo.cosine": (mp.cos, bounded(80)),
    "stablehlo.rsqrt": (lambda z: 1 / mp.sqrt(z), complex_args), "stablehlo.abs": (abs, complex_args),
}  # fmt: skip

def logistic_args(bits):
    """Around the poles too, which are at odd multiples of pi i."""
    found = bounded(80)(bits)
    for k in (1, -1, 3, 11):
        for y in near(float(k * mp.pi), 5, bits):
            found += [(x, y) for x in (0.0, 1e-9, -1e-5, 0.01, -0.3)]
    # Where the real part is next to zero: e^x = -cos y.
    for y in [random.uniform(1.6, 4.7) for _ in range(40)] + [random.uniform(-900, 900) for _ in range(40)]:
        if math.cos(y) < 0:
            x = math.log(-math.cos(y))
            found += [(x * (1 + random.choice([-1, 1]) * 2 ** random.uniform(-40 if bits == 64 else -14, -2)), y)]
    return found


def sign_args(bits):
    return [z for z in complex_args(bits) if z != (0.0, 0.0)]


COMPLEX_LATER = {
    "stablehlo.logistic": (lambda z: 1 / (1 + mp.exp(-z)), logistic_args),
    "stablehlo.cbrt": (lambda z: mp.exp(mp.log(z) / 3), complex_args), "stablehlo.sign": (lambda z: z / abs(z), sign_args),
    "stablehlo.tan": (mp.tan, bounded(80)),
}  # fmt: skip


def power_args(bits):
    """Bases and exponents whose powers are numbers: neither too large nor too small for a float."""
    top = 690 if bits == 64 else 80
    found = []
    groups = [(-3, 4, -3, 3, 150), (-40, 40, -6, 2, 100), (-1, 1, 1, 9, 100), (-6, 6, -30, -3, 40), (-200, 200, -4, 1, 40)]
    for low, high, below, above, n in groups:
        if bits == 32:
            low, high = max(low, -60), min(high, 60)
        bases, exponents = zip(wide(n, low, high), wide(n, low, high)), zip(wide(n, below, above), wide(n, below, above))
        found += [(*z, *w) for z, w in zip(bases, exponents)]
    found += [(x, y, float(n), 0.0) for n in (-7, -3, -1, 1, 2, 3, 5, 12) for x, y in zip(wide(6, -3, 3), wide(6, -3, 3))]
    found += [(x, 0.0, u, v) for x, u, v in zip(wide(30, -4, 5), wide(30, -3, 4), wide(30, -3, 4))]
    found += [(1 + d, e, u, v) for d, e, u, v in zip(wide(30, -20, -4), wide(30, -20, -4), wide(30, 0, 9), wide(30, 0, 9))]
    fits = lambda x, y, u, v: abs((mpc(u, v) * mp.log(mpc(x, y))).real) < top
    return [sample for sample in found if fits(*sample)]


def main():
    lines = []
    for name, (f, args, special) in ONE.items():
        for bits in (64, 32):
            lines.append(f"chlo.{name} f{bits}")
            found = args(bits) + ([] if name == "acosh" else tiny(bits))
            if bits == 32:
                found = [to_f32(x) for x in found]
            low, high = (-1, 1) if name in ("acos", "asin", "atanh", "erf_inv") else (-INF, INF)
            for x in found:
                if x in special or not math.isfinite(x):
                    continue
                outside = not low <= x <= high or name == "acosh" and x < 1
                value = NAN if outside else f(mpf(x))
                lines.append(f"{hexed(x, bits)} {hexed(nearest(value, bits), bits)}")
            for x in [*special, NAN, *([-0.0] if 0.0 in special else [])]:
                value = special.get(x, NAN) if x == x else NAN
                if x == 0 and math.copysign(1, x) < 0:
                    same_zero = [v for k, v in special.items() if k == 0 and math.copysign(1, k) < 0]
                    value = same_zero[0] if same_zero else special[0.0]
                    if not same_zero and value == 0:
                        value = -0.0
                    if name in ("lgamma", "digamma"):
                        value = INF
                lines.append(f"{hexed(x, bits)} {hexed(nearest(value, bits), bits)}")
    for name, (f, args, special) in TWO.items():
        for bits in (64, 32):
            lines.append(f"chlo.{name} f{bits}")
            for a, b in args(bits):
                a, b = (a, b) if bits == 64 else (to_f32(a), to_f32(b))
                value = nearest(f(mpf(a), mpf(b)), bits)
                lines.append(f"{hexed(a, bits)} {hexed(b, bits)} {hexed(value, bits)}")
            for a, b, value in special:
                lines.append(f"{hexed(a, bits)} {hexed(b, bits)} {hexed(value, bits)}")
    for name, (f, args) in COMPLEX.items():
        for bits in (64, 32):
            lines.append(f"{name} complex<f{bits}>")
            for x, y in args(bits):
                x, y = (x, y) if bits == 64 else (to_f32(x), to_f32(y))
                parts = on_cut(lambda z: mpc(f(z)))(x, y)
                parts = [nearest(p, bits) for p in (parts[:1] if name == "stablehlo.abs" else parts)]
                lines.append(" ".join(hexed(v, bits) for v in (x, y, *parts)))
    for name, (f, args) in COMPLEX_LATER.items():
        for bits in (64, 32):
            lines.append(f"{name} complex<f{bits}>")
            for x, y in args(bits):
                x, y = (x, y) if bits == 64 else (to_f32(x), to_f32(y))
                parts = [nearest(p, bits) for p in on_cut(lambda z: mpc(f(z)))(x, y)]
                lines.append(" ".join(hexed(v, bits) for v in (x, y, *parts)))
    for bits in (64, 32):
        lines.append(f"stablehlo.power complex<f{bits}>")
        for sample in power_args(bits):
            x, y, u, v = sample if bits == 64 else map(to_f32, sample)
            parts = on_cut(lambda z: mp.exp(mpc(u, v) * mp.log(z)))(x, y)
            lines.append(" ".join(hexed(n, bits) for n in (x, y, u, v, *(nearest(p, bits) for p in parts))))
    path = Path(__file__).with_name("reference.txt")
    path.write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} lines, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
