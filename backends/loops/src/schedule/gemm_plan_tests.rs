//! GPU gemms compose: any legal plan computes what its nest says, and an illegal one says why.

use super::gemm_plan::GemmPlan;
use super::gemm_tests::{fma, mma};
use super::gpu_tests::gpu;
use super::matrix_tests::{BYTES, HALVES, Product};
use super::tests::{Dice, bytes, check};
use super::*;
use crate::nest::{Exactness, Nest, Node, ScalarOp, eval};
use hloom_ir::Element;
use proptest::prelude::*;

/// The element types of operands and sums, and the exactness of the products.
const KINDS: [([Element; 2], Element, Exactness); 9] = [
    (HALVES, Element::F32, Exactness::Full),
    ([Element::F16; 2], Element::F32, Exactness::Full),
    (BYTES, Element::I32, Exactness::Full),
    ([Element::I8, Element::U8], Element::I32, Exactness::Full),
    ([Element::F32; 2], Element::F32, Exactness::Full),
    ([Element::F32; 2], Element::F32, Exactness::OnePass),
    ([Element::F32; 2], Element::F32, Exactness::ThreePasses),
    ([Element::F64; 2], Element::F64, Exactness::Full),
    ([Element::I32; 2], Element::I32, Exactness::Full),
];

/// A whole number from -4 to 4 as `f16`.
pub(super) fn f16(n: i64) -> [u8; 2] {
    let size = [0, 0x3c00_u16, 0x4000, 0x4200, 0x4400][n.unsigned_abs() as usize];
    (size | u16::from(n < 0) << 15).to_le_bytes()
}

/// A gemm of any size, order and type, one of whose operands may be computed on the way, and
/// whose results may be converted.
fn gemm(dice: &mut Dice) -> Nest {
    let (elements, sum, exact) = dice.one_of(&KINDS);
    let side = |dice: &mut Dice| match dice.below(3) {
        0 => 9 + dice.below(90),
        1 => dice.one_of(&[16, 24, 64, 72, 128]),
        _ => 8 * (2 + dice.below(12)),
    };
    let sizes = [1 + dice.below(3) / 2, side(dice), side(dice), side(dice)];
    let along = [dice.below(2) == 0, dice.below(2) == 0];
    let mut nest = Product { sizes, elements, sum, along }.nest();
    if let Some(reduction) = &mut nest.reduction {
        reduction.contract = Some(exact);
    }
    if dice.below(4) == 0 && elements[0] != Element::I8 {
        negated(&mut nest, elements[0], sum);
    }
    if dice.below(3) == 0 && sum == Element::F32 {
        let element = dice.one_of(&[Element::BF16, Element::F16]);
        let output = &mut nest.outputs[0];
        output.value = nest.body.convert(output.value, element);
        output.tensor.element = element;
    }
    nest
}

/// Negates the lhs on the way.
fn negated(nest: &mut Nest, element: Element, sum: Element) {
    let (body, Some(reduction)) = (&mut nest.body, &mut nest.reduction) else { return };
    let Node::Op(_, factors) = body.node(reduction.values[0]).clone() else { return };
    let load = body.ids().find(|id| matches!(body.node(*id), Node::Load { input: 0, .. })).unwrap();
    let less = body.op(ScalarOp::Negate, element, &[load]);
    let less = body.convert(less, sum);
    reduction.values = vec![body.op(ScalarOp::Multiply, sum, &[less, factors[1]])];
}

/// A plan with numbers of any size, many of which are legal.
fn plan(dice: &mut Dice, nest: &Nest) -> GemmPlan {
    let bytes = nest.inputs[0].element.byte_width() as u64;
    let side = |dice: &mut Dice| dice.one_of(&[32, 32, 64, 64, 128]);
    let (m, n) = (side(dice), side(dice));
    let staging = |dice: &mut Dice| dice.one_of(&[Staging::Registers, Staging::Async]);
    let each = |dice: &mut Dice| dice.one_of(&[1, 2, 2, 4]);
    let (mut down, mut over) = (each(dice), each(dice));
    let stages = 1 + dice.below(5);
    let mut staging = [staging(dice), staging(dice)];
    let (group, math, k) = match dice.below(4) {
        0 => {
            (down, over) = dice.one_of(&[(16, 16), (8, 16), (8, 8), (4, 8), (32, 8), (16, 32)]);
            (ThreadGroup::Threads, MathOp::Fma(m / down, n / over), dice.one_of(&[4, 8, 16]))
        }
        1 => {
            staging = [Staging::Tma; 2];
            let shape = MmaShape { m: 64, n: n / over, k: 32 / bytes };
            (ThreadGroup::Warpgroups, MathOp::Wgmma(shape), 128 / bytes)
        }
        _ => {
            let m = if bytes == 8 { 8 } else { 16 };
            let shape = MmaShape { m, n: 8, k: 32 / bytes };
            (ThreadGroup::Warps, MathOp::Mma(shape), dice.one_of(&[64, 128]) / bytes)
        }
    };
    let on = (group == ThreadGroup::Warpgroups).then(|| 1 + dice.below(3));
    let raster = dice.one_of(&[1, 1, 2, 4]);
    let tile = gemm_dims::BlockTile { m, n, raster };
    let vector = dice.one_of(&[1, 2, 4, 8]);
    GemmPlan { tile, persistent: on, staging, k, stages, group, down, over, math, vector }
}

/// The number of plans that are tried.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(24)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), max_shrink_iters: 0, ..ProptestConfig::default() })]
    #[test]
    fn legal_plans_compute_what_the_nest_says(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let nest = gemm(&mut dice);
        if let Err(error) = nest.verify() {
            panic!("{error}\n{nest}");
        }
        let mut legal = (0..400).map(|_| plan(&mut dice, &nest)).filter(|it| it.check(&nest).is_ok());
        let Some(plan) = legal.next() else { return Ok(()) };
        let schedule = Schedule { directives: plan.directives() };
        let text = schedule.to_string();
        prop_assert_eq!(&text.parse::<Schedule>().unwrap(), &schedule);
        prop_assert_eq!(GemmPlan::of(&schedule), Ok(Some(plan)));
        let data: Vec<Vec<u8>> = nest.inputs.iter().map(|t| bytes(&mut dice, t)).collect();
        let slices: Vec<&[u8]> = data.iter().map(Vec::as_slice).collect();
        let want = eval::run(&nest, &slices).unwrap();
        check(&nest, &schedule, &data, &want, false);
        check(&nest, &schedule, &data, &want, true);
    }
}

/// A product of halves whose rhs has its columns side by side.
fn halves(sizes: [u64; 4]) -> Nest {
    Product { sizes, elements: HALVES, sum: Element::F32, along: [true, false] }.nest()
}

/// The refusal of a pinned plan in which one part is replaced.
fn said(nest: &Nest, text: &str, (from, to): (&str, &str)) -> String {
    assert!(text.contains(from), "{from} in {text}");
    let text = text.replace(from, to);
    let machine = gpu();
    let pins = Pins::parse(&format!("schedule \"product\" {{ {text} }}")).unwrap();
    let scheduler = Scheduler::new(&machine, Some(&pins));
    let _ = scheduler.decide(nest, Placement::Kernel);
    scheduler.finish().map(|_| ()).unwrap_err().to_string()
}

#[test]
fn a_number_that_can_not_be_obeyed_is_refused() {
    let nest = halves([1, 64, 64, 256]);
    let warps = mma([64, 64], 2);
    let threads = fma([64, 64]);
    let (by_tma, by_async) = ("lhs in shared by tma", "lhs in shared by async");
    let registers = "lhs in shared by registers";
    for (text, from, to, refused, say) in [
        (
            &warps,
            "mma m16n8k16",
            "mma m16n8k8",
            "mma m16n8k8",
            "the operands need m16n8k16, not m16n8k8",
        ),
        (
            &warps,
            "warps 2 by 4",
            "warps 2 by 16",
            "warps 2 by 16",
            "a warp has 32 by 4 results, not multiples of 16 and 8",
        ),
        (&warps, "m by 64", "m by 65", "warps 2 by 4", "do not divide a tile of 65 by 64 evenly"),
        (
            &warps,
            "n by 64",
            "n by 16",
            "blocks m by 64, n by 16",
            "block M and N of `mma` must be 32, 64, 128",
        ),
        (
            &warps,
            "warps 2 by 4",
            "warps 8 by 8",
            "warps 8 by 8",
            "the block has 2048 threads, and at most 1024 are legal",
        ),
        (&warps, "warps 2 by 4", "threads 8 by 32", "threads 8 by 32", "`mma` needs warps, not"),
        (
            &warps,
            "k by 32",
            "k by 16",
            "pipeline k by 16 in 2 stages",
            "block K must be 32 or 64, not",
        ),
        (
            &warps,
            "2 stages",
            "9 stages",
            "pipeline k by 32 in 9 stages",
            "the sum has 8 blocks of K, and at most 8 stages are legal",
        ),
        (&warps, "k by 32", "n by 32", "pipeline n by 32 in 2 stages", "a gemm goes along k"),
        (&warps, registers, by_tma, "stage lhs in shared by tma", "not `tma`"),
        (&warps, "n by 64", "n by 64 on 9", "blocks m by 64, n by 64 on 9", "`wgmma` alone has"),
        (
            &warps,
            "mma m16n8k16",
            "mma m16n8k16; raster m by 2",
            "raster m by 2",
            "the raster must divide 1 rows of tiles",
        ),
        (&warps, "mma m16n8k16", "mma m16n8k16; vectorize n by 3", "vectorize n by 3", "2, 4 or 8"),
        (&warps, "mma m16n8k16", "mma m16n8k16; parallel i", "parallel i", "it does not go with"),
        (
            &warps,
            "mma m16n8k16",
            "mma m16n8k16; raster m by 1; raster m by 1",
            "raster m by 1",
            "it is said already",
        ),
        (
            &warps,
            "; warps 2 by 4",
            "",
            "blocks m by 64, n by 64",
            "a GPU's gemm needs `warps DOWN by OVER`",
        ),
        (&threads, "fma 4 by 4", "fma 8 by 4", "fma 8 by 4", "a thread has 4 by 4 results"),
        (
            &threads,
            "k by 8",
            "k by 6",
            "pipeline k by 6 in 2 stages",
            "block K must be a power of two from 4 to 64, not 6",
        ),
        (
            &threads,
            registers,
            by_async,
            "stage lhs in shared by async",
            "the operand is computed on the way",
        ),
        (
            &fma([128, 128]),
            "k by 8 in 2 stages",
            "k by 64 in 4 stages",
            "pipeline k by 64 in 4 stages",
            "the stages take 270336 bytes of shared memory, and at most 232448 are legal",
        ),
    ] {
        let said = said(&nest, text, (from, to));
        let start = format!("`{refused}` can't be applied to nest \"product\": ");
        assert!(said.contains(&start) && said.contains(say), "{text}: {said}");
    }
}

#[test]
fn directives_of_gpu_gemms_and_attention_are_text() {
    for text in [
        "blocks m by 128, n by 64",
        "blocks m by 128, n by 256 on 132",
        "blocks m by 64",
        "raster m by 8",
        "stage lhs in shared by async",
        "stage rhs in shared by tma",
        "stage query in shared by registers",
        "stage key in shared by async",
        "stage value in shared by async",
        "pipeline k by 32 in 4 stages",
        "pipeline n by 64 in 1 stage",
        "threads 16 by 16",
        "warps 2 by 4",
        "warpgroups 2 by 1",
        "fma 8 by 4",
        "mma m16n8k16",
        "wgmma m64n256k16",
        "skip masked",
        // Loops, which have names.
        "blocks m",
        "threads m by 32",
        "vectorize n by 8",
    ] {
        let schedule: Schedule = text.parse().unwrap();
        assert_eq!(schedule.to_string(), text);
    }
    for (text, say) in [
        ("blocks m by 0, n by 64", "expected a positive number"),
        ("blocks n by 64, m by 64", "expected `m by NUMBER, n by NUMBER`"),
        ("blocks m by 64, n by 64 on all", "expected a positive number"),
        ("raster n by 8", "expected `m by NUMBER`"),
        ("stage both in shared by tma", "gemms stage lhs and rhs"),
        ("stage lhs in shared by hand", "by registers, by async or by tma"),
        ("stage lhs by tma", "expected `OPERAND in shared by STAGING`"),
        ("pipeline k by 32", "expected `SIDE by NUMBER in NUMBER stages`"),
        ("pipeline i by 32 in 2 stages", "called m, n and k"),
        ("warps 2", "expected `NUMBER by NUMBER`"),
        ("fma 8", "expected `ROWS by COLUMNS`"),
        ("mma 64 by 64", "expected a shape such as m16n8k16"),
        ("wgmma m64n256", "expected a shape such as m16n8k16"),
    ] {
        let said = text.parse::<Schedule>().unwrap_err().to_string();
        assert!(said.contains(say), "{text}: {said}");
    }
}
