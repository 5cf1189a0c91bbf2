//! A program: its items, and what was translated of it so far.

use crate::ty::{Names, Ty, const_params, unknown};
use std::collections::{HashMap, HashSet};
use syn::spanned::Spanned;
use syn::{FnArg, Item, ItemFn, Pat};

/// The form of whole-tensor operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lowering {
    /// As hloom has them: elementwise ops on whole tensors.
    Native,
    /// As the compiler from Julia to XLA of 2018 had them: every broadcast is a `map`
    /// of a scalar computation that takes its arguments in a tuple, and reshaping is
    /// column-major.
    Xla2018,
}

/// The parameters and the result of a function.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    pub(crate) symbol: String,
    pub(crate) params: Vec<Ty>,
    pub(crate) result: Ty,
}

/// Translates the body of a function with these names, signature and visibility to text. It
/// asks the program for the functions that it calls, so it is passed in from outside.
pub(crate) type TranslateBody =
    fn(&mut ProgramSource, Names, &ItemFn, &Signature, bool) -> syn::Result<String>;

/// The program that is translated.
pub(crate) struct ProgramSource {
    pub(crate) names: Names,
    pub(crate) functions: HashMap<String, ItemFn>,
    pub(crate) lowering: Lowering,
    body: TranslateBody,
    /// Functions with the values of their parameters, and what they became.
    instances: HashMap<(String, Vec<i64>), Signature>,
    /// Those that are being translated, outermost first.
    active: Vec<(String, Vec<i64>)>,
    /// Texts of functions, in the order in which they were begun.
    texts: Vec<String>,
}

/// Translates the items of a module: the text of an hloom module.
///
/// # Errors
/// Returns all parts that have no translation, each at its place in the source.
pub(crate) fn translate(
    items: &[Item],
    lowering: Lowering,
    body: TranslateBody,
) -> syn::Result<String> {
    let mut program = ProgramSource {
        names: Names::default(),
        functions: HashMap::new(),
        lowering,
        body,
        instances: HashMap::new(),
        active: Vec::new(),
        texts: Vec::new(),
    };
    let mut order = Vec::new();
    let mut errors: Option<syn::Error> = None;
    let fail = |errors: &mut Option<syn::Error>, e: syn::Error| match errors {
        // The same place says the same thing only once.
        Some(all) => {
            let said = |a: &syn::Error| (a.to_string(), format!("{:?}", a.span()));
            if !all.clone().into_iter().any(|earlier| said(&earlier) == said(&e)) {
                all.combine(e);
            }
        }
        None => *errors = Some(e),
    };
    for item in items {
        match item {
            Item::Struct(it) => {
                program.names.structs.insert(it.ident.to_string(), it.clone());
            }
            Item::Const(it) => match program.names.size(&it.expr) {
                Ok(value) => {
                    program.names.consts.insert(it.ident.to_string(), value);
                }
                Err(e) => fail(&mut errors, e),
            },
            Item::Fn(it) => {
                order.push(it.sig.ident.to_string());
                program.functions.insert(it.sig.ident.to_string(), it.clone());
            }
            Item::Use(_) => {}
            Item::Static(it) => fail(
                &mut errors,
                syn::Error::new(
                    it.span(),
                    "a static can be changed from outside; pass the value as an argument, or make it a `const`",
                ),
            ),
            other => fail(
                &mut errors,
                syn::Error::new(
                    other.span(),
                    "a program is made of functions, structs and constants; this is none of them",
                ),
            ),
        }
    }
    let mut broken: HashSet<String> = HashSet::new();
    for name in order {
        let function = program.functions[&name].clone();
        // Generic functions are translated where they are called.
        // Functions that were called on the way to an error are not translated again.
        if function.sig.generics.params.is_empty()
            && !broken.contains(&name)
            && let Err(e) = program.instance(&name, &[], function.sig.ident.span())
        {
            broken.extend(program.active.drain(..).map(|(name, _)| name));
            fail(&mut errors, e);
        }
    }
    match errors {
        Some(e) => Err(e),
        None => Ok(program.texts.concat()),
    }
}

impl ProgramSource {
    /// A function with these parameters, translated if it was not yet.
    pub(crate) fn instance(
        &mut self,
        name: &str,
        args: &[i64],
        span: proc_macro2::Span,
    ) -> syn::Result<Signature> {
        let key = (name.to_owned(), args.to_vec());
        if let Some(at) = self.active.iter().position(|k| k.0 == name) {
            let cycle: Vec<&str> = self.active[at..].iter().map(|k| &*k.0).chain([name]).collect();
            let message =
                format!("recursion ({}) has no translation; write a loop", cycle.join(" calls "));
            return Err(syn::Error::new(span, message));
        }
        if let Some(found) = self.instances.get(&key) {
            return Ok(found.clone());
        }
        let function = self.functions.get(name).cloned().ok_or_else(|| {
            unknown(span, "function", name, self.functions.keys().map(String::as_str))
        })?;
        let (names, signature) = self.signature(&function, args)?;
        let public = matches!(function.vis, syn::Visibility::Public(_)) || name == "main";
        let place = self.texts.len();
        self.texts.push(String::new());
        self.active.push(key.clone());
        let text = (self.body)(self, names, &function, &signature, public)?;
        self.active.pop();
        self.texts[place] = text;
        self.instances.insert(key, signature.clone());
        Ok(signature)
    }

    /// The types of a function, its parameters being these, and what names mean in it.
    pub(crate) fn signature(
        &self,
        function: &ItemFn,
        args: &[i64],
    ) -> syn::Result<(Names, Signature)> {
        let sig = &function.sig;
        if let Some(bad) = sig.asyncness.map(|t| t.span()).or(sig.unsafety.map(|t| t.span())) {
            return Err(syn::Error::new(
                bad,
                "functions are plain ones, neither `async` nor `unsafe`",
            ));
        }
        let mut names = self.names.clone();
        names.consts.extend(const_params(&sig.generics)?.into_iter().zip(args.iter().copied()));
        let mut symbol = sig.ident.to_string();
        for arg in args {
            symbol += &format!(".{arg}");
        }
        let mut params = Vec::new();
        for input in &sig.inputs {
            match input {
                FnArg::Typed(it) => params.push(names.ty(&it.ty)?),
                FnArg::Receiver(it) => {
                    return Err(syn::Error::new(
                        it.span(),
                        "methods have no translation; write a function",
                    ));
                }
            }
        }
        let result = match &sig.output {
            syn::ReturnType::Default => Ty::unit(),
            syn::ReturnType::Type(_, ty) => names.ty(ty)?,
        };
        Ok((names, Signature { symbol, params, result }))
    }
}

/// The name that a parameter's pattern binds, and whether it may be changed.
pub(crate) fn binding(pat: &Pat) -> syn::Result<(String, bool)> {
    match pat {
        Pat::Ident(it) if it.by_ref.is_none() && it.subpat.is_none() => {
            Ok((it.ident.to_string(), it.mutability.is_some()))
        }
        Pat::Type(it) => binding(&it.pat),
        Pat::Wild(_) => Ok(("_".into(), false)),
        other => Err(syn::Error::new(other.span(), "expected a name")),
    }
}
