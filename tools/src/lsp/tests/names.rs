//! Symbols of modules and of several programs, and ops that are hovered.

use super::*;

fn hovers(said: &[Value]) -> Vec<&str> {
    said.iter().map(|it| it["result"]["contents"]["value"].as_str().unwrap_or_default()).collect()
}

const MODULES: &str = r#"module @outer {
  module @f {
    func.func @f() { return }
    func.func @g() { call @f() : () -> () return }
  }
  "func.func"() <{sym_name = "h", function_type = (i32) -> ()}> ({
  ^bb0(%a: i32):
    "func.return"() : () -> ()
  }) : () -> ()
  func.func @"odd name"(%x: i32) { call @h(%x) : (i32) -> () return }
}
"#;

#[test]
fn modules_are_tables_of_symbols() {
    let said = about(&[
        open(URI, MODULES),
        request(2, "textDocument/definition", place(MODULES, "call", "@f")),
        request(3, "textDocument/references", place(MODULES, "module @f", "@f")),
        request(4, "textDocument/references", place(MODULES, "\"h\"", "h")),
        request(5, "textDocument/hover", place(MODULES, "call @h", "@h")),
        request(6, "textDocument/hover", place(MODULES, "@\"odd", "odd")),
        request(7, "textDocument/hover", place(MODULES, "module @f", "@f")),
        request(8, "textDocument/documentSymbol", at(URI, 0, 0)),
    ]);
    assert_eq!(starts(&said[1]), [(2, 14)]);
    assert_eq!(starts(&said[2]), [(1, 9)], "a call of a function is not a use of the module");
    assert_eq!(starts(&said[3]), [(5, 29), (9, 40)]);
    assert_eq!(
        hovers(&said[4..7]),
        [
            "```mlir\nfunc.func @h : (i32) -> ()\n```",
            "```mlir\nfunc.func @\"odd name\" : (i32) -> ()\n```",
            "```mlir\nmodule @f {\n```"
        ]
    );
    let shown = |row: &Value| format!("{} {}", row["name"].as_str().unwrap_or("?"), row["kind"]);
    let children = |row: &Value| row["children"].as_array().cloned().unwrap_or_default();
    let rows = said[7]["result"].as_array().expect("rows");
    assert_eq!(rows.iter().map(shown).collect::<Vec<_>>(), ["@outer 2"]);
    let outer = children(&rows[0]);
    assert_eq!(outer.iter().map(shown).collect::<Vec<_>>(), ["@f 2", "@h 12", "@\"odd name\" 12"]);
    assert_eq!(outer[1]["selectionRange"]["start"], json!({"line": 5, "character": 29}));
    assert_eq!(outer[1]["range"]["start"], json!({"line": 5, "character": 2}));
    assert_eq!(outer[1]["detail"], "(i32) -> ()");
    let inner = children(&outer[0]);
    assert_eq!(inner.iter().map(shown).collect::<Vec<_>>(), ["@f 12", "@g 12"]);
}

#[test]
fn programs_of_one_text_have_functions_of_their_own() {
    let text = "func.func @f() { call @f() : () -> () return }
// -----
func.func @f(%x: i32) { call @f(%x) : (i32) -> () return }
";
    let said = about(&[
        open(URI, text),
        request(2, "textDocument/hover", at(URI, 0, 23)),
        request(3, "textDocument/hover", at(URI, 2, 30)),
        request(4, "textDocument/references", at(URI, 2, 30)),
    ]);
    assert_eq!(
        hovers(&said[1..3]),
        ["```mlir\nfunc.func @f : () -> ()\n```", "```mlir\nfunc.func @f : (i32) -> ()\n```"]
    );
    assert_eq!(starts(&said[3]), [(2, 10), (2, 29)]);
}

#[test]
fn only_ops_have_pages() {
    let text = r#"// an add
func.func @f(%x: tensor<2xf32>) attributes {a = "add", add = 1} {
  %y = stablehlo.add %sine, %x : tensor<2xf32>
  %z = "stablehlo.abs"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  call @slice() : () -> ()
  stablehlo.sine
}
"#;
    let hover =
        |before: &str, part: &str| request(2, "textDocument/hover", place(text, before, part));
    let hlo = "HloModule add\n\nENTRY e {\n  ROOT add = f32[] parameter(0)\n}\n";
    let said = about(&[
        open(URI, text),
        hover("an add", "add"),
        hover("\"add\"", "add"),
        hover("add = 1", "add"),
        hover("%sine", "sine"),
        hover("@slice", "slice"),
        hover("%y", "add"),
        hover("%z", "abs"),
        hover("  stablehlo.sine", "sine"),
        hover("  call", "call"),
        open(URI, hlo),
        request(3, "textDocument/hover", at(URI, 3, 9)),
    ]);
    let pages: Vec<&str> =
        hovers(&said).into_iter().map(|it| it.lines().nth(1).unwrap_or_default()).collect();
    let ops = ["stablehlo.add", "stablehlo.abs", "stablehlo.sine", "func.call"];
    assert_eq!(pages[1..6], [""; 5]);
    assert_eq!(pages[6..10], ops);
    assert_eq!(pages[10..], [""; 2]);
}

/// Each place is found without a walk over the line.
#[test]
fn long_lines_are_answered_at_once() {
    let mut text = "func.func @f(%x: tensor<i32>) -> tensor<i32> { ".to_owned();
    for i in 0..20_000 {
        text.push_str(&format!("%y{i} = stablehlo.not %x : tensor<i32> "));
    }
    text.push_str("return %x : tensor<i32> }");
    let begun = std::time::Instant::now();
    let said = about(&[
        open(URI, &text),
        request(2, "textDocument/references", at(URI, 0, 14)),
        request(3, "textDocument/documentSymbol", at(URI, 0, 0)),
    ]);
    assert_eq!(starts(&said[1]).len(), 20_002);
    // Half a second; it was half a minute when each place cost a walk.
    assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
}
