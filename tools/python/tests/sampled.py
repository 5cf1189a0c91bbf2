"""A plugin of pytest for `jax_tests.py`: some of a file's tests, and tests of JAX's CPU platform here."""

import os


def pytest_configure(config):
    if os.environ.get("HLOOM_AS_CPU"):
        import jax._src.test_util as jtu

        # Tests that name the platforms that they run on take this one for JAX's CPU platform.
        jtu.device_under_test = lambda: "cpu"


def pytest_collection_modifyitems(config, items):
    every, first = (int(n) for n in os.environ.get("HLOOM_EVERY", "1,0").split(","))
    items[:] = items[first::every]
