"""Cases of the benchmark of storage programs in formats that are added by text alone: a matrix times a vector
in a band, a packed triangle, along the Z-order curve, in diagonals, and in anti-diagonals, which the library does not have.

SciPy's functions are those of BLAS for these formats, where it has them. hloom's time may be at most
`LIMIT` times that of the loop by hand for the library's formats.
"""

import numpy as np
import scipy.sparse as sp
from scipy.linalg import blas
from storage_cases import Case, c, into
from storage_data import INT
from storage_peers import HERE

LIMIT = 1.5


def product(entries, storage, inputs, by_hand, scipy, n, limit=LIMIT):
    """A case of a matrix of these arrays times a vector. `by_hand` has functions of the library, and their
    arguments between the number of threads and the vectors."""
    x, y = inputs["x"], np.zeros(n)
    functions, arguments = by_hand

    def calls(library, threads):
        return [into(y, c(getattr(library, name), threads, *arguments, x, y)) for name in functions]

    return Case("spmv", entries, inputs, dict(A=storage), calls, scipy, limit=limit)


def banded(rng, each_side, entries):
    width = 2 * each_side + 1
    n = entries // width
    val = rng.uniform(0.5, 1.5, (n, width))
    j = np.arange(n)[:, None] + np.arange(width) - each_side
    # Places of the band that are outside of the matrix.
    val[(j < 0) | (j >= n)] = 0
    x = rng.uniform(0.5, 1.5, n)
    arrays = dict(n=n, l=each_side, u=each_side, val=val.reshape(-1), shape=(n, n))
    by_hand = ("spmv_banded", "spmv_banded_lanes"), (n, each_side, each_side, arrays["val"])

    def scipy():
        # BLAS has bands by columns, and so the band of the transposed matrix.
        return lambda: blas.dgbmv(n, n, each_side, each_side, 1.0, val.T, x, trans=1)

    return product(n * width, "banded", dict(A=arrays, x=x), by_hand, scipy, n)


def packed(rng, entries):
    """The numbers of a packed triangle."""
    n = int((2 * entries) ** 0.5)
    val = rng.uniform(0.5, 1.5, n * (n + 1) // 2)
    return n, rng.uniform(0.5, 1.5, n), dict(n=n, val=val, shape=(n, n))


def triangular(rng, entries):
    n, x, arrays = packed(rng, entries)
    val = arrays["val"]
    by_hand = ("spmv_triangular",), (n, val)
    return product(len(val), "triangular", dict(A=arrays, x=x), by_hand,
                   lambda: lambda: blas.dtpmv(n, val, x, trans=1), n)  # fmt: skip


def symmetric(rng, entries):
    n, x, arrays = packed(rng, entries)
    val = arrays["val"]
    by_hand = ("spmv_symmetric",), (n, val)
    return product(len(val), "symmetric", dict(A=arrays, x=x), by_hand,
                   lambda: lambda: blas.dspmv(n, 1.0, val, x), n)  # fmt: skip


def z_order(rng, entries):
    n = 1 << (int(entries**0.5).bit_length() - 1)
    val, x = rng.uniform(0.5, 1.5, n * n), rng.uniform(0.5, 1.5, n)
    by_hand = ("spmv_z_order", "spmv_z_order_by_8"), (n, val)
    # The second loop has eight by eight positions of the curve as constants, as hloom's does.
    return product(n * n, "z_order", dict(A=dict(val=val, shape=(n, n)), x=x), by_hand, None, n)


def z_order_plain(rng, entries):
    case = z_order(rng, entries)
    n, val, x = len(case.inputs["x"]), case.inputs["A"]["val"], case.inputs["x"]
    return product(n * n, "z_order", case.inputs, (("spmv_z_order",), (n, val)), None, n)


def z_order_blocks(rng, h, entries):
    n = 1 << (int(entries**0.5).bit_length() - 1)
    val, x = rng.uniform(0.5, 1.5, n * n), rng.uniform(0.5, 1.5, n)
    arrays = dict(len=(n // h) ** 2, h=h, val=val, shape=(n, n))
    by_hand = ("spmv_blocks_in_z_order",), (n, h, val)
    return product(n * n, "z_order_blocks", dict(A=arrays, x=x), by_hand, None, n)


def diagonals(rng, count, entries):
    """As many diagonals, anywhere in the middle two thirds of the matrix."""
    n = entries // count
    offsets = np.sort(rng.choice(np.arange(-n // 3, n // 3), count, replace=False)).astype(INT)
    j = np.arange(n) + offsets[:, None]
    val = rng.uniform(0.5, 1.5, (count, n))
    val[(j < 0) | (j >= n)] = 0
    x = rng.uniform(0.5, 1.5, n)
    arrays = dict(m=n, off=offsets, val=val.reshape(-1), shape=(n, n))
    by_hand = ("spmv_dia",), (n, count, offsets, arrays["val"])

    def scipy():
        # SciPy has the number of column j at place j of a diagonal.
        places = np.zeros((count, n))
        for own, row, offset in zip(places, val, offsets):
            own[max(0, offset) : min(n, n + offset)] = row[max(0, -offset) : min(n, n - offset)]
        matrix = sp.dia_array((places, offsets), (n, n))
        return lambda: matrix @ x

    return product(val.size, "dia", dict(A=arrays, x=x), by_hand, scipy, n)


def anti_diagonals(rng, count, entries):
    n = entries // count
    sums = np.arange(n - 1 - count // 2, n + count // 2).astype(INT)
    i = np.arange(n)
    j = sums[:, None] - i
    val = rng.uniform(0.5, 1.5, (len(sums), n))
    val[(j < 0) | (j >= n)] = 0
    x = rng.uniform(0.5, 1.5, n)
    arrays = dict(n=n, sum=sums, val=val.reshape(-1), shape=(n, n))
    by_hand = ("spmv_anti_diagonals",), (n, len(sums), sums, arrays["val"])

    def scipy():
        # With the columns in the opposite order, these are diagonals: row i has column i + n - 1 - sum.
        rows = np.repeat(i[None, :], len(sums), 0)
        turned = sp.coo_array((val.reshape(-1), (rows.reshape(-1), (n - 1 - j).clip(0, n - 1).reshape(-1))), (n, n))
        diagonals = turned.todia()
        return lambda: diagonals @ x[::-1]

    return product(val.size, HERE / "storage" / "anti_diagonals.sdql", dict(A=arrays, x=x), by_hand, scipy, n, limit=None)


def cases(entries):
    """The cases: functions that make their data, with names."""
    makers = {
        "spmv-banded": (banded, 8, entries),
        "spmv-banded-wide": (banded, 64, entries),
        "spmv-triangular": (triangular, entries),
        "spmv-symmetric": (symmetric, entries),
        "spmv-z-order": (z_order_plain, entries),
        "spmv-z-order-by-8": (z_order, entries),
        "spmv-z-order-blocks": (z_order_blocks, 16, entries),
        "spmv-dia": (diagonals, 9, entries),
        "spmv-anti-diagonals": (anti_diagonals, 17, entries),
    }  # fmt: skip
    for name, (make, *rest) in makers.items():

        def made(make=make, rest=rest):
            return make(np.random.default_rng(1), *rest)

        made.name = name
        yield made
