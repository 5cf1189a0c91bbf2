"""Times all_reduce over ranks: threads, shared memory and MPI of hloom, MPI_Allreduce, and copies.

    cargo build --release -p hloom-ranks --example all_reduce
    python3 tests/bench/ranks.py [--hloom target/release/hloom] [--ranks 2,4] [--bytes 67108864]

Rows of ways are timed by turns, several rounds; each figure is the median of the rounds. Freed memory is
kept, as hloom lets its ranks keep it: new pages would take most of the time. The bound is the time in which all ranks at once copy as many bytes as each has to receive, 2 (n - 1) / n of the
tensor. `mpicc` and `mpirun` are used where they are installed. With --hloom, a step of a network that
is divided over ranks is timed too, beside the whole on one thread.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import tempfile

ALLREDUCE = r"""
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    size_t n = strtoull(argv[1], 0, 10) / 4;
    int repeats = atoi(argv[2]), rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    float *x = malloc(4 * n), *y = malloc(4 * n), one = 1, sum;
    double *times = malloc(sizeof(double) * repeats);
    for (size_t i = 0; i < n; i++) x[i] = i % 1000, y[i] = 0;
    for (int i = -3; i < repeats; i++) {
        MPI_Allreduce(&one, &sum, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        double begin = MPI_Wtime();
        MPI_Allreduce(x, y, n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        if (i >= 0) times[i] = MPI_Wtime() - begin;
    }
    qsort(times, repeats, sizeof(double), by_size);
    if (rank == 0) printf("%.1f\n", times[repeats / 2] * 1e6);
    MPI_Finalize();
}
"""

MLP = """
sdy.mesh @m = <["d"=RANKS]>
func.func @main(%x: tensor<ROWSxWIDTHxf32> SHARD, %w: tensor<WIDTHxWIDTHxf32>, %v: tensor<WIDTHxWIDTHxf32>) -> (tensor<WIDTHxWIDTHxf32>, tensor<WIDTHxWIDTHxf32>) {
  %rate = stablehlo.constant dense<0.01> : tensor<WIDTHxWIDTHxf32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<ROWSxWIDTHxf32>, tensor<WIDTHxWIDTHxf32>) -> tensor<ROWSxWIDTHxf32>
  %a = stablehlo.tanh %h : tensor<ROWSxWIDTHxf32>
  %y = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<ROWSxWIDTHxf32>, tensor<WIDTHxWIDTHxf32>) -> tensor<ROWSxWIDTHxf32>
  %e = stablehlo.subtract %y, %x : tensor<ROWSxWIDTHxf32>
  %gv = stablehlo.dot_general %a, %e, contracting_dims = [0] x [0] : (tensor<ROWSxWIDTHxf32>, tensor<ROWSxWIDTHxf32>) -> tensor<WIDTHxWIDTHxf32>
  %b = stablehlo.dot_general %e, %v, contracting_dims = [1] x [1] : (tensor<ROWSxWIDTHxf32>, tensor<WIDTHxWIDTHxf32>) -> tensor<ROWSxWIDTHxf32>
  %s = stablehlo.multiply %a, %a : tensor<ROWSxWIDTHxf32>
  %one = stablehlo.constant dense<1.0> : tensor<ROWSxWIDTHxf32>
  %d = stablehlo.subtract %one, %s : tensor<ROWSxWIDTHxf32>
  %c = stablehlo.multiply %b, %d : tensor<ROWSxWIDTHxf32>
  %gw = stablehlo.dot_general %x, %c, contracting_dims = [0] x [0] : (tensor<ROWSxWIDTHxf32>, tensor<ROWSxWIDTHxf32>) -> tensor<WIDTHxWIDTHxf32>
  %uv = stablehlo.multiply %gv, %rate : tensor<WIDTHxWIDTHxf32>
  %uw = stablehlo.multiply %gw, %rate : tensor<WIDTHxWIDTHxf32>
  %nv = stablehlo.subtract %v, %uv : tensor<WIDTHxWIDTHxf32>
  %nw = stablehlo.subtract %w, %uw : tensor<WIDTHxWIDTHxf32>
  return %nw, %nv : tensor<WIDTHxWIDTHxf32>, tensor<WIDTHxWIDTHxf32>
}
"""

MPI = {
    "GLIBC_TUNABLES": "glibc.malloc.mmap_threshold=4294967296:"
    "glibc.malloc.trim_threshold=17179869184:glibc.malloc.top_pad=67108864",
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
}


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | MPI)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stderr}")
    return done.stdout


def all_reduce(args, folder):
    ours = args.example
    ways = {"copy": "copies", "shared": "shared memory", "threads": "threads"}
    has_mpi = shutil.which("mpirun") and shutil.which("mpicc")
    if has_mpi:
        source, theirs = os.path.join(folder, "allreduce.c"), os.path.join(folder, "allreduce")
        with open(source, "w") as file:
            file.write(ALLREDUCE)
        run(["mpicc", "-O3", "-march=native", source, "-o", theirs])
        ways |= {"mpi": "MPI through hloom", "library": "MPI_Allreduce"}
    for ranks in map(int, args.ranks.split(",")):
        for size, repeats in ((args.bytes, 15), (8, 2001)):
            times = {way: [] for way in ways}
            for _ in range(args.rounds):
                for way in ways:
                    if way == "library":
                        command = ["mpirun", "-n", ranks, theirs, size, repeats]
                    elif way == "mpi":
                        command = ["mpirun", "-n", ranks, ours, way, ranks, size, repeats]
                    elif way == "copy" and size <= 8:
                        continue
                    else:
                        command = [ours, way, ranks, size, repeats]
                    times[way].append(float(run(list(map(str, command)))))
            medians = {way: statistics.median(all) for way, all in times.items() if all}
            bound = medians.get("copy", 0) * 2 * (ranks - 1) / ranks
            print(f"{ranks} ranks, {size} bytes")
            for way, time in medians.items():
                share = f", {bound / time:.2f} of the bound" if bound and way != "copy" else ""
                print(f"  {ways[way]:20} {time:10.1f} us{share}")


def network(args, folder):
    for ranks in map(int, args.ranks.split(",")):
        text = MLP.replace("RANKS", str(ranks)).replace("ROWS", str(args.rows))
        text = text.replace("WIDTH", str(args.width))
        whole, divided = os.path.join(folder, "whole.mlir"), os.path.join(folder, "divided.mlir")
        with open(whole, "w") as file:
            file.write(text.replace("SHARD", ""))
        with open(divided, "w") as file:
            shard = '{sdy.sharding = #sdy.sharding<@m, [{"d"}, {}]>}'
            file.write(text.replace("SHARD", shard))
        common = ["--random-inputs", "1", "--time", "--warmup", "2", "--repeat", str(args.repeat)]
        ways = {
            "whole, one thread": [whole, "--threads", "1"],
            "threads": [divided, "--ranks", str(ranks), "--threads", "1"],
            "processes": [divided, "--ranks", str(ranks), "--threads", "1", "--processes"],
        }
        if shutil.which("mpirun"):
            ways["MPI"] = [divided, "--ranks", str(ranks), "--threads", "1", "--mpi"]
        times = {way: [] for way in ways}
        for _ in range(args.rounds):
            for way, options in ways.items():
                line = json.loads(run([args.hloom, "run", *options, *common]))
                times[way].append(line["median_ms"])
        medians = {way: statistics.median(all) for way, all in times.items()}
        cores = min(os.cpu_count(), ranks)
        print(f"step of a network on {ranks} ranks and {cores} cores")
        work = medians["whole, one thread"]
        for way, time in medians.items():
            over = "" if way.startswith("whole") else f", {100 * (time * cores / work - 1):.1f} % over"
            print(f"  {way:20} {time:8.2f} ms{over}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--example", default="target/release/examples/all_reduce")
    parser.add_argument("--hloom")
    parser.add_argument("--ranks", default="2,4")
    parser.add_argument("--bytes", type=int, default=64 << 20)
    parser.add_argument("--rows", type=int, default=4096)
    parser.add_argument("--width", type=int, default=1024)
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if args.hloom:
            network(args, folder)
        else:
            all_reduce(args, folder)


if __name__ == "__main__":
    main()
