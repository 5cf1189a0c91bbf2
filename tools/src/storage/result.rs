//! The result of a program: its entries and extents, as text.

use std::fmt::Write as _;

use hloom_storage::types::Form;
use hloom_storage::{Inputs, Scalar, Sort, Type, Value};

use super::files::{Entries, Numbers, Places, tuple};

/// The most entries that are printed.
const SHOWN: usize = 1000;

/// The result of a program.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    /// The coordinates of the entries, by dimension; a key may be negative.
    keys: Vec<Vec<i64>>,
    numbers: Numbers,
    /// The extents as far as they are known.
    extents: Vec<Option<u64>>,
    base: Scalar,
}

impl Outcome {
    /// The result of this sort.
    pub(crate) fn new(value: &Value, sort: Sort, extents: &[Option<u64>]) -> Outcome {
        let order = match sort.form {
            Form::Array => 1,
            Form::Nested(levels) => usize::from(levels),
        };
        let mut keys = vec![Vec::new(); order];
        let mut all = Vec::new();
        flatten(value, &mut Vec::new(), &mut |key, number| {
            key.iter().zip(&mut keys).for_each(|(key, keys)| keys.push(*key));
            all.push(number.clone());
        });
        // Entries that are beyond show that an extent is not what it seemed.
        let known = |d: usize| {
            let extent = extents.get(d).copied().flatten();
            extent.filter(|extent| keys[d].iter().all(|key| *key < *extent as i64))
        };
        let extents = (0..order).map(known).collect();
        Outcome { extents, numbers: numbers(sort.base, &all), keys, base: sort.base }
    }

    /// The result of a program that reads these inputs, whose reals are rounded to 32 bits if those of all
    /// arrays have 32.
    pub(crate) fn narrowed(mut self, inputs: &Inputs) -> Outcome {
        let arrays = || {
            inputs.values().filter_map(|value| match value {
                Value::Array(array) => Some(array),
                _ => None,
            })
        };
        let any = arrays().any(|array| array.singles().is_some());
        if any
            && !arrays().any(|array| array.reals().is_some())
            && let Numbers::Reals(all) = &self.numbers
        {
            self.numbers = Numbers::Singles(all.iter().map(|real| *real as f32).collect());
        }
        self
    }

    /// The result as a tensor. Extents that are not known are the smallest.
    ///
    /// # Errors
    /// If a key is negative or 2^31 or more.
    pub(crate) fn tensor(&self) -> Result<Entries, String> {
        for (dimension, keys) in self.keys.iter().enumerate() {
            let wrong = keys.iter().find(|key| !(0..super::files::MOST as i64).contains(*key));
            if let Some(key) = wrong {
                return Err(format!(
                    "the result has the key {key} in dimension {dimension}; a file has coordinates \
                     from 0 to 2^31 - 1"
                ));
            }
        }
        let smallest = |keys: &Vec<i64>| keys.iter().max().map_or(0, |key| *key as u64 + 1);
        let extents = self.extents.iter().zip(&self.keys);
        Ok(Entries {
            extents: extents.map(|(known, keys)| known.unwrap_or_else(|| smallest(keys))).collect(),
            open: false,
            keys: self.keys.clone(),
            numbers: self.numbers.clone(),
            places: Places::Elements((0..self.numbers.len() as u32).collect()),
            scalars: Vec::new(),
        })
    }

    /// The type, with the extents that are known.
    fn ty(&self) -> Type {
        let innermost = Type::Scalar(self.base);
        let each = self.extents.iter().rev();
        each.fold(innermost, |value, extent| Type::Dict(*extent, Box::new(value)))
    }

    /// The result for people: a number, an array if at least half of the places have entries, else
    /// the entries.
    pub(crate) fn text(&self) -> String {
        let ty = self.ty();
        if self.keys.is_empty() {
            return format!("result: {ty} = {}\n", shown(&self.numbers, 0));
        }
        let count = self.numbers.len();
        let places = self.extents.iter().try_fold(1u64, |all, extent| all.checked_mul((*extent)?));
        if places.is_some_and(|places| places <= SHOWN as u64 && 2 * count as u64 >= places)
            && let Some(dense) = self.tensor().ok().and_then(|tensor| tensor.to_dense().ok())
        {
            let mut text = String::new();
            array(&dense.numbers, &dense.shape, &mut 0, 1, &mut text);
            let gap = if dense.shape.len() > 1 { "\n " } else { " " };
            return format!("result: {ty} ={gap}{text}\n");
        }
        let entries = if count == 1 { "entry" } else { "entries" };
        let mut text = format!("result: {ty}, {count} {entries}\n");
        for entry in 0..count.min(SHOWN) {
            let key: Vec<i64> = self.keys.iter().map(|keys| keys[entry]).collect();
            let _ = writeln!(text, "  {} -> {}", tuple(&key), shown(&self.numbers, entry));
        }
        if count > SHOWN {
            let _ = writeln!(text, "  … and {} more; --output FILE writes all", count - SHOWN);
        }
        text
    }
}

/// Visits the numbers of a value with their keys.
pub(super) fn flatten(value: &Value, key: &mut Vec<i64>, visit: &mut dyn FnMut(&[i64], &Value)) {
    match value {
        Value::Dict(entries) => {
            for (at, inner) in entries.iter() {
                key.push(*at);
                flatten(inner, key, visit);
                key.pop();
            }
        }
        Value::Array(array) => {
            for at in array.positions() {
                key.push(at);
                if let Some(number) = array.get(at) {
                    visit(key, &number);
                }
                key.pop();
            }
        }
        number => visit(key, number),
    }
}

/// Values of one type as numbers.
pub(super) fn numbers(base: Scalar, all: &[Value]) -> Numbers {
    match base {
        Scalar::Bool => Numbers::Bools(all.iter().map(|v| *v == Value::Bool(true)).collect()),
        Scalar::Int => {
            let int = |value: &Value| if let Value::Int(int) = value { *int } else { 0 };
            Numbers::Ints(all.iter().map(int).collect())
        }
        Scalar::Real => {
            let real = |value: &Value| if let Value::Real(real) = value { *real } else { 0.0 };
            Numbers::Reals(all.iter().map(real).collect())
        }
    }
}

/// A number as the language writes it.
fn shown(numbers: &Numbers, at: usize) -> String {
    match numbers {
        Numbers::Bools(all) => all[at].to_string(),
        Numbers::Ints(all) => all[at].to_string(),
        Numbers::Reals(all) => format!("{:?}", all[at]),
        Numbers::Singles(all) => format!("{:?}", all[at]),
    }
}

/// Writes the array from the number `at`, a line for each innermost row.
fn array(all: &Numbers, shape: &[u64], at: &mut usize, depth: usize, out: &mut String) {
    out.push('[');
    let Some((extent, inner)) = shape.split_first() else { return };
    for i in 0..*extent {
        if i > 0 {
            out.push(',');
            match inner.is_empty() {
                true => out.push(' '),
                false => out.extend(["\n", &" ".repeat(depth + 1)]),
            }
        }
        if inner.is_empty() {
            out.push_str(&shown(all, *at));
            *at += 1;
        } else {
            array(all, inner, at, depth + 1, out);
        }
    }
    out.push(']');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &Value, levels: u8, extents: &[Option<u64>]) -> String {
        Outcome::new(value, Sort::nested(Scalar::Real, levels), extents).text()
    }

    fn vector(entries: &[(i64, f64)]) -> Value {
        Value::dict(entries.iter().map(|(key, value)| (*key, Value::Real(*value))))
    }

    #[test]
    fn results_are_printed_dense_or_by_entries() {
        assert_eq!(text(&Value::Real(2.0), 0, &[]), "result: real = 2.0\n");
        let y = vector(&[(0, 65.0), (2, f64::NAN)]);
        assert_eq!(text(&y, 1, &[Some(3)]), "result: {int[3] -> real} = [65.0, 0.0, NaN]\n");
        let entries = "result: {int[9] -> real}, 2 entries\n  0 -> 65.0\n  2 -> NaN\n";
        assert_eq!(text(&y, 1, &[Some(9)]), entries);
        let entries = "result: {int -> real}, 2 entries\n  0 -> 65.0\n  2 -> NaN\n";
        assert_eq!(text(&y, 1, &[None]), entries);
        let matrix = Value::dict([(1, vector(&[(0, 1.5), (1, 2.5)]))]);
        assert_eq!(
            text(&matrix, 2, &[Some(2), Some(2)]),
            "result: {int[2] -> {int[2] -> real}} =\n [[0.0, 0.0],\n  [1.5, 2.5]]\n"
        );
        assert_eq!(
            text(&matrix, 2, &[Some(2), Some(9)]),
            "result: {int[2] -> {int[9] -> real}}, 2 entries\n  (1, 0) -> 1.5\n  (1, 1) -> 2.5\n"
        );
    }

    #[test]
    fn long_results_are_cut_off() {
        let entries: Vec<(i64, f64)> = (0..1002).map(|key| (2 * key, 1.0)).collect();
        let text = text(&vector(&entries), 1, &[None]);
        assert!(
            text.ends_with("  1998 -> 1.0\n  … and 2 more; --output FILE writes all\n"),
            "{text}"
        );
    }

    #[test]
    fn files_have_no_negative_keys_and_the_smallest_extents() {
        let sort = Sort::nested(Scalar::Real, 1);
        let of = |entries: &[(i64, f64)], extent| {
            Outcome::new(&vector(entries), sort, &[extent]).tensor().map(|tensor| tensor.extents)
        };
        assert_eq!(of(&[(4, 1.0)], None), Ok(vec![5]));
        assert_eq!(of(&[(4, 1.0)], Some(9)), Ok(vec![9]));
        assert_eq!(of(&[(4, 1.0)], Some(3)), Ok(vec![5]));
        assert_eq!(of(&[], None), Ok(vec![0]));
        let error = of(&[(-4, 1.0)], None).unwrap_err();
        assert!(error.starts_with("the result has the key -4 in dimension 0;"), "{error}");
    }
}
