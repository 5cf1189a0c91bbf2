//! Kernels whose loops' bodies are compiled apart from each other do what they say: values,
//! scratch memory and checks of the kernel reach the bodies wherever those are.

mod common;

use common::{bytes, check, parse};

/// A parallel loop over rows of 16 whose body has `times` additions of `%k` to `from`.
fn adding(from: &str, to: &str, times: usize) -> String {
    let sums: Vec<String> = (0..times)
        .map(|n| match n {
            0 => format!("%{to}0 : f32 = load @{from}[%i{to}*16 + %j{to}]"),
            n => format!("%{to}{n} : f32 = add %{to}{}, %k", n - 1),
        })
        .collect();
    format!(
        "parallel for %i{to} = 0 to 8 step 1 {{ for %j{to} = 0 to 16 step 1 {{
           {}
           store %{to}{} to @{to}[%i{to}*16 + %j{to}]
         }} }}",
        sums.join("\n"),
        times - 1
    )
}

#[test]
fn bodies_of_one_kernel_are_compiled_apart() {
    let program = parse(&format!(
        r#"program @main {{
          argument 0 @x : f32[8, 16]
          result 0 @y : f32[8, 16]
          result 1 @z : f32[8, 16]
          result 2 @w : f32[8, 16]
          temporary @s : f32[8, 16]
          kernel "three" reads 0 writes 0 flops 0 special 0 integer 0 {{
            %k : f32 = load @x[5]
            scratch @s {{
              {}
              {}
              {}
              {}
            }}
          }}
        }}"#,
        adding("x", "s", 70),
        adding("s", "y", 150),
        adding("y", "z", 40),
        adding("s", "w", 65),
    ));
    let numbers: Vec<f32> = (0..128).map(|n| (n * 37 % 101) as f32 / 8.0 - 6.0).collect();
    check(&program, &[bytes(&numbers)]);
}
