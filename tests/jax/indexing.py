"""Cases of ops that read and write slices at computed places, and of sorting."""

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax

from make import case

F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
I8, I32, I64, U8, U32, U64 = np.int8, np.int32, np.int64, np.uint8, np.uint32, np.uint64
INF, NAN = np.inf, np.nan


def _count(*shape, dtype=F32):
    """0, 1, 2, … in a shape."""
    return np.arange(np.prod(shape)).reshape(shape).astype(dtype)


def _whole(seed, *shape, dtype=F32, low=-9, high=10):
    return np.random.default_rng(seed).integers(low, high, shape).astype(dtype)


def dynamic_slice():
    x = _count(4, 5)
    for name, start in (("inside", (1, 2)), ("clamped_high", (3, 9)), ("clamped_low", (-2, -7))):
        yield case(name, lambda x, i, j: lax.dynamic_slice(x, (i, j), (2, 3)), x, I32(start[0]), I32(start[1]))
        yield case("update_" + name, lambda x, u, i, j: lax.dynamic_update_slice(x, u, (i, j)), x, -1 - _count(2, 3), I32(start[0]), I32(start[1]))  # fmt: skip
    yield case("whole", lambda x, i: lax.dynamic_slice(x, (i,), (4,)), _count(4, dtype=U8), I64(3))
    yield case("nothing", lambda x, i: lax.dynamic_slice(x, (i,), (0,)), _count(4, dtype=BF16), I64(3))
    yield case("start_beyond_i64", lambda x, i: lax.dynamic_slice(x, (i,), (2,)), _count(5), U64(2**64 - 1))
    yield case("start_i8", lambda x, i: lax.dynamic_slice(x, (i,), (2,)), _count(300), I8(-3))
    yield case("start_u8", lambda x, i: lax.dynamic_slice(x, (i,), (2,)), _count(300), U8(250))
    yield case("update_nothing", lambda x, u, i: lax.dynamic_update_slice(x, u, (i,)), _count(3), np.zeros(0, F32), I32(2))
    yield case("update_whole", lambda x, u, i: lax.dynamic_update_slice(x, u, (i,)), _count(3), -_count(3), I32(2))
    yield case("update_i1", lambda x, u, i: lax.dynamic_update_slice(x, u, (i,)), np.array([True, False, True]), np.array([True]), I32(1))
    yield case("update_complex64", lambda x, u, i: lax.dynamic_update_slice(x, u, (i,)), np.array([1j, 2, 3], np.complex64), np.array([4 + 5j], np.complex64), I32(1))  # fmt: skip
    yield case("in_a_loop", lambda x: lax.fori_loop(0, 4, lambda i, y: lax.dynamic_update_slice(y, lax.dynamic_slice(y, (i, 0), (1, 3)) * 2, (3 - i, 0)), x), _count(4, 3))  # fmt: skip


def _gather(offset, collapsed, starts, operand_batch=(), index_batch=()):
    return lax.GatherDimensionNumbers(
        offset_dims=offset, collapsed_slice_dims=collapsed, start_index_map=starts,
        operand_batching_dims=operand_batch, start_indices_batching_dims=index_batch,
    )  # fmt: skip


def gather():
    x = _count(3, 4, 2)
    clip = lax.GatherScatterMode.CLIP

    def g(dims, sizes, mode=clip, **more):
        return lambda x, i: lax.gather(x, i, dims, sizes, mode=mode, **more)

    i2 = np.array([[0, 0], [2, 1], [1, 2], [2, 9], [-1, 3]], I32)
    yield case("rows", g(_gather((1, 2), (0,), (0,)), (1, 4, 2)), x, np.array([[2], [0], [7], [-3]], I64))
    yield case("windows", g(_gather((1, 2, 3), (), (0, 1)), (1, 2, 2)), x, i2)
    yield case("windows_offset_first", g(_gather((0, 2), (0,), (0, 1)), (1, 2, 2)), x, i2)
    yield case("elements", g(_gather((), (0, 1, 2), (0, 1, 2)), (1, 1, 1)), x, _whole(1, 2, 3, 3, dtype=I32, low=-1, high=4))
    yield case("swapped_map", g(_gather((1, 2), (0,), (1, 0)), (1, 1, 2)), x, i2)
    yield case("scalar_index", g(_gather((0, 1), (0,), (0,)), (1, 4, 2)), x, np.array([1], U8))
    yield case("no_index", g(_gather((0, 1, 2), (), ()), (3, 4, 1)), x, np.zeros((0,), I32))
    yield case("no_slices", g(_gather((1, 2), (0,), (0,)), (1, 4, 2)), x, np.zeros((0, 1), I32))
    yield case("empty_windows", g(_gather((1, 2), (0,), (0,)), (1, 0, 2)), x, np.array([[2], [0]], I32))
    yield case("batch", g(_gather((2,), (1,), (1,), (0,), (0,)), (1, 1, 2)), x, _whole(2, 3, 2, 1, dtype=I32, low=0, high=4))
    yield case("batch_second", g(_gather((2,), (1,), (1,), (0,), (1,)), (1, 1, 2)), x, _whole(3, 2, 3, 1, dtype=I32, low=-1, high=6))
    yield case("two_batches", g(_gather((), (2,), (2,), (0, 1), (1, 0)), (1, 1, 1)), x, _whole(4, 4, 3, 2, 1, dtype=I32, low=0, high=2))
    yield case("fill", g(_gather((1, 2), (0,), (0,)), (1, 4, 2), mode="fill", fill_value=-5), x, np.array([[2], [5], [-3]], I32))
    yield case("fill_nan", g(_gather((1,), (0,), (0,)), (1, 2), mode="fill"), _count(3, 2), np.array([[2], [3]], I32))
    for dtype in (np.bool_, U8, I64, F16, BF16, F64, np.complex64, np.complex128):
        yield case(f"element_{np.dtype(dtype).name}", g(_gather((1,), (0,), (0,)), (1, 2)), _count(3, 2).astype(dtype), np.array([[1], [0]], I32))
    yield case("take", lambda x, i: jnp.take(x, i, axis=1), x, np.array([[3, 0], [1, 1]], I32), reference=lambda x, i: np.take(x, i, axis=1))
    yield case("take_along", lambda x, i: jnp.take_along_axis(x, i, axis=1), x, _whole(5, 3, 2, 2, dtype=I64, low=0, high=4), reference=lambda x, i: np.take_along_axis(x, i, axis=1))  # fmt: skip
    yield case("advanced_indexing", lambda x, i, j: x[i, :, j], x, np.array([2, 0, 1]), np.array([1, 1, 0]), reference=lambda x, i, j: x[i, :, j])
    yield case("vmap_of_indexing", jax.vmap(lambda x, i: x[i]), x, np.array([3, 0, -1]), reference=lambda x, i: x[np.arange(3), i])
    yield case("embedding", lambda t, i: t[i], _count(7, 5), _whole(6, 2, 3, dtype=I32, low=0, high=7), reference=lambda t, i: t[i])


def scatter():
    x = _count(3, 4)
    i = np.array([[2, 1], [0, 3], [2, 1], [5, 0], [-1, 2]], I32)
    u = _whole(11, 5)
    dims = lax.ScatterDimensionNumbers((), (0, 1), (0, 1))
    drop = lax.GatherScatterMode.FILL_OR_DROP
    ways = {"add": lax.scatter_add, "mul": lax.scatter_mul, "min": lax.scatter_min, "max": lax.scatter_max, "sub": lax.scatter_sub}
    for name, f in ways.items():
        yield case(f"{name}_elements", lambda x, i, u, f=f: f(x, i, u, dims, mode=drop), x, i, u)
    yield case("set_elements", lambda x, i, u: lax.scatter(x, i, u, dims, mode=drop), x, np.array([[2, 1], [0, 3], [9, 1]], I32), u[:3])
    rows = lax.ScatterDimensionNumbers((1,), (0,), (0,))
    yield case("set_rows", lambda x, i, u: lax.scatter(x, i, u, rows, mode=drop), x, np.array([[2], [0], [3]], I64), _whole(12, 3, 4))
    yield case("add_rows_twice", lambda x, i, u: lax.scatter_add(x, i, u, rows, mode=drop), x, np.array([[1], [1], [-1]], I32), _whole(13, 3, 4))
    yield case("add_windows", lambda x, i, u: lax.scatter_add(x, i, u, lax.ScatterDimensionNumbers((1, 2), (), (0, 1)), mode=drop), x, np.array([[0, 1], [1, 2], [1, 0]], I32), _whole(14, 3, 2, 2))  # fmt: skip
    yield case("add_windows_clipped", lambda x, i, u: lax.scatter_add(x, i, u, lax.ScatterDimensionNumbers((1, 2), (), (0, 1)), mode="clip"), x, np.array([[0, 9], [7, 2], [-3, 0]], I32), _whole(15, 3, 2, 2))  # fmt: skip
    yield case("window_first", lambda x, i, u: lax.scatter_add(x, i, u, lax.ScatterDimensionNumbers((0,), (0,), (0,)), mode=drop), x, np.array([[1], [2]], I32), _whole(16, 4, 2))  # fmt: skip
    yield case("swapped_map", lambda x, i, u: lax.scatter_add(x, i, u, lax.ScatterDimensionNumbers((), (0, 1), (1, 0)), mode=drop), x, i, u)
    yield case("scalar_index", lambda x, i, u: lax.scatter(x, i, u, lax.ScatterDimensionNumbers((0,), (0,), (0,)), mode=drop), x, np.array([1], I32), -_count(4))
    yield case("no_updates", lambda x, i, u: lax.scatter_add(x, i, u, dims, mode=drop), x, np.zeros((0, 2), I32), np.zeros(0, F32))
    batch = lax.ScatterDimensionNumbers((), (1,), (1,), (0,), (0,))
    yield case("batch", lambda x, i, u: lax.scatter_add(x, i, u, batch, mode=drop), x, np.array([[[0], [0]], [[3], [9]], [[1], [2]]], I32), _whole(17, 3, 2))
    second = lax.ScatterDimensionNumbers((), (1,), (1,), (0,), (1,))
    yield case("batch_second", lambda x, i, u: lax.scatter_max(x, i, u, second, mode=drop), x, _whole(18, 2, 3, 1, dtype=I32, low=0, high=4), _whole(19, 2, 3))
    yield case("add_i32", lambda x, i, u: lax.scatter_add(x, i, u, dims, mode=drop), x.astype(I32), i, u.astype(I32))
    yield case("add_ui8_wraps", lambda x, i, u: lax.scatter_add(x, i, u, dims, mode=drop), x.astype(U8) + U8(250), i, np.abs(u).astype(U8))
    yield case("max_i1", lambda x, i, u: lax.scatter_max(x, i, u, dims, mode=drop), x > 5, i, u > 0)
    yield case("add_complex64", lambda x, i, u: lax.scatter_add(x, i, u, dims, mode=drop), x.astype(np.complex64), i, (u + 2j * u).astype(np.complex64))
    yield case("set_f64", lambda x, i, u: lax.scatter(x, i, u, dims, mode=drop), x.astype(F64), i[:2], u[:2].astype(F64))
    yield case("add_bf16", lambda x, i, u: lax.scatter_add(x, i, u, dims, mode=drop), x.astype(BF16), i, u.astype(BF16))
    yield case("max_nan", lambda x, i, u: lax.scatter_max(x, i, u, dims, mode=drop), x, i[:2], np.array([NAN, -INF], F32))
    yield case("apply", lambda x, i: lax.scatter_apply(x, i, lambda v: v * v + 1, dims, update_shape=(4,), mode=drop), x, i[1:])
    yield case("at_set", lambda x, i: x.at[:, i].set(7), x, np.array([3, 0]))
    yield case("at_add_repeated", lambda x, i: x.at[i].add(jnp.arange(4.0, dtype=F32)), x, np.array([1, 1, 2, 1]))
    yield case("at_multiply", lambda x, i, j: x.at[i, j].multiply(-2), x, np.array([1, 2]), np.array([0, 3]))
    yield case("bincount", lambda i: jnp.bincount(i, length=5), np.array([1, 1, 4, 0, 1, 9]), reference=None)
    yield case("segment_sum", lambda x, i: jax.ops.segment_sum(x, i, num_segments=3), _whole(20, 6, 2), np.array([0, 2, 0, 2, 2, 1], I32))
    yield case("gather_gradient", jax.grad(lambda x, i: (x[i] * jnp.arange(6.0, dtype=F32).reshape(3, 2)).sum()), _count(4, 2), np.array([1, 3, 1], I32))


def select_and_scatter():
    def pool(window, strides, padding):
        return lambda x, s: jax.vjp(lambda x: lax.reduce_window(x, -np.inf, lax.max, window, strides, padding), x)[1](s)[0]

    x = _whole(21, 4, 6)
    yield case("pool_2x2", pool((2, 2), (2, 2), "VALID"), x, _whole(22, 2, 3))
    yield case("overlapping", pool((3, 3), (1, 1), "VALID"), x, _whole(23, 2, 4))
    yield case("padded", pool((3, 2), (2, 1), ((1, 1), (0, 1))), x, _whole(24, 2, 6))
    yield case("ties", pool((3,), (1,), ((1, 1),)), np.ones(5, F32), _count(5) + 1)
    yield case("skips", pool((1, 2), (3, 4), "VALID"), x, _whole(25, 2, 2))
    yield case("images", pool((1, 2, 2, 1), (1, 2, 2, 1), "SAME"), _whole(26, 2, 3, 5, 2), _whole(27, 2, 2, 3, 2))
    yield case("f64", pool((2,), (2,), "VALID"), _whole(28, 6).astype(F64), _count(3).astype(F64))
    low = lambda x, s: jax.vjp(lambda x: lax.reduce_window(x, np.inf, lax.min, (2, 2), (1, 1), "SAME"), x)[1](s)[0]
    yield case("smallest", low, x, _whole(29, 4, 6))


def sort():
    x = _whole(31, 3, 5)
    special = np.array([1.5, NAN, -INF, 0.0, -0.0, INF, -1.5, -NAN, 0.0, 1e-30], F32)
    yield case("rows", lambda x: lax.sort(x, dimension=1), x, reference=lambda x: np.sort(x, 1))
    yield case("columns", lambda x: lax.sort(x, dimension=0), x, reference=lambda x: np.sort(x, 0))
    yield case("middle", lambda x: lax.sort(x, dimension=1), _whole(32, 2, 7, 3), reference=lambda x: np.sort(x, 1))
    yield case("unstable", lambda x: lax.sort(x, is_stable=False), x[0])
    yield case("special", lambda x: lax.sort(x), special)
    yield case("special_f64", lambda x: lax.sort(x), special.astype(F64))
    yield case("special_bf16", lambda x: lax.sort(x), special.astype(BF16))
    yield case("special_f16", lambda x: lax.sort(x), special.astype(F16))
    yield case("argsort_special", lambda x: jnp.argsort(x), special)
    yield case("argsort_descending", lambda x: jnp.argsort(x, descending=True), special)
    for dtype in (np.bool_, I8, U8, I32, U32, I64, U64):
        wide = np.array([3, -1, 0, 127, -128, 3, 255], I64)
        yield case(f"element_{np.dtype(dtype).name}", lambda x: lax.sort(x), wide.astype(dtype))
    yield case("complex64", lambda x: lax.sort(x), np.array([1 + 2j, 1 - 1j, 0, -3j, complex(NAN, 1), 1 + 2j], np.complex64))
    pairs = (np.array([2, 1, 2, 1, 2], I32), _count(5))
    yield case("with_values", lambda k, v: lax.sort((k, v), num_keys=1), *pairs)
    yield case("two_keys", lambda k, l, v: lax.sort((k, l, v), num_keys=2), *pairs[:1], np.array([5, NAN, -0.0, 1, 0.0], F32), pairs[1])
    yield case("three_keys", lambda k, l, m: lax.sort((k, l, m), num_keys=3), _whole(33, 4, 6, low=0, high=2), _whole(34, 4, 6, low=0, high=2).astype(I8), _whole(35, 4, 6))
    yield case("stable", lambda k, v: lax.sort((k, v), num_keys=1, is_stable=True), _whole(36, 40, low=0, high=3), _count(40))
    yield case("long", lambda x: lax.sort(x), _whole(37, 100, low=-1000, high=1000))
    yield case("empty", lambda x: lax.sort(x), np.zeros((0, 3), F32))
    yield case("one", lambda x: lax.sort(x, dimension=0), np.ones((1, 3), F32))
    yield case("lexical", lambda a, b: jnp.lexsort((a, b)), _whole(38, 12, low=0, high=3), _whole(39, 12, low=0, high=3), reference=lambda a, b: np.lexsort((a, b)))
    yield case("middle_value", lambda x: jnp.median(x), _whole(40, 7), reference=np.median)
    yield case("unique", lambda x: jnp.unique(x, size=5, fill_value=99), np.array([3, 1, 3, 2, 1], I32))
    yield case("search", lambda a, v: jnp.searchsorted(a, v, method="sort"), np.array([1, 3, 5, 7], F32), np.array([0, 3, 4, 9], F32))


def dynamic():
    x, y = _count(3, 2), _whole(41, 2, 4)
    yield case("arange", lambda x: jnp.concatenate([x, x]).reshape(-1) * 2 + jnp.arange(x.shape[0] * 4, dtype=F32), x, shapes=("b, 2",))
    yield case("pad_and_step", lambda x: jnp.pad(x, ((1, x.shape[0]), (0, 0)))[::2].sum(0), x, shapes=("b, 2",))
    yield case("product", lambda x, y: (x @ y, x.mean(), x.max(1)), x, y, shapes=("a, c", "c, 4"))
    yield case("broadcast", lambda x, y: x[:, None, :] + jnp.broadcast_to(y, (y.shape[0], x.shape[0], 2)).swapaxes(0, 1), x, _whole(42, 4, 1, 2), shapes=("a, 2", "d, 1, 2"))  # fmt: skip
    yield case("slices", lambda x: (x[1:], x[:-1], x[-2:], x[::-1]), _count(5), shapes=("n + 2",))
    yield case("take", lambda x, i: jnp.take(x, i, axis=0, mode="clip"), x, np.array([2, 0, 9], I32), shapes=("a, b", "n"))
    yield case("gather_columns", lambda x, i: x[:, i], x, np.array([1, 0, 1], I32), shapes=("a, b", "n"))
    yield case("scatter_add", lambda x, i, u: x.at[i].add(u), x, np.array([1, 1, 0, -1], I32), _whole(43, 4, 2), shapes=("a, b", "n", "n, b"))
    yield case("dynamic_slice", lambda x, i: lax.dynamic_slice(x, (i, 0), (x.shape[0] - 1, 2)), x, I64(1), shapes=("a + 1, 2", ""))
    yield case("dynamic_update_slice", lambda x, u, i: lax.dynamic_update_slice(x, u, (i, 0)), x, -_count(2, 2), I64(5), shapes=("a + 2, 2", "2, 2", ""))
    yield case("convolution_same", lambda x, k: lax.conv_general_dilated(x, k, (1, 2), "SAME"), _whole(44, 1, 2, 4, 5), _whole(45, 3, 2, 3, 2), shapes=("1, 2, h, w", "3, 2, 3, 2"))  # fmt: skip
    yield case("pool", lambda x: lax.reduce_window(x, -np.inf, lax.max, (2, 1), (2, 1), "VALID"), _whole(46, 6, 3), shapes=("a + 2, b",))
    yield case("sorts", lambda x: (jnp.sort(x, axis=0), jnp.argsort(x, axis=1)), _whole(47, 4, 3), shapes=("a, b",))
    yield case("while", lambda x: lax.fori_loop(0, x.shape[0], lambda i, y: y + x[i], jnp.zeros(x.shape[1], F32)), x, shapes=("a, b",))
    yield case("cond", lambda x, p: lax.cond(p, lambda x: x + 1, lambda x: x * 2, x), x, np.bool_(True), shapes=("a, b", ""))
    yield case("softmax", lambda x: jax.nn.softmax(x, axis=-1).sum(-1).round(), x, shapes=("a, b",))
    yield case("one_hot", lambda i: jax.nn.one_hot(i, 3), np.array([0, 2, 5], I32), shapes=("n",))
    yield case("stack_and_split", lambda x: jnp.split(jnp.stack([x, -x], 1), 2, axis=2), x, shapes=("a, 2",))
    yield case("shape_of", lambda x: jnp.array(x.shape).sum() + x.size, x, shapes=("a, b",))
    yield case("bf16", lambda x: x + jnp.arange(x.shape[0]).astype(BF16), _count(4, dtype=BF16), shapes=("a",))
    yield case("complex64", lambda x: jnp.tile(x, 2) * 1j, np.array([1 + 2j, 3], np.complex64), shapes=("a",))
    yield case("empty", lambda x: (jnp.concatenate([x[1:], x]), x[1:].sum()), np.ones((1, 2), F32), shapes=("a, 2",))
    yield case("vmap", jax.vmap(lambda x, i: x[i]), _count(3, 4), np.array([3, 0, 2], I32), shapes=("n, 4", "n"))
    yield case("gradient", jax.grad(lambda x: (x[1:] * x[:-1]).sum()), _count(4) + 1, shapes=("a + 1",))


FAMILIES = {
    "dynamic": dynamic,
    "dynamic_slice": dynamic_slice, "gather": gather, "scatter": scatter, "select_and_scatter": select_and_scatter,
    "sort": sort,
}  # fmt: skip
