"""JAX's own tests on hloom: a table by file, and the reasons of failure, grouped.

    python jax_tests.py CHECKOUT [--files lax_test,nn_test] [--cases N] [--seconds N] [--every 5,2] [--as-cpu]

`CHECKOUT` is one of jax-ml/jax at the tag of the installed version. Each file runs in a process of its
own under pytest, so that a crash costs one file only; `--cases` is how many of its generated cases
each test takes, `--seconds` the limit for a file, whose tests until then count. `--every 5,2` takes every
fifth test, from the third on; `--as-cpu` runs what names JAX's CPU platform, and is skipped otherwise.
"""

import argparse
import collections
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

HERE = pathlib.Path(__file__).resolve().parent

FILES = """
lax_test lax_numpy_test lax_numpy_operators_test lax_numpy_reducers_test lax_numpy_indexing_test
lax_control_flow_test lax_autodiff_test lax_vmap_test lax_scipy_test nn_test linalg_test fft_test
random_lax_test random_test dtypes_test api_test sparse_test pjit_test shard_map_test export_test
""".split()

# The files whose tests divide arrays among eight devices.
DIVIDED = """
pjit_test shard_map_test pmap_test array_test export_test memories_test layout_test shard_alike_test
custom_partitioning_test ragged_collective_test multi_device_test
""".split()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("checkout", type=pathlib.Path)
    parser.add_argument("--files", default=",".join(FILES))
    parser.add_argument("--cases", default="5")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--filter", default="", help="pytest's -k")
    parser.add_argument("--every", default="1,0", help="every n-th test, from which on")
    parser.add_argument("--as-cpu", action="store_true", help="as on JAX's CPU platform")
    options = parser.parse_args()
    reasons, examples = collections.Counter(), {}
    total = collections.Counter()
    print(f"{'file':28} {'pass':>6} {'fail':>6} {'skip':>6}", flush=True)
    for name in options.files.split(","):
        counts, ended = run(options, name, reasons, examples)
        total.update(counts)
        row = f"{counts['pass']:6} {counts['fail']:6} {counts['skip']:6}"
        print(f"{name:28} {row}  {ended}", flush=True)
    ran = total["pass"] + total["fail"]
    share = 100 * total["pass"] / max(1, ran)
    row = f"{total['pass']:6} {total['fail']:6} {total['skip']:6}"
    print(f"{'all':28} {row}  {share:.2f} % of what isn't skipped")
    for reason, count in reasons.most_common(60):
        print(f"{count:6}  {reason}\n        first: {examples[reason]}")
    return 0 if total["fail"] == 0 else 1


def run(options, name, reasons, examples):
    """Runs one file; its counts, and how it ended if not by itself."""
    test = options.checkout / "tests" / f"{name}.py"
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "log"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "sampled"]
        command += [str(test), "--tb=line", f"--junitxml={folder}/results.xml"]
        command += ["-k", options.filter] if options.filter else []
        environment = {
            **os.environ,
            "JAX_NUM_GENERATED_CASES": options.cases,
            "JAX_SKIP_SLOW_TESTS": "1",
            "HLOOM_EVERY": options.every,
            "HLOOM_AS_CPU": "1" if options.as_cpu else "",
            "PYTHONPATH": os.pathsep.join([os.environ.get("PYTHONPATH", ""), str(HERE)]),
        }
        if name in DIVIDED:
            environment["HLOOM_DEVICES"] = "8"
        ended = ""
        with log.open("w") as out:
            process = subprocess.Popen(command, cwd=folder, env=environment, stdout=out, stderr=out)
            try:
                status = process.wait(options.seconds)
                if status < 0 or status > 1:
                    ended = f"ended with status {status}"
            except subprocess.TimeoutExpired:
                ended = f"not done after {options.seconds:.0f} s"
                stop(process)
        results = pathlib.Path(folder) / "results.xml"
        if not results.exists():
            last = [line for line in log.read_text(errors="replace").splitlines() if line.strip()]
            return counts, f"{ended or 'no results'}: {last[-1][:120] if last else ''}"
        for case in xml.parse(results).iter("testcase"):
            broken = next((c for c in case if c.tag in ("failure", "error")), None)
            if broken is not None:
                counts["fail"] += 1
                message = (broken.get("message") or "").splitlines() or [""]
                reason = re.sub(r"tensor<[^>]*>|0x\w+|\d+", "…", message[0])[:160]
                reasons[reason] += 1
                examples.setdefault(reason, f"{name} {case.get('name')}")
            elif case.find("skipped") is not None:
                counts["skip"] += 1
            else:
                counts["pass"] += 1
        return counts, ended


def stop(process):
    """Interrupts a process, which then writes the results so far; kills it if it does not end."""
    process.send_signal(signal.SIGINT)
    try:
        process.wait(120)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


if __name__ == "__main__":
    sys.exit(main())
