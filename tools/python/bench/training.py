"""Training scripts as in JAX's documentation: `python training.py cnn`, `cifar`, `gpt`, `lstm` or `vae`.

They use `jax` and `jax.numpy` alone, make their own data, and print the loss of the first and the
last step. The platform is that of `JAX_PLATFORMS`.
"""

import sys
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def dense(key, rows, columns):
    """The weights and the bias of a layer."""
    return {"w": jax.random.normal(key, (rows, columns)) / np.sqrt(rows), "b": jnp.zeros(columns)}


def apply(layer, x):
    return x @ layer["w"] + layer["b"]


def adam(loss, rate=1e-3):
    """One step of Adam with a loss of parameters and a batch."""

    @partial(jax.jit, donate_argnums=0)
    def step(state, *batch):
        parameters, m, v, count = state
        value, gradient = jax.value_and_grad(loss)(parameters, *batch)
        count = count + 1
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, gradient)
        v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, v, gradient)
        scale = jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
        change = lambda p, m, v: p - rate * scale * m / (jnp.sqrt(v) + 1e-8)
        return (jax.tree.map(change, parameters, m, v), m, v, count), value

    return step


def start(parameters):
    zeros = jax.tree.map(jnp.zeros_like, parameters)
    return parameters, zeros, jax.tree.map(jnp.zeros_like, parameters), jnp.zeros(())


def crossentropy(logits, labels):
    picked = jnp.take_along_axis(jax.nn.log_softmax(logits), labels[..., None], axis=-1)
    return -jnp.mean(picked)


def cnn(steps):
    """Images of 28 × 28 in ten classes: two convolutions, two dense layers."""
    random = np.random.default_rng(0)
    labels = random.integers(0, 10, 2048)
    images = random.normal(size=(2048, 28, 28, 1)).astype(np.float32) * 0.5
    images[np.arange(2048), 2 * labels + 3] += 2
    keys = jax.random.split(jax.random.key(0), 4)
    parameters = {
        "c1": jax.random.normal(keys[0], (3, 3, 1, 32)) / 3,
        "c2": jax.random.normal(keys[1], (3, 3, 32, 64)) / 17,
        "d1": dense(keys[2], 7 * 7 * 64, 256),
        "d2": dense(keys[3], 256, 10),
    }

    def layer(x, kernel):
        x = lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        return lax.reduce_window(jax.nn.relu(x), 0.0, lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID") / 4

    def loss(parameters, x, y):
        x = layer(layer(x, parameters["c1"]), parameters["c2"])
        x = jax.nn.relu(apply(parameters["d1"], x.reshape(x.shape[0], -1)))
        return crossentropy(apply(parameters["d2"], x), y)

    batches = ((images[i : i + 128], labels[i : i + 128]) for i in (128 * (s % 16) for s in range(steps)))
    return adam(loss), start(parameters), batches


def cifar(steps, batch=64):
    """Images of 32 × 32 in three colours: a residual network of three stages with batch norm."""
    random = np.random.default_rng(0)
    labels = random.integers(0, 10, 1024)
    images = random.normal(size=(1024, 32, 32, 3)).astype(np.float32) * 0.5
    images[np.arange(1024), 3 * labels + 1, :, labels % 3] += 2
    keys = iter(jax.random.split(jax.random.key(0), 12))

    def kernel(size, inputs, outputs):
        return jax.random.normal(next(keys), (size, size, inputs, outputs)) * np.sqrt(2 / (size * size * inputs))

    def normed(size, inputs, outputs):
        return {"w": kernel(size, inputs, outputs), "scale": jnp.ones(outputs), "shift": jnp.zeros(outputs)}

    def block(inputs, outputs):
        it = {"a": normed(3, inputs, outputs), "b": normed(3, outputs, outputs)}
        return it if inputs == outputs else it | {"skip": normed(1, inputs, outputs)}

    parameters = {
        "stem": normed(3, 3, 16),
        "blocks": [block(16, 16), block(16, 32), block(32, 64)],
        "head": dense(next(keys), 64, 10),
    }

    def layer(it, x, stride=1):
        x = lax.conv_general_dilated(
            x, it["w"], (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
        )
        mean = jnp.mean(x, (0, 1, 2))
        variance = jnp.mean((x - mean) ** 2, (0, 1, 2))
        return (x - mean) * lax.rsqrt(variance + 1e-5) * it["scale"] + it["shift"]

    def loss(parameters, x, y):
        x = jax.nn.relu(layer(parameters["stem"], x))
        for it in parameters["blocks"]:
            stride = 2 if "skip" in it else 1
            skip = layer(it["skip"], x, stride) if "skip" in it else x
            x = layer(it["b"], jax.nn.relu(layer(it["a"], x, stride)))
            x = jax.nn.relu(x + skip)
        return crossentropy(apply(parameters["head"], jnp.mean(x, (1, 2))), y)

    def drawn(step):
        at = batch * (step % (1024 // batch))
        x = images[at : at + batch]
        flipped = random.random(batch) < 0.5
        return np.where(flipped[:, None, None, None], x[:, :, ::-1], x), labels[at : at + batch]

    return adam(loss), start(parameters), (drawn(step) for step in range(steps))


def gpt(steps, width=128, heads=4, layers=2, length=64, words=96):
    """A decoder of characters."""
    keys = iter(jax.random.split(jax.random.key(0), 4 + 4 * layers))
    normal = lambda *shape: jax.random.normal(next(keys), shape) * 0.05
    block = lambda: {
        "qkv": dense(next(keys), width, 3 * width),
        "out": dense(next(keys), width, width),
        "up": dense(next(keys), width, 4 * width),
        "down": dense(next(keys), 4 * width, width),
    }
    parameters = {
        "words": normal(words, width),
        "places": normal(length, width),
        "blocks": [block() for _ in range(layers)],
        "head": dense(next(keys), width, words),
    }

    def norm(x):
        x = x - jnp.mean(x, -1, keepdims=True)
        return x * lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-5)

    def attend(it, x):
        q, k, v = jnp.split(apply(it["qkv"], x).reshape(*x.shape[:2], heads, -1), 3, axis=-1)
        scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(width // heads)
        scores = jnp.where(jnp.tril(jnp.ones((length, length), bool)), scores, -1e9)
        mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), v)
        return apply(it["out"], mixed.reshape(x.shape))

    def loss(parameters, text):
        x = parameters["words"][text[:, :-1]] + parameters["places"]
        for it in parameters["blocks"]:
            x = x + attend(it, norm(x))
            x = x + apply(it["down"], jax.nn.gelu(apply(it["up"], norm(x))))
        return crossentropy(apply(parameters["head"], norm(x)), text[:, 1:])

    random = np.random.default_rng(0)
    starts, strides = random.integers(0, words, (steps, 16, 1)), random.integers(1, 4, (steps, 16, 1))
    texts = ((starts + strides * np.arange(length + 1)) % words).astype(np.int32)
    return adam(loss), start(parameters), ((text,) for text in texts)


def lstm(steps, width=128, length=50, batch=32):
    """The next value of waves."""
    keys = jax.random.split(jax.random.key(0), 2)
    parameters = {"cell": dense(keys[0], width + 1, 4 * width), "out": dense(keys[1], width, 1)}

    def cell(it, carry, x):
        h, c = carry
        i, f, g, o = jnp.split(apply(it, jnp.concatenate([h, x], -1)), 4, -1)
        c = jax.nn.sigmoid(f + 1) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    def loss(parameters, waves):
        x = jnp.swapaxes(waves, 0, 1)[..., None]
        zeros = jnp.zeros((waves.shape[0], width))
        _, h = lax.scan(partial(cell, parameters["cell"]), (zeros, zeros), x[:-1])
        return jnp.mean((apply(parameters["out"], h) - x[1:]) ** 2)

    random = np.random.default_rng(0)
    phases = random.uniform(0, 6, (steps, batch, 1))
    waves = np.sin(phases + 0.3 * np.arange(length)).astype(np.float32)
    return adam(loss), start(parameters), ((wave,) for wave in waves)


def vae(steps, width=20):
    """A variational autoencoder of images of 28 × 28."""
    keys = jax.random.split(jax.random.key(0), 4)
    parameters = {
        "e1": dense(keys[0], 784, 512),
        "e2": dense(keys[1], 512, 2 * width),
        "d1": dense(keys[2], width, 512),
        "d2": dense(keys[3], 512, 784),
    }

    def loss(parameters, key, x):
        h = apply(parameters["e2"], jax.nn.relu(apply(parameters["e1"], x)))
        mean, log = jnp.split(h, 2, -1)
        z = mean + jnp.exp(log / 2) * jax.random.normal(key, mean.shape)
        logits = apply(parameters["d2"], jax.nn.relu(apply(parameters["d1"], z)))
        seen = jnp.sum(jnp.logaddexp(0.0, logits) - x * logits, -1)
        return jnp.mean(seen + 0.5 * jnp.sum(jnp.exp(log) + mean**2 - 1 - log, -1))

    random = np.random.default_rng(0)
    images = (random.uniform(size=(16, 128, 784)) < 0.3).astype(np.float32)
    key = jax.random.key(1)
    return adam(loss), start(parameters), ((jax.random.fold_in(key, s), images[s % 16]) for s in range(steps))


STEPS = {"cnn": (cnn, 60), "cifar": (cifar, 60), "gpt": (gpt, 100), "lstm": (lstm, 300), "vae": (vae, 200)}


def main(name, steps=None):
    make, usual = STEPS[name]
    step, state, batches = make(int(steps) if steps else usual)
    first = value = None
    for batch in batches:
        state, value = step(state, *batch)
        first = value if first is None else first
    print(f"{name}: loss {float(first):.4f} to {float(value):.4f} on {value.device}")


if __name__ == "__main__":
    main(*sys.argv[1:])
