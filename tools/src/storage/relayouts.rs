//! Tensors that each run converts to another format before its plan.
//!
//! ```text
//! sum(<(i, k), a> in A, <(k, j), b> in B) { (i, j) -> a * b }       A in CSR, B in CSC
//!
//! B_as_csr, once in each run:  B                                     a counting sort of its entries
//! the plan:                    sum(… A, … B_as_csr) …                rows times rows
//! ```
//!
//! The formats of two operands may not go together: no order of the loops then has the dimensions of both in the
//! order of their storage, and a plan looks for entries, or makes a dense matrix, where a copy of one operand costs
//! as much as reading its entries a few times. So a cheaper plan over copies in compressed rows or columns is
//! looked for, as those of `assign-storage` are, with the work of making the copies counted in each run.
//!
//! The copies of a program are tensors of their own, computed before it as those that a user stores
//! (`--storage C=csr` of a computed `C`). The search estimates their arrays: no copy is made to find out that it
//! does not pay.

use std::time::{Duration, Instant};

use egg::Id;
use hloom_storage::check::Definition;
use hloom_storage::syntax::{self, ast};
use hloom_storage::term::{Binary, Node, Symbol, Term, Unary, copy};
use hloom_storage::types::Form;
use hloom_storage::{Module, Value, formats, raise};
use hloom_storage_search::search::{
    Budget, Options, Statistics, bind_shared, estimate, hoist, optimize_logical, optimize_physical,
};

use super::program::{Computed, StorageProgram};
use super::{Bound, ExtentSource, Extents, fill, other_formats, shape};

/// The work of making a copy, for each entry that is read: it is counted, and put in its place.
const COPY: f64 = 30.0;
/// The work of putting an entry of a compressed result in order that does not come row by row.
const SORT: f64 = 30.0;
/// The places of a result from which on it is not dense.
const DENSE: f64 = (1u64 << 22) as f64;
/// A plan that costs less is not looked at: no copy pays in a run of less than about 0.1 ms.
const LEAST: f64 = 300_000.0;
/// The share of a plan's cost that the plan over copies and the copies may have together.
const GAIN: f64 = 0.6;
/// The share of the places of a matrix from which on its copy would have no fewer numbers to read.
const FULL: f64 = 0.3;
/// The time after which no more copies are tried.
const TIME: Duration = Duration::from_millis(1500);
/// The formats of copies, and the order of the dimensions in each.
const FORMATS: [(&str, [usize; 2]); 2] = [("csr", [0, 1]), ("csc", [1, 0])];

/// A tensor that each run converts first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Relayout {
    /// The name of the tensor.
    pub(crate) tensor: String,
    /// The format of its copy: `csr` or `csc`.
    pub(crate) format: &'static str,
}

impl Relayout {
    /// Reads `B as csr`.
    pub(crate) fn read(text: &str) -> Option<Relayout> {
        let (tensor, format) = text.split_once(" as ")?;
        let (format, _) = FORMATS.iter().find(|(name, _)| *name == format)?;
        Some(Relayout { tensor: tensor.to_owned(), format })
    }

    /// The text that [`read`](Self::read) reads.
    pub(crate) fn text(&self) -> String {
        format!("{} as {}", self.tensor, self.format)
    }

    /// The name of the copy.
    fn copy(&self) -> String {
        format!("{}_as_{}", self.tensor, self.format)
    }
}

/// The program over copies of some of its tensors, which come [before](StorageProgram::before) it.
///
/// # Errors
/// If it has no result or no such matrix, or a name is taken: a sentence.
pub(crate) fn relaid(
    program: &StorageProgram,
    relayouts: &[Relayout],
) -> Result<StorageProgram, String> {
    let term = program.module.logical().ok_or("the program has no result")?;
    relaid_term(program, &term, relayouts)
}

/// As [`relaid`], of a program whose result is this term.
fn relaid_term(
    program: &StorageProgram,
    term: &Term,
    relayouts: &[Relayout],
) -> Result<StorageProgram, String> {
    let mut tree = program.tree.clone();
    let mut before = program.before.clone();
    let mut term = term.clone();
    for one in relayouts {
        let Relayout { tensor, format } = one;
        let name = one.copy();
        let own = program.module.tensor(tensor).filter(|it| is_matrix(&program.module, it));
        let own = own.ok_or_else(|| format!("`{tensor}` is no matrix that is stored in arrays"))?;
        let wrong = |what: &str| format!("`{name}` {what}");
        let known = FORMATS.iter().find(|(known, _)| known == format);
        let (format, order) = known.ok_or_else(|| wrong("has no such format"))?;
        let text = formats::named(formats::find(format).unwrap_or_default(), &name);
        let mut stored = syntax::parse(&text).map_err(|_| wrong("has no text"))?;
        formats::retype(&mut stored, own.ty.base());
        let taken = |it: &ast::Tensor| program.module.tensor(&it.name.text).is_some();
        if stored.tensors.iter().any(taken) {
            return Err(wrong("or a part of it is a name that the program has already"));
        }
        let keys = if order.is_sorted() { "(i, j)" } else { "(j, i)" };
        let entries = format!("sum(<(i, j), a> in {tensor}) {{ {keys} -> a }}");
        let entries = syntax::parse(&entries).map_err(|_| wrong("has no text"))?;
        let computing = ast::Program { tensors: tree.tensors.clone(), result: entries.result };
        let computing = StorageProgram::of(computing).map_err(|found| wrong(&found[0].message))?;
        before.push(Computed { name: name.clone(), program: computing, order: order.to_vec() });
        tree.tensors.extend(stored.tensors);
        term = renamed(&term, tensor.as_str().into(), name.as_str().into());
    }
    // Parts that are reached in very many ways are written once.
    tree.result = Some(raise::raise(&bind_shared(&term)));
    let whole = StorageProgram::of(tree).map_err(|found| found[0].message.clone())?;
    Ok(StorageProgram { before, ..whole })
}

/// A term that reads another tensor.
fn renamed(term: &Term, tensor: Symbol, by: Symbol) -> Term {
    let mut out = Term::default();
    copy(&mut out, term, term.root(), 0, &mut |out, node, _| {
        out.add(match node {
            Node::Input(name, sort) if name == tensor => Node::Input(by, sort),
            node => node,
        })
    });
    out
}

/// Whether a tensor is a matrix in arrays of its own.
fn is_matrix(module: &Module, tensor: &Definition) -> bool {
    tensor.ty.sort().form == Form::Nested(2) && fill::owns_arrays(module, tensor)
}

/// A matrix that may be copied.
struct Choice {
    tensor: String,
    own: Option<&'static str>,
    rows: f64,
    columns: f64,
    /// The numbers that are read to copy it, and those other than zero.
    read: f64,
    entries: f64,
}

impl Choice {
    /// Adds the estimates for the arrays of a copy.
    fn describe(&self, one: &Relayout, statistics: &mut Statistics) {
        let (outer, inner) = match one.format {
            "csr" => (self.rows, self.columns),
            _ => (self.columns, self.rows),
        };
        let name = |part: &str| format!("{}_{part}", one.copy());
        statistics.set_value(&name("len"), outer as i64);
        statistics.set_entries(&name("pos"), &[outer + 1.0]);
        statistics.set_distinct(&name("pos"), outer.min(self.entries) + 1.0);
        statistics.set_sorted(&name("pos"));
        statistics.set_entries(&name("idx"), &[self.entries]);
        statistics.set_distinct(&name("idx"), inner.min(self.entries));
        statistics.set_entries(&name("val"), &[self.entries]);
    }
}

/// The matrices of a program that may be copied; none if the formats of computed tensors are chosen.
fn choices(program: &StorageProgram, bound: &Bound, statistics: &Statistics) -> Vec<Choice> {
    let module = &program.module;
    let read = module.logical().unwrap_or_default();
    let is_read = |it: &&Definition| {
        read.iter().any(|node| matches!(node, Node::Input(name, _) if name.as_str() == it.name))
    };
    let sizes = shape::sizes(module, bound);
    let matrices = module.tensors.iter().filter(|it| is_matrix(module, it)).filter(is_read);
    let found = matrices.filter_map(|tensor| {
        let arrays = fill::arrays_of(module, tensor);
        // The share of the stored reals that are not zero, and their number.
        let (mut share, mut stored): (f64, f64) = (1.0, 0.0);
        for array in arrays {
            if let Value::Array(array) = bound.inputs.get(&array.as_str().into())?
                && let Some(reals) = array.reals()
            {
                let own = reals.iter().filter(|real| **real != 0.0).count() as f64;
                share = share.min(own / reals.len().max(1) as f64);
                stored = stored.max(own);
            }
        }
        let [rows, columns] = sizes.get(&tensor.name)?[..] else { return None };
        let body = module.inlined(&tensor.body.as_ref()?.term);
        let of = estimate(&body, statistics);
        // Of a range whose ends are not known, the estimate is too low.
        let read = (of.entries_at(0) * of.entries_at(1)).max(stored);
        Some(Choice {
            tensor: tensor.name.clone(),
            own: fill::format_of(module, tensor),
            rows: rows?.size as f64,
            columns: columns?.size as f64,
            read: read.max(1.0),
            entries: (share * read).max(stored).max(1.0),
        })
    });
    found.collect()
}

/// Says what is known of the arrays of copies.
pub(crate) fn describe(
    program: &StorageProgram,
    bound: &Bound,
    relayouts: &[Relayout],
    statistics: &mut Statistics,
) {
    let all = choices(program, bound, statistics);
    for one in relayouts {
        if let Some(choice) = all.iter().find(|choice| choice.tensor == one.tensor) {
            choice.describe(one, statistics);
        }
    }
}

/// The program over copies, and the data with them; `None` if there are no copies, or making them takes too long.
pub(crate) fn with_copies(
    program: &StorageProgram,
    bound: &Bound,
    relayouts: &[Relayout],
) -> Option<(StorageProgram, Bound)> {
    if relayouts.is_empty() {
        return None;
    }
    let other = relaid(program, relayouts).ok()?;
    let mut bound = bound.clone();
    for one in relayouts {
        let tensor = program.module.tensor(&one.tensor)?;
        let of = other_formats::entries(&program.module, tensor, &bound)?.ok()?;
        bound.inputs =
            other_formats::inputs_of(&other.module, &one.copy(), &of, &bound.inputs).ok()?;
        let (sizes, source) = (of.extents().to_vec(), ExtentSource::Announced);
        bound.extents.insert(one.copy(), Extents { sizes, source });
    }
    Some((other, bound))
}

/// The tensors to convert in each run before its plan, if that is cheaper than the plan that was found, whose
/// term and cost these are.
pub(crate) fn relayouts(
    program: &StorageProgram,
    bound: &Bound,
    (plan, cost): (&Term, f64),
    extents: &[Option<u64>],
) -> Vec<Relayout> {
    if !program.before.is_empty() {
        return Vec::new();
    }
    let statistics = Statistics::of(&bound.inputs);
    let whole = cost + assembly(plan, &statistics, extents);
    if whole < LEAST {
        return Vec::new();
    }
    let all = choices(program, bound, &statistics);
    let pays = |choice: &Choice| {
        COPY * choice.read < GAIN * whole && choice.entries < FULL * choice.rows * choice.columns
    };
    let all: Vec<Choice> = all.into_iter().filter(pays).collect();
    if all.is_empty() {
        return Vec::new();
    }
    let budget = Budget { time: Duration::from_millis(500), ..Budget::default() };
    let mut options = Options { statistics, budget, ..Options::default() };
    for choice in &all {
        for (format, _) in FORMATS {
            let one = Relayout { tensor: choice.tensor.clone(), format };
            choice.describe(&one, &mut options.statistics);
        }
    }
    let Some((logical, _)) = optimize_logical(&program.module, &options) else { return Vec::new() };
    let search = Search { program, all: &all, logical, options, extents };
    let found = search.cheapest(GAIN * whole);
    found.unwrap_or_default()
}

/// A search for the copies with which a program costs least.
struct Search<'a> {
    program: &'a StorageProgram,
    all: &'a [Choice],
    logical: Term,
    options: Options,
    extents: &'a [Option<u64>],
}

/// The format of each choice's copy; no copy of some.
type Formats = Vec<Option<&'static str>>;

impl Search<'_> {
    fn relayouts(&self, formats: &Formats) -> Vec<Relayout> {
        let each = self.all.iter().zip(formats);
        let copied = each.filter_map(|(choice, format)| {
            Some(Relayout { tensor: choice.tensor.clone(), format: (*format)? })
        });
        copied.collect()
    }

    /// The cost of a run with these copies.
    fn cost(&self, formats: &Formats) -> Option<f64> {
        let relayouts = self.relayouts(formats);
        let other = relaid_term(self.program, &self.logical, &relayouts).ok()?;
        let term = other.module.logical()?;
        let plan = optimize_physical(&other.module, term, &self.options);
        let each = self.all.iter().zip(formats).filter(|(_, format)| format.is_some());
        let copies: f64 = each.map(|(choice, _)| COPY * choice.read).sum();
        let made = assembly(&plan.term, &self.options.statistics, self.extents);
        Some(plan.stages.last()?.costs[1] + copies + made)
    }

    /// The copies with the least cost, if it is less than `most`: all in compressed rows first, then one after the
    /// other in another format or none.
    fn cheapest(&self, most: f64) -> Option<Vec<Relayout>> {
        let end = Instant::now() + TIME;
        let rows = |choice: &Choice| (choice.own != Some("csr")).then_some("csr");
        let mut current: Formats = self.all.iter().map(rows).collect();
        let mut least = match current.iter().any(Option::is_some) {
            true => self.cost(&current).unwrap_or(f64::INFINITY),
            false => f64::INFINITY,
        };
        for at in 0..self.all.len() {
            for other in [None, Some("csr"), Some("csc")] {
                let is_own = other.is_some() && other == self.all[at].own;
                let mut formats = current.clone();
                formats[at] = other;
                let none = formats.iter().all(Option::is_none);
                if formats == current || is_own || none || Instant::now() > end {
                    continue;
                }
                if let Some(cost) = self.cost(&formats)
                    && cost < least
                {
                    (least, current) = (cost, formats);
                }
            }
        }
        (least < most).then(|| self.relayouts(&current))
    }
}

/// The numbers of a term's value, as far as they are known.
fn numbers(term: &Term, statistics: &Statistics) -> f64 {
    let Some(Form::Nested(levels)) = hloom_storage::term::sorts(term).last().map(|it| it.form)
    else {
        return 0.0;
    };
    let of = estimate(term, statistics);
    (0..usize::from(levels)).map(|level| of.entries_at(level)).product()
}

/// The work of putting the entries of a result in order, which the cost of a plan does not have.
fn assembly(plan: &Term, statistics: &Statistics, extents: &[Option<u64>]) -> f64 {
    let places: f64 =
        extents.iter().map(|extent| extent.map_or(f64::INFINITY, |it| it as f64)).product();
    if extents.len() < 2 || places <= DENSE || comes_by_rows(plan, plan.root()) {
        return 0.0;
    }
    SORT * numbers(&hoist(plan), statistics)
}

/// Whether each iteration of the outermost loops makes a row of the result.
fn comes_by_rows(term: &Term, id: Id) -> bool {
    match term[id] {
        Node::Zero(_) | Node::Single(_) => true,
        Node::Let([_, of]) | Node::If([_, of]) | Node::Unary(Unary::Neg, of) => {
            comes_by_rows(term, of)
        }
        Node::Binary(Binary::Scale, [_, of]) => comes_by_rows(term, of),
        Node::Binary(Binary::Add | Binary::Sub, [a, b]) => {
            comes_by_rows(term, a) && comes_by_rows(term, b)
        }
        Node::Sum([_, mut body]) => loop {
            body = match term[body] {
                Node::Let([_, of]) | Node::If([_, of]) | Node::Binary(Binary::Scale, [_, of]) => of,
                Node::Single(_) => break true,
                // Any other term makes entries of several rows.
                _ => break false,
            }
        },
        // Any other dictionary is made before it is written.
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Io, Terminal, main_with};
    use std::collections::BTreeSet;
    use std::fmt::Write as _;
    use std::path::Path;

    const N: u64 = 2200;

    /// A FROSTT file of about 15,000 entries at places that a linear congruential generator draws, and its extents.
    fn entries(mut seed: u64) -> String {
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % N
        };
        let mut places: BTreeSet<(u64, u64)> = (0..15_000).map(|_| (next(), next())).collect();
        places.insert((N - 1, N - 1));
        let mut text = String::new();
        for (at, (i, j)) in places.into_iter().enumerate() {
            let _ = writeln!(text, "{} {} {}", i + 1, j + 1, at % 7 + 1);
        }
        text
    }

    /// A command line in a folder: its output, if it succeeds.
    fn hloom(folder: &Path, line: &str) -> Result<String, String> {
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let folder = folder.to_str().unwrap();
        let words = line.split(' ').map(|word| word.replace("F/", &format!("{folder}/")));
        let mut io = Io {
            stdin: &mut std::io::empty(),
            stdout: &mut stdout,
            stderr: &mut stderr,
            terminal: Terminal::default(),
        };
        let status = main_with(["hloom".to_owned()].into_iter().chain(words), &mut io);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        if status == 0 { Ok(text(stdout)) } else { Err(text(stderr)) }
    }

    /// Each program has the same result over copies, as the plan says it is, and as it is replayed.
    #[test]
    fn programs_over_copies_have_the_same_results() {
        let folder = std::env::temp_dir().join(format!("hloom-relayouts-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("a.tns"), entries(1)).unwrap();
        std::fs::write(folder.join("b.tns"), entries(2)).unwrap();
        let ty = "{int -> {int -> real}}";
        let file = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
        for (name, result, formats, copies) in [
            (
                "product",
                "sum(<(i, k), a> in A, <(k, j), b> in B) { (i, j) -> a * b }",
                ["csr", "csc"],
                ", with B as csr",
            ),
            (
                "product",
                "sum(<(i, k), a> in A, <(k, j), b> in B) { (i, j) -> a * b }",
                ["csr", "csr"],
                "",
            ),
            (
                "transposed",
                "sum(<(k, i), a> in A, <(k, j), b> in B) { (i, j) -> a * b }",
                ["csr", "csr"],
                ", with A as csc",
            ),
            (
                "triangles",
                "sum(<(i, j), a> in A, <(j, k), b> in A) a * b * A(i, k) * B(0, 0)",
                ["coo_matrix", "csr"],
                ", with A as csr",
            ),
            ("sums", "sum(<(i, j), a> in A) { i -> a * B(i, j) }", ["csc", "csr"], ""),
        ] {
            let text = format!("CREATE TENSOR A : {ty}; CREATE TENSOR B : {ty}; {result}");
            std::fs::write(folder.join("p.sdql"), text).unwrap();
            let [a, b] = formats;
            let data = format!(
                "F/p.sdql --storage A={a} --storage B={b} --input A=F/a.tns --input B=F/b.tns"
            );
            let ending = if name == "triangles" { "txt" } else { "tns" };
            let run = |more: &str, out: &str| {
                let output =
                    if ending == "tns" { format!(" --output F/{out}.tns") } else { String::new() };
                let done = hloom(&folder, &format!("run {data} {more}{output}"));
                let said = done.unwrap_or_else(|error| panic!("{name}: {error}"));
                if ending == "tns" { file(&format!("{out}.tns")) } else { said }
            };
            let backend = if cfg!(feature = "llvm") { "cpu" } else { "interp" };
            let never = format!("--backend {backend} --passes optimize-storage{{relayout=false}}");
            let plain = run(&never, "plain");
            let plan = format!("--backend {backend} --emit-plan F/plan");
            assert_eq!(plain, run(&plan, "copied"), "{name} {formats:?}");
            let header = file("plan");
            let header = header.lines().next().unwrap_or_default();
            let found = header.find(", with").map_or("", |at| &header[at..]);
            assert_eq!(found.replace(", for finite numbers", ""), copies, "{name} {formats:?}");
            let replayed = run(&format!("--backend {backend} --use-plan F/plan"), "replayed");
            assert_eq!(plain, replayed, "{name} {formats:?}");
            // The plan of `opt` is the same.
            let data = data.replace("--input", "--statistics-of");
            let printed =
                hloom(&folder, &format!("opt {data} --optimize-storage --emit-plan F/other"));
            assert_eq!(file("plan"), file("other"), "{name} {formats:?}");
            let printed = printed.unwrap();
            assert_eq!(
                printed.contains("which each run computes once"),
                !copies.is_empty(),
                "{printed}"
            );
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn relayouts_are_read_as_they_are_written() {
        let one = Relayout::read("A as csc").unwrap();
        assert_eq!((one.text(), one.copy()), ("A as csc".to_owned(), "A_as_csc".to_owned()));
        for wrong in ["A as ell", "A", "A as", ""] {
            assert_eq!(Relayout::read(wrong), None);
        }
        let program = "CREATE TENSOR x : [real]; CREATE TENSOR A_as_csr_pos : [int]; ";
        let format = formats::named(formats::find("csc").unwrap(), "A");
        let program = crate::storage::compile(&format!("{program}{format} A"), &[]).unwrap();
        let said = |text: &str| relaid(&program, &[Relayout::read(text).unwrap()]).unwrap_err();
        assert_eq!(said("x as csr"), "`x` is no matrix that is stored in arrays");
        assert_eq!(
            said("A as csr"),
            "`A_as_csr` or a part of it is a name that the program has already"
        );
        let other = relaid(&program, &[one]).unwrap();
        assert_eq!(raise::text(&other.module.logical().unwrap()), "A_as_csc");
        assert_eq!(other.before.len(), 1);
        assert_eq!(other.before[0].order, [1, 0]);
    }
}
