"""Cases of `make.py`: special functions, as JAX exports them in CHLO. References are mpmath's."""

import jax
import jax.numpy as jnp
import jax.scipy.special as special
import mpmath
import numpy as np
from jax import lax
from make import case
from mpmath import mp

mp.prec = 120


def of(f):
    """A function of numbers as one of arrays."""

    def apply(*arrays):
        rows = zip(*(np.asarray(a).ravel() for a in arrays))
        found = [np.longdouble(mpmath.nstr(f(*map(mpmath.mpf, map(float, row))), 25)) for row in rows]
        return np.array(found, np.longdouble).reshape(np.shape(arrays[0]))

    return apply


def lgamma(x):
    return mp.loggamma(x).real if x > 0 else mp.log(abs(mp.gamma(x)))


POSITIVE = [0.0625, 0.4375, 0.9375, 1.25, 1.75, 2.625, 5.5, 12.25]
BOTH = [-2.5, -1.25, -0.375, *POSITIVE]
INSIDE = [-0.984375, -0.75, -0.125, 0.03125, 0.5, 0.875, 0.96875]

ONE = {
    "erf": (lax.erf, mp.erf, BOTH), "erfc": (lax.erfc, mp.erfc, BOTH[:-1]), "erf_inv": (lax.erf_inv, mp.erfinv, INSIDE),
    "lgamma": (lax.lgamma, lgamma, BOTH), "digamma": (lax.digamma, mp.digamma, BOTH), "asin": (lax.asin, mp.asin, INSIDE),
    "acos": (lax.acos, mp.acos, INSIDE), "atan": (lax.atan, mp.atan, BOTH), "asinh": (lax.asinh, mp.asinh, BOTH),
    "acosh": (lax.acosh, mp.acosh, POSITIVE[3:]), "atanh": (lax.atanh, mp.atanh, INSIDE), "sinh": (lax.sinh, mp.sinh, BOTH),
    "cosh": (lax.cosh, mp.cosh, BOTH), "bessel_i1e": (lax.bessel_i1e, lambda x: mp.besseli(1, x) * mp.exp(-abs(x)), BOTH),
}  # fmt: skip


def functions():
    for name, (f, reference, x) in ONE.items():
        for dtype in (np.float32, np.float64):
            # JAX's `lgamma` and `digamma` lose digits, most near their roots.
            ulps = 64 if name in ("lgamma", "digamma") else 3
            yield case(f"{name}_{np.dtype(dtype).name}", f, np.array(x, dtype), ulps=ulps, reference=of(reference))
    q = np.array(POSITIVE)
    yield case("zeta", lax.zeta, q + 1, q, ulps=3, reference=of(mp.zeta))
    n = np.array([0, 1, 2, 3, 1, 2, 4, 5.0])
    yield case("polygamma", lax.polygamma, n, q, ulps=64, reference=of(lambda n, x: mp.polygamma(int(n), x)))
    x = np.array([1, -1, 0, 2, 0.1], np.float32)
    yield case("next_after", lax.nextafter, x, x[::-1].copy())
    yield case("square", lax.square, x)
    a = np.array([2**31 - 1, -(2**31), 12345678], np.int32)
    yield case("mulhi", lax.mulhi, a, a[::-1].copy())
    yield case("log_ndtr", special.log_ndtr, np.array([-1.5, 0.5, 2.0]), ulps=12)
    yield case("gammainc", special.gammainc, np.array([0.5, 1.5, 3.0]), np.array([0.25, 2.0, 2.5]), ulps=40)
    yield case("gelu", lambda x: jax.nn.gelu(x, approximate=False), np.array([-1.5, 0.5, 2.0], np.float32), ulps=8)


def structure():
    x = np.array([[3, 1, 3, -2, 7, 0], [0, 5, 4, 5, -1, 2]], np.float32)
    yield case("top_k", lambda x: lax.top_k(x, 3), x)
    yield case("top_k_of_integers", lambda x: lax.top_k(x, 2), x.astype(np.int32))


FAMILIES = {"special": functions, "top_k": structure}
