//! The coordinates that make the keys of a mapping.

use super::super::files::MOST;
use super::{Variable, Walk};
use egg::{Id, Symbol};
use hloom_storage::term::{Binary, Node};
use hloom_storage::value::Array;
use hloom_storage::{Duplicates, Value};

/// The segments of an array that a mapping loops over.
#[derive(Clone, Copy, Debug)]
pub(super) enum Segments {
    /// The array is one segment.
    Whole,
    /// `pos(e):pos(e + 1)`
    EndToEnd(Symbol),
    /// `pos(2 * e):pos(2 * e + 1)`
    Pairs(Symbol),
    /// So many numbers each.
    Each(i64),
    /// Other bounds.
    Unknown,
}

/// A coordinate out of an array in a key: `factor * c`, or `factor * (c % modulus)`.
struct Coordinate {
    array: Symbol,
    /// The number of variables around it; `None` if the array is read at a position.
    depth: Option<usize>,
    segments: Segments,
    /// Whether only its remainders are read.
    remainder: bool,
    factor: i64,
    modulus: Option<i64>,
}

/// A key as a sum.
#[derive(Default)]
struct Sum {
    coordinates: Vec<Coordinate>,
    /// The largest value of the rest, which is not negative.
    rest: i64,
}

impl Walk<'_> {
    /// Checks the coordinates that make a key, and notes a promise about it that this does not check.
    pub(super) fn key(&mut self, key: Id) -> Result<(), String> {
        let held = self.coordinates(key)?;
        if let Node::Unique(promised) = self.term[key]
            && !held
        {
            self.promises |= !self.is_injective(promised);
        }
        Ok(())
    }

    /// Whether a key is injective in the iterations of the sum around it: a multiple of the number of the
    /// iteration, and what does not depend on it.
    fn is_injective(&self, key: Id) -> bool {
        // Multiples of a number with k zero bits at its end wrap around to the same ones after 2^(64 - k).
        self.multiple(key).is_some_and(|(zeros, count)| {
            64_u32.checked_sub(zeros).is_some_and(|bits| bits >= 63 || count <= 1 << bits)
        })
    }

    /// A key as a multiple of the number of the iteration: the zero bits at the end of the factor, and the number
    /// of iterations.
    fn multiple(&self, key: Id) -> Option<(u32, i64)> {
        let own = |id: Id| self.reads_own(id);
        match self.term[key] {
            Node::Unique(key) => self.multiple(key),
            Node::Var(index @ (0 | 1), _) => match self.variable(key)? {
                Variable::Position(of) if index == 1 => {
                    Some((0, self.length(of).unwrap_or(i64::MAX)))
                }
                Variable::Below(count) => Some((0, count)),
                Variable::Number => Some((0, i64::MAX)),
                _ => None,
            },
            Node::Binary(Binary::Add | Binary::Sub, [a, b]) => match (own(a), own(b)) {
                (true, false) => self.multiple(a),
                (false, true) => self.multiple(b),
                _ => None,
            },
            Node::Binary(Binary::Mul, [a, b]) => {
                let (of, times) = match (self.int(a), self.int(b)) {
                    (Some(times), _) => (b, times),
                    (_, times) => (a, times?),
                };
                let (zeros, count) = self.multiple(of)?;
                (times != 0).then_some((zeros.saturating_add(times.trailing_zeros()), count))
            }
            _ => None,
        }
    }

    /// Whether a key is one coordinate of the sum around it, or its remainder, plus an offset that is the
    /// same in all iterations of the sum.
    fn is_one_coordinate(&self, key: Id) -> bool {
        let own = |id: Id| self.reads_own(id);
        match self.term[key] {
            Node::Unique(key) => self.is_one_coordinate(key),
            Node::Binary(Binary::Add, [a, b]) => {
                self.is_one_coordinate(a) && !own(b) || !own(a) && self.is_one_coordinate(b)
            }
            Node::Binary(Binary::Mod, [a, _]) => self.coordinate(a).is_some() && own(a),
            _ => self.coordinate(key).is_some() && own(key),
        }
    }

    /// Whether a variable of the innermost sum is read below `id`.
    fn reads_own(&self, id: Id) -> bool {
        (0..2).any(|index| self.reads_variable(id, index))
    }

    /// Whether the variable of this index is read below `id`.
    fn reads_variable(&self, id: Id, index: u32) -> bool {
        let node = self.term[id];
        match node {
            Node::Var(other, _) => other == index,
            _ => egg::Language::children(&node)
                .iter()
                .enumerate()
                .any(|(i, child)| self.reads_variable(*child, index + node.binds(i))),
        }
    }

    /// Checks the coordinates that make a key. Whether it is promised to be unique, and is.
    fn coordinates(&mut self, key: Id) -> Result<bool, String> {
        let declared = self.level.and_then(|level| self.extents.get(level).copied().flatten());
        let mut sum = Sum::default();
        let known = self.sum(key, 1, &mut sum).is_some();
        if !known || sum.coordinates.is_empty() {
            let largest = self.largest(key, &mut 0);
            let ends = largest.zip(declared);
            self.inside &= ends.is_some_and(|(last, extent)| last < i128::from(extent));
            return Ok(false);
        }
        if sum.coordinates.iter().any(|it| self.conditions.contains(&it.array)) {
            self.inside = false;
            return Ok(false);
        }
        let places = sum.coordinates.iter().filter_map(|it| Some((it.modulus?, it.factor)));
        let below: Option<i64> = places
            .map(|(modulus, factor)| (modulus - 1).checked_mul(factor))
            .try_fold(sum.rest, |all, part| all.checked_add(part?));
        let whole = sum.coordinates.iter().filter(|it| it.modulus.is_none()).count();
        let alone = self.coordinate(key).is_some();
        let mut checked = declared.is_some();
        for it in &sum.coordinates {
            let Some(array) = self.array(it.array) else {
                checked = false;
                continue;
            };
            match (it.modulus, below) {
                (Some(modulus), _) if it.remainder => places_in_blocks(it, array, modulus)?,
                (Some(_), _) => {}
                // `i * k + j` with `j` below `k`, or `i` alone.
                (None, Some(below))
                    if whole == 1 && below < it.factor && (alone || it.factor > 1) =>
                {
                    checked &= blocks(it, array, declared, below)?;
                }
                _ => checked = false,
            }
        }
        // Without blocks, the rest alone has to be inside.
        let inside = whole == 1 || below.zip(declared).is_some_and(|(last, n)| (last as u64) < n);
        self.inside &= checked && inside;
        let innermost = sum.coordinates.iter().max_by_key(|it| it.depth);
        match innermost {
            // A coordinate from around the outer key may be in it too.
            Some(it)
                if it.depth.is_some_and(|depth| depth >= self.inner)
                    && matches!(self.term[key], Node::Unique(_)) =>
            {
                self.once(it)?;
                // The rest may make different coordinates one key, or the coordinate be one of another sum.
                Ok(self.is_one_coordinate(key) && !matches!(it.segments, Segments::Unknown))
            }
            _ => Ok(false),
        }
    }

    /// Adds the parts of a key; `None` if it is not a sum of multiples of coordinates and ranges.
    fn sum(&self, id: Id, factor: i64, all: &mut Sum) -> Option<()> {
        let grow = |all: &mut Sum, last: i64| {
            all.rest = all.rest.checked_add(last.checked_mul(factor)?)?;
            Some(())
        };
        if let Some(value) = self.int(id) {
            return grow(all, (value >= 0).then_some(value)?);
        }
        if let Some(it) = self.coordinate(id) {
            all.coordinates.push(Coordinate { factor, ..it });
            return Some(());
        }
        match self.term[id] {
            Node::Unique(id) => self.sum(id, factor, all),
            Node::Var(..) => match self.variable(id)? {
                Variable::Below(count) if count > 0 => grow(all, count - 1),
                Variable::Position(of) => grow(all, self.length(of).filter(|n| *n > 0)? - 1),
                _ => None,
            },
            Node::Binary(Binary::Add, [a, b]) => {
                self.sum(a, factor, all)?;
                self.sum(b, factor, all)
            }
            Node::Binary(Binary::Mul, [a, b]) => {
                let (number, other) = match (self.int(a), self.int(b)) {
                    (Some(number), _) => (number, b),
                    (_, number) => (number?, a),
                };
                self.sum(other, factor.checked_mul((number > 0).then_some(number)?)?, all)
            }
            Node::Binary(Binary::Mod, [a, b]) => {
                let modulus = self.int(b).filter(|modulus| *modulus > 0);
                all.coordinates.push(Coordinate { factor, modulus, ..self.coordinate(a)? });
                modulus.map(|_| ())
            }
            _ => None,
        }
    }

    /// The coordinate at a node, if it is one.
    fn coordinate(&self, id: Id) -> Option<Coordinate> {
        let it = |array, depth, segments, remainder| {
            Some(Coordinate { array, depth, segments, remainder, factor: 1, modulus: None })
        };
        match self.term[id] {
            Node::Var(index, _) => match self.variable(id)? {
                Variable::Element(array, segments, remainder) => {
                    it(array, self.scope.len().checked_sub(1 + index as usize), segments, remainder)
                }
                _ => None,
            },
            Node::Get([over, _]) => {
                let array = self.input(over)?;
                let read = |id: &Id| match self.term[*id] {
                    Node::Get([over, _]) => self.input(over) == Some(array),
                    _ => false,
                };
                let other = self.term.iter().any(|node| match node {
                    Node::Binary(Binary::Mod, [_, by]) => read(by),
                    node => egg::Language::children(node).iter().any(read),
                });
                it(array, None, Segments::Whole, !other)
            }
            Node::Unique(id) => self.coordinate(id),
            _ => None,
        }
    }

    /// Whether the variable of this index is read by `% k` alone, below `id`.
    pub(super) fn only_remainders(&self, id: Id, index: u32) -> bool {
        let node = self.term[id];
        match node {
            Node::Var(other, _) => other != index,
            Node::Binary(Binary::Mod, [a, k]) if self.int(k).is_some() => {
                let own = matches!(self.term[a], Node::Var(other, _) if other == index);
                own || self.only_remainders(a, index)
            }
            _ => egg::Language::children(&node)
                .iter()
                .enumerate()
                .all(|(i, child)| self.only_remainders(*child, index + node.binds(i))),
        }
    }

    /// Checks that no coordinate is twice in a segment.
    fn once(&self, of: &Coordinate) -> Result<(), String> {
        let Some(array) = self.array(of.array) else { return Ok(()) };
        let name = of.array;
        let length = array.positions().end;
        let bounds = |pos: Symbol| -> Vec<i64> {
            let pos = self.array(pos);
            pos.into_iter().flat_map(|pos| pos.positions().map(|at| int(pos, at))).collect()
        };
        let pairs: Vec<[i64; 2]> = match of.segments {
            Segments::Whole => vec![[0, length]],
            Segments::EndToEnd(pos) => bounds(pos).windows(2).map(|it| [it[0], it[1]]).collect(),
            Segments::Pairs(pos) => bounds(pos).chunks_exact(2).map(|it| [it[0], it[1]]).collect(),
            Segments::Each(n) => {
                (0..length / n).map(|segment| [segment * n, (segment + 1) * n]).collect()
            }
            Segments::Unknown => Vec::new(),
        };
        let key_at = |at: i64| match of.modulus {
            Some(modulus) => int(array, at).rem_euclid(modulus),
            None => int(array, at),
        };
        for (segment, [low, high]) in pairs.into_iter().enumerate() {
            if (low + 1..high).all(|at| key_at(at - 1) < key_at(at)) {
                continue;
            }
            let mut keys: Vec<(i64, i64)> = (low..high).map(|at| (key_at(at), at)).collect();
            keys.sort_unstable();
            if let Some(two) = keys.windows(2).find(|two| two[0].0 == two[1].0) {
                let (key, first, second) = (two[0].0, two[0].1, two[1].1);
                let more = match self.duplicates {
                    Duplicates::Reject => "",
                    Duplicates::Add => {
                        "; --accumulate adds entries of lists, not those that a mapping excludes"
                    }
                };
                return Err(format!(
                    "`{name}[{first}]` and `{name}[{second}]` are both {key} in segment {segment}, \
                     where the mapping says `unique`{more}"
                ));
            }
        }
        Ok(())
    }
}

/// The integer at a position; 0 if there is none.
pub(super) fn int(array: &Array, at: i64) -> i64 {
    match array.get(at) {
        Some(Value::Int(value)) => value,
        _ => 0,
    }
}

/// Checks coordinates of which only the remainders are read: a larger one is a mistake.
fn places_in_blocks(of: &Coordinate, array: &Array, modulus: i64) -> Result<(), String> {
    let name = of.array;
    match array.positions().find(|at| !(0..modulus).contains(&int(array, *at))) {
        Some(at) => {
            let (key, last) = (int(array, at), modulus - 1);
            Err(format!("`{name}[{at}]` is {key}: a place in a block is not one of 0 to {last}"))
        }
        None => Ok(()),
    }
}

/// Checks coordinates, each of a block of `factor` keys, of which `below` is the last that is read.
/// Whether all of these keys are inside: those of a block at the end may be outside, where it has zeros.
fn blocks(
    of: &Coordinate,
    array: &Array,
    declared: Option<u64>,
    below: i64,
) -> Result<bool, String> {
    let (name, factor) = (of.array, of.factor);
    let extent = declared.unwrap_or(MOST).min(MOST) as i64;
    // The number of blocks whose first key, and whose last one, is inside.
    let [first, last] = [0, below].map(|place| (extent - 1 - place).div_euclid(factor) + 1);
    let Some(at) = array.positions().find(|at| !(0..first).contains(&int(array, *at))) else {
        return Ok(first == last || array.positions().all(|at| int(array, at) < last));
    };
    let key = int(array, at);
    let end = match declared {
        Some(extent) => format!("beyond the extent {extent}"),
        None => "not below 2^31".to_owned(),
    };
    let what = match factor {
        _ if key < 0 => "a coordinate is negative".to_owned(),
        1 => format!("a coordinate is {end}"),
        _ => format!("a block of {factor} is {end}"),
    };
    Err(format!("`{name}[{at}]` is {key}: {what}"))
}

#[cfg(test)]
mod tests {
    use super::super::{check, check_keys};
    use hloom_ir::{Element, TensorType};
    use hloom_storage::encoding::MappedFormat;
    use hloom_storage::{Duplicates, Inputs, Value, compile};

    const BLOCKS: &str = "(d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : compressed, d0 mod 2 : dense, d1 mod 3 : dense)";
    const TWO_OF_FOUR: &str =
        "(d0, d1) -> (d0 : dense, d1 floordiv 4 : dense, d1 mod 4 : structured[2, 4])";

    /// The error of these arrays, and else whether all keys are known to be inside.
    fn said(map: &str, arrays: &[(&str, &[i64])], values: usize) -> Result<bool, String> {
        let encoding = format!("#sparse_tensor.encoding<{{ map = {map} }}>");
        let ty = TensorType {
            encoding: Some(encoding.into()),
            ..TensorType::new(&[4, 12], Element::F64)
        };
        let arrays = arrays.iter().map(|(name, all)| ((*name).into(), Value::ints(*all)));
        let mut inputs: Inputs = arrays.collect();
        inputs.insert("T_val".into(), Value::reals(vec![1.0; values]));
        check_keys(MappedFormat::of(&ty).unwrap().module(), &inputs, Duplicates::Reject)
            .map_err(|what| what.strip_prefix("the arrays of `T` are wrong: ").unwrap().to_owned())
    }

    fn refused(map: &str, arrays: &[(&str, &[i64])], values: usize, what: &str) {
        let found = said(map, arrays, values);
        assert!(found.as_ref().is_err_and(|found| found.contains(what)), "{found:?}, not {what}");
    }

    #[test]
    fn loose_segments_are_inside_of_the_coordinates() {
        let map = "(d0, d1) -> (d0 : dense, d1 : loose_compressed)";
        let rows = |pos: &[i64], crd: &[i64], what: &str| {
            let arrays: [(&str, &[i64]); 2] = [("T_pos1", pos), ("T_crd1", crd)];
            match what {
                "" => assert_eq!(said(map, &arrays, crd.len()), Ok(true)),
                _ => refused(map, &arrays, crd.len(), what),
            }
        };
        rows(&[3, 4, 0, 2, 0, 0, 4, 4], &[1, 0, 1, 5], "");
        rows(&[0, 1, 2], &[0, 1], "`T_pos1` has 3 numbers; 8 delimit 4 segments");
        rows(&[1, 0, 0, 0, 0, 0, 0, 0], &[0, 1], "`T_pos1` falls from 1 to 0 at 1");
        rows(&[0, 0, 1, 3, 0, 0, 0, 0], &[0, 1], "segment 1 at 1 to 3, but `T_crd1` has 2 numbers");
        rows(&[0, 0, -1, 1, 0, 0, 0, 0], &[0, 1], "the segment 1 at -1 to 1");
        rows(&[0, 0, 0, 0, 0, 3, 0, 0], &[5, 1, 5], "`T_crd1[2]` are both 5 in segment 2");
        rows(&[0, 1, 1, 1, 1, 1, 1, 1], &[12], "`T_crd1[0]` is 12: a coordinate is beyond");
        let map = map.replace("loose_compressed", "loose_compressed(nonunique)");
        let arrays: [(&str, &[i64]); 2] =
            [("T_pos1", &[0, 2, 0, 0, 0, 0, 0, 0]), ("T_crd1", &[5, 5])];
        assert_eq!(said(&map, &arrays, 2), Ok(true));
    }

    #[test]
    fn blocks_are_inside_of_the_extents() {
        let rows = |pos: &[i64], crd: &[i64], values, what: &str| {
            let arrays: [(&str, &[i64]); 2] = [("T_pos1", pos), ("T_crd1", crd)];
            match what {
                "" => assert_eq!(said(BLOCKS, &arrays, values), Ok(true)),
                _ => refused(BLOCKS, &arrays, values, what),
            }
        };
        rows(&[0, 1, 3], &[3, 0, 1], 18, "");
        rows(&[0, 1, 3], &[3, 0, 1], 17, "`T_val` has 17 numbers, but the mapping reads 18");
        rows(&[0, 1, 3], &[4, 0, 1], 18, "`T_crd1[0]` is 4: a block of 3 is beyond the extent 12");
        rows(&[0, 1, 3], &[3, -1, 1], 18, "`T_crd1[1]` is -1: a coordinate is negative");
        rows(&[0, 1, 3], &[3, 1, 1], 18, "`T_crd1[1]` and `T_crd1[2]` are both 1 in segment 1");
        rows(&[0, 3], &[3, 0, 1], 18, "`T_pos1` has 2 numbers; 3 delimit 2 segments");
    }

    #[test]
    fn places_of_structured_blocks_are_below_their_size() {
        let mut places = [0, 1].repeat(12);
        let crd = |all: &[i64], values, what: &str| match what {
            "" => assert_eq!(said(TWO_OF_FOUR, &[("T_crd2", all)], values), Ok(true)),
            _ => refused(TWO_OF_FOUR, &[("T_crd2", all)], values, what),
        };
        crd(&places, 24, "");
        crd(&places, 23, "`T_val` has 23 numbers");
        crd(&places[1..], 23, "`T_crd2` has 23 numbers, but the mapping reads 24");
        places[5] = 4;
        crd(&places, 24, "`T_crd2[5]` is 4: a place in a block is not one of 0 to 3");
        places[5] = 0;
        crd(&places, 24, "`T_crd2[4]` and `T_crd2[5]` are both 0 in segment 2");
        let single =
            "(d0, d1) -> (d0 : dense, d1 floordiv 3 : compressed(nonunique), d1 mod 3 : singleton)";
        let arrays: [(&str, &[i64]); 3] =
            [("T_pos1", &[0, 2, 2, 2, 2]), ("T_crd1", &[3, 3]), ("T_crd2", &[0, 3])];
        refused(single, &arrays, 2, "`T_crd2[1]` is 3: a place in a block is not one of 0 to 2");
    }

    /// Blocks that are filled up with zeros: the entries have to be looked at.
    #[test]
    fn a_block_may_end_beyond_the_extent() {
        let encoding = Some("#hloom.storage<\"bsr\">".into());
        let ty = TensorType { encoding, ..TensorType::new(&[2, 4], Element::F64) };
        let inside = |column: i64| {
            let numbers = [("T_len", 1), ("T_h", 2), ("T_w", 3)];
            let numbers = numbers.map(|(name, n)| (name.into(), Value::Int(n)));
            let mut inputs: Inputs = numbers.into_iter().collect();
            inputs.insert("T_pos".into(), Value::ints([0, 1]));
            inputs.insert("T_idx".into(), Value::ints([column]));
            inputs.insert("T_val".into(), Value::reals(vec![1.0; 6]));
            check_keys(MappedFormat::of(&ty).unwrap().module(), &inputs, Duplicates::Reject)
        };
        assert_eq!((inside(0), inside(1)), (Ok(true), Ok(false)));
        assert!(inside(2).unwrap_err().contains("a block of 3 is beyond the extent 4"));
    }

    /// A coordinate that is read whole beside its remainder may be larger.
    #[test]
    fn packed_coordinates_are_not_places() {
        let text = "CREATE TENSOR A_at : [int]; CREATE TENSOR A_val : [real];
            CREATE TENSOR A : {int -> {int -> real}} AS
              sum(<p, c> in A_at) { (c / 4, c % 4) -> A_val(p) };";
        let inputs = [("A_at".into(), Value::ints([7])), ("A_val".into(), Value::reals([1.0]))];
        assert_eq!(check(&compile(text).unwrap(), &inputs.into(), Duplicates::Reject), Ok(()));
    }
}
