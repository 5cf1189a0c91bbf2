"""Writes the programs of this folder: expressions and whole algorithms that fusion is
held to, as JAX exports them.

    python make.py        (any JAX of 0.4.30 or later)

The algorithms are those of the SystemML papers, in their textbook form, on dense data.
"""

import pathlib

import jax
import jax.numpy as jnp
from jax import lax

jax.config.update("jax_enable_x64", True)
HERE = pathlib.Path(__file__).parent
F32, F64 = jnp.float32, jnp.float64


def spec(*shape, dtype=F32):
    return jax.ShapeDtypeStruct(shape, dtype)


def sum_xyz(x, y, z):
    return jnp.sum(x * y * z)


def two_sums(x, y, z):
    return jnp.sum(x * y), jnp.sum(x * z)


def three_sums(x):
    return jnp.sum(x), jnp.sum(x * x), jnp.max(x)


def unrelated_sums(x, y, v, w):
    return jnp.sum(x * y), jnp.sum(v * w)


def mv_chain(x, v):
    return x.T @ (x @ v)


def weighted_mv_chain(x, w, v):
    return x.T @ (w * (x @ v))


def multinomial(x, p, v):
    p = p[:, :-1]
    q = p * (x @ v)
    return x.T @ (q - p * jnp.sum(q, axis=1, keepdims=True))


def als_update(x, u, v, r):
    return ((x != 0) * (u @ v.T)) @ v + 1e-6 * u * r


def outer_loss(x, u, v):
    return jnp.sum(x * (x * jnp.log(jnp.abs(u @ v.T) + 2)))


def line_search(y, xw, xd, wd, dd, s):
    def body(c):
        i, s, _ = c
        out = 1 - y * (xw + s * xd)
        sv = (out > 0).astype(y.dtype)
        out = out * sv
        g = wd + s * dd - jnp.sum(out * y * xd)
        h = dd + jnp.sum(xd * sv * xd)
        return i + 1, s - g / h, g
    return lax.while_loop(lambda c: c[0] < 10, body, (0, s, jnp.zeros((), y.dtype)))[1:]


def l2svm(x, y):
    lam = 1.0
    n = x.shape[1]
    w0 = jnp.zeros(n, x.dtype)
    g0 = x.T @ y

    def outer(c):
        i, w, xw, g, s = c
        xd = x @ s
        wd = lam * jnp.sum(w * s)
        dd = lam * jnp.sum(s * s)
        step, _ = line_search(y, xw, xd, wd, dd, jnp.zeros((), x.dtype))
        w = w + step * s
        xw = xw + step * xd
        out = 1 - y * xw
        out = out * (out > 0).astype(x.dtype)
        g_new = x.T @ (out * y) - lam * w
        be = jnp.sum(g_new * g_new) / jnp.sum(g * g)
        return i + 1, w, xw, g_new, be * s + g_new

    return lax.while_loop(lambda c: c[0] < 4, outer,
                          (0, w0, jnp.zeros(x.shape[0], x.dtype), g0, g0))[1]


def multinomial_regression(x, y):
    k = y.shape[1]

    def body(c):
        i, b = c
        scores = x @ b
        e = jnp.exp(scores - jnp.max(scores, axis=1, keepdims=True))
        p = e / jnp.sum(e, axis=1, keepdims=True)
        g = x.T @ (p - y) + 0.1 * b
        q = p * (x @ g)
        h = x.T @ (q - p * jnp.sum(q, axis=1, keepdims=True)) + 0.1 * g
        return i + 1, b - jnp.sum(g * g) / jnp.sum(g * h) * g

    return lax.while_loop(lambda c: c[0] < 5, body, (0, jnp.zeros((x.shape[1], k), x.dtype)))[1]


def glm_probit(x, y):
    def body(c):
        i, b = c
        eta = x @ b
        pdf = jnp.exp(-0.5 * eta * eta) * 0.3989422804014327
        cdf = 0.5 * (1 + jnp.tanh(0.7978845608 * (eta + 0.044715 * eta ** 3)))
        cdf = jnp.clip(cdf, 1e-4, 1 - 1e-4)
        w = pdf * pdf / (cdf * (1 - cdf))
        g = x.T @ (pdf * (y - cdf) / (cdf * (1 - cdf)))
        h = x.T @ (w * (x @ g)) + 1e-3 * g
        return i + 1, b + 0.5 * jnp.sum(g * g) / jnp.sum(g * h) * g

    return lax.while_loop(lambda c: c[0] < 6, body, (0, jnp.zeros(x.shape[1], x.dtype)))[1]


def kmeans(x, centers):
    def body(c):
        i, m, _ = c
        d = -2 * (x @ m.T) + jnp.sum(m * m, axis=1)[None, :]
        least = jnp.min(d, axis=1, keepdims=True)
        a = (d <= least).astype(x.dtype)
        a = a / jnp.sum(a, axis=1, keepdims=True)
        m = (a.T @ x) / (jnp.sum(a, axis=0)[:, None] + 1e-6)
        return i + 1, m, jnp.sum(least)

    return lax.while_loop(lambda c: c[0] < 5, body, (0, centers, jnp.zeros((), x.dtype)))[1:]


def als_cg(x, u, v):
    w = (x != 0).astype(x.dtype)

    def step(a, b, data, mask):
        g = (mask * (a @ b.T) - data) @ b + 0.1 * a
        h = (mask * (g @ b.T)) @ b + 0.1 * g
        return a - jnp.sum(g * g) / jnp.sum(g * h) * g

    def body(c):
        i, u, v = c
        u = step(u, v, x, w)
        v = step(v, u, x.T, w.T)
        return i + 1, u, v

    return lax.while_loop(lambda c: c[0] < 4, body, (0, u, v))[1:]


def autoencoder(x, w1, w2):
    def body(c):
        i, w1, w2, _ = c
        h = jax.nn.sigmoid(x @ w1)
        o = jax.nn.sigmoid(h @ w2)
        e = o - x
        do = e * o * (1 - o)
        dh = (do @ w2.T) * h * (1 - h)
        rate = 0.01 / x.shape[0]
        return i + 1, w1 - rate * (x.T @ dh), w2 - rate * (h.T @ do), jnp.sum(e * e)

    return lax.while_loop(lambda c: c[0] < 4, body, (0, w1, w2, jnp.zeros((), x.dtype)))[1:]


def softmax(x):
    return jax.nn.softmax(x, axis=-1)


def layer_norm(x, g, b):
    m = jnp.mean(x, axis=-1, keepdims=True)
    v = jnp.mean((x - m) ** 2, axis=-1, keepdims=True)
    return (x - m) * lax.rsqrt(v + 1e-5) * g + b


def rms_norm(x, g):
    return x * lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6) * g


def log_sum_exp(x):
    return jax.nn.logsumexp(x, axis=1)


def attention(q, k, v, mask):
    s = jnp.einsum("bhqd,bhkd->bhqk", q, k) / jnp.sqrt(q.shape[-1]).astype(q.dtype)
    s = jnp.where(mask, s, jnp.asarray(-1e9, q.dtype))
    return jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(s, axis=-1), v)


def block(x, wq, wk, wv, wo, w1, w2, g1, b1, g2, b2):
    n, d, heads = x.shape[0], x.shape[1], 2
    split = lambda t: t.reshape(n, heads, d // heads).transpose(1, 0, 2)[None]
    y = layer_norm(x, g1, b1)
    mask = jnp.tril(jnp.ones((n, n), bool))[None, None]
    a = attention(split(y @ wq), split(y @ wk), split(y @ wv), mask)[0]
    x = x + a.transpose(1, 0, 2).reshape(n, d) @ wo
    return x + jax.nn.gelu(layer_norm(x, g2, b2) @ w1) @ w2


def block_gradient(*args):
    return jax.grad(lambda *a: jnp.mean(block(*a) ** 2), argnums=tuple(range(11)))(*args)


def bn_into_conv(x, k, mean, var, scale, shift):
    y = lax.conv_general_dilated(x, k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return jnp.maximum((y - mean) * lax.rsqrt(var + 1e-5) * scale + shift, 0)


def adam(*args):
    n = len(args) // 4
    out = []
    for p, g, m, v in zip(*(args[i * n:(i + 1) * n] for i in range(4))):
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * g * g
        out += [p - 0.01 * m / (jnp.sqrt(jnp.abs(v)) + 1e-8), m, v]
    return out


def cross_entropy(x, y):
    return -jnp.mean(jnp.sum(jax.nn.log_softmax(x) * y, axis=1))


D = 16
BLOCK = [spec(12, D)] + [spec(D, D)] * 4 + [spec(D, 32), spec(32, D)] + [spec(D)] * 4
def embedding_update(table, i, dy, keep):
    return table.at[jnp.clip(i, 0, 99)].add(-0.1 * jnp.where(keep, dy, 0))


PROGRAMS = {
    "sum_xyz": (sum_xyz, [spec(300, 70)] * 3),
    "two_sums": (two_sums, [spec(300, 70)] * 3),
    "three_sums": (three_sums, [spec(300, 70)]),
    "unrelated_sums": (unrelated_sums, [spec(300, 70)] * 4),
    "mv_chain": (mv_chain, [spec(1000, 37), spec(37)]),
    "weighted_mv_chain": (weighted_mv_chain, [spec(1003, 37), spec(1003), spec(37)]),
    "weighted_mv_chain_f64": (weighted_mv_chain,
                              [spec(1003, 37, dtype=F64), spec(1003, dtype=F64), spec(37, dtype=F64)]),
    "weighted_one_row": (weighted_mv_chain, [spec(1, 37), spec(1), spec(37)]),
    "weighted_one_column": (weighted_mv_chain, [spec(500, 1), spec(500), spec(1)]),
    "multinomial": (multinomial, [spec(500, 20), spec(500, 5), spec(20, 4)]),
    "als_update": (als_update, [spec(300, 280), spec(300, 8), spec(280, 8), spec(300, 1)]),
    "outer_loss": (outer_loss, [spec(300, 280), spec(300, 8), spec(280, 8)]),
    "line_search": (line_search, [spec(5000)] * 3 + [spec()] * 3),
    "l2svm": (l2svm, [spec(400, 10), spec(400)]),
    "multinomial_regression": (multinomial_regression, [spec(300, 10), spec(300, 4)]),
    "glm_probit": (glm_probit, [spec(400, 10), spec(400)]),
    "kmeans": (kmeans, [spec(400, 10), spec(5, 10)]),
    "als_cg": (als_cg, [spec(60, 50), spec(60, 4), spec(50, 4)]),
    "autoencoder": (autoencoder, [spec(64, 40), spec(40, 8), spec(8, 40)]),
    "softmax": (softmax, [spec(100, 300)]),
    "softmax_f64": (softmax, [spec(64, 100, dtype=F64)]),
    "softmax_empty": (softmax, [spec(0, 300)]),
    "layer_norm": (layer_norm, [spec(8, 12, 96), spec(96), spec(96)]),
    "rms_norm": (rms_norm, [spec(100, 96), spec(96)]),
    "log_sum_exp": (log_sum_exp, [spec(100, 300)]),
    "attention": (attention, [spec(2, 2, 20, 16)] * 3 + [spec(1, 1, 20, 20, dtype=jnp.bool_)]),
    "transformer_block": (block, BLOCK),
    "transformer_block_gradient": (block_gradient, BLOCK),
    "bn_into_conv": (bn_into_conv, [spec(2, 10, 10, 3), spec(3, 3, 3, 8)] + [spec(8)] * 4),
    "adam": (adam, ([spec(8, 16), spec(16), spec(16, 4), spec(4)] * 5) * 4),
    "embedding_update": (embedding_update, [spec(100, 16), spec(250, dtype=jnp.int32),
                                            spec(250, 16), spec(250, 16, dtype=jnp.bool_)]),
    "cross_entropy": (cross_entropy, [spec(100, 30), spec(100, 30)]),
}


def main():
    for name, (f, args) in PROGRAMS.items():
        text = jax.jit(f).lower(*args).as_text()
        lines = [line.rstrip() for line in text.splitlines()]
        (HERE / f"{name}.mlir").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
