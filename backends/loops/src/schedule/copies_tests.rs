//! Copies of packed operands are decided with their nest; emission obeys what is decided or pinned.

use super::gpu_tests::{run_checked, with_buffers};
use super::matrix_tests::{BYTES, HALVES, Product};
use super::tests::{Dice, bytes};
use super::*;
use crate::nest::{Nest, eval};
use crate::program::Program;
use hloom_ir::Element;

fn decided(nest: &Nest, machine: &Machine, text: &str) -> Result<Choice, PinError> {
    let pins = Pins::parse(text)?;
    let scheduler = Scheduler::new(machine, Some(&pins));
    let _ = scheduler.decide(nest, Placement::Kernel);
    scheduler.finish().map(|mut choices| choices.remove(0))
}

fn program(nest: &Nest, choice: &Choice) -> Program {
    with_buffers(nest, |b, inputs, outputs| choice.emit(b, inputs, outputs).unwrap())
}

/// The nests of one gemm by vectors, by dot groups and by the matrix unit, with rests.
fn gemms() -> Vec<(Nest, Machine)> {
    let of = |sizes, elements, sum, along| Product { sizes, elements, sum, along }.nest();
    let dots = Dots { us8: true, bf16: true, single: true, ..Dots::default() };
    let plain = Machine::default();
    let (f32, i32) = (Element::F32, Element::I32);
    vec![
        (of([1, 70, 150, 260], [f32, f32], f32, [true, true]), plain),
        (of([1, 70, 150, 260], [f32, f32], f32, [false, true]), plain),
        (of([1, 41, 51, 70], BYTES, i32, [true, false]), Machine { dots, ..plain }),
        (of([1, 64, 100, 70], HALVES, f32, [true, false]), Machine { matrix: true, ..plain }),
    ]
}

#[test]
fn copies_are_decided_printed_and_obeyed() {
    for (nest, machine) in gemms() {
        let data: Vec<Vec<u8>> = nest.inputs.iter().map(|t| bytes(&mut Dice(3), t)).collect();
        let slices: Vec<&[u8]> = data.iter().map(Vec::as_slice).collect();
        let want = eval::run(&nest, &slices).unwrap();
        let choice = decide(&nest, &machine, Placement::Kernel);
        let copies = &choice.steps[0].copies;
        assert!(!copies.is_empty(), "{choice:?}");
        let chosen = program(&nest, &choice);
        let text = Schedules(std::slice::from_ref(&choice)).to_string();
        let again = decided(&nest, &machine, &text).unwrap();
        assert_eq!(program(&nest, &again).to_string(), chosen.to_string(), "{text}");
        let mut changed = 0;
        for copy in copies {
            assert!(text.contains(&format!("schedule {:?} {{", copy.nest.name)), "{text}");
            let [first, .., last] = &copy.nest.dims[..] else { panic!("{:?}", copy.nest.dims) };
            let (first, last) = (&first.name, &last.name);
            for pin in [
                String::new(),
                format!("unroll {last} by 2; prefetch {first} by 3"),
                format!("tile {first} by 3; vectorize {last} by 4; nontemporal"),
                format!("vectorize {last} by 2; unroll {last} by 2; unroll {first} by 3"),
            ] {
                let text = format!("schedule {:?} {{ {pin} }}", copy.nest.name);
                let choice = decided(&nest, &machine, &text).unwrap();
                let found = choice.steps[0].copies.iter().find(|it| it.nest.name == copy.nest.name);
                assert_eq!(found.unwrap().schedule, pin.parse().unwrap());
                let pinned = program(&nest, &choice);
                pinned.verify().unwrap_or_else(|error| panic!("{text}: {error}\n{pinned}"));
                changed += usize::from(pinned.to_string() != chosen.to_string());
                run_checked(&nest, &pinned, &data, &want);
            }
        }
        // Some pieces are so small that all schedules of them come to the same.
        assert!(changed >= 2 * copies.len(), "{changed} for {} copies", copies.len());
    }
}

#[test]
fn copies_of_other_shapes_than_foreseen_are_made_point_by_point() {
    let (nest, machine) = gemms().remove(0);
    let data: Vec<Vec<u8>> = nest.inputs.iter().map(|t| bytes(&mut Dice(3), t)).collect();
    let slices: Vec<&[u8]> = data.iter().map(Vec::as_slice).collect();
    let want = eval::run(&nest, &slices).unwrap();
    let mut choice = decide(&nest, &machine, Placement::Kernel);
    choice.steps[0].copies.clear();
    run_checked(&nest, &program(&nest, &choice), &data, &want);
}

#[test]
fn illegal_pins_of_copies_say_why() {
    let (nest, machine) = gemms().remove(0);
    let tile = "tile i by 32; parallel i; vectorize j by 16; pack lhs over i', k in i; \
                pack rhs over k, j by 16";
    let base = format!("schedule \"product\" {{ {tile} }}\n");
    let names: Vec<String> = {
        let choice = decided(&nest, &machine, &base).unwrap();
        choice.steps[0].copies.iter().map(|copy| copy.nest.name.clone()).collect()
    };
    assert_eq!(
        names,
        ["product.rhs.260x9x16", "product.rhs.260x1x6", "product.lhs.32x260", "product.lhs.6x260"]
    );
    for (name, pin, say) in [
        ("product.lhs.32x260", "parallel i", "threads share a loop around the copy"),
        ("product.lhs.6x260", "vectorize x by 4", "there is no loop x, only i, k"),
        ("product.rhs.260x9x16", "merge k, j", "rewrites the nest"),
        ("product.rhs.260x9x16", "matrix k by 64", "the CPU has no matrix unit"),
        ("product.rhs.260x9x16", "blocks k", "a CPU has no blocks"),
        ("product.rhs.260x9x16", "prefetch k by 2; prefetch j by 2", "is prefetched already"),
        ("product.rhs.9x9", "", "no nest is called \"product.rhs.9x9\""),
    ] {
        let error = decided(&nest, &machine, &format!("{base}schedule {name:?} {{ {pin} }}"));
        let error = error.unwrap_err().to_string();
        assert!(error.contains(say) && error.contains(name), "{pin}: {error}");
    }
}
