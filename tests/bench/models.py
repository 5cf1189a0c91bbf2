"""Whole models of the benchmark suite, with their weights as arguments.

Each entry of MODELS is a name, a function and the types of its arguments.
"""

import jax
import jax.numpy as jnp
from jax import lax

from kernels import I32, layer_norm, of

MODELS = {}


class Weights:
    """Collects the types of a model's weights in one run of it, and hands them out in others."""

    def __init__(self, values=None):
        self.types, self.values = [], values

    def __call__(self, *shape):
        self.types.append(of(*shape))
        if self.values is None:
            return jnp.zeros(shape)
        return self.values[len(self.types) - 1]


def model(name, *inputs, loss=None, **sizes):
    """Registers `build(weights, *inputs)` as a model; with `loss`, its value and gradient."""

    def add(build):
        weights = Weights()
        jax.eval_shape(lambda *x: build(weights, *x, **sizes), *inputs)
        count = len(weights.types)

        def forward(*arguments):
            return build(Weights(arguments[:count]), *arguments[count:], **sizes)

        def step(*arguments):
            data = arguments[count:]

            def scalar(values):
                return loss(build(Weights(values), *data[:-1], **sizes), data[-1])

            return jax.value_and_grad(scalar)(arguments[:count])

        MODELS[name] = (forward, (*weights.types, *inputs))
        if loss:
            MODELS[f"{name}-gradient"] = (step, (*weights.types, *inputs, loss.target))
        return build

    return add


def cross_entropy(target):
    def loss(logits, labels):
        return -jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None], axis=-1).mean()

    loss.target = target
    return loss


def square_error(target):
    def loss(value, wanted):
        return jnp.square(value - wanted).mean()

    loss.target = target
    return loss


def conv(w, x, out, size, stride=1, padding="SAME"):
    kernel = w(size, size, x.shape[-1], out)
    layout = ("NHWC", "HWIO", "NHWC")
    return lax.conv_general_dilated(x, kernel, (stride, stride), padding, dimension_numbers=layout)


def pool(x, size, stride, what=lax.max, start=-jnp.inf, padding="VALID"):
    return lax.reduce_window(x, start, what, (1, size, size, 1), (1, stride, stride, 1), padding)


def dense(w, x, out):
    return x @ w(x.shape[-1], out) + w(out)


@model("lenet-32", of(32, 28, 28, 1), loss=cross_entropy(of(32, dtype=I32)))
def lenet(w, x):
    for channels, padding in ((6, "SAME"), (16, "VALID")):
        x = jax.nn.relu(conv(w, x, channels, 5, padding=padding) + w(channels))
        x = pool(x, 2, 2, lax.add, 0.0) / 4
    x = x.reshape(x.shape[0], -1)
    for size in (120, 84):
        x = jax.nn.relu(dense(w, x, size))
    return dense(w, x, 10)


@model("mlp-128", of(128, 784), loss=cross_entropy(of(128, dtype=I32)))
def mlp(w, x):
    for size in (512, 512):
        x = jax.nn.relu(dense(w, x, size))
    return dense(w, x, 10)


def normalized(w, x):
    c = x.shape[-1]
    scale, bias, mean, variance = (w(c) for _ in range(4))
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + bias


def bottleneck(w, x, width, stride):
    y = jax.nn.relu(normalized(w, conv(w, x, width, 1)))
    y = jax.nn.relu(normalized(w, conv(w, y, width, 3, stride)))
    y = normalized(w, conv(w, y, 4 * width, 1))
    if x.shape != y.shape:
        x = normalized(w, conv(w, x, 4 * width, 1, stride))
    return jax.nn.relu(x + y)


def resnet(w, x):
    x = jax.nn.relu(normalized(w, conv(w, x, 64, 7, 2, [(3, 3), (3, 3)])))
    x = pool(x, 3, 2, padding="SAME")
    for width, blocks, stride in ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)):
        for block in range(blocks):
            x = bottleneck(w, x, width, stride if block == 0 else 1)
    return dense(w, x.mean((1, 2)), 1000)


model("resnet50-1", of(1, 224, 224, 3))(resnet)
model("resnet50-8", of(8, 224, 224, 3))(resnet)


@model("vgg19-1", of(1, 224, 224, 3))
def vgg19(w, x):
    for channels, layers in ((64, 2), (128, 2), (256, 4), (512, 4), (512, 4)):
        for _ in range(layers):
            x = jax.nn.relu(conv(w, x, channels, 3) + w(channels))
        x = pool(x, 2, 2)
    x = x.reshape(x.shape[0], -1)
    for size in (4096, 4096):
        x = jax.nn.relu(dense(w, x, size))
    return jax.nn.softmax(dense(w, x, 1000))


def heads(x, count):
    return x.reshape(x.shape[0], count, -1).transpose(1, 0, 2)


def norm(w, x):
    return layer_norm(x, w(x.shape[-1]), w(x.shape[-1]))


@model("encoder-128", of(128, 384), loss=square_error(of(128, 384)), layers=6, count=6)
def encoder(w, x, layers, count):
    width = x.shape[-1]
    for _ in range(layers):
        q, k, v = (heads(dense(w, x, width), count) for _ in range(3))
        scores = jnp.einsum("hqd,hkd->hqk", q, k) / (width / count) ** 0.5
        y = jnp.einsum("hqk,hkd->hqd", jax.nn.softmax(scores), v)
        x = norm(w, x + dense(w, y.transpose(1, 0, 2).reshape(x.shape), width))
        x = norm(w, x + dense(w, jax.nn.gelu(dense(w, x, 4 * width)), width))
    return x


@model("gpt2-decode-10", of(1, dtype=I32), layers=12, width=768, count=12, length=256, words=50257)
def gpt2(w, token, layers, width, count, length, words):
    """Ten greedy steps, with a cache of keys and values in a loop."""
    table, places = w(words, width), w(length, width)
    weights = [
        [(w(width), w(width)), (w(width, 3 * width), w(3 * width)), (w(width, width), w(width)),
         (w(width), w(width)), (w(width, 4 * width), w(4 * width)), (w(4 * width, width), w(width))]
        for _ in range(layers)
    ]  # fmt: skip
    scale, bias = w(width), w(width)
    past = length - 16

    def step(state):
        at, token, cache, out = state
        x = table[token] + lax.dynamic_slice_in_dim(places, at, 1)
        for layer, (first, qkv, back, second, up, down) in enumerate(weights):
            y = layer_norm(x, *first) @ qkv[0] + qkv[1]
            q, k, v = (p.reshape(count, 1, -1) for p in jnp.split(y, 3, axis=-1))
            cache = lax.dynamic_update_slice(cache, jnp.stack([k, v])[None], (layer, 0, 0, at, 0))
            scores = jnp.einsum("hqd,hkd->hqk", q, cache[layer, 0]) / (width / count) ** 0.5
            scores = jnp.where(jnp.arange(length) <= at, scores, -1e9)
            y = jnp.einsum("hqk,hkd->hqd", jax.nn.softmax(scores), cache[layer, 1])
            x = x + y.reshape(1, width) @ back[0] + back[1]
            y = jax.nn.gelu(layer_norm(x, *second) @ up[0] + up[1])
            x = x + y @ down[0] + down[1]
        logits = layer_norm(x, scale, bias) @ table.T
        token = jnp.argmax(logits, axis=-1).astype(jnp.int32)
        out = lax.dynamic_update_slice(out, token, (at - past,))
        return at + 1, token, cache, out

    cache = jnp.zeros((layers, 2, count, length, width // count))
    start = (jnp.int32(past), token, cache, jnp.zeros(10, jnp.int32))
    return lax.while_loop(lambda s: s[0] < past + 10, step, start)[3]


@model("lstm-64x32", of(64, 32, 128))
def lstm(w, x):
    """64 steps over a batch of 32."""
    width = 256
    into, across, bias = w(x.shape[-1], 4 * width), w(width, 4 * width), w(4 * width)

    def cell(state, x):
        h, c = state
        i, f, g, o = jnp.split(x @ into + h @ across + bias, 4, axis=-1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    zero = jnp.zeros((x.shape[1], width))
    return lax.scan(cell, (zero, zero), x)[1]
