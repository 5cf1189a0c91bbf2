"""Cases of ops that move data or combine many elements: shapes, padding, dot, convolution, reductions, windows.

Floats here are small whole numbers wherever sums are taken: every order of summation then gives the same bits, and a
wrong index shows as a wrong number.
"""

import functools

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax

from make import case

F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
INF, NAN = np.inf, np.nan


def _count(*shape, dtype=F32):
    """0, 1, 2, … in a shape."""
    return np.arange(np.prod(shape)).reshape(shape).astype(dtype)


def _whole(seed, *shape, dtype=F32, low=-3, high=4):
    return np.random.default_rng(seed).integers(low, high, shape).astype(dtype)


def shape():
    x = _count(2, 3)
    for dims, size in (((0, 1), (2, 3)), ((1, 2), (4, 2, 3)), ((0, 2), (2, 4, 3))):
        name = "broadcast_" + "".join(map(str, dims))
        yield case(name, lambda x, s=size, d=dims: lax.broadcast_in_dim(x, s, d), x)
    yield case("broadcast_scalar", lambda x: lax.broadcast_in_dim(x, (2, 2), ()), F32(7))
    yield case("broadcast_one_expands", lambda x: lax.broadcast_in_dim(x, (3, 4), (0, 1)), _count(3, 1))
    yield case("broadcast_i1", lambda x: lax.broadcast_in_dim(x, (2, 3), (1,)), np.array([True, False, True]))
    yield case("broadcast_complex64", lambda x: lax.broadcast_in_dim(x, (2, 2), (0,)), np.array([1 + 2j, 3j], np.complex64))
    yield case("reshape_merge_split", lambda x: lax.reshape(x, (4, 3)), _count(2, 6))
    yield case("reshape_to_scalar", lambda x: lax.reshape(x, ()), np.array([[5.0]], F32))
    yield case("reshape_empty", lambda x: lax.reshape(x, (3, 0)), _count(0, 2))
    yield case("transpose_2d", lambda x: lax.transpose(x, (1, 0)), x, reference=np.transpose)
    for p in ((2, 0, 1), (1, 2, 0), (2, 1, 0)):
        name = "transpose_" + "".join(map(str, p))
        yield case(name, lambda x, p=p: lax.transpose(x, p), _count(2, 3, 4), reference=lambda x, p=p: np.transpose(x, p))
    yield case("transpose_ui8", lambda x: lax.transpose(x, (0, 2, 1)), _count(2, 2, 3, dtype=np.uint8))
    yield case("slice_plain", lambda x: lax.slice(x, (1, 0), (3, 2)), _count(4, 3), reference=lambda x: x[1:3, 0:2])
    yield case("slice_strided", lambda x: lax.slice(x, (1, 0), (8, 5), (3, 2)), _count(8, 5), reference=lambda x: x[1:8:3, 0:5:2])
    yield case("slice_empty", lambda x: lax.slice(x, (2, 0), (2, 3)), _count(4, 3))
    yield case("slice_bf16", lambda x: lax.slice(x, (1,), (6,), (2,)), _count(7, dtype=BF16))
    yield case("concatenate_0", lambda x, y: lax.concatenate((x, y), 0), x, -_count(1, 3))
    yield case("concatenate_1_three", lambda x, y, z: lax.concatenate((x, y, z), 1), x, -_count(2, 1), 10 * _count(2, 2))
    yield case("concatenate_with_empty", lambda x, y: lax.concatenate((x, y), 1), x, _count(2, 0))
    yield case("concatenate_i64", lambda x, y: lax.concatenate((x, y), 0), _count(3, dtype=np.int64), _count(2, dtype=np.int64))
    yield case("reverse_one", lambda x: lax.rev(x, (1,)), x, reference=lambda x: x[:, ::-1])
    yield case("reverse_both", lambda x: lax.rev(x, (0, 2)), _count(2, 3, 2), reference=lambda x: x[::-1, :, ::-1])
    yield case("iota_0_f32", lambda: lax.broadcasted_iota(F32, (3, 2), 0))
    yield case("iota_1_i32", lambda: lax.broadcasted_iota(np.int32, (2, 5), 1))
    yield case("iota_middle_ui8", lambda: lax.broadcasted_iota(np.uint8, (2, 3, 2), 1))
    yield case("iota_bf16", lambda: lax.iota(BF16, 9))
    yield case("iota_complex64", lambda: lax.convert_element_type(lax.iota(F32, 4), np.complex64))
    yield case("identity_matrix", lambda: jnp.eye(4, 3, k=1, dtype=F32))
    yield case("tile", lambda x: jnp.tile(x, (2, 2)), x, reference=lambda x: np.tile(x, (2, 2)))
    yield case("roll", lambda x: jnp.roll(x, 1, axis=1), x, reference=lambda x: np.roll(x, 1, axis=1))
    yield case("stack", lambda x, y: jnp.stack([x, y], axis=1), x, -x, reference=lambda x, y: np.stack([x, y], axis=1))


def pad():
    x = _count(2, 3) + 1
    for name, config in (
        ("edges", ((1, 2, 0), (0, 1, 0))),
        ("interior", ((0, 0, 1), (0, 0, 2))),
        ("edges_interior", ((1, 0, 2), (2, 1, 1))),
        ("negative", ((0, -1, 0), (-1, 0, 0))),
        ("negative_interior", ((-1, 0, 1), (1, -3, 1))),
        ("cuts_all", ((0, -2, 0), (0, 0, 0))),
        ("interior_cut_to_padding", ((0, 0, 0), (-1, -1, 1))),
    ):
        yield case(name, lambda x, v, c=config: lax.pad(x, v, c), x, F32(-9))
    yield case("one_dimension_i32", lambda x, v: lax.pad(x, v, ((2, 1, 3),)), _count(3, dtype=np.int32), np.int32(-1))
    yield case("nan_value", lambda x, v: lax.pad(x, v, ((1, 1, 0), (0, 0, 1))), x, F32(NAN))
    yield case("empty", lambda x, v: lax.pad(x, v, ((1, 1, 0), (0, 1, 0))), _count(0, 2), F32(4))
    yield case("i1", lambda x, v: lax.pad(x, v, ((1, 0, 1),)), np.array([True, True]), np.bool_(False))
    yield case("bf16", lambda x, v: lax.pad(x, v, ((0, 1, 0), (1, 0, 0))), x.astype(BF16), BF16(0.5))


def dot():
    dims = lambda contract, batch=((), ()): functools.partial(lax.dot_general, dimension_numbers=(contract, batch))
    a, b = _whole(1, 3, 4), _whole(2, 4, 5)
    yield case("matrix", lax.dot, a, b, reference=np.matmul)
    yield case("vector", lax.dot, a[0], b[:, 0], reference=np.dot)
    yield case("matrix_vector", lax.dot, a, b[:, 0], reference=np.matmul)
    yield case("vector_matrix", lax.dot, a[0], b, reference=np.matmul)
    yield case("transposed_left", dims(((0,), (0,))), a.T.copy(), b, reference=lambda x, y: x.T @ y)
    yield case("transposed_right", dims(((1,), (1,))), a, b.T.copy(), reference=lambda x, y: x @ y.T)
    yield case("transposed_both", dims(((0,), (1,))), a.T.copy(), b.T.copy(), reference=lambda x, y: x.T @ y.T)
    yield case("outer", dims(((), ())), a[0], b[0], reference=np.outer)
    yield case("batch", dims(((2,), (1,)), ((0,), (0,))), _whole(3, 2, 3, 4), _whole(4, 2, 4, 2), reference=np.matmul)
    yield case(
        "batch_last", dims(((0,), (1,)), ((2,), (2,))), _whole(5, 4, 3, 2), _whole(6, 5, 4, 2),
        reference=lambda x, y: np.einsum("kmb,nkb->bmn", x, y),
    )  # fmt: skip
    yield case(
        "two_batches_two_contractions", dims(((3, 1), (0, 2)), ((0, 2), (3, 1))),
        _whole(7, 2, 3, 2, 4, dtype=F32), _whole(8, 4, 2, 3, 2, 2),
        reference=lambda x, y: np.einsum("ambk,kbman->abn", x, y),
    )  # fmt: skip
    yield case("attention_scores", lambda q, k: jnp.einsum("bqhd,bkhd->bhqk", q, k), _whole(9, 2, 3, 2, 4), _whole(10, 2, 3, 2, 4), reference=lambda q, k: np.einsum("bqhd,bkhd->bhqk", q, k))  # fmt: skip
    yield case("empty_contraction", lax.dot, _count(2, 0), _count(0, 3), reference=np.matmul)
    yield case("i32", lax.dot, a.astype(np.int32), b.astype(np.int32), reference=np.matmul)
    yield case("i8_to_i32", lambda x, y: lax.dot(x, y, preferred_element_type=np.int32), 40 * a.astype(np.int8), 41 * b.astype(np.int8))
    yield case("bf16", lax.dot, a.astype(BF16), b.astype(BF16), reference=np.matmul)
    yield case("bf16_to_f32", lambda x, y: lax.dot(x, y, preferred_element_type=F32), a.astype(BF16), b.astype(BF16), reference=np.matmul)
    yield case("f16", lax.dot, a.astype(F16), b.astype(F16), reference=np.matmul)
    yield case("f64", lax.dot, a.astype(F64), b.astype(F64), reference=np.matmul)
    c = (a + 1j * _whole(11, 3, 4)).astype(np.complex64)
    d = (b + 1j * _whole(12, 4, 5)).astype(np.complex64)
    # A sum of complex products may end in a zero of either sign, so zeros are moved away.
    yield case("complex64", lambda x, y: lax.dot(x, y) + np.complex64(0.5 + 0.5j), c, d, reference=lambda x, y: x @ y + (0.5 + 0.5j))
    yield case("highest_precision", lambda x, y: lax.dot(x, y, precision="highest"), a, b, reference=np.matmul)
    positive = np.random.default_rng(13).uniform(0.1, 1, (3, 24)).astype(F32)
    yield case("fractions", lax.dot, positive, positive.T.copy(), ulps=24, reference=np.matmul)


def convolution():
    nchw = ("NCHW", "OIHW", "NCHW")
    nhwc = ("NHWC", "HWIO", "NHWC")
    conv = lambda strides=(1, 1), padding="VALID", dims=nchw, **more: lambda x, w: lax.conv_general_dilated(
        x, w, strides, padding, dimension_numbers=dims, **more
    )
    x, w = _whole(1, 2, 3, 5, 6), _whole(2, 4, 3, 3, 2)
    y, v = x.transpose(0, 2, 3, 1).copy(), w.transpose(2, 3, 1, 0).copy()

    def direct(x, w):
        """The definition on NCHW without padding or strides."""
        height, width = x.shape[2] - w.shape[2] + 1, x.shape[3] - w.shape[3] + 1
        taps = np.ndindex(w.shape[2:])
        return sum(np.einsum("ncij,oc->noij", x[:, :, i : i + height, j : j + width], w[:, :, i, j]) for i, j in taps)

    yield case("nchw", conv(), x, w, reference=direct)
    yield case("nhwc", conv(dims=nhwc), y, v, reference=lambda y, v: direct(y.transpose(0, 3, 1, 2), v.transpose(3, 2, 0, 1)).transpose(0, 2, 3, 1))  # fmt: skip
    yield case("mixed_layouts", conv(dims=("NCHW", "HWIO", "NHWC")), x, v)
    yield case("strides", conv((2, 3)), x, w, reference=lambda x, w: direct(x, w)[:, :, ::2, ::3])
    yield case("same_padding", conv(padding="SAME"), x, w)
    yield case("same_padding_strides_nhwc", conv((2, 2), "SAME", nhwc), y, v)
    yield case("uneven_padding", conv(padding=((2, 0), (0, 1))), x, w)
    # XLA 0.10 gets a dimension with padding on one side and cropping on the other wrong on a CPU.
    yield case("negative_padding", conv(padding=((-1, 0), (0, -1))), x, w, reference=lambda x, w: direct(x[:, :, 1:, :-1], w))  # fmt: skip
    yield case("kernel_dilation", conv(rhs_dilation=(2, 3)), x, w)
    yield case("input_dilation", conv(padding=((1, 1), (2, 1)), lhs_dilation=(2, 3)), x[:1, :, :3, :3].copy(), w)
    yield case("all_dilations", conv((2, 1), ((1, 2), (0, 3)), lhs_dilation=(2, 1), rhs_dilation=(1, 2)), x[:1].copy(), w)
    yield case("feature_groups", conv(feature_group_count=2), _whole(3, 1, 4, 4, 4), _whole(4, 6, 2, 2, 2))
    yield case("depthwise_nhwc", conv(padding="SAME", dims=nhwc, feature_group_count=3), y[:1].copy(), _whole(5, 3, 3, 1, 6))
    yield case("batch_groups", conv(batch_group_count=2), _whole(6, 4, 3, 4, 4), _whole(7, 4, 3, 2, 2))
    yield case("one_by_one_nhwc", conv(dims=nhwc), y, _whole(8, 1, 1, 3, 2))
    yield case("one_dimension", lambda x, w: lax.conv_general_dilated(x, w, (2,), ((1, 2),), dimension_numbers=("NHC", "HIO", "NHC")), _whole(9, 2, 7, 2), _whole(10, 3, 2, 3))  # fmt: skip
    yield case("three_dimensions", lambda x, w: lax.conv(x, w, (1, 2, 1), "VALID"), _whole(11, 1, 2, 3, 4, 3), _whole(12, 2, 2, 2, 2, 2))
    yield case("no_spatial_dimension", lambda x, w: lax.conv(x, w, (), "VALID"), _whole(13, 2, 3), _whole(14, 4, 3))
    yield case("transposed_nhwc", lambda x, w: lax.conv_transpose(x, w, (2, 2), "SAME"), y[:1, :3, :3].copy(), v)
    yield case("i32", conv(), x.astype(np.int32), w.astype(np.int32))
    yield case("bf16", conv(), x.astype(BF16), w.astype(BF16))
    yield case("f64_nhwc", conv(padding="SAME", dims=nhwc), y.astype(F64), v.astype(F64))
    loss = lambda x, w: jnp.sum(conv((2, 1), "SAME")(x, w) * 2)
    yield case("gradient_of_input_and_kernel", lambda x, w: jax.grad(loss, (0, 1))(x, w), x, w, note="Reversed kernels, dilated inputs and swapped roles.")  # fmt: skip
    grouped = lambda x, w: jnp.sum(conv(padding="SAME", feature_group_count=2)(x, w))
    yield case("gradient_of_grouped_kernel", lambda x, w: jax.grad(grouped, 1)(x, w), _whole(15, 2, 4, 3, 3), _whole(16, 2, 2, 2, 2))


def reduce():
    x = _whole(1, 3, 4, low=-9, high=10)
    cube = _whole(2, 2, 3, 4)
    along = lambda f, *axes: lambda x: f(x, axes)
    sum_, max_, min_, prod = (functools.partial(_reduce, f) for f in (jnp.sum, jnp.max, jnp.min, jnp.prod))
    for axes in ((0,), (1,), (0, 1)):
        name = "".join(map(str, axes))
        yield case(f"sum_{name}", along(sum_, *axes), x + F32(0.5), reference=lambda x, a=axes: np.sum(x, axis=a))
        yield case(f"maximum_{name}", along(max_, *axes), x + F32(0.5), reference=lambda x, a=axes: np.max(x, axis=a))
    yield case("sum_cube_02", along(sum_, 0, 2), cube + F32(0.5), reference=lambda x: np.sum(x, axis=(0, 2)))
    yield case("sum_no_axis", lambda x: lax.reduce(x, F32(0), lax.add, ()), cube + F32(0.5))
    yield case("minimum_nan", along(min_, 1), np.array([[1.0, NAN, -2.0], [4.0, INF, 3.0]], F32), reference=lambda x: np.min(x, axis=1))
    yield case("product", along(prod, 1), x + F32(0.5), reference=lambda x: np.prod(x, axis=1))
    yield case("sum_empty", along(sum_, 1), _count(2, 0), reference=lambda x: np.sum(x, axis=1))
    yield case("sum_with_initial_value", lambda x, v: lax.reduce(x, v, lax.add, (1,)), x, F32(100.5), reference=lambda x, v: x.sum(1) + v)
    for dtype, short in ((np.int32, "i32"), (np.uint8, "ui8"), (np.int64, "i64"), (BF16, "bf16"), (F16, "f16"), (F64, "f64")):
        z = np.abs(x).astype(dtype) + dtype(1)
        f = lambda x: (lax.reduce(x, np.zeros((), x.dtype), lax.add, (1,)), jnp.max(x, axis=0))
        yield case(f"sum_maximum_{short}", f, z)
    yield case("sum_complex64", along(sum_, 0), (x + 1.5 + 1j * (x.T.reshape(3, 4) + 0.5)).astype(np.complex64))
    p = np.array([[True, False, True], [True, True, True]])
    yield case("and_or_xor", lambda p: (jnp.all(p, axis=1), jnp.any(p, axis=0), lax.reduce(p, np.bool_(False), lax.bitwise_xor, (0, 1))), p)
    bits = np.array([[1, 2, 7], [12, 6, 3]], np.int32)
    yield case("bits_i32", lambda x: tuple(lax.reduce(x, np.int32(i), f, (1,)) for i, f in ((-1, lax.bitwise_and), (0, lax.bitwise_or), (0, lax.bitwise_xor))), bits)  # fmt: skip
    ties = np.array([[3, 7, 7, 1], [5, 5, 2, 5], [0, -1, NAN, NAN]], F32)
    yield case("argmax_f32", lambda x: lax.argmax(x, 1, np.int32), ties, reference=lambda x: np.argmax(x, axis=1).astype(np.int32), note="The first of equals; NaN wins.")  # fmt: skip
    yield case("argmin_f32", lambda x: lax.argmin(x, 0, np.int32), ties, reference=lambda x: np.argmin(x, axis=0).astype(np.int32))
    yield case("argmax_i32_to_i64", lambda x: lax.argmax(x, 1, np.int64), ties[:2].astype(np.int32), reference=lambda x: np.argmax(x, axis=1))

    def two(x, y):
        combine = lambda a, b: (lax.add(a[0], b[0]), lax.max(a[1], b[1]))
        return lax.reduce((x, y), (F32(0), np.int32(-100)), combine, (1,))

    yield case("two_at_once", two, x + F32(0.5), x.astype(np.int32), reference=lambda x, y: (x.sum(1), y.max(1)))
    body = lambda a, b: lax.max(lax.abs(a), lax.abs(b))
    yield case("custom_body", lambda x: lax.reduce(x, F32(0), body, (0,)), x, reference=lambda x: np.abs(x).max(0) + 0.0, note="The largest magnitude: a body of three ops.")  # fmt: skip
    yield case("mean_variance", lambda x: (jnp.mean(x, 1), jnp.mean(x * x, 1) - jnp.mean(x, 1) ** 2), x)
    positive = np.random.default_rng(3).uniform(0.1, 1, (4, 50)).astype(F32)
    yield case("sum_fractions", along(sum_, 1), positive, ulps=24, reference=lambda x: np.sum(x, axis=1))


def _reduce(f, x, axes):
    return f(x, axis=axes)


def window():
    x = _whole(1, 5, 6, low=-9, high=10) + F32(0.5)
    whole = lambda init, f, size, strides=None, padding="VALID", **more: lambda x: lax.reduce_window(
        x, x.dtype.type(init), f, size, strides or (1,) * len(size), padding, **more
    )
    yield case("sum", whole(0, lax.add, (2, 3)), x)
    yield case("maximum_strides", whole(-INF, lax.max, (2, 2), (2, 2)), x)
    yield case("minimum_same", whole(INF, lax.min, (3, 3), (2, 1), "SAME"), x)
    yield case("sum_padding", whole(0, lax.add, (3, 2), (1, 2), ((1, 2), (0, 1))), x)
    yield case("maximum_window_dilation", whole(-INF, lax.max, (2, 3), (1, 1), window_dilation=(2, 2)), x)
    yield case("sum_base_dilation", whole(0, lax.add, (2, 2), (1, 1), ((0, 1), (1, 0)), base_dilation=(2, 3)), x[:3, :3].copy())
    yield case("sum_everything", whole(0, lax.add, (2, 2), (2, 3), ((1, 1), (2, 0)), base_dilation=(2, 1), window_dilation=(1, 2)), x)
    yield case("product", whole(1, lax.mul, (1, 2)), x)
    yield case("past_the_edge", whole(0, lax.add, (2, 2), padding=((3, 0), (0, 3))), x[:2, :2].copy(), note="Some windows hold padding alone.")
    yield case("negative_padding", lambda x: lax.reduce_window(lax.pad(x, F32(0), ((-1, 0, 0), (0, -2, 0))), F32(0), lax.add, (2, 2), (1, 1), "VALID"), x)  # fmt: skip
    yield case("maximum_i32", whole(-(2**31), lax.max, (2, 2), (2, 2)), x.astype(np.int32))
    yield case("sum_i64", whole(0, lax.add, (3,), (2,)), _count(9, dtype=np.int64))
    yield case("sum_ui8_wraps", whole(0, lax.add, (3,)), np.array([100, 100, 100, 7, 9], np.uint8))
    yield case("maximum_bf16", whole(-INF, lax.max, (2, 2), (2, 2)), x.astype(BF16))
    yield case("sum_f64", whole(0, lax.add, (2, 2), (2, 2)), x.astype(F64))
    yield case("maximum_nan", whole(-INF, lax.max, (2,)), np.array([1.0, 2.0, NAN, 0.0, -INF, -3.0], F32))
    yield case(
        "custom_body", lambda x: lax.reduce_window(x, F32(0), lambda a, b: lax.max(lax.abs(a), lax.abs(b)), (2, 2), (1, 1), "VALID"), x,
        note="The largest magnitude of each window.",
    )  # fmt: skip

    def pooled(x):
        ones = jnp.ones_like(x)
        pool = lambda y: lax.reduce_window(y, F32(0), lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "SAME")
        return pool(x) / pool(ones)

    yield case("average_pool_nhwc", pooled, _whole(2, 1, 5, 5, 2), note="Edges divide by the number of real elements.")
    yield case("maximum_pool_nchw", whole(-INF, lax.max, (1, 1, 3, 3), (1, 1, 2, 2), ((0, 0), (0, 0), (1, 1), (1, 1))), _whole(3, 1, 2, 5, 5))  # fmt: skip

    def two(x, y):
        combine = lambda a, b: (lax.add(a[0], b[0]), lax.max(a[1], b[1]))
        return lax.reduce_window((x, y), (F32(0), np.int32(-100)), combine, (2, 2), (1, 2), "VALID")

    yield case("two_at_once", two, x, x.astype(np.int32))
    yield case("prefix_sum", whole(0, lax.add, (6,), (1,), ((5, 0),)), x[0].copy(), reference=lambda x: np.cumsum(x))


FAMILIES = {
    "shape": shape, "pad": pad, "dot": dot, "convolution": convolution, "reduce": reduce, "window": window,
}  # fmt: skip
