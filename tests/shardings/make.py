"""Writes sharded programs whose expected results come from JAX on eight devices of a CPU.

    venv/bin/python tests/shardings/make.py

(the environment is the one of ../models/README.md). The file `jax.mlir.gz` holds the cases, parted by `// -----`. A case is
a program as JAX lowers it, `@main` with the shardings of its arguments and results, and two functions without arguments:
`@inputs` returns what `@main` is to get, `@want` what JAX computed from it. `tests/split/jax.rs` partitions each program,
runs it on eight ranks, and compares.
"""

import gzip
import os
from functools import partial
from pathlib import Path

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

HERE = Path(__file__).resolve().parent
DEVICES = np.array(jax.devices()[:8])
LINE = Mesh(DEVICES, ("i",))
GRID = Mesh(DEVICES.reshape(2, 4), ("x", "y"))
CUBE = Mesh(DEVICES.reshape(2, 2, 2), ("a", "b", "c"))

CASES = []


def case(mesh, ins, outs, *inputs):
    """Adds a case: a function with the shardings of its arguments and results."""

    def add(f):
        CASES.append((f.__name__, f, mesh, ins, outs, [np.asarray(x) for x in inputs]))
        return f

    return add


RNG = np.random.default_rng(0)


def normal(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


def mapped(mesh, ins, outs, *inputs):
    """Adds a function of shards."""

    def add(f):
        g = jax.shard_map(f, mesh=mesh, in_specs=ins, out_specs=outs, check_vma=False)
        g.__name__ = f.__name__
        CASES.append((f.__name__, g, mesh, ins, outs, [np.asarray(x) for x in inputs]))
        return f

    return add


# Collectives.


@mapped(LINE, (P("i"),), P("i"), normal(16, 3))
def psum_of_shards(x):
    return x - lax.pmean(x, "i")


@mapped(LINE, (P("i"),), P(), np.arange(16, dtype=np.int32))
def sum_of_all(x):
    return lax.psum(x, "i")


@mapped(GRID, (P("x", "y"),), P("x", "y"), normal(4, 8))
def maximum_along_one_axis(x):
    return x / (1 + lax.pmax(jnp.abs(x), "y")) + lax.pmin(x, "x")


@mapped(GRID, (P("x", "y"),), P("x", None), np.arange(64, dtype=np.int32).reshape(8, 8))
def gathered_tiles(x):
    return lax.all_gather(x, "y", axis=1, tiled=True)


@mapped(GRID, (P("x", "y"),), P(None, ("x", "y")), np.arange(64, dtype=np.int32).reshape(8, 8))
def all_to_all_tiles(x):
    y = lax.all_gather(x, "x", axis=0, tiled=True)
    y = lax.all_to_all(y, "y", split_axis=0, concat_axis=1, tiled=True)
    z = lax.all_to_all(y, "y", split_axis=1, concat_axis=0, tiled=True)
    i = lax.axis_index("x")
    return lax.dynamic_slice_in_dim(z, i, 1, axis=1)


@mapped(LINE, (P("i"),), P("i"), np.arange(24, dtype=np.int32))
def ring(x):
    return x + 10 * lax.ppermute(x, "i", [(i, (i + 1) % 8) for i in range(8)])


@mapped(LINE, (P("i"),), P("i"), normal(8, 16))
def scattered_sums(x):
    return lax.psum_scatter(x, "i", scatter_dimension=1, tiled=True).reshape(1, 2)


@mapped(CUBE, (P("a", ("b", "c")),), P("a", ("b", "c")), normal(4, 8))
def groups_of_axes(x):
    return x + lax.psum(x, ("a", "c")) * lax.axis_index("b").astype(jnp.float32)


# Networks.

B, T, D, H, F = 4, 8, 16, 2, 32


def norm(x, scale):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * scale


def constrain(x, *spec):
    return lax.with_sharding_constraint(x, NamedSharding(GRID, P(*spec)))


def block(w, x):
    """A block of a transformer: batch along "x", heads and features along "y", tokens along "y" between."""
    x = constrain(x, "x", "y", None)
    h = norm(x, w["s1"])
    q, k, v = (constrain(jnp.einsum("btd,dhe->bhte", h, w[n]), "x", "y", None, None) for n in "qkv")
    a = jax.nn.softmax(jnp.einsum("bhte,bhse->bhts", q, k) / np.sqrt(D // H), axis=-1)
    x = x + constrain(jnp.einsum("bhts,bhse,hed->btd", a, v, w["o"]), "x", "y", None)
    h = norm(x, w["s2"])
    up = constrain(jax.nn.gelu(h @ w["up"]), "x", None, "y")
    return x + constrain(up @ w["down"], "x", "y", None)


HEADS = 4
W = {
    "q": normal(D, HEADS, D // HEADS) / 4, "k": normal(D, HEADS, D // HEADS) / 4, "v": normal(D, HEADS, D // HEADS) / 4,
    "o": normal(HEADS, D // HEADS, D) / 4, "up": normal(D, F) / 4, "down": normal(F, D) / 4,
    "s1": np.ones(D, np.float32), "s2": np.ones(D, np.float32),
}  # fmt: skip
SPLIT = {
    "q": P(None, "y"), "k": P(None, "y"), "v": P(None, "y"), "o": P("y"), "up": P(None, "y"), "down": P("y"),
    "s1": P(), "s2": P(),
}  # fmt: skip
NAMES = sorted(W)


@case(GRID, tuple(SPLIT[n] for n in NAMES) + (P("x"), P("x")), tuple(SPLIT[n] for n in NAMES) + (P(),),
      *[W[n] for n in NAMES], normal(B, T, D), normal(B, T, D))
def transformer_step(*args):
    """A training step with data, tensor and sequence parallelism."""
    w, (x, y) = dict(zip(NAMES, args[:-2])), args[-2:]
    loss = lambda w: jnp.mean((block(w, x) - y) ** 2)
    value, grads = jax.value_and_grad(loss)(w)
    return tuple(w[n] - 0.1 * grads[n] for n in NAMES) + (value,)


@case(LINE, (P(), P(), P("i"), P("i"), P("i"), P("i"), P("i"), P("i")),
      (P(), P(), P("i"), P("i"), P("i"), P("i"), P()),
      normal(16, 24) / 4, normal(24, 8) / 4, *[np.zeros(s, np.float32) for s in ((16, 24), (24, 8)) for _ in "mv"],
      normal(16, 16), normal(16, 8))
def zero_step(w1, w2, m1, v1, m2, v2, x, y):
    """Adam whose moments are sharded over the devices that share the batch (ZeRO)."""

    def loss(w1, w2):
        return jnp.mean((jnp.tanh(x @ w1) @ w2 - y) ** 2)

    value, (g1, g2) = jax.value_and_grad(loss, (0, 1))(w1, w2)

    def adam(w, g, m, v):
        line = NamedSharding(LINE, P("i"))
        g = lax.with_sharding_constraint(g, line)
        m, v = 0.9 * m + 0.1 * g, 0.99 * v + 0.01 * g * g
        return w - lax.with_sharding_constraint(0.01 * m / (jnp.sqrt(v) + 1e-3), line), m, v

    w1, m1, v1 = adam(w1, g1, m1, v1)
    w2, m2, v2 = adam(w2, g2, m2, v2)
    return w1, w2, m1, v1, m2, v2, value


@case(GRID, (P("x", "y"), P()), P("x", "y"), normal(8, 16), normal(3, 3))
def stencil(x, k):
    """Ten steps of a stencil of 3 x 3 over a grid that is divided along both dimensions."""

    def step(_, x):
        y = lax.conv_general_dilated(x[None, None], k[None, None] / 9, (1, 1), "SAME")
        return constrain(y[0, 0], "x", "y")

    return lax.fori_loop(0, 10, step, x)


@mapped(LINE, (P("i"),), P("i"), normal(32))
def stencil_by_hand(x):
    def step(_, x):
        left = lax.ppermute(x[-1:], "i", [(i, i + 1) for i in range(7)])
        right = lax.ppermute(x[:1], "i", [(i + 1, i) for i in range(7)])
        wide = jnp.concatenate([left, x, right])
        return (wide[:-2] + wide[1:-1] + wide[2:]) / 3

    return lax.fori_loop(0, 5, step, x)


@mapped(LINE, (P("i"),), P("i"), normal(16, 8))
def fft_by_transposes(x):
    """A transform of rows, a transpose between devices, a transform of columns."""
    rows = jnp.fft.fft(x, axis=1)
    columns = lax.all_to_all(rows, "i", split_axis=1, concat_axis=0, tiled=True)
    both = jnp.fft.fft(columns, axis=0)
    back = lax.all_to_all(both, "i", split_axis=0, concat_axis=1, tiled=True)
    return jnp.stack([back.real, back.imag], axis=-1)


@case(LINE, (P("i"),), P("i"), normal(16, 8))
def fft_by_shardings(x):
    rows = lax.with_sharding_constraint(jnp.fft.fft(x, axis=1), NamedSharding(LINE, P(None, "i")))
    both = lax.with_sharding_constraint(jnp.fft.fft(rows, axis=0), NamedSharding(LINE, P("i", None)))
    return jnp.stack([both.real, both.imag], axis=-1)


@case(LINE, (P("i"), P()), (P(), P("i")), np.concatenate([normal(16, 2) + c for c in (-4, 0, 4, 8)]), normal(4, 2))
def k_means(x, centers):
    """Lloyd's iterations until nothing moves, over rows that are divided."""

    def nearest(c):
        return jnp.argmin(((x[:, None] - c[None]) ** 2).sum(-1), axis=1)

    def step(state):
        c, _, n = state
        one = jax.nn.one_hot(nearest(c), 4, dtype=x.dtype)
        new = (one.T @ x) / jnp.maximum(one.sum(0), 1)[:, None]
        return new, jnp.abs(new - c).max(), n + 1

    def moves(state):
        return (state[1] > 1e-6) & (state[2] < 50)

    c, _, _ = lax.while_loop(moves, step, (centers, jnp.float32(1), 0))
    return c, nearest(c)


@case(GRID, (P("x", None, None, None), P(None, None, None, "y"), P(None, None, "y", None)), P("x"),
      normal(4, 8, 8, 3), normal(3, 3, 3, 8) / 3, normal(3, 3, 8, 4) / 8)
def convolutions(x, k1, k2):
    """Output channels, then input channels along one axis; samples along the other one."""
    conv = partial(lax.conv_general_dilated, padding="SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    y = jax.nn.relu(conv(x, k1, (1, 1)))
    y = lax.reduce_window(y, -np.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return conv(y, k2, (2, 2))


@case(LINE, (P("i"), P()), P("i"), normal(16, 6), np.array([3, 0, 15, 7, 7, 2, 9, 11], np.int32))
def embedding(table, rows):
    grad = jax.grad(lambda t: jnp.sum(t[rows] ** 2))(table)
    return table - 0.1 * grad


@case(GRID, (P("x", "y"),), (P("x", "y"), P("x"), P(None, "y")), normal(8, 12))
def sorted_and_summed(x):
    return jnp.sort(x, axis=1), jnp.cumsum(x, axis=1)[:, -1], jnp.argmax(x, axis=0)[None, :]


@mapped(LINE, (P("i"), P(None)), P(None), normal(8, 4, 4) / 2, normal(6, 4))
def pipeline_of_stages(w, xs):
    """Each device is a stage; micro-batches go from one to the next (GPipe)."""
    w, stage, n = w[0], lax.axis_index("i"), xs.shape[0]

    def tick(t, state):
        held, out = state
        fresh = lax.dynamic_index_in_dim(xs, jnp.minimum(t, n - 1), keepdims=False)
        y = jnp.tanh(jnp.where(stage == 0, fresh, held) @ w)
        done = t - 7
        kept = lax.dynamic_update_index_in_dim(out, y, jnp.maximum(done, 0), 0)
        out = jnp.where((stage == 7) & (done >= 0), kept, out)
        return lax.ppermute(y, "i", [(i, i + 1) for i in range(7)]), out

    _, out = lax.fori_loop(0, n + 7, tick, (xs[0], jnp.zeros_like(xs)))
    return lax.psum(jnp.where(stage == 7, out, 0), "i")


@mapped(LINE, (P("i"), P("i"), P("i")), P("i"), normal(16, 8), normal(16, 8), normal(16, 8))
def ring_attention(q, k, v):
    """Keys and values go round; each device keeps a running maximum and sum of its rows."""

    def step(_, state):
        k, v, top, total, out = state
        s = q @ k.T / np.sqrt(8)
        new = jnp.maximum(top, s.max(1))
        scale, e = jnp.exp(top - new), jnp.exp(s - new[:, None])
        total, out = total * scale + e.sum(1), out * scale[:, None] + e @ v
        k, v = (lax.ppermute(x, "i", [(i, (i + 1) % 8) for i in range(8)]) for x in (k, v))
        return k, v, new, total, out

    start = (k, v, jnp.full(2, -jnp.inf), jnp.zeros(2), jnp.zeros((2, 8)))
    _, _, _, total, out = lax.fori_loop(0, 8, step, start)
    return out / total[:, None]


@case(LINE, (P("i"), P()), (P("i"), P()), normal(16, 4), normal(4, 4))
def gradient_of_shards(x, w):
    f = jax.shard_map(
        lambda x, w: lax.psum(jnp.sum(jnp.tanh(x @ w) ** 2), "i"), mesh=LINE, in_specs=(P("i"), P()), out_specs=P()
    )
    return jax.grad(f, (0, 1))(x, w)


SCALARS = {"float32": "f32", "int32": "i32"}


def constants(name, arrays):
    """A function that returns arrays."""
    types = ["tensor<" + "".join(f"{d}x" for d in x.shape) + SCALARS[x.dtype.name] + ">" for x in arrays]
    lines = [f"func.func @{name}() -> ({', '.join(types)}) {{"]
    for i, (x, ty) in enumerate(zip(arrays, types)):
        lines.append(f'  %{i} = stablehlo.constant dense<"0x{x.tobytes().hex().upper()}"> : {ty}')
        if x.ndim == 0:
            lines[-1] = f"  %{i} = stablehlo.constant dense<{float(x)!r}> : {ty}"
    values = ", ".join(f"%{i}" for i in range(len(arrays)))
    return "\n".join([*lines, f"  return {values} : {', '.join(types)}", "}"])


def main():
    chunks = []
    for name, f, mesh, ins, outs, inputs in CASES:
        sharded = lambda spec: jax.tree.map(lambda p: NamedSharding(mesh, p), spec, is_leaf=lambda p: isinstance(p, P))
        jitted = jax.jit(f, in_shardings=sharded(ins), out_shardings=sharded(outs))
        text = jitted.lower(*inputs).as_text()
        got = jax.tree.leaves(jitted(*inputs))
        want = [np.asarray(x) for x in got]
        # The same without devices: a flaw of the partitioner must not become the law.
        if not any(word in text for word in ("manual_computation",)):
            for a, b in zip(want, jax.tree.leaves(jax.jit(f.__wrapped__ if hasattr(f, "__wrapped__") else f)(*inputs))):
                np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)
        end = text.rstrip().rindex("}")
        body = text[:end].rstrip() + "\n" + constants("inputs", inputs) + "\n" + constants("want", want) + "\n}\n"
        chunks.append(f"// {name}\n{body}")
    data = "// Written by make.py: do not edit.\n\n" + "\n// -----\n\n".join(chunks)
    with open(HERE / "jax.mlir.gz", "wb") as file:
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
            packed.write(data.encode())
    print(f"{len(chunks)} programs, {len(data) >> 10} KiB")


if __name__ == "__main__":
    main()
