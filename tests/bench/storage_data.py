"""Matrices and tensors for the benchmark of storage programs, and the arrays of their formats."""

import numpy as np
import scipy.sparse as sp

INT = np.int32


def coordinates(rng, rows, columns, entries, skewed):
    """Distinct places of a matrix, sorted by rows: uniform, or with rows and columns whose numbers
    of entries fall off like a power."""
    if skewed:
        # Row i has about (i + 1) ** -0.6 of the entries of the first, in a random order.
        weights = (np.arange(rows) + 1.0) ** -0.6
        ends = np.cumsum(weights / weights.sum())
        i = rng.permutation(rows)[np.searchsorted(ends, rng.random(entries)).clip(0, rows - 1)]
        j = rng.permutation(columns)[(columns * rng.random(entries) ** 3).astype(np.int64)]
    else:
        i, j = rng.integers(0, rows, entries), rng.integers(0, columns, entries)
    keys = np.unique(i.astype(np.int64) * columns + j)
    return keys // columns, keys % columns


def matrix(rng, rows, columns, entries, skewed=False):
    """A random matrix in compressed rows."""
    i, j = coordinates(rng, rows, columns, entries, skewed)
    found = sp.csr_array((rng.uniform(0.5, 1.5, len(i)), (i, j)), shape=(rows, columns))
    return narrow(found)


def narrow(found):
    """A matrix whose coordinates have 32 bits and are sorted."""
    found.sort_indices()
    found.indptr, found.indices = found.indptr.astype(INT), found.indices.astype(INT)
    return found


def graph(rng, nodes, edges, skewed):
    """A symmetric graph of edges 1, without loops."""
    i, j = coordinates(rng, nodes, nodes, edges, skewed)
    i, j = i[i != j], j[i != j]
    found = sp.csr_array((np.ones(2 * len(i)), (np.r_[i, j], np.r_[j, i])), shape=(nodes, nodes))
    found.sum_duplicates()
    found.data[:] = 1
    return narrow(found)


def blocks(rng, rows, columns, entries, skewed=False):
    """A matrix of dense blocks of 4 x 4."""
    outline = matrix(rng, rows // 4, columns // 4, entries // 16, skewed)
    data = rng.uniform(0.5, 1.5, (outline.nnz, 4, 4))
    return sp.bsr_array((data, outline.indices, outline.indptr), shape=(rows, columns))


def compressed(found):
    """The arrays of `csr` or `csc`."""
    outer = found.shape[0] if found.format == "csr" else found.shape[1]
    return dict(len=outer, pos=found.indptr, idx=found.indices, val=found.data, shape=found.shape)


def blocked(found):
    """The arrays of `bsr`."""
    return dict(len=found.shape[0] // 4, h=4, w=4, pos=found.indptr, idx=found.indices,
                val=found.data.reshape(-1), shape=found.shape)  # fmt: skip


def dense(found):
    """The arrays of `dense_matrix`."""
    return dict(m=found.shape[0], n=found.shape[1], val=found.reshape(-1), shape=found.shape)


def columns(found):
    """The arrays of `dense_columns`."""
    return dict(dense(found), val=found.T.reshape(-1))


class Tensor:
    """A tensor of order 3 by sorted coordinates, and its compressed fibres."""

    def __init__(self, rng, extents, entries, skewed):
        first, rest = extents[0], extents[1] * extents[2]
        i, jk = coordinates(rng, first, rest, entries, skewed)
        self.extents = extents
        self.keys = np.stack([i, jk // extents[2], jk % extents[2]])
        self.val = rng.uniform(0.5, 1.5, len(i))

    def fibres(self):
        """The arrays of `csf`."""
        i, j, k = self.keys
        count = len(i)
        new_row = np.r_[True, i[1:] != i[:-1]]
        new_fibre = new_row | np.r_[True, j[1:] != j[:-1]]
        rows, fibres = np.flatnonzero(new_row), np.flatnonzero(new_fibre)
        pos2 = np.searchsorted(fibres, np.r_[rows, count]).astype(INT)
        arrays = dict(pos1=[0, len(rows)], idx1=i[rows], pos2=pos2, idx2=j[fibres],
                      pos3=np.r_[fibres, count], idx3=k)  # fmt: skip
        arrays = {name: np.asarray(of).astype(INT) for name, of in arrays.items()}
        return dict(arrays, val=self.val, shape=self.extents)
