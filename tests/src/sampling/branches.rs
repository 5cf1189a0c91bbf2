//! Random functions of several blocks: structured programs and arbitrary graphs.
//!
//! The state is a few `tensor<i32>` and a fuel counter. Each back edge uses one unit of fuel, so
//! every program terminates. A value that is the same on all paths to a block is used directly or
//! passed as an argument, at random.

use crate::campaign::Random;
use std::fmt::Write as _;

/// The shape of a random control-flow graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CfgShape {
    /// Structured: loops, branches, breaks, continues and early returns.
    Structured,
    /// Random, but every loop has one entry.
    Reducible,
    /// Random.
    Any,
}

/// Number of variables of a function; the first one is the fuel.
const VARIABLES: usize = 4;

/// A value: a block argument for a variable, or the result of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Val {
    Arg(usize, usize),
    Op(usize),
}

/// The terminator of a block.
#[derive(Clone, Debug)]
enum End {
    Goto(usize),
    /// Goes to the first block if a variable is less than a number and, if the flag is set, fuel
    /// remains, which is then decremented; else to the second block.
    If(usize, i32, bool, usize, usize),
    /// Switches on two bits of a variable.
    Switch(usize, Vec<usize>),
    Return,
}

/// A block: its assignments and its terminator.
#[derive(Clone, Debug)]
struct Code {
    /// Assignments: the target variable, an operation, another variable and a constant.
    steps: Vec<(usize, usize, usize, i32)>,
    end: End,
}

/// A random function `@main` as text, with three `tensor<i32>` as arguments and results and about
/// `size` blocks. A return is reachable from every block.
pub fn branches(random: &mut Random, form: CfgShape, size: usize) -> String {
    let mut code = match form {
        CfgShape::Structured => Structured::new(random, size).code,
        CfgShape::Reducible | CfgShape::Any => graph(random, form, size),
    };
    every_block_returns(&mut code);
    write(random, &code)
}

fn steps(random: &mut Random) -> Vec<(usize, usize, usize, i32)> {
    let count = random.below(3);
    let variable = |random: &mut Random| 1 + random.below(VARIABLES - 1);
    (0..count)
        .map(|_| {
            let (to, op) = (variable(random), random.below(OPS.len()));
            (to, op, variable(random), random.below(7) as i32 - 3)
        })
        .collect()
}

const OPS: [&str; 7] = ["add", "subtract", "multiply", "xor", "minimum", "maximum", "constant"];

fn condition(random: &mut Random, fuel: bool, yes: usize, no: usize) -> End {
    let variable = 1 + random.below(VARIABLES - 1);
    End::If(variable, random.below(9) as i32 - 4, fuel, yes, no)
}

/// A program of nested statements.
struct Structured<'r> {
    random: &'r mut Random,
    code: Vec<Code>,
    left: usize,
    /// The targets of `continue` and `break` of each enclosing loop.
    loops: Vec<(usize, usize)>,
}

impl Structured<'_> {
    fn new(random: &mut Random, size: usize) -> Structured<'_> {
        let mut program = Structured { random, code: Vec::new(), left: size, loops: Vec::new() };
        let first = program.block();
        while program.left > 0 || program.code.len() == 1 {
            let last = program.code.len() - 1;
            let open = if matches!(program.code[last].end, End::Return) { last } else { first };
            let end = program.statements(open, 6);
            program.code[end].end = End::Return;
            if program.left == 0 || end == first {
                break;
            }
            // More statements after those written so far.
            let next = program.block();
            program.code[end].end = End::Goto(next);
        }
        program
    }

    fn block(&mut self) -> usize {
        self.left = self.left.saturating_sub(1);
        let steps = steps(self.random);
        self.code.push(Code { steps, end: End::Return });
        self.code.len() - 1
    }

    /// Writes statements after block `at`; returns the block where they end.
    fn statements(&mut self, mut at: usize, depth: usize) -> usize {
        for _ in 0..1 + self.random.below(4) {
            if self.left == 0 {
                break;
            }
            at = self.statement(at, depth);
        }
        at
    }

    fn statement(&mut self, at: usize, depth: usize) -> usize {
        let kind = if depth == 0 { 9 } else { self.random.below(10) };
        match kind {
            0..=2 => {
                let (yes, after) = (self.block(), self.block());
                let no = if self.random.chance(2) { self.block() } else { after };
                self.code[at].end = condition(self.random, false, yes, no);
                for arm in [yes, no] {
                    if arm != after {
                        let end = self.statements(arm, depth - 1);
                        self.code[end].end = End::Goto(after);
                    }
                }
                after
            }
            3 | 4 => {
                let (head, body, after) = (self.block(), self.block(), self.block());
                self.code[at].end = End::Goto(head);
                self.code[head].end = condition(self.random, true, body, after);
                self.loops.push((head, after));
                let end = self.statements(body, depth - 1);
                self.loops.pop();
                self.code[end].end = End::Goto(head);
                after
            }
            5 => {
                let (body, test, after) = (self.block(), self.block(), self.block());
                self.code[at].end = End::Goto(body);
                self.loops.push((test, after));
                let end = self.statements(body, depth - 1);
                self.loops.pop();
                self.code[end].end = End::Goto(test);
                self.code[test].end = condition(self.random, true, body, after);
                after
            }
            6 => {
                let after = self.block();
                let mut arms = Vec::new();
                for _ in 0..2 + self.random.below(3) {
                    let arm = if self.random.chance(4) { after } else { self.block() };
                    arms.push(arm);
                }
                self.code[at].end = End::Switch(1 + self.random.below(VARIABLES - 1), arms.clone());
                for arm in arms {
                    if arm != after {
                        let end = self.statements(arm, depth - 1);
                        self.code[end].end = End::Goto(after);
                    }
                }
                after
            }
            7 if !self.loops.is_empty() => {
                let after = self.block();
                let which = self.random.below(self.loops.len());
                let (head, exit) = self.loops[which];
                let (target, fuel) =
                    if self.random.chance(2) { (head, true) } else { (exit, false) };
                self.code[at].end = condition(self.random, fuel, target, after);
                after
            }
            8 => {
                let (out, after) = (self.block(), self.block());
                self.code[at].end = condition(self.random, false, out, after);
                after
            }
            _ => {
                let next = self.block();
                self.code[at].end = End::Goto(next);
                next
            }
        }
    }
}

/// Blocks with random edges. A back edge is taken only while fuel remains.
fn graph(random: &mut Random, form: CfgShape, size: usize) -> Vec<Code> {
    let count = size.max(2);
    let mut code: Vec<Code> =
        (0..count).map(|_| Code { steps: steps(random), end: End::Return }).collect();
    // Block `i` is reached from `up[i]`. In a reducible graph, forward edges go anywhere below the
    // common dominator of both ends, and back edges only to dominators.
    let up: Vec<usize> = (0..count).map(|i| i.saturating_sub(1 + random.below(3))).collect();
    let mut depth_first: Vec<Vec<usize>> = vec![Vec::new(); count];
    (1..count).for_each(|i| depth_first[up[i]].push(i));
    for (i, block) in code.iter_mut().enumerate() {
        let ahead = |random: &mut Random| (i + 1 + random.below(4)).min(count - 1);
        let back = |random: &mut Random| match form {
            CfgShape::Any => 1 + random.below(i.max(1)),
            _ => 0,
        };
        block.end = match random.below(12) {
            _ if i + 1 == count => End::Return,
            0 if i > 2 => End::Return,
            1..=3 => End::Goto(ahead(random)),
            4 => {
                let arms = (0..2 + random.below(3)).map(|_| ahead(random)).collect();
                End::Switch(1 + random.below(VARIABLES - 1), arms)
            }
            5..=7 if i > 1 => {
                let (to, on) = (back(random), ahead(random));
                condition(random, true, to, on)
            }
            _ => {
                let (a, b) = (ahead(random), ahead(random));
                condition(random, false, a, b)
            }
        };
    }
    if form == CfgShape::Reducible {
        only_back_to_dominators(random, &mut code);
    }
    code
}

fn targets(end: &mut End) -> Vec<&mut usize> {
    match end {
        End::Goto(to) => vec![to],
        End::If(_, _, _, a, b) => vec![a, b],
        End::Switch(_, to) => to.iter_mut().collect(),
        End::Return => Vec::new(),
    }
}

/// Redirects each back edge, written as an edge to block 0, to a random dominator of its source.
/// Dominators are computed on the graph without back edges.
fn only_back_to_dominators(random: &mut Random, code: &mut [Code]) {
    let mut above: Vec<Option<Vec<usize>>> = vec![None; code.len()];
    above[0] = Some(vec![0]);
    for i in 0..code.len() {
        let Some(mine) = above[i].clone() else { continue };
        for to in targets(&mut code[i].end) {
            if *to <= i {
                // No branch can target the entry block.
                let inner: Vec<usize> = mine.iter().copied().filter(|&d| d > 0).collect();
                *to = random.pick(&inner).copied().unwrap_or((i + 1).max(1));
            }
        }
        for to in targets(&mut code[i].end) {
            let to = *to;
            if to > i {
                let with = |mut list: Vec<usize>| {
                    list.push(to);
                    list
                };
                above[to] = Some(match above[to].take() {
                    None => with(mine.clone()),
                    Some(old) => {
                        with(old.iter().copied().filter(|d| *d != to && mine.contains(d)).collect())
                    }
                });
            }
        }
    }
}

/// Adds a path to a return for blocks that do not have one.
fn every_block_returns(code: &mut [Code]) {
    let count = code.len();
    let mut returns = vec![false; count];
    loop {
        let mut changed = false;
        for i in (0..count).rev() {
            let ends = matches!(code[i].end, End::Return)
                || targets(&mut code[i].end).iter().any(|to| returns[**to]);
            changed |= ends && !std::mem::replace(&mut returns[i], true);
        }
        if !changed {
            let Some(i) = returns.iter().position(|r| !r) else { return };
            code[i].end = End::Return;
        }
    }
}

/// The incoming edges of each block from reachable blocks.
fn edges_in(code: &mut [Code]) -> Vec<Vec<usize>> {
    let mut from = vec![Vec::new(); code.len()];
    let mut seen = vec![false; code.len()];
    let mut stack = vec![0];
    while let Some(i) = stack.pop() {
        if !std::mem::replace(&mut seen[i], true) {
            for to in targets(&mut code[i].end) {
                from[*to].push(i);
                stack.push(*to);
            }
        }
    }
    from
}

/// Writes a function as text.
fn write(random: &mut Random, code: &[Code]) -> String {
    let mut code = code.to_vec();
    // No branch can target the first block.
    let mut first = vec![Code { steps: Vec::new(), end: End::Goto(1) }];
    for block in &mut code {
        targets(&mut block.end).into_iter().for_each(|to| *to += 1);
    }
    first.append(&mut code);
    let mut code = first;
    let mut ops: Vec<String> = Vec::new();
    let mut lines: Vec<Vec<usize>> = vec![Vec::new(); code.len()];
    let mut at_end: Vec<Vec<Val>> = Vec::new();
    let mut operands: Vec<Vec<Val>> = Vec::new();
    let mut add = |lines: &mut Vec<usize>, text: String, uses: Vec<Val>| {
        ops.push(text);
        operands.push(uses);
        lines.push(ops.len() - 1);
        Val::Op(ops.len() - 1)
    };
    const I32: &str = "tensor<i32>";
    let mut conditions: Vec<Option<Val>> = Vec::new();
    for (i, block) in code.iter().enumerate() {
        let mut now: Vec<Val> = (0..VARIABLES).map(|v| Val::Arg(i, v)).collect();
        let lines = &mut lines[i];
        let constant = |n: i32| format!("stablehlo.constant dense<{n}> : {I32}");
        if i == 0 {
            now[0] = add(lines, constant(12), Vec::new());
        }
        for &(to, op, with, n) in &block.steps {
            now[to] = if OPS[op] == "constant" {
                add(lines, constant(n), Vec::new())
            } else {
                let text = format!("stablehlo.{} $0, $1 : {I32}", OPS[op]);
                add(lines, text, vec![now[to], now[with]])
            };
        }
        let compare = |direction: &str| {
            format!("stablehlo.compare {direction}, $0, $1 : ({I32}, {I32}) -> tensor<i1>")
        };
        conditions.push(match block.end {
            End::If(variable, n, fuel, ..) => {
                let direction = ["LT", "GE", "EQ", "NE"][random.below(4)];
                let limit = add(lines, constant(n), Vec::new());
                let mut holds = add(lines, compare(direction), vec![now[variable], limit]);
                if fuel {
                    let one = add(lines, constant(1), Vec::new());
                    let zero = add(lines, constant(0), Vec::new());
                    let left = add(lines, compare("GT"), vec![now[0], zero]);
                    let less = format!("stablehlo.subtract $0, $1 : {I32}");
                    now[0] = add(lines, less, vec![now[0], one]);
                    let both = "stablehlo.and $0, $1 : tensor<i1>".to_owned();
                    holds = add(lines, both, vec![holds, left]);
                }
                if random.chance(3) {
                    holds = add(lines, "tensor.extract $0[] : tensor<i1>".into(), vec![holds]);
                }
                Some(holds)
            }
            End::Switch(variable, _) => {
                let three = add(lines, constant(3), Vec::new());
                let bits = format!("stablehlo.and $0, $1 : {I32}");
                Some(add(lines, bits, vec![now[variable], three]))
            }
            _ => None,
        });
        at_end.push(now);
    }
    // An argument with the same value on all edges may be removed.
    let from = edges_in(&mut code);
    let mut same: Vec<Vec<Option<Val>>> = vec![vec![None; VARIABLES]; code.len()];
    let resolve = |same: &[Vec<Option<Val>>], mut value: Val| {
        while let Val::Arg(b, v) = value {
            match same[b][v] {
                Some(other) => value = other,
                None => break,
            }
        }
        value
    };
    let prune = random.below(4);
    let stays: Vec<bool> = (0..code.len() * VARIABLES).map(|_| random.below(4) < prune).collect();
    loop {
        let mut changed = false;
        for b in 1..code.len() {
            for v in 0..VARIABLES {
                if stays[b * VARIABLES + v] || same[b][v].is_some() {
                    continue;
                }
                let me = Val::Arg(b, v);
                let mut only = None;
                let several = from[b].iter().any(|&p| {
                    let value = resolve(&same, at_end[p][v]);
                    value != me && only.replace(value).is_some_and(|other| other != value)
                });
                if let (false, Some(value)) = (several, only) {
                    same[b][v] = Some(value);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let name = |value: Val| match resolve(&same, value) {
        Val::Arg(0, v) => format!("%x{v}"),
        Val::Arg(b, v) => format!("%a{b}_{v}"),
        Val::Op(i) => format!("%v{i}"),
    };
    let label = |from: usize, to: usize| {
        let passed: Vec<usize> = (0..VARIABLES).filter(|&v| same[to][v].is_none()).collect();
        if passed.is_empty() {
            return format!("^b{to}");
        }
        let values: Vec<String> = passed.iter().map(|&v| name(at_end[from][v])).collect();
        format!("^b{to}({} : {})", values.join(", "), vec![I32; passed.len()].join(", "))
    };
    let mut text = format!(
        "func.func @main(%x1: {I32}, %x2: {I32}, %x3: {I32}) -> ({I32}, {I32}, {I32}) {{\n"
    );
    let mut order: Vec<usize> = (1..code.len()).collect();
    if random.chance(3) {
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
    }
    order.insert(0, 0);
    for b in order {
        if b > 0 {
            if from[b].is_empty() {
                continue;
            }
            let args: Vec<String> = (0..VARIABLES)
                .filter(|&v| same[b][v].is_none())
                .map(|v| format!("%a{b}_{v}: {I32}"))
                .collect();
            let args =
                if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
            let _ = writeln!(text, "^b{b}{args}:");
        }
        for &i in &lines[b] {
            let mut op = ops[i].clone();
            for (n, &value) in operands[i].iter().enumerate() {
                op = op.replace(&format!("${n}"), &name(value));
            }
            let _ = writeln!(text, "  %v{i} = {op}");
        }
        let condition = conditions[b].map(name).unwrap_or_default();
        let _ = match &code[b].end {
            End::Goto(to) => writeln!(text, "  cf.br {}", label(b, *to)),
            End::If(.., yes, no) => {
                writeln!(text, "  cf.cond_br {condition}, {}, {}", label(b, *yes), label(b, *no))
            }
            End::Switch(_, to) => {
                let mut all = vec![format!("default: {}", label(b, to[0]))];
                all.extend(
                    to[1..].iter().enumerate().map(|(n, &t)| format!("{n}: {}", label(b, t))),
                );
                writeln!(text, "  cf.switch {condition} : {I32}, [{}]", all.join(", "))
            }
            End::Return => {
                let all: Vec<String> = (1..VARIABLES).map(|v| name(at_end[b][v])).collect();
                writeln!(text, "  return {} : {I32}, {I32}, {I32}", all.join(", "))
            }
        };
    }
    text + "}\n"
}
