//! Upstream's levels as storage mappings: `#sparse_tensor.encoding` with blocks, and with
//! `loose_compressed` or `structured[n, m]` levels.
//!
//! Level `l` has the arrays `T_pos{l}` and `T_crd{l}` if it is compressed, `T_crd{l}` alone if it is
//! a singleton or structured; the elements are in `T_val`. The text of a matrix in blocks of 2 x 3,
//! `(d0 floordiv 2 : dense, d1 floordiv 3 : compressed, d0 mod 2 : dense, d1 mod 3 : dense)`, is
//!
//! ```text
//! CREATE TENSOR T : {int -> {int -> real}} AS
//!   sum(<c0, _> in 0:2) sum(<c2, _> in 0:2) { unique(c0 * 2 + c2) ->
//!     sum(<p1, c1> in T_crd1(T_pos1(c0):T_pos1(c0 + 1))) sum(<c3, _> in 0:3) { unique(c1 * 3 + c3) ->
//!       T_val((p1 * 2 + c2) * 3 + c3) } };
//! ```
//!
//! The loops are in the order of the dimensions as far as the positions allow: a dense level depends on
//! no other, a stored one on those whose positions its segments have. Extents that are not known are
//! numbers `T_n{l}`.

use hloom_ir::types::DYNAMIC;
use hloom_ir::types::levels::{DimPart, LevelFormat, LevelMap, MapLevel};
use std::fmt::Write;

/// The text of the mapping `T` of levels that are right for these extents.
pub(super) fn text(map: &LevelMap, dims: &[i64]) -> String {
    let mut arrays = String::new();
    let mut loops: Vec<Loop> = Vec::new();
    let mut above = "0".to_owned();
    for (l, level) in map.levels.iter().enumerate() {
        let next = read(l, level, dims[level.dim], &above, &mut arrays);
        above.clone_from(&next.position);
        loops.push(next);
    }
    let ty = (0..map.rank).fold("real".to_owned(), |value, _| format!("{{int -> {value}}}"));
    let _ = write!(arrays, "CREATE TENSOR T_val : [real];\nCREATE TENSOR T : {ty} AS\n ");
    let mut done = vec![false; loops.len()];
    for d in 0..map.rank {
        let own = |l: &usize| map.levels[*l].dim == d;
        let mut needed = vec![false; loops.len()];
        (0..loops.len()).filter(own).for_each(|l| require(map, l, &mut needed));
        let mut unique = true;
        let mut looped = false;
        for l in (0..loops.len()).filter(|l| needed[*l]) {
            if !done[l] {
                arrays += &loops[l].text;
                unique &= own(&l) && map.levels[l].unique;
                looped |= !loops[l].text.is_empty();
            } else {
                // Its loop is around keys of other dimensions.
                unique &= !own(&l);
            }
            done[l] = true;
        }
        let parts: Vec<String> = map
            .levels
            .iter()
            .zip(&loops)
            .filter(|(level, _)| level.dim == d)
            .map(|(level, it)| match level.part {
                DimPart::Block(k) => format!("{} * {k}", it.coordinate),
                DimPart::Whole | DimPart::Inside(_) => it.coordinate.clone(),
            })
            .collect();
        let key = parts.join(" + ");
        let key = if unique && looped { format!("unique({key})") } else { key };
        let _ = write!(arrays, " {{ {key} ->");
    }
    let _ = writeln!(arrays, " T_val({above}){};", " }".repeat(map.rank));
    arrays
}

/// The loop of a level.
struct Loop {
    /// Its text; empty for a singleton.
    text: String,
    /// The coordinate inside of it.
    coordinate: String,
    /// The position inside of it.
    position: String,
}

/// The loop of level `l`, whose dimension has this extent, below the position `above`.
fn read(l: usize, level: &MapLevel, extent: i64, above: &str, arrays: &mut String) -> Loop {
    let above_product = match above.contains(' ') {
        true => format!("({above})"),
        false => above.to_owned(),
    };
    let top = above == "0";
    let mut array = |what: &str| {
        let _ = writeln!(arrays, "CREATE TENSOR T_{what}{l} : [int];");
    };
    // Coordinates beyond a block are none of its places.
    let stored = |coordinate: String| match level.part {
        DimPart::Inside(k) => format!("{coordinate} % {k}"),
        DimPart::Whole | DimPart::Block(_) => coordinate,
    };
    let bounds = match level.format {
        LevelFormat::Dense => {
            let size = match level.size(extent) {
                DYNAMIC => {
                    let _ = writeln!(arrays, "CREATE TENSOR T_n{l} : int;");
                    format!("T_n{l}")
                }
                size => size.to_string(),
            };
            let position = match top {
                true => format!("c{l}"),
                false => format!("{above_product} * {size} + c{l}"),
            };
            let text = format!(" sum(<c{l}, _> in 0:{size})");
            return Loop { text, coordinate: format!("c{l}"), position };
        }
        LevelFormat::Singleton => {
            array("crd");
            let coordinate = stored(format!("T_crd{l}({above})"));
            return Loop { text: String::new(), coordinate, position: above.to_owned() };
        }
        LevelFormat::Compressed | LevelFormat::LooseCompressed if top => {
            array("pos");
            format!("T_pos{l}(0):T_pos{l}(1)")
        }
        LevelFormat::Compressed => {
            array("pos");
            format!("T_pos{l}({above}):T_pos{l}({above} + 1)")
        }
        LevelFormat::LooseCompressed => {
            array("pos");
            format!("T_pos{l}(2 * {above_product}):T_pos{l}(2 * {above_product} + 1)")
        }
        LevelFormat::Structured { n, .. } if top => format!("0:{n}"),
        LevelFormat::Structured { n, .. } => {
            format!("{above_product} * {n}:({above} + 1) * {n}")
        }
    };
    array("crd");
    let text = format!(" sum(<p{l}, c{l}> in T_crd{l}({bounds}))");
    Loop { text, coordinate: stored(format!("c{l}")), position: format!("p{l}") }
}

/// Marks level `l`, and those that its segments depend on.
fn require(map: &LevelMap, l: usize, needed: &mut [bool]) {
    needed[l] = true;
    if map.levels[l].format == LevelFormat::Dense {
        return;
    }
    // The position above is made of the dense levels before, and of the first other one.
    for before in (0..l).rev() {
        if map.levels[before].format != LevelFormat::Dense {
            return require(map, before, needed);
        }
        needed[before] = true;
    }
}

#[cfg(test)]
mod tests {
    use crate::encoding::{Mapped, MappedFormat, StorageMapping};
    use crate::types::Scalar;
    use crate::value::Value;
    use hloom_ir::literal::Literal;
    use hloom_ir::{Element, TensorType, Type};

    fn mapped(map: &str, dims: &[i64]) -> TensorType {
        let encoding = format!("#sparse_tensor.encoding<{{ map = {map} }}>");
        TensorType { encoding: Some(encoding.into()), ..TensorType::new(dims, Element::F64) }
    }

    fn text(map: &str, dims: &[i64]) -> String {
        let mapping = StorageMapping::of(&mapped(map, dims)).unwrap();
        let text = mapping.program("A", dims, Scalar::Real).unwrap();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    const BLOCKS: &str = "(d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : compressed, d0 mod 2 : dense, d1 mod 3 : dense)";
    const TWO_OF_FOUR: &str =
        "(d0, d1) -> (d0 : dense, d1 floordiv 4 : dense, d1 mod 4 : structured[2, 4])";
    const LOOSE: &str = "(d0, d1) -> (d0 : dense, d1 : loose_compressed)";

    #[test]
    fn the_text_follows_from_the_levels() {
        let blocks = text(BLOCKS, &[4, 6]);
        assert_eq!(
            blocks.split_once(" AS ").unwrap().1,
            "sum(<c0, _> in 0:2) sum(<c2, _> in 0:2) { unique(c0 * 2 + c2) -> \
             sum(<p1, c1> in A_crd1(A_pos1(c0):A_pos1(c0 + 1))) sum(<c3, _> in 0:3) \
             { unique(c1 * 3 + c3) -> A_val((p1 * 2 + c2) * 3 + c3) } };"
        );
        let structured = text(TWO_OF_FOUR, &[3, 8]);
        assert_eq!(
            structured.split_once(" AS ").unwrap().1,
            "sum(<c0, _> in 0:3) { unique(c0) -> sum(<c1, _> in 0:2) \
             sum(<p2, c2> in A_crd2((c0 * 2 + c1) * 2:(c0 * 2 + c1 + 1) * 2)) \
             { unique(c1 * 4 + c2 % 4) -> A_val(p2) } };"
        );
        let loose = text(LOOSE, &[3, 8]);
        assert_eq!(
            loose.split_once(" AS ").unwrap().1,
            "sum(<c0, _> in 0:3) { unique(c0) -> \
             sum(<p1, c1> in A_crd1(A_pos1(2 * c0):A_pos1(2 * c0 + 1))) \
             { unique(c1) -> A_val(p1) } };"
        );
        let columns = text("(d0, d1) -> (d1 : dense, d0 : loose_compressed)", &[3, 8]);
        assert!(columns.ends_with("{ c1 -> { c0 -> A_val(p1) } };"), "{columns}");
    }

    /// A dense tensor in which about `density` of eight elements are stored.
    fn random(dims: &[i64], density: u64, seed: &mut u64) -> Literal {
        let mut dense = Literal::zeros(Type::tensor(dims, Element::F64)).unwrap();
        for (at, value) in dense.as_mut_slice::<f64>().iter_mut().enumerate() {
            *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            if (*seed >> 40) % 8 < density {
                *value = at as f64 + 1.0;
            }
        }
        dense
    }

    /// Keeps the first `n` elements of each `m` of the last dimension.
    fn thinned(dense: &mut Literal, n: usize, m: usize) {
        for block in dense.as_mut_slice::<f64>().chunks_mut(m) {
            let mut seen = 0;
            for value in block.iter_mut().filter(|value| **value != 0.0) {
                seen += 1;
                *value = if seen > n { 0.0 } else { *value };
            }
        }
    }

    fn filled(map: &str, dims: &[i64], dense: &Literal) -> Result<Mapped, String> {
        Mapped::from_dense(Type::from(mapped(map, dims)), dense)
    }

    #[test]
    fn all_levels_are_filled_and_read_back() {
        let matrices = [
            BLOCKS,
            LOOSE,
            "(d0, d1) -> (d0 : loose_compressed, d1 : loose_compressed)",
            "(d0, d1) -> (d1 : dense, d0 : loose_compressed(nonordered))",
            "(d0, d1) -> (d0 : loose_compressed(nonunique), d1 : singleton)",
            "(d0, d1) -> (d0 floordiv 2 : compressed, d1 floordiv 3 : compressed, d0 mod 2 : dense, d1 mod 3 : dense)",
            "(d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : loose_compressed, d0 mod 2 : dense, d1 mod 3 : dense)",
            "(d0, d1) -> (d1 floordiv 3 : dense, d0 floordiv 2 : compressed, d0 mod 2 : dense, d1 mod 3 : dense)",
            "(d0, d1) -> (d0 floordiv 2 : compressed(nonunique), d1 floordiv 3 : singleton, d0 mod 2 : dense, d1 mod 3 : dense)",
            "(d0, d1) -> (d0 floordiv 2 : dense, d0 mod 2 : dense, d1 floordiv 3 : compressed, d1 mod 3 : dense)",
            "(d0, d1) -> (d0 floordiv 2 : dense, d0 mod 2 : compressed, d1 : compressed)",
            "(d0, d1) -> (d0 floordiv 2 : compressed, d0 mod 2 : compressed, d1 : compressed)",
            "(d0, d1) -> (d0 : dense, d1 floordiv 3 : compressed, d1 mod 3 : compressed)",
            "(d0, d1) -> (d0 : dense, d1 floordiv 3 : compressed(nonunique), d1 mod 3 : singleton)",
            "(d0, d1) -> (d0 : dense, d1 floordiv 3 : dense, d1 mod 3 : structured[3, 3])",
            "(d0, d1) -> (d1 floordiv 3 : dense, d1 mod 3 : dense, d0 floordiv 2 : dense, d0 mod 2 : structured[2, 2])",
        ];
        let mut seed = 7;
        for dims in [[2, 3], [4, 6], [6, 9], [8, 3], [0, 6], [4, 0]] {
            for density in [0, 1, 3, 8] {
                let dense = random(&dims, density, &mut seed);
                for map in matrices {
                    let stored =
                        filled(map, &dims, &dense).unwrap_or_else(|e| panic!("{map}: {e}"));
                    assert_eq!(stored.to_dense().as_ref(), Ok(&dense), "{map} {stored:?}");
                    assert_eq!(stored.check(), Ok(()), "{map}");
                }
                for (map, n, m) in [
                    (
                        "(d0, d1) -> (d0 : dense, d1 floordiv 3 : dense, d1 mod 3 : structured[1, 3])",
                        1,
                        3,
                    ),
                    (
                        "(d0, d1) -> (d1 floordiv 3 : dense, d0 : dense, d1 mod 3 : structured[2, 3])",
                        2,
                        3,
                    ),
                    (
                        "(d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : dense, d0 mod 2 : dense, d1 mod 3 : structured[2, 3])",
                        2,
                        3,
                    ),
                ] {
                    let mut dense = dense.clone();
                    thinned(&mut dense, n, m);
                    let stored =
                        filled(map, &dims, &dense).unwrap_or_else(|e| panic!("{map}: {e}"));
                    assert_eq!(stored.to_dense().as_ref(), Ok(&dense), "{map} {stored:?}");
                }
            }
        }
        let cube = "(d0, d1, d2) -> (d0 : dense, d1 : loose_compressed(nonunique), d2 : singleton)";
        let bcsr = "(d0, d1, d2) -> (d0 floordiv 2 : dense, d1 floordiv 3 : dense, d2 floordiv 2 : compressed, d0 mod 2 : dense, d1 mod 3 : dense, d2 mod 2 : dense)";
        for dims in [[2, 3, 2], [4, 6, 6]] {
            let dense = random(&dims, 2, &mut seed);
            for map in [cube, bcsr] {
                let stored = filled(map, &dims, &dense).unwrap_or_else(|e| panic!("{map}: {e}"));
                assert_eq!(stored.to_dense().as_ref(), Ok(&dense), "{map}");
            }
        }
    }

    /// Levels of two dimensions, in any order and of any format that holds all entries.
    fn any_map(seed: &mut u64) -> String {
        let mut next = |n: usize| {
            *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (*seed >> 40) as usize % n
        };
        let mut queues = ["d0", "d1"].map(|d| match next(2) {
            0 => vec![d.to_owned()],
            _ => vec![format!("{d} mod 3"), format!("{d} floordiv 3")],
        });
        let mut levels = Vec::new();
        while let Some(part) = match next(2) {
            0 => queues[0].pop().or_else(|| queues[1].pop()),
            _ => queues[1].pop().or_else(|| queues[0].pop()),
        } {
            let kinds = ["dense", "compressed", "loose_compressed", "compressed(nonunique)"];
            levels.push(format!("{part} : {}", kinds[next(kinds.len())]));
        }
        format!("(d0, d1) -> ({})", levels.join(", "))
    }

    #[test]
    fn levels_in_any_order_are_filled_and_read_back() {
        let mut seed = 11;
        for _ in 0..400 {
            let map = any_map(&mut seed);
            for (dims, density) in [([3, 6], 3), ([6, 3], 1), ([0, 3], 8), ([6, 6], 0)] {
                if mapped(&map, &dims).sparse().is_some() {
                    continue;
                }
                let dense = random(&dims, density, &mut seed);
                let stored = filled(&map, &dims, &dense).unwrap_or_else(|e| panic!("{map}: {e}"));
                assert_eq!(stored.to_dense().as_ref(), Ok(&dense), "{map} {stored:?}");
            }
        }
    }

    #[test]
    fn the_arrays_are_those_of_upstream() {
        // 0 0 0 5 6 7
        // 0 0 0 0 0 8
        let mut dense = Literal::zeros(Type::tensor(&[2, 6], Element::F64)).unwrap();
        for (at, value) in [(3, 5.0), (4, 6.0), (5, 7.0), (11, 8.0)] {
            dense.as_mut_slice::<f64>()[at] = value;
        }
        let array = |mapped: &Mapped, name: &str| mapped.arrays()[&name.into()].clone();
        let blocks = filled(BLOCKS, &[2, 6], &dense).unwrap();
        assert_eq!(array(&blocks, "T_pos1"), Value::ints([0, 1]));
        assert_eq!(array(&blocks, "T_crd1"), Value::ints([1]));
        assert_eq!(array(&blocks, "T_val"), Value::reals([5.0, 6.0, 7.0, 0.0, 0.0, 8.0]));
        let loose = filled(LOOSE, &[2, 6], &dense).unwrap();
        assert_eq!(array(&loose, "T_pos1"), Value::ints([0, 3, 3, 4]));
        assert_eq!(array(&loose, "T_crd1"), Value::ints([3, 4, 5, 5]));
        let none =
            filled(LOOSE, &[0, 6], &Literal::zeros(Type::tensor(&[0, 6], Element::F64)).unwrap());
        assert_eq!(array(&none.unwrap(), "T_pos1"), Value::ints([]));
        // Room of segments, which are in any order.
        let arrays = [
            ("T_pos1", Value::ints([3, 4, 0, 2])),
            ("T_crd1", Value::ints([1, 0, 9, 5])),
            ("T_val", Value::reals([1.0, 2.0, 9.0, 3.0])),
        ];
        let arrays = arrays.map(|(name, value)| (name.into(), value)).into_iter().collect();
        let dense = Mapped::new(mapped(LOOSE, &[2, 6]).into(), arrays).unwrap().to_dense().unwrap();
        assert_eq!(dense.as_slice::<f64>()[5..8], [3.0, 2.0, 1.0]);

        let structured =
            "(d0, d1) -> (d0 : dense, d1 floordiv 4 : dense, d1 mod 4 : structured[2, 4])";
        let mut dense = Literal::zeros(Type::tensor(&[1, 8], Element::F64)).unwrap();
        dense.as_mut_slice::<f64>().copy_from_slice(&[0.0, 5.0, 0.0, 6.0, 0.0, 0.0, 7.0, 0.0]);
        let stored = filled(structured, &[1, 8], &dense).unwrap();
        assert_eq!(array(&stored, "T_crd2"), Value::ints([1, 3, 2, 0]));
        assert_eq!(array(&stored, "T_val"), Value::reals([5.0, 6.0, 7.0, 0.0]));
        dense.as_mut_slice::<f64>()[0] = 1.0;
        let full = filled(structured, &[1, 8], &dense).unwrap_err();
        assert!(
            full.contains("the format can't hold the entry at (0, 3): there is no room for it"),
            "{full}"
        );
        let single = "(d0, d1) -> (d0 : loose_compressed, d1 : singleton)";
        let twice = filled(single, &[1, 8], &dense).unwrap_err();
        assert!(twice.contains("makes the key 0 of dimension 0 twice"), "{twice}");
    }

    #[test]
    fn plain_levels_and_wrong_ones_are_no_mappings() {
        for (map, dims) in [
            ("(d0, d1) -> (d0 : dense, d1 : compressed)", [4, 6]),
            (BLOCKS, [5, 6]),
            ("(d0, d1) -> (d0 : batch, d1 : compressed)", [4, 6]),
        ] {
            let ty = mapped(map, &dims);
            assert!(StorageMapping::of(&ty).is_none() && MappedFormat::of(&ty).is_none(), "{map}");
        }
        let dynamic = mapped(BLOCKS, &[hloom_ir::types::DYNAMIC, 6]);
        let text = StorageMapping::of(&dynamic).unwrap().program("A", &dynamic.dims, Scalar::Real);
        assert!(text.unwrap().contains("sum(<c0, _> in 0:A_n0)"));
    }
}
