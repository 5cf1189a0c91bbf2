//! Redundant conditions, which the bounds of loops imply, and loop unswitching: conditions that do not
//! depend on a loop leave it.
//!
//! A lookup of a row is a range with a condition: `sum(<i, _> in 0:n) if (0 <= i) * (i < n) then …`. The
//! e-graph knows a term without its surroundings, so that it cannot drop the condition; in a plan the loop
//! is there to see. The rest of a condition moves out of the loops whose variables it does not have,
//! so that work behind it can be done before them.
//!
//! Terms are graphs: a definition that is read several times is one part, maybe below several loops. A part is
//! done once for all places where its variables are those of the same binders, so once if it has none.

use super::equal::equal;
use egg::{Id, Language};
use hloom_storage::term::{Binary, Node, Term, copy, shift};
use std::collections::{HashMap, HashSet};

/// The most parts of a condition that are printed as one row of factors; of more, a tree is made.
const ROW: usize = 16;

/// The same term without conditions that its loops imply, and with the others as far outside as they can
/// be.
pub(super) fn simplify(term: &Term) -> Term {
    let (out, contexts, done) = (Term::default(), Vec::new(), HashMap::new());
    let mut pass = Pass { term, reach: reach(term), out, contexts, done };
    pass.place(term.root(), None);
    pass.out
}

/// Of each part the number of binders around it whose variables it may have.
fn reach(term: &Term) -> Vec<u32> {
    let mut all: Vec<u32> = Vec::with_capacity(term.len());
    for node in term {
        let own = match node {
            Node::Var(i, _) => i + 1,
            _ => 0,
        };
        let children = node.children().iter().enumerate();
        let inner = children.map(|(i, id)| all[usize::from(*id)].saturating_sub(node.binds(i)));
        all.push(inner.fold(own, u32::max));
    }
    all
}

/// The bounds of a variable: parts of the term, below `depth` binders.
#[derive(Clone, Copy, Default)]
struct Bounds {
    /// The variable is this or more.
    low: Option<Id>,
    /// It is less than this.
    high: Option<Id>,
    /// It is not negative.
    non_negative: bool,
    depth: u32,
}

/// The variables of a binder, inside of those of another one.
struct Context {
    outer: Option<usize>,
    /// The node that binds them.
    binder: Id,
    /// The binders in all.
    depth: u32,
    /// Of `%0`, `%1`, …
    bounds: Vec<Bounds>,
}

struct Pass<'t> {
    term: &'t Term,
    reach: Vec<u32>,
    out: Term,
    contexts: Vec<Context>,
    /// The parts that are placed, each with the binders of its variables.
    done: HashMap<(Id, Vec<Id>), Id>,
}

impl Pass<'_> {
    /// Appends a part of the term; returns its root.
    fn place(&mut self, id: Id, context: Option<usize>) -> Id {
        let key = (id, self.binders(id, context));
        if let Some(placed) = self.done.get(&key) {
            return *placed;
        }
        let mut node = self.term[id];
        let placed = if let Node::If([condition, value]) = node {
            let value = self.place(value, context);
            let parts = conjuncts(self.term, condition);
            let open = |part: &Id| !self.implied(*part, context);
            let left: Vec<Id> = parts.iter().copied().filter(open).collect();
            if left.len() == parts.len() {
                let condition = self.place(condition, context);
                self.out.add(Node::If([condition, value]))
            } else {
                let left = left.into_iter().map(|part| self.place(part, context)).collect();
                guarded(&mut self.out, left, value)
            }
        } else {
            let inner = self.bounds(node, context).map(|bounds| {
                let depth = self.depth(context) + bounds.len() as u32;
                self.contexts.push(Context { outer: context, binder: id, depth, bounds });
                self.contexts.len() - 1
            });
            let binders = node;
            for (i, child) in node.children_mut().iter_mut().enumerate() {
                let inside = if binders.binds(i) > 0 { inner } else { context };
                *child = self.place(*child, inside);
            }
            self.outside(node)
        };
        self.done.insert(key, placed);
        placed
    }

    /// The binders of the variables that a part has, the innermost first. They say all that the part is placed
    /// by: a bound that is equal to a part of it has the variables of these binders only.
    fn binders(&self, id: Id, mut context: Option<usize>) -> Vec<Id> {
        let (mut all, mut covered) = (Vec::new(), 0);
        while covered < self.reach[usize::from(id)]
            && let Some(at) = context
        {
            let it = &self.contexts[at];
            all.push(it.binder);
            covered += it.bounds.len() as u32;
            context = it.outer;
        }
        all
    }

    fn depth(&self, context: Option<usize>) -> u32 {
        context.map_or(0, |at| self.contexts[at].depth)
    }

    /// The bounds of the variables that a node binds, from `%0` on; `None` if it binds none.
    fn bounds(&self, node: Node, context: Option<usize>) -> Option<Vec<Bounds>> {
        let depth = self.depth(context);
        let none = Bounds { depth, ..Bounds::default() };
        // The key of an entry of a collection.
        let key = |over: Id| match self.term[over] {
            Node::Slice([_, low, high]) => Bounds { low: Some(low), high: Some(high), ..none },
            Node::Range([low, high]) => {
                let from_zero = matches!(self.term[low], Node::Int(0));
                Bounds { high: from_zero.then_some(high), non_negative: true, ..none }
            }
            _ => none,
        };
        match node {
            Node::Sum([over, _]) => {
                let value = match self.term[over] {
                    Node::Range([low, high]) => Bounds { low: Some(low), high: Some(high), ..none },
                    _ => none,
                };
                Some(vec![value, key(over)])
            }
            Node::Merge([a, b, _]) => Some(vec![none, key(b), key(a)]),
            Node::Let(_) => Some(vec![none]),
            _ => None,
        }
    }

    /// The bounds of `%i`.
    fn known(&self, mut i: u32, mut context: Option<usize>) -> Option<Bounds> {
        loop {
            let at = &self.contexts[context?];
            match at.bounds.get(i as usize) {
                Some(bounds) => return Some(*bounds),
                None => i -= at.bounds.len() as u32,
            }
            context = at.outer;
        }
    }

    /// Whether the loops around say that a comparison holds.
    fn implied(&self, id: Id, context: Option<usize>) -> bool {
        let term = self.term;
        let depth = self.depth(context);
        let same = |part: Id, bound: Option<Id>, at: u32| {
            bound.is_some_and(|bound| {
                equal(term, part, term, bound, depth - at, 0, &mut HashMap::new())
            })
        };
        match term[id] {
            Node::Bool(true) => true,
            Node::Binary(Binary::Le, [low, variable]) => {
                let Node::Var(i, _) = term[variable] else { return false };
                self.known(i, context).is_some_and(|bounds| {
                    let number = match (term[low], bounds.low.map(|bound| term[bound])) {
                        (Node::Int(low), Some(Node::Int(bound))) => low <= bound,
                        (Node::Int(low), _) => low <= 0 && bounds.non_negative,
                        _ => false,
                    };
                    number || same(low, bounds.low, bounds.depth)
                })
            }
            Node::Binary(Binary::Lt, [variable, high]) => {
                let Node::Var(i, _) = term[variable] else { return false };
                self.known(i, context).is_some_and(|bounds| {
                    let number = match (term[high], bounds.high.map(|bound| term[bound])) {
                        (Node::Int(high), Some(Node::Int(bound))) => bound <= high,
                        _ => false,
                    };
                    number || same(high, bounds.high, bounds.depth)
                })
            }
            _ => false,
        }
    }

    /// Appends a node whose operands are placed; conditions of its body that have none of its variables are
    /// put around it.
    fn outside(&mut self, mut node: Node) -> Id {
        let body = match node {
            Node::Sum([_, body]) | Node::Let([_, body]) | Node::Merge([_, _, body]) => body,
            _ => return self.out.add(node),
        };
        let last = node.children().len() - 1;
        let binds = node.binds(last);
        // The conditions one inside of the other, and the parts of each that stay.
        let (mut value, mut inside, mut outside) = (body, Vec::new(), Vec::new());
        while let Node::If([condition, inner]) = self.out[value] {
            let mut own = Vec::new();
            for part in conjuncts(&self.out, condition) {
                let mut alone = Term::default();
                copy(&mut alone, &self.out, part, 0, &mut |to, node, _| to.add(node));
                match shift(&alone, 0, -(binds as i32)) {
                    Some(shifted) => outside.push(shifted),
                    None => own.push(part),
                }
            }
            inside.push(own);
            value = inner;
        }
        if outside.is_empty() {
            return self.out.add(node);
        }
        for own in inside.into_iter().rev() {
            value = guarded(&mut self.out, own, value);
        }
        node.children_mut()[last] = value;
        let placed = self.out.add(node);
        let mut parts = Vec::new();
        for part in &outside {
            parts.push(copy(&mut self.out, part, part.root(), 0, &mut |to, node, _| to.add(node)));
        }
        guarded(&mut self.out, parts, placed)
    }
}

/// The parts of a condition that all have to hold, each once.
fn conjuncts(term: &[Node], id: Id) -> Vec<Id> {
    let (mut all, mut seen, mut open) = (Vec::new(), HashSet::new(), vec![id]);
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        match term[usize::from(id)] {
            Node::Binary(Binary::Mul, [a, b]) => open.extend([b, a]),
            _ => all.push(id),
        }
    }
    all
}

/// Appends `if parts then value`.
fn guarded(out: &mut Term, mut parts: Vec<Id>, value: Id) -> Id {
    let mut both = |a, b| out.add(Node::Binary(Binary::Mul, [a, b]));
    // Later passes go down a term by recursion.
    while parts.len() > ROW {
        parts = parts.chunks(ROW).filter_map(|row| row.iter().copied().reduce(&mut both)).collect();
    }
    match parts.into_iter().reduce(both) {
        Some(condition) => out.add(Node::If([condition, value])),
        None => value,
    }
}

#[cfg(test)]
mod tests {
    use super::simplify;
    use hloom_storage::{Inputs, Value, compile, evaluate, raise};

    const TENSORS: &str = "CREATE TENSOR n : int; CREATE TENSOR m : int; CREATE TENSOR v : [real]; CREATE TENSOR w : [int];";

    /// The simplified result of a program, which has the same value.
    fn simplified(program: &str) -> String {
        let term = compile(&format!("{TENSORS}{program}")).unwrap().composed().unwrap();
        let found = simplify(&term);
        for (n, m) in [(0, 0), (3, 2), (2, 3), (-1, 4)] {
            let inputs = Inputs::from([
                ("n".into(), Value::Int(n)),
                ("m".into(), Value::Int(m)),
                ("v".into(), Value::reals([1.0, 2.0, 4.0, 8.0])),
                ("w".into(), Value::ints([1, 2, 4, 8])),
            ]);
            let [a, b] = [&term, &found].map(|term| evaluate(term, &inputs, 1000).unwrap().0);
            assert_eq!(a, b, "{program}");
        }
        raise::text(&found)
    }

    #[test]
    fn conditions_that_a_loop_implies_are_dropped() {
        let range = "sum(<k0, _> in 0:n) v(k0)";
        assert_eq!(simplified("sum(<i, _> in 0:n) if (0 <= i) * (i < n) then v(i)"), range);
        assert_eq!(
            simplified("sum(<_, i> in 0:n) if (0 <= i) * (i < n) then v(i)"),
            "sum(<_, v0> in 0:n) v(v0)"
        );
        assert_eq!(
            simplified("sum(<_, i> in m:n) if (m <= i) * (i < n) then v(i)"),
            "sum(<_, v0> in m:n) v(v0)"
        );
        assert_eq!(
            simplified("sum(<p, x> in v(m:n)) if (m <= p) * (p < n) then x"),
            "sum(<_, v0> in v(m:n)) v0"
        );
        assert_eq!(
            simplified("sum(<i, _> in 0:2) if (0 <= i) * (i < 3) then v(i)"),
            "sum(<k0, _> in 0:2) v(k0)"
        );
        // Of an outer loop, below the binders of an inner one.
        assert_eq!(
            simplified("sum(<i, _> in 0:n) sum(<j, _> in 0:i) if (i < n) * (j < i) then v(j)"),
            "sum(<k0, _> in 0:n) sum(<k2, _> in 0:k0) v(k2)"
        );
    }

    #[test]
    fn conditions_that_say_more_stay() {
        for kept in [
            "sum(<k0, _> in 0:n) if k0 < m then v(k0)",
            "sum(<k0, _> in 0:n) if 1 <= k0 then v(k0)",
            "sum(<_, v0> in m:n) if 0 <= v0 then v(v0)",
            "sum(<k0, _> in m:n) if k0 < n then v(k0)",
            "sum(<k0, _> in m:n) if m <= k0 then v(k0)",
            "sum(<k0, _> in 0:3) if k0 < 2 then v(k0)",
            "sum(<k0, _> in 0:n) if n < k0 then v(k0)",
            "sum(<k0, _> in 0:n) if k0 <= 0 then v(k0)",
            "sum(<k0, _> in 0:n) sum(<k2, _> in 0:m) if k2 < k0 then v(k2)",
        ] {
            assert_eq!(simplified(kept), kept);
        }
    }

    #[test]
    fn conditions_leave_the_loops_whose_variables_they_do_not_have() {
        let found =
            simplified("sum(<i, _> in 0:n) sum(<j, _> in 0:m) if (i < m) * (j < i) then v(j)");
        let inner = "sum(<k2, _> in 0:m) if k2 < k0 then v(k2)";
        assert_eq!(found, format!("sum(<k0, _> in 0:n) if k0 < m then {inner}"));
        let found = simplified("sum(<i, _> in 0:n) sum(<j, _> in 0:m) if n < m then v(j) * v(i)");
        assert_eq!(found, "if n < m then sum(<k0, _> in 0:n) sum(<k2, _> in 0:m) v(k2) * v(k0)");
        let found = simplified("sum(<i, _> in 0:n) if i < m then if n < m then if m < 9 then v(i)");
        assert_eq!(found, "if (n < m) * (m < 9) then sum(<k0, _> in 0:n) if k0 < m then v(k0)");
        let found = simplified("merge(<p, q, x> in <w(0:n), w(0:m)>) if (q < m) * (n < m) then x");
        assert_eq!(found, "if n < m then merge(<_, _, v0> in <w(0:n), w(0:m)>) v0");
    }

    /// Definitions that are read twice, each by the next one: their number of paths doubles with each.
    #[test]
    fn definitions_that_are_shared_are_done_once() {
        let mut text = TENSORS.to_owned() + "CREATE TENSOR y0 AS sum(<i, x> in v) { i -> x };";
        let mut conditions =
            TENSORS.to_owned() + "CREATE TENSOR c0 AS n < 5; CREATE TENSOR c1 AS m < 5;";
        for k in 1..40 {
            let of = k - 1;
            text += &format!(
                "CREATE TENSOR y{k} AS sum(<i, x> in v) {{ i -> x * y{of}(i) * max(y{of}(i), 0.5) }};"
            );
            let next = k + 1;
            conditions += &format!("CREATE TENSOR c{next} AS c{k} * c{of};");
        }
        let size = |text: String| {
            let term = compile(&text).unwrap().composed().unwrap();
            (term.len(), simplify(&term).len())
        };
        let (before, after) = size(text + "y39");
        assert!(after <= 2 * before, "{before} nodes, {after} after");
        let (before, after) = size(conditions + "sum(<i, x> in v) if c40 * (n < 4) then x");
        assert!(after <= 2 * before, "{before} nodes, {after} after");
    }

    #[test]
    fn conditions_of_many_parts_are_trees() {
        let parts: Vec<String> = (0..3000).map(|k| format!("(n < {})", k + 5)).collect();
        let term =
            format!("{TENSORS}sum(<i, x> in v) if 0 <= i then if {} then x", balanced(&parts));
        let term = compile(&term).unwrap().composed().unwrap();
        let found = simplify(&term);
        assert!(depth(&found) < 400, "{}", depth(&found));
    }

    fn balanced(parts: &[String]) -> String {
        match parts {
            [one] => one.clone(),
            _ => {
                let (a, b) = parts.split_at(parts.len() / 2);
                format!("({} * {})", balanced(a), balanced(b))
            }
        }
    }

    fn depth(term: &hloom_storage::term::Term) -> usize {
        let mut all: Vec<usize> = Vec::new();
        for node in term {
            let children = egg::Language::children(node).iter();
            all.push(1 + children.map(|id| all[usize::from(*id)]).max().unwrap_or(0));
        }
        all.last().copied().unwrap_or(0)
    }
}
