"""Writes the files of bytecode that the tests read.

    python tests/bytecode/make.py

(with what `../jax/requirements.txt` names). Each program below, and some of `../jax`, is written as a portable artifact
of a version, as MLIR's own bytecode, and as the text that StableHLO's own printer gives.
"""

import gzip
import io
from pathlib import Path

import jax
import jax.numpy as jnp
from jax._src.interpreters import mlir
from jaxlib import xla_client
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent

# StableHLO's versions from the first that has portable artifacts.
VERSIONS = ["0.9.0", "0.14.0", "0.19.0", "0.20.0", "1.0.0", "1.4.0", "1.9.0", "1.13.0", "1.16.0", "1.17.0"]

# Programs of ../jax: the family, and the number of the case.
CASES = {
    "batch_norm": [0], "binary": [0, 3], "bitcast": [0], "cholesky": [0], "choose": [0], "compare": [0],
    "complex": [0], "control": [0, 1], "convolution": [1, 4], "decompositions": [0], "dot": [0, 1],
    "dynamic": [0, 1], "dynamic_slice": [1], "fft": [0], "gather": [0], "pad": [0], "random_bits": [0],
    "reduce": [1], "scatter": [0], "select_and_scatter": [0], "small_types": [0, 1, 2, 3], "sort": [0],
    "special": [0], "top_k": [0], "triangular_solve": [0], "types": [0, 1], "unary": [0], "window": [0],
}  # fmt: skip


def write(name: str, text: str, version: str) -> None:
    """Writes the files of a program."""
    with mlir.make_ir_context() as context:
        module = ir.Module.parse(text)
        native = io.BytesIO()
        module.operation.write_bytecode(native)
        artifact = stablehlo.serialize_portable_artifact_str(text, version)
        again = stablehlo.deserialize_portable_artifact(context, artifact)
        (HERE / f"{name}.native.bc").write_bytes(native.getvalue())
        (HERE / f"{name}.bc").write_bytes(artifact)
        (HERE / f"{name}.native.mlir").write_text(module.operation.get_asm(enable_debug_info=False))
        (HERE / f"{name}.mlir").write_text(again.operation.get_asm(enable_debug_info=False))


# Shardings and sharding rules, which a PJRT client leaves in artifacts as they are.
SHARDED = """
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %y: tensor<16x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=16} reduction={k}, custom>} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  %2 = stablehlo.reshape %1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([ij]) {i=8, j=8}>} : (tensor<8x8xf32>) -> tensor<64xf32>
  %3 = stablehlo.reshape %2 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij])->([i, j]) {i=8, j=8} need_replication={i} permutation={j} blocked_propagation={i}>} : (tensor<64xf32>) -> tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}
"""


def sharded() -> None:
    """Writes the files of the program with shardings."""
    with mlir.make_ir_context():
        module = ir.Module.parse(SHARDED)
        text = module.operation.get_asm(enable_debug_info=False)
        native = io.BytesIO()
        module.operation.write_bytecode(native)
        artifact = xla_client._xla.mlir.serialize_portable_artifact(SHARDED, "1.13.0", True)
        for kind, data in {".native": native.getvalue(), "": artifact}.items():
            (HERE / f"jax_sharded{kind}.bc").write_bytes(data)
            (HERE / f"jax_sharded{kind}.mlir").write_text(text)


def main() -> None:
    for old in [*HERE.glob("*.bc"), *HERE.glob("*.mlir")]:
        old.unlink()
    for i, (family, numbers) in enumerate(CASES.items()):
        cases = gzip.open(TESTS / f"jax/{family}.mlir.gz", "rt").read().split("// -----")
        for number in numbers:
            for version in VERSIONS[i % len(VERSIONS) :] + ["1.17.0"]:
                try:
                    write(f"jax_{family}_{number}", cases[number], version)
                    break
                except ValueError:  # the program needs a newer version
                    continue
    sharded()

    @jax.jit
    def f(x):
        return jnp.sin(x) @ jnp.ones((3, 2))

    exported = jax.export.export(f)(jax.ShapeDtypeStruct((4, 3), jnp.float32))
    for name, data in {
        "jax_locations": exported.mlir_module_serialized,
        "jax_exported": exported.serialize(),
    }.items():
        (HERE / f"{name}.bc").write_bytes(data)
        with mlir.make_ir_context() as context:
            again = stablehlo.deserialize_portable_artifact(context, exported.mlir_module_serialized)
            (HERE / f"{name}.mlir").write_text(again.operation.get_asm(enable_debug_info=False))


if __name__ == "__main__":
    main()
