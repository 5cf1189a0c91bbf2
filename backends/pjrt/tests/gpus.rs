//! GPUs as devices, through the C interface: emulated ones.

mod common;

use std::ffi::c_void;

use common::{Client, call, destroy, is_deleted, read, run, zeroed};
use hloom_interp::Value;
use hloom_ir::{Element, Literal, Type};
use hloom_pjrt::raw::{CopyTo, Execute, Flag, List, MemoryStats, Size};

/// A step of gradient descent on the donated parameters, whose count of rounds is an argument.
const STEP: &str = "module @step {
  func.func public @main(%w: tensor<64x32xf32> {tf.aliasing_output = 0 : i32}, %x: tensor<16x64xf32>, %n: tensor<i32>)
      -> (tensor<64x32xf32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %none = stablehlo.constant dense<0.0> : tensor<f32>
    %rate = stablehlo.constant dense<0.01> : tensor<64x32xf32>
    %r:2 = stablehlo.while(%i = %zero, %v = %w) : tensor<i32>, tensor<64x32xf32>
    cond {
      %t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %y = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x32xf32>) -> tensor<16x32xf32>
      %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<16x64xf32>, tensor<16x32xf32>) -> tensor<64x32xf32>
      %s = stablehlo.multiply %g, %rate : tensor<64x32xf32>
      %u = stablehlo.subtract %v, %s : tensor<64x32xf32>
      stablehlo.return %j, %u : tensor<i32>, tensor<64x32xf32>
    }
    %q = stablehlo.multiply %r#1, %r#1 : tensor<64x32xf32>
    %l = stablehlo.reduce(%q init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x32xf32>, tensor<f32>) -> tensor<f32>
    return %r#1, %l : tensor<64x32xf32>, tensor<f32>
  }
}";

fn floats(dims: &[i64], of: impl Fn(usize) -> f32) -> Literal {
    let count = dims.iter().product::<i64>() as usize;
    let bytes: Vec<u8> = (0..count).flat_map(|i| of(i).to_le_bytes()).collect();
    Literal::new(Type::tensor(dims, Element::F32), bytes[..].into()).unwrap()
}

fn integer(n: i32) -> Literal {
    Literal::new(Type::tensor(&[], Element::I32), n.to_le_bytes()[..].into()).unwrap()
}

fn numbers(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect()
}

fn close(found: &[f32], wanted: &[f32]) {
    assert_eq!(found.len(), wanted.len());
    for (a, b) in found.iter().zip(wanted) {
        assert!((a - b).abs() <= 1e-4 * b.abs().max(1.0), "{a} {b}");
    }
}

fn stats(device: *const c_void) -> MemoryStats {
    let mut args: MemoryStats = zeroed();
    args.device = device.cast();
    // A caller leaves anything there.
    (args.num_allocs_is_set, args.bytes_limit_is_set) = (7, 7);
    call("Device_MemoryStats", &mut args).unwrap();
    args
}

fn devices(client: &Client) -> Vec<*const c_void> {
    let mut all: List = zeroed();
    all.object = client.0;
    call("Client_Devices", &mut all).unwrap();
    // SAFETY: the client's list lives as long as the process.
    unsafe { std::slice::from_raw_parts(all.list.cast(), all.size) }.to_vec()
}

fn copied(buffer: *mut c_void, device: *const c_void) -> *mut c_void {
    let mut args: CopyTo = zeroed();
    (args.buffer, args.target) = (buffer.cast(), device.cast_mut());
    call("Buffer_CopyToDevice", &mut args).unwrap();
    args.result.cast()
}

fn memory(buffer: *const c_void) -> *const c_void {
    let mut args: Size = zeroed();
    args.object = buffer;
    call("Buffer_Memory", &mut args).unwrap();
    std::ptr::with_exposed_provenance(args.size)
}

#[test]
fn parameters_stay_on_the_gpu_from_step_to_step() {
    let client = Client::with("emulated-sm_80").unwrap();
    let executable = client.compile(STEP.as_bytes(), "mlir").unwrap();
    let module = hloom_ir::text::parse_module(STEP).unwrap();
    let mut w = floats(&[64, 32], |i| (i % 13) as f32 / 13.0 - 0.5);
    let x = floats(&[16, 64], |i| (i % 7) as f32 / 7.0 - 0.4);
    let (mut at, data) = (client.buffer(11, &w), client.buffer(11, &x));
    let device = devices(&client)[0];
    for turn in 0..8 {
        let n = integer(turn % 3);
        let count = client.buffer(4, &n);
        let results = run(executable, &[at, data, count]).unwrap();
        assert!(is_deleted(at) && !is_deleted(data));
        let inputs = [w, x.clone(), n.clone()].map(Value::Tensor);
        let wanted = hloom_interp::run(&module, "main", &inputs).unwrap();
        let wanted: Vec<Literal> = wanted.into_iter().filter_map(Value::into_tensor).collect();
        close(&numbers(&read(results[1]).unwrap()), wanted[1].as_slice::<f32>());
        if turn % 4 == 3 {
            close(&numbers(&read(results[0]).unwrap()), wanted[0].as_slice::<f32>());
        }
        for buffer in [at, count, results[1]] {
            destroy("Buffer_Destroy", buffer);
        }
        (at, w) = (results[0], wanted[0].clone());
        // The parameters and the data.
        let stats = stats(device);
        assert!((12 << 10..16 << 10).contains(&stats.bytes_in_use), "{}", stats.bytes_in_use);
        assert_eq!((stats.num_allocs_is_set, stats.bytes_limit_is_set), (0, 0));
        assert!(stats.peak_bytes_in_use_is_set == 1 && stats.peak_bytes_in_use < 64 << 10);
    }
    let mut flag: Flag = zeroed();
    flag.object = at;
    call("Buffer_IsOnCpu", &mut flag).unwrap();
    assert_eq!(flag.flag, 0);
    for buffer in [at, data] {
        destroy("Buffer_Destroy", buffer);
    }
    assert_eq!(stats(device).bytes_in_use, 0);
    destroy("LoadedExecutable_Destroy", executable.cast_mut());
}

#[test]
fn a_program_runs_on_another_gpu_than_it_was_compiled_for() {
    let client = Client::with("emulated-sm_80:2").unwrap();
    let text = "module @m { func.func public @main(%x: tensor<40x40xf32>) -> tensor<40x40xf32> {
      %e = stablehlo.exponential %x : tensor<40x40xf32>
      return %e : tensor<40x40xf32> } }";
    let executable = client.compile(text.as_bytes(), "mlir").unwrap();
    let [first, second] = <[_; 2]>::try_from(devices(&client)).unwrap();
    let data = floats(&[40, 40], |i| i as f32 / 1600.0);
    let x = client.buffer(11, &data);
    let y = run(executable, &[x]).unwrap()[0];
    // The result, on the other GPU; the first one's memory is free then.
    let there = copied(y, second);
    assert_ne!(memory(there), memory(y));
    assert_eq!(stats(second).bytes_in_use, 6400 / 256 * 256 + 256);
    destroy("Buffer_Destroy", y);
    destroy("Buffer_Destroy", x);
    assert_eq!(stats(first).bytes_in_use, 0);
    let mut args: Execute = zeroed();
    let (inputs, mut outputs) = ([there.cast_const()], [std::ptr::null_mut::<c_void>()]);
    let (lists, results) = ([inputs.as_ptr()], [outputs.as_mut_ptr()]);
    let options: hloom_pjrt::raw::ExecuteOptions = zeroed();
    (args.executable, args.options) = (executable.cast(), &options);
    (args.argument_lists, args.output_lists) = (lists.as_ptr().cast(), results.as_ptr().cast());
    (args.num_devices, args.num_args, args.execute_device) = (1, 1, second.cast());
    call("LoadedExecutable_Execute", &mut args).unwrap();
    let twice = numbers(&read(outputs[0]).unwrap());
    let wanted: Vec<f32> = (0..1600).map(|i| (i as f32 / 1600.0).exp().exp()).collect();
    close(&twice, &wanted);
    assert_eq!(memory(outputs[0]), memory(there));
    assert!(stats(first).bytes_in_use == 0 && stats(second).bytes_in_use > 0);
    for buffer in [there, outputs[0]] {
        destroy("Buffer_Destroy", buffer);
    }
    assert_eq!((stats(first).bytes_in_use, stats(second).bytes_in_use), (0, 0));
}

#[test]
fn what_programs_can_be_on_arrays_runs_on_bytes() {
    let client = Client::with("emulated-sm_80").unwrap();
    // A check, an op of the host, and tiny integers that the interpreter runs at first.
    let text = "module @m { func.func public @main(%x: tensor<4x4xf32>, %n: tensor<3xi32>) -> (tensor<4x4xf32>, tensor<3xi32>) {
      %l = stablehlo.cholesky %x, lower = true : tensor<4x4xf32>
      %t = stablehlo.transpose %l, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %m = stablehlo.add %n, %n : tensor<3xi32>
      check.expect_eq %m, %m : tensor<3xi32>
      return %t, %m : tensor<4x4xf32>, tensor<3xi32> } }";
    for text in [text.to_owned(), text.replace("check.expect_eq %m, %m : tensor<3xi32>", "")] {
        let executable = client.compile(text.as_bytes(), "mlir").unwrap();
        let x = floats(&[4, 4], |i| if i % 5 == 0 { 4.0 } else { 0.0 });
        let n = Literal::new(
            Type::tensor(&[3], Element::I32),
            [1i32, 2, 3].map(i32::to_le_bytes).concat()[..].into(),
        );
        let n = n.unwrap();
        let (a, b) = (client.buffer(11, &x), client.buffer(4, &n));
        for _ in 0..6 {
            let results = run(executable, &[a, b]).unwrap();
            let found = numbers(&read(results[0]).unwrap());
            assert!(
                found.iter().enumerate().all(|(i, &v)| v == if i % 5 == 0 { 2.0 } else { 0.0 })
            );
            let doubled = read(results[1]).unwrap();
            assert_eq!(doubled, [2i32, 4, 6].map(i32::to_le_bytes).concat());
            results.into_iter().for_each(|buffer| destroy("Buffer_Destroy", buffer));
        }
        destroy("Buffer_Destroy", a);
        destroy("Buffer_Destroy", b);
    }
    let device = devices(&client)[0];
    let mut kind: List = zeroed();
    kind.object = device;
    call("DeviceDescription_Kind", &mut kind).unwrap();
    // SAFETY: the name lives as long as the device.
    let name = unsafe { std::slice::from_raw_parts(kind.list.cast::<u8>(), kind.size) };
    assert_eq!(name, b"emulated sm_80");
}

#[test]
fn devices_that_are_not_there_are_told() {
    let said = |devices: &str| Client::with(devices).map(|_| ()).unwrap_err();
    assert!(said("cuda").starts_with("the option devices must be a number of CPU devices"));
    assert!(said("emulated-sm_10").contains("unknown GPU target `sm_10`"));
    assert!(said("gpu:5000").contains("between 1 and 4096, but is 5000"));
    if let Err(error) = Client::with("gpu") {
        assert!(error.starts_with("GPUs are asked for, but "), "{error}");
    }
}
