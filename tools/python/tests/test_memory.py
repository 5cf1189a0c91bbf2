"""Tests of memories, layouts, DLPack and profiles: `python -m pytest tools/python/tests/test_memory.py`."""

import glob
import gzip
import json
import os

os.environ.setdefault("JAX_PLATFORMS", "hloom,cpu")
os.environ.setdefault("HLOOM_DEVICES", "4")

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax.experimental.layout import Format, Layout
from jax.sharding import SingleDeviceSharding

OWN = jax.devices("hloom")[0]
X = np.arange(24, dtype=np.float32).reshape(2, 3, 4)


def test_a_device_has_the_memories_of_the_cpu_platform():
    kinds = lambda device: [memory.kind for memory in device.addressable_memories()]
    assert kinds(OWN) == kinds(jax.devices("cpu")[0]) == ["device", "pinned_host", "unpinned_host"]
    assert OWN.default_memory().kind == "device"


@pytest.mark.parametrize("kind", ["device", "pinned_host", "unpinned_host"])
def test_arrays_in_memories(kind):
    there = SingleDeviceSharding(OWN, memory_kind=kind)
    x = jax.device_put(X, there)
    assert x.sharding.memory_kind == kind
    y = jax.jit(lambda x: x + 1, in_shardings=there, out_shardings=there)(x)
    assert y.sharding.memory_kind == kind
    np.testing.assert_array_equal(np.asarray(y), X + 1)
    back = jax.device_put(y, SingleDeviceSharding(OWN, memory_kind="device"))
    np.testing.assert_array_equal(np.asarray(back * 2), (X + 1) * 2)


def test_activations_are_offloaded():
    from jax.ad_checkpoint import checkpoint_name

    policy = jax.checkpoint_policies.save_and_offload_only_these_names(
        names_which_can_be_saved=[],
        names_which_can_be_offloaded=["z"],
        offload_src="device",
        offload_dst="pinned_host",
    )
    f = jax.checkpoint(lambda x: jnp.sin(checkpoint_name(jnp.sin(x), "z")).sum(), policy=policy)
    found = jax.jit(jax.grad(f))(X)
    np.testing.assert_allclose(np.asarray(found), np.cos(np.sin(X)) * np.cos(X), atol=1e-5)


ORDERS = [(0, 1, 2), (2, 1, 0), (1, 2, 0), (0, 2, 1)]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("other", ORDERS)
def test_layouts(order, other):
    formats = [Format(Layout(o), SingleDeviceSharding(OWN)) for o in (order, other)]
    x = jax.device_put(X, formats[0])
    assert x.format.layout.major_to_minor == order
    np.testing.assert_array_equal(np.asarray(x), X)
    compiled = jax.jit(lambda x: x * 2, in_shardings=formats[0], out_shardings=formats[1])
    y = compiled(x)
    assert y.format.layout.major_to_minor == other
    np.testing.assert_array_equal(np.asarray(y), X * 2)
    # Programs that say nothing take arrays of any layout.
    np.testing.assert_array_equal(np.asarray(y + 1), X * 2 + 1)
    ahead = compiled.lower(jax.ShapeDtypeStruct(X.shape, X.dtype)).compile()
    assert ahead.input_formats[0][0].layout.major_to_minor == order
    assert ahead.output_formats.layout.major_to_minor == other


def test_donated_arrays_of_other_layouts():
    columns = Format(Layout((2, 1, 0)), SingleDeviceSharding(OWN))
    x = jax.device_put(X, columns)
    y = jax.jit(lambda x: x + 1, in_shardings=columns, out_shardings=columns, donate_argnums=0)(x)
    assert x.is_deleted()
    np.testing.assert_array_equal(np.asarray(y), X + 1)


@pytest.mark.parametrize("dtype", ["float32", "int8", "bool", "complex64", "float16"])
def test_numpy_takes_arrays_by_dlpack(dtype):
    x = jnp.asarray(X % 2).astype(dtype) + jnp.zeros((), dtype)
    found = np.from_dlpack(x)
    np.testing.assert_array_equal(found, np.asarray(x))
    assert x.__dlpack_device__() == (1, 0)


def test_dlpack_shares_aligned_memory():
    x = jnp.arange(100_000.0) + 1
    assert x.unsafe_buffer_pointer() % 64 == 0
    found = np.from_dlpack(x)
    assert found.ctypes.data == x.unsafe_buffer_pointer()
    # It lives as long as those who see it.
    x.delete()
    np.testing.assert_array_equal(found, np.arange(100_000.0, dtype=np.float32) + 1)
    copied = np.from_dlpack(jnp.arange(5.0) + 1, copy=True)
    np.testing.assert_array_equal(copied, np.arange(5.0) + 1)


def test_dlpack_between_the_platforms():
    x = jnp.arange(1000.0).astype(jnp.bfloat16) + 0
    there = jax.dlpack.from_dlpack(x)
    assert there.dtype == jnp.bfloat16 and there.devices() == {jax.devices("cpu")[0]}
    np.testing.assert_array_equal(np.asarray(there), np.asarray(x))
    back = jax.dlpack.from_dlpack(there, device=OWN)
    assert back.devices() == {OWN}
    np.testing.assert_array_equal(np.asarray(back + 1), np.asarray(x + 1))


def test_torch_takes_arrays_by_dlpack():
    torch = pytest.importorskip("torch")
    x = jnp.arange(1000.0) + 0
    found = torch.from_dlpack(x)
    np.testing.assert_array_equal(found.numpy(), np.asarray(x))
    back = jax.dlpack.from_dlpack(torch.arange(5.0), device=OWN)
    np.testing.assert_array_equal(np.asarray(back + 1), np.arange(5.0) + 1)


def test_a_profile_has_programs_and_kernels(tmp_path):
    def steps(x):
        return lax.fori_loop(0, 10, lambda _, c: jnp.tanh(c @ x), x)

    program = jax.jit(steps)
    x = jnp.ones((200, 200)) / 200
    program(x).block_until_ready()
    with jax.profiler.trace(tmp_path):
        program(x).block_until_ready()
        (x + 1).block_until_ready()
    (written,) = glob.glob(f"{tmp_path}/**/*.xplane.pb", recursive=True)
    planes = {plane.name: plane for plane in jax.profiler.ProfileData.from_file(written).planes}
    lines = {line.name: list(line.events) for line in planes["/device:CUSTOM:hloom"].lines}
    programs, kernels = lines["hloom:0 programs"], lines["hloom:0 kernels"]
    run = next(event for event in programs if event.name == "jit_steps")
    dots = [event for event in kernels if "dot_general" in event.name]
    assert len(dots) == 10
    for event in dots:
        assert run.start_ns <= event.start_ns and event.end_ns <= run.end_ns + 1000
        assert event.duration_ns > 0
    (written,) = glob.glob(f"{tmp_path}/**/*.trace.json.gz", recursive=True)
    events = json.load(gzip.open(written))["traceEvents"]
    names = {event.get("name") for event in events}
    assert "jit_steps" in names and {event.name for event in dots} <= names
    # Nothing is recorded outside of sessions.
    with jax.profiler.trace(tmp_path / "second"):
        pass
    (written,) = glob.glob(f"{tmp_path}/second/**/*.xplane.pb", recursive=True)
    planes = jax.profiler.ProfileData.from_file(written).planes
    assert "/device:CUSTOM:hloom" not in [plane.name for plane in planes]
