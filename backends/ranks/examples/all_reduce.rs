//! Times `all_reduce` of f32 over ranks: `all_reduce threads|shared|mpi RANKS BYTES REPEATS`; and
//! copies of as many bytes by as many processes at once: `all_reduce copy RANKS BYTES REPEATS`.
//!
//! It prints the median time of rank 0 in microseconds. Under mpirun it is started as
//! `mpirun -n RANKS all_reduce mpi RANKS BYTES REPEATS`. `tests/bench/ranks.py` runs it.

use std::os::fd::AsRawFd;
use std::process::Command;
use std::time::{Duration, Instant};

use hloom_interp::{Options, Rank, Ranks, Value, run_with};
use hloom_ir::{Element, Literal, Module, Type};
use hloom_ranks::shared::{RankAllocator, Segment, Shared, lend, ring_bytes};

#[global_allocator]
static ALLOCATOR: RankAllocator = RankAllocator;

/// The variable that makes a process a rank: the segment's descriptor and the rank.
const PLACE: &str = "ALL_REDUCE_RANK";

const PATIENCE: Option<Duration> = Some(Duration::from_secs(60));

fn program(ranks: usize, elements: usize) -> Module {
    let all: Vec<usize> = (0..ranks).collect();
    let text = format!(
        "func.func @main(%x: tensor<{elements}xf32>) -> tensor<{elements}xf32> {{\n  %y = \
         \"stablehlo.all_reduce\"(%x) <{{channel_handle = #stablehlo.channel_handle<handle = 1, type = \
         1>, replica_groups = dense<{:?}> : tensor<1x{ranks}xi64>, use_global_device_ids}}> ({{\n  \
         ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    %s = stablehlo.add %a, %b : tensor<f32>\n    \
         stablehlo.return %s : tensor<f32>\n  }}) : (tensor<{elements}xf32>) -> \
         tensor<{elements}xf32>\n  return %y : tensor<{elements}xf32>\n}}\n",
        [all]
    );
    hloom_ir::text::parse_module(&text).expect("a program")
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The median time of a rank, in microseconds; runs are kept in step by an all_reduce of one number.
fn time(rank: &Rank, ranks: usize, bytes: usize, repeats: usize) -> f64 {
    let (module, barrier) = (program(ranks, bytes / 4), program(ranks, 1));
    let input = |elements: usize| {
        let numbers: Vec<f64> = (0..elements).map(|i| (i % 1000) as f64).collect();
        let ty = Type::tensor(&[elements as i64], Element::F32);
        let literal = Literal::from_f64s(ty, &numbers).expect("numbers").expanded();
        [Value::Tensor(literal)]
    };
    let (input, one) = (input(bytes / 4), input(1));
    let options = Options { rank: Some(rank), ..Options::default() };
    let mut times = Vec::new();
    for i in 0..repeats + repeats.min(3) {
        run_with(&barrier, "main", &one, &options).expect("all come");
        let clock = Instant::now();
        let result = run_with(&module, "main", &input, &options).expect("all come");
        if i >= repeats.min(3) {
            times.push(clock.elapsed().as_secs_f64() * 1e6);
        }
        let last = result[0].tensor().expect("a tensor").get_f64(bytes / 4 - 1);
        let number = ((bytes / 4 - 1) % 1000) as f64;
        assert_eq!(last, number * ranks as f64);
    }
    rank.flush(&|| false).expect("the others read");
    median(times)
}

/// The median time in which this process copies bytes, while the others do.
fn copies(rank: &Rank, bytes: usize, repeats: usize) -> f64 {
    let from = vec![1u8; bytes];
    let mut to = vec![2u8; bytes];
    let barrier = program(rank.count() as usize, 1);
    let ty = Type::tensor(&[1], Element::F32);
    let one = [Value::Tensor(Literal::from_f64s(ty, &[1.0]).expect("a number"))];
    let options = Options { rank: Some(rank), ..Options::default() };
    let mut times = Vec::new();
    for _ in 0..repeats {
        run_with(&barrier, "main", &one, &options).expect("all come");
        let clock = Instant::now();
        to.copy_from_slice(std::hint::black_box(&from));
        std::hint::black_box(&mut to);
        times.push(clock.elapsed().as_secs_f64() * 1e6);
    }
    rank.flush(&|| false).expect("the others read");
    median(times)
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |i: usize| args.get(i).and_then(|n| n.parse::<usize>().ok()).expect("a number");
    let (way, ranks, bytes, repeats) = (args[1].as_str(), number(2), number(3), number(4));
    let timed = |rank: &Rank| match way {
        "copy" => copies(rank, bytes, repeats),
        _ => time(rank, ranks, bytes, repeats),
    };
    match (way, std::env::var(PLACE)) {
        ("mpi", _) => {
            let (session, transport) = hloom_ranks::mpi::start().expect("MPI");
            let rank = Rank::over(transport, PATIENCE);
            let time = timed(&rank);
            if rank.number() == 0 {
                println!("{time:.1}");
            }
            rank.end_together(&|| false).expect("all end");
            rank.leave();
            session.finish();
        }
        ("threads", _) => {
            let group = Ranks::new((1, ranks as u32), PATIENCE);
            let times: Vec<f64> = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..ranks as u32)
                    .map(|rank| {
                        let rank = group.rank(rank);
                        scope.spawn(move || time(&rank, ranks, bytes, repeats))
                    })
                    .collect();
                threads.into_iter().map(|it| it.join().expect("no panic")).collect()
            });
            println!("{:.1}", times[0]);
        }
        (_, Ok(place)) => {
            let (descriptor, rank) = place.split_once(':').expect("a place");
            let segment = Segment::inherited(descriptor.parse().expect("a descriptor"));
            let (segment, rank) = (segment.expect("a segment"), rank.parse().expect("a rank"));
            lend(&segment, rank);
            let transport = Shared::new(segment, rank);
            let rank = Rank::over(Box::new(transport), PATIENCE);
            let time = timed(&rank);
            if rank.number() == 0 {
                println!("{time:.1}");
            }
        }
        (_, Err(_)) => {
            let ring = std::env::var("RING").ok().and_then(|n| n.parse().ok());
            let segment = Segment::create(ranks as u32, ring.unwrap_or(ring_bytes(ranks as u32)));
            let segment = segment.expect("a segment");
            let descriptor = segment.descriptor().as_raw_fd();
            let children: Vec<_> = (0..ranks)
                .map(|rank| {
                    let mut command = Command::new(std::env::current_exe().expect("this program"));
                    command.args(&args[1..]).env(PLACE, format!("{descriptor}:{rank}"));
                    command.spawn().expect("a process")
                })
                .collect();
            for mut child in children {
                assert!(child.wait().expect("it ends").success());
            }
        }
    }
}
