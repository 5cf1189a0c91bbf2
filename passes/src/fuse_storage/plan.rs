//! The text of plans.

use hloom_ir::module::Module;
use hloom_ir::{OpId, Value};
use hloom_storage::Type;
use hloom_storage::fused::FusedPlan;
use hloom_storage::syntax::ast;
use hloom_storage::term::{Node, Symbol, Term, copy};
use hloom_storage::{raise, syntax};
use std::collections::BTreeMap;

/// A plan that may become a part of another one: programs over arrays.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// The types of the arrays, by name.
    pub types: BTreeMap<Symbol, Type>,
    /// The programs, one for each result.
    pub terms: Vec<Term>,
}

impl Plan {
    /// The plan of a fusion; `None` if it has none.
    pub(super) fn of(module: &Module, op: OpId) -> Option<Plan> {
        let hloom_ir::ops::Op::Fusion(fusion) = module.op(op) else { return None };
        let text = std::str::from_utf8(&fusion.plan.as_ref()?.0).ok()?;
        let read = FusedPlan::of(module, op)?.ok()?;
        let (tensors, _) = syntax::parse_results(text).ok()?;
        let types = (tensors.into_iter())
            .filter_map(|it| Some((Symbol::from(it.name.text.as_str()), it.ty?.0)))
            .collect();
        Some(Plan { types, terms: read.results.into_iter().map(|it| it.term).collect() })
    }

    /// The plan of one result of a program.
    pub(super) fn of_program(program: &hloom_storage::Module, term: &Term) -> Plan {
        let mut types = BTreeMap::new();
        for node in term {
            if let Node::Input(name, _) = node
                && let Some(tensor) = program.tensor(name.as_str())
            {
                types.insert(*name, tensor.ty.clone());
            }
        }
        Plan { types, terms: vec![term.clone()] }
    }

    /// The plan for inputs of which number `n` is number `to(n)` of others.
    pub(super) fn renumbered(&self, to: impl Fn(usize) -> Option<usize>) -> Option<Plan> {
        let rename = |name: Symbol| {
            let digits = name.as_str().strip_prefix('a')?;
            let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
            let number = to(digits[..end].parse().ok()?)?;
            Some(Symbol::from(format!("a{number}{}", &digits[end..]).as_str()))
        };
        let types: Option<_> =
            self.types.iter().map(|(name, ty)| Some((rename(*name)?, ty.clone()))).collect();
        let terms = self.terms.iter().map(|term| {
            let mut out = Term::default();
            copy(&mut out, term, term.root(), 0, &mut |out, node, _| {
                out.add(match node {
                    Node::Input(name, sort) => Node::Input(rename(name).unwrap_or(name), sort),
                    node => node,
                })
            });
            out
        });
        Some(Plan { terms: terms.collect(), types: types? })
    }

    /// The text on one line.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        // Symbols are in the order of their creation.
        let types: BTreeMap<&str, &Type> =
            self.types.iter().map(|(name, ty)| (name.as_str(), ty)).collect();
        for (name, ty) in types {
            text += &format!("CREATE TENSOR {name} : {ty}; ");
        }
        for (i, term) in self.terms.iter().enumerate() {
            let result = ast::Program { tensors: Vec::new(), result: Some(raise::raise(term)) };
            let result = syntax::print(&result);
            let words: Vec<&str> = result.split_whitespace().collect();
            text += if i > 0 { "; " } else { "" };
            text += words.join(" ").trim_end_matches(';');
        }
        text
    }
}

/// The number of each value in a list, which it is added to if it is not there.
pub(super) fn numbers(all: &mut Vec<Value>, values: &[Value]) -> Vec<usize> {
    let number = |v: &Value| {
        all.iter().position(|it| it == v).unwrap_or_else(|| {
            all.push(*v);
            all.len() - 1
        })
    };
    values.iter().map(number).collect()
}
