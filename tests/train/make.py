"""Exports a small training program with JAX, and what JAX's own loop computes with it.

    python tests/train/make.py

Needs JAX 0.10.2 and NumPy. The images are those of `tests/models/mlp`. It writes the folder `mlp`:

- `digits.npz`: 360 images `x` of 8x8 bytes, and their digits `y`
- `init.mlir`: a key of two 32-bit integers to the state
- `step.mlir`: state and a batch of 60 to the state and metrics; momentum, by hand
- `loss.mlir`: the functions `init` and `loss`, of which hloom makes a step itself
- `expected.json`: losses of 3 epochs in the order of the file, for the step, and for three optimizers
"""

import json
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

HERE = Path(__file__).resolve().parent
BATCH, EPOCHS, SEED = 60, 3, 7
KEY = np.array([0, SEED], np.uint32)


def init(key):
    k0, k1 = jax.random.split(jax.random.wrap_key_data(key))
    return {
        "b0": jnp.zeros(32),
        "b1": jnp.zeros(10),
        "w0": jax.random.normal(k0, (64, 32)) / 8,
        "w1": jax.random.normal(k1, (32, 10)) / 6,
    }


def loss(w, x, y):
    h = jnp.maximum(x.reshape(BATCH, 64) / 16 @ w["w0"] + w["b0"], 0)
    logits = h @ w["w1"] + w["b1"]
    logp = logits - jax.scipy.special.logsumexp(logits, axis=1, keepdims=True)
    right = (jnp.argmax(logits, axis=1) == y).mean()
    return -(logp * jax.nn.one_hot(y, 10)).sum() / BATCH, right


def init_state(key):
    w = init(key)
    return {"w": w, "v": jax.tree.map(jnp.zeros_like, w)}


def step(state, x, y):
    (value, right), g = jax.value_and_grad(loss, has_aux=True)(state["w"], x, y)
    v = jax.tree.map(lambda v, g: 0.9 * v + g, state["v"], g)
    w = jax.tree.map(lambda w, v: w - 0.1 * v, state["w"], v)
    return {"w": w, "v": v}, {"accuracy": right, "loss": value}


def metrics(w, x, y):
    value, right = loss(w, x, y)
    return {"a": value, "accuracy": right}


def optimizer(name):
    zeros = lambda w: jax.tree.map(jnp.zeros_like, w)
    if name == "sgd":
        return lambda w: (), lambda w, g, s: (jax.tree.map(lambda w, g: w - 0.2 * g, w, g), ())
    if name == "momentum":

        def update(w, g, s):
            s = jax.tree.map(lambda v, g: 0.9 * v + g, s, g)
            return jax.tree.map(lambda w, v: w - 0.1 * v, w, s), s

        return zeros, update

    def update(w, g, s):
        m, v, t = s
        t = t + 1
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, g)
        v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, v, g)
        part = lambda w, m, v: w - 0.01 * (m / (1 - 0.9**t)) / (jnp.sqrt(v / (1 - 0.999**t)) + 1e-8)
        return jax.tree.map(part, w, m, v), (m, v, t)

    return lambda w: (zeros(w), zeros(w), 0.0), update


def batches(x, y):
    for _ in range(EPOCHS):
        for i in range(0, len(x), BATCH):
            yield x[i : i + BATCH].astype(np.float32), y[i : i + BATCH]


def main():
    models = HERE.parent / "models" / "mlp"
    x = np.load(models / "images.npy").astype(np.uint8)
    y = np.load(models / "labels.npy").astype(np.int32)
    out = HERE / "mlp"
    out.mkdir(exist_ok=True)
    np.savez(out / "digits.npz", x=x, y=y)
    first = (x[:BATCH].astype(np.float32), y[:BATCH])
    state = jax.jit(init_state)(KEY)
    (out / "init.mlir").write_text(jax.jit(init_state).lower(KEY).as_text())
    (out / "step.mlir").write_text(jax.jit(step).lower(state, *first).as_text())
    parts = [
        jax.jit(f).lower(*args).as_text().replace("@main", f"@{name}")
        for name, f, args in [("init", init, (KEY,)), ("loss", metrics, (state["w"], *first))]
    ]
    bodies = ["\n".join(part.strip().splitlines()[1:-1]) for part in parts]
    names = [line.split("@")[1].split("(")[0] for body in bodies for line in body.splitlines() if "func.func" in line]
    assert len(names) == len(set(names)), f"two functions have one name: {names}"
    (out / "loss.mlir").write_text("\n".join(bodies) + "\n")
    expected = {"step": []}
    for batch in batches(x, y):
        state, found = jax.jit(step)(state, *batch)
        expected["step"].append(float(found["loss"]))
    for name in ("sgd", "momentum", "adam"):
        start, update = optimizer(name)
        w = jax.jit(init)(KEY)
        s, expected[name] = start(w), []
        gradient = jax.jit(jax.value_and_grad(lambda w, x, y: loss(w, x, y)[0]))
        for batch in batches(x, y):
            value, g = gradient(w, *batch)
            w, s = update(w, g, s)
            expected[name].append(float(value))
    (out / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")
    print({name: (losses[0], losses[-1]) for name, losses in expected.items()})


if __name__ == "__main__":
    main()
