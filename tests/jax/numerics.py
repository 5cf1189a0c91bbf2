"""Cases of Fourier transforms, linear algebra, batch normalization and random bits.

What implementations round differently is compared as whole numbers: results are multiplied and rounded in the program
itself (`whole`). Factors that are unique only up to signs or the order of eigenvalues are multiplied together again.
Ops that JAX has no function for, or lowers to something else on a CPU, are made by `raw`.
"""

import functools

import jax
import jax.numpy as jnp
import jax.scipy.linalg as jsl
import ml_dtypes
import numpy as np
from jax import lax
from jax.extend.core import Primitive
from jax.interpreters import mlir
from jax.lax import linalg
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo as hlo

from make import case

F16, F32, F64, BF16 = np.float16, np.float32, np.float64, ml_dtypes.bfloat16
C64, C128 = np.complex64, np.complex128
INF, NAN = np.inf, np.nan


def whole(x, unit=256):
    """Each part of each number as a multiple of 1 / unit."""
    x = jnp.asarray(x)
    if jnp.iscomplexobj(x):
        x = jnp.stack([x.real, x.imag])
    return jnp.round(x * unit).astype(jnp.int32)


def raw(build, *args, out):
    """The results of an op that `build` makes of values, given their shapes and types."""
    made = Primitive("raw")
    made.multiple_results = True
    made.def_abstract_eval(lambda *_: [jax.core.ShapedArray(shape, dtype) for shape, dtype in out])

    def lowering(context, *values):
        types = [mlir.aval_to_ir_type(context.module_context, aval) for aval in context.avals_out]
        built = build(types, *values)
        return built.results if hasattr(built, "results") else [built]

    mlir.register_lowering(made, lowering)
    results = made.bind(*args)
    return results[0] if len(out) == 1 else results


def _numbers(seed, *shape, dtype=F64, low=-4, high=5):
    random = np.random.default_rng(seed)
    x = random.integers(low, high, shape)
    return (x + 1j * random.integers(low, high, shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)


def _positive(seed, *shape, dtype=F64):
    """Self-adjoint positive matrices."""
    x = _numbers(seed, *shape, dtype=dtype)
    n = shape[-1]
    return (x @ np.conj(np.swapaxes(x, -1, -2)) + 3 * np.eye(n)).astype(dtype)


def _attr(text):
    return ir.Attribute.parse(text)


def fft():
    kinds = {"fft": lax.FftType.FFT, "ifft": lax.FftType.IFFT}
    for n in (0, 1, 2, 3, 4, 5, 7, 8, 12, 17, 30):
        x = _numbers(n, n, dtype=C128)
        for name, kind in kinds.items():
            if n or name == "fft":  # XLA divides by zero for the inverse of nothing.
                yield case(f"{name}_{n}", lambda x, k=kind, n=n: whole(lax.fft(x, k, (n,))), x)
        if n:  # JAX has one result of none, and no text for that.
            yield case(f"rfft_{n}", lambda x, n=n: whole(lax.fft(x, lax.FftType.RFFT, (n,))), x.real)
            half = _numbers(n + 50, n // 2 + 1, dtype=C128)
            yield case(f"irfft_{n}", lambda x, n=n: whole(lax.fft(x, lax.FftType.IRFFT, (n,))), half)
    for name, kind in kinds.items():
        x = _numbers(3, 2, 3, 4, 5, dtype=C64)
        for length in ((5,), (4, 5), (3, 4, 5)):
            label = f"{name}_c64_of_{len(length)}"
            yield case(label, lambda x, k=kind, length=length: whole(lax.fft(x, k, length)), x)
    for dtype in (F32, F64):
        x = _numbers(4, 2, 4, 3, 6, dtype=dtype)
        for length in ((6,), (3, 6), (4, 3, 6)):
            label = f"rfft_{np.dtype(dtype).name}_of_{len(length)}"
            yield case(label, lambda x, length=length: whole(lax.fft(x, lax.FftType.RFFT, length)), x)
        x = _numbers(5, 2, 4, 3, 4, dtype=C64 if dtype == F32 else C128)
        for length in ((7,), (3, 6), (4, 3, 7)):
            label = f"irfft_{np.dtype(dtype).name}_of_{len(length)}"
            yield case(label, lambda x, length=length: whole(lax.fft(x, lax.FftType.IRFFT, length)), x)
    yield case("fft_empty_batch", lambda x: lax.fft(x, lax.FftType.FFT, (4,)), np.zeros((0, 4), C64))


def cholesky():
    def op(x, lower):
        build = lambda types, v: hlo.cholesky(v, lower=ir.BoolAttr.get(lower))
        return raw(build, x, out=[(x.shape, x.dtype)])

    for dtype in (F32, F64, C64, C128):
        name = np.dtype(dtype).name
        for lower in (True, False):
            side = "lower" if lower else "upper"
            x = _positive(1, 4, 4, dtype=dtype)
            yield case(f"{side}_{name}", lambda x, lower=lower: whole(op(x, lower)), x)
            yield case(f"{side}_batch_{name}", lambda x, lower=lower: whole(op(x, lower)), _positive(2, 2, 3, 3, 3, dtype=dtype))
    # The other triangle is not read.
    x = _positive(3, 3, 3)
    yield case("reads_lower", lambda x: whole(op(x, True)), np.where(np.tri(3), x, 99.0))
    yield case("reads_upper", lambda x: whole(op(x, False)), np.where(np.tri(3).T, x, 99.0))
    yield case("not_positive", lambda x: op(x, True), np.array([[1.0, 2.0], [2.0, 1.0]]))
    yield case("not_positive_upper_f32", lambda x: op(x, False), np.array([[0.0, 2.0], [2.0, 1.0]], F32))
    yield case("one_of_two", lambda x: op(x, True), np.array([[[4.0, 0.0], [0.0, 9.0]], [[-1.0, 0.0], [0.0, 1.0]]]))
    yield case("nan", lambda x: op(x, True), np.array([[NAN, 0.0], [0.0, 1.0]]))
    yield case("empty", lambda x: op(x, True), np.zeros((2, 0, 0)))


def triangular_solve():
    def op(a, b, left, lower, unit, transpose):
        def build(types, a, b):
            return hlo.triangular_solve(
                a, b, *map(ir.BoolAttr.get, (left, lower, unit)), _attr(f"#stablehlo<transpose {transpose}>")
            )

        return raw(build, a, b, out=[(b.shape, b.dtype)])

    for dtype in (F32, C128):
        for transpose in ("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"):
            for left in (True, False):
                for lower in (True, False):
                    for unit in (True, False):
                        a = _numbers(7, 3, 3, dtype=dtype, low=1, high=4)
                        b = _numbers(8, *((3, 2) if left else (2, 3)), dtype=dtype)
                        words = [np.dtype(dtype).name, transpose.lower(), "left" if left else "right", "lower" if lower else "upper"]
                        name = "_".join(words + ["unit"] * unit)
                        f = functools.partial(op, left=left, lower=lower, unit=unit, transpose=transpose)
                        yield case(name, lambda a, b, f=f: whole(f(a, b)), a, b)
    f = functools.partial(op, left=True, lower=True, unit=False, transpose="NO_TRANSPOSE")
    a, b = _numbers(9, 2, 1, 4, 4, low=1, high=3), _numbers(10, 2, 1, 4, 3)
    yield case("batch", lambda a, b: whole(f(a, b)), a, b)
    yield case("no_columns", f, np.eye(3), np.zeros((3, 0)))


def batch_norm():
    def inference(x, *rest, epsilon, feature):
        def build(types, *values):
            e = ir.FloatAttr.get(ir.F32Type.get(), epsilon)
            return hlo.BatchNormInferenceOp(*values, epsilon=e, feature_index=feature)

        return raw(build, x, *rest, out=[(x.shape, x.dtype)])

    def several(name):
        kind = hlo.BatchNormTrainingOp if name == "training" else hlo.BatchNormGradOp

        def f(x, *rest, epsilon, feature):
            def build(types, *values):
                e = ir.FloatAttr.get(ir.F32Type.get(), epsilon)
                return kind(*values, epsilon=e, feature_index=feature)

            one = ((x.shape[feature],), x.dtype)
            return raw(build, x, *rest, out=[(x.shape, x.dtype), one, one])

        return f

    for dtype in (F32, F64):
        name = np.dtype(dtype).name
        for shape, feature in (((4, 3), 1), ((2, 3, 4), 0), ((3, 2, 2, 2), 2)):
            x, n = _numbers(1, *shape, dtype=dtype), shape[feature]
            scale, offset, mean = (_numbers(i, n, dtype=dtype) for i in (2, 3, 4))
            variance = _numbers(5, n, dtype=dtype, low=1)
            label = f"{name}_{len(shape)}d_{feature}"
            more = dict(epsilon=0.125, feature=feature)
            yield case(f"inference_{label}", lambda *a, m=more: whole(inference(*a, **m), 4096), x, scale, offset, mean, variance)
            f = several("training")
            yield case(f"training_{label}", lambda *a, m=more, f=f: [whole(y, 4096) for y in f(*a, **m)], x, scale, offset)
            f, grad = several("grad"), _numbers(6, *shape, dtype=dtype)
            yield case(f"grad_{label}", lambda *a, m=more, f=f: [whole(y, 4096) for y in f(*a, **m)], x, scale, mean, variance, grad)


def random_bits():
    state = np.array([1234567890123, 987654321, 42], np.uint64)
    full = np.array([5, 2**64 - 1, 2**64 - 1], np.uint64)

    def op(state, algorithm, shape, dtype):
        build = lambda types, v: hlo.RngBitGeneratorOp(*types, _attr(f"#stablehlo<rng_algorithm {algorithm}>"), v)
        return raw(build, state, out=[(state.shape, state.dtype), (shape, dtype)])

    for algorithm, size in (("PHILOX", 2), ("PHILOX", 3), ("THREE_FRY", 2), ("DEFAULT", 2), ("DEFAULT", 3)):
        name = f"{algorithm.lower()}_{size}"
        for dtype in (np.uint8, np.uint16, np.uint32, np.uint64):
            f = lambda s, a=algorithm, d=dtype: op(s, a, (5,), d)
            yield case(f"{name}_{np.dtype(dtype).name}", f, state[:size])
        for shape in ((), (2, 3), (3, 5), (0, 3)):
            label = "x".join(map(str, shape)) or "scalar"
            yield case(f"{name}_of_{label}", lambda s, a=algorithm, d=shape: op(s, a, d, np.uint32), state[:size])
        for dtype in (F16, BF16, F32, F64):
            bits = np.dtype(f"uint{8 * np.dtype(dtype).itemsize}")

            def f(s, a=algorithm, d=dtype, bits=bits):
                return lax.bitcast_convert_type(op(s, a, (6,), d)[1], bits)

            yield case(f"{name}_{np.dtype(dtype).name}", f, state[:size])
        yield case(f"{name}_wraps", lambda s, a=algorithm: op(s, a, (9,), np.uint32), full[:size])
    for shape in ((3, 4), (2, 4), (4, 2, 6), (5, 3, 2), (5, 3), (7, 3, 5), (1, 5, 7, 3), (3, 1), (5, 1, 1)):
        f = lambda s, d=shape: op(s, "THREE_FRY", d, np.uint32)
        yield case("three_fry_of_" + "x".join(map(str, shape)), f, state[:2])
    for dtype in (np.uint8, np.uint16, np.uint32, np.uint64):
        f = lambda k, d=dtype: lax.rng_bit_generator(k, (3,), dtype=d)
        yield case(f"jax_{np.dtype(dtype).name}", f, np.array([1, 2, 3, 4], np.uint32))


def random_numbers():
    """What `jax.random` makes of a key: loops of five rounds over tensors, which code generators unroll and fuse."""
    key = np.array([3405691582, 7], np.uint32)
    wrap = jax.random.wrap_key_data

    def dropout(k, x):
        return jnp.where(jax.random.bernoulli(wrap(k), 0.75, x.shape), x / np.float32(0.75), np.float32(0))

    def halves(k, n):
        # The way of older releases: the counter is split, and both results are concatenated.
        with jax.threefry_partitionable(False):
            return jax.random.bits(wrap(k), (n,), np.uint32)

    for shape in ((0,), (1,), (2,), (7,), (64,), (1001,), (3, 5), (2, 3, 4)):
        label = "x".join(map(str, shape))
        yield case(f"bits_{label}", lambda k, s=shape: jax.random.bits(wrap(k), s, np.uint32), key)
        yield case(f"uniform_{label}", lambda k, s=shape: jax.random.uniform(wrap(k), s, F32, -1, 3), key)
        yield case(f"normal_{label}", lambda k, s=shape: jax.random.normal(wrap(k), s, F32), key, ulps=8)
        yield case(f"dropout_{label}", dropout, key, _numbers(4, *shape, dtype=F32), ulps=1)
        if len(shape) == 1:
            yield case(f"halves_{label}", lambda k, n=shape[0]: halves(k, n), key)
    yield case("bits_of_bytes", lambda k: jax.random.bits(wrap(k), (5,), np.uint8), key)
    yield case("bits_of_words", lambda k: jax.random.bits(wrap(k), (5,), np.uint64), key)
    yield case("uniform_of_halves", lambda k: jax.random.uniform(wrap(k), (9,), F16), key)
    yield case("uniform_of_doubles", lambda k: jax.random.uniform(wrap(k), (9,), F64), key)
    yield case("split", lambda k: jax.random.key_data(jax.random.split(wrap(k), 3)), key)
    yield case("folded", lambda k: jax.random.key_data(jax.random.fold_in(wrap(k), 17)), key)


def decompositions():
    """What JAX makes of its linear algebra on a CPU: calls of LAPACK."""
    for dtype in (F32, F64, C64, C128):
        name = np.dtype(dtype).name
        a = _numbers(1, 4, 4, dtype=dtype)
        tall, wide = _numbers(2, 5, 3, dtype=dtype), _numbers(3, 3, 5, dtype=dtype)
        batch = _numbers(4, 2, 3, 3, dtype=dtype)
        adjoint = lambda x: jnp.conj(jnp.swapaxes(x, -1, -2))
        shapes = [("square", a), ("tall", tall), ("wide", wide), ("batch", batch)]
        for label, x in shapes if dtype in (F32, C128) else shapes[3:]:

            def lu(x):
                packed, pivots, permutation = linalg.lu(x)
                return whole(packed), pivots, permutation

            yield case(f"lu_{label}_{name}", lu, x)
            for mode in ("reduced", "complete", "r"):
                f = lambda x, m=mode: [whole(y, 64) for y in jax.tree.leaves(jnp.linalg.qr(x, mode=m))]
                yield case(f"qr_{mode}_{label}_{name}", f, x)
            for full in (True, False):

                def svd(x, full=full):
                    u, s, v = jnp.linalg.svd(x, full_matrices=full)
                    k = s.shape[-1]
                    made = u[..., :k] * s[..., None, :] @ v[..., :k, :]
                    return whole(made), whole(s), whole(adjoint(u) @ u, 64), whole(v @ adjoint(v), 64)

                yield case(f"svd_{'full' if full else 'thin'}_{label}_{name}", svd, x)
            yield case(f"singular_values_{label}_{name}", lambda x: whole(jnp.linalg.svd(x, compute_uv=False)), x)
        yield case(f"qr_raw_{name}", lambda x: [whole(y, 64) for y in jnp.linalg.qr(x, mode="raw")], tall)

        def pivoted(x):
            q, r, p = jsl.qr(x, pivoting=True)
            return whole(q @ r), p, whole(adjoint(q) @ q, 64)

        yield case(f"qr_pivoted_{name}", pivoted, a + np.diag([0, 20, 0, 40]).astype(dtype))
        yield case(f"cholesky_{name}", lambda x: whole(jnp.linalg.cholesky(x)), _positive(5, 2, 3, 3, dtype=dtype))
        yield case(f"cholesky_upper_{name}", lambda x: whole(jnp.linalg.cholesky(x, upper=True)), _positive(5, 3, 3, dtype=dtype))
        yield case(f"solve_{name}", lambda a, b: whole(a @ jnp.linalg.solve(a, b)), a, _numbers(6, 4, 2, dtype=dtype))
        yield case(f"inverse_{name}", lambda a: whole(jnp.linalg.inv(a) @ a), a)
        yield case(f"determinant_{name}", lambda a: whole(jnp.linalg.det(a), 4), batch)
        for lower in (True, False):
            for trans in (0, 1, 2):
                f = lambda a, b, lower=lower, t=trans: whole(jsl.solve_triangular(a, b, lower=lower, trans=t))
                yield case(f"solve_triangular_{lower}_{trans}_{name}", f, _numbers(7, 3, 3, dtype=dtype, low=1, high=3), _numbers(8, 3, 2, dtype=dtype))

        def eigh(x, lower=True):
            v, w = linalg.eigh(x, lower=lower)
            return whole(w), whole(x @ v - v * w[..., None, :].astype(v.dtype), 64), whole(adjoint(v) @ v, 64)

        yield case(f"eigh_{name}", eigh, _positive(9, 2, 4, 4, dtype=dtype))
        yield case(f"eigh_upper_{name}", functools.partial(eigh, lower=False), _positive(10, 3, 3, dtype=dtype))
        yield case(f"eigvalsh_{name}", lambda x: whole(jnp.linalg.eigvalsh(x)), _positive(11, 4, 4, dtype=dtype))

        def eig(x):
            w, v = jnp.linalg.eig(x)
            largest = jnp.max(jnp.abs(v), axis=-2)
            of_largest = jnp.take_along_axis(v, jnp.argmax(jnp.abs(v), axis=-2)[..., None, :], axis=-2)
            return (
                whole(jnp.sum(w, axis=-1)),
                whole(jnp.sum(w * w, axis=-1)),
                whole(x @ v - v * w[..., None, :], 64),
                whole(jnp.sum(jnp.abs(v) ** 2, axis=-2), 64),
                whole(jnp.abs(of_largest.imag) * largest[..., None, :], 64),
            )

        for label, x in (("square", a), ("batch", batch)):
            yield case(f"eig_{label}_{name}", eig, x)

        def left(x):
            w, v = linalg.eig(x, compute_left_eigenvectors=True, compute_right_eigenvectors=False)
            return whole(adjoint(v) @ x - w[..., :, None] * adjoint(v), 64), whole(jnp.sum(jnp.abs(v) ** 2, axis=-2), 64)

        yield case(f"eig_left_{name}", left, a)

        def schur(x):
            t, z = jsl.schur(x)
            return whole(z @ t @ adjoint(z)), whole(adjoint(z) @ z, 64), whole(jnp.tril(t, -2), 64)

        yield case(f"schur_{name}", schur, a)

        def hessenberg(x):
            h, q = jsl.hessenberg(x, calc_q=True)
            return whole(h, 64), whole(q, 64)

        yield case(f"hessenberg_{name}", hessenberg, a)
        for lower in (True, False):

            def tridiagonal(x, lower=lower):
                packed, d, e, tau = linalg.tridiagonal(x, lower=lower)
                return whole(d, 64), whole(e, 64), whole(tau, 64)

            yield case(f"tridiagonal_{lower}_{name}", tridiagonal, _positive(12, 4, 4, dtype=dtype))
        yield case(
            f"tridiagonal_solve_{name}",
            lambda d, b: whole(linalg.tridiagonal_solve(d[0], d[1], d[2], b)),
            np.stack([_numbers(13, 5, dtype=dtype), _numbers(14, 5, dtype=dtype) + np.array(9, dtype), _numbers(15, 5, dtype=dtype)]),
            _numbers(16, 5, 2, dtype=dtype),
        )
        yield case(f"householder_product_{name}", lambda x: whole(linalg.householder_product(x, x[0]), 64), _numbers(17, 3, 3, dtype=dtype))
        if hasattr(linalg, "ormqr"):
            for side in (True, False):
                for turned in (True, False):
                    f = lambda x, c, s=side, t=turned: whole(linalg.ormqr(x, x[0], c, left=s, transpose=t), 64)
                    yield case(f"ormqr_{side}_{turned}_{name}", f, _numbers(17, 3, 3, dtype=dtype), _numbers(18, 3, 3, dtype=dtype))
    singular = np.array([[1.0, 2.0], [2.0, 4.0]])
    yield case("lu_singular", lambda x: linalg.lu(x), singular)
    yield case("lu_zero", lambda x: linalg.lu(x), np.zeros((3, 3)))
    yield case("cholesky_fails", lambda x: jnp.linalg.cholesky(x), np.array([[1.0, 2.0], [2.0, 1.0]]))
    yield case("eigh_nan", lambda x: jnp.linalg.eigh(x)[0], np.array([[1.0, NAN], [NAN, 1.0]]))
    yield case("svd_nan", lambda x: jnp.linalg.svd(x, compute_uv=False), np.array([[1.0, NAN], [2.0, 1.0]]))
    yield case("eig_nan", lambda x: jnp.linalg.eig(x)[0], np.array([[1.0, NAN], [2.0, 1.0]]))
    yield case("solve_singular", lambda a: jnp.isfinite(jnp.linalg.solve(a, jnp.ones(2))), singular)
    yield case("svd_of_zeros", lambda x: [whole(y) for y in jnp.linalg.svd(x)][1], np.zeros((3, 2)))
    yield case("lstsq", lambda a, b: whole(jnp.linalg.lstsq(a, b)[0]), _numbers(20, 5, 3), _numbers(21, 5))
    yield case("pinv", lambda a: whole(jnp.linalg.pinv(a)), _numbers(22, 5, 3))
    yield case("the_expm", lambda a: whole(jsl.expm(a / 4)), _numbers(23, 3, 3))
    yield case("sqrtm", lambda a: whole(jsl.sqrtm(a)), _positive(24, 3, 3))
    yield case("the_polar", lambda a: [whole(y) for y in jsl.polar(a, method="svd")], _numbers(25, 3, 3))
    yield case("the_slogdet", lambda a: [whole(y) for y in jnp.linalg.slogdet(a)], _numbers(26, 4, 4))
    yield case("the_matrix_rank", lambda a: jnp.linalg.matrix_rank(a), np.ones((3, 3)))
    yield case("approx_max_k", lambda x: lax.approx_max_k(x, 3), np.array([[3.0, 1.0, 7.0, 5.0, 2.0]], F32))
    yield case("approx_min_k", lambda x: lax.approx_min_k(x, 2, reduction_dimension=0), np.array([[3.0, 1.0], [0.0, 4.0], [2.0, 2.5]], F32))


FAMILIES = {f.__name__: f for f in (batch_norm, cholesky, decompositions, fft, random_bits, random_numbers, triangular_solve)}
