"""The models of models.py in PyTorch: the same arguments in the same order, the same results.

MODELS maps a name to a Model. They are written as PyTorch's users write them and as it runs them
best: pictures have their channels first in shape and last in memory, attention and the LSTM are
its own. Weights are brought into the order that it wants once, ahead of what is timed.
"""

import dataclasses
from typing import Callable

import torch
import torch.nn.functional as F

MODELS = {}


@dataclasses.dataclass
class Model:
    """A model, as a function of its arguments."""

    function: Callable
    # How many of the arguments are not weights.
    inputs: int

    def prepared(self, values):
        """The arguments with kernels of convolutions in PyTorch's order."""
        count = len(values) - self.inputs
        return [kernel(x) if at < count and x.dim() == 4 else x for at, x in enumerate(values)]


def kernel(x):
    """A kernel whose dimensions are two windows, features in and out."""
    return x.permute(3, 2, 0, 1).contiguous(memory_format=torch.channels_last)


def model(name, inputs, loss=None):
    """Registers `build(w, *inputs)`, where `w()` gives the next weight; with `loss`, its value and gradient."""

    def add(build):
        def apply(weights, data):
            rest = iter(weights)
            return build(lambda: next(rest), *data)

        def forward(*arguments):
            with torch.no_grad():
                return (apply(arguments[:-inputs], arguments[-inputs:]),)

        def step(*arguments):
            *weights, data, target = arguments

            def scalar(weights):
                return loss(apply(weights, [data]), target)

            gradients, value = torch.func.grad_and_value(scalar)(tuple(weights))
            # Back in the order of the arguments.
            return (value, *(x.permute(2, 3, 1, 0) if x.dim() == 4 else x for x in gradients))

        MODELS[name] = Model(forward, inputs)
        if loss:
            MODELS[f"{name}-gradient"] = Model(step, inputs + 1)
        return build

    return add


def pictures(x):
    """Pictures with channels last as PyTorch has them."""
    return x.permute(0, 3, 1, 2)


def padded(x, size, stride, value=0.0):
    """Padding after which there is a result for every stride-th point; and what is left to pad on both sides."""
    total = [max((-(-n // stride) - 1) * stride + size - n, 0) for n in x.shape[2:]]
    if all(n % 2 == 0 for n in total):
        return x, [n // 2 for n in total]
    ends = [side for n in reversed(total) for side in (n // 2, n - n // 2)]
    return F.pad(x, ends, value=value), [0, 0]


def conv(w, x, stride=1, same=True):
    weight = w()
    x, padding = padded(x, weight.shape[-1], stride) if same else (x, 0)
    return F.conv2d(x, weight, stride=stride, padding=padding)


def channels(x):
    return x.view(1, -1, 1, 1)


def dense(w, x):
    weight = w()
    return torch.addmm(w(), x, weight)


def flat(x):
    """Rows of pictures, whose channels vary fastest."""
    return x.permute(0, 2, 3, 1).reshape(x.shape[0], -1)


@model("lenet-32", 1, loss=lambda x, labels: F.cross_entropy(x, labels.long()))
def lenet(w, x):
    x = pictures(x)
    for same in (True, False):
        x = F.relu(conv(w, x, same=same) + channels(w()))
        x = F.avg_pool2d(x, 2)
    x = flat(x)
    for _ in range(2):
        x = F.relu(dense(w, x))
    return dense(w, x)


@model("mlp-128", 1, loss=lambda x, labels: F.cross_entropy(x, labels.long()))
def mlp(w, x):
    for _ in range(2):
        x = F.relu(dense(w, x))
    return dense(w, x)


def normalized(w, x):
    scale, bias, mean, variance = (w() for _ in range(4))
    return F.batch_norm(x, mean, variance, scale, bias, eps=1e-5)


def bottleneck(w, x, stride, turn):
    y = F.relu(normalized(w, conv(w, x)))
    y = F.relu(normalized(w, conv(w, y, stride)))
    y = normalized(w, conv(w, y))
    if turn:
        x = normalized(w, conv(w, x, stride))
    return F.relu(x + y)


@model("resnet50-8", 1)
def resnet(w, x):
    x = F.conv2d(pictures(x), w(), stride=2, padding=3)
    x = F.relu(normalized(w, x))
    x, padding = padded(x, 3, 2, -torch.inf)
    x = F.max_pool2d(x, 3, 2, padding)
    for blocks, stride in ((3, 1), (4, 2), (6, 2), (3, 2)):
        for block in range(blocks):
            x = bottleneck(w, x, stride if block == 0 else 1, block == 0)
    return dense(w, x.mean((2, 3)))


@model("vgg19-1", 1)
def vgg19(w, x):
    x = pictures(x)
    for layers in (2, 2, 4, 4, 4):
        for _ in range(layers):
            x = F.relu(conv(w, x) + channels(w()))
        x = F.max_pool2d(x, 2)
    x = flat(x)
    for _ in range(2):
        x = F.relu(dense(w, x))
    return F.softmax(dense(w, x), -1)


def heads(x, count):
    return x.view(x.shape[0], count, -1).transpose(0, 1)[None]


def norm(w, x):
    return F.layer_norm(x, x.shape[-1:], w(), w(), 1e-5)


@model("encoder-128", 1, loss=F.mse_loss)
def encoder(w, x):
    for _ in range(6):
        q, k, v = (heads(dense(w, x), 6) for _ in range(3))
        y = F.scaled_dot_product_attention(q, k, v)[0].transpose(0, 1).reshape(x.shape)
        x = norm(w, x + dense(w, y))
        x = norm(w, x + dense(w, F.gelu(dense(w, x), approximate="tanh")))
    return x


@model("gpt2-decode-10", 1)
def gpt2(w, token):
    layers, count, length = 12, 12, 256
    table, places = w(), w()
    weights = [[w() for _ in range(12)] for _ in range(layers)]
    scale, bias = w(), w()
    width = table.shape[1]
    past = length - 16
    cache = table.new_zeros(layers, 2, count, length, width // count)
    out = []
    for at in range(past, past + 10):
        x = table[token.long()] + places[at : at + 1]
        for layer, own in enumerate(weights):
            first, qkv, back, second, up, down = zip(own[::2], own[1::2])
            y = torch.addmm(qkv[1], F.layer_norm(x, (width,), *first, 1e-5), qkv[0])
            q, k, v = (p.view(count, 1, -1) for p in y.chunk(3, dim=-1))
            cache[layer, 0, :, at] = k[:, 0]
            cache[layer, 1, :, at] = v[:, 0]
            # Later places are left out, not masked.
            keys, values = cache[layer, 0, :, : at + 1], cache[layer, 1, :, : at + 1]
            y = F.scaled_dot_product_attention(q[None], keys[None], values[None])
            x = x + torch.addmm(back[1], y.view(1, width), back[0])
            y = F.gelu(torch.addmm(up[1], F.layer_norm(x, (width,), *second, 1e-5), up[0]), approximate="tanh")
            x = x + torch.addmm(down[1], y, down[0])
        logits = F.layer_norm(x, (width,), scale, bias, 1e-5) @ table.t()
        token = logits.argmax(-1).int()
        out.append(token)
    return torch.cat(out)


@model("lstm-64x32", 1)
def lstm(w, x):
    into, across, bias = w(), w(), w()
    zero = x.new_zeros(1, x.shape[1], across.shape[0])
    parts = [into.t().contiguous(), across.t().contiguous(), bias, torch.zeros_like(bias)]
    return torch.lstm(x, (zero, zero), parts, True, 1, 0.0, False, False, False)[0]
