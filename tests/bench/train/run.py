#!/usr/bin/env python3
"""The training runs: `hloom train` beside JAX's own loop, as one table.

    python tests/bench/train/run.py [--hloom PATH] [--only NAME ...] [--epochs N] [--rounds N]

Both train the same step from the same weights, on as many samples of the same files, as processes that
start anew on the same cores, by turns; medians of the rounds count. Round N has seed N. Times of a loop
are of its steps and of waiting for batches, without compilation. The weights that each run ends with are
evaluated on the test data by the same function of JAX; a run that misses its model's bound is an error.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

import jax
import numpy as np
from PIL import Image
from safetensors.numpy import load_file

import data
from models import models

HERE = pathlib.Path(__file__).resolve().parent


class Failed(Exception):
    pass


def peak_memory(process):
    """The most memory in MiB that a process has had so far; None if it is over."""
    try:
        status = pathlib.Path(f"/proc/{process}/status").read_text()
    except OSError:
        return None
    found = re.search(r"VmHWM:\s*(\d+) kB", status)
    return found and int(found[1]) / 1024


class Run:
    """One process that trains: its times, its memory, and the weights it ends with."""

    def __init__(self, command, folder):
        command, self.memory = [str(part) for part in command], 0
        begin = time.perf_counter()
        with open(folder / "stdout", "wb") as out, open(folder / "stderr", "wb") as errors:
            process = subprocess.Popen(command, stdout=out, stderr=errors)
        while process.poll() is None:
            # `ru_maxrss` would begin with the memory of this process.
            self.memory = peak_memory(process.pid) or self.memory
            time.sleep(0.02)
        self.seconds = time.perf_counter() - begin
        if process.returncode:
            text = (folder / "stderr").read_text()
            raise Failed(f"{command[0]} ended with {process.returncode}:\n{text}")

    def finish(self, samples, loop, weights):
        self.rate, self.weights = samples / loop, weights
        return self


def run_hloom(args, model, dataset, folder, epochs, seed):
    shutil.rmtree(folder / "checkpoints", ignore_errors=True)
    metrics = folder / "metrics.jsonl"
    command = [args.hloom, "train", folder / "step.mlir", "--init", folder / "init.mlir"]
    command += ["--dataset", dataset, "--epochs", epochs, "--seed", seed]
    command += ["--checkpoints", folder / "checkpoints", "--metrics", metrics]
    run = Run(command, folder)
    rows = [json.loads(row) for row in metrics.read_text().splitlines()]
    loop = sum(model.batch / row["samples_per_second"] for row in rows)
    state = load_file(max((folder / "checkpoints").glob("*.safetensors")))
    weights = [state[f"state.{i}"] for i in range(len(state))]
    return run.finish(model.batch * len(rows), loop, weights)


def run_jax(args, model, dataset, folder, epochs, seed):
    result = folder / "jax.safetensors"
    command = [sys.executable, HERE / "jax_loop.py", model.name, dataset, result]
    command += ["--epochs", epochs, "--seed", seed]
    run = Run(command, folder)
    rows = [json.loads(row) for row in (folder / "stdout").read_text().splitlines()]
    samples, loop = (sum(row[name] for row in rows) for name in ("samples", "seconds"))
    state = load_file(result)
    return run.finish(samples, loop, [state[f"state.{i}"] for i in range(len(state))])


PEERS = {"hloom": run_hloom, "JAX": run_jax}


class Evaluation:
    """A model's accuracy or loss on the data for testing."""

    def __init__(self, model, folder):
        if model.data == "text":
            self.batch = (np.load(folder / "test.npy"),)
        else:
            paths, labels = zip(*data.images(folder / "digits" / "test"))
            pixels = np.stack([np.asarray(Image.open(path))[..., None] for path in paths])
            self.batch = (pixels, np.array(labels, np.int32))
        self.tree = jax.tree.structure(jax.eval_shape(model.init, np.zeros(2, np.uint32)))
        self.function = jax.jit(model.evaluate)

    def __call__(self, weights):
        return float(self.function(jax.tree.unflatten(self.tree, weights), *self.batch))


def measure(args, model):
    """The runs of each peer, with `value`, the accuracy or loss."""
    folder = args.data / model.name
    folder.mkdir(exist_ok=True)
    init, step = model.exported()
    (folder / "init.mlir").write_text(init)
    (folder / "step.mlir").write_text(step)
    dataset = args.data / ("train.npy" if model.data == "text" else "digits/train")
    evaluation, runs = Evaluation(model, args.data), {peer: [] for peer in PEERS}
    for seed in range(1, args.rounds + 1):
        for peer, train in PEERS.items():
            run = train(args, model, dataset, folder, model.epochs, seed)
            run.value = evaluation(run.weights)
            runs[peer].append(run)
            what = "loss" if model.data == "text" else "accuracy"
            line = f"{model.name}, round {seed}, {peer}: {run.seconds:.1f} s, "
            line += f"{run.rate:.0f} samples/s, {what} {run.value:.4f}, {run.memory:.0f} MiB"
            print(line, file=sys.stderr)
    return runs


COLUMNS = [
    "model", "samples", "epochs", "whole process: hloom", "JAX", "loop, samples/s: hloom", "JAX",
    "hloom's / JAX's", "on test data: hloom", "JAX", "bound", "peak memory: hloom", "JAX",
]  # fmt: skip


def row(model, runs):
    def median(name):
        return [statistics.median(getattr(run, name) for run in runs[peer]) for peer in PEERS]

    samples = data.WINDOWS if model.data == "text" else data.FILES
    rates, values = median("rate"), median("value")
    if model.data == "text":
        values, bound = [f"loss {value:.3f}" for value in values], f"≤ {model.bound}"
    else:
        values, bound = [f"{value:.2%}" for value in values], f"≥ {model.bound:.0%}"
    cells = [model.name, f"{samples['train']:,}", str(model.epochs)]
    cells += [f"{value:.1f} s" for value in median("seconds")]
    cells += [f"{value:,.0f}" for value in rates] + [f"{rates[0] / rates[1]:.2f}"]
    cells += [*values, bound] + [f"{value:.0f} MiB" for value in median("memory")]
    return f"| {' | '.join(cells)} |"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    root = data.ROOT
    add = parser.add_argument
    add("--hloom", type=pathlib.Path, default=root / "target" / "release" / "hloom")
    add("--only", nargs="+", choices=[model.name for model in models()], help="run these models")
    add("--epochs", type=int, help="instead of each model's own number")
    add("--rounds", type=int, default=3)
    add("--cores", type=int, default=2, help="the cores that both run on")
    add("--data", type=pathlib.Path, default=root / "target" / "train-bench")
    args = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    if args.cores > len(cores):
        parser.error(f"--cores {args.cores}: this process may run on {len(cores)}")
    # Processes that this one starts have the same cores.
    os.sched_setaffinity(0, cores[: args.cores])
    return args


def main():
    args = arguments()
    data.write(args.data)
    rows, missed = [], []
    for model in models(args.epochs):
        if args.only and model.name not in args.only:
            continue
        runs = measure(args, model)
        rows.append(row(model, runs))
        for peer in PEERS:
            for seed, run in enumerate(runs[peer], 1):
                if not model.good(run.value):
                    missed.append(f"{model.name}, {peer}, seed {seed}: {run.value:.4f}")
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    print("\n".join(rows))
    if missed:
        sys.exit("bounds were missed:\n  " + "\n  ".join(missed))


if __name__ == "__main__":
    try:
        main()
    except Failed as failed:
        sys.exit(f"error: {failed}")
