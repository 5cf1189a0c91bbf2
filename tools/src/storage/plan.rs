//! Plans as text: a program over the physical arrays, with a line that says which program it is of.

use std::path::Path;

use hloom_ir::diag::Diagnostic;
use hloom_storage::term::Term;
use hloom_storage_search::search::{Statistics, annihilating, has_special_values};

use super::{Relayout, StorageProgram, passes};
use crate::Io;
use crate::source::{Format, Source};

/// The beginning of a plan's first line.
const HEADER: &str = "// hloom storage plan of ";
/// The beginning of a tensor on that line that each run converts first.
const WITH: &str = ", with ";
/// The end of the first line of a plan in which zero times anything is taken to be zero.
const FINITE: &str = ", for finite numbers";

/// A plan.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Plan {
    /// The tensors that each run converts first: the term reads the copies.
    pub(crate) relayouts: Vec<Relayout>,
    /// The term.
    pub(crate) term: Term,
    /// Whether it takes all numbers to be finite.
    pub(crate) takes_finite: bool,
}

/// A number that tells programs apart: FNV-1a of the composed term.
fn fingerprint(program: &StorageProgram) -> Option<String> {
    let text = format!("{:?}", program.module.composed()?);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    Some(format!("{hash:016x}"))
}

/// The text of a plan of a program, to be read again. `over` is the program over copies of tensors, if the plan has
/// some, and else the same.
pub(crate) fn text(program: &StorageProgram, over: &StorageProgram, plan: &Plan) -> String {
    let mark = fingerprint(program).unwrap_or_default();
    let finite = if plan.takes_finite { FINITE } else { "" };
    let copies = plan.relayouts.iter().map(|one| format!("{WITH}{}", one.text()));
    let copies: String = copies.collect();
    format!("{HEADER}{mark}{copies}{finite}\n{}", passes::text(over, &plan.term))
}

/// The plan in a file, which is one of this program, for data of these statistics: products look at their factors
/// if the plan was made for finite numbers, and these are not. The inner error is a sentence about a plan
/// that is wrong; the errors of its text have been shown by then.
///
/// # Errors
/// If the file can't be read, or a stream can't be written.
pub(crate) fn replay(
    program: &StorageProgram,
    path: &Path,
    (statistics, format): (&Statistics, Format),
    io: &mut Io<'_>,
) -> anyhow::Result<Result<Plan, String>> {
    let source = Source::read(path, io)?;
    Ok(match read(program, &source.text) {
        Ok(plan) if plan.takes_finite && has_special_values(&plan.term, statistics) => {
            Ok(Plan { term: annihilating(&plan.term), takes_finite: false, ..plan })
        }
        Ok(plan) => Ok(plan),
        Err(Ok(what)) => Err(format!("`{}`: {what}", path.display())),
        Err(Err(found)) => {
            source.show(&found, format, io)?;
            Err(format!("the plan `{}` is wrong", path.display()))
        }
    })
}

/// The plan of this text, which is one of this program.
///
/// # Errors
/// If the text is wrong, or of another program.
fn read(program: &StorageProgram, text: &str) -> Result<Plan, Result<String, Vec<Diagnostic>>> {
    let first = text.lines().next().unwrap_or_default();
    let Some(mark) = first.strip_prefix(HEADER) else {
        return Err(Ok(format!(
            "this is no plan of a storage program: it does not begin with `{HEADER}`"
        )));
    };
    let finite = mark.strip_suffix(FINITE);
    let (mark, takes_finite) = (finite.unwrap_or(mark), finite.is_some());
    let (mark, copies) =
        mark.split_once(WITH).map_or((mark, None), |(mark, all)| (mark, Some(all)));
    let copies = copies.into_iter().flat_map(|all| all.trim_end().split(WITH));
    let relayout = |text: &str| {
        let what = "the plan's first line has NAME as csr or NAME as csc after `with`";
        Relayout::read(text).ok_or_else(|| Ok(format!("{what}, not `{text}`")))
    };
    let relayouts = copies.map(relayout).collect::<Result<Vec<_>, _>>()?;
    for (at, one) in relayouts.iter().enumerate() {
        if relayouts[..at].iter().any(|other| other.tensor == one.tensor) {
            return Err(Ok(format!("the plan's first line converts `{}` twice", one.tensor)));
        }
    }
    if Some(mark.trim()) != fingerprint(program).as_deref() {
        return Err(Ok("this is the plan of another program, or of other storage".to_owned()));
    }
    let program = super::relaid(program, &relayouts).map_err(Ok)?;
    let plan = hloom_storage::compile(text).map_err(Err)?;
    let term = plan.composed().ok_or_else(|| Ok("the plan has no result".to_owned()))?;
    let sort = |module: &hloom_storage::Module| module.result.as_ref().map(|(_, ty)| ty.sort());
    if sort(&plan) != sort(&program.module) {
        return Err(Ok("the plan's result is of another type than the program's".to_owned()));
    }
    for node in &term {
        let hloom_storage::term::Node::Input(name, sort) = node else { continue };
        let own = program.module.tensor(name.as_str());
        if own.is_none_or(|own| own.body.is_some() || own.ty.sort() != *sort) {
            return Err(Ok(format!("the plan reads `{name}`, which is no data of the program")));
        }
    }
    Ok(Plan { relayouts, term, takes_finite })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::compile;

    const PROGRAM: &str = "CREATE TENSOR x : [real]; CREATE TENSOR n : int;
                           sum(<i, v> in x) if i < n then { i -> v * 2.0 }";

    #[test]
    fn plans_over_copies_are_replayed() {
        let program = "CREATE TENSOR A : {int -> {int -> real}}; sum(<(i, j), a> in A) { j -> a }";
        let text_of = |format: &str| {
            let named = hloom_storage::formats::named(
                hloom_storage::formats::find(format).unwrap_or_default(),
                "A",
            );
            program.replace("CREATE TENSOR A : {int -> {int -> real}};", &named)
        };
        let program = compile(&text_of("csc"), &[]).unwrap();
        let relayouts = vec![Relayout::read("A as csr").unwrap()];
        let over = super::super::relaid(&program, &relayouts).unwrap();
        let term = over.module.composed().unwrap();
        let plan = Plan { relayouts, term, takes_finite: true };
        let written = text(&program, &over, &plan);
        assert!(written.contains(", with A as csr, for finite numbers\n"), "{written}");
        assert_eq!(read(&program, &written), Ok(plan));
        for (other, said) in [
            (
                "A as ell",
                "the plan's first line has NAME as csr or NAME as csc after `with`, not `A as ell`",
            ),
            ("B as csr", "`B` is no matrix that is stored in arrays"),
            ("A as csr, with A as csc", "the plan's first line converts `A` twice"),
        ] {
            let wrong = written.replace("A as csr", other);
            assert_eq!(read(&program, &wrong).unwrap_err().unwrap(), said);
        }
    }

    #[test]
    fn plans_are_replayed_for_their_program() {
        let program = compile(PROGRAM, &[]).unwrap();
        let term = program.module.composed().unwrap();
        let relayouts = Vec::new();
        let as_it_is =
            Plan { relayouts: relayouts.clone(), term: term.clone(), takes_finite: false };
        let plan = text(&program, &program, &as_it_is);
        assert_eq!(read(&program, &plan), Ok(as_it_is));
        let finite = Plan { relayouts, term, takes_finite: true };
        assert_eq!(read(&program, &text(&program, &program, &finite)), Ok(finite));
        let said = |text: &str| read(&program, text).unwrap_err().unwrap();
        assert!(said(PROGRAM).starts_with("this is no plan of a storage program"));
        let other = compile(&PROGRAM.replace("2.0", "3.0"), &[]).unwrap();
        assert_eq!(
            read(&other, &plan).unwrap_err().unwrap(),
            "this is the plan of another program, or of other storage"
        );
        let header = plan.lines().next().unwrap();
        let scalar = format!("{header}\n1.5");
        assert_eq!(said(&scalar), "the plan's result is of another type than the program's");
        assert_eq!(said(header), "the plan has no result");
        let strange = format!("{header}\nCREATE TENSOR y : [real]; sum(<i, v> in y) {{ i -> v }}");
        assert_eq!(said(&strange), "the plan reads `y`, which is no data of the program");
        let wrong = format!("{header}\nsum(<i, v> in y) {{ i -> v }}");
        assert_eq!(read(&program, &wrong).unwrap_err().unwrap_err().len(), 1);
    }
}
