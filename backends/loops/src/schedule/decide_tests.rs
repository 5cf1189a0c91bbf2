//! Decisions are complete, print, parse, and are obeyed when they are given back.

use super::gemm_tests::{mma, wgmma};
use super::gpu_tests::{gpu, run_checked, with_buffers};
use super::matrix_tests::{BYTES, HALVES, Product};
use super::tests::{Dice, bytes, nest};
use super::*;
use crate::nest::{Exactness, Nest, eval};
use crate::program::Program;
use hloom_ir::Element;
use proptest::prelude::*;

/// Hopper, with warpgroups.
fn hopper() -> Machine {
    let machine = gpu();
    let gpu = machine.gpu.map(|gpu| Gpu { warpgroups: true, shared_bytes: 227 << 10, ..gpu });
    Machine { gpu, ..machine }
}

/// A gemm of so many rows, columns and steps.
fn gemm(sizes: [u64; 3], elements: [Element; 2], along: [bool; 2]) -> Nest {
    let [m, n, k] = sizes;
    let sum = if elements == BYTES { Element::I32 } else { Element::F32 };
    Product { sizes: [1, m, n, k], elements, sum, along }.nest()
}

fn program(nest: &Nest, choice: &Choice) -> Program {
    with_buffers(nest, |b, inputs, outputs| choice.emit(b, inputs, outputs).unwrap())
}

/// The text of what is decided.
fn text(nest: &Nest, machine: &Machine) -> String {
    Schedules(&[decide(nest, machine, Placement::Kernel)]).to_string()
}

/// The choices for a nest with pins from a schedule file.
fn pinned(nest: &Nest, machine: &Machine, text: &str) -> Result<Vec<Choice>, PinError> {
    let pins = Pins::parse(text)?;
    let scheduler = Scheduler::new(machine, Some(&pins));
    let _ = scheduler.decide(nest, Placement::Kernel);
    scheduler.finish()
}

#[test]
fn a_decision_has_all_nests_in_order() {
    let nest = gemm([4096, 4096, 4096], BYTES, [true, false]);
    assert_eq!(
        text(&nest, &hopper()),
        "schedule \"product.b.relayout\" {\n  transpose\n}\n\
         schedule \"product\" {\n  relayout rhs\n  blocks m by 128, n by 256 on 132\n  \
         raster m by 16\n  stage lhs in shared by tma\n  stage rhs in shared by tma\n  \
         pipeline k by 128 in 4 stages\n  warpgroups 2 by 1\n  wgmma m64n256k32\n  \
         vectorize n by 2\n}\n"
    );
    let choice = decide(&nest, &hopper(), Placement::Kernel);
    let [copy, product] = &choice.steps[..] else { panic!("{choice:?}") };
    assert_eq!(
        (&copy.inputs[..], &copy.outputs[..]),
        (&[Memory::Input(1)][..], &[Memory::Scratch(0)][..])
    );
    assert_eq!(product.inputs.last(), Some(&Memory::Scratch(0)));
    assert_eq!(choice.facts, facts(&nest.clone().collapsed()));
    // Split-K: few tiles and a long sum.
    let nest = gemm([64, 64, 16384], HALVES, [true, true]);
    let chosen = text(&nest, &hopper());
    assert!(chosen.contains("schedule \"product.chunks\" {\n  blocks m by "), "{chosen}");
    assert!(chosen.contains("schedule \"product\" {\n  two-pass k by "), "{chosen}");
}

#[test]
fn nests_inside_of_others_stay_one_nest() {
    let nest = gemm([64, 64, 16384], HALVES, [true, true]);
    for placement in [
        Placement::Stage,
        Placement::Inside { results: true, tiles: None },
        Placement::Block { threads: 128, groups: None },
        Placement::InOrder { apart: &[0] },
        Placement::AnyOrder,
    ] {
        let choice = decide(&nest, &hopper(), placement);
        assert_eq!((choice.steps.len(), choice.scratch.len()), (1, 0), "{placement:?}");
        assert!(choice.steps[0].rewrites.is_empty());
        assert_eq!(choice.steps[0].nest.dims, nest.dims);
    }
}

#[test]
fn what_is_pinned_is_obeyed() {
    let small = gemm([48, 64, 256], HALVES, [true, true]);
    let data: Vec<Vec<u8>> = small.inputs.iter().map(|t| bytes(&mut Dice(3), t)).collect();
    let slices: Vec<&[u8]> = data.iter().map(Vec::as_slice).collect();
    let want = eval::run(&small, &slices).unwrap();
    let (narrow, warps) = (wgmma([64, 64], 2, 132), mma([32, 32], 2));
    for (machine, pin) in [
        (hopper(), &*format!("schedule \"product\" {{ {narrow} }}")),
        (hopper(), &*format!("schedule \"product\" {{ {warps} }}")),
        (hopper(), "schedule \"product\" { parallel i; parallel j }"),
        (
            hopper(),
            &*format!(
                "schedule \"product.chunks\" {{ {warps} }}\n\
                 schedule \"product\" {{ two-pass k by 64; parallel i; parallel j }}"
            ),
        ),
        (
            hopper(),
            "schedule \"product.a.relayout\" { parallel ik }\n\
             schedule \"product.b.relayout\" {\n  // a comment\n  parallel jk\n}\n\
             schedule \"product\" { relayout lhs, rhs; two-pass k by 128; blocks i }",
        ),
        (Machine::default(), "schedule \"product\" {}"),
        (Machine::default(), "schedule \"product\" { split k by 16 as k_in; vectorize j by 8 }"),
        (Machine::default(), "schedule \"product\" { two-pass k by 64; tile i by 8; parallel i }"),
    ] {
        let choices = match pinned(&small, &machine, pin) {
            Ok(choices) => choices,
            Err(error) => panic!("{pin}: {error}"),
        };
        let parsed = Pins::parse(pin).unwrap();
        for step in &choices[0].steps {
            let Some(pin) = parsed.find(&step.nest.name, 1) else { continue };
            let all = step.rewrites.iter().chain(&step.schedule.directives);
            assert!(all.eq(&pin.schedule.directives), "{pin:?}");
        }
        run_checked(&small, &program(&small, &choices[0]), &data, &want);
    }
}

#[test]
fn what_is_wrong_with_a_file_is_said_where_it_is() {
    let nest = gemm([64, 64, 256], HALVES, [true, true]);
    let transposed = gemm([64, 64, 256], HALVES, [true, false]);
    let cpu = Machine::default();
    for (nest, machine, text, say) in [
        (&nest, &cpu, "sched", "1:1: expected `schedule`"),
        (&nest, &cpu, "schedule product {}", "1:10: expected a nest's name in quotes"),
        (&nest, &cpu, "schedule \"product\" 0 {}", "1:20: nests are numbered from 1"),
        (
            &nest,
            &cpu,
            "schedule \"product\" { parallel i",
            "1:32: the schedule has no end; expected `}`",
        ),
        (&nest, &cpu, "schedule \"product\" {\n  frob i\n}", "2:3: `frob i`: expected merge,"),
        (
            &nest,
            &cpu,
            "schedule \"product\" {}\nschedule \"product\" {}",
            "2:1: \"product\" has a schedule already",
        ),
        (
            &nest,
            &cpu,
            "schedule \"dot\" {}",
            "1:1: no nest is called \"dot\": there are \"product\"",
        ),
        (
            &nest,
            &cpu,
            "schedule \"product\" 2 {}",
            "1:1: no nest is called \"product\" number 2: there are \"product\"",
        ),
        (
            &nest,
            &cpu,
            "schedule \"product\" {\n  vectorize j by 8; vectorize i by 8\n}",
            "2:21: `vectorize i by 8` can't be applied to nest \"product\": another loop is vectorized already",
        ),
        (&nest, &cpu, "schedule \"product\" { mma m16n8k16 }", "it is a GPU's kernel"),
        (&nest, &cpu, "schedule \"product\" { blocks i }", "a CPU has no blocks"),
        (&nest, &cpu, "schedule \"product\" { matrix k by 32 }", "the CPU has no matrix unit"),
        (&nest, &cpu, "schedule \"product\" { relayout rhs, rhs }", "an operand is named twice"),
        (&nest, &cpu, "schedule \"product\" { two-pass i by 8 }", "i does not reduce"),
        (&nest, &cpu, "schedule \"product\" { two-pass k by 100 }", "no chunks of 100"),
        (
            &nest,
            &cpu,
            "schedule \"product\" { merge i, q }",
            "there is no dimension q, only i, j, k",
        ),
        (&nest, &cpu, "schedule \"product\" { merge i, k }", "only parallel dimensions"),
        (
            &nest,
            &cpu,
            "schedule \"product\" { split i by 7 as ii }",
            "i has 64 points, no multiple of 7",
        ),
        (
            &nest,
            &gpu(),
            &format!("schedule \"product\" {{ {} }}", wgmma([64, 64], 2, 132)),
            "the GPU has no `wgmma`",
        ),
        (&nest, &gpu(), "schedule \"product\" { rfactor k by 32 }", "it is for CPUs"),
        (&nest, &gpu(), "schedule \"product\" { prefetch input a by 1 tile }", "it is for CPUs"),
        (
            &nest,
            &cpu,
            "schedule \"product\" {\n  prefetch input a by 1 tile\n}",
            "2:3: `prefetch input a by 1 tile` can't be applied to nest \"product\": \
             no loop over tiles of rows is around the nest",
        ),
        (
            &transposed,
            &hopper(),
            &format!("schedule \"product\" {{ {} }}", wgmma([64, 32], 2, 132)),
            "contiguous along n needs 64 columns, not 32",
        ),
    ] {
        let said = pinned(nest, machine, text).unwrap_err().to_string();
        assert!(said.contains(say), "{text}: {said}");
    }
}

/// Inside of a loop over tiles of rows, inputs are prefetched for later tiles.
#[test]
fn inputs_are_prefetched_by_tiles() {
    let nest = gemm([1, 64, 256], HALVES, [true, true]);
    let machine = Machine::default();
    let decided = |pin: &str, placement| {
        let pins = Pins::parse(pin).unwrap();
        let scheduler = Scheduler::new(&machine, Some(&pins));
        let _ = scheduler.decide(&nest, placement);
        scheduler.finish().map(|choices| choices[0].steps[0].schedule.to_string())
    };
    let inside = |tiles| Placement::Inside { results: false, tiles };
    let chosen = decided("", inside(Some(&[]))).unwrap();
    assert!(!chosen.contains("prefetch"), "{chosen}");
    let ahead = decided("", inside(Some(&[0, 1]))).unwrap();
    let two = "prefetch input a by 1 tile; prefetch input b by 1 tile";
    assert_eq!(ahead.strip_prefix(&chosen).unwrap().trim_start_matches("; "), two);
    // A pin counts, and nothing else.
    let pin = |text: &str| format!("schedule \"product\" {{ {text} }}");
    for text in ["prefetch input b by 3 tiles", "vectorize j by 8; prefetch input a by 1 tile", ""]
    {
        assert_eq!(decided(&pin(text), inside(Some(&[0]))).unwrap(), text);
    }
    for (text, say) in [
        ("prefetch input c by 1 tile", "there is no input c, only a, b"),
        ("prefetch input a by 1 tile; prefetch input a by 2 tiles", "it is prefetched already"),
    ] {
        let said = decided(&pin(text), inside(Some(&[]))).unwrap_err().to_string();
        assert!(said.contains(say), "{text}: {said}");
    }
    let said = decided(&pin(two), inside(None)).unwrap_err().to_string();
    assert!(said.contains("no loop over tiles of rows is around the nest"), "{said}");
    // Emission refuses it too where it finds no such loop.
    let schedule: Schedule = two.parse().unwrap();
    with_buffers(&nest, |b, inputs, outputs| {
        let said = emit(b, &nest, &schedule, inputs, outputs).unwrap_err().to_string();
        assert!(said.contains("no loop over tiles of rows is around the nest"), "{said}");
    });
}

#[test]
fn prefetches_are_text() {
    for text in [
        "prefetch",
        "prefetch k by 8",
        "prefetch input by 8",
        "prefetch input x by 1 tile",
        "prefetch input x.2 by 2 tiles",
    ] {
        assert_eq!(text.parse::<Schedule>().unwrap().to_string(), text);
    }
    for text in [
        "prefetch input x",
        "prefetch input x by 1",
        "prefetch input x by 1 row",
        "prefetch input x y by 1 tile",
        "prefetch input x by 0 tiles",
    ] {
        let said = text.parse::<Schedule>().unwrap_err().to_string();
        let expected = ["expected `input NAME by NUMBER tiles`", "expected a positive number"];
        assert!(expected.iter().any(|say| said.contains(say)), "{text}: {said}");
    }
}

#[test]
fn pins_do_not_change_the_order_of_points_that_meet() {
    let nest = gemm([64, 64, 256], HALVES, [true, true]);
    let machine = Machine::default();
    let pins = Pins::parse("schedule \"product\" { vectorize j by 8 }").unwrap();
    let scheduler = Scheduler::new(&machine, Some(&pins));
    let said = scheduler.decide(&nest, Placement::InOrder { apart: &[] }).unwrap_err().to_string();
    assert!(said.contains("its points may meet in memory"), "{said}");
    assert!(scheduler.finish().is_err());
}

#[test]
fn names_that_come_again_are_counted_and_what_is_undone_is_forgotten() {
    let nest = gemm([64, 64, 256], HALVES, [true, true]);
    let machine = Machine::default();
    let pins = Pins::parse("schedule \"product\" 2 { parallel i }").unwrap();
    let scheduler = Scheduler::new(&machine, Some(&pins));
    let decide =
        || scheduler.decide(&nest, Placement::Kernel).unwrap().steps[0].schedule.to_string();
    let chosen = decide();
    let mark = scheduler.mark();
    assert_eq!(decide(), "parallel i");
    scheduler.go_back(mark);
    assert_eq!(decide(), "parallel i");
    assert_eq!(decide(), chosen);
    let all = Schedules(&scheduler.finish().unwrap()).to_string();
    assert!(
        all.contains("schedule \"product\" 2 {\n  parallel i\n}\nschedule \"product\" 3 {"),
        "{all}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, max_shrink_iters: 0, ..ProptestConfig::default() })]
    #[test]
    fn a_decision_that_is_given_back_makes_the_same_program(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let nest = match dice.below(3) {
            0 => nest(&mut dice),
            _ => {
                let mut size = || dice.one_of(&[16, 48, 128, 520, 4096]);
                let sizes = [size(), size(), size()];
                let elements = dice.one_of(&[BYTES, HALVES, [Element::F32; 2]]);
                let along = [dice.below(2) == 0, dice.below(2) == 0];
                let mut nest = gemm(sizes, elements, along);
                let exact = dice.one_of(&[Exactness::Full, Exactness::ThreePasses]);
                nest.reduction.as_mut().unwrap().contract = Some(exact);
                nest
            }
        };
        for machine in [Machine::default(), gpu(), hopper()] {
            let choice = decide(&nest, &machine, Placement::Kernel);
            let text = Schedules(std::slice::from_ref(&choice)).to_string();
            let again = match pinned(&nest, &machine, &text) {
                Ok(again) => again,
                Err(error) => panic!("{error}\n{text}\n{nest}"),
            };
            prop_assert_eq!(Schedules(&again).to_string(), &text[..]);
            let (one, other) = (program(&nest, &choice), program(&nest, &again[0]));
            prop_assert_eq!(one.to_string(), other.to_string());
        }
    }
}
