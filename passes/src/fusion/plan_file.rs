//! Fusion plans as text, to be read, edited, stored and used again.
//!
//! ```text
//! // hloom fusion plan 1
//! // policy cost, machine default
//! row @main/0 = %m reduce#0 : tensor<4xf32> ; %e exponential#0 : tensor<4x8xf32> -> exponential#0
//! ```
//!
//! Each line is a fusion: its kind, the function and the number of the block in it (the body is 0,
//! followed by the bodies of loops and branches), its ops, and the ops whose results it yields. An
//! op is identified by the name of its value, if it has one, by its op name with its number among
//! the ops of this name in the block, and by the type of its first result. A `!` with numbers after
//! an op lists operands that are read from memory although their producer is in the fusion too. The
//! order of lines does not matter; ops that are not listed are not fused.
//!
//! A line that does not fit the program is ignored with a warning: results never depend on a plan.

use super::graph::drivable;
use super::group::Group;
use super::kind::TemplateKind;
use super::rewrite;
use super::select::Figures;
use hloom_ir::module::Module;
use hloom_ir::ops::Op;
use hloom_ir::{Block, OpId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The first line of a plan.
pub const HEADER: &str = "// hloom fusion plan 1";

/// A parsed plan.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FusionPlan {
    lines: Vec<Line>,
    /// Warnings about the text.
    pub warnings: Vec<String>,
    /// Errors of lines that could not be parsed, with their numbers.
    pub errors: Vec<(usize, String)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    number: usize,
    kind: TemplateKind,
    function: String,
    block: usize,
    ops: Vec<Item>,
    results: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Item {
    name: Option<String>,
    /// `multiply#3`.
    label: String,
    ty: String,
    from_memory: Vec<usize>,
}

/// The labels of the ops of a block.
struct Labels {
    of: FxHashMap<OpId, String>,
    op: FxHashMap<String, OpId>,
    /// By the name of the value and of its op; `None` if the pair is ambiguous.
    named: FxHashMap<(String, String), Option<OpId>>,
}

impl Labels {
    fn new(module: &Module, block: Block) -> Labels {
        let mut counts: FxHashMap<&'static str, usize> = FxHashMap::default();
        let mut labels = Labels {
            of: FxHashMap::default(),
            op: FxHashMap::default(),
            named: FxHashMap::default(),
        };
        for op in outer_relayouts(module, block) {
            let label = format!("relayout^#{}", labels.of.len());
            labels.op.insert(label.clone(), op);
            labels.of.insert(op, label);
        }
        for op in module.ops(block) {
            let short = module.op(op).def().short_name();
            let count = counts.entry(short).or_default();
            let label = format!("{short}#{count}");
            *count += 1;
            if let Some(name) = module.results(op).get(0).and_then(|v| module.name(v)) {
                let named = labels.named.entry((name.to_owned(), short.to_owned()));
                named.and_modify(|known| *known = None).or_insert(Some(op));
            }
            labels.op.insert(label.clone(), op);
            labels.of.insert(op, label);
        }
        labels
    }
}

/// The ops before the enclosing loops that make sparse arguments dense, which fusions of the block
/// may contain.
fn outer_relayouts(module: &Module, mut block: Block) -> Vec<OpId> {
    let mut found = Vec::new();
    // Few functions have one; only theirs are searched, once for each block.
    let outermost = std::iter::successors(Some(block), |&block| {
        let owner = module.block_owner(block)?;
        if matches!(module.op(owner), Op::Func(_)) { None } else { module.parent(owner) }
    });
    let sparse = |&v: &Value| module.ty(v).as_tensor().is_some_and(|t| t.sparse().is_some());
    if !outermost.last().is_some_and(|entry| module.args(entry).iter().any(sparse)) {
        return found;
    }
    while let Some(outer) = module.block_owner(block).and_then(|op| module.parent(op)) {
        found.extend(module.ops(outer).filter(|&op| drivable(module, op).is_some()));
        block = outer;
    }
    found
}

fn type_of(module: &Module, op: OpId) -> String {
    module.result_types(op).first().map_or_else(String::new, ToString::to_string)
}

/// Remarks about the search for a block's fusions, unless it was the exact search alone.
pub fn search(function: &str, number: usize, figures: &Figures) -> String {
    let mut text = String::new();
    let all = figures.partitions;
    if figures.local > 0 {
        text += &format!(
            "// @{function}/{number}: {} of {all} partitions had too many points for the exact search and were searched locally\n",
            figures.local
        );
    }
    if figures.split > 0 {
        text += &format!(
            "// @{function}/{number}: {} of {all} partitions are parts of larger ones\n",
            figures.split
        );
    }
    text
}

/// The plan lines of a block's fusions.
pub fn lines(
    module: &Module,
    function: &str,
    number: usize,
    block: Block,
    groups: &[Group],
) -> String {
    let labels = Labels::new(module, block);
    let mut text = String::new();
    for group in groups {
        let ops: Vec<String> = group
            .ops
            .iter()
            .map(|(op, from_memory)| {
                let name = module.results(*op).get(0).and_then(|v| module.name(v));
                let name = name.map_or(String::new(), |n| format!("%{n} "));
                let defined = |v: &Value| {
                    module.def_op(*v).is_some_and(|d| group.ops.iter().any(|(o, _)| *o == d))
                };
                let again: Vec<String> = from_memory
                    .iter()
                    .enumerate()
                    .filter(|(i, m)| **m && defined(&module.operand(*op, *i)))
                    .map(|(i, _)| i.to_string())
                    .collect();
                let again =
                    if again.is_empty() { String::new() } else { format!(" !{}", again.join(",")) };
                format!("{name}{} : {}{again}", labels.of[op], type_of(module, *op))
            })
            .collect();
        let mut results: Vec<&str> = Vec::new();
        for v in &group.results {
            if let Some(label) = module.def_op(*v).and_then(|op| labels.of.get(&op))
                && !results.contains(&label.as_str())
            {
                results.push(label);
            }
        }
        let (kind, ops) = (group.kind, ops.join(" ; "));
        text += &format!("{kind} @{function}/{number} = {ops} -> {}\n", results.join(", "));
    }
    text
}

impl FusionPlan {
    /// Parses a plan. Malformed lines become warnings.
    pub fn parse(text: &str) -> FusionPlan {
        let mut plan = FusionPlan::default();
        if !text.trim_start().starts_with("// hloom fusion plan") {
            plan.errors.push((1, format!("this is not a plan: it does not begin with `{HEADER}`")));
            return plan;
        } else if text.trim_start().lines().next().map(str::trim) != Some(HEADER) {
            plan.warnings.push("it is of another version; what can be read is used".to_owned());
        }
        for (n, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or("").trim();
            if code.is_empty() {
                continue;
            }
            match parse_line(n + 1, code) {
                Ok(line) => plan.lines.push(line),
                Err(why) if plan.warnings.is_empty() => plan.errors.push((n + 1, why)),
                Err(why) => plan.warnings.push(format!("line {}: {why}", n + 1)),
            }
        }
        plan
    }

    /// The groups for a block, and a warning for each line that does not fit.
    pub fn groups(
        &self,
        module: &Module,
        function: &str,
        number: usize,
        block: Block,
    ) -> (Vec<Group>, Vec<String>) {
        let labels = Labels::new(module, block);
        let place: FxHashMap<OpId, usize> =
            module.ops(block).enumerate().map(|(i, op)| (op, i)).collect();
        let (mut groups, mut warnings): (Vec<Group>, Vec<String>) = (Vec::new(), Vec::new());
        let mut made: FxHashSet<Value> = FxHashSet::default();
        for line in self.lines.iter().filter(|l| l.function == function && l.block == number) {
            let group = group_of(module, &labels, &place, line).and_then(|group| {
                if group.results.iter().any(|v| made.contains(v)) {
                    return Err("another line hands out the same value".to_owned());
                }
                if !rewrite::is_kernel(module, &group) {
                    return Err("no kernel computes these ops together".to_owned());
                }
                groups.push(group.clone());
                let orderly = is_orderly(module, block, &groups);
                groups.pop();
                if orderly { Ok(group) } else { Err("fusions would need each other".to_owned()) }
            });
            match group {
                Ok(group) => {
                    made.extend(group.results.iter().copied());
                    groups.push(group);
                }
                Err(why) => warnings.push(format!("line {}: {why}", line.number)),
            }
        }
        (groups, warnings)
    }

    /// Warnings for lines about functions and blocks that are not in `known`.
    pub fn strangers(&self, known: &FxHashSet<(String, usize)>) -> Vec<String> {
        let strange = |l: &&Line| !known.contains(&(l.function.clone(), l.block));
        let said = |l: &Line| {
            format!("line {}: there is no block {} in @{}", l.number, l.block, l.function)
        };
        self.lines.iter().filter(strange).map(said).collect()
    }
}

fn parse_line(number: usize, code: &str) -> Result<Line, String> {
    let shape = "expected `KIND @FUNCTION/BLOCK = OP : TYPE ; … -> OP, …`";
    let (head, rest) = code.split_once(" = ").ok_or(shape)?;
    let (kind, at) = head.trim().split_once(" @").ok_or(shape)?;
    let kind =
        TemplateKind::named(kind.trim()).ok_or_else(|| format!("there is no kind `{kind}`"))?;
    let (function, block) = at.rsplit_once('/').ok_or(shape)?;
    let block =
        block.trim().parse().map_err(|_| format!("`{block}` is not a number of a block"))?;
    let (ops, results) = rest.rsplit_once(" -> ").ok_or(shape)?;
    let ops = ops.split(" ; ").map(parse_item).collect::<Result<Vec<_>, _>>()?;
    let results = results.split(',').map(|r| r.trim().to_owned()).collect();
    Ok(Line { number, kind, function: function.trim().to_owned(), block, ops, results })
}

fn parse_item(text: &str) -> Result<Item, String> {
    let (head, ty) = text
        .split_once(" : ")
        .ok_or_else(|| format!("expected `OP#NUMBER : TYPE`, found `{}`", text.trim()))?;
    let (ty, again) = match ty.rsplit_once(" !") {
        Some((ty, again)) => (ty, again),
        None => (ty, ""),
    };
    let from_memory: Result<Vec<usize>, _> =
        again.split(',').filter(|w| !w.is_empty()).map(|w| w.trim().parse::<usize>()).collect();
    let from_memory = from_memory.map_err(|_| format!("`{again}` are no numbers of operands"))?;
    let head = head.trim();
    let (name, label) = match head.strip_prefix('%').and_then(|h| h.split_once(' ')) {
        Some((name, label)) => (Some(name.to_owned()), label.trim()),
        None => (None, head),
    };
    Ok(Item { name, label: label.to_owned(), ty: ty.trim().to_owned(), from_memory })
}

fn group_of(
    module: &Module,
    labels: &Labels,
    place: &FxHashMap<OpId, usize>,
    line: &Line,
) -> Result<Group, String> {
    let mut ops: Vec<(OpId, Vec<bool>)> = Vec::new();
    let mut called: FxHashMap<&str, OpId> = FxHashMap::default();
    for item in &line.ops {
        let short = item.label.split('#').next().unwrap_or("");
        let by_name = item.name.as_ref().and_then(|name| {
            labels.named.get(&(name.clone(), short.to_owned())).copied().flatten()
        });
        let found = by_name.or_else(|| labels.op.get(&item.label).copied());
        let op = found.ok_or_else(|| format!("there is no `{}`", item.label))?;
        let ty = type_of(module, op);
        if ty != item.ty {
            return Err(format!("`{}` is {ty}, not {}", item.label, item.ty));
        }
        let pure = module.op(op).has(hloom_ir::Trait::Pure);
        if !pure {
            return Err(format!("`{}` is not computed in fusions", item.label));
        }
        let count = module.operands(op).len();
        let from_memory = (0..count).map(|i| item.from_memory.contains(&i)).collect();
        if called.insert(&item.label, op).is_some() || ops.iter().any(|(o, _)| *o == op) {
            return Err(format!("`{}` stands there twice", item.label));
        }
        ops.push((op, from_memory));
    }
    let mut results = Vec::new();
    for label in &line.results {
        let op = called.get(label.as_str());
        let op = op.ok_or_else(|| format!("the result `{label}` is none of its ops"))?;
        results.extend(module.results(*op).into_iter().filter(|&v| module.is_used(v)));
    }
    if results.is_empty() || ops.len() < 2 {
        return Err("there is nothing to fuse".to_owned());
    }
    // Ops outside of the block come first.
    ops.sort_by_key(|(op, _)| place.get(op).copied());
    Ok(Group { kind: line.kind.name(), ops, results, seconds: 0.0 })
}

/// Whether the groups and the other ops of a block have a topological order.
pub fn is_orderly(module: &Module, block: Block, groups: &[Group]) -> bool {
    let mut maker: FxHashMap<Value, usize> = FxHashMap::default();
    let ops: Vec<OpId> = module.ops(block).collect();
    for (i, &op) in ops.iter().enumerate() {
        for v in module.results(op) {
            maker.insert(v, groups.len() + i);
        }
    }
    for (g, group) in groups.iter().enumerate() {
        for &v in &group.results {
            maker.insert(v, g);
        }
    }
    let total = groups.len() + ops.len();
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); total];
    let mut waits = vec![0usize; total];
    for unit in 0..total {
        let mut needs: FxHashSet<usize> = FxHashSet::default();
        if unit < groups.len() {
            let group = &groups[unit];
            let inside: FxHashSet<Value> =
                group.ops.iter().flat_map(|(op, _)| module.results(*op)).collect();
            for (op, from_memory) in &group.ops {
                for (i, v) in module.operands(*op).iter().enumerate() {
                    if from_memory[i] || !inside.contains(v) {
                        needs.extend(maker.get(v).filter(|&&m| m != unit));
                        // A group can't read its own result from memory.
                        if maker.get(v) == Some(&unit) {
                            return false;
                        }
                    }
                }
            }
        } else {
            for o in std::iter::once(ops[unit - groups.len()])
                .chain(module.walk(ops[unit - groups.len()]))
            {
                let made_by = module.operands(o).iter().filter_map(|v| maker.get(v));
                needs.extend(made_by.filter(|&&m| m != unit));
            }
        }
        waits[unit] = needs.len();
        for need in needs {
            users[need].push(unit);
        }
    }
    let mut ready: Vec<usize> = (0..total).filter(|&u| waits[u] == 0).collect();
    let mut done = 0;
    while let Some(unit) = ready.pop() {
        done += 1;
        for &user in &users[unit] {
            waits[user] -= 1;
            if waits[user] == 0 {
                ready.push(user);
            }
        }
    }
    done == total
}
