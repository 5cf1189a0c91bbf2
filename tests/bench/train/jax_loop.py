#!/usr/bin/env python3
"""Trains one model with JAX and a loader of grain: the peer of `hloom train` in the training runs.

    python tests/bench/train/jax_loop.py MODEL DATASET RESULT --epochs N --seed N

RESULT, a .safetensors file, gets the state at the end. A line of JSON is printed for each epoch: its
samples, its seconds, and the mean of the loss. Compilation is over before the first epoch begins.
"""

import argparse
import json
import pathlib
import time

import grain
import jax
import numpy as np
from PIL import Image
from safetensors.numpy import save_file

import data
from models import key_of, models


def decode(sample):
    path, label = sample
    with Image.open(path) as image:
        return np.asarray(image)[..., None], np.int32(label)


def loader(model, path, seed, threads, prefetch):
    """Batches of one epoch after another, made ahead of the loop by a thread.

    `threads` decode samples; with none, the thread that makes batches decodes them too.
    """
    if model.data == "text":
        samples = grain.MapDataset.source(np.load(path)).map(lambda window: (window,))
    else:
        samples = grain.MapDataset.source(data.images(path)).map(decode)
    steps = len(samples) // model.batch
    order = samples.seed(seed).shuffle()[: steps * model.batch].repeat()
    options = grain.ReadOptions(num_threads=threads)
    batches = order.to_iter_dataset(options).batch(model.batch, drop_remainder=True)
    ahead = grain.experimental.ThreadPrefetchIterDataset(batches, prefetch_buffer_size=prefetch)
    return steps, iter(ahead)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", choices=[model.name for model in models()])
    parser.add_argument("dataset", type=pathlib.Path)
    parser.add_argument("result", type=pathlib.Path)
    parser.add_argument("--epochs", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--threads", type=int, default=0, help="of grain's ReadOptions")
    parser.add_argument("--prefetch", type=int, default=2, help="batches that are made ahead")
    args = parser.parse_args()
    model = next(model for model in models(args.epochs) if model.name == args.model)
    state = jax.jit(model.init)(key_of(args.seed))
    step = jax.jit(model.step, donate_argnums=0).lower(state, *model.arguments()).compile()
    jax.block_until_ready(state)
    steps, batches = loader(model, args.dataset, args.seed, args.threads, args.prefetch)
    for _ in range(args.epochs):
        begin, losses = time.perf_counter(), []
        for _ in range(steps):
            state, metrics = step(state, *next(batches))
            losses.append(metrics["loss"])
        jax.block_until_ready(state)
        seconds = time.perf_counter() - begin
        loss = float(np.mean(jax.device_get(losses)))
        row = {"samples": steps * model.batch, "seconds": seconds, "loss": loss}
        print(json.dumps(row), flush=True)
    leaves = jax.tree.leaves(state)
    save_file({f"state.{i}": np.asarray(leaf) for i, leaf in enumerate(leaves)}, args.result)


if __name__ == "__main__":
    main()
