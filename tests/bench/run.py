#!/usr/bin/env python3
"""The benchmark suite: hloom beside XLA, as one table of ratios.

    cargo xtask suite [--threads 2] [NAME ...]

Both compile the same text, run it on the same inputs with as many threads, take
turns, and the median of the rounds counts. JAX comes from PyPI. A NAME is a part
of a program's name; without any, all programs run. What differs from XLA's
results by more than the bound is said in its row. Both compile each program several
times, and the times of a process that has compiled before are compared; what hloom's
first takes in a new process, when LLVM has yet to come to memory, has a column of its
own. The last column compares hloom's fastest run on one thread with its fastest on all.
Products of two matrices in single precision run in OpenBLAS too, as NumPy brings it:
those are a second table.
"""

import argparse
import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
TYPE = re.compile(r"%arg\d+: tensor<([^>]*)>")
# The largest difference from XLA, as a part of the largest value: both sum up in single
# precision, each in its own order.
BOUND = 1e-4
# How often each compiles a program again.
COMPILE_AGAIN = 5


def arguments(np, text):
    """Random inputs for @main, as a network's layers would have them: sums stay near one."""
    import ml_dtypes

    kinds = {"f32": np.float32, "f64": np.float64, "bf16": ml_dtypes.bfloat16,
             "i8": np.int8, "i32": np.int32}  # fmt: skip
    signature = re.search(r"func\.func public @main\((.*)\) -> ", text).group(1)
    rng = np.random.default_rng(1)
    for ty in TYPE.findall(signature):
        *shape, kind = ty.split("x")
        shape = [int(n) for n in shape]
        if kind in ("i8", "i32"):
            yield rng.integers(0, 10, shape).astype(kinds[kind])
        elif len(shape) < 2:
            yield rng.uniform(0.5, 1.5, shape).astype(kinds[kind])
        else:
            sums = math.prod(shape[:-1]) if len(shape) > 2 else shape[0]
            scale = math.sqrt(3 / min(sums, 4096))
            yield rng.uniform(-scale, scale, shape).astype(kinds[kind])


def timed(run, repeat):
    """Milliseconds of so many runs."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        run()
        times.append(1e3 * (time.perf_counter() - start))
    return times


class Xla:
    """The program in this process, compiled by XLA."""

    def __init__(self, text, values):
        import jax
        from jax._src.lib import xla_client
        from jaxlib import _jax

        device = jax.devices()[0]
        devices = _jax.DeviceList((device,))
        options = xla_client.CompileOptions()
        self.program = device.client.compile_and_load(text, devices, options)
        again = timed(lambda: device.client.compile_and_load(text, devices, options), COMPILE_AGAIN)
        self.compile_ms = statistics.median(again)
        self.values = [jax.device_put(value, device) for value in values]

    def run(self):
        results = self.program.execute_sharded(self.values)
        results = results.disassemble_into_single_device_arrays()
        for result in results:
            result[0].block_until_ready()
        return results

    def times(self, repeat):
        return timed(self.run, repeat)


class OpenBlas:
    """A product of two matrices by NumPy, whose wheels bring OpenBLAS."""

    @staticmethod
    def of(np, text, values):
        """The program, if it is such a product and nothing else."""
        ops = re.findall(r"= (stablehlo\.\w+)", text)
        sums = re.search(r"contracting_dims = \[(\d)\] x \[(\d)\]", text)
        plain = ops == ["stablehlo.dot_general"] and sums and "batching_dims" not in text
        if not plain or any(v.ndim != 2 or v.dtype != np.float32 for v in values):
            return None
        left, right = (int(n) for n in sums.groups())
        return OpenBlas(np, values[0] if left else values[0].T, values[1].T if right else values[1])

    def __init__(self, np, left, right):
        self.np, self.factors = np, (left, right)
        self.result = np.empty((left.shape[0], right.shape[1]), np.float32)

    def times(self, repeat):
        return timed(lambda: self.np.matmul(*self.factors, out=self.result), repeat)


class Hloom:
    """The program in a process of its own, one for each round."""

    def __init__(self, args, path, folder, values):
        import numpy as np

        self.command = [args.hloom, "run", str(path), "--time"]
        self.threads = args.threads
        for at, value in enumerate(values):
            file = folder / f"{at}.npy"
            # Formats that NumPy lacks are their bits.
            np.save(file, value if value.dtype.kind != "V" else value.view(np.uint16))
            self.command.append(f"--input={at}={file}")
        self.folder = folder

    def times(self, repeat, output=False, threads=None, more=()):
        command = [*self.command, f"--repeat={repeat}", "--warmup=1", *more]
        command.append(f"--threads={threads or self.threads}")
        if output:
            command += ["--output", str(self.folder / "results")]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            lines = done.stderr.strip().splitlines()
            raise RuntimeError(lines[0] if lines else f"status {done.returncode}")
        return json.loads(done.stdout.splitlines()[-1])


def difference(np, xla, folder):
    """The largest difference, as a part of the largest value of its result, or of a millionth of
    the largest of all: what cancels to nothing has no digits to compare."""
    pairs = []
    for at, result in enumerate(xla.run()):
        want = np.asarray(result[0]).astype(np.float64)
        have = np.load(folder / "results" / f"{at}.npy").astype(np.float64)
        if want.size:
            gap = np.abs(np.where(want == have, 0, want - have)).max()
            scale = np.abs(want[np.isfinite(want)]).max(initial=0)
            pairs.append((math.inf if gap != gap else gap, scale))
    least = max(1e-6 * max((scale for _, scale in pairs), default=0), 1e-30)
    return max((gap / max(scale, least) for gap, scale in pairs), default=0.0)


def measure(np, args, path):
    text = path.read_text()
    values = list(arguments(np, text))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        xla, ours = Xla(text, values), Hloom(args, path, folder, values)
        first = ours.times(1, output=True, more=[f"--compile-again={COMPILE_AGAIN}"])
        gap = difference(np, xla, folder)
        once = statistics.median(xla.times(3))
        repeat = max(3, min(2000, int(1e3 * args.seconds / max(once, 1e-3))))
        blas = OpenBlas.of(np, text, values)
        rounds, blas_times = [], []
        for _ in range(args.rounds):
            mine, theirs = ours.times(repeat), statistics.median(xla.times(repeat))
            if blas:
                blas_times.append(statistics.median(blas.times(repeat)))
            rounds.append((mine, theirs, ours.times(repeat, threads=1)))
    hloom = statistics.median(mine["median_ms"] for mine, _, _ in rounds)
    compile_ms = [first["compile_again_ms"], statistics.median(m["compile_ms"] for m, _, _ in rounds)]
    peer = statistics.median(theirs for _, theirs, _ in rounds)
    # What other programs do to the machine differs from run to run; it only ever adds.
    alone = min(one["min_ms"] for _, _, one in rounds) / min(m["min_ms"] for m, _, _ in rounds)
    blas_ms = statistics.median(blas_times) if blas_times else None
    return hloom, peer, compile_ms, xla.compile_ms, gap, alone, blas_ms


def mean(ratios):
    return math.exp(statistics.fmean(map(math.log, ratios))) if ratios else math.nan


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hloom", default="target/release/hloom")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.5, help="of a program in a round")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    # What the machine is, OpenBLAS is to find out by itself.
    for name in [name for name in os.environ if name.startswith("OPENBLAS_")]:
        del os.environ[name]
    os.environ["OPENBLAS_NUM_THREADS"] = str(args.threads)
    os.environ["XLA_FLAGS"] = f"--xla_cpu_multi_thread_eigen={str(args.threads > 1).lower()}"
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: args.threads])
    import numpy as np

    print("| program | hloom | XLA | XLA's time / hloom's | compile: hloom | XLA | ratio | hloom's first "
          f"| difference | one thread's time / {args.threads} threads' |")  # fmt: skip
    print("|---|---|---|---|---|---|---|---|---|---|")
    runs, compiles, missing, products = [], [], [], []
    for path in sorted((HERE / "programs").glob("*.mlir")):
        if args.names and not any(name in path.stem for name in args.names):
            continue
        try:
            hloom, xla, (mine, first), theirs, gap, alone, blas = measure(np, args, path)
        except RuntimeError as error:
            missing.append(path.stem)
            print(f"| {path.stem} | {error} | | | | | | | | |", flush=True)
            continue
        runs.append(xla / hloom)
        compiles.append(theirs / mine)
        if blas:
            products.append((path.stem, hloom, xla, blas))
        wrong = " **too large**" if gap > BOUND else ""
        print(
            f"| {path.stem} | {hloom:.3g} ms | {xla:.3g} ms | {xla / hloom:.2f} | {mine:.3g} ms "
            f"| {theirs:.3g} ms | {theirs / mine:.2f} | {first:.3g} ms | {gap:.1e}{wrong} | {alone:.2f} |",
            flush=True,
        )
    print(f"\n{len(runs)} programs; geometric mean of XLA's time over hloom's: {mean(runs):.2f}, "
          f"the least {min(runs, default=math.nan):.2f}; of compiling: {mean(compiles):.2f}")  # fmt: skip
    if products:
        print("\n| product | hloom | OpenBLAS | XLA | the faster one's time / hloom's |\n|---|---|---|---|---|")
        for name, hloom, xla, blas in products:
            print(f"| {name} | {hloom:.3g} ms | {blas:.3g} ms | {xla:.3g} ms | {min(xla, blas) / hloom:.2f} |")
    if missing:
        sys.exit(f"not run: {', '.join(missing)}")


if __name__ == "__main__":
    main()
