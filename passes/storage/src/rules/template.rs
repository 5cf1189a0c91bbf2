//! The notation of rules: both sides as text.
//!
//! ```text
//! (sum ?r (mul ?a ?b))  =  (mul ?a-2 (sum ?r ?b))
//! ```
//!
//! `?a` is any term. On the right, `?a-2` is `?a` outside of two binders; the rule does not apply
//! if `?a` has one of their variables. `?a+2` is `?a` inside of two more binders, `?b+2@2` the same
//! for its variables from `%2` on. `%1` is a variable of sort `int`, `%0:a` one of the sort of the
//! values of `?a`. A number is an integer.

use crate::graph::{Graph, smallest};
use egg::{ENodeOrVar, Id, Language, PatternAst, Subst, Var};
use hloom_storage::term::{Binary, Node, Unary, shift};
use hloom_storage::types::Sort;

/// A side of a rule.
#[derive(Clone, Debug)]
pub enum Template {
    /// `?a`, shifted from `cut` on.
    Any {
        /// `?a`
        name: Var,
        /// The first variable that is shifted.
        cut: u32,
        /// The distance.
        by: i32,
    },
    /// `%0:a`
    Value {
        /// The variable.
        index: u32,
        /// The collection of whose values it has the sort.
        of: Var,
    },
    /// A node; its operands are placeholders.
    Node(Node, Vec<Template>),
}

impl Template {
    /// Parses a side of a rule. Rules are written in this crate: a mistake is a bug.
    pub fn new(text: &str) -> Template {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut words = spaced.split_whitespace().peekable();
        let template = parse(&mut words, text);
        assert!(words.next().is_none(), "more than one term in the rule `{text}`");
        template
    }

    /// The pattern for the e-graph; for a left side, which has no shifts.
    pub fn pattern(&self) -> PatternAst<Node> {
        let mut ast = PatternAst::default();
        self.add_pattern(&mut ast);
        ast
    }

    fn add_pattern(&self, ast: &mut PatternAst<Node>) -> Id {
        match self {
            Template::Any { name, .. } => ast.add(ENodeOrVar::Var(*name)),
            Template::Value { .. } => unreachable!("left sides have variables of sort int only"),
            Template::Node(node, operands) => {
                let mut ids = operands.iter().map(|t| t.add_pattern(ast)).collect::<Vec<_>>();
                let node = node.map_children(|_| ids.remove(0));
                ast.add(ENodeOrVar::ENode(node))
            }
        }
    }

    /// Adds the term to the e-graph. `None` if a variable would leave its binder.
    pub fn build(&self, graph: &mut Graph, subst: &Subst) -> Option<Id> {
        match self {
            Template::Any { name, by: 0, .. } => Some(subst[*name]),
            Template::Any { name, cut, by } => shifted(graph, subst[*name], *cut, *by),
            Template::Value { index, of } => {
                let sort = graph[subst[*of]].data.sort.value();
                Some(graph.add(Node::Var(*index, sort)))
            }
            Template::Node(node, operands) => {
                let ids: Option<Vec<Id>> = operands.iter().map(|t| t.build(graph, subst)).collect();
                let mut ids = ids?.into_iter();
                let node = node.map_children(|id| ids.next().unwrap_or(id));
                product_fits(graph, &node).then(|| graph.add(node))
            }
        }
    }
}

/// Whether a product has operands of its kind: `mul` and `scale` are the same product at different
/// sorts, and a rule about one of them can't always tell from its left side which it needs.
fn product_fits(graph: &Graph, node: &Node) -> bool {
    let Node::Binary(op, [a, b]) = *node else { return true };
    let (a, b) = (graph[a].data.sort, graph[b].data.sort);
    match op {
        Binary::Mul => a.is_scalar() && b.is_scalar(),
        Binary::Scale => a.is_scalar() && b.is_dict(),
        Binary::Hadamard => a.is_dict() && b.is_dict(),
        _ => true,
    }
}

/// The largest term that is shifted or substituted into, in nodes.
pub(super) const MAX_SIZE: u64 = 4000;

/// The class of a class's smallest term, shifted; `None` if that is very large.
pub fn shifted(graph: &mut Graph, id: Id, cut: u32, by: i32) -> Option<Id> {
    if graph[id].data.free >> cut.min(63) == 0 {
        return Some(id);
    }
    if graph[id].data.size > MAX_SIZE {
        return None;
    }
    let term = shift(&smallest(graph, id), cut, by)?;
    Some(graph.add_expr(&term))
}

fn parse<'a>(
    words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
    rule: &str,
) -> Template {
    let word = words.next().unwrap_or_else(|| panic!("the rule `{rule}` ends early"));
    if word != "(" {
        return leaf(word, rule);
    }
    let operator = words.next().unwrap_or_default();
    let mut operands = Vec::new();
    while words.peek().is_some_and(|word| *word != ")") {
        operands.push(parse(words, rule));
    }
    words.next();
    let node = node(operator, operands.len());
    Template::Node(node.unwrap_or_else(|| panic!("no operator `{operator}`: `{rule}`")), operands)
}

fn leaf(word: &str, rule: &str) -> Template {
    fn read<T: std::str::FromStr>(text: &str, word: &str, rule: &str) -> T {
        text.parse().unwrap_or_else(|_| panic!("`{word}` is not a term: `{rule}`"))
    }
    if word.starts_with('?') {
        let sign = word.find(['+', '-']);
        let (name, shift) = word.split_at(sign.unwrap_or(word.len()));
        let (by, cut) = shift.split_once('@').unwrap_or((shift, "0"));
        let by = if by.is_empty() { 0 } else { read(by, word, rule) };
        return Template::Any { name: read(name, word, rule), cut: read(cut, word, rule), by };
    }
    if let Some(variable) = word.strip_prefix('%') {
        return match variable.split_once(':') {
            None => Template::Node(Node::Var(read(variable, word, rule), Sort::INT), Vec::new()),
            Some((index, of)) => {
                let of = read(&format!("?{of}"), word, rule);
                Template::Value { index: read(index, word, rule), of }
            }
        };
    }
    Template::Node(Node::Int(read(word, word, rule)), Vec::new())
}

/// The node of an operator's name, with placeholders as operands.
fn node(name: &str, operands: usize) -> Option<Node> {
    let id = Id::from(0);
    let found = match name {
        "if" => Node::If([id; 2]),
        "single" => Node::Single([id; 2]),
        "get" => Node::Get([id; 2]),
        "range" => Node::Range([id; 2]),
        "slice" => Node::Slice([id; 3]),
        "unique" => Node::Unique(id),
        "let" => Node::Let([id; 2]),
        "sum" => Node::Sum([id; 2]),
        "merge" => Node::Merge([id; 3]),
        "neg" => Node::Unary(Unary::Neg, id),
        "to_real" => Node::Unary(Unary::ToReal, id),
        "even" => Node::Unary(Unary::Even, id),
        "odd" => Node::Unary(Unary::Odd, id),
        _ => {
            let (_, op) = BINARY.iter().find(|(known, _)| *known == name)?;
            Node::Binary(*op, [id; 2])
        }
    };
    (found.children().len() == operands).then_some(found)
}

/// The names of the binary operators in rules.
pub const BINARY: [(&str, Binary); 13] = [
    ("add", Binary::Add),
    ("sub", Binary::Sub),
    ("mul", Binary::Mul),
    ("scale", Binary::Scale),
    ("had", Binary::Hadamard),
    ("div", Binary::Div),
    ("mod", Binary::Mod),
    ("min", Binary::Min),
    ("max", Binary::Max),
    ("eq", Binary::Eq),
    ("ne", Binary::Ne),
    ("lt", Binary::Lt),
    ("le", Binary::Le),
];
