#!/usr/bin/env python3
"""GPU benchmark: hloom beside PyTorch and JAX on one device, as Markdown.

    cargo xtask gpu-bench [--rounds 5] [NAME ...]

All run the same programs on the same numbers and take turns, round by round; the median of the
rounds counts. PyTorch (eager and torch.compile) and JAX run in this process, hloom in one of its
own that stays: for each line on its input it runs a batch and answers with a line of JSON. hloom
and PyTorch are timed by events on their streams, a call at a time; JAX, which shows no stream, by
the host's clock around a batch of calls that is waited for once. Calls go by turns over copies of
the inputs that are together larger than the second-level cache. What PyTorch and hloom give is
held to what JAX gives. f32 stays f32 in all of them where the program does not say tf32.
--emulate runs tiny sizes in hloom's emulator and its peers on the CPU: the figures then mean
nothing, but everything is run.
"""

import argparse
import datetime
import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))

import gpu_programs  # noqa: E402
import run  # noqa: E402

# Copies of the inputs have more bytes than this together: more than any second-level cache.
CACHE = 256 << 20
# The largest difference from JAX's results, as a part of the largest value, by element type.
BOUNDS = {"f32": 1e-4, "tf32": 5e-3, "bf16": 3e-2, "f8": 3e-2}
PEERS = ("PyTorch", "torch.compile", "JAX")


def median(values):
    """The middle one of a list; of an even number, between the two in the middle."""
    return statistics.median(values) if values else math.nan


def copies(arguments, tiny=False):
    """How many copies of the inputs calls take turns on."""
    if tiny:
        return 2
    return max(2, min(16, math.ceil(CACHE / max(1, gpu_programs.size(arguments)))))


def signature(text):
    """Kinds and extents of the arguments of @main in StableHLO text."""
    kinds = {"f8E4M3FN": "f8"}
    head = re.search(r"func\.func public @main\((.*?)\) -> ", text, re.S).group(1)
    found = []
    for ty in re.findall(r"%arg\d+: tensor<([^>]*)>", head):
        *shape, kind = ty.split("x")
        found.append((kinds.get(kind, kind), tuple(int(n) for n in shape)))
    return found


class Absent(Exception):
    """Something that is needed is not on this machine."""


class Hloom:
    """A program in a process that stays, and runs a batch for each line."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.first = self.answer()

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            said = self.process.communicate()[1].strip().splitlines()
            raise RuntimeError(said[0] if said else f"status {self.process.returncode}")
        return json.loads(line)

    def batch(self):
        """Runs a batch: the median of its times in milliseconds, by the device if it has a clock."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return time_of(self.answer())

    def close(self):
        """Ends the process; what it still has to say is its results' paths or an error."""
        said = self.process.communicate()[1].strip()
        if self.process.returncode != 0:
            raise RuntimeError(said.splitlines()[0] if said else "it failed at its end")


def time_of(answer):
    """The time that counts of what hloom says of a batch."""
    return answer.get("device_median_ms", answer["median_ms"])


class Torch:
    """The program in PyTorch, as it is or compiled, timed by events where there is a GPU."""

    def __init__(self, torch, program, sets, compiled):
        self.torch = torch
        torch.set_float32_matmul_precision("high" if program.tf32 else "highest")
        # Convolutions of f32 are of tf32 if nobody says otherwise.
        torch.backends.cudnn.allow_tf32 = program.tf32
        self.function = torch.compile(program.torch) if compiled else program.torch
        self.sets = sets
        self.gpu = sets[0][0].is_cuda
        for one in sets:
            self.function(*one)
        if self.gpu:
            torch.cuda.synchronize()

    def batch(self, calls):
        if not self.gpu:
            start = time.perf_counter()
            for at in range(calls):
                self.function(*self.sets[at % len(self.sets)])
            return 1e3 * (time.perf_counter() - start) / calls
        torch = self.torch
        events = [torch.cuda.Event(enable_timing=True) for _ in range(calls + 1)]
        events[0].record()
        for at, event in enumerate(events[1:]):
            self.function(*self.sets[at % len(self.sets)])
            event.record()
        torch.cuda.synchronize()
        return median([a.elapsed_time(b) for a, b in zip(events, events[1:])])

    def results(self):
        """What it gives for the first inputs, widened."""
        found = self.function(*self.sets[0])
        found = found if isinstance(found, (tuple, list)) else [found]
        return [x.detach().to(self.torch.float64).cpu().numpy() for x in found]


class Jax:
    """The program in JAX: hloom's own text."""

    def __init__(self, text, values, count):
        import jax
        from jax._src.lib import xla_client
        from jaxlib import _jax

        device = jax.devices()[0]
        devices = _jax.DeviceList((device,))
        start = time.perf_counter()
        self.program = device.client.compile_and_load(text, devices, xla_client.CompileOptions())
        self.compile_ms = 1e3 * (time.perf_counter() - start)
        self.sets = [[jax.device_put(x, device) for x in values] for _ in range(count)]
        for one in self.sets:
            self.wait(self.run(one))

    def run(self, values):
        results = self.program.execute_sharded(values)
        return results.disassemble_into_single_device_arrays()

    @staticmethod
    def wait(results):
        for result in results:
            result[0].block_until_ready()

    def batch(self, calls):
        start = time.perf_counter()
        for at in range(calls):
            results = self.run(self.sets[at % len(self.sets)])
        self.wait(results)
        return 1e3 * (time.perf_counter() - start) / calls

    def results(self):
        import numpy as np

        return [np.asarray(result[0]) for result in self.run(self.sets[0])]


def numbers(np, arguments):
    """Random inputs: products stay near one, indices small."""
    import ml_dtypes

    kinds = {"f32": np.float32, "bf16": ml_dtypes.bfloat16, "f16": np.float16,
             "f8": ml_dtypes.float8_e4m3fn, "i32": np.int32}  # fmt: skip
    rng = np.random.default_rng(1)
    values = []
    for kind, shape in arguments:
        if kind == "i32":
            values.append(rng.integers(0, 10, shape).astype(np.int32))
        else:
            values.append(rng.standard_normal(shape, dtype=np.float32).astype(kinds[kind]))
    return values


def difference(np, want, have):
    """The largest difference, as a part of the largest value of its result; where that is next to
    nothing beside the other results', sums that cancel say, as a part of theirs."""
    scales = [np.abs(x[np.isfinite(x)]).max(initial=0) for x in (x.astype(np.float64) for x in want)]
    least = max([1e-30, *(scale * 2.0**-12 for scale in scales)])
    gaps = [0.0]
    for mine, theirs, scale in zip(have, want, scales):
        mine, theirs = mine.astype(np.float64), theirs.astype(np.float64)
        if theirs.size:
            gap = np.abs(np.where(mine == theirs, 0, mine - theirs)).max()
            gaps.append(math.inf if gap != gap else gap / max(scale, least))
    return max(gaps)


def load(np, path, like):
    """An array in a file; what NumPy lacks is raw bits there."""
    array = np.load(path)
    return array if array.dtype == like.dtype else array.view(like.dtype)


def text_of(np, jax, program):
    """The program as StableHLO text, its arguments' types, and what it is run on."""
    if program.text:
        text = program.text.read_text()
        return text, signature(text), list(run.arguments(np, text))
    import jax.numpy as jnp

    kinds = {"f32": jnp.float32, "bf16": jnp.bfloat16, "f16": jnp.float16,
             "f8": jnp.float8_e4m3fn, "i32": jnp.int32}  # fmt: skip
    types = [jax.ShapeDtypeStruct(shape, kinds[kind]) for kind, shape in program.arguments]
    text = jax.jit(program.jax).lower(*types).as_text()
    return text, program.arguments, numbers(np, program.arguments)


def exact(text):
    """The text with products that XLA computes in f32: by itself it takes tf32 for those on GPUs."""
    text = text.replace("precision = [DEFAULT, DEFAULT]", "precision = [HIGHEST, HIGHEST]")
    return text.replace("#stablehlo<precision DEFAULT>", "#stablehlo<precision HIGHEST>")


def measure(args, np, jax, torch, name, program):
    """Milliseconds by peer, and hloom's largest difference from JAX."""
    text, arguments, values = text_of(np, jax, program)
    count = copies(arguments, args.emulate)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        path = folder / "program.mlir"
        path.write_text(text)
        backend = "ptx-emulator" if args.emulate else "ptx"
        command = [args.hloom, "run", str(path), f"--backend={backend}", "--time", "--turns",
                   f"--repeat={args.calls}", "--warmup=2", f"--input-sets={count}",
                   "--output", str(folder / "results")]  # fmt: skip
        if not args.emulate:
            command.append(f"--device={args.device}")
        for at, value in enumerate(values):
            file = folder / f"{at}.npy"
            raw = {1: np.uint8, 2: np.uint16}.get(value.dtype.itemsize)
            np.save(file, value.view(raw) if value.dtype.kind == "V" else value)
            command.append(f"--input={at}={file}")
        ours = Hloom(command)
        peers = {}
        if torch and program.torch:
            prepared = program.prepared or list
            sets = [prepared([tensor(torch, x) for x in values]) for _ in range(count)]
            for peer in {"PyTorch", "torch.compile"} & set(args.peers):
                peers[peer] = Torch(torch, program, sets, peer == "torch.compile")
        peers["JAX"] = reference = Jax(text if program.tf32 else exact(text), values, count)
        times = {peer: [] for peer in ("hloom", *peers)}
        for _ in range(args.rounds):
            times["hloom"].append(ours.batch())
            for peer, it in peers.items():
                times[peer].append(it.batch(args.calls))
        ours.close()
        want = reference.results()
        have = [load(np, folder / "results" / f"{at}.npy", x) for at, x in enumerate(want)]
        gap = difference(np, want, have)
        for peer in peers:
            if peer != "JAX" and not (apart := difference(np, want, peers[peer].results())) <= bound_of(name):
                raise RuntimeError(f"{peer} gives something else than JAX: {apart:.0e}")
    return {peer: median(each) for peer, each in times.items()}, gap


def bound_of(name):
    """The largest difference of a program's results, by the numbers that it computes with."""
    if name.startswith("attention"):
        return BOUNDS["bf16"]
    return BOUNDS[next((kind for kind in ("tf32", "bf16", "f8") if kind in name), "f32")]


def tensor(torch, value):
    """A NumPy array on the GPU, if there is one, types that PyTorch does not take from NumPy by their bits."""
    import numpy as np

    place = "cuda" if torch.cuda.is_available() else "cpu"

    kinds = {"bfloat16": (np.int16, torch.bfloat16), "float8_e4m3fn": (np.int8, torch.float8_e4m3fn)}
    if value.dtype.name in kinds:
        raw, kind = kinds[value.dtype.name]
        return torch.from_numpy(value.view(raw)).view(kind).to(place)
    return torch.from_numpy(value).to(place)


def row(name, program, times, gap, bound):
    """A line of the table."""
    ours = times["hloom"]
    cells = [name, shown(ours), rate(program, ours)]
    for peer in PEERS:
        theirs = times.get(peer)
        cells += [shown(theirs), f"{theirs / ours:.2f}" if theirs else "—"]
    cells.append(f"{gap:.0e}" + (" **too large**" if gap > bound else ""))
    return "| " + " | ".join(cells) + " |"


def shown(milliseconds):
    return f"{milliseconds:.3g} ms" if milliseconds else "—"


def rate(program, milliseconds):
    """Terabytes or teraflops a second, where the program is known to be bound by one."""
    if program.flops:
        return f"{program.flops / milliseconds / 1e9:.3g} Tflop/s"
    if program.bytes:
        return f"{program.bytes / milliseconds / 1e9:.3g} TB/s"
    return ""


def head(about):
    """What stands above the table."""
    peers = "".join(f" | {peer} | its time / hloom's" for peer in PEERS)
    return (
        "# GPU benchmark\n\n"
        f"Written by `cargo xtask gpu-bench`, {about['date']}, commit {about['commit']}: "
        f"{about['device']}, driver {about['driver']}; {about['versions']}. hloom and PyTorch by events "
        "on their streams, JAX by the host's clock around a batch of calls; medians of rounds by turns, "
        "on inputs that no cache holds. A rate is of what has to be moved or multiplied.\n\n"
        f"| program | hloom | rate{peers} | difference |\n" + "|---" * (4 + 2 * len(PEERS)) + "|"
    )


def summary(rows):
    """Geometric means of the peers' times over hloom's."""
    lines = []
    for peer in PEERS:
        ratios = [times[peer] / times["hloom"] for times in rows if times.get(peer)]
        if ratios:
            mean = math.exp(statistics.fmean(map(math.log, ratios)))
            lines.append(f"{peer}: {mean:.2f} over {len(ratios)} programs, the least {min(ratios):.2f}")
    return "Geometric means of their times over hloom's. " + "; ".join(lines) + "."


def output_of(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def about(args, jax, torch):
    """Device, driver, commit and versions."""
    query = ["nvidia-smi", f"--id={args.number}", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    name, _, driver = output_of(query).partition(", ")
    if args.emulate:
        name, driver = "no GPU: the emulator, at tiny sizes, whose times mean nothing", "none"
    versions = [f"JAX {jax.__version__}"] + ([f"PyTorch {torch.__version__}"] if torch else ["no PyTorch"])
    commit = output_of(["git", "-C", str(HERE), "rev-parse", "--short=12", "HEAD"])
    dirty = output_of(["git", "-C", str(HERE), "status", "--porcelain", "--untracked-files=no"])
    return {
        "date": datetime.date.today().isoformat(),
        "commit": (commit or "unknown") + (" with changes" if dirty else ""),
        "device": name or "a device that nvidia-smi does not name",
        "driver": driver or "unknown",
        "versions": ", ".join(versions),
    }


def peers_of(args):
    """The modules of the peers; PyTorch may be missing, JAX is what writes the programs."""
    try:
        import jax
        import numpy as np
    except ImportError as error:
        raise Absent(f"{error}: JAX writes the programs; install tests/bench/gpu_requirements.txt")
    if not args.emulate and jax.devices()[0].platform != "gpu":
        raise Absent("JAX sees no GPU: install it as jax[cuda12]")
    try:
        import torch
    except ImportError:
        print("notice: PyTorch is not installed, so hloom is beside JAX alone", file=sys.stderr)
        return np, jax, None
    if not args.emulate and not torch.cuda.is_available():
        raise Absent("PyTorch sees no GPU: install a build of it with CUDA")
    return np, jax, torch


def device(args):
    """Checks that hloom finds the GPU."""
    probe = HERE.parent / "tools/run/gpu_present.mlir"
    command = [args.hloom, "run", str(probe), "--backend=ptx", "--random-inputs=1", f"--device={args.device}"]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        raise Absent(f"`{args.hloom}` can't be run: {error}")
    if done.returncode:
        raise Absent(f"nothing is measured: {done.stderr.strip().removeprefix('error: ')}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hloom", default="target/release/hloom")
    parser.add_argument("--device", type=int, default=0, help="the number of the GPU")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--calls", type=int, default=20, help="of a program in a round")
    parser.add_argument("--output", default="backends/ptx/BENCH.md", help="the file to write; - for none")
    parser.add_argument("--peers", type=lambda text: text.split(","), default=PEERS,
                        help="which there are beside JAX, with commas: " + ",".join(PEERS))  # fmt: skip
    parser.add_argument("--emulate", action="store_true", help="tiny sizes, no GPU")
    parser.add_argument("names", nargs="*", help="parts of names of programs; all if none")
    args = parser.parse_args()
    # One GPU, which is number 0 to the peers.
    args.number = args.device
    if not args.emulate:
        # The numbers that nvidia-smi gives.
        os.environ["CUDA_DEVICE_ORDER"] = "PCI_BUS_ID"
        os.environ["CUDA_VISIBLE_DEVICES"] = str(args.device)
        args.device = 0
        # hloom needs room next to JAX.
        os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    try:
        if not args.emulate:
            device(args)
        np, jax, torch = peers_of(args)
    except Absent as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    lines, rows, missing = [head(about(args, jax, torch))], [], []
    print(lines[0], flush=True)
    for name, program in gpu_programs.programs(args.emulate, bool(torch)).items():
        if args.names and not any(part in name for part in args.names):
            continue
        try:
            times, gap = measure(args, np, jax, torch, name, program)
        # What one program can't do keeps no other from running.
        except Exception as error:
            missing.append(name)
            line = f"| {name} | {(str(error) or repr(error)).splitlines()[0]} |" + " |" * (2 + 2 * len(PEERS))
        else:
            rows.append(times)
            line = row(name, program, times, gap, bound_of(name))
        lines.append(line)
        print(line, flush=True)
    lines += ["", summary(rows)]
    print("\n" + lines[-1])
    if args.output != "-" and not args.emulate:
        pathlib.Path(args.output).write_text("\n".join(lines) + "\n")
    if missing:
        print(f"error: not run: {', '.join(missing)}", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
