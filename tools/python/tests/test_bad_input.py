"""Bad input to the platform: each is a Python exception with a sentence, and the process goes on.

    JAX_PLATFORMS=hloom,cpu python -m pytest tools/python/tests/test_bad_input.py
"""

import os
import signal
import subprocess
import sys
import threading
import time

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax._src import compiler

OWN = jax.devices("hloom")[0]


@pytest.fixture(autouse=True)
def works_after_each():
    """The platform still works when a test has ended."""
    yield
    assert float(jax.jit(lambda x: x * 3)(jnp.float32(2))) == 6


def serialized():
    """An executable as bytes, and where the program begins in them."""
    function = lambda x: jnp.sin(x) + jax.lax.scan(lambda c, a: (c + a, c), 0.0, x)[1]
    compiled = jax.jit(function).lower(jnp.ones(4)).compile()
    whole = OWN.client.serialize_executable(compiled.runtime_executable())
    return whole, whole.index(b"ML\xefR")


def load(code):
    devices = jax._src.lib.xla_client.DeviceList((OWN,))
    options = compiler.get_compile_options(num_replicas=1, num_partitions=1)
    return OWN.client.deserialize_executable(code, devices, options)


def test_a_garbled_payload():
    whole, begin = serialized()
    assert load(whole) is not None
    random = np.random.default_rng(0)
    refused = 0
    for _ in range(300):
        code = bytearray(whole)
        for _ in range(random.integers(1, 4)):
            code[random.integers(begin, len(code))] = random.integers(256)
        try:
            load(bytes(code))
        except jax.errors.JaxRuntimeError as error:
            assert "bug in hloom" not in str(error)
            refused += 1
    assert refused > 100


def test_a_version_from_the_future():
    whole, _ = serialized()
    future = whole.replace(b"StableHLO_v1", b"StableHLO_v9").replace(b"sine_v2", b"sine_v9")
    with pytest.raises(jax.errors.JaxRuntimeError, match="sine_v9"):
        load(future)


def test_an_unknown_custom_call():
    call = lambda x: jax.ffi.ffi_call("nobody_knows_it", jax.ShapeDtypeStruct((3,), np.float32))(x)
    with pytest.raises(jax.errors.JaxRuntimeError, match="nobody_knows_it"):
        jax.block_until_ready(jax.jit(call)(jnp.ones(3)))


def test_use_after_donation():
    x = jnp.ones(1000) + 1
    jax.jit(lambda x: x + 1, donate_argnums=0)(x)
    for use in [lambda: x + 1, lambda: np.asarray(x), lambda: jax.device_put(x, jax.devices("cpu")[0])]:
        with pytest.raises((RuntimeError, ValueError), match="deleted|donated"):
            use()


def test_more_memory_than_there_is():
    with pytest.raises(jax.errors.JaxRuntimeError, match="memory"):
        jax.block_until_ready(jax.jit(lambda x: jnp.broadcast_to(x, (1 << 24, 1 << 22)) + x)(1.0))


def test_a_process_that_was_forked():
    function = jax.jit(lambda x: jnp.sort(jnp.tanh(x @ x), axis=0))
    x = jnp.asarray(np.random.default_rng(0).normal(size=(300, 300)).astype(np.float32))
    expected = np.asarray(function(x))
    child = os.fork()
    if child == 0:
        # It runs what its parent compiled. JAX compiles on threads, which a fork does not have.
        os._exit(0 if np.array_equal(np.asarray(function(x)), expected) else 1)
    deadline = time.time() + 60
    while (ended := os.waitpid(child, os.WNOHANG))[0] == 0 and time.time() < deadline:
        time.sleep(0.05)
    if ended[0] == 0:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert ended == (child, 0)


def test_threads_compile_and_fail_at_once():
    said = []

    def work(i):
        call = lambda x: jax.ffi.ffi_call(f"unknown_{i}", jax.ShapeDtypeStruct((3,), np.float32))(x)
        try:
            jax.block_until_ready(jax.jit(call if i % 2 else lambda x: x * i)(jnp.ones(3)))
        except jax.errors.JaxRuntimeError as error:
            said.append(f"unknown_{i}" in str(error))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert said == [True] * 4


INTERRUPTED = """
import os, signal, threading
import jax, jax.numpy as jnp
slow = jax.jit(lambda x: jax.lax.fori_loop(0, 200, lambda i, x: jnp.tanh(x @ x), x))
x = jnp.ones((256, 256)) / 300
jax.block_until_ready(slow(x))
threading.Timer(0.02, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    while True:
        jax.block_until_ready(slow(x))
except KeyboardInterrupt:
    print("interrupted", float(jax.jit(lambda x: x + 1)(1.0)))
"""


def test_an_interrupt_in_the_middle():
    ran = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=120)
    assert ran.stdout == "interrupted 2.0\n", ran.stderr


TWICE = """
import os, jax
from jax._src import xla_bridge
xla_bridge.register_plugin("second", library_path=os.environ["SECOND"], priority=100)
x, y = jax.device_put(1.0, jax.devices("hloom")[0]), jax.device_put(2.0, jax.devices("second")[0])
print(x + 1, y + 1)
"""


def test_two_plugins():
    from jax_plugins import hloom

    environment = {**os.environ, "JAX_PLATFORMS": "hloom,second,cpu", "SECOND": str(hloom.library())}
    ran = subprocess.run([sys.executable, "-c", TWICE], env=environment, capture_output=True, text=True, timeout=120)
    assert ran.stdout == "2.0 3.0\n", ran.stderr
