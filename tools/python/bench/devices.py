"""Functions of `shard_map` on eight devices of one process, on hloom and on JAX's CPU platform."""

import time

DEVICES = 8


def cases():
    """The functions, with the arguments and their specifications."""
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax import lax
    from jax.sharding import PartitionSpec as P

    rng = np.random.default_rng(0)

    def numbers(*shape):
        return (rng.standard_normal(shape) * 0.1).astype(np.float32)

    def network(weights, x, y):
        """A step of gradient descent, whose gradients are averaged over the devices."""

        def loss(weights):
            hidden = x
            for w, b in weights[:-1]:
                hidden = jax.nn.relu(hidden @ w + b)
            w, b = weights[-1]
            return jnp.mean((hidden @ w + b - y) ** 2)

        gradient = lax.pmean(jax.grad(loss)(weights), "x")
        return jax.tree.map(lambda w, g: w - 0.01 * g, weights, gradient)

    weights = [(numbers(n, m), numbers(m)) for n, m in ((256, 512), (512, 512), (512, 10))]
    yield "network, 8 x 128 rows", network, (weights, numbers(1024, 256), numbers(1024, 10)), (P(), P("x"), P("x")), P()

    def ring(q, k, v):
        """Attention whose keys and values go around."""

        def turn(_, state):
            k, v, total, largest, weight = state
            scores = q @ k.T
            new = jnp.maximum(largest, scores.max(-1))
            shares, scale = jnp.exp(scores - new[:, None]), jnp.exp(largest - new)
            total = total * scale[:, None] + shares @ v
            pass_on = lambda x: lax.ppermute(x, "x", [(i, (i + 1) % DEVICES) for i in range(DEVICES)])
            return pass_on(k), pass_on(v), total, new, weight * scale + shares.sum(-1)

        start = (k, v, jnp.zeros_like(q), jnp.full(q.shape[:1], -1e30), jnp.zeros(q.shape[:1]))
        _, _, total, _, weight = lax.fori_loop(0, DEVICES, turn, start)
        return total / weight[:, None]

    yield "ring attention, 2048 x 64", ring, tuple(numbers(2048, 64) for _ in range(3)), P("x"), P("x")

    def convolution(w, x):
        def loss(w):
            y = lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
            return jnp.mean(jax.nn.relu(y) ** 2)

        return w - lax.pmean(jax.grad(loss)(w), "x")

    yield "convolution, 8 x 4 images", convolution, (numbers(3, 3, 16, 32), numbers(32, 32, 32, 16)), (P(), P("x")), P()

    def scattered(x, w):
        """A product whose terms the devices have: a sum of parts, and all of it again."""
        part = lax.psum_scatter(x @ w, "x", scatter_dimension=0, tiled=True)
        return lax.all_gather(jnp.tanh(part), "x", axis=0, tiled=True)

    yield "psum_scatter, 512 x 2048 x 512", scattered, (numbers(512, 2048), numbers(2048, 512)), (P(None, "x"), P("x")), P()

    def rows(table, at):
        return lax.psum(table[at].sum(0), "x")

    at = rng.integers(0, 10000, 4096).astype(np.int32)
    yield "4096 rows of a table", rows, (numbers(10000, 128), at), (P(), P("x")), P()


def measure(rounds, row, platforms):
    """Milliseconds of a call, and of compiling, by turns."""
    import jax
    import numpy as np
    from jax.sharding import Mesh

    for name, function, arguments, ins, out in cases():
        calls, compiling, results = ({platform: [] for platform in platforms} for _ in range(3))
        compiled = {}
        for platform in platforms:
            mesh = Mesh(np.array(jax.devices(platform)[:DEVICES]), ("x",))
            mapped = jax.shard_map(function, mesh=mesh, in_specs=ins, out_specs=out, check_vma=False)
            lowered = jax.jit(mapped).lower(*arguments)
            start = time.perf_counter()
            compiled[platform] = lowered.compile()
            compiling[platform].append((time.perf_counter() - start) * 1e3)
            shardings = compiled[platform].input_shardings[0]
            given = jax.tree.map(jax.device_put, arguments, shardings)
            run = lambda compiled=compiled[platform], given=given: jax.block_until_ready(compiled(*given))
            compiled[platform] = run
            results[platform] = jax.tree.map(np.asarray, run())
        for _ in range(5 * rounds):
            for platform in platforms:
                start = time.perf_counter()
                compiled[platform]()
                calls[platform].append((time.perf_counter() - start) * 1e3)
        row(f"{name} (ms)", calls)
        row("    compilation (ms)", compiling)
        for own, other in zip(*map(jax.tree.leaves, results.values())):
            np.testing.assert_allclose(own, other, rtol=1e-4, atol=1e-5)
