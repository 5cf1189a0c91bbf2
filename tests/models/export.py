"""Trains the networks of `nets.py` on scikit-learn's handwritten digits and exports them as StableHLO text.

    python3 -m venv venv && venv/bin/pip install -r tests/models/requirements.txt
    venv/bin/python tests/models/export.py

Each model gets a folder: the program exactly as `jax.jit(f).lower(x).as_text()` prints it, its inputs `0.npy`,
`1.npy`, … and JAX's results `expected/0.npy`, `expected/1.npy`, …. Seeds are fixed; on another processor the training
may still end in other last bits, so commit all files of a run together.

Before a folder is written the results are compared with the same arithmetic in NumPy and double precision, the text is
parsed and verified by the MLIR inside jaxlib, and its ops are compared with `ALLOWED`. README.md says what is there.
"""

import re
import shutil
from pathlib import Path

import jax
import numpy as np
from jax._src.interpreters import mlir
from jaxlib.mlir import ir
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

import nets

HERE = Path(__file__).resolve().parent
HELD_BACK = 360
LAYERS, WIDTH, HIDDEN = 2, 32, 64

# The ops these programs may use: what every backend of hloom can do first.
ALLOWED = """
add and broadcast_in_dim clamp compare concatenate constant convert convolution divide dot_general exponential iota log
maximum minimum multiply negate not or pad reduce reduce_window reshape return reverse rsqrt select slice sqrt subtract
tanh transpose
""".split()


def main():
    # Locations name this folder's files by their bare names, wherever the repository lies.
    jax.config.update("jax_hlo_source_file_canonicalization_regex", re.escape(str(HERE)) + "/")
    digits = load_digits()
    images = digits.images.astype(np.float32)
    labels = digits.target.astype(np.int32)
    images, held_images, labels, held_labels = train_test_split(
        images, labels, test_size=HELD_BACK, stratify=labels, random_state=0
    )
    print(f"{len(images)} images to train on, {HELD_BACK} held back")
    classifiers = [
        ("cnn", nets.cnn, nets.cnn_numpy, nets.cnn_init, 120, 0.98),
        ("mlp", nets.mlp, nets.mlp_numpy, nets.mlp_init, 200, 0.97),
    ]
    for name, net, in_numpy, init, epochs, wanted in classifiers:
        weights = nets.train(net, init(jax.random.key(1)), images, labels, jax.random.key(2), epochs)
        weights = {k: np.asarray(v) for k, v in weights.items()}
        forward = _closed(net, weights)
        accuracy = float(np.mean(np.asarray(forward(held_images)).argmax(axis=1) == held_labels))
        print(f"{name}: {sum(w.size for w in weights.values())} weights, {accuracy:.2%} of held-back images right")
        assert accuracy >= wanted, f"{name} reaches {accuracy:.2%}, not {wanted:.0%}"
        folder = _export(name, "forward", forward, [held_images], [in_numpy(weights, held_images)])
        _name_images(folder, held_labels)
        # The same on a single image, for the time that one answer takes.
        one = held_images[:1]
        folder = _export(f"{name}-one", "forward", forward, [one], [in_numpy(weights, one)])
        _name_images(folder, held_labels[:1])

    # Here `weights` are the perceptron's: its program once more, with locations.
    located = jax.jit(forward).lower(held_images).as_text(debug_info=True)
    assert str(HERE.parent) not in located, "a location holds an absolute path"
    _verify(located)
    (HERE / "mlp" / "located.mlir").write_text(located)

    _export_step(images[:64], labels[:64])
    _export_encoder()


def _export_step(images, labels):
    """The gradient step starts from fresh weights, where the gradient is large."""
    weights = {k: np.asarray(v) for k, v in nets.mlp_init(jax.random.key(3)).items()}
    names = sorted(weights)

    def step(*arguments):
        *values, images, labels = arguments
        loss, new = nets.sgd_step(dict(zip(names, values)), images, labels)
        return (loss, *(new[name] for name in names))

    loss, new = nets.sgd_step_numpy(weights, images, labels)
    inputs = [*(weights[name] for name in names), images, labels]
    _export("mlp-step", "step", step, inputs, [loss, *(new[name] for name in names)])


def _export_encoder():
    weights = {k: np.asarray(v) for k, v in nets.encoder_init(jax.random.key(4), LAYERS, WIDTH, HIDDEN).items()}
    x = np.asarray(jax.random.normal(jax.random.key(5), (2, 16, WIDTH)))

    def encoder(x):
        return nets.encoder(weights, x, LAYERS)

    _export("encoder", "forward", encoder, [x], [nets.encoder_numpy(weights, x, LAYERS)])


def _closed(net, weights):
    """`net` with its weights as constants: NumPy arrays in a closure become literals of the program."""

    def forward(images):
        return net(weights, images)

    return forward


def _export(name, program, f, inputs, wanted):
    """Writes the folder `name` after checking JAX's results against `wanted`; returns its path."""
    lowered = jax.jit(f).lower(*inputs)
    text = lowered.as_text()
    _verify(text)
    results = [np.array(r, order="C") for r in jax.tree.leaves(lowered.compile()(*inputs))]
    assert len(results) == len(wanted)
    worst = 0.0
    for got, want in zip(results, wanted):
        worst = max(worst, float(np.max(np.abs(got - want)) / np.max(np.abs(want))))
    assert worst < 1e-5, f"{name}: JAX and NumPy differ by {worst}"
    folder = HERE / name
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "expected").mkdir(parents=True)
    (folder / f"{program}.mlir").write_text(text)
    for i, x in enumerate(inputs):
        np.save(folder / f"{i}.npy", x)
    for i, x in enumerate(results):
        np.save(folder / "expected" / f"{i}.npy", x)
    print(f"{name}: {len(text)} characters, differs from NumPy by {worst:.1e} of the largest value")
    return folder


def _name_images(folder, labels):
    """A classifier's input has a telling name too, and its true answers lie beside it."""
    (folder / "0.npy").rename(folder / "images.npy")
    (folder / "0.npy").symlink_to("images.npy")
    np.save(folder / "labels.npy", labels)


def _verify(text):
    """Parses and verifies the text, and holds its ops against `ALLOWED`."""
    with mlir.make_ir_context():
        ir.Module.parse(text).operation.verify()
    used = set(re.findall(r"\b(?:stablehlo|chlo)\.\w+", re.sub(r'dense<"0x[0-9A-F]+">', "", text)))
    unknown = used - {f"stablehlo.{op}" for op in ALLOWED}
    assert not unknown, f"ops outside the first backends' reach: {sorted(unknown)}"


if __name__ == "__main__":
    main()
