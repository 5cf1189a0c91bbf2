//! Tests of products of few rows, whose columns are not packed.

use super::gpu_tests::prepared;
use super::tests::{Dice, bytes, check, product};
use super::*;
use crate::nest::eval;

fn chosen(rows: u64, columns: u64, steps: u64, vector_bytes: u32) -> String {
    let machine = Machine { vector_bytes, ..Machine::default() };
    choose(&product(rows, columns, steps), &machine).to_string()
}

#[test]
fn tiles_of_few_rows_fill_the_registers() {
    let tile = |rows, vector_bytes| {
        let text = chosen(rows, 4096, 1024, vector_bytes);
        let of = |name: &str| {
            let (_, rest) = text.split_once(name)?;
            rest.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u64>().ok()
        };
        (!text.contains("pack")).then(|| (of("unroll i by "), of("unroll j' by ")))
    };
    for (rows, want) in [
        (2, (2, 8)),
        (3, (3, 8)),
        (4, (4, 6)),
        (5, (5, 4)),
        (6, (6, 4)),
        (8, (8, 3)),
        (9, (9, 2)),
        (12, (6, 4)),
        (13, (13, 2)),
        (20, (5, 4)),
        (24, (8, 3)),
    ] {
        assert_eq!(tile(rows, 64), Some((Some(want.0), Some(want.1))), "{rows}");
    }
    for (rows, want) in [(2, (2, 6)), (4, (4, 3)), (8, (4, 3))] {
        assert_eq!(tile(rows, 32), Some((Some(want.0), Some(want.1))), "{rows}");
    }
    assert_eq!(tile(12, 32), None);
    // Their rows have no divisor that makes a tile, or they are many.
    for rows in [17, 23, 25, 32] {
        assert_eq!(tile(rows, 64), None, "{rows}");
    }
}

#[test]
fn products_of_few_rows_keep_their_meaning() {
    let mut dice = Dice(9);
    for vector_bytes in [16, 32, 64] {
        let machine = Machine { vector_bytes, ..Machine::default() };
        for (rows, columns) in [(2, 700), (4, 769), (5, 801), (8, 300), (9, 257), (12, 290)] {
            let nest = product(rows, columns, 70);
            let data: Vec<Vec<u8>> = nest.inputs.iter().map(|t| bytes(&mut dice, t)).collect();
            let slices: Vec<&[u8]> = data.iter().map(Vec::as_slice).collect();
            let want = eval::run(&nest, &slices).unwrap();
            let flat = prepared(&nest, &machine);
            let schedule = choose(&flat, &machine);
            check(&flat, &schedule, &data, &want, false);
            check(&flat, &schedule, &data, &want, true);
        }
    }
}
