#!/usr/bin/env python3
"""Matrix products of `hloom run` beside NumPy's BLAS, as a table of ratios.

    python3 tests/benches/products.py --hloom target/release/hloom [--threads 1] [--clock cpu] [SIZE | MxNxK ...]

NumPy comes from PyPI. Sides take turns, and the median of the rounds counts. By
the wall clock the figures of both sides are times; by the CPU's, which other
work on the machine disturbs less, they are the processor time of one more
product, for one thread.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import tempfile
import time


def text(m, n, k, transposed):
    w, dim = (f"{n}x{k}", 1) if transposed else (f"{k}x{n}", 0)
    x, w, y = f"tensor<{m}x{k}xf32>", f"tensor<{w}xf32>", f"tensor<{m}x{n}xf32>"
    return (
        f"func.func @main(%x: {x}, %w: {w}) -> {y} {{\n"
        f"  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [{dim}] : ({x}, {w}) -> {y}\n"
        f"  return %y : {y}\n}}\n"
    )


def children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def ours(args, path, repeat):
    """Seconds of one product."""

    def run(times):
        before = children()
        out = subprocess.run(
            [args.hloom, "run", path, "--random-inputs", "1", "--time", "--warmup", "1",
             "--repeat", str(times), "--threads", str(args.threads)],
            check=True, capture_output=True, text=True,
        ).stdout
        return json.loads(out.splitlines()[-1]), children() - before

    if args.clock == "wall":
        return run(repeat)[0]["median_ms"] / 1e3
    return (run(2 * repeat)[1] - run(repeat)[1]) / repeat


def theirs(np, args, m, n, k, transposed, repeat):
    x = np.random.rand(m, k).astype(np.float32)
    w = np.random.rand(*((n, k) if transposed else (k, n))).astype(np.float32)
    w = w.T if transposed else w
    y = np.empty((m, n), np.float32)
    np.dot(x, w, out=y)
    if args.clock == "cpu":
        before = time.process_time()
        for _ in range(repeat):
            np.dot(x, w, out=y)
        return (time.process_time() - before) / repeat
    times = []
    for _ in range(repeat):
        before = time.perf_counter()
        np.dot(x, w, out=y)
        times.append(time.perf_counter() - before)
    return statistics.median(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hloom", default="target/release/hloom")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--clock", choices=["wall", "cpu"], default="wall")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("sizes", nargs="*", default=["64", "128", "256", "512", "1024", "2048"])
    args = parser.parse_args()
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ[name] = str(args.threads)
    import numpy as np

    print("| product | hloom GFLOP/s | NumPy GFLOP/s | ratio |\n|---|---|---|---|")
    for size in args.sizes:
        parts = [int(part) for part in size.split("x")]
        m, n, k = parts if len(parts) == 3 else parts * 3
        flops = 2 * m * n * k
        repeat = max(3, min(20000, int(4e9 / flops)))
        for transposed in (False, True):
            with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
                file.write(text(m, n, k, transposed))
                file.flush()
                rounds = [
                    (ours(args, file.name, repeat), theirs(np, args, m, n, k, transposed, repeat))
                    for _ in range(args.rounds)
                ]
            a, b = (statistics.median(side) for side in zip(*rounds))
            name = f"{m}x{k} by {k}x{n}" + (", transposed" if transposed else "")
            print(f"| {name} | {flops / a / 1e9:.1f} | {flops / b / 1e9:.1f} | {b / a:.2f} |", flush=True)


if __name__ == "__main__":
    main()
