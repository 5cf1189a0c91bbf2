//! Ranks that are processes reduce large tensors where they lie, with the results of ranks that are
//! threads.
#![cfg(target_os = "linux")]

use std::os::fd::AsRawFd;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use hloom_interp::{Options, Rank, Ranks, Transport, Value, run_with};
use hloom_ir::{Element, Literal, Module, Type};
use hloom_ranks::shared::{RankAllocator, Segment, Shared, lend};

#[global_allocator]
static ALLOCATOR: RankAllocator = RankAllocator;

/// The variable that makes a process a rank: the segment's descriptor and the rank.
const PLACE: &str = "IN_PLACE_RANK";

const PATIENCE: Option<Duration> = Some(Duration::from_secs(60));

const RANKS: u32 = 3;

/// Elements of the program's tensors: no multiple of ranks or blocks; the last is below the size
/// from which allocations lie in an area.
const ELEMENTS: [i64; 3] = [1_500_001, 700_003, 20_000];

/// A transport that counts the reads of other ranks' memory.
struct Counting {
    shared: Shared,
    reads: Arc<AtomicUsize>,
}

impl Transport for Counting {
    fn rank(&self) -> u32 {
        self.shared.rank()
    }
    fn count(&self) -> u32 {
        self.shared.count()
    }
    fn write(&mut self, to: u32, bytes: &[u8]) -> usize {
        self.shared.write(to, bytes)
    }
    fn arrived(&self, from: u32) -> &[u8] {
        self.shared.arrived(from)
    }
    fn consume(&mut self, from: u32, bytes: usize) {
        self.shared.consume(from, bytes);
    }
    fn has_places(&self) -> bool {
        self.shared.has_places()
    }
    fn place(&self, bytes: &[u8]) -> Option<u64> {
        self.shared.place(bytes)
    }
    fn place_to_write(&self, bytes: &mut [u8]) -> Option<u64> {
        self.shared.place_to_write(bytes)
    }
    fn store(&self, place: u64, bytes: &[u8], uncached: bool) -> bool {
        self.shared.store(place, bytes, uncached)
    }
    fn shared(&self, place: u64, bytes: usize) -> Option<&[u8]> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.shared.shared(place, bytes)
    }
    fn flush(&mut self) -> Result<(), String> {
        self.shared.flush()
    }
    fn poll(&mut self) -> Result<(), String> {
        self.shared.poll()
    }
    fn idle(&mut self, rounds: u32) {
        self.shared.idle(rounds);
    }
}

fn program() -> Module {
    let types = ELEMENTS.map(|n| format!("tensor<{n}xf32>"));
    let [a, b, c] = &types;
    let reduce = |operands: &str, body: &str, types: &str| {
        format!(
            "\"stablehlo.all_reduce\"({operands}) <{{channel_handle = \
             #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[2, 0, 1]]> : \
             tensor<1x3xi64>, use_global_device_ids}}> ({{\n  ^bb0(%l: tensor<f32>, %r: \
             tensor<f32>):\n    %s = stablehlo.{body} %l, %r : tensor<f32>\n    stablehlo.return %s \
             : tensor<f32>\n  }}) : ({types}) -> ({types})\n"
        )
    };
    let text = format!(
        "func.func @main(%a: {a}, %b: {b}, %c: {c}) -> ({a}, {b}, {a}, {c}) {{\n  %x:2 = {}  %y = \
         {}  %z = {}  return %x#0, %x#1, %y, %z : {a}, {b}, {a}, {c}\n}}\n",
        reduce("%a, %b", "add", &format!("{a}, {b}")),
        reduce("%a", "subtract", a),
        reduce("%c", "multiply", c),
    );
    hloom_ir::text::parse_module(&text).expect("a program")
}

/// The results of a rank on inputs of its own.
fn results(rank: &Rank) -> Vec<Literal> {
    let module = program();
    let inputs = ELEMENTS.map(|n| {
        let of = |i: i64| ((i * 7919 + i64::from(rank.number()) * 104_729) % 1009) as f64 / 17.0;
        let numbers: Vec<f64> = (0..n).map(of).collect();
        let ty = Type::tensor(&[n], Element::F32);
        Value::Tensor(Literal::from_f64s(ty, &numbers).expect("numbers"))
    });
    let options = Options { rank: Some(rank), ..Options::default() };
    // The second time, results lie where those of the first did.
    drop(run_with(&module, "main", &inputs, &options).expect("all come"));
    let results = run_with(&module, "main", &inputs, &options).expect("all come");
    results.iter().map(|value| value.tensor().expect("a tensor").clone()).collect()
}

/// A number that depends on all bytes and their order.
fn digest(results: &[Literal]) -> u64 {
    let bytes = results.iter().flat_map(|x| x.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// A rank of the test below, which starts this program again for each; in the test run itself,
/// nothing is asked of it.
#[test]
fn a_rank() {
    let Ok(place) = std::env::var(PLACE) else { return };
    let (descriptor, rank) = place.split_once(':').expect("a place");
    let segment = Segment::inherited(descriptor.parse().expect("a descriptor"));
    let (segment, number) = (segment.expect("a segment"), rank.parse().expect("a rank"));
    assert!(lend(&segment, number), "there is an area");
    let reads = Arc::new(AtomicUsize::new(0));
    let transport = Counting { shared: Shared::new(segment, number), reads: reads.clone() };
    let rank = Rank::over(Box::new(transport), PATIENCE);
    let all = results(&rank);
    rank.end_together(&|| false).expect("all end");
    assert!(reads.load(Ordering::Relaxed) > 20, "large tensors are read where they lie");
    println!("rank {number}: {:x}", digest(&all));
}

#[test]
fn large_tensors_are_reduced_where_they_lie() {
    let group = Ranks::new((1, RANKS), PATIENCE);
    let expected: Vec<u64> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..RANKS)
            .map(|rank| {
                let rank = group.rank(rank);
                scope.spawn(move || digest(&results(&rank)))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(expected.iter().all(|&digest| digest == expected[0]), "all_reduce has one result");
    let segment = Segment::create(RANKS, 1 << 16).expect("a segment");
    let descriptor = segment.descriptor().as_raw_fd();
    let children: Vec<_> = (0..RANKS)
        .map(|rank| {
            let mut command = Command::new(std::env::current_exe().expect("this program"));
            command.args(["--exact", "a_rank", "--nocapture"]);
            command.env(PLACE, format!("{descriptor}:{rank}"));
            command.stdout(std::process::Stdio::piped()).spawn().expect("a process")
        })
        .collect();
    for (rank, child) in children.into_iter().enumerate() {
        let said = child.wait_with_output().expect("it ends");
        let text = String::from_utf8_lossy(&said.stdout).into_owned();
        assert!(said.status.success(), "rank {rank}: {text}");
        assert!(text.contains(&format!("rank {rank}: {:x}\n", expected[rank])), "{text}");
    }
}
