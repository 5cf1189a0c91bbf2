"""Writes programs that JAX lowers for 8 devices, with JAX's results: jax.mlir.

    venv/bin/python tests/tools/run/sharded/make.py

(the environment is the one of tests/models/README.md). Each program is a function as JAX lowers it, with the shardings
of its arguments and results, and a `main` that calls it on constants of the same shardings and compares. All numbers
are small whole numbers, so that no order of additions rounds.
"""

import os
import re
from pathlib import Path

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

HERE = Path(__file__).resolve().parent
LINE = Mesh(np.array(jax.devices()), ("d",))
GRID = Mesh(np.array(jax.devices()).reshape(2, 4), ("x", "y"))
CUBE = Mesh(np.array(jax.devices()).reshape(2, 2, 2), ("a", "b", "c"))


def whole(shape, step=1, dtype=np.float32):
    return (np.arange(np.prod(shape)) * step % 7 - 3).reshape(shape).astype(dtype)


def mlp(x, w1, w2):
    return jnp.maximum(x @ w1, 0) @ w2


def step(x, w, y):
    """Gradient descent on half the squared error of a linear layer."""
    gradient = jax.grad(lambda w: jnp.sum((x @ w - y) ** 2) / 2)(w)
    return w - gradient


def attention(q, k, v):
    return jnp.einsum("hqk,hkd->hqd", jnp.einsum("hqd,hkd->hqk", q, k), v)


def stencil(x, k):
    return jax.lax.conv_general_dilated(x, k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def pooled(x):
    return jax.lax.reduce_window(x, -np.inf, jax.lax.max, (2, 2), (2, 2), "VALID")


def loop(x):
    return jax.lax.fori_loop(0, 3, lambda i, c: jnp.roll(c, 1, 0) + c, x)


def constrained(x):
    y = jax.lax.with_sharding_constraint(x * 2, NamedSharding(GRID, P("x", "y")))
    z = jax.lax.with_sharding_constraint(y + 1, NamedSharding(GRID, P("y", "x")))
    return jax.lax.with_sharding_constraint(z, NamedSharding(GRID, P(("x", "y"), None)))


def by_hand(f, mesh, ins, outs, **more):
    return jax.shard_map(f, mesh=mesh, in_specs=ins, out_specs=outs, check_vma=False, **more)


PROGRAMS = {
    # jit with NamedSharding: name, function, mesh, argument specs, result spec, arguments
    "data_parallel": (mlp, LINE, (P("d"), P(), P()), P("d"), (whole((16, 4)), whole((4, 8), 3), whole((8, 4), 5))),
    "tensor_parallel": (mlp, GRID, (P("x"), P(None, "y"), P("y")), P("x"), (whole((8, 4)), whole((4, 8), 3), whole((8, 4), 5))),
    "train_step": (step, GRID, (P("x", "y"), P("y"), P("x")), P("y"), (whole((8, 4)), whole((4, 6), 3), whole((8, 6), 5))),
    "heads": (attention, CUBE, (P("a", "b"), P("a", "c"), P("a")), P("a", "b"), (whole((2, 4, 4)), whole((2, 4, 4), 3), whole((2, 4, 4), 5))),
    "sums": (lambda x: (x.sum(0), x.max(1), x.sum()), GRID, (P("x", "y"),), P(), (whole((8, 8)),)),
    "stencil": (stencil, LINE, (P(None, "d"), P()), P(None, "d"), (whole((1, 16, 4, 2)), whole((3, 3, 2, 2), 3))),
    "pool": (pooled, GRID, (P("x", "y"),), P("x", "y"), (whole((8, 16)),)),
    "transposed": (lambda x: x.T, GRID, (P("x", "y"),), P("x", "y"), (whole((8, 8)),)),
    "rolled": (loop, LINE, (P("d"),), P("d"), (whole((16,)),)),
    "constrained": (constrained, GRID, (P(),), P(), (whole((8, 8)),)),
    "sorted": (lambda x: jnp.sort(x, 0), GRID, (P("x", "y"),), P("x", "y"), (whole((8, 8), 5),)),
    "looked_up": (lambda t, i: t[i], GRID, (P("x"), P("y")), P("y"), (whole((8, 4)), np.arange(8, dtype=np.int32)[::-1].copy())),
    # shard_map
    "psum": (by_hand(lambda x: jax.lax.psum(x, "d"), LINE, P("d"), P()), LINE, (P("d"),), P(), (whole((8, 4)),)),
    "psum_one_axis": (by_hand(lambda x: jax.lax.psum(x, "y"), GRID, P("x", "y"), P("x")), GRID, (P("x", "y"),), P("x"), (whole((4, 8)),)),
    "pmax": (by_hand(lambda x: jax.lax.pmax(x, ("x", "y")), GRID, P("x", "y"), P()), GRID, (P("x", "y"),), P(), (whole((4, 8)),)),
    "all_gather": (by_hand(lambda x: jax.lax.all_gather(x, "y", axis=1, tiled=True), GRID, P("x", "y"), P("x")), GRID, (P("x", "y"),), P("x"), (whole((4, 8)),)),
    "all_to_all": (by_hand(lambda x: jax.lax.all_to_all(x, "d", 1, 0, tiled=True), LINE, P("d"), P(None, "d")), LINE, (P("d"),), P(None, "d"), (whole((8, 8)),)),
    "ppermute": (by_hand(lambda x: jax.lax.ppermute(x, "d", [(i, (i + 3) % 8) for i in range(7)]), LINE, P("d"), P("d")), LINE, (P("d"),), P("d"), (whole((8, 2)),)),
    "psum_scatter": (by_hand(lambda x: jax.lax.psum_scatter(x, "y", scatter_dimension=1, tiled=True), GRID, P("x"), P("x", "y")), GRID, (P("x"),), P("x", "y"), (whole((4, 8)),)),
    "axis_index": (by_hand(lambda x: x + 10 * jax.lax.axis_index("x") + jax.lax.axis_index("y"), GRID, P("x", "y"), P("x", "y")), GRID, (P(),), P(), (whole((4, 8), dtype=np.int32),)),
    "within_jit": (lambda x, w: jnp.tanh(by_hand(lambda a: jax.lax.psum(a, "y"), GRID, P("x", "y"), P("x"))(x) @ w) * 0 + 1, GRID, (P("x", "y"), P()), P("x"), (whole((4, 8)), whole((2, 4)))),
}  # fmt: skip


def literal(x):
    def words(x):
        if x.ndim:
            return "[" + ", ".join(words(y) for y in x) + "]"
        return repr(float(x)) if x.dtype.kind == "f" else str(int(x))

    return f"dense<{words(np.asarray(x))}>"


def type_of(x):
    element = {"float32": "f32", "int32": "i32"}[str(x.dtype)]
    return "tensor<" + "".join(f"{n}x" for n in x.shape) + element + ">"


def sharding(spec, mesh, rank):
    dims = []
    for d in range(rank):
        axes = spec[d] if d < len(spec) else None
        axes = () if axes is None else (axes,) if isinstance(axes, str) else axes
        dims.append("{" + ", ".join(f'"{a}"' for a in axes) + "}")
    return f"<@mesh, [{', '.join(dims)}]>"


def program(name, f, mesh, specs, out, args):
    shardings = tuple(NamedSharding(mesh, spec) for spec in specs)
    outs = jax.tree.map(lambda _: NamedSharding(mesh, out), jax.eval_shape(f, *args))
    jitted = jax.jit(f, in_shardings=shardings, out_shardings=outs)
    placed = [jax.device_put(x, s) for x, s in zip(args, shardings)]
    want = [np.asarray(y) for y in jax.tree.leaves(jitted(*placed))]
    assert all((y == np.round(y)).all() and abs(y).max() < 2**20 for y in want), name
    text = jitted.lower(*args).as_text()
    text = text.replace("func.func public @main(", f"func.func private @{name}(")
    main = ["  func.func public @main() {"]
    for i, (x, spec) in enumerate(zip(args, specs)):
        ty = type_of(x)
        main.append(f"    %c{i} = stablehlo.constant {literal(x)} : {ty}")
        main.append(f"    %a{i} = sdy.sharding_constraint %c{i} {sharding(spec, mesh, x.ndim)} : {ty}")
    types = ", ".join(type_of(y) for y in want)
    got = "%got" if len(want) == 1 else f"%got:{len(want)}"
    inputs, outputs = ", ".join(type_of(x) for x in args), types if len(want) == 1 else f"({types})"
    names = ", ".join(f"%a{i}" for i in range(len(args)))
    main.append(f"    {got} = call @{name}({names}) : ({inputs}) -> {outputs}")
    for i, y in enumerate(want):
        ty, one = type_of(y), "%got" if len(want) == 1 else f"%got#{i}"
        main.append(f"    %s{i} = sdy.sharding_constraint {one} {sharding(out, mesh, y.ndim)} : {ty}")
        main.append(f"    check.expect_eq_const %s{i}, {literal(y)} : {ty}")
    main += ["    return", "  }", "}"]
    body = text.rstrip()
    assert body.endswith("}")
    return body[:-1] + "\n".join(main) + "\n"


def main():
    parts = [program(name, *rest) for name, rest in PROGRAMS.items()]
    head = (
        "// Programs for 8 devices, as JAX lowers them, with JAX's results. Written by make.py: do not edit.\n\n"
        "// RUN: hloom run %s --split-input-file --backend=interp\n"
        "// RUN: hloom run %s --split-input-file --backend=interp --ranks 8\n"
        "// RUN: %if llvm %{ hloom run %s --split-input-file --ranks 8 %}\n\n"
    )
    text = head + "\n// -----\n\n".join(parts)
    (HERE / "jax.mlir").write_text(re.sub(r"[ \t]+\n", "\n", text))


main()
