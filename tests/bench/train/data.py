#!/usr/bin/env python3
"""The data of the training runs: digits as PNG files, and windows of this repository's text.

    python tests/bench/train/data.py FOLDER [--seed 1]

FOLDER/digits/{train,test}/CLASS/NUMBER.png are 18,000 and 2,000 gray images of 32x32, scikit-learn's
digits of 8x8 scaled, rotated, shifted and with noise. Images for testing are made of digits of which
none for training is made. FOLDER/{train,test}.npy are windows of bytes of the .rs and .md files that
git lists; every tenth file is for testing only.
"""

import argparse
import pathlib
import shutil
import subprocess

import numpy as np
from PIL import Image
from sklearn.datasets import load_digits

ROOT = pathlib.Path(__file__).resolve().parents[3]
FILES = {"train": 18_000, "test": 2_000}
WINDOWS = {"train": 4_800, "test": 480}
SIZE = 32
# The bytes that the transformer reads, and one that follows.
WINDOW = 128 + 1
# Changes with what is written, so that older data is written again.
VERSION = 2


def sources(targets, random):
    """The digits for training and for testing: four fifths and one fifth of each class."""
    parts = {"train": [], "test": []}
    for digit in range(10):
        places = random.permutation(np.flatnonzero(targets == digit))
        cut = len(places) * 4 // 5
        parts["train"].extend(places[:cut])
        parts["test"].extend(places[cut:])
    return {part: np.array(places) for part, places in parts.items()}


def render(pixels, random):
    """An image of one digit, whose pixels are numbers from 0 to 16."""
    size = int(random.integers(22, 31))
    image = Image.fromarray((pixels * 15.9).astype(np.uint8)).resize((size, size), Image.BICUBIC)
    image = image.rotate(random.uniform(-12, 12), Image.BILINEAR)
    page = random.normal(0, 10, (SIZE, SIZE))
    y, x = random.integers(0, SIZE - size + 1, 2)
    page[y : y + size, x : x + size] += np.asarray(image)
    return np.clip(page, 0, 255).astype(np.uint8)


def write_digits(folder, seed):
    digits, random = load_digits(), np.random.default_rng(seed)
    places = sources(digits.target, random)
    for part, count in FILES.items():
        for digit in range(10):
            (folder / part / str(digit)).mkdir(parents=True)
        for number in range(count):
            place = random.choice(places[part])
            page = Image.fromarray(render(digits.images[place], random))
            page.save(folder / part / str(digits.target[place]) / f"{number:05}.png")


def write_text(folder, seed):
    listed = subprocess.run(
        ["git", "ls-files", "*.rs", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    parts = {"train": [], "test": []}
    for number, name in enumerate(sorted(listed)):
        parts["test" if number % 10 == 9 else "train"].append((ROOT / name).read_bytes())
    random = np.random.default_rng(seed)
    for part, texts in parts.items():
        text = np.frombuffer(b"".join(texts), np.uint8)
        begin = random.integers(0, len(text) - WINDOW + 1, WINDOWS[part])
        np.save(folder / f"{part}.npy", text[begin[:, None] + np.arange(WINDOW)])


def write(folder, seed=1):
    """Writes all data, unless it is there."""
    done, mark = folder / "done", f"version {VERSION}, seed {seed}"
    if done.exists() and done.read_text() == mark:
        return
    folder.mkdir(parents=True, exist_ok=True)
    done.unlink(missing_ok=True)
    shutil.rmtree(folder / "digits", ignore_errors=True)
    write_digits(folder / "digits", seed)
    write_text(folder, seed)
    done.write_text(mark)


def images(folder):
    """The paths and classes of the images in a folder of folders."""
    return [(str(path), int(path.parent.name)) for path in sorted(folder.glob("*/*.png"))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    write(args.folder, args.seed)


if __name__ == "__main__":
    main()
