//! Several processes at once: `interpreter.run_parallel`, and the ops by which
//! processes speak to each other and to the host.
//!
//! A program that is run by itself is one process, a grid of one by one.

mod collective;
mod grid;
mod groups;
mod manual;

use crate::body::Stop;
use crate::call;
use crate::error::{Eval, Fault, RunError, Trouble};
use crate::host::Effect;
use crate::run::{Frame, Outs, Run};
use crate::value::Value;
use collective::Begun;
use grid::{Lane, Message, Unanswered};
use hloom_ir::ops::{Func, Infeed, Op, Recv, RunParallel, Send, Strategy};
use hloom_ir::{Block, Element, Literal, OpId, Type};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

pub(crate) use grid::Grid;

/// The most processes that run at the same time.
const MOST_PROCESSES: usize = 4096;

/// Room for the calls of a process: those that may be nested fit in it.
const STACK_BYTES: usize = 64 << 20;

/// A process: its grid, and which of its processes it is.
#[derive(Clone)]
pub(crate) struct Process {
    pub(crate) grid: Arc<Grid>,
    pub(crate) me: u32,
}

impl Process {
    /// One process alone.
    pub(crate) fn alone() -> Process {
        Process { grid: Arc::new(Grid::new(1, 1, None)), me: 0 }
    }
}

/// Says that a process has ended, even where it panics.
struct Ending<'p>(&'p Process);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.grid.end(self.0.me);
    }
}

/// Why waiting came to nothing.
fn unanswered(why: Unanswered) -> Box<Trouble> {
    match why {
        Unanswered::Interrupted => Box::new(Trouble {
            fault: Fault::Interrupted,
            message: "the run was interrupted".into(),
        }),
        Unanswered::Deadlock(who) if who.is_empty() => {
            Trouble::invalid("the process was woken for nothing")
        }
        Unanswered::Deadlock(who) => Box::new(Trouble {
            fault: Fault::Deadlock,
            message: format!("no process can go on: {who}"),
        }),
    }
}

/// A result that an op begun earlier will have: what `async_start` hands out.
/// Futures are equal if they are of the same op's same run.
#[derive(Clone, Debug)]
pub struct Future {
    work: Arc<Work>,
    index: usize,
}

impl PartialEq for Future {
    fn eq(&self, other: &Future) -> bool {
        Arc::ptr_eq(&self.work, &other.work) && self.index == other.index
    }
}

impl Future {
    /// The type of what there will be.
    pub fn of(&self) -> Type {
        self.work.types[self.index]
    }
}

/// A collective that goes on beside the program.
#[derive(Debug)]
struct Work {
    op: OpId,
    begun: Begun,
    types: Vec<Type>,
    results: Mutex<Option<Vec<Literal>>>,
}

/// Runs an op that speaks to other processes or to the host.
pub(crate) fn op(
    run: &mut Run<'_, '_>,
    frame: &mut Frame,
    op: OpId,
    operands: &[Value],
) -> Result<Outs, Stop> {
    let module = run.module;
    let types = module.result_types(op);
    match module.op(op) {
        Op::AfterAll(_) | Op::CreateToken(_) => Ok(Outs::from_elem(Value::Token, 1)),
        Op::ReplicaId(_) => Ok(number(run.place()?.replica)?),
        Op::PartitionId(_) => Ok(number(run.place()?.partition)?),
        Op::RunParallel(it) => run_parallel(run, it, operands),
        Op::Infeed(it) => infeed(run, it, &types),
        Op::Outfeed(_) => {
            let place = run.place()?;
            let values = payload(operands)?;
            run.emit(Effect::Outfeed(place, values))?;
            Ok(Outs::from_elem(Value::Token, 1))
        }
        Op::Send(it) => send(run, it, operands),
        Op::Recv(it) => recv(run, it, &types),
        Op::Print(_) => {
            let [x] = &all_tensors(operands)?[..] else {
                return Err(Trouble::invalid("it prints one tensor").into());
            };
            let name = module.operands(op).first().and_then(|&v| module.name(v));
            run.emit(Effect::Print(name.map(str::to_owned), (*x).clone()))?;
            Ok(operands.iter().cloned().collect())
        }
        Op::Probe(it) => {
            let [x] = &all_tensors(operands)?[..] else {
                return Err(Trouble::invalid("it keeps one tensor").into());
            };
            let id = String::from_utf8_lossy(&it.probe_id.0).into_owned();
            run.emit(Effect::Probe(id, (*x).clone()))?;
            Ok(operands.iter().cloned().collect())
        }
        Op::AsyncStart(_) => async_start(run, op, operands),
        Op::AsyncDone(_) => async_done(run, operands),
        Op::ManualComputation(it) => manual::manual_computation(run, frame, op, it, operands),
        Op::AllGather(_)
        | Op::AllReduce(_)
        | Op::AllToAll(_)
        | Op::CollectiveBroadcast(_)
        | Op::CollectivePermute(_)
        | Op::CollectiveReduce(_)
        | Op::ReduceScatter(_) => {
            let begun = collective::begin(run, op, &all_tensors(operands)?)?;
            let results = collective::finish(run, frame, op, &begun, &types)?;
            Ok(results.into_iter().map(Value::Tensor).collect())
        }
        other => Err(Trouble::invalid(format!("`{}` speaks to nobody", other.name())).into()),
    }
}

fn number(n: u32) -> Eval<Outs> {
    let ty = Type::scalar_tensor(Element::U32);
    let one = Literal::splat(ty, &n.to_le_bytes()).map_err(|e| Trouble::invalid(e.to_string()))?;
    Ok(Outs::from_elem(Value::Tensor(one), 1))
}

fn all_tensors(operands: &[Value]) -> Eval<Vec<&Literal>> {
    let tensors = operands.iter().map(Value::tensor).collect::<Option<Vec<_>>>();
    tensors.ok_or_else(|| Trouble::invalid("an operand is no tensor"))
}

/// The tensors in front of a token.
fn payload(operands: &[Value]) -> Eval<Vec<Literal>> {
    let tensors = operands.split_last().map_or(&[][..], |(_, tensors)| tensors);
    Ok(all_tensors(tensors)?.into_iter().cloned().collect())
}

/// Tensors that came from outside, and a token; they must be of the types that the
/// op says.
fn arrived(values: &[Literal], types: &[Type]) -> Eval<Outs> {
    let expected = types.split_last().map_or(&[][..], |(_, tensors)| tensors);
    let fits = values.len() == expected.len()
        && values.iter().zip(expected).all(|(v, ty)| v.ty().compatible(*ty));
    if !fits {
        let found: Vec<Type> = values.iter().map(Literal::ty).collect();
        return Err(Trouble::invalid(format!(
            "it reads {}, but {} came",
            hloom_ir::types::describe(expected),
            hloom_ir::types::describe(&found)
        )));
    }
    Ok(values.iter().cloned().map(Value::Tensor).chain([Value::Token]).collect())
}

fn infeed(run: &mut Run<'_, '_>, _: &Infeed, types: &[Type]) -> Result<Outs, Stop> {
    let process = run.process()?.clone();
    let options = run.options;
    let turn = process.grid.infeed_turn(process.me, &|| options.interrupted());
    turn.map_err(unanswered)?;
    let empty = || Trouble::invalid("the infeed holds nothing more");
    if let Some(queue) = &process.grid.infeed {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let values = call::call(run, &next.ok_or_else(empty)?, Vec::new())?;
        let values: Vec<Literal> = values.into_iter().filter_map(Value::into_tensor).collect();
        return Ok(arrived(&values, types)?);
    }
    let Some(host) = options.host else {
        return Err(Trouble::invalid("there is no infeed").into());
    };
    let expected = types.split_last().map_or(&[][..], |(_, tensors)| tensors);
    let values = host.infeed(expected).map_err(Trouble::invalid)?.ok_or_else(empty)?;
    Ok(arrived(&values, types)?)
}

fn send(run: &mut Run<'_, '_>, it: &Send, operands: &[Value]) -> Result<Outs, Stop> {
    let (values, channel) = (payload(operands)?, it.channel_handle.handle);
    if it.is_host_transfer == Some(true) {
        run.emit(Effect::Send(channel, values))?;
        return Ok(Outs::from_elem(Value::Token, 1));
    }
    let Process { grid, me } = run.process()?;
    let values: Message = values.into();
    match &it.source_target_pairs {
        None => grid.send(*me, Lane::Point, channel, None, values),
        Some(pairs) => {
            let strategy = Strategy::moving(Some(it.channel_handle));
            for pair in pairs.rows() {
                let &[from, to] = pair else { continue };
                if groups::partner(grid, *me, strategy, from)? == *me {
                    let to = groups::partner(grid, *me, strategy, to)?;
                    grid.send(*me, Lane::Point, channel, Some(to), values.clone());
                }
            }
        }
    }
    Ok(Outs::from_elem(Value::Token, 1))
}

fn recv(run: &mut Run<'_, '_>, it: &Recv, types: &[Type]) -> Result<Outs, Stop> {
    let channel = it.channel_handle.handle;
    if it.is_host_transfer == Some(true) {
        let Some(host) = run.options.host else {
            return Err(Trouble::invalid("there is no host to receive from").into());
        };
        let expected = types.split_last().map_or(&[][..], |(_, tensors)| tensors);
        let values = host.receive(channel, expected).map_err(Trouble::invalid)?;
        let values = values.ok_or_else(|| {
            Trouble::invalid(format!("the host has sent nothing more on channel {channel}"))
        })?;
        return Ok(arrived(&values, types)?);
    }
    let Process { grid, me } = run.process()?;
    let mut source = None;
    if let Some(pairs) = &it.source_target_pairs {
        let strategy = Strategy::moving(Some(it.channel_handle));
        for pair in pairs.rows() {
            let &[from, to] = pair else { continue };
            if groups::partner(grid, *me, strategy, to)? == *me {
                source = Some(groups::partner(grid, *me, strategy, from)?);
            }
        }
        // A process that is no target gets zeros, as from `collective_permute`.
        if source.is_none() {
            let tensors = types.split_last().map_or(&[][..], |(_, tensors)| tensors);
            let zeros = collective::zeros(tensors, run.options.max_tensor_bytes)?;
            return Ok(arrived(&zeros, types)?);
        }
    }
    let options = run.options;
    let got = grid.receive(*me, Lane::Point, channel, source, &|| options.interrupted());
    Ok(arrived(&got.map_err(unanswered)?, types)?)
}

fn async_start(run: &mut Run<'_, '_>, op: OpId, operands: &[Value]) -> Result<Outs, Stop> {
    let module = run.module;
    let inner = module.entry(op, 0).and_then(|block| module.ops(block).next());
    let inner = inner.ok_or_else(|| Trouble::invalid("its body is empty"))?;
    let types = module.result_types(inner).to_vec();
    let tensors = all_tensors(operands)?;
    let (begun, results) = match module.op(inner) {
        slice @ Op::Slice(_) => {
            let ty = types.first().copied().unwrap_or(Type::token());
            let out = crate::run::eval(slice, &tensors, ty, run.options.max_tensor_bytes)?;
            (Begun::Nothing, Some(vec![out]))
        }
        _ => (collective::begin(run, inner, &tensors)?, None),
    };
    let count = types.len();
    let work = Arc::new(Work { op: inner, begun, types, results: Mutex::new(results) });
    Ok((0..count).map(|index| Value::Future(Future { work: work.clone(), index })).collect())
}

fn async_done(run: &mut Run<'_, '_>, operands: &[Value]) -> Result<Outs, Stop> {
    let mut outs = Outs::new();
    for operand in operands {
        let Value::Future(Future { work, index }) = operand else {
            return Err(Trouble::invalid("it waits for something else than a future").into());
        };
        let mut results = work.results.lock().unwrap_or_else(PoisonError::into_inner);
        if results.is_none() {
            // The body sees nothing from outside.
            let frame = &mut Frame::default();
            *results = Some(collective::finish(run, frame, work.op, &work.begun, &work.types)?);
        }
        let result = results.as_ref().and_then(|all| all.get(*index)).cloned();
        let result = result.ok_or_else(|| Trouble::invalid("the collective had fewer results"))?;
        outs.push(Value::Tensor(result));
    }
    Ok(outs)
}

/// What a process leaves behind: its results, what it did to the host, and how many
/// ops it ran.
type Left = (Result<Vec<Value>, Box<RunError>>, Vec<Effect>, u64);

fn run_parallel(run: &mut Run<'_, '_>, it: &RunParallel, operands: &[Value]) -> Result<Outs, Stop> {
    let module = run.module;
    let replicas = it.programs.0.len();
    let partitions = it.programs.0.first().map_or(0, |row| row.0.len());
    let names: Vec<&str> = it.programs.all().collect();
    if replicas * partitions != names.len() || names.is_empty() {
        return Err(Trouble::invalid("the programs form no grid").into());
    }
    // Each program takes as many operands as it has arguments.
    let mut rest = operands.to_vec();
    let mut jobs = Vec::with_capacity(names.len());
    for name in names {
        let func = module.symbol(name).and_then(|op| module.get::<Func>(op));
        let takes = func.map_or(0, |f| f.function_type.inputs().len());
        if takes > rest.len() {
            return Err(Trouble::invalid("there are too few operands").into());
        }
        let behind = rest.split_off(takes);
        jobs.push(Job::Function(name, std::mem::replace(&mut rest, behind)));
    }
    let queue = it.infeed.as_ref().map(|names| names.0.iter().cloned().collect::<VecDeque<_>>());
    let grid = Arc::new(Grid::new(replicas as u32, partitions as u32, queue));
    Ok(together(run, &grid, jobs)?.into_iter().flatten().collect())
}

/// What a process runs.
enum Job<'m> {
    /// A function of this name on these arguments.
    Function(&'m str, Vec<Value>),
    /// A block on these arguments; it sees these values.
    Block(Block, Frame, Vec<Value>),
}

/// Runs jobs at the same time, one in each process of a grid, and returns the results
/// of each.
fn together(
    run: &mut Run<'_, '_>,
    grid: &Arc<Grid>,
    jobs: Vec<Job<'_>>,
) -> Result<Vec<Vec<Value>>, Stop> {
    if jobs.len() > MOST_PROCESSES {
        let message = format!("{} processes are more than {MOST_PROCESSES}", jobs.len());
        return Err(Trouble::limit(message).into());
    }
    let mut results = Vec::with_capacity(jobs.len());
    let mut first: Option<Box<RunError>> = None;
    for (me, (result, effects, steps)) in threads(run, grid, jobs)?.into_iter().enumerate() {
        run.count(steps);
        for effect in effects {
            run.emit(effect)?;
        }
        match result {
            Ok(values) => results.push(values),
            Err(mut error) => {
                error.message = format!("in process {}: {}", grid.place(me as u32), error.message);
                // Processes that wait for one that failed wait for ever, which is no
                // news.
                let known = first.as_ref().map(|e| e.fault);
                if known.is_none()
                    || known == Some(Fault::Deadlock) && error.fault != Fault::Deadlock
                {
                    first = Some(error);
                }
            }
        }
    }
    match first {
        Some(error) => Err(error.into()),
        None => Ok(results),
    }
}

/// Runs each job in a thread of its own.
fn threads(run: &Run<'_, '_>, grid: &Arc<Grid>, jobs: Vec<Job<'_>>) -> Result<Vec<Left>, Stop> {
    let (module, options) = (run.module, run.options);
    let (steps, depth) = run.used();
    std::thread::scope(|scope| {
        let mut threads = Vec::with_capacity(jobs.len());
        for (me, job) in jobs.into_iter().enumerate() {
            let process = Process { grid: grid.clone(), me: me as u32 };
            let work = move || -> Left {
                let _ending = Ending(&process);
                let mut inner = Run::inside(module, options, process.clone(), (steps, depth));
                let result = match job {
                    Job::Function(name, args) => call::call(&mut inner, name, args),
                    Job::Block(block, mut frame, args) => inner.block(&mut frame, block, args),
                };
                let (ran, _) = inner.used();
                (result, inner.effects(), ran - steps)
            };
            let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
            match builder.spawn_scoped(scope, work) {
                Ok(thread) => threads.push(thread),
                Err(error) => {
                    // Those that run wait for nobody who will not come.
                    (me..grid.replicas as usize * grid.partitions as usize)
                        .for_each(|missing| grid.end(missing as u32));
                    threads.into_iter().for_each(|thread| drop(thread.join()));
                    let message = format!("no thread can be made for process {me}: {error}");
                    return Err(Trouble::limit(message).into());
                }
            }
        }
        let joined = threads.into_iter().map(|thread| match thread.join() {
            Ok(left) => left,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        Ok(joined.collect())
    })
}
