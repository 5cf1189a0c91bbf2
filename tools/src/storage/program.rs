//! Storage programs from their text, with formats that the command line chooses.

use std::path::Path;

use anyhow::bail;
use hloom_ir::diag::{Diagnostic, Span};
use hloom_storage::syntax::ast;
use hloom_storage::types::Form;
use hloom_storage::{Module, check, formats, syntax};

use crate::{Io, near};

/// A program: the tree of its text, and the terms.
#[derive(Clone, Debug)]
pub(crate) struct StorageProgram {
    pub(crate) tree: ast::Program,
    pub(crate) module: Module,
    /// The computed tensors that are stored in a format, in their order. In this program, and in those of the
    /// tensors after it, each is data.
    pub(crate) before: Vec<Computed>,
}

/// A computed tensor that is stored in a format.
#[derive(Clone, Debug)]
pub(crate) struct Computed {
    pub(crate) name: String,
    /// The program whose result it is.
    pub(crate) program: StorageProgram,
    /// The dimension of each level of that result.
    pub(crate) order: Vec<usize>,
}

impl StorageProgram {
    /// The program of a tree.
    ///
    /// # Errors
    /// All errors of the tree, with their places in its text.
    pub(crate) fn of(tree: ast::Program) -> Result<StorageProgram, Vec<Diagnostic>> {
        let module = check(&tree)?;
        Ok(StorageProgram { tree, module, before: Vec::new() })
    }
}

/// Whether a file holds a storage program: `*.sdql` or `*.sdql.gz`.
pub(crate) fn is_program(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.strip_suffix(".gz").unwrap_or(name).ends_with(".sdql")
}

/// The format of a tensor, chosen on the command line.
#[derive(Clone, Debug)]
pub(crate) struct Stored {
    tensor: String,
    format: String,
    text: String,
}

impl Stored {
    /// Reads `A=csr`, or `A=mine.sdql` for a format of one's own.
    ///
    /// # Errors
    /// If there is no such format, or its text is wrong.
    pub(crate) fn read(text: &str, io: &mut Io<'_>) -> anyhow::Result<Stored> {
        let Some((tensor, format)) = text.split_once('=').filter(|(tensor, _)| !tensor.is_empty())
        else {
            bail!("expected --storage NAME=FORMAT, found `{text}`");
        };
        let text = Format::text(format, io)?;
        Ok(Stored { tensor: tensor.to_owned(), format: format.to_owned(), text })
    }
}

/// A format by itself: the text that defines the tensor `T`.
#[derive(Clone, Debug)]
pub(crate) struct Format {
    /// The name on the command line.
    pub(crate) name: String,
    /// The tree of the text.
    pub(crate) tree: ast::Program,
}

impl Format {
    /// Reads the format of this name: of the library, or an `.sdql` file.
    ///
    /// # Errors
    /// If there is no such format, or its text is wrong.
    pub(crate) fn read(name: &str, io: &mut Io<'_>) -> anyhow::Result<Format> {
        let text = Format::text(name, io)?;
        let tree = syntax::parse(&text).ok();
        let Some(tree) = tree.filter(|tree| {
            check(tree).is_ok_and(|module| module.tensor("T").is_some_and(|t| t.body.is_some()))
        }) else {
            bail!("the format {name} does not define the tensor `T`");
        };
        Ok(Format { name: name.to_owned(), tree })
    }

    /// The text of the format of this name, or of these levels.
    fn text(format: &str, io: &mut Io<'_>) -> anyhow::Result<String> {
        // A path may have a colon of its own.
        let end = format.find(".sdql:").map_or(format.len(), |at| at + ".sdql".len());
        let file = &format[..end];
        let own = match is_program(Path::new(file)) {
            true => Some(io.read_text(Path::new(file))?),
            false => None,
        };
        if let Some(text) = hloom_storage::encoding::of_levels(format) {
            return text.map_err(anyhow::Error::msg);
        }
        let library = |name: &str| formats::find(name).map(str::to_owned);
        let text = match formats::sized(format, |name| own.or_else(|| library(name))) {
            Some(text) => {
                let text = text.map_err(anyhow::Error::msg)?;
                let found = hloom_storage::compile(&text).err().unwrap_or_default();
                if !found.is_empty() {
                    let shown = hloom_ir::diag::Format::Text;
                    bail!(
                        "a format is wrong\n{}",
                        hloom_ir::diag::render(&found, format, &text, shown)
                    );
                }
                text
            }
            None => {
                let names = || formats::ALL.iter().map(|(name, _)| *name);
                let more = match near::nearest(format, names()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the library has {}", names().collect::<Vec<_>>().join(", ")),
                };
                bail!("there is no format `{format}`; {more}");
            }
        };
        Ok(text)
    }
}

/// Parses and checks a program, in which these tensors are stored as chosen.
///
/// # Errors
/// All errors, with their places in the text.
pub(crate) fn compile(text: &str, stored: &[Stored]) -> Result<StorageProgram, Vec<Diagnostic>> {
    let mut tree = syntax::parse(text)?;
    let mut before = Vec::new();
    let mut errors = Vec::new();
    // Those of data first, then those that are computed in the order of the program.
    let place = |one: &Stored| tree.tensors.iter().position(|it| it.name.text == one.tensor);
    let computed = |at: usize| tree.tensors[at].body.is_some();
    let mut order: Vec<_> =
        stored.iter().map(|one| (place(one).filter(|at| computed(*at)), one)).collect();
    order.sort_by_key(|(at, _)| *at);
    for (n, (_, one)) in order.iter().enumerate() {
        if order[..n].iter().any(|(_, before)| before.tensor == one.tensor) {
            let what = format!("--storage {}={}: it has a format already", one.tensor, one.format);
            return Err(vec![Diagnostic::error(Span::default(), what)]);
        }
    }
    for (at, one) in order {
        if at.is_some() && errors.is_empty() {
            match materialized(&mut tree, &one.tensor) {
                Ok(Some(program)) => {
                    let ty = program.module.result.as_ref().map(|(_, ty)| ty.sort().form);
                    let Some(Form::Nested(levels)) = ty else { continue };
                    let order = (0..usize::from(levels)).collect();
                    before.push(Computed { name: one.tensor.clone(), program, order });
                }
                Ok(None) => {}
                Err(found) => return Err(found),
            }
        }
        if let Err(error) = store(&mut tree, one) {
            errors.push(*error);
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(StorageProgram { before, ..StorageProgram::of(tree)? })
}

/// Makes a computed tensor one that is data. Returns the program whose result it is; `None` if the tensor is no
/// dictionary, or a mapping.
fn materialized(
    tree: &mut ast::Program,
    name: &str,
) -> Result<Option<StorageProgram>, Vec<Diagnostic>> {
    let module = check(tree)?;
    let Some(tensor) = module.tensor(name).filter(|it| it.ty.sort().is_dict()) else {
        return Ok(None);
    };
    if module.is_mapping(tensor) {
        return Ok(None);
    }
    let mut own = tree.clone();
    let span = tree.tensors.iter().find(|it| it.name.text == name).map(|it| it.name.span);
    let span = span.unwrap_or_default();
    own.result = Some(ast::Expr { kind: ast::ExprKind::Name(name.to_owned()), span, depth: 1 });
    let ty = tensor.ty.clone();
    for it in tree.tensors.iter_mut().filter(|it| it.name.text == name) {
        it.ty = Some((ty.clone(), span));
        it.body = None;
    }
    StorageProgram::of(own).map(Some)
}

/// Replaces the declaration of a tensor by a format.
fn store(tree: &mut ast::Program, stored: &Stored) -> Result<(), Box<Diagnostic>> {
    let Stored { tensor, format, text } = stored;
    let refused = |place, what: String| Err(Box::new(Diagnostic::error(place, what)));
    let Some(at) = tree.tensors.iter().position(|known| known.name.text == *tensor) else {
        let what = format!("--storage {tensor}={format}: the program has no tensor `{tensor}`");
        return refused(Span::default(), what);
    };
    let declared = &tree.tensors[at];
    let place = declared.name.span;
    if declared.body.is_some() {
        let dictionary = check(tree).is_ok_and(|module| {
            module.tensor(tensor).is_some_and(|tensor| tensor.ty.sort().is_dict())
        });
        let has = if dictionary { "has a mapping of its own" } else { "is no dictionary" };
        let what = format!("--storage {tensor}={format}: `{tensor}` {has}");
        let help = "declare it as data: CREATE TENSOR A : {int -> {int -> real}};";
        return Err(Box::new(Diagnostic::error(place, what).help(help)));
    }
    let wrong =
        |what: String| Box::new(Diagnostic::error(place, format!("the format {format} {what}")));
    let named = formats::named(text, tensor);
    let parsed = syntax::parse(&named).map_err(|_| wrong(format!("has no text for `{tensor}`")))?;
    let mut parsed = parsed;
    let sort = check(&parsed).ok().and_then(|module| Some(module.tensor(tensor)?.ty.clone()));
    let Some(mut sort) = sort else {
        return Err(wrong("does not define the tensor `T`".to_owned()));
    };
    if let Some((ty, _)) = &declared.ty {
        formats::retype(&mut parsed, ty.base());
        sort = sort.with_base(ty.base());
    }
    if let Some((ty, span)) = &declared.ty
        && ty.sort() != sort.sort()
    {
        let what = format!("the format {format} stores {sort}, and `{tensor}` is {ty}");
        return refused(*span, what);
    }
    let ty = declared.ty.clone();
    let mut own = parsed.tensors;
    for part in &mut own {
        let others = tree.tensors.iter().enumerate().filter(|(i, _)| *i != at);
        let taken = others.map(|(_, other)| other).find(|other| other.name.text == part.name.text);
        if let Some(taken) = taken {
            let what = format!(
                "`{}` is also created by the format {format} of `{tensor}`",
                part.name.text
            );
            return refused(taken.name.span, what);
        }
        part.name.span = place;
        if part.name.text == *tensor {
            part.ty = ty.clone();
        }
    }
    tree.tensors.splice(at..=at, own);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(text: &str, storage: &str) -> Result<String, String> {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut io = Io {
            stdin: &mut std::io::empty(),
            stdout: &mut out,
            stderr: &mut err,
            terminal: crate::Terminal::default(),
        };
        let stored = Stored::read(storage, &mut io).map_err(|error| error.to_string())?;
        let program = compile(text, &[stored]).map_err(|errors| errors[0].message.clone())?;
        Ok(syntax::print(&program.tree))
    }

    #[test]
    fn a_format_replaces_the_declaration() {
        let text = "CREATE TENSOR x : [real]; CREATE TENSOR A : {int[3] -> {int[4] -> real}};
                    sum(<(i, j), a> in A) { i -> a * x(j) }";
        let printed = with(text, "A=csr").unwrap();
        assert!(printed.contains("CREATE TENSOR A_pos : [int];"), "{printed}");
        assert!(printed.contains("CREATE TENSOR A : {int[3] -> {int[4] -> real}} AS"), "{printed}");
        assert_eq!(hloom_storage::compile(&printed).map(|_| ()), Ok(()));
    }

    #[test]
    fn formats_have_numbers_of_any_type() {
        let text = "CREATE TENSOR A : {int -> {int -> bool}}; sum(<(i, _), a> in A) { i -> a }";
        let printed = with(text, "A=csr").unwrap();
        assert!(printed.contains("CREATE TENSOR A_val : [bool];"), "{printed}");
        assert!(printed.contains("CREATE TENSOR A : {int -> {int -> bool}} AS"), "{printed}");
    }

    #[test]
    fn a_format_that_does_not_fit_is_refused() {
        let matrix = "CREATE TENSOR A : {int -> {int -> real}}; A";
        let said = |text, storage| with(text, storage).unwrap_err();
        assert_eq!(said(matrix, "A=crs"), "there is no format `crs`; did you mean `csr`?");
        assert_eq!(said(matrix, "csr"), "expected --storage NAME=FORMAT, found `csr`");
        assert_eq!(said(matrix, "B=csr"), "--storage B=csr: the program has no tensor `B`");
        let defined =
            "CREATE TENSOR A_v : [real]; CREATE TENSOR A AS sum(<i, v> in A_v) { i -> v }; A";
        assert_eq!(said(defined, "A=csr"), "--storage A=csr: `A` has a mapping of its own");
        let vector = "CREATE TENSOR A : {int -> real}; A";
        assert_eq!(
            said(vector, "A=csr"),
            "the format csr stores {int -> {int -> real}}, and `A` is {int -> real}"
        );
        let taken = "CREATE TENSOR A : {int -> {int -> real}}; CREATE TENSOR A_pos : int; A";
        assert_eq!(said(taken, "A=csr"), "`A_pos` is also created by the format csr of `A`");
    }

    #[test]
    fn programs_are_known_by_their_ending() {
        let is = |name| is_program(Path::new(name));
        assert!(is("a/b.sdql") && is("b.sdql.gz") && !is("b.mlir") && !is("sdql") && !is("-"));
    }
}
