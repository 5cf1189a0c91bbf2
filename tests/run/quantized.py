"""Writes quantized.mlir.gz: ops on quantized tensors, with results that NumPy computes by the specification's formulas.

    python3 tests/run/quantized.py
"""

import gzip
from pathlib import Path

import numpy as np

F32 = np.float32
BOUNDS = {"i4": (-8, 7), "i8": (-128, 127), "u8": (0, 255), "i16": (-32768, 32767), "i32": (-(2**31), 2**31 - 1)}
TEXT = {"u8": "ui8"}


class Q:
    """A quantized element type."""

    def __init__(self, storage, scales, zeros=0, axis=None, bounds=None, expressed="f32"):
        self.storage, self.axis, self.expressed = storage, axis, expressed
        self.scales, self.zeros = np.atleast_1d(scales), np.atleast_1d(zeros)
        self.bounds = bounds or BOUNDS[storage]
        self.narrow = bounds

    def __str__(self):
        pairs = [f"{float(s)!r}" + (f":{z}" if z else "") for s, z in zip(self.scales, self.zeros)]
        narrow = f"<{self.narrow[0]}:{self.narrow[1]}>" if self.narrow else ""
        if self.axis is None:
            return f"!quant.uniform<{self.storage}{narrow}:{self.expressed}, {pairs[0]}>"
        return f"!quant.uniform<{self.storage}{narrow}:{self.expressed}:{self.axis}, {{{','.join(pairs)}}}>"

    def stored(self):
        return TEXT.get(self.storage, self.storage)

    def spread(self, values, rank):
        if self.axis is None:
            return values[0]
        return values.reshape([-1 if d == self.axis else 1 for d in range(rank)])

    def dequantize(self, x):
        x = np.asarray(x, np.int64)
        difference = (x - self.spread(self.zeros, x.ndim)).astype(F32)
        return difference * self.spread(self.scales, x.ndim).astype(F32)

    def quantize(self, x):
        x = np.asarray(x, F32)
        scaled = x / self.spread(self.scales, x.ndim).astype(F32)
        scaled = scaled + self.spread(self.zeros, x.ndim).astype(F32)
        clamped = np.minimum(np.maximum(scaled, F32(self.bounds[0])), F32(self.bounds[1]))
        return np.rint(np.where(np.isnan(clamped), 0, clamped)).astype(np.int64)


def tensor(shape, element):
    return "tensor<" + "".join(f"{n}x" for n in shape) + f"{element}>"


def dense(x):
    x = np.asarray(x)
    if x.dtype == bool:
        return str(x.tolist()).lower()
    if x.dtype == F32:
        return str([f"0x{v:08X}" for v in x.ravel().view(np.uint32).tolist()]).replace("'", "") if x.ndim == 1 else nested(x)
    return str(x.tolist())


def nested(x):
    if x.ndim == 0:
        return f"0x{int(x.view(np.uint32)):08X}"
    return "[" + ", ".join(nested(row) for row in x) + "]"


cases = []


def case(about, operands, op, result, want):
    """`operands` are pairs (type, stored numbers); `op` makes text of their names; `result` is the result's type."""
    lines = [f"// {about}", "func.func @main() {"]
    types = []
    for i, (q, x) in enumerate(operands):
        x = np.asarray(x)
        ty = tensor(x.shape, q)
        element = q.stored() if isinstance(q, Q) else q
        if isinstance(q, Q):
            lines.append(f"  %c{i} = stablehlo.constant dense<{dense(x)}> : {tensor(x.shape, element)}")
            lines.append(f"  %x{i} = stablehlo.bitcast_convert %c{i} : ({tensor(x.shape, element)}) -> {ty}")
        else:
            lines.append(f"  %x{i} = stablehlo.constant dense<{dense(x)}> : {ty}")
        types.append(ty)
    want = np.asarray(want)
    ty = tensor(want.shape, result)
    lines.append("  %y = " + op([f"%x{i}" for i in range(len(operands))], types, ty))
    name = "%y"
    if isinstance(result, Q):
        ty = tensor(want.shape, result.stored())
        lines.append(f"  %s = stablehlo.bitcast_convert %y : ({tensor(want.shape, result)}) -> {ty}")
        name = "%s"
    lines.append(f"  check.expect_eq_const {name}, dense<{dense(want)}> : {ty}")
    lines += ["  return", "}"]
    cases.append("\n".join(lines))


def plain(mnemonic, attrs=""):
    return lambda x, t, r: f'"stablehlo.{mnemonic}"({", ".join(x)}) {attrs}: ({", ".join(t)}) -> {r}'


A = Q("i8", 0.5, 3)
B = Q("i8", 0.1, -30)
C = Q("i8", 0.25)
U = Q("u8", 0.0078125, 128)
N = Q("i8", 0.5, 0, bounds=(-100, 100))
AX = Q("i8", [0.1, 0.5], [-30, -20], axis=0)
AY = Q("i8", [0.1, 0.2], [-20, -30], axis=0)

floats = np.array([0.0, -0.0, 1.0, -1.25, 0.75, 62.0, -70.0, 1e30, -1e30, np.inf, -np.inf, np.nan, 0.25, -0.25], F32)
for q in (A, B, C, U, N, Q("i4", 2.0), Q("i16", 0.001, 7), Q("i32", 0.001)):
    if q.storage == "i32":
        # The largest storage value is no float.
        case(f"To {q}.", [("f32", floats[:7])], plain("uniform_quantize"), q, q.quantize(floats[:7]))
    else:
        case(f"To {q}.", [("f32", floats)], plain("uniform_quantize"), q, q.quantize(floats))
    stored = np.linspace(q.bounds[0], q.bounds[1], 9).astype(np.int64)
    case(f"From {q}.", [(q, stored)], plain("uniform_dequantize"), "f32", q.dequantize(stored))
case("The specification's example.", [("f32", np.array([4.0, 15.0], F32))], plain("uniform_quantize"), AX, [10, 10])
case("The specification's example.", [(AX, [10, 10])], plain("uniform_dequantize"), "f32", np.array([4.0, 15.0], F32))
case("The specification's example.", [(AX, [10, 10])], plain("uniform_quantize"), AY, [20, 45])
IN = Q("i8", [0.5, 2.0, 0.25], [0, 1, -1], axis=1)
grid = np.arange(12, dtype=F32).reshape(2, 3, 2) - 6
case("A scale for each index of the middle dimension.", [("f32", grid)], plain("uniform_quantize"), IN, IN.quantize(grid))
case("And back.", [(IN, IN.quantize(grid))], plain("uniform_dequantize"), "f32", IN.dequantize(IN.quantize(grid)))

x, y = np.array([-128, -5, 0, 3, 40, 127]), np.array([7, -100, 127, 3, -30, 90])
fx, fy = A.dequantize(x), B.dequantize(y)
for mnemonic, value in [("add", fx + fy), ("subtract", fx - fy), ("multiply", fx * fy), ("maximum", np.maximum(fx, fy)), ("minimum", np.minimum(fx, fy)), ("divide", fx / np.where(fy == 0, F32(np.nan), fy) if (fy != 0).all() else None)]:
    if value is not None:
        case(f"{mnemonic} of numbers with different scales.", [(A, x), (B, y)], plain(mnemonic), C, C.quantize(value))
for mnemonic, value in [("negate", -fx), ("abs", np.abs(fx)), ("floor", np.floor(fx)), ("ceil", np.ceil(fx)), ("sign", np.sign(fx)), ("round_nearest_even", np.rint(fx)), ("tanh", np.tanh(fx)), ("logistic", 1 / (1 + np.exp(-fx)))]:
    case(f"{mnemonic}.", [(A, x)], plain(mnemonic), C, C.quantize(value))
case("Comparison of what is stood for.", [(A, x), (B, y)], plain("compare", "{comparison_direction = #stablehlo<comparison_direction LT>} "), "i1", fx < fy)
p = np.array([True, False, True, False, True, False])
case("Selection.", [("i1", p), (A, x), (A, y)], plain("select"), A, np.where(p, x, y))
case("Clamping.", [(A, np.array(-7)), (A, x), (A, np.array(50))], plain("clamp"), A, np.clip(x, -7, 50))
case("Sums along an axis that has a scale for each index.", [(AX, [10, -20]), (AX, [7, 3])], plain("add"), AY, AY.quantize(AX.dequantize([10, -20]) + AX.dequantize([7, 3])))

case("What is stored is moved.", [(A, x.reshape(2, 3))], plain("transpose", "{permutation = array<i64: 1, 0>} "), A, x.reshape(2, 3).T)
case("The axis moves too.", [(IN, IN.quantize(grid))], plain("transpose", "{permutation = array<i64: 2, 1, 0>} "), IN, IN.quantize(grid).transpose(2, 1, 0))
case("The index.", [], plain("iota", "{iota_dimension = 0 : i64} "), A, A.quantize(np.arange(5)))

L, R = Q("i8", 0.5, 4), Q("i8", 0.25, 0)
a = np.array([[1, -7, 100], [4, 4, -128]])
b = np.array([[3, -2], [0, 127], [5, 5]])
dims = "{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} "
product = L.dequantize(a) @ R.dequantize(b)
case("A product.", [(L, a), (R, b)], plain("dot_general", dims), Q("i32", 0.125), Q("i32", 0.125).quantize(product))
case("A product, rounded and clamped.", [(L, a), (R, b)], plain("dot_general", dims), Q("i8", 8.0, 5), Q("i8", 8.0, 5).quantize(product))
RX = Q("i8", [0.25, 0.5], [0, 0], axis=1)
OX = Q("i32", [0.125, 0.25], [0, 0], axis=1)
case("A product with a scale for each column.", [(L, a), (RX, b)], plain("dot_general", dims), OX, OX.quantize(L.dequantize(a) @ RX.dequantize(b)))
case("Floats times quantized weights.", [("f32", a.astype(F32)), (RX, b)], plain("dot_general", dims), "f32", a.astype(F32) @ RX.dequantize(b))

image, kernel = np.arange(9).reshape(1, 3, 3, 1) - 4, np.array([[1, -2], [3, 4]]).reshape(2, 2, 1, 1)
window = '{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<0> : tensor<2x2xi64>, window_strides = array<i64: 1, 1>} '


def convolve(image, kernel):
    out = [[(image[0, i : i + 2, j : j + 2, 0] * kernel[:, :, 0, 0]).sum() for j in range(2)] for i in range(2)]
    return np.array(out, F32).reshape(1, 2, 2, 1)


case("A convolution.", [(L, image), (R, kernel)], plain("convolution", window), Q("i32", 0.125), Q("i32", 0.125).quantize(convolve(L.dequantize(image), R.dequantize(kernel))))
case("Floats convolved with quantized weights.", [("f32", image.astype(F32)), (R, kernel)], plain("convolution", window), "f32", convolve(image.astype(F32), R.dequantize(kernel)))


def reduce(body):
    def text(x, t, r):
        e = f"tensor<{body}>"
        return (
            f'"stablehlo.reduce"({", ".join(x)}) <{{dimensions = array<i64: 1>}}> ({{\n  ^bb0(%a: {e}, %b: {e}):\n    %c = "stablehlo.add"(%a, %b) : ({e}, {e}) -> {e}\n'
            f'    "stablehlo.return"(%c) : ({e}) -> ()\n  }}) : ({", ".join(t)}) -> {r}'
        )

    return text


rows = np.array([[10, 20, -30], [100, 50, 60]])
total = np.array([0, 0])
for column in rows.T:
    total = C.quantize(C.dequantize(total) + C.dequantize(column))
case("Every sum is rounded to the type that is summed in.", [(C, rows), (C, np.array(0))], reduce(C), C, total)
W = Q("i32", 0.25)
case("Sums in a wider type.", [(C, rows), (C, np.array(0))], reduce(W), W, W.quantize(C.dequantize(rows).sum(1)))

head = """// RUN: hloom run %s --split-input-file --backend=interp
// RUN: hloom run %s --split-input-file --backend=interp --passes=expand-quantized,canonicalize
// RUN: %if llvm %{ hloom run %s --split-input-file %}
// Written by quantized.py: do not edit.

"""
text = head + "\n\n// -----\n\n".join(cases) + "\n"
Path(__file__).with_suffix(".mlir.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
