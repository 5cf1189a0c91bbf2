//! Concurrent processes, and their communication with the host.

use crate::{ErrorKind, Options, ProcessId, QueueHost, run_with};
use hloom_ir::{Element, Literal, Module, Type};

fn read(text: &str) -> Module {
    hloom_ir::text::parse_module(text).unwrap_or_else(|found| panic!("{found:#?}"))
}

fn number(n: f64) -> Literal {
    Literal::from_f64s(Type::scalar_tensor(Element::I32), &[n]).expect("a scalar")
}

/// Three processes read a shared infeed as fast as they can, and write what they read.
const READERS: &str = r#"
func.func private @reader() -> tensor<i32> {
  %t = stablehlo.create_token : !stablehlo.token
  %a:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  %u = "stablehlo.outfeed"(%a#0, %a#1) : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  %b:2 = "stablehlo.infeed"(%u) : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
  %sent = "stablehlo.send"(%b#0, %b#1) <{channel_handle = #stablehlo.channel_handle<handle = 9, type = 2>, is_host_transfer = true}> : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  return %b#0 : tensor<i32>
}
func.func @main() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %r:3 = "interpreter.run_parallel"() <{programs = [[@reader], [@reader], [@reader]]}> : () -> (tensor<i32>, tensor<i32>, tensor<i32>)
  return %r#0, %r#1, %r#2 : tensor<i32>, tensor<i32>, tensor<i32>
}
"#;

#[test]
fn a_shared_stream_is_read_in_the_same_order_in_each_run() {
    let module = read(READERS);
    for _ in 0..50 {
        let queues = QueueHost::default();
        queues.queues().infeed = (1..=6).map(|n| vec![number(n.into())]).collect();
        let options = Options { host: Some(&queues), ..Options::default() };
        let results = run_with(&module, "main", &[], &options).expect("a run");
        let results: Vec<f64> =
            results.iter().map(|v| v.tensor().expect("a tensor").get_f64(0)).collect();
        assert_eq!(results, [2.0, 4.0, 6.0]);
        let ends = queues.queues();
        let places: Vec<(ProcessId, f64)> =
            ends.outfeed.iter().map(|(place, values)| (*place, values[0].get_f64(0))).collect();
        let place = |replica| ProcessId { replica, partition: 0 };
        assert_eq!(places, [(place(0), 1.0), (place(1), 3.0), (place(2), 5.0)]);
        assert_eq!(ends.from_device[&9].len(), 3);
    }
}

#[test]
fn a_stream_that_ends_is_an_error_of_the_process_that_reads_on() {
    let module = read(READERS);
    let queues = QueueHost::default();
    queues.queues().infeed = (1..=5).map(|n| vec![number(n.into())]).collect();
    let options = Options { host: Some(&queues), ..Options::default() };
    let error = run_with(&module, "main", &[], &options).expect_err("too little");
    assert_eq!(error.kind, ErrorKind::Invalid);
    assert_eq!(error.message, "in process (2, 0): the infeed holds nothing more");
}

#[test]
fn what_one_process_fails_at_is_told_before_who_waits_for_it() {
    let module = read(
        r#"
func.func private @waits(%x: tensor<i32>) {
  %y = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<i32>) -> tensor<i32>
  return
}
func.func private @fails(%x: tensor<i32>) {
  check.expect_eq_const %x, dense<7> : tensor<i32>
  call @waits(%x) : (tensor<i32>) -> ()
  return
}
func.func @main() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  "interpreter.run_parallel"(%x, %x) <{programs = [[@waits], [@fails]]}> : (tensor<i32>, tensor<i32>) -> ()
  return
}
"#,
    );
    for _ in 0..20 {
        let error = run_with(&module, "main", &[], &Options::default()).expect_err("a failure");
        assert_eq!((error.kind, &*error.name), (ErrorKind::Check, "check.expect_eq_const"));
    }
}
