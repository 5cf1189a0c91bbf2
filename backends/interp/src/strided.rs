//! Copies between strided views of memory, on which all data movement is based.

/// The strides, in elements, of a row-major tensor.
pub(crate) fn row_major(dims: &[i64]) -> Vec<i64> {
    let mut strides = vec![1i64; dims.len()];
    for d in (0..dims.len().saturating_sub(1)).rev() {
        strides[d] = strides[d + 1].saturating_mul(dims[d + 1].max(1));
    }
    strides
}

/// The number of elements of a tensor with these extents, saturating at a number that no limit
/// admits.
pub(crate) fn count(dims: &[i64]) -> usize {
    if dims.contains(&0) {
        return 0;
    }
    dims.iter().fold(1, |n, &d| n.saturating_mul(d.max(0) as usize))
}

/// A strided view of elements in memory: its offset and the stride of each dimension, in elements.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub(crate) offset: i64,
    pub(crate) strides: Vec<i64>,
}

impl View {
    /// Advances the start by `steps` along dimension `d`. Saturates, as strides do, if there are no
    /// elements.
    pub(crate) fn advance(&mut self, d: usize, steps: i64) {
        self.offset = self.offset.saturating_add(self.strides[d].saturating_mul(steps));
    }

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
    // Dimensions of extent 1 are dropped; adjacent dimensions that are contiguous on both sides are
    // fused.
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
    // The order of loops is free. The loop next to the innermost, in which the target is
    // contiguous, is the one with the smallest source stride: both are tiled.
    let nearest = (0..loops.len()).filter(|&d| loops[d].1 != 0).min_by_key(|&d| loops[d].1.abs());
    if let Some(d) = nearest.filter(|d| d + 1 < loops.len()) {
        let near = loops.remove(d);
        loops.insert(loops.len() - 1, near);
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
        [(n, s, t), (m, u, 1)] if *m >= TILE && *n >= TILE && u.abs() > s.abs() => {
            for i in (0..*n).step_by(TILE as usize) {
                for j in (0..*m).step_by(TILE as usize) {
                    let tile = [(TILE.min(n - i), *s, *t), (TILE.min(m - j), *u, 1)];
                    small(tile, src, dst, from + i * s + j * u, to + i * t + j);
                }
            }
        }
        [(n, s, t), inner @ ..] => {
            for i in 0..*n {
                nest(inner, src, dst, from + i * s, to + i * t);
            }
        }
    }
}

/// Rows and columns of a tile: this many cache lines of both sides fit in the L1 cache.
const TILE: i64 = 16;

fn small<const W: usize>(
    [(n, s, t), (m, u, _)]: [(i64, i64, i64); 2],
    src: &[[u8; W]],
    dst: &mut [[u8; W]],
    from: i64,
    to: i64,
) {
    for i in 0..n {
        let (from, to) = (from + i * s, to + i * t);
        let row = &mut dst[to as usize..(to + m) as usize];
        for (j, slot) in row.iter_mut().enumerate() {
            *slot = src[(from + j as i64 * u) as usize];
        }
    }
}

/// Iterates over all indices of these extents, the last dimension fastest, with offsets into
/// several tensors.
pub(crate) struct Odometer<const N: usize> {
    /// For each dimension, its extent and its stride in each tensor.
    dims: Vec<(i64, [i64; N])>,
    /// The current index.
    pub(crate) at: Vec<i64>,
    /// The offsets of the current index.
    pub(crate) offsets: [i64; N],
}

impl<const N: usize> Odometer<N> {
    pub(crate) fn new(dims: Vec<(i64, [i64; N])>) -> Odometer<N> {
        Odometer { at: vec![0; dims.len()], dims, offsets: [0; N] }
    }

    /// Advances to the next index; returns false when it wraps to the first.
    pub(crate) fn advance(&mut self) -> bool {
        for (d, (extent, strides)) in self.dims.iter().enumerate().rev() {
            self.at[d] += 1;
            if self.at[d] < *extent {
                self.offsets.iter_mut().zip(strides).for_each(|(o, s)| *o += s);
                return true;
            }
            self.at[d] = 0;
            self.offsets.iter_mut().zip(strides).for_each(|(o, s)| *o -= s * (extent - 1));
        }
        false
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
    fn tiles_cover_everything() {
        let (n, m) = (37i64, 50i64);
        let src: Vec<u8> = (0..2 * n * m).flat_map(|i| (i as u16).to_le_bytes()).collect();
        let mut dst = vec![0; src.len()];
        // [n, 2, m] to [m, 2, n]
        let from = View { offset: 0, strides: vec![1, m, 2 * m] };
        copy(&[m, 2, n], 2, (&src, &from), (&mut dst, &View::of(&[m, 2, n])));
        let dst: &[[u8; 2]] = dst.as_chunks().0;
        for (i, two) in dst.iter().enumerate() {
            let (j, k, l) = (i as i64 / (2 * n), i as i64 / n % 2, i as i64 % n);
            assert_eq!(i64::from(u16::from_le_bytes(*two)), l * 2 * m + k * m + j);
        }
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
