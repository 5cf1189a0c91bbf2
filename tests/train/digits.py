"""Trains a convolutional network on 20,000 PNG files with `hloom train`, and the same with JAX's loop.

    python tests/train/digits.py HLOOM FOLDER [--files 20000] [--epochs 3]

Needs JAX 0.10.2, scikit-learn and Pillow. FOLDER, outside of the repository, gets the files: scikit-learn's
digits, enlarged to 28x28 pixels, turned, moved and with noise, in one folder for each digit. 90 % are for
training; the others say how many digits each of the two networks gets right. Both loops start from the same
weights, take batches of 100 in a random order, and run on all cores. JAX's loop decodes on a pool of
threads and has the next batches ready, as `hloom train` does.
"""

import argparse
import json
import os
import queue
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from PIL import Image
from sklearn.datasets import load_digits

BATCH = 100


def render(folder, count):
    """Writes `count` files, unless they are there."""
    done = folder / "done"
    if done.exists() and done.read_text() == str(count):
        return
    digits, random = load_digits(), np.random.default_rng(1)
    for part in ("train", "test"):
        for digit in range(10):
            (folder / part / str(digit)).mkdir(parents=True, exist_ok=True)
    for i in range(count):
        at = random.integers(len(digits.target))
        image = Image.fromarray((digits.images[at] * 15.9).astype(np.uint8)).resize((24, 24), Image.BILINEAR)
        image = image.rotate(random.uniform(-12, 12), Image.BILINEAR)
        page = np.zeros((28, 28), np.float32)
        y, x = random.integers(0, 5, 2)
        page[y : y + 24, x : x + 24] = np.asarray(image)
        page = np.clip(page + random.normal(0, 8, page.shape), 0, 255).astype(np.uint8)
        part = "test" if i % 10 == 0 else "train"
        Image.fromarray(page).save(folder / part / str(digits.target[at]) / f"{i:06}.png")
    done.write_text(str(count))


def init(key):
    keys = jax.random.split(jax.random.wrap_key_data(key), 4)
    shapes = {"c1": (5, 5, 1, 8), "c2": (5, 5, 8, 16), "d1": (784, 64), "d2": (64, 10)}
    w = {n: jax.random.normal(k, s) * np.sqrt(2 / np.prod(s[:-1])) for (n, s), k in zip(shapes.items(), keys)}
    return w | {"b1": jnp.zeros(64), "b2": jnp.zeros(10)}


def net(w, x):
    def block(x, k):
        x = jax.lax.conv_general_dilated(x, k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        return jax.lax.reduce_window(jnp.maximum(x, 0), -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")

    x = block(block(x, w["c1"]), w["c2"]).reshape(len(x), -1)
    return jnp.maximum(x @ w["d1"] + w["b1"], 0) @ w["d2"] + w["b2"]


def loss(w, x, y):
    logits = net(w, x)
    logp = jax.nn.log_softmax(logits)
    return -(logp * jax.nn.one_hot(y, 10)).sum() / BATCH, (logits.argmax(1) == y).mean()


def init_state(key):
    w = init(key)
    return {"v": jax.tree.map(jnp.zeros_like, w), "w": w}


def step(state, x, y):
    (value, right), g = jax.value_and_grad(loss, has_aux=True)(state["w"], x, y)
    v = jax.tree.map(lambda v, g: 0.9 * v + g, state["v"], g)
    w = jax.tree.map(lambda w, v: w - 0.02 * v, state["w"], v)
    return {"v": v, "w": w}, {"accuracy": right, "loss": value}


def files(folder):
    return [(path, digit) for digit in range(10) for path in sorted((folder / str(digit)).iterdir())]


def decode(path):
    return np.asarray(Image.open(path), np.float32)[..., None] / 255


def jax_loop(folder, epochs):
    """Seconds of the loop without compilation, and the weights."""
    samples, key = files(folder), np.array([0, 7], np.uint32)
    state, run = jax.jit(init_state)(key), jax.jit(step, donate_argnums=0)
    zeros = np.zeros((BATCH, 28, 28, 1), np.float32), np.zeros(BATCH, np.int32)
    run = run.lower(state, *zeros).compile()
    ready = queue.Queue(2)

    def load():
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for epoch in range(epochs):
                order = np.random.default_rng(epoch).permutation(len(samples))
                for at in range(0, len(order) - BATCH + 1, BATCH):
                    part = [samples[i] for i in order[at : at + BATCH]]
                    x = np.stack(list(pool.map(decode, [path for path, _ in part])))
                    ready.put((x, np.array([digit for _, digit in part], np.int32)))
        ready.put(None)

    begin = time.perf_counter()
    threading.Thread(target=load).start()
    while (batch := ready.get()) is not None:
        state, found = run(state, *batch)
    float(found["loss"])
    return time.perf_counter() - begin, {k: np.asarray(v) for k, v in state["w"].items()}


def hloom_loop(hloom, folder, out, epochs):
    """Seconds of the loop without compilation, and the weights."""
    key, state = np.array([0, 7], np.uint32), jax.jit(init_state)(np.array([0, 7], np.uint32))
    zeros = np.zeros((BATCH, 28, 28, 1), np.float32), np.zeros(BATCH, np.int32)
    (out / "init.mlir").write_text(jax.jit(init_state).lower(key).as_text())
    (out / "step.mlir").write_text(jax.jit(step).lower(state, *zeros).as_text())
    for old in (out / "run").glob("*"):
        old.unlink()
    line = f"train {out}/step.mlir --init {out}/init.mlir --seed 7 --dataset {folder} --epochs {epochs}"
    line += f" --checkpoints {out}/run --metrics {out}/run.jsonl --html {out}/run.html"
    print(subprocess.run([hloom, *line.split()], check=True, capture_output=True, text=True).stdout, end="")
    rows = [json.loads(row) for row in (out / "run.jsonl").read_text().splitlines()]
    data = sorted((out / "run").glob("*.safetensors"))[-1].read_bytes()
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + size])
    # The state's names are the last keys of JAX's; `v` comes first and takes them, `w` has numbers.
    shapes, w = jax.tree.map(lambda x: x.shape, state["w"]), {}
    for i, name in enumerate(sorted(shapes)):
        entry = header[f"state.{len(shapes) + i}"]
        begin, end = entry["data_offsets"]
        w[name] = np.frombuffer(data[8 + size + begin : 8 + size + end], np.float32).reshape(entry["shape"])
    return sum(BATCH / row["samples_per_second"] for row in rows), w


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("hloom")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--epochs", type=int, default=3)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    render(args.folder, args.files)
    held = files(args.folder / "test")
    x, y = np.stack([decode(path) for path, _ in held]), np.array([digit for _, digit in held])
    rows = []
    for name, loop in [
        ("JAX", lambda: jax_loop(args.folder / "train", args.epochs)),
        ("hloom train", lambda: hloom_loop(args.hloom, args.folder / "train", args.folder, args.epochs)),
    ]:
        seconds, w = loop()
        right = float((np.asarray(net(w, x)).argmax(1) == y).mean())
        rows.append((name, seconds, args.files * 9 // 10 * args.epochs / seconds, right))
    print("| loop | seconds | images/s | held-back digits right |\n|---|---|---|---|")
    for name, seconds, rate, right in rows:
        print(f"| {name} | {seconds:.1f} | {rate:.0f} | {right:.2%} |")
    assert min(right for *_, right in rows) > 0.95, "a network got less than 95 % right"


if __name__ == "__main__":
    main()
