//! Code for every target.

use hloom_loops::lower_function;
use hloom_ptx::Target;
use hloom_ptx::codegen::{Compiled, Options, compile};

fn compiled(text: &str, target: Target) -> Compiled {
    let module = hloom_ir::text::parse_module(text).expect("it parses");
    let main = module.symbol("main").expect("a function");
    let lowered = lower_function(&module, main, &target.schedule_machine()).expect("it lowers");
    compile(&lowered.program, &Options::new(target)).expect("it compiles")
}

#[test]
fn a_sum_of_arrays_is_an_entry_on_every_target() {
    let text = "func.func @main(%x: tensor<1000xf32>, %y: tensor<1000xf32>) -> tensor<1000xf32> {
      %z = stablehlo.add %x, %y : tensor<1000xf32>
      return %z : tensor<1000xf32>
    }";
    for target in Target::ALL {
        let compiled = compiled(text, target);
        println!("{}", compiled.text);
        assert!(compiled.text.contains(&format!(".target {target}")));
        assert!(compiled.text.contains("add.rn.f32"));
    }
}

#[test]
fn remainders_are_exact() {
    let text = "func.func @main(%x: tensor<10xf32>, %y: tensor<10xf32>) -> tensor<10xf32> {
      %z = stablehlo.remainder %x, %y : tensor<10xf32>
      return %z : tensor<10xf32>
    }";
    let compiled = compiled(text, Target::Sm80);
    println!("{}", compiled.text);
    assert!(!compiled.text.contains("div"));
}
