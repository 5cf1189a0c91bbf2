"""The pairs of formats of the benchmark of storage programs: programs of one or two matrices, each in every
format, beside SciPy with its matrices in CSR.

All run on one thread. A plan that begins with copies of operands is marked with a star; their time counts.
`search` is the time before the first run: that of the search, and of compiling the plan. SciPy's time has
the making of a sparse result; hloom keeps the memory of its results, and makes their arrays after the runs.
"""

import itertools
import json
import pathlib
import subprocess
import tempfile
import time

import numpy as np
import scipy.sparse as sp

FORMATS = ["csr", "csc", "coo_matrix", "dcsr", "dcsc", "ell"]
# Rows, columns and about as many entries.
SHAPES = {"square": (3000, 3000, 24_000), "wide": (50, 100_000, 20_000), "sparse": (200_000, 200_000, 20_000)}
BOUND = 1e-11
# Seconds after which a program is given up.
LIMIT = 60


def each_in_csr(entries):
    """The result of a process, of the arrays of `csr`."""
    return sp.csr_array((entries["val"], entries["idx"], entries["pos"]), shape=entries["shape"])


# The text, whether the second matrix is as wide as the first is tall and the other way round, and SciPy's
# function of both matrices and a vector.
PROGRAMS = {
    "spmv": ("sum(<(i, j), a> in A) { i -> a * x(j) }", False, lambda a, b, x: a @ x),
    "squares": ("sum(<(i, j), a> in A, <(i, k), b> in A) { j -> a * b * x(k) }", False, lambda a, b, x: (a @ x) @ a),
    "product": ("sum(<(i, k), a> in A, <(k, j), b> in B) { (i, j) -> a * b }", True, lambda a, b, x: a @ b),
    "transposed": ("sum(<(k, i), a> in A, <(k, j), b> in B) { (i, j) -> a * b }", False, lambda a, b, x: a.T.tocsr() @ b),
    "sum": ("A + B", False, lambda a, b, x: a + b),
    "entries": ("A * B", False, lambda a, b, x: a * b),
    "total": ("sum(<(i, k), a> in A, <(k, j), b> in B) a * b", True, lambda a, b, x: a.sum(0) @ b.sum(1)),
    "trace": ("sum(<(i, j), a> in A, <(j, i), b> in B) a * b", True, lambda a, b, x: (a * b.T.tocsr()).sum()),
}  # fmt: skip


def matrix(rng, rows, columns, entries):
    keys = np.unique(rng.integers(0, rows * columns, entries))
    values = rng.uniform(0.5, 1.5, len(keys))
    return sp.csr_array((values, (keys // columns, keys % columns)), (rows, columns))


def shortest(call, seconds=0.2):
    """The result, and the shortest time in milliseconds."""
    end, best = time.perf_counter() + seconds, np.inf
    while True:
        start = time.perf_counter()
        result = call()
        best = min(best, time.perf_counter() - start)
        if time.perf_counter() > end:
            return result, 1e3 * best


def ours(program, folder, formats, dimensions, takes_vector):
    """Times, the result, and whether the plan begins with copies; or a reason why there is none."""
    output = folder / f"result{'.npz' if dimensions == 2 else '.npy'}"
    plan = folder / "plan.sdql"
    command = [program, "run", folder / "program.sdql", "--backend", "cpu", "--threads", "1", "--time"]
    command += ["--warmup", "1", "--repeat", "7", "--emit-plan", plan, "--output", output]
    for name, format in formats.items():
        command += ["--storage", f"{name}={format}", "--input", f"{name}={folder / name}.npz"]
    if takes_vector:
        command += ["--input", f"x={folder / 'x.npy'}"]
    if dimensions == 2:
        command += ["--result-storage", "csr"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return f"more than {LIMIT} s"
    if done.returncode:
        return done.stderr.strip().splitlines()[0]
    times = json.loads(done.stdout.strip().splitlines()[-1])
    result = np.load(output)
    copies = ", with " in plan.read_text().splitlines()[0]
    return times, each_in_csr(result) if dimensions == 2 else result, copies


def gap(expected, found):
    """The largest difference, as a part of the largest number."""
    if sp.issparse(expected):
        expected, found = expected.tocoo(), found.tocoo()
        rows = np.concatenate([expected.row, found.row])
        columns = np.concatenate([expected.col, found.col])
        numbers = np.concatenate([expected.data, -found.data])
        rest = sp.coo_array((numbers, (rows, columns)), shape=expected.shape).tocsr()
        numbers, rest = expected.data, rest.data
    else:
        numbers, rest = np.asarray(expected).reshape(-1), np.reshape(expected - found, -1)
    return max(map(abs, rest), default=0.0) / max(map(abs, numbers), default=1.0)


def main(args):
    print("| program | matrices | formats | hloom | SciPy | SciPy / hloom | search | difference |")
    print("|" + "---|" * 8)
    wrong, slowest, below = [], (0.0, ""), []
    for (name, (text, turned, scipy)), shape in itertools.product(PROGRAMS.items(), SHAPES):
        if args.names and not any(part in f"{name}-{shape}" for part in args.names):
            continue
        rng = np.random.default_rng(1)
        rows, columns, entries = SHAPES[shape]
        first = matrix(rng, rows, columns, entries)
        second = matrix(rng, *((columns, rows) if turned else (rows, columns)), entries)
        x = rng.uniform(0.5, 1.5, columns)
        two, takes_vector = " in B" in text or "B" == text[-1], "x(" in text
        expected, peer = shortest(lambda: scipy(first, second, x))
        dimensions = np.ndim(expected)
        with tempfile.TemporaryDirectory() as at:
            folder = pathlib.Path(at)
            sp.save_npz(folder / "A.npz", sp.csr_matrix(first))
            sp.save_npz(folder / "B.npz", sp.csr_matrix(second))
            np.save(folder / "x.npy", x)
            declared = "CREATE TENSOR {} : {{int -> {{int -> real}}}};"
            declared = declared.format("A") + (declared.format("B") if two else "")
            declared += "CREATE TENSOR x : [real];" if takes_vector else ""
            (folder / "program.sdql").write_text(f"{declared} {text}")
            for of in itertools.product(FORMATS, repeat=2 if two else 1):
                # Rows of wide and sparse matrices have very different lengths.
                if shape != "square" and "ell" in of:
                    continue
                found = ours(args.hloom, folder, dict(zip("AB", of)), dimensions, takes_vector)
                label = f"{name} | {shape} | {', '.join(of)}"
                if isinstance(found, str):
                    print(f"| {label} | {found} | {peer:.3g} ms |  |  |  |", flush=True)
                    continue
                times, result, copies = found
                best, search, difference = times["min_ms"], times["compile_ms"], gap(expected, result)
                slowest = max(slowest, (search, label))
                if best > peer:
                    below.append((peer / best, label))
                if difference > BOUND:
                    wrong.append(label)
                print(f"| {label}{' *' if copies else ''} | {best:.3g} ms | {peer:.3g} ms | {peer / best:.2f} "
                      f"| {search:.0f} ms | {difference:.1e} |", flush=True)  # fmt: skip
    print(f"\nThe slowest search with its compilation: {slowest[0]:.0f} ms ({slowest[1]})")
    print(f"Slower than SciPy: {len(below)}")
    for ratio, label in sorted(below):
        print(f"{ratio:.2f} {label}")
    if wrong:
        raise SystemExit(f"wrong: {', '.join(wrong)}")
