//! Steps whose levels run on threads of their own.
//!
//! ```text
//!  module ─► plan: passes, pipeline-levels ─► LevelProgram ─► execute: a program for each stage
//!  inputs ─► execute: prologue ─► level 0 … level n, each on its threads ─► epilogue ─► results, steps
//!  steps  ─► picture, trace
//! ```

pub(crate) mod execute;
pub(crate) mod picture;
pub(crate) mod plan;
mod samples;
#[cfg(test)]
mod tests;

use std::str::FromStr;

use hloom_analysis::schedule::Order;
use hloom_passes::micro_batch::roles::Statistics;

/// The number of micro-batches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Count {
    /// The least at which bubbles cost less than small pieces, (7).
    Auto,
    /// This many.
    Fixed(usize),
}

impl FromStr for Count {
    type Err = String;

    fn from_str(text: &str) -> Result<Count, String> {
        match text.parse() {
            _ if text == "auto" => Ok(Count::Auto),
            Ok(0) | Err(_) => Err("expected auto or a number of micro-batches".to_owned()),
            Ok(count) => Ok(Count::Fixed(count)),
        }
    }
}

/// Reads the order of steps.
///
/// # Errors
/// If the text is no order.
pub(crate) fn parse_order(text: &str) -> Result<Order, String> {
    match text {
        "gpipe" => Ok(Order::GPipe),
        "1f1b" => Ok(Order::OneForwardOneBackward),
        _ => Err("expected 1f1b or gpipe".to_owned()),
    }
}

/// The name of an order.
pub(crate) fn order_name(order: Order) -> &'static str {
    match order {
        Order::GPipe => "gpipe",
        Order::OneForwardOneBackward => "1f1b",
    }
}

/// Reads the samples whose sums other samples depend on.
///
/// # Errors
/// If the text is neither.
pub(crate) fn parse_statistics(text: &str) -> Result<Statistics, String> {
    match text {
        "whole" => Ok(Statistics::Whole),
        "micro-batch" => Ok(Statistics::MicroBatch),
        _ => Err("expected whole or micro-batch".to_owned()),
    }
}

/// Reads a number of bytes, such as `64MiB`.
///
/// # Errors
/// If the text is no such number, or 0.
pub(crate) fn parse_size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "B" => Some(0),
        "KiB" => Some(10),
        "MiB" => Some(20),
        "GiB" => Some(30),
        _ => None,
    };
    let bytes = unit.and_then(|unit| digits.parse::<u64>().ok()?.checked_mul(1 << unit));
    bytes.filter(|&bytes| bytes > 0).ok_or_else(|| {
        "expected a number of bytes above 0, such as 65536, 64KiB, 64MiB or 2GiB".to_owned()
    })
}

/// A number of bytes in words.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..0x10_0000 => format!("{:.1} KiB", bytes as f64 / 1024.0),
        0x10_0000..0x4000_0000 => format!("{:.1} MiB", bytes as f64 / (1 << 20) as f64),
        _ => format!("{:.2} GiB", bytes as f64 / (1 << 30) as f64),
    }
}
