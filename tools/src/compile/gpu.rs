//! Code for NVIDIA GPUs.

#[cfg(feature = "ptx")]
pub(super) use built::{emit, machine};

#[cfg(not(feature = "ptx"))]
pub(super) use absent::{emit, machine};

#[cfg(feature = "ptx")]
mod built {
    use hloom_loops::program::Program;
    use hloom_loops::schedule::Machine;
    use hloom_ptx::Target;
    use hloom_ptx::codegen::{Compiled, Options, compile};
    use hloom_ptx::occupancy::Occupancy;
    use hloom_ptx::ptxas::{Ptxas, Usage};

    use crate::Io;
    use crate::compile::{Args, Emit};

    /// The machine description that schedules for a target are based on.
    pub(in crate::compile) fn machine(target: &str) -> anyhow::Result<Machine> {
        Ok(Target::parse(target)?.schedule_machine())
    }

    /// Generates code for a program. The inner error is about the program, or about a missing part
    /// of CUDA.
    pub(in crate::compile) fn emit(
        program: &Program,
        kind: Emit,
        args: &Args,
        io: &mut Io<'_>,
    ) -> anyhow::Result<Result<Vec<u8>, String>> {
        let target = Target::parse(&args.target)?;
        let keep_llvm = matches!(kind, Emit::Llvm);
        let options = Options { embed: true, keep_llvm, ..Options::new(target) };
        let compiled = match compile(program, &options) {
            Ok(compiled) => compiled,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let mut usage = None;
        let code = match kind {
            Emit::Llvm => compiled.llvm.clone().into_bytes(),
            Emit::Cubin => {
                let made = Ptxas::find().and_then(|it| it.assemble(&compiled.text, target));
                match made {
                    Ok(cubin) => {
                        usage = Some(cubin.usage);
                        cubin.bytes
                    }
                    Err(error) => return Ok(Err(error.to_string())),
                }
            }
            _ => compiled.text.clone().into_bytes(),
        };
        if args.statistics {
            if usage.is_none() {
                match Ptxas::find().and_then(|it| it.assemble(&compiled.text, target)) {
                    Ok(cubin) => usage = Some(cubin.usage),
                    Err(error) => writeln!(io.stderr, "warning: no registers are known: {error}")?,
                }
            }
            write!(io.stderr, "{}", statistics(&compiled, &usage.unwrap_or_default()))?;
        }
        Ok(Ok(code))
    }

    /// The resources of each kernel.
    fn statistics(compiled: &Compiled, usage: &[Usage]) -> String {
        let each = compiled.kernels.iter().map(|kernel| {
            let [x, y, z] = kernel.threads.grid;
            let [bx, by, bz] = kernel.threads.block;
            let start = format!("{}: grid {x}x{y}x{z}, block {bx}x{by}x{bz}", kernel.symbol);
            let known = usage.iter().find(|usage| usage.symbol == kernel.symbol);
            // Dynamic shared memory is given at launch; the assembler does not report it.
            let known =
                known.map(|it| Usage { shared: it.shared + kernel.shared_bytes, ..it.clone() });
            let rest = known.as_ref().map_or_else(String::new, |it| {
                format!(
                    ", {} registers, {} bytes of stack, {} spilled, {} of shared memory; {}",
                    it.registers,
                    it.stack,
                    it.spill_stores + it.spill_loads,
                    it.shared,
                    Occupancy::of(compiled.target, bx * by * bz, it)
                )
            });
            format!("{start}{rest}\n")
        });
        each.chain([format!("for {}; no time is measured\n", compiled.target)]).collect()
    }
}

#[cfg(not(feature = "ptx"))]
mod absent {
    use hloom_loops::program::Program;
    use hloom_loops::schedule::Machine;

    use crate::Io;
    use crate::compile::{Args, Emit};

    const ABSENT: &str = "this hloom was built without code for GPUs; build it with --features ptx";

    pub(in crate::compile) fn machine(_: &str) -> anyhow::Result<Machine> {
        anyhow::bail!(ABSENT)
    }

    pub(in crate::compile) fn emit(
        _: &Program,
        _: Emit,
        _: &Args,
        _: &mut Io<'_>,
    ) -> anyhow::Result<Result<Vec<u8>, String>> {
        anyhow::bail!(ABSENT)
    }
}
