//! Element types, by the numbers that the API gives them.

use hloom_ir::Element;

use crate::error::{Error, Outcome};

/// The number of `PJRT_Buffer_Type` of each element type that has one.
const NUMBERS: &[(i32, Element)] = &[
    (1, Element::I1),
    (2, Element::I8),
    (3, Element::I16),
    (4, Element::I32),
    (5, Element::I64),
    (6, Element::U8),
    (7, Element::U16),
    (8, Element::U32),
    (9, Element::U64),
    (10, Element::F16),
    (11, Element::F32),
    (12, Element::F64),
    (13, Element::BF16),
    (14, Element::C64),
    (15, Element::C128),
    (16, Element::F8E5M2),
    (17, Element::F8E4M3FN),
    (18, Element::F8E4M3B11FNUZ),
    (19, Element::F8E5M2FNUZ),
    (20, Element::F8E4M3FNUZ),
    (21, Element::I4),
    (22, Element::U4),
    (24, Element::I2),
    (25, Element::U2),
    (26, Element::F8E4M3),
    (27, Element::F8E3M4),
    (28, Element::F8E8M0FNU),
    (29, Element::F4E2M1FN),
];

/// The element type of a number.
///
/// # Errors
/// If hloom has none.
pub(crate) fn of_number(number: i32) -> Outcome<Element> {
    let found = NUMBERS.iter().find(|(n, _)| *n == number);
    let unknown = || Error::invalid(format!("there are no tensors of PJRT_Buffer_Type {number}"));
    found.map(|(_, element)| *element).ok_or_else(unknown)
}

/// The number of an element type.
///
/// # Errors
/// If the API has none.
pub(crate) fn number(element: Element) -> Outcome<i32> {
    let found = NUMBERS.iter().find(|(_, e)| *e == element);
    let unknown = || Error::invalid(format!("PJRT has no number of {}", element.name()));
    found.map(|(n, _)| *n).ok_or_else(unknown)
}
