"""Runs JAX's programs in this folder in XLA by way of the HLO text that hloom writes for them.

    python tests/jax/hlo_write.py target/debug/hloom [FAMILY…]

(with what `requirements.txt` names). Each program returns what it would have checked. XLA compiles it twice, from StableHLO and
from the text that `hloom translate --to hlo` writes; the results must be equal, bit for bit, any NaN like any other, or within 4
units in the last place where hloom has expanded functions of CHLO by its own formulas.
"""

import collections
import gzip
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import jax
import numpy as np
from jaxlib import _hlo, xla_client

HERE = Path(__file__).resolve().parent

CHECK = re.compile(r"check\.\w+[ (]+(%[\w#]+), (%[\w#]+)\)?.*?: \(?(tensor<.*?>), (tensor<.*?>)\) -> \(\)")


def returning(program: str) -> str:
    """The program with a `main` that returns the values that it checks."""
    start = program.index("func.func public @main() {")
    end = program.index("\n}", start)
    lines = program[start:end].splitlines()
    checks = [match for line in lines if (match := CHECK.search(line))]
    kept = [line for line in lines if "check." not in line and line.strip() != "return"]
    types = ", ".join(match[3] for match in checks)
    kept[0] = f"func.func public @main() -> ({types}) {{"
    values = ", ".join(match[1] for match in checks)
    return program[:start] + "\n".join([*kept, f"  return {values} : {types}"]) + program[end:]


def run(client, devices, module: str) -> list[np.ndarray]:
    # Without folding, so that both run the ops.
    options = xla_client.CompileOptions()
    executable = client.compile_and_load(module, devices, options)
    results = executable.execute_sharded([]).disassemble_into_single_device_arrays()
    return [np.asarray(one[0]) for one in results]


def distance(a: np.ndarray, b: np.ndarray) -> float:
    """The largest distance in units in the last place; infinite for different integers or shapes."""
    if a.dtype != b.dtype or a.shape != b.shape:
        return np.inf
    if a.tobytes() == b.tobytes():
        return 0.0
    if np.iscomplexobj(a):
        return max(distance(a.real.copy(), b.real.copy()), distance(a.imag.copy(), b.imag.copy()))
    if a.dtype.kind in "biu" or a.dtype.itemsize == 1:
        both_nan = (a != a) & (b != b)
        return 0.0 if np.all((a == b) | both_nan) else np.inf
    kind = {2: np.int16, 4: np.int32, 8: np.int64}[a.dtype.itemsize]
    low = np.iinfo(kind).min
    order = lambda x: np.where(x.view(kind) < 0, low - x.view(kind).astype(object), x.view(kind).astype(object))  # noqa: E731
    with np.errstate(all="ignore"):
        same = ((a != a) & (b != b)) | (a == b)
    apart = np.abs(order(np.ascontiguousarray(a)) - order(np.ascontiguousarray(b)))
    return float(np.max(np.where(same, 0, apart), initial=0))


def main() -> None:
    jax.config.update("jax_platforms", "cpu")
    hloom, families = sys.argv[1], sys.argv[2:]
    files = [HERE / f"{family}.mlir.gz" for family in families] or sorted(HERE.glob("*.mlir.gz"))
    client = jax.devices()[0].client
    devices = xla_client.DeviceList((jax.devices()[0],))
    to_mlir = xla_client._xla.mlir.xla_computation_to_mlir_module
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        source, text = Path(folder) / "a.mlir", Path(folder) / "a.hlo"
        for file in files:
            for i, program in enumerate(gzip.open(file, "rt").read().split("// -----")):
                if not program.strip():
                    continue
                program = returning(program)
                source.write_text(program)
                done = subprocess.run([hloom, "translate", source, text], capture_output=True, text=True)
                if done.returncode:
                    counts["that hloom refuses"] += 1
                    print(f"{file.name} {i}: {done.stderr.splitlines()[0]}")
                    continue
                try:
                    module = _hlo.hlo_module_from_text(text.read_text())
                    counts["that XLA parses"] += 1
                    computation = _hlo.XlaComputation(module.as_serialized_hlo_module_proto())
                    ours = run(client, devices, to_mlir(computation))
                except Exception as error:  # XLA's errors have no common class.
                    counts["that XLA refuses"] += 1
                    print(f"{file.name} {i}: {str(error).splitlines()[0][:200]}")
                    continue
                try:
                    theirs = run(client, devices, program)
                except Exception:
                    counts["run by way of hloom only"] += 1
                    continue
                far = max((distance(a, b) for a, b in zip(ours, theirs, strict=True)), default=0.0)
                expanded = "chlo." in program
                if far == 0:
                    counts["equal"] += 1
                elif far <= 4 and expanded:
                    counts["within 4 units in the last place"] += 1
                else:
                    counts["different"] += 1
                    print(f"{file.name} {i}: {far} units in the last place apart")
    print(", ".join(f"{count} {what}" for what, count in counts.items()))


if __name__ == "__main__":
    main()
