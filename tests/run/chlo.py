"""Writes `chlo.mlir.gz`: every op of CHLO on a few numbers, with results that mpmath or NumPy computed.

    python tests/run/chlo.py
"""

import gzip
from pathlib import Path

import numpy as np
from mpmath import mp, mpf

mp.prec = 200
X = [0.25, 0.5, 0.875]
PARTS = []


def dense(values, element):
    values = np.asarray(values, object if element == "ui64" else None)
    shape = "".join(f"{d}x" for d in values.shape)

    def text(v):
        if values.ndim and isinstance(v, np.ndarray):
            return "[" + ", ".join(text(w) for w in v) + "]"
        if element == "i1":
            return "true" if v else "false"
        if element.startswith("complex"):
            return f"({float(v.real)!r}, {float(v.imag)!r})"
        return repr(float(v)) if element[0] == "f" else str(int(v))

    return f"dense<{text(values)}> : tensor<{shape}{element}>", f"tensor<{shape}{element}>"


def part(line, operands, want, element, exact=True, note=None):
    """A program: `line` has `{0}`, `{t0}` for operands and their types, `{t}` for the result's."""
    out = ["func.func @main() {"] if note is None else [f"// {note}", "func.func @main() {"]
    names = {}
    args = []
    for i, (values, of) in enumerate(operands):
        literal, ty = dense(values, of)
        out.append(f"  %x{i} = stablehlo.constant {literal}")
        args.append(f"%x{i}")
        names[f"t{i}"] = ty
    literal, ty = dense(want, element)
    out.append("  %y = " + line.format(*args, t=ty, **names))
    out.append(f"  %want = stablehlo.constant {literal}")
    if exact:
        out.append(f"  check.expect_eq %y, %want : {ty}")
    else:
        out.append(f"  check.expect_close %y, %want, max_ulp_difference = {exact or 3}, min_ulp_difference = 0 : {ty}, {ty}")
    PARTS.append("\n".join([*out, "  return", "}"]) + "\n")


def nearest(f, *columns):
    return [float(mpf(f(*map(mpf, row)))) for row in zip(*columns)]


UNARY = {
    "acos": mp.acos, "acosh": lambda x: mp.acosh(1 + x), "asin": mp.asin, "asinh": mp.asinh, "atan": mp.atan, "atanh": mp.atanh,
    "bessel_i1e": lambda x: mp.besseli(1, x) * mp.exp(-x), "cosh": mp.cosh, "digamma": mp.digamma, "erf": mp.erf, "erf_inv": mp.erfinv,
    "erfc": mp.erfc, "lgamma": mp.loggamma, "sinh": mp.sinh, "square": lambda x: x * x, "tan": mp.tan,
}  # fmt: skip
COMPLEX = ["acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "sinh", "tan"]
INTEGERS = {"and", "or", "xor", "shift_left", "shift_right_arithmetic", "shift_right_logical"}


def main():
    for name, f in UNARY.items():
        x = [1 + v for v in X] if name == "acosh" else X
        g = mp.acosh if name == "acosh" else f
        for element in ("f64", "f32"):
            part(f"chlo.{name} {{0}} : {{t0}} -> {{t}}", [(x, element)], nearest(g, x), element, exact=False)
    for name in COMPLEX:
        z = [complex(0.5, 0.25), complex(-2.0, 0.75), complex(1.5, -0.125)]
        want = [complex(getattr(mp, name)(mp.mpc(v))) for v in z]
        part(f"chlo.{name} {{0}} : {{t0}} -> {{t}}", [(z, "complex<f64>")], want, "complex<f64>", exact=False)
    z = [complex(0.5, 0.25), complex(-2.0, 0.75)]
    kernel = [complex(abs((mp.sqrt(1 - v) * mp.sqrt(1 + v)).real), abs(mp.asin(v).imag)) for v in map(mp.mpc, z)]
    part("chlo._asin_acos_kernel {0} : {t0} -> {t}", [(z, "complex<f64>")], kernel, "complex<f64>", exact=False)
    part("chlo.conj {0} : {t0} -> {t}", [(z, "complex<f32>")], np.conj(z), "complex<f32>")
    part("chlo.conj {0} : {t0} -> {t}", [(X, "f32")], X, "f32")
    part("chlo.square {0} : {t0} -> {t}", [([complex(1, 2), complex(-3, 1)], "complex<f32>")], [complex(-3, 4), complex(8, -6)], "complex<f32>")
    for name, want in {"is_inf": [0, 0, 0], "is_pos_inf": [0, 0, 0], "is_neg_inf": [0, 0, 0]}.items():
        part(f"chlo.{name} {{0}} : {{t0}} -> {{t}}", [(X, "f32")], want, "i1")
    part("chlo.polygamma {0}, {1} : {t0}, {t1} -> {t}", [([1.0, 2.0, 0.0], "f64"), ([1.5, 2.5, 0.5], "f64")], nearest(lambda n, x: mp.polygamma(int(n), x), [1.0, 2.0, 0.0], [1.5, 2.5, 0.5]), "f64", exact=False)
    part("chlo.zeta {0}, {1} : {t0}, {t1} -> {t}", [([2.0, 3.5, 1.25], "f64"), ([1.0, 2.5, 7.0], "f64")], nearest(mp.zeta, [2.0, 3.5, 1.25], [1.0, 2.5, 7.0]), "f64", exact=False)
    part("chlo.next_after {0}, {1} : {t0}, {t1} -> {t}", [([1.0, 1.0, 0.0, 2.0], "f64"), ([2.0, 0.0, -1.0, 2.0], "f64")], [np.nextafter(1.0, 2.0), np.nextafter(1.0, 0.0), -5e-324, 2.0], "f64")
    part("chlo.mulhi {0}, {1} : {t0}, {t1} -> {t}", [([100, -128, 7], "i8"), ([100, -128, -9], "i8")], [39, 64, -1], "i8")
    a, b = [2**63 - 1, -(2**63), -3], [2**62, -(2**63), 5]
    part("chlo.mulhi {0}, {1} : {t0}, {t1} -> {t}", [(a, "i64"), (b, "i64")], [(x * y) >> 64 for x, y in zip(a, b)], "i64")
    a, b = [2**64 - 1, 2**63 + 5], [2**64 - 1, 6]
    part("chlo.mulhi {0}, {1} : {t0}, {t1} -> {t}", [(a, "ui64"), (b, "ui64")], [(x * y) >> 64 for x, y in zip(a, b)], "ui64")

    row, column = np.array([6.0, -3.0]), np.array([[2.0], [4.0], [1.0]])
    i, j = np.array([12, -5]), np.array([[2], [3], [1]])
    low = 2**32
    floats = {
        "add": np.add, "atan2": np.arctan2, "divide": np.divide, "maximum": np.maximum, "minimum": np.minimum, "multiply": np.multiply,
        "next_after": np.nextafter, "power": np.power, "remainder": np.fmod, "subtract": np.subtract,
    }  # fmt: skip
    integers = {
        "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor, "shift_left": np.left_shift,
        "shift_right_arithmetic": np.right_shift, "shift_right_logical": lambda x, y: (x % low) >> y,
    }  # fmt: skip
    signature = "({t0}, {t1}) -> {t}"
    for name, f in floats.items():
        part(f"chlo.broadcast_{name} {{0}}, {{1}} : {signature}", [(row, "f64"), (column, "f64")], f(row, column), "f64", exact=name != "atan2")
    for name, f in integers.items():
        part(f"chlo.broadcast_{name} {{0}}, {{1}} : {signature}", [(i, "i32"), (j, "i32")], f(i, j), "i32")
    n, x = np.array([1.0, 2.0]), np.array([[1.5], [2.5]])
    part(f"chlo.broadcast_polygamma {{0}}, {{1}} : {signature}", [(n, "f64"), (x, "f64")], [[float(mp.polygamma(int(k), float(v[0]))) for k in n] for v in x], "f64", exact=False)
    part(f"chlo.broadcast_zeta {{0}}, {{1}} : {signature}", [(n + 1, "f64"), (x, "f64")], [[float(mp.zeta(float(k), float(v[0]))) for k in n + 1] for v in x], "f64", exact=False)
    part(f"chlo.broadcast_complex {{0}}, {{1}} : {signature}", [(row, "f64"), (column, "f64")], row + 1j * column, "complex<f64>")
    part("chlo.broadcast_compare {0}, {1} {{comparison_direction = #chlo<comparison_direction GT>}} : " + signature, [(row, "f64"), (column, "f64")], row > column, "i1")
    part("chlo.broadcast_add {0}, {1} {{broadcast_dimensions = array<i64: 0>}} : " + signature, [(row, "f32"), (np.ones((2, 3)), "f32")], row[:, None] + np.ones((2, 3)), "f32", note="Along the first dimension.")
    part("chlo.broadcast_select {0}, {1}, {2} : ({t0}, {t1}, {t2}) -> {t}", [([True, False], "i1"), (row, "f64"), (column, "f64")], np.where([True, False], row, column), "f64")
    part("\"chlo.constant_like\"({0}) {{value = 2.5 : f32}} : ({t0}) -> {t}", [(X, "f32")], [2.5] * 3, "f32")
    part("chlo.dynamic_reshape {0}, {1} : ({t0}, {t1}) -> {t}", [(np.arange(6.0), "f32"), ([2, -1], "i32")], np.arange(6.0).reshape(2, 3), "f32", note="One extent is what the other leaves.")

    PARTS.append("""func.func @main() {
  %y = chlo.constant dense<[1.5, 2.5]> : tensor<2xf32>
  check.expect_eq_const %y, dense<[1.5, 2.5]> : tensor<2xf32>
  return
}
""")
    PARTS.append("""// NaN is above all, and equal elements stay in order.
func.func @main() {
  %x = stablehlo.constant dense<[[3.0, 1.0, 3.0, 0x7FC00000, -2.0], [0.0, -0.0, 5.0, 4.0, 5.0]]> : tensor<2x5xf32>
  %values, %indices = chlo.top_k(%x, k = 3) : tensor<2x5xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  check.expect_eq_const %indices, dense<[[3, 0, 2], [2, 4, 3]]> : tensor<2x3xi32>
  %nan = stablehlo.constant dense<[[0x7FC00000, 3.0, 3.0], [5.0, 5.0, 4.0]]> : tensor<2x3xf32>
  check.expect_eq %values, %nan : tensor<2x3xf32>
  %i = stablehlo.constant dense<[7, 255, 0, 9]> : tensor<4xui8>
  %largest, %places = chlo.top_k(%i, k = 4) : tensor<4xui8> -> (tensor<4xui8>, tensor<4xi32>)
  check.expect_eq_const %largest, dense<[255, 9, 7, 0]> : tensor<4xui8>
  return
}
""")
    PARTS.append("""// The shapes of the dialect's own example.
func.func @main() {
  %a = stablehlo.constant dense<[1, 2, 3, 1, 2, 1]> : tensor<6xindex>
  %b = stablehlo.constant dense<[1, 1, 1, 2, 3]> : tensor<5xindex>
  %least:2 = "chlo.minimum_broadcast_shapes"(%a, %b) : (tensor<6xindex>, tensor<5xindex>) -> (tensor<3xindex>, tensor<2xindex>)
  check.expect_eq_const %least#0, dense<[6, 2, 1]> : tensor<3xindex>
  check.expect_eq_const %least#1, dense<[2, 3]> : tensor<2xindex>
  return
}
""")
    PARTS.append("""// Sums from the first row on, and from the last.
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %zero = stablehlo.constant dense<0> : tensor<2xi32>
  %sums, %last = chlo.scan(%x) inits (%zero) dimension=0 {
    ^bb0(%row: tensor<2xi32>, %sum: tensor<2xi32>):
      %next = stablehlo.add %sum, %row : tensor<2xi32>
      stablehlo.return %next, %next : tensor<2xi32>, tensor<2xi32>
  } : (tensor<3x2xi32>, tensor<2xi32>) -> (tensor<3x2xi32>, tensor<2xi32>)
  check.expect_eq_const %sums, dense<[[1, 2], [4, 6], [9, 12]]> : tensor<3x2xi32>
  check.expect_eq_const %last, dense<[9, 12]> : tensor<2xi32>
  %one = stablehlo.constant dense<1> : tensor<3xi32>
  %turned, %end = chlo.scan(%x) inits (%one) dimension=1 attributes {is_reverse = true} {
    ^bb0(%column: tensor<3xi32>, %product: tensor<3xi32>):
      %next = stablehlo.multiply %product, %column : tensor<3xi32>
      stablehlo.return %next, %next : tensor<3xi32>, tensor<3xi32>
  } : (tensor<3x2xi32>, tensor<3xi32>) -> (tensor<3x2xi32>, tensor<3xi32>)
  check.expect_eq_const %turned, dense<[[2, 2], [12, 4], [30, 6]]> : tensor<3x2xi32>
  check.expect_eq_const %end, dense<[2, 12, 30]> : tensor<3xi32>
  return
}
""")

    PARTS.append("""// The names under which programs carried CHLO's ops before.
func.func @main() {
  %x = stablehlo.constant dense<[-0.5, 0.0, 2.0]> : tensor<3xf32>
  %y = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<3xf32>) -> tensor<3xf32>
  %want = chlo.erf %x : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y, %want : tensor<3xf32>
  %values, %indices = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<3xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  check.expect_eq_const %indices, dense<[2, 1]> : tensor<2xi32>
  return
}
""")

    rng = np.random.default_rng(3)
    x, y = rng.integers(-4, 5, (5, 3)).astype(float), rng.integers(-4, 5, (2, 3, 2)).astype(float)
    want = np.zeros((5, 2))
    want[:2], want[2:4] = x[:2] @ y[0], x[2:4] @ y[1]
    line = "\"chlo.ragged_dot\"({0}, {1}, {2}) {{ragged_dot_dimension_numbers = #chlo.ragged_dot<%s>}} : ({t0}, {t1}, {t2}) -> {t}"
    own = "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]"
    part(line % own, [(x, "f32"), (y, "f32"), ([2, 2], "i32")], want, "f32", note="The last row belongs to no group.")
    x, y = rng.integers(-4, 5, (3, 5)).astype(float), rng.integers(-4, 5, (5, 2)).astype(float)
    want = np.stack([x[:, :1] @ y[:1], x[:, 1:4] @ y[1:4]])
    own = "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]"
    part(line % own, [(x, "f32"), (y, "f32"), ([1, 3], "i32")], want, "f32", note="The contracted dimension is ragged: a product for each group.")
    x, y = rng.integers(-4, 5, (4, 2, 3)).astype(float), rng.integers(-4, 5, (4, 3, 2)).astype(float)
    want = x @ y
    want[3] = 0
    own = "lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]"
    part(line % own, [(x, "f32"), (y, "f32"), ([1, 2], "i32")], want, "f32", note="The batching dimension is ragged.")

    head = """// RUN: hloom run %s --split-input-file --backend=interp
// RUN: hloom run %s --split-input-file --backend=interp --passes=legalize-chlo
// Written by chlo.py: do not edit.

"""
    text = head + "\n// -----\n\n".join(PARTS)
    Path(__file__).with_name("chlo.mlir.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main()
