"""Writes every_integer.mlir.gz and every_float.mlir.gz: ops on every integer and every narrow float type, over edge values,
with results by the specification's formulas in whole numbers, or in doubles that ml_dtypes rounds once.

    venv/bin/python tests/run/every_type.py

(the environment is the one of ../models/README.md). What the specification leaves open is as XLA has it on a CPU:
a quotient by zero is -1, a remainder by zero the dividend, numbers shifted by their width or more are all sign.
"""

import gzip
import math
from pathlib import Path

import ml_dtypes
import numpy as np

HERE = Path(__file__).parent
cases = []


def ty(n, element):
    return f"tensor<{n}x{element}>"


def case(about, lines, checks):
    body = "".join(f"  {line}\n" for line in [*lines, *checks])
    cases.append(f"// {about}\nfunc.func @main() {{\n{body}  return\n}}\n")


def write(name, head):
    lines = "// RUN: hloom run %s --split-input-file --backend=interp\n// Written by every_type.py: do not edit.\n\n"
    text = lines + f"// {head}\n\n" + "\n// -----\n\n".join(cases)
    (HERE / name).write_bytes(gzip.compress(text.encode(), mtime=0))
    print(f"{name}: {len(cases)} programs")
    cases.clear()


# Integers.


class Int:
    def __init__(self, bits, signed):
        self.bits, self.signed = bits, signed
        self.name = ("" if signed else "u") + f"i{bits}"
        self.low, self.high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)

    def wrap(self, n):
        n &= (1 << self.bits) - 1
        return n - (1 << self.bits) if self.signed and n >> self.bits - 1 else n

    def pattern(self, n):
        return n & (1 << self.bits) - 1

    def edges(self):
        found = {self.low, self.low + 1, self.high, self.high - 1, 0, 1, self.wrap(-1), self.wrap(2), self.wrap(3), self.high // 3}
        return sorted(n for n in found if self.low <= n <= self.high)

    def quotient(self, a, b):
        if b == 0:
            return self.wrap(-1)
        q = abs(a) // abs(b)
        return self.wrap(q if (a < 0) == (b < 0) else -q)

    def shift(self, a, by, kind):
        by = self.pattern(by)
        if by >= self.bits:
            return -1 if kind == "shift_right_arithmetic" and self.pattern(a) >> self.bits - 1 else 0
        if kind == "shift_left":
            return a << by
        if kind == "shift_right_logical":
            return self.pattern(a) >> by
        signed = self.pattern(a) - ((1 << self.bits) if self.pattern(a) >> self.bits - 1 else 0)
        return signed >> by


INTS = [Int(b, s) for b in (2, 4, 8, 16, 32, 64) for s in (True, False)]


def integers():
    for t in INTS:
        pairs = [(a, b) for a in t.edges() for b in t.edges()]
        n = len(pairs)
        operands = [f"%x = stablehlo.constant dense<{[a for a, _ in pairs]}> : {ty(n, t.name)}"]
        operands += [f"%y = stablehlo.constant dense<{[b for _, b in pairs]}> : {ty(n, t.name)}"]
        two = {
            "add": lambda a, b: a + b, "subtract": lambda a, b: a - b, "multiply": lambda a, b: a * b,
            "divide": t.quotient, "remainder": lambda a, b: a if b == 0 else int(math.copysign(1, a)) * (abs(a) % abs(b)),
            "maximum": max, "minimum": min, "and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b,
            **{k: (lambda a, b, k=k: t.shift(a, b, k)) for k in ("shift_left", "shift_right_arithmetic", "shift_right_logical")},
        }  # fmt: skip
        for op, f in two.items():
            want = [t.wrap(f(a, b)) for a, b in pairs]
            line = f"%z = stablehlo.{op} %x, %y : {ty(n, t.name)}"
            case(f"{op} of {t.name}", [*operands, line], [f"check.expect_eq_const %z, dense<{want}> : {ty(n, t.name)}"])
        lines, checks = [], []
        for d, f in {"EQ": int.__eq__, "NE": int.__ne__, "LT": int.__lt__, "LE": int.__le__, "GT": int.__gt__, "GE": int.__ge__}.items():
            lines.append(f"%{d} = stablehlo.compare {d}, %x, %y : ({ty(n, t.name)}, {ty(n, t.name)}) -> {ty(n, 'i1')}")
            want = str([f(a, b) for a, b in pairs]).lower()
            checks.append(f"check.expect_eq_const %{d}, dense<{want}> : {ty(n, 'i1')}")
        case(f"compare of {t.name}", [*operands, *lines], checks)
        want = [a if a < b else b for a, b in pairs]
        line = [f"%p = stablehlo.compare LT, %x, %y : ({ty(n, t.name)}, {ty(n, t.name)}) -> {ty(n, 'i1')}", f"%z = stablehlo.select %p, %x, %y : {ty(n, 'i1')}, {ty(n, t.name)}"]
        case(f"select of {t.name}", [*operands, *line], [f"check.expect_eq_const %z, dense<{want}> : {ty(n, t.name)}"])
        powers = [(a, b) for a in t.edges() for b in (0, 1, 2, 3, 5) if b <= t.high]
        m = len(powers)
        lines = [f"%x = stablehlo.constant dense<{[a for a, _ in powers]}> : {ty(m, t.name)}", f"%y = stablehlo.constant dense<{[b for _, b in powers]}> : {ty(m, t.name)}"]
        want = [t.wrap(a**b) for a, b in powers]
        case(f"power of {t.name}", [*lines, f"%z = stablehlo.power %x, %y : {ty(m, t.name)}"], [f"check.expect_eq_const %z, dense<{want}> : {ty(m, t.name)}"])
        edges = t.edges()
        n = len(edges)
        operand = [f"%x = stablehlo.constant dense<{edges}> : {ty(n, t.name)}"]
        one = {"negate": lambda a: -a, "not": lambda a: ~a, "popcnt": lambda a: t.pattern(a).bit_count(), "count_leading_zeros": lambda a: t.bits - t.pattern(a).bit_length()}
        if t.signed:
            one |= {"abs": abs, "sign": lambda a: (a > 0) - (a < 0)}
        for op, f in one.items():
            want = [t.wrap(f(a)) for a in edges]
            case(f"{op} of {t.name}", [*operand, f"%z = stablehlo.{op} %x : {ty(n, t.name)}"], [f"check.expect_eq_const %z, dense<{want}> : {ty(n, t.name)}"])
        lines, checks = [], []
        for u in INTS:
            lines.append(f"%{u.name} = stablehlo.convert %x : ({ty(n, t.name)}) -> {ty(n, u.name)}")
            checks.append(f"check.expect_eq_const %{u.name}, dense<{[u.wrap(a) for a in edges]}> : {ty(n, u.name)}")
        lines.append(f"%p = stablehlo.convert %x : ({ty(n, t.name)}) -> {ty(n, 'i1')}")
        checks.append(f"check.expect_eq_const %p, dense<{str([a != 0 for a in edges]).lower()}> : {ty(n, 'i1')}")
        case(f"conversions of {t.name}", [*operand, *lines], checks)
        low, high = t.wrap(1), t.high - 1 if t.high > 1 else t.high
        scalars = [f"%low = stablehlo.constant dense<{low}> : tensor<{t.name}>", f"%high = stablehlo.constant dense<{high}> : tensor<{t.name}>"]
        line = f"%z = stablehlo.clamp %low, %x, %high : (tensor<{t.name}>, {ty(n, t.name)}, tensor<{t.name}>) -> {ty(n, t.name)}"
        want = [min(max(a, low), high) for a in edges]
        case(f"clamp of {t.name}", [*operand, *scalars, line], [f"check.expect_eq_const %z, dense<{want}> : {ty(n, t.name)}"])
        lines, checks = [f"%zero = stablehlo.constant dense<0> : tensor<{t.name}>"], []
        total, product = 0, 1
        for a in edges:
            total, product = total + a, product * a
        lines.append(f"%sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : ({ty(n, t.name)}, tensor<{t.name}>) -> tensor<{t.name}>")
        checks.append(f"check.expect_eq_const %sum, dense<{t.wrap(total)}> : tensor<{t.name}>")
        lines.append(f"%none = stablehlo.constant dense<> : {ty(0, t.name)}")
        lines.append(f"%empty = stablehlo.reduce(%none init: %zero) applies stablehlo.add across dimensions = [0] : ({ty(0, t.name)}, tensor<{t.name}>) -> tensor<{t.name}>")
        checks.append(f"check.expect_eq_const %empty, dense<0> : tensor<{t.name}>")
        case(f"sums of {t.name}", [*operand, *lines], checks)
        square = sum(a * a for a in edges)
        line = f"%z = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : ({ty(n, t.name)}, {ty(n, t.name)}) -> tensor<{t.name}>"
        case(f"product of {t.name}", [*operand, line], [f"check.expect_eq_const %z, dense<{t.wrap(square)}> : tensor<{t.name}>"])
        for direction, down in (("LT", False), ("GT", True)):
            shuffled = [edges[i * 7 % n] for i in range(n)] if n % 7 else edges[::-1]
            lines = [f"%x = stablehlo.constant dense<{shuffled}> : {ty(n, t.name)}"]
            lines.append(f'%z = "stablehlo.sort"(%x) <{{dimension = 0 : i64, is_stable = true}}> ({{ ^bb0(%a: tensor<{t.name}>, %b: tensor<{t.name}>): %c = stablehlo.compare {direction}, %a, %b : (tensor<{t.name}>, tensor<{t.name}>) -> tensor<i1> stablehlo.return %c : tensor<i1> }}) : ({ty(n, t.name)}) -> {ty(n, t.name)}')
            case(f"sort of {t.name}, {direction}", lines, [f"check.expect_eq_const %z, dense<{sorted(shuffled, reverse=down)}> : {ty(n, t.name)}"])
        count = min(7, t.high + 1)
        case(f"iota of {t.name}", [f"%z = stablehlo.iota dim = 0 : {ty(count, t.name)}"], [f"check.expect_eq_const %z, dense<{list(range(count))}> : {ty(count, t.name)}"])
    # Booleans: sums are or, products are and.
    pairs = [(a, b) for a in (False, True) for b in (False, True)]
    lower = lambda items: str([bool(v) for v in items]).lower()
    operands = [f"%x = stablehlo.constant dense<{lower(a for a, _ in pairs)}> : {ty(4, 'i1')}", f"%y = stablehlo.constant dense<{lower(b for _, b in pairs)}> : {ty(4, 'i1')}"]
    for op, f in {"add": bool.__or__, "multiply": bool.__and__, "maximum": bool.__or__, "minimum": bool.__and__, "and": bool.__and__, "or": bool.__or__, "xor": bool.__xor__}.items():
        case(f"{op} of i1", [*operands, f"%z = stablehlo.{op} %x, %y : {ty(4, 'i1')}"], [f"check.expect_eq_const %z, dense<{lower(f(a, b) for a, b in pairs)}> : {ty(4, 'i1')}"])
    case("not of i1", [operands[0], f"%z = stablehlo.not %x : {ty(4, 'i1')}"], [f"check.expect_eq_const %z, dense<{lower(not a for a, _ in pairs)}> : {ty(4, 'i1')}"])


# Floats.

FLOATS = {
    "f4E2M1FN": ml_dtypes.float4_e2m1fn, "f6E2M3FN": ml_dtypes.float6_e2m3fn, "f6E3M2FN": ml_dtypes.float6_e3m2fn,
    "f8E3M4": ml_dtypes.float8_e3m4, "f8E4M3": ml_dtypes.float8_e4m3, "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz, "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz,
    "f8E5M2": ml_dtypes.float8_e5m2, "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz, "bf16": ml_dtypes.bfloat16, "f16": np.float16,
}  # fmt: skip
BITS = {"f4E2M1FN": 4, "f6E2M3FN": 6, "f6E3M2FN": 6, "bf16": 16, "f16": 16}


def rounded(values, dtype):
    """Doubles, rounded once, and back as doubles."""
    with np.errstate(all="ignore"):
        return np.asarray(values, np.float64).astype(dtype).astype(np.float64)


def edges(name, dtype):
    """Zeros, the least and the largest numbers, infinities and NaN where there are some, and others."""
    bits = BITS.get(name, 8)
    half = 1 << bits - 1
    info = ml_dtypes.finfo(dtype)
    top = int(np.asarray(info.max).astype(dtype).view(np.uint8 if bits <= 8 else np.uint16))
    patterns = {0, half, 1, half + 1, 2, top, half + top, top - 1, top + 1, half + top + 1, half - 1, 2 * half - 1, top // 2, half + top // 2, top // 2 + 1, top // 3, half + top // 3}
    patterns = sorted(p for p in patterns if p < 2 * half)
    return patterns, np.array(patterns, np.uint8 if bits <= 8 else np.uint16).view(dtype).astype(np.float64)


def signless(value):
    """The bits as f32, NaN as 0."""
    return [0 if math.isnan(v) else int(np.float32(v).view(np.uint32)) for v in value]


def check(name, n, want):
    """A float result is widened, and its bits compared: zeros keep their signs; NaN has none."""
    lines = [] if name == "f32" else [f"%wide = stablehlo.convert %z : ({ty(n, name)}) -> {ty(n, 'f32')}"]
    wide = "%z" if name == "f32" else "%wide"
    lines += [
        f"%nan = stablehlo.compare NE, {wide}, {wide} : ({ty(n, 'f32')}, {ty(n, 'f32')}) -> {ty(n, 'i1')}",
        f"%bits = stablehlo.bitcast_convert {wide} : ({ty(n, 'f32')}) -> {ty(n, 'ui32')}",
        f"%zero = stablehlo.constant dense<0> : {ty(n, 'ui32')}",
        f"%numbers = stablehlo.select %nan, %zero, %bits : {ty(n, 'i1')}, {ty(n, 'ui32')}",
        f"check.expect_eq_const %numbers, dense<{signless(want)}> : {ty(n, 'ui32')}",
        f"check.expect_eq_const %nan, dense<{str([math.isnan(v) for v in want]).lower()}> : {ty(n, 'i1')}",
    ]
    return lines


def operand(v, name, patterns):
    """From the bits; the narrowest types through f32, of which they hold every number that is given."""
    n, bits = len(patterns), BITS.get(name, 8)
    if bits >= 8:
        return [
            f"%{v}b = stablehlo.constant dense<{patterns}> : {ty(n, f'ui{bits}')}",
            f"%{v} = stablehlo.bitcast_convert %{v}b : ({ty(n, f'ui{bits}')}) -> {ty(n, name)}",
        ]
    values = np.array(patterns, np.uint8).view(FLOATS[name]).astype(np.float64).tolist()
    return [f"%{v} = stablehlo.constant dense<{values}> : {ty(n, name)}"]


def floats():
    for name, dtype in FLOATS.items():
        patterns, values = edges(name, dtype)
        pairs = [(i, j) for i in range(len(patterns)) for j in range(len(patterns))]
        n = len(pairs)
        a, b = values[[i for i, _ in pairs]], values[[j for _, j in pairs]]
        both = operand("x", name, [patterns[i] for i, _ in pairs]) + operand("y", name, [patterns[j] for _, j in pairs])

        def largest(a, b, sign):
            if math.isnan(a) or math.isnan(b):
                return math.nan
            if a == b:  # The zeros are in order.
                return a if (math.copysign(1, a) * sign) >= math.copysign(1, b) * sign else b
            return a if (a > b) == (sign > 0) else b

        with np.errstate(all="ignore"):
            two = {
                "add": a + b, "subtract": a - b, "multiply": a * b, "divide": a / b,
                "maximum": np.array([largest(x, y, 1) for x, y in zip(a, b)]),
                "minimum": np.array([largest(x, y, -1) for x, y in zip(a, b)]),
            }  # fmt: skip
        infinite = "Infinity" if np.isinf(rounded([math.inf], dtype)[0]) else None
        for op, exact in two.items():
            # Where there is neither infinity nor NaN, what lies beyond the ends is not the same everywhere.
            keep = np.ones(n, bool) if infinite or np.isnan(rounded([math.nan], dtype)[0]) else np.isfinite(exact)
            if not keep.all():
                chosen = [p for p, k in zip(pairs, keep) if k]
                lines = operand("x", name, [patterns[i] for i, _ in chosen]) + operand("y", name, [patterns[j] for _, j in chosen])
            else:
                chosen, lines = pairs, both
            m, want = len(chosen), rounded(exact[keep], dtype)
            case(f"{op} of {name}", [*lines, f"%z = stablehlo.{op} %x, %y : {ty(m, name)}"], check(name, m, want))
        lines, checks = [], []
        for d, f in {"EQ": np.equal, "NE": np.not_equal, "LT": np.less, "LE": np.less_equal, "GT": np.greater, "GE": np.greater_equal}.items():
            lines.append(f"%{d} = stablehlo.compare {d}, %x, %y, FLOAT : ({ty(n, name)}, {ty(n, name)}) -> {ty(n, 'i1')}")
            checks.append(f"check.expect_eq_const %{d}, dense<{str(f(a, b).tolist()).lower()}> : {ty(n, 'i1')}")
        case(f"compare of {name}", [*both, *lines], checks)
        x, n = operand("x", name, patterns), len(patterns)
        with np.errstate(all="ignore"):
            half_away = np.where(np.isfinite(values), np.copysign(np.floor(np.abs(values) + 0.5), values), values)
            one = {
                "negate": -values, "abs": np.abs(values), "floor": np.floor(values), "ceil": np.ceil(values),
                "round_nearest_even": np.rint(values), "round_nearest_afz": half_away, "sqrt": np.sqrt(values),
            }  # fmt: skip
        for op, exact in one.items():
            if not infinite and not np.isnan(rounded([math.nan], dtype)[0]) and not np.isfinite(exact).all():
                continue
            case(f"{op} of {name}", [*x, f"%z = stablehlo.{op} %x : {ty(n, name)}"], check(name, n, rounded(exact, dtype)))
        finite = str(np.isfinite(values).tolist()).lower()
        case(f"is_finite of {name}", [*x, f"%z = stablehlo.is_finite %x : ({ty(n, name)}) -> {ty(n, 'i1')}"], [f"check.expect_eq_const %z, dense<{finite}> : {ty(n, 'i1')}"])
        # Around each number: itself, ties with its neighbours, and what is next to the ties.
        ends = sorted(v for v in values if math.isfinite(v))
        ties = [(p + q) / 2 for p, q in zip(ends, ends[1:])]
        near = [float(np.float32(v)) for t in ties for v in (t, np.nextafter(np.float32(t), np.float32(9e9)), np.nextafter(np.float32(t), np.float32(-9e9)))]
        inside = [v for v in near if abs(v) <= max(ends)]
        bits = [int(np.float32(v).view(np.uint32)) for v in inside]
        m = len(inside)
        lines = [f"%b = stablehlo.constant dense<{bits}> : {ty(m, 'ui32')}", f"%f = stablehlo.bitcast_convert %b : ({ty(m, 'ui32')}) -> {ty(m, 'f32')}", f"%z = stablehlo.convert %f : ({ty(m, 'f32')}) -> {ty(m, name)}"]
        case(f"f32 rounded to {name}", lines, check(name, m, rounded(inside, dtype)))


integers()
write("every_integer.mlir.gz", "Ops on integers of every width.")
floats()
write("every_float.mlir.gz", "Ops on floats of 4 to 16 bits.")
