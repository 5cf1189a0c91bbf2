"""What the benchmark of storage programs measures: a process of hloom, functions in this process, and
loops by hand in a library."""

import ctypes
import json
import math
import pathlib
import string
import subprocess
import threading
import time

import numpy as np
import scipy.sparse as sp

HERE = pathlib.Path(__file__).parent
# The time of one peer's runs in a round.
SECONDS = 0.4


class Hloom:
    """A process that has the compiled program, and runs it again for each line. It is ended if the first
    runs take more seconds than `limit`."""

    def __init__(self, program, case, folder, threads, warmup=1, limit=None):
        self.folder, self.case = folder, case
        command = [program, "run", *self.source(), "--backend", "cpu", "--time", "--turns"]
        command += [f"--threads={threads}", f"--warmup={warmup}", f"--repeat={case.repeat}", *case.options]
        command += self.arrays()
        command += [f"--storage={name}={format}" for name, format in case.storage.items()]
        if case.result_storage:
            command += ["--result-storage", case.result_storage]
        ending = "" if case.text else ".npz" if case.result_storage else ".npy"
        self.output = folder / f"result{threads}{ending}"
        command += ["--output", str(self.output)]
        self.plan = folder / "plan.sdql"
        if not case.text and "--plan=as-written" not in case.options:
            command += [f"--{'use' if self.plan.exists() else 'emit'}-plan", str(self.plan)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        timer = threading.Timer(limit, self.process.kill) if limit else None
        if timer:
            timer.start()
        try:
            self.first = self.answer()
        finally:
            if timer:
                timer.cancel()

    def source(self):
        """The file of the program: one of the folder, or the case's text."""
        if not self.case.text:
            return [str(HERE / "storage" / f"{self.case.program}.sdql")]
        file = self.folder / f"{self.case.program}.mlir"
        file.write_text(self.case.text)
        return [str(file)]

    def arrays(self):
        """The options that give the tensors."""
        options = []
        for name, value in self.case.inputs.items():
            if isinstance(value, (int, float)):
                options.append(f"--input={name}={value}")
                continue
            file = self.folder / f"{name}.{'npy' if isinstance(value, np.ndarray) else 'npz'}"
            if not file.exists() and isinstance(value, np.ndarray):
                np.save(file, value)
            elif not file.exists():
                np.savez(file, **{member: np.asarray(of) for member, of in value.items()})
            options.append(f"--input={name}={file}")
        return options

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            lines = self.process.communicate()[1].strip().splitlines()
            raise RuntimeError(lines[0] if lines else f"status {self.process.returncode}")
        return json.loads(line)

    def fastest(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return self.answer()["min_ms"]

    def result(self):
        self.process.communicate()
        if self.process.returncode:
            raise RuntimeError(f"status {self.process.returncode}")
        if self.case.text:
            steps = int(np.load(self.output / "1.npy"))
            if steps != self.case.steps:
                raise RuntimeError(f"{steps} steps in place of {self.case.steps}")
            return np.load(self.output / "0.npy")
        if not self.case.result_storage:
            return np.load(self.output)
        found = np.load(self.output)
        shape = found["shape"]
        return sp.csr_array((found["val"], found["idx"], found["pos"]), shape=shape)


class Peer:
    """A function in this process."""

    def __init__(self, call):
        self.call = call
        self.last = None

    def fastest(self):
        times, began = [], time.perf_counter()
        while not times or (time.perf_counter() - began < SECONDS and len(times) < 200):
            start = time.perf_counter()
            self.last = self.call()
            times.append(1e3 * (time.perf_counter() - start))
        return min(times)


def template(name, **values):
    """The text of a program, in which `$name` stands for a value."""
    return string.Template((HERE / "storage" / name).read_text()).substitute(values)


def compile_loops(folder):
    """The loops by hand as a library."""
    library = folder / "loops.so"
    sources = [str(HERE / "storage" / name) for name in ("loops.c", "formats.c")]
    flags = ["-O3", "-march=native", "-fopenmp", "-shared", "-fPIC"]
    subprocess.run(["gcc", *flags, *sources, "-o", str(library)], check=True)
    return ctypes.CDLL(str(library))


def dense(value):
    """A result as an array or a matrix of SciPy's."""
    if hasattr(value, "to_scipy_sparse") and value.ndim == 2:
        value = value.to_scipy_sparse()
    elif hasattr(value, "todense") and not sp.issparse(value):
        value = value.todense()
    if sp.issparse(value):
        return sp.csr_array(value)
    return np.asarray(value)


def difference(first, other):
    """The largest difference, as a part of the largest value of the first."""
    first, other = dense(first), dense(other)
    if sp.issparse(first) or sp.issparse(other):
        first, other = sp.csr_array(first), sp.csr_array(other)
        if first.shape != other.shape:
            return math.inf
        scale, gap = abs(first).max(), abs(first - other).max()
    else:
        if first.size != other.size:
            return math.inf
        gap = np.abs(first.reshape(-1) - other.reshape(-1)).max(initial=0)
        scale = np.abs(first).max(initial=0)
    return math.inf if gap != gap else float(gap) / max(float(scale), 1e-300)
