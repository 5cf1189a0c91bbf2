"""Tests of what several devices do together: slices of various lengths, functions with partitionings
of their own, shardings that follow, and programs for devices that are not attached."""

import os
from functools import partial

os.environ.setdefault("JAX_PLATFORMS", "hloom,cpu")
os.environ.setdefault("HLOOM_DEVICES", "4")

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax.sharding import AxisType, Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

DEVICES = jax.devices("hloom")
pytestmark = pytest.mark.skipif(len(DEVICES) < 4, reason="HLOOM_DEVICES is less than 4")
ROWS = 16


def mesh(**axes):
    count = int(np.prod(list(axes.values())))
    devices = np.array(DEVICES[:count]).reshape(*axes.values())
    return Mesh(devices, tuple(axes), axis_types=(AxisType.Auto,) * len(axes))


def slices(random, senders, each):
    """What `senders` devices send each other, `each` slices per pair: offsets and sizes by sender, and
    sizes by receiver. No two slices overlap, neither where they are sent nor where they are received."""

    def starts(sizes):
        order = random.permutation(sizes.size)
        lengths = sizes.reshape(-1)[order]
        found = np.empty_like(lengths)
        found[order] = np.cumsum(lengths) - lengths
        return found.reshape(sizes.shape)

    sizes = random.integers(0, ROWS // (senders * each) + 1, (senders, senders, each))
    received = np.swapaxes(sizes, 0, 1)
    inputs = np.stack([starts(own) for own in sizes])
    outputs = np.swapaxes(np.stack([starts(own) for own in received]), 0, 1)
    return [x.reshape(senders, -1).astype(np.int32) for x in (inputs, sizes, outputs, received)]


def sent(operand, output, inputs, sizes, outputs, groups):
    """The outputs of all devices, slice by slice."""
    result = output.copy()
    for group in groups:
        each = inputs.shape[1] // len(group)
        for sender in group:
            for i in range(inputs.shape[1]):
                at, n, to = inputs[sender, i], sizes[sender, i], outputs[sender, i]
                result[group[i // each], to : to + n] = operand[sender, at : at + n]
    return result


@pytest.mark.parametrize(
    "axes, groups, each",
    [
        ("a", [[0, 1, 2, 3]], 1),
        ("a", [[0, 1, 2, 3]], 3),
        ("a", [[2, 0], [1, 3]], 2),
        (("b", "c"), [[0, 1, 2, 3]], 2),
        ("c", [[0, 1], [2, 3]], 2),
    ],
)
@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "bool", "complex64"])
def test_ragged_all_to_all(axes, groups, each, dtype):
    random = np.random.default_rng(len(groups) + each)
    over = mesh(a=4) if axes == "a" else mesh(b=2, c=2)
    spec = P(over.axis_names)
    tables = [np.zeros((4, len(groups[0]) * each), np.int32) for _ in range(4)]
    for group in groups:
        for table, part in zip(tables, slices(random, len(group), each), strict=True):
            table[group] = part
    value = lambda: np.asarray(random.integers(0, 9, (4, ROWS, 3))).astype(jnp.dtype(dtype))
    operand, output = value(), value()
    given = groups if axes == "a" and len(groups) > 1 else None

    @jax.jit
    @partial(jax.shard_map, mesh=over, in_specs=(spec,) * 6, out_specs=spec, check_vma=False)
    def exchange(*each):
        parts = [x[0] for x in each]
        return lax.ragged_all_to_all(*parts, axis_name=axes, axis_index_groups=given)[None]

    found = np.asarray(exchange(operand, output, *tables))
    inputs, sizes, outputs, _ = tables
    np.testing.assert_array_equal(found, sent(operand, output, inputs, sizes, outputs, groups))


def test_gradients_of_ragged_all_to_all():
    over = mesh(a=4)
    tables = slices(np.random.default_rng(3), 4, 1)
    operand = np.arange(4.0 * ROWS, dtype=np.float32).reshape(4, ROWS)
    weights = np.linspace(1, 2, 4 * ROWS, dtype=np.float32).reshape(4, ROWS)

    @partial(jax.shard_map, mesh=over, in_specs=(P("a"),) * 6, out_specs=P("a"), check_vma=False)
    def exchange(*each):
        return lax.ragged_all_to_all(*[x[0] for x in each], axis_name="a")[None]

    loss = lambda x: (exchange(x, jnp.zeros_like(x), *tables) * weights).sum()
    found = np.asarray(jax.jit(jax.grad(loss))(operand))
    expected = np.zeros_like(operand)
    inputs, sizes, outputs, _ = tables
    for sender in range(4):
        for i in range(4):
            at, n, to = inputs[sender, i], sizes[sender, i], outputs[sender, i]
            expected[sender, at : at + n] += weights[i, to : to + n]
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_functions_with_a_partitioning_of_their_own():
    from jax.experimental.custom_partitioning import custom_partitioning

    @custom_partitioning
    def scaled(x):
        return x / jnp.abs(x).max()

    def partition(mesh, arg_shapes, result_shape):
        raise AssertionError("programs run on whole tensors")

    scaled.def_partition(
        partition=partition,
        infer_sharding_from_operands=lambda mesh, arg_shapes, result_shape: arg_shapes[0].sharding,
        sharding_rule="i j -> i j",
    )
    x = np.arange(16, dtype=np.float32).reshape(4, 4) - 5
    divided = jax.device_put(x, NamedSharding(mesh(a=2, b=2), P("a", "b")))
    np.testing.assert_array_equal(np.asarray(jax.jit(lambda y: scaled(y) + 1)(divided)), x / 10 + 1)


def test_values_that_are_to_be_sharded_alike():
    # JAX 0.12 has no such function any more.
    shard_alike = pytest.importorskip("jax.experimental.shard_alike").shard_alike
    given = NamedSharding(mesh(a=2, b=2), P("a", "b"))
    x = jax.device_put(np.arange(16.0, dtype=np.float32).reshape(8, 2), given)
    like = jax.jit(lambda x: shard_alike(x, jnp.arange(16).reshape(8, 2))[1])(x)
    np.testing.assert_array_equal(np.asarray(like), np.arange(16).reshape(8, 2))
    assert like.sharding.is_equivalent_to(given, 2)
    # They are alike as soon as one of them is known, so that the second one keeps its own rows out.
    other = jax.device_put(x, NamedSharding(mesh(a=2, b=2), P("b")))
    rows = jax.device_put(x, NamedSharding(mesh(a=2, b=2), P("a")))
    both = jax.jit(lambda x, y: shard_alike(jnp.sin(x), jnp.tanh(y)))(rows, other)
    assert all(it.sharding.is_equivalent_to(rows.sharding, 2) for it in both)


def test_shardings_over_two_meshes_of_the_same_devices():
    grid, line = mesh(a=2, b=2), mesh(c=4)
    x = np.arange(16.0, dtype=np.float32).reshape(8, 2)
    divided = jax.device_put(x, NamedSharding(grid, P("a", "b")))

    @jax.jit
    def rows(x):
        return x * 2, lax.with_sharding_constraint(x, NamedSharding(line, P("c"))) + 1

    double, more = rows(divided)
    np.testing.assert_array_equal(np.asarray(double), x * 2)
    np.testing.assert_array_equal(np.asarray(more), x + 1)
    assert double.sharding.is_equivalent_to(divided.sharding, 2)
    assert more.sharding.is_equivalent_to(NamedSharding(line, P("c")), 2)


def test_what_comes_first_in_a_program_decides_a_sharding():
    rows = NamedSharding(mesh(a=2, b=2), P("a", None))
    x = jax.device_put(np.arange(16.0, dtype=np.float32).reshape(8, 2), rows)
    product = jax.jit(lambda x, y: jnp.sin(x * 2) @ y)(x, x.T)
    assert product.sharding.is_equivalent_to(rows, 2)


def test_programs_for_devices_that_are_not_attached():
    from jax.experimental import serialize_executable, topologies

    x = np.arange(16.0, dtype=np.float32).reshape(4, 4)
    there = topologies.get_topology_desc(platform="hloom", topology_name=str(len(DEVICES)))
    assert len(there.devices) == len(DEVICES)
    absent = topologies.make_mesh(there, (len(DEVICES) // 2, 2), ("a", "b"))
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype, sharding=NamedSharding(absent, P("a", "b")))
    lowered = jax.jit(lambda y: y @ y).lower(shape)
    loaded = serialize_executable.deserialize_and_load(*serialize_executable.serialize(lowered.compile()))
    own = NamedSharding(Mesh(np.array(DEVICES).reshape(absent.devices.shape), ("a", "b")), P("a", "b"))
    np.testing.assert_array_equal(np.asarray(loaded(jax.device_put(x, own))), x @ x)
    with pytest.raises(Exception, match="the topology's name must be a number of CPU devices"):
        topologies.get_topology_desc(platform="hloom", topology_name="v4-8")


def test_shardings_are_told_when_a_program_is_compiled():
    grid = mesh(x=2, y=2)
    rows = NamedSharding(grid, P("x", None))
    told = []

    @jax.jit
    def f(a, b):
        c = a @ b
        jax.debug.inspect_array_sharding(c, callback=told.append)
        jax.debug.inspect_array_sharding(jnp.sum(c), callback=told.append)
        return c * 2

    a = jax.device_put(np.ones((8, 4), np.float32), rows)
    b = jax.device_put(np.ones((4, 6), np.float32), NamedSharding(grid, P(None, "y")))
    result = f(a, b)
    assert np.array_equal(result, np.full((8, 6), 8.0, np.float32))
    whole, both = sorted(told, key=lambda sharding: len(sharding.spec))
    assert both.is_equivalent_to(NamedSharding(grid, P("x", "y")), 2), both
    assert whole.is_fully_replicated, whole

    # A function that is traced again is told again.
    jax.jit(lambda a: jax.debug.inspect_array_sharding(a, callback=told.append) or a + 1)(a)
    assert told[-1].is_equivalent_to(rows, 2) and len(told) == 3


def test_an_error_of_who_is_told_a_sharding_is_raised():
    def fails(sharding):
        raise ValueError("not this one")

    a = jax.device_put(np.ones(8, np.float32), NamedSharding(mesh(x=2), P("x")))
    with pytest.raises(Exception, match="not this one"):
        jax.jit(lambda a: jax.debug.inspect_array_sharding(a, callback=fails) or a)(a).block_until_ready()
    assert np.sum(a) == 8
