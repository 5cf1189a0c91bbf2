//! Schedules as a file: what `--emit schedules` prints and `--use-schedules` reads.
//!
//! ```text
//! // A nest's name, and which of the nests of that name it is, if it is not the first.
//! schedule "dot.y" {
//!   two-pass k by 512
//!   parallel i; vectorize i by 16
//! }
//! schedule "dot.y" 2 {
//!   vectorize j by 8
//! }
//! ```
//!
//! An entry replaces all that would be decided for its nest. Directives that rewrite the nest
//! come first, then those for the loops of what is left; nests that rewrites make have entries
//! of their own. Nests without an entry are decided as ever.

use super::decide::Choice;
use super::{Directive, Schedule, ScheduleError};
use rustc_hash::FxHashMap;
use std::fmt;

/// Schedules that a file gives for nests.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pins {
    pins: Vec<Pin>,
}

/// The schedule of one nest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pin {
    name: String,
    /// Which of the nests of that name, from 1.
    number: usize,
    pub(super) schedule: Schedule,
    place: Position,
    /// The positions of the directives.
    directives: Vec<Position>,
}

/// A line and a column of a text, both from 1.
type Position = (usize, usize);

/// An error in a file of schedules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}:{}: {message}", .place.0, .place.1)]
pub struct PinError {
    /// The line and the column, both from 1.
    pub place: (usize, usize),
    /// One sentence.
    pub message: String,
}

impl PinError {
    fn new(place: Position, message: impl Into<String>) -> PinError {
        PinError { place, message: message.into() }
    }
}

impl Pin {
    /// The error of a pin that does not fit its nest, at the directive that is to blame.
    pub(super) fn refused(&self, error: &ScheduleError) -> PinError {
        let at = match error {
            ScheduleError::Illegal { directive, .. } => {
                let same = |it: &Directive| it.to_string() == *directive;
                self.schedule.directives.iter().position(same)
            }
            ScheduleError::Unsupported(_) => None,
        };
        let place = at.and_then(|at| self.directives.get(at)).copied().unwrap_or(self.place);
        PinError::new(place, error.to_string())
    }
}

impl Pins {
    /// Reads a file of schedules.
    ///
    /// # Errors
    /// The first thing that is wrong with the text.
    pub fn parse(text: &str) -> Result<Pins, PinError> {
        let mut reader = Reader { text, at: 0 };
        let mut pins: Vec<Pin> = Vec::new();
        while let Some(place) = reader.next_place() {
            let pin = reader.pin(place)?;
            if pins.iter().any(|other| other.name == pin.name && other.number == pin.number) {
                let message = format!("{:?} has a schedule already", pin.name);
                return Err(PinError::new(place, message));
            }
            pins.push(pin);
        }
        Ok(Pins { pins })
    }

    /// The pin of the nest of a name with this number.
    pub(super) fn find(&self, name: &str, number: usize) -> Option<&Pin> {
        self.pins.iter().find(|pin| pin.name == name && pin.number == number)
    }

    /// The error of the first pin that no nest fits, given which nests there are.
    pub(super) fn unused(
        &self,
        fits: &dyn Fn(&str, usize) -> bool,
        names: &mut dyn Iterator<Item = &str>,
    ) -> Option<PinError> {
        let pin = self.pins.iter().find(|pin| !fits(&pin.name, pin.number))?;
        let mut names: Vec<String> = names.map(|name| format!("{name:?}")).collect();
        names.dedup();
        let which = if pin.number == 1 { String::new() } else { format!(" number {}", pin.number) };
        let known = match names.len() {
            0 => "there are none".to_owned(),
            n if n > 8 => format!("there are {}, … and {} more", names[..8].join(", "), n - 8),
            _ => format!("there are {}", names.join(", ")),
        };
        let message = format!("no nest is called {:?}{which}: {known}", pin.name);
        Some(PinError::new(pin.place, message))
    }
}

/// The schedules of choices, as [`Pins::parse`] reads them.
pub struct Schedules<'c>(pub &'c [Choice]);

impl fmt::Display for Schedules<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut seen: FxHashMap<&str, usize> = FxHashMap::default();
        for (name, directives) in self.0.iter().flat_map(Choice::entries) {
            let number = seen.entry(name).or_default();
            *number += 1;
            write!(f, "schedule {}", quoted(name))?;
            if *number > 1 {
                write!(f, " {number}")?;
            }
            writeln!(f, " {{")?;
            for directive in directives {
                writeln!(f, "  {directive}")?;
            }
            writeln!(f, "}}")?;
        }
        Ok(())
    }
}

/// A name as a string of the text.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Reads the text from left to right.
struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The place of the next word, if there is one.
    fn next_place(&mut self) -> Option<Position> {
        self.skip();
        (!self.rest().is_empty()).then(|| self.place())
    }

    /// Goes past white space and comments.
    fn skip(&mut self) {
        loop {
            self.at = self.text.len() - self.rest().trim_start().len();
            if !self.rest().starts_with("//") {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    fn place(&self) -> Position {
        let before = &self.text[..self.at];
        let line = before.rfind('\n').map_or(0, |n| n + 1);
        (before.matches('\n').count() + 1, before[line..].chars().count() + 1)
    }

    fn expect(&mut self, word: &str) -> Result<(), PinError> {
        self.skip();
        match self.rest().strip_prefix(word) {
            Some(_) => {
                self.at += word.len();
                Ok(())
            }
            None => Err(PinError::new(self.place(), format!("expected `{word}`"))),
        }
    }

    fn pin(&mut self, place: Position) -> Result<Pin, PinError> {
        self.expect("schedule")?;
        let name = self.name()?;
        self.skip();
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let number = match &self.rest()[..digits] {
            "" => 1,
            text => match text.parse() {
                Ok(number) if number > 0 => number,
                _ => return Err(PinError::new(self.place(), "nests are numbered from 1")),
            },
        };
        self.at += digits;
        self.expect("{")?;
        let (mut schedule, mut directives) = (Schedule::default(), Vec::new());
        loop {
            self.skip();
            let (here, rest) = (self.place(), self.rest());
            if rest.starts_with('}') {
                self.at += 1;
                return Ok(Pin { name, number, schedule, place, directives });
            }
            let end = rest.find(['\n', ';', '}']).unwrap_or(rest.len());
            let end = rest[..end].find("//").unwrap_or(end);
            if rest[..end].trim().is_empty() {
                if rest.is_empty() {
                    return Err(PinError::new(here, "the schedule has no end; expected `}`"));
                }
                self.at += 1;
                continue;
            }
            let directive: Directive = rest[..end]
                .parse()
                .map_err(|error: super::ScheduleSyntax| PinError::new(here, error.to_string()))?;
            schedule.directives.push(directive);
            directives.push(here);
            self.at += end;
        }
    }

    /// A quoted name.
    fn name(&mut self) -> Result<String, PinError> {
        self.skip();
        let place = self.place();
        let wrong = || PinError::new(place, "expected a nest's name in quotes");
        let inner = self.rest().strip_prefix('"').ok_or_else(wrong)?;
        let mut name = String::new();
        let mut chars = inner.char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.at += 1 + at + 1;
                    return Ok(name);
                }
                '\\' => name.push(chars.next().ok_or_else(wrong)?.1),
                '\n' => break,
                c => name.push(c),
            }
        }
        Err(wrong())
    }
}
