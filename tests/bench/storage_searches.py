"""The searches of the benchmark of storage programs: how long the optimizer takes for each kernel, with
its sparse tensors in each format.

`hloom opt` reads data for their statistics, and says how long each stage took. Nothing is compiled or
run, so that formats count whose plans no one would run.
"""

import pathlib
import re
import subprocess
import tempfile

import numpy as np
import scipy.sparse as sp
from storage_cases import WIDTH
from storage_data import Tensor, matrix
from storage_peers import HERE

MATRICES = ["csr", "csc", "coo_matrix", "dcsr", "dcsc", "bsr:h=4,w=4", "ell", "hash_map", "bitmap", "ddc", "z_order"]
TENSORS = ["csf", "csf_201", "coo_tensor", "dense_tensor", "hash_tensor"]
# Formats that have a place for every element: a matrix of fewer is stored.
FULL = {"bitmap", "ddc", "z_order"}
SMALL = 1024
# The most milliseconds of a search (`--hold`).
LIMIT = 2000

DECLARED = {"A": "{int -> {int -> real}}", "B": "{int -> {int -> real}}", "T": "{int -> {int -> {int -> real}}}", "x": "[real]"}
# More expressions than the kernels.
EXPRESSIONS = {
    "transposed": "sum(<(k, i), a> in A, <(k, j), b> in B) { (i, j) -> a * b }",
    "trace": "sum(<(i, j), a> in A, <(j, i), b> in B) a * b",
    "tensor-vector": "sum(<(i, j, k), t> in T) { (i, j) -> t * x(k) }",
    "tensor-squares": "sum(<(i, j, k), t> in T, <(i, j, l), u> in T) { (k, l) -> t * u }",
}
# The sparse tensors of each program, and those that are dense matrices.
SPARSE = {"spmv": "A", "spmm": "A", "spgemm": "AB", "sddmm": "S", "add": "AB", "triangles": "E", "summm": "BC",
          "batax": "M", "mttkrp": "B", "ttm": "B", "abc": "ABC", "pagerank": ["links"], "transposed": "AB",
          "trace": "AB", "tensor-vector": "T", "tensor-squares": "T"}  # fmt: skip
DENSE = {"spmm": "X", "sddmm": "XY", "mttkrp": "CD", "ttm": "C"}
OF_ORDER_3 = {"mttkrp", "ttm", "tensor-vector", "tensor-squares"}


def programs():
    """Names and texts."""
    for name in ("spmv", "spmm", "spgemm", "sddmm", "add", "triangles", "summm", "batax", "mttkrp", "ttm", "abc", "pagerank"):
        yield name, (HERE / "storage" / f"{name}.sdql").read_text()
    for name, text in EXPRESSIONS.items():
        used = [tensor for tensor in DECLARED if re.search(rf"\b{tensor}\b", text)]
        yield name, "".join(f"CREATE TENSOR {it} : {DECLARED[it]};\n" for it in used) + text


def write_data(folder, entries):
    """Files of a large and a small sparse matrix, a tensor, and dense matrices."""
    rng = np.random.default_rng(1)
    side = entries // 16
    for name, size in (("matrix", side), ("small", SMALL)):
        found = sp.csr_matrix(matrix(rng, size, size, min(entries, size**2 // 16)))
        sp.save_npz(folder / f"{name}.npz", found, compressed=False)
        # A graph's edges are integers.
        sp.save_npz(folder / f"{name}-edges.npz", found.astype(bool).astype(np.int64), compressed=False)
    cube = max(32, round((entries * 50) ** (1 / 3)))
    tensor = Tensor(rng, (cube, cube, cube), entries, False)
    with open(folder / "tensor.tns", "w") as file:
        for key, value in zip(zip(*tensor.keys), tensor.val):
            print(*(int(it) + 1 for it in key), value, file=file)
    np.save(folder / "dense.npy", rng.uniform(0.5, 1.5, (cube, WIDTH)))
    np.save(folder / "tall.npy", rng.uniform(0.5, 1.5, (side, WIDTH)))


def figures(command):
    """The lines about the stages of a search."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stderr.strip()}")
    return done.stderr


def main(args):
    print("| program | format | search | nodes | end |")
    print("|" + "---|" * 5)
    slowest, all = {}, []
    with tempfile.TemporaryDirectory() as at:
        folder = pathlib.Path(at)
        write_data(folder, args.entries)
        for name, text in programs():
            if args.names and not any(part in name for part in args.names):
                continue
            file = folder / "program.sdql"
            file.write_text(text)
            tensor = name in OF_ORDER_3
            for format in TENSORS if tensor else MATRICES:
                command = [args.hloom, "opt", file, "--optimize-storage", "--statistics"]
                size = "small" if format in FULL else "matrix"
                for it in SPARSE[name]:
                    data = "tensor.tns" if tensor else f"{size}{'-edges' if it == 'E' else ''}.npz"
                    command += [f"--storage={it}={format}", f"--statistics-of={it}={folder / data}"]
                for it in DENSE.get(name, ""):
                    data = "dense.npy" if tensor else "tall.npy"
                    command += [f"--storage={it}=dense_matrix", f"--statistics-of={it}={folder / data}"]
                said = figures(command)
                search = sum(int(it) for it in re.findall(r" (\d+) ms;", said))
                nodes = max(int(it) for it in re.findall(r" (\d+) nodes,", said))
                ends = ", ".join(dict.fromkeys(re.findall(r"stage: (.*?) after", said)))
                slowest[name] = max(slowest.get(name, 0), search)
                all.append(search)
                print(f"| {name} | {format} | {search} ms | {nodes} | {ends} |", flush=True)
    print(f"\n{len(all)} searches, {sum(it < 100 for it in all)} in less than 100 ms; the slowest of each program:")
    print(", ".join(f"{name} {search} ms" for name, search in slowest.items()))
    if args.hold and max(all, default=0) > LIMIT:
        raise SystemExit(f"a search takes more than {LIMIT} ms")
