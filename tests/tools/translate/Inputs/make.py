"""Writes the files of HLO text that the tests read, and prints JAX's results of them.

    python tests/tools/translate/Inputs/make.py

(with what `../../../jax/requirements.txt` names). The programs have no arguments; their numbers are small integers, so that
every order of additions gives the same.
"""

from pathlib import Path

import jax
import jax.numpy as jnp
from jax import lax

HERE = Path(__file__).resolve().parent


def control():
    x = jnp.arange(6.0).reshape(2, 3)
    doubled = lax.fori_loop(0, 3, lambda i, c: c * 2 + i, x)
    chosen = lax.cond(doubled.sum() > 0, lambda a: a + 1, lambda a: a - 1, x)
    case = lax.switch(jnp.int32(1), [lambda a: a, lambda a: -a, lambda a: a * a], x)
    return doubled, chosen, case, jnp.sort(-x, axis=1), jnp.argmax(x, axis=1), jnp.cumsum(x, axis=0)


def indexing():
    x = jnp.arange(12.0).reshape(3, 4)
    at = jnp.array([2, 0])
    image, filters = x[None, None], jnp.ones((1, 1, 2, 2)).at[0, 0, 0, 1].set(3)
    convolved = lax.conv_general_dilated(image, filters, (1, 2), ((1, 0), (0, 1)))
    pooled = lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (1, 1), "VALID")
    sliced = lax.dynamic_slice(x, (at[0], 1), (1, 2))
    return (
        x[at], x.at[at].add(10.0), convolved, pooled, sliced, jnp.pad(x, ((1, 0), (0, 2)), constant_values=7),
        x.T @ x, lax.slice(x, (0, 1), (3, 4), (2, 1)), lax.rev(x, (1,)), jnp.concatenate([x, x[:1]]),
        lax.population_count(jnp.arange(5)), x > 5, lax.clamp(2.0, x, 7.0), lax.top_k(x, 2),
        lax.complex(x[0], x[1]), x.astype(jnp.bfloat16)[0], jnp.isfinite(x[0] / x[0]),
    )  # fmt: skip


def main() -> None:
    jax.config.update("jax_platforms", "cpu")
    for program in [control, indexing]:
        hlo = jax.jit(program).lower().compiler_ir("hlo")
        (HERE / f"{program.__name__}.hlo").write_text(hlo.as_hlo_text())
        # As XLA dumps it: percent signs, shapes of operands, metadata, and after its passes.
        compiled = jax.jit(program).lower().compile({"xla_disable_hlo_passes": "constant_folding"})
        (HERE / f"{program.__name__}_compiled.hlo").write_text(compiled.as_text().replace(f"{HERE}/", ""))
        for i, result in enumerate(jax.tree.leaves(program())):
            print(program.__name__, i, result.dtype, result.tolist())


if __name__ == "__main__":
    main()
