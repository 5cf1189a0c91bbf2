//! Copies between strided views of memory: what every op that only moves
//! elements comes down to.

/// The strides, in elements, of a row-major tensor.
pub(crate) fn row_major(dims: &[i64]) -> Vec<i64> {
    let mut strides = vec![1i64; dims.len()];
    for d in (0..dims.len().saturating_sub(1)).rev() {
        strides[d] = strides[d + 1].saturating_mul(dims[d + 1].max(1));
    }
    strides
}

/// A view of elements in memory: where it begins and how far apart neighbours
/// along each dimension are, both in elements.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub(crate) offset: i64,
    pub(crate) strides: Vec<i64>,
}

impl View {
    /// A whole row-major tensor.
    pub(crate) fn of(dims: &[i64]) -> View {
        View { offset: 0, strides: row_major(dims) }
    }
}

/// Copies the elements at each index below `dims` from one view to another; each
/// element is `width` bytes: 1, 2, 4, 8 or 16.
pub(crate) fn copy(
    dims: &[i64],
    width: usize,
    (src, from): (&[u8], &View),
    (dst, to): (&mut [u8], &View),
) {
    if dims.iter().any(|&d| d <= 0) {
        return;
    }
    // Dimensions of extent 1 say nothing; neighbours that are contiguous on both
    // sides are one.
    let mut loops: Vec<(i64, i64, i64)> = Vec::with_capacity(dims.len());
    for (d, &n) in dims.iter().enumerate() {
        if n == 1 {
            continue;
        }
        let (s, t) = (from.strides[d], to.strides[d]);
        match loops.last_mut() {
            Some(outer) if outer.1 == s * n && outer.2 == t * n => *outer = (outer.0 * n, s, t),
            _ => loops.push((n, s, t)),
        }
    }
    let at = (from.offset, to.offset);
    match width {
        1 => walk::<1>(&loops, src, dst, at),
        2 => walk::<2>(&loops, src, dst, at),
        4 => walk::<4>(&loops, src, dst, at),
        8 => walk::<8>(&loops, src, dst, at),
        _ => walk::<16>(&loops, src, dst, at),
    }
}

fn walk<const W: usize>(
    loops: &[(i64, i64, i64)],
    src: &[u8],
    dst: &mut [u8],
    (from, to): (i64, i64),
) {
    let (src, _) = src.as_chunks::<W>();
    let (dst, _) = dst.as_chunks_mut::<W>();
    nest(loops, src, dst, from, to);
}

fn nest<const W: usize>(
    loops: &[(i64, i64, i64)],
    src: &[[u8; W]],
    dst: &mut [[u8; W]],
    from: i64,
    to: i64,
) {
    match loops {
        [] => dst[to as usize] = src[from as usize],
        [(n, 1, 1)] => {
            let (from, to, n) = (from as usize, to as usize, *n as usize);
            dst[to..to + n].copy_from_slice(&src[from..from + n]);
        }
        [(n, 0, 1)] => dst[to as usize..(to + n) as usize].fill(src[from as usize]),
        [(n, s, 1)] => {
            let row = &mut dst[to as usize..(to + n) as usize];
            for (i, slot) in row.iter_mut().enumerate() {
                *slot = src[(from + i as i64 * s) as usize];
            }
        }
        [(n, s, t)] => {
            for i in 0..*n {
                dst[(to + i * t) as usize] = src[(from + i * s) as usize];
            }
        }
        [(n, s, t), inner @ ..] => {
            for i in 0..*n {
                nest(inner, src, dst, from + i * s, to + i * t);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposes_and_reverses() {
        let src: Vec<u8> = (0..6).collect();
        let mut dst = vec![0; 6];
        let from = View { offset: 2, strides: vec![-1, 3] };
        copy(&[3, 2], 1, (&src, &from), (&mut dst, &View::of(&[3, 2])));
        assert_eq!(dst, [2, 5, 1, 4, 0, 3]);
    }

    #[test]
    fn broadcasts() {
        let src: Vec<u8> = vec![1, 0, 2, 0];
        let mut dst = vec![0; 12];
        let from = View { offset: 0, strides: vec![0, 1] };
        copy(&[3, 2], 2, (&src, &from), (&mut dst, &View::of(&[3, 2])));
        assert_eq!(dst, [1, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2, 0]);
    }
}
