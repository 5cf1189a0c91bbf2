//! The language: texts that are printed and parsed again, and texts that are wrong.

use egg::{Id, Language};
use hloom_ir::diag::Source;
use hloom_storage::syntax::{MAX_DEPTH, parse, print};
use hloom_storage::term::{Node, Term};
use hloom_storage::{Inputs, Sort, Value, compile, evaluate, formats, raise};
use hloom_storage_tests::Random;
use hloom_storage_tests::terms::Terms;
use std::collections::HashMap;

/// Programs with all of the syntax.
const CORPUS: &[&str] = &[
    include_str!("programs/summm.sdql"),
    include_str!("programs/batax.sdql"),
    include_str!("programs/mmm.sdql"),
    include_str!("programs/mttkrp.sdql"),
    include_str!("programs/ttm.sdql"),
    "",
    "1",
    "-1 - -2 * (3 + 4) / 5 % 6",
    "1.5e300 + 1e-7 * -2.0",
    "(1 < 2) + (3 >= 4) * (5 != 6)",
    "if 1 == 2 then if true then 3",
    "CREATE TENSOR A : {int[4] -> {int -> real}} CREATE TENSOR n : int; A(0)(1) + A(n, 2)",
    "CREATE TENSOR p : [int; 3]; CREATE TENSOR q : [bool]; sum(<_, t> in q(1:p(1))) t",
    "let x = 3 in let y = x + 1 in { x -> y, y -> x, (1 + 2) * 3 -> 4 }",
    "{ (1, 2) -> 3.0 } + { (1, 3) -> 4.0 } + {}",
    "zero({int -> real}) + { unique(4) -> 2.0 }",
    "CREATE TENSOR a : [int]; CREATE TENSOR b : [int];
     merge(<p, q, v> in <a, b(0:2)>) { v -> p * q } // the positions of equal values",
    "merge(<_, _, v> in <0:3, 1:(4)>) (sum(<k, _> in 0:v) k) + 1",
    "CREATE TENSOR A : {int -> {int -> int}}
     CREATE TENSOR B AS sum(<(i, j), v> in A, <(j, i), w> in A) { (min(i, 2), max(j, 1)) -> v * w };
     CREATE TENSOR c : int AS mod(-7, 2) + div(7, -2) + even(5) + odd(10);
     B * c * 2",
];

/// The words and signs of a text, without blanks.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn printing_and_parsing_reach_a_fixpoint() {
    let library = formats::ALL.iter().map(|(_, text)| *text);
    for text in CORPUS.iter().copied().chain(library) {
        let first = print(&parse(text).unwrap_or_else(|e| panic!("{text}: {e:?}")));
        let second = print(&parse(&first).unwrap_or_else(|e| panic!("{first}: {e:?}")));
        assert_eq!(first, second);
        // The same words in the same order, but for parentheses and comments.
        let code: String = text.lines().map(|line| line.split("//").next().unwrap()).collect();
        let bare = |text: &str| squeezed(text).replace(['(', ')', ';'], "");
        assert_eq!(bare(&code), bare(&first));
    }
}

/// The same term with each equal part once.
fn tree(term: &Term) -> Term {
    fn add(out: &mut Term, known: &mut HashMap<Node, Id>, term: &Term, id: Id) -> Id {
        let mut node = term[id];
        for child in node.children_mut() {
            *child = add(out, known, term, *child);
        }
        *known.entry(node).or_insert_with(|| out.add(node))
    }
    let mut out = Term::default();
    add(&mut out, &mut HashMap::new(), term, term.root());
    out
}

/// A random term is written, read and checked: the same term comes back.
#[test]
fn terms_are_read_as_they_are_written() {
    use hloom_storage::term::Node;
    let mut with_names = 0;
    for seed in 0..3000 {
        let random = &mut Random::new(seed);
        let mut terms = Terms::new(random, true, Vec::new());
        let sort: Sort = terms.sort();
        terms.term(sort, 4);
        let term = tree(&terms.out);
        let mut declared = String::new();
        let mut names: Vec<_> = term
            .iter()
            .filter_map(|node| match node {
                Node::Input(name, sort) => Some((name.to_string(), sort.to_type())),
                _ => None,
            })
            .collect();
        names.sort_by(|a, b| a.0.cmp(&b.0));
        names.dedup();
        for (name, ty) in names {
            declared += &format!("CREATE TENSOR {name} : {ty};\n");
            with_names += 1;
        }
        let text = format!("{declared}{}", raise::text(&term));
        let module = compile(&text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        let (found, ty) = module.result.unwrap();
        // By their texts: `-3` is a number, or the negative of one.
        assert_eq!(raise::text(&found.term), raise::text(&term), "seed {seed}: {text}");
        assert_eq!(ty.sort(), sort);
    }
    assert!(with_names > 1000);
}

/// A wrong text, the place of the error and its sentence.
type Wrong = (&'static str, &'static str, &'static str);

const ERRORS: &[Wrong] = &[
    // Words and signs.
    ("1 + @", "1:5", "`@` is not part of the language"),
    ("1 +", "1:4", "expected an expression, found the end of the text"),
    ("let x 3 in x", "1:7", "expected `=`, found `3`"),
    ("sum(<i, v> on A) v", "1:12", "expected `in`, found `on`"),
    (
        "CREATE TENSOR A",
        "1:16",
        "expected `:` and a type, or `AS` and a definition, found the end of the text",
    ),
    ("CREATE TENSOR sum : int", "1:15", "expected a name, found `sum`"),
    ("CREATE TENSOR min : int", "1:15", "`min` is a function; it can't be a name"),
    (
        "1 == 2 == 3",
        "1:8",
        "expected the end of the comparison (comparisons don't chain), found `==`",
    ),
    ("0:1:2", "1:4", "expected one `:` in a range, found `:`"),
    ("99999999999999999999", "1:1", "this integer has more than 63 bits"),
    ("1e999", "1:1", "this number is larger than a double"),
    ("min(1)", "1:1", "`min` has 2 arguments, found 1"),
    (
        "CREATE TENSOR A : {int -> [int]}",
        "1:27",
        "the values of a dictionary are numbers or dictionaries, not arrays",
    ),
    ("{ 1 -> 2", "1:9", "expected `}`, found the end of the text"),
    ("1 2", "1:3", "expected the end of the program after its result, found `2`"),
    // Names.
    ("\n  row * 2", "2:3", "`row` is not defined"),
    ("sum(<i, v> in 0:3) w", "1:20", "`w` is not defined"),
    ("let x = x in 1", "1:9", "`x` is not defined"),
    ("CREATE TENSOR A : int; CREATE TENSOR A : int;", "1:38", "`A` is created twice"),
    ("CREATE TENSOR A AS A + 1;", "1:20", "`A` is defined by itself"),
    ("CREATE TENSOR A AS B;\nCREATE TENSOR B AS\n  A;", "3:3", "`A` is defined by itself"),
    // Types.
    ("1 + { 1 -> 2 }", "1:1", "`+` has operands of different types: int and {int -> int}"),
    ("true - false", "1:1", "`-` is not defined on bool: bool and bool"),
    ("true < false", "1:1", "`<` is not defined on bool: bool and bool"),
    ("{ 1 -> 2 } == 3", "1:1", "`==` compares two numbers: {int -> int} and int"),
    ("1.5 % 2", "1:1", "`%` has integers as operands: real and int"),
    (
        "{ 1 -> 2.0 } * { (1, 2) -> 3.0 }",
        "1:1",
        "`*` has operands that don't fit: {int -> real} and {int -> {int -> real}}",
    ),
    ("if 3 then 4", "1:4", "expected a condition of type bool, found int"),
    ("if { 1 -> true } then 4", "1:4", "expected a condition of type bool, found {int -> bool}"),
    ("{ 1.5 -> 2 }", "1:3", "expected int, found real"),
    ("{ 1 -> 0:3 }", "1:8", "expected a number or dictionary, found [int; 3]"),
    ("{}", "1:1", "the type of `{}` is not known here"),
    ("CREATE TENSOR A : int AS {};", "1:26", "expected int, found {int -> int}"),
    ("CREATE TENSOR A : int AS 1.5;", "1:26", "expected int, found real"),
    (
        "CREATE TENSOR A : {int[3] -> int} AS { 1 -> 1.5 };",
        "1:38",
        "expected {int[3] -> int}, found {int -> real}",
    ),
    ("sum(<i, v> in 3) v", "1:15", "expected an array or dictionary, found int"),
    ("0:1.5", "1:3", "expected int, found real"),
    (
        "merge(<p, q, v> in <0:3, { 1 -> 1.5 }>) v",
        "1:26",
        "expected an array or dictionary of int, found {int -> real}",
    ),
    ("even(1.5)", "1:6", "expected int, found real"),
    ("-(0:3)", "1:2", "expected numbers, found [int; 3]"),
    // Arity of keys.
    (
        "CREATE TENSOR A : {int -> real}; A(1, 2)",
        "1:34",
        "a key of 2 parts looks up {int -> real}, which has 1 level",
    ),
    ("3(1)", "1:1", "expected an array or dictionary, found int"),
    (
        "CREATE TENSOR A : {int -> real}; sum(<(i, j), v> in A) v",
        "1:40",
        "a key of 2 parts is bound in {int -> real}, which has 1 level",
    ),
    (
        "CREATE TENSOR A : {int -> real}; sum(<i, v> in A, <i, v> in { 1 -> A }) v",
        "1:55",
        "expected a number of type real, found {int -> real}",
    ),
];

#[test]
fn errors_have_their_places() {
    for (text, place, sentence) in ERRORS {
        let errors = compile(text).expect_err(text);
        let at = Source::new(text).position(errors[0].span.start as usize);
        let found = format!("{}:{}", at.line, at.column);
        assert_eq!((found.as_str(), errors[0].message.as_str()), (*place, *sentence), "{text}");
        assert_eq!(errors.len(), 1, "{text}: {errors:?}");
    }
}

#[test]
fn an_error_shows_the_line() {
    let text = "CREATE TENSOR matrix : {int -> {int -> real}};\nsum(<i, row> in matriz) row\n";
    let errors = compile(text).unwrap_err();
    let shown = hloom_ir::diag::render(&errors, "a.sdql", text, hloom_ir::diag::Format::default());
    for part in
        ["error: `matriz` is not defined", "a.sdql:2:17", "^^^^^^", "did you mean `matrix`?"]
    {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    // The hidden variables of a sum are no names to suggest.
    let text = "CREATE TENSOR A : {int -> {int -> real}}; sum(<(i, _), a> in A) q";
    let help = compile(text).unwrap_err()[0].help.clone().unwrap_or_default();
    assert!(["`A`", "`a`", "`i`"].iter().any(|name| help.contains(name)), "{help}");
}

#[test]
fn independent_errors_are_all_reported() {
    let text = "CREATE TENSOR A : {int -> };\nCREATE TENSOR B AS 1 + ;\nCREATE TENSOR C AS 3;\nB +";
    assert_eq!(compile(text).unwrap_err().len(), 3);
    // The second error stands where the first one ends.
    let text = "CREATE TENSOR A AS 1 +\nCREATE TENSOR B AS 2 + ;\n3";
    assert_eq!(compile(text).unwrap_err().len(), 2);
    let text = "CREATE TENSOR A AS x;\nCREATE TENSOR B AS y + A;\nz + (if 3 then w)";
    let errors = compile(text).unwrap_err();
    let found: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    let undefined = ["x", "y", "z"].map(|name| format!("`{name}` is not defined"));
    assert!(undefined.iter().all(|one| found.contains(&one.as_str())), "{found:?}");
    assert!(found.contains(&"`w` is not defined"), "{found:?}");
}

#[test]
fn deep_nesting_is_an_error_not_a_crash() {
    let deep = 100_000;
    for text in [
        "(".repeat(deep),
        "-".repeat(deep),
        "{ 1 -> ".repeat(deep),
        "if true then ".repeat(deep),
        "1 + ".repeat(deep),
        format!("CREATE TENSOR A : {}", "{int -> ".repeat(deep)),
    ] {
        assert!(compile(&text).is_err());
    }
    // One level less than the limit compiles.
    let text = format!("1{}", " + 1".repeat(MAX_DEPTH as usize - 1));
    assert!(compile(&text).is_ok());
    let errors = compile(&format!("{text} + 1")).unwrap_err();
    assert!(errors[0].message.contains("more than 200 levels"), "{errors:?}");
}

#[test]
fn long_texts_are_errors_or_programs_not_crashes() {
    let message = |text: &str| compile(text).unwrap_err()[0].message.clone();
    // Tensors that are used before they are created, and after.
    let forward: String =
        (0..100_000).map(|i| format!("CREATE TENSOR A{i} AS A{} + 1;\n", i + 1)).collect();
    assert!(message(&forward).contains("used before they are created"), "{}", message(&forward));
    let backward: String =
        (1..5000).map(|i| format!("CREATE TENSOR A{i} AS A{} + 1;\n", i - 1)).collect();
    let backward = format!("CREATE TENSOR A0 : int;\n{backward}A4999");
    assert!(message(&backward).contains("more than 1000 levels deep"), "{}", message(&backward));
    let near: String =
        (1..990).map(|i| format!("CREATE TENSOR A{i} AS A{} + 1;\n", i - 1)).collect();
    let module = compile(&format!("CREATE TENSOR A0 : int;\n{near}A989")).unwrap();
    let inputs = Inputs::from([("A0".into(), Value::Int(11))]);
    let composed = module.composed().unwrap();
    assert_eq!(evaluate(&composed, &inputs, 1000).unwrap().0, Value::Int(1000));

    let bindings: Vec<String> = (0..1000).map(|i| format!("<a{i}, _> in 0:1")).collect();
    let text = format!("sum({}) 1", bindings.join(", "));
    assert_eq!(message(&text), "there are more than 64 bindings of a sum");
    let parts = vec!["1"; 1_000_000].join(", ");
    assert_eq!(message(&format!("{{ ({parts}) -> 1 }}")), "there are more than 16 parts of a key");
    assert_eq!(message(&format!("{{ 1 -> 1 }}({parts})")), "there are more than 16 parts of a key");
    // A long literal is a program.
    let entries: Vec<String> = (0..100_000).map(|i| format!("{i} -> 1")).collect();
    let module = compile(&format!("{{ {} }}", entries.join(", "))).unwrap();
    let (value, _) = evaluate(&module.composed().unwrap(), &Inputs::new(), 10_000_000).unwrap();
    assert_eq!(value.entries(), 100_000);
}

#[test]
fn names_of_unused_lets_capture_nothing() {
    let text = "CREATE TENSOR x0_ : int; let y = 5 in x0_";
    let module = compile(text).unwrap();
    let term = module.composed().unwrap();
    let shown = format!("CREATE TENSOR x0_ : int; {}", raise::text(&term));
    let again = compile(&shown).unwrap().composed().unwrap();
    assert_eq!(tree(&term), tree(&again), "{shown}");
}

#[test]
fn binders_beyond_the_sixtieth_are_seen() {
    // The first variable is used below 70 more; its name must not be `_`.
    let loops = "sum(<_, _> in 0:1) ".repeat(70);
    let text = format!("sum(<k, _> in 0:3) {loops}k");
    let term = compile(&text).unwrap().composed().unwrap();
    let again = compile(&raise::text(&term)).unwrap().composed().unwrap();
    assert_eq!(tree(&term), tree(&again));
    assert_eq!(evaluate(&again, &Inputs::new(), 10_000).unwrap().0, Value::Int(3));
}

#[test]
fn numbers_that_are_not_finite_are_read_and_printed() {
    for text in ["inf", "-inf", "nan", "{ 1 -> nan } + { 2 -> -inf }"] {
        let term = compile(text).unwrap().composed().unwrap();
        assert_eq!(raise::text(&term), text);
    }
}

/// Texts with a piece removed, doubled or exchanged: errors or programs, no crash.
#[test]
fn damaged_texts_do_not_crash() {
    let random = &mut Random::new(3);
    let all: Vec<&str> = CORPUS.iter().copied().chain(formats::ALL.iter().map(|f| f.1)).collect();
    let mut wrong = 0;
    for _ in 0..5000 {
        let mut text: Vec<u8> = random.one_of(&all).as_bytes().to_vec();
        for _ in 0..=random.below(3) {
            let from = random.below(text.len() + 1);
            let to = (from + random.below(6)).min(text.len());
            let piece: Vec<u8> = text[from..to].to_vec();
            match random.below(3) {
                0 => drop(text.drain(from..to)),
                1 => drop(text.splice(from..from, piece)),
                _ => {
                    let at = random.below(text.len() + 1);
                    drop(text.splice(at..at, piece));
                }
            }
        }
        let text = String::from_utf8_lossy(&text).into_owned();
        if let Err(errors) = compile(&text) {
            wrong += 1;
            assert!(errors.iter().all(|error| error.span.end as usize <= text.len()), "{text}");
        }
    }
    assert!(wrong > 1000, "{wrong}");
}
