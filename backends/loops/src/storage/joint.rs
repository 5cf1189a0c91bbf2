//! Several results of loops over the same collection, made in one pass.
//!
//! ```text
//! sum(<i, _> in 0:n) b        ┐         for i in 0:n { b into the first result
//! sum(<i, _> in 0:n) c        ┘  ──►                   c into the second one }
//! ```
//!
//! Rows that both bodies read are in the cache for the second one. The results do not depend on each other,
//! so the order of the bodies does not matter.
//!
//! The loop runs on all threads if that is possible for each result by itself: its iterations have keys of
//! their own, or it is so small that each [part](super::parts) of the loop adds into a copy. If that is
//! not so for one of them, there is no common loop.

use super::emit::{Destination, Emitted, Emitter, Variable, Workspace};
use super::numbers::{int, load, store};
use super::parts::Copies;
use super::workspaces::wide;
use crate::program::{BufferId, LoopKind, Value};
use hloom_ir::Element;
use hloom_storage::term::{Id, Node, same};
use hloom_storage::types::Form;

/// A result of a term with several roots.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root<'e> {
    /// The dictionary or number.
    pub id: Id,
    /// The buffer that it is made in.
    pub buffer: BufferId,
    /// The type of its elements.
    pub element: Element,
    /// Its extents.
    pub extents: &'e [u64],
}

/// The way in which the iterations of the common loop add to a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// Each to places of its own.
    Own,
    /// All to the same places.
    Same,
}

impl Emitter<'_> {
    /// Makes the results in one loop; does nothing and returns false if they have none in common.
    pub(super) fn joint(&mut self, roots: &[Root<'_>]) -> Emitted<bool> {
        let mut bodies = Vec::new();
        let mut first = None;
        for root in roots {
            let Node::Sum([over, body]) = self.term[root.id] else { return Ok(false) };
            let common = *first.get_or_insert(over);
            let fits = super::fits(self.sort(root.id), root.element)
                && self.sort(root.id).form == Form::Nested(root.extents.len() as u8);
            if !fits || self.sort(over).is_dict() || !same(self.term, common, over) {
                return Ok(false);
            }
            bodies.push(body);
        }
        let Some(over) = first else { return Ok(false) };
        for root in roots {
            let extents = root.extents.to_vec();
            let low = vec![0; extents.len()];
            let (buffer, element) = self.total_of(root).unwrap_or((root.buffer, root.element));
            self.workspaces.push(Workspace { buffer, element, low, extents, listed: None });
        }
        self.results = roots.len();
        let offset = int(&mut self.b, 0);
        let (inside, negated, factor, once, erase) = (None, false, None, false, false);
        let whole =
            |space| Destination { space, offset, level: 0, inside, negated, factor, once, erase };
        let to: Vec<Destination> = (0..roots.len()).map(whole).collect();
        let ways = self.ways(over, &bodies, &to);
        let Some(ways) = ways else {
            self.workspaces.clear();
            self.results = 1;
            return Ok(false);
        };
        (0..roots.len()).for_each(|space| {
            self.clear(space, LoopKind::Parallel);
        });
        let mut opened = Vec::new();
        for body in &bodies {
            opened.push(self.open_tables(*body, 2)?);
        }
        let array = self.array(over)?;
        let each = |e: &mut Self, at: Value, value: Value, to: &[Destination]| {
            for (body, to) in bodies.iter().zip(to) {
                e.prefetch_parts(over, array, *body, at)?;
                let variables = e.bound_by(over, at, Variable::Number(value));
                e.with(&variables, |e| e.add_into(*body, *to))?;
            }
            Ok(())
        };
        let own = ways.iter().all(|way| *way == Way::Own);
        if own && !bodies.iter().any(|body| self.shares_workspaces(*body)) {
            self.each(array, true, |e, at, value| each(e, at, value, &to))?;
        } else if self.threads < 2 {
            self.each(array, false, |e, at, value| each(e, at, value, &to))?;
        } else {
            let mut copies: Vec<Option<Copies>> = Vec::new();
            for (way, to) in ways.iter().zip(&to) {
                copies.push((*way == Way::Same).then(|| self.copies(to.space)));
            }
            let shares = self.shares_of(over, array, &bodies);
            self.chunks_in_parts(
                &shares,
                |e, part| {
                    let mut own = to.clone();
                    for (own, copies) in own.iter_mut().zip(&copies) {
                        if let Some(copies) = copies {
                            *own = e.own_copy(*copies, part, *own)?;
                        }
                    }
                    Ok(own)
                },
                |e, at, value, own| each(e, at, value, own),
            )?;
            for (copies, to) in copies.into_iter().zip(&to) {
                if let Some(copies) = copies {
                    self.add_copies(to.space, copies, true);
                }
            }
        }
        for tables in opened.into_iter().rev() {
            self.close_tables(tables)?;
        }
        for (space, root) in roots.iter().enumerate() {
            let Workspace { buffer, element, .. } = self.workspaces[space];
            if element != root.element {
                let total = load(&mut self.b, buffer, element, offset, None);
                store(&mut self.b, root.buffer, root.element, offset, total);
            }
        }
        Ok(true)
    }

    /// Memory for the total of a result that is a number of fewer bits than its total has. It is
    /// rounded once, as the total of a loop by itself is, which stays in a register.
    fn total_of(&mut self, root: &Root<'_>) -> Option<(BufferId, Element)> {
        let element = wide(self.sort(root.id).base);
        let narrow = root.extents.is_empty() && element != root.element;
        narrow.then(|| (self.arena(element, 1), element))
    }

    /// The ways in which a loop with these bodies adds to the results; `None` if one of them is better
    /// made by itself.
    fn ways(&self, over: Id, bodies: &[Id], to: &[Destination]) -> Option<Vec<Way>> {
        let mut ways = Vec::new();
        for (body, to) in bodies.iter().zip(to) {
            let dict = self.sort(*body).is_dict();
            // The total of a loop without another one inside stays in registers.
            if !dict && !self.has_loop(*body) {
                return None;
            }
            let own = dict && self.has_own_keys(over, *body);
            if !own && self.threads > 1 && !self.shares_result(*body, *to) {
                return None;
            }
            ways.push(if own { Way::Own } else { Way::Same });
        }
        Some(ways)
    }
}
