//! The names of a text: what an editor needs to go from a use to its definition.
//!
//! The parser tells here where it defines a name of a value or of a block, and which definition
//! each use refers to, since it alone knows the scopes. It does so for ops with errors, too.
//! Functions, meshes and aliases have no scopes of their own: they are found among the tokens.

use super::{Parsed, Parser};
use crate::diag::Span;
use crate::id::Value;
use crate::text::lex::Token;
use crate::types::Type;
use logos::Logos;
use rustc_hash::FxHashMap;

/// A name that a text defines, and its uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The place of the name where it is defined: `%x`, `^bb1`, `@f` or `#map`.
    pub name: Span,
    /// The types of the values that it stands for. There are none for other names, and none if
    /// the op that defines it could not be parsed.
    pub types: Vec<Type>,
    /// The places of its uses, in their order; `%x#1` with its number.
    pub uses: Vec<Span>,
}

/// The definitions and uses that a parser tells of while it reads.
#[derive(Default, Debug)]
pub(super) struct Told {
    definitions: Vec<(Span, Option<(Value, u32)>)>,
    /// Uses, each with the first byte of the name's definition.
    uses: Vec<(Span, u32)>,
}

/// Parses a module as [`parse`](super::parse) does, and returns the names that the text defines,
/// in their order.
pub fn parse_names(source: &str) -> (Parsed, Vec<Definition>) {
    if u32::try_from(source.len()).is_err() {
        return (super::parse(source), Vec::new());
    }
    let mut parser = Parser::new(source, 0);
    parser.told = Some(Box::default());
    parser.top_level();
    let told = parser.told.take().unwrap_or_default();
    let mut definitions: FxHashMap<u32, Definition> = FxHashMap::default();
    for (name, values) in told.definitions {
        let values = values.map_or(0..0, |(first, count)| first.0..first.0 + count);
        let types = values.map(|value| parser.module.ty(Value(value))).collect();
        definitions.entry(name.start).or_insert(Definition { name, types, uses: Vec::new() });
    }
    for (span, definition) in told.uses {
        if let Some(definition) = definitions.get_mut(&definition) {
            definition.uses.push(span);
        }
    }
    let functions = parser.symbols.values().map(|span| span.start).collect();
    let mut all: Vec<Definition> = definitions.into_values().collect();
    all.extend(without_scope(source, functions));
    for definition in &mut all {
        // A form that is tried in two ways tells of its operands twice.
        definition.uses.sort_by_key(|span| span.start);
        definition.uses.dedup();
    }
    all.sort_by_key(|definition| definition.name.start);
    (parser.into_parsed(), all)
}

/// The names that are the same in the whole text: symbols, of which the parser knows where
/// `functions` are defined, and aliases of attributes and types. Of two definitions of one name,
/// the first counts.
fn without_scope(source: &str, functions: Vec<u32>) -> Vec<Definition> {
    let mut definitions: FxHashMap<&str, Definition> = FxHashMap::default();
    let mut uses: Vec<(&str, Span)> = Vec::new();
    let mut before = ("", 0, true);
    let mut lexer = Token::lexer(source);
    while let Some(token) = lexer.next() {
        let (text, at) = (lexer.slice(), lexer.span());
        let (previous, behind, begins) = before;
        let on_new_line = begins || source[behind..at.start].contains('\n');
        before = (text, at.end, false);
        let span = Span::new(at.start, at.end);
        let defines = match token {
            Ok(Token::Symbol) => functions.contains(&span.start) || previous == "sdy.mesh",
            Ok(Token::Hash | Token::Bang) => {
                // Behind a value stands the number of a result.
                if behind == at.start && previous.starts_with('%') {
                    continue;
                }
                on_new_line && source[at.end..].trim_start().starts_with('=')
            }
            _ => continue,
        };
        match defines {
            true => {
                let new = Definition { name: span, types: Vec::new(), uses: Vec::new() };
                definitions.entry(text).or_insert(new);
            }
            false => uses.push((text, span)),
        }
    }
    for (name, span) in uses {
        if let Some(definition) = definitions.get_mut(name) {
            definition.uses.push(span);
        }
    }
    definitions.into_values().collect()
}

impl Parser<'_> {
    /// Tells that a name is defined here.
    #[inline]
    pub(super) fn tell_definition(&mut self, name: Span, values: Option<(Value, u32)>) {
        if let Some(told) = &mut self.told {
            told.definitions.push((name, values));
        }
    }

    /// Tells that a name is used here, whose definition begins at a byte.
    #[inline]
    pub(super) fn tell_use(&mut self, span: Span, definition: u32) {
        if let Some(told) = &mut self.told {
            told.uses.push((span, definition));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each definition, its types, and what stands at its uses with the line.
    fn shown(source: &str) -> Vec<String> {
        let line = |span: Span| 1 + source[..span.start as usize].matches('\n').count();
        let text = |span: Span| {
            format!("{}:{}", &source[span.start as usize..span.end as usize], line(span))
        };
        let (_, names) = parse_names(source);
        let each = names.into_iter().map(|definition| {
            let types: Vec<String> = definition.types.iter().map(ToString::to_string).collect();
            let uses: Vec<String> = definition.uses.into_iter().map(text).collect();
            format!("{} {} <- {}", text(definition.name), types.join(" "), uses.join(" "))
        });
        each.collect()
    }

    #[test]
    fn names_are_found_in_their_scopes() {
        let source = "#loc1 = loc(\"a\")
func.func @f(%x: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %x, %n = %c) : tensor<i32>, tensor<i32>
   cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %p = stablehlo.add %i, %c : tensor<i32>
    stablehlo.return %p, %n : tensor<i32>, tensor<i32>
  }
  %s = func.call @f(%r#1) : (tensor<i32>) -> tensor<i32> loc(#loc1)
  return %s : tensor<i32>
}
func.func @g() { cf.br ^end
^end:
  return }";
        assert_eq!(
            shown(source),
            [
                "#loc1:1  <- #loc1:12",
                "@f:2  <- @f:12",
                "%x:2 tensor<i32> <- %x:4",
                "%c:3 tensor<i32> <- %c:4 %c:9",
                "%r:4 tensor<i32> tensor<i32> <- %r#1:12",
                "%i:4 tensor<i32> <- %i:6 %i:9",
                "%n:4 tensor<i32> <- %n:6 %n:10",
                "%p:6 tensor<i1> <- %p:7",
                "%p:9 tensor<i32> <- %p:10",
                "%s:12 tensor<i32> <- %s:13",
                "@g:15  <- ",
                "^end:16  <- ^end:15",
            ]
        );
    }

    /// An op that can't be parsed still uses its operands, and defines its result.
    #[test]
    fn ops_with_errors_have_names() {
        let source = "func.func @f(%x: tensor<i32>) -> tensor<i32> {
  %y = stablehlo.add %x, %x : tensor<f32>
  %z = stablehlo.nothing_like_it %y
  return %y : tensor<i32>
}";
        let shown = shown(source);
        assert!(shown.contains(&"%x:1 tensor<i32> <- %x:2 %x:2".to_owned()), "{shown:?}");
        assert!(shown.iter().any(|line| line.starts_with("%y:2")), "{shown:?}");
        assert!(shown.iter().any(|line| line.starts_with("%z:3")), "{shown:?}");
    }

    /// A use before the definition, as foreign ops and blocks allow it.
    #[test]
    fn uses_before_the_definition_are_found() {
        let source = "\"other.graph\"() ({
  %0 = \"other.use\"(%1) : (i32) -> i32
  %1 = \"other.make\"() : () -> i32
}) : () -> ()";
        assert_eq!(shown(source), ["%0:2 i32 <- ", "%1:3 i32 <- %1:2"]);
    }
}
