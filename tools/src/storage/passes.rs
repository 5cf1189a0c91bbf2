//! The passes over storage programs, and pipelines of them: `optimize-storage{strict=true}`.

use std::sync::LazyLock;
use std::time::Duration;

use anyhow::{Context, bail};
use hloom_storage::syntax::ast;
use hloom_storage::term::{Node, Term};
use hloom_storage::{Module, raise, syntax};
use hloom_storage_search::rules;
use hloom_storage_search::rules::{CONTRACTION, FUSE_UNIQUE, Holds, Rule, Stage};
use hloom_storage_search::search::{self, Options, Statistics, Status};

use super::StorageProgram;
use crate::near;

/// A pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pass {
    Inline,
    Optimize,
}

/// Each pass with its name and a sentence.
const TABLE: [(Pass, &str, &str); 2] = [
    (Pass::Inline, "inline-storage", "Replaces stored tensors by their mappings."),
    (
        Pass::Optimize,
        "optimize-storage",
        "Finds a cheap equal program over physical arrays, by equality saturation.",
    ),
];

/// The options of `optimize-storage`, each with a sentence.
const OPTIONS: [(&str, &str); 8] = [
    ("stage", "all (default), logical: the program as it is written, physical: over its arrays"),
    ("strict", "Apply only rules that hold bit for bit (default false)"),
    ("disable", "Rules that are not applied, as in disable=sum-sum+fuse-unique"),
    ("arrays", "Build no dictionary that is read again, if there is another plan (default false)"),
    (
        "relayout",
        "Convert matrices in each run first, if that is cheaper with the data (default true)",
    ),
    ("nodes", "The most nodes of an e-graph (default 16000)"),
    ("milliseconds", "The most time of the logical stage, and of the others (default 9000)"),
    ("iterations", "The most passes of a stage over the rules (default 16)"),
];

/// One pass with its options.
#[derive(Clone, Debug)]
struct Step {
    pass: Pass,
    stages: [bool; 2],
    strict: bool,
    arrays: bool,
    /// Whether matrices may be converted first.
    relayout: bool,
    /// The rules that are not applied.
    disabled: Vec<String>,
    budget: search::Budget,
}

/// Passes in their order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pipeline {
    steps: Vec<Step>,
    /// Whether the optimizer keeps its proofs.
    proofs: bool,
}

impl Pipeline {
    /// The passes that run unless others are named.
    pub(crate) fn usual() -> Pipeline {
        Pipeline { steps: vec![Step::new(Pass::Optimize)], proofs: false }
    }

    /// The same passes, which keep their proofs.
    pub(crate) fn with_proofs(self) -> Pipeline {
        Pipeline { proofs: true, ..self }
    }

    /// The same passes, which build no dictionary that is read again, if there is another plan; `None`
    /// if they do so anyway, or do not choose.
    pub(crate) fn over_arrays(&self) -> Option<Pipeline> {
        let mut other = self.clone();
        let mut changed = false;
        for step in other.steps.iter_mut().filter(|step| step.pass == Pass::Optimize) {
            changed |= !step.arrays;
            step.arrays = true;
        }
        changed.then_some(other)
    }

    /// Whether the plan may be one over copies of matrices in other formats, which each run
    /// [makes first](mod@super::relayouts): if both stages are asked for, and all rules.
    pub(crate) fn relays(&self) -> bool {
        let all = |step: &Step| step.pass == Pass::Optimize && step.stages == [true; 2];
        let free = |step: &Step| !step.strict && step.disabled.is_empty();
        matches!(&self.steps[..], [step] if all(step) && free(step) && step.relayout)
    }

    /// Reads `name{option=value,option=value},name`.
    ///
    /// # Errors
    /// If it is malformed, or a name is not known.
    pub(crate) fn parse(text: &str) -> anyhow::Result<Pipeline> {
        let mut steps = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let end = rest.find([',', '{']).unwrap_or(rest.len());
            let name = rest[..end].trim();
            let Some((pass, ..)) = TABLE.iter().find(|(_, known, _)| *known == name) else {
                let names = TABLE.iter().map(|(_, name, _)| *name);
                match near::nearest(name, names.clone()) {
                    Some(near) => {
                        bail!("no pass over storage programs is `{name}`; did you mean `{near}`?")
                    }
                    None => bail!(
                        "no pass over storage programs is `{name}`; there are {}",
                        names.collect::<Vec<_>>().join(" and ")
                    ),
                }
            };
            let mut step = Step::new(*pass);
            rest = rest[end..].trim_start();
            if let Some(inner) = rest.strip_prefix('{') {
                let Some((options, after)) = inner.split_once('}') else {
                    bail!("`{{` after `{name}` is not closed");
                };
                for option in options.split(',').map(str::trim).filter(|it| !it.is_empty()) {
                    step.set(option).with_context(|| format!("in `{name}{{{options}}}`"))?;
                }
                rest = after.trim_start();
            }
            rest = match rest.strip_prefix(',') {
                Some(after) => after.trim_start(),
                None if rest.is_empty() => rest,
                None => bail!("expected `,` between passes, found `{rest}`"),
            };
            steps.push(step);
        }
        Ok(Pipeline { steps, proofs: false })
    }

    /// Runs the passes on a program's result; `None` if it has none.
    pub(crate) fn run(
        &self,
        module: &Module,
        statistics: &Statistics,
        disabled: &[String],
    ) -> Option<Staged> {
        let mut staged = Staged { term: module.logical()?, stages: Vec::new(), proofs: Vec::new() };
        for step in &self.steps {
            let mut statistics = statistics.clone();
            statistics.avoid_dictionaries = step.arrays;
            let options = Options {
                budget: step.budget,
                disabled: disabled.iter().chain(&step.disabled).cloned().collect(),
                strict: step.strict,
                statistics,
                ..Options::default()
            };
            let proofs = self.proofs;
            // Rule 37 is a step before those of a stage.
            let promised = |term: &mut Term| {
                let fused = search::fuse_promised(term, &options)?;
                *term = fused;
                let rule = FUSE_UNIQUE.to_owned();
                Some(search::Step { rule, backward: false, term: term.clone() })
            };
            let stage = |term: &Term, stage, options: &Options, first: &Option<search::Step>| {
                if proofs {
                    let (term, status, mut steps) = search::prove(term, stage, options);
                    if stage != Stage::Physical {
                        steps.splice(0..0, first.clone());
                    }
                    return (term, status, steps);
                }
                let (term, status) = search::saturate(term, stage, options);
                (term, status, Vec::new())
            };
            let Staged { term, stages, proofs: steps } = &mut staged;
            let mut term = std::mem::take(term);
            let mut report = |status, proof| {
                stages.push(status);
                steps.push(proof);
            };
            if step.pass == Pass::Optimize && step.stages[0] {
                let first = promised(&mut term);
                let (found, status, proof) = stage(&term, Stage::Logical, &options, &first);
                report(status, proof);
                term = found;
            }
            if step.pass == Pass::Inline || step.stages[1] {
                term = module.inlined(&term);
            }
            if step.pass == Pass::Optimize && step.stages[1] {
                let first = promised(&mut term);
                let reordered = |term: &Term| search::Step {
                    rule: CONTRACTION.to_owned(),
                    backward: false,
                    term: term.clone(),
                };
                let begin = term.clone();
                let run = |term: &Term, at, options: &Options| {
                    let other = at == Stage::Fusion && *term != begin;
                    let first = if other { Some(reordered(term)) } else { first.clone() };
                    stage(term, at, options, &first)
                };
                let others = |which| search::contraction::composed(module, which);
                let plan = search::physical(&term, others, &options, run, &mut report);
                term = search::hoist(&plan);
            }
            staged.term = term;
        }
        if self.annihilates() && search::has_special_values(&staged.term, statistics) {
            staged.term = search::annihilating(&staged.term);
        }
        Some(staged)
    }
}

impl Pipeline {
    /// Whether a plan of these passes takes all numbers to be finite: zero times anything is then zero, and no
    /// product looks at its factors.
    pub(crate) fn takes_finite(&self, plan: &Term, statistics: &Statistics) -> bool {
        self.annihilates() && !search::has_special_values(plan, statistics)
    }

    /// Whether a pass takes zero times anything to be zero.
    fn annihilates(&self) -> bool {
        self.steps.iter().any(|step| step.pass == Pass::Optimize && !step.strict)
    }
}

impl Step {
    fn new(pass: Pass) -> Step {
        let budget = search::Budget::default();
        let disabled = Vec::new();
        let (strict, arrays, relayout) = (false, false, true);
        Step { pass, stages: [true; 2], strict, arrays, relayout, disabled, budget }
    }

    fn set(&mut self, option: &str) -> anyhow::Result<()> {
        let (name, value) = option.split_once('=').unwrap_or((option, "true"));
        let (name, value) = (name.trim(), value.trim());
        let known = || OPTIONS.iter().map(|(name, _)| *name);
        if self.pass != Pass::Optimize || !known().any(|known| known == name) {
            match near::nearest(name, known()).filter(|_| self.pass == Pass::Optimize) {
                _ if rules().iter().any(|rule| rule.name == name) => {
                    bail!(
                        "there is no option `{name}`; rules are joined by `+`, as in disable=NAME+NAME"
                    )
                }
                Some(near) => bail!("there is no option `{name}`; did you mean `{near}`?"),
                None => bail!("there is no option `{name}`"),
            }
        }
        let wrong = || format!("`{value}` is no value of `{name}`");
        match name {
            "stage" => {
                self.stages = match value {
                    "all" => [true, true],
                    "logical" => [true, false],
                    "physical" => [false, true],
                    _ => bail!("{}; its values are all, logical and physical", wrong()),
                };
            }
            "strict" => self.strict = value.parse().with_context(wrong)?,
            "disable" if !option.contains('=') => {
                bail!("`disable` needs the names of rules: disable=NAME+NAME")
            }
            "disable" => {
                for name in value.split('+').map(str::trim) {
                    if rules().iter().all(|rule| rule.name != name) {
                        let near = near::nearest(name, rules().iter().map(|it| it.name.as_str()));
                        let more = near.map(|near| format!("; did you mean `{near}`?"));
                        bail!("there is no rule `{name}`{}", more.unwrap_or_default());
                    }
                    self.disabled.push(name.to_owned());
                }
            }
            "relayout" => self.relayout = value.parse().with_context(wrong)?,
            "arrays" => self.arrays = value.parse().with_context(wrong)?,
            "nodes" => self.budget.nodes = value.parse().with_context(wrong)?,
            "milliseconds" => {
                self.budget.time = Duration::from_millis(value.parse().with_context(wrong)?);
            }
            _ => self.budget.iterations = value.parse().with_context(wrong)?,
        }
        Ok(())
    }
}

/// A program's result after some passes.
#[derive(Clone, Debug)]
pub(crate) struct Staged {
    /// The result.
    pub(crate) term: Term,
    /// The figures of each stage of the optimizer.
    pub(crate) stages: Vec<Status>,
    /// The proof of each stage, if the pipeline keeps them.
    pub(crate) proofs: Vec<Vec<search::Step>>,
}

/// The text of a program whose result is this term: the tensors that it needs, and the term.
pub(crate) fn text(program: &StorageProgram, term: &Term) -> String {
    let mut needed: Vec<String> = Vec::new();
    let inputs = |term: &Term| -> Vec<String> {
        term.iter()
            .filter_map(|node| match node {
                Node::Input(name, _) => Some(name.to_string()),
                _ => None,
            })
            .collect()
    };
    let mut open = inputs(term);
    while let Some(name) = open.pop() {
        if needed.contains(&name) {
            continue;
        }
        let body = program.module.tensor(&name).and_then(|tensor| tensor.body.as_ref());
        open.extend(body.into_iter().flat_map(|body| inputs(&body.term)));
        needed.push(name);
    }
    let tensors = program.tree.tensors.iter();
    let tensors = tensors.filter(|tensor| needed.contains(&tensor.name.text)).cloned().collect();
    syntax::print(&ast::Program { tensors, result: Some(raise::raise(term)) })
}

/// The passes and their options, for `--list-passes`.
pub(crate) fn list() -> String {
    let mut text = String::new();
    for (pass, name, doc) in TABLE {
        text += &format!("{name:17} {doc}\n");
        if pass == Pass::Optimize {
            OPTIONS.iter().for_each(|(name, doc)| text += &format!("  {name:12}    {doc}\n"));
        }
    }
    text
}

/// The page of a pass; `None` for other names.
pub(crate) fn page(name: &str) -> Option<String> {
    let (pass, name, doc) = TABLE.iter().find(|(_, known, _)| *known == name)?;
    let mut page = format!("{name}, a pass over storage programs\n\n{doc}\n");
    if *pass == Pass::Optimize {
        page += "\nOptions, in braces behind the name\n";
        OPTIONS.iter().for_each(|(name, doc)| page += &format!("  {name:12}  {doc}\n"));
        page += "\nThe 44 rules of the paper (arXiv 2210.06267) by their names here\n";
        page += &numbered();
    }
    Some(page + &format!("\nhloom opt FILE.sdql --passes='{name}'\n"))
}

/// The paper's rules by number, each with its names here, or why no stage applies it.
fn numbered() -> String {
    let mut text = String::new();
    let mut number = 1;
    while number <= 44 {
        if let Some((_, last, why)) = rules::NOT_APPLIED.iter().find(|it| it.0 == number) {
            let numbers = match number == *last {
                true => number.to_string(),
                false => format!("{number} to {last}"),
            };
            text += &format!("  {numbers:8}  {why}\n");
            number = last + 1;
            continue;
        }
        let applied = |rule: &&Rule| !rule.stages.is_empty() || rule.name == FUSE_UNIQUE;
        let names = rules().iter().filter(|rule| rule.number == Some(number)).filter(applied);
        let names: Vec<&str> = names.map(|rule| rule.name.as_str()).collect();
        text += &format!("  {number:<8}  {}\n", names.join(", "));
        number += 1;
    }
    text
}

/// The passes with their sentences.
pub(crate) fn docs() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.iter().map(|(_, name, doc)| (*name, *doc))
}

/// The names of the passes.
pub(crate) fn names() -> impl Iterator<Item = &'static str> + Clone {
    TABLE.iter().map(|(_, name, _)| *name)
}

/// The optimizer's rules.
pub(crate) fn rules() -> &'static [Rule] {
    static RULES: LazyLock<Vec<Rule>> = LazyLock::new(rules::all);
    &RULES
}

/// The rules with their laws, for `--list-rules`.
pub(crate) fn list_rules() -> String {
    let rules = rules();
    let width = rules.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    rules.iter().map(|rule| format!("{:width$}  {}\n", rule.name, law(rule))).collect()
}

/// The law of a rule on one line.
pub(crate) fn law(rule: &Rule) -> String {
    rule.law.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The page of a rule; `None` for other names.
pub(crate) fn rule_page(name: &str) -> Option<String> {
    let rule = rules().iter().find(|rule| rule.name == name)?;
    let mut page = format!("{name}, a rewrite rule of optimize-storage\n\n  {}\n\n", law(rule));
    page += match rule.holds {
        Holds::Always => "It holds for all values, bit for bit.\n",
        Holds::InRings => {
            "It holds in rings: it may change the rounding of reals, and the sign of a zero.\n"
        }
        Holds::WithoutInfinities => {
            "It holds in rings where zero times anything is zero: for reals other than infinities \
             and NaN.\n"
        }
    };
    if let Some(number) = rule.number {
        page += &format!("It is rule {number} of 44 in the paper (arXiv 2210.06267).\n");
    }
    let stages: Vec<String> = rule.stages.iter().map(ToString::to_string).collect();
    page += &match stages.as_slice() {
        [] if name == FUSE_UNIQUE || name == CONTRACTION => {
            "It is applied to whole terms, before the stages.\n".to_owned()
        }
        [] => "No stage applies it.\n".to_owned(),
        all => format!("Stages: {}\n", all.join(", ")),
    };
    Some(page + &format!("\nhloom opt FILE.sdql --optimize-storage --disable-rule {name}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pipelines_are_read() {
        let text = "inline-storage, optimize-storage{stage=physical, strict, nodes=7,milliseconds=8,iterations=9}";
        let steps = Pipeline::parse(text).unwrap().steps;
        assert_eq!(steps.len(), 2);
        let step = &steps[1];
        assert_eq!((step.stages, step.strict), ([false, true], true));
        let budget = step.budget;
        assert_eq!((budget.nodes, budget.time.as_millis(), budget.iterations), (7, 8, 9));
        assert!(Pipeline::parse(" ").unwrap().steps.is_empty());
        let steps = Pipeline::parse("optimize-storage{disable=sum-sum+fuse-unique}").unwrap().steps;
        assert_eq!(steps[0].disabled, ["sum-sum", "fuse-unique"]);
    }

    #[test]
    fn each_of_the_papers_rules_has_a_name_or_a_reason() {
        let text = numbered();
        let wrong: Vec<&str> = text.lines().filter(|line| line.trim().len() < 6).collect();
        assert!(wrong.is_empty(), "no rule has these numbers: {wrong:?}");
        assert!(text.contains("  37        fuse-unique\n"), "{text}");
        assert!(text.contains("  19 to 22  let a `let` into"), "{text}");
        assert!(
            text.trim_end().lines().last().is_some_and(|last| last.starts_with("  44 ")),
            "{text}"
        );
    }

    #[test]
    fn wrong_pipelines_are_refused() {
        let said = |text| format!("{:#}", Pipeline::parse(text).unwrap_err());
        assert_eq!(
            said("cse"),
            "no pass over storage programs is `cse`; there are inline-storage and optimize-storage"
        );
        assert_eq!(
            said("optimise-storage"),
            "no pass over storage programs is `optimise-storage`; did you mean `optimize-storage`?"
        );
        assert_eq!(said("optimize-storage{"), "`{` after `optimize-storage` is not closed");
        assert_eq!(
            said("inline-storage inline-storage").split('`').nth(1),
            Some("inline-storage inline-storage")
        );
        assert_eq!(said("optimize-storage{} x"), "expected `,` between passes, found `x`");
        assert_eq!(
            said("optimize-storage{stage=a}"),
            "in `optimize-storage{stage=a}`: `a` is no value of `stage`; its values are all, logical and physical"
        );
        assert_eq!(
            said("optimize-storage{node=1}"),
            "in `optimize-storage{node=1}`: there is no option `node`; did you mean `nodes`?"
        );
        assert_eq!(
            said("inline-storage{nodes=1}"),
            "in `inline-storage{nodes=1}`: there is no option `nodes`"
        );
        assert_eq!(
            said("optimize-storage{disable=sum-sums}"),
            "in `optimize-storage{disable=sum-sums}`: there is no rule `sum-sums`; did you mean `sum-sum`?"
        );
        assert!(
            said("optimize-storage{nodes=-1}")
                .starts_with("in `optimize-storage{nodes=-1}`: `-1` is no value of `nodes`")
        );
    }
}
