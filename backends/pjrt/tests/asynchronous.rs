//! Runs that nobody waits for: promises, their order, errors, and memory that is donated meanwhile.

mod common;

use std::ffi::c_void;

use common::{Client, begin, call, destroy, is_deleted, is_ready, read, ready, run, wait, zeroed};
use hloom_ir::{Element, Literal, Type};
use hloom_pjrt::raw::{EventOnReady, Object, Size};

/// A loop of many rounds: long enough that its results are not there when the call returns.
fn long(rounds: usize, donated: bool) -> String {
    let attrs = if donated { "{tf.aliasing_output = 0 : i32}" } else { "" };
    format!(
        "func.func public @main(%x: tensor<1000xi32> {attrs}) -> tensor<1000xi32> {{
           %zero = stablehlo.constant dense<0> : tensor<i32>
           %one = stablehlo.constant dense<1> : tensor<i32>
           %many = stablehlo.constant dense<{rounds}> : tensor<i32>
           %ones = stablehlo.constant dense<1> : tensor<1000xi32>
           %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<1000xi32>
           cond {{
             %c = stablehlo.compare LT, %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
             stablehlo.return %c : tensor<i1>
           }} do {{
             %j = stablehlo.add %i, %one : tensor<i32>
             %t = stablehlo.add %s, %ones : tensor<1000xi32>
             stablehlo.return %j, %t : tensor<i32>, tensor<1000xi32>
           }}
           return %r#1 : tensor<1000xi32>
         }}"
    )
}

const ROUNDS: usize = 200_000;

fn numbers(from: i32) -> Literal {
    let bytes: Vec<u8> = (from..from + 1000).flat_map(i32::to_le_bytes).collect();
    Literal::new(Type::tensor(&[1000], Element::I32), bytes[..].into()).unwrap()
}

fn first(buffer: *mut c_void) -> i32 {
    i32::from_le_bytes(read(buffer).unwrap()[..4].try_into().unwrap())
}

#[test]
fn a_long_run_returns_at_once_and_gives_its_results_later() {
    let client = Client::new();
    let executable = client.compile(long(10 * ROUNDS, false).as_bytes(), "mlir").unwrap();
    let x = numbers(5);
    let argument = client.buffer(4, &x);
    let (results, done) = begin(executable, &[argument]).unwrap();
    let event = ready(results[0]);
    assert!(!is_ready(event) && !is_ready(done), "the run was over before the call returned");
    // A buffer that is deleted and an executable that is destroyed meanwhile are the run's own.
    let mut args: Object = zeroed();
    args.object = argument;
    call("Buffer_Delete", &mut args).unwrap();
    destroy("LoadedExecutable_Destroy", executable.cast_mut());
    wait(event).unwrap();
    wait(done).unwrap();
    assert_eq!(first(results[0]), 5 + 10 * ROUNDS as i32);
    for event in [event, done] {
        destroy("Event_Destroy", event);
    }
    destroy("Buffer_Destroy", results[0]);
    destroy("Buffer_Destroy", argument);
}

#[test]
fn runs_that_follow_each_other_keep_their_order() {
    let client = Client::new();
    let slow = client.compile(long(ROUNDS, true).as_bytes(), "mlir").unwrap();
    let quick = client
        .compile(
            b"func.func public @main(%x: tensor<1000xi32>) -> tensor<1000xi32> {
                %y = stablehlo.multiply %x, %x : tensor<1000xi32>
                return %y : tensor<1000xi32>
              }",
            "mlir",
        )
        .unwrap();
    let x = numbers(1);
    let argument = client.buffer(4, &x);
    let mut now = run(slow, &[argument]).unwrap()[0];
    assert!(is_deleted(argument));
    for _ in 0..3 {
        let next = run(slow, &[now]).unwrap()[0];
        assert!(is_deleted(now));
        destroy("Buffer_Destroy", now);
        now = next;
    }
    // A quick program whose argument is not there waits in the queue too; its argument is then
    // donated to another run, which must not overwrite it before.
    let squares = run(quick, &[now]).unwrap()[0];
    let last = run(slow, &[now]).unwrap()[0];
    let event = ready(squares);
    let rounds = 4 * ROUNDS as i32;
    assert_eq!(first(squares), (1 + rounds).wrapping_mul(1 + rounds));
    wait(event).unwrap();
    assert_eq!(first(last), 1 + 5 * ROUNDS as i32);
    // Memory of the caller's is never written.
    assert_eq!(x.as_slice::<i32>()[..2], [1, 2]);
    for buffer in [argument, now, squares, last] {
        destroy("Buffer_Destroy", buffer);
    }
    destroy("Event_Destroy", event);
}

#[test]
fn a_pointer_is_that_of_finished_results() {
    let client = Client::new();
    let executable = client.compile(long(ROUNDS, false).as_bytes(), "mlir").unwrap();
    let x = numbers(0);
    let result = run(executable, &[client.buffer(4, &x)]).unwrap()[0];
    let mut hold: Object = zeroed();
    hold.object = result;
    call("Buffer_IncreaseExternalReferenceCount", &mut hold).unwrap();
    let mut at: Size = zeroed();
    at.object = result;
    call("Buffer_OpaqueDeviceMemoryDataPointer", &mut at).unwrap();
    // SAFETY: the buffer has a thousand elements, which are held.
    let element = unsafe { *std::ptr::with_exposed_provenance::<i32>(at.size) };
    assert_eq!(element, ROUNDS as i32);
    call("Buffer_DecreaseExternalReferenceCount", &mut hold).unwrap();
}

#[test]
fn errors_of_runs_reach_their_results_and_those_that_follow() {
    let client = Client::new();
    let text = long(ROUNDS, false).replace(
        "return %r#1",
        "%no = stablehlo.constant dense<0> : tensor<1000xi32>
         stablehlo.custom_call @check.expect_eq(%r#1, %no) {has_side_effect = true} : (tensor<1000xi32>, tensor<1000xi32>) -> ()
         return %r#1",
    );
    let fails = client.compile(text.as_bytes(), "mlir").unwrap();
    let adds = client.compile(long(1, false).as_bytes(), "mlir").unwrap();
    let x = numbers(0);
    let (results, done) = begin(fails, &[client.buffer(4, &x)]).unwrap();
    let follows = run(adds, &results).unwrap();
    let event = ready(follows[0]);
    extern "C" fn note(error: *mut hloom_pjrt::raw::Error, to: *mut c_void) {
        // SAFETY: the test gave a flag, which lives until the event.
        unsafe { *to.cast::<bool>() = !error.is_null() };
        destroy_error(error.cast());
    }
    let mut noted = false;
    let mut args: EventOnReady = zeroed();
    args.event = event.cast_const().cast();
    args.callback = Some(note);
    args.user_arg = (&raw mut noted).cast();
    call("Event_OnReady", &mut args).unwrap();
    let refused = wait(event).unwrap_err();
    assert!(refused.contains("1000 of 1000 elements differ"), "{refused}");
    assert_eq!(wait(done).unwrap_err(), refused);
    assert_eq!(read(results[0]).unwrap_err(), refused);
    // Waiters are called before those who wait for the event after it go on, or at the same time.
    while !noted_of(&noted) {
        std::thread::yield_now();
    }
}

fn noted_of(noted: &bool) -> bool {
    // SAFETY: a flag that another thread sets once.
    unsafe { std::ptr::from_ref(noted).read_volatile() }
}

fn destroy_error(error: *mut c_void) {
    common::free_error(error);
}
