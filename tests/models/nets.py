"""The networks: their forward passes in JAX, how they are trained, and the same arithmetic in NumPy.

Every forward pass is written with operations that lower to plain StableHLO: no gather or scatter (labels become
one-hot rows by comparing with an iota), no CHLO (squares are products, gelu is the tanh form).

Weights are dictionaries of arrays. An image is 8x8 numbers from 0 to 16, as scikit-learn ships them; scaling to
0..1 is part of the network, so that an exported program takes the scans as they are.
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

CLASSES = 10
HEADS = 4
EPSILON = np.float32(1e-5)


# Multilayer perceptron: 64 -> 128 -> 64 -> 10.


def mlp_init(key):
    return {
        **_dense_init(key, "0", 64, 128),
        **_dense_init(jax.random.fold_in(key, 1), "1", 128, 64),
        **_dense_init(jax.random.fold_in(key, 2), "2", 64, CLASSES),
    }


def mlp(weights, images):
    """Logits `[n, 10]` of images `[n, 8, 8]`."""
    x = images.reshape(images.shape[0], 64) * np.float32(1 / 16)
    x = jnp.maximum(x @ weights["w0"] + weights["b0"], 0)
    x = jnp.maximum(x @ weights["w1"] + weights["b1"], 0)
    return x @ weights["w2"] + weights["b2"]


# Convolutional network: two 3x3 convolutions of 16 and 32 channels, each halved by a 2x2 maximum, then two dense layers.


def cnn_init(key):
    return {
        **_conv_init(key, "0", 1, 16),
        **_conv_init(jax.random.fold_in(key, 1), "1", 16, 32),
        **_dense_init(jax.random.fold_in(key, 2), "2", 2 * 2 * 32, 64),
        **_dense_init(jax.random.fold_in(key, 3), "3", 64, CLASSES),
    }


def cnn(weights, images):
    """Logits `[n, 10]` of images `[n, 8, 8]`."""
    x = images.reshape(images.shape[0], 8, 8, 1) * np.float32(1 / 16)
    for layer in "01":
        x = lax.conv_general_dilated(
            x, weights["w" + layer], window_strides=(1, 1), padding="SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
        )
        x = jnp.maximum(x + weights["b" + layer], 0)
        x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    x = x.reshape(x.shape[0], 2 * 2 * 32)
    x = jnp.maximum(x @ weights["w2"] + weights["b2"], 0)
    return x @ weights["w3"] + weights["b3"]


# Transformer encoder: layers of self-attention and a feed-forward net, normalized after each residual sum.


def encoder_init(key, layers, width, hidden):
    weights = {}
    for layer in range(layers):
        k = jax.random.fold_in(key, layer)
        for i, name in enumerate(("query", "key", "value", "output")):
            weights[f"{layer}.{name}"] = _normal(jax.random.fold_in(k, i), (width, width), width)
        weights[f"{layer}.up"] = _normal(jax.random.fold_in(k, 4), (width, hidden), width)
        weights[f"{layer}.up_bias"] = 0.1 * jax.random.normal(jax.random.fold_in(k, 5), (hidden,))
        weights[f"{layer}.down"] = _normal(jax.random.fold_in(k, 6), (hidden, width), hidden)
        weights[f"{layer}.down_bias"] = 0.1 * jax.random.normal(jax.random.fold_in(k, 7), (width,))
        for i, norm in enumerate(("norm1", "norm2")):
            weights[f"{layer}.{norm}_scale"] = 1 + 0.1 * jax.random.normal(jax.random.fold_in(k, 8 + 2 * i), (width,))
            weights[f"{layer}.{norm}_shift"] = 0.1 * jax.random.normal(jax.random.fold_in(k, 9 + 2 * i), (width,))
    return weights


def softmax(x):
    e = jnp.exp(x - jnp.max(x, axis=-1, keepdims=True))
    return e / jnp.sum(e, axis=-1, keepdims=True)


def layer_norm(x, scale, shift):
    mean = jnp.mean(x, axis=-1, keepdims=True)
    centred = x - mean
    variance = jnp.mean(centred * centred, axis=-1, keepdims=True)
    return centred * lax.rsqrt(variance + EPSILON) * scale + shift


def encoder(weights, x, layers):
    """Sequences `[batch, time, width]` to the same shape."""
    batch, time, width = x.shape
    depth = width // HEADS
    for layer in range(layers):
        w = functools.partial(_named, weights, layer)
        heads = lambda y: y.reshape(batch, time, HEADS, depth)
        query, key, value = heads(x @ w("query")), heads(x @ w("key")), heads(x @ w("value"))
        scores = jnp.einsum("bqhd,bkhd->bhqk", query, key) * np.float32(depth**-0.5)
        mixed = jnp.einsum("bhqk,bkhd->bqhd", softmax(scores), value).reshape(batch, time, width)
        x = layer_norm(x + mixed @ w("output"), w("norm1_scale"), w("norm1_shift"))
        hidden = jax.nn.gelu(x @ w("up") + w("up_bias"), approximate=True)
        x = layer_norm(x + hidden @ w("down") + w("down_bias"), w("norm2_scale"), w("norm2_shift"))
    return x


# Training.


def cross_entropy(logits, labels):
    """Mean negative log likelihood of integer labels `[n]`."""
    shifted = logits - lax.stop_gradient(jnp.max(logits, axis=-1, keepdims=True))
    log_sum = jnp.log(jnp.sum(jnp.exp(shifted), axis=-1))
    one_hot = (labels[:, None] == lax.iota(jnp.int32, CLASSES)[None, :]).astype(logits.dtype)
    return jnp.mean(log_sum - jnp.sum(one_hot * shifted, axis=-1))


def sgd_step(weights, images, labels, rate=np.float32(0.05)):
    """One step of gradient descent on the perceptron: its loss before the step, and the new weights."""
    loss, gradient = jax.value_and_grad(lambda w: cross_entropy(mlp(w, images), labels))(weights)
    return loss, jax.tree.map(lambda w, g: w - rate * g, weights, gradient)


def train(net, weights, images, labels, key, epochs, batch=64, rate=2e-3, decay=1e-3):
    """Adam with decoupled weight decay and a cosine schedule, on images shifted by up to one pixel each way.

    Training with shifts is what lets nets this small generalize from 1,400 scans.
    """
    steps = epochs * (len(images) // batch)
    labels = jnp.asarray(labels)
    padded = jnp.pad(images, ((0, 0), (1, 1), (1, 1)))

    def step(state, i):
        weights, first, second = state
        k_pick, k_row, k_column = jax.random.split(jax.random.fold_in(key, i), 3)
        pick = jax.random.randint(k_pick, (batch,), 0, len(images))
        rows, columns = (jax.random.randint(k, (batch,), 0, 3) for k in (k_row, k_column))
        shifted = jax.vmap(lambda image, r, c: lax.dynamic_slice(image, (r, c), (8, 8)))(padded[pick], rows, columns)
        gradient = jax.grad(lambda w: cross_entropy(net(w, shifted), labels[pick]))(weights)
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, gradient)
        second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, gradient)
        t = i.astype(jnp.float32) + 1
        now = rate * 0.5 * (1 + jnp.cos(jnp.pi * t / steps))

        def update(w, m, v):
            return w - now * (m / (1 - 0.9**t) / (jnp.sqrt(v / (1 - 0.999**t)) + 1e-8) + decay * w)

        return (jax.tree.map(update, weights, first, second), first, second), None

    zeros = jax.tree.map(jnp.zeros_like, weights)
    run = jax.jit(lambda weights: lax.scan(step, (weights, zeros, zeros), jnp.arange(steps))[0][0])
    return run(weights)


# The same arithmetic in NumPy and double precision: what JAX's answers are checked against before they are saved.


def mlp_numpy(weights, images):
    w = _doubles(weights)
    x = images.reshape(len(images), 64).astype(np.float64) / 16
    x = np.maximum(x @ w["w0"] + w["b0"], 0)
    x = np.maximum(x @ w["w1"] + w["b1"], 0)
    return x @ w["w2"] + w["b2"]


def cnn_numpy(weights, images):
    w = _doubles(weights)
    x = images[..., None].astype(np.float64) / 16
    for layer in "01":
        n, size, _, _ = x.shape
        padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
        taps = [
            padded[:, i : i + size, j : j + size, :] @ w["w" + layer][i, j] for i in range(3) for j in range(3)
        ]
        x = np.maximum(sum(taps) + w["b" + layer], 0)
        x = x.reshape(n, size // 2, 2, size // 2, 2, -1).max(axis=(2, 4))
    x = x.reshape(len(x), -1)
    x = np.maximum(x @ w["w2"] + w["b2"], 0)
    return x @ w["w3"] + w["b3"]


def encoder_numpy(weights, x, layers):
    weights, x = _doubles(weights), x.astype(np.float64)
    batch, time, width = x.shape

    def norm(x, scale, shift):
        centred = x - x.mean(axis=-1, keepdims=True)
        return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + EPSILON) * scale + shift

    for layer in range(layers):
        w = functools.partial(_named, weights, layer)
        split = lambda y: y.reshape(batch, time, HEADS, -1).transpose(0, 2, 1, 3)
        query, key, value = split(x @ w("query")), split(x @ w("key")), split(x @ w("value"))
        scores = query @ key.transpose(0, 1, 3, 2) / np.sqrt(width // HEADS)
        e = np.exp(scores - scores.max(axis=-1, keepdims=True))
        mixed = (e / e.sum(axis=-1, keepdims=True) @ value).transpose(0, 2, 1, 3).reshape(batch, time, width)
        x = norm(x + mixed @ w("output"), w("norm1_scale"), w("norm1_shift"))
        h = x @ w("up") + w("up_bias")
        h = 0.5 * h * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3)))
        x = norm(x + h @ w("down") + w("down_bias"), w("norm2_scale"), w("norm2_shift"))
    return x


def sgd_step_numpy(weights, images, labels, rate=0.05):
    """Back-propagation by hand: loss, and the new weights."""
    w = _doubles(weights)
    n = len(images)
    x = images.reshape(n, 64).astype(np.float64) / 16
    h = np.maximum(x @ w["w0"] + w["b0"], 0)
    g = np.maximum(h @ w["w1"] + w["b1"], 0)
    logits = g @ w["w2"] + w["b2"]
    e = np.exp(logits - logits.max(axis=-1, keepdims=True))
    p = e / e.sum(axis=-1, keepdims=True)
    loss = -np.log(p[np.arange(n), labels]).mean()
    d2 = (p - np.eye(CLASSES)[labels]) / n
    d1 = (d2 @ w["w2"].T) * (g > 0)
    d0 = (d1 @ w["w1"].T) * (h > 0)
    gradient = {
        "w0": x.T @ d0, "b0": d0.sum(0), "w1": h.T @ d1, "b1": d1.sum(0), "w2": g.T @ d2, "b2": d2.sum(0),
    }  # fmt: skip
    return loss, {name: w[name] - rate * gradient[name] for name in w}


def _named(weights, layer, name):
    return weights[f"{layer}.{name}"]


def _doubles(weights):
    return {name: np.asarray(w, np.float64) for name, w in weights.items()}


def _normal(key, shape, fan_in):
    return jax.random.normal(key, shape) / np.sqrt(fan_in).astype(np.float32)


def _dense_init(key, layer, inputs, outputs):
    return {"w" + layer: np.float32(2**0.5) * _normal(key, (inputs, outputs), inputs), "b" + layer: jnp.zeros(outputs)}


def _conv_init(key, layer, inputs, outputs):
    shape = (3, 3, inputs, outputs)
    return {"w" + layer: np.float32(2**0.5) * _normal(key, shape, 9 * inputs), "b" + layer: jnp.zeros(outputs)}
