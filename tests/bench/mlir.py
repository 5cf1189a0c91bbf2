"""Times the programs of the suite on upstream MLIR, in hloom's own code for CPUs, and in XLA.

All three get the same text and inputs and one thread, and run by turns; times are the shortest of the
rounds. `cargo xtask suite --mlir` builds both programs and starts this one.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import tempfile

import run


class Mlir(run.Hloom):
    """The program in upstream MLIR, in a process of its own for each round."""

    def __init__(self, args, path, folder, values):
        super().__init__(args, path, folder, values)
        self.command += ["--backend=mlir"]
        if args.pipeline:
            self.command += [f"--mlir-pipeline={args.pipeline}"]
        self.seconds = args.limit

    def times(self, repeat, output=False):
        command = [*self.command, f"--repeat={repeat}", "--warmup=1"]
        if output:
            command += ["--output", str(self.folder / "upstream")]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=self.seconds)
        except subprocess.TimeoutExpired:
            raise RuntimeError(f"not done in {self.seconds:.0f} s") from None
        if done.returncode:
            lines = done.stderr.strip().splitlines()
            raise RuntimeError(lines[0] if lines else f"status {done.returncode}")
        return run.json.loads(done.stdout.splitlines()[-1])


def repeats(args, once_ms):
    return max(1, min(1000, int(1e3 * args.seconds / max(once_ms, 1e-3))))


def measure(np, args, path):
    text = path.read_text()
    values = list(run.arguments(np, text))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        xla = run.Xla(text, values)
        ours = run.Hloom(args, path, folder, values)
        upstream = Mlir(args, path, folder, values)
        once = upstream.times(1, output=True)["min_ms"]
        files = sorted((folder / "upstream").glob("*.npy"), key=lambda file: int(file.stem))
        gap = run.difference(np, xla, [np.load(file) for file in files])
        cpu, peer = ours.times(1)["min_ms"], min(xla.times(2))
        rounds = []
        for _ in range(args.rounds):
            rounds.append((
                upstream.times(repeats(args, once))["min_ms"],
                ours.times(repeats(args, cpu))["min_ms"],
                min(xla.times(repeats(args, peer))),
            ))  # fmt: skip
    return [min(times) for times in zip(*rounds, strict=True)], gap


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hloom", default="target/release/hloom")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.3, help="of a program in a round")
    parser.add_argument("--limit", type=float, default=120, help="seconds of a process of upstream")
    parser.add_argument("--pipeline", help="upstream's passes from linalg to buffers")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    args.threads = 1
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:1])
    import numpy as np

    print("| program | upstream MLIR | hloom | XLA | MLIR's time / hloom's | / XLA's | difference |")
    print("|---|---|---|---|---|---|---|")
    by_ours, by_xla = [], []
    for path in sorted((run.HERE / "programs").glob("*.mlir")):
        if args.names and not any(name in path.stem for name in args.names):
            continue
        try:
            (upstream, ours, xla), gap = measure(np, args, path)
        except RuntimeError as error:
            print(f"| {path.stem} | {str(error).replace('|', '/')[:160]} | | | | | |", flush=True)
            continue
        by_ours.append(upstream / ours)
        by_xla.append(upstream / xla)
        wrong = " **too large**" if gap > run.BOUND else ""
        print(
            f"| {path.stem} | {upstream:.3g} ms | {ours:.3g} ms | {xla:.3g} ms | {upstream / ours:.2f} "
            f"| {upstream / xla:.2f} | {gap:.1e}{wrong} |",
            flush=True,
        )
    print(f"\n{len(by_ours)} programs; geometric mean of MLIR's time over hloom's: "
          f"{run.mean(by_ours):.2f}, over XLA's: {run.mean(by_xla):.2f}; medians: "
          f"{statistics.median(by_ours or [0]):.2f}, {statistics.median(by_xla or [0]):.2f}")  # fmt: skip


if __name__ == "__main__":
    main()
