#!/usr/bin/env python3
"""Times networks on two cores: one thread, threads that share kernels, tasks, divided ops, and XLA.

    python3 tests/bench/splits.py --hloom target/release/hloom [NAME…]

The networks are those of inference.py, wide networks of small ops, and small ones. All ways of a network
are timed by turns, several rounds. A figure is the least time of all rounds: other work on the machine
only adds to it. XLA is timed if jaxlib is installed.
"""

import argparse
import json
import pathlib
import re
import subprocess
import tempfile

import inference

WAYS = {
    "one thread": ["--threads", "1"],
    "threads": ["--cores", "1"],
    "tasks": [],
    "divided": ["--split"],
}


class Small(inference.Net):
    """A network whose input is not an image."""

    def __init__(self, dims):
        super().__init__(1, 1)
        self.args = []
        self.image = self.arg(dims)

    def layer(self, x, units):
        w = self.arg((x[1][1], units))
        dims = (x[1][0], units)
        text = (
            f"stablehlo.dot_general {x[0]}, {w[0]}, contracting_dims = [1] x [0] : "
            f"({inference.shape(x[1])}, {inference.shape(w[1])}) -> {inference.shape(dims)}"
        )
        return self.op("tanh", self.emit(text, dims))

    def total(self, all):
        first, *rest = all
        for x in rest:
            first = self.op("add", first, x)
        return first


def branches(rows, width, count, depth):
    net = Small((rows, width))
    ends = []
    for _ in range(count):
        x = net.image
        for _ in range(depth):
            x = net.layer(x, width)
        ends.append(x)
    return net.module(net.total(ends))


def inception(size, blocks):
    net = inference.Net(size, size)
    x = net.relu(net.conv(net.image, 64, 3))
    for _ in range(blocks):
        a = net.relu(net.conv(x, 64, 1))
        b = net.relu(net.conv(net.relu(net.conv(x, 48, 1)), 64, 3))
        c = net.relu(net.conv(net.relu(net.conv(net.relu(net.conv(x, 32, 1)), 48, 3)), 64, 3))
        d = net.relu(net.conv(net.pool(x, 3, 1, 1), 64, 1))
        x = net.relu(Small.total(net, [a, b, c, d]))
    return net.module(x)


def tiny(size):
    net = inference.Net(size, size)
    x = net.relu(net.conv(net.image, 8, 3))
    return net.module(net.relu(net.conv(x, 8, 3)))


def chain(rows, width, depth):
    net = Small((rows, width))
    x = net.image
    for _ in range(depth):
        x = net.layer(x, width)
    return net.module(x)


def programs():
    def network(build, height, width):
        net = inference.Net(height, width)
        return net.module(build(net))

    texts = {
        f"{name}-{size}": lambda build=build, extents=extents: network(build, *extents)
        for name, build in inference.NETS.items()
        for size, extents in inference.SIZES.items()
    }
    texts["branches-8x128"] = lambda: branches(32, 128, 8, 4)
    texts["branches-8x256"] = lambda: branches(32, 256, 8, 4)
    texts["branches-16x64"] = lambda: branches(16, 64, 16, 6)
    texts["inception-28"] = lambda: inception(28, 4)
    texts["inception-14"] = lambda: inception(14, 8)
    texts["dense-8x256"] = lambda: chain(32, 256, 8)
    texts["tiny-8"] = lambda: tiny(8)
    texts["tiny-16"] = lambda: tiny(16)
    texts["dense-1x64"] = lambda: chain(1, 64, 4)
    return texts


def xla(text):
    """The program compiled by XLA, on random values; `None` without jaxlib."""
    try:
        import numpy as np
        import run
    except ImportError:
        return None
    head = text[: text.index("->")]
    shapes = [[int(n) for n in dims.split("x")[:-1]] for dims in re.findall(r"tensor<([^>]*)f32>", head)]
    make = np.random.default_rng(1)
    values = [make.standard_normal(dims, dtype=np.float32) * 0.05 for dims in shapes]
    return run.Xla(text, values)


def ours(args, file, options, repeat):
    command = [args.hloom, "run", file, *options, "--random-inputs", "1", "--time"]
    command += ["--warmup", "2", "--repeat", str(repeat)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stderr}")
    return json.loads(done.stdout)["min_ms"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hloom", default="target/release/hloom")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    all = programs()
    names = args.names or [name for name in all if "1080p" not in name]
    columns = [*WAYS, "XLA", "divided/one thread", "divided/threads", "divided/XLA"]
    print("| network | " + " | ".join(columns) + " |")
    print("|---" * (len(columns) + 1) + "|")
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            text = all[name]()
            file = pathlib.Path(folder) / f"{name}.mlir"
            file.write_text(text)
            peer = xla(text)
            first = ours(args, file, WAYS["one thread"], 1)
            repeat = max(3, min(300, int(500 / first)))
            least = {way: float("inf") for way in [*WAYS, "XLA"]}
            for _ in range(args.rounds):
                for way, options in WAYS.items():
                    least[way] = min(least[way], ours(args, file, options, repeat))
                if peer:
                    least["XLA"] = min(least["XLA"], *peer.times(repeat))
            show = lambda ms: f"{1e3 * ms:.1f} µs" if ms < 1 else f"{ms:.1f} ms"
            divided = least["divided"]
            ratios = [f"{least[way] / divided:.2f}" for way in ("one thread", "threads", "XLA")]
            print(f"| {name} | " + " | ".join([*(show(t) for t in least.values()), *ratios]) + " |", flush=True)


if __name__ == "__main__":
    main()
