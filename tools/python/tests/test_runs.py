"""Tests of runs that Python does not wait for: `python -m pytest tools/python/tests/test_runs.py`."""

import os
import subprocess
import sys
import time

os.environ.setdefault("JAX_PLATFORMS", "hloom,cpu")
os.environ.setdefault("HLOOM_DEVICES", "4")

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

SIZE = 300
ONES = np.ones((SIZE, SIZE), np.float32)
# About a tenth of a second, and the same matrix at the end.
slow = jax.jit(lambda x: lax.fori_loop(0, 200, lambda _, c: c @ (x / SIZE), x))
step = jax.jit(lambda x: jax.lax.fori_loop(0, 200, lambda _, c: c @ (x / SIZE), x), donate_argnums=0)


@pytest.fixture(autouse=True)
def compiled():
    for function in (slow, step):
        function(jnp.asarray(ONES)).block_until_ready()


def test_a_long_run_returns_at_once():
    x = jnp.asarray(ONES)
    begin = time.perf_counter()
    y = slow(x)
    returned = time.perf_counter() - begin
    assert not y.is_ready()
    y.block_until_ready()
    done = time.perf_counter() - begin
    assert returned < done / 3, (returned, done)
    np.testing.assert_allclose(np.asarray(y), ONES, rtol=1e-5)


def test_steps_that_donate_their_state():
    state = jnp.asarray(ONES) + 0
    for _ in range(5):
        before, state = state, step(state)
        assert before.is_deleted()
    np.testing.assert_allclose(np.asarray(state), ONES, rtol=1e-4)


def test_more_runs_than_a_queue_holds():
    short = jax.jit(lambda x: lax.fori_loop(0, 5, lambda _, c: c @ (x / SIZE), x))
    y = jnp.asarray(ONES)
    for _ in range(100):
        y = short(y)
    np.testing.assert_allclose(np.asarray(y), ONES, rtol=1e-3)


def test_results_are_deleted_and_copied_before_they_are_there():
    y = slow(jnp.asarray(ONES))
    moved = jax.device_put(y, jax.devices("hloom")[-1])
    follows = y[0] + 1
    y.delete()
    np.testing.assert_allclose(np.asarray(moved), ONES, rtol=1e-5)
    np.testing.assert_allclose(np.asarray(follows), ONES[0] + 1, rtol=1e-5)


def test_runs_on_several_devices_follow_each_other():
    devices = jax.devices("hloom")
    y = jnp.asarray(ONES)
    for device in devices * 2:
        y = slow(jax.device_put(y, device))
    np.testing.assert_allclose(np.asarray(y), ONES, rtol=1e-4)


def test_callbacks_of_results_that_are_not_there():
    seen = []
    result = jax.ShapeDtypeStruct((SIZE, SIZE), np.float32)

    def note(x):
        seen.append(float(x[0, 0]))
        # Programs run inside of callbacks too.
        return np.asarray(slow(jnp.asarray(x)))

    called = jax.jit(lambda x: jax.pure_callback(note, result, x))
    y = called(slow(jnp.asarray(ONES)))
    np.testing.assert_allclose(np.asarray(y), ONES, rtol=1e-5)
    assert seen == pytest.approx([1.0])


def test_ordered_effects_of_long_programs(capfd):
    @jax.jit
    def program(x, i):
        y = lax.fori_loop(0, 20, lambda _, c: c @ (x / SIZE), x)
        jax.debug.print("run {}", i, ordered=True)
        return y

    y = jnp.asarray(ONES)
    for i in range(4):
        y = program(y, i)
    jax.effects_barrier()
    assert capfd.readouterr().out.splitlines() == [f"run {i}" for i in range(4)]


def python(code, **environment):
    head = """
import os, sys, threading, jax, jax.numpy as jnp, numpy as np
from jax import lax
slow = jax.jit(lambda x: lax.fori_loop(0, 400, lambda _, c: c @ (x / 300), x))
x = jnp.ones((300, 300))
slow(x).block_until_ready()
"""
    command = [sys.executable, "-W", "ignore", "-c", head + code]
    ran = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def test_the_interpreter_ends_while_runs_are_under_way():
    assert python("y = x\nfor _ in range(8): y = slow(y)\nprint('end')") == ["end"]
    # Another thread waits for a result meanwhile.
    code = "y = slow(slow(x))\nthreading.Thread(target=y.block_until_ready).start()\nprint('end')"
    assert python(code) == ["end"]


def test_a_fork_waits_for_runs():
    code = """
y = slow(slow(x))
child = os.fork()
if child == 0:
    print(y.is_ready(), round(float(np.asarray(slow(y))[0, 0]), 2), flush=True)
    os._exit(0)
print(os.waitpid(child, 0)[1], round(float(np.asarray(y)[0, 0]), 2))
"""
    assert python(code) == ["True 1.0", "0 1.0"]


def test_an_interrupt_leaves_runs_alone():
    code = """
import signal
y = slow(x)
try:
    os.kill(os.getpid(), signal.SIGINT)
    y.block_until_ready()
    import time; time.sleep(1)
except KeyboardInterrupt:
    print("interrupted", round(float(np.asarray(y)[0, 0]), 2))
"""
    assert python(code) == ["interrupted 1.0"]


def test_runs_wait_where_the_environment_asks_for_it():
    assert python("print(slow(x).is_ready())", HLOOM_ASYNC="0") == ["True"]
    assert python("print(slow(x).is_ready())") == ["False"]
