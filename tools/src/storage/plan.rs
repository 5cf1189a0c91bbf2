//! Plans as text: a program over the physical arrays, with a line that says which program it is of.

use hloom_ir::diag::Diagnostic;
use hloom_storage::term::Term;

use super::{StorageProgram, passes};

/// The beginning of a plan's first line.
const HEADER: &str = "// hloom storage plan of ";

/// A number that tells programs apart: FNV-1a of the composed term.
fn fingerprint(program: &StorageProgram) -> Option<String> {
    let text = format!("{:?}", program.module.composed()?);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    Some(format!("{hash:016x}"))
}

/// The text of a plan.
pub(crate) fn text(program: &StorageProgram, term: &Term) -> String {
    headed(program, &passes::text(program, term))
}

/// The text of a plan, whose program is printed already.
pub(crate) fn headed(program: &StorageProgram, printed: &str) -> String {
    let mark = fingerprint(program).unwrap_or_default();
    format!("{HEADER}{mark}\n{printed}")
}

/// The term of a plan, which is one of this program.
///
/// # Errors
/// If the text is wrong, or of another program.
pub(crate) fn read(
    program: &StorageProgram,
    text: &str,
) -> Result<Term, Result<String, Vec<Diagnostic>>> {
    let first = text.lines().next().unwrap_or_default();
    let Some(mark) = first.strip_prefix(HEADER) else {
        return Err(Ok(format!(
            "this is no plan of a storage program: it does not begin with `{HEADER}`"
        )));
    };
    if Some(mark.trim()) != fingerprint(program).as_deref() {
        return Err(Ok("this is the plan of another program, or of other storage".to_owned()));
    }
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
    Ok(term)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::compile;

    const PROGRAM: &str = "CREATE TENSOR x : [real]; CREATE TENSOR n : int;
                           sum(<i, v> in x) if i < n then { i -> v * 2.0 }";

    #[test]
    fn plans_are_replayed_for_their_program() {
        let program = compile(PROGRAM, &[]).unwrap();
        let term = program.module.composed().unwrap();
        let plan = text(&program, &term);
        assert_eq!(read(&program, &plan), Ok(term));
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
