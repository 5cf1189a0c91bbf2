//! Map, reduce and reduce_window.

use super::{body, lit, main_of, numbers, run_main};
use hloom_ir::field::{Dims, Padding};
use hloom_ir::ops::*;
use hloom_ir::{Element, Literal, Module, Rewriter, Type, Value as Id};

fn scalar(element: Element) -> Type {
    Type::scalar_tensor(element)
}

/// `@main` that reduces its one argument by `op`.
fn reduction(
    ty: Type,
    op: impl Into<Op>,
    init: Literal,
    build: impl FnOnce(&mut Rewriter<'_>, &[Id]) -> Vec<Id>,
) -> Module {
    let element = ty.element().unwrap();
    main_of(&[ty], |r, args| {
        let init = r.constant(init);
        let region = body(r, &[scalar(element); 2], build);
        let id = r.build_with_regions(op, &[args[0], init], &[region]).expect("a reduction");
        r.module().results(id).iter().collect()
    })
}

fn result(module: &Module, inputs: &[Literal]) -> Vec<f64> {
    numbers(run_main(module, inputs).unwrap()[0].tensor().unwrap())
}

fn add(r: &mut Rewriter<'_>, args: &[Id]) -> Vec<Id> {
    vec![r.value(Add {}, args).unwrap()]
}

#[test]
fn sums_over_any_dimensions() {
    let x = lit(Element::F32, &[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    for (dims, sums) in [
        (vec![0], vec![105.0, 107.0, 109.0]),
        (vec![1], vec![106.0, 115.0]),
        (vec![0, 1], vec![121.0]),
        (vec![], vec![101.0, 102.0, 103.0, 104.0, 105.0, 106.0]),
    ] {
        let op = Reduce { dimensions: dims.into() };
        let module = reduction(x.ty(), op, lit(Element::F32, &[], &[100.0]), add);
        assert_eq!(result(&module, std::slice::from_ref(&x)), sums);
    }
}

#[test]
fn an_empty_sum_is_the_initial_value() {
    let op = Reduce { dimensions: Dims::from([1]) };
    let x = lit(Element::I32, &[2, 0], &[]);
    let module = reduction(x.ty(), op, lit(Element::I32, &[], &[7.0]), add);
    assert_eq!(result(&module, &[x]), [7.0, 7.0]);
}

#[test]
fn sums_go_in_order_and_round_at_each_step() {
    // 2^24 + 1 is rounded to 2^24 in f32, 256 + 1 to 256 in bf16; in pairs, both would count.
    for (element, big) in [(Element::F32, 16_777_216.0), (Element::BF16, 256.0)] {
        let x = lit(element, &[3], &[big, 1.0, 1.0]);
        let op = Reduce { dimensions: Dims::from([0]) };
        let module = reduction(x.ty(), op, lit(element, &[], &[0.0]), add);
        assert_eq!(result(&module, std::slice::from_ref(&x)), [big]);
        let module = reduction(
            x.ty(),
            window([3], |op| op.padding = Some(Padding(Box::new([(1, 0)])))),
            lit(element, &[], &[1.0]),
            add,
        );
        // 1 + 1 + big + 1, the second of these as padding, and 1 + big + 1 + 1.
        assert_eq!(result(&module, &[x]), [big + 4.0, big]);
    }
}

#[test]
fn other_bodies_go_in_order() {
    let x = lit(Element::F32, &[4], &[1.0, 2.0, 3.0, 4.0]);
    let op = Reduce { dimensions: Dims::from([0]) };
    let module = reduction(x.ty(), op, lit(Element::F32, &[], &[10.0]), |r, args| {
        vec![r.value(Subtract {}, args).unwrap()]
    });
    assert_eq!(result(&module, &[x]), [0.0]);
}

#[test]
fn a_variadic_body_finds_the_place_of_the_largest() {
    let ty = Type::tensor(&[2, 4], Element::F32);
    let module = main_of(&[ty], |r, args| {
        let places = Iota {
            iota_dimension: 1,
            ty: hloom_ir::field::ResultType(Type::tensor(&[2, 4], Element::I32)),
        };
        let places = r.value(places, &[]).unwrap();
        let low = r.constant(lit(Element::F32, &[], &[f64::NEG_INFINITY]));
        let zero = r.constant(lit(Element::I32, &[], &[0.0]));
        let (f, i) = (scalar(Element::F32), scalar(Element::I32));
        let region = body(r, &[f, i, f, i], |r, a| {
            let above = Compare { comparison_direction: Direction::Gt, compare_type: None };
            let above = r.value(above, &[a[2], a[0]]).unwrap();
            let value = r.value(Select {}, &[above, a[2], a[0]]).unwrap();
            let place = r.value(Select {}, &[above, a[3], a[1]]).unwrap();
            vec![value, place]
        });
        let op = Reduce { dimensions: Dims::from([1]) };
        let id = r.build_with_regions(op, &[args[0], places, low, zero], &[region]).unwrap();
        r.module().results(id).iter().collect()
    });
    let x = lit(Element::F32, &[2, 4], &[1.0, 7.0, 7.0, 2.0, -1.0, -3.0, -2.0, 0.0]);
    let results = run_main(&module, &[x]).unwrap();
    assert_eq!(numbers(results[0].tensor().unwrap()), [7.0, 0.0]);
    assert_eq!(numbers(results[1].tensor().unwrap()), [1.0, 3.0]);
}

#[test]
fn bodies_that_are_not_elementwise_run_too() {
    // The body contains a reshape, so it is not compiled to a program of columns.
    let x = lit(Element::F32, &[2, 2], &[1.0, 2.0, 3.0, 4.0]);
    let op = Reduce { dimensions: Dims::from([0]) };
    let module = reduction(x.ty(), op, lit(Element::F32, &[], &[0.0]), |r, args| {
        let sum = r.value(Add {}, args).unwrap();
        let one = hloom_ir::field::ResultType(Type::tensor(&[1], Element::F32));
        let wide = r.value(Reshape { ty: one }, &[sum]).unwrap();
        let back = hloom_ir::field::ResultType(scalar(Element::F32));
        vec![r.value(Reshape { ty: back }, &[wide]).unwrap()]
    });
    assert_eq!(result(&module, &[x]), [4.0, 6.0]);
}

#[test]
fn bodies_see_values_from_outside() {
    let x = lit(Element::F32, &[3], &[1.0, 2.0, 3.0]);
    let module = main_of(&[x.ty(), scalar(Element::F32)], |r, args| {
        let outer = args[1];
        let region = body(r, &[scalar(Element::F32)], |r, a| {
            vec![r.value(Multiply {}, &[a[0], outer]).unwrap()]
        });
        let op = Map { dimensions: Dims::from([0]) };
        let id = r.build_with_regions(op, &[args[0]], &[region]).unwrap();
        vec![r.module().result(id, 0)]
    });
    assert_eq!(result(&module, &[x, lit(Element::F32, &[], &[10.0])]), [10.0, 20.0, 30.0]);
}

fn window(dims: [i64; 1], change: impl FnOnce(&mut ReduceWindow)) -> ReduceWindow {
    let mut op = ReduceWindow {
        window_dimensions: Dims::from(dims),
        window_strides: None,
        base_dilations: None,
        window_dilations: None,
        padding: None,
    };
    change(&mut op);
    op
}

#[test]
fn windows_slide_over_padding_and_holes() {
    let x = lit(Element::I32, &[5], &[1.0, 2.0, 3.0, 4.0, 5.0]);
    let sums = |op: ReduceWindow, init: f64| {
        let module = reduction(x.ty(), op, lit(Element::I32, &[], &[init]), add);
        result(&module, std::slice::from_ref(&x))
    };
    assert_eq!(sums(window([2], |_| ()), 0.0), [3.0, 5.0, 7.0, 9.0]);
    assert_eq!(sums(window([2], |w| w.window_strides = Some(Dims::from([2]))), 0.0), [3.0, 7.0]);
    assert_eq!(sums(window([2], |w| w.window_dilations = Some(Dims::from([3]))), 0.0), [5.0, 7.0]);
    let dilated = sums(window([3], |w| w.base_dilations = Some(Dims::from([2]))), 0.0);
    assert_eq!(dilated, [3.0, 2.0, 5.0, 3.0, 7.0, 4.0, 9.0]);
    let padded =
        |low, high| window([2], move |w| w.padding = Some(Padding(Box::new([(low, high)]))));
    assert_eq!(sums(padded(1, 1), 0.0), [1.0, 3.0, 5.0, 7.0, 9.0, 5.0]);
    assert_eq!(sums(padded(-1, -2), 0.0), [5.0]);
    // Padding has the initial value, which is added once more.
    assert_eq!(sums(padded(1, 0), 100.0), [201.0, 103.0, 105.0, 107.0, 109.0]);
}

#[test]
fn strides_and_dilations_meet() {
    // All window attributes at once, compared with the definition.
    let x = lit(Element::I32, &[5], &[1.0, 2.0, 3.0, 4.0, 5.0]);
    for stride in 1..4 {
        for base in 1..4 {
            for dilation in 1..3 {
                for (low, high) in [(0, 0), (2, 1), (-1, 3), (3, -2)] {
                    let op = window([3], |w| {
                        w.window_strides = Some(Dims::from([stride]));
                        w.base_dilations = Some(Dims::from([base]));
                        w.window_dilations = Some(Dims::from([dilation]));
                        w.padding = Some(Padding(Box::new([(low, high)])));
                    });
                    let module = reduction(x.ty(), op, lit(Element::I32, &[], &[0.0]), add);
                    let total = 4 * base + 1 + low + high;
                    let padded: Vec<f64> = (0..total)
                        .map(|i| {
                            let at = i - low;
                            let inside = at >= 0 && at % base == 0 && at / base < 5;
                            if inside { (at / base + 1) as f64 } else { 0.0 }
                        })
                        .collect();
                    let wide = 2 * dilation + 1;
                    let count = if wide > total { 0 } else { (total - wide) / stride + 1 };
                    let expected: Vec<f64> = (0..count)
                        .map(|o| (0..3).map(|k| padded[(o * stride + k * dilation) as usize]).sum())
                        .collect();
                    let found = result(&module, std::slice::from_ref(&x));
                    assert_eq!(found, expected, "{stride} {base} {dilation} {low} {high}");
                }
            }
        }
    }
}

/// A body of branches and calls is as fast as one of plain ops: half a million iterations take
/// almost no time.
#[test]
fn branches_and_calls_in_bodies_are_columns() {
    let text = "
      func.func private @larger(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
        %p = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %y = \"stablehlo.if\"(%p) ({
          stablehlo.return %a : tensor<i32>
        }, {
          %zero = stablehlo.constant dense<0> : tensor<i32>
          %sum = stablehlo.add %b, %zero : tensor<i32>
          stablehlo.return %sum : tensor<i32>
        }) : (tensor<i1>) -> tensor<i32>
        return %y : tensor<i32>
      }
      func.func @main() -> tensor<i32> {
        %x = stablehlo.iota dim = 0 : tensor<524288xi32>
        %low = stablehlo.constant dense<-1> : tensor<i32>
        %y = \"stablehlo.reduce\"(%x, %low) <{dimensions = array<i64: 0>}> ({
        ^bb0(%a: tensor<i32>, %b: tensor<i32>):
          %c = func.call @larger(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
          %d = func.call @larger(%b, %c) : (tensor<i32>, tensor<i32>) -> tensor<i32>
          stablehlo.return %d : tensor<i32>
        }) : (tensor<524288xi32>, tensor<i32>) -> tensor<i32>
        return %y : tensor<i32>
      }";
    let module = hloom_ir::text::parse_module(text).expect("it is well formed");
    let start = std::time::Instant::now();
    assert_eq!(result(&module, &[]), [524_287.0]);
    eprintln!("{:?}", start.elapsed());
    // Seven ops per iteration, without running a block for each.
    let few = crate::Options { max_steps: Some(7 * 524_288 + 100), ..Default::default() };
    assert!(crate::run_with(&module, "main", &[], &few).is_ok());
}
