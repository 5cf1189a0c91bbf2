#!/usr/bin/env python3
"""Tests of what of gpu.py needs no GPU, and no package: python3 tests/bench/gpu_test.py"""

import contextlib
import io
import pathlib
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))

import gpu  # noqa: E402
import gpu_programs  # noqa: E402

# A process that answers as `hloom run --time --turns` does.
STUB = """
import sys
n = 0
def say():
    global n
    n += 1
    print('{"compile_ms":1.0, "median_ms":%d.0, "device_median_ms":%d.5, "runs":2}' % (n, n), flush=True)
say()
for line in sys.stdin:
    say()
sys.exit(%STATUS%)
"""


class Tests(unittest.TestCase):
    def stub(self, status=0):
        return gpu.Hloom([sys.executable, "-c", STUB.replace("%STATUS%", str(status))])

    def test_a_process_answers_line_by_line(self):
        it = self.stub()
        self.assertEqual(it.first["median_ms"], 1.0)
        # The device's clock counts, where it has one.
        self.assertEqual([it.batch(), it.batch()], [2.5, 3.5])
        it.close()
        self.assertEqual(gpu.time_of({"median_ms": 7.0}), 7.0)

    def test_a_process_that_fails_says_why(self):
        with self.assertRaisesRegex(RuntimeError, "it failed at its end"):
            self.stub(1).close()
        code = "import sys; sys.exit('error: there is no GPU 3')"
        with self.assertRaisesRegex(RuntimeError, "there is no GPU 3"):
            gpu.Hloom([sys.executable, "-c", code])

    def test_medians_and_copies(self):
        self.assertEqual(gpu.median([3, 1, 2]), 2)
        self.assertEqual(gpu.median([4, 1, 2, 3]), 2.5)
        # A gigabyte fills every cache by itself; of small inputs there are no more than 16.
        self.assertEqual(gpu.copies([("f32", (1 << 28,))]), 2)
        self.assertEqual(gpu.copies([("bf16", (4096, 4096))] * 2), 4)
        self.assertEqual(gpu.copies([("f32", (8,))]), 16)

    def test_types_are_read(self):
        text = "func.func public @main(%arg0: tensor<2x3xf32> {mhlo.x = 1}, %arg1: tensor<i32>) -> (tensor<f32>) {"
        self.assertEqual(gpu.signature(text), [("f32", (2, 3)), ("i32", ())])

    def test_xla_is_told_not_to_take_tf32(self):
        text = "dot_general %a, %b, precision = [DEFAULT, DEFAULT] {p = [#stablehlo<precision DEFAULT>]}"
        self.assertEqual(gpu.exact(text).count("HIGHEST"), 3)
        self.assertNotIn("DEFAULT", gpu.exact(text))
        bounds = [gpu.bound_of(name) for name in ("softmax", "matmul-tf32-512", "attention-512", "matmul-f8-32")]
        self.assertEqual(bounds, [gpu.BOUNDS[kind] for kind in ("f32", "tf32", "bf16", "f8")])

    def test_lines_of_the_table(self):
        program = gpu_programs.Program([], bytes=2 * 10**9, flops=0)
        times = {"hloom": 2.0, "PyTorch": 3.0, "torch.compile": 2.0, "JAX": 1.0}
        line = gpu.row("softmax", program, times, 1e-7, 1e-4)
        self.assertEqual(line, "| softmax | 2 ms | 1 TB/s | 3 ms | 1.50 | 2 ms | 1.00 | 1 ms | 0.50 | 1e-07 |")
        program = gpu_programs.Program([], flops=2 * 4096**3)
        line = gpu.row("matmul", program, {"hloom": 0.2, "JAX": 0.1}, 1.0, 1e-4)
        self.assertEqual(line, "| matmul | 0.2 ms | 687 Tflop/s | — | — | — | — | 0.1 ms | 0.50 | 1e+00 **too large** |")
        about = dict.fromkeys(("date", "commit", "device", "driver", "versions"), "it")
        columns = gpu.head(about).splitlines()[-1].count("|")
        self.assertEqual(line.count("|"), columns)
        self.assertIn("JAX: 0.50 over 1 programs", gpu.summary([{"hloom": 0.2, "JAX": 0.1}]))

    def test_the_programs_are_those_of_the_page(self):
        all_programs = gpu_programs.programs()
        for name in ("copy", "softmax", "layer-norm", "row-sums", "column-sums", "transpose", "resnet50-8"):
            self.assertIn(name, all_programs)
        for n in (512, 1024, 2048, 4096, 8192):
            for kind in ("bf16", "tf32", "f8"):
                self.assertEqual(all_programs[f"matmul-{kind}-{n}"].flops, 2 * n**3)
            self.assertIn(f"attention-{n}", all_programs)
        tiny = gpu_programs.programs(tiny=True)
        self.assertTrue(all(gpu_programs.size(it.arguments) < 1 << 16 for it in tiny.values() if it.arguments))

    def test_a_machine_without_a_gpu_is_told_plainly(self):
        command = [sys.executable, str(HERE / "gpu.py"), "--hloom", "/nonexistent/hloom"]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("error: `/nonexistent/hloom` can't be run", done.stderr)
        self.assertNotIn("Traceback", done.stderr)


if __name__ == "__main__":
    with contextlib.redirect_stdout(io.StringIO()):
        unittest.main()
