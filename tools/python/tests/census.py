"""A census: functions of JAX on hloom and on JAX's own CPU platform, compared.

Every function of the listed modules is called with arrays of several shapes and element types, alone,
under `jax.vmap`, and under `jax.grad` where it is differentiable. A call that JAX's CPU platform
refuses is no case. The table counts cases by module; failures are grouped by their reasons.

    python census.py [--modules numpy,lax] [--names sin,sort] [--seconds 600] [--verbose]
"""

import argparse
import collections
import inspect
import os
import re
import sys
import time
import warnings

os.environ.setdefault("JAX_PLATFORMS", "hloom,cpu")
warnings.filterwarnings("ignore")

import jax
import jax.numpy as jnp
import jax.scipy
import numpy as np

SHAPES = [(), (5,), (3, 4), (2, 3, 3)]
TYPES = ["float32", "int32", "complex64", "bfloat16", "bool"]
MODULES = {
    "numpy": jnp,
    "lax": jax.lax,
    "nn": jax.nn,
    "linalg": jnp.linalg,
    "fft": jnp.fft,
    "scipy.special": jax.scipy.special,
    "scipy.linalg": jax.scipy.linalg,
    "random": jax.random,
}
# Not functions of arrays, or with results that are not determined.
SKIPPED = re.compile(
    r"^(_|array_repr|array_str|load|save|savez|set_printoptions|printoptions|get_printoptions|"
    r"from_dlpack|frombuffer|fromfile|fromfunction|fromiter|frompyfunc|fromstring|empty|empty_like|"
    r"device_put|make_mesh|infeed|outfeed|create_token|after_all|rng_uniform|asarray|array|"
    r"optimization_barrier_p|jit|wrap_key_data|key_impl|clone|dce_sink|issubdtype|isdtype|"
    r"can_cast|result_type|promote_types|finfo|iinfo|einsum_path|composite|stop_gradient)$|.*_p$"
)


def arrays(shape, dtype, count, seed):
    """Arrays of small numbers without ties, away from the poles of most functions."""
    random = np.random.default_rng(seed)
    made = []
    for _ in range(count):
        if dtype == "bool":
            made.append(random.integers(0, 2, shape).astype(bool))
        elif dtype == "int32":
            made.append(random.integers(1, 6, shape).astype(np.int32))
        else:
            x = random.uniform(0.1, 0.9, shape)
            if dtype == "complex64":
                x = x + 1j * random.uniform(0.1, 0.9, shape)
            made.append(np.asarray(x).astype(jnp.dtype(dtype)))
    return made


def cases(module, name, function):
    """Calls of a function: a label, and a function of arrays with its arguments."""
    if module == "random":
        key = np.array([0, 7], np.uint32)
        for shape in [(), (4,), (2, 3)]:
            yield f"shape={shape}", (lambda k, s=shape: function(k, shape=s)), [key]
        yield "key", (lambda k: function(k)), [key]
        yield "key,3", (lambda k: function(k, 3)), [key]
        for dtype in ["float32", "bfloat16"]:
            yield f"0.7 {dtype}", (
                lambda k, a, d=dtype: function(k, a, (3,), dtype=jnp.dtype(d))
            ), [key, np.float32(0.7)]
        return
    for seed, shape in enumerate(SHAPES):
        for dtype in TYPES:
            for count in (1, 2, 3):
                label = f"{count} {dtype}{list(shape)}"
                yield label, function, arrays(shape, dtype, count, seed)


def leaves(value):
    """The arrays of a result; keys as their numbers."""
    def plain(x):
        if isinstance(x, jax.Array) and jnp.issubdtype(x.dtype, jax.dtypes.prng_key):
            x = jax.random.key_data(x)
        return np.asarray(x)

    return [plain(x) for x in jax.tree.leaves(value)]


def adjoint(x):
    return np.swapaxes(x.conj(), -1, -2)


def powers(w):
    """Sums of powers, which do not depend on the order of numbers."""
    return [np.sum(w**k, -1) for k in (1, 2, 3)]


# What is determined in the results of decompositions: not signs of vectors and the order of eigenvalues.
# Functions of the matrix and the results.
DETERMINED = {
    "eigh": lambda a, w, v: [w, (v * w[..., None, :]) @ adjoint(v), adjoint(v) @ v],
    "eig": lambda a, w, v: [*powers(w), a @ v - v * w[..., None, :], np.linalg.norm(v, axis=-2)],
    "eigvals": lambda a, w: powers(w),
    "svd": lambda a, u, s, v: [
        s,
        (u[..., : s.shape[-1]] * s[..., None, :]) @ v[..., : s.shape[-1], :],
        adjoint(u) @ u,
        v @ adjoint(v),
    ],
    "schur": lambda a, t, z: [z @ t @ adjoint(z), adjoint(z) @ z, np.tril(t, -2)],
}


def difference(found, expected, loose):
    """What is wrong with a result, or None."""
    if len(found) != len(expected):
        return f"{len(found)} results instead of {len(expected)}"
    for a, b in zip(found, expected):
        if a.shape != b.shape or a.dtype != b.dtype:
            return f"{a.dtype}{list(a.shape)} instead of {b.dtype}{list(b.shape)}"
        if a.dtype.kind in "biu":
            if not np.array_equal(a, b):
                return "integers differ"
            continue
        if a.dtype.kind not in "fcV":
            continue
        wide = np.complex128 if a.dtype.kind == "c" else np.float64
        tolerance = 5e-2 if a.dtype.itemsize < 4 else loose
        if not np.allclose(a.astype(wide), b.astype(wide), tolerance, tolerance, equal_nan=True):
            return "numbers differ"
    return None


def kinds(function, arguments):
    """The forms in which a call is tried."""
    yield "call", function
    floats = [i for i, a in enumerate(arguments) if a.dtype in (np.float32, jnp.bfloat16)]
    if floats:

        def total(*args):
            parts = [x for x in jax.tree.leaves(function(*args)) if jnp.issubdtype(x.dtype, jnp.inexact)]
            return sum(jnp.sum(jnp.abs(x) ** 2).astype(jnp.float32) for x in parts)

        yield "grad", jax.grad(total, floats[0])
    if arguments and arguments[0].ndim > 0 and all(a.shape == arguments[0].shape for a in arguments):
        yield "vmap", jax.vmap(function)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--modules", default=",".join(MODULES))
    parser.add_argument("--names", default="")
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--sample", type=int, default=1, help="take every n-th case")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    cpu, own = jax.devices("cpu")[0], jax.devices("hloom")[0]
    start, number = time.time(), 0
    table = collections.defaultdict(collections.Counter)
    reasons, examples = collections.Counter(), {}
    names = [n for n in options.names.split(",") if n]
    for module in options.modules.split(","):
        for name in sorted(dir(MODULES[module])):
            function = getattr(MODULES[module], name)
            if SKIPPED.match(name) or inspect.isclass(function) or not callable(function):
                continue
            if (names and name not in names) or time.time() - start > options.seconds:
                continue
            for label, call, arguments in cases(module, name, function):
                number += 1
                if number % options.sample:
                    continue
                for kind, form in kinds(call, arguments):
                    where = f"{module}.{name} {kind} {label}"
                    try:
                        with jax.default_device(cpu):
                            expected = leaves(jax.jit(form)(*[jax.device_put(a, cpu) for a in arguments]))
                    except Exception:
                        continue
                    try:
                        given = [jax.device_put(a, own) for a in arguments]
                        with jax.default_device(own):
                            found = leaves(jax.jit(form)(*given))
                        # Decompositions and gradients add up the errors of many steps.
                        loose = 1e-3 if kind == "call" else 5e-3
                        wrong = difference(found, expected, loose)
                        if wrong == "numbers differ" and kind != "grad" and name in DETERMINED:
                            of = DETERMINED[name]
                            both = [of(arguments[0], *it) for it in (found, expected)]
                            wrong = difference(*both, loose)
                    except Exception as error:
                        lines = [line for line in str(error).splitlines() if line.strip()] or [""]
                        wrong = f"{type(error).__name__}: {lines[0][:150]}"
                    table[module]["fail" if wrong else "pass"] += 1
                    if wrong:
                        reason = re.sub(r"tensor<[^>]*>|\d+", "…", wrong)
                        reasons[reason] += 1
                        examples.setdefault(reason, []).append(where)
                        if options.verbose:
                            print(f"FAIL {where}: {wrong}", flush=True)
    print(f"{'module':16} {'pass':>7} {'fail':>7}")
    for module, counts in table.items():
        print(f"{module:16} {counts['pass']:7} {counts['fail']:7}")
    passed = sum(c["pass"] for c in table.values())
    failed = sum(c["fail"] for c in table.values())
    print(f"{'all':16} {passed:7} {failed:7}   {100 * passed / max(1, passed + failed):.2f} %")
    for reason, count in reasons.most_common():
        shown = ", ".join(sorted({w.split(" ")[0] for w in examples[reason]})[:8])
        print(f"{count:6}  {reason}\n        {shown}; first: {examples[reason][0]}")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
