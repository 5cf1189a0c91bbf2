"""Linear algebra and Fourier transforms in shared libraries beside NumPy and SciPy.

    THREADS=1 python tests/bench/linear.py target/release/hloom [FILTER]

Each routine becomes a shared library of one op, which this process calls. Times are medians of several
calls on the same random input, in milliseconds, each side with the same number of threads; of calls that
take seconds there is one. The rows are Markdown.
"""

import ctypes
import os
import statistics
import subprocess
import sys
import tempfile
import time

THREADS = os.environ.get("THREADS", "1")
for name in ("HLOOM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(name, THREADS)

import numpy as np  # noqa: E402 (the number of threads comes first)
import scipy.fft  # noqa: E402
import scipy.linalg  # noqa: E402

TYPES = {np.float32: "f32", np.float64: "f64", np.complex64: "complex<f32>", np.complex128: "complex<f64>", np.int32: "i32"}


def tensor(shape, dtype):
    return f"tensor<{''.join(f'{n}x' for n in shape)}{TYPES[dtype]}>"


class Library:
    """A program of one op, compiled."""

    def __init__(self, hloom, op, operands, results):
        arguments = ", ".join(f"%a{i}: {tensor(x.shape, x.dtype.type)}" for i, x in enumerate(operands))
        types = ", ".join(tensor(*result) for result in results)
        names = ", ".join(f"%r{i}" for i in range(len(results)))
        given = ", ".join(tensor(x.shape, x.dtype.type) for x in operands)
        text = f"""func.func @main({arguments}) -> ({types}) {{
  {names} = {op} : ({given}) -> ({types})
  return {names} : {types}
}}
"""
        folder = tempfile.mkdtemp()
        source, library = os.path.join(folder, "op.mlir"), os.path.join(folder, "op.so")
        with open(source, "w") as file:
            file.write(text)
        subprocess.run([hloom, "compile", source, "-o", library], check=True)
        self.size = os.path.getsize(library)
        self.function = ctypes.CDLL(library).op_main
        self.results = [np.zeros(shape, dtype) for shape, dtype in results]
        self.operands = operands
        pointers = lambda arrays: (ctypes.c_void_p * len(arrays))(*[x.ctypes.data for x in arrays])
        self.inputs, self.outputs = pointers(operands), pointers(self.results)

    def __call__(self):
        status = self.function(self.inputs, self.outputs)
        assert status == 0, status


def median(run):
    """The median time of calls, for half a second and at least three, in milliseconds."""
    begin = time.perf_counter()
    run()
    first = time.perf_counter() - begin
    if first > 2:
        return first * 1e3
    times, until = [], time.perf_counter() + 0.5
    while len(times) < 3 or time.perf_counter() < until and len(times) < 200:
        begin = time.perf_counter()
        run()
        times.append((time.perf_counter() - begin) * 1e3)
    return statistics.median(times)


def cases():
    """Name, op, operands, results, and the same by NumPy or SciPy."""
    random = np.random.default_rng(0)
    for n in (64, 256, 1024):
        for dtype, letter in ((np.float32, "s"), (np.float64, "d")):
            x = random.standard_normal((n, n)).astype(dtype)
            complex_type = np.complex64 if dtype == np.float32 else np.complex128
            positive = x @ x.T + n * np.eye(n, dtype=dtype)
            lower = np.tril(x) / n + np.eye(n, dtype=dtype)
            symmetric = x + x.T
            sides = random.standard_normal((n, n)).astype(dtype)
            square, ints, info = ((n, n), dtype), ((n,), np.int32), ((), np.int32)
            call = lambda name, config="": f"stablehlo.custom_call @lapack_{letter}{name}_ffi(OPERANDS) {{mhlo.backend_config = {{{config}}}}}"
            name = lambda routine: f"{routine} | {n} | {TYPES[dtype]}"
            yield name("Cholesky"), call("potrf", "uplo = 76 : ui8"), [positive], [square, info], lambda a=positive: scipy.linalg.cholesky(a, lower=True, check_finite=False)
            yield name("LU"), call("getrf"), [x], [square, ints, info], lambda a=x: scipy.linalg.lu_factor(a, check_finite=False)
            yield name("QR, packed"), call("geqrf"), [x], [square, ((n,), dtype)], lambda a=x: scipy.linalg.qr(a, mode="raw", check_finite=False)
            yield name("triangular solve"), call("trsm", "side = 76 : ui8, uplo = 76 : ui8, diag = 78 : ui8, trans_x = 78 : ui8"), [lower, sides], [square], lambda a=lower, b=sides: scipy.linalg.solve_triangular(a, b, lower=True, check_finite=False)
            yield name("eigh"), call("syevd", "mode = 86 : ui8, uplo = 76 : ui8"), [symmetric], [square, ((n,), dtype), info], lambda a=symmetric: scipy.linalg.eigh(a, driver="evd", check_finite=False)
            yield name("SVD"), call("gesdd", "mode = 83 : ui8"), [x], [square, ((n,), dtype), square, square, info], lambda a=x: scipy.linalg.svd(a, full_matrices=False, check_finite=False)
            vectors = ((n, n), complex_type)
            yield name("eig"), call("geev", "compute_left = 78 : ui8, compute_right = 86 : ui8"), [x], [((n,), dtype), ((n,), dtype), vectors, vectors, info], lambda a=x: scipy.linalg.eig(a, check_finite=False)
            yield name("Schur"), call("gees", "mode = 86 : ui8, sort = 78 : ui8"), [x], [square, square, ((n,), dtype), ((n,), dtype), info, info], lambda a=x: scipy.linalg.schur(a, check_finite=False)
            yield name("Hessenberg"), call("gehrd", f"low = 1 : i32, high = {n} : i32"), [x], [square, ((n - 1,), dtype), info], lambda a=x: scipy.linalg.hessenberg(a, calc_q=False, check_finite=False)
    for dtype, single in ((np.complex64, np.float32), (np.complex128, np.float64)):
        for shape in ((1 << 10,), (1 << 20,), (1000,), (1021,), (512, 512)):
            z = (random.standard_normal(shape) + 1j * random.standard_normal(shape)).astype(dtype)
            lengths = ", ".join(map(str, shape))
            title = "×".join(map(str, shape))
            fft = lambda kind: f"stablehlo.fft OPERANDS, type = {kind}, length = [{lengths}]"
            yield f"FFT | {title} | {TYPES[dtype]}", fft("FFT"), [z], [(shape, dtype)], lambda z=z: scipy.fft.fftn(z, workers=int(THREADS))
            x = np.ascontiguousarray(z.real)
            half = shape[:-1] + (shape[-1] // 2 + 1,)
            yield f"real FFT | {title} | {TYPES[single]}", fft("RFFT"), [x], [(half, dtype)], lambda x=x: scipy.fft.rfftn(x, workers=int(THREADS))
    batch = random.standard_normal((10000, 4, 4))
    square, info = ((10000, 4, 4), np.float64), ((10000,), np.int32)
    symmetric = batch + batch.transpose(0, 2, 1)
    yield "eigh, batch of 10,000 | 4 | f64", "stablehlo.custom_call @lapack_dsyevd_ffi(OPERANDS) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}}", [symmetric], [square, ((10000, 4), np.float64), info], lambda: np.linalg.eigh(symmetric)
    yield "SVD, batch of 10,000 | 4 | f64", "stablehlo.custom_call @lapack_dgesdd_ffi(OPERANDS) {mhlo.backend_config = {mode = 83 : ui8}}", [batch], [square, ((10000, 4), np.float64), square, square, info], lambda: np.linalg.svd(batch)


def main():
    hloom, wanted = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    print("| routine | size | type | hloom | SciPy | SciPy / hloom |\n|---|---|---|---|---|---|")
    for name, op, operands, results, peer in cases():
        if wanted not in name:
            continue
        op = op.replace("OPERANDS", ", ".join(f"%a{i}" for i in range(len(operands))))
        ours, theirs = median(Library(hloom, op, operands, results)), median(peer)
        print(f"| {name} | {ours:.3g} ms | {theirs:.3g} ms | {theirs / ours:.2f} |", flush=True)


main()
