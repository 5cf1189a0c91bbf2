//! Memories, layouts, profiles and replicas through the C interface.

mod common;

use std::ffi::{CStr, c_void};
use std::ptr::{null, null_mut};

use common::{Client, call, read, run, wait, zeroed};
use hloom_ir::{Element, Literal, Type};
use hloom_pjrt::raw::{
    Base, BufferLayout, Execute, LayoutsExtension, List, Number, ProfilerCollect, ProfilerCreate,
    ProfilerExtension, ProfilerSession, Serialized, Size,
};

/// The extension of a number in the plugin's list.
fn extension<T>(kind: i32) -> &'static T {
    // SAFETY: the table and its list live as long as the process, and the number says the type.
    unsafe {
        let mut at = (*hloom_pjrt::GetPjrtApi()).extension_start.cast::<Base>().cast_const();
        while (*at).kind != kind {
            at = (*at).next;
        }
        assert_eq!((*at).struct_size, size_of::<T>());
        &*at.cast::<T>()
    }
}

fn numbers(values: &[f32], dims: &[i64]) -> Literal {
    let bytes: Vec<u8> = values.iter().flat_map(|n| n.to_le_bytes()).collect();
    Literal::new(Type::tensor(dims, Element::F32), bytes[..].into()).unwrap()
}

fn floats(buffer: *mut c_void) -> Vec<f32> {
    let bytes = read(buffer).unwrap();
    bytes.chunks(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect()
}

fn kind_of(memory: *const c_void) -> String {
    let mut kind: List = zeroed();
    kind.object = memory;
    call("Memory_Kind", &mut kind).unwrap();
    // SAFETY: the name is a constant.
    let name = unsafe { std::slice::from_raw_parts(kind.list.cast::<u8>(), kind.size) };
    String::from_utf8(name.to_vec()).unwrap()
}

#[test]
fn devices_have_three_memories_with_their_own_numbers() {
    let client = Client::with_devices(2);
    let mut all: List = zeroed();
    all.object = client.0;
    call("Client_AddressableMemories", &mut all).unwrap();
    // SAFETY: the list has this many memories.
    let memories =
        unsafe { std::slice::from_raw_parts(all.list.cast::<*const c_void>(), all.size) };
    let kinds: Vec<String> = memories.iter().map(|&memory| kind_of(memory)).collect();
    let expected = ["device", "pinned_host", "unpinned_host"];
    assert_eq!(kinds, [expected, expected].concat());
    let id = |&memory: &*const c_void| {
        let mut id: Number = zeroed();
        id.object = memory;
        call("Memory_Id", &mut id).unwrap();
        id.number
    };
    assert_eq!(memories.iter().map(id).collect::<Vec<i32>>(), (0..6).collect::<Vec<i32>>());
}

#[test]
fn results_have_the_memory_and_the_layout_that_the_program_says() {
    let client = Client::new();
    let text = "func.func public @main(%x: tensor<2x3xf32> {mhlo.layout_mode = \"{0,1}\"})
        -> (tensor<2x3xf32> {mhlo.layout_mode = \"{0,1}\", mhlo.memory_kind = \"pinned_host\"}) {
      %y = stablehlo.add %x, %x : tensor<2x3xf32>
      return %y : tensor<2x3xf32>
    }";
    let executable = client.compile(text.as_bytes(), "mlir").unwrap();
    let x = numbers(&[1., 2., 3., 4., 5., 6.], &[2, 3]);
    let result = run(executable, &[client.buffer(11, &x)]).unwrap()[0];
    let mut memory: Size = zeroed();
    memory.object = result;
    call("Buffer_Memory", &mut memory).unwrap();
    assert_eq!(kind_of(std::ptr::with_exposed_provenance(memory.size)), "pinned_host");
    // The bytes on the device are those of the columns; the copy to the host is row-major.
    let mut at: Size = zeroed();
    at.object = result;
    call("Buffer_UnsafePointer", &mut at).unwrap();
    // SAFETY: the buffer has six elements.
    let raw =
        unsafe { std::slice::from_raw_parts(std::ptr::with_exposed_provenance::<f32>(at.size), 6) };
    assert_eq!(raw, [2., 8., 4., 10., 6., 12.]);
    assert_eq!(floats(result), [2., 4., 6., 8., 10., 12.]);
    let layouts: &LayoutsExtension = extension(4);
    let mut layout: BufferLayout = zeroed();
    layout.buffer = result.cast_const().cast();
    let mut text: Serialized = zeroed();
    // SAFETY: the functions take these structs.
    let found = unsafe {
        assert!((layouts.buffer)(&mut layout).is_null());
        text.object = layout.layout.cast();
        assert!((layouts.serialize)(&mut text).is_null());
        let bytes = std::slice::from_raw_parts(text.bytes.cast::<u8>(), text.size).to_vec();
        text.deleter.unwrap()(text.holder);
        bytes
    };
    assert_eq!(found, b"{0,1}");
    // A program that says nothing takes the buffer too.
    let plain = "func.func public @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
      return %x : tensor<2x3xf32>
    }";
    let plain = client.compile(plain.as_bytes(), "mlir").unwrap();
    assert_eq!(floats(run(plain, &[result]).unwrap()[0]), [2., 4., 6., 8., 10., 12.]);
}

#[test]
fn a_profile_names_programs_and_kernels() {
    let client = Client::new();
    let text = "module @profiled {
      func.func public @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
        %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
          : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
        return %y : tensor<64x64xf32>
      }
    }";
    let executable = client.compile(text.as_bytes(), "mlir").unwrap();
    let x = numbers(&vec![1.0; 64 * 64], &[64, 64]);
    let argument = client.buffer(11, &x);
    let profiler: &ProfilerExtension = extension(1);
    // SAFETY: the functions take these structs; sizes that callers leave unset are not read.
    let message = unsafe {
        let api = &*profiler.api;
        let mut made = ProfilerCreate {
            struct_size: 0,
            options: null(),
            options_size: 0,
            profiler: null_mut(),
        };
        assert!((api.create)(&mut made).is_null());
        let mut session = ProfilerSession { struct_size: usize::MAX, profiler: made.profiler };
        assert!((api.start)(&mut session).is_null());
        let result = run(executable, &[argument]).unwrap()[0];
        assert_eq!(floats(result)[0], 64.0);
        assert!((api.stop)(&mut session).is_null());
        let mut collect = ProfilerCollect {
            struct_size: 0,
            profiler: made.profiler,
            buffer: null_mut(),
            buffer_size_in_bytes: 0,
        };
        assert!((api.collect_data)(&mut collect).is_null());
        let bytes = std::slice::from_raw_parts(collect.buffer, collect.buffer_size_in_bytes);
        let mut copy = vec![0; bytes.len()];
        collect.buffer = copy.as_mut_ptr();
        assert!((api.collect_data)(&mut collect).is_null());
        assert_eq!(copy, bytes);
        assert!((api.destroy)(&mut session).is_null());
        copy
    };
    let has = |name: &CStr| message.windows(name.count_bytes()).any(|at| at == name.to_bytes());
    for name in [c"/device:CUSTOM:hloom", c"profiled", c"dot_general", c"hloom:0 kernels"] {
        assert!(has(name), "{name:?} is not in the profile");
    }
}

/// `CompileOptionsProto` with two replicas: field 3 has field 4.
const TWO_REPLICAS: [u8; 4] = [3 << 3 | 2, 2, 4 << 3, 2];

/// Two replicas of two partitions: field 3 has fields 4 and 5.
const TWO_TIMES_TWO: [u8; 6] = [3 << 3 | 2, 4, 4 << 3, 2, 5 << 3, 2];

/// Runs a program of one argument and one result on several devices.
fn run_replicas<const N: usize>(
    executable: *const c_void,
    arguments: [*mut c_void; N],
) -> Result<[*mut c_void; N], String> {
    let mut results = [[null_mut::<c_void>()]; N];
    let given = arguments.map(|argument| [argument]);
    let lists: Vec<_> = given.iter().map(|list| list.as_ptr()).collect();
    let to: Vec<_> = results.iter_mut().map(|list| list.as_mut_ptr()).collect();
    let mut events = [null_mut(); N];
    let mut args: Execute = zeroed();
    args.executable = executable.cast();
    args.argument_lists = lists.as_ptr().cast();
    (args.num_devices, args.num_args) = (N, 1);
    args.output_lists = to.as_ptr().cast();
    args.device_complete_events = events.as_mut_ptr();
    call("LoadedExecutable_Execute", &mut args)?;
    events.iter().try_for_each(|&event| wait(event.cast()))?;
    Ok(results.map(|[result]| result))
}

#[test]
fn replicas_may_have_partitions() {
    let client = Client::with_devices(4);
    let compile = |body: &str| {
        let text = format!(
            "sdy.mesh @mesh = <[\"x\"=2]>
             func.func public @main(%x: tensor<4xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{\"x\"}}]>}})
                 -> (tensor<4xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{\"x\"}}]>}}) {{
               {body} return %y : tensor<4xf32>
             }}"
        );
        client.compile_as(text.as_bytes(), "mlir", &TWO_TIMES_TWO)
    };
    let global = |groups: &str| {
        format!(
            "%y = \"stablehlo.all_reduce\"(%x) <{{replica_groups = dense<{groups}> : tensor<2x2xi64>, \
             channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}}> ({{
             ^bb0(%p: tensor<f32>, %q: tensor<f32>):
               %r = stablehlo.add %p, %q : tensor<f32>
               stablehlo.return %r : tensor<f32>
             }}) : (tensor<4xf32>) -> tensor<4xf32>"
        )
    };
    // Each replica needs the parts of both of its partitions.
    let alone = compile(
        "%r = stablehlo.reverse %x, dims = [0] : tensor<4xf32>
         %y = stablehlo.subtract %x, %r : tensor<4xf32>",
    )
    .unwrap();
    let together = compile(
        "%y = \"stablehlo.all_reduce\"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
         ^bb0(%p: tensor<f32>, %q: tensor<f32>):
           %r = stablehlo.add %p, %q : tensor<f32>
           stablehlo.return %r : tensor<f32>
         }) : (tensor<4xf32>) -> tensor<4xf32>",
    )
    .unwrap();
    // Devices 0 and 1 are the partitions of replica 0.
    let devices = compile(&global("[[0, 2], [1, 3]]")).unwrap();
    let refused = compile(&global("[[0, 1], [2, 3]]")).unwrap_err();
    assert_eq!(
        refused,
        "`stablehlo.all_reduce` has groups of devices by their global ids in a program of 2 replicas, \
         each of 2 partitions; hloom runs `stablehlo.all_reduce` with these, if each group has the same \
         partition of some replicas"
    );
    let parts = [[1.0, 2.0], [3.0, 4.0], [10.0, 20.0], [30.0, 40.0]];
    // Buffers use them where they lie.
    let parts = parts.map(|part| numbers(&part, &[2]));
    let arguments = [0, 1, 2, 3].map(|i| client.buffer(11, &parts[i]));
    let results = run_replicas(alone, arguments).unwrap().map(floats);
    assert_eq!(results, [[-3.0, -1.0], [1.0, 3.0], [-30.0, -10.0], [10.0, 30.0]]);
    for sums in [together, devices] {
        let results = run_replicas(sums, arguments).unwrap().map(floats);
        assert_eq!(results, [[11.0, 22.0], [33.0, 44.0], [11.0, 22.0], [33.0, 44.0]]);
    }
}

#[test]
fn replicas_run_on_their_own_arguments() {
    let client = Client::with_devices(2);
    let compile = |body: &str| {
        let text = format!(
            "func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {{ {body} return %y : tensor<2xf32> }}"
        );
        client.compile_as(text.as_bytes(), "mlir", &TWO_REPLICAS).unwrap()
    };
    let alone = compile("%y = stablehlo.sine %x : tensor<2xf32>");
    let together = compile(
        "%n = stablehlo.replica_id : tensor<ui32>
         %f = stablehlo.convert %n : (tensor<ui32>) -> tensor<f32>
         %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<2xf32>
         %s = \"stablehlo.all_reduce\"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
         ^bb0(%p: tensor<f32>, %q: tensor<f32>):
           %r = stablehlo.add %p, %q : tensor<f32>
           stablehlo.return %r : tensor<f32>
         }) : (tensor<2xf32>) -> tensor<2xf32>
         %y = stablehlo.add %s, %b : tensor<2xf32>",
    );
    let (x, y) = (numbers(&[0.5, 1.0], &[2]), numbers(&[2.0, 4.0], &[2]));
    let arguments = [client.buffer(11, &x), client.buffer(11, &y)];
    let results = run_replicas(alone, arguments).unwrap().map(floats);
    for (found, given) in results.iter().flatten().zip([0.5f32, 1.0, 2.0, 4.0]) {
        assert!((found - given.sin()).abs() < 1e-6, "{found} is not the sine of {given}");
    }
    let results = run_replicas(together, arguments).unwrap().map(floats);
    assert_eq!(results, [[2.5, 5.0], [3.5, 6.0]]);
    let one = run(alone, &arguments[..1]).unwrap_err();
    assert_eq!(one, "the program runs on 2 devices, but gets arguments of 1");
    let wrong = numbers(&[0.5, 1.0, 1.5], &[3]);
    let refused = run_replicas(alone, [arguments[0], client.buffer(11, &wrong)]).unwrap_err();
    assert_eq!(refused, "argument 0 must be tensor<2xf32>, but is tensor<3xf32>");
}
