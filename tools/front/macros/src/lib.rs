//! `#[program]`: Rust functions as an hloom module, by translation of their source.
//!
//! Nothing is run or traced: the macro reads the functions' tokens, and every branch
//! and loop of theirs becomes a branch or loop of the module, in the form of a
//! control-flow graph. Source without a translation is an error at its place.
//! The crate `hloom-front`, through which this one is used, describes the source that it
//! accepts.
//!
//! * [`ty`](self): types, sizes, parameters.
//! * [`body`](self): values, variables, blocks.
//! * [`flow`](self), [`loops`](self), [`expr`](self), [`place`](self): statements and
//!   expressions; [`walk`](self) looks at them without translating.
//! * [`ops`](self): operators, methods, conversions.
//! * [`library`](self), [`window`](self): functions on whole tensors, and closures over
//!   their elements; [`elements`](self) goes through them one by one.
//! * [`program`](self), [`generics`](self): functions, their instances and parameters.
//!
//! The crate knows nothing of the IR but its text, and depends on nothing of hloom's.

mod body;
mod elements;
mod expr;
mod flow;
mod generics;
mod library;
mod loops;
mod ops;
mod place;
mod program;
#[cfg(test)]
mod tests;
mod ty;
mod walk;
mod window;

use proc_macro::TokenStream;
use program::{Lowering, translate};
use quote::quote;
use syn::{Item, ItemMod, parse_macro_input};

/// Translates the functions of a module; see the crate `hloom-front`.
///
/// `#[program]` keeps the functions as they are, to be called as Rust too.
/// `#[program(translate_only)]` drops them, for programs that use operators on whole
/// arrays, which Rust has not.
#[proc_macro_attribute]
pub fn program(args: TokenStream, input: TokenStream) -> TokenStream {
    let args: proc_macro2::TokenStream = args.into();
    let words: Vec<String> = args.into_iter().map(|t| t.to_string()).filter(|t| t != ",").collect();
    let item = parse_macro_input!(input as Item);
    expand(&words, item).unwrap_or_else(|e| e.to_compile_error()).into()
}

fn expand(words: &[String], item: Item) -> syn::Result<proc_macro2::TokenStream> {
    let mut keep = true;
    for word in words {
        match word.as_str() {
            "translate_only" => keep = false,
            other => {
                let message = format!("`{other}` is not an option; there is `translate_only`");
                return Err(syn::Error::new(proc_macro2::Span::call_site(), message));
            }
        }
    }
    let module = match item {
        Item::Mod(it) => it,
        Item::Fn(it) => {
            let (vis, name) = (it.vis.clone(), it.sig.ident.clone());
            let mut inner = it;
            inner.vis = syn::parse_quote!(pub);
            syn::parse_quote! { #vis mod #name { #inner } }
        }
        other => {
            let message = "`#[program]` stands before a module, or a function that needs no other";
            return Err(syn::Error::new(syn::spanned::Spanned::span(&other), message));
        }
    };
    let ItemMod { attrs, vis, ident, content, .. } = module;
    let Some((_, items)) = content else {
        return Err(syn::Error::new(
            ident.span(),
            "the module's text must stand here: `mod name { … }`",
        ));
    };
    let text = translate(&items, Lowering::Native, body::translate)?;
    let xla = translate(&items, Lowering::Xla2018, body::translate)?;
    let items = if keep { items } else { Vec::new() };
    Ok(quote! {
        #(#attrs)*
        #vis mod #ident {
            #(#items)*

            /// The program, as `#[program]` translated it.
            pub const TEXT: &str = #text;
            /// The program, with whole-tensor operations as XLA's front end for Julia
            /// wrote them down in 2018.
            pub const TEXT_XLA_2018: &str = #xla;

            /// The program as a module, its control flow between blocks.
            ///
            /// # Errors
            /// None but for a bug of the translation.
            pub fn module() -> Result<::hloom_front::Module, ::hloom_front::Error> {
                ::hloom_front::parse(TEXT)
            }
        }
    })
}
