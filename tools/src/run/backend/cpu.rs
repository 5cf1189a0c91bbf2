//! Running a program as machine code of this machine.
//!
//! The module goes through the passes, one function of it becomes a loop program, and
//! that becomes machine code. Operands of check ops come back as results, and the
//! interpreter compares them: a check means the same on every backend.

use std::path::PathBuf;

use hloom_interp::Value;
use hloom_ir::types::TypeKind;
use hloom_ir::{Literal, Module, OpId, Type};
use hloom_llvm::executable::Executable;
use hloom_llvm::runtime::pool::ThreadPool;
use hloom_loops::lower::Lowered;

use super::{Program, Settings};
use crate::run::Problem;
use crate::target;

struct Compiled {
    /// What the checks stand in.
    module: Module,
    lowered: Lowered,
    executable: Executable,
    pool: Pool,
    probes: PathBuf,
    /// The types of the function's results, tuples whole.
    results: Vec<Type>,
    inputs: Vec<Literal>,
    outputs: Vec<Literal>,
}

enum Pool {
    /// One thread a core.
    Shared(&'static ThreadPool),
    Own(ThreadPool),
}

impl Pool {
    fn get(&self) -> &ThreadPool {
        match self {
            Pool::Shared(pool) => pool,
            Pool::Own(pool) => pool,
        }
    }
}

/// Compiles the function.
pub(super) fn prepare(
    mut module: Module,
    entry: OpId,
    settings: &Settings,
) -> Result<Box<dyn Program>, Problem> {
    let name = module.func(entry).sym_name.0.to_string();
    let pipeline = match &settings.pipeline {
        Some(pipeline) => pipeline.clone(),
        None => target::cpu_pipeline(),
    };
    super::optimize(&mut module, &pipeline)?;
    let entry = module
        .symbol(&name)
        .ok_or_else(|| Problem::Usage(format!("the passes removed the function @{name}")))?;
    let results = module.func(entry).function_type.results().to_vec();
    let vector_bytes = hloom_llvm::target::Target::Native.vector_bytes();
    let lowered =
        target::lower(&module, entry, vector_bytes).map_err(|d| Problem::Found(vec![*d]))?;
    let options = hloom_llvm::compile::Options::default();
    let executable = Executable::compile(&lowered.program, &options).map_err(wrong)?;
    let pool = match settings.threads {
        None => Pool::Shared(ThreadPool::global()),
        Some(threads) => Pool::Own(ThreadPool::new(threads).map_err(|e| wrong(e.into()))?),
    };
    let probes = settings.probes.clone();
    let (inputs, outputs) = (Vec::new(), Vec::new());
    Ok(Box::new(Compiled { module, lowered, executable, pool, probes, results, inputs, outputs }))
}

fn wrong(error: hloom_llvm::error::Error) -> Problem {
    Problem::Wrong(error.to_string())
}

impl Program for Compiled {
    fn load(&mut self, inputs: Vec<Value>) -> Result<(), Problem> {
        self.inputs.clear();
        inputs.into_iter().for_each(|value| flatten(value, &mut self.inputs));
        let outputs = self.lowered.results.iter().map(|&ty| Literal::zeros(ty));
        let outputs: Result<Vec<Literal>, _> = outputs.collect();
        self.outputs = outputs.map_err(|error| Problem::Wrong(error.to_string()))?;
        Ok(())
    }

    fn run(&mut self) -> Result<(), Problem> {
        let inputs: Vec<&[u8]> = self.inputs.iter().map(Literal::bytes).collect();
        let mut outputs: Vec<&mut [u8]> =
            self.outputs.iter_mut().map(|output| output.as_mut_slice::<u8>()).collect();
        self.executable.run(&inputs, &mut outputs, self.pool.get()).map_err(wrong)?;
        if self.lowered.checks.is_empty() {
            return Ok(());
        }
        let probe = super::probe_in(&self.probes);
        let options =
            hloom_interp::Options { probe: Some(&probe), ..hloom_interp::Options::default() };
        let failures: Vec<_> = self
            .lowered
            .checks
            .iter()
            .filter(|check| check.state.is_none_or(|at| self.outputs[at].bytes() != [0]))
            .filter_map(|check| {
                let operands: Vec<Literal> =
                    check.operands.iter().map(|&i| self.outputs[i].clone()).collect();
                hloom_interp::check_op(&self.module, check.op, &operands, &options).err()
            })
            .map(|error| error.diagnostic())
            .collect();
        if failures.is_empty() { Ok(()) } else { Err(Problem::Found(failures)) }
    }

    fn results(&mut self) -> Result<Vec<Value>, Problem> {
        self.outputs.truncate(self.lowered.own_results);
        let mut flat = std::mem::take(&mut self.outputs).into_iter();
        self.results
            .iter()
            .map(|&ty| gather(ty, &mut flat))
            .collect::<Option<Vec<Value>>>()
            .ok_or_else(|| Problem::Bug("the code has other results than the function".to_owned()))
    }
}

/// A value's tensors, members of tuples one by one, every element stored.
fn flatten(value: Value, into: &mut Vec<Literal>) {
    match value {
        Value::Tensor(literal) => into.push(literal.expanded()),
        Value::Tuple(members) => members.into_iter().for_each(|member| flatten(member, into)),
        Value::Token | Value::Future(_) => {}
    }
}

/// A value of a type from the tensors that come next.
fn gather(ty: Type, from: &mut impl Iterator<Item = Literal>) -> Option<Value> {
    match ty.kind() {
        TypeKind::Tuple(members) => {
            let members = members.iter().map(|&member| gather(member, from));
            members.collect::<Option<Vec<Value>>>().map(Value::Tuple)
        }
        TypeKind::Token => Some(Value::Token),
        _ => from.next().map(Value::Tensor),
    }
}
