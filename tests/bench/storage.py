#!/usr/bin/env python3
"""The benchmark of storage programs: hloom beside SciPy, PyData sparse, DuckDB and loops by hand in C.

    cargo xtask storage-bench [--entries 1000000] [NAME ...]

All compute the same on the same arrays, by turns, in so many rounds, and the shortest time of each
counts, which other programs on the machine disturb least; a process or library that has the data in
memory is timed, nothing that reads or converts them. hloom and C run on one thread and on two; SciPy,
sparse and DuckDB (`storage_duckdb.py`) on one. The results are compared: `difference` is the largest of all of them from the
first, as a part of the largest value. A NAME is a part of a case's name.
"""

import argparse
import ctypes
import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import scipy.sparse as sp

import storage_cases
import storage_duckdb

HERE = pathlib.Path(__file__).parent
# The largest difference: sums of up to a million numbers in double precision, in any order.
BOUND = 1e-11
# The time of one peer's runs in a round, and that of a call after which it is not called again.
SECONDS, LONG = 0.4, 20.0


class Hloom:
    """A process that has the compiled program, and runs it again for each line."""

    def __init__(self, args, case, folder, threads):
        program = HERE / "storage" / f"{case.program}.sdql"
        self.folder, self.case = folder, case
        command = [args.hloom, "run", str(program), "--backend", "cpu", "--time", "--turns"]
        command += [f"--threads={threads}", "--warmup=1", f"--repeat={case.repeat}"]
        for name, value in case.inputs.items():
            if isinstance(value, (int, float)):
                command.append(f"--input={name}={value}")
                continue
            file = folder / f"{name}.npz"
            if isinstance(value, np.ndarray):
                file = folder / f"{name}.npy"
                if not file.exists():
                    np.save(file, value)
            elif not file.exists():
                np.savez(file, **{member: np.asarray(of) for member, of in value.items()})
            command.append(f"--input={name}={file}")
        command += [f"--storage={name}={format}" for name, format in case.storage.items()]
        if case.result_storage:
            command += ["--result-storage", case.result_storage]
        self.output = folder / f"result{threads}.{'npz' if case.result_storage else 'npy'}"
        command += ["--output", str(self.output)]
        plan = folder / "plan.sdql"
        command += [f"--{'use' if plan.exists() else 'emit'}-plan", str(plan)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.first = self.answer()
        self.plan = plan

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            lines = self.process.communicate()[1].strip().splitlines()
            raise RuntimeError(lines[0] if lines else f"status {self.process.returncode}")
        return json.loads(line)

    def fastest(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return self.answer()["min_ms"]

    def result(self):
        self.process.communicate()
        if self.process.returncode:
            raise RuntimeError(f"status {self.process.returncode}")
        if not self.case.result_storage:
            return np.load(self.output)
        found = np.load(self.output)
        shape = found["shape"]
        return sp.csr_array((found["val"], found["idx"], found["pos"]), shape=shape)


class Peer:
    """A function in this process."""

    def __init__(self, call):
        self.call = call
        self.last = None

    def fastest(self):
        times, began = [], time.perf_counter()
        while not times or (time.perf_counter() - began < SECONDS and len(times) < 200):
            start = time.perf_counter()
            self.last = self.call()
            times.append(1e3 * (time.perf_counter() - start))
        return min(times)


def compile_loops(folder):
    """The loops by hand as a library."""
    library = folder / "loops.so"
    source = HERE / "storage" / "loops.c"
    flags = ["-O3", "-march=native", "-fopenmp", "-shared", "-fPIC"]
    subprocess.run(["gcc", *flags, str(source), "-o", str(library)], check=True)
    return ctypes.CDLL(str(library))


def dense(value):
    """A result as an array or a matrix of SciPy's."""
    if hasattr(value, "to_scipy_sparse") and value.ndim == 2:
        value = value.to_scipy_sparse()
    elif hasattr(value, "todense") and not sp.issparse(value):
        value = value.todense()
    if sp.issparse(value):
        return sp.csr_array(value)
    return np.asarray(value)


def difference(first, other):
    """The largest difference, as a part of the largest value of the first."""
    first, other = dense(first), dense(other)
    if sp.issparse(first) or sp.issparse(other):
        first, other = sp.csr_array(first), sp.csr_array(other)
        if first.shape != other.shape:
            return math.inf
        scale, gap = abs(first).max(), abs(first - other).max()
    else:
        if first.size != other.size:
            return math.inf
        gap = np.abs(first.reshape(-1) - other.reshape(-1)).max(initial=0)
        scale = np.abs(first).max(initial=0)
    return math.inf if gap != gap else float(gap) / max(float(scale), 1e-300)


def measure(args, case, library):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        peers = {}
        for threads in (1, 2):
            calls = case.by_hand(library, threads)
            peers[f"C {threads}"] = [Peer(call) for call in calls]
        for library_name, calls in (("SciPy", case.scipy), ("sparse", case.sparse)):
            if calls is not None:
                peers[library_name] = [Peer(calls())]
        if case.query is not None:
            peers["DuckDB"] = [Peer(storage_duckdb.call(*case.query))]
        results, slow = {}, set()
        for label, group in peers.items():
            for i, peer in enumerate(group):
                start = time.perf_counter()
                # Numba compiles in the first call.
                results[label, i] = peer.call()
                if label == "sparse" and time.perf_counter() - start < LONG:
                    start = time.perf_counter()
                    peer.call()
                if time.perf_counter() - start > LONG:
                    slow.add((label, i))
                    peer.took = 1e3 * (time.perf_counter() - start)
        once = Peer(case.by_hand(library, 1)[0]).fastest()
        case.repeat = max(3, min(200, int(1e3 * SECONDS / max(once, 1e-3))))
        ours = {threads: Hloom(args, case, folder, threads) for threads in (1, 2)}
        times = {}
        for _ in range(args.rounds):
            for threads, hloom in ours.items():
                times.setdefault(f"hloom {threads}", []).append(hloom.fastest())
            for label, group in peers.items():
                found = [peer.took if (label, i) in slow else peer.fastest() for i, peer in enumerate(group)]
                # The faster one of two ways.
                times.setdefault(label, []).append(min(found))
        first = ours[1].first
        found = {f"hloom {threads}": hloom.result() for threads, hloom in ours.items()}
        reference = results["SciPy", 0] if ("SciPy", 0) in results else results["C 1", 0]
        gaps = [difference(reference, it) for it in [*results.values(), *found.values()]]
        if args.plans:
            print(ours[1].plan.read_text(), file=sys.stderr)
    best = {label: min(all) for label, all in times.items()}
    return best, max(gaps), first["compile_ms"]


def mean(ratios):
    return math.exp(statistics.fmean(map(math.log, ratios))) if ratios else math.nan


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hloom", default="target/release/hloom")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--entries", type=int, default=1_000_000, help="of each matrix, about")
    parser.add_argument("--plans", action="store_true", help="print the plans")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    columns = ["hloom 1", "hloom 2", "C 1", "C 2", "SciPy", "sparse", "DuckDB"]
    print("| kernel | entries | hloom, 1 thread | 2 | C, 1 thread | 2 | SciPy | sparse | DuckDB | C / hloom, 1 | 2 "
          "| best peer / hloom | difference |")  # fmt: skip
    print("|" + "---|" * 13)
    hand, best, missing = [], [], []
    with tempfile.TemporaryDirectory() as name:
        library = compile_loops(pathlib.Path(name))
        for make in storage_cases.cases(args.entries):
            if args.names and not any(part in make.name for part in args.names):
                continue
            case = make()
            try:
                times, gap, _ = measure(args, case, library)
            except RuntimeError as error:
                missing.append(make.name)
                print(f"| {make.name} | {case.entries} | {error} |" + " |" * 10, flush=True)
                continue
            ratios = [times[f"C {threads}"] / times[f"hloom {threads}"] for threads in (1, 2)]
            python = [times[label] for label in ("SciPy", "sparse", "DuckDB") if label in times]
            fastest = min(times["hloom 1"], times["hloom 2"])
            peer = min(python) / fastest if python else math.nan
            hand += ratios
            best += [peer] if python else []
            cells = [f"{times[c]:.3g} ms" if c in times else "" for c in columns]
            wrong = " **too large**" if gap > BOUND else ""
            print(f"| {make.name} | {case.entries} | {' | '.join(cells)} | {ratios[0]:.2f} | {ratios[1]:.2f} "
                  f"| {peer:.2f} | {gap:.1e}{wrong} |", flush=True)  # fmt: skip
            if wrong:
                missing.append(make.name)
    print(f"\n{len(hand) // 2} kernels; geometric mean of the time of C over hloom's with as many threads: "
          f"{mean(hand):.2f}, the least {min(hand, default=math.nan):.2f}; of the best peer in Python over "
          f"hloom's best: {mean(best):.2f}, the least {min(best, default=math.nan):.2f}")  # fmt: skip
    if missing:
        sys.exit(f"wrong or not run: {', '.join(missing)}")


if __name__ == "__main__":
    main()
