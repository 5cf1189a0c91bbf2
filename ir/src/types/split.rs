//! Split states: how a tensor is divided into parts,
//! `tensor<8x6xf32, #hloom.split<@mesh, [4 over {"x"} halo (1, 1), 1]>>`.
//!
//! ```text
//! split     ::= `#hloom.split<` (mesh `,`)? `[` dimension, … `]`
//!               (`, partial = ` combine division)* (`, storage = ` encoding)? `>`
//! dimension ::= `1` | division (` / ` division)* (` halo (` before `, ` after `)`)?
//! division  ::= count (` at (` boundary, … `)`)? ` over ` space
//! space     ::= `cores` | `time` | `{` axis, … `}`
//! combine   ::= `add` | `multiply` | `minimum` | `maximum` | `and` | `or` | `xor`
//! mesh      ::= `@name` | `mesh<["x"=2]>`
//! ```
//!
//! | word | meaning |
//! |---|---|
//! | `4 over {"x"}` | four parts, one for each coordinate along axes of the mesh; axes are written as in `sdy` shardings, `"y":(1)2` is a sub-axis |
//! | `4 over cores` | four parts in the memory that all cores share |
//! | `4 over time` | four parts one after another: micro-batches |
//! | `3 at (0, 3, 8, 9)` | the parts' boundaries; without them, parts are as even as possible, and the first ones are longer |
//! | `4 over {"x"} / 2 over time` | each part of the first division is divided again |
//! | `halo (1, 2)` | each part also holds one position of the part before it and two of the part after it |
//! | `partial = add 2 over {"y"}` | the tensor is the sum of two terms, one for each coordinate along "y" |
//! | `storage = …` | each part's layout or storage format |
//!
//! A split does not change the values of a tensor: types that differ in their splits only are
//! compatible, and `hloom.relayout` and `hloom.halo` return their operand's values.

use super::{DYNAMIC, TensorType, Type};
use crate::mesh::{AxisRef, Reader, SdyMeshRef, write_axes};
use smallvec::SmallVec;
use std::fmt;

const HEAD: &str = "#hloom.split<";

/// The ops that combine terms, by the names that they have in text.
pub const COMBINES: [&str; 7] = ["add", "multiply", "minimum", "maximum", "and", "or", "xor"];

/// The parts' places: cores, moments, or devices.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SplitSpace {
    /// Cores that share memory.
    Cores,
    /// One part after another.
    Time,
    /// Axes of the mesh, major to minor.
    Axes(Box<[AxisRef]>),
}

/// A division into parts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Division {
    /// The number of parts, at least 1.
    pub parts: i64,
    /// The first position of each part, and the position behind the last one; `None` if parts are
    /// as even as possible.
    pub boundaries: Option<Box<[i64]>>,
    /// The parts' places.
    pub over: SplitSpace,
}

/// The divisions of one dimension.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct SplitDim {
    /// The divisions, each of the parts of the one before; none of a dimension that stays whole.
    pub divisions: SmallVec<[Division; 1]>,
    /// The positions of the parts before and after it that each part also holds.
    pub halo: (i64, i64),
}

/// A division of a sum into terms.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Partial {
    /// The op that combines terms, one of [`COMBINES`].
    pub combine: &'static str,
    /// The number of terms, and their places.
    pub terms: Division,
}

/// The division of a tensor into parts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Split {
    /// The mesh whose axes are named.
    pub mesh: Option<SdyMeshRef>,
    /// The divisions of each dimension.
    pub dims: Box<[SplitDim]>,
    /// Terms that have yet to be combined.
    pub partial: SmallVec<[Partial; 1]>,
    /// The encoding of each part: a layout, a storage format, bounds.
    pub storage: Option<Box<str>>,
}

impl Division {
    /// This many parts along axes of a mesh.
    pub fn over_axes(parts: i64, axes: &[AxisRef]) -> Division {
        Division { parts, boundaries: None, over: SplitSpace::Axes(axes.into()) }
    }

    /// This many even parts over cores.
    pub fn over_cores(parts: i64) -> Division {
        Division { parts, boundaries: None, over: SplitSpace::Cores }
    }
}

impl SplitDim {
    /// Drops divisions into one part.
    fn tidy(&mut self) {
        self.divisions.retain(|it| it.parts != 1 || it.boundaries.is_some());
    }

    /// The number of parts.
    pub fn parts(&self) -> i64 {
        self.divisions.iter().map(|division| division.parts).product()
    }
}

impl Split {
    /// The state of a tensor of this rank that is not divided.
    pub fn whole(rank: usize) -> Split {
        Split {
            mesh: None,
            dims: vec![SplitDim::default(); rank].into(),
            partial: SmallVec::new(),
            storage: None,
        }
    }

    /// Whether it divides nothing.
    pub fn is_whole(&self) -> bool {
        self.partial.is_empty() && self.dims.iter().all(|dim| dim.divisions.is_empty())
    }

    /// Parses an attribute's text; `None` if it is no split.
    ///
    /// # Errors
    /// A sentence about the form that it lacks.
    pub fn parse(text: &str) -> Option<Result<Split, String>> {
        let body = text.strip_prefix(HEAD)?;
        Some(read(body).ok_or_else(|| {
            "has no split that can be read; one is \
             `#hloom.split<@mesh, [4 over {\"x\"} halo (1, 1), 2 over cores, 1], partial = add 2 over {\"y\"}>`"
                .to_owned()
        }))
    }

    /// The same split without halos.
    pub fn without_halo(&self) -> Split {
        let mut bare = self.clone();
        bare.dims.iter_mut().for_each(|dim| dim.halo = (0, 0));
        bare
    }

    /// Whether a dimension has a halo.
    pub fn has_halo(&self) -> bool {
        self.dims.iter().any(|dim| dim.halo != (0, 0))
    }

    /// The divisions into terms one by one: of several axes, each for itself.
    pub(crate) fn terms(&self) -> Vec<(&'static str, SplitSpace)> {
        let each = self.partial.iter().flat_map(|Partial { combine, terms }| match &terms.over {
            SplitSpace::Axes(axes) => axes
                .iter()
                .map(|axis| (*combine, SplitSpace::Axes([axis.clone()].into())))
                .collect::<Vec<_>>(),
            SplitSpace::Cores | SplitSpace::Time => vec![(*combine, terms.over.clone())],
        });
        each.collect()
    }

    /// All divisions, of dimensions and of sums.
    pub fn divisions(&self) -> impl Iterator<Item = &Division> {
        let dims = self.dims.iter().flat_map(|dim| &dim.divisions);
        dims.chain(self.partial.iter().map(|it| &it.terms))
    }

    /// Returns why a tensor of these extents can't be divided like this, if it can't.
    fn wrong_for(&self, dims: &[i64]) -> Option<String> {
        if self.dims.len() != dims.len() {
            let (have, want) = (self.dims.len(), dims.len());
            return Some(format!("has {have} dimensions in its split, not {want}"));
        }
        for (d, (dim, &extent)) in self.dims.iter().zip(dims).enumerate() {
            if let Some(wrong) = dim.wrong_for(extent) {
                return Some(format!("has a split whose dimension {d} {wrong}"));
            }
        }
        let mut seen: Vec<&AxisRef> = Vec::new();
        for division in self.divisions() {
            if division.parts < 1 {
                return Some(format!("is divided into {} parts", division.parts));
            }
            let SplitSpace::Axes(axes) = &division.over else { continue };
            if self.mesh.is_none() {
                return Some("is divided over axes of a mesh that it does not name".to_owned());
            }
            for axis in axes {
                if seen.contains(&axis) {
                    return Some(format!("names axis \"{}\" twice", axis.name));
                }
                seen.push(axis);
            }
        }
        None
    }
}

impl SplitDim {
    /// Whether a dimension of this extent can be divided like this.
    pub fn fits(&self, extent: i64) -> bool {
        self.wrong_for(extent).is_none()
    }

    /// Returns why a dimension of this extent can't be divided like this, if it can't.
    fn wrong_for(&self, extent: i64) -> Option<String> {
        let parts = self.divisions.iter().try_fold(1i64, |n, it| n.checked_mul(it.parts.max(1)));
        let (before, after) = self.halo;
        match parts {
            _ if extent == DYNAMIC && !self.divisions.is_empty() => {
                return Some("has an extent that is not known before a run".to_owned());
            }
            // Parts of nothing are nothing.
            Some(n) if n <= extent || n == 1 || extent == 0 || extent == DYNAMIC => {}
            _ => {
                let parts: Vec<String> =
                    self.divisions.iter().map(|it| it.parts.to_string()).collect();
                let parts = parts.join(" times ");
                return Some(format!("of extent {extent} is divided into {parts} parts"));
            }
        }
        if before < 0 || after < 0 {
            return Some(format!("has the halo ({before}, {after}), which must not be negative"));
        }
        if self.divisions.is_empty() && self.halo != (0, 0) {
            return Some("has a halo, but is not divided".to_owned());
        }
        let [first, rest @ ..] = &self.divisions[..] else { return None };
        let uneven = rest.iter().any(|it| it.boundaries.is_some());
        if uneven || first.boundaries.is_some() && !rest.is_empty() {
            return Some("has boundaries and is divided again".to_owned());
        }
        let list = first.boundaries.as_deref()?;
        let rising = list.windows(2).all(|pair| pair[0] < pair[1]);
        let ends = list.first() == Some(&0) && list.last() == Some(&extent);
        if !(rising && ends && list.len() as i64 == first.parts + 1) {
            let parts = first.parts;
            return Some(format!(
                "has boundaries that are not those of {parts} parts: {} numbers rise from 0 to {extent}",
                parts + 1
            ));
        }
        None
    }
}

fn write_numbers(f: &mut fmt::Formatter<'_>, numbers: &[i64]) -> fmt::Result {
    f.write_str("(")?;
    super::comma_separated(f, numbers)?;
    f.write_str(")")
}

impl fmt::Display for Division {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.parts)?;
        if let Some(boundaries) = &self.boundaries {
            f.write_str(" at ")?;
            write_numbers(f, boundaries)?;
        }
        match &self.over {
            SplitSpace::Cores => f.write_str(" over cores"),
            SplitSpace::Time => f.write_str(" over time"),
            SplitSpace::Axes(axes) => {
                f.write_str(" over {")?;
                write_axes(f, axes)?;
                f.write_str("}")
            }
        }
    }
}

impl fmt::Display for SplitDim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.divisions.is_empty() {
            f.write_str("1")?;
        }
        for (i, division) in self.divisions.iter().enumerate() {
            f.write_str(if i > 0 { " / " } else { "" })?;
            division.fmt(f)?;
        }
        if self.halo != (0, 0) {
            f.write_str(" halo ")?;
            write_numbers(f, &[self.halo.0, self.halo.1])?;
        }
        Ok(())
    }
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HEAD)?;
        if let Some(mesh) = &self.mesh {
            write!(f, "{mesh}, ")?;
        }
        f.write_str("[")?;
        super::comma_separated(f, &self.dims)?;
        f.write_str("]")?;
        for Partial { combine, terms } in &self.partial {
            write!(f, ", partial = {combine} {terms}")?;
        }
        if let Some(storage) = &self.storage {
            write!(f, ", storage = {storage}")?;
        }
        f.write_str(">")
    }
}

/// Parses the text behind the opening bracket: a split without storage, and the storage.
fn read_parts(body: &str) -> Option<(Split, Option<&str>)> {
    let mut reader = Reader::new(body.strip_suffix('>')?);
    let mut split = Split::whole(0);
    if !reader.at("[") {
        split.mesh = Some(reader.sdy_mesh_ref()?);
        reader.expect(",")?;
    }
    split.dims = reader.list("[", "]", split_dim)?;
    while reader.eat(",") {
        if reader.eat("storage") {
            reader.expect("=")?;
            return Some((split, Some(reader.rest().trim_end())));
        }
        reader.expect("partial")?;
        reader.expect("=")?;
        let combine = COMBINES.into_iter().find(|name| reader.eat(name))?;
        let terms = division(&mut reader)?;
        split.partial.push(Partial { combine, terms });
    }
    reader.at_end().then_some((split, None))
}

fn read(body: &str) -> Option<Split> {
    let (mut split, storage) = read_parts(body)?;
    split.storage = storage.map(TensorType::canonical_encoding);
    Some(split)
}

fn split_dim(reader: &mut Reader<'_>) -> Option<SplitDim> {
    let mut dim = SplitDim::default();
    loop {
        let before = reader.clone();
        // One part has no place.
        if reader.integer()? == 1 && !reader.at("over") && !reader.at("at") {
            break;
        }
        *reader = before;
        dim.divisions.push(division(reader)?);
        if !reader.eat("/") {
            break;
        }
    }
    if reader.eat("halo") {
        let [before, after] = *numbers(reader)? else { return None };
        dim.halo = (before, after);
    }
    dim.tidy();
    Some(dim)
}

fn division(reader: &mut Reader<'_>) -> Option<Division> {
    let parts = reader.integer()?;
    let boundaries = match reader.eat("at") {
        true => Some(numbers(reader)?),
        false => None,
    };
    reader.expect("over")?;
    let over = if reader.eat("cores") {
        SplitSpace::Cores
    } else if reader.eat("time") {
        SplitSpace::Time
    } else {
        SplitSpace::Axes(reader.list("{", "}", Reader::sdy_axis)?)
    };
    Some(Division { parts, boundaries, over })
}

fn numbers(reader: &mut Reader<'_>) -> Option<Box<[i64]>> {
    reader.list("(", ")", Reader::integer)
}

/// The canonical spelling of a split; `None` for other encodings.
pub(super) fn canonical(encoding: &str) -> Option<Box<str>> {
    Some(Split::parse(encoding)?.ok()?.to_string().into())
}

impl Type {
    /// The same type without a split.
    pub fn unsplit(self) -> Type {
        match self.as_tensor() {
            Some(tensor) if tensor.encoding.is_some() => tensor.unsplit().into(),
            _ => self,
        }
    }
}

impl TensorType {
    /// The split of the type, if it states one.
    pub fn split(&self) -> Option<Split> {
        Split::parse(self.encoding.as_deref()?)?.ok()
    }

    /// The same type with this split; its storage stays as it is.
    pub fn with_split(&self, split: &Split) -> TensorType {
        let mut split = split.clone();
        split.storage = self.storage().map(Into::into);
        split.dims.iter_mut().for_each(SplitDim::tidy);
        let encoding = match split.is_whole() {
            true => split.storage,
            false => Some(split.to_string().into()),
        };
        TensorType { encoding, ..self.clone() }
    }

    /// The same type without a split.
    pub fn unsplit(&self) -> TensorType {
        TensorType { encoding: self.storage().map(Into::into), ..self.clone() }
    }

    /// The encoding of the tensor, or of each part if it is split: a layout, a storage format,
    /// bounds.
    pub fn storage(&self) -> Option<&str> {
        let text = self.encoding.as_deref()?;
        match text.strip_prefix(HEAD) {
            Some(body) => read_parts(body)?.1,
            None => Some(text),
        }
    }

    /// The same type with this storage; its split stays as it is.
    pub(super) fn with_storage(self, storage: Option<Box<str>>) -> TensorType {
        let encoding = match self.split() {
            Some(split) => Some(Split { storage, ..split }.to_string().into()),
            None => storage,
        };
        TensorType { encoding, ..self }
    }

    /// Returns why the split of this type is invalid, if it is.
    pub(crate) fn wrong_split(&self) -> Option<String> {
        match Split::parse(self.encoding.as_deref()?)? {
            Ok(split) if split.storage.as_deref().is_some_and(|it| it.starts_with(HEAD)) => {
                Some("has a split in the storage of its split".to_owned())
            }
            Ok(split) => split.wrong_for(&self.dims),
            Err(why) => Some(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Element;

    fn of(body: &str, dims: &[i64]) -> TensorType {
        let text = TensorType::canonical_encoding(&format!("{HEAD}{body}>"));
        TensorType { encoding: Some(text), ..TensorType::new(dims, Element::F32) }
    }

    #[test]
    fn one_spelling_is_written() {
        for (loose, tidy) in [
            ("[ 2 over cores,1 ]", "[2 over cores, 1]"),
            ("@mesh,[4 over{\"x\"}halo(1,1),1]", "@mesh, [4 over {\"x\"} halo (1, 1), 1]"),
            ("[3 at (0,3,8,9) over cores]", "[3 at (0, 3, 8, 9) over cores]"),
            ("[1 over time, 2 over time]", "[1, 2 over time]"),
            (
                "mesh<[\"x\"=2,\"y\"=4]>, [2 over {\"y\":(1)2}/2 over time], partial=add 2 over {\"x\"}",
                "mesh<[\"x\"=2, \"y\"=4]>, [2 over {\"y\":(1)2} / 2 over time], partial = add 2 over {\"x\"}",
            ),
            (
                "[2 over cores, 1], storage = #hloom.layout<[0,1]>",
                "[2 over cores, 1], storage = #hloom.layout<[0, 1]>",
            ),
        ] {
            let text = TensorType::canonical_encoding(&format!("{HEAD}{loose}>"));
            assert_eq!(&*text, format!("{HEAD}{tidy}>"));
            assert_eq!(TensorType::canonical_encoding(&text), text);
        }
        assert!(Split::parse("#hloom.layout<[0]>").is_none());
    }

    #[test]
    fn what_is_no_split_is_said() {
        for (body, dims, message) in [
            ("[2 over cores]", &[4][..], ""),
            ("[]", &[], ""),
            ("[2 over cores]", &[4, 4], "has 1 dimensions in its split, not 2"),
            ("[8 over cores]", &[4], "dimension 0 of extent 4 is divided into 8 parts"),
            ("[2 over cores / 4 over time]", &[4], "is divided into 2 times 4 parts"),
            ("[2 over moon]", &[4], "has no split that can be read"),
            ("[-2 over cores]", &[4], "is divided into -2 parts"),
            ("[2 over {\"x\"}]", &[4], "axes of a mesh that it does not name"),
            ("@m, [2 over {\"x\"}, 2 over {\"x\"}]", &[4, 4], "names axis \"x\" twice"),
            ("@m, [2 over {\"x\"}], partial = add 2 over {\"x\"}", &[4], "\"x\" twice"),
            ("[1 halo (1, 1)]", &[4], "has a halo, but is not divided"),
            ("[2 over cores halo (-1, 1)]", &[4], "which must not be negative"),
            ("[2 at (0, 2) over cores]", &[4], "boundaries that are not those of 2 parts"),
            ("[2 at (0, 2, 3) over cores]", &[4], "3 numbers rise from 0 to 4"),
            ("[2 at (0, 2, 4) over cores / 2 over time]", &[4], "has boundaries and is divided"),
            ("[2 over cores], partial = mean 2 over cores", &[4], "no split that can be read"),
            ("[2 over cores]", &[DYNAMIC], "an extent that is not known"),
            ("[2 over cores], storage = #hloom.split<[2 over time]>", &[4], "has a split in the"),
        ] {
            let found = of(body, dims).wrong_split().unwrap_or_default();
            assert!(found.contains(message), "{body}: {found}");
            assert_eq!(message.is_empty(), found.is_empty(), "{body}: {found}");
        }
    }

    #[test]
    fn split_and_storage_are_apart() {
        let x = of("[2 over cores, 1], storage = #hloom.layout<[0, 1]>", &[4, 6]);
        assert_eq!(x.layout().map(|l| l.to_string()), x.storage().map(str::to_owned));
        assert_eq!(x.unsplit().to_string(), "tensor<4x6xf32, #hloom.layout<[0, 1]>>");
        let split = x.split().expect("a split");
        assert_eq!(x.unsplit().with_split(&split), x);
        assert_eq!(x.with_split(&Split::whole(2)), x.unsplit());
        let plain = TensorType::new(&[4, 6], Element::F32);
        let row_major = crate::types::Layout::row_major(2);
        assert_eq!(x.clone().with_layout(&row_major).unsplit(), plain);
        // Other extents need another split.
        assert_eq!(x.with_dims(&[2, 6]).to_string(), "tensor<2x6xf32, #hloom.layout<[0, 1]>>");
    }
}
