//! Tensors in memory between files and physical arrays: dense, or by coordinates.

use hloom_storage::{Scalar, Value};

use super::{FileError, MOST};

/// Numbers of one type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Numbers {
    /// Truth values. As numbers they are 0 and 1.
    Bools(Vec<bool>),
    /// Integers.
    Ints(Vec<i64>),
    /// Reals.
    Reals(Vec<f64>),
    /// Reals that are 32-bit floats.
    Singles(Vec<f32>),
}

impl Numbers {
    /// The number of them.
    pub(crate) fn len(&self) -> usize {
        match self {
            Numbers::Bools(all) => all.len(),
            Numbers::Ints(all) => all.len(),
            Numbers::Reals(all) => all.len(),
            Numbers::Singles(all) => all.len(),
        }
    }

    /// The type.
    pub(crate) fn base(&self) -> Scalar {
        match self {
            Numbers::Bools(_) => Scalar::Bool,
            Numbers::Ints(_) => Scalar::Int,
            Numbers::Reals(_) | Numbers::Singles(_) => Scalar::Real,
        }
    }

    /// The number at an index.
    pub(crate) fn get(&self, at: usize) -> Value {
        match self {
            Numbers::Bools(all) => Value::Bool(all[at]),
            Numbers::Ints(all) => Value::Int(all[at]),
            Numbers::Reals(all) => Value::Real(all[at]),
            Numbers::Singles(all) => Value::Real(f64::from(all[at])),
        }
    }

    /// The numbers at these indices.
    pub(crate) fn at(&self, places: &[usize]) -> Numbers {
        match self {
            Numbers::Bools(all) => Numbers::Bools(places.iter().map(|i| all[*i]).collect()),
            Numbers::Ints(all) => Numbers::Ints(places.iter().map(|i| all[*i]).collect()),
            Numbers::Reals(all) => Numbers::Reals(places.iter().map(|i| all[*i]).collect()),
            Numbers::Singles(all) => Numbers::Singles(places.iter().map(|i| all[*i]).collect()),
        }
    }

    /// The negatives; truth values become integers.
    pub(crate) fn negated(&self) -> Numbers {
        match self {
            Numbers::Bools(all) => Numbers::Ints(all.iter().map(|v| -i64::from(*v)).collect()),
            Numbers::Ints(all) => Numbers::Ints(all.iter().map(|v| v.wrapping_neg()).collect()),
            Numbers::Reals(all) => Numbers::Reals(all.iter().map(|v| -v).collect()),
            Numbers::Singles(all) => Numbers::Singles(all.iter().map(|v| -v).collect()),
        }
    }

    /// Appends numbers of the same type.
    pub(crate) fn extend(&mut self, more: Numbers) {
        match (self, more) {
            (Numbers::Bools(all), Numbers::Bools(more)) => all.extend(more),
            (Numbers::Ints(all), Numbers::Ints(more)) => all.extend(more),
            (Numbers::Reals(all), Numbers::Reals(more)) => all.extend(more),
            (Numbers::Singles(all), Numbers::Singles(more)) => all.extend(more),
            _ => unreachable!("numbers of one list have one type"),
        }
    }

    /// So many zeros of the type of these numbers.
    pub(crate) fn zeros(&self, count: usize) -> Numbers {
        match self {
            Numbers::Bools(_) => Numbers::Bools(vec![false; count]),
            Numbers::Ints(_) => Numbers::Ints(vec![0; count]),
            Numbers::Reals(_) => Numbers::Reals(vec![0.0; count]),
            Numbers::Singles(_) => Numbers::Singles(vec![0.0; count]),
        }
    }

    /// Sets the number at `to` to that at `from` of others of the same type.
    pub(crate) fn set(&mut self, to: usize, others: &Numbers, from: usize) {
        match (self, others) {
            (Numbers::Bools(all), Numbers::Bools(others)) => all[to] = others[from],
            (Numbers::Ints(all), Numbers::Ints(others)) => all[to] = others[from],
            (Numbers::Reals(all), Numbers::Reals(others)) => all[to] = others[from],
            (Numbers::Singles(all), Numbers::Singles(others)) => all[to] = others[from],
            _ => unreachable!("both have one type"),
        }
    }

    /// The numbers as those of another type, without a loss.
    ///
    /// # Errors
    /// If the type can't hold them; the sentence names the first.
    pub(crate) fn converted(self, base: Scalar) -> Result<Numbers, String> {
        match (self, base) {
            (Numbers::Bools(all), Scalar::Int) => {
                Ok(Numbers::Ints(all.into_iter().map(i64::from).collect()))
            }
            (Numbers::Bools(all), Scalar::Real) => {
                Ok(Numbers::Reals(all.into_iter().map(|v| f64::from(u8::from(v))).collect()))
            }
            (Numbers::Ints(all), Scalar::Real) => {
                if let Some(at) = all.iter().position(|v| *v as f64 as i128 != i128::from(*v)) {
                    return Err(format!("number {at} is {}, which no real is exactly", all[at]));
                }
                Ok(Numbers::Reals(all.into_iter().map(|v| v as f64).collect()))
            }
            (all, base) if all.base() == base => Ok(all),
            (all, base) => Err(format!("the numbers are {}, not {base}", all.base())),
        }
    }

    /// Reals as 32-bit floats, if these are all of them exactly; others as they are.
    pub(crate) fn narrowed(self) -> Numbers {
        let exact = |real: &f64| f64::from(*real as f32).to_bits() == real.to_bits();
        match self {
            Numbers::Reals(all) if all.iter().all(exact) => {
                Numbers::Singles(all.into_iter().map(|real| real as f32).collect())
            }
            other => other,
        }
    }

    /// The array of the calculus.
    pub(crate) fn to_array(&self) -> Value {
        use hloom_storage::value::{Array, Items};
        match self {
            Numbers::Bools(all) => Value::Array(Array::new(Items::Bools(all.as_slice().into()))),
            Numbers::Ints(all) => Value::ints(all.as_slice()),
            Numbers::Reals(all) => Value::reals(all.as_slice()),
            Numbers::Singles(all) => Value::singles(all.as_slice()),
        }
    }
}

/// A dense tensor, the last dimension innermost.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dense {
    pub(crate) shape: Vec<u64>,
    pub(crate) numbers: Numbers,
}

impl Dense {
    /// The extents that the numbers are: the array `shape` of an archive.
    ///
    /// # Errors
    /// If one is no extent; the sentence names it.
    pub(crate) fn extents(&self) -> Result<Vec<u64>, String> {
        let Numbers::Ints(all) = &self.numbers else {
            return Err(format!("`shape` holds {}, not integers", self.numbers.base()));
        };
        let extent = |extent: &i64| u64::try_from(*extent).ok().filter(|extent| *extent <= MOST);
        match all.iter().position(|it| extent(it).is_none()) {
            Some(at) => Err(format!("`shape` has {} at {at}; extents are 0 to 2^31", all[at])),
            None => Ok(all.iter().filter_map(extent).collect()),
        }
    }
}

/// The places of entries in their file, for errors.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Places {
    /// The line of each entry.
    Lines(Vec<u32>),
    /// The entry of this number in the file's arrays.
    Elements(Vec<u32>),
}

impl Places {
    fn at(&self, entries: &[usize]) -> Places {
        let chosen = |all: &[u32]| entries.iter().map(|e| all[*e]).collect();
        match self {
            Places::Lines(all) => Places::Lines(chosen(all)),
            Places::Elements(all) => Places::Elements(chosen(all)),
        }
    }
}

/// A tensor by the coordinates of its entries. An entry may be zero.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entries {
    /// The extents.
    pub(crate) extents: Vec<u64>,
    /// Whether the file announces no extents, and these are the least that hold the entries.
    pub(crate) open: bool,
    /// The coordinates of the entries, by dimension, from 0 and within the extents.
    pub(crate) keys: Vec<Vec<i64>>,
    /// The value of each entry.
    pub(crate) numbers: Numbers,
    /// The place of each entry.
    pub(crate) places: Places,
    /// Scalars of a format that the file fixes, such as the height of blocks: the part of their name
    /// after `A_`.
    pub(crate) scalars: Vec<(&'static str, i64)>,
}

impl Entries {
    /// The number of entries.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The coordinates of an entry.
    pub(crate) fn key(&self, entry: usize) -> Vec<i64> {
        self.keys.iter().map(|all| all[entry]).collect()
    }

    fn compare(&self, a: usize, b: usize) -> std::cmp::Ordering {
        let each = self.keys.iter().map(|all| all[a].cmp(&all[b]));
        each.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
    }

    /// These entries of the tensor.
    fn chosen(self, entries: &[usize]) -> Entries {
        Entries {
            keys: self.keys.iter().map(|all| entries.iter().map(|e| all[*e]).collect()).collect(),
            numbers: self.numbers.at(entries),
            places: self.places.at(entries),
            ..self
        }
    }

    /// The entries in the order of their coordinates, each coordinate once: duplicates are added up
    /// in the file's order if `accumulate`.
    ///
    /// # Errors
    /// If coordinates are given twice and duplicates are not to be added.
    pub(crate) fn unique(self, accumulate: bool) -> Result<Entries, FileError> {
        if (1..self.len()).all(|e| self.compare(e - 1, e).is_lt()) {
            return Ok(self);
        }
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by(|a, b| self.compare(*a, *b));
        let twice = order.windows(2).filter(|pair| self.compare(pair[0], pair[1]).is_eq());
        // The first one in the file is reported.
        let twice = twice.min_by_key(|pair| pair[1]);
        let Some(twice) = twice else { return Ok(self.chosen(&order)) };
        if !accumulate {
            return Err(self.duplicate(twice[0], twice[1]));
        }
        let mut sorted = self.chosen(&order);
        if let Numbers::Singles(all) = &sorted.numbers {
            // A sum of them may be none.
            sorted.numbers = Numbers::Reals(all.iter().map(|v| f64::from(*v)).collect());
        }
        let firsts: Vec<usize> =
            (0..sorted.len()).filter(|e| *e == 0 || sorted.compare(e - 1, *e).is_ne()).collect();
        let ends = firsts.iter().skip(1).copied().chain([sorted.len()]);
        for (first, end) in firsts.iter().zip(ends) {
            for e in first + 1..end {
                match &mut sorted.numbers {
                    Numbers::Bools(all) => all[*first] |= all[e],
                    Numbers::Ints(all) => all[*first] = all[*first].wrapping_add(all[e]),
                    Numbers::Reals(all) => all[*first] += all[e],
                    Numbers::Singles(_) => unreachable!("sums are 64-bit floats"),
                }
            }
        }
        Ok(sorted.chosen(&firsts))
    }

    fn duplicate(&self, first: usize, second: usize) -> FileError {
        let help = "--accumulate adds such entries";
        match &self.places {
            Places::Lines(all) => {
                let key: Vec<i64> = self.key(second).iter().map(|k| k + 1).collect();
                let what = format!("{} is also on line {}; {help}", tuple(&key), all[first]);
                FileError::at(all[second] as usize, what)
            }
            Places::Elements(all) => FileError::new(format!(
                "entries {} and {} have the same coordinates {}; {help}",
                all[first],
                all[second],
                tuple(&self.key(second))
            )),
        }
    }

    /// Checks that all entries are inside of these extents, one for each dimension.
    ///
    /// # Errors
    /// At the first entry in the file that is outside.
    pub(crate) fn within(&self, extents: &[i64]) -> Result<(), FileError> {
        let outside = |e: &usize| {
            self.keys.iter().zip(extents).any(|(all, extent)| *extent >= 0 && all[*e] >= *extent)
        };
        let place = |e: &usize| match &self.places {
            Places::Lines(all) => u64::from(all[*e]),
            Places::Elements(all) => u64::from(all[*e]),
        };
        let Some(entry) = (0..self.len()).filter(outside).min_by_key(place) else { return Ok(()) };
        let by = by(&extents.iter().map(|n| n.unsigned_abs()).collect::<Vec<_>>());
        Err(match &self.places {
            Places::Lines(all) => {
                let key: Vec<i64> = self.key(entry).iter().map(|k| k + 1).collect();
                FileError::at(all[entry] as usize, format!("{} is outside of {by}", tuple(&key)))
            }
            Places::Elements(all) => FileError::new(format!(
                "entry {} at {} is outside of {by}",
                all[entry],
                tuple(&self.key(entry))
            )),
        })
    }

    /// The dense tensor.
    ///
    /// # Errors
    /// If it has more than [`MOST`] numbers.
    pub(crate) fn to_dense(&self) -> Result<Dense, String> {
        let size = self.extents.iter().try_fold(1u64, |all, n| all.checked_mul(*n));
        let Some(size) = size.filter(|size| *size <= MOST) else {
            return Err(format!(
                "a dense tensor of {} has more than 2^31 numbers",
                by(&self.extents)
            ));
        };
        let mut numbers = self.numbers.zeros(size as usize);
        for entry in 0..self.len() {
            let places = self.keys.iter().zip(&self.extents);
            let at =
                places.fold(0, |at, (all, extent)| at * *extent as usize + all[entry] as usize);
            numbers.set(at, &self.numbers, entry);
        }
        Ok(Dense { shape: self.extents.clone(), numbers })
    }

    /// The tensor as a value of the calculus. The entries are sorted and unique.
    pub(crate) fn to_value(&self) -> Value {
        self.nested(0, 0..self.len())
    }

    /// The value of entries that agree in the dimensions before `dimension`.
    fn nested(&self, dimension: usize, entries: std::ops::Range<usize>) -> Value {
        let Some(keys) = self.keys.get(dimension) else { return self.numbers.get(entries.start) };
        let mut parts = Vec::new();
        let mut first = entries.start;
        while first < entries.end {
            let same = keys[first..entries.end].partition_point(|key| *key == keys[first]);
            parts.push((keys[first], self.nested(dimension + 1, first..first + same)));
            first += same;
        }
        Value::dict(parts)
    }
}

impl Dense {
    /// The entries that are not zero.
    pub(crate) fn to_entries(&self) -> Entries {
        let stored: Vec<usize> =
            (0..self.numbers.len()).filter(|at| !self.numbers.get(*at).is_zero()).collect();
        let mut keys: Vec<Vec<i64>> = Vec::with_capacity(self.shape.len());
        let mut inner: u64 = self.shape.iter().product();
        for extent in &self.shape {
            inner /= (*extent).max(1);
            let key = |at: &usize| (*at as u64 / inner.max(1) % (*extent).max(1)) as i64;
            keys.push(stored.iter().map(key).collect());
        }
        Entries {
            extents: self.shape.clone(),
            open: false,
            keys,
            numbers: self.numbers.at(&stored),
            places: Places::Elements(stored.iter().map(|at| *at as u32).collect()),
            scalars: Vec::new(),
        }
    }
}

/// Coordinates for people: `(1, 2)`.
pub(crate) fn tuple(keys: &[i64]) -> String {
    match keys {
        [one] => one.to_string(),
        keys => format!("({})", keys.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// Extents for people: `3 x 4`.
pub(crate) fn by(extents: &[u64]) -> String {
    extents.iter().map(u64::to_string).collect::<Vec<_>>().join(" x ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(keys: [&[i64]; 2], values: &[f64]) -> Entries {
        Entries {
            extents: vec![3, 4],
            open: false,
            keys: keys.map(<[i64]>::to_vec).to_vec(),
            numbers: Numbers::Reals(values.to_vec()),
            places: Places::Lines((0..values.len() as u32).map(|e| 10 + e).collect()),
            scalars: Vec::new(),
        }
    }

    #[test]
    fn entries_are_sorted_and_duplicates_refused_or_added() {
        let given = entries([&[2, 0, 2], &[3, 1, 0]], &[7.0, 6.0, 5.0]);
        let sorted = given.unique(false).unwrap();
        assert_eq!(sorted.keys, [[0, 2, 2], [1, 0, 3]]);
        assert_eq!(sorted.numbers, Numbers::Reals(vec![6.0, 5.0, 7.0]));
        assert_eq!(sorted.places, Places::Lines(vec![11, 12, 10]));

        let given = entries([&[2, 0, 2, 2], &[3, 1, 3, 3]], &[7.0, 6.0, 5.0, f64::NAN]);
        let error = given.clone().unique(false).unwrap_err();
        let what = "(3, 4) is also on line 10; --accumulate adds such entries";
        assert_eq!(error, FileError::at(12, what));
        let added = given.unique(true).unwrap();
        assert_eq!(added.keys, [[0, 2], [1, 3]]);
        let Numbers::Reals(values) = added.numbers else { panic!("they are reals") };
        assert!(values[0] == 6.0 && values[1].is_nan());

        // Sums of 32-bit floats need not be such.
        let mut given = entries([&[2, 0, 2], &[3, 1, 3]], &[]);
        given.numbers = Numbers::Singles(vec![1.0, 2.0, f32::EPSILON / 4.0]);
        given.places = Places::Elements(vec![0, 1, 2]);
        let added = given.unique(true).unwrap();
        let sum = 1.0 + f64::from(f32::EPSILON / 4.0);
        assert_eq!(added.numbers.clone().narrowed(), Numbers::Reals(vec![2.0, sum]));
        assert_eq!(Numbers::Reals(vec![2.5]).narrowed(), Numbers::Singles(vec![2.5]));
    }

    #[test]
    fn dense_tensors_and_entries_are_converted() {
        let given = entries([&[0, 2], &[1, 3]], &[6.0, -0.5]);
        let dense = given.to_dense().unwrap();
        let mut expected = vec![0.0; 12];
        (expected[1], expected[11]) = (6.0, -0.5);
        assert_eq!(dense.numbers, Numbers::Reals(expected));
        let back = dense.to_entries();
        assert_eq!((back.keys, back.numbers), (given.keys.clone(), given.numbers.clone()));
        let row = |key, value| Value::dict([(key, Value::Real(value))]);
        assert_eq!(given.to_value(), Value::dict([(0, row(1, 6.0)), (2, row(3, -0.5))]));
        let huge = Entries { extents: vec![1 << 31, 2], ..given };
        assert_eq!(
            huge.to_dense().unwrap_err(),
            "a dense tensor of 2147483648 x 2 has more than 2^31 numbers"
        );
    }

    #[test]
    fn extents_are_numbers_of_31_bits() {
        let of = |all: &[i64]| {
            Dense { shape: vec![all.len() as u64], numbers: Numbers::Ints(all.to_vec()) }.extents()
        };
        assert_eq!(of(&[3, 1 << 31]), Ok(vec![3, 1 << 31]));
        let error = "`shape` has -1 at 1; extents are 0 to 2^31";
        assert_eq!(of(&[3, -1]), Err(error.to_owned()));
        assert!(of(&[(1 << 31) + 1]).is_err());
    }

    #[test]
    fn numbers_are_converted_without_a_loss() {
        let ints = Numbers::Ints(vec![1, (1 << 53) + 1]);
        let error = ints.clone().converted(Scalar::Real).unwrap_err();
        assert_eq!(error, "number 1 is 9007199254740993, which no real is exactly");
        assert_eq!(ints.clone().converted(Scalar::Int), Ok(ints));
        let truths = Numbers::Bools(vec![true, false]);
        assert_eq!(truths.converted(Scalar::Real), Ok(Numbers::Reals(vec![1.0, 0.0])));
        let error = Numbers::Reals(vec![1.0]).converted(Scalar::Int).unwrap_err();
        assert_eq!(error, "the numbers are real, not int");
    }
}
