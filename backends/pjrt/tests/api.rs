//! Programs, buffers and errors through the C interface.

mod common;

use std::ffi::c_void;
use std::ptr::null;

use common::{Client, call, destroy, is_deleted, outputs, read, run, zeroed};
use hloom_interp::Value;
use hloom_ir::{Element, Literal, Type};
use hloom_pjrt::raw::{DeserializeAndLoad, List, Number, Serialized, Size};

const ADD: &str = "module @sum {
  func.func public @main(%x: tensor<2x3xi32> {tf.aliasing_output = 0 : i32}, %y: tensor<2x3xi32>)
      -> (tensor<2x3xi32>, tensor<2x3xf32>) {
    %0 = stablehlo.add %x, %y : tensor<2x3xi32>
    %1 = stablehlo.convert %0 : (tensor<2x3xi32>) -> tensor<2x3xf32>
    %2 = stablehlo.cosine %1 : tensor<2x3xf32>
    return %0, %2 : tensor<2x3xi32>, tensor<2x3xf32>
  }
}";

fn tensor(numbers: &[i32; 6]) -> Literal {
    let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
    Literal::new(Type::tensor(&[2, 3], Element::I32), bytes[..].into()).unwrap()
}

#[test]
fn a_program_runs_as_in_the_interpreter_and_takes_donated_memory() {
    let client = Client::new();
    let executable = client.compile(ADD.as_bytes(), "mlir").unwrap();
    let (x, y) = (tensor(&[1, 2, 3, 4, 5, 6]), tensor(&[10, 20, 30, 40, 50, 60]));
    let (a, b) = (client.buffer(4, &x), client.buffer(4, &y));
    let results = run(executable, &[a, b]).unwrap();
    let module = hloom_ir::text::parse_module(ADD).unwrap();
    let inputs = [Value::Tensor(x.clone()), Value::Tensor(y.clone())];
    let expected = hloom_interp::run(&module, "main", &inputs).unwrap();
    assert_eq!(read(results[0]).unwrap(), expected[0].tensor().unwrap().bytes());
    let found = read(results[1]).unwrap();
    let pairs = found.chunks(4).zip(expected[1].tensor().unwrap().bytes().chunks(4));
    for (a, b) in pairs {
        let number = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().unwrap());
        assert!((number(a) - number(b)).abs() < 1e-6);
    }
    // The first argument was donated; memory of the caller's is not written.
    assert!(is_deleted(a) && !is_deleted(b));
    assert_eq!(x.as_slice::<i32>(), [1, 2, 3, 4, 5, 6]);
    let again = run(executable, &[results[0], b]).unwrap();
    assert_eq!(read(again[0]).unwrap()[..4], 21i32.to_le_bytes());
    assert!(is_deleted(results[0]));
    let refused = run(executable, &[a, b]).unwrap_err();
    assert!(refused.contains("deleted or donated"), "{refused}");
    let few = run(executable, &[b]).unwrap_err();
    assert_eq!(few, "the program takes 2 arguments, but 1 are given");
    for buffer in [a, b, results[0], results[1], again[0], again[1]] {
        destroy("Buffer_Destroy", buffer);
    }
    destroy("LoadedExecutable_Destroy", executable.cast_mut());
}

#[test]
fn artifacts_of_jax_run() {
    let client = Client::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/bytecode");
    for name in ["jax_binary_0.bc", "jax_cholesky_0.bc", "jax_batch_norm_0.bc"] {
        let code = std::fs::read(format!("{folder}/{name}")).unwrap();
        let executable = client.compile(&code, "mlir").unwrap_or_else(|e| panic!("{name}: {e}"));
        // Each compares its results with JAX's by itself.
        assert_eq!(run(executable, &[]).unwrap().len(), 0, "{name}");
        destroy("LoadedExecutable_Destroy", executable.cast_mut());
    }
}

#[test]
fn an_executable_is_written_and_read() {
    let client = Client::new();
    let executable = client.compile(ADD.as_bytes(), "mlir").unwrap();
    let mut plain: Size = zeroed();
    plain.object = executable;
    call("LoadedExecutable_GetExecutable", &mut plain).unwrap();
    let plain = std::ptr::with_exposed_provenance_mut::<c_void>(plain.size);
    let mut args: Serialized = zeroed();
    args.object = plain;
    call("Executable_Serialize", &mut args).unwrap();
    let mut load: DeserializeAndLoad = zeroed();
    load.client = client.0.cast();
    (load.serialized_executable, load.serialized_executable_size) = (args.bytes, args.size);
    call("Executable_DeserializeAndLoad", &mut load).unwrap();
    assert_eq!(outputs(load.loaded_executable.cast_const().cast()), 2);
    load.serialized_executable_size = 9;
    let refused = call("Executable_DeserializeAndLoad", &mut load).unwrap_err();
    assert_eq!(refused, "the bytes are not an executable that hloom has serialized");
    // SAFETY: the function frees what was given with it.
    unsafe { args.deleter.unwrap()(args.holder) };
    destroy("Executable_Destroy", plain);
}

#[test]
fn wrong_programs_are_sentences() {
    let client = Client::new();
    let refused = |code: &[u8], format: &str| client.compile(code, format).unwrap_err();
    assert!(refused(b"ML\xefR\x06", "mlir").starts_with("the program can't be read: byte"));
    assert!(refused(&[0xff; 40], "mlir").contains("neither MLIR bytecode nor text"));
    assert!(refused(b"", "hlo").contains("the format \"mlir\", not \"hlo\""));
    assert_eq!(refused(b"module {}", "mlir"), "the program has no function @main");
    let wrong = refused(b"func.func @main() { %0 = stablehlo.sinh : tensor<f32> return }", "mlir");
    assert!(wrong.contains("there is no op `stablehlo.sinh`"), "{wrong}");
    // Artifacts whose bytes were changed are refused or compiled; the process lives.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/bytecode");
    let code = std::fs::read(format!("{folder}/jax_binary_0.bc")).unwrap();
    for at in (0..code.len()).step_by(code.len() / 40) {
        let mut changed = code.clone();
        changed[at] ^= 0x55;
        if let Ok(executable) = client.compile(&changed, "mlir") {
            destroy("LoadedExecutable_Destroy", executable.cast_mut());
        }
    }
}

#[test]
fn null_pointers_and_absent_functions_are_errors() {
    let mut args: Size = zeroed();
    let refused = call("Buffer_Device", &mut args).unwrap_err();
    assert_eq!(refused, "a PJRT object is a null pointer");
    let refused = call("Client_DmaMap", &mut args).unwrap_err();
    assert_eq!(refused, "hloom does not have the function PJRT_Client_DmaMap");
    let mut kind: List = zeroed();
    call("Client_PlatformName", &mut kind).unwrap();
    // SAFETY: the name is a constant.
    let name = unsafe { std::slice::from_raw_parts(kind.list.cast::<u8>(), kind.size) };
    assert_eq!(name, b"hloom");
}

#[test]
fn no_field_beyond_the_callers_struct_is_written() {
    let client = Client::new();
    let mut device: List = zeroed();
    device.object = client.0;
    call("Client_Devices", &mut device).unwrap();
    assert_eq!(device.size, 1);
    // SAFETY: the list has one device.
    let first = unsafe { *device.list.cast::<*const c_void>() };
    let mut id: Number = zeroed();
    (id.object, id.number) = (first, 77);
    // A caller that does not know the last field.
    id.struct_size = std::mem::offset_of!(Number, number);
    call("DeviceDescription_Id", &mut id).unwrap();
    assert_eq!(id.number, 77);
    let mut none: *const c_void = null();
    std::mem::swap(&mut none, &mut id.object);
}

#[test]
fn threads_compile_and_run_at_once() {
    std::thread::scope(|scope| {
        for i in 0..4 {
            scope.spawn(move || {
                let client = Client::new();
                let text =
                    ADD.replace("stablehlo.add", ["stablehlo.add", "stablehlo.multiply"][i % 2]);
                let executable = client.compile(text.as_bytes(), "mlir").unwrap();
                let x = tensor(&[1, 2, 3, 4, 5, 6]);
                let results =
                    run(executable, &[client.buffer(4, &x), client.buffer(4, &x)]).unwrap();
                let expected = [12i32, 36][i % 2].to_le_bytes();
                assert_eq!(read(results[0]).unwrap()[20..], expected);
            });
        }
    });
}
