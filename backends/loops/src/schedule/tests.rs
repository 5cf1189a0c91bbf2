//! Random legal schedules of random nests compute the nests' results.

use super::gpu_tests::{gpu, of_a_block, run_checked, run_in, with_buffers};
use super::*;
use crate::index::{Index, Range, Unknown, Var};
use crate::nest::{
    Body, Combiner, Condition, Dim, Exactness, Nest, NodeId, Output, Reduction, ScalarOp, Tensor,
    eval,
};
use crate::program::Program;
use hloom_ir::Element;
use proptest::prelude::*;

/// A source of random choices.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
    pub(super) fn one_of<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

const NAMES: [&str; 5] = ["i", "j", "k", "l", "m"];

/// A random index expression over dimensions and its guard for a tensor's extent.
fn coordinate(dice: &mut Dice, dims: &[Dim], usable: &[usize]) -> (Index, Option<u64>) {
    let ranges = |v: Var| Range::extent(dims[v.0 as usize].extent);
    let any = |dice: &mut Dice| Index::var(Var(dice.one_of(usable) as u32));
    let e = match dice.below(8) {
        0..=2 => any(dice),
        3 => any(dice) + any(dice),
        4 => any(dice) * dice.one_of(&[2, 3, -1]) + dice.below(4) as i64,
        5 => (any(dice) * 3 + any(dice)).floor_div(dice.one_of(&[2, 3, 4]), &ranges),
        6 => (any(dice) * 3 + any(dice)).modulo(dice.one_of(&[2, 3, 4]), &ranges),
        _ => Index::constant(dice.below(3) as i64),
    };
    let range = e.range(&ranges);
    if range.low >= 0 && dice.below(4) > 0 {
        (e, Some(range.high as u64 + 1 + dice.below(2)))
    } else {
        // A window that does not fit: shifted, and guarded.
        (e - dice.below(3) as i64, None)
    }
}

fn condition(index: &Index, high: u64) -> Condition {
    Condition { index: index.clone(), low: 0, high: high as i64 }
}

/// A random nest, with inputs.
pub(super) fn nest(dice: &mut Dice) -> Nest {
    let parallel = 1 + dice.below(3) as usize;
    let reducing = dice.below(3) as usize;
    let mut dims: Vec<Dim> = (0..parallel + reducing)
        .map(|d| Dim {
            name: NAMES[d].to_owned(),
            extent: dice.one_of(&[1, 2, 3, 5, 8, 13, 17, 0, 9][..if d == 0 { 9 } else { 7 }]),
            reducing: d >= parallel,
        })
        .collect();
    // The program interpreter is slow, so large nests are cut in every dimension.
    for d in 0..dims.len() {
        if dims.iter().map(|d| d.extent).product::<u64>() > 30_000 {
            dims[d].extent = dims[d].extent.min(5);
        }
    }
    let element = dice.one_of(&[
        Element::F32,
        Element::I32,
        Element::C64,
        Element::I8,
        Element::BF16,
        Element::F64,
    ]);
    let mut body = Body::default();
    let mut inputs = Vec::new();
    let all: Vec<usize> = (0..dims.len()).collect();
    let outer: Vec<usize> = (0..parallel).collect();
    let mut leaf = |dice: &mut Dice, body: &mut Body, usable: &[usize]| -> NodeId {
        if dice.below(5) == 0 && !element.is_complex() {
            let (e, _) = coordinate(dice, &dims, usable);
            return body.index(e.modulo(3, &Unknown), element);
        }
        let rank = dice.below(3) as usize;
        let mut coords = Vec::new();
        let mut shape = Vec::new();
        let mut guard = Vec::new();
        for _ in 0..rank {
            let (e, extent) = coordinate(dice, &dims, usable);
            let extent = extent.unwrap_or_else(|| {
                let extent = 1 + dice.below(6);
                guard.push(condition(&e, extent));
                extent
            });
            coords.push(e);
            shape.push(extent);
        }
        let input = inputs.len() as u32;
        inputs.push(Tensor { name: format!("x{input}"), element, shape });
        let value = body.load(input, element, coords, guard.clone());
        if guard.is_empty() || dice.below(2) == 0 {
            return value;
        }
        let holds = body.holds(guard);
        let other = body.constant(element, 0);
        body.op(ScalarOp::Select, element, &[holds, value, other])
    };
    let inside = if reducing > 0 { &all } else { &outer };
    let x = leaf(dice, &mut body, inside);
    let y = leaf(dice, &mut body, inside);
    let product = reducing > 0 && dice.below(3) == 0;
    let op = if product {
        ScalarOp::Multiply
    } else {
        dice.one_of(&[ScalarOp::Add, ScalarOp::Multiply, ScalarOp::Subtract])
    };
    let mut value = body.op(op, element, &[x, y]);
    let mut reduction = None;
    if reducing > 0 {
        let second = leaf(dice, &mut body, inside);
        let zero = body.constant(element, 0);
        let start = leaf(dice, &mut body, &outer);
        // Sums of i8 wrap and so are associative; sums of bf16 would round.
        let ops: &[ScalarOp] = match element {
            Element::C64 => &[ScalarOp::Add],
            Element::BF16 => &[ScalarOp::Maximum, ScalarOp::Minimum],
            _ if product => &[ScalarOp::Add],
            _ => &[ScalarOp::Add, ScalarOp::Maximum, ScalarOp::Minimum],
        };
        let (values, initial) = if dice.below(3) == 0 && !product {
            (vec![value, second], vec![start, zero])
        } else {
            (vec![value], vec![start])
        };
        let n = values.len();
        let combiner = if dice.below(3) == 0 && !product {
            // A non-commutative combiner, which must run in order.
            let mut inner = Body::default();
            let results = (0..n as u32)
                .map(|k| {
                    let left = inner.add(crate::nest::Node::Parameter(k), element);
                    let right = inner.add(crate::nest::Node::Parameter(k + n as u32), element);
                    let difference = inner.op(ScalarOp::Subtract, element, &[left, right]);
                    if element == Element::BF16 { right } else { difference }
                })
                .collect();
            Combiner::Body(inner, results)
        } else {
            Combiner::Each((0..n).map(|_| dice.one_of(ops)).collect())
        };
        let contract = (product || dice.below(2) == 0).then_some(Exactness::Full);
        reduction = Some(Reduction { values, initial, combiner, contract });
        value = body.add(crate::nest::Node::Reduced(n as u32 - 1), element);
        let extra = leaf(dice, &mut body, &outer);
        value = body.op(ScalarOp::Add, element, &[value, extra]);
    }
    // Transposed or reversed outputs.
    let mut order = outer.clone();
    if dice.below(2) == 0 {
        order.reverse();
    }
    let shape: Vec<u64> = order.iter().map(|d| dims[*d].extent).collect();
    let coords = order
        .iter()
        .map(|d| {
            let v = Index::var(Var(*d as u32));
            if dice.below(4) == 0 && dims[*d].extent > 0 {
                -v + (dims[*d].extent as i64 - 1)
            } else {
                v
            }
        })
        .collect();
    let tensor = Tensor { name: "y".to_owned(), element, shape };
    let outputs = vec![Output::at(tensor, coords, value)];
    Nest { name: "random".to_owned(), dims, inputs, body, reduction, outputs }
}

/// A copy of an operand in panels that may be legal: inside of a loop, over dimensions it uses.
fn packing(dice: &mut Dice, nest: &Nest, loops: &[loops::Loop]) -> Packing {
    let factor = dice.one_of(&[Operand::Lhs, Operand::Rhs]);
    let node = match (nest.contraction(), factor) {
        (Some((left, _)), Operand::Lhs) => left,
        (Some((_, right)), Operand::Rhs) => right,
        (None, _) => NodeId(0),
    };
    let needed = access_pattern::mentions(nest, node);
    let at = dice.below(loops.len() as u64) as usize;
    let mut over: Vec<(String, Option<u64>)> = Vec::new();
    for (place, l) in loops.iter().enumerate().skip(at) {
        if needed[l.dim] && loops[at..place].iter().all(|o| o.dim != l.dim) {
            over.push((l.name.clone(), dice.one_of(&[None, Some(2), Some(4), Some(6)])));
        }
    }
    let turn = dice.below(over.len().max(1) as u64) as usize;
    over.rotate_left(turn);
    let inside = at.checked_sub(1).map(|at| loops[at].name.clone());
    Packing { operand: factor, over, inside }
}

/// A random schedule in which every directive is legal.
fn schedule(dice: &mut Dice, nest: &Nest) -> Schedule {
    let mut schedule = Schedule::default();
    for _ in 0..dice.below(7) {
        let loops = loop_plan::plan(nest, &schedule).unwrap().loops;
        let name = |dice: &mut Dice| loops[dice.below(loops.len() as u64) as usize].name.clone();
        let directive = match dice.below(10) {
            9 if dice.below(2) == 0 => Directive::Nontemporal,
            9 => Directive::Prefetch,
            8 => Directive::Pack(packing(dice, nest, &loops)),
            0 | 1 => Directive::Tile(vec![(name(dice), 2 + dice.below(5))]),
            2 => Directive::Interchange(vec![name(dice), name(dice)]),
            3 | 4 => Directive::Vectorize(name(dice), dice.one_of(&[2, 4, 8])),
            5 => Directive::Unroll(name(dice), dice.one_of(&[2, 3, 4, 8])),
            6 => Directive::Rfactor(name(dice), 2 + dice.below(3)),
            _ => Directive::Parallel(name(dice)),
        };
        let mut longer = schedule.clone();
        longer.directives.push(directive);
        if loop_plan::plan(nest, &longer).is_ok() {
            schedule = longer;
        }
    }
    schedule
}

/// Small integers, so that sums are exact in any order.
pub(super) fn bytes(dice: &mut Dice, tensor: &Tensor) -> Vec<u8> {
    let count = tensor.shape.iter().product::<u64>();
    let parts = if tensor.element.is_complex() { 2 } else { 1 };
    let mut bytes = Vec::new();
    for _ in 0..count * parts {
        let n = dice.below(9) as i64 - 4;
        match tensor.element {
            Element::I8 | Element::U8 => bytes.push(n as u8),
            Element::I32 => bytes.extend((n as i32).to_le_bytes()),
            Element::F64 => bytes.extend((n as f64).to_le_bytes()),
            Element::BF16 => bytes.extend(&(n as f32).to_le_bytes()[2..]),
            Element::F16 => bytes.extend(super::gemm_plan_tests::f16(n)),
            _ => bytes.extend((n as f32).to_le_bytes()),
        }
    }
    bytes
}

pub(super) fn program(nest: &Nest, schedule: &Schedule) -> Program {
    with_buffers(nest, |b, inputs, outputs| emit(b, nest, schedule, inputs, outputs).unwrap())
}

pub(super) fn check(
    nest: &Nest,
    schedule: &Schedule,
    data: &[Vec<u8>],
    want: &[Vec<u8>],
    descending: bool,
) {
    let program = program(nest, schedule);
    let shown = || format!("{nest}\n{schedule}\n{program}");
    if let Err(error) = program.verify() {
        panic!("{error}\n{}", shown());
    }
    run_in(nest, &program, data, want, descending);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_shrink_iters: 0, ..ProptestConfig::default() })]
    #[test]
    fn schedules_keep_the_meaning(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let nest = nest(&mut dice);
        if let Err(error) = nest.verify() {
            panic!("{error}\n{nest}");
        }
        let data: Vec<Vec<u8>> = nest.inputs.iter().map(|t| bytes(&mut dice, t)).collect();
        let slices: Vec<&[u8]> = data.iter().map(Vec::as_slice).collect();
        let want = eval::run(&nest, &slices).unwrap();
        let chosen = schedule(&mut dice, &nest);
        prop_assert_eq!(&chosen.to_string().parse::<Schedule>().unwrap(), &chosen);
        check(&nest, &chosen, &data, &want, false);
        check(&nest, &chosen, &data, &want, true);
        // The nest with merged dimensions, and its schedules.
        let small = nest.collapsed();
        if let Err(error) = small.verify() {
            panic!("{error}\n{small}");
        }
        prop_assert_eq!(&eval::run(&small, &slices).unwrap(), &want, "{}", small);
        check(&small, &choose(&small, &Machine::default()), &data, &want, false);
        check(&small, &choose(&small, &Machine { vector_bytes: 16, cache_bytes: 0, ..Machine::default() }), &data, &want, false);
        // A GPU schedule of the nest, and schedules of it inside of one block.
        let machine = gpu();
        let schedule = choose(&small, &machine);
        prop_assert_eq!(&schedule.to_string().parse::<Schedule>().unwrap(), &schedule);
        check(&small, &schedule, &data, &want, false);
        check(&small, &schedule, &data, &want, true);
        for threads in [64, 128] {
            run_checked(&small, &of_a_block(&small, threads, &machine), &data, &want);
        }
    }
}

/// `y[i, j] = Σ_k a[i, k]·b[k, j]`.
pub(super) fn product(m: u64, n: u64, k: u64) -> Nest {
    let dim = |name: &str, extent, reducing| Dim { name: name.to_owned(), extent, reducing };
    let v = |d: u32| Index::var(Var(d));
    let tensor = |name: &str, shape: [u64; 2]| Tensor {
        name: name.to_owned(),
        element: Element::F32,
        shape: shape.to_vec(),
    };
    let mut body = Body::default();
    let a = body.load(0, Element::F32, vec![v(0), v(2)], Vec::new());
    let b = body.load(1, Element::F32, vec![v(2), v(1)], Vec::new());
    let values = vec![body.op(ScalarOp::Multiply, Element::F32, &[a, b])];
    let initial = vec![body.constant(Element::F32, 0)];
    let value = body.add(crate::nest::Node::Reduced(0), Element::F32);
    let combiner = Combiner::Each(vec![ScalarOp::Add]);
    Nest {
        name: "product".to_owned(),
        dims: vec![dim("i", m, false), dim("j", n, false), dim("k", k, true)],
        inputs: vec![tensor("a", [m, k]), tensor("b", [k, n])],
        body,
        reduction: Some(Reduction { values, initial, combiner, contract: Some(Exactness::Full) }),
        outputs: vec![Output::at(tensor("y", [m, n]), vec![v(0), v(1)], value)],
    }
}

#[test]
fn a_matrix_product_gets_a_register_tile() {
    let nest = product(64, 64, 32);
    nest.verify().unwrap();
    // The operands are small: none is packed.
    let chosen = choose(&nest, &Machine::default());
    assert_eq!(
        chosen.to_string(),
        "tile i by 16; parallel i; vectorize j by 16; unroll i' by 8; unroll j by 2"
    );
    let text = program(&nest, &chosen).to_string();
    // Sixteen accumulators of 16 lanes, with two loads and eight broadcasts a step.
    assert_eq!(text.matches(" = fma ").count(), 16, "{text}");
    assert_eq!(text.matches("carrying").count(), 1, "{text}");
    assert_eq!(text.matches(": <16 x f32> = load @b").count(), 2, "{text}");
    assert_eq!(text.matches(": f32 = load @a").count(), 8, "{text}");
}

/// A gemm whose right operand is column-major, as weights of networks may be.
fn product_by_columns([rows, columns, sum]: [u64; 3]) -> Nest {
    let mut nest = product(rows, columns, sum);
    if let Some(input) = nest.inputs.get_mut(1) {
        input.shape.reverse();
    }
    let v = |d: u32| Index::var(Var(d));
    let mut body = Body::default();
    let a = body.load(0, Element::F32, vec![v(0), v(2)], Vec::new());
    let b = body.load(1, Element::F32, vec![v(1), v(2)], Vec::new());
    let values = vec![body.op(ScalarOp::Multiply, Element::F32, &[a, b])];
    let initial = vec![body.constant(Element::F32, 0)];
    let value = body.add(crate::nest::Node::Reduced(0), Element::F32);
    nest.body = body;
    nest.outputs[0].value = value;
    if let Some(reduction) = &mut nest.reduction {
        (reduction.values, reduction.initial) = (values, initial);
    }
    nest.verify().unwrap();
    nest
}

#[test]
fn a_large_product_gets_panels() {
    // For few rows, threads take columns, and each packs the columns of its own.
    for (extents, expected) in [
        (
            [96, 300, 130],
            "tile j by 64; interchange j, j', i; parallel j; vectorize j' by 16; unroll i by 8; \
             unroll j' by 2; pack rhs over j' by 32, k in j",
        ),
        (
            [160, 120, 60],
            "tile i by 80; interchange i, j, i'; parallel i; vectorize j by 16; unroll i' by 8; \
             unroll j by 2; pack rhs over j by 32, k",
        ),
    ] {
        let nest = product_by_columns(extents);
        let chosen = choose(&nest, &Machine::default());
        assert_eq!(chosen.to_string(), expected);
        let data: Vec<Vec<u8>> = nest.inputs.iter().map(|t| bytes(&mut Dice(3), t)).collect();
        let slices: Vec<&[u8]> = data.iter().map(Vec::as_slice).collect();
        let want = eval::run(&nest, &slices).unwrap();
        check(&nest, &chosen, &data, &want, false);
        let text = program(&nest, &chosen).to_string();
        // Panels are loaded by rows and transposed by shuffles as they are packed.
        assert!(text.contains("scratch @rhs"), "{text}");
        assert!(text.contains(" = shuffle "), "{text}");
    }
}

#[test]
fn a_transposition_turns_squares_in_registers() {
    let v = |d: u32| Index::var(Var(d));
    let dim = |name: &str, extent| Dim { name: name.to_owned(), extent, reducing: false };
    let tensor = |name: &str, shape: [u64; 2]| Tensor {
        name: name.to_owned(),
        element: Element::F32,
        shape: shape.to_vec(),
    };
    let mut body = Body::default();
    let value = body.load(0, Element::F32, vec![v(1), v(0)], Vec::new());
    let nest = Nest {
        name: "transpose".to_owned(),
        dims: vec![dim("i", 37), dim("j", 42)],
        inputs: vec![tensor("x", [42, 37])],
        body,
        reduction: None,
        outputs: vec![Output::at(tensor("y", [37, 42]), vec![v(0), v(1)], value)],
    };
    let chosen = choose(&nest, &Machine { vector_bytes: 32, ..Machine::default() });
    assert_eq!(chosen.to_string(), "vectorize j by 8; unroll i by 8");
    let text = program(&nest, &chosen).to_string();
    // Eight rows are transposed by 3·8 shuffles; only the edges are scattered.
    assert_eq!(text.matches(" = shuffle ").count(), 24, "{text}");
    let data = bytes(&mut Dice(1), &nest.inputs[0]);
    let want = eval::run(&nest, &[&data]).unwrap();
    check(&nest, &chosen, &[data], &want, false);
}

/// `y[i] = x[i] + x[i]`.
fn doubled(extent: u64) -> Nest {
    let tensor =
        |name: &str| Tensor { name: name.to_owned(), element: Element::F32, shape: vec![extent] };
    let mut body = Body::default();
    let x = body.load(0, Element::F32, vec![Index::var(Var(0))], Vec::new());
    let sum = body.op(ScalarOp::Add, Element::F32, &[x, x]);
    Nest {
        name: "double".to_owned(),
        dims: vec![Dim { name: "i".to_owned(), extent, reducing: false }],
        inputs: vec![tensor("x")],
        body,
        reduction: None,
        outputs: vec![Output::at(tensor("y"), vec![Index::var(Var(0))], sum)],
    }
}

#[test]
fn a_map_that_no_cache_holds_goes_by_four_pages_past_them() {
    let machine = Machine { cache_bytes: 1 << 16, ..Machine::default() };
    for (extent, schedule) in [
        (1 << 14, "vectorize i_page by 16; unroll i_group by 4; nontemporal"),
        // The extent is not a multiple of pages of whole vectors.
        ((1 << 14) + 1, "vectorize i by 16; unroll i by 4; nontemporal"),
        // The tensors fit the cache.
        (1 << 12, "vectorize i by 16; unroll i by 4"),
    ] {
        let nest = prepared(&doubled(extent), &machine);
        nest.verify().unwrap();
        let chosen = choose(&nest, &machine);
        assert_eq!(chosen.to_string(), schedule);
        let data = bytes(&mut Dice(1), &nest.inputs[0]);
        let want = eval::run(&doubled(extent), &[&data]).unwrap();
        check(&nest, &chosen, &[data], &want, false);
    }
}

#[test]
fn a_long_sum_goes_by_chunks() {
    let mut nest = product(1, 1, 1 << 19).collapsed();
    nest.inputs.iter_mut().for_each(|t| t.shape.retain(|n| *n > 1));
    let chosen = choose(&nest, &Machine::default());
    assert_eq!(chosen.directives[0], Directive::Rfactor("k".to_owned(), 1 << 16), "{chosen}");
    // Two vectors of 2 MiB fit the core's cache; vectors of 4 MiB do not.
    assert!(!chosen.directives.contains(&Directive::Prefetch), "{chosen}");
    let mut nest = product(1, 1, 1 << 20).collapsed();
    nest.inputs.iter_mut().for_each(|t| t.shape.retain(|n| *n > 1));
    let chosen = choose(&nest, &Machine::default());
    assert_eq!(chosen.directives.last(), Some(&Directive::Prefetch), "{chosen}");
    assert_eq!(chosen.to_string().parse(), Ok(chosen.clone()));
    let data = [0, 1].map(|i| bytes(&mut Dice(i + 1), &nest.inputs[i as usize]));
    let want = eval::run(&nest, &[&data[0], &data[1]]).unwrap();
    check(&nest, &chosen, &data, &want, true);
}

/// A batch of one image: its first dimension of extent 1 is not a loop.
#[test]
fn a_dimension_of_one_point_is_in_no_parallel_loops_way() {
    let nest = product(1, 4096, 64);
    let chosen = choose(&nest, &Machine::default());
    assert!(chosen.to_string().contains("parallel j"), "{chosen}");
    let text = program(&nest, &chosen).to_string();
    assert_eq!(text.matches("parallel").count(), 1, "{text}");
}

#[test]
fn illegal_directives_say_why() {
    let nest = product(8, 8, 8);
    let reason = |text: &str| {
        let schedule: Schedule = text.parse().unwrap();
        loop_plan::plan(&nest, &schedule).map(|_| ()).unwrap_err().to_string()
    };
    assert_eq!(
        reason("tile i by 4; vectorize x by 4"),
        "`vectorize x by 4` can't be applied to nest \"product\": there is no loop x, only i, i', j, k"
    );
    for (text, say) in [
        ("parallel k", "it reduces"),
        ("parallel j", "outside serial ones"),
        ("interchange k, j", "inside parallel ones"),
        ("tile i by 4; interchange i', i", "inside the outer"),
        ("tile i by 4; tile i by 2", "split already"),
        ("vectorize i by 3", "power of two"),
        ("vectorize i by 4; vectorize j by 4", "another loop"),
        ("unroll i by 16; unroll j by 16", "too many points"),
        ("vectorize i by 4; parallel i", "split it first"),
        ("tile i by 4, k by 2", "directives of their own"),
        ("pack lhs over i", "over k once"),
        ("pack lhs over i, k, j", "does not depend on j"),
        ("pack lhs over i, k in k", "outside of reducing loops"),
        ("tile i by 4; pack lhs over i', k", "not the outermost"),
        ("pack lhs over i, k; pack lhs over i, k", "packed already"),
        ("vectorize j by 4; pack rhs over k, j", "whole vectors"),
        ("vectorize j by 4; pack rhs over k, j by 6", "whole vectors"),
        ("unroll i by 2; pack lhs over k in j", "a copy of its own"),
    ] {
        let reason = reason(text);
        assert!(reason.contains(say), "{text}: {reason}");
    }
    for text in [
        "tile i",
        "tile i by 0",
        "vectorize i by x",
        "frob i",
        "parallel",
        "pack lhs",
        "pack both over i",
    ] {
        assert!(text.parse::<Schedule>().is_err(), "{text}");
    }
}

/// A 3 by 3 convolution of a 7 by 7 image, padded with zeros.
pub(super) fn convolution(channels: u64, features: u64) -> Nest {
    let mut nest = product(7, features, channels);
    let dim = |name: &str, extent, reducing| Dim { name: name.to_owned(), extent, reducing };
    nest.dims = vec![
        dim("y", 7, false),
        dim("x", 7, false),
        dim("f", features, false),
        dim("ky", 3, true),
        dim("kx", 3, true),
        dim("c", channels, true),
    ];
    nest.inputs[0].shape = vec![7, 7, channels];
    nest.inputs[1].shape = vec![3, 3, channels, features];
    let v = |d: u32| Index::var(Var(d));
    let mut body = Body::default();
    let at = [v(0) + v(3) - 1, v(1) + v(4) - 1];
    let inside = at.iter().map(|index| condition(index, 7)).collect();
    let coords = at.iter().cloned().chain([v(5)]).collect();
    let a = body.load(0, Element::F32, coords, inside);
    let b = body.load(1, Element::F32, vec![v(3), v(4), v(5), v(2)], Vec::new());
    let values = vec![body.op(ScalarOp::Multiply, Element::F32, &[a, b])];
    let initial = vec![body.constant(Element::F32, 0)];
    let value = body.add(crate::nest::Node::Reduced(0), Element::F32);
    nest.body = body;
    if let Some(reduction) = &mut nest.reduction {
        (reduction.values, reduction.initial) = (values, initial);
    }
    let y = Tensor { name: "y".to_owned(), element: Element::F32, shape: vec![7, 7, features] };
    nest.outputs = vec![Output::at(y, vec![v(0), v(1), v(2)], value)];
    nest
}

#[test]
fn a_convolution_of_a_small_image_is_a_product_of_its_pixels() {
    let nest = convolution(8, 40);
    nest.verify().unwrap();
    let data: Vec<Vec<u8>> = nest.inputs.iter().map(|t| bytes(&mut Dice(5), t)).collect();
    let slices: Vec<&[u8]> = data.iter().map(Vec::as_slice).collect();
    let want = eval::run(&nest, &slices).unwrap();
    for vector_bytes in [16, 32, 64] {
        let machine = Machine { vector_bytes, ..Machine::default() };
        let flat = prepared(&nest, &machine);
        flat.verify().unwrap();
        assert_eq!(flat.dims[0].extent, 49, "{flat}");
        assert_eq!(eval::run(&flat, &slices).unwrap(), want);
        let chosen = choose(&flat, &machine);
        let copies = chosen.directives.iter().filter(|d| matches!(d, Directive::Pack(_)));
        assert_eq!(copies.count(), 2, "{chosen}");
        check(&flat, &chosen, &data, &want, false);
        check(&flat, &chosen, &data, &want, true);
    }
    // Without a contraction nothing is packed, so dimensions stay as they are.
    let mut maximum = nest;
    maximum.reduction.as_mut().unwrap().combiner = Combiner::Each(vec![ScalarOp::Maximum]);
    assert!(prepared(&maximum, &Machine::default()).dims.len() > 4);
}
