#!/usr/bin/env python3
"""Holds PyTorch's forms of the models to what XLA gives, on a CPU; wants torch and jax.

    python3 tests/bench/torch_models_test.py [NAME ...]
"""

import pathlib
import sys

import numpy as np
import torch

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))

import gpu  # noqa: E402
import run  # noqa: E402
import torch_models  # noqa: E402


def main():
    failed = False
    for name, form in torch_models.MODELS.items():
        if sys.argv[1:] and not any(part in name for part in sys.argv[1:]):
            continue
        text = (HERE / "programs" / f"{name}.mlir").read_text()
        values = list(run.arguments(np, text))
        want = gpu.Jax(text, values, 1).results()
        found = form.function(*form.prepared([gpu.tensor(torch, x) for x in values]))
        found = found if isinstance(found, tuple) else [found]
        have = [x.detach().cpu().numpy() for x in found]
        shapes = [x.shape for x in have] == [x.shape for x in want]
        gap = gpu.difference(np, want, have) if shapes else float("inf")
        good = gap <= gpu.bound_of(name)
        failed |= not good
        print(f"{name}: {gap:.0e}{'' if good else ', too large'}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
