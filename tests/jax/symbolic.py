"""Runs the functions of JAX's own shape-polymorphism tests, exported with their dimensions left open.

    python tests/jax/symbolic.py export JAX OUT
    python tests/jax/symbolic.py check OUT HLOOM BACKEND

JAX is a checkout of jax-ml/jax at the tag of the installed release (with its tests, which the wheel leaves out); none
of it is copied. Each harness of `tests/shape_poly_test.py` that exports without an error becomes a folder of OUT:

    program.mlir      what `jax.export` gives for the symbolic dimensions, as text
    in0.npy …         the arguments that the program keeps, with the extents of JAX's own test
    out0.npy …        the results of the same function in JAX, compiled for these extents on a CPU
    case.json         the entry, the harness's name, its group and its tolerance (null: JAX's default for the type)

A harness that JAX's test skips, expects an error of, or doesn't check is left out, and so is one whose values are no
arrays (keys of random numbers); their number by reason is printed.

`check` runs each program by `hloom run` on a backend, with the arguments and results in files, and compares shapes,
types and values: integers and booleans equal, others within the tolerance of `TOLERANCES` or of JAX's own test where
that is wider, both absolute and relative. What fails stands in `tests/spec/symbolic.txt` with a reason; a failure that
does not, and a row that holds no longer, are errors. `cargo xtask symbolic` does both.
"""

import collections
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import ml_dtypes  # noqa: F401 (its types are found by name in .npy files)
import numpy as np

# Harnesses that JAX's own test skips on a CPU (`ShapePolyHarnessesTest.test_harness`).
SKIPPED_NAMES = {
    "cumsum_reduce_axis_poly", "cumprod_reduce_axis_poly", "cummin_reduce_axis_poly", "cummax_reduce_axis_poly",
    "cumlogsumexp_reduce_axis_poly", "jnp_insert_insert_constant", "jnp_insert_insert_poly",
    "jnp_nonzero_size_constant", "jnp_nonzero_size_poly",
}  # fmt: skip
SKIPPED_GROUPS = {"vmap_eigh", "vmap_tan", "vmap_conv_general_dilated"}


# Bounds between two compilers of one function, absolute and relative, by type of element. JAX's own test compares one
# compiler with itself, so its bounds are a tenth to a hundredth of these.
TOLERANCES = {"float32": 2e-5, "complex64": 2e-5, "float64": 1e-12, "complex128": 1e-12, "float16": 2e-3, "bfloat16": 2e-2}

# Functions each of whose results is a sum of all elements: their errors go with the largest result.
SUMMING = ("fft", "eig", "schur", "svd")

# The known failures: a backend, a harness's name, and a reason on each line.
TABLE = Path(__file__).resolve().parent.parent / "spec/symbolic.txt"

# A program that takes longer counts as failed.
SECONDS = 120


class LeftOut(Exception):
    """A harness that makes no program; its text is the reason."""


def harnesses(jax_folder: Path) -> list:
    """All harnesses of JAX's test, those made by `vmap` included."""
    sys.path.insert(0, str(jax_folder / "tests"))
    from jax._src import config, test_util

    config.parse_flags_with_absl()
    import shape_poly_test

    del test_util
    return shape_poly_test._flatten_harnesses(shape_poly_test._POLY_SHAPE_TEST_HARNESSES)


def arrays(values) -> list[np.ndarray]:
    """The leaves of some values as arrays of types that `.npy` files have."""
    import jax
    import jax.numpy as jnp

    found = []
    for leaf in jax.tree.leaves(values):
        if jnp.issubdtype(getattr(leaf, "dtype", np.float32), jax.dtypes.extended):
            raise LeftOut("keys of random numbers")
        found.append(np.asarray(leaf))
    return found


def tolerance(harness) -> float | None:
    """The tolerance of JAX's own test."""
    if harness.tol is not None or not harness.limitations:
        return harness.tol
    limit = harness.limitations[0].get_max_tolerance_limitation(harness.limitations)
    return None if limit is None else limit.tol


def export(harness, out: Path) -> None:
    """Writes the folder of a harness."""
    import jax
    import jax.export
    import jax.numpy as jnp
    from jax._src import test_util

    if harness.fullname in SKIPPED_NAMES or harness.group_name in SKIPPED_GROUPS:
        raise LeftOut("skipped by JAX's test")
    if harness.expect_error is not None:
        raise LeftOut("JAX's test expects an error")
    if not harness.check_result:
        raise LeftOut("not checked by JAX's test")
    if any(it.custom_assert is not None for it in harness.limitations):
        raise LeftOut("compared by a function of JAX's test")
    flags = dict(harness.override_jax_config_flags)
    if "random_gamma" in harness.group_name:
        flags["jax_debug_key_reuse"] = False
    with test_util.thread_local_config_context(**flags):
        function = jax.jit(harness.dyn_fun)
        given = jax.tree.map(jnp.array, harness.dyn_args_maker(np.random.RandomState(1)))
        specs = jax.export.symbolic_args_specs(
            given, harness.polymorphic_shapes, constraints=harness.symbolic_constraints
        )
        exported = jax.export.export(function)(*specs)
        results = arrays(function(*given))
        leaves = arrays(given)
    inputs = [leaves[i] for i in exported.module_kept_var_idx]
    if not results:
        raise LeftOut("no results")
    name = re.sub(r"[^A-Za-z0-9_.=-]", "_", harness.fullname)
    if len(name) > 120:
        name = f"{name[:100]}_{hashlib.sha1(name.encode()).hexdigest()[:8]}"
    folder = out / name
    if folder.exists():
        raise LeftOut("a name that another has")
    folder.mkdir()
    (folder / "program.mlir").write_text(exported.mlir_module())
    for i, value in enumerate(inputs):
        np.save(folder / f"in{i}.npy", value)
    for i, value in enumerate(results):
        np.save(folder / f"out{i}.npy", value)
    case = {
        "name": harness.fullname,
        "group": harness.group_name,
        "inputs": len(inputs),
        "outputs": [it.dtype.name for it in results],
        "open": "?" in exported.mlir_module(),
        "tolerance": tolerance(harness),
    }
    (folder / "case.json").write_text(json.dumps(case, indent=1))


def export_all(jax_folder: Path, out: Path) -> int:
    """Writes the folders of all harnesses; the exit status."""
    del sys.argv[1:]
    out.mkdir(parents=True)
    left_out, made = collections.Counter(), 0
    for harness in harnesses(jax_folder):
        try:
            export(harness, out)
            made += 1
        except LeftOut as reason:
            left_out[str(reason)] += 1
        except Exception as error:  # the harness fails in JAX itself, on this machine
            left_out[f"fails in JAX: {type(error).__name__}"] += 1
            print(f"{harness.fullname}: {str(error).splitlines()[:1]}", file=sys.stderr)
    print(f"{made} programs; left out: {dict(left_out)}")
    return 0


def adjoint(matrix: np.ndarray) -> np.ndarray:
    """The conjugate transposes of matrices."""
    return np.conj(np.swapaxes(matrix, -1, -2))


def sorted_values(values: np.ndarray) -> np.ndarray:
    """Eigenvalues in an order that rounding doesn't change: LAPACK gives none."""
    order = np.lexsort((values.imag, np.round(values.real, 3)), axis=-1)
    return np.take_along_axis(values, order, -1)


def unique(case: dict, inputs: list[np.ndarray], results: list[np.ndarray]) -> list[np.ndarray]:
    """What is unique of a decomposition's results: vectors have free signs or phases, eigenvalues no order.

    Singular and eigenvalues, the matrix that the factors make, and the products that are one if vectors are orthonormal
    (of general eigenvectors: the residuals and the norms). Results of other functions are returned unchanged.
    """
    group, name = case["group"].removeprefix("vmap_"), case["name"]
    if group not in ("eig", "eigh", "schur", "svd"):
        return results
    if group == "schur":
        form = next(it for it in results if np.abs(np.tril(it, -2)).max() < 1e-6)
        vectors = [it for it in results if it is not form]
        made = [sorted_values(np.linalg.eigvals(form)), np.tril(form, -1 if form.dtype.kind == "c" else -2)]
        return made + [part for z in vectors for part in (z @ form @ adjoint(z), adjoint(z) @ z)]
    values = min(results, key=lambda it: it.ndim)
    vectors = [it for it in results if it is not values]
    if group == "eig":
        a, made = inputs[0], [sorted_values(values)]
        sides = [side for side in ("left", "right") if re.search(rf"{side}(eigenvectors)?_True", name)]
        for side, v in zip(sides, vectors, strict=True):
            product = a @ v if side == "right" else adjoint(a) @ v
            eigenvalues = values if side == "right" else np.conj(values)
            made += [product - v * eigenvalues[..., None, :], np.linalg.norm(v, axis=-2)]
        return made
    if group == "eigh":
        return [values] + [part for v in vectors for part in ((v * values[..., None, :]) @ adjoint(v), adjoint(v) @ v)]
    if not vectors:
        return results
    (u, v), n = vectors, values.shape[-1]
    return [values, (u[..., :n] * values[..., None, :]) @ v[..., :n, :], adjoint(u) @ u, v @ adjoint(v)]


def difference(found: np.ndarray, expected: np.ndarray, case: dict) -> str | None:
    """How a result differs from JAX's; `None` if it doesn't."""
    bound = TOLERANCES.get(expected.dtype.name)
    if bound is None:
        wrong = np.count_nonzero(found != expected)
        return f"{wrong} of {expected.size} elements differ" if wrong else None
    bound = max(bound, case["tolerance"] or 0)
    wide = np.complex128 if expected.dtype.kind == "c" else np.float64
    found, expected = found.astype(wide), expected.astype(wide)
    if any(group in case["group"] for group in SUMMING):
        bound *= max(1, np.abs(expected).max(initial=0))
    if np.allclose(found, expected, rtol=bound, atol=bound, equal_nan=True):
        return None
    with np.errstate(all="ignore"):
        error = np.abs(found - expected) / (1 + np.abs(expected))
    return f"differs by {np.nanmax(error):.1e} (bound {bound:.0e})"


def run(folder: Path, hloom: Path, backend: str) -> str | None:
    """What goes wrong with one program; `None` if nothing does."""
    case = json.loads((folder / "case.json").read_text())
    command = [hloom, "run", folder / "program.mlir", "--backend", backend]
    command += ["--threads", "1"] if backend == "cpu" else []
    command += [f"--input={i}={folder}/in{i}.npy" for i in range(case["inputs"])]
    with tempfile.TemporaryDirectory() as out:
        try:
            ended = subprocess.run([*command, "--output", out], capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return f"runs longer than {SECONDS} s"
        if ended.returncode != 0:
            lines = [it for it in ended.stderr.splitlines() if "error" in it] or ended.stderr.splitlines()
            return lines[0] if lines else f"status {ended.returncode}"
        found = [np.load(f"{out}/{i}.npy") for i in range(len(case["outputs"]))]
    expected = [np.load(folder / f"out{i}.npy") for i in range(len(case["outputs"]))]
    # NumPy reads types that it lacks as raw bytes.
    types = [np.dtype(name) for name in case["outputs"]]
    found, expected = (
        [it.view(ty) if it.dtype.kind == "V" and it.dtype.itemsize == ty.itemsize else it for it, ty in zip(all, types)]
        for all in (found, expected)
    )
    for i, (a, b) in enumerate(zip(found, expected)):
        if (a.shape, a.dtype) != (b.shape, b.dtype):
            return f"result {i} is {a.dtype}{a.shape} instead of {b.dtype}{b.shape}"
    inputs = [np.load(folder / f"in{i}.npy") for i in range(case["inputs"])]
    for a, b in zip(unique(case, inputs, found), unique(case, inputs, expected)):
        if (message := difference(a, b, case)) is not None:
            return message
    return None


def known_failures(backend: str) -> dict[str, str]:
    """The rows of the table for a backend, by the harness's name."""
    rows = [line.split(maxsplit=2) for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
    if wrong := [row for row in rows if len(row) != 3]:
        raise SystemExit(f"{TABLE.name}: {wrong[0]} has no reason")
    return {name: reason for row_backend, name, reason in rows if row_backend == backend}


def check(out: Path, hloom: Path, backend: str) -> int:
    """Runs all programs and compares them with JAX and with the table; the exit status."""
    folders = sorted(it for it in out.iterdir() if (it / "case.json").is_file())
    known = known_failures(backend)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        ended = dict(zip((it.name for it in folders), pool.map(lambda it: run(it, hloom, backend), folders)))
    failed = {name: message for name, message in ended.items() if message is not None}
    for name in sorted(failed.keys() - known.keys()):
        print(f"{backend} {name}: {failed[name]}", file=sys.stderr)
    for name in sorted(known.keys() - failed.keys()):
        print(f"{backend} {name}: holds, or is not there: take its row from {TABLE.name}", file=sys.stderr)
    print(f"{backend}: {len(ended) - len(failed)} of {len(ended)} programs agree with JAX, {len(known)} known failures")
    return int(failed.keys() != known.keys() or not ended)


def main() -> int:
    match sys.argv[1:]:
        case ["export", jax_folder, out]:
            return export_all(Path(jax_folder), Path(out))
        case ["check", out, hloom, backend]:
            return check(Path(out), Path(hloom), backend)
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
