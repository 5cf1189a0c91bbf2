//! Sequences of instructions that a block has several times.
//!
//! An elementary function is some fifty to hundred instructions wherever it is used, so a program with
//! five sines has five times the same. Code that is made in little time
//! ([`Effort::Quick`](crate::Effort::Quick)) calls one function instead ([`super::outline`]). Here such
//! sequences are found, as in LZ77: each window of [`WINDOW`] instructions is looked up among those
//! before it, and a window that occurs again is extended for as long as the instructions are the same
//! but for their operands from outside of the sequence, which become parameters. Constants and lane
//! numbers are not counted: they belong to the sequence that uses them.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use hloom_loops::program::{Block, Event, Inst, Program, RefMut, Stmt, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

/// The instructions that are looked up at once: the least length of a sequence.
const WINDOW: usize = 20;

/// The greatest length: the search takes time that grows with it.
const LONGEST: usize = 512;

/// The fewest instructions that a function has to save: it takes as long to compile as about so many.
const LEAST_SAVED: usize = 32;

/// The most parameters of a function.
const MOST_PARAMETERS: usize = 4;

/// The most results of a function.
const MOST_RESULTS: usize = 2;

/// The most earlier places that a window is compared with.
const MOST_PLACES: usize = 4;

/// An operand of an instruction in a sequence.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Operand {
    /// The result of the instruction so many before this one.
    Inside(usize),
    /// A constant, or lane numbers.
    Constant(Inst),
    /// A value from outside of the sequence, numbered by first use, with its type.
    Parameter(usize, Type),
}

/// An instruction whose operands all are value 0, and its operands.
type Token = (Inst, Vec<Operand>);

/// A sequence apart from where it stands: equal ones can share a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Sequence {
    tokens: Vec<Token>,
    /// Which instructions' results are used after the sequence, in some place where it occurs.
    pub(super) results: Vec<usize>,
}

/// A place where a sequence occurs.
#[derive(Clone, Debug)]
pub(super) struct Occurrence {
    /// The number of the sequence.
    pub(super) shape: usize,
    /// The statements of the block, with those of constants between.
    pub(super) statements: Range<usize>,
    /// The values from outside, in the order of the parameters.
    pub(super) arguments: Vec<Value>,
    /// The values that the instructions define, in their order.
    pub(super) defined: Vec<Value>,
}

/// The sequences of a block, and their places in order.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    pub(super) shapes: Vec<Sequence>,
    pub(super) places: Vec<Occurrence>,
}

/// An instruction of the block that may be part of a sequence.
struct Step {
    /// Its statement.
    at: usize,
    value: Value,
    /// The instruction with value 0 for all operands.
    shape: Inst,
    operands: Vec<Value>,
    /// The number of the last step that uses it; the greatest number if something else does.
    last_use: usize,
}

/// The steps of a block.
struct Steps<'p> {
    program: &'p Program,
    steps: Vec<Step>,
    /// The steps after which comes a statement that no sequence may contain.
    ends: Vec<bool>,
    /// The number of the step that defines a value.
    numbers: FxHashMap<Value, usize>,
    constants: FxHashMap<Value, Inst>,
}

/// Finds the sequences that occur more than once in the statements of a block, without those of
/// blocks inside of it. `late` are the values that loops use at the end of their blocks.
pub(super) fn find(program: &Program, block: &Block, late: &FxHashSet<Value>) -> Repeats {
    if block.statements.len() < 2 * WINDOW {
        return Repeats::default();
    }
    Steps::of(program, block, late).repeats()
}

/// The instruction with value 0 in place of each operand, and the operands.
fn shape(statement: &Stmt) -> Option<(Inst, Vec<Value>)> {
    let Stmt::Let(_, inst) = statement else { return None };
    let fits = inst.is_pure() && !matches!(inst, Inst::Index(_) | Inst::FirstLanes(..));
    let mut operands = Vec::new();
    inst.each_operand(&mut |value| operands.push(value));
    if !fits || operands.is_empty() {
        return None;
    }
    let mut shape = statement.clone();
    shape.each_use_mut(&mut |used| {
        if let RefMut::Value(value) = used {
            *value = Value(0);
        }
    });
    match shape {
        Stmt::Let(_, inst) => Some((inst, operands)),
        _ => None,
    }
}

impl<'p> Steps<'p> {
    fn of(program: &'p Program, block: &Block, late: &FxHashSet<Value>) -> Steps<'p> {
        let mut it = Steps {
            program,
            steps: Vec::new(),
            ends: Vec::new(),
            numbers: FxHashMap::default(),
            constants: FxHashMap::default(),
        };
        for (at, statement) in block.statements.iter().enumerate() {
            if let Stmt::Let(value, inst @ (Inst::Const(..) | Inst::Iota(_))) = statement {
                it.constants.insert(*value, inst.clone());
            } else if let Some((shape, operands)) = shape(statement)
                && let Stmt::Let(value, _) = statement
            {
                let number = it.steps.len();
                let last_use = if late.contains(value) { usize::MAX } else { number };
                for used in operands.iter().filter_map(|used| it.numbers.get(used)) {
                    it.steps[*used].last_use = it.steps[*used].last_use.max(number);
                }
                it.numbers.insert(*value, number);
                it.steps.push(Step { at, value: *value, shape, operands, last_use });
                it.ends.push(false);
            } else if let Some(end) = it.ends.last_mut() {
                *end = true;
            }
        }
        it.uses_elsewhere(block);
        it
    }

    /// Marks the values that statements other than steps use, or blocks inside of them.
    fn uses_elsewhere(&mut self, block: &Block) {
        let mut mark = |value: Value| {
            if let Some(number) = self.numbers.get(&value) {
                self.steps[*number].last_use = usize::MAX;
            }
        };
        for statement in &block.statements {
            if shape(statement).is_some() {
                continue;
            }
            statement.each_operand(&mut mark);
            statement.each_late_operand(&mut mark);
            for event in statement.blocks().flat_map(Block::events) {
                match event {
                    Event::Enter(inner) => inner.each_operand(&mut mark),
                    Event::Leave(inner) => inner.each_late_operand(&mut mark),
                    Event::Begin(..) | Event::End(..) => {}
                }
            }
        }
    }

    /// A number for the instructions of the window that begins here, without operands but constants;
    /// `None` where a sequence can't go through.
    fn window(&self, from: usize) -> Option<u64> {
        let window = self.steps.get(from..from + WINDOW)?;
        if self.ends[from..from + WINDOW - 1].contains(&true) {
            return None;
        }
        let mut hasher = FxHasher::default();
        for step in window {
            step.shape.hash(&mut hasher);
            for operand in &step.operands {
                self.constants.get(operand).hash(&mut hasher);
            }
        }
        Some(hasher.finish())
    }

    /// An operand of a step of the sequence that begins with step `from`.
    fn operand(&self, from: usize, at: usize, value: Value, outside: &mut Vec<Value>) -> Operand {
        if let Some(constant) = self.constants.get(&value) {
            return Operand::Constant(constant.clone());
        }
        if let Some(number) = self.numbers.get(&value).filter(|number| **number >= from) {
            return Operand::Inside(at - number);
        }
        let known = outside.iter().position(|other| *other == value).unwrap_or_else(|| {
            outside.push(value);
            outside.len() - 1
        });
        Operand::Parameter(known, self.program.type_of(value))
    }

    fn token(&self, from: usize, at: usize, outside: &mut Vec<Value>) -> Token {
        let step = &self.steps[at];
        let operands = step.operands.iter().map(|value| self.operand(from, at, *value, outside));
        (step.shape.clone(), operands.collect())
    }

    /// The number of steps that are the same from `first` and from `second` on, `most` at most.
    fn common(&self, first: usize, second: usize, most: usize) -> usize {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for length in 0..most.min(self.steps.len() - second) {
            let (a, b) = (first + length, second + length);
            let ended = length > 0 && (self.ends[a - 1] || self.ends[b - 1]);
            if ended
                || self.token(first, a, &mut ours) != self.token(second, b, &mut theirs)
                || ours.len() > MOST_PARAMETERS
            {
                return length;
            }
        }
        most.min(self.steps.len() - second)
    }

    /// Adds to the results those that are used after a sequence, if there are few in all.
    fn results(&self, from: usize, length: usize, known: &[usize]) -> Option<Vec<usize>> {
        let used = |at: &usize| self.steps[from + at].last_use >= from + length;
        let mut all: Vec<usize> = (0..length).filter(used).chain(known.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        (1..=MOST_RESULTS).contains(&all.len()).then_some(all)
    }

    fn repeats(&self) -> Repeats {
        let mut search = Search { taken: vec![false; self.steps.len()], ..Search::default() };
        let mut at = 0;
        while at + WINDOW <= self.steps.len() {
            at += match self.window(at) {
                Some(window) => search.step(self, window, at),
                None => 1,
            };
        }
        self.worthwhile(&search.found)
    }

    /// The sequences that save more than they cost.
    fn worthwhile(&self, found: &[Found]) -> Repeats {
        let mut repeats = Repeats::default();
        let saved = |it: &Found| (it.places.len() - 1) * it.length;
        for it in found.iter().filter(|it| saved(it) >= LEAST_SAVED) {
            let mut tokens = Vec::new();
            for from in &it.places {
                let mut arguments = Vec::new();
                let range = *from..from + it.length;
                tokens = range.clone().map(|at| self.token(*from, at, &mut arguments)).collect();
                let statements = self.steps[*from].at..self.steps[range.end - 1].at + 1;
                let defined = self.steps[range].iter().map(|step| step.value).collect();
                let shape = repeats.shapes.len();
                repeats.places.push(Occurrence { shape, statements, arguments, defined });
            }
            repeats.shapes.push(Sequence { tokens, results: it.results.clone() });
        }
        repeats.places.sort_by_key(|place| place.statements.start);
        repeats
    }
}

/// A sequence that was found.
struct Found {
    length: usize,
    results: Vec<usize>,
    /// The first steps of all of its places.
    places: Vec<usize>,
}

/// A search under way.
#[derive(Default)]
struct Search {
    /// The places of the windows so far.
    earlier: FxHashMap<u64, Vec<usize>>,
    /// Which steps are part of a sequence.
    taken: Vec<bool>,
    found: Vec<Found>,
}

impl Search {
    /// Looks a window up; returns the number of steps to go on by.
    fn step(&mut self, steps: &Steps<'_>, window: u64, at: usize) -> usize {
        let places = self.earlier.get(&window).cloned().unwrap_or_default();
        for place in &places {
            if let Some(length) =
                self.again(steps, *place, at).or_else(|| self.anew(steps, *place, at))
            {
                self.taken[at..at + length].fill(true);
                return length;
            }
        }
        if places.len() < MOST_PLACES {
            self.earlier.entry(window).or_default().push(at);
        }
        1
    }

    /// Adds a place of a sequence that is known, which may become shorter. Returns its length.
    fn again(&mut self, steps: &Steps<'_>, first: usize, at: usize) -> Option<usize> {
        let known = self.found.iter_mut().find(|it| it.places[0] == first)?;
        let length = steps.common(first, at, known.length);
        // A shorter sequence that occurs once more may save more, but rarely.
        let saved = |places: usize, length: usize| (places - 1) * length;
        let places = known.places.len();
        if length < WINDOW || saved(places + 1, length) <= saved(places, known.length) {
            return None;
        }
        let mut results = Vec::new();
        for place in known.places.iter().chain([&at]) {
            results = steps.results(*place, length, &results)?;
        }
        (known.length, known.results) = (length, results);
        known.places.push(at);
        Some(length)
    }

    /// Adds a sequence with its first two places. Returns its length.
    fn anew(&mut self, steps: &Steps<'_>, first: usize, at: usize) -> Option<usize> {
        let most = LONGEST.min(at - first);
        let free = self.taken[first..first + most].iter().take_while(|taken| !**taken).count();
        let most = steps.common(first, at, free);
        let (length, results) = (WINDOW..=most).rev().find_map(|length| {
            let results = steps.results(first, length, &[])?;
            Some((length, steps.results(at, length, &results)?))
        })?;
        self.taken[first..first + length].fill(true);
        self.found.push(Found { length, results, places: vec![first, at] });
        Some(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_loops::text;

    /// A loop whose body is so many chains of `length` instructions, each behind the one before.
    fn chains(chains: usize, length: usize, last: &str) -> Program {
        let mut body = "%x0_0 : f32 = load @x[%i]\n".to_owned();
        for chain in 0..chains {
            for at in 0..length {
                let op = ["add", "mul", "sub"][at % 3];
                let (from, to) = (format!("%x{chain}_{at}"), format!("%x{chain}_{}", at + 1));
                body += &format!("%c{chain}_{at} : f32 = const {at}.5\n");
                body += &format!("{to} : f32 = {op} {from}, %c{chain}_{at}\n");
            }
            if chain + 1 < chains {
                body += &format!("%x{}_0 : f32 = abs %x{chain}_{length}\n", chain + 1);
            }
        }
        let name = format!("%x{}_{length}", chains - 1);
        let text = format!(
            "program @main {{
               argument 0 @x : f32[8]
               result 0 @y : f32[8]
               for %i = 0 to 8 step 1 {{ {body} {last} store {name} to @y[%i] }}
             }}"
        );
        let program = text::parse(&text).expect("a program");
        program.verify().expect("a valid program");
        program
    }

    fn of_loop(program: &Program) -> Repeats {
        let Stmt::For(it) = &program.body.statements[0] else { panic!("a loop") };
        find(program, &it.body, &FxHashSet::default())
    }

    #[test]
    fn sequences_that_occur_again_are_found() {
        let repeats = of_loop(&chains(4, 30, ""));
        assert_eq!(repeats.shapes.len(), 1);
        assert_eq!(repeats.places.len(), 4);
        let shape = &repeats.shapes[0];
        assert_eq!(shape.tokens.len(), 30);
        assert_eq!(shape.results, [29]);
        assert!(repeats.places.iter().all(|place| place.arguments.len() == 1));
        let starts = repeats.places.windows(2).all(|two| {
            two[0].statements.end <= two[1].statements.start && two[0].defined.len() == 30
        });
        assert!(starts, "{repeats:?}");
    }

    #[test]
    fn short_ones_are_not_worth_a_function() {
        assert!(of_loop(&chains(2, 19, "")).places.is_empty());
        assert!(of_loop(&chains(2, 30, "")).places.is_empty(), "30 instructions are saved");
        assert_eq!(of_loop(&chains(2, 33, "")).places.len(), 2);
    }

    #[test]
    fn a_value_that_is_used_later_is_a_result() {
        let repeats = of_loop(&chains(3, 40, "store %x1_7 to @y[%i]"));
        assert_eq!(repeats.shapes[0].results, [6, 39]);
        assert_eq!(repeats.places.len(), 3);
    }

    #[test]
    fn many_results_make_a_sequence_shorter() {
        let stores: String = (5..9).map(|at| format!("store %x1_{at} to @y[%i]\n")).collect();
        let repeats = of_loop(&chains(3, 40, &stores));
        for (shape, place) in repeats.places.iter().map(|it| (&repeats.shapes[it.shape], it)) {
            assert!(shape.results.len() <= MOST_RESULTS, "{place:?}");
        }
    }

    #[test]
    fn what_a_loop_yields_is_a_result() {
        let program = chains(3, 40, "");
        let Stmt::For(it) = &program.body.statements[0] else { panic!("a loop") };
        let named = |name: &str| {
            let found = program.values.iter().position(|it| it.name.as_deref() == Some(name));
            Value(found.expect("a value") as u32)
        };
        let late = [named("x1_7")].into_iter().collect();
        assert_eq!(find(&program, &it.body, &late).shapes[0].results, [6, 39]);
    }
}
