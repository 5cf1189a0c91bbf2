"""Tests of the plugin under JAX: `python -m pytest tools/python/tests/test_plugin.py`, with the package on
the path and `JAX_PLATFORMS=hloom,cpu`. Results are compared with those of JAX's own CPU platform.
"""

import os
import threading

os.environ.setdefault("JAX_PLATFORMS", "hloom,cpu")
os.environ.setdefault("HLOOM_DEVICES", "4")

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

CPU, OWN = jax.devices("cpu")[0], jax.devices("hloom")[0]
X = np.linspace(-2, 2, 12, dtype=np.float32).reshape(3, 4)
A = (X[:, :3] @ X[:, :3].T + np.diag([1, 2, 3])).astype(np.float32)


def same(function, *arguments, tolerance=1e-5):
    """Compares a function on both platforms."""
    with jax.default_device(CPU):
        expected = function(*[jax.device_put(x, CPU) for x in arguments])
    found = function(*[jax.device_put(x, OWN) for x in arguments])
    wide = lambda x: x if x.dtype.kind == "c" else x.astype(np.float64)
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        a, b = np.asarray(a), np.asarray(b)
        assert a.dtype == b.dtype
        np.testing.assert_allclose(wide(a), wide(b), rtol=tolerance, atol=tolerance)


FUNCTIONS = {
    "jit": jax.jit(lambda x: jnp.sin(x) @ x.T),
    "grad": jax.grad(lambda x: (jnp.tanh(x) ** 2).sum()),
    "vmap": jax.vmap(jnp.cumsum),
    "scan": lambda x: lax.scan(lambda c, r: (c + r, c * r), jnp.zeros(4), x),
    "while": lambda x: lax.while_loop(lambda c: c.sum() < 100, lambda c: c * 2 + 1, x),
    "fori": lambda x: lax.fori_loop(0, 5, lambda i, c: c + i, x),
    "cond": lambda x: lax.cond(x.sum() > 0, lambda y: y + 1, lambda y: y - 1, x),
    "switch": lambda x: lax.switch(jnp.int32(2), [lambda y: y, lambda y: y * 2, lambda y: y * 3], x),
    "remat": jax.grad(jax.checkpoint(lambda x: jnp.sin(jnp.sin(x)).sum())),
    "hessian": lambda x: jax.hessian(lambda y: (y**3).sum())(x[0]),
    "tuple": lambda x: (x, {"a": x + 1, "b": [x.sum()]}),
    "normal": lambda x: jax.random.normal(jax.random.key(0), (5,)) + x[0, 0],
    "permutation": lambda x: jax.random.permutation(jax.random.key(0), 10),
    "fft": lambda x: jnp.fft.irfft2(jnp.fft.rfft2(x)),
    "sort": lambda x: (jnp.sort(x, 0), lax.top_k(x, 2)),
    "scatter": lambda x: x.at[1].set(0).at[:, 2].add(5),
    "gather": lambda x: x[jnp.array([0, 2]), jnp.array([1, 3])],
    "conv": lambda x: lax.conv(x.reshape(1, 1, 3, 4), jnp.ones((1, 1, 2, 2)), (1, 1), "SAME"),
}

LINALG = {
    "cholesky": jnp.linalg.cholesky,
    "qr": lambda a: [abs(q) for q in jnp.linalg.qr(a)],
    "lu": jax.scipy.linalg.lu,
    "eigh": lambda a: jnp.linalg.eigh(a)[0],
    "svd": lambda a: jnp.linalg.svd(a)[1],
    "eig": lambda a: jnp.sort(jnp.linalg.eig(a)[0].real),
    "schur": lambda a: jnp.abs(jax.scipy.linalg.schur(a)[0]),
    "hessenberg": lambda a: jnp.abs(jax.scipy.linalg.hessenberg(a)),
    "solve": lambda a: jnp.linalg.solve(a, a + 1),
    "det": jnp.linalg.det,
    "inv": jnp.linalg.inv,
    "pinv": jnp.linalg.pinv,
    "lstsq": lambda a: jnp.linalg.lstsq(a, a[:, 0])[0],
    "expm": lambda a: jax.scipy.linalg.expm(a / 10),
}

TYPES = """bool int2 int4 int8 int16 int32 uint2 uint4 uint8 uint16 uint32 float16 bfloat16 float32
complex64 float4_e2m1fn float8_e3m4 float8_e4m3 float8_e4m3fn float8_e4m3b11fnuz float8_e4m3fnuz float8_e5m2
float8_e5m2fnuz float8_e8m0fnu""".split()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function(name):
    same(FUNCTIONS[name], X)


@pytest.mark.parametrize("name", LINALG)
def test_linear_algebra(name):
    same(LINALG[name], A, tolerance=1e-3)


@pytest.mark.parametrize("name", TYPES)
def test_element_type(name):
    a = (np.arange(6).reshape(2, 3) % 2).astype(jnp.dtype(name))
    own = jax.device_put(a, OWN)
    turned = jax.jit(lambda y: y.T)(own)
    for found, expected in [(own, a), (turned, a.T)]:
        np.testing.assert_array_equal(np.asarray(found).astype(np.complex64), expected.astype(np.complex64))


def test_negative_numbers_of_four_bits():
    y = jax.device_put(np.array([-8, -1, 7], dtype=jnp.int4), OWN)
    assert np.asarray(y.astype(jnp.int32)).tolist() == [-8, -1, 7]


@pytest.mark.parametrize("array", [X.T, X[::2, ::-1], np.broadcast_to(np.float32(3), (2, 3)), X[:0], X[0, 0]])
def test_arrays_of_any_strides(array):
    same(lambda x: x + 1, array)


def test_numpy_sees_the_memory():
    y = jnp.arange(1000.0) + 1
    assert np.asarray(y).ctypes.data == y.unsafe_buffer_pointer()


def test_donated_memory_becomes_a_result():
    f = jax.jit(lambda x: x + 1, donate_argnums=0)
    y = jnp.arange(10000.0) + 0
    at = y.unsafe_buffer_pointer()
    z = f(y)
    assert y.is_deleted() and z.unsafe_buffer_pointer() == at
    np.testing.assert_array_equal(np.asarray(z), np.arange(10000.0) + 1)
    # What NumPy sees stays as it is.
    y = jnp.arange(100.0) + 0
    seen = np.asarray(y)
    f(y)
    np.testing.assert_array_equal(seen, np.arange(100.0))


def test_deleted_arrays_are_errors():
    y = jnp.arange(10.0) + 1
    y.delete()
    with pytest.raises(RuntimeError, match="deleted"):
        y + 1


def test_callbacks():
    result = jax.ShapeDtypeStruct(X.shape, X.dtype)
    double = lambda a: np.asarray(a) * 2
    pure = jax.jit(lambda x: jax.pure_callback(double, result, x))
    ordered = jax.jit(lambda x: jax.experimental.io_callback(double, result, x, ordered=True))
    for function in (pure, ordered, ordered):
        np.testing.assert_array_equal(np.asarray(function(X)), X * 2)

    def fails(a):
        raise ValueError("no such number")

    with pytest.raises(Exception, match="no such number"):
        jax.block_until_ready(jax.jit(lambda x: jax.pure_callback(fails, result, x))(X))


def test_prints_in_order(capfd):
    def f(x):
        for i in range(3):
            jax.debug.print("now {}", x + i, ordered=True)
        return x

    jax.jit(f)(1.0)
    jax.effects_barrier()
    assert capfd.readouterr().out.splitlines() == ["now 1.0", "now 2.0", "now 3.0"]


def test_ahead_of_time():
    from jax.experimental import serialize_executable

    compiled = jax.jit(lambda x: x + 1).lower(X).compile()
    assert "add" in compiled.as_text()
    assert compiled.memory_analysis().argument_size_in_bytes == 48
    written = serialize_executable.serialize(compiled)
    loaded = serialize_executable.deserialize_and_load(*written, execution_devices=[OWN])
    np.testing.assert_array_equal(np.asarray(loaded(X)), X + 1)


def test_threads_compile_at_once():
    wrong = []

    def work(i):
        found = np.asarray(jax.jit(lambda x: x * i + jnp.sin(x))(X))
        if not np.allclose(found, X * i + np.sin(X), atol=1e-5):
            wrong.append(i)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


needs_devices = pytest.mark.skipif(len(jax.devices("hloom")) < 4, reason="HLOOM_DEVICES is less than 4")


@needs_devices
def test_jit_over_a_mesh():
    mesh = Mesh(np.array(jax.devices("hloom")[:4]).reshape(2, 2), ("a", "b"))
    x = np.arange(16.0, dtype=np.float32).reshape(4, 4)
    for spec in [P("a", "b"), P("b"), P(None, "a"), P(("a", "b")), P()]:
        divided = jax.device_put(x, NamedSharding(mesh, spec))
        np.testing.assert_array_equal(np.asarray(divided), x)
        out = NamedSharding(mesh, P("b", "a"))
        found = jax.jit(lambda y: y @ y.T, out_shardings=out)(divided)
        assert found.sharding.is_equivalent_to(out, 2)
        np.testing.assert_array_equal(np.asarray(found), x @ x.T)
        kept = jax.jit(lambda y: y + 1)(divided)
        np.testing.assert_array_equal(np.asarray(kept), x + 1)
        assert kept.sharding.is_equivalent_to(divided.sharding, 2)


@needs_devices
def test_shard_map_and_pmap():
    mesh = Mesh(np.array(jax.devices("hloom")[:4]).reshape(2, 2), ("a", "b"))
    x = np.arange(16.0, dtype=np.float32).reshape(4, 4)
    summed = jax.shard_map(lambda y: lax.psum(y, "a"), mesh=mesh, in_specs=P("a", "b"), out_specs=P(None, "b"))
    np.testing.assert_array_equal(np.asarray(jax.jit(summed)(x)), x[:2] + x[2:])
    # The gradient, in which the function is a call, is divided as the argument is.
    gradient = jax.jit(jax.grad(lambda x: jax.jit(summed)(x).sum()))(x)
    np.testing.assert_array_equal(np.asarray(gradient), np.ones((4, 4)))
    assert gradient.sharding.is_equivalent_to(NamedSharding(mesh, P("a", "b")), 2)
    moved = jax.shard_map(
        lambda y: lax.ppermute(y, "b", [(0, 1), (1, 0)]) + lax.axis_index("a"),
        mesh=mesh, in_specs=P("a", "b"), out_specs=P("a", "b"),
    )
    expected = np.roll(x, 2, 1) + np.array([[0], [0], [1], [1]])
    np.testing.assert_array_equal(np.asarray(jax.jit(moved)(x)), expected)
    each = jax.pmap(lambda y: y / lax.psum(y, "i"), axis_name="i")(x)
    np.testing.assert_allclose(np.asarray(each), x / x.sum(0), rtol=1e-6)


@needs_devices
def test_rings_and_numbers_of_devices_in_shard_map():
    mesh = Mesh(np.array(jax.devices("hloom")[:4]), ("a",))
    x = np.arange(32.0, dtype=np.float32).reshape(8, 4)
    ring = [(i, (i + 1) % 4) for i in range(4)]

    def product(a, b):
        """a @ b.T of divided rows: the rows of b go around."""

        def turn(i, state):
            b, rows = state
            part = a @ b.T
            at = (lax.axis_index("a") - i) % 4 * 2
            return lax.ppermute(b, "a", ring), lax.dynamic_update_slice(rows, part, (0, at))

        rows = lax.pcast(jnp.zeros((2, 8), jnp.float32), "a", to="varying")
        return lax.fori_loop(0, 4, turn, (b, rows))[1]

    divided = jax.shard_map(product, mesh=mesh, in_specs=(P("a"), P("a")), out_specs=P("a"))
    np.testing.assert_allclose(np.asarray(jax.jit(divided)(x, x)), x @ x.T, rtol=1e-6)
    # Each device turns as often as its number says.
    often = jax.shard_map(
        lambda y: lax.fori_loop(0, lax.axis_index("a"), lambda _, z: z * 2, y),
        mesh=mesh, in_specs=P("a"), out_specs=P("a"),
    )
    expected = x * np.repeat(2.0 ** np.arange(4), 2)[:, None]
    np.testing.assert_array_equal(np.asarray(jax.jit(often)(x)), expected)


@needs_devices
def test_shard_map_inside_of_another_one():
    mesh = Mesh(np.array(jax.devices("hloom")[:4]).reshape(2, 2), ("a", "b"))
    x = np.arange(8.0, dtype=np.float32).reshape(4, 2)

    def nested(axis):
        def outer(p):
            inner = jax.shard_map(
                lambda q: lax.psum(q, axis),
                in_specs=P(None, "b"), out_specs=P(None, "b"), axis_names={"b"}, check_vma=False,
            )
            return inner(p)

        with jax.set_mesh(mesh):
            whole = jax.shard_map(
                outer, in_specs=P("a", None), out_specs=P("a", None), axis_names={"a"}, check_vma=False
            )
            return np.asarray(jax.jit(whole)(x))

    # Along its own axis, it has the data; along that of the outer one it has not, and says so.
    np.testing.assert_array_equal(nested("b")[:, 0], x.sum(1))
    with pytest.raises(Exception, match="inside of another one"):
        nested("a")


@needs_devices
def test_callbacks_do_not_see_the_mesh_of_their_caller():
    mesh = Mesh(np.array(jax.devices("hloom")[:2]), ("a",))
    x = np.arange(8.0, dtype=np.float32).reshape(4, 2)
    result = jax.ShapeDtypeStruct((2, 2), np.float32)
    with jax.set_mesh(mesh):
        called = jax.shard_map(
            # Sums of JAX, on its CPU platform.
            lambda y: jax.pure_callback(lambda a: jnp.asarray(a) + 1, result, y),
            in_specs=P("a"), out_specs=P("a"),
        )
        np.testing.assert_array_equal(np.asarray(jax.jit(called)(x)), x + 1)
