//! The loops of a contraction, as terms.

use super::form::{Contraction, Factor};
use super::views::View;
use egg::{Id, Symbol};
use hloom_storage::check::Module;
use hloom_storage::term::{Binary, Node, Term, copy, sort};
use hloom_storage::types::{Scalar, Sort};
use std::collections::BTreeMap;

/// The loops of a contraction over views of its tensors.
pub(super) struct Nest<'f> {
    form: &'f Contraction,
    views: BTreeMap<Symbol, View>,
}

/// A factor on the way down the loops: partially indexed.
#[derive(Clone, Debug)]
struct Partial {
    /// The index variables that it depends on, of an element in the order of the levels of its view.
    at: Vec<usize>,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// A number of index variables.
    Number(Term),
    /// A dictionary with `sort` at the first `done` of its variables: `base` at these keys.
    Part { base: Base, keys: Vec<usize>, done: usize, sort: Sort, sparse: bool },
}

/// The dictionary that a part is of.
#[derive(Clone, PartialEq, Debug)]
enum Base {
    Tensor(Symbol, Sort),
    /// A view, whose levels are not in the tensor's own order.
    View(Term),
    /// The variable at this place of the scope.
    Variable(usize),
}

/// A variable of the term.
#[derive(Clone, Copy, Debug)]
enum Bound {
    Index(usize),
    /// A part of a tensor, or a table.
    Value,
}

/// A sum over index variables: those that are left, in the order of their loops, the keys that are left
/// of its result, and the factors that are left of its product.
#[derive(Clone, Debug)]
struct Sum {
    variables: Vec<usize>,
    keys: Vec<usize>,
    factors: Vec<Partial>,
}

/// A vector that is summed before the loops: the variable that is its key, and its sum.
struct Table {
    key: usize,
    sum: Sum,
}

impl<'f> Nest<'f> {
    /// The views of a program's tensors.
    pub(super) fn new(module: &Module, form: &'f Contraction) -> Nest<'f> {
        let mut views = BTreeMap::new();
        for factor in &form.factors {
            let Factor::Element { tensor, at, .. } = factor else { continue };
            let body = module.tensor(tensor.as_str()).and_then(|tensor| tensor.body.as_ref());
            let view = body.and_then(|body| View::of(&module.inlined(&body.term)));
            views.insert(*tensor, view.unwrap_or_else(|| View::own(at.len())));
        }
        Nest { form, views }
    }

    /// The terms for the `most` best orders of the loops; variables of vectors may be summed first.
    pub(super) fn terms(&self, tables: bool, most: usize) -> Vec<Term> {
        let factors = self.form.factors.iter().map(|factor| self.partial(factor)).collect();
        let all = (0..self.form.variables).collect();
        let mut sum = Sum { variables: all, keys: self.form.keys.clone(), factors };
        let mut found = if tables { self.tables(&mut sum) } else { Vec::new() };
        // Constants are factors of the vector that has the fewest products with them: one for each key.
        if let Some(table) = found.iter_mut().find(|table| table.sum.variables[0] == table.key) {
            let is_constant = |factor: &Partial| factor.at.is_empty();
            let (constants, rest): (Vec<Partial>, Vec<Partial>) =
                sum.factors.into_iter().partition(is_constant);
            sum.factors = rest;
            table.sum.factors.splice(0..0, constants);
        }
        if tables && found.is_empty() {
            return Vec::new();
        }
        let orders = self.orders(&sum, most);
        orders
            .into_iter()
            .filter_map(|order| self.term(&found, &Sum { variables: order, ..sum.clone() }))
            .collect()
    }

    fn partial(&self, factor: &Factor) -> Partial {
        match factor {
            Factor::Number(term) => {
                Partial { at: factor.variables(), kind: Kind::Number(term.clone()) }
            }
            Factor::Element { tensor, sort, at } => {
                let View { order, term, sparse } = &self.views[tensor];
                let base = match term {
                    Some(term) => Base::View(term.clone()),
                    None => Base::Tensor(*tensor, *sort),
                };
                let kind =
                    Kind::Part { base, keys: Vec::new(), done: 0, sort: *sort, sparse: *sparse };
                Partial { at: order.iter().map(|dimension| at[*dimension]).collect(), kind }
            }
        }
    }

    /// Takes variables out of a sum whose factors have one other variable: vectors that are summed first.
    fn tables(&self, sum: &mut Sum) -> Vec<Table> {
        let mut found = Vec::new();
        for variable in sum.variables.clone() {
            if sum.keys.contains(&variable) || sum.variables.len() < 2 {
                continue;
            }
            let has = |factor: &Partial| factor.at.contains(&variable);
            let own = || sum.factors.iter().filter(|factor| has(factor));
            let mut others: Vec<usize> =
                own().flat_map(|factor| &factor.at).copied().filter(|v| *v != variable).collect();
            others.sort_unstable();
            others.dedup();
            let [key] = others[..] else { continue };
            // A sum of nothing else is that vector itself.
            let rest = sum.factors.iter().any(|factor| !has(factor) && !factor.at.is_empty());
            if !rest
                || own()
                    .any(|factor| matches!(factor.kind, Kind::Part { base: Base::Variable(_), .. }))
            {
                continue;
            }
            let (own, rest) = sum.factors.drain(..).partition(has);
            sum.factors = rest;
            sum.variables.retain(|it| *it != variable);
            let part = Sum { variables: vec![variable, key], keys: vec![key], factors: own };
            let order = self.orders(&part, 1).swap_remove(0);
            let kind = Kind::Part {
                base: Base::Variable(found.len()),
                keys: Vec::new(),
                done: 0,
                sort: Sort::nested(self.form.base, 1),
                // Its loop goes over all places.
                sparse: false,
            };
            sum.factors.push(Partial { at: vec![key], kind });
            found.push(Table { key, sum: Sum { variables: order, ..part } });
        }
        found
    }

    /// The orders of a sum's variables in which the fewest tensors are looked up against the order of
    /// their levels, of those the ones that have the keys of the result first.
    fn orders(&self, sum: &Sum, most: usize) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for _ in &sum.variables {
            let longer = |order: &Vec<usize>| {
                let left = sum.variables.iter().filter(|v| !order.contains(v));
                left.map(|v| [&order[..], &[*v]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        let place = |order: &[usize], variable: usize| order.iter().position(|v| *v == variable);
        let score = |order: &Vec<usize>| {
            let ascends = |factor: &Partial| {
                let places: Vec<_> = factor.at.iter().map(|v| place(order, *v)).collect();
                places.is_sorted()
            };
            let against = sum.factors.iter().filter(|factor| match factor.kind {
                Kind::Part { sparse, .. } => sparse && !ascends(factor),
                Kind::Number(_) => false,
            });
            let keys: usize = sum.keys.iter().filter_map(|key| place(order, *key)).sum();
            (against.count(), keys)
        };
        all.sort_by_key(score);
        let best = all.first().map(|order| score(order).0);
        all.retain(|order| Some(score(order).0) == best);
        all.truncate(most);
        all
    }

    /// The term of a sum, after those of the tables; `None` if a variable has no loop.
    fn term(&self, tables: &[Table], sum: &Sum) -> Option<Term> {
        let mut writer = Writer { base: self.form.base, out: Term::default(), scope: Vec::new() };
        let mut values = Vec::new();
        for Table { sum, key } in tables {
            debug_assert_eq!(sum.keys, [*key]);
            values.push(writer.sum(sum)?);
            writer.scope.push(Bound::Value);
        }
        let mut term = writer.sum(sum)?;
        for value in values.into_iter().rev() {
            term = writer.out.add(Node::Let([value, term]));
        }
        // The root is the last node.
        let mut out = Term::default();
        copy(&mut out, &writer.out, term, 0, &mut |out, node, _| out.add(node));
        Some(out)
    }
}

struct Writer {
    base: Scalar,
    out: Term,
    scope: Vec<Bound>,
}

impl Writer {
    fn variable(&mut self, place: usize, sort: Sort) -> Id {
        let index = self.scope.len() - 1 - place;
        self.out.add(Node::Var(index as u32, sort))
    }

    /// An index variable.
    fn index(&mut self, variable: usize) -> Option<Id> {
        let is = |bound: &Bound| matches!(bound, Bound::Index(own) if *own == variable);
        let place = self.scope.iter().rposition(is)?;
        Some(self.variable(place, Sort::INT))
    }

    /// The part of a tensor that a factor is so far, or its number.
    fn part(&mut self, base: &Base, keys: &[usize], sort: Sort) -> Option<Id> {
        let mut at = match base {
            Base::Tensor(name, sort) => self.out.add(Node::Input(*name, *sort)),
            Base::View(term) => {
                copy(&mut self.out, term, term.root(), 0, &mut |out, node, _| out.add(node))
            }
            Base::Variable(place) => self.variable(*place, sort),
        };
        for key in keys {
            let key = self.index(*key)?;
            at = self.out.add(Node::Get([at, key]));
        }
        Some(at)
    }

    /// A number of index variables.
    fn number(&mut self, term: &Term) -> Option<Id> {
        let mut all = true;
        let scope = &self.scope;
        let id = copy(&mut self.out, term, term.root(), 0, &mut |out, node, crossed| match node {
            Node::Var(variable, sort) if variable >= crossed => {
                let variable = (variable - crossed) as usize;
                let is = |bound: &Bound| matches!(bound, Bound::Index(own) if *own == variable);
                let place = scope.iter().rposition(is);
                all &= place.is_some();
                let index = scope.len() - 1 - place.unwrap_or(0) + crossed as usize;
                out.add(Node::Var(index as u32, sort))
            }
            node => out.add(node),
        });
        all.then_some(id)
    }

    /// Writes a sum.
    fn sum(&mut self, sum: &Sum) -> Option<Id> {
        if let Some((key, keys)) = sum.keys.split_first()
            && !sum.variables.contains(key)
        {
            let value = self.sum(&Sum { keys: keys.to_vec(), ..sum.clone() })?;
            let key = self.index(*key)?;
            return Some(self.out.add(Node::Single([key, value])));
        }
        // Factors whose variables are all bound.
        let is_ready = |factor: &Partial| factor.at.iter().all(|v| !sum.variables.contains(v));
        let is_condition = |factor: &Partial| match &factor.kind {
            Kind::Number(term) => sort(term, term.root()) == Sort::BOOL,
            Kind::Part { .. } => false,
        };
        // Conditions come as early as they can. A number times a dictionary is a product for each of its
        // entries: it waits for a loop that makes a number.
        let waits = !sum.keys.is_empty();
        let taken = |factor: &Partial| is_ready(factor) && (is_condition(factor) || !waits);
        let (ready, factors): (Vec<Partial>, Vec<Partial>) =
            sum.factors.iter().cloned().partition(taken);
        let rest = Sum { factors, ..sum.clone() };
        let mut inner = match rest.variables.is_empty() {
            true => None,
            false => Some(self.loops(&rest)?),
        };
        for factor in ready.iter().rev().filter(|factor| !is_condition(factor)) {
            let number = match &factor.kind {
                Kind::Number(term) => self.number(term)?,
                Kind::Part { base, keys, sort, .. } => self.part(base, keys, *sort)?,
            };
            inner = Some(match inner {
                None => number,
                Some(inner) => self.times(number, inner),
            });
        }
        let mut inner = match (inner, self.base) {
            (Some(inner), _) => inner,
            (None, Scalar::Int) => self.out.add(Node::Int(1)),
            (None, Scalar::Real | Scalar::Bool) => self.out.add(Node::real(1.0)),
        };
        for factor in ready.iter().rev().filter(|factor| is_condition(factor)) {
            let Kind::Number(term) = &factor.kind else { continue };
            let condition = self.number(term)?;
            inner = self.out.add(Node::If([condition, inner]));
        }
        Some(inner)
    }

    /// A number times a number or a dictionary.
    fn times(&mut self, number: Id, of: Id) -> Id {
        let op = match sort(&self.out, of).is_scalar() {
            true => Binary::Mul,
            false => Binary::Scale,
        };
        self.out.add(Node::Binary(op, [number, of]))
    }

    /// Writes a sum with variables that are left: the product of the sums of parts without a variable in
    /// common, or a loop.
    fn loops(&mut self, sum: &Sum) -> Option<Id> {
        let mut own = vec![sum.variables[0]];
        let linked = |own: &[usize], v: usize| {
            let both = |at: &[usize]| at.contains(&v) && at.iter().any(|it| own.contains(it));
            both(&sum.keys) || sum.factors.iter().any(|factor| both(&factor.at))
        };
        while let Some(next) = sum.variables.iter().find(|v| !own.contains(v) && linked(&own, **v))
        {
            own.push(*next);
        }
        if own.len() == sum.variables.len() {
            return self.a_loop(sum);
        }
        let has_keys = sum.keys.iter().any(|key| own.contains(key));
        let of = |inside: bool| {
            let variables = sum.variables.iter().copied().filter(|v| own.contains(v) == inside);
            // Factors that wait go to the sum without keys.
            let factors = sum.factors.iter().filter(|factor| {
                let is_left = factor.at.iter().any(|v| sum.variables.contains(v));
                let is_own = factor.at.iter().any(|v| own.contains(v));
                if is_left { is_own == inside } else { has_keys != inside }
            });
            let keys = if has_keys == inside { sum.keys.clone() } else { Vec::new() };
            Sum { variables: variables.collect(), keys, factors: factors.cloned().collect() }
        };
        let (first, second) = (of(true), of(false));
        // One of them has all keys.
        let (number, dict) = if first.keys.is_empty() { (first, second) } else { (second, first) };
        let (number, dict) = (self.sum(&number)?, self.sum(&dict)?);
        Some(self.times(number, dict))
    }

    /// Writes the loop over the first variable of a sum, over a tensor that has it next.
    fn a_loop(&mut self, sum: &Sum) -> Option<Id> {
        let variable = sum.variables[0];
        let drives = |factor: &Partial| match factor.kind {
            Kind::Part { done, sparse, .. } => {
                (factor.at.get(done) == Some(&variable)).then_some(sparse)
            }
            Kind::Number(_) => None,
        };
        let sparse = sum.factors.iter().position(|factor| drives(factor) == Some(true));
        let driver =
            sparse.or_else(|| sum.factors.iter().position(|factor| drives(factor).is_some()))?;
        let mut rest = sum.clone();
        rest.variables.remove(0);
        let Kind::Part { base: own, keys: own_keys, sort, .. } = &sum.factors[driver].kind else {
            return None;
        };
        let over = self.part(own, own_keys, *sort)?;
        let place = self.scope.len() + 1;
        for factor in &mut rest.factors {
            let levels = factor.at.len();
            let Kind::Part { base, keys, done, sort, .. } = &mut factor.kind else { continue };
            // The same part of the same tensor, as the loop's own, is what the loop binds.
            if base == own && keys == own_keys && factor.at.get(*done) == Some(&variable) {
                let levels = levels - *done - 1;
                *base = Base::Variable(place);
                *sort = Sort::nested(sort.base, levels as u8);
                keys.clear();
                *done += 1;
            }
            // Keys of levels whose variables are bound.
            while let Some(next) = factor.at.get(*done).filter(|v| !rest.variables.contains(v)) {
                keys.push(*next);
                *done += 1;
            }
        }
        self.scope.extend([Bound::Index(variable), Bound::Value]);
        let body = self.sum(&rest);
        self.scope.truncate(place - 1);
        Some(self.out.add(Node::Sum([over, body?])))
    }
}
