//! All levels that upstream's `#sparse_tensor.encoding` has, those of blocks among them:
//!
//! ```text
//! #sparse_tensor.encoding<{ map = (d0, d1) ->
//!   (d0 floordiv 2 : dense, d1 floordiv 3 : compressed, d0 mod 2 : dense, d1 mod 3 : dense) }>
//! #sparse_tensor.encoding<{ map = (d0, d1) ->
//!   (d0 : dense, d1 floordiv 4 : dense, d1 mod 4 : structured[2, 4]), crdWidth = 8 }>
//! ```
//!
//! | level of `d` | coordinates |
//! |---|---|
//! | `d` | those of the dimension |
//! | `d floordiv k` | the numbers of its blocks of `k` |
//! | `d mod k` | the places 0 to `k - 1` inside of a block |
//!
//! | format | stored for each position `p` of the level above |
//! |---|---|
//! | `dense` | all coordinates |
//! | `compressed` | the coordinates `crd[pos[p]..pos[p + 1]]` |
//! | `loose_compressed` | the coordinates `crd[pos[2 * p]..pos[2 * p + 1]]` |
//! | `singleton` | the coordinate `crd[p]` |
//! | `structured[n, m]` | the coordinates `crd[p * n..(p + 1) * n]`, all below `m` |
//!
//! `block2_4` is the older spelling of `structured[2, 4]`.
//!
//! [`SparseEncoding`](super::sparse::SparseEncoding) is such a list of plain dimensions whose levels
//! are dense, compressed or singletons. A list beyond that is a storage mapping, whose text
//! `hloom_storage::encoding` makes.
//!
//! # Rules
//!
//! - A dimension is stored by one level of its own, or by `d floordiv k` and, behind it, `d mod k`.
//! - Its extent is a multiple of `k`. Upstream rounds the number of blocks up, and so stores elements
//!   outside of the tensor.
//! - A `singleton` stands behind a compressed level or another singleton.
//! - `structured[n, m]` is the last level, of `d mod m`, and all levels before it are dense.
//!
//! Source: <https://mlir.llvm.org/docs/Dialects/SparseTensorOps/>, `SparseTensorEncodingAttr`.

use super::{DYNAMIC, TensorType};
use std::fmt;

pub(super) const HEAD: &str = "#sparse_tensor.encoding<";

/// The part of a dimension's coordinates that a level stores.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DimPart {
    /// `d`
    Whole,
    /// `d floordiv k`: the number of a block of `k`.
    Block(i64),
    /// `d mod k`: the place inside of a block of `k`.
    Inside(i64),
}

/// The format of a level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LevelFormat {
    /// All coordinates are stored.
    Dense,
    /// A segment of a coordinate list is stored for each position of the level above; each begins
    /// where the one before ends.
    Compressed,
    /// As `Compressed`, but the segments have two bounds each, and stand anywhere in the list.
    LooseCompressed,
    /// One coordinate is stored for each position of the level above.
    Singleton,
    /// `n` coordinates of `m` are stored for each position of the level above.
    Structured {
        /// The number of coordinates that are stored.
        n: i64,
        /// The size of a block.
        m: i64,
    },
}

/// A level of storage.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MapLevel {
    /// The dimension that it stores.
    pub dim: usize,
    /// The part of that dimension.
    pub part: DimPart,
    /// The level's format.
    pub format: LevelFormat,
    /// Whether coordinates are unique in a segment.
    pub unique: bool,
    /// Whether the coordinates of a segment increase.
    pub ordered: bool,
}

/// The levels of an encoding, with the widths of its indices.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LevelMap {
    /// The number of dimensions that the map names.
    pub rank: usize,
    /// The levels, outermost first.
    pub levels: Vec<MapLevel>,
    /// The bits of a position: 0 (as 64), 8, 16, 32 or 64.
    pub pos_width: u32,
    /// The bits of a coordinate: 0 (as 64), 8, 16, 32 or 64.
    pub crd_width: u32,
}

impl MapLevel {
    /// The number of coordinates that the level has in a dimension of this extent.
    pub fn size(&self, extent: i64) -> i64 {
        match self.part {
            DimPart::Whole => extent,
            DimPart::Block(_) if extent == DYNAMIC => DYNAMIC,
            DimPart::Block(k) => extent / k,
            DimPart::Inside(k) => k,
        }
    }

    /// Whether it is one of [`SparseEncoding`](super::sparse::SparseEncoding).
    fn is_plain(&self) -> bool {
        let known = [LevelFormat::Dense, LevelFormat::Compressed, LevelFormat::Singleton];
        self.part == DimPart::Whole && known.contains(&self.format)
    }
}

impl LevelMap {
    /// Parses an attribute's text; `None` if it is not an encoding of the dialect.
    ///
    /// # Errors
    /// A sentence about the syntax error.
    pub fn parse(text: &str) -> Option<Result<LevelMap, String>> {
        let body = text.strip_prefix(HEAD)?.strip_suffix('>')?;
        Some(read(body))
    }

    /// Whether all levels are dense, compressed or singletons of plain dimensions.
    pub fn is_plain(&self) -> bool {
        self.levels.iter().all(MapLevel::is_plain)
    }

    /// Returns why it can't store a tensor of these extents, if it can't.
    pub fn wrong_for(&self, dims: &[i64]) -> Option<String> {
        if self.rank != dims.len() {
            let (own, rank) = (self.rank, dims.len());
            return Some(format!("has the levels of {own} dimensions, and the tensor has {rank}"));
        }
        let levels = self.levels.iter().enumerate();
        let wrong = levels.clone().find_map(|(l, level)| self.wrong_level(l, level, dims));
        wrong.or_else(|| (0..self.rank).find_map(|d| self.wrong_dimension(d)))
    }

    /// Returns why dimension `d` is not stored once, if it is not.
    fn wrong_dimension(&self, d: usize) -> Option<String> {
        let own = self.levels.iter().filter(|level| level.dim == d);
        let parts: Vec<DimPart> = own.map(|level| level.part).collect();
        match parts[..] {
            [DimPart::Whole] => None,
            [DimPart::Block(blocks), DimPart::Inside(inside)] if blocks == inside => None,
            [] => Some(format!("stores dimension d{d} in no level")),
            [DimPart::Whole, DimPart::Whole] => {
                Some(format!("stores dimension d{d} in two levels"))
            }
            _ => Some(format!(
                "does not store dimension d{d} by one level of its own, nor by `d{d} floordiv k` \
                 and then `d{d} mod k` of the same k"
            )),
        }
    }

    /// Returns what is wrong with level `l`, if something is.
    fn wrong_level(&self, l: usize, level: &MapLevel, dims: &[i64]) -> Option<String> {
        let d = level.dim;
        if let DimPart::Block(k) = level.part
            && dims[d] != DYNAMIC
            && dims[d] % k != 0
        {
            return Some(format!(
                "has blocks of {k} in dimension d{d}, whose extent {} is not a multiple of {k}",
                dims[d]
            ));
        }
        let before = self.levels[..l].last().map(|level| level.format);
        match level.format {
            LevelFormat::Singleton if matches!(before, None | Some(LevelFormat::Dense)) => {
                Some(singleton_first(l))
            }
            LevelFormat::Structured { m, .. } if level.part != DimPart::Inside(m) => {
                Some(format!("has the level {l} that is {}, which must be of `d{d} mod {m}`", {
                    level.format
                }))
            }
            LevelFormat::Structured { .. } => {
                let dense = |level: &MapLevel| level.format == LevelFormat::Dense;
                let last = l + 1 == self.levels.len();
                (!last || !self.levels[..l].iter().all(dense)).then(|| {
                    let what = level.format;
                    format!("has the level {l} that is {what}, which must be the last one, after dense ones")
                })
            }
            _ => None,
        }
    }
}

/// The error of a singleton at the top, or below a dense level.
pub(super) fn singleton_first(l: usize) -> String {
    format!("has the singleton level {l} without a compressed or singleton one before it")
}

/// Whether an encoding has no levels of blocks that do not fit these extents.
pub(super) fn fit(encoding: &str, dims: &[i64]) -> bool {
    match LevelMap::parse(encoding) {
        Some(Ok(map)) => map.is_plain() || map.wrong_for(dims).is_none(),
        _ => true,
    }
}

/// Parses the text between the angle brackets.
fn read(body: &str) -> Result<LevelMap, String> {
    let inner = body.trim().strip_prefix('{').and_then(|b| b.strip_suffix('}'));
    let inner = inner.ok_or("must be `{ map = (d0, …) -> (d0 : …, …) }`")?;
    let mut map = None;
    let (mut pos_width, mut crd_width) = (0, 0);
    for entry in split(inner) {
        let Some((name, value)) = entry.split_once('=') else {
            return Err(format!("has `{entry}`, which is no `name = value`"));
        };
        match (name.trim(), value.trim()) {
            ("map", text) => map = Some(read_map(text)?),
            ("posWidth", value) => pos_width = read_width("posWidth", value)?,
            ("crdWidth", value) => crd_width = read_width("crdWidth", value)?,
            (other @ ("explicitVal" | "implicitVal"), _) => {
                return Err(format!(
                    "has `{other}`; elements are stored with their values, and the others are zero"
                ));
            }
            (other, _) => {
                return Err(format!("has `{other}`; known are map, posWidth and crdWidth"));
            }
        }
    }
    let (rank, levels) = map.ok_or("has no `map`")?;
    Ok(LevelMap { rank, levels, pos_width, crd_width })
}

fn read_width(name: &str, value: &str) -> Result<u32, String> {
    match value.parse() {
        Ok(bits @ (0 | 8 | 16 | 32 | 64)) => Ok(bits),
        _ => Err(format!("has {name} = {value}; it must be 0, 8, 16, 32 or 64")),
    }
}

/// Splits a list at commas outside of brackets.
fn split(list: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, c) in list.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(list[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[from..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// Reads the number of dimensions and the levels.
fn read_map(map: &str) -> Result<(usize, Vec<MapLevel>), String> {
    let list = |part: &str| -> Option<String> {
        Some(part.trim().strip_prefix('(')?.strip_suffix(')')?.to_owned())
    };
    let sides = map.split_once("->").and_then(|(a, b)| Some((list(a)?, list(b)?)));
    let (dims, levels) =
        sides.ok_or_else(|| format!("has the map `{map}`; it must be `(d0, …) -> (d0 : …, …)`"))?;
    let dims = split(&dims);
    for (i, name) in dims.iter().enumerate() {
        if dims[..i].contains(name) {
            return Err(format!("names the dimension `{name}` twice"));
        }
    }
    let level = |text: &&str| {
        let Some((of, how)) = text.split_once(':') else {
            return Err(format!("has the level `{text}`, which is no `dimension : kind`"));
        };
        // `l0 = d0 : dense` also names the level.
        let of = of.rsplit('=').next().unwrap_or(of).trim();
        let (dim, part) = read_part(of, &dims)?;
        read_level(dim, part, how.trim())
    };
    Ok((dims.len(), split(&levels).iter().map(level).collect::<Result<_, _>>()?))
}

/// Reads the dimension of a level: `d`, `d floordiv k` or `d mod k`.
fn read_part(of: &str, dims: &[&str]) -> Result<(usize, DimPart), String> {
    let mut words = of.split_whitespace();
    let name = words.next().unwrap_or_default();
    let Some(dim) = dims.iter().position(|&d| d == name) else {
        return Err(format!("has a level of `{of}`, which is not one of its dimensions"));
    };
    let rest: Vec<&str> = words.collect();
    let (part, size): (fn(i64) -> DimPart, &str) = match rest[..] {
        [] => return Ok((dim, DimPart::Whole)),
        ["floordiv", k] => (DimPart::Block, k),
        ["mod", k] => (DimPart::Inside, k),
        _ => {
            return Err(format!(
                "has a level of `{of}`; levels are of `{name}`, `{name} floordiv k` or `{name} mod k`"
            ));
        }
    };
    match size.parse() {
        Ok(k) if k > 0 => Ok((dim, part(k))),
        _ => Err(format!("has a level of `{of}`; the size of a block is a number above 0")),
    }
}

fn read_level(dim: usize, part: DimPart, how: &str) -> Result<MapLevel, String> {
    let (kind, flags) = match how.split_once('(') {
        Some((kind, flags)) => (kind.trim(), flags.strip_suffix(')').unwrap_or(flags)),
        None => (how, ""),
    };
    let format = match kind {
        "dense" => LevelFormat::Dense,
        "compressed" => LevelFormat::Compressed,
        "loose_compressed" => LevelFormat::LooseCompressed,
        "singleton" => LevelFormat::Singleton,
        "block2_4" => LevelFormat::Structured { n: 2, m: 4 },
        other => match read_structured(other) {
            Some(format) => format?,
            None => {
                let known = "dense, compressed, loose_compressed, singleton and structured[n, m] \
                             levels are stored";
                return Err(format!("has a level that is `{other}`; {known}"));
            }
        },
    };
    let mut level = MapLevel { dim, part, format, unique: true, ordered: true };
    for flag in split(flags) {
        match flag {
            "nonunique" if format != LevelFormat::Dense => level.unique = false,
            "nonordered" if format != LevelFormat::Dense => level.ordered = false,
            // Each singleton level has an array of its own: hloom has no other storage of them.
            "soa" if format == LevelFormat::Singleton => {}
            other => return Err(format!("has a level that is `{how}`, which can't be `{other}`")),
        }
    }
    Ok(level)
}

/// Reads `structured[n, m]`; `None` if it is something else.
fn read_structured(kind: &str) -> Option<Result<LevelFormat, String>> {
    let inside = kind.strip_prefix("structured")?.trim();
    let numbers = || -> Option<(i64, i64)> {
        let (n, m) = inside.strip_prefix('[')?.strip_suffix(']')?.split_once(',')?;
        Some((n.trim().parse().ok()?, m.trim().parse().ok()?))
    };
    let numbers = numbers().filter(|(n, m)| 0 < *n && n <= m);
    Some(match numbers {
        Some((n, m)) => Ok(LevelFormat::Structured { n, m }),
        None => Err(format!(
            "has a level that is `{kind}`; it must be `structured[n, m]` with 0 < n <= m"
        )),
    })
}

impl fmt::Display for LevelFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LevelFormat::Dense => f.write_str("dense"),
            LevelFormat::Compressed => f.write_str("compressed"),
            LevelFormat::LooseCompressed => f.write_str("loose_compressed"),
            LevelFormat::Singleton => f.write_str("singleton"),
            LevelFormat::Structured { n, m } => write!(f, "structured[{n}, {m}]"),
        }
    }
}

impl fmt::Display for MapLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d{}", self.dim)?;
        match self.part {
            DimPart::Whole => {}
            DimPart::Block(k) => write!(f, " floordiv {k}")?,
            DimPart::Inside(k) => write!(f, " mod {k}")?,
        }
        write!(f, " : {}", self.format)?;
        match (self.unique, self.ordered) {
            (true, true) => Ok(()),
            (false, true) => f.write_str("(nonunique)"),
            (true, false) => f.write_str("(nonordered)"),
            (false, false) => f.write_str("(nonunique, nonordered)"),
        }
    }
}

impl fmt::Display for LevelMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dims: Vec<String> = (0..self.rank).map(|d| format!("d{d}")).collect();
        let levels: Vec<String> = self.levels.iter().map(MapLevel::to_string).collect();
        write!(f, "{HEAD}{{ map = ({}) -> ({})", dims.join(", "), levels.join(", "))?;
        for (name, bits) in [("posWidth", self.pos_width), ("crdWidth", self.crd_width)] {
            if bits != 0 {
                write!(f, ", {name} = {bits}")?;
            }
        }
        f.write_str(" }>")
    }
}

impl TensorType {
    /// The levels of an encoding beyond [`SparseEncoding`](super::sparse::SparseEncoding): the type
    /// has a storage mapping. `None` if they are wrong for the type.
    pub fn mapped_levels(&self) -> Option<LevelMap> {
        let map = LevelMap::parse(self.encoding.as_deref()?)?.ok()?;
        (!map.is_plain() && map.wrong_for(&self.dims).is_none()).then_some(map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Element;

    fn encoding(map: &str) -> String {
        format!("{HEAD}{{ map = {map} }}>")
    }

    fn wrong(map: &str, dims: &[i64]) -> Option<String> {
        let ty = TensorType::new(dims, Element::F64).with_storage(Some(encoding(map).into()));
        ty.wrong_storage()
    }

    #[test]
    fn levels_are_read_and_written_in_one_spelling() {
        let loose = "#sparse_tensor.encoding<{map=(i,j)->(i floordiv 2:dense,l1 = j  floordiv 3:compressed(nonordered),i mod 2:dense,j mod 3:dense),posWidth=32}>";
        let strict = "#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : compressed(nonordered), d0 mod 2 : dense, d1 mod 3 : dense), posWidth = 32 }>";
        assert_eq!(&*TensorType::canonical_encoding(loose), strict);
        assert_eq!(&*TensorType::canonical_encoding(strict), strict);
        let old = encoding("(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : block2_4)");
        let new = encoding(
            "(d0, d1) -> (d0 : dense, d1 floordiv 4 : dense, d1 mod 4 : structured[2, 4])",
        );
        assert_eq!(*TensorType::canonical_encoding(&old), *new);
        let batch = encoding(
            "(d0, d1, d2) -> (d0 : dense, d1 : loose_compressed(nonunique), d2 : singleton)",
        );
        assert_eq!(*TensorType::canonical_encoding(&batch), *batch);
        let map = LevelMap::parse(&new).unwrap().unwrap();
        assert_eq!(map.levels[2].format, LevelFormat::Structured { n: 2, m: 4 });
        assert_eq!(map.levels.iter().map(|level| level.size(8)).collect::<Vec<_>>(), [8, 2, 4]);
    }

    #[test]
    fn a_mapping_is_not_an_encoding_by_plain_levels() {
        let blocks = "(i, j) -> (i floordiv 2 : dense, j : compressed, i mod 2 : dense)";
        let ty = TensorType::new(&[4, 5], Element::F64);
        let blocks = ty.clone().with_storage(Some(encoding(blocks).into()));
        assert_eq!((blocks.wrong_storage(), blocks.sparse()), (None, None));
        assert_eq!(blocks.mapped_levels().map(|map| map.levels.len()), Some(3));
        assert_eq!(blocks.with_dims(&[6, 1]).encoding, blocks.encoding);
        assert_eq!(blocks.with_dims(&[5, 1]).encoding, None);
        let csr = ty.with_storage(Some(encoding("(i, j) -> (i : dense, j : compressed)").into()));
        assert_eq!((csr.wrong_storage(), csr.mapped_levels()), (None, None));
        assert!(csr.sparse().is_some());
    }

    #[test]
    fn levels_that_do_not_store_a_tensor_are_said() {
        let block = "i floordiv 2 : dense, i mod 2 : dense";
        let pair = |rest: &str| format!("(i, j) -> ({block}, {rest})");
        for (map, message) in [
            (pair("j : loose_compressed"), ""),
            (pair("j : compressed(nonunique), i : singleton"), "d0 by one level of its own"),
            (pair("i : loose_compressed"), "d0 by one level of its own"),
            ("(i, j) -> (i floordiv 2 : dense, i mod 2 : dense)".into(), "d1 in no level"),
            (
                "(i, j) -> (i mod 2 : dense, j : dense, i floordiv 2 : dense)".into(),
                "does not store",
            ),
            (
                "(i, j) -> (i floordiv 2 : dense, j : dense, i mod 4 : dense)".into(),
                "of the same k",
            ),
            ("(i, j) -> (i : loose_compressed, i : dense)".into(), "d0 in two levels"),
            (
                pair("j floordiv 4 : dense, j mod 4 : dense"),
                "whose extent 6 is not a multiple of 4",
            ),
            (pair("j floordiv 0 : dense, j mod 0 : dense"), "a number above 0"),
            (pair("j * 2 : dense"), "has a level of `j * 2`; levels are of `j`, `j floordiv k`"),
            (pair("j : singleton"), "the singleton level 2 without a compressed"),
            (pair("j : structured[2, 3]"), "must be of `d1 mod 3`"),
            (pair("j floordiv 3 : dense, j mod 3 : structured[2, 3]"), ""),
            (pair("j floordiv 3 : compressed, j mod 3 : structured[2, 3]"), "must be the last one"),
            (
                "(i, j) -> (j floordiv 3 : dense, j mod 3 : structured[2, 3], i : dense)".into(),
                "must be the last one",
            ),
            (pair("j floordiv 3 : dense, j mod 3 : structured[4, 3]"), "with 0 < n <= m"),
            (pair("j floordiv 3 : dense, j mod 3 : structured[2]"), "with 0 < n <= m"),
            (pair("j : loose_compressed(soa)"), "which can't be `soa`"),
            (pair("j : batch"), "has a level that is `batch`; dense, compressed, loose_compressed"),
            ("(i) -> (i : loose_compressed)".into(), "the levels of 1 dimensions"),
        ] {
            let found = wrong(&map, &[4, 6]).unwrap_or_default();
            let said = found.contains(message) && found.is_empty() == message.is_empty();
            assert!(said, "{map}: {found}");
        }
        let valued =
            "#sparse_tensor.encoding<{ map = (i) -> (i : compressed), implicitVal = 1.0 : f64 }>";
        let found = LevelMap::parse(valued).unwrap().unwrap_err();
        assert!(found.starts_with("has `implicitVal`; elements are stored"), "{found}");
        assert_eq!(wrong(&pair("j : loose_compressed"), &[DYNAMIC, 6]), None);
    }
}
