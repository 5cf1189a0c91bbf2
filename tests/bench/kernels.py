"""Single kernels of the benchmark suite, as JAX functions with the shapes they run on.

Each entry of KERNELS is a name, a function and the types of its arguments.
"""

import jax
import jax.numpy as jnp
from jax import ShapeDtypeStruct, lax

F32, BF16, I8, I32 = jnp.float32, jnp.bfloat16, jnp.int8, jnp.int32


def of(*shape, dtype=F32):
    return ShapeDtypeStruct(shape, dtype)


KERNELS = {}


def kernel(name, *arguments):
    def add(function):
        KERNELS[name] = (function, arguments)
        return function

    return add


def product(out=None):
    return lambda x, y: jnp.matmul(x, y, preferred_element_type=out)


def products():
    for n in (64, 128, 256, 512, 1024, 2048):
        KERNELS[f"matmul-{n}"] = (product(), (of(n, n), of(n, n)))
    for n in (256, 1024):
        bf16, i8 = of(n, n, dtype=BF16), of(n, n, dtype=I8)
        KERNELS[f"matmul-bf16-{n}"] = (product(F32), (bf16, bf16))
        KERNELS[f"matmul-int8-{n}"] = (product(I32), (i8, i8))
    KERNELS["matmul-skinny-4096x64x64"] = (product(), (of(4096, 64), of(64, 64)))
    KERNELS["matmul-skinny-8x1024x4096"] = (product(), (of(8, 1024), of(1024, 4096)))
    KERNELS["matmul-deep-64x16384x64"] = (product(), (of(64, 16384), of(16384, 64)))
    KERNELS["matmul-batched-96x128x64x128"] = (product(), (of(96, 128, 64), of(96, 64, 128)))
    KERNELS["matmul-transposed-1024"] = (lambda x, y: x @ y.T, (of(1024, 1024), of(1024, 1024)))
    KERNELS["matrix-vector-4096"] = (product(), (of(4096, 4096), of(4096)))
    KERNELS["vector-matrix-4096"] = (product(), (of(4096), of(4096, 4096)))


# The distinct convolutions of ResNet-50: input size, channels in and out, window, stride.
RESNET = [
    (224, 3, 64, 7, 2),
    (56, 64, 64, 1, 1), (56, 64, 64, 3, 1), (56, 64, 256, 1, 1), (56, 256, 64, 1, 1),
    (56, 256, 128, 1, 1), (56, 128, 128, 3, 2), (28, 128, 512, 1, 1), (56, 256, 512, 1, 2),
    (28, 512, 128, 1, 1), (28, 128, 128, 3, 1), (28, 512, 256, 1, 1), (28, 256, 256, 3, 2),
    (14, 256, 1024, 1, 1), (28, 512, 1024, 1, 2), (14, 1024, 256, 1, 1), (14, 256, 256, 3, 1),
    (14, 1024, 512, 1, 1), (14, 512, 512, 3, 2), (7, 512, 2048, 1, 1), (14, 1024, 2048, 1, 2),
    (7, 2048, 512, 1, 1), (7, 512, 512, 3, 1),
]  # fmt: skip


def convolutions():
    def conv(layout, stride, pad, groups=1):
        kernel = "HWIO" if layout == "NHWC" else "OIHW"
        return lambda x, w: lax.conv_general_dilated(
            x, w, (stride, stride), [(pad, pad)] * 2,
            dimension_numbers=(layout, kernel, layout), feature_group_count=groups,
        )  # fmt: skip

    for size, i, o, k, s in RESNET:
        name = f"{size}x{size}x{i}-{o}-{k}x{k}-s{s}"
        pad = k // 2
        nhwc, nchw = (of(1, size, size, i), of(k, k, i, o)), (of(1, i, size, size), of(o, i, k, k))
        KERNELS[f"conv-nhwc-{name}"] = (conv("NHWC", s, pad), nhwc)
        KERNELS[f"conv-nchw-{name}"] = (conv("NCHW", s, pad), nchw)
    for size, c, s in ((112, 32, 1), (56, 128, 2), (14, 512, 1)):
        arguments = (of(1, size, size, c), of(3, 3, 1, c))
        KERNELS[f"conv-depthwise-{size}x{size}x{c}-s{s}"] = (conv("NHWC", s, 1, c), arguments)


@kernel("softmax-4096x4096", of(4096, 4096))
def softmax(x):
    return jax.nn.softmax(x, axis=-1)


@kernel("softmax-96x128x128", of(96, 128, 128))
def softmax_of_attention(x):
    return jax.nn.softmax(x, axis=-1)


@kernel("layer-norm-4096x1024", of(4096, 1024), of(1024), of(1024))
def layer_norm(x, scale, bias):
    mean = x.mean(-1, keepdims=True)
    variance = jnp.square(x - mean).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + bias


@kernel("cross-entropy-1024x10000", of(1024, 10000), of(1024, dtype=I32))
def cross_entropy(logits, labels):
    picked = jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None], axis=1)
    return -picked.mean()


@kernel("argmax-4096x1024", of(4096, 1024))
def argmax(x):
    return jnp.argmax(x, axis=-1)


@kernel("cumsum-1024x4096", of(1024, 4096))
def cumsum(x):
    return jnp.cumsum(x, axis=-1)


@kernel("sort-1000000", of(1_000_000))
def sort(x):
    return jnp.sort(x)


@kernel("top-k-64x10000-8", of(64, 10000))
def top_k(x):
    return lax.top_k(x, 8)


@kernel("embedding-50000x384-4096", of(50000, 384), of(4096, dtype=I32))
def embedding(table, ids):
    return table[ids]


@kernel("scatter-add-10000x128-16384", of(10000, 128), of(16384, dtype=I32), of(16384, 128))
def scatter_add(table, ids, updates):
    return table.at[ids].add(updates)


@kernel("transpose-add-4096", of(4096, 4096), of(4096, 4096))
def transpose_add(x, y):
    return x.T + y


@kernel("transpose-8x512x12x64", of(8, 512, 12, 64))
def transpose_heads(x):
    return x.transpose(0, 2, 1, 3)


@kernel("row-sums-4096", of(4096, 4096))
def row_sums(x):
    return x.sum(1)


@kernel("column-sums-4096", of(4096, 4096))
def column_sums(x):
    return x.sum(0)


@kernel("gelu-16777216", of(16_777_216))
def gelu(x):
    return jax.nn.gelu(x)


@kernel("sum-of-products-10000x1000", *[of(10000, 1000)] * 3)
def sum_of_products(x, y, z):
    return (x * y * z).sum()


@kernel("three-aggregates-10000x1000", *[of(10000, 1000)] * 3)
def three_aggregates(x, y, z):
    return (x * y).sum(), (x * z).sum(), jnp.square(x).sum()


@kernel("xt-xv-100000x100", of(100000, 100), of(100))
def xt_xv(x, v):
    return x.T @ (x @ v)


@kernel("xt-w-xv-100000x100", of(100000, 100), of(100000), of(100))
def xt_w_xv(x, w, v):
    return x.T @ (w * (x @ v))


@kernel("l2svm-line-search-10000000", *[of(10_000_000)] * 4, of(), of(), of())
def line_search(y, xd, xw, old, s, wd, dd):
    out = 1 - y * (xw + s * xd)
    sv = (out > 0).astype(out.dtype)
    out = out * sv
    return wd + s * dd - (out * y * xd).sum(), dd + (xd * sv * xd).sum() + old[0]


@kernel("batch-norm-8x56x56x256", of(8, 56, 56, 256), *[of(256)] * 4)
def batch_norm(x, scale, bias, mean, variance):
    return jax.nn.relu((x - mean) * lax.rsqrt(variance + 1e-5) * scale + bias)


@kernel("max-pool-8x112x112x64", of(8, 112, 112, 64))
def max_pool(x):
    window, strides = (1, 3, 3, 1), (1, 2, 2, 1)
    return lax.reduce_window(x, -jnp.inf, lax.max, window, strides, "SAME")


@kernel("ten-tiny-ops", of(8), of(8))
def tiny(x, y):
    for _ in range(5):
        x = x * y
        x = x + y
    return x


products()
convolutions()
