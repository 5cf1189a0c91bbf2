//! A directive that can't be obeyed is an error that names it and the nest: no copy is left
//! out, and no result.

use super::gemm_tests::{fma, mma, wgmma};
use super::gpu_tests::with_buffers;
use super::matrix_tests::{BYTES, HALVES, Product};
use super::*;
use crate::nest::{Nest, Node};
use crate::program::Value;
use hloom_ir::Element;

/// The error with which emission rejects a schedule, inside a GPU block of `threads` threads if
/// given.
fn refusal(nest: &Nest, text: &str, threads: Option<u32>) -> String {
    let schedule: Schedule = text.parse().unwrap();
    let mut said = None;
    with_buffers(nest, |b, inputs, outputs| {
        let inside = |b: &mut crate::program::Builder, thread: Option<(Value, u32)>| {
            let context = EmitContext { thread, ..EmitContext::default() };
            emit_inside(b, nest, &schedule, inputs, outputs, &context)
        };
        let made = match threads {
            None => emit(b, nest, &schedule, inputs, outputs),
            Some(count) => b.grid(1, count, |b, _, thread| inside(b, Some((thread, count)))),
        };
        said = made.err();
    });
    said.unwrap_or_else(|| panic!("`{text}` is taken")).to_string()
}

/// A product of bytes whose second operand has columns side by side.
fn bytes_product() -> Nest {
    let sizes = [1, 64, 1024, 128];
    Product { sizes, elements: BYTES, sum: Element::I32, along: [true, false] }.nest()
}

#[test]
fn a_copy_without_a_legal_schedule_is_not_left_out() {
    let text = "vectorize j by 16; unroll i by 8; dot k by 4; \
                pack rhs over j by 512, k by 4; pack lhs over i by 8, k by 4";
    let said = refusal(&bytes_product(), text, None);
    assert!(
        said.starts_with(
            "`pack rhs over j by 512, k by 4` can't be applied to nest \"product\": \
             the copy can't be made: "
        ),
        "{said}"
    );
    assert!(said.contains("2 to 256"), "{said}");
}

#[test]
fn tensor_cores_do_not_start_from_a_loaded_value() {
    let product =
        Product { sizes: [1, 64, 64, 64], elements: HALVES, sum: Element::F32, along: [true; 2] };
    let mut nest = product.nest();
    let start = nest.body.load(2, Element::F32, vec![super::matrix_tests::v(2)], Vec::new());
    nest.reduction.as_mut().unwrap().initial = vec![start];
    for (text, op) in
        [(mma([64, 64], 2), "mma m16n8k16"), (wgmma([64, 64], 2, 132), "wgmma m64n64k16")]
    {
        let said = refusal(&nest, &text, None);
        assert!(said.contains(&format!("`{op}` can't be applied to nest \"product\"")), "{said}");
        assert!(said.ends_with("tensor cores do not multiply operands of these types"), "{said}");
    }
    // From a constant they do.
    nest.reduction.as_mut().unwrap().initial =
        vec![nest.body.add(Node::Constant([0; 2]), Element::F32)];
    super::tests::program(&nest, &mma([64, 64], 2).parse().unwrap());
}

#[test]
fn a_gemm_kernel_is_not_part_of_another() {
    let product =
        Product { sizes: [1, 64, 64, 64], elements: HALVES, sum: Element::F32, along: [true; 2] };
    for (text, op) in [
        (fma([32, 128]), "fma 2 by 8"),
        (mma([64, 64], 2), "mma m16n8k16"),
        (wgmma([64, 64], 2, 132), "wgmma m64n64k16"),
    ] {
        let said = refusal(&product.nest(), &text, Some(128));
        let want = format!("`{op}` can't be applied to nest \"product\": it is part of");
        assert!(said.starts_with(&want), "{said}");
    }
}

#[test]
fn one_block_has_no_more_blocks_and_no_more_threads() {
    let nest = bytes_product();
    let said = refusal(&nest, "blocks i", Some(64));
    assert!(said.ends_with("one block computes the nest"), "{said}");
    assert!(said.starts_with("`blocks i` can't be applied to nest \"product\""), "{said}");
    let said = refusal(&nest, "threads i by 64; threads j by 2", Some(64));
    assert!(said.ends_with("the block has 64 threads"), "{said}");
}

#[test]
fn chunks_are_not_shared_by_threads_of_a_block() {
    let mut nest = bytes_product();
    nest.dims[1].extent = 1;
    nest.dims[2].extent = 1;
    let said = refusal(&nest, "rfactor k by 64; threads k by 32", None);
    assert!(said.starts_with("`rfactor k by 64` can't be applied"), "{said}");
    assert!(said.ends_with("a loop is bound to threads or blocks"), "{said}");
}
