//! `hloom explain splits FILE --mesh SIZES`: how the tensors of a program are sharded over a mesh,
//! how each op is divided, and the bytes that devices exchange for it. With `--search`, the shardings are
//! those of the least estimated time.

use std::path::Path;

use hloom_analysis::shard::annotations::described;
use hloom_analysis::shard::{State, States, propagate, received, sharded_plan};
use hloom_analysis::simulate::Link;
use hloom_analysis::split::indices;
use hloom_ir::module::Module;
use hloom_ir::ops::{DeviceMesh, Op};
use hloom_ir::{OpId, Rewriter, Value};
use hloom_passes::fusion::explain::time;
use hloom_passes::partition::communicates;
use hloom_passes::stages;

use super::axes::{columns, dims_text, division};
use super::searched::{self, Found};
use super::simulate::page::{Drawn, Tensor, page};
use super::simulate::{self, Target};
use crate::names::Written;
use crate::{ExitStatus, Io};

/// The passes that come first: calls are not divided.
const BEFORE: &str = "inline,symbol-dce";

/// Parses `64x128`.
pub(super) fn parse_mesh(text: &str) -> Result<Vec<i64>, String> {
    let sizes: Option<Vec<i64>> = text.split('x').map(|n| n.parse().ok()).collect();
    let sizes = sizes.filter(|all| all.iter().all(|&n| n > 0));
    sizes.ok_or_else(|| format!("`{text}` is not the sizes of a mesh's axes, such as 64x128"))
}

/// The options of a command line.
pub(super) struct Request<'a> {
    /// The sizes of the mesh's axes.
    pub(super) sizes: &'a [i64],
    /// The machine that a step is simulated on, if one is wanted.
    pub(super) target: Option<&'a Target>,
    /// The file that gets its picture.
    pub(super) html: Option<&'a Path>,
    /// Whether shardings are searched, if there is a machine.
    pub(super) search: bool,
    /// The file of measured times of kernels.
    pub(super) times: Option<&'a Path>,
    /// The batch, if stages are searched too.
    pub(super) batch: Option<&'a stages::Options>,
}

/// Prints the shardings of programs over a mesh of these sizes, those that are stated or those that are
/// searched, and simulates a step if there is a machine; its picture goes to a file.
///
/// # Errors
/// If a file can't be read or written.
pub(super) fn run(
    files: &[&Path],
    request: &Request<'_>,
    io: &mut Io<'_>,
) -> anyhow::Result<ExitStatus> {
    let &Request { sizes, target, html, search, times, batch } = request;
    let mut measured = times.map(searched::Measured::read).transpose()?;
    let pipeline = crate::opt::pipeline(BEFORE)?;
    if html.is_some() && files.len() != 1 {
        anyhow::bail!("--html draws one program, not {}", files.len());
    }
    for file in files {
        let found = super::read_after(&pipeline, file, &Default::default(), io)?;
        let Some((source, mut module)) = found else { return Ok(ExitStatus::Wrong) };
        let mut sized = resize(&mut module, sizes);
        if search {
            sized = sized.and_then(|()| searched::add_mesh(&mut module, sizes));
        }
        if let Err(message) = sized {
            io.error(message)?;
            return Ok(ExitStatus::Wrong);
        }
        // The batch is that of one function.
        let step = match batch.map(|_| crate::entry::choose(&module, None, "keep one of them")) {
            None => None,
            Some(Ok(function)) => Some(function),
            Some(Err(message)) => {
                io.error(message)?;
                return Ok(ExitStatus::Wrong);
            }
        };
        // The program with the shardings that were found, if they are searched.
        let mut typed = module.clone();
        let mut text = String::new();
        let mut simulated = Vec::new();
        for function in module.functions().collect::<Vec<_>>() {
            let name = module.func(function).sym_name.0.to_string();
            let mut states = match propagate(&module, function) {
                Ok(states) => states,
                Err(error) => {
                    io.error(error)?;
                    return Ok(ExitStatus::Wrong);
                }
            };
            let written = Written::new(&module, &source.text);
            let talks = communicates(&module, function);
            let plan = match (target.filter(|_| search && !talks), &states) {
                (Some(target), Some(states)) => simulate::fits(states, sizes)
                    .and_then(|()| {
                        let times = measured.as_mut();
                        let batch = batch.filter(|_| step == Some(function));
                        searched::searched(&module, function, states, target, times, batch)
                    })
                    .and_then(|plan| {
                        let write = |it: &Found| searched::write(&mut typed, function, it);
                        plan.as_ref().map(write).transpose().map(|_| plan)
                    }),
                (None, _) | (_, None) => Ok(None),
            };
            // The bytes between ops are of the whole program, which is not a rank's.
            let link = target.and_then(|it| it.links.first());
            let mut own = match (plan, &states) {
                (Err(what), _) => {
                    // The times that were measured so far are not lost.
                    measured.as_mut().map(|it| it.write(io)).transpose()?;
                    io.error(format_args!("@{name}: {what}"))?;
                    return Ok(ExitStatus::Wrong);
                }
                (Ok(Some(found)), _) => {
                    let text = searched::describe(&written, function, &found);
                    states = Some(found.plan.states);
                    text + &found.text
                }
                (Ok(None), Some(states)) => describe(&written, function, states, link),
                (Ok(None), None) => format!("@{name}: no shardings\n"),
            };
            let found =
                target.map(|it| simulate::simulated(&typed, function, states.as_ref(), sizes, it));
            match found.transpose() {
                Ok(found) => {
                    if let (Some(it), Some(target)) = (found.flatten(), target) {
                        own += &simulate::describe(&it, &source.text, target.memory);
                        if target.measure {
                            match simulate::compared(&it, &name) {
                                Ok(table) => own += &table,
                                Err(what) => {
                                    io.error(what)?;
                                    return Ok(ExitStatus::Wrong);
                                }
                            }
                        }
                        simulated.push((function, states, own.clone(), it));
                    }
                }
                Err(what) => {
                    io.error(format_args!("@{name} can't be simulated: {what}"))?;
                    return Ok(ExitStatus::Wrong);
                }
            }
            text += &own;
        }
        if let Some(path) = html {
            let written = Written::new(&module, &source.text);
            let drawn = simulated.iter().map(|(function, states, report, it)| Drawn {
                name: module.func(*function).sym_name.0.to_string(),
                report: report.clone(),
                tensors: states.as_ref().map(|it| (&it.grid, tensors(&written, *function, it))),
                simulated: it,
            });
            let page = page(&crate::display_name(file), &drawn.collect::<Vec<_>>());
            io.write_result(Some(path), page.as_bytes())?;
        }
        if let Some(measured) = &mut measured {
            measured.write(io)?;
        }
        io.write_result(None, text.as_bytes())?;
    }
    Ok(ExitStatus::Success)
}

/// The tensors of a function that are divided, for a picture.
fn tensors(written: &Written<'_>, function: OpId, states: &States) -> Vec<Tensor> {
    let module = written.module();
    let args = module.entry(function, 0).map_or(&[][..], |block| module.args(block));
    let results = module.walk(function).filter(|&op| op != function);
    let results = results.flat_map(|op| module.results(op).iter().collect::<Vec<_>>());
    let all = args.iter().copied().chain(results);
    let found = all.filter_map(|value| {
        let state = states.of(module, value);
        let name = match (module.def_op(value), module.name(value)) {
            (None, Some(name)) => format!("%{name}"),
            (None, None) => described(module, value),
            (Some(_), _) => written.value(value),
        };
        (!state.is_whole()).then(|| Tensor {
            name,
            ty: module.ty(value).to_string(),
            text: dims_text(&states.grid, &state),
            state,
        })
    });
    found.collect()
}

/// Gives the meshes of a module these sizes.
fn resize(module: &mut Module, sizes: &[i64]) -> Result<(), String> {
    let meshes: Vec<OpId> = module
        .ops(module.body())
        .filter(|&op| module.get::<DeviceMesh>(op).is_some_and(|m| !m.mesh.0.axes.is_empty()))
        .collect();
    for op in meshes {
        let Op::DeviceMesh(known) = module.op(op) else { continue };
        let mut mesh = known.clone();
        let axes = &mut mesh.mesh.0.axes;
        if axes.len() != sizes.len() {
            return Err(format!(
                "--mesh gives {} sizes, but the mesh @{} has {} axes",
                sizes.len(),
                mesh.sym_name.0,
                axes.len()
            ));
        }
        axes.iter_mut().zip(sizes).for_each(|((_, size), &n)| *size = n);
        mesh.mesh.0.device_ids = None;
        Rewriter::new(module).set_op(op, mesh);
    }
    Ok(())
}

/// The shardings of a function, a line for each op that is sharded or for which devices communicate.
fn describe(written: &Written<'_>, function: OpId, states: &States, link: Option<&Link>) -> String {
    let module = written.module();
    let name = &module.func(function).sym_name.0;
    let grid = &states.grid;
    let mut rows: Vec<[String; 5]> = Vec::new();
    let (mut sum, mut exchanges) = (0.0, 0);
    let ops = module.walk(function).filter(|&op| op != function);
    for op in ops {
        let state = |v: Value| states.of(module, v);
        let own: Vec<State> = module.results(op).iter().map(state).collect();
        let Some(first) = own.first() else { continue };
        let (words, bytes) = match indices(module, op) {
            Some(table) => {
                let plan = sharded_plan(module, op, &table, grid, &state);
                (division(grid, &table, &plan.axes), plan.bytes)
            }
            None => {
                let operands = module.operands(op).iter();
                let moved = operands.zip(&own).map(|(&v, to)| {
                    let from = state(v);
                    let bytes = hloom_analysis::shard::plan::bytes(module, v);
                    let same = from.0.len() == to.0.len();
                    if same { received(&from, to, bytes, grid) } else { 0.0 }
                });
                (String::new(), moved.sum())
            }
        };
        if first.is_whole() && bytes == 0.0 && words.is_empty() {
            continue;
        }
        sum += bytes;
        exchanges += usize::from(bytes > 0.0);
        let cost = match (bytes > 0.0, link) {
            (false, _) => String::new(),
            (true, None) => format!("{bytes:.0} bytes"),
            (true, Some(it)) => {
                format!("{bytes:.0} bytes, {}", time(bytes / it.rate + it.latency))
            }
        };
        let words = if words.is_empty() { "whole".to_owned() } else { words };
        rows.push([
            module.results(op).iter().map(|v| written.value(v)).collect::<Vec<_>>().join(", "),
            module.op(op).def().short_name().to_owned(),
            dims_text(grid, first),
            words,
            cost,
        ]);
    }
    let total = link.map(|it| {
        let seconds = sum / it.rate + exchanges as f64 * it.latency;
        format!(", {}", time(seconds))
    });
    let mut text = format!(
        "@{name}: {} devices; each receives {sum:.0} bytes for {exchanges} ops{}\n",
        grid.devices(),
        total.unwrap_or_default()
    );
    if let Ok(Some(it)) = stages::stated(module, function) {
        text += &format!(
            "  stages along \"{}\", {} micro-batches: what they send is in the simulated step\n",
            it.axis, it.count
        );
    }
    text += &columns(&rows);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meshes_are_parsed() {
        assert_eq!(parse_mesh("64x128"), Ok(vec![64, 128]));
        assert!(parse_mesh("64x").is_err() && parse_mesh("0x2").is_err());
    }
}
