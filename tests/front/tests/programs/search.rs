//! Searching and counting in arrays.

use crate::machine::{expect, inputs};
use hloom_front::program;

#[program]
mod search {
    /// Lower-bound binary search: the first position where `target` can be inserted.
    pub fn binary_search(xs: [i32; 16], target: i32) -> i32 {
        let mut low: usize = 0;
        let mut high: usize = 16;
        while low < high {
            let middle = (low + high) / 2;
            if xs[middle] < target {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low as i32
    }

    /// k-means of points in the plane, until no assignment changes.
    pub fn k_means(
        points: [[f32; 2]; 12],
        start: [[f32; 2]; 3],
    ) -> ([[f32; 2]; 3], [i32; 12], i32) {
        let mut centers = start;
        let mut of = [-1; 12];
        let mut trip_count = 0;
        loop {
            let mut changed = false;
            for i in 0..12 {
                let mut best = 0;
                let mut least = f32::INFINITY;
                for k in 0..3 {
                    let dx = points[i][0] - centers[k][0];
                    let dy = points[i][1] - centers[k][1];
                    let distance = dx * dx + dy * dy;
                    if distance < least {
                        least = distance;
                        best = k as i32;
                    }
                }
                if of[i] != best {
                    of[i] = best;
                    changed = true;
                }
            }
            trip_count += 1;
            if !changed {
                break;
            }
            for k in 0..3 {
                let mut sum: [f32; 2] = [0.0; 2];
                let mut count: f32 = 0.0;
                for i in 0..12 {
                    if of[i] != k as i32 {
                        continue;
                    }
                    sum[0] += points[i][0];
                    sum[1] += points[i][1];
                    count += 1.0;
                }
                if count > 0.0 {
                    centers[k] = [sum[0] / count, sum[1] / count];
                }
            }
        }
        (centers, of, trip_count)
    }

    /// Beam search of width 3 over a table of transition scores: the best scores and the paths to
    /// them, packed in base 8.
    pub fn beam_search(scores: [[f32; 5]; 5], length: i32) -> ([f32; 3], [i32; 3]) {
        let mut best: [f32; 3] = [0.0, -1e30, -1e30];
        let mut ways = [0, 0, 0];
        let mut ends: [usize; 3] = [0, 0, 0];
        for _ in 0..length {
            let mut next: [f32; 3] = [-1e30; 3];
            let mut next_ways = [0; 3];
            let mut next_ends: [usize; 3] = [0; 3];
            for beam in 0..3 {
                for to in 0..5 {
                    let score: f32 = best[beam] + scores[ends[beam]][to];
                    if score <= next[2] {
                        continue;
                    }
                    next[2] = score;
                    next_ways[2] = ways[beam] * 8 + to as i32;
                    next_ends[2] = to;
                    let mut place = 2;
                    while place > 0 {
                        if next[place] <= next[place - 1] {
                            break;
                        }
                        next.swap(place, place - 1);
                        next_ways.swap(place, place - 1);
                        next_ends.swap(place, place - 1);
                        place -= 1;
                    }
                }
            }
            best = next;
            ways = next_ways;
            ends = next_ends;
        }
        (best, ways)
    }
}

use search::TEXT;

#[test]
fn binary_search() {
    let xs: [i32; 16] = std::array::from_fn(|i| (i * i) as i32 - 5);
    for target in [-100, -5, -4, 0, 11, 59, 219, 220, 1000] {
        let rust = vec![vec![search::binary_search(xs, target).into()]];
        expect(TEXT, "binary_search", inputs![xs, target], 0.0, rust);
    }
}

fn flat<const N: usize, const M: usize>(rows: [[f32; N]; M]) -> Vec<f64> {
    rows.iter().flatten().map(|&x| x.into()).collect()
}

#[test]
fn k_means() {
    let points: [[f32; 2]; 12] = std::array::from_fn(|i| {
        let (a, b) = ((i * 37 % 11) as f32, (i * 53 % 7) as f32);
        [a + 10.0 * (i % 3) as f32, b - 8.0 * (i % 3) as f32]
    });
    let start = [points[0], points[3], points[6]];
    let (centers, of, trip_count) = search::k_means(points, start);
    assert!(trip_count > 2, "the example converges too soon to show anything");
    let rust = vec![flat(centers), of.iter().map(|&x| x.into()).collect(), vec![trip_count.into()]];
    expect(TEXT, "k_means", inputs![points, start], 1e-5, rust);
}

#[test]
fn beam_search() {
    let scores: [[f32; 5]; 5] = std::array::from_fn(|i| {
        std::array::from_fn(|j| ((i * 7 + j * 13) % 17) as f32 * 0.37 - 2.0)
    });
    for length in [1, 2, 6] {
        let (best, ways) = search::beam_search(scores, length);
        let rust = vec![
            best.iter().map(|&x| x.into()).collect(),
            ways.iter().map(|&x| x.into()).collect(),
        ];
        expect(TEXT, "beam_search", inputs![scores, length], 1e-5, rust);
    }
}
