#!/usr/bin/env python3
"""Writes networks for single images as StableHLO text: python3 tests/bench/inference.py FOLDER [NAME…]

AlexNet, VGG-16, ResNet-50 and YOLOv2 (Darknet-19), batch 1, at 224, 448 and 1920 x 1080 pixels. Batch
normalization is part of the weights, as it is in deployed networks. Weights are arguments; layers are
NHWC. Heads of AlexNet and VGG-16 take 6 x 6 and 7 x 7 means of the last feature map, whatever the
image's size, so that their weights are the same. Needs nothing but Python.
"""

import pathlib
import sys

SIZES = {"224": (224, 224), "448": (448, 448), "1080p": (1080, 1920)}


def shape(dims):
    return "tensor<" + "".join(f"{n}x" for n in dims) + "f32>"


class Net:
    """The text of a function, one layer after the other."""

    def __init__(self, height, width):
        self.args, self.lines, self.count = [], [], 0
        self.zero = self.constant("0.000000e+00")
        self.least = self.constant("0xFF800000")
        self.image = self.arg((1, height, width, 3))

    def constant(self, text):
        return self.emit(f"stablehlo.constant dense<{text}> : tensor<f32>", ())[0]

    def emit(self, text, dims):
        name = f"%v{self.count}"
        self.count += 1
        self.lines.append(f"  {name} = {text}")
        return name, tuple(dims)

    def arg(self, dims):
        name = f"%a{len(self.args)}"
        self.args.append(f"{name}: {shape(dims)}")
        return name, tuple(dims)

    def op(self, name, *operands):
        dims = operands[0][1]
        names = ", ".join(operand for operand, _ in operands)
        return self.emit(f"stablehlo.{name} {names} : {shape(dims)}", dims)

    def spread(self, x, dims, to):
        along = f"[{', '.join(map(str, dims))}]"
        text = f"stablehlo.broadcast_in_dim {x[0]}, dims = {along} : ({shape(x[1])}) -> {shape(to)}"
        return self.emit(text, to)

    def relu(self, x):
        return self.op("maximum", x, self.spread((self.zero, ()), [], x[1]))

    def leaky(self, x):
        tenth = (self.constant("1.000000e-01"), ())
        return self.op("maximum", x, self.op("multiply", x, self.spread(tenth, [], x[1])))

    def conv(self, x, channels, size, stride=1, pad=None):
        _, h, w, inputs = x[1]
        pad = size // 2 if pad is None else pad
        kernel = self.arg((size, size, inputs, channels))
        extent = lambda n: (n + 2 * pad - size) // stride + 1
        dims = (1, extent(h), extent(w), channels)
        window = f"window = {{stride = [{stride}, {stride}], pad = [[{pad}, {pad}], [{pad}, {pad}]]}}"
        text = (
            f"stablehlo.convolution({x[0]}, {kernel[0]}) "
            "dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
            f"{window} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : "
            f"({shape(x[1])}, {shape(kernel[1])}) -> {shape(dims)}"
        )
        y = self.emit(text, dims)
        return self.op("add", y, self.spread(self.arg((channels,)), [3], dims))

    def window(self, x, op, start, size, stride, pad=0):
        _, h, w, channels = x[1]
        extent = lambda n, i: (n + 2 * pad - size[i]) // stride[i] + 1
        dims = (1, extent(h, 0), extent(w, 1), channels)
        text = (
            f'"stablehlo.reduce_window"({x[0]}, {start}) ({{\n'
            "  ^bb0(%l: tensor<f32>, %r: tensor<f32>):\n"
            f"    %s = stablehlo.{op} %l, %r : tensor<f32>\n"
            "    stablehlo.return %s : tensor<f32>\n"
            f"  }}) {{window_dimensions = array<i64: 1, {size[0]}, {size[1]}, 1>, "
            f"window_strides = array<i64: 1, {stride[0]}, {stride[1]}, 1>, "
            f"padding = dense<[[0, 0], [{pad}, {pad}], [{pad}, {pad}], [0, 0]]> : tensor<4x2xi64>}} : "
            f"({shape(x[1])}, tensor<f32>) -> {shape(dims)}"
        )
        return self.emit(text, dims)

    def pool(self, x, size, stride, pad=0):
        return self.window(x, "maximum", self.least, (size, size), (stride, stride), pad)

    def means(self, x, to):
        """Sums over windows that give to x to results; the weights of the next layer divide."""
        _, h, w, _ = x[1]
        stride = (h // to, w // to)
        size = (h - (to - 1) * stride[0], w - (to - 1) * stride[1])
        return self.window(x, "add", self.zero, size, stride)

    def flat(self, x):
        n = x[1][1] * x[1][2] * x[1][3]
        text = f"stablehlo.reshape {x[0]} : ({shape(x[1])}) -> {shape((1, n))}"
        return self.emit(text, (1, n))

    def dense(self, x, units):
        w = self.arg((x[1][1], units))
        dims = (1, units)
        text = (
            f"stablehlo.dot_general {x[0]}, {w[0]}, contracting_dims = [1] x [0] : "
            f"({shape(x[1])}, {shape(w[1])}) -> {shape(dims)}"
        )
        return self.op("add", self.emit(text, dims), self.spread(self.arg((units,)), [1], dims))

    def module(self, result):
        head = f"func.func @main({', '.join(self.args)}) -> {shape(result[1])} {{"
        tail = f"  return {result[0]} : {shape(result[1])}\n}}"
        return "\n".join([head, *self.lines, tail]) + "\n"


def alexnet(net):
    x = net.pool(net.relu(net.conv(net.image, 64, 11, 4, 2)), 3, 2)
    x = net.pool(net.relu(net.conv(x, 192, 5)), 3, 2)
    for channels in (384, 256, 256):
        x = net.relu(net.conv(x, channels, 3))
    x = net.flat(net.means(net.pool(x, 3, 2), 6))
    for _ in range(2):
        x = net.relu(net.dense(x, 4096))
    return net.dense(x, 1000)


def vgg16(net):
    x = net.image
    for channels, times in ((64, 2), (128, 2), (256, 3), (512, 3), (512, 3)):
        for _ in range(times):
            x = net.relu(net.conv(x, channels, 3))
        x = net.pool(x, 2, 2)
    x = net.flat(net.means(x, 7))
    for _ in range(2):
        x = net.relu(net.dense(x, 4096))
    return net.dense(x, 1000)


def resnet50(net):
    x = net.pool(net.relu(net.conv(net.image, 64, 7, 2)), 3, 2, 1)
    for stage, times in enumerate((3, 4, 6, 3)):
        width = 64 << stage
        for block in range(times):
            stride = 2 if stage > 0 and block == 0 else 1
            y = net.relu(net.conv(x, width, 1))
            y = net.relu(net.conv(y, width, 3, stride))
            y = net.conv(y, 4 * width, 1)
            if block == 0:
                x = net.conv(x, 4 * width, 1, stride)
            x = net.relu(net.op("add", x, y))
    return net.dense(net.flat(net.means(x, 1)), 1000)


def yolov2(net):
    def conv(x, channels, size):
        return net.leaky(net.conv(x, channels, size))

    x = net.image
    for channels in (32, 64):
        x = net.pool(conv(x, channels, 3), 2, 2)
    for channels in (128, 256):
        x = conv(conv(conv(x, channels, 3), channels // 2, 1), channels, 3)
        x = net.pool(x, 2, 2)
    for channels in (512, 1024):
        for _ in range(2):
            x = conv(conv(x, channels, 3), channels // 2, 1)
        x = conv(x, channels, 3)
        x = net.pool(x, 2, 2) if channels == 512 else x
    for _ in range(2):
        x = conv(x, 1024, 3)
    return net.conv(x, 425, 1)


NETS = {net.__name__: net for net in (alexnet, vgg16, resnet50, yolov2)}


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    folder.mkdir(parents=True, exist_ok=True)
    for name, build in NETS.items():
        for size, (height, width) in SIZES.items():
            if len(sys.argv) > 2 and f"{name}-{size}" not in sys.argv[2:]:
                continue
            net = Net(height, width)
            (folder / f"{name}-{size}.mlir").write_text(net.module(build(net)))


if __name__ == "__main__":
    main()
