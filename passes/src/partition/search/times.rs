//! Measured times of kernels on local shapes.
//!
//! ```text
//! # hloom times 1
//! # seconds of a kernel on one thread, by its ops, local shapes and attributes
//! dot_general+tanh(16x8xf32, 8x16xf32) -> 16x16xf32 @9ae16a3b2f90404f = 1.25e-5
//! ```
//!
//! The number behind `@` stands for all that the text before it leaves out: attributes, and which op
//! reads which value. It is the FNV-1a hash of their text. A kernel that is not among the times has
//! that of the machine model.

use super::kernels::Kernel;
use super::node::{At, captured, classes_of, inner, member_state};
use crate::split::apply::build_part;
use crate::split::part::part;
use hloom_analysis::shard::Grid;
use hloom_analysis::shard::rule::dims;
use hloom_analysis::split::{Access, Range};
use hloom_ir::field::Symbol;
use hloom_ir::module::Module;
use hloom_ir::ops::{Func, FuncReturn, FunctionType};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Literal, OpId, Rewriter, Type, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt;
use std::fmt::Write as _;

/// Seconds of kernels, by the texts of [`key`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Times(pub BTreeMap<String, f64>);

impl Times {
    /// Parses a file.
    ///
    /// # Errors
    /// If a line is not `kernel = seconds`.
    pub fn parse(text: &str) -> Result<Times, String> {
        let mut found = Times::default();
        for (n, line) in text.lines().enumerate() {
            let code = line.split('#').next().unwrap_or("").trim();
            if code.is_empty() {
                continue;
            }
            let seconds =
                |text: &str| text.trim().parse().ok().filter(|s: &f64| *s >= 0.0 && s.is_finite());
            let pair = code.rsplit_once('=').and_then(|(key, s)| Some((key.trim(), seconds(s)?)));
            let Some((key, seconds)) = pair else {
                return Err(format!("line {}: expected `kernel = seconds`, found `{code}`", n + 1));
            };
            found.0.insert(key.to_owned(), seconds);
        }
        Ok(found)
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# hloom times 1")?;
        writeln!(
            f,
            "# seconds of a kernel on one thread, by its ops, local shapes and attributes"
        )?;
        self.0.iter().try_for_each(|(key, seconds)| writeln!(f, "{key} = {seconds:e}"))
    }
}

/// A kernel whose time is wanted.
#[derive(Clone, Debug)]
pub struct Missing {
    /// Its text.
    pub key: String,
    /// A program that is this kernel alone, with `@main`; `None` if there is none, so that it can't
    /// be measured.
    pub program: Option<Module>,
}

/// An operand of a kernel's op: computed inside, or read from outside.
enum Read {
    Inside(usize, usize),
    Outside(usize),
}

/// The values that a kernel reads and computes, in local shapes.
struct Local {
    /// The values that are read, and their local extents.
    outside: Vec<(Value, Vec<i64>)>,
    /// For each op, its operands.
    reads: Vec<Vec<Read>>,
    /// The values that leave: the op's number, the result's number, and the local extents.
    leaving: Vec<(usize, usize, Vec<i64>)>,
}

fn local(module: &Module, kernel: &Kernel, grid: &Grid, axes: &[Vec<usize>]) -> Local {
    let mut found = Local { outside: Vec::new(), reads: Vec::new(), leaving: Vec::new() };
    let mut known: Vec<(Value, Vec<Option<usize>>)> = Vec::new();
    for (m, member) in kernel.members.iter().enumerate() {
        let table = member.table.as_ref();
        let extents = |value: Value, at: At| {
            let state =
                member_state(module, member.op, table, at, |i| axes[member.classes[i]].clone());
            state.local(dims(module, value), grid)
        };
        let mut reads = Vec::new();
        for (i, &value) in module.operands(member.op).iter().enumerate() {
            let maker = kernel.members.iter().enumerate().find_map(|(p, of)| {
                let result = module.results(of.op).iter().position(|v| v == value)?;
                Some((p, result))
            });
            if let Some((p, result)) = maker {
                reads.push(Read::Inside(p, result));
                continue;
            }
            let key = (value, classes_of(table, &member.classes, i));
            let at = known.iter().position(|it| *it == key).unwrap_or_else(|| {
                known.push(key);
                found.outside.push((value, extents(value, At::Operand(i))));
                known.len() - 1
            });
            reads.push(Read::Outside(at));
        }
        found.reads.push(reads);
        for (i, value) in module.results(member.op).iter().enumerate() {
            if !inner(module, kernel, value) {
                found.leaving.push((m, i, extents(value, At::Result(i))));
            }
        }
    }
    found
}

/// The text of a kernel on local shapes.
pub(super) fn key(module: &Module, kernel: &Kernel, grid: &Grid, axes: &[Vec<usize>]) -> String {
    let it = local(module, kernel, grid, axes);
    let shape = |value: Value, extents: &[i64]| {
        let mut text: String = extents.iter().map(|n| format!("{n}x")).collect();
        let element = module.ty(value).element();
        _ = match element {
            Some(element) => write!(text, "{element}"),
            None => write!(text, "{}", module.ty(value)),
        };
        text
    };
    let names: Vec<&str> =
        kernel.members.iter().map(|m| module.op(m.op).def().short_name()).collect();
    let reads: Vec<String> = it.outside.iter().map(|(v, extents)| shape(*v, extents)).collect();
    let writes = it
        .leaving
        .iter()
        .map(|(m, i, extents)| shape(module.result(kernel.members[*m].op, *i), extents));
    let writes: Vec<String> = writes.collect();
    let mut rest = String::new();
    for (member, reads) in kernel.members.iter().zip(&it.reads) {
        // Writing to a string does not fail.
        _ = write!(rest, "{} {}(", module.op(member.op).name(), module.op(member.op).attrs());
        for read in reads {
            _ = match read {
                Read::Inside(p, i) => write!(rest, "%{p}#{i} "),
                Read::Outside(at) => write!(rest, "{at} "),
            };
        }
        let inner = module.walk(member.op).filter(|&op| op != member.op);
        inner.for_each(|op| rest += module.op(op).name());
        // The share of combined indices does not show in results.
        for (i, &class) in member.classes.iter().enumerate() {
            _ = write!(rest, "{i}/{} ", grid.parts(&axes[class]));
        }
    }
    let hash = rest.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{}({}) -> {} @{hash:016x}", names.join("+"), reads.join(", "), writes.join(", "))
}

/// The program of a kernel alone on local shapes, without exchanges. There is none for ops that can't
/// be divided, halos, and regions that use values from outside.
pub(super) fn program(
    module: &Module,
    kernel: &Kernel,
    grid: &Grid,
    axes: &[Vec<usize>],
) -> Option<Module> {
    let it = local(module, kernel, grid, axes);
    for member in &kernel.members {
        let table = member.table.as_ref()?;
        let windows = table.operands.iter().flatten().any(|access| {
            let divided = |i: usize| !axes[member.classes[i]].is_empty();
            matches!(*access, Access::Window { index, .. } if divided(index))
        });
        if windows || !captured(module, member.op).is_empty() {
            return None;
        }
    }
    let types: Option<Vec<Type>> = it
        .outside
        .iter()
        .map(|(v, extents)| Some(Type::tensor(extents, module.ty(*v).as_tensor()?.element)))
        .collect();
    let types = types?;
    let mut made = module.clone();
    let others: Vec<OpId> = made.ops(made.body()).collect();
    let mut r = Rewriter::new(&mut made);
    let (region, block) = r.region(&types);
    r.set_point(InsertPoint::End(block));
    let args = r.module().args(block).to_vec();
    let outside: Option<Vec<Value>> = it
        .outside
        .iter()
        .zip(args.iter().zip(&types))
        .map(|((value, _), (&arg, &ty))| {
            // A constant of one element is in the kernel.
            match module.constant(*value).filter(|c| c.is_splat() || c.count() == 1) {
                Some(known) => Some(r.constant(Literal::splat(ty, known.element_bytes(0)).ok()?)),
                None => Some(arg),
            }
        })
        .collect();
    let outside = outside?;
    let mut values: Vec<Vec<Value>> = Vec::new();
    for (member, reads) in kernel.members.iter().zip(&it.reads) {
        let table = member.table.as_ref()?;
        let operands = reads.iter().map(|read| match read {
            Read::Inside(p, i) => values[*p][*i],
            Read::Outside(at) => outside[*at],
        });
        let operands = operands.collect();
        let ranges: Vec<Range> = (table.indices.iter().zip(&member.classes))
            .map(|(index, &class)| Range::new(0, index.extent / grid.parts(&axes[class])))
            .collect();
        let kind = part(r.module(), member.op, table, &ranges);
        values.push(build_part(&mut r, member.op, kind, operands, &FxHashMap::default()).ok()?);
    }
    let results: Vec<Value> = it.leaving.iter().map(|&(m, i, _)| values[m][i]).collect();
    r.build(FuncReturn {}, &results).ok()?;
    let outs: Vec<Type> = results.iter().map(|&v| r.module().ty(v)).collect();
    for op in others.into_iter().rev() {
        r.erase(op);
    }
    let body = r.module().body();
    r.set_point(InsertPoint::End(body));
    let function = Func {
        sym_name: Symbol::from("main"),
        function_type: FunctionType(Type::function(&types, &outs)),
        sym_visibility: None,
        arg_attrs: None,
        res_attrs: None,
    };
    r.build_with_regions(function, &[], &[region]).ok()?;
    hloom_ir::verify::verify(&made).is_ok().then_some(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_and_written() {
        let text = "# hloom times 1\ntanh(4xf32) -> 4xf32 @0 = 1.5e-6 # by hand\n\n";
        let times = Times::parse(text).expect("times");
        assert_eq!(times.0.get("tanh(4xf32) -> 4xf32 @0"), Some(&1.5e-6));
        assert_eq!(Times::parse(&times.to_string()), Ok(times));
        let wrong = Times::parse("\ntanh = fast").expect_err("no number");
        assert_eq!(wrong, "line 2: expected `kernel = seconds`, found `tanh = fast`");
    }
}
