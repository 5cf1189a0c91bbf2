"""Cases of elementwise ops: one function of one op each, over special values and seeded random ones.

Subnormal numbers are left out: XLA's CPU backend flushes them to zero, which StableHLO does not ask for. So is what
StableHLO leaves to the implementation: conversions out of an integer type's range, division of integers by zero.
"""

import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax

from make import case

F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
INF, NAN = np.inf, np.nan


def _random(seed, low, high, count=12, dtype=F32):
    return np.random.default_rng(seed).uniform(low, high, count).astype(dtype)


def _specials(dtype):
    """Zeros, ones, halves, infinities, NaN, the largest and the smallest normal numbers."""
    info = ml_dtypes.finfo(dtype)
    big, small = float(info.max), float(info.smallest_normal)
    plain = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, INF, -INF, NAN, big, -big, small, -small]
    return np.array(plain, dtype)


def _with_specials(random):
    return np.concatenate([_specials(random.dtype), random])


def round_half_away(x):
    return np.copysign(np.floor(np.abs(x) + 0.5), x)


def logistic(x):
    return 1 / (1 + np.exp(-x))


def rsqrt(x):
    return 1 / np.sqrt(x)


# name: (in JAX, in NumPy, random range, ULPs another implementation may add; 0 for what IEEE rounds correctly)
UNARY = {
    "abs": (lax.abs, np.abs, (-9, 9), 0),
    "cbrt": (lax.cbrt, np.cbrt, (-99, 99), 4),
    "ceil": (lax.ceil, np.ceil, (-9, 9), 0),
    "cosine": (lax.cos, np.cos, (-30, 30), 4),
    "exponential": (lax.exp, np.exp, (-80, 80), 4),
    "exponential_minus_one": (lax.expm1, np.expm1, (-2, 2), 4),
    "floor": (lax.floor, np.floor, (-9, 9), 0),
    "log": (lax.log, np.log, (0.01, 99), 4),
    "log_plus_one": (lax.log1p, np.log1p, (-0.9, 9), 4),
    "logistic": (lax.logistic, logistic, (-9, 9), 4),
    "negate": (lax.neg, np.negative, (-9, 9), 0),
    "round_nearest_afz": (lambda x: lax.round(x, lax.RoundingMethod.AWAY_FROM_ZERO), round_half_away, (-9, 9), 0),
    "round_nearest_even": (lambda x: lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN), np.rint, (-9, 9), 0),
    "rsqrt": (lax.rsqrt, rsqrt, (0.01, 99), 2),
    "sign": (lax.sign, lambda x: np.where(x == 0, x, np.sign(x)), (-9, 9), 0),
    "sine": (lax.sin, np.sin, (-30, 30), 4),
    "sqrt": (lax.sqrt, np.sqrt, (0.01, 99), 0),
    "tan": (lax.tan, np.tan, (-1.5, 1.5), 4),
    "tanh": (lax.tanh, np.tanh, (-5, 5), 4),
}

BINARY = {
    "add": (lax.add, np.add, 0),
    "atan2": (lax.atan2, np.arctan2, 4),
    "divide": (lax.div, np.divide, 0),
    "maximum": (lax.max, np.maximum, 0),
    "minimum": (lax.min, np.minimum, 0),
    "multiply": (lax.mul, np.multiply, 0),
    "power": (lax.pow, np.power, 4),
    "remainder": (lax.rem, np.fmod, 0),
    "subtract": (lax.sub, np.subtract, 0),
}


def unary():
    """f32, with every special value."""
    for seed, (name, (f, reference, (low, high), ulps)) in enumerate(UNARY.items()):
        x = _with_specials(_random(seed, low, high))
        yield case(f"{name}_f32", f, x, ulps=ulps, reference=reference)


def binary():
    """f32, with pairs of special values."""
    for seed, (name, (f, reference, ulps)) in enumerate(BINARY.items()):
        x, y = _random(50 + seed, 0.1, 9, 16), _random(80 + seed, -3, 3, 16)
        yield case(f"{name}_f32", f, x, y, ulps=ulps, reference=reference)
        a, b = np.meshgrid(np.array([0.0, 1.0, -1.0, 0.5, -2.0, 3.0, INF, -INF, NAN], F32), _pairs(name), indexing="ij")
        yield case(f"{name}_special_f32", f, a, b, ulps=ulps, reference=reference)
    # Sign and zero decide the quadrant.
    y = np.array([0.0, 0.0, -0.0, -0.0, 0.0, -0.0, 2.0, -2.0], F32)
    x = np.array([1.0, -1.0, 1.0, -1.0, 0.0, 0.0, -0.0, 0.0], F32)
    yield case("atan2_zeros_f32", lax.atan2, y, x, ulps=4, reference=np.arctan2)


def _pairs(name):
    return np.array([1.0, -1.0, 0.5, -2.0, 3.0, INF, -INF, NAN] + ([0.0] if name != "remainder" else []), F32)


def types():
    """The same ops over other element types."""
    names = ["exponential", "log", "tanh", "logistic", "sqrt", "rsqrt", "sine", "floor", "round_nearest_even", "negate"]
    for dtype in (BF16, F16, F64):
        short = {BF16: "bf16", F16: "f16", F64: "f64"}[dtype]
        for seed, name in enumerate(names):
            f, reference, (low, high), ulps = UNARY[name]
            low, high = max(low, -8), min(high, 8)
            x = _with_specials(_random(seed, low, high, 8, dtype))
            yield case(f"{name}_{short}", f, x, ulps=ulps if dtype == F64 else min(ulps, 1), reference=reference)
        for seed, name in enumerate(["add", "multiply", "divide", "maximum", "power", "remainder", "atan2"]):
            f, reference, ulps = BINARY[name]
            x, y = _random(seed, 0.1, 9, 8, dtype), _random(30 + seed, -3, 3, 8, dtype)
            yield case(f"{name}_{short}", f, x, y, ulps=ulps if dtype == F64 else min(ulps, 1), reference=reference)


def integers():
    for dtype in (np.int32, np.int64, np.int8, np.uint8, np.uint16, np.uint32, np.uint64):
        info = np.iinfo(dtype)
        short = np.dtype(dtype).name.replace("uint", "ui").replace("int", "i")
        rng = np.random.default_rng(info.bits)
        low, high = max(info.min, -50), 100
        x = np.array([0, 1, info.max, info.min, info.max - 1, *map(int, rng.integers(low, high, 7))], dtype)
        y = np.array([3, 7, 2, 3, info.max, *map(int, rng.integers(1, 9, 7))], dtype)
        for name in ("add", "subtract", "multiply", "maximum", "minimum", "divide", "remainder"):
            f = BINARY[name][0]
            reference = {"divide": _truncating_divide}.get(name, BINARY[name][1])
            yield case(f"{name}_{short}", f, x, y, reference=_wrapping(reference))
        if info.min < 0:
            yield case(f"negate_abs_sign_{short}", lambda x: (lax.neg(x), lax.abs(x), lax.sign(x)), x)
    yield case("fifth_power_i32", lambda x: lax.integer_pow(x, 5), np.arange(-2, 4).astype(np.int32))


def _wrapping(f):
    def g(x, y):
        with np.errstate(all="ignore"):
            return f(x, y)

    return g


def _truncating_divide(x, y):
    # Magnitudes divide and signs follow, in Python's integers: the smallest number has no magnitude in its own type.
    quotient = [abs(int(a)) // abs(int(b)) * (1 if (a < 0) == (b < 0) else -1) for a, b in zip(x, y)]
    return np.array(quotient, x.dtype)


def bits():
    x = np.array([0, 1, -1, 0x0F0F, 2**31 - 1, -(2**31), 12345, -77], np.int32)
    y = np.array([5, -1, 3, 0x00FF, 1, -1, 54321, 76], np.int32)
    u = np.array([0, 1, 255, 128, 0x55, 0xAA, 7], np.uint8)
    p, q = np.array([True, True, False, False]), np.array([True, False, True, False])
    yield case("logic_i32", lambda x, y: (x & y, x | y, x ^ y, ~x), x, y, reference=lambda x, y: (x & y, x | y, x ^ y, ~x))
    yield case("logic_i1", lambda x, y: (x & y, x | y, x ^ y, ~x), p, q, reference=lambda x, y: (x & y, x | y, x ^ y, ~x))
    yield case("logic_ui8", lambda x: (x & np.uint8(0x3C), x | np.uint8(0x3C), x ^ np.uint8(0xFF), ~x), u)
    amount = np.array([0, 1, 31, 4, 8, 16, 3, 2], np.int32)
    yield case("shift_left_i32", lax.shift_left, x, amount)
    yield case("shift_right_logical_i32", lax.shift_right_logical, x, amount)
    yield case("shift_right_arithmetic_i32", lax.shift_right_arithmetic, x, amount)
    wide = np.array([1, -1, -(2**63), 2**63 - 1], np.int64)
    yield case("shift_i64", lambda x, n: (lax.shift_left(x, n), lax.shift_right_arithmetic(x, n), lax.shift_right_logical(x, n)), wide, np.array([63, 40, 62, 1], np.int64))  # fmt: skip
    yield case("shift_ui8", lambda x, n: (lax.shift_left(x, n), lax.shift_right_logical(x, n)), u, np.arange(7).astype(np.uint8))  # fmt: skip
    past = np.array([32, 33, 64, 2**31 - 1, -1, 32, 40, 100], np.int32)
    yield case(
        "shift_past_width_i32",
        lambda x, n: (lax.shift_left(x, n), lax.shift_right_logical(x, n), lax.shift_right_arithmetic(x, n)),
        x, past, note="Amounts of the width and more, read as unsigned, shift all bits out.",
    )  # fmt: skip
    yield case("popcnt_i32", lax.population_count, x)
    yield case("popcnt_ui8", lax.population_count, u)
    yield case("count_leading_zeros_i32", lax.clz, x)
    yield case("count_leading_zeros_ui8", lax.clz, u)
    yield case("popcnt_clz_i64", lambda x: (lax.population_count(x), lax.clz(x)), wide)


def compare():
    x = np.array([0.0, -0.0, 1.0, 2.0, NAN, NAN, INF, -INF, INF, 3.0], F32)
    y = np.array([-0.0, 0.0, 2.0, 1.0, NAN, 1.0, INF, INF, NAN, 3.0], F32)
    for name, f, reference in (
        ("eq", lax.eq, np.equal), ("ne", lax.ne, np.not_equal), ("lt", lax.lt, np.less),
        ("le", lax.le, np.less_equal), ("gt", lax.gt, np.greater), ("ge", lax.ge, np.greater_equal),
    ):  # fmt: skip
        yield case(f"{name}_f32", f, x, y, reference=reference)
    everything = lambda x, y: tuple(f(x, y) for f in (lax.eq, lax.ne, lax.lt, lax.le, lax.gt, lax.ge))
    in_numpy = lambda x, y: (x == y, x != y, x < y, x <= y, x > y, x >= y)
    for dtype, short in ((BF16, "bf16"), (F16, "f16"), (F64, "f64")):
        yield case(f"all_{short}", everything, x.astype(dtype), y.astype(dtype), reference=in_numpy)
    i, j = np.array([-1, 0, 1, -128, 127, 5], np.int8), np.array([1, 0, -1, 127, -128, 5], np.int8)
    yield case("all_i8", everything, i, j, reference=in_numpy)
    yield case("all_ui8", everything, i.view(np.uint8), j.view(np.uint8), reference=in_numpy)
    yield case("all_i64", everything, i.astype(np.int64), j.astype(np.int64), reference=in_numpy)
    p, q = np.array([True, True, False, False]), np.array([True, False, True, False])
    yield case("all_i1", everything, p, q, reference=in_numpy)
    c = np.array([1 + 2j, 1 + 2j, 2 + 1j, complex(NAN, 0)], np.complex64)
    d = np.array([1 + 2j, 1 - 2j, 1 + 2j, complex(NAN, 0)], np.complex64)
    yield case("eq_ne_complex64", lambda x, y: (lax.eq(x, y), lax.ne(x, y)), c, d, reference=lambda x, y: (x == y, x != y))
    yield case("is_finite_f32", lax.is_finite, _specials(F32), reference=np.isfinite)
    yield case("is_finite_f16", lax.is_finite, _specials(F16), reference=np.isfinite)


def convert():
    to = lambda dtype: lambda x: lax.convert_element_type(x, dtype)
    floats = np.array([0.0, -0.0, 1.0, -1.0, 1.5, -2.75, 100.25, 3.1415927, 1e-3, 65504.0, INF, -INF, NAN], F32)
    small = np.array([0.0, -0.9, 1.0, -1.0, 1.5, -2.75, 100.9, 3.14, 127.5, -128.5], F32)
    ties = np.array([1.00390625, 1.01171875, 1.0039063, 257.0, 259.0, 2049.0, 2051.0, 65519.0, 65520.0, 1e38, 3.4e38], F32)
    for dtype, short in ((F64, "f64"), (F16, "f16"), (BF16, "bf16")):
        yield case(f"f32_to_{short}", to(dtype), floats, reference=lambda x: x)
        yield case(f"{short}_to_f32", to(F32), floats.astype(dtype), reference=lambda x: x)
    yield case("f32_to_f16_ties", to(F16), ties, note="Halfway cases round to even; past the largest number lies infinity.")
    yield case("f32_to_bf16_ties", to(BF16), ties)
    yield case("f64_to_f32_ties", to(F32), np.array([1 + 2.0**-24, 1 + 3 * 2.0**-24, 1e300, -1e300, 1 / 3], F64))
    yield case("f16_to_bf16", to(BF16), ties[:7].astype(F16))
    yield case("bf16_to_f64", to(F64), ties.astype(BF16))
    for dtype, short in ((np.int32, "i32"), (np.int64, "i64"), (np.int8, "i8"), (np.int16, "i16")):
        yield case(f"f32_to_{short}", to(dtype), small, reference=lambda x: np.trunc(x))
    yield case("f32_to_ui8", to(np.uint8), np.abs(small), reference=lambda x: np.trunc(x))
    yield case("f64_to_i64", to(np.int64), np.array([2.0**53 + 2, -(2.0**62), 0.99999, -1.5], F64))
    yield case("bf16_to_i32", to(np.int32), small.astype(BF16))
    yield case("f32_to_i1", to(np.bool_), floats, note="Whatever is not zero is true, NaN too.")
    wide = np.array([0, 1, -1, 127, 128, 255, 256, -129, 70000, 2**31 - 1, -(2**31)], np.int32)
    for dtype, short in ((np.int8, "i8"), (np.uint8, "ui8"), (np.int64, "i64"), (np.uint32, "ui32"), (np.uint64, "ui64"), (np.bool_, "i1")):  # fmt: skip
        yield case(f"i32_to_{short}", to(dtype), wide, reference=lambda x, dtype=dtype: x.astype(dtype))
    yield case("i64_to_i32", to(np.int32), np.array([2**32 + 5, -(2**40) - 3, 7], np.int64), note="The low bits stay.")
    yield case("ui8_to_i32", to(np.int32), np.array([0, 127, 128, 255], np.uint8))
    yield case("i8_to_ui32", to(np.uint32), np.array([0, -1, -128, 127], np.int8))
    exact = np.array([0, 1, -1, 16777217, 16777219, -16777217, 2**31 - 1, -(2**31)], np.int32)
    yield case("i32_to_f32", to(F32), exact, reference=lambda x: x, note="Integers past 2^24 round to even.")
    yield case("ui32_to_f32", to(F32), np.array([2**32 - 1, 2**31 + 128, 2**31 + 129, 3], np.uint32), reference=lambda x: x)
    yield case("i64_to_f32", to(F32), np.array([2**63 - 1, -(2**63), 2**40 + 2**16, 5], np.int64), reference=lambda x: x)
    yield case("i64_to_f64", to(F64), np.array([2**53 + 1, 2**53 + 3, 2**63 - 1, -5], np.int64), reference=lambda x: x)
    yield case("i32_to_bf16", to(BF16), np.array([255, 256, 257, 258, 259, -1000], np.int32), reference=lambda x: x)
    yield case("i8_to_f16", to(F16), np.array([-128, 127, 0, 3], np.int8), reference=lambda x: x)
    yield case("i1_to_f32", to(F32), np.array([True, False]), reference=lambda x: x)
    yield case("i1_to_i32", to(np.int32), np.array([True, False]), reference=lambda x: x.astype(np.int32))
    yield case("f32_to_complex64", to(np.complex64), small)
    yield case("complex64_to_complex128", to(np.complex128), np.array([1 + 2j, -0.5j], np.complex64))
    for e, m in ((5, 10), (8, 7), (4, 3), (5, 2), (8, 0)):
        yield case(f"reduce_precision_e{e}m{m}", lambda x, e=e, m=m: lax.reduce_precision(x, e, m), floats[:-3])
    yield case("reduce_precision_special", lambda x: lax.reduce_precision(x, 5, 10), np.array([INF, -INF, NAN, 7e4, -7e4, 65519.0], F32))  # fmt: skip


def bitcast():
    to = lambda dtype: lambda x: lax.bitcast_convert_type(x, dtype)
    x = np.array([0.0, -0.0, 1.0, -2.5, INF, NAN], F32)
    yield case("f32_to_i32", to(np.int32), x)
    yield case("i32_to_f32", to(F32), x.view(np.int32))
    yield case("f32_to_ui8", to(np.uint8), x, note="Each element becomes a row of four: the lowest byte first.")
    yield case("ui8_to_f32", to(F32), x.view(np.uint8).reshape(-1, 4))
    yield case("i64_to_i16", to(np.int16), np.array([[1, -2], [2**40 + 7, -(2**50)]], np.int64))
    yield case("f16_to_bf16", to(BF16), np.array([1.0, -2.0, 0.5], F16))
    yield case("f64_to_ui32", to(np.uint32), np.array([1.0, -0.1], F64))


def complexes():
    a = np.array([1 + 2j, -1.5 + 0.75j, 0.25 - 1j, 2 + 0.5j, 0.5 - 0.75j], np.complex64)
    b = np.array([0.5 - 1j, 2 + 2j, 0.5 + 3j, -1 + 0.25j, -0.125 + 1j], np.complex64)
    yield case("add_subtract", lambda x, y: (x + y, x - y), a, b, reference=lambda x, y: (x + y, x - y))
    yield case("multiply", lax.mul, a, b, ulps=4, reference=np.multiply)
    yield case("divide", lax.div, a, b, ulps=8, reference=np.divide)
    yield case("negate", lax.neg, a, reference=np.negative)
    yield case("real_imag", lambda x: (lax.real(x), lax.imag(x)), a, reference=lambda x: (x.real, x.imag))
    yield case("complex", lax.complex, a.real.copy(), a.imag.copy(), reference=lambda x, y: x + 1j * y)
    yield case("abs", lax.abs, a, ulps=4, reference=np.abs)
    yield case("exponential", lax.exp, a, ulps=6, reference=np.exp)
    yield case("log", lax.log, a, ulps=6, reference=np.log)
    yield case("sqrt", lax.sqrt, a, ulps=6, reference=np.sqrt)
    yield case("rsqrt", lax.rsqrt, a, ulps=8, reference=lambda x: 1 / np.sqrt(x))
    yield case("sine", lax.sin, a, ulps=6, reference=np.sin)
    yield case("cosine", lax.cos, a, ulps=6, reference=np.cos)
    yield case("tanh", lax.tanh, a, ulps=8, reference=np.tanh)
    yield case("multiply_complex128", lax.mul, a.astype(np.complex128), b.astype(np.complex128), ulps=4)


def choose():
    """clamp and select."""
    x = np.array([-3.0, -0.5, 0.0, 0.5, 3.0, INF, -INF, NAN], F32)
    yield case("clamp_f32", lax.clamp, F32(-1), x, F32(1), reference=lambda a, x, b: np.minimum(np.maximum(x, a), b))
    low, high = np.arange(-4, 4).astype(F32), np.arange(-2, 6).astype(F32)
    yield case("clamp_tensor_bounds_f32", lax.clamp, low, x, high, reference=lambda a, x, b: np.minimum(np.maximum(x, a), b))
    yield case("clamp_i32", lax.clamp, np.int32(-2), np.arange(-5, 6).astype(np.int32), np.int32(3))
    yield case("clamp_ui8", lax.clamp, np.uint8(10), np.array([0, 10, 128, 255], np.uint8), np.uint8(200))
    yield case("clamp_crossed_i32", lax.clamp, np.int32(3), np.arange(-5, 6).astype(np.int32), np.int32(-2), reference=lambda a, x, b: np.full_like(x, b), note="Where the bounds are crossed the upper one wins.")  # fmt: skip
    p = np.array([[True, False, True], [False, False, True]])
    a, b = np.arange(6).reshape(2, 3).astype(F32), -np.arange(6).reshape(2, 3).astype(F32)
    yield case("select_f32", lax.select, p, a, b, reference=np.where)
    yield case("select_nan_f32", lax.select, p, a, np.full((2, 3), NAN, F32), reference=np.where)
    yield case("select_scalar_predicate", lambda p, a, b: lax.select(p, a, b), np.bool_(False), a, b)
    yield case("select_bf16", lax.select, p, a.astype(BF16), b.astype(BF16))
    yield case("select_i1", lax.select, p, ~p, p)
    yield case("where_broadcast", lambda x: jnp.where(x > 0, x, F32(-1)), x)


def small_types():
    """Types of eight bits and fewer that few machines know."""
    floats = np.array([0.0, 0.5, 1.0, -1.0, 1.5, -2.0, 3.0, -4.0, 0.25, 6.0, 5.3, 1.06], F32)
    for name in ("float8_e4m3fn", "float8_e5m2", "float8_e4m3b11fnuz", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e4m3", "float8_e3m4", "float4_e2m1fn"):  # fmt: skip
        dtype = getattr(ml_dtypes, name)
        short = name.removeprefix("float").replace("_", "")
        yield case(f"f32_to_f{short}", lambda x, d=dtype: lax.convert_element_type(x, d), floats, reference=lambda x, d=dtype: x.astype(d))  # fmt: skip
        yield case(f"f{short}_to_f32", lambda x: lax.convert_element_type(x, F32), floats.astype(dtype), reference=lambda x: x)
    powers = np.array([0.25, 0.5, 1, 2, 4, 2.0**100], F32).astype(ml_dtypes.float8_e8m0fnu)
    yield case("f8e8m0fnu_to_f32", lambda x: lax.convert_element_type(x, F32), powers, reference=lambda x: x)
    x8 = np.array([0.5, 1.0, -1.5, 2.0, 3.0], F32).astype(ml_dtypes.float8_e4m3fn)
    y8 = np.array([1.0, -0.5, 2.0, 0.25, 1.0], F32).astype(ml_dtypes.float8_e4m3fn)
    yield case("add_multiply_f8e4m3fn", lambda x, y: (x + y, x * y), x8, y8)
    for name, low, high in (("int4", -8, 8), ("uint4", 0, 16), ("int2", -2, 2), ("uint2", 0, 4)):
        dtype = getattr(ml_dtypes, name)
        short = name.replace("uint", "ui").replace("int", "i")
        x = np.arange(low, high).astype(dtype)
        yield case(f"{short}_to_i32", lambda x: lax.convert_element_type(x, np.int32), x, reference=lambda x: x.astype(np.int32))
        yield case(f"i32_to_{short}", lambda x, d=dtype: lax.convert_element_type(x, d), np.arange(low, high).astype(np.int32))
        yield case(f"{short}_to_f32", lambda x: lax.convert_element_type(x, F32), x)
    x4, y4 = np.arange(-8, 8).astype(ml_dtypes.int4), np.array([3, -2, 1, 7] * 4, ml_dtypes.int4)
    yield case("add_multiply_i4", lambda x, y: (x + y, x * y), x4, y4, note="Four bits wrap.")
    yield case("maximum_compare_i4", lambda x, y: (lax.max(x, y), x < y), x4, y4)


FAMILIES = {
    "unary": unary, "binary": binary, "types": types, "integers": integers, "bits": bits, "compare": compare,
    "convert": convert, "bitcast": bitcast, "complex": complexes, "choose": choose, "small_types": small_types,
}  # fmt: skip
