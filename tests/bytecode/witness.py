"""Has JAX read what hloom writes.

    python tests/bytecode/witness.py target/debug/hloom [FAMILY…]

(with what `../jax/requirements.txt` names). Each program of `../jax` that hloom can write for a version is read by
StableHLO's own reader, which must find the program that the text holds; so is MLIR bytecode of each version.
"""

import gzip
import subprocess
import sys
import tempfile
from pathlib import Path

from jax._src.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

JAX = Path(__file__).resolve().parent.parent / "jax"
VERSIONS = ["0.9.0", "0.11.0", "0.13.0", "0.14.0", "0.15.0", "1.0.0", "1.5.0", "1.9.0", "1.13.0", "1.17.0"]


def artifact(text: str) -> str:
    """The text without attributes that have their defaults: what an artifact of it holds."""
    version = stablehlo.get_current_version()
    data = stablehlo.serialize_portable_artifact_str(text, version)
    again = stablehlo.deserialize_portable_artifact(ir.Context.current, data)
    return again.operation.get_asm(enable_debug_info=False)


def main() -> None:
    hloom, families = sys.argv[1], sys.argv[2:]
    files = [JAX / f"{family}.mlir.gz" for family in families] or sorted(JAX.glob("*.mlir.gz"))
    forms = [["--to=artifact", f"--target-version={version}"] for version in VERSIONS]
    forms += [["--to=bytecode", f"--bytecode-version={number}"] for number in range(7)]
    read = refused = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "a.mlir", Path(folder) / "a.mlirbc"
        for file in files:
            for i, program in enumerate(gzip.open(file, "rt").read().split("// -----")):
                source.write_text(program)
                form = forms[i % len(forms)]
                for form in [form, forms[-1], forms[len(VERSIONS) - 1]]:
                    done = subprocess.run([hloom, "translate", source, target, *form], capture_output=True, text=True)
                    if done.returncode:
                        refused += 1
                        continue
                    with mlir.make_ir_context() as context, context:
                        try:
                            data = target.read_bytes()
                            if form[0] == "--to=artifact":
                                found = stablehlo.deserialize_portable_artifact(context, data)
                            else:
                                found = ir.Module.parse(data)
                            text = found.operation.get_asm(enable_debug_info=False)
                            if "chlo." not in program and artifact(text) != artifact(program):
                                raise ValueError("another program")
                            read += 1
                        except Exception as error:  # noqa: BLE001
                            wrong += 1
                            print(f"{file.name} {i} {form}: {str(error)[:300]}")
    print(f"{read} files read, {refused} refused by hloom, {wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
