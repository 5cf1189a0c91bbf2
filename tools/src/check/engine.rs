//! POSIX matching of regular expressions: the leftmost match, of these the longest, and within it
//! each part in turn as long as possible.
//!
//! The `regex` crate finds the start of the leftmost match in linear time. It prefers the first
//! alternative to the longest, so the end and the groups are determined here, by simulating sets of
//! positions forwards (reachable ends) and backwards (positions from which the end is reachable).
//! Both are linear in the match for every fixed expression.
//!
//! There is no such algorithm for back-references: expressions with one are matched by backtracking
//! at the positions where the expression without it could match, within a budget of steps.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::Range;

use regex::bytes::{Regex, RegexBuilder};

use super::ere::{ByteSet, Ere, Node};
use super::translate::{SMALL, find_groups, size, translate};

/// The maximum number of backtracking steps of a search.
const BUDGET: usize = 20_000_000;
/// The maximum recursion depth of backtracking, so that the stack does not overflow; a run over
/// single bytes counts once.
const MAX_DEPTH: usize = 1000;

/// A compiled expression.
#[derive(Debug)]
pub(crate) struct Engine {
    ere: Ere,
    /// Finds where a match can begin; made when the first lines have no match.
    start: OnceCell<Result<Regex, TooComplex>>,
}

/// The most bytes of the first two lines that are searched place by place. A directive often
/// matches on the line it is expected on, and to compile an expression for that takes longer
/// than to look.
const NEAR: usize = 256;

/// A match: its whole range (0) and the ranges of its groups (from 1) that participated.
pub(crate) type Groups = Vec<Option<Range<usize>>>;

/// The error of a search that exceeded its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooComplex;

impl Engine {
    /// Compiles an expression.
    ///
    /// # Errors
    /// If the expression with all its repetitions is too large.
    pub(crate) fn new(ere: Ere) -> Result<Self, TooComplex> {
        let engine = Engine { ere, start: OnceCell::new() };
        // Small expressions are never refused.
        if size(&engine.ere.root) > SMALL {
            engine.start()?;
        }
        Ok(engine)
    }

    /// The expression that finds the starts of matches.
    fn start(&self) -> Result<&Regex, TooComplex> {
        let build = |groups: &[Option<&Node>]| {
            let mut text = String::new();
            translate(&self.ere.root, groups, true, &mut text);
            RegexBuilder::new(&text).unicode(false).multi_line(true).build()
        };
        let start = self.start.get_or_init(|| {
            let mut groups = vec![None; self.ere.groups + 1];
            if self.ere.refers_back {
                find_groups(&self.ere.root, &mut groups);
            }
            // With its groups written out an expression may get too large.
            build(&groups).or_else(|_| build(&[])).map_err(|_| TooComplex)
        });
        start.as_ref().map_err(|error| *error)
    }

    /// The leftmost place in `hay` where a match begins.
    fn first(&self, hay: &[u8]) -> Result<Option<usize>, TooComplex> {
        let mut from = 0;
        if self.start.get().is_none() && size(&self.ere.root) <= SMALL {
            let near = &hay[..hay.len().min(NEAR)];
            let mut lines = memchr::memchr_iter(b'\n', near);
            // A line that is longer could hold a match that is long to follow.
            if let (Some(_), Some(end)) = (lines.next(), lines.next()) {
                let begins = |&at: &usize| !forward(&self.ere.root, vec![at], hay).is_empty();
                if let Some(at) = (0..=end).find(begins) {
                    return Ok(Some(at));
                }
                from = end + 1;
            }
        }
        Ok(self.start()?.find_at(hay, from).map(|found| found.start()))
    }

    /// The leftmost longest match in `hay`, whose ends are ends of lines too.
    pub(crate) fn find(&self, hay: &[u8]) -> Result<Option<Groups>, TooComplex> {
        if self.ere.refers_back {
            return self.find_backtracking(hay);
        }
        let Some(start) = self.first(hay)? else { return Ok(None) };
        let reach = forward(&self.ere.root, vec![start], hay);
        // The simulation reaches at least the end that `regex` found.
        let end = reach.last().copied().unwrap_or(start);
        let mut groups = vec![None; self.ere.groups + 1];
        if self.ere.groups > 0 {
            dissect(&self.ere.root, start..end, hay, &mut groups);
        }
        groups[0] = Some(start..end);
        Ok(Some(groups))
    }

    fn find_backtracking(&self, hay: &[u8]) -> Result<Option<Groups>, TooComplex> {
        let mut budget = BUDGET;
        let mut from = 0;
        let places = self.start()?;
        while let Some(start) = places.find_at(hay, from).map(|m| m.start()) {
            let mut best: Option<Groups> = None;
            let mut walk = Walk { hay, groups: vec![None; self.ere.groups + 1], budget, depth: 0 };
            let spent = walk.node(&self.ere.root, start, &mut |walk, end| {
                let longer = best.as_ref().and_then(|b| b[0].as_ref()).is_none_or(|b| b.end < end);
                if longer {
                    let mut groups = walk.groups.clone();
                    groups[0] = Some(start..end);
                    best = Some(groups);
                }
                // There may be a longer match.
                Ok(())
            });
            budget = walk.budget;
            match (best, spent) {
                (Some(groups), _) => return Ok(Some(groups)),
                (None, Err(TooComplex)) => return Err(TooComplex),
                (None, Ok(())) => {}
            }
            if start >= hay.len() {
                break;
            }
            from = start + 1;
        }
        Ok(None)
    }
}

fn at_line_start(hay: &[u8], at: usize) -> bool {
    at == 0 || hay[at - 1] == b'\n'
}

fn at_line_end(hay: &[u8], at: usize) -> bool {
    at == hay.len() || hay[at] == b'\n'
}

/// A sorted set of positions in the text.
type Positions = Vec<usize>;

/// The direction of the simulation.
#[derive(Clone, Copy)]
enum Way {
    Forward,
    Backward,
}

impl Way {
    /// The position after the byte at `at`, in this direction, if the byte is in the set.
    fn over(self, set: &ByteSet, hay: &[u8], at: usize) -> Option<usize> {
        match self {
            Way::Forward => (at < hay.len() && set.contains(hay[at])).then_some(at + 1),
            Way::Backward => (at > 0 && set.contains(hay[at - 1])).then(|| at - 1),
        }
    }
}

/// The ends of matches of `node` that begin at one of `from`.
fn forward(node: &Node, from: Positions, hay: &[u8]) -> Positions {
    reach(node, from, hay, Way::Forward)
}

/// The starts of matches of `node` that end at one of `to`.
fn backward(node: &Node, to: Positions, hay: &[u8]) -> Positions {
    reach(node, to, hay, Way::Backward)
}

fn reach(node: &Node, mut from: Positions, hay: &[u8], way: Way) -> Positions {
    if from.is_empty() {
        return from;
    }
    match node {
        Node::Set(set) => from.into_iter().filter_map(|at| way.over(set, hay, at)).collect(),
        Node::LineStart => {
            from.retain(|&at| at_line_start(hay, at));
            from
        }
        Node::LineEnd => {
            from.retain(|&at| at_line_end(hay, at));
            from
        }
        Node::Group(_, inside) => reach(inside, from, hay, way),
        // Unreachable: expressions with back-references are matched by backtracking.
        Node::Back(_) => Vec::new(),
        Node::Seq(parts) => match way {
            Way::Forward => parts.iter().fold(from, |from, part| reach(part, from, hay, way)),
            Way::Backward => {
                parts.iter().rev().fold(from, |from, part| reach(part, from, hay, way))
            }
        },
        Node::Alt(branches) => {
            let mut all = BTreeSet::new();
            for branch in branches {
                all.extend(reach(branch, from.clone(), hay, way));
            }
            all.into_iter().collect()
        }
        Node::Repeat(inside, min, max) => {
            for _ in 0..*min {
                from = reach(inside, from, hay, way);
            }
            match (&**inside, max) {
                (Node::Set(set), None) => run(set, from, hay, way),
                _ => closure(inside, from, hay, way, max.map(|max| max - min)),
            }
        }
    }
}

/// Positions reachable over any number of bytes of a set: linear, because a range is scanned once
/// for all positions.
fn run(set: &ByteSet, from: Positions, hay: &[u8], way: Way) -> Positions {
    let mut all = Vec::with_capacity(from.len());
    let mut visit = |at: usize, done: &mut Option<usize>| {
        let walked = match (way, *done) {
            (_, None) => false,
            (Way::Forward, Some(done)) => at <= done,
            (Way::Backward, Some(done)) => at >= done,
        };
        if walked {
            return;
        }
        let mut here = at;
        all.push(here);
        while let Some(next) = way.over(set, hay, here) {
            here = next;
            all.push(here);
        }
        *done = Some(here);
    };
    let mut done = None;
    match way {
        Way::Forward => from.iter().for_each(|&at| visit(at, &mut done)),
        Way::Backward => from.iter().rev().for_each(|&at| visit(at, &mut done)),
    }
    if matches!(way, Way::Backward) {
        all.reverse();
    }
    all
}

/// Positions reachable over any number of parts, or over at most `limit` of them.
fn closure(part: &Node, from: Positions, hay: &[u8], way: Way, limit: Option<u32>) -> Positions {
    let mut all: BTreeSet<usize> = from.iter().copied().collect();
    let mut front = from;
    let mut depth = 0;
    while !front.is_empty() && limit.is_none_or(|limit| depth < limit) {
        front = reach(part, front, hay, way);
        front.retain(|&at| all.insert(at));
        depth += 1;
    }
    all.into_iter().collect()
}

/// Determines the groups of a match with known ends: every part takes as much as the rest allows,
/// and the first branch that fits is taken.
fn dissect(node: &Node, span: Range<usize>, hay: &[u8], groups: &mut Groups) {
    match node {
        Node::Set(_) | Node::LineStart | Node::LineEnd | Node::Back(_) => {}
        Node::Group(number, inside) => {
            groups[*number] = Some(span.clone());
            dissect(inside, span, hay, groups);
        }
        Node::Seq(_) => {
            let mut steps = Vec::new();
            flatten(node, &mut steps);
            // Positions from which the end is reachable with the remaining steps.
            let mut ends = vec![vec![span.end]];
            for step in steps.iter().skip(1).rev() {
                let next = ends.last().cloned().unwrap_or_default();
                ends.push(match step {
                    Step::Part(part) => backward(part, next, hay),
                    Step::Open(_) | Step::Close(_) => next,
                });
            }
            let mut at = span.start;
            for (step, ends) in steps.iter().zip(ends.iter().rev()) {
                match *step {
                    Step::Open(group) => groups[group] = Some(at..at),
                    Step::Close(group) => {
                        let start = groups[group].as_ref().map_or(at, |range| range.start);
                        groups[group] = Some(start..at);
                    }
                    Step::Part(part) => {
                        let reach = forward(part, vec![at], hay);
                        let Some(end) = last_common(&reach, ends) else { return };
                        dissect(part, at..end, hay, groups);
                        at = end;
                    }
                }
            }
        }
        Node::Alt(branches) => {
            let fits = |branch: &&Node| forward(branch, vec![span.start], hay).contains(&span.end);
            if let Some(branch) = branches.iter().find(fits) {
                dissect(branch, span, hay, groups);
            }
        }
        Node::Repeat(inside, ..) => {
            if let Some(last) = last_round(inside, span, hay) {
                dissect(inside, last, hay, groups);
            }
        }
    }
}

/// A step through a sequence. Groups are only marks in it: a group is not matched greedily before
/// its parts are.
enum Step<'n> {
    Open(usize),
    Close(usize),
    Part(&'n Node),
}

fn flatten<'n>(node: &'n Node, steps: &mut Vec<Step<'n>>) {
    match node {
        Node::Seq(parts) => parts.iter().for_each(|part| flatten(part, steps)),
        Node::Group(number, inside) => {
            steps.push(Step::Open(*number));
            flatten(inside, steps);
            steps.push(Step::Close(*number));
        }
        part => steps.push(Step::Part(part)),
    }
}

/// The last iteration of a repetition that takes the whole span, with each iteration as long as
/// possible.
fn last_round(part: &Node, span: Range<usize>, hay: &[u8]) -> Option<Range<usize>> {
    if !has_group(part) {
        return None;
    }
    let ends = closure(part, vec![span.end], hay, Way::Backward, None);
    let mut at = span.start;
    let mut last = None;
    loop {
        let end = last_common(&forward(part, vec![at], hay), &ends);
        match end {
            Some(end) if end > at => {
                last = Some(at..end);
                at = end;
            }
            // An empty iteration counts only if it is the only one.
            Some(end) => return Some(last.unwrap_or(at..end)),
            None => return last,
        }
    }
}

fn has_group(node: &Node) -> bool {
    match node {
        Node::Group(..) => true,
        Node::Repeat(inside, ..) => has_group(inside),
        Node::Seq(parts) | Node::Alt(parts) => parts.iter().any(has_group),
        Node::Set(_) | Node::LineStart | Node::LineEnd | Node::Back(_) => false,
    }
}

/// The largest element of both sets.
fn last_common(a: &[usize], b: &[usize]) -> Option<usize> {
    a.iter().rev().find(|at| b.binary_search(at).is_ok()).copied()
}

/// A backtracking search over all ways in which an expression can match at one position.
struct Walk<'h> {
    hay: &'h [u8],
    groups: Groups,
    budget: usize,
    depth: usize,
}

/// The continuation, called with the position after a part; an error ends the search.
type Then<'t, 'h> = &'t mut dyn FnMut(&mut Walk<'h>, usize) -> Result<(), TooComplex>;

impl<'h> Walk<'h> {
    fn node(&mut self, node: &Node, at: usize, then: Then<'_, 'h>) -> Result<(), TooComplex> {
        self.budget = self.budget.checked_sub(1).ok_or(TooComplex)?;
        if self.depth == MAX_DEPTH {
            return Err(TooComplex);
        }
        self.depth += 1;
        let outcome = self.step(node, at, then);
        self.depth -= 1;
        outcome
    }

    fn step(&mut self, node: &Node, at: usize, then: Then<'_, 'h>) -> Result<(), TooComplex> {
        match node {
            Node::Set(set) => match Way::Forward.over(set, self.hay, at) {
                Some(next) => then(self, next),
                None => Ok(()),
            },
            Node::LineStart if at_line_start(self.hay, at) => then(self, at),
            Node::LineEnd if at_line_end(self.hay, at) => then(self, at),
            Node::LineStart | Node::LineEnd => Ok(()),
            Node::Group(number, inside) => {
                let before = self.groups[*number].clone();
                let outcome = self.node(inside, at, &mut |walk, end| {
                    let inner = walk.groups[*number].replace(at..end);
                    let outcome = then(walk, end);
                    walk.groups[*number] = inner;
                    outcome
                });
                self.groups[*number] = before;
                outcome
            }
            Node::Back(number) => match self.groups[*number].clone() {
                Some(group) if self.hay[at..].starts_with(&self.hay[group.clone()]) => {
                    then(self, at + group.len())
                }
                _ => Ok(()),
            },
            Node::Seq(parts) => self.seq(parts, at, then),
            Node::Alt(branches) => branches.iter().try_for_each(|b| self.node(b, at, then)),
            Node::Repeat(inside, min, max) => match &**inside {
                // Consecutive single bytes do not need recursion.
                Node::Set(set) => {
                    let mut end = at;
                    let mut count = 0;
                    while max.is_none_or(|max| count < max)
                        && let Some(next) = Way::Forward.over(set, self.hay, end)
                    {
                        end = next;
                        count += 1;
                    }
                    while count >= *min {
                        then(self, end)?;
                        if count == 0 {
                            break;
                        }
                        count -= 1;
                        end -= 1;
                    }
                    Ok(())
                }
                inside => self.repeat(inside, *min, *max, at, then),
            },
        }
    }

    fn seq(&mut self, parts: &[Node], at: usize, then: Then<'_, 'h>) -> Result<(), TooComplex> {
        match parts {
            [] => then(self, at),
            [part, rest @ ..] => self.node(part, at, &mut |walk, next| walk.seq(rest, next, then)),
        }
    }

    fn repeat(
        &mut self,
        part: &Node,
        min: u32,
        max: Option<u32>,
        at: usize,
        then: Then<'_, 'h>,
    ) -> Result<(), TooComplex> {
        if max != Some(0) {
            self.node(part, at, &mut |walk, next| {
                // An empty iteration makes no progress.
                if next == at && min == 0 {
                    return Ok(());
                }
                walk.repeat(part, min.saturating_sub(1), max.map(|m| m - 1), next, then)
            })?;
        }
        if min == 0 { then(self, at) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ere;
    use super::*;

    fn groups(pattern: &str, hay: &str) -> Option<Vec<Option<String>>> {
        let engine = Engine::new(ere::parse(pattern.as_bytes(), false).unwrap()).unwrap();
        let found = engine.find(hay.as_bytes()).unwrap()?;
        Some(found.into_iter().map(|g| g.map(|g| hay[g].to_owned())).collect())
    }

    fn whole(pattern: &str, hay: &str) -> Option<String> {
        groups(pattern, hay).and_then(|mut g| g.remove(0))
    }

    #[test]
    fn the_longest_of_the_leftmost_wins() {
        assert_eq!(whole("a|ab|abc", "xabcd").as_deref(), Some("abc"));
        assert_eq!(whole("(a|ab)(c|bcd)", "abcd").as_deref(), Some("abcd"));
        assert_eq!(whole("b|abc", "zab").as_deref(), Some("b"));
        assert_eq!(whole("x*", "aaxx").as_deref(), Some(""));
    }

    #[test]
    fn each_group_takes_what_the_rest_allows() {
        let found = groups("(a|ab)(c|bcd)(d*)", "abcd").unwrap();
        assert_eq!(found[1].as_deref(), Some("ab"));
        assert_eq!(found[2].as_deref(), Some("c"));
        assert_eq!(found[3].as_deref(), Some("d"));
        let found = groups("(.*)b(.*)", "abcb").unwrap();
        assert_eq!((found[1].as_deref(), found[2].as_deref()), (Some("abc"), Some("")));
        let found = groups("((a|b)+)-(x)?", "abab-").unwrap();
        assert_eq!((found[1].as_deref(), found[2].as_deref()), (Some("abab"), Some("b")));
        assert_eq!(found[3], None);
    }

    #[test]
    fn lines_are_not_crossed() {
        assert_eq!(whole("a.*b", "a\nb"), None);
        assert_eq!(whole("a[^x]*b", "a\nb"), None);
        assert_eq!(whole("^b$", "a\nb\nc").as_deref(), Some("b"));
    }

    #[test]
    fn back_references() {
        assert_eq!(whole("([a-z]+)=\\1", "ab=cd ef=ef").as_deref(), Some("ef=ef"));
        assert_eq!(whole("(a*)\\1", "aaaaa").as_deref(), Some("aaaa"));
        assert_eq!(whole("((a)|b)+\\2", "aba"), Some("aba".to_owned()));
    }

    #[test]
    fn a_search_without_end_is_given_up() {
        let ere = ere::parse(b"((x|y)*)*z(w)\\3", false).unwrap();
        let hay = "x".repeat(40) + "z";
        assert_eq!(Engine::new(ere).unwrap().find(hay.as_bytes()), Ok(None));
        let ere = ere::parse(b"(x*)*(x*)*(x*)*(x*)*y\\1z", false).unwrap();
        // The text behind the `y` could be the first group's, but is too long for that.
        let hay = "x".repeat(4000) + "y" + &"x".repeat(5000) + "z";
        let found = Engine::new(ere).unwrap().find(hay.as_bytes());
        assert_eq!(found, Err(TooComplex));
    }

    #[test]
    fn long_lines_are_linear() {
        let line = "ab, ".repeat(100_000);
        let found = groups("(.*), (.*), (.*)", &line).unwrap();
        assert_eq!(found[3].as_deref(), Some(""));
        assert_eq!(found[2].as_deref(), Some("ab"));
    }
}
