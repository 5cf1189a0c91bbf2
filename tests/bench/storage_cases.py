"""The cases of the benchmark of storage programs: data, formats, and what the peers compute."""

import ctypes
import dataclasses

import numpy as np
import scipy.sparse as sp
from storage_data import INT, Tensor, blocked, blocks, columns, compressed, dense, graph, matrix
from storage_duckdb import product

WIDTH = 32


@dataclasses.dataclass
class Case:
    """One kernel on some data."""

    program: str
    entries: int
    # Arrays or numbers by the names of the program's tensors, and their formats.
    inputs: dict
    storage: dict
    # A function of the library and a number of threads: calls of the loops by hand.
    by_hand: object
    # Functions that prepare a call of a peer, if it has one.
    scipy: object = None
    sparse: object = None
    # The tensors, a query and the shape of its result, for DuckDB.
    query: tuple | None = None
    result_storage: str | None = None
    repeat: int = 3
    # A program of StableHLO, whose inputs are named by their numbers and whose second result is a number of
    # steps; else the program is a file.
    text: str | None = None
    steps: int = 0
    # More options of `hloom run`.
    options: tuple = ()
    # The most that hloom may take, as a multiple of the time of the loop by hand.
    limit: float | None = None
    # The bytes that peers take beside their data, about, where that is much.
    memory: dict = dataclasses.field(default_factory=dict)


def c(function, threads, *arguments, result=None):
    """Calls a function of the library."""

    def of(value):
        if isinstance(value, np.ndarray):
            return ctypes.c_void_p(value.ctypes.data)
        return ctypes.c_double(value) if isinstance(value, float) else ctypes.c_int32(value)

    function.restype = result
    passed = [ctypes.c_int(threads), *map(of, arguments)]
    keep = arguments
    return lambda: (function(*passed), keep)[0]


def into(out, call):
    """A call whose result is in `out`."""
    return lambda: (call(), out)[1]


def rows(found):
    return found.indptr, found.indices, found.data


def gcxs(found):
    import sparse

    return sparse.GCXS.from_scipy_sparse(found)


def spmv(rng, make, format, entries, side=None):
    side = side or entries // 16
    if format == "bsr":
        a = blocks(rng, side, side, entries, make)
        arrays = blocked(a)
    else:
        a = matrix(rng, side, side, entries, make)
        a = a if format == "csr" else a.tocsc()
        a.indptr, a.indices = a.indptr.astype(INT), a.indices.astype(INT)
        arrays = compressed(a)
    m, n = a.shape
    x, y = rng.uniform(0.5, 1.5, n), np.zeros(m)

    def by_hand(library, threads):
        if format == "csr":
            return [into(y, c(library.spmv_csr, threads, m, *rows(a), x, y))]
        if format == "csc":
            return [into(y, c(library.spmv_csc, threads, n, m, *rows(a), x, y))]
        return [into(y, c(library.spmv_bsr, threads, m // 4, *rows(a), x, y))]

    def other():
        b = gcxs(a)
        return lambda: b @ x

    query = dict(A=a, x=x), product(dict(A="ij", x="j"), "i"), (m,)
    return Case("spmv", a.nnz, dict(A=arrays, x=x), dict(A=format), by_hand, lambda: lambda: a @ x,
                None if format == "bsr" else other, query)  # fmt: skip


def spmm(rng, make, format, entries, side=None):
    base = spmv(rng, make, format, entries, side)
    arrays = base.inputs["A"]
    if format == "bsr":
        a = sp.bsr_array((arrays["val"].reshape(-1, 4, 4), arrays["idx"], arrays["pos"]), shape=arrays["shape"])
    else:
        kind = sp.csr_array if format == "csr" else sp.csc_array
        a = kind((arrays["val"], arrays["idx"], arrays["pos"]), shape=arrays["shape"])
    m, n = a.shape
    x, y = rng.uniform(0.5, 1.5, (n, WIDTH)), np.zeros((m, WIDTH))
    parts = arrays["pos"], arrays["idx"], arrays["val"]

    def by_hand(library, threads):
        if format == "csr":
            return [into(y, c(library.spmm_csr, threads, m, *parts, x, y))]
        if format == "csc":
            return [into(y, c(library.spmm_csc, threads, n, m, *parts, x, y))]
        return [into(y, c(library.spmm_bsr, threads, m // 4, *parts, x, y))]

    def other():
        b = gcxs(a)
        return lambda: b @ x

    query = dict(A=a, X=x), product(dict(A="ij", X="jk"), "ik"), (m, WIDTH)
    return Case("spmm", a.nnz, dict(A=arrays, X=dense(x)), dict(A=format, X="dense_matrix"), by_hand,
                lambda: lambda: a @ x, None if format == "bsr" else other, query)  # fmt: skip


def spgemm(rng, make, entries, side=None):
    n = side or entries // 8
    a, b = matrix(rng, n, n, entries, make), matrix(rng, n, n, entries, make)
    total = a @ b
    pos, idx, val = np.zeros(n + 1, INT), np.zeros(total.nnz, INT), np.zeros(total.nnz)

    def by_hand(library, threads):
        call = c(library.spgemm, threads, n, n, *rows(a), *rows(b), pos, idx, val)
        return [lambda: (call(), sp.csr_array((val, idx, pos), shape=(n, n)))[1]]

    def other():
        left, right = gcxs(a), gcxs(b)
        return lambda: left @ right

    query = dict(A=a, B=b), product(dict(A="ij", B="jk"), "ik"), (n, n, "sparse")
    return Case("spgemm", total.nnz, dict(A=compressed(a), B=compressed(b)), dict(A="csr", B="csr"), by_hand,
                lambda: lambda: a @ b, other, query, "csr")  # fmt: skip


def sddmm(rng, make, entries):
    n = entries // 16
    s = matrix(rng, n, n, entries, make)
    x, y = rng.uniform(0.5, 1.5, (n, WIDTH)), rng.uniform(0.5, 1.5, (n, WIDTH))
    out = np.zeros(s.nnz)

    def by_hand(library, threads):
        call = c(library.sddmm, threads, n, *rows(s), x, y, out)
        return [lambda: (call(), sp.csr_array((out, s.indices, s.indptr), shape=s.shape))[1]]

    def scipy():
        coo = s.tocoo()
        i, j = coo.coords

        def call():
            products = np.einsum("pk,pk->p", x[i], y[j])
            return sp.csr_array((s.data * products, s.indices, s.indptr), shape=s.shape)

        return call

    inputs = dict(S=compressed(s), X=dense(x), Y=dense(y))
    factors = product(dict(S="ij", X="ik", Y="jk"), "ij")
    return Case("sddmm", s.nnz, inputs, dict(S="csr", X="dense_matrix", Y="dense_matrix"), by_hand, scipy,
                None, (dict(S=s, X=x, Y=y), factors, (n, n, "sparse")), "csr",
                memory=dict(SciPy=2 * s.nnz * WIDTH * 8))  # fmt: skip


def add(rng, make, entries):
    n = entries // 16
    a, b = matrix(rng, n, n, entries, make), matrix(rng, n, n, entries, make)
    total = (a + b).nnz
    pos, idx, val = np.zeros(n + 1, INT), np.zeros(total, INT), np.zeros(total)

    def by_hand(library, threads):
        call = c(library.add, threads, n, *rows(a), *rows(b), pos, idx, val)
        return [lambda: (call(), sp.csr_array((val, idx, pos), shape=(n, n)))[1]]

    def other():
        left, right = gcxs(a), gcxs(b)
        return lambda: left + right

    both = "select d0 as k0, d1 as k1, sum(v) as v from (from A union all from B) group by d0, d1"
    return Case("add", total, dict(A=compressed(a), B=compressed(b)), dict(A="csr", B="csr"), by_hand,
                lambda: lambda: a + b, other, (dict(A=a, B=b), both, (n, n, "sparse")), "csr")  # fmt: skip


def triangles(rng, make, entries):
    e = graph(rng, entries // 16, entries // 2, make)
    ones = np.ones(e.nnz, np.int64)
    arrays = dict(compressed(e), val=ones)

    def by_hand(library, threads):
        arguments = threads, e.shape[0], e.indptr, e.indices, ones
        ways = library.triangles_marks, library.triangles_merge
        return [c(way, *arguments, result=ctypes.c_int64) for way in ways]

    def other():
        g = gcxs(e)
        return lambda: ((g @ g) * g).sum()

    query = dict(E=e), product(dict(E="ij", E_="jk", E__="ik"), ""), ()
    # The products of all rows, as entries of compressed rows.
    degrees = np.diff(e.indptr).astype(np.int64)
    products = min(int((degrees**2).sum()), e.shape[0] ** 2)
    memory = dict(SciPy=12 * products, sparse=32 * products)
    return Case("triangles", e.nnz, dict(E=arrays), dict(E="csr"), by_hand,
                lambda: lambda: (e @ e).multiply(e).sum(), other, query, memory=memory)  # fmt: skip


def summm(rng, make, entries, side=None):
    n = side or entries // 16
    b, d = matrix(rng, n, n, entries, make).tocsc(), matrix(rng, n, n, entries, make)
    b.indptr, b.indices = b.indptr.astype(INT), b.indices.astype(INT)

    def by_hand(library, threads):
        return [c(library.summm, threads, n, b.indptr, b.data, d.indptr, d.data, result=ctypes.c_double)]

    def other():
        left, right = gcxs(b), gcxs(d)
        return lambda: (left.sum(axis=0).todense() * right.sum(axis=1).todense()).sum()

    sums = ("select sum(b.v * c.v) as v from (select d1 as k, sum(v) as v from B group by d1) as b "
            "join (select d0 as k, sum(v) as v from C group by d0) as c on b.k = c.k")  # fmt: skip
    return Case("summm", b.nnz, dict(B=compressed(b), C=compressed(d)), dict(B="csc", C="csr"), by_hand,
                lambda: lambda: b.sum(axis=0) @ d.sum(axis=1), other, (dict(B=b, C=d), sums, ()))  # fmt: skip


def batax(rng, make, entries, side=None):
    n = side or entries // 16
    m = matrix(rng, n, n, entries, make)
    x, y, beta = rng.uniform(0.5, 1.5, n), np.zeros(n), 1.5

    def by_hand(library, threads):
        return [into(y, c(library.batax, threads, n, n, *rows(m), x, beta, y))]

    def scipy():
        turned = m.T
        return lambda: beta * (turned @ (m @ x))

    def other():
        left, turned = gcxs(m), gcxs(m.T)
        return lambda: beta * (turned @ (left @ x))

    inner = product(dict(M="ij", x="j"), "i")
    query = f"with y as ({inner}) select d1 as k0, sum({beta} * M.v * y.v) as v from M join y on d0 = k0 group by d1"
    return Case("batax", m.nnz, dict(M=compressed(m), x=x, beta=beta), dict(M="csr"), by_hand, scipy, other,
                (dict(M=m, x=x), query, (n,)))  # fmt: skip


def cube(rng, make, entries, side):
    side = side or max(32, round((entries * 50) ** (1 / 3)))
    return Tensor(rng, (side, side, side), entries, make)


FIBRES = "idx1", "pos2", "idx2", "pos3", "idx3", "val"


def coo(tensor):
    import sparse

    return sparse.COO(tensor.keys, tensor.val, shape=tensor.extents)


def mttkrp(rng, make, entries, side=None):
    b = cube(rng, make, entries, side)
    arrays = b.fibres()
    m, n, o = b.extents
    left, right = rng.uniform(0.5, 1.5, (n, WIDTH)), rng.uniform(0.5, 1.5, (o, WIDTH))
    out = np.zeros((m, WIDTH))
    parts = [arrays[name] for name in FIBRES]

    def by_hand(library, threads):
        return [into(out, c(library.mttkrp, threads, len(arrays["idx1"]), *parts, left, right, m, out))]

    def scipy():
        # The tensor by rows (i, j), times D, times C, summed by rows.
        i, j, k = b.keys
        fibres = sp.csr_array((b.val, (i * n + j, k)), shape=(m * n, o))
        return lambda: np.einsum("ijr,jr->ir", (fibres @ right).reshape(m, n, WIDTH), left)

    def other():
        import sparse

        tensor = coo(b)

        def call():
            product = sparse.tensordot(tensor, right, axes=(2, 0))
            product = product.todense() if hasattr(product, "todense") else product
            return np.einsum("ijr,jr->ir", product, left)

        return call

    return Case("mttkrp", len(b.val), dict(B=arrays, C=dense(left), D=dense(right)),
                dict(B="csf", C="dense_matrix", D="dense_matrix"), by_hand, scipy, other,
                (dict(B=b, C=left, D=right), product(dict(B="ikl", C="kj", D="lj"), "ij"), (m, WIDTH)))  # fmt: skip


def ttm(rng, make, entries, side=None):
    b = cube(rng, make, entries, side)
    arrays = b.fibres()
    m, n, o = b.extents
    factor = rng.uniform(0.5, 1.5, (WIDTH, o))
    out = np.zeros((m, n, WIDTH))
    parts = [arrays[name] for name in FIBRES]
    turned = np.ascontiguousarray(factor.T)

    def by_hand(library, threads):
        return [into(out, c(library.ttm, threads, len(arrays["idx1"]), *parts, turned, m, n, out))]

    def scipy():
        i, j, k = b.keys
        fibres = sp.csr_array((b.val, (i * n + j, k)), shape=(m * n, o))
        return lambda: (fibres @ turned).reshape(m, n, WIDTH)

    def other():
        import sparse

        tensor = coo(b)
        return lambda: sparse.tensordot(tensor, turned, axes=(2, 0))

    # C by columns, so that the numbers of the result are side by side.
    query = dict(B=b, C=factor), product(dict(B="ijl", C="kl"), "ijk"), (m, n, WIDTH)
    return Case("ttm", len(b.val), dict(B=arrays, C=columns(factor)), dict(B="csf", C="dense_columns"),
                by_hand, scipy, other, query)  # fmt: skip


def abc(rng, make, entries):
    n = max(64, round((entries * 4) ** 0.5))
    a, b = matrix(rng, n, n, entries, make), matrix(rng, n, n, entries, make)
    d = rng.uniform(0.5, 1.5, (n, n))

    def by_hand(library, threads):
        return [c(library.abc, threads, n, n, *rows(a), *rows(b), d, result=ctypes.c_double)]

    def scipy():
        return lambda: a.multiply(b).multiply(d).sum()

    def other():
        left, right = gcxs(a), gcxs(b)
        return lambda: (left * right * d).sum()

    by_rows = dict(A=compressed(a), B=compressed(b), C=dense(d))
    query = dict(A=a, B=b, C=d), product(dict(A="ij", B="ij", C="ij"), ""), ()
    return Case("abc", a.nnz, by_rows, dict(A="csr", B="csr", C="dense_matrix"), by_hand, scipy, other, query)


def pagerank(rng, make, entries):
    n = entries // 16
    links = matrix(rng, n, n, entries, make)
    links.data[:] = 1
    degree = np.maximum(links.sum(axis=1), 1)
    links = sp.csr_array(sp.diags_array(1 / degree) @ links).tocsc()
    links.indptr, links.indices = links.indptr.astype(INT), links.indices.astype(INT)
    r, out, d = np.full(n, 1 / n), np.zeros(n), 0.85

    def by_hand(library, threads):
        return [into(out, c(library.pagerank, threads, n, *rows(links), r, d, out))]

    def scipy():
        turned = links.T
        return lambda: (1 - d) / n + d * (turned @ r)

    def other():
        turned = gcxs(links.T)
        return lambda: (1 - d) / n + d * (turned @ r)

    inputs = dict(links=compressed(links), r=r, n=n, d=d)
    sums = product(dict(links="ij", r="i"), "j")
    query = (f"select n.d0 as k0, {(1 - d) / n} + {d} * coalesce(s.v, 0) as v "
             f"from n left join ({sums}) as s on n.d0 = s.k0")  # fmt: skip
    tables = dict(links=links, r=r, n=np.zeros(n))
    return Case("pagerank", links.nnz, inputs, dict(links="csc"), by_hand, scipy, other, (tables, query, (n,)))


def cases(entries):
    """The cases: functions that make their data, with names."""
    for skewed in (False, True):
        kind = "-skewed" if skewed else ""
        for format in ("csr", "csc", "bsr"):
            yield case(f"spmv-{format}{kind}", spmv, skewed, format, entries)
        for format in ("csr", "csc", "bsr"):
            yield case(f"spmm-{format}{kind}", spmm, skewed, format, entries)
        yield case(f"spgemm{kind}", spgemm, skewed, entries // (32 if skewed else 4))
        yield case(f"sddmm{kind}", sddmm, skewed, entries)
        yield case(f"add{kind}", add, skewed, entries)
        yield case(f"triangles{kind}", triangles, skewed, entries // (4 if skewed else 1))
        yield case(f"summm{kind}", summm, skewed, entries)
        yield case(f"batax{kind}", batax, skewed, entries)
        yield case(f"mttkrp{kind}", mttkrp, skewed, entries)
        yield case(f"ttm{kind}", ttm, skewed, entries)
        yield case(f"abc{kind}", abc, skewed, entries)
        yield case(f"pagerank{kind}", pagerank, skewed, entries)


def case(name, make, skewed, *rest):
    def made():
        return make(np.random.default_rng(1), skewed, *rest)

    made.name = name
    return made
