//! The look of the output: colours, progress bars, durations in words.
//!
//! Colours follow <https://no-color.org>; `CI` switches them and every moving
//! part off, so that logs stay readable.

use std::env;
use std::io::{self, IsTerminal};
use std::time::Duration;

/// The colours that the digits may be drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colors {
    /// None: plain characters.
    None,
    /// The 256-colour palette, with its 24 greys.
    Palette,
    /// 24 bits.
    True,
}

/// Whether text for one stream is styled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    on: bool,
}

impl Style {
    /// For standard output.
    pub(crate) fn stdout() -> Style {
        Style { on: io::stdout().is_terminal() && styled() }
    }

    /// For standard error.
    pub(crate) fn stderr() -> Style {
        Style { on: io::stderr().is_terminal() && styled() }
    }

    /// Never styled; for tests.
    #[cfg(test)]
    pub(crate) fn plain() -> Style {
        Style { on: false }
    }

    /// Something failed.
    pub(crate) fn red(self, text: &str) -> String {
        self.wrap("1;31", text)
    }

    /// Something went well.
    pub(crate) fn green(self, text: &str) -> String {
        self.wrap("32", text)
    }

    /// A heading.
    pub(crate) fn bold(self, text: &str) -> String {
        self.wrap("1", text)
    }

    /// Something of second rank.
    pub(crate) fn dim(self, text: &str) -> String {
        self.wrap("2", text)
    }

    fn wrap(self, code: &str, text: &str) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// The colours that standard output has.
pub(crate) fn colors() -> Colors {
    if !io::stdout().is_terminal() || !styled() {
        return Colors::None;
    }
    let var = |name| env::var(name).unwrap_or_default();
    colors_of(&var("TERM"), &var("COLORTERM"))
}

/// The colours of a terminal that calls itself `term` and `colorterm`.
fn colors_of(term: &str, colorterm: &str) -> Colors {
    match (term, colorterm) {
        ("" | "dumb", _) => Colors::None,
        (_, "truecolor" | "24bit") => Colors::True,
        (t, _) if t.contains("256") => Colors::Palette,
        _ => Colors::None,
    }
}

/// Whether progress may be drawn over itself on standard error.
pub(crate) fn moving() -> bool {
    io::stderr().is_terminal() && !ci() && env::var("TERM").is_ok_and(|t| t != "dumb")
}

/// Whether a build robot reads the output.
pub(crate) fn ci() -> bool {
    env::var_os("CI").is_some_and(|v| !v.is_empty() && v != "false" && v != "0")
}

fn styled() -> bool {
    !ci() && env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}

/// A duration in the unit in which it reads best: `870 ns`, `3.1 µs`, `42 ms`, `7.5 s`, `2 min 05 s`.
pub(crate) fn duration(d: Duration) -> String {
    let seconds = d.as_secs_f64();
    if seconds >= 119.5 {
        let whole = seconds.round() as u64;
        return format!("{} min {:02} s", whole / 60, whole % 60);
    }
    for (unit, scale) in [("s", 1.0), ("ms", 1e3), ("µs", 1e6)] {
        let value = seconds * scale;
        if value >= 9.95 {
            return format!("{value:.0} {unit}");
        }
        if value >= 0.995 {
            return format!("{value:.1} {unit}");
        }
    }
    format!("{:.0} ns", seconds * 1e9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_well() {
        let of = |ns: u64| duration(Duration::from_nanos(ns));
        assert_eq!(of(0), "0 ns");
        assert_eq!(of(870), "870 ns");
        assert_eq!(of(3_140), "3.1 µs");
        assert_eq!(of(42_400_000), "42 ms");
        assert_eq!(of(999_000_000), "1.0 s");
        assert_eq!(of(7_500_000_000), "7.5 s");
        assert_eq!(of(119_400_000_000), "119 s");
        assert_eq!(of(119_600_000_000), "2 min 00 s");
        assert_eq!(of(125_000_000_000), "2 min 05 s");
    }

    #[test]
    fn terminals_say_what_they_can() {
        assert_eq!(colors_of("dumb", "truecolor"), Colors::None);
        assert_eq!(colors_of("", ""), Colors::None);
        assert_eq!(colors_of("xterm", ""), Colors::None);
        assert_eq!(colors_of("xterm-256color", ""), Colors::Palette);
        assert_eq!(colors_of("xterm-256color", "truecolor"), Colors::True);
        assert_eq!(colors_of("tmux", "24bit"), Colors::True);
    }

    #[test]
    fn plain_text_stays_plain() {
        assert_eq!(Style::plain().red("x"), "x");
        assert_eq!(Style { on: true }.red("x"), "\x1b[1;31mx\x1b[0m");
    }
}
