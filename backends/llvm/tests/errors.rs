//! Errors of callers (wrong buffers, invalid programs, targets of other machines, and so on) and
//! their messages.

mod common;

use common::{bytes, parse};
use hloom_llvm::emit::{Format, emit};
use hloom_llvm::{CpuTarget, Effort, Error, Executable, Options, ThreadPool};

fn negate() -> Executable {
    let program = parse(
        r#"program @negate {
          argument 0 @x : f32[2, 3]
          result 0 @y : f32[2, 3]
          for %i = 0 to 6 step 1 {
            %0 : f32 = load @x[%i]
            %1 : f32 = neg %0
            store %1 to @y[%i]
          }
        }"#,
    );
    Executable::compile(&program, &Options::default()).unwrap()
}

fn error(result: Result<(), Error>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn wrong_buffers() {
    let negate = negate();
    let pool = ThreadPool::serial();
    let x = bytes(&[1f32, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let mut y = vec![0; 24];
    assert_eq!(error(negate.run(&[], &mut [&mut y], pool)), "`negate` takes 1 inputs, not 0");
    assert_eq!(error(negate.run(&[&x], &mut [], pool)), "`negate` takes 1 outputs, not 0");
    assert_eq!(
        error(negate.run(&[&x[..20]], &mut [&mut y], pool)),
        "input 0 of `negate` is 24 bytes ([2, 3] of f32), not 20"
    );
    assert_eq!(
        error(negate.run(&[&x], &mut [&mut y[..1]], pool)),
        "output 0 of `negate` is 24 bytes ([2, 3] of f32), not 1"
    );
    let mut words = [0u64; 5];
    let crooked = &mut bytemuck::cast_slice_mut::<u64, u8>(&mut words)[1..25];
    assert_eq!(
        error(negate.run(&[&x], &mut [crooked], pool)),
        "output 0 of `negate` must start at a multiple of 4 bytes"
    );
    // An address that suits single floats and no vector is fine.
    let uneven = &mut bytemuck::cast_slice_mut::<u64, u8>(&mut words)[4..28];
    negate.run(&[&x], &mut [uneven], pool).unwrap();
    assert_eq!(uneven, bytes(&[-1f32, -2.0, -3.0, -4.0, -5.0, -6.0]));
}

#[test]
fn calls_make_their_own_outputs() {
    let x = bytes(&[1f32, 2.0, 3.0, 4.0, 5.0, -6.0]);
    let y = negate().call(&[&x], ThreadPool::global()).unwrap();
    assert_eq!(y[0].as_slice::<f32>(), [-1.0, -2.0, -3.0, -4.0, -5.0, 6.0]);
}

#[test]
fn invalid_programs() {
    let program = hloom_loops::text::parse(
        "program @bad { argument 0 @x : f32[2]\n copy 2 units from @x[0] to @x[0] }",
    );
    let program = program.unwrap();
    for error in [
        Executable::compile(&program, &Options::default()).unwrap_err(),
        emit(&program, Format::Llvm, &Options::default()).unwrap_err(),
    ] {
        assert!(matches!(error, Error::InvalidProgram(_)), "{error}");
        assert_eq!(
            error.to_string(),
            "loop program @bad: @x is stored to but is an argument or constant"
        );
    }
}

#[test]
fn functions_without_a_c_type() {
    let program = parse(
        r#"program @main {
          extern @half(bf16)
          %0 : bf16 = const 0x3f80
          call @half(%0)
        }"#,
    );
    let error = emit(&program, Format::Llvm, &Options::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`main` can't be compiled: `half` takes or gives bf16, which has no C type"
    );
}

#[test]
fn targets_this_machine_is_not() {
    let target = if cfg!(target_arch = "aarch64") { "x86-64" } else { "aarch64" };
    let options = Options {
        target: CpuTarget::parse(target).unwrap(),
        effort: Effort::Full,
        ..Options::default()
    };
    let error = Executable::compile(&parse("program @main { }"), &options).unwrap_err();
    assert!(matches!(error, Error::ForeignTarget { .. }), "{error}");
}

#[test]
fn more_memory_than_there_is() {
    let program = parse(
        r#"program @main {
          arena 0 @huge : f32[1000000000000000]
          result 0 @y : f32[]
          %0 : f32 = load @huge[0]
          store %0 to @y[0]
        }"#,
    );
    let executable = Executable::compile(&program, &Options::default()).unwrap();
    let error = executable.call(&[], ThreadPool::serial()).unwrap_err();
    assert_eq!(error.to_string(), "cannot allocate 4000000000000000 bytes of memory");
}

/// Names are text; symbols are not.
#[test]
fn strange_names() {
    for name in ["main", "a b", "é\u{1F600}", "", "1", "x.y$z", "hloom_main_entry", "memcpy"] {
        let mut program = parse(
            "program @main { result 0 @y : f32[]\n %0 : f32 = const 1.0\n store %0 to @y[0] }",
        );
        program.name = name.to_owned();
        let executable = Executable::compile(&program, &Options::default()).unwrap();
        assert_eq!(executable.call(&[], ThreadPool::serial()).unwrap()[0].as_slice::<f32>(), [1.0]);
        emit(&program, Format::SharedLibrary, &Options::default()).unwrap();
    }
}
