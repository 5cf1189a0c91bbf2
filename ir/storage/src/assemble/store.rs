//! The numbers of the entries, written where the mapping reads them.

use super::AssembleError;
use super::bounds::UNKNOWN;
use super::branch::{Branch, Over, Stored, TermAt, unsupported};
use super::fill::{FillMethod, Filler, Run};
use super::filling::{Filling, Gaps, nested, number, stored};
use crate::eval::Inputs;
use crate::numbers::{of_bits, to_bits};
use crate::term::Node;
use crate::types::Scalar;
use crate::value::Value;
use egg::Symbol;

impl Filler<'_> {
    /// Writes the numbers of the entries, and the indices that keys read.
    pub(super) fn write(&mut self, run: &Run<'_>) -> Result<(), AssembleError> {
        let mut reads: Vec<(&TermAt, &usize)> = run.reads.iter().collect();
        reads.sort_by_key(|(_, slot)| **slot);
        for (row, &entry) in run.rows.iter().zip(&run.mine) {
            for (place, slot) in &reads {
                let Node::Get([array, index]) = self.term[place.id] else { continue };
                let Node::Input(array, _) = self.term[array] else { continue };
                let scope = run.scope(self.term, &self.scalars);
                let at = scope.value(TermAt { id: index, ..**place }, row);
                let at =
                    at.ok_or_else(|| unsupported("an index that the entries do not determine"))?;
                if row[**slot] == UNKNOWN {
                    return Err(unsupported("keys that the entries do not determine"));
                }
                self.put(entry, array, Scalar::Int, at, row[**slot] as u64)?;
            }
            self.write_leaf(run, row, entry)?;
        }
        self.lengthen(run)
    }

    pub(super) fn write_leaf(
        &mut self,
        run: &Run<'_>,
        row: &[i64],
        entry: usize,
    ) -> Result<(), AssembleError> {
        let value = stored(&run.branch.leaf, &self.of.value_at(entry));
        let (base, bits) = value.as_ref().and_then(to_bits).unwrap_or((Scalar::Real, 0));
        match &run.branch.leaf.stored {
            Stored::Constant(_) => Ok(()),
            Stored::Position(array, slot) => self.put(entry, *array, base, row[*slot], bits),
            Stored::Dict(name, path) => {
                let path = path.iter().map(|slot| row[*slot]).collect();
                if let Some(value) = value {
                    self.dicts.entry(*name).or_default().insert(path, value);
                }
                Ok(())
            }
            Stored::Array(array, index) => {
                if let Some((codes, position)) = self.code_of(run, *index) {
                    let code = self.encode(*array, base, bits);
                    self.coded.insert(codes, *array);
                    self.put(entry, codes, Scalar::Int, row[position], code as u64)?;
                    if let Some(filling) = self.arrays.get_mut(&codes) {
                        filling.gaps = Gaps::CodeOfZero;
                    }
                    return Ok(());
                }
                let scope = run.scope(self.term, &self.scalars);
                let at = scope.value(*index, row);
                let at =
                    at.ok_or_else(|| unsupported("an index that the entries do not determine"))?;
                self.put(entry, *array, base, at, bits)
            }
        }
    }

    /// The array of codes, with the slot of its position, whose value is this index: a code, if no
    /// key depends on it.
    pub(super) fn code_of(&self, run: &Run<'_>, index: TermAt) -> Option<(Symbol, usize)> {
        let Node::Var(i, _) = self.term[index.id] else { return None };
        let slot = index.depth - 1 - i as usize;
        match run.branch.loop_of(slot) {
            Some((Over::Array { array, .. }, first))
                if slot == first + 1 && run.kinds[&first] == FillMethod::Positional =>
            {
                Some((*array, first))
            }
            _ => None,
        }
    }

    fn encode(&mut self, array: Symbol, base: Scalar, bits: u64) -> i64 {
        let most = self.most;
        let filling = self.arrays.entry(array).or_insert_with(|| Filling::new(base, most));
        *self.codes.entry(array).or_default().entry(bits).or_insert_with(|| {
            filling.bits.push(bits);
            filling.written.push(true);
            filling.bits.len() as i64 - 1
        })
    }

    pub(super) fn put(
        &mut self,
        entry: usize,
        array: Symbol,
        base: Scalar,
        at: i64,
        bits: u64,
    ) -> Result<(), AssembleError> {
        let misfit = |reason| AssembleError::DoesNotFit { keys: self.of.key(entry), reason };
        let most = self.most;
        let filling = self.arrays.entry(array).or_insert_with(|| Filling::new(base, most));
        let index =
            usize::try_from(at).map_err(|_| misfit(format!("its place in `{array}` is {at}")))?;
        filling.lengthen(array, at as u64 + 1)?;
        if filling.written[index] && filling.bits[index] != bits {
            let other = of_bits(base, filling.bits[index]);
            return Err(misfit(format!(
                "its place {at} in `{array}` holds {} for another entry",
                number(&other)
            )));
        }
        filling.written[index] = true;
        filling.bits[index] = bits;
        Ok(())
    }

    /// Makes the arrays as long as the loops read them.
    pub(super) fn lengthen(&mut self, run: &Run<'_>) -> Result<(), AssembleError> {
        let scope = run.scope(self.term, &self.scalars);
        let mut lengths: Vec<(Symbol, Scalar, i128)> = Vec::new();
        let base = match self.of.base() {
            Scalar::Real if run.branch.leaf.to_real => Scalar::Int,
            base => base,
        };
        if let Stored::Array(array, index) = &run.branch.leaf.stored
            && self.code_of(run, *index).is_none()
            && let Some(reach) = scope.reach(*index)
        {
            lengths.push((*array, base, reach + 1));
        }
        for place in run.reads.keys() {
            if let Node::Get([array, index]) = self.term[place.id]
                && let Node::Input(array, _) = self.term[array]
                && let Some(reach) = scope.reach(TermAt { id: index, ..*place })
            {
                lengths.push((array, Scalar::Int, reach + 1));
            }
        }
        for (over, slot) in run.branch.loops() {
            let Over::Array { array, bounds } = over else { continue };
            let last = match (bounds, run.kinds[&slot]) {
                (_, FillMethod::Append | FillMethod::None) => continue,
                (Some(bounds), _) => scope.reach(bounds[1]),
                (None, _) => run.lengths.get(&slot).map(|length| i128::from(*length)),
            };
            if let Some(last) = last {
                lengths.push((*array, self.sorts[array].base, last));
            }
        }
        for (array, base, length) in lengths {
            let most = self.most;
            let filling = self.arrays.entry(array).or_insert_with(|| Filling::new(base, most));
            let length = u64::try_from(length.max(0)).unwrap_or(u64::MAX);
            filling.lengthen(array, length)?;
        }
        Ok(())
    }

    /// All arrays and scalars.
    ///
    /// # Errors
    /// If an entry other than a zero has been left.
    pub(super) fn finish(mut self, branches: &[Branch]) -> Result<Inputs, AssembleError> {
        if let Some(&entry) = self.left.iter().find(|e| !self.of.value_at(**e).is_zero()) {
            let reason = if branches.is_empty() {
                "the mapping has no entries".to_owned()
            } else {
                self.reason
            };
            return Err(AssembleError::DoesNotFit { keys: self.of.key(entry), reason });
        }
        for (codes, values) in self.coded.clone() {
            let gap = self.arrays[&codes].written.iter().any(|written| !written);
            if gap {
                let base = self.arrays[&values].base;
                let zero = self.encode(values, base, 0) as u64;
                if let Some(filling) = self.arrays.get_mut(&codes) {
                    let parts = filling.bits.iter_mut().zip(&filling.written);
                    parts.filter(|(_, written)| !**written).for_each(|(bits, _)| *bits = zero);
                }
            }
        }
        self.code_zero_rows()?;
        self.write_guarded()?;
        for (array, position, value) in std::mem::take(&mut self.padding) {
            let filling = self.filling(array);
            filling.lengthen(array, position as u64 + 1)?;
            if !filling.written[position as usize] {
                filling.bits[position as usize] = value as u64;
            }
        }
        let mut inputs = Inputs::new();
        for (name, sort) in &self.sorts {
            let value = if let Some(filling) = self.arrays.get(name) {
                filling.value()
            } else if let Some(scalar) = self.scalars.get(name) {
                Value::Int(*scalar)
            } else if sort.is_dict() {
                let entries = self.dicts.remove(name).unwrap_or_default();
                nested(&entries.into_iter().collect::<Vec<_>>(), 0, *sort)
            } else {
                Filling::new(sort.base, self.most).value()
            };
            inputs.insert(*name, value);
        }
        Ok(inputs)
    }
}
