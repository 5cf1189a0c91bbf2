"""Cases of control flow and calls, and whole programs of several ops."""

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax

from make import case

F32, F64, BF16 = np.float32, np.float64, ml_dtypes.bfloat16


def _random(seed, *shape, low=-2, high=2, dtype=F32):
    return np.random.default_rng(seed).uniform(low, high, shape).astype(dtype)


def _whole(seed, *shape, dtype=F32):
    return np.random.default_rng(seed).integers(-3, 4, shape).astype(dtype)


def control():
    i32 = np.int32
    yield case("while_doubles", lambda x: lax.while_loop(lambda v: v < 100, lambda v: v * 2, x), i32(3), reference=lambda x: i32(192))
    yield case("while_never", lambda x: lax.while_loop(lambda v: v < 0, lambda v: v * 2, x), i32(3), reference=lambda x: x)
    yield case("fori_sum", lambda n, x: lax.fori_loop(i32(0), n, lambda i, v: v + i.astype(F32), x), i32(10), F32(0.5))
    yield case("fori_static", lambda x: lax.fori_loop(0, 5, lambda i, v: v * F32(2) + F32(1), x), np.array([1.0, -1.0], F32))

    def fibonacci(n):
        return lax.while_loop(lambda s: s[0] > 0, lambda s: (s[0] - 1, s[2], s[1] + s[2]), (n, i32(0), i32(1)))

    yield case("while_three_values", fibonacci, i32(20), reference=lambda n: (i32(0), i32(6765), i32(10946)))

    def collatz(n):
        odd = lambda v: 3 * v + 1
        body = lambda s: (lax.cond(s[0] % 2 == 0, lambda v: v // 2, odd, s[0]), s[1] + 1)
        return lax.while_loop(lambda s: s[0] != 1, body, (n, i32(0)))

    yield case("cond_inside_while", collatz, i32(27), reference=lambda n: (i32(1), i32(111)))

    def table(n):
        outer = lambda i, v: lax.fori_loop(i32(0), i, lambda j, u: u + i * j, v)
        return lax.fori_loop(i32(0), n, outer, i32(0))

    yield case("nested_loops", table, i32(7), reference=lambda n: i32(sum(i * j for i in range(n) for j in range(i))))
    x = np.array([1.0, -2.0, 3.0], F32)
    choose = lambda p, x: lax.cond(p, lambda v: v + 1, lambda v: v * 10, x)
    yield case("cond_true", choose, np.bool_(True), x, reference=lambda p, x: x + 1)
    yield case("cond_false", choose, np.bool_(False), x, reference=lambda p, x: x * 10)
    branches = (lambda v: v, lambda v: -v, lambda v: v * v)
    for i in (0, 1, 2, 7, -3):
        name = f"switch_{i}".replace("-", "minus_")
        yield case(name, lambda i, x: lax.switch(i, branches, x), i32(i), x)
    swap = lambda p, x, y: lax.cond(p, lambda a, b: (b, a), lambda a, b: (a, b), x, y)
    yield case("cond_two_results", swap, np.bool_(True), x, -x, reference=lambda p, x, y: (y, x))
    outside = lambda p, x, y: lax.cond(p, lambda: x + y, lambda: x - y)
    yield case("cond_captures", outside, np.bool_(False), x, x * x, reference=lambda p, x, y: x - y)
    twice = jax.jit(lambda v: v + v)
    yield case("calls", lambda x: twice(twice(x)) + twice(x), x, reference=lambda x: 6 * x)
    yield case("call_two_shapes", lambda x: (twice(x), twice(x[:1])), x, reference=lambda x: (2 * x, 2 * x[:1]))
    yield case("no_inputs", lambda: jnp.arange(6, dtype=F32).reshape(2, 3) * F32(2))
    yield case("same_result_twice", lambda x: (x, x + 1, x), x)
    yield case("mapped", jax.vmap(lambda v, w: jnp.dot(v, w)), _whole(1, 4, 3), _whole(2, 4, 3), reference=lambda v, w: (v * w).sum(1))
    bounded = lambda n: lax.while_loop(lambda v: v < n, lambda v: v + i32(1), i32(0))
    yield case("mapped_while", jax.vmap(bounded), np.array([3, 0, 5], i32), reference=lambda n: n)


def programs():
    x = _random(1, 4, 8)

    def softmax(x):
        e = np.exp(x - x.max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True)

    yield case("softmax_rows", lambda x: jax.nn.softmax(x, axis=-1), x, ulps=24, reference=softmax)
    yield case("log_sum_exp", lambda x: jax.nn.logsumexp(x, axis=1), x + 3, ulps=24, reference=lambda x: np.log(np.exp(x).sum(1)))
    gelu = lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))
    yield case("gelu_tanh", lambda x: jax.nn.gelu(x, approximate=True), x, ulps=64, reference=gelu)
    yield case("silu_f32", jax.nn.silu, x, ulps=8, reference=lambda x: x / (1 + np.exp(-x)))
    yield case("relu6_f32", jax.nn.relu6, 4 * x, reference=lambda x: np.clip(x, 0, 6) + 0.0)
    yield case("one_hot", lambda i: jax.nn.one_hot(i, 5, dtype=F32), np.array([0, 3, 4, 9], np.int32))

    def rms_norm(x, scale):
        return x * lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + F32(1e-6)) * scale

    yield case("rms_norm", rms_norm, x, _random(2, 8), ulps=24, reference=lambda x, s: x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-6) * s)
    yield case("distances", lambda x, y: jnp.sqrt(jnp.sum((x[:, None] - y[None]) ** 2, -1)), _whole(3, 3, 2), _whole(4, 4, 2), ulps=1)
    yield case("pairwise_minimum", lambda x: jnp.min(jnp.where(jnp.eye(4, dtype=bool), F32(99), jnp.abs(x[:, None] - x[None])), 1), np.array([1.0, 4.0, 9.5, 2.5], F32))  # fmt: skip

    def life(board):
        count = lax.reduce_window(board, np.int32(0), lax.add, (3, 3), (1, 1), "SAME") - board
        return ((count == 3) | ((board == 1) & (count == 2))).astype(np.int32)

    glider = np.zeros((7, 7), np.int32)
    glider[[0, 1, 2, 2, 2], [1, 2, 0, 1, 2]] = 1
    moved = np.roll(glider, (1, 1), (0, 1))
    yield case("game_of_life", lambda b: lax.fori_loop(0, 4, lambda i, b: life(b), b), glider, reference=lambda b: moved, note="A glider moves one cell in four generations.")  # fmt: skip

    def mandelbrot(c):
        def step(s):
            z, n, i = s
            z = z * z + c
            inside = lax.real(z) ** 2 + lax.imag(z) ** 2 < F32(4)
            return jnp.where(inside, z, np.complex64(9)), n + inside.astype(np.int32), i + 1

        start = (jnp.zeros_like(c), jnp.zeros(c.shape, np.int32), np.int32(0))
        return lax.while_loop(lambda s: s[2] < 12, step, start)[1]

    def mandelbrot_numpy(c):
        z, n = np.zeros_like(c), np.zeros(c.shape, np.int32)
        for _ in range(12):
            z = z * z + c
            inside = abs(z) < 2
            z, n = np.where(inside, z, 9), n + inside
        return n

    re, im = np.meshgrid(np.linspace(-2.03, 0.52, 8), np.linspace(-1.07, 1.1, 5))
    yield case("mandelbrot", mandelbrot, (re + 1j * im).astype(np.complex64), reference=mandelbrot_numpy)

    def power(matrix, n):
        def step(s):
            base, out, n = s
            return base @ base, jnp.where(n % 2 == 1, out @ base, out), n // 2

        return lax.while_loop(lambda s: s[2] > 0, step, (matrix, jnp.eye(2, dtype=matrix.dtype), n))[1]

    q = np.array([[1, 1], [1, 0]], np.int64)
    yield case("matrix_power", power, q, np.int64(60), reference=lambda q, n: np.linalg.matrix_power(q, int(n)))

    def newton(a):
        return lax.fori_loop(0, 6, lambda i, s: F64(0.5) * (s + a / s), a)

    yield case("newton_square_root_f64", newton, F64(2), ulps=2, reference=np.sqrt)

    def primes(n):
        candidates = jnp.arange(n, dtype=np.int32)
        divides = (candidates[:, None] % jnp.maximum(candidates[None], 1) == 0) & (candidates[None] > 1)
        return (jnp.sum(divides.astype(np.int32), axis=1, dtype=np.int32) == 1) & (candidates > 1)

    yield case("primes", lambda: primes(24))
    yield case("prefix_sum", lambda x: jnp.cumsum(x, axis=0), _whole(5, 6, 2) + F32(0.5), reference=lambda x: np.cumsum(x, 0))
    yield case("prefix_maximum_i32", lambda x: lax.cummax(x, axis=0), np.array([3, 1, 4, 1, 5, 9, 2, 6], np.int32), reference=np.maximum.accumulate)
    polynomial = lambda x: jnp.polyval(jnp.array([1, -2, 0.5, 3], F32), x)
    yield case("horner", polynomial, _whole(6, 5), reference=lambda x: np.polyval([1, -2, 0.5, 3], x))
    loss = lambda w, x: jnp.sum(jnp.tanh(x @ w) ** 2)
    yield case("gradient_of_tanh_layer", jax.grad(loss), _random(7, 8, 2, low=0.1, high=0.3), _random(8, 4, 8, low=0.1, high=0.3), ulps=64)
    yield case("hessian_of_cubic", jax.hessian(lambda v: jnp.sum(v * v * v) + v[0] * v[1]), np.array([1.0, -2.0, 3.0], F32))
    fade = lambda x: lax.fori_loop(0, 3, lambda i, v: v + F32(0.25) * (lax.pad(v, F32(0), ((-1, 1, 0),)) - 2 * v + lax.pad(v, F32(0), ((1, -1, 0),))), x)  # fmt: skip
    yield case("heat_equation", fade, np.array([0, 0, 64, 0, 0, 0], F32), note="Neighbours by padding one edge and cutting the other.")
    crc = lambda x: lax.fori_loop(0, 8, lambda i, v: jnp.where(v & 1, (v >> 1) ^ np.uint32(0xEDB88320), v >> 1), x)
    table = [0, 1996959894, 3993919788, 2567524794]
    yield case("crc32_table", crc, np.arange(4).astype(np.uint32), reference=lambda x: np.array(table, np.uint32))


FAMILIES = {"control": control, "programs": programs}
