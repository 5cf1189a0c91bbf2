"""The kernels of the benchmark of storage programs as queries of DuckDB.

A tensor is a table of its entries, with a column for each coordinate and one, `v`, for the number. A
product of tensors is a join, and a sum over a dimension is a `group by`.
"""

import numpy as np
import scipy.sparse as sp


def entries(value):
    """The coordinates and numbers of an array, a matrix of SciPy's or a tensor."""
    if sp.issparse(value):
        found = value.tocoo()
        return [*found.coords, found.data]
    if isinstance(value, np.ndarray):
        return [*(at.reshape(-1) for at in np.indices(value.shape)), value.reshape(-1)]
    return [*value.keys, value.val]


def fill(connection, name, value):
    """Makes the table of a tensor, whose columns are `d0`, `d1`, … and `v`."""
    parts = entries(value)
    names = [f"d{i}" for i in range(len(parts) - 1)] + ["v"]
    data = dict(zip(names, map(np.ascontiguousarray, parts)))
    connection.execute(f"create table {name} as select * from data")
    assert data


def product(factors, result, number="1"):
    """The query of a sum of products: `product({"A": "ij", "x": "j"}, "i")` is a matrix by a vector.
    `number` is one more factor."""
    first, joins = {}, []
    for name, letters in factors.items():
        own = [(f"{name}.d{i}", letter) for i, letter in enumerate(letters)]
        on = [f"{column} = {first[letter]}" for column, letter in own if letter in first]
        first = {**{letter: column for column, letter in own}, **first}
        table = name.rstrip("_")
        joins.append(f"{table} as {name}" + (f" on {' and '.join(on)}" if on else ""))
    keys = [first[letter] for letter in result]
    total = f"sum({' * '.join([number, *(f'{name}.v' for name in factors)])})"
    named = [f"{key} as k{i}" for i, key in enumerate(keys)]
    group = f" group by {', '.join(keys)}" if keys else ""
    return f"select {', '.join([*named, f'{total} as v'])} from {' join '.join(joins)}{group}"


def call(tensors, query, shape):
    """A function that runs a query over these tensors, on one thread. Its result is a number, an array,
    or a sparse matrix if `shape` has a third part."""
    import duckdb

    connection = duckdb.connect(config={"threads": 1})
    for name, value in tensors.items():
        fill(connection, name, value)

    def run():
        found = connection.execute(query).fetchnumpy()
        found = {name: np.asarray(column) for name, column in found.items()}
        if not shape:
            return np.asarray(float(found["v"][0]))
        keys = tuple(found[f"k{i}"] for i in range(len(found) - 1))
        if shape[-1] == "sparse":
            return sp.csr_array((found["v"], keys), shape=shape[:-1])
        out = np.zeros(shape)
        out[keys] = found["v"]
        return out

    return run
