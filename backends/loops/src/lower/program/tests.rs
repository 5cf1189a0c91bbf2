//! What lowering makes of memory, and what it leaves to the host.

use super::{HostWork, Lowered, Place, lower_function, lower_hosted};
use hloom_ir::Module;

fn parse(text: &str) -> Module {
    hloom_ir::text::parse_module(text).unwrap_or_else(|e| panic!("{e:?}\n{text}"))
}

fn lower(text: &str) -> Lowered {
    let module = parse(text);
    let main = module.symbol("main").unwrap();
    let lowered = lower_function(&module, main, &Default::default()).unwrap();
    lowered.program.verify().unwrap();
    lowered
}

/// A loop that writes a row of a table and counts.
const LOOP: &str = "func.func @main(%x: tensor<8x16xf32>, %row: tensor<1x16xf32>) -> tensor<8x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<8> : tensor<i32>
  %start = stablehlo.negate %x : tensor<8x16xf32>
  %r:2 = stablehlo.while(%i = %zero, %table = %start) : tensor<i32>, tensor<8x16xf32>
  cond {
    %go = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %new = stablehlo.dynamic_update_slice %table, %row, %i, %zero : (tensor<8x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<8x16xf32>
    BODY
  }
  return %r#1 : tensor<8x16xf32>
}";

#[test]
fn a_loop_updates_what_it_carries_in_place() {
    let returned = "stablehlo.return %next, %new : tensor<i32>, tensor<8x16xf32>";
    let lowered = lower(&LOOP.replace("BODY", returned));
    let text = lowered.program.to_string();
    // The counter's start, a constant, and the result. The counter itself is read
    // after it was counted on, so it goes through a temporary.
    assert_eq!(text.matches("copy ").count(), 3, "{text}");
    let table = 8 * 16 * 4;
    assert!((table..table + 256).contains(&lowered.program.arena_bytes()), "{text}");
    assert!(lowered.largest_live <= lowered.program.arena_bytes());
}

#[test]
fn what_is_still_read_is_not_overwritten() {
    let swapped = "%sum = stablehlo.add %new, %table : tensor<8x16xf32>
      stablehlo.return %next, %sum : tensor<i32>, tensor<8x16xf32>";
    let lowered = lower(&LOOP.replace("BODY", swapped));
    let text = lowered.program.to_string();
    // The table is copied before it is updated; the sum takes its place.
    assert_eq!(text.matches("copy ").count(), 4, "{text}");
    assert!(lowered.program.arena_bytes() >= 2 * 8 * 16 * 4, "{text}");
}

#[test]
fn chains_of_elementwise_ops_take_one_buffer() {
    let text = "func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
      %a = stablehlo.negate %x : tensor<64xf32>
      %b = stablehlo.exponential %a : tensor<64xf32>
      %c = stablehlo.reverse %b, dims = [0] : tensor<64xf32>
      %d = stablehlo.add %c, %c : tensor<64xf32>
      %e = stablehlo.sqrt %d : tensor<64xf32>
      return %e : tensor<64xf32>
    }";
    let lowered = lower(text);
    // Two at once where elements change their places, else one.
    assert_eq!(lowered.program.arena_bytes(), 2 * 256, "{}", lowered.program);
}

#[test]
fn what_has_no_code_is_left_to_the_host() {
    let text = "func.func @main(%x: tensor<4xf32>, %n: tensor<?xf32>) -> (tensor<3xcomplex<f32>>, tensor<?xf32>) {
      %y = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
      %m = stablehlo.negate %n : tensor<?xf32>
      return %y, %m : tensor<3xcomplex<f32>>, tensor<?xf32>
    }";
    let module = parse(text);
    let main = module.symbol("main").unwrap();
    assert!(lower_function(&module, main, &Default::default()).is_err());
    let lowered = lower_hosted(&module, main, &Default::default()).unwrap();
    lowered.program.verify().unwrap();
    let text = lowered.program.to_string();
    assert!(text.contains("extern @host.0(pointer f32, result f32) -> i32"), "{text}");
    let read = crate::text::parse(&text).unwrap();
    assert_eq!(read.to_string(), text);
    let hosted = lowered.hosted;
    assert_eq!((hosted.arguments.len(), hosted.results.len()), (1, 1));
    let names: Vec<&str> = hosted
        .calls
        .iter()
        .map(|call| match call.work {
            HostWork::Op(op) | HostWork::Function(op) => module.op(op).name(),
            HostWork::Move => "move",
        })
        .collect();
    assert_eq!(names, ["stablehlo.fft", "stablehlo.negate", "move"]);
    assert_eq!(hosted.calls[1].operands, [Place::Kept(hosted.arguments[0])]);
}
