//! Matches the directives of a script against the input, in FileCheck's order.
//!
//! First, the labels split the input into blocks. Then every directive is matched in its block,
//! from the end of the previous match. A directive that fails ends its block, and the next block is
//! still matched. The `CHECK-DAG`s before a directive match in any order without overlapping, and
//! its `CHECK-NOT`s must not match between the surrounding matches.

use std::ops::Range;

use super::directives::{Directive, DirectiveKind, Script, Step};
use super::ere::Ere;
use super::expression::Flaw;
use super::pattern::{Miss, Values};

/// A match of a directive.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    /// Index of the directive.
    pub(crate) directive: usize,
    /// The matched range.
    pub(crate) range: Range<usize>,
}

/// A failed directive.
#[derive(Debug)]
pub(crate) struct Failure {
    /// Index of the directive.
    pub(crate) directive: usize,
    /// The reason.
    pub(crate) what: What,
    /// The block of the input between the labels around the directive.
    pub(crate) block: Range<usize>,
    /// The searched range, from the end of the previous match.
    pub(crate) searched: Range<usize>,
    /// The inserted blocks such as `[[X]]`, and their current values.
    pub(crate) values: Vec<(String, Vec<u8>)>,
    /// The pattern with inserted values, if all are defined.
    pub(crate) expression: Option<Ere>,
}

/// The reason for a failure.
#[derive(Debug)]
pub(crate) enum What {
    /// It was not found; for a counting directive, the number of matches before.
    NotFound(u32),
    /// It was found although it is excluded.
    Excluded(Range<usize>),
    /// It is on the line of the previous match instead of the next one.
    SameLine(Range<usize>),
    /// It is further down than on the next line.
    LaterLine(Range<usize>),
    /// It is not on the line of the previous match.
    OtherLine(Range<usize>),
    /// Its pattern can't be evaluated.
    Broken(Vec<Flaw>),
}

/// The result of matching.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// The matches, in matching order.
    pub(crate) matches: Vec<Match>,
    /// The failed directives; empty on success.
    pub(crate) failures: Vec<Failure>,
}

/// The options of matching.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rules {
    /// Whether variables that are not global end at labels.
    pub(crate) scoped: bool,
    /// Whether `CHECK-DAG` matches may overlap.
    pub(crate) dag_overlap: bool,
}

/// Matches a script against an input. `values` are the variables of the command line.
pub(crate) fn run(script: &Script, input: &[u8], values: Values, rules: Rules) -> Outcome {
    let end = input.len();
    let mut matcher =
        Matcher { script, input, values, rules, block: 0..end, outcome: Outcome::default() };
    matcher.run();
    matcher.outcome
}

/// A directive failed; the failure is recorded.
struct Failed;

struct Matcher<'s> {
    script: &'s Script,
    input: &'s [u8],
    values: Values,
    rules: Rules,
    /// The current block of the input.
    block: Range<usize>,
    outcome: Outcome,
}

impl Matcher<'_> {
    fn run(&mut self) {
        let script = self.script;
        let steps = &script.steps;
        let mut rest = 0..self.input.len();
        let mut done = 0;
        // Each block begins with the label that ended the previous block.
        let mut block_start = 0;
        while done < steps.len() {
            let is_label =
                |step: &Step| script.directives[step.directive].kind == DirectiveKind::Label;
            let label = steps[done..].iter().position(is_label).map(|at| done + at);
            let (region, last) = match label {
                None => (rest.clone(), steps.len()),
                Some(label) => {
                    self.block = block_start..rest.end;
                    let found = self.matches(steps[label].directive, rest.clone());
                    let Ok(found) = found else { return };
                    let region = rest.start..found.end;
                    rest = found.end..rest.end;
                    self.block = block_start..region.end;
                    block_start = found.start;
                    (region, label + 1)
                }
            };
            if label.is_none() {
                self.block = block_start..rest.end;
            }
            // Variables of the command line remain visible in the first block.
            if done > 0 && self.rules.scoped {
                self.values.leave_scope();
            }
            let mut region = region;
            for step in &steps[done..last] {
                match self.step(step, region.clone()) {
                    Ok(end) => region.start = end,
                    Err(Failed) => break,
                }
            }
            done = last;
        }
    }

    /// Matches a directive with those before it in a region; returns the end of its match.
    fn step(&mut self, step: &Step, region: Range<usize>) -> Result<usize, Failed> {
        let (start, nots) = self.unordered(&step.before, region.clone())?;
        let searched = start..region.end;
        let found = self.matches(step.directive, searched.clone())?;
        let skipped = &self.input[start..found.start];
        let newlines = skipped.iter().filter(|&&b| b == b'\n').count();
        let misplaced = match self.directive(step.directive).kind {
            DirectiveKind::Next | DirectiveKind::Empty => match newlines {
                0 => Some(What::SameLine(found.clone())),
                1 => None,
                _ => Some(What::LaterLine(found.clone())),
            },
            DirectiveKind::Same if newlines > 0 => Some(What::OtherLine(found.clone())),
            _ => None,
        };
        if let Some(what) = misplaced {
            return Err(self.fail(step.directive, what, searched));
        }
        self.absent(&nots, start..found.start)?;
        if self.directive(step.directive).kind != DirectiveKind::End {
            self.record(step.directive, found.clone());
        }
        Ok(found.end)
    }

    /// Matches the unordered directives; returns their end, and the negative directives after the
    /// last of them.
    fn unordered(
        &mut self,
        before: &[usize],
        region: Range<usize>,
    ) -> Result<(usize, Vec<usize>), Failed> {
        let mut start = region.start;
        let mut nots = Vec::new();
        // The matches of the current group of unordered directives, sorted.
        let mut taken: Vec<Range<usize>> = Vec::new();
        for (index, &directive) in before.iter().enumerate() {
            if self.directive(directive).kind == DirectiveKind::Not {
                nots.push(directive);
                continue;
            }
            let mut from = start;
            loop {
                let found = self.search(directive, from..region.end, 0)?;
                if self.rules.dag_overlap {
                    self.record(directive, found.clone());
                    taken.push(found);
                    taken.sort_by_key(|range| range.start);
                    break;
                }
                let overlapped = taken
                    .iter()
                    .find(|other| found.start < other.end)
                    .filter(|other| other.start < found.end);
                match overlapped {
                    Some(other) => from = other.end,
                    None => {
                        self.record(directive, found.clone());
                        let at = taken.partition_point(|other| other.end <= found.start);
                        taken.insert(at, found);
                        break;
                    }
                }
            }
            let group_ends = before
                .get(index + 1)
                .is_none_or(|&next| self.directive(next).kind == DirectiveKind::Not);
            if group_ends {
                let first = taken.first().map_or(start, |range| range.start);
                self.absent(&std::mem::take(&mut nots), start..first)?;
                start = taken.iter().map(|range| range.end).max().unwrap_or(start);
                taken.clear();
            }
        }
        Ok((start, nots))
    }

    /// Checks that none of the negative directives matches in a region.
    fn absent(&mut self, nots: &[usize], region: Range<usize>) -> Result<(), Failed> {
        let mut outcome = Ok(());
        for &directive in nots {
            let pattern = &self.script.directives[directive].pattern;
            match pattern.find(&self.input[region.clone()], &mut self.values) {
                Err(Miss::NotFound) => {}
                Ok(found) => {
                    let found = region.start + found.start..region.start + found.end;
                    outcome = Err(self.fail(directive, What::Excluded(found), region.clone()));
                }
                Err(Miss::Broken(flaws)) => {
                    outcome = Err(self.fail(directive, What::Broken(flaws), region.clone()));
                }
            }
        }
        outcome
    }

    /// Matches a directive as often as it counts; returns the whole range.
    fn matches(&mut self, directive: usize, region: Range<usize>) -> Result<Range<usize>, Failed> {
        let count = self.directive(directive).count.unwrap_or(1);
        let first = self.search(directive, region.clone(), 0)?;
        let mut end = first.end;
        for matched in 1..count {
            end = self.search(directive, end..region.end, matched)?.end;
        }
        Ok(first.start..end)
    }

    fn search(
        &mut self,
        directive: usize,
        region: Range<usize>,
        matched: u32,
    ) -> Result<Range<usize>, Failed> {
        let pattern = &self.script.directives[directive].pattern;
        match pattern.find(&self.input[region.clone()], &mut self.values) {
            Ok(found) => Ok(region.start + found.start..region.start + found.end),
            Err(Miss::NotFound) => Err(self.fail(directive, What::NotFound(matched), region)),
            Err(Miss::Broken(flaws)) => Err(self.fail(directive, What::Broken(flaws), region)),
        }
    }

    fn directive(&self, index: usize) -> &Directive {
        &self.script.directives[index]
    }

    fn record(&mut self, directive: usize, range: Range<usize>) {
        self.outcome.matches.push(Match { directive, range });
    }

    fn fail(&mut self, directive: usize, what: What, searched: Range<usize>) -> Failed {
        let pattern = &self.script.directives[directive].pattern;
        let values = pattern.inserted(&self.values);
        let values = values.into_iter().map(|(source, value)| (source.to_owned(), value)).collect();
        let expression = pattern.parts(&self.values).ok();
        let block = self.block.clone();
        let failure = Failure { directive, what, block, searched, values, expression };
        self.outcome.failures.push(failure);
        Failed
    }
}
