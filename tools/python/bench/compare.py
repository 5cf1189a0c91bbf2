"""hloom beside JAX's own CPU platform, by turns: calls, compilation, and whole training scripts.

    python compare.py [--what calls,compile,scripts] [--scripts cnn,gpt] [--rounds 3] [--steps N]

A script runs in a process of its own, so its time is that of everything from `python` to the end.
`--what devices` runs functions of `shard_map` on eight devices of each platform.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent
PLATFORMS = {"hloom": "hloom,cpu", "cpu": "cpu"}


def row(what, found):
    """A line of the table: medians and minima on both platforms, and how many times as fast hloom is."""
    line = f"{what:44}"
    for summary in (statistics.median, min):
        own, other = (summary(found[name]) for name in PLATFORMS)
        line += f" {own:10.2f} {other:10.2f} {other / own:7.2f}"
    print(line, flush=True)


def calls(rounds):
    """Microseconds of one call of a compiled function, in one process."""
    import jax
    import numpy as np

    def several(x):
        return [x + i for i in range(10)]

    cases = {
        "call of x + 1 on a scalar": (lambda x: x + 1, np.float32(1), 2000),
        "call with ten results": (several, np.float32(1), 1000),
        "call of x @ x, 64 x 64": (lambda x: x @ x, np.ones((64, 64), np.float32), 1000),
        "call of tanh on 1000000 numbers": (jax.numpy.tanh, np.ones(1000000, np.float32), 20),
    }
    for name, (function, x, count) in cases.items():
        found = {platform: [] for platform in PLATFORMS}
        jitted = jax.jit(function)
        given = {platform: jax.device_put(x, jax.devices(platform)[0]) for platform in PLATFORMS}
        for _ in range(rounds + 1):
            for platform in PLATFORMS:
                jax.block_until_ready(jitted(given[platform]))
                start = time.perf_counter()
                for _ in range(count):
                    result = jitted(given[platform])
                jax.block_until_ready(result)
                found[platform].append((time.perf_counter() - start) / count * 1e6)
        row(f"{name} (us)", found)


def compilation(rounds):
    """Milliseconds that compilers take, without tracing and lowering, in one process."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    def ten(i):
        def function(x):
            for k in range(5):
                x = jnp.sin(x) * (i + k)
            return x

        return function

    network = lambda i: lambda x: jax.grad(
        lambda x: jnp.sum(jax.nn.softmax(jnp.tanh(x @ x * i) @ x + jax.nn.gelu(x)))
    )(x)
    cases = {
        "compilation of x + 1": lambda i: lambda x: x + (i + 1),
        "compilation of ten ops": ten,
        "compilation of a network's gradient": network,
        "compilation of a sort": lambda i: lambda x: jnp.sort(x, axis=0) + i,
        "compilation of jax.random.normal": lambda i: lambda x: x + i + jax.random.normal(jax.random.key(i), x.shape),
    }
    for name, make in cases.items():
        found = {platform: [] for platform in PLATFORMS}
        for i in range(2 * rounds + 2):
            for platform in PLATFORMS:
                x = jax.device_put(np.ones((8, 8), np.float32), jax.devices(platform)[0])
                lowered = jax.jit(make(i)).lower(x)
                start = time.perf_counter()
                lowered.compile()
                if i >= 2:
                    found[platform].append((time.perf_counter() - start) * 1e3)
        row(f"{name} (ms)", found)


def once(platform, *command):
    """Seconds, seconds of processors and megabytes of a Python process."""
    environment = {**os.environ, "JAX_PLATFORMS": PLATFORMS[platform]}
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, *command], env=environment, stdout=subprocess.PIPE, text=True)
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{command} failed on {platform}")
    spent = usage.ru_utime + usage.ru_stime
    return time.perf_counter() - start, spent, usage.ru_maxrss / 1e3, said.strip()


FIRST = """
import time, jax, jax.numpy as jnp
jax.devices()
start = time.perf_counter()
(jnp.ones(3) + 1).block_until_ready()
print((time.perf_counter() - start) * 1e3)
"""


def scripts(names, rounds, steps):
    """Whole scripts: seconds, seconds of processors, megabytes."""
    found = {platform: [] for platform in PLATFORMS}
    for _ in range(rounds):
        for platform in PLATFORMS:
            found[platform].append(float(once(platform, "-c", FIRST)[-1]))
    row("first jnp.ones(3) + 1 of a process (ms)", found)
    for name in names:
        measured = {platform: [] for platform in PLATFORMS}
        for _ in range(rounds):
            for platform in PLATFORMS:
                measured[platform].append(once(platform, str(HERE / "training.py"), name, *steps))
        for i, unit in enumerate(["s", "s of processors", "MB"]):
            row(f"{name} ({unit})", {p: [m[i] for m in all] for p, all in measured.items()})
        for platform in PLATFORMS:
            print(f"    {measured[platform][0][-1]}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--what", default="calls,compile,scripts")
    parser.add_argument("--scripts", default="cnn,cifar,gpt,lstm,vae")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int)
    options = parser.parse_args()
    os.environ.setdefault("JAX_PLATFORMS", "hloom,cpu")
    what = options.what.split(",")
    print(f"{'':44} {'medians':>29} {'minima':>29}")
    print(f"{'':44}" + f" {'hloom':>10} {'cpu':>10} {'times':>7}" * 2)
    if "calls" in what:
        calls(options.rounds)
    if "compile" in what:
        compilation(options.rounds)
    if "devices" in what:
        import devices

        os.environ["HLOOM_DEVICES"] = str(devices.DEVICES)
        os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={devices.DEVICES}"
        devices.measure(options.rounds, row, PLATFORMS)
    if "scripts" in what:
        steps = [str(options.steps)] if options.steps else []
        scripts(options.scripts.split(","), options.rounds, steps)


if __name__ == "__main__":
    main()
