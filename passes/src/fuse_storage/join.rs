//! Plans of several results: fusions with loops over the same collection become one.
//!
//! ```text
//! %a = "hloom.fusion"(%X)     {plan = "sum(<k0, _> in 0:n) b"}       ──►
//! %b = "hloom.fusion"(%X, %Y) {plan = "sum(<k0, _> in 0:n) c"}
//!
//! %a, %b = "hloom.fusion"(%X, %Y) {plan = "sum(<k0, _> in 0:n) b; sum(<k0, _> in 0:n) c"}
//! ```
//!
//! The loop lowering makes both results in one loop, which reads a row of `%X` from memory once. Fusions
//! are joined that read the same array, other than for the positions of the loop, and that do not need
//! each other's results.
//!
//! If a fusion has been made, *companions* may join it that would be left to `fuse` by themselves: sums of
//! the entries of the same sparse matrix, and sums of the elements of a dense tensor that such a sum reads
//! at those entries (`sum(Y * Y)` beside `sum(X * Y)`). A sum that would be left to `fuse` has a plan if
//! there is a sum of such a dense tensor.

use super::plan::{Plan, numbers};
use super::region::Region;
use super::{Options, Outcome, outline};
use hloom_analysis::sparse::density;
use hloom_ir::field::Text;
use hloom_ir::module::Module;
use hloom_ir::ops::{Fusion, Op, Return};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Block, OpId, Rewriter, TensorType, Type, Value};
use hloom_storage::fused;
use hloom_storage::raise;
use hloom_storage::term::{Id, Node, Term, copy, operands};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most results of a plan.
const MOST_RESULTS: usize = 8;

/// The bytes of an operand from which on companions that read it are planned: smaller ones stay in a cache
/// between two passes.
const LARGE: f64 = (1 << 18) as f64;

/// Joins the fusions of a block. Returns the number of those that became part of another one.
pub(super) fn run(
    rewriter: &mut Rewriter<'_>,
    block: Block,
    left: &[Region],
    options: &Options,
) -> usize {
    companions(rewriter, block, left, options);
    let mut joined = 0;
    while let Some(group) = group(rewriter.module(), block) {
        joined += group.members.len() - 1;
        join(rewriter, &group);
    }
    joined
}

/// A fusion with a plan whose results are loops over one collection.
#[derive(Clone, Debug)]
struct Member {
    op: OpId,
    plan: Plan,
}

/// Fusions that become one, in the order of the block.
#[derive(Debug)]
struct Group {
    members: Vec<Member>,
    /// The op of the members in whose place it stands.
    place: OpId,
}

/// The text of a loop's collection, and the inputs that it reads.
type Collection = (String, Vec<Value>);

/// The collection of the loop that a term is, over these inputs.
fn collection(term: &Term, inputs: &[Value]) -> Option<Collection> {
    let Node::Sum([over, body]) = term[term.root()] else { return None };
    // The total of a loop without another one inside stays in registers.
    let number = hloom_storage::term::sort(term, term.root()).is_scalar();
    if number && !has_loop(term, body) {
        return None;
    }
    let mut own = Term::default();
    copy(&mut own, term, over, 0, &mut |own, node, _| own.add(node));
    let mut all = Vec::new();
    let mut read = Vec::new();
    for node in &own {
        if let Node::Input(name, _) = node {
            let digits = name.as_str().trim_start_matches('a');
            let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
            read.push(*inputs.get(digits[..end].parse::<usize>().ok()?)?);
        }
    }
    numbers(&mut all, &read);
    // Names by the order in which the inputs occur.
    let order = |n: usize| all.iter().position(|v| Some(v) == inputs.get(n));
    let plan = Plan { types: Default::default(), terms: vec![own] }.renumbered(order)?;
    Some((raise::text(&plan.terms[0]), all))
}

/// Whether there is a loop in a part of a term.
fn has_loop(term: &Term, id: Id) -> bool {
    matches!(term[id], Node::Sum(_) | Node::Merge(_))
        || operands(&term[id]).iter().any(|child| has_loop(term, *child))
}

/// The collection of all results' loops.
fn common(module: &Module, member: &Member) -> Option<Collection> {
    let inputs = module.operands(member.op);
    let mut all = member.plan.terms.iter().map(|term| collection(term, inputs));
    let first = all.next()??;
    all.all(|it| it.as_ref() == Some(&first)).then_some(first)
}

/// The first fusions of a block that can be joined.
fn group(module: &Module, block: Block) -> Option<Group> {
    let mut at: FxHashMap<OpId, usize> = FxHashMap::default();
    let mut all: Vec<(Member, Collection)> = Vec::new();
    for (number, op) in module.ops(block).enumerate() {
        at.insert(op, number);
        // The host runs plans of mappings, and those whose results it assembles, one by one.
        let on_host = module.result_types(op).iter().any(|ty| fused::is_stored(*ty))
            || module.operands(op).iter().any(|v| fused::is_mapped(module.ty(*v)));
        if let Some(plan) = Plan::of(module, op).filter(|_| !on_host) {
            let member = Member { op, plan };
            if let Some(over) = common(module, &member) {
                all.push((member, over));
            }
        }
    }
    for (i, (first, over)) in all.iter().enumerate() {
        let mut members = vec![first.clone()];
        let mut results = first.plan.terms.len();
        for (next, other) in &all[i + 1..] {
            let more = next.plan.terms.len();
            let shares = members.iter().any(|it| shares_operand(module, it.op, next.op));
            if over == other && shares && results + more <= MOST_RESULTS {
                results += more;
                members.push(next.clone());
            }
        }
        if let Some(group) = placed(module, members, &at) {
            return Some(group);
        }
    }
    None
}

/// Whether two ops read the same tensor of more than one element.
fn shares_operand(module: &Module, a: OpId, b: OpId) -> bool {
    let is_tensor = |v: &&Value| module.ty(**v).as_tensor().is_some_and(|it| it.rank() > 0);
    module.operands(a).iter().filter(is_tensor).any(|v| module.operands(b).contains(v))
}

/// The members that can stand in the place of the last or the first one, if there are two.
fn placed(module: &Module, members: Vec<Member>, at: &FxHashMap<OpId, usize>) -> Option<Group> {
    let (&Member { op: first, .. }, &Member { op: last, .. }) = (members.first()?, members.last()?);
    let after = |it: &Member| {
        let users = module.results(it.op).iter().flat_map(|v| module.uses(v).collect::<Vec<_>>());
        let mut users = users.map(|(user, _)| place_of(module, at, user));
        it.op == last || users.all(|place| place.is_some_and(|place| place > at[&last]))
    };
    let before = |it: &Member| {
        let mut defs = module.operands(it.op).iter().filter_map(|v| module.def_op(*v));
        it.op == first || defs.all(|def| at.get(&def).is_none_or(|place| *place < at[&first]))
    };
    let at_last: Vec<Member> = members.iter().filter(|it| after(it)).cloned().collect();
    if at_last.len() > 1 {
        return Some(Group { members: at_last, place: last });
    }
    let at_first: Vec<Member> = members.into_iter().filter(before).collect();
    (at_first.len() > 1).then_some(Group { members: at_first, place: first })
}

/// The place in the block of an op, or of the one that it is in.
fn place_of(module: &Module, at: &FxHashMap<OpId, usize>, op: OpId) -> Option<usize> {
    let mut op = op;
    while !at.contains_key(&op) {
        op = module.parent_op(op)?;
    }
    at.get(&op).copied()
}

/// Puts one fusion in place of several.
fn join(rewriter: &mut Rewriter<'_>, group: &Group) {
    let module = rewriter.module();
    let mut inputs = Vec::new();
    let mut plan = Plan::default();
    let mut places = Vec::new();
    for Member { op, plan: own } in &group.members {
        let own_places = numbers(&mut inputs, module.operands(*op));
        if let Some(own) = own.renumbered(|n| own_places.get(n).copied()) {
            plan.types.extend(own.types);
            plan.terms.extend(own.terms);
        }
        places.push(own_places);
    }
    let types: Vec<Type> = inputs.iter().map(|v| module.ty(*v)).collect();
    rewriter.set_before(group.place);
    rewriter.set_source(group.place);
    let outer = rewriter.point();
    let (region, body) = rewriter.region(&types);
    rewriter.set_point(InsertPoint::End(body));
    let args = rewriter.module().args(body).to_vec();
    let mut yielded = Vec::new();
    for (Member { op, .. }, places) in group.members.iter().zip(&places) {
        let own: Vec<Value> = places.iter().map(|n| args[*n]).collect();
        if let Some(inner) = rewriter.module().entry(*op, 0) {
            yielded.extend(rewriter.clone_block(inner, &own));
        }
    }
    rewriter.build(Return {}, &yielded).expect("a return takes anything");
    rewriter.set_point(outer);
    let kind = Text(fused::KIND.as_bytes().into());
    let plan = Some(Text(plan.text().into_bytes().into()));
    let fusion = rewriter
        .build_with_regions(Fusion { kind, driver: None, plan }, &inputs, &[region])
        .expect("a fusion takes what its body takes");
    let made: Vec<Value> = rewriter.module().results(fusion).iter().collect();
    let mut made = made.into_iter();
    for Member { op, .. } in &group.members {
        let count = rewriter.module().results(*op).len();
        let own: Vec<Value> = made.by_ref().take(count).collect();
        let names: Vec<Option<String>> = (rewriter.module().results(*op).iter())
            .map(|v| rewriter.module().name(v).map(str::to_owned))
            .collect();
        rewriter.replace(*op, &own);
        for (v, name) in own.into_iter().zip(names) {
            if let Some(name) = name {
                rewriter.set_name(v, &name);
            }
        }
    }
}

/// Plans the companions of a block's fusions.
fn companions(rewriter: &mut Rewriter<'_>, block: Block, left: &[Region], options: &Options) {
    let mut planned: Vec<(OpId, Option<Collection>)> = Vec::new();
    let module = rewriter.module();
    for op in module.ops(block) {
        if let Some(plan) = Plan::of(module, op) {
            planned.push((op, common(module, &Member { op, plan })));
        }
    }
    let mut candidates: Vec<Region> = left.to_vec();
    for (op, _) in &planned {
        candidates.extend(dense_sums(module, block, module.operands(*op)));
    }
    for region in left {
        let module = rewriter.module();
        let is_one =
            |it: &Plan| it.terms.iter().all(|term| collection(term, &region.inputs).is_some());
        if is_total(module, region.root)
            && is_live(module, region)
            && !dense_sums(module, block, &region.inputs).is_empty()
            && let Outcome::Planned(plan) = outline(rewriter, region, options, Some(&is_one))
        {
            let module = rewriter.module();
            planned.push((plan, common_of(module, plan)));
            candidates.extend(dense_sums(module, block, module.operands(plan)));
        }
    }
    let mut tried = FxHashSet::default();
    let mut next = 0;
    while next < candidates.len() {
        let region = candidates[next].clone();
        next += 1;
        if !tried.insert(region.root) {
            continue;
        }
        let module = rewriter.module();
        let is_read = |v: &Value| planned.iter().any(|(op, _)| module.operands(*op).contains(v));
        let pays =
            region.inputs.iter().any(is_read) && region.inputs.iter().any(|v| is_large(module, *v));
        if !is_live(module, &region) || !pays || !is_total(module, region.root) {
            continue;
        }
        let Outcome::Planned(plan) = outline(
            rewriter,
            &region,
            options,
            Some(&|plan: &Plan| {
                let found = plan.terms.first().and_then(|term| collection(term, &region.inputs));
                found.is_some() && planned.iter().any(|(_, over)| *over == found)
            }),
        ) else {
            continue;
        };
        let module = rewriter.module();
        planned.push((plan, common_of(module, plan)));
        candidates.extend(dense_sums(module, block, module.operands(plan)));
    }
}

/// Whether no other region has taken the place of a part of this one.
fn is_live(module: &Module, region: &Region) -> bool {
    region.ops.iter().all(|op| module.is_live(*op))
        && region.inputs.iter().all(|v| module.def_op(*v).is_none_or(|op| module.is_live(op)))
}

fn common_of(module: &Module, op: OpId) -> Option<Collection> {
    Plan::of(module, op).and_then(|plan| common(module, &Member { op, plan }))
}

/// Whether an op is the sum of all elements of a tensor to one number of 64 bits.
fn is_total(module: &Module, op: OpId) -> bool {
    let Some(v) = module.results(op).get(0) else { return false };
    let number = module.ty(v).as_tensor();
    let wide = number.is_some_and(|it| it.rank() == 0 && it.element.byte_width() == 8);
    matches!(module.op(op), Op::Reduce(_)) && wide
}

/// Whether a tensor has more bytes than stay in a cache, as far as its entries are known.
fn is_large(module: &Module, v: Value) -> bool {
    let Some(tensor) = module.ty(v).as_tensor() else { return false };
    let count = tensor.count().unwrap_or(0) as f64;
    let (share, coordinate) = match tensor.sparse() {
        Some(_) => (density(module, v), 8),
        None => (1.0, 0),
    };
    count * share * (tensor.element.byte_width() + coordinate) as f64 >= LARGE
}

/// The sums to one number of elementwise ops on one dense operand of these, which has the extents of a
/// sparse one.
fn dense_sums(module: &Module, block: Block, operands: &[Value]) -> Vec<Region> {
    let tensor = |v: &Value| module.ty(*v).as_tensor();
    let sparse: Vec<&[i64]> = (operands.iter().filter_map(tensor))
        .filter(|it| it.sparse().is_some())
        .map(|it| &it.dims[..])
        .collect();
    let is_dense = |v: &&Value| {
        let fits = |it: &TensorType| it.encoding.is_none() && sparse.contains(&&it.dims[..]);
        tensor(v).is_some_and(fits) && is_large(module, **v)
    };
    let mut found = Vec::new();
    for &operand in operands.iter().filter(is_dense) {
        for op in module.ops(block).filter(|op| is_total(module, *op)) {
            found.extend(super::region::of_one(module, block, op, operand));
        }
    }
    found
}
