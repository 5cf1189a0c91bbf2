"""PageRank until it converges, for the benchmark of storage programs: the whole iteration is measured.

The language of storage programs has no loops, so the program is one of StableHLO: a `while` with a matrix in
compressed rows, `storage/pagerank.mlir.in`. It runs as it is, by LLVM, and with the product as a plan.
"""

import numpy as np
import scipy.sparse as sp
from storage_cases import Case, c, gcxs, rows
from storage_data import matrix, narrow
from storage_peers import template

D, TOLERANCE = 0.85, 1e-10
WAYS = {
    "": (),
    "-llvm": ("--generator=llvm",),
    "-plan": ("--passes=relayout-sparse,fuse-storage{drivable=true},fuse",),
}


def converged(links):
    """The ranks and the number of steps; `links` has the pages in its rows."""
    n = links.shape[0]
    r, change, steps = np.full(n, 1 / n), 1.0, 0
    while change > TOLERANCE:
        following = (1 - D) / n + D * (links @ r)
        change = np.abs(following - r).sum()
        r, steps = following, steps + 1
    return r, steps


def pagerank(rng, skewed, options, entries):
    n = entries // 16
    links = matrix(rng, n, n, entries, skewed)
    degree = np.maximum(np.diff(links.indptr), 1)
    links.data[:] = np.repeat(1 / degree, np.diff(links.indptr))
    links = narrow(sp.csr_array(links.T))
    steps = converged(links)[1]
    start, out, other = np.full(n, 1 / n), np.zeros(n), np.zeros(n)

    def by_hand(library, threads):
        call = c(library.pagerank_converged, threads, n, *rows(links), D, TOLERANCE, out, other)
        return [lambda: (call(), out)[1]]

    def sparse():
        matrix = gcxs(links)
        return lambda: converged(matrix)[0]

    text = template("pagerank.mlir.in", n=n, d=D, base=repr((1 - D) / n), tolerance=repr(TOLERANCE))
    arrays = dict(format=b"csr", shape=links.shape, indptr=links.indptr, indices=links.indices, data=links.data)
    return Case("pagerank", links.nnz, {"0": arrays, "1": start}, {}, by_hand, lambda: lambda: converged(links)[0],
                sparse, text=text, options=options, steps=steps)  # fmt: skip


def cases(entries):
    """The cases: functions that make their data, with names."""
    for skewed in (False, True):
        for way, options in WAYS.items():

            def made(skewed=skewed, options=options):
                return pagerank(np.random.default_rng(1), skewed, options, entries)

            made.name = f"pagerank-converged{way}{'-skewed' if skewed else ''}"
            yield made
