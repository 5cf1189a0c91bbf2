"""The networks of the training runs, as functions of JAX.

Each Model has `init(key)`, `step(state, *batch)` and `evaluate(state, *batch)`. The state is a tree of
weights and of what the optimizer keeps. `exported` writes init and step as StableHLO for `hloom train`,
with the leaves of the state as arguments and results in the tree's order.
"""

import dataclasses
from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from data import FILES, SIZE, WINDOW, WINDOWS

CLASSES = 10
IMAGE = (SIZE, SIZE, 1)
WIDTH, HEADS, LAYERS, CONTEXT = 128, 4, 2, WINDOW - 1


@dataclasses.dataclass
class Model:
    """A network, its data and its bounds."""

    name: str
    # "digits" or "text".
    data: str
    batch: int
    epochs: int
    # Both trained networks must have this accuracy at least, or this loss at most.
    bound: float
    init: Callable
    step: Callable
    evaluate: Callable

    def arguments(self):
        """The types of a batch."""
        if self.data == "text":
            return (jax.ShapeDtypeStruct((self.batch, CONTEXT + 1), np.uint8),)
        return (
            jax.ShapeDtypeStruct((self.batch, *IMAGE), np.uint8),
            jax.ShapeDtypeStruct((self.batch,), np.int32),
        )

    def good(self, value):
        return value <= self.bound if self.data == "text" else value >= self.bound

    def exported(self):
        """StableHLO text of init and step."""
        key = jax.ShapeDtypeStruct((2,), np.uint32)
        leaves, tree = jax.tree.flatten(jax.eval_shape(self.init, key))

        def init(key):
            return tuple(jax.tree.leaves(self.init(key)))

        def step(*arguments):
            state = jax.tree.unflatten(tree, arguments[: len(leaves)])
            state, metrics = self.step(state, *arguments[len(leaves) :])
            return tuple(jax.tree.leaves(state)), metrics

        return (
            jax.jit(init).lower(key).as_text(),
            jax.jit(step).lower(*leaves, *self.arguments()).as_text(),
        )


def key_of(seed):
    """The key that `hloom train --seed` gives an init function."""
    return np.array([0, seed], np.uint32)


class Weights:
    """Makes the weights of a network when it runs for the first time, and gives them to later runs."""

    def __init__(self, values=None, key=None):
        self.values, self.key, self.used = [] if values is None else values, key, 0

    def __call__(self, shape, deviation=None, fill=0.0):
        self.used += 1
        if self.key is None:
            return self.values[self.used - 1]
        if deviation is None:
            value = jnp.full(shape, fill)
        else:
            value = deviation * jax.random.normal(jax.random.fold_in(self.key, self.used), shape)
        self.values.append(value)
        return value


def conv(w, x, channels, size, stride=1, padding="SAME"):
    shape = (size, size, x.shape[-1], channels)
    kernel = w(shape, np.sqrt(2 / np.prod(shape[:-1])))
    layout = ("NHWC", "HWIO", "NHWC")
    return lax.conv_general_dilated(x, kernel, (stride, stride), padding, dimension_numbers=layout)


def dense(w, x, size, gain=2.0):
    return x @ w((x.shape[-1], size), np.sqrt(gain / x.shape[-1])) + w((size,))


def pool(x, size, stride, padding="VALID"):
    window, strides = (1, size, size, 1), (1, stride, stride, 1)
    return lax.reduce_window(x, -jnp.inf, lax.max, window, strides, padding)


def lenet(w, norm, x):
    for channels, padding in ((6, "SAME"), (16, "VALID")):
        x = pool(jax.nn.relu(conv(w, x, channels, 5, padding=padding) + w((channels,))), 2, 2)
    x = x.reshape(len(x), -1)
    for size in (120, 84):
        x = jax.nn.relu(dense(w, x, size))
    return dense(w, x, CLASSES, 1.0)


def resnet(w, norm, x):
    x = jax.nn.relu(norm(w, conv(w, x, 16, 3, 2)))
    for channels, stride in ((16, 1), (32, 2), (64, 2)):
        y = jax.nn.relu(norm(w, conv(w, x, channels, 3, stride)))
        y = norm(w, conv(w, y, channels, 3))
        if x.shape != y.shape:
            x = norm(w, conv(w, x, channels, 1, stride))
        x = jax.nn.relu(x + y)
    return dense(w, x.mean((1, 2)), CLASSES, 1.0)


def inception(w, norm, x):
    def unit(x, channels, size, stride=1):
        return jax.nn.relu(norm(w, conv(w, x, channels, size, stride)))

    x = unit(x, 16, 3, 2)
    for c in (8, 16):
        branches = [
            unit(x, 2 * c, 1),
            unit(unit(x, c, 1), 2 * c, 3),
            unit(unit(x, c // 2, 1), c, 5),
            unit(pool(x, 3, 1, "SAME"), c, 1),
        ]
        x = pool(jnp.concatenate(branches, -1), 2, 2)
    return dense(w, x.mean((1, 2)), CLASSES, 1.0)


def layer_norm(w, x):
    x = x - x.mean(-1, keepdims=True)
    x = x * lax.rsqrt(jnp.square(x).mean(-1, keepdims=True) + 1e-5)
    return x * w(x.shape[-1:], fill=1.0) + w(x.shape[-1:])


def attention(w, x):
    batch, length, width = x.shape
    q, k, v = (
        dense(w, x, width, 1.0).reshape(batch, length, HEADS, -1).transpose(0, 2, 1, 3)
        for _ in range(3)
    )
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    scores = jnp.where(np.tri(length, dtype=bool), scores, -1e9)
    x = (jax.nn.softmax(scores) @ v).transpose(0, 2, 1, 3).reshape(x.shape)
    return dense(w, x, width, 1.0 / LAYERS)


def transformer(w, norm, tokens):
    x = w((256, WIDTH), 0.5)[tokens] + w((tokens.shape[1], WIDTH), 0.1)
    for _ in range(LAYERS):
        x = x + attention(w, layer_norm(w, x))
        y = jax.nn.gelu(dense(w, layer_norm(w, x), 4 * WIDTH))
        x = x + dense(w, y, WIDTH, 1.0 / LAYERS)
    return dense(w, layer_norm(w, x), 256, 0.1)


def cross_entropy(logits, labels):
    chosen = jnp.take_along_axis(jax.nn.log_softmax(logits), labels[..., None], -1)
    return -chosen.mean()


class BatchNorm:
    """Batch normalization by the batch's statistics, whose running averages are part of the state."""

    def __init__(self, training, averages=None):
        self.training, self.averages, self.new = training, averages, []

    def __call__(self, w, x):
        scale, shift = w(x.shape[-1:], fill=1.0), w(x.shape[-1:])
        place = len(self.new)
        if self.training:
            mean = x.mean((0, 1, 2))
            variance = jnp.square(x - mean).mean((0, 1, 2))
            if self.averages is None:
                self.new.append((jnp.zeros_like(mean), jnp.ones_like(variance)))
            else:
                old = self.averages[place]
                self.new.append((0.9 * old[0] + 0.1 * mean, 0.9 * old[1] + 0.1 * variance))
        else:
            mean, variance = self.averages[place]
            self.new.append((mean, variance))
        return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + shift


def momentum(rate):
    """SGD with momentum 0.9, and a rate that falls linearly to 0: what it keeps, and its update."""

    def keep(weights):
        return [jnp.zeros_like(w) for w in weights]

    def update(kept, weights, gradients, count, steps):
        kept = [0.9 * v + g for v, g in zip(kept, gradients)]
        now = rate * jnp.maximum(1 - count / steps, 0)
        return kept, [w - now * v for w, v in zip(weights, kept)]

    return keep, update


def adam(rate, first=0.9, second=0.99):
    """Adam with a constant rate: what it keeps, and its update."""

    def keep(weights):
        zeros = [jnp.zeros_like(w) for w in weights]
        return zeros, zeros

    def update(kept, weights, gradients, count, steps):
        means, squares = kept
        means = [first * m + (1 - first) * g for m, g in zip(means, gradients)]
        squares = [second * s + (1 - second) * g * g for s, g in zip(squares, gradients)]
        now = rate * jnp.sqrt(1 - second ** (count + 1)) / (1 - first ** (count + 1))
        new = [w - now * m / (jnp.sqrt(s) + 1e-8) for w, m, s in zip(weights, means, squares)]
        return (means, squares), new

    return keep, update


def updated(state, gradients, update, steps):
    """The state after a step of a run of so many steps."""
    kept, weights = update(state["kept"], state["weights"], gradients, state["count"], steps)
    return {"weights": weights, "kept": kept, "count": state["count"] + 1}


def classifier(name, net, optimizer, batch, epochs, bound):
    keep, update = optimizer
    steps = epochs * (FILES["train"] // batch)

    def pixels(x):
        return x.astype(jnp.float32) / 255

    def init(key):
        w, norm = Weights(key=jax.random.wrap_key_data(key)), BatchNorm(training=True)
        net(w, norm, jnp.zeros((1, *IMAGE)))
        state = {"weights": w.values, "kept": keep(w.values), "count": jnp.zeros(())}
        return state | {"averages": norm.new}

    def loss(weights, averages, image, label):
        norm = BatchNorm(True, averages)
        logits = net(Weights(weights), norm, pixels(image))
        return cross_entropy(logits, label), ((logits.argmax(-1) == label).mean(), norm.new)

    def step(state, image, label):
        (value, (right, averages)), gradients = jax.value_and_grad(loss, has_aux=True)(
            state["weights"], state["averages"], image, label
        )
        new = updated(state, gradients, update, steps) | {"averages": averages}
        return new, {"accuracy": right, "loss": value}

    def evaluate(state, image, label):
        norm = BatchNorm(False, state["averages"])
        logits = net(Weights(state["weights"]), norm, pixels(image))
        return (logits.argmax(-1) == label).mean()

    return Model(name, "digits", batch, epochs, bound, init, step, evaluate)


def language(name, net, optimizer, batch, epochs, bound):
    keep, update = optimizer
    steps = epochs * (WINDOWS["train"] // batch)

    def init(key):
        w = Weights(key=jax.random.wrap_key_data(key))
        net(w, None, jnp.zeros((1, CONTEXT), jnp.int32))
        return {"weights": w.values, "kept": keep(w.values), "count": jnp.zeros(())}

    def loss(weights, window):
        window = window.astype(jnp.int32)
        return cross_entropy(net(Weights(weights), None, window[:, :-1]), window[:, 1:])

    def step(state, window):
        value, gradients = jax.value_and_grad(loss)(state["weights"], window)
        return updated(state, gradients, update, steps), {"loss": value}

    def evaluate(state, window):
        return loss(state["weights"], window)

    return Model(name, "text", batch, epochs, bound, init, step, evaluate)


def models(epochs=None):
    """All models, to be trained for so many epochs rather than for their own numbers."""
    return [
        classifier("lenet", lenet, momentum(0.05), 100, epochs or 4, 0.97),
        classifier("resnet", resnet, momentum(0.1), 100, epochs or 2, 0.98),
        classifier("inception", inception, momentum(0.1), 100, epochs or 2, 0.96),
        language("transformer", transformer, adam(3e-3), 32, epochs or 2, 2.1),
    ]
