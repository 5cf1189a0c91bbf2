"""Writes self-checking StableHLO programs whose expected values come from JAX.

    venv/bin/python tests/jax/make.py [FAMILY …]

(the environment is the one of ../models/README.md). Each family becomes one file, `FAMILY.mlir.gz`, of cases parted by
`// -----`. A case is a function exactly as JAX lowers it, and a `main` that calls it on constants and compares the
results with what the same compiled function gave on a CPU:

    func.func public @main() {
      %0 = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
      %got = call @negate(%0) : (tensor<2xf32>) -> tensor<2xf32>
      %want = stablehlo.constant dense<[-1.0, 2.0]> : tensor<2xf32>
      stablehlo.custom_call @check.expect_close(%got, %want) {…} : (tensor<2xf32>, tensor<2xf32>) -> ()
      return
    }

Floats of 16 bits and more are compared in units in the last place, where two NaNs agree; all else must be equal.
Where a case names a reference (the same function in NumPy), JAX's result is held against it in higher precision first,
so that no flaw of one compiler becomes the law for another; the tolerance is then JAX's own error, rounded up, plus
what the case allows. Every program is parsed and verified by the MLIR inside jaxlib, its constants are read back and compared, and
its ops are held against `ALLOWED`.
"""

import dataclasses
import gzip
import re
import sys
import textwrap
from pathlib import Path
from typing import Any, Callable

import jax
import jax.export
import ml_dtypes
import numpy as np
from jax._src.interpreters import mlir
from jaxlib.mlir import ir

HERE = Path(__file__).resolve().parent

ALLOWED = set(
    """
    abs add and atan2 batch_norm_grad batch_norm_inference batch_norm_training bitcast_convert broadcast_in_dim case
    cbrt ceil cholesky clamp compare complex composite concatenate constant convert convolution cosine
    count_leading_zeros custom_call divide dot_general dynamic_broadcast_in_dim dynamic_conv dynamic_gather
    dynamic_iota dynamic_pad dynamic_reshape dynamic_slice dynamic_update_slice exponential exponential_minus_one
    fft floor gather get_dimension_size if imag iota is_finite log log_plus_one logistic maximum minimum multiply
    negate not or pad popcnt power real real_dynamic_slice reduce reduce_precision reduce_window remainder reshape
    return reverse rng rng_bit_generator round_nearest_afz round_nearest_even rsqrt scatter select
    select_and_scatter set_dimension_size shift_left shift_right_arithmetic shift_right_logical sign sine slice sort
    sqrt subtract tan tanh transpose triangular_solve while xor
    """.split()
)


# Families that only the interpreter runs as yet.
INTERPRETED = {
    "batch_norm", "cholesky", "decompositions", "dynamic", "dynamic_slice", "fft", "gather", "random_bits", "scatter",
    "select_and_scatter", "sort", "triangular_solve",
}  # fmt: skip


CHLO = {
    f"chlo.{op}"
    for op in """
    acos acosh asin asinh atan atanh bessel_i1e cosh digamma erf erf_inv erfc lgamma mulhi next_after polygamma sinh square top_k
    zeta
    """.split()
}


@dataclasses.dataclass
class Case:
    """One program: `f` on `inputs`. `ulps` is what another implementation may differ by from a right result.

    With `shapes`, one text for each input (`"a, 3"`), the program is made for all extents that these name, and is run
    with those of `inputs`.
    """

    name: str
    f: Callable
    inputs: list
    ulps: int = 0
    reference: Callable | None = None
    note: str = ""
    shapes: tuple = ()


def case(name, f, *inputs, **more):
    return Case(name, f, [np.asarray(x) for x in inputs], **more)


# Literals.

SCALARS = {
    "bool": "i1", "float16": "f16", "float32": "f32", "float64": "f64", "bfloat16": "bf16",
    "complex64": "complex<f32>", "complex128": "complex<f64>",
    "float8_e3m4": "f8E3M4", "float8_e4m3": "f8E4M3", "float8_e4m3fn": "f8E4M3FN", "float8_e4m3fnuz": "f8E4M3FNUZ",
    "float8_e4m3b11fnuz": "f8E4M3B11FNUZ", "float8_e5m2": "f8E5M2", "float8_e5m2fnuz": "f8E5M2FNUZ",
    "float8_e8m0fnu": "f8E8M0FNU", "float4_e2m1fn": "f4E2M1FN",
}  # fmt: skip


def tensor_type(x):
    name = x.dtype.name
    element = SCALARS.get(name) or name.replace("uint", "ui").replace("int", "i")
    return "tensor<" + "".join(f"{d}x" for d in x.shape) + element + ">"


def is_float(dtype):
    return ml_dtypes.finfo(dtype).bits > 0 if dtype.name in SCALARS and dtype.name != "bool" else False


def scalar_text(v):
    """One element: the shortest decimal that reads back as the same bits, or the bits themselves for inf and NaN."""
    dtype = v.dtype
    if dtype == np.bool_:
        return "true" if v else "false"
    if dtype.kind == "c":
        return f"({scalar_text(v.real)}, {scalar_text(v.imag)})"
    if not is_float(dtype):
        return str(int(v))
    if not np.isfinite(v):
        bits = np.frombuffer(v.tobytes(), f"u{dtype.itemsize}")[0]
        return f"0x{int(bits):0{2 * dtype.itemsize}X}"
    wide = v if dtype in (np.float32, np.float64) else np.float32(v)
    mantissa, _, exponent = np.format_float_scientific(wide, trim="0").partition("e")
    exponent = int(exponent)
    if -4 <= exponent < 8:
        return np.format_float_positional(wide, trim="0")
    return f"{mantissa}e{exponent}"


def dense(x):
    """The `dense<…> : type` of an array."""
    raw = {x[i].tobytes() for i in np.ndindex(x.shape)}
    if x.size == 0:
        body = ""
    elif len(raw) == 1:
        body = scalar_text(x[(0,) * x.ndim])
    else:
        body = _nested(x)
    return f"dense<{body}> : {tensor_type(x)}"


def _nested(x):
    return scalar_text(x[()]) if x.ndim == 0 else "[" + ", ".join(_nested(row) for row in x) + "]"


# Comparison.


def ulps_apart(got, want):
    """The largest distance of `got` from the higher-precision `want`, in units in the last place of `got`'s type.

    Infinite where one is NaN, infinite or a zero of other sign and the other is not.
    """
    if got.dtype.kind == "c":
        want = np.asarray(want)
        return max(ulps_apart(got.real, want.real), ulps_apart(got.imag, want.imag))
    info = ml_dtypes.finfo(got.dtype)
    want = np.asarray(want, np.longdouble if got.dtype == np.float64 else np.float64)
    with np.errstate(all="ignore"):
        rounded = want.astype(got.dtype)
    wide = got.astype(want.dtype)
    plain = np.isfinite(wide) & np.isfinite(rounded.astype(want.dtype))
    zero = (wide == 0) & (rounded.astype(want.dtype) == 0)
    same = np.where(
        zero, np.signbit(wide) == np.signbit(want), (wide == rounded.astype(want.dtype)) | (np.isnan(wide) & np.isnan(want))
    )
    if not np.all(same | (plain & ~zero)):
        return np.inf
    with np.errstate(all="ignore"):
        exponent = np.floor(np.log2(np.maximum(np.abs(want), float(info.smallest_normal))))
        unit = 2.0**exponent * float(info.eps)
        return float(np.max(np.where(plain & ~zero, np.abs(wide - want) / unit, 0), initial=0))


def offences(c, results):
    """Where JAX's results leave the reference (lines for a person to read), and its largest error in ULPs."""
    with np.errstate(all="ignore"):
        wanted = c.reference(*(_wide(x) for x in c.inputs))
    wanted = list(wanted) if isinstance(wanted, (tuple, list)) else [wanted]
    # A single correctly rounded operation is off by half a unit at most.
    limit = max(8, c.ulps) if c.ulps else 0.5
    lines, worst = [], 0.0
    for got, want in zip(results, wanted, strict=True):
        want = np.asarray(want)
        if not (is_float(got.dtype) or got.dtype.kind == "c"):
            if not np.array_equal(got, want):
                lines.append(f"{c.name}: {got} is not {want}")
            continue
        distance = ulps_apart(got, want)
        worst = max(worst, distance)
        if distance > limit:
            for i in np.ndindex(got.shape):
                if ulps_apart(got[i], want[i]) > limit:
                    arguments = ", ".join(str(x[i]) for x in c.inputs if x.shape == got.shape)
                    lines.append(f"{c.name}({arguments}): JAX says {got[i]}, the reference {want[i]}")
    return lines, worst


def _wide(x):
    if x.dtype.kind == "c":
        return x.astype(np.complex128)
    if is_float(x.dtype):
        return x.astype(np.longdouble if x.dtype == np.float64 else np.float64)
    return x


# Programs.

TENSOR = r"tensor<(?:[^<>]|<[^<>]*>)*>"


def program(c):
    """The text of a case, and what is wrong with it."""
    jitted = jax.jit(c.f, keep_unused=True)
    lowered = jitted.lower(*c.inputs)
    outputs = jax.tree.leaves(lowered.compile()(*c.inputs))
    results = [np.array(r, order="C") for r in outputs]
    wrong, ulps = [], c.ulps
    if c.reference:
        wrong, worst = offences(c, results)
        if c.ulps:
            ulps += int(np.ceil(min(worst, 1e6)))

    text = open_text(jitted, c) if c.shapes else lowered.as_text()
    body = text.split("\n", 1)[1].rsplit("}", 1)[0]
    body = textwrap.dedent(body).rstrip().replace("func.func public @main(", f"func.func private @{c.name}(", 1)
    values = [f"%{i}" for i in range(len(c.inputs))]
    lines = [f"{v} = stablehlo.constant {dense(x)}" for v, x in zip(values, c.inputs)]
    types = [tensor_type(r) for r in results]
    given = [tensor_type(x) for x in c.inputs]
    found = list(types)
    if c.shapes:
        arguments, declared = re.search(r"func\.func private @\w+\((.*?)\) -> (.*) \{\n", body).groups()
        given, found = re.findall(TENSOR, arguments), re.findall(TENSOR, declared)
        for i, (x, ty) in enumerate(zip(c.inputs, given)):
            body += opened(i, x, ty)
            lines.append(f"%open_{i} = call @open_{i}(%{i}) : ({tensor_type(x)}) -> {ty}")
            values[i] = f"%open_{i}"
    gots = [f"%got#{i}" for i in range(len(results))] if len(results) > 1 else ["%got"]
    count = f":{len(results)}" if len(results) > 1 else ""
    result_type = found[0] if len(found) == 1 else f"({', '.join(found)})"
    argument_types = ", ".join(given)
    lines.append(f"%got{count} = call @{c.name}({', '.join(values)}) : ({argument_types}) -> {result_type}")
    for i, (got, r, t, f) in enumerate(zip(gots, results, types, found)):
        want = "%want" if len(results) == 1 else f"%want_{i}"
        lines.append(f"{want} = stablehlo.constant {dense(r)}")
        close = r.dtype.kind == "c" or (is_float(r.dtype) and r.dtype.itemsize >= 2)
        attributes = "has_side_effect = true"
        if close:
            attributes += f", max_ulp_difference = {ulps} : i64, min_ulp_difference = 0 : i64"
        elif is_float(r.dtype) and np.isnan(r.astype(np.float32)).any():
            wrong.append(f"{c.name}: NaN in a type that is compared for equality")
        check = "expect_close" if close else "expect_eq"
        lines.append(f"stablehlo.custom_call @check.{check}({got}, {want}) {{{attributes}}} : ({f}, {t}) -> ()")
    lines.append("return")
    head = "".join(f"// {line}\n" for line in textwrap.wrap(c.note, 115))
    main = "func.func public @main() {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"
    out = head + main + body + "\n"
    wrong += verify(c.name, out, [*c.inputs, *results])
    return out, wrong


def open_text(jitted, c):
    """The program for all extents that the case's shapes name."""
    specs = jax.export.symbolic_args_specs(c.inputs, list(c.shapes))
    exported = jax.export.export(jitted)(*specs)
    with mlir.make_ir_context():
        text = ir.Module.parse(exported.mlir_module()).operation.get_asm(enable_debug_info=False)
    # The extents are right; that the program says so is not what is tested.
    return re.sub(r"\n *stablehlo.custom_call @shape_assertion.*", "", text)


def opened(i, x, ty):
    """A function that forgets the extents of an input that `ty` leaves open."""
    shape = dense(np.array(x.shape, np.int32))
    return textwrap.dedent(f"""
        func.func private @open_{i}(%x: {tensor_type(x)}) -> {ty} {{
          %shape = stablehlo.constant {shape}
          %open = stablehlo.dynamic_reshape %x, %shape : ({tensor_type(x)}, tensor<{x.ndim}xi32>) -> {ty}
          return %open : {ty}
        }}""")


def verify(name, text, arrays):
    """Parses the text, holds its ops against `ALLOWED` and its constants in `main` against `arrays`."""
    wrong = []
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        module.operation.verify()
        main = next(op for op in module.body.operations if op.attributes["sym_name"].value == "main")
        constants = [op for op in main.regions[0].blocks[0].operations if op.operation.name == "stablehlo.constant"]
        with ir.Location.unknown(), ir.InsertionPoint(module.body):
            for op, x in zip(constants, arrays, strict=True):
                # JAX's own way from an array to a constant, printed by the same printer.
                theirs = str(mlir.ir_constant(x).owner)
                if str(op).partition(" = ")[2] != theirs.partition(" = ")[2]:
                    wrong.append(f"{name}: {op} is not {theirs}")
    unknown = set(re.findall(r"(?<![#\w.])(?:stablehlo|chlo)\.\w+", text)) - {f"stablehlo.{op}" for op in ALLOWED} - CHLO
    if unknown:
        wrong.append(f"{name}: ops outside the first backends' reach: {sorted(unknown)}")
    return wrong


def main():
    jax.config.update("jax_enable_x64", True)
    import control
    import elementwise
    import indexing
    import numerics
    import special
    import structure

    families = {**elementwise.FAMILIES, **structure.FAMILIES, **control.FAMILIES, **indexing.FAMILIES, **numerics.FAMILIES, **special.FAMILIES}
    wanted = sys.argv[1:] or sorted(families)
    wrong, total = [], 0
    for family in wanted:
        cases = list(families[family]())
        names = [c.name for c in cases]
        assert len(set(names)) == len(names), f"a name twice in {family}"
        chunks = []
        for c in cases:
            try:
                text, bad = program(c)
            except Exception as e:
                text, bad = "", [f"{family} {c.name}: {type(e).__name__}: {str(e)[:600]}"]
            chunks.append(text)
            wrong += bad
        compiled = "" if family in INTERPRETED else "// RUN: %if llvm %{ hloom run %s --split-input-file %}\n"
        if family == "dynamic":
            passes = "--passes=refine-shapes,symbol-dce"
            compiled = f"// RUN: hloom opt %s --split-input-file {passes} | hloom run - --split-input-file --backend=interp\n"
        head = (
            f"// RUN: hloom run %s --split-input-file --backend=interp\n{compiled}"
            f"// Written by make.py ({families[family].__module__}.py): do not edit.\n\n"
        )
        packed = gzip.compress((head + "\n// -----\n\n".join(chunks)).encode(), mtime=0)
        (HERE / f"{family}.mlir.gz").write_bytes(packed)
        print(f"{family}: {len(cases)} cases, {len(packed)} bytes")
        total += len(cases)
    print(f"{total} cases")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
