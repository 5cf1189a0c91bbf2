//! Sparse tensors in memory: positions and coordinates for each level, and the stored elements.
//!
//! [`crate::types::sparse`] defines the levels. This module does not compute: a sparse tensor is
//! built from validated arrays or from entries, and converted to a dense one.

mod arrays;

use std::cmp::Ordering;

use super::{Literal, NoMemory};
use crate::types::sparse::{LevelKind, SparseEncoding};
use crate::types::{TensorType, Type};
use arrays::{array, integers, numbers, sort};

/// The arrays of one level.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LevelArrays {
    /// For a compressed level: the start of each segment, and the end of the last one.
    pub pos: Option<Literal>,
    /// For a compressed or a singleton level: the coordinates.
    pub crd: Option<Literal>,
}

/// A sparse tensor in memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Sparse {
    ty: Type,
    encoding: SparseEncoding,
    levels: Vec<LevelArrays>,
    values: Literal,
}

/// The error for arrays that do not form a tensor of their type: the end of a sentence that starts
/// with the tensor's name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct WrongStorage(pub String);

fn wrong<T>(message: impl Into<String>) -> Result<T, WrongStorage> {
    Err(WrongStorage(message.into()))
}

/// The positions of a level, all 0.
fn zeros(count: u64, level: usize) -> Result<Vec<u64>, WrongStorage> {
    let mut all = Vec::new();
    let made = usize::try_from(count).is_ok_and(|count| all.try_reserve_exact(count).is_ok());
    if !made {
        return wrong(format!(
            "has {count} positions in level {level}, for which there is no memory"
        ));
    }
    all.resize(count as usize, 0);
    Ok(all)
}

/// The tensor type and the storage format of a sparse type.
fn parts(ty: Type) -> Result<(&'static TensorType, SparseEncoding), WrongStorage> {
    let tensor = ty.as_tensor().filter(|t| t.is_static());
    let tensor = tensor.ok_or_else(|| WrongStorage(format!("is {ty}, whose extents are open")))?;
    if tensor.byte_size().is_none() {
        return wrong(format!("is {ty}, whose elements are too many to be numbered"));
    }
    match tensor.sparse() {
        Some(encoding) if tensor.wrong_storage().is_none() => Ok((tensor, encoding)),
        _ => wrong(format!("is {ty}, which is not stored sparsely")),
    }
}

/// The positions of the entries in one level.
struct Counts {
    /// For each entry, its position in the level above.
    at: Vec<u64>,
    /// The number of positions.
    count: u64,
}

impl Sparse {
    /// Builds a tensor from its arrays.
    ///
    /// # Errors
    /// If the type is not sparse, an array is missing or has the wrong type, positions do not
    /// increase from 0 to the number of coordinates, or a coordinate is out of bounds, or violates
    /// the ordering or uniqueness that the type states. Each element may be stored only once,
    /// whatever the type states.
    pub fn new(
        ty: Type,
        levels: Vec<LevelArrays>,
        values: Literal,
    ) -> Result<Sparse, WrongStorage> {
        let (tensor, encoding) = parts(ty)?;
        if levels.len() != encoding.levels.len() {
            let (have, want) = (levels.len(), encoding.levels.len());
            return wrong(format!("has the arrays of {have} levels instead of {want}"));
        }
        let mut count = 1u64;
        for (l, (level, arrays)) in encoding.levels.iter().zip(&levels).enumerate() {
            let extent = tensor.dims[level.dim] as u64;
            match level.kind {
                LevelKind::Dense => {
                    let next = count.checked_mul(extent).filter(|&n| n < 1 << 48);
                    let Some(next) = next else {
                        return wrong(format!("has more than 2^48 positions in level {l}"));
                    };
                    count = next;
                    continue;
                }
                LevelKind::Compressed => {
                    let pos = array("positions", l, &arrays.pos, encoding.pos_element())?;
                    let crd = array("coordinates", l, &arrays.crd, encoding.crd_element())?;
                    if pos.len() as u64 != count + 1 {
                        let have = pos.len();
                        let want = count + 1;
                        return wrong(format!(
                            "has {have} positions in level {l} instead of {want}"
                        ));
                    }
                    if pos[0] != 0 {
                        return wrong(format!(
                            "has positions from {} in level {l}, not from 0",
                            pos[0]
                        ));
                    }
                    if let Some(at) = (1..pos.len()).find(|&i| pos[i] < pos[i - 1]) {
                        let (a, b) = (pos[at - 1], pos[at]);
                        return wrong(format!(
                            "has positions in level {l} that fall, at {at}: {a}, {b}"
                        ));
                    }
                    if pos[pos.len() - 1] != crd.len() as u64 {
                        let (last, have) = (pos[pos.len() - 1], crd.len());
                        return wrong(format!(
                            "has positions in level {l} up to {last}, but {have} coordinates"
                        ));
                    }
                    check_coordinates(l, &crd, extent)?;
                    for pair in pos.windows(2) {
                        let segment = &crd[pair[0] as usize..pair[1] as usize];
                        check_segment(l, segment, level.unique, level.ordered)?;
                    }
                    count = crd.len() as u64;
                }
                LevelKind::Singleton => {
                    let crd = array("coordinates", l, &arrays.crd, encoding.crd_element())?;
                    if crd.len() as u64 != count {
                        let have = crd.len();
                        return wrong(format!(
                            "has {have} coordinates in level {l} for {count} positions"
                        ));
                    }
                    check_coordinates(l, &crd, extent)?;
                }
            }
        }
        if values.element() != tensor.element || values.dims() != [count as i64] {
            let element = tensor.element;
            let found = values.ty();
            return wrong(format!("has stored elements {found} instead of {count} of {element}"));
        }
        let sparse = Sparse { ty, encoding, levels, values };
        if sparse.encoding.levels.iter().any(|level| !level.unique) {
            let mut places = Vec::new();
            sparse.for_each(&mut |place, _| places.push(place));
            places.sort_unstable();
            if let Some(pair) = places.windows(2).find(|pair| pair[0] == pair[1]) {
                let at = sparse.coordinates(pair[0]);
                return wrong(format!("stores the element at {at:?} twice"));
            }
        }
        Ok(sparse)
    }

    /// Builds a tensor from the positions and coordinates of each level; a level without such an
    /// array has an empty slice.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn from_slices(
        ty: Type,
        levels: &[(&[u64], &[u64])],
        values: Literal,
    ) -> Result<Sparse, WrongStorage> {
        let (_, encoding) = parts(ty)?;
        let mut arrays = Vec::new();
        for (l, &(pos, crd)) in levels.iter().enumerate() {
            let kind = encoding.levels.get(l).map(|level| level.kind);
            let mut of = LevelArrays::default();
            if kind == Some(LevelKind::Compressed) {
                of.pos = Some(integers(encoding.pos_element(), pos)?);
            }
            if kind != Some(LevelKind::Dense) {
                of.crd = Some(integers(encoding.crd_element(), crd)?);
            }
            arrays.push(of);
        }
        Sparse::new(ty, arrays, values)
    }

    /// Builds a tensor from entries in any order: the coordinates of each, and their elements.
    ///
    /// # Errors
    /// If the type is not sparse, a coordinate is out of bounds, an entry occurs twice, or a
    /// singleton level would hold two entries.
    pub fn from_entries(
        ty: Type,
        coordinates: &[Vec<u64>],
        values: &Literal,
    ) -> Result<Sparse, WrongStorage> {
        let (tensor, _) = parts(ty)?;
        let other = coordinates.iter().find(|entry| entry.len() != tensor.rank());
        if let Some(entry) = other {
            return wrong(format!("has an entry at {entry:?}, which is not in {ty}"));
        }
        let column = |d: usize| coordinates.iter().map(|entry| entry[d]).collect();
        let columns: Vec<Vec<u64>> = (0..tensor.rank()).map(column).collect();
        Sparse::from_columns(ty, &columns, values)
    }

    /// Builds a tensor from entries in any order: the coordinates of all of them in each dimension, and
    /// their elements.
    ///
    /// # Errors
    /// As [`from_entries`](Self::from_entries); if there are not as many coordinates as elements, or there is
    /// no memory for the positions of a level.
    pub fn from_columns(
        ty: Type,
        columns: &[Vec<u64>],
        values: &Literal,
    ) -> Result<Sparse, WrongStorage> {
        let (tensor, encoding) = parts(ty)?;
        let count = values.count();
        if columns.len() != tensor.rank() || columns.iter().any(|all| all.len() != count) {
            return wrong(format!("has other coordinates than those of {count} entries of {ty}"));
        }
        let entry = |e: usize| columns.iter().map(|all| all[e]).collect::<Vec<u64>>();
        for (column, &extent) in columns.iter().zip(&tensor.dims) {
            if let Some(e) = column.iter().position(|&c| c >= extent as u64) {
                return wrong(format!("has an entry at {:?}, which is not in {ty}", entry(e)));
            }
        }
        let by_level: Vec<&[u64]> = encoding.levels.iter().map(|l| &*columns[l.dim]).collect();
        let compared = |a: usize, b: usize| {
            for column in &by_level {
                match column[a].cmp(&column[b]) {
                    Ordering::Equal => {}
                    other => return other,
                }
            }
            Ordering::Equal
        };
        let mut order: Vec<usize> = (0..count).collect();
        let in_order = (1..count).all(|e| compared(e - 1, e).is_lt());
        if !in_order {
            let extents = encoding.levels.iter().map(|level| tensor.dims[level.dim] as u64);
            let levels: Vec<(&[u64], u64)> = by_level.iter().copied().zip(extents).collect();
            sort(&mut order, &levels);
            if let Some(pair) = order.windows(2).find(|pair| compared(pair[0], pair[1]).is_eq()) {
                return wrong(format!("has two entries at {:?}", entry(pair[0])));
            }
        }
        let mut now = Counts { at: vec![0; order.len()], count: 1 };
        let mut levels = Vec::new();
        for (l, level) in encoding.levels.iter().enumerate() {
            let extent = tensor.dims[level.dim] as u64;
            let coordinate = |e: usize| columns[level.dim][order[e]];
            let mut arrays = LevelArrays::default();
            match level.kind {
                LevelKind::Dense => {
                    let next = now.count.checked_mul(extent).filter(|&n| n < 1 << 48);
                    let Some(next) = next else {
                        return wrong(format!("has more than 2^48 positions in level {l}"));
                    };
                    now.count = next;
                    for (e, at) in now.at.iter_mut().enumerate() {
                        *at = *at * extent + coordinate(e);
                    }
                }
                LevelKind::Compressed => {
                    let mut pos = zeros(now.count + 1, l)?;
                    let mut crd: Vec<u64> = Vec::new();
                    let mut last = None;
                    for (e, at) in now.at.iter_mut().enumerate() {
                        let this = (*at, coordinate(e));
                        if !level.unique || last != Some(this) {
                            crd.push(this.1);
                            pos[this.0 as usize + 1] += 1;
                        }
                        last = Some(this);
                        *at = crd.len() as u64 - 1;
                    }
                    for i in 1..pos.len() {
                        pos[i] += pos[i - 1];
                    }
                    now.count = crd.len() as u64;
                    arrays.pos = Some(integers(encoding.pos_element(), &pos)?);
                    arrays.crd = Some(integers(encoding.crd_element(), &crd)?);
                }
                LevelKind::Singleton => {
                    if let Some(at) = (1..now.at.len()).find(|&e| now.at[e] == now.at[e - 1]) {
                        let (a, b) = (entry(order[at - 1]), entry(order[at]));
                        return wrong(format!(
                            "has entries at {a:?} and {b:?}, of which the singleton level {l} holds one"
                        ));
                    }
                    let crd: Vec<u64> = (0..now.at.len()).map(coordinate).collect();
                    arrays.crd = Some(integers(encoding.crd_element(), &crd)?);
                }
            }
            levels.push(arrays);
        }
        let values = values.expanded();
        let positions = now.at.iter().enumerate();
        let stored = if in_order
            && now.count as usize == count
            && positions.clone().all(|(e, at)| e as u64 == *at)
        {
            values
        } else {
            let stored = Type::tensor(&[now.count as i64], tensor.element);
            let mut stored = Literal::zeros(stored).map_err(|e| WrongStorage(e.to_string()))?;
            let width = tensor.element.byte_width();
            let out = stored.as_mut_slice::<u8>();
            for (e, &at) in positions {
                let at = at as usize * width;
                out[at..at + width].copy_from_slice(values.element_bytes(order[e]));
            }
            stored
        };
        if stored.element() != tensor.element {
            let found = stored.ty();
            return wrong(format!("has stored elements {found} instead of {}", tensor.element));
        }
        // Arrays made of sorted entries are valid.
        Ok(Sparse { ty, encoding, levels, values: stored })
    }

    /// Stores the elements of a dense tensor other than zero in a sparse type of its shape. NaN is stored,
    /// negative zero is not: the arrays are those that compiled code makes.
    ///
    /// # Errors
    /// As [`from_entries`](Self::from_entries).
    pub fn from_dense(ty: Type, dense: &Literal) -> Result<Sparse, WrongStorage> {
        let (tensor, _) = parts(ty)?;
        if dense.dims() != &tensor.dims[..] || dense.element() != tensor.element {
            return wrong(format!("can't be made of {}: it is {ty}", dense.ty()));
        }
        let some: Vec<usize> = (0..dense.count()).filter(|&i| !dense.is_zero(i)).collect();
        let coordinates: Vec<Vec<u64>> =
            some.iter().map(|&i| coordinates_of(i as u64, &tensor.dims)).collect();
        let stored = Type::tensor(&[some.len() as i64], tensor.element);
        let mut values = Literal::zeros(stored).map_err(|e| WrongStorage(e.to_string()))?;
        let width = tensor.element.byte_width();
        for (out, &i) in values.as_mut_slice::<u8>().chunks_exact_mut(width).zip(&some) {
            out.copy_from_slice(dense.element_bytes(i));
        }
        Sparse::from_entries(ty, &coordinates, &values)
    }

    /// Its type, with the storage format.
    pub fn ty(&self) -> Type {
        self.ty
    }

    /// The storage format.
    pub fn encoding(&self) -> &SparseEncoding {
        &self.encoding
    }

    /// The arrays of each level.
    pub fn levels(&self) -> &[LevelArrays] {
        &self.levels
    }

    /// The stored elements, a tensor of rank 1.
    pub fn values(&self) -> &Literal {
        &self.values
    }

    /// All arrays in the order in which compiled programs take them: for each level its positions
    /// and coordinates, if it has them, then the stored elements.
    pub fn arrays(&self) -> Vec<&Literal> {
        let levels = self.levels.iter().flat_map(|l| l.pos.iter().chain(&l.crd));
        levels.chain([&self.values]).collect()
    }

    /// The stored elements in row-major order: the number of the element among all, and its position in
    /// [`values`](Self::values).
    pub fn places(&self) -> Vec<(u64, usize)> {
        let mut places = Vec::with_capacity(self.values.count());
        self.for_each(&mut |place, position| places.push((place, position as usize)));
        places.sort_unstable();
        places
    }

    /// The same entries in the storage format of another type of this shape. Stored zeros remain
    /// stored.
    ///
    /// # Errors
    /// As [`from_entries`](Self::from_entries).
    pub fn stored_as(&self, ty: Type) -> Result<Sparse, WrongStorage> {
        let mut entries: Vec<(u64, u64)> = Vec::with_capacity(self.values.count());
        self.for_each(&mut |place, position| entries.push((position, place)));
        entries.sort_unstable();
        let coordinates: Vec<Vec<u64>> = entries.iter().map(|e| self.coordinates(e.1)).collect();
        Sparse::from_entries(ty, &coordinates, &self.values)
    }

    /// The dense form of the tensor; its type has no encoding.
    ///
    /// # Errors
    /// If allocation fails.
    pub fn to_dense(&self) -> Result<Literal, NoMemory> {
        let tensor = self.ty.as_tensor().expect("checked to be a tensor");
        let mut dense = Literal::zeros(tensor.densified().into())?;
        let width = tensor.element.byte_width();
        let out = dense.as_mut_slice::<u8>();
        self.for_each(&mut |place, at| {
            let place = place as usize * width;
            out[place..place + width].copy_from_slice(self.values.element_bytes(at as usize));
        });
        Ok(dense)
    }

    fn dims(&self) -> &'static [i64] {
        self.ty.as_tensor().map_or(&[], |t| &t.dims)
    }

    fn coordinates(&self, place: u64) -> Vec<u64> {
        coordinates_of(place, self.dims())
    }

    /// Visits each stored element with its dense index and its position.
    fn for_each(&self, visit: &mut dyn FnMut(u64, u64)) {
        let dims = self.dims();
        let mut strides = vec![1u64; dims.len()];
        for d in (1..dims.len()).rev() {
            strides[d - 1] = strides[d] * dims[d] as u64;
        }
        // The entries of the levels so far: dense index and position.
        let mut open: Vec<(u64, u64)> = vec![(0, 0)];
        for (level, arrays) in self.encoding.levels.iter().zip(&self.levels) {
            let (extent, stride) = (dims[level.dim] as u64, strides[level.dim]);
            let pos = arrays.pos.as_ref().map(numbers).unwrap_or_default();
            let crd = arrays.crd.as_ref().map(numbers).unwrap_or_default();
            let mut next = Vec::new();
            for &(place, at) in &open {
                match level.kind {
                    LevelKind::Dense => {
                        next.extend((0..extent).map(|c| (place + c * stride, at * extent + c)));
                    }
                    LevelKind::Compressed => {
                        let segment = pos[at as usize]..pos[at as usize + 1];
                        next.extend(segment.map(|p| (place + crd[p as usize] * stride, p)));
                    }
                    LevelKind::Singleton => next.push((place + crd[at as usize] * stride, at)),
                }
            }
            open = next;
        }
        open.into_iter().for_each(|(place, at)| visit(place, at));
    }
}

fn coordinates_of(mut place: u64, dims: &[i64]) -> Vec<u64> {
    let mut found = vec![0; dims.len()];
    for (d, &n) in dims.iter().enumerate().rev() {
        let n = n.max(1) as u64;
        found[d] = place % n;
        place /= n;
    }
    found
}

fn check_coordinates(l: usize, crd: &[u64], extent: u64) -> Result<(), WrongStorage> {
    match crd.iter().position(|&c| c >= extent) {
        Some(at) => {
            let found = crd[at];
            wrong(format!("has the coordinate {found} at {at} of level {l}, which has {extent}"))
        }
        None => Ok(()),
    }
}

fn check_segment(l: usize, crd: &[u64], unique: bool, ordered: bool) -> Result<(), WrongStorage> {
    if ordered && let Some(pair) = crd.windows(2).find(|p| p[0] > p[1]) {
        let (a, b) = (pair[0], pair[1]);
        return wrong(format!("has coordinates in level {l} that fall: {a}, {b}"));
    }
    if unique {
        let mut sorted;
        let sorted = if ordered {
            crd
        } else {
            sorted = crd.to_vec();
            sorted.sort_unstable();
            &sorted[..]
        };
        if let Some(pair) = sorted.windows(2).find(|p| p[0] == p[1]) {
            return wrong(format!("has the coordinate {} in level {l} twice", pair[0]));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
