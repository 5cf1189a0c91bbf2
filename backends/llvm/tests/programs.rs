//! Whole small programs, compiled and interpreted.

mod common;

use common::{bytes, check, parse};

#[test]
fn sums_rows_with_masked_tails() {
    for (rows, columns) in [(1, 1), (3, 7), (5, 16), (2, 33), (4, 0)] {
        let program = parse(&format!(
            r#"program @main {{
              argument 0 @x : f32[{rows}, {columns}]
              result 0 @y : f32[{rows}]
              kernel "row_sums" reads 0 writes 0 flops 21 special 0 integer 0 {{
                parallel for %i = 0 to {rows} step 1 {{
                  %0 : <4 x f32> = const 0.0
                  for %j = 0 to {columns} step 4 carrying %2 : <4 x f32> = %0 to %1 {{
                    %3 : <4 x i1> = first -%j + {columns}
                    %4 : <4 x f32> = load @x[%i*{columns} + %j] mask %3
                    %5 : <4 x f32> = max %4, %0
                    %6 : <4 x f32> = add %2, %5
                    next %6
                  }}
                  %7 : <2 x f32> = shuffle %1, %1 [0, 1]
                  %8 : <2 x f32> = shuffle %1, %1 [2, 3]
                  %9 : <2 x f32> = add %7, %8
                  %10 : f32 = shuffle %9, %9 [0]
                  %11 : f32 = shuffle %9, %9 [1]
                  %12 : f32 = add %10, %11
                  store %12 to @y[%i]
                }}
              }}
            }}"#
        ));
        let x: Vec<f32> = (0..rows * columns).map(|n| n as f32 - 5.5).collect();
        check(&program, &[bytes(&x)]);
    }
}
