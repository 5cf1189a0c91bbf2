"""Writes elementary.mlir.gz: elementary functions against values of 200 digits.

    python tests/run/elementary.py

needs mpmath. Arguments have few bits, so that every type holds them; expected values are rounded once, to the type that
is tested.
"""

import gzip
from pathlib import Path

import mpmath as mp

mp.mp.dps = 200

REAL = [0.0078125, 0.140625, 0.3125, 0.5, 0.75, 0.9921875, 1.0078125, 1.25, 1.5703125, 2.0, 3.140625, 4.75, 6.28125, 9.5]
REAL += [-x for x in REAL]
PARTS = [(1.25, 0.5), (-0.75, 2.0), (0.0078125, -0.3125), (-2.0, -1.5), (0.5, 3.0), (3.0, -0.140625), (-0.3125, 0.0078125)]

# Each op: the function, and the real numbers for which it is real.
ALL = lambda x: True
FUNCTIONS = {
    "cbrt": (lambda z: mp.cbrt(z) if mp.im(z) or mp.re(z) > 0 else -mp.cbrt(-z), ALL),
    "cosine": (mp.cos, ALL),
    "exponential": (mp.exp, ALL),
    "exponential_minus_one": (mp.expm1, ALL),
    "log": (mp.log, lambda x: x > 0),
    "log_plus_one": (mp.log1p, lambda x: x > -1),
    "logistic": (lambda z: 1 / (1 + mp.exp(-z)), ALL),
    "rsqrt": (lambda z: 1 / mp.sqrt(z), lambda x: x > 0),
    "sine": (mp.sin, ALL),
    "sqrt": (mp.sqrt, lambda x: x > 0),
    "tan": (mp.tan, ALL),
    "tanh": (mp.tanh, ALL),
}
# Bits of the mantissa, and the units in the last place that a result may be off.
# `f64` is what the machine's library gives; the narrower types compute in it.
TYPES = {"bf16": (8, 0), "f16": (11, 0), "f32": (24, 0), "f64": (53, 1)}
COMPLEX = {"f32": (24, 0), "f64": (53, 4)}


def rounded(x, bits):
    with mp.workprec(bits):
        x = +mp.mpf(x)
    # As many digits as tell any two numbers of the type apart, and some.
    text = mp.nstr(x, 20, min_fixed=0, max_fixed=0)
    return text if "." in text else text + ".0"


def program(op, ty, arguments, values, ulps):
    n = len(arguments)
    tensor = f"tensor<{n}x{ty}>"
    return f"""func.func @main() {{
  %x = stablehlo.constant dense<[{", ".join(arguments)}]> : {tensor}
  %y = stablehlo.{op} %x : {tensor}
  %want = stablehlo.constant dense<[{", ".join(values)}]> : {tensor}
  check.expect_close %y, %want, max_ulp_difference = {ulps}, min_ulp_difference = 0 : {tensor}, {tensor}
  return
}}
"""


def main():
    programs = []
    for op, (f, domain) in FUNCTIONS.items():
        xs = [x for x in REAL if domain(x)]
        for ty, (bits, ulps) in TYPES.items():
            values = [rounded(f(mp.mpf(x)), bits) for x in xs]
            programs.append(program(op, ty, [str(x) for x in xs], values, ulps))
        for ty, (bits, ulps) in COMPLEX.items():
            # The principal root, which for complex arguments is another one.
            g = mp.cbrt if op == "cbrt" else f
            zs = [mp.mpc(g(mp.mpc(*z))) for z in PARTS]
            values = [f"({rounded(z.real, bits)}, {rounded(z.imag, bits)})" for z in zs]
            arguments = [f"({re}, {im})" for re, im in PARTS]
            programs.append(program(op, f"complex<{ty}>", arguments, values, ulps))
    head = "// RUN: hloom run %s --split-input-file --backend=interp\n"
    head += "// RUN: %if llvm %{ hloom run %s --split-input-file --backend=cpu %}\n// Written by elementary.py: do not edit.\n\n"
    text = head + "\n// -----\n\n".join(programs)
    Path(__file__).with_suffix(".mlir.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


main()
