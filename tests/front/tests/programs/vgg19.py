"""What the model of vgg19.rs gives in JAX, for weights and an image that both make
alike: `python vgg19.py > vgg19.txt`."""

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_default_matmul_precision", "highest")


def noise(stream, count):
    mask = np.uint64(0xFFFFFFFF)
    i = np.arange(count, dtype=np.uint64)
    x = (i * np.uint64(2654435761) + np.uint64(stream * 40503 + 12345)) & mask
    for _ in range(2):
        x = (((x >> np.uint64(16)) ^ x) * np.uint64(73244475)) & mask
    x = (x >> np.uint64(16)) ^ x
    return (x.astype(np.float64) / 2147483648.0 - 1.0).astype(np.float32)


streams = iter(range(1000))


def leaf(dims, scale):
    return jnp.asarray(np.float32(scale) * noise(next(streams), int(np.prod(dims))).reshape(dims))


a, b, c, d = 8, 16, 32, 64
convs = [(3, a), (a, a), "pool", (a, b), (b, b), "pool", (b, c), (c, c), (c, c), (c, c), "pool",
         (c, d), (d, d), (d, d), (d, d), "pool", (d, d), (d, d), (d, d), (d, d), "pool"]
layers = []
for layer in convs:
    if layer == "pool":
        layers.append(None)
    else:
        i, o = layer
        scale = np.sqrt(np.float32(6.0) / (np.float32(9.0) * np.float32(i)))
        layers.append((leaf((3, 3, i, o), scale), leaf((o,), 0.1)))
dense = [(leaf((o, i), np.sqrt(np.float32(6.0) / np.float32(i))), leaf((o,), 0.1))
         for i, o in [(d, 512), (512, 512), (512, 125)]]
x = leaf((32, 32, 3, 1), 1.0)

for layer in layers:
    if layer is None:
        x = jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (2, 2, 1, 1), (2, 2, 1, 1), "VALID")
    else:
        w, bias = layer
        x = jax.lax.conv_general_dilated(x, w, (1, 1), [(1, 1), (1, 1)],
                                         dimension_numbers=("HWCN", "HWIO", "HWCN"))
        x = jnp.maximum(x + bias[None, None, :, None], 0)
x = jnp.reshape(x, (-1, x.shape[3]), order="F")
for at, (w, bias) in enumerate(dense):
    x = w @ x + bias[:, None]
    if at < 2:
        x = jnp.maximum(x, 0)
y = jax.nn.softmax(x, axis=None)
print(f"# The class probabilities that vgg19.py computes with JAX {jax.__version__}.")
for value in np.asarray(y).ravel():
    print(repr(float(value)))
