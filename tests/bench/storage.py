#!/usr/bin/env python3
"""The benchmark of storage programs: hloom beside SciPy, PyData sparse, DuckDB and loops by hand in C.

    cargo xtask storage-bench [--entries 1000000] [--sweep] [--pairs] [--searches] [NAME ...]

All compute the same on the same arrays, by turns, in so many rounds, and the shortest time of each
counts, which other programs on the machine disturb least; a process or library that has the data in
memory is timed, nothing that reads or converts them. hloom and C run on one thread and on two; SciPy,
sparse and DuckDB (`storage_duckdb.py`) on one. The results are compared: `difference` is the largest of
all of them from the first, as a part of the largest value. A NAME is a part of a case's name.

The cases are kernels (`storage_cases.py`), a matrix times a vector in formats that are added by text
(`storage_formats.py`) and PageRank until it converges (`storage_converged.py`). `--sweep` has its own
table (`storage_sweep.py`), and so have `--pairs`: operands in all pairs of formats (`storage_pairs.py`), and `--searches`: the
time that the optimizer takes (`storage_searches.py`). `--hold` fails where a figure misses its limit.
"""

import argparse
import math
import os
import pathlib
import statistics
import sys
import tempfile
import time

# SciPy's BLAS runs on one thread, as the other peers in Python; it reads this as it is loaded.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import storage_cases  # noqa: E402
import storage_converged  # noqa: E402
import storage_duckdb  # noqa: E402
import storage_formats  # noqa: E402
import storage_pairs  # noqa: E402
import storage_searches  # noqa: E402
import storage_sweep  # noqa: E402
from storage_peers import SECONDS, Hloom, Peer, compile_loops, difference  # noqa: E402

# The largest difference: sums of up to a million numbers in double precision, in any order.
BOUND = 1e-11
# The time of a call after which a peer is not called again.
LONG = 20.0
# What `--hold` holds: the most times as long as C with as many threads; the geometric mean and the least
# of the best peer's time in Python over hloom's on one thread; milliseconds of a search with its compilation.
HAND, PYTHON, LEAST, SEARCH = 1.15, 2.0, 1.0, 2060


def fits(args, case, peer):
    """Whether a peer is asked for, and has the memory that it takes; if not, says so."""
    if peer in args.without:
        return False
    taken = case.memory.get(peer, 0) / 2**30
    if taken > args.memory:
        print(f"{peer} is left out: about {taken:.0f} GiB", file=sys.stderr)
    return taken <= args.memory


def all_cases(entries):
    """The kernels, formats by text and PageRank until it converges."""
    for module in (storage_cases, storage_formats, storage_converged):
        yield from module.cases(entries)


def measure(args, case, library):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        peers = {}
        for threads in (1, 2):
            calls = case.by_hand(library, threads)
            peers[f"C {threads}"] = [Peer(call) for call in calls]
        for library_name, calls in (("SciPy", case.scipy), ("sparse", case.sparse)):
            if calls is not None and fits(args, case, library_name):
                peers[library_name] = [Peer(calls())]
        if case.query is not None and fits(args, case, "DuckDB"):
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
        ours = {threads: Hloom(args.hloom, case, folder, threads) for threads in (1, 2)}
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
        if args.plans and ours[1].plan.exists():
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
    parser.add_argument("--memory", type=float, default=12, help="GiB that a peer may take beside its data")
    parser.add_argument("--without", nargs="*", default=[], choices=["SciPy", "sparse", "DuckDB"],
                        help="peers that are left out")  # fmt: skip
    parser.add_argument("--hold", action="store_true",
                        help="fail if a kernel misses a limit: that of C, of the peers in Python, or of the search")  # fmt: skip
    parser.add_argument("--sweep", action="store_true", help="matrices by density, and their plans as written")
    parser.add_argument("--pairs", action="store_true", help="operands in all pairs of formats")
    parser.add_argument("--searches", action="store_true", help="the time of each search, in all formats")
    parser.add_argument("--plans", action="store_true", help="print the plans")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    if args.sweep:
        storage_sweep.main(args)
        return
    if args.pairs:
        storage_pairs.main(args)
        return
    if args.searches:
        storage_searches.main(args)
        return
    columns = ["hloom 1", "hloom 2", "C 1", "C 2", "SciPy", "sparse", "DuckDB"]
    print("| kernel | entries | hloom, 1 thread | 2 | C, 1 thread | 2 | SciPy | sparse | DuckDB | C / hloom, 1 | 2 "
          "| best peer / hloom | difference |")  # fmt: skip
    print("|" + "---|" * 13)
    hand, best, alone, missing, slow, below = [], [], [], [], [], []
    with tempfile.TemporaryDirectory() as name:
        library = compile_loops(pathlib.Path(name))
        for make in all_cases(args.entries):
            if args.names and not any(part in make.name for part in args.names):
                continue
            case = make()
            try:
                times, gap, compiled = measure(args, case, library)
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
            one = min(python) / times["hloom 1"] if python else math.nan
            alone += [one] if python else []
            least = {"C, 1 thread": (ratios[0], 1 / HAND), "C, 2 threads": (ratios[1], 1 / HAND)}
            least |= {"the best peer in Python": (one, LEAST)} if python else {}
            below += [f"{make.name}: {ratio:.2f} of {what}" for what, (ratio, limit) in least.items() if ratio < limit]
            if compiled > SEARCH:
                below.append(f"{make.name}: {compiled:.0f} ms of search and compilation")
            limit = case.limit or math.inf
            if max(1 / ratio for ratio in ratios) > limit:
                slow.append(f"{make.name} takes {max(1 / ratio for ratio in ratios):.2f} times as long as C")
            cells = [f"{times[c]:.3g} ms" if c in times else "" for c in columns]
            wrong = " **too large**" if gap > BOUND else ""
            print(f"| {make.name} | {case.entries} | {' | '.join(cells)} | {ratios[0]:.2f} | {ratios[1]:.2f} "
                  f"| {peer:.2f} | {gap:.1e}{wrong} |", flush=True)  # fmt: skip
            if wrong:
                missing.append(make.name)
    print(f"\n{len(hand) // 2} kernels; geometric mean of the time of C over hloom's with as many threads: "
          f"{mean(hand):.2f}, the least {min(hand, default=math.nan):.2f}; of the best peer in Python over "
          f"hloom's best: {mean(best):.2f}, the least {min(best, default=math.nan):.2f}")  # fmt: skip
    failures = [f"wrong or not run: {', '.join(missing)}"] if missing else []
    failures += [f"{it}, above the limit of {storage_formats.LIMIT}" for it in slow]
    if args.hold:
        failures += below
        if mean(alone) < PYTHON:
            failures.append(f"{mean(alone):.2f} in the mean of the best peers in Python on one thread")
    if failures:
        sys.exit("\n".join(failures))


if __name__ == "__main__":
    main()
