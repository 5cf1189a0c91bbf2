"""Runs JAX's programs in this folder as HLO text, in the interpreter; their checks compare with JAX's results.

    python tests/jax/hlo.py target/debug/hloom [FAMILY…]

(with what `requirements.txt` names). XLA writes the text. A few functions of CHLO differ by some units in the last place,
because XLA's conversion expands them by its own formulas.
"""

import gzip
import subprocess
import sys
import tempfile
from pathlib import Path

from jaxlib import xla_client

HERE = Path(__file__).resolve().parent


def main() -> None:
    hloom, families = sys.argv[1], sys.argv[2:]
    files = [HERE / f"{family}.mlir.gz" for family in families] or sorted(HERE.glob("*.mlir.gz"))
    convert = xla_client._xla.mlir.mlir_module_to_xla_computation
    passed = failed = without = 0
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder) / "a.hlo"
        for file in files:
            for i, program in enumerate(gzip.open(file, "rt").read().split("// -----")):
                if not program.strip():
                    continue
                try:
                    hlo = convert(program, use_tuple_args=False, return_tuple=False)
                except Exception:  # XLA has no form of it.
                    without += 1
                    continue
                text.write_text(hlo.as_hlo_text(True))
                done = subprocess.run([hloom, "run", text, "--backend=interp"], capture_output=True, text=True)
                passed += done.returncode == 0
                failed += done.returncode != 0
                if done.returncode:
                    print(f"{file.name} {i}: {done.stderr.splitlines()[0]}")
    print(f"{passed} passed, {failed} failed, {without} that XLA does not convert")


if __name__ == "__main__":
    main()
