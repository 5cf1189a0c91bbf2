"""The sweep over densities of the benchmark of storage programs.

Matrices of 2000 x 2000 with a half to a 1024th of their elements (a dense factor has 32 columns), and
tensors of 200 x 200 x 200 with a thousandth. The composed plan is the program with its mappings as it is
written, compiled without the search; it is run once, and has a dash if that takes more than
`COMPOSED` seconds, or did for fewer entries. All run on one thread.
"""

import dataclasses
import math
import pathlib
import tempfile

import numpy as np
import storage_cases
from storage_peers import SECONDS, Hloom, Peer, compile_loops, difference

SIDE, CUBE, CUBE_DENSITY, COMPOSED = 2000, 200, 1e-3, 6.0
# Loops by hand that take longer, in milliseconds, are run once, and so are the others then.
ONCE = 500
BOUND = 1e-11


def draws(places, density):
    """So many places drawn at random are distinct ones of that density."""
    return round(-math.log1p(-density) * places)


def cases():
    """Names, densities and functions that make the cases."""
    kernels = {
        "spgemm": lambda *of: storage_cases.spgemm(*of, side=SIDE),
        "spmm": lambda rng, skewed, entries: storage_cases.spmm(rng, skewed, "csr", entries, side=SIDE),
        "summm": lambda *of: storage_cases.summm(*of, side=SIDE),
        "batax": lambda *of: storage_cases.batax(*of, side=SIDE),
    }
    for name, make in kernels.items():
        # From few entries to many.
        for power in range(10, 0, -1):
            yield name, f"2^-{power}", make, draws(SIDE**2, 2.0**-power)
    for name in ("mttkrp", "ttm"):
        make = getattr(storage_cases, name)
        yield name, f"{CUBE_DENSITY:g}", lambda *of, make=make: make(*of, side=CUBE), draws(CUBE**3, CUBE_DENSITY)


def composed(program, case, folder):
    """The time of the composed plan and its result, or the reason why there is none."""
    written = dataclasses.replace(case, repeat=1, options=("--plan=as-written",))
    try:
        process = Hloom(program, written, folder, 1, warmup=0, limit=COMPOSED)
        return process.first["min_ms"], process.result()
    except RuntimeError as error:
        return None, str(error)


def measure(args, case, library, tries_composed):
    """The times, and the largest difference between the results."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        peers = {"C": Peer(case.by_hand(library, 1)[0]), "SciPy": Peer(case.scipy())}
        times = {label: [peer.fastest()] for label, peer in peers.items()}
        results = [dense_copy(peer.last) for peer in peers.values()]
        once = times["C"][0]
        case.repeat = max(1, min(200, int(1e3 * SECONDS / max(once, 1e-3))))
        written, result = composed(args.hloom, case, folder) if tries_composed else (None, None)
        if written is not None:
            results.append(result)
        hloom = Hloom(args.hloom, case, folder, 1, warmup=int(once <= ONCE))
        times["hloom"] = [hloom.first["min_ms"]]
        for _ in range(args.rounds if once <= ONCE else 0):
            for label, peer in {"hloom": hloom, **peers}.items():
                times[label].append(peer.fastest())
        results.append(hloom.result())
        gap = max(difference(results[0], it) for it in results)
    return {label: min(all) for label, all in times.items()}, written, gap


def dense_copy(result):
    """A result that later calls do not change."""
    return result.copy() if hasattr(result, "copy") else result


def main(args):
    """Prints the table."""
    print("| kernel | density | entries | composed plan | optimized plan | C | SciPy "
          "| composed / optimized | C / optimized | SciPy / optimized | difference |")  # fmt: skip
    print("|" + "---|" * 11)
    wrong, too_long = [], set()
    with tempfile.TemporaryDirectory() as name:
        library = compile_loops(pathlib.Path(name))
        for kernel, density, make, entries in cases():
            if args.names and not any(part in kernel for part in args.names):
                continue
            case = make(np.random.default_rng(1), False, entries)
            times, written, gap = measure(args, case, library, kernel not in too_long)
            if written is None:
                too_long.add(kernel)
            best = times["hloom"]
            shown = written, best, times["C"], times["SciPy"]
            cells = ["–" if time is None else f"{time:.3g} ms" for time in shown]
            cells += ["–" if written is None else f"{written / best:.0f}"]
            cells += [f"{times[label] / best:.2f}" for label in ("C", "SciPy")]
            cells += [f"{gap:.1e}{' **too large**' if gap > BOUND else ''}"]
            print(f"| {kernel} | {density} | {case.entries} | {' | '.join(cells)} |", flush=True)
            if gap > BOUND:
                wrong.append(f"{kernel} {density}")
    if wrong:
        raise SystemExit(f"wrong: {', '.join(wrong)}")
