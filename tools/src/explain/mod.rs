//! `hloom explain`: documentation of ops, passes, rewrite rules and error labels.
//!
//! Everything comes from the tables that the program itself uses (ops, passes, rules), so it is
//! never out of date. Without an argument, all names are listed; for a misspelt name, similar ones
//! are suggested.

mod axes;
#[cfg(feature = "llvm")]
mod balance;
mod calculus;
mod examples;
mod fusion;
mod label;
mod layers;
mod layouts;
#[cfg(feature = "llvm")]
mod measure;
mod op;
mod page;
mod part;
#[cfg(feature = "llvm")]
mod policies;
mod searched;
mod shardings;
mod simulate;
mod splits;
mod storage;
#[cfg(feature = "llvm")]
mod turns;

use hloom_analysis::simulate::link::parse_bytes;
use hloom_ir::op::OpDef;
use hloom_ir::{Module, ops};
use hloom_passes::fusion::Control;
use hloom_passes::fusion::machine::Machine;
use hloom_passes::rule::Rule;
use hloom_passes::split::plan::MOST_CORES;
use hloom_passes::{PassDef, Pipeline};

use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::simulate::Target;
use self::simulate::links::Links;
use crate::fusion::FusionFlags;
use crate::source::{Format, Source};
use crate::storage::{StorageFlags, passes};
use crate::{ExitStatus, Io};
use crate::{near, target};

/// Explain an op, a pass, a rewrite rule or the label of an error
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  hloom explain                  list all names
  hloom explain transpose        an op, by its short or full name
  hloom explain canonicalize     a pass, its options and rules
  hloom explain add-zero         a rewrite rule
  hloom explain C2 of transpose  the label in `breaks (C2)`
  hloom explain fusion FILE      what is fused in a program, and why the rest is not
  hloom explain fusion FILE --edge e sum
  hloom explain fusion FILE FILE --measure
                                 how estimates and measured times agree over programs
  hloom explain fusion FILE --html page.html
  hloom explain fusion FILE FILE --policies
                                 what programs take when other policies fuse them
  hloom explain storage FILE.sdql --statistics-of A=a.mtx
                                 the plan of a storage program, and what other formats cost
  hloom explain storage FILE.sdql --storage A=csr --html page.html
  hloom explain csr              a storage format
  hloom explain merge            an expression of storage programs, with an example
  hloom explain splits FILE --cores 4
                                 how ops are divided among cores, and what that saves
  hloom explain splits FILE --cores 16 --simulate --memory-cores 5
                                 the same, and the kernels that come of it on 16 cores
  hloom explain splits FILE --mesh 2x4
                                 how tensors are sharded over a mesh, and what devices exchange
  hloom explain splits FILE --mesh 64x128 --link 50GBps,2us,torus
                                 the time of a step on all ranks: phases, links, memory, bubbles
  hloom explain splits FILE --mesh 64x128 --link 50GBps,2us --search
                                 the shardings of the least estimated time, and a step with them
  hloom explain splits FILE --mesh 2x2 --measure
                                 the same for threads of this machine, beside measured times
  hloom explain layers FILE --cores 2
                                 which ops cores compute side by side, and what that saves
  hloom explain layers FILE --measure           layers by measured times of the kernels
  hloom explain balance FILE --cores 2 --measure
                                 a step as levels of a pipeline, and what holds it up
  hloom explain layouts FILE     in which order values lie in memory, and what that saves")]
pub struct Args {
    /// The name of an op, pass or rule, or a label such as C2; none lists all
    #[arg(value_name = "NAME", num_args = 0..)]
    name: Vec<String>,
    /// Explain one edge of a program: the names of two values
    #[arg(long, num_args = 2, value_names = ["FROM", "TO"])]
    edge: Vec<String>,
    /// Draw a program's kernels, the levels of its pipeline, or the loops of a storage plan, as a page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Run each kernel of a program by itself, one thread, or each level, and say what it takes
    #[arg(long)]
    measure: bool,
    /// Run programs whole, one thread, as each policy fuses them, and compare the times
    #[arg(long, conflicts_with_all = ["edge", "html", "measure"])]
    policies: bool,
    /// Plan a program for this many cores (2)
    #[arg(long, value_name = "N")]
    cores: Option<usize>,
    /// Also simulate the kernels of a program on the cores
    #[arg(long, conflicts_with = "mesh")]
    simulate: bool,
    /// The number of cores that the memory serves at full speed (1.3)
    #[arg(long, value_name = "N", value_parser = parse_memory_cores, conflicts_with = "mesh")]
    memory_cores: Option<f64>,
    /// Show a program's shardings over its mesh, with axes of these sizes
    #[arg(long, value_name = "SIZES", value_parser = shardings::parse_mesh, conflicts_with = "cores")]
    mesh: Option<Sizes>,
    /// Simulate a step over these links: rate, latency and topology (switch, torus or memory), one for
    /// all axes or one for each; or a file of links, measured on this machine if it is missing
    #[arg(long, value_name = "RATE,LATENCY|FILE", value_parser = simulate::links::parse_link, requires = "mesh")]
    link: Vec<simulate::links::LinkSource>,
    /// Search the shardings of the least estimated time, beside those that the program states
    #[arg(long, requires = "mesh")]
    search: bool,
    /// Search by measured times of kernels: a file, to which the times that it lacks are measured on one
    /// thread of this machine
    #[arg(long, value_name = "FILE", requires = "search")]
    times: Option<PathBuf>,
    /// The memory of a rank, such as 80GB: warn if a step takes more; a search stays below it
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes, requires = "mesh")]
    rank_memory: Option<f64>,
    #[command(flatten)]
    fusion: FusionFlags,
    #[cfg(feature = "llvm")]
    #[command(flatten)]
    balance: balance::BalanceFlags,
    #[command(flatten)]
    storage: StorageFlags,
    /// Print which rules led to the plan of a storage program, step by step
    #[arg(long)]
    proof: bool,
    /// Choose formats for the stored tensors of a storage program together, where a conversion is
    /// spread over so many runs
    #[arg(long, value_name = "RUNS", num_args = 0..=1, default_missing_value = "100", require_equals = true)]
    assign_storage: Option<u32>,
}

/// The sizes of a mesh's axes; clap takes a plain `Vec` for a repeated option.
type Sizes = std::vec::Vec<i64>;

impl Args {
    /// Checks that each option has an effect.
    ///
    /// # Errors
    /// One has none; the message names what has it.
    fn check(&self) -> anyhow::Result<()> {
        if let Some(flag) = self.fusion.given(true) {
            anyhow::bail!("{flag} is for opt, run and compile; explain shows what costs decide");
        }
        let about_fusion = matches!(&self.name[..], [about, _, ..] if about == "fusion");
        let flags = [
            ("--edge", !self.edge.is_empty()),
            ("--html", self.html.is_some()),
            (
                "--measure",
                self.measure && !matches!(&self.name[..], [about, _, ..] if about == "layers"),
            ),
            ("--policies", self.policies),
        ];
        let about_storage = matches!(&self.name[..], [about, _, ..] if about == "storage");
        let about_plans = self.storage.given().or(self.proof.then_some("--proof"));
        let about_plans = about_plans.or(self.assign_storage.map(|_| "--assign-storage"));
        if let Some(flag) = about_plans.filter(|_| !about_storage) {
            anyhow::bail!("{flag} is for `hloom explain storage FILE`");
        }
        let about = |what: &str| matches!(&self.name[..], [about, _, ..] if about == what);
        let about_splits = about("splits");
        let planned = ["splits", "layers", "balance"];
        if self.cores.is_some() && !planned.into_iter().any(about) {
            anyhow::bail!("--cores is for `hloom explain splits FILE`, or layers or balance");
        }
        if self.mesh.is_some() && !about_splits {
            anyhow::bail!("--mesh is for `hloom explain splits FILE`");
        }
        if self.mesh.is_some() {
            let simulated = !self.link.is_empty() || self.measure;
            for (flag, given) in [
                ("--html", self.html.is_some()),
                ("--rank-memory", self.rank_memory.is_some()),
                ("--search", self.search),
            ] {
                anyhow::ensure!(
                    !given || simulated,
                    "{flag} is about a simulated step: give --link, or --measure"
                );
            }
            let other = [("--edge", !self.edge.is_empty()), ("--policies", self.policies)];
            let flag = other.into_iter().find_map(|(flag, given)| given.then_some(flag));
            return match flag.or(self.fusion.given(true)) {
                Some(flag) => anyhow::bail!("{flag} is for `hloom explain fusion FILE`"),
                None => Ok(()),
            };
        }
        let flag = flags.into_iter().find_map(|(flag, given)| given.then_some(flag));
        if about_storage {
            anyhow::ensure!(
                self.html.is_none() || self.assign_storage.is_none(),
                "--assign-storage prints formats; --html draws a plan"
            );
            let other = flags.into_iter().filter(|(flag, _)| *flag != "--html");
            let flag = other.into_iter().find_map(|(flag, given)| given.then_some(flag));
            return match flag.or(self.fusion.given(false)) {
                Some(flag) => anyhow::bail!("{flag} is for `hloom explain fusion FILE`"),
                None => Ok(()),
            };
        }
        if about("balance") {
            let not = [("--edge", !self.edge.is_empty()), ("--policies", self.policies)];
            let flag = not.into_iter().find_map(|(flag, given)| given.then_some(flag));
            return match flag.or(self.fusion.given(false)) {
                Some(flag) => anyhow::bail!("{flag} is for `hloom explain fusion FILE`"),
                None => Ok(()),
            };
        }
        #[cfg(feature = "llvm")]
        if let Some(flag) = self.balance.given() {
            anyhow::bail!("{flag} is for `hloom explain balance FILE`");
        }
        anyhow::ensure!(
            !self.simulate || about_splits,
            "--simulate is for `hloom explain splits FILE`"
        );
        anyhow::ensure!(
            self.memory_cores.is_none() || about_splits,
            "--memory-cores is for `hloom explain splits FILE`"
        );
        // Cores have the rates of a machine.
        match flag.or(self.fusion.given(about_splits)) {
            Some(flag) if !about_fusion => {
                anyhow::bail!("{flag} is for `hloom explain fusion FILE`")
            }
            _ => Ok(()),
        }
    }
}

/// Parses a number of cores, which may be a fraction.
fn parse_memory_cores(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n: &f64| *n >= 1.0 && n.is_finite());
    number.ok_or_else(|| format!("`{text}` is not a number of cores of 1 or more"))
}

impl Args {
    /// The machine that a step is simulated on, if one is wanted. Rates of a rank are those of
    /// `--machine`; if the program is run to compare, those of this machine are measured.
    ///
    /// # Errors
    /// If a file can't be read or written, or nothing can be measured.
    fn target(&self, sizes: &[i64], io: &mut Io<'_>) -> anyhow::Result<Option<Target>> {
        if self.link.is_empty() && !self.measure {
            return Ok(None);
        }
        let Links { links, cores } = simulate::links::links(&self.link, sizes, io)?;
        // Ranks that are run share the cores of this machine.
        let own = || std::thread::available_parallelism().map_or(1.0, |n| n.get() as f64);
        let cores = cores.or_else(|| self.measure.then(own));
        let machine = match self.fusion.control(io)?.machine.clone() {
            Some(machine) => machine,
            None if self.measure => crate::fusion::measured()?,
            None => Machine::default(),
        };
        let (memory, measure) = (self.rank_memory, self.measure);
        Ok(Some(Target { machine, links, cores, memory, measure }))
    }
}

/// Runs the command.
///
/// # Errors
/// If the result can't be written.
pub fn run(args: Args, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    args.check()?;
    if let [about, files @ ..] = &args.name[..]
        && about == "fusion"
        && !files.is_empty()
    {
        let files: Vec<&Path> = files.iter().map(Path::new).collect();
        if args.policies {
            return policies(&files, &args.fusion, io);
        }
        let edge = match &args.edge[..] {
            [a, b] => Some((a.as_str(), b.as_str())),
            _ => None,
        };
        let request = fusion::Request { edge, html: args.html.as_deref(), measure: args.measure };
        return fusion::run(&files, &request, &args.fusion, io);
    }
    if let [about, files @ ..] = &args.name[..]
        && about == "layouts"
        && !files.is_empty()
    {
        let files: Vec<&Path> = files.iter().map(Path::new).collect();
        return layouts::run(&files, io);
    }
    if let [about, files @ ..] = &args.name[..]
        && about == "layers"
        && !files.is_empty()
    {
        let files: Vec<&Path> = files.iter().map(Path::new).collect();
        return layers::run(&files, args.cores.unwrap_or(2), args.measure, io);
    }
    #[cfg(feature = "llvm")]
    if let [about, files @ ..] = &args.name[..]
        && about == "balance"
        && !files.is_empty()
    {
        let files: Vec<&Path> = files.iter().map(Path::new).collect();
        let (cores, measure, html) = (args.cores, args.measure, args.html.as_deref());
        let request = balance::Request { cores, measure, html };
        return balance::run(&files, &request, &args.balance, io);
    }
    if let [about, files @ ..] = &args.name[..]
        && about == "splits"
        && !files.is_empty()
    {
        let files: Vec<&Path> = files.iter().map(Path::new).collect();
        if let Some(sizes) = &args.mesh {
            let target = args.target(sizes, io)?;
            let (target, html) = (target.as_ref(), args.html.as_deref());
            let (search, times) = (args.search, args.times.as_deref());
            if let Some(it) =
                target.filter(|it| times.is_some() && it.machine.name.starts_with("sm_"))
            {
                let name = &it.machine.name;
                anyhow::bail!("--times has times of this machine's cores, but --machine is {name}");
            }
            #[cfg(feature = "llvm")]
            let batch = args.balance.stages()?;
            #[cfg(not(feature = "llvm"))]
            let batch = None;
            anyhow::ensure!(
                search || batch.is_none(),
                "--batch-arguments is for a search of stages: give --search"
            );
            let batch = batch.as_ref();
            let request = shardings::Request { sizes, target, html, search, times, batch };
            return shardings::run(&files, &request, io);
        }
        let machine = args.fusion.control(io)?.machine.clone();
        let memory = (machine, args.memory_cores);
        return splits::run(&files, args.cores.unwrap_or(2), memory, args.simulate, io);
    }
    if let [about, files @ ..] = &args.name[..]
        && about == "storage"
        && !files.is_empty()
    {
        let files: Vec<&Path> = files.iter().map(Path::new).collect();
        let (proof, runs, html) = (args.proof, args.assign_storage, args.html.as_deref());
        return storage::run(&files, &args.storage, &storage::Request { proof, runs, html }, io);
    }
    // Accepts `C2 of transpose`, `transpose C2` and `(C2)`.
    let words: Vec<&str> = args
        .name
        .iter()
        .map(|word| word.trim_matches(['(', ')', '`', '\'']))
        .filter(|&word| word != "of")
        .collect();
    let page = match words[..] {
        [] => Ok(overview()),
        [name] => explain(name),
        [a, b] if label::is_label(a) => with_op(a, b),
        [a, b] if label::is_label(b) => with_op(b, a),
        [a, _, ..] => Err(format!("expected one name, or a label and an op, not `{a} …`")),
    };
    match page {
        Ok(page) => {
            io.write_result(None, page.as_bytes())?;
            Ok(ExitStatus::Success)
        }
        Err(message) => {
            io.error(message)?;
            Ok(ExitStatus::Usage)
        }
    }
}

#[cfg(feature = "llvm")]
fn policies(files: &[&Path], flags: &FusionFlags, io: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    policies::run(files, flags, io)
}

#[cfg(not(feature = "llvm"))]
fn policies(_: &[&Path], _: &FusionFlags, _: &mut Io<'_>) -> anyhow::Result<ExitStatus> {
    anyhow::bail!("this hloom was built without LLVM, so that nothing can be run natively")
}

/// The module that a file holds, with the file; nothing if something is
/// wrong with it, which is then said.
fn read(file: &Path, io: &mut Io<'_>) -> anyhow::Result<Option<(Source, Module)>> {
    let source = Source::read(file, io)?;
    let (module, diagnostics) = source.chunks(false)[0].read();
    source.show(&diagnostics, Format::default(), io)?;
    Ok(module.map(|module| (source, module)))
}

/// The same after the passes that precede this one in the CPU pipeline.
fn read_for(
    pass: &str,
    file: &Path,
    control: &Arc<Control>,
    io: &mut Io<'_>,
) -> anyhow::Result<Option<(Source, Module)>> {
    let pipeline = crate::opt::pipeline(&format!("{},symbol-dce", before(pass)))?;
    read_after(&pipeline, file, control, io)
}

/// The passes of the CPU pipeline in front of the one of this name.
fn before(pass: &str) -> &'static str {
    let all = target::CPU_PIPELINE;
    let ends = |rest: &str| rest.is_empty() || rest.starts_with([',', '{']);
    let name = format!(",{pass}");
    let mut places = all.match_indices(&name).map(|(at, found)| (at, at + found.len()));
    places.find(|(_, end)| ends(&all[*end..])).map_or(all, |(at, _)| &all[..at])
}

/// The number of cores, checked.
fn checked_cores(cores: usize) -> anyhow::Result<usize> {
    anyhow::ensure!(
        (1..=MOST_CORES).contains(&cores),
        "--cores must be 1 to {MOST_CORES}, not {cores}"
    );
    Ok(cores)
}

/// The module that a file holds after these passes, with the file; nothing if something is wrong, which
/// is then said.
fn read_after(
    pipeline: &Pipeline,
    file: &Path,
    control: &Arc<Control>,
    io: &mut Io<'_>,
) -> anyhow::Result<Option<(Source, Module)>> {
    let Some((source, mut module)) = read(file, io)? else { return Ok(None) };
    if let Err(failure) = target::optimize(&mut module, pipeline, control) {
        io.error(failure)?;
        return Ok(None);
    }
    Ok(Some((source, module)))
}

/// Every op of the table, sorted by short name.
fn ops() -> impl Iterator<Item = &'static OpDef> {
    ops::TABLE.iter().map(|entry| entry.def)
}

/// The page of the op with this name, or with this short name.
pub(crate) fn op_page(name: &str) -> Option<String> {
    let def = ops().find(|def| def.name == name || def.short_name() == name)?;
    Some(op::page(def, &rules_at(def)))
}

/// The pages of everything with this name.
fn explain(name: &str) -> Result<String, String> {
    let mut pages: Vec<String> = ops()
        .filter(|def| def.name == name || def.short_name() == name)
        .map(|def| op::page(def, &rules_at(def)))
        .collect();
    pages.extend(hloom_passes::table::lookup(name).map(pass_page));
    pages.extend(rules().iter().find(|rule| rule.name == name).map(rule_page));
    pages.extend(passes::page(name));
    pages.extend(passes::rule_page(name));
    pages.extend(storage::format_page(name));
    pages.extend(calculus::page(name));
    pages.extend(label::is_label(name).then(|| label::page(name)));
    if pages.is_empty() { Err(unknown(name)) } else { Ok(pages.join("\n")) }
}

/// The page of a label in the context of an op.
fn with_op(label: &str, name: &str) -> Result<String, String> {
    let def = ops()
        .find(|def| def.name == name || def.short_name() == name)
        .ok_or_else(|| unknown(name))?;
    label::page_of(label, def)
}

/// The rules of `canonicalize`, in matching order.
fn rules() -> &'static [Rule] {
    hloom_passes::canonicalize::RULES.rules()
}

/// The rules with this op as the root of the left-hand side.
fn rules_at(def: &OpDef) -> Vec<String> {
    let width = rules().iter().map(|r| r.name.len()).max().unwrap_or(0);
    rules()
        .iter()
        .filter(|rule| rule.root() == def.name)
        .map(|rule| format!("{:width$}  {}", rule.name, rule.describe()))
        .collect()
}

fn pass_page(pass: &PassDef) -> String {
    let scope = if pass.on_functions { "modules, and in func(…)" } else { "modules" };
    let mut page = format!("{}, a pass over {scope}\n\n{}\n", pass.name, pass.doc);
    let options = (pass.options)();
    if !options.is_empty() {
        page += "\nOptions, in braces behind the name\n";
        page += &op::table(options.iter().map(|o| (o.name, o.doc())));
    }
    if !pass.after.is_empty() {
        page += "\nComes after\n";
        page += &op::table(pass.after.iter().map(|(name, why)| (*name, (*why).to_owned())));
    }
    if pass.name == "canonicalize" {
        page += "\nRules\n";
        page += &op::table(rules().iter().map(|r| (r.name, r.describe())));
    }
    page + &format!("\nhloom opt FILE --passes='{}'\n", pass.name)
}

fn rule_page(rule: &Rule) -> String {
    let mut page = format!("{}, a rewrite rule of canonicalize\n\n", rule.name);
    page += &format!("  {}\n\n", rule.describe());
    page += if rule.is_fast {
        "It may change rounding, and runs only with canonicalize{fast=true}.\n"
    } else {
        "It holds bit for bit under IEEE 754, any NaN being equal to any other.\n"
    };
    if rule.is_quantized {
        page += "It holds for quantized values too.\n";
    }
    if rule.keeps_effects {
        page += "Its ops may have effects, which it keeps.\n";
    }
    page += &format!("It starts at {}; see hloom explain {}.\n", rule.root(), rule.root());
    if let Some(example) = rule.example {
        page += &format!("\nA program in which it fires\n{}\n", example.trim_end());
    }
    page + &format!("\nhloom opt FILE --canonicalize --disable-rule {}\n", rule.name)
}

/// The message for an unknown name.
fn unknown(name: &str) -> String {
    let shown: String = name.chars().take(60).flat_map(char::escape_debug).collect();
    let mut message = format!("nothing is named `{shown}`");
    let theirs = passes::rules();
    let mut all: Vec<&str> = ops().flat_map(|def| [def.short_name(), def.name]).collect();
    all.extend(hloom_passes::TABLE.iter().map(|p| p.name).chain(passes::names()));
    all.extend(rules().iter().map(|r| r.name));
    all.extend(theirs.iter().map(|rule| rule.name.as_str()));
    all.extend(hloom_storage::formats::ALL.iter().map(|(name, _)| *name));
    all.extend(calculus::all().map(|(name, _)| name));
    let names = || all.iter().copied();
    let near = near::nearest(name, names());
    let containing = near::containing(name, names().filter(|_| name.len() > 2));
    match (near, &containing[..]) {
        (Some(near), _) => message += &format!("; did you mean `{near}`?"),
        (None, []) => message += "; `hloom explain` lists the names",
        (None, some) => {
            let some: Vec<String> = some.iter().take(8).map(|n| format!("`{n}`")).collect();
            message += &format!("; these contain it: {}", some.join(", "));
        }
    }
    message
}

/// The names of everything that can be explained.
fn overview() -> String {
    let mut page = "Ops\n".to_owned();
    page += &op::table(ops().map(|def| (def.name, first_sentence(def.doc))));
    page += "\nPasses\n";
    page += &op::table(hloom_passes::TABLE.iter().map(|p| (p.name, p.doc.to_owned())));
    page += "\nRules of canonicalize\n";
    page += &op::table(rules().iter().map(|r| (r.name, r.describe())));
    page += "\nPasses over storage programs\n";
    page += &op::table(passes::docs().map(|(name, doc)| (name, doc.to_owned())));
    page += "\nExpressions of storage programs\n";
    page += &op::table(calculus::all());
    page += "\nFormats of storage programs\n";
    page += &op::table(storage::formats());
    page += "\nRules of optimize-storage\n";
    let theirs = passes::rules();
    page += &op::table(theirs.iter().map(|rule| (rule.name.as_str(), passes::law(rule))));
    page += "\nLabels of errors\n";
    page + &op::table(label::OURS.iter().map(|(name, what)| (*name, first_sentence(what))))
}

/// A documentation's first sentence, on one line.
fn first_sentence(doc: &str) -> String {
    let text: Vec<&str> = doc.split_whitespace().collect();
    let text = text.join(" ");
    match text.find(". ") {
        Some(end) => text[..=end].to_owned(),
        None => text,
    }
}
