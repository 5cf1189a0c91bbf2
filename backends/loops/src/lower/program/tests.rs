//! Tests of the memory of lowered programs, and of host fallback.

use super::slot::LOOKED_AT;
use super::{HostPlace, HostWork, Lowered, lower_donating, lower_function, lower_with_fallback};
use crate::program::machine::Machine as Runner;
use crate::schedule::{Gpu, Machine};
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

/// A chain of ops in place: each looks at what is in its buffer, but not at all values that were.
#[test]
fn chains_in_place_are_lowered_in_linear_time() {
    let looked_at = |count: usize| {
        let ty = "tensor<16xf32>";
        let mut text = format!("func.func @main(%b0: {ty}) -> {ty} {{\n");
        for n in 1..count {
            let before = n - 1;
            text += &format!("  %s{n} = stablehlo.sine %b{before} : {ty}\n");
            text += &format!("  %b{n} = stablehlo.optimization_barrier %s{n} : {ty}\n");
        }
        text += &format!("  return %b{} : {ty}\n}}", count - 1);
        let before = LOOKED_AT.get();
        let lowered = lower(&text);
        assert!(lowered.program.arena_bytes() <= 128, "all of them are in one buffer");
        LOOKED_AT.get() - before
    };
    let (few, many) = (looked_at(250), looked_at(1000));
    assert!(few > 250, "{few}: the chain is in place");
    assert!(many <= 5 * few, "{many} values of 1000 ops, {few} of 250");
}

/// A function with arguments whose memory is given away.
fn donating(text: &str, donated: &[(usize, usize)]) -> Result<Lowered, String> {
    let module = hloom_ir::text::parse_module(text).unwrap();
    let main = module.symbol("main").unwrap();
    let lowered = lower_donating(&module, main, &Machine::default(), false, donated);
    let lowered = lowered.map_err(|why| why.to_string())?;
    lowered.program.verify().unwrap();
    let text = lowered.program.to_string();
    assert_eq!(crate::text::parse(&text).unwrap().to_string(), text);
    Ok(lowered)
}

#[test]
fn donated_arguments_are_overwritten_once_they_are_used_up() {
    let text = "func.func @main(%x: tensor<16xf32>, %g: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
      %y = stablehlo.negate %x : tensor<16xf32>
      %z = stablehlo.add %y, %g : tensor<16xf32>
      return %g, %z : tensor<16xf32>, tensor<16xf32>
    }";
    let lowered = donating(text, &[(0, 1)]).unwrap();
    let program = lowered.program.to_string();
    assert!(program.contains("donated 0 1 @x"), "{program}");
    // Everything is made in the argument's place; what is returned as it came is copied.
    assert_eq!(lowered.program.arena_bytes(), 0, "{program}");
    assert_eq!(program.matches("copy ").count(), 1, "{program}");
    let bytes = |x: f32| (0..16).flat_map(|i| (x * i as f32).to_le_bytes()).collect::<Vec<u8>>();
    let machine = Runner::new(&lowered.program, &[&bytes(1.0), &bytes(3.0)]).unwrap();
    assert_eq!(machine.run(1000).unwrap(), [bytes(3.0), bytes(2.0)]);
    // In exchange for each other, one is kept aside.
    let text = "func.func @main(%x: tensor<16xf32>, %y: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
      return %y, %x : tensor<16xf32>, tensor<16xf32>
    }";
    let lowered = donating(text, &[(0, 0), (1, 1)]).unwrap();
    let machine = Runner::new(&lowered.program, &[&bytes(1.0), &bytes(3.0)]).unwrap();
    assert_eq!(machine.run(1000).unwrap(), [bytes(3.0), bytes(1.0)]);
    // An argument that is read to the end stays until then.
    let text = "func.func @main(%x: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
      %y = stablehlo.negate %x : tensor<16xf32>
      %r = stablehlo.reverse %x, dims = [0] : tensor<16xf32>
      return %y, %r : tensor<16xf32>, tensor<16xf32>
    }";
    let lowered = donating(text, &[(0, 0)]).unwrap();
    let machine = Runner::new(&lowered.program, &[&bytes(1.0)]).unwrap();
    let results = machine.run(1000).unwrap();
    assert_eq!(results[0], bytes(-1.0));
    assert_eq!(results[1][..4], 15f32.to_le_bytes());
}

#[test]
fn donations_that_do_not_fit_are_errors() {
    let text =
        "func.func @main(%x: tensor<4xf32>, %y: tensor<4xi32>) -> (tensor<4xf32>, tensor<2xf32>) {
      %z = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
      return %x, %z : tensor<4xf32>, tensor<2xf32>
    }";
    for (donated, say) in [
        (
            &[(0, 2)][..],
            "argument 0 is donated to result 2, but there are 2 arguments and 2 results",
        ),
        (&[(2, 0)], "but there are 2 arguments"),
        (&[(0, 1)], "but these are tensor<4xf32> and tensor<2xf32>"),
        (&[(1, 0)], "but these are tensor<4xi32> and tensor<4xf32>"),
        (&[(0, 0), (0, 0)], "more than once"),
    ] {
        let error = donating(text, donated).unwrap_err();
        assert!(error.contains(say), "{error}");
    }
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

/// A running reduction whose region can't be lowered says which op of the region is in the way.
#[test]
fn a_running_reduction_hands_the_reason_on() {
    let text = "func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %y = \"stablehlo.reduce_window\"(%x, %z) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        %o = stablehlo.custom_call @odd(%s) : (tensor<f32>) -> tensor<f32>
        stablehlo.return %o : tensor<f32>
      }) {window_dimensions = array<i64: 64>, padding = dense<[[63, 0]]> : tensor<1x2xi64>} : (tensor<64xf32>, tensor<f32>) -> tensor<64xf32>
      return %y : tensor<64xf32>
    }";
    let module = parse(text);
    let main = module.symbol("main").unwrap();
    let refused = lower_function(&module, main, &Default::default()).unwrap_err();
    assert_eq!(refused.op, "stablehlo.reduce_window");
    assert!(refused.why.contains("`stablehlo.custom_call`"), "{refused}");
    let lowered = lower_with_fallback(&module, main, &Default::default()).unwrap();
    assert_eq!(lowered.fallbacks.calls[0].why, Some(refused.why));
}

#[test]
fn what_has_no_code_is_left_to_the_host() {
    let text =
        "func.func @main(%x: tensor<4xf32>, %n: tensor<?xf32>) -> (tensor<2xf32>, tensor<?xf32>) {
      %y = stablehlo.custom_call @odd(%x) : (tensor<4xf32>) -> tensor<2xf32>
      %m = stablehlo.negate %n : tensor<?xf32>
      return %y, %m : tensor<2xf32>, tensor<?xf32>
    }";
    let module = parse(text);
    let main = module.symbol("main").unwrap();
    assert!(lower_function(&module, main, &Default::default()).is_err());
    let lowered = lower_with_fallback(&module, main, &Default::default()).unwrap();
    lowered.program.verify().unwrap();
    let text = lowered.program.to_string();
    assert!(text.contains("extern @host.0(pointer f32, result f32) -> i32"), "{text}");
    let read = crate::text::parse(&text).unwrap();
    assert_eq!(read.to_string(), text);
    let fallbacks = lowered.fallbacks;
    assert_eq!((fallbacks.arguments.len(), fallbacks.results.len()), (1, 1));
    let names: Vec<&str> = fallbacks
        .calls
        .iter()
        .map(|call| match call.work {
            HostWork::Op(op) | HostWork::Plan(op) | HostWork::Function(op) => module.op(op).name(),
            HostWork::Move => "move",
        })
        .collect();
    assert_eq!(names, ["stablehlo.custom_call", "stablehlo.negate", "move"]);
    assert_eq!(fallbacks.calls[1].operands, [HostPlace::OnHost(fallbacks.arguments[0])]);
}

/// The CPU's code calls a routine, with the lengths of the transform as numbers; a GPU has none.
#[test]
fn transforms_are_calls_of_routines() {
    let text = "func.func @main(%x: tensor<3x4xf32>) -> tensor<3x3xcomplex<f32>> {
      %y = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<3x4xf32>) -> tensor<3x3xcomplex<f32>>
      return %y : tensor<3x3xcomplex<f32>>
    }";
    let module = parse(text);
    let main = module.symbol("main").unwrap();
    let lowered = lower_function(&module, main, &Default::default()).unwrap();
    lowered.program.verify().unwrap();
    let text = lowered.program.to_string();
    let declared =
        "extern @hloom_fft_f32(i64, i64, i64, i64, i64, i64, pointer f32, result f32) -> i32";
    assert!(text.contains(declared), "{text}");
    assert_eq!(crate::text::parse(&text).unwrap().to_string(), text);
    let gpu =
        Gpu { capability: 90, multiprocessors: 132, warpgroups: false, shared_bytes: 48 << 10 };
    let gpu = Machine { gpu: Some(gpu), ..Machine::default() };
    let refused = lower_function(&module, main, &gpu).unwrap_err();
    let why =
        "no code is generated yet for `stablehlo.fft` with the result tensor<3x3xcomplex<f32>>";
    assert_eq!(refused.why, why);
}

/// A call that its routine does not have is the interpreter's, which says what is wrong with it.
#[test]
fn a_wrong_call_of_a_routine_is_left_to_the_host() {
    let call = |name: &str, results: &str| {
        let text = format!(
            "func.func @main(%x: tensor<4x4xf32>) {{
              %y, %i = stablehlo.custom_call @{name}(%x) {{mhlo.backend_config = {{uplo = 76 : ui8}}}} : (tensor<4x4xf32>) -> ({results})
              return
            }}"
        );
        let module = parse(&text);
        let main = module.symbol("main").unwrap();
        let lowered = lower_with_fallback(&module, main, &Default::default()).unwrap();
        lowered.program.verify().unwrap();
        lowered.fallbacks.calls.len()
    };
    let fits = "tensor<4x4xf32>, tensor<i32>";
    assert_eq!(call("lapack_spotrf_ffi", fits), 0);
    assert_eq!(call("lapack_dpotrf_ffi", fits), 1, "of another type");
    assert_eq!(call("lapack_spotrf_ffi", "tensor<4x4xf32>, tensor<2xi32>"), 1, "of another size");
    assert_eq!(call("lapack_spotrf_ffi", "tensor<4x4xf32>, tensor<i64>"), 1, "of other integers");
    assert_eq!(call("lapack_ssyevd_ffi", fits), 1, "with other results");
}
