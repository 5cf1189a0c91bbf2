#!/usr/bin/env python3
"""Writes the programs of the suite as StableHLO text: python3 tests/bench/export.py

JAX comes from PyPI. The files under programs/ are committed; this makes them again.
"""

import pathlib

import jax

from kernels import KERNELS
from models import MODELS


def main():
    folder = pathlib.Path(__file__).parent / "programs"
    folder.mkdir(exist_ok=True)
    for name, (function, arguments) in {**KERNELS, **MODELS}.items():
        text = jax.jit(function).lower(*arguments).as_text()
        (folder / f"{name}.mlir").write_text(text)


if __name__ == "__main__":
    main()
