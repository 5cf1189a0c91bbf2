//! The peak rates of this machine, measured with small loop programs: memory and cache bandwidth,
//! and operations in vector registers and in the matrix unit.

use std::fmt;

/// Rates in bytes and operations per second; a fused multiply-add counts as two operations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Roof {
    /// Memory bandwidth in bytes per second.
    pub(super) memory: f64,
    /// Cache bandwidth in bytes per second, and the size up to which it holds.
    pub(super) cache: f64,
    pub(super) cache_bytes: f64,
    /// Operations on 32-bit floats in vector registers.
    pub(super) flops: f64,
    /// Operations on bytes in the matrix unit, if there is one; it does half as many on `bf16`.
    pub(super) matrix: Option<f64>,
}

impl Roof {
    /// The minimum time for this many bytes and operations.
    pub(super) fn seconds(&self, bytes: u64, operations: u64, matrix: bool) -> f64 {
        let bytes = bytes as f64;
        let rate = if bytes <= self.cache_bytes { self.cache } else { self.memory };
        let flops = if matrix { self.matrix.unwrap_or(self.flops) } else { self.flops };
        (bytes / rate).max(operations as f64 / flops)
    }
}

impl fmt::Display for Roof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let giga = |rate: f64| rate / 1e9;
        let (memory, cache, flops) = (giga(self.memory), giga(self.cache), giga(self.flops));
        write!(
            f,
            "{memory:.0} GB/s from memory, {cache:.0} from caches, {flops:.0} Gop/s in vectors"
        )?;
        match self.matrix {
            Some(rate) => write!(f, ", {:.0} in the matrix unit", giga(rate)),
            None => Ok(()),
        }
    }
}

#[cfg(feature = "llvm")]
mod measure {
    use std::time::{Duration, Instant};

    use anyhow::anyhow;
    use hloom_llvm::{AlignedBuffer, CpuTarget, Executable, Options, ThreadPool};

    use super::Roof;

    /// Number of independent accumulators, more than the latency of an addition in cycles.
    const SUMS: usize = 12;
    /// The time budget for one rate.
    const BUDGET: Duration = Duration::from_millis(60);
    /// The bytes per thread that fit in a private cache.
    const NEAR: usize = 256 << 10;
    /// The chunk size for reading memory, in bytes.
    const PIECE: usize = 1 << 20;

    impl Roof {
        /// The rates of this machine with this many threads.
        ///
        /// # Errors
        /// If a program can't be compiled or run, or allocation fails.
        pub(in crate::run) fn measured(threads: usize) -> anyhow::Result<Roof> {
            let pool = ThreadPool::new(threads)?;
            let target = CpuTarget::Native;
            let machine = target.schedule_machine();
            let lanes = target.vector_bytes() / 4;
            // Larger than the caches, within reason.
            let far = (2 * machine.cache_bytes as usize).clamp(64 << 20, 256 << 20);
            let far = far.next_multiple_of(PIECE);
            let memory = seconds(&sums(lanes, far / PIECE, PIECE, 1), far, &pool)?;
            let near = NEAR * threads;
            let cache = seconds(&sums(lanes, threads, NEAR, 64), near, &pool)?;
            let steps = 1 << 14;
            let turns = 4 * threads;
            let vectors = seconds(&multiply_adds(lanes, turns, steps), 0, &pool)?;
            let flops = (2 * turns * steps * SUMS * lanes) as f64 / vectors;
            let matrix = match machine.matrix {
                true => {
                    let time = seconds(&products(turns, steps / 8), 0, &pool)?;
                    Some((2 * turns * (steps / 8) * 4 * 16 * 16 * 64) as f64 / time)
                }
                false => None,
            };
            Ok(Roof {
                memory: far as f64 / memory,
                cache: (near * 64) as f64 / cache,
                cache_bytes: machine.cache_bytes as f64,
                flops,
                matrix,
            })
        }
    }

    /// The minimum time of several runs.
    fn seconds(text: &str, input: usize, pool: &ThreadPool) -> anyhow::Result<f64> {
        let program = hloom_loops::text::parse(text).map_err(|error| anyhow!("{error}"))?;
        let executable = Executable::compile(&program, &Options::default())?;
        let mut input = AlignedBuffer::zeroed(input)?;
        // Memory that was never written may be a single zero page.
        input.fill(1);
        let inputs: &[&[u8]] = if input.is_empty() { &[] } else { &[&input] };
        let output = executable.outputs().first().map_or(0, |output| output.bytes);
        let mut output = AlignedBuffer::zeroed(output)?;
        let mut best = f64::INFINITY;
        let begin = Instant::now();
        for run in 0.. {
            let clock = Instant::now();
            executable.run(inputs, &mut [&mut output], pool)?;
            best = best.min(clock.elapsed().as_secs_f64());
            if run >= 2 && begin.elapsed() > BUDGET {
                break;
            }
        }
        Ok(best.max(1e-9))
    }

    /// `%s0, %s1, …` and the like.
    fn list(of: impl Fn(usize) -> String) -> String {
        (0..SUMS).map(of).collect::<Vec<_>>().join(", ")
    }

    /// Lines that sum `%t0, %t1, …` and store the total.
    fn total(lanes: usize) -> String {
        let adds: String = (1..SUMS)
            .map(|n| {
                let before = if n == 1 { "%t0".to_owned() } else { format!("%u{}", n - 1) };
                format!("%u{n} : <{lanes} x f32> = add {before}, %t{n}\n")
            })
            .collect();
        format!("{adds}store %u{} to @y[%turn*{lanes}]\n", SUMS - 1)
    }

    /// A parallel kernel.
    fn kernel(lanes: usize, argument: &str, turns: usize, body: &str) -> String {
        format!(
            "program @roof {{\n{argument}\nresult 0 @y : f32[{turns}, {lanes}]
             kernel \"roof\" reads 0 writes 0 flops 0 special 0 integer 0 {{
             parallel for %turn = 0 to {turns} step 1 {{\n{body}\n}} }} }}"
        )
    }

    /// Reads an argument of this many chunks several times.
    fn sums(lanes: usize, pieces: usize, bytes: usize, times: usize) -> String {
        let (units, step) = (bytes / 4, SUMS * lanes);
        let ty = format!("<{lanes} x f32>");
        let starts: String = (0..SUMS).map(|n| format!("%s{n} : {ty} = const {n}.0\n")).collect();
        let outer = list(|n| format!("%o{n} : {ty} = %s{n} to %t{n}"));
        let inner = list(|n| format!("%i{n} : {ty} = %o{n} to %j{n}"));
        let adds: String = (0..SUMS)
            .map(|n| {
                let at = n * lanes;
                format!(
                    "%v{n} : {ty} = load @x[%turn*{units} + %k + {at}]
                     %w{n} : {ty} = add %i{n}, %v{n}\n"
                )
            })
            .collect();
        let (w, j) = (list(|n| format!("%w{n}")), list(|n| format!("%j{n}")));
        let whole = units / step * step;
        let body = format!(
            "{starts} for %r = 0 to {times} step 1 carrying {outer} {{
             for %k = 0 to {whole} step {step} carrying {inner} {{\n{adds} next {w} }}
             next {j} }}\n{}",
            total(lanes)
        );
        kernel(lanes, &format!("argument 0 @x : f32[{}]", pieces * units), pieces, &body)
    }

    /// Fused multiply-adds in registers.
    fn multiply_adds(lanes: usize, turns: usize, steps: usize) -> String {
        let ty = format!("<{lanes} x f32>");
        let starts: String = (0..SUMS).map(|n| format!("%s{n} : {ty} = const {n}.5\n")).collect();
        let carried = list(|n| format!("%i{n} : {ty} = %s{n} to %t{n}"));
        let fmas: String =
            (0..SUMS).map(|n| format!("%w{n} : {ty} = fma %i{n}, %s0, %s1\n")).collect();
        let w = list(|n| format!("%w{n}"));
        let body = format!(
            "{starts} for %k = 0 to {steps} step 1 carrying {carried} {{\n{fmas} next {w} }}\n{}",
            total(lanes)
        );
        kernel(lanes, "", turns, &body)
    }

    /// Products in the matrix unit, with four accumulators.
    fn products(turns: usize, steps: usize) -> String {
        let registers: String = (0..8)
            .map(|n| {
                let what = if n < 4 { "i32[16, 16]" } else { "i8[16, 64]" };
                format!("matrix @m{n} : {what}\n")
            })
            .collect();
        let names: Vec<String> = (0..8).map(|n| format!("@m{n}")).collect();
        let zeros: String = names.iter().map(|name| format!("matrix zero {name}\n")).collect();
        let multiply = |n: usize| {
            let (left, right) = (4 + n / 2, 6 + n % 2);
            format!("matrix multiply @m{left}, @m{right} into @m{n}\n")
        };
        let multiplies: String = (0..4).map(multiply).collect();
        let body = format!(
            "scratch {} {{\n{zeros} for %k = 0 to {steps} step 1 {{\n{multiplies} }} }}
             %z : <4 x f32> = const 0.0
             store %z to @y[%turn*4]",
            names.join(", ")
        );
        kernel(4, "", turns, &body).replacen("kernel", &format!("{registers}kernel"), 1)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn this_machine_does_something() {
            let roof = Roof::measured(1).unwrap();
            for rate in [roof.memory, roof.cache, roof.flops, roof.matrix.unwrap_or(1e9)] {
                assert!(rate.is_finite() && rate > 1e7, "{roof:?}");
            }
        }
    }
}

#[cfg(not(feature = "llvm"))]
impl Roof {
    /// Without LLVM, nothing can be measured.
    ///
    /// # Errors
    /// Always.
    pub(super) fn measured(_: usize) -> anyhow::Result<Roof> {
        anyhow::bail!("this hloom was built without LLVM and can't measure the machine")
    }
}
