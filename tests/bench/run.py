#!/usr/bin/env python3
"""The benchmark suite: hloom beside XLA, as one table of ratios.

    cargo xtask suite [--threads 2] [--iree] [NAME ...]

Both compile the same text, run it on the same inputs with as many threads, take
turns, and the median of the rounds counts. JAX comes from PyPI. A NAME is a part
of a program's name; without any, all programs run. What differs from XLA's
results by more than the bound is said in its row. Both compile each program several
times, and the times of a process that has compiled before are compared; what hloom's
first takes in a new process, when LLVM has yet to come to memory, has a column of its
own. The last column compares hloom's fastest run on one thread with its fastest on all.
Products of two matrices in single precision run in OpenBLAS too, as NumPy brings it:
those are a second table. With --iree all programs run in IREE as well, whose compiler
and runtime for CPUs come from PyPI too: that is a third one.
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


class Iree:
    """The program in this process, compiled by IREE for this CPU."""

    @staticmethod
    def of(text, values, threads):
        """The program, or why it is not run in IREE."""
        if "stablehlo.sort" in text:
            return "not run: its sorts on CPUs take time in the square of the length"
        try:
            return Iree(text, values, threads)
        except Exception as error:  # What its compiler raises is no part of its interface.
            lines = [line for line in str(error).splitlines() if "error" in line]
            return (lines or [type(error).__name__])[0].strip().replace("|", "/")[:120]

    def __init__(self, text, values, threads):
        import iree.compiler
        import iree.runtime

        iree.runtime.flags.parse_flags(f"--task_topology_group_count={threads}")
        flags = ["--iree-llvmcpu-target-cpu=host", "--iree-opt-level=O3"]
        code = iree.compiler.compile_str(
            text, input_type="stablehlo", target_backends=["llvm-cpu"], extra_args=flags
        )
        config = iree.runtime.Config("local-task")
        self.context = iree.runtime.SystemContext(config=config)
        module = iree.runtime.VmModule.copy_buffer(self.context.instance, code)
        self.context.add_vm_module(module)
        self.main = self.context.modules[module.name]["main"]
        self.values = [iree.runtime.asdevicearray(config.device, value) for value in values]

    def results(self):
        results = self.main(*self.values)
        return results if isinstance(results, (list, tuple)) else [results]

    def times(self, repeat):
        return timed(lambda: self.main(*self.values), repeat)


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


def difference(np, xla, other):
    """The largest difference, as a part of the largest value of its result, or of a millionth of
    the largest of all: what cancels to nothing has no digits to compare."""
    pairs = []
    for result, have in zip(xla.run(), other, strict=True):
        want, have = (np.asarray(it).astype(np.float64) for it in (result[0], have))
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
        files = sorted((folder / "results").glob("*.npy"), key=lambda file: int(file.stem))
        gap = difference(np, xla, [np.load(file) for file in files])
        once = statistics.median(xla.times(3))
        repeat = max(3, min(2000, int(1e3 * args.seconds / max(once, 1e-3))))
        blas = OpenBlas.of(np, text, values)
        iree = Iree.of(text, values, args.threads) if args.iree else None
        rounds, blas_times, iree_times = [], [], []
        for _ in range(args.rounds):
            mine, theirs = ours.times(repeat), statistics.median(xla.times(repeat))
            if blas:
                blas_times.append(statistics.median(blas.times(repeat)))
            if isinstance(iree, Iree):
                iree_times.append(statistics.median(iree.times(repeat)))
            rounds.append((mine, theirs, ours.times(repeat, threads=1)))
    hloom = statistics.median(mine["median_ms"] for mine, _, _ in rounds)
    compile_ms = [first["compile_again_ms"], statistics.median(m["compile_ms"] for m, _, _ in rounds)]
    peer = statistics.median(theirs for _, theirs, _ in rounds)
    # What other programs do to the machine differs from run to run; it only ever adds.
    alone = min(one["min_ms"] for _, _, one in rounds) / min(m["min_ms"] for m, _, _ in rounds)
    blas_ms = statistics.median(blas_times) if blas_times else None
    if iree_times:
        iree = statistics.median(iree_times), difference(np, xla, iree.results())
    return hloom, peer, compile_ms, xla.compile_ms, gap, alone, blas_ms, iree


def mean(ratios):
    return math.exp(statistics.fmean(map(math.log, ratios))) if ratios else math.nan


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hloom", default="target/release/hloom")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.5, help="of a program in a round")
    parser.add_argument("--iree", action="store_true", help="run IREE too")
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
    runs, compiles, missing, products, ireed = [], [], [], [], []
    for path in sorted((HERE / "programs").glob("*.mlir")):
        if args.names and not any(name in path.stem for name in args.names):
            continue
        try:
            hloom, xla, (mine, first), theirs, gap, alone, blas, iree = measure(np, args, path)
        except RuntimeError as error:
            missing.append(path.stem)
            print(f"| {path.stem} | {error} | | | | | | | | |", flush=True)
            continue
        runs.append(xla / hloom)
        compiles.append(theirs / mine)
        if blas:
            products.append((path.stem, hloom, xla, blas))
        if iree:
            ireed.append((path.stem, hloom, iree))
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
    if ireed:
        ratios = [it[0] / hloom for _, hloom, it in ireed if not isinstance(it, str)]
        print(f"\n{len(ratios)} programs in IREE; geometric mean of its time over hloom's: {mean(ratios):.2f}, "
              f"the least {min(ratios, default=math.nan):.2f}\n\n"
              "| program | hloom | IREE | IREE's time / hloom's | difference |\n|---|---|---|---|---|")  # fmt: skip
        for name, hloom, it in ireed:
            told = it if isinstance(it, str) else f"{it[0]:.3g} ms | {it[0] / hloom:.2f} | {it[1]:.1e}"
            print(f"| {name} | {hloom:.3g} ms | {told} |" + " | |" * isinstance(it, str))
    if missing:
        sys.exit(f"not run: {', '.join(missing)}")


if __name__ == "__main__":
    main()
