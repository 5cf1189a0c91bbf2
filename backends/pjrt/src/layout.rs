//! Layouts of the caller's arrays: strides, orders of dimensions, tiles.
//!
//! Tiles are names only: an array keeps those that it was asked to have, but its memory is that of the
//! same order without tiles. JAX's CPU platform has it so too.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write;
use std::sync::{Mutex, OnceLock, PoisonError};

use hloom_ir::{Element, Type};

use crate::error::{Error, Outcome};

/// An order of dimensions that is not row-major: from the fastest to the slowest.
pub(crate) type Order = &'static [i64];

/// The tiles of a layout in XLA's form, as `:T(8,128)(2,1)`; empty for none.
pub(crate) type Tiles = &'static str;

/// The rank, the order and the tiles that make a layout.
type Named = (usize, Option<Order>, Tiles);

/// The most tiles in one another, and the most dimensions of each.
const MOST_TILES: usize = 8;

/// A layout as the framework asks for it: the text of XLA's form. There is one of each kind.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Layout {
    head: usize,
    /// The text.
    pub(crate) text: String,
}

impl Layout {
    /// The layout of tensors of this rank, order and tiles.
    pub(crate) fn of(order: Option<Order>, tiles: Tiles, rank: usize) -> &'static Layout {
        /// Those that are row-major, which are asked for at each copy to the host.
        static ROWS: [OnceLock<Layout>; 8] = [const { OnceLock::new() }; 8];
        if let (None, "", Some(known)) = (order, tiles, ROWS.get(rank)) {
            return known.get_or_init(|| Layout { head: 0, text: text(None, "", rank) });
        }
        static KNOWN: Mutex<BTreeMap<Named, &Layout>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let made = || -> &'static Layout {
            Box::leak(Box::new(Layout { head: 0, text: text(order, tiles, rank) }))
        };
        known.entry((rank, order, tiles)).or_insert_with(made)
    }
}

/// The most dimensions of a tensor whose layout is asked for.
const MOST_DIMS: usize = 64;

/// The dimensions from the fastest to the slowest, of row-major tensors of each rank.
pub(crate) fn minor_to_major(rank: usize) -> &'static [i64] {
    const fn falling() -> [i64; MOST_DIMS] {
        let mut all = [0; MOST_DIMS];
        let mut i = 0;
        while i < MOST_DIMS {
            all[i] = (MOST_DIMS - 1 - i) as i64;
            i += 1;
        }
        all
    }
    static FALLING: [i64; MOST_DIMS] = falling();
    &FALLING[MOST_DIMS - rank.min(MOST_DIMS)..]
}

fn parts(ty: Type) -> (&'static [i64], i64) {
    match ty.as_tensor() {
        Some(tensor) => (&tensor.dims, tensor.element.byte_width() as i64),
        None => (&[], 1),
    }
}

/// The strides in bytes of a row-major array.
pub(crate) fn row_major(ty: Type) -> Vec<i64> {
    let (dims, width) = parts(ty);
    let mut strides = vec![0; dims.len()];
    let mut next = width;
    for (stride, &n) in strides.iter_mut().zip(dims).rev() {
        *stride = next;
        next *= n.max(1);
    }
    strides
}

/// Whether an array of these strides is row-major without gaps.
pub(crate) fn is_row_major(ty: Type, strides: Option<&[i64]>) -> bool {
    let (dims, _) = parts(ty);
    let Some(strides) = strides else { return true };
    let own = row_major(ty);
    // The stride of a dimension of one index does not matter, nor do those of an empty array.
    dims.contains(&0)
        || (strides.len() == dims.len()
            && own.iter().zip(strides).zip(dims).all(|((a, b), &n)| a == b || n == 1))
}

/// Whether elements have fewer bits than a byte, of which callers may leave the others as they like.
pub(crate) fn is_narrow(ty: Type) -> bool {
    let element = ty.element();
    element.is_some_and(|element| element.bit_width() < 8 && element != Element::I1)
}

/// Whether the elements of a type, which have these bytes one after the other, are such as hloom has
/// them: a boolean is a byte of 0 or 1, though callers may view any byte as one.
pub(crate) fn is_normal(ty: Type, bytes: &[u8]) -> bool {
    match ty.element() {
        Some(Element::I1) => bytes.iter().all(|&byte| byte <= 1),
        _ => !is_narrow(ty),
    }
}

/// Sets the bits of narrow elements that do not belong to them, and the bytes of booleans, as hloom has
/// them.
pub(crate) fn normalize(ty: Type, bytes: &mut [u8]) {
    if ty.element() == Some(Element::I1) {
        return bytes.iter_mut().for_each(|byte| *byte = u8::from(*byte != 0));
    }
    let Some(element) = ty.element().filter(|_| is_narrow(ty)) else { return };
    let unused = 8 - element.bit_width();
    for byte in bytes {
        let high = *byte << unused;
        *byte = if element.is_signed() { ((high as i8) >> unused) as u8 } else { high >> unused };
    }
}

/// The strides of an array that a caller describes: nothing, an order of dimensions (kind 0), or
/// strides (kind 1).
///
/// # Errors
/// If the description does not fit the type.
pub(crate) fn strides(ty: Type, given: Option<&(Vec<i64>, i32)>) -> Outcome<Vec<i64>> {
    let (dims, width) = parts(ty);
    let Some((numbers, kind)) = given else { return Ok(row_major(ty)) };
    if dims.is_empty() {
        return Ok(Vec::new());
    }
    // A shape without a layout is row-major.
    if numbers.is_empty() {
        return Ok(row_major(ty));
    }
    let wrong = || Error::invalid(format!("a layout of {ty} is {numbers:?}"));
    if numbers.len() != dims.len() {
        return Err(wrong());
    }
    if *kind == 1 {
        return Ok(numbers.clone());
    }
    let mut strides = vec![0; dims.len()];
    let mut next = width;
    for &d in numbers {
        let at = usize::try_from(d).ok().filter(|&d| d < dims.len() && strides[d] == 0);
        let at = at.ok_or_else(wrong)?;
        strides[at] = next;
        next *= dims[at].max(1);
    }
    Ok(strides)
}

/// The order of these dimensions, from the fastest to the slowest; `None` if it is row-major.
///
/// # Errors
/// If they are not each dimension once.
pub(crate) fn order(dims: &[i64]) -> Outcome<Option<Order>> {
    /// All orders that were asked for: a few for each rank.
    static KNOWN: Mutex<Option<HashSet<Order>>> = Mutex::new(None);
    if dims == minor_to_major(dims.len()) {
        return Ok(None);
    }
    let mut sorted = dims.to_vec();
    sorted.sort_unstable();
    if !sorted.iter().copied().eq(0..dims.len() as i64) {
        return Err(Error::invalid(format!(
            "{dims:?} are not the dimensions of a tensor, each once"
        )));
    }
    let mut guard = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = guard.get_or_insert_default();
    if let Some(order) = known.get(dims) {
        return Ok(Some(order));
    }
    let order: Order = Box::leak(dims.into());
    known.insert(order);
    Ok(Some(order))
}

/// Tiles of these extents, the outer ones first.
///
/// # Errors
/// If there are more than eight, one has more than eight dimensions, or an extent is not positive.
pub(crate) fn tiles(all: &[&[i64]]) -> Outcome<Tiles> {
    static KNOWN: Mutex<BTreeSet<Tiles>> = Mutex::new(BTreeSet::new());
    if all.is_empty() {
        return Ok("");
    }
    let fits =
        |tile: &&[i64]| (1..=MOST_TILES).contains(&tile.len()) && tile.iter().all(|&n| n > 0);
    if all.len() > MOST_TILES || !all.iter().all(fits) {
        return Err(Error::invalid(format!("hloom has no tiles {all:?}")));
    }
    let mut text = String::from(":T");
    for tile in all {
        let extents: Vec<String> = tile.iter().map(i64::to_string).collect();
        // Writing to a string can't fail.
        let _ = write!(text, "({})", extents.join(","));
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(tiles) = known.get(&*text) {
        return Ok(tiles);
    }
    let tiles: Tiles = Box::leak(text.into_boxed_str());
    known.insert(tiles);
    Ok(tiles)
}

/// Numbers between commas.
fn numbers(text: &str) -> Option<Vec<i64>> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().ok()).collect()
}

/// The tiles that a text names, as `T(8,128)(2,1)`.
fn parse_tiles(text: &str) -> Option<Tiles> {
    let inner = text.strip_prefix("T(")?.strip_suffix(')')?;
    let all: Vec<Vec<i64>> = inner.split(")(").map(numbers).collect::<Option<_>>()?;
    tiles(&all.iter().map(|tile| &tile[..]).collect::<Vec<_>>()).ok()
}

/// The order and the tiles that a text of XLA's form names, as `{0,1}` and `{1,0:T(8,128)}`: dimensions
/// from the fastest to the slowest. `default` and `auto` are row-major.
///
/// # Errors
/// If the text has another form, or the tensor has another rank.
pub(crate) fn parse(text: &str, ty: Type) -> Outcome<(Option<Order>, Tiles)> {
    if matches!(text, "default" | "auto") {
        return Ok((None, ""));
    }
    let parsed = || {
        let inner = text.strip_prefix('{')?.strip_suffix('}')?;
        let (dims, tiles) = match inner.split_once(':') {
            Some((dims, tiles)) => (dims, parse_tiles(tiles)?),
            None => (inner, ""),
        };
        numbers(dims).filter(|dims| dims.len() == parts(ty).0.len()).map(|dims| (dims, tiles))
    };
    match parsed() {
        Some((dims, tiles)) => Ok((order(&dims)?, tiles)),
        None => Err(Error::invalid(format!("hloom has no layout {text} of {ty}"))),
    }
}

/// The text of an order and tiles of a tensor of this rank, in XLA's form.
pub(crate) fn text(order: Option<Order>, tiles: Tiles, rank: usize) -> String {
    let dims = order.unwrap_or_else(|| minor_to_major(rank));
    let dims: Vec<String> = dims.iter().map(i64::to_string).collect();
    format!("{{{}{tiles}}}", dims.join(","))
}

/// The strides in bytes of an array of this order without gaps.
pub(crate) fn strides_of(ty: Type, order: Option<Order>) -> Vec<i64> {
    let (dims, width) = parts(ty);
    let Some(order) = order.filter(|order| order.len() == dims.len()) else {
        return row_major(ty);
    };
    let mut strides = vec![0; dims.len()];
    let mut next = width;
    for at in order.iter().map(|&d| d as usize) {
        strides[at] = next;
        next *= dims[at].max(1);
    }
    strides
}

/// Copies a tensor's elements from an array of some strides in bytes to one of others.
pub(crate) fn relay(ty: Type, from: (&[u8], &[i64]), to: (&mut [u8], &[i64])) {
    let width = parts(ty).1 as usize;
    let mut places = Vec::new();
    walk(ty, to.1, |offset| places.push(offset as usize));
    let mut places = places.into_iter();
    walk(ty, from.1, |offset| {
        let Some(place) = places.next() else { return };
        let element = &from.0[offset as usize..][..width];
        to.0[place..][..width].copy_from_slice(element);
    });
}

/// Calls a function with the offset of each element in an array of these strides, in row-major order.
pub(crate) fn walk(ty: Type, strides: &[i64], mut visit: impl FnMut(i64)) {
    let (dims, _) = parts(ty);
    if dims.contains(&0) {
        return;
    }
    let mut index = vec![0i64; dims.len()];
    let mut offset = 0;
    loop {
        visit(offset);
        let mut d = dims.len();
        loop {
            let Some(next) = d.checked_sub(1) else { return };
            d = next;
            index[d] += 1;
            offset += strides[d];
            if index[d] < dims[d] {
                break;
            }
            offset -= strides[d] * dims[d];
            index[d] = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strides_of_orders_and_walks() {
        let ty = Type::tensor(&[2, 3], Element::F32);
        assert_eq!(row_major(ty), [12, 4]);
        assert_eq!(minor_to_major(2), [1, 0]);
        assert_eq!(strides(ty, Some(&(vec![0, 1], 0))).unwrap(), [4, 8]);
        assert_eq!(strides(ty, Some(&(vec![], 0))).unwrap(), [12, 4]);
        assert!(strides(ty, Some(&(vec![0, 0], 0))).is_err());
        assert!(strides(ty, Some(&(vec![0, 7], 0))).is_err());
        assert!(is_row_major(Type::tensor(&[1, 3], Element::F32), Some(&[0, 4])));
        assert!(!is_row_major(ty, Some(&[4, 8])));
        let mut seen = Vec::new();
        walk(ty, &[4, 8], |offset| seen.push(offset));
        assert_eq!(seen, [0, 8, 16, 4, 12, 20]);
    }

    #[test]
    fn orders_are_read_written_and_copied() {
        let ty = Type::tensor(&[2, 3], Element::I8);
        let (columns, tiles) = parse("{0,1}", ty).unwrap();
        assert_eq!((columns, tiles), (Some(&[0, 1][..]), ""));
        assert_eq!(text(columns, "", 2), "{0,1}");
        assert_eq!((parse("{1,0}", ty).unwrap().0, text(None, "", 2)), (None, "{1,0}".to_owned()));
        assert_eq!(parse("default", ty).unwrap(), (None, ""));
        let (rows, tiles) = parse("{1,0:T(8,128)(2,1)}", ty).unwrap();
        assert_eq!((rows, tiles), (None, ":T(8,128)(2,1)"));
        assert_eq!(Layout::of(rows, tiles, 2).text, "{1,0:T(8,128)(2,1)}");
        for wrong in
            ["{0}", "{0,0}", "{1,0:T}", "{1,0:T(8,0)}", "{1,0:T(8)(}", "{1,0:S(1)}", "rows"]
        {
            assert!(parse(wrong, ty).is_err(), "{wrong}");
        }
        let mut to = [0; 6];
        let (rows, strides) = (row_major(ty), strides_of(ty, columns));
        relay(ty, (&[1, 2, 3, 4, 5, 6], &rows), (&mut to, &strides));
        assert_eq!(to, [1, 4, 2, 5, 3, 6]);
    }

    #[test]
    fn narrow_elements_lose_the_bits_of_others_and_truths_are_one() {
        let mut bytes = [0x1f, 0x07];
        normalize(Type::tensor(&[2], Element::I4), &mut bytes);
        assert_eq!(bytes, [0xff, 0x07]);
        let mut bytes = [0x1f, 0x07];
        normalize(Type::tensor(&[2], Element::U4), &mut bytes);
        assert_eq!(bytes, [0x0f, 0x07]);
        let (mut bytes, truths) = ([0x02, 0x00, 0x01], Type::tensor(&[3], Element::I1));
        assert!(!is_normal(truths, &bytes));
        normalize(truths, &mut bytes);
        assert_eq!(bytes, [1, 0, 1]);
        assert!(is_normal(truths, &bytes) && is_normal(Type::tensor(&[1], Element::I8), &[2]));
    }
}
