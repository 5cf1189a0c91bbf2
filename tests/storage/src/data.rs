//! Tensors as lists of entries, and their arrays in the formats of the library.

use crate::Random;
use hloom_storage::value::{Array, Items};
use hloom_storage::{Inputs, Scalar, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The entries of a tensor by coordinates.
#[derive(Clone, Debug, Default)]
pub struct Tensor {
    /// The extents.
    pub dims: Vec<usize>,
    /// The numbers other than zero, by index.
    pub entries: BTreeMap<Vec<usize>, f64>,
}

impl Tensor {
    /// A tensor with about `percent` of a hundred entries that are small whole numbers.
    pub fn random(random: &mut Random, dims: &[usize], percent: usize) -> Tensor {
        let mut tensor = Tensor { dims: dims.to_vec(), entries: BTreeMap::new() };
        let size: usize = dims.iter().product();
        for at in 0..size {
            if random.below(100) < percent {
                let mut rest = at;
                let mut key = vec![0; dims.len()];
                for (place, dim) in key.iter_mut().zip(dims).rev() {
                    *place = rest % dim;
                    rest /= dim;
                }
                tensor.entries.insert(key, 1.0 + random.below(9) as f64);
            }
        }
        tensor
    }

    /// The number at an index, zero if there is none.
    pub fn at(&self, key: &[usize]) -> f64 {
        self.entries.get(key).copied().unwrap_or(0.0)
    }

    /// The value of the calculus.
    pub fn value(&self) -> Value {
        fn nested(entries: &[(&[usize], f64)]) -> Value {
            if let [(key, value)] = entries
                && key.is_empty()
            {
                return Value::Real(*value);
            }
            let mut parts: BTreeMap<i64, Vec<(&[usize], f64)>> = BTreeMap::new();
            for (key, value) in entries {
                parts.entry(key[0] as i64).or_default().push((&key[1..], *value));
            }
            Value::dict(parts.into_iter().map(|(key, part)| (key, nested(&part))))
        }
        let all: Vec<(&[usize], f64)> =
            self.entries.iter().map(|(key, value)| (key.as_slice(), *value)).collect();
        nested(&all)
    }

    /// The tensor with its first two dimensions exchanged.
    pub fn transposed(&self) -> Tensor {
        let mut out = self.clone();
        out.dims.swap(0, 1);
        let swapped = |key: &Vec<usize>| {
            let mut key = key.clone();
            key.swap(0, 1);
            key
        };
        out.entries = self.entries.iter().map(|(key, value)| (swapped(key), *value)).collect();
        out
    }

    /// The tensor of order 3 with its dimensions in this order.
    fn turned(&self, order: [usize; 3]) -> Tensor {
        let turned = |all: &Vec<usize>| order.iter().map(|d| all[*d]).collect::<Vec<_>>();
        let entries = self.entries.iter().map(|(key, value)| (turned(key), *value));
        Tensor { dims: turned(&self.dims), entries: entries.collect() }
    }

    /// Positions and coordinates of the levels of a compressed tensor (CSF), the outermost first.
    pub fn compressed(&self) -> Vec<(Vec<i64>, Vec<i64>)> {
        let mut parents: Vec<Vec<usize>> = vec![Vec::new()];
        let mut levels = Vec::new();
        for level in 0..self.dims.len() {
            let mut nodes: Vec<Vec<usize>> =
                self.entries.keys().map(|key| key[..=level].to_vec()).collect();
            nodes.dedup();
            let mut pos = vec![0];
            for parent in &parents {
                let children = nodes.iter().filter(|node| node.starts_with(parent)).count();
                pos.push(pos[pos.len() - 1] + children as i64);
            }
            let idx = nodes.iter().map(|node| node[level] as i64).collect();
            levels.push((pos, idx));
            parents = nodes;
        }
        levels
    }

    /// Positions, coordinates of a matrix by rows.
    pub fn rows(&self) -> (Vec<i64>, Vec<i64>) {
        let mut pos = vec![0];
        for i in 0..self.dims[0] {
            let row = self.entries.keys().filter(|key| key[0] == i).count();
            pos.push(pos[i] + row as i64);
        }
        (pos, self.entries.keys().map(|key| key[1] as i64).collect())
    }

    fn values(&self) -> Value {
        Value::reals(self.entries.values().copied().collect::<Vec<_>>())
    }

    /// All numbers, the last dimension innermost.
    pub fn dense(&self) -> Vec<f64> {
        let size: usize = self.dims.iter().product();
        let mut all = vec![0.0; size];
        for (key, value) in &self.entries {
            let at = key.iter().zip(&self.dims).fold(0, |at, (k, d)| at * d + k);
            all[at] = *value;
        }
        all
    }

    /// The arrays of the format of this name for the tensor `name`.
    pub fn store(&self, format: &str, name: &str, inputs: &mut Inputs) {
        let mut set = |part: &str, value: Value| {
            inputs.insert(format!("{name}_{part}").into(), value);
        };
        let int = |n: usize| Value::Int(n as i64);
        let d = &self.dims;
        match format {
            "dense_vector" => set("val", Value::reals(self.dense())),
            "dense_matrix" | "dense_tensor" | "dense_tensor_4" => {
                for (part, dim) in ["m", "n", "o", "p"].iter().zip(d) {
                    set(part, int(*dim));
                }
                set("val", Value::reals(self.dense()));
            }
            "dense_columns" => {
                set("m", int(d[0]));
                set("n", int(d[1]));
                set("val", Value::reals(self.transposed().dense()));
            }
            "dense_tensor_210" => {
                for (part, dim) in ["m", "n", "o"].iter().zip(d) {
                    set(part, int(*dim));
                }
                let turned = self.turned([2, 1, 0]);
                set("val", Value::reals(turned.dense()));
            }
            "bitmap" => {
                set("m", int(d[0]));
                set("n", int(d[1]));
                let keys = (0..d[0] * d[1]).map(|at| vec![at / d[1], at % d[1]]);
                let bits: Vec<bool> = keys.map(|key| self.entries.contains_key(&key)).collect();
                set("bit", Value::Array(Array::new(Items::Bools(bits.into()))));
                set("val", Value::reals(self.dense()));
            }
            "coo_vector" => {
                set("pos", Value::ints([0, self.entries.len() as i64]));
                let idx: Vec<i64> = self.entries.keys().map(|key| key[0] as i64).collect();
                set("idx", Value::ints(idx));
                set("val", self.values());
            }
            "coo_matrix" => {
                let part = |i: usize| -> Vec<i64> {
                    self.entries.keys().map(|key| key[i] as i64).collect()
                };
                set("row", Value::ints(part(0)));
                set("col", Value::ints(part(1)));
                set("val", self.values());
            }
            "csr" => {
                let (pos, idx) = self.rows();
                set("len", int(d[0]));
                set("pos", Value::ints(pos));
                set("idx", Value::ints(idx));
                set("val", self.values());
            }
            "csc" => self.transposed().store("csr", name, inputs),
            "dcsr" | "csf" | "csf_4" => {
                for (i, (pos, idx)) in self.compressed().into_iter().enumerate() {
                    set(&format!("pos{}", i + 1), Value::ints(pos));
                    set(&format!("idx{}", i + 1), Value::ints(idx));
                }
                set("val", self.values());
            }
            "hash_map" | "hash_vector" | "hash_tensor" | "hash_tensor_4" => {
                set("map", self.value())
            }
            "dcsc" => self.transposed().store("dcsr", name, inputs),
            "csf_201" => self.turned([2, 0, 1]).store("csf", name, inputs),
            "coo_tensor" | "coo_tensor_4" => {
                for (i, part) in ["i", "j", "k", "l"].iter().take(d.len()).enumerate() {
                    let keys = self.entries.keys().map(|key| key[i] as i64);
                    set(part, Value::ints(keys.collect::<Vec<_>>()));
                }
                set("val", self.values());
            }
            "dia" => {
                let diagonal = |key: &Vec<usize>| key[1] as i64 - key[0] as i64;
                let all: BTreeSet<i64> = self.entries.keys().map(diagonal).collect();
                let off: Vec<i64> = all.into_iter().collect();
                let mut val = vec![0.0; off.len() * d[0]];
                for (key, value) in &self.entries {
                    let at = off.binary_search(&diagonal(key)).unwrap_or(0);
                    val[at * d[0] + key[0]] = *value;
                }
                set("m", int(d[0]));
                set("off", Value::ints(off));
                set("val", Value::reals(val));
            }
            "banded" => {
                let n = d[0];
                let band = |f: fn(&Vec<usize>) -> usize| self.entries.keys().map(f).max();
                let l = band(|key| key[0].saturating_sub(key[1])).unwrap_or(0);
                let u = band(|key| key[1].saturating_sub(key[0])).unwrap_or(0);
                let mut val = vec![0.0; n * (l + u + 1)];
                for (key, value) in &self.entries {
                    val[key[0] * (l + u + 1) + key[1] + l - key[0]] = *value;
                }
                set("n", int(n));
                set("l", int(l));
                set("u", int(u));
                set("val", Value::reals(val));
            }
            "triangular" | "symmetric" => {
                let n = d[0];
                let pairs = (0..n).flat_map(|i| (0..=i).map(move |j| [i, j]));
                set("n", int(n));
                set("val", Value::reals(pairs.map(|key| self.at(&key)).collect::<Vec<_>>()));
            }
            "z_order" => {
                let z = |key: &Vec<usize>| interleaved(key[0], key[1]);
                let len = self.entries.keys().map(z).max().map_or(0, |last| last + 1);
                let mut val = vec![0.0; len];
                for (key, value) in &self.entries {
                    val[z(key)] = *value;
                }
                set("val", Value::reals(val));
            }
            "z_order_blocks" => {
                let h = 2;
                let block = |key: &Vec<usize>| interleaved(key[0] / h, key[1] / h);
                let len = self.entries.keys().map(block).max().map_or(0, |last| last + 1);
                let mut val = vec![0.0; len * h * h];
                for (key, value) in &self.entries {
                    val[(block(key) * h + key[0] % h) * h + key[1] % h] = *value;
                }
                set("len", int(len));
                set("h", int(h));
                set("val", Value::reals(val));
            }
            "ell" => {
                let row = |i: usize| self.entries.iter().filter(move |(key, _)| key[0] == i);
                let w = (0..d[0]).map(|i| row(i).count()).max().unwrap_or(0);
                let (mut idx, mut val) = (Vec::new(), Vec::new());
                for i in 0..d[0] {
                    idx.extend(row(i).map(|(key, _)| key[1] as i64));
                    val.extend(row(i).map(|(_, value)| *value));
                    idx.resize((i + 1) * w, 0);
                    val.resize((i + 1) * w, 0.0);
                }
                set("m", int(d[0]));
                set("w", int(w));
                set("idx", Value::ints(idx));
                set("val", Value::reals(val));
            }
            "bsr" => {
                let (h, w) = (2, 3);
                let mut blocks: BTreeMap<Vec<usize>, Vec<f64>> = BTreeMap::new();
                for (key, value) in &self.entries {
                    let block = blocks.entry(vec![key[0] / h, key[1] / w]).or_default();
                    block.resize(h * w, 0.0);
                    block[key[0] % h * w + key[1] % w] = *value;
                }
                let dims = vec![d[0].div_ceil(h), d[1].div_ceil(w)];
                let entries = blocks.keys().map(|key| (key.clone(), 1.0)).collect();
                let (pos, idx) = Tensor { dims, entries }.rows();
                set("len", int(d[0].div_ceil(h)));
                set("h", int(h));
                set("w", int(w));
                set("pos", Value::ints(pos));
                set("idx", Value::ints(idx));
                set("val", Value::reals(blocks.into_values().flatten().collect::<Vec<_>>()));
            }
            "run_length" => {
                let (mut pos, mut val) = (Vec::new(), Vec::<f64>::new());
                for (i, value) in self.dense().into_iter().enumerate() {
                    if val.last() != Some(&value) {
                        pos.push(i as i64);
                        val.push(value);
                    }
                }
                pos.push(d[0] as i64);
                set("pos", Value::ints(pos));
                set("val", Value::reals(val));
            }
            "dictionary" | "dictionary_matrix" => {
                if let [m, n] = d[..] {
                    set("m", int(m));
                    set("n", int(n));
                }
                let mut val: Vec<f64> = self.dense();
                val.sort_by(f64::total_cmp);
                val.dedup_by(|a, b| a.total_cmp(b).is_eq());
                let code = |v: &f64| {
                    val.iter().position(|known| known.total_cmp(v).is_eq()).unwrap() as i64
                };
                set("code", Value::ints(self.dense().iter().map(code).collect::<Vec<_>>()));
                set("val", Value::reals(val));
            }
            "ddc" | "rle" | "ole" => {
                let mut cols: Vec<usize> = self.entries.keys().map(|key| key[1]).collect();
                cols.sort_unstable();
                cols.dedup();
                let row = |i: usize| -> Vec<u64> {
                    cols.iter().map(|j| self.at(&[i, *j]).to_bits()).collect()
                };
                // The stored rows, and the rows that each stands for.
                let mut rows: Vec<(Vec<u64>, Vec<i64>)> = Vec::new();
                for i in 0..d[0] {
                    let own = row(i);
                    let known = match format {
                        "rle" => rows.last_mut().filter(|(last, _)| *last == own),
                        _ => rows.iter_mut().find(|(known, _)| *known == own),
                    };
                    match known {
                        Some((_, all)) => all.push(i as i64),
                        None => rows.push((own, vec![i as i64])),
                    }
                }
                let lists = || rows.iter().map(|(_, all)| all);
                match format {
                    "ddc" => {
                        let code = |i: usize| {
                            lists().position(|all| all.contains(&(i as i64))).unwrap() as i64
                        };
                        set("code", Value::ints((0..d[0]).map(code).collect::<Vec<_>>()));
                    }
                    "rle" => {
                        let ends = lists().map(|all| all[0]).chain([d[0] as i64]);
                        set("pos", Value::ints(ends.collect::<Vec<_>>()));
                        set("runs", int(rows.len()));
                    }
                    _ => {
                        let mut pos = vec![0];
                        lists().for_each(|all| pos.push(pos[pos.len() - 1] + all.len() as i64));
                        set("pos", Value::ints(pos));
                        set("idx", Value::ints(lists().flatten().copied().collect::<Vec<_>>()));
                        set("len", int(rows.len()));
                    }
                }
                set("w", int(cols.len()));
                set("col", Value::ints(cols.iter().map(|j| *j as i64).collect::<Vec<_>>()));
                let numbers =
                    rows.iter().flat_map(|(row, _)| row).map(|bits| f64::from_bits(*bits));
                set("val", Value::reals(numbers.collect::<Vec<_>>()));
            }
            "two_of_four" => {
                let (mut place, mut val) = (Vec::new(), Vec::new());
                for i in 0..d[0] {
                    for block in 0..d[1] / 4 {
                        let mut used: Vec<(usize, f64)> = (0..4)
                            .map(|c| (c, self.at(&[i, block * 4 + c])))
                            .filter(|(_, value)| *value != 0.0)
                            .collect();
                        for c in 0..4 {
                            if used.len() < 2 && used.iter().all(|(known, _)| *known != c) {
                                used.push((c, 0.0));
                            }
                        }
                        place.extend(used.iter().map(|(c, _)| *c as i64));
                        val.extend(used.iter().map(|(_, value)| *value));
                    }
                }
                set("m", int(d[0]));
                set("q", int(d[1] / 4));
                set("place", Value::ints(place));
                set("val", Value::reals(val));
            }
            _ => panic!("no data in the format {format}"),
        }
    }
}

/// The place of a row and a column on the Z-order curve.
fn interleaved(row: usize, column: usize) -> usize {
    let bit = |n: usize, i: usize| n >> i & 1;
    (0..16).fold(0, |z, i| z | bit(column, i) << (2 * i) | bit(row, i) << (2 * i + 1))
}

/// Reals as another type; integers stay.
pub fn retyped(value: &Value, base: Scalar) -> Value {
    match value {
        Value::Real(real) => match base {
            Scalar::Bool => Value::Bool(*real != 0.0),
            Scalar::Int => Value::Int(*real as i64),
            Scalar::Real => value.clone(),
        },
        Value::Dict(entries) => {
            Value::dict(entries.iter().map(|(key, value)| (*key, retyped(value, base))))
        }
        Value::Array(array) => match (array.reals(), base) {
            (Some(reals), Scalar::Bool) => {
                let all: Vec<bool> = reals.iter().map(|real| *real != 0.0).collect();
                Value::Array(Array::new(Items::Bools(all.into())))
            }
            (Some(reals), Scalar::Int) => {
                Value::ints(reals.iter().map(|real| *real as i64).collect::<Vec<_>>())
            }
            _ => value.clone(),
        },
        _ => value.clone(),
    }
}

/// Makes an array of reals one of 32-bit floats, if these hold all of them.
pub(crate) fn narrow(value: &mut Value) {
    let Value::Array(array) = &*value else { return };
    let Some(reals) = array.reals() else { return };
    let holds = |real: &f64| real.is_nan() || f64::from(*real as f32) == *real;
    if reals.iter().all(holds) {
        *value = Value::singles(reals.iter().map(|real| *real as f32).collect::<Vec<_>>());
    }
}
