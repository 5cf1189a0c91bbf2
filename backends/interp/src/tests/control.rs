//! Control flow, calls, tuples, checks and limits.

use super::{add_function, body, lit, main_of, numbers, run_main};
use crate::{ErrorKind, EvalError, Options, Targets, Value, eval, eval_op, run_with};
use hloom_ir::field::{Dims, ResultType, ResultTypes};
use hloom_ir::ops::*;
use hloom_ir::{Attr, Element, Literal, Module, Type};
use std::sync::atomic::AtomicBool;

fn scalar(element: Element) -> Type {
    Type::scalar_tensor(element)
}

/// `while (i < limit) i += step`, from 0.
fn counting(limit: f64, step: f64) -> Module {
    main_of(&[], |r, _| {
        let i = scalar(Element::I32);
        let zero = r.constant(lit(Element::I32, &[], &[0.0]));
        let cond = body(r, &[i], |r, a| {
            let limit = r.constant(lit(Element::I32, &[], &[limit]));
            let below = Compare { comparison_direction: Direction::Lt, compare_type: None };
            vec![r.value(below, &[a[0], limit]).unwrap()]
        });
        let step = r.constant(lit(Element::I32, &[], &[step]));
        let round = body(r, &[i], |r, a| vec![r.value(Add {}, &[a[0], step]).unwrap()]);
        let id = r.build_with_regions(While {}, &[zero], &[cond, round]).unwrap();
        vec![r.module().result(id, 0)]
    })
}

#[test]
fn loops_count() {
    let results = run_main(&counting(10.0, 3.0), &[]).unwrap();
    assert_eq!(results[0].tensor().unwrap().get_f64(0), 12.0);
}

#[test]
fn endless_loops_end_at_a_limit_or_an_interrupt() {
    let module = counting(10.0, 0.0);
    let options = Options { max_steps: Some(10_000), ..Options::default() };
    let error = run_with(&module, "main", &[], &options).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Limit, "{error}");
    let flag = AtomicBool::new(true);
    let options = Options { interrupt: Some(&flag), ..Options::default() };
    let error = run_with(&module, "main", &[], &options).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Interrupted, "{error}");
}

#[test]
fn branches() {
    for (index, expected) in [(0.0, 10.0), (1.0, 20.0), (2.0, 30.0), (7.0, 30.0), (-1.0, 30.0)] {
        let module = main_of(&[scalar(Element::I32)], |r, args| {
            let regions: Vec<_> = [10.0, 20.0, 30.0]
                .map(|v| body(r, &[], |r, _| vec![r.constant(lit(Element::F32, &[], &[v]))]))
                .into();
            let id = r.build_with_regions(Case {}, args, &regions).unwrap();
            vec![r.module().result(id, 0)]
        });
        let results = run_main(&module, &[lit(Element::I32, &[], &[index])]).unwrap();
        assert_eq!(results[0].tensor().unwrap().get_f64(0), expected);
    }
    for (pred, expected) in [(1.0, 1.0), (0.0, 2.0)] {
        let module = main_of(&[scalar(Element::I1)], |r, args| {
            let regions: Vec<_> = [1.0, 2.0]
                .map(|v| body(r, &[], |r, _| vec![r.constant(lit(Element::F32, &[], &[v]))]))
                .into();
            let id = r.build_with_regions(If {}, args, &regions).unwrap();
            vec![r.module().result(id, 0)]
        });
        let results = run_main(&module, &[lit(Element::I1, &[], &[pred])]).unwrap();
        assert_eq!(results[0].tensor().unwrap().get_f64(0), expected);
    }
}

#[test]
fn calls_and_tuples() {
    let mut module = Module::new();
    let f32s = Type::tensor(&[2], Element::F32);
    add_function(&mut module, "twice", &[f32s], |r, a| {
        vec![r.value(Add {}, &[a[0], a[0]]).unwrap()]
    });
    add_function(&mut module, "main", &[f32s], |r, a| {
        let call = Call { callee: "twice".into(), results: ResultTypes(vec![f32s].into()) };
        let twice = r.value(call, a).unwrap();
        let pair = r.value(Tuple {}, &[a[0], twice]).unwrap();
        let second = r.value(GetTupleElement { index: hloom_ir::field::Bits(1) }, &[pair]).unwrap();
        let held = r.value(OptimizationBarrier {}, &[second]).unwrap();
        vec![held, pair]
    });
    let results = run_main(&module, &[lit(Element::F32, &[2], &[1.0, 2.0])]).unwrap();
    assert_eq!(numbers(results[0].tensor().unwrap()), [2.0, 4.0]);
    assert!(matches!(&results[1], Value::Tuple(members) if members.len() == 2));
}

#[test]
fn recursion_ends_before_the_stack_does() {
    let mut module = Module::new();
    add_function(&mut module, "main", &[], |r, _| {
        let branch = body(r, &[], |r, _| {
            let call = Call { callee: "main".into(), results: ResultTypes(vec![].into()) };
            r.build(call, &[]).unwrap();
            vec![]
        });
        let other = body(r, &[], |_, _| vec![]);
        let pred = r.constant(lit(Element::I1, &[], &[1.0]));
        r.build_with_regions(If {}, &[pred], &[branch, other]).unwrap();
        vec![]
    });
    // A quarter of the default stack size of Rust's threads.
    let run = std::thread::Builder::new().stack_size(1 << 19).spawn(move || {
        let error = run_main(&module, &[]).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Limit, "{error}");
    });
    run.unwrap().join().unwrap();
}

#[test]
fn a_failed_check_says_where_and_by_how_much() {
    let x = lit(Element::F32, &[2, 2], &[1.0, 2.0, 3.0, 4.0]);
    let y = lit(Element::F32, &[2, 2], &[1.0, 2.0, 3.0 + 5.0 * 2f64.powi(-22), 5.0]);
    let module = main_of(&[x.ty(), y.ty()], |r, args| {
        r.build(ExpectClose { min_ulp_difference: None, max_ulp_difference: Some(4) }, args)
            .unwrap();
        vec![]
    });
    let error = run_main(&module, &[x.clone(), y]).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Check);
    let message = &error.message;
    assert!(message.contains("2 of 4 elements differ; the first at [1, 0]"), "{message}");
    assert!(message.contains("5 ULP apart; at most 4 ULP are allowed"), "{message}");
    assert!(run_main(&module, &[x.clone(), x]).is_ok());
}

#[test]
fn equality_is_of_bits_and_any_nan_equals_any() {
    let module = main_of(&[Type::tensor(&[1], Element::F32); 2], |r, args| {
        r.build(ExpectEq {}, args).unwrap();
        vec![]
    });
    let one = |v: f64| lit(Element::F32, &[1], &[v]);
    assert!(run_main(&module, &[one(f64::NAN), one(-f64::NAN)]).is_ok());
    assert!(run_main(&module, &[one(0.0), one(-0.0)]).is_err());
    let module = main_of(&[Type::tensor(&[1], Element::F32); 2], |r, args| {
        r.build(ExpectAlmostEq { tolerance: None }, args).unwrap();
        vec![]
    });
    assert!(run_main(&module, &[one(1.0), one(1.00005)]).is_ok());
    assert!(run_main(&module, &[one(1.0), one(1.0002)]).is_err());
    assert!(run_main(&module, &[one(1.0), one(f64::NAN)]).is_err());
    assert!(run_main(&module, &[one(f64::INFINITY), one(f64::INFINITY)]).is_ok());
}

#[test]
fn targets_can_be_added() {
    let ty = Type::tensor(&[2], Element::F32);
    let module = main_of(&[ty], |r, a| {
        let mut call = CustomCall::new("twice", &[ty]);
        let factor = (Box::from("factor"), Attr::i64(2));
        call.backend_config = Some(Config(Attr::Dict([factor].into_iter().collect())));
        call.api_version = ApiVersion(ApiVersion::TYPED_FFI);
        let id = r.build(call, &[a[0]]).unwrap();
        vec![r.module().result(id, 0)]
    });
    let x = lit(Element::F32, &[2], &[1.0, -3.0]);
    let given = [Value::Tensor(x.clone())];
    let mut targets = Targets::new();
    targets.add("twice", |call| {
        let (x, factor) = (call.tensor(0)?, call.int("factor")? as f64);
        let numbers: Vec<f64> = (0..x.count()).map(|i| x.get_f64(i) * factor).collect();
        let made = Literal::from_f64s(call.result(0)?, &numbers);
        Ok(vec![made.map_err(|e| EvalError::invalid(e.to_string()))?.into()])
    });
    targets.add("thrice", |_| Ok(Vec::new()));
    assert_eq!(targets.names().collect::<Vec<_>>(), ["thrice", "twice"]);
    let options = Options { targets: Some(&targets), ..Options::default() };
    let made = run_with(&module, "main", &given, &options).unwrap();
    assert_eq!(numbers(made[0].tensor().unwrap()), [2.0, -6.0]);

    let error = run_main(&module, &[x]).unwrap_err();
    assert!(error.message.contains("no custom call target @twice"), "{error}");
    // The results of a target must have the types of the call.
    let mut wrong = Targets::new();
    wrong.add("twice", |call| Ok(call.operands.iter().chain(call.operands).cloned().collect()));
    wrong.add("twist", |_| Ok(Vec::new()));
    let options = Options { targets: Some(&wrong), ..Options::default() };
    let error = run_with(&module, "main", &given, &options).unwrap_err();
    assert!(error.message.contains("@twice results in (tensor<2xf32>, tensor<2xf32>)"), "{error}");
}

#[test]
fn what_can_not_be_run_is_named() {
    let module = main_of(&[], |r, _| {
        r.build(CustomCall::new("secret", &[]), &[]).unwrap();
        vec![]
    });
    let error = run_main(&module, &[]).unwrap_err();
    assert!(error.kind == ErrorKind::Unsupported && error.message.contains("@secret"), "{error}");
    let error = crate::run(&module, "absent", &[]).unwrap_err();
    assert!(error.message.contains("@absent"), "{error}");
    let error = run_main(&module, &[lit(Element::F32, &[], &[1.0])]).unwrap_err();
    assert!(error.message.contains("takes 0 arguments but is given 1"), "{error}");
}

#[test]
fn inputs_must_fit() {
    let module = main_of(&[Type::tensor(&[2], Element::F32)], |_, a| vec![a[0]]);
    let error = run_main(&module, &[lit(Element::F32, &[3], &[1.0])]).unwrap_err();
    assert!(error.message.contains("must be tensor<2xf32>, but is tensor<3xf32>"), "{error}");
}

#[test]
fn single_ops_are_folded() {
    let (x, y) = (lit(Element::I32, &[], &[2.0]), lit(Element::I32, &[], &[3.0]));
    let sum = eval(&Add {}.into(), &[&x, &y], x.ty(), 1 << 20).unwrap();
    assert_eq!(sum.get_f64(0), 5.0);
    let big = Type::tensor(&[1 << 20], Element::I32);
    let iota = Iota { iota_dimension: 0, ty: ResultType(big) };
    assert_eq!(eval(&iota.into(), &[], big, 1 << 20).unwrap_err().kind, ErrorKind::Limit);
    assert!(eval(&Tuple {}.into(), &[&x], x.ty(), 1 << 20).is_err());
    let x = lit(Element::F32, &[3], &[1.0, 2.0, 3.0]);
    let module = main_of(&[x.ty()], |r, args| {
        let zero = r.constant(lit(Element::F32, &[], &[0.0]));
        let region = body(r, &[scalar(Element::F32); 2], |r, a| vec![r.value(Add {}, a).unwrap()]);
        let op = Reduce { dimensions: Dims::from([0]) };
        let id = r.build_with_regions(op, &[args[0], zero], &[region]).unwrap();
        vec![r.module().result(id, 0)]
    });
    let op = module.walk_all().find(|&op| matches!(module.op(op), Op::Reduce(_))).unwrap();
    let operands = [x, lit(Element::F32, &[], &[0.0])];
    let results = eval_op(&module, op, &operands, &Options::default()).unwrap();
    assert_eq!(results[0].get_f64(0), 6.0);
}
