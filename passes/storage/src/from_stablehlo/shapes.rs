//! Ops that move elements: an entry keeps its value and gets other keys.

use super::ops::is_zero;
use super::views::{binding, domain, element, keys, single, sum};
use super::{Refused, Writer};
use hloom_ir::ops::{Gather, Pad, Slice};
use hloom_ir::{Element, OpId};

impl Writer<'_> {
    /// The entries of the operand at other keys, those for which the conditions hold.
    pub(super) fn moved(
        &mut self,
        op: OpId,
        to: impl Fn(&[String]) -> Vec<String>,
        conditions: &[String],
    ) -> Result<(), Refused> {
        let operand = self.module.operand(op, 0);
        let rank = self.tensor(op, operand)?.dims.len();
        let name = self.read(op, operand)?;
        let all = keys("i", rank);
        let mut body = single(&to(&all), "a");
        if !conditions.is_empty() {
            let both: Vec<String> = conditions.iter().map(|c| format!("({c})")).collect();
            body = format!("if {} then {body}", both.join(" * "));
        }
        let text = if rank == 0 {
            format!("let a = {name} in {body}")
        } else {
            sum(&[binding(&name, &all, "a")], &body)
        };
        self.define(op, &text)
    }

    pub(super) fn reshape(&mut self, op: OpId) -> Result<(), Refused> {
        let module = self.module;
        let from = self.tensor(op, module.operand(op, 0))?.dims.clone();
        let to = self.tensor(op, module.result(op, 0))?.dims.clone();
        if to.is_empty() {
            let name = self.read(op, module.operand(op, 0))?;
            let zeros = vec!["0".to_owned(); from.len()];
            return self.define(op, &element(&name, &zeros));
        }
        // Groups of dimensions of both sides with equal products: most are one dimension each.
        let groups = groups(&from, &to);
        self.moved(
            op,
            |keys| {
                let mut all = Vec::new();
                for (a, b) in &groups {
                    let mut index = "0".to_owned();
                    for d in a.clone() {
                        let key = &keys[d];
                        index = match (index.as_str(), from[d]) {
                            (_, 1) => index,
                            ("0", _) => key.clone(),
                            _ => format!("({index} * {} + {key})", from[d]),
                        };
                    }
                    let mut stride: i64 = b.clone().map(|d| to[d]).product();
                    let whole = stride;
                    for d in b.clone() {
                        let outermost = stride == whole;
                        stride /= to[d].max(1);
                        all.push(match (to[d], outermost, stride) {
                            (1, _, _) => "0".to_owned(),
                            (_, true, 1) => index.clone(),
                            (_, true, s) => format!("{index} / {s}"),
                            (n, false, 1) => format!("{index} % {n}"),
                            (n, false, s) => format!("{index} / {s} % {n}"),
                        });
                    }
                }
                all
            },
            &[],
        )
    }

    pub(super) fn slice(&mut self, op: OpId, it: &Slice) -> Result<(), Refused> {
        let dims = self.tensor(op, self.module.operand(op, 0))?.dims.clone();
        let all = keys("i", dims.len());
        let mut conditions = Vec::new();
        let mut moved = Vec::new();
        for (d, key) in all.iter().enumerate() {
            let (low, high, step) = (it.start_indices[d], it.limit_indices[d], it.strides[d]);
            if low > 0 {
                conditions.push(format!("{low} <= {key}"));
            }
            if high < dims[d] {
                conditions.push(format!("{key} < {high}"));
            }
            let from_low = if low > 0 { format!("({key} - {low})") } else { key.clone() };
            if step > 1 {
                conditions.push(format!("{from_low} % {step} == 0"));
                moved.push(format!("{from_low} / {step}"));
            } else {
                moved.push(from_low);
            }
        }
        self.moved(op, |_| moved.clone(), &conditions)
    }

    pub(super) fn pad(&mut self, op: OpId, it: &Pad) -> Result<(), Refused> {
        let module = self.module;
        let fill = self.splat(module.operand(op, 1));
        if !fill.is_some_and(|text| is_zero(&text)) {
            return Err(self.refused(op, "its padding is not zero"));
        }
        let to = self.tensor(op, module.result(op, 0))?.dims.clone();
        let rank = to.len();
        let all = keys("i", rank);
        let mut conditions = Vec::new();
        let mut moved = Vec::new();
        for (d, key) in all.iter().enumerate() {
            let (low, high) = (it.edge_padding_low[d], it.edge_padding_high[d]);
            let step = it.interior_padding[d].saturating_add(1);
            let spread = if step > 1 { format!("{key} * {step}") } else { key.clone() };
            let place = match low {
                0 => spread,
                low if low < 0 => format!("{spread} - {}", low.unsigned_abs()),
                low => format!("{spread} + {low}"),
            };
            if low < 0 {
                conditions.push(format!("0 <= {place}"));
            }
            if high < 0 {
                conditions.push(format!("{place} < {}", to[d]));
            }
            moved.push(place);
        }
        self.moved(op, |_| moved.clone(), &conditions)
    }

    pub(super) fn concatenate(&mut self, op: OpId, dimension: usize) -> Result<(), Refused> {
        let module = self.module;
        let mut start = 0;
        let mut parts = Vec::new();
        for value in module.operands(op) {
            let dims = self.tensor(op, *value)?.dims.clone();
            let name = self.read(op, *value)?;
            let all = keys("i", dims.len());
            let mut moved = all.clone();
            if start > 0 {
                moved[dimension] = format!("{} + {start}", all[dimension]);
            }
            // The first part too: its extent is not the result's.
            let body = single(&moved, "a");
            parts.push(format!("(sum({}) {body})", binding(&name, &all, "a")));
            start += dims[dimension];
        }
        self.define(op, &parts.join(" + "))
    }

    pub(super) fn gather(&mut self, op: OpId, it: &Gather) -> Result<(), Refused> {
        let module = self.module;
        let d = &it.dimension_numbers;
        let (operand, indices) = (module.operand(op, 0), module.operand(op, 1));
        if self.is_wrapped(indices) || module.ty(indices).element() == Some(Element::U64) {
            return Err(self.refused(op, "its indices are known modulo their width only"));
        }
        let from = self.tensor(op, operand)?.dims.clone();
        let of_indices = self.tensor(op, indices)?.dims.clone();
        let to = self.tensor(op, module.result(op, 0))?.dims.clone();
        let (name, starts) = (self.read(op, operand)?, self.read(op, indices)?);
        let all = keys("i", to.len());
        let offset_dims: Vec<usize> = d.offset_dims.iter().map(|x| *x as usize).collect();
        let batch: Vec<String> =
            (0..to.len()).filter(|x| !offset_dims.contains(x)).map(|x| all[x].clone()).collect();
        let vector = d.index_vector_dim as usize;
        // The keys of the indices' tensor, with the component of the index vector put in.
        let at = |component: usize| {
            let mut own = batch.clone();
            if vector < of_indices.len() {
                own.insert(vector, component.to_string());
            }
            element(&starts, &own)
        };
        let mut offsets = offset_dims.iter();
        let mut own = Vec::new();
        for (dim, extent) in from.iter().enumerate() {
            let x = dim as i64;
            let dropped =
                d.collapsed_slice_dims.contains(&x) || d.operand_batching_dims.contains(&x);
            let offset = if dropped { None } else { offsets.next().map(|o| all[*o].clone()) };
            let start = match d.start_index_map.iter().position(|m| *m == x) {
                Some(component) => {
                    let most = extent - it.slice_sizes[dim];
                    Some(format!("min(max({}, 0), {most})", at(component)))
                }
                None => d.operand_batching_dims.iter().position(|b| *b == x).map(|i| {
                    // The key of the batching dimension: its place among the indices' other ones.
                    let place = d.start_indices_batching_dims[i] as usize;
                    batch[place - usize::from(vector < place)].clone()
                }),
            };
            own.push(match (start, offset) {
                (Some(start), Some(offset)) => format!("{start} + {offset}"),
                (Some(start), None) => start,
                (None, Some(offset)) => offset,
                (None, None) => "0".to_owned(),
            });
        }
        let text = sum(&domain(&all, &to), &single(&all, &element(&name, &own)));
        self.define(op, &text)
    }
}

/// Dimensions of two shapes with the same number of elements, in groups with equal products.
fn groups(from: &[i64], to: &[i64]) -> Vec<(std::ops::Range<usize>, std::ops::Range<usize>)> {
    let mut all = Vec::new();
    if from.contains(&0) || to.contains(&0) {
        return vec![(0..from.len(), 0..to.len())];
    }
    let (mut i, mut j) = (0, 0);
    while i < from.len() || j < to.len() {
        let (first, second) = (i, j);
        let (mut a, mut b) = (1i64, 1i64);
        if i < from.len() {
            a = from[i];
            i += 1;
        }
        if j < to.len() {
            b = to[j];
            j += 1;
        }
        while a != b {
            if a < b && i < from.len() {
                a *= from[i];
                i += 1;
            } else if j < to.len() {
                b *= to[j];
                j += 1;
            } else {
                break;
            }
        }
        all.push((first..i, second..j));
    }
    all
}
