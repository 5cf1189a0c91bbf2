//! Sparse storage formats: the encoding of upstream MLIR's `sparse_tensor` dialect,
//! `tensor<4x5xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>`.
//!
//! A tensor is stored level by level. Each level stores one dimension and is
//!
//! - `dense`: all coordinates are stored;
//! - `compressed`: for each position of the level above, the coordinates `crd[pos[p]..pos[p + 1]]`
//!   are stored;
//! - `singleton`: for each position of the level above, one coordinate `crd[p]` is stored.
//!
//! Positions of the last level are indices of stored elements. A level is `nonunique` if a
//! coordinate may occur more than once in a segment, and `nonordered` if the coordinates of a
//! segment need not increase. `posWidth` and `crdWidth` are the widths of positions and coordinates
//! in bits, 8, 16, 32 or 64; 0 means 64.
//!
//! An encoding does not change the values of a tensor. Blocks by `floordiv` and `mod`, and
//! `structured` and `loose_compressed` levels are those of a storage mapping ([`levels`](super::levels)).
//! The verifier rejects other features of the dialect: `batch` levels, and explicit or implicit values.
//!
//! Source: <https://mlir.llvm.org/docs/Dialects/SparseTensorOps/>, `SparseTensorEncodingAttr`.

use super::TensorType;
use super::levels::{HEAD, LevelFormat, LevelMap, singleton_first};
use crate::types::Element;
use std::fmt;

/// The beginning of a storage mapping.
const MAPPING: &str = "#hloom.storage<";

/// The format of a level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LevelKind {
    /// All coordinates are stored.
    Dense,
    /// A segment of a coordinate list is stored for each position of the level above.
    Compressed,
    /// One coordinate is stored for each position of the level above.
    Singleton,
}

/// A level of storage.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Level {
    /// The dimension that it stores.
    pub dim: usize,
    /// The level's format.
    pub kind: LevelKind,
    /// Whether coordinates are unique in a segment.
    pub unique: bool,
    /// Whether the coordinates of a segment increase.
    pub ordered: bool,
}

impl Level {
    /// A level with unique, increasing coordinates.
    pub fn new(dim: usize, kind: LevelKind) -> Level {
        Level { dim, kind, unique: true, ordered: true }
    }
}

/// The storage format of a sparse tensor: its levels and the widths of its indices.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SparseEncoding {
    /// The levels, outermost first, one for each dimension.
    pub levels: Vec<Level>,
    /// The bits of a position: 0 (as 64), 8, 16, 32 or 64.
    pub pos_width: u32,
    /// The bits of a coordinate: 0 (as 64), 8, 16, 32 or 64.
    pub crd_width: u32,
}

/// The unsigned integer type of a width; 0 means 64 bits.
fn of_width(bits: u32) -> Element {
    match bits {
        8 => Element::U8,
        16 => Element::U16,
        32 => Element::U32,
        _ => Element::U64,
    }
}

impl SparseEncoding {
    /// Levels with 64-bit positions and coordinates.
    pub fn new(levels: Vec<Level>) -> SparseEncoding {
        SparseEncoding { levels, pos_width: 0, crd_width: 0 }
    }

    /// Compressed rows: `(d0 : dense, d1 : compressed)`.
    pub fn csr() -> SparseEncoding {
        let levels = [(0, LevelKind::Dense), (1, LevelKind::Compressed)];
        SparseEncoding::new(levels.map(|(dim, kind)| Level::new(dim, kind)).into())
    }

    /// Compressed columns: `(d1 : dense, d0 : compressed)`.
    pub fn csc() -> SparseEncoding {
        let levels = [(1, LevelKind::Dense), (0, LevelKind::Compressed)];
        SparseEncoding::new(levels.map(|(dim, kind)| Level::new(dim, kind)).into())
    }

    /// The dense and the compressed dimension of a CSR or CSC matrix.
    pub fn outer_and_inner(&self) -> Option<(usize, usize)> {
        match self.levels[..] {
            [outer, inner]
                if outer.kind == LevelKind::Dense && inner.kind == LevelKind::Compressed =>
            {
                Some((outer.dim, inner.dim))
            }
            _ => None,
        }
    }

    /// COO: the first level compressed and nonunique, the others singletons.
    pub fn coo(rank: usize) -> SparseEncoding {
        let level = |dim| match dim {
            0 => Level { unique: rank < 2, ..Level::new(0, LevelKind::Compressed) },
            _ => Level { unique: dim + 1 == rank, ..Level::new(dim, LevelKind::Singleton) },
        };
        SparseEncoding::new((0..rank).map(level).collect())
    }

    /// The element type of positions in memory.
    pub fn pos_element(&self) -> Element {
        of_width(self.pos_width)
    }

    /// The element type of coordinates in memory.
    pub fn crd_element(&self) -> Element {
        of_width(self.crd_width)
    }

    /// Parses an attribute's text; `None` if it is not a sparse encoding, or has levels beyond those
    /// of [`LevelKind`] on plain dimensions.
    ///
    /// # Errors
    /// A sentence about the syntax error.
    pub fn parse(text: &str) -> Option<Result<SparseEncoding, String>> {
        match LevelMap::parse(text)? {
            Ok(map) => Some(Ok(SparseEncoding::of_map(&map)?)),
            Err(why) => Some(Err(why)),
        }
    }

    /// The encoding of plain levels; `None` if there are others.
    fn of_map(map: &LevelMap) -> Option<SparseEncoding> {
        let levels = map.levels.iter().filter(|_| map.is_plain()).map(|level| {
            let kind = match level.format {
                LevelFormat::Dense => LevelKind::Dense,
                LevelFormat::Compressed => LevelKind::Compressed,
                LevelFormat::Singleton => LevelKind::Singleton,
                LevelFormat::LooseCompressed | LevelFormat::Structured { .. } => return None,
            };
            Some(Level { dim: level.dim, kind, unique: level.unique, ordered: level.ordered })
        });
        let levels = levels.collect::<Option<Vec<Level>>>()?;
        let (pos_width, crd_width) = (map.pos_width, map.crd_width);
        map.is_plain().then_some(SparseEncoding { levels, pos_width, crd_width })
    }

    /// Returns why it can't store a tensor of this rank, if it can't.
    fn wrong_for(&self, rank: usize) -> Option<String> {
        if self.levels.len() != rank {
            let have = self.levels.len();
            return Some(format!("has {have} levels of storage for {rank} dimensions"));
        }
        for (l, level) in self.levels.iter().enumerate() {
            if self.levels[..l].iter().any(|before| before.dim == level.dim) {
                return Some(format!("stores dimension d{} in two levels", level.dim));
            }
            let before = l.checked_sub(1).map(|l| self.levels[l].kind);
            if level.kind == LevelKind::Singleton && matches!(before, None | Some(LevelKind::Dense))
            {
                return Some(singleton_first(l));
            }
        }
        None
    }
}

impl fmt::Display for LevelKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LevelKind::Dense => "dense",
            LevelKind::Compressed => "compressed",
            LevelKind::Singleton => "singleton",
        })
    }
}

impl fmt::Display for SparseEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dims: Vec<String> = (0..self.levels.len()).map(|d| format!("d{d}")).collect();
        write!(f, "{HEAD}{{ map = ({}) -> (", dims.join(", "))?;
        for (l, level) in self.levels.iter().enumerate() {
            write!(f, "{}d{} : {}", if l > 0 { ", " } else { "" }, level.dim, level.kind)?;
            match (level.unique, level.ordered) {
                (true, true) => {}
                (false, true) => f.write_str("(nonunique)")?,
                (true, false) => f.write_str("(nonordered)")?,
                (false, false) => f.write_str("(nonunique, nonordered)")?,
            }
        }
        f.write_str(")")?;
        for (name, bits) in [("posWidth", self.pos_width), ("crdWidth", self.crd_width)] {
            if bits != 0 {
                write!(f, ", {name} = {bits}")?;
            }
        }
        f.write_str(" }>")
    }
}

/// The canonical spelling of a sparse encoding or a storage mapping; `None` for other encodings.
pub(super) fn canonical(encoding: &str) -> Option<Box<str>> {
    match LevelMap::parse(encoding) {
        Some(map) => {
            let map = map.ok()?;
            let plain = SparseEncoding::of_map(&map).map(|plain| plain.to_string());
            Some(plain.unwrap_or_else(|| map.to_string()).into())
        }
        None => canonical_mapping(encoding),
    }
}

/// The canonical spelling of a storage mapping, `#hloom.storage<"csr", partial>`: one space after
/// the comma and none elsewhere, outside of the string. `hloom_storage::encoding` knows the meaning.
fn canonical_mapping(encoding: &str) -> Option<Box<str>> {
    let inner = encoding.strip_prefix(MAPPING)?.strip_suffix('>')?.trim();
    let end = inner.rfind('"')? + 1;
    let promise = inner[end..].trim();
    let promise = match promise.strip_prefix(',') {
        Some(promise) => format!(", {}", promise.trim()),
        None => promise.to_owned(),
    };
    Some(format!("{MAPPING}{}{promise}>", &inner[..end]).into())
}

impl TensorType {
    /// The sparse storage format of the type, if it has one.
    pub fn sparse(&self) -> Option<SparseEncoding> {
        SparseEncoding::parse(self.storage()?)?.ok()
    }

    /// The same type without levels and without a storage mapping; a layout or a split stays.
    pub fn densified(&self) -> TensorType {
        let stored = |text: &str| LevelMap::parse(text).is_some() || text.starts_with(MAPPING);
        match self.storage().is_some_and(stored) {
            true => self.clone().with_storage(None),
            false => self.clone(),
        }
    }

    /// The same type in this storage format.
    pub fn stored(&self, encoding: &SparseEncoding) -> TensorType {
        self.clone().with_storage(Some(encoding.to_string().into()))
    }

    /// Returns why the storage format of this type is invalid, if it is.
    pub(crate) fn wrong_storage(&self) -> Option<String> {
        match LevelMap::parse(self.storage()?)? {
            Ok(map) => match SparseEncoding::of_map(&map) {
                Some(encoding) => encoding.wrong_for(self.rank()),
                None => map.wrong_for(&self.dims),
            },
            Err(why) => Some(format!("is stored as nothing that hloom knows: its encoding {why}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_read_and_written_in_one_spelling() {
        let loose = "#sparse_tensor.encoding<{map=(i,j)->(l0=j:dense,l1=i:compressed(nonunique,nonordered)),crdWidth=32}>";
        let strict = "#sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed(nonunique, nonordered)), crdWidth = 32 }>";
        let read = SparseEncoding::parse(loose).unwrap().unwrap();
        assert_eq!(read.to_string(), strict);
        assert_eq!(SparseEncoding::parse(strict).unwrap().unwrap(), read);
        assert_eq!((read.crd_element(), read.pos_element()), (Element::U32, Element::U64));
        assert_eq!(SparseEncoding::parse("#stablehlo.bounds<3>"), None);
        let arrays = "#sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : singleton(soa)) }>";
        assert_eq!(SparseEncoding::parse(arrays), Some(Ok(SparseEncoding::coo(2))));
        let mapping = |text| TensorType::canonical_encoding(text).into_string();
        assert_eq!(mapping("#hloom.storage< \"a > b\" >"), "#hloom.storage<\"a > b\">");
        assert_eq!(mapping("#hloom.storage<\"a\",partial>"), "#hloom.storage<\"a\", partial>");
        for known in [SparseEncoding::csr(), SparseEncoding::csc(), SparseEncoding::coo(3)] {
            assert_eq!(SparseEncoding::parse(&known.to_string()), Some(Ok(known)));
        }
    }

    #[test]
    fn what_is_no_storage_is_said() {
        let wrong = |body: &str| {
            let text = format!("{HEAD}{body}>");
            let it = TensorType {
                encoding: Some(text.into()),
                ..TensorType::new(&[4, 5], Element::F64)
            };
            it.wrong_storage().unwrap_or_default()
        };
        let known =
            "dense, compressed, loose_compressed, singleton and structured[n, m] levels are stored";
        for (body, message) in [
            ("{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }", String::new()),
            ("{ posWidth = 8 }", "has no `map`".to_owned()),
            ("{ map = (i) -> (i : batch) }", format!("has a level that is `batch`; {known}")),
            ("{ map = (i) -> (j : dense) }", "has a level of `j`".to_owned()),
            ("{ map = (i) -> (i : dense) }", "has 1 levels of storage for 2 dimensions".to_owned()),
            ("{ map = (i, j) -> (i : dense, i : dense) }", "d0 in two levels".to_owned()),
            ("{ map = (i, j) -> (i : dense, j : singleton) }", "the singleton level 1".to_owned()),
            ("{ map = (i) -> (i : compressed(soa)) }", "which can't be `soa`".to_owned()),
            ("{ map = (i, i) -> (i : dense) }", "names the dimension `i` twice".to_owned()),
            ("{ map = (i) -> (i : dense), crdWidth = 7 }", "has crdWidth = 7".to_owned()),
            ("{ map = i }", "has the map `i`".to_owned()),
            ("{ lvl = 3 }", "has `lvl`; known are".to_owned()),
        ] {
            let found = wrong(body);
            assert!(found.contains(&message) && message.is_empty() == found.is_empty(), "{found}");
        }
    }
}
