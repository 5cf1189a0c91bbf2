//! Conversations with the server, as an editor has them.

mod completions;
mod names;
mod texts;
mod wires;

use super::*;
use crate::{Terminal, main_with};
use serde_json::json;

/// A message with its header.
fn framed(message: &Value) -> String {
    let text = message.to_string();
    format!("Content-Length: {}\r\n\r\n{text}", text.len())
}

/// Says all of it to the program; returns the status, and what it says.
fn talk(messages: &[Value]) -> (u8, Vec<Value>, String) {
    say(&messages.iter().map(framed).collect::<String>())
}

/// Says a text to the program; returns the status, and what it says.
fn say(text: &str) -> (u8, Vec<Value>, String) {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let mut io = Io {
        stdin: &mut text.as_bytes(),
        stdout: &mut stdout,
        stderr: &mut stderr,
        terminal: Terminal::default(),
    };
    let status = main_with(["hloom", "lsp", "--stdio"], &mut io);
    let mut said = Vec::new();
    let mut rest = std::str::from_utf8(&stdout).expect("UTF-8");
    while let Some(behind) = rest.strip_prefix("Content-Length: ") {
        let (length, behind) = behind.split_once("\r\n\r\n").expect("a header");
        let (message, behind) = behind.split_at(length.parse().expect("a length"));
        said.push(serde_json::from_str(message).expect("JSON"));
        rest = behind;
    }
    assert_eq!(rest, "");
    (status, said, String::from_utf8(stderr).expect("UTF-8"))
}

fn request(id: i32, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

fn notification(method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "method": method, "params": params})
}

fn open(uri: &str, text: &str) -> Value {
    let document = json!({"uri": uri, "languageId": "mlir", "version": 1, "text": text});
    notification("textDocument/didOpen", json!({"textDocument": document}))
}

fn at(uri: &str, line: u32, character: u32) -> Value {
    json!({
        "textDocument": {"uri": uri},
        "position": {"line": line, "character": character},
        "context": {"includeDeclaration": true, "triggerKind": 1},
    })
}

/// A conversation from `initialize` to `exit`; returns what the server says between them.
fn about(messages: &[Value]) -> Vec<Value> {
    let mut all = vec![
        request(1, "initialize", json!({"capabilities": {}})),
        notification("initialized", json!({})),
    ];
    all.extend_from_slice(messages);
    all.push(request(99, "shutdown", Value::Null));
    all.push(notification("exit", Value::Null));
    let (status, mut said, stderr) = talk(&all);
    assert_eq!((status, stderr.as_str()), (0, ""));
    assert_eq!(said.remove(0)["result"]["serverInfo"]["name"], "hloom");
    assert_eq!(said.pop().expect("an answer")["id"], 99);
    said
}

/// The labels of a completion.
fn labels(answer: &Value) -> Vec<&str> {
    let items = answer["result"].as_array().unwrap_or_else(|| panic!("{answer}")).iter();
    items.map(|item| item["label"].as_str().expect("a label")).collect()
}

/// The line and column at which each place of an answer begins.
fn starts(answer: &Value) -> Vec<(u64, u64)> {
    let one = [answer["result"].clone()];
    let places = answer["result"].as_array().map_or(&one[..], |all| &all[..]).iter();
    let each = places.map(|place| {
        let start = &place["range"]["start"];
        (start["line"].as_u64().unwrap_or(99), start["character"].as_u64().unwrap_or(99))
    });
    each.collect()
}

/// The place of a part of a text behind another part; ASCII only.
fn place(text: &str, before: &str, part: &str) -> Value {
    let from = text.find(before).unwrap_or_else(|| panic!("{before}"));
    let byte = from + text[from..].find(part).unwrap_or_else(|| panic!("{part}"));
    behind(&text[..byte])
}

/// The place behind a text.
fn behind(text: &str) -> Value {
    let line = text.matches('\n').count();
    let column = text.len() - text.rfind('\n').map_or(0, |at| at + 1);
    at(URI, line as u32, column as u32)
}

const URI: &str = "file:///m/%C3%A4.mlir";

const PROGRAM: &str = "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r:2 = stablehlo.while(%i = %x, %n = %x) : tensor<2xf32>, tensor<2xf32>
   cond {
    %c = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %n, %i : tensor<2xf32>, tensor<2xf32>
  }
  return %r#1 : tensor<2xf32>
}
func.func @main(%y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @f(%y) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
";

#[test]
fn errors_have_places_notes_and_help() {
    let text = "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %é = stablehlo.abs %x : tensor<2xf32>
  %y = stablehlo.add %x, %x : tensor<3xf32>
  return %y : tensor<3xf32>
}";
    let said = about(&[open(URI, text)]);
    let params = &said[0]["params"];
    assert_eq!((&params["uri"], &params["version"]), (&json!(URI), &json!(1)));
    let found = params["diagnostics"].as_array().expect("diagnostics");
    assert!(found.len() >= 2, "{found:?}");
    let use_of_x =
        found.iter().find(|d| d["range"]["start"] == json!({"line": 2, "character": 21}));
    let use_of_x = use_of_x.unwrap_or_else(|| panic!("{found:#?}"));
    assert_eq!(use_of_x["range"]["end"], json!({"line": 2, "character": 23}));
    assert_eq!((&use_of_x["severity"], &use_of_x["source"]), (&json!(1), &json!("hloom")));
    let related = &use_of_x["relatedInformation"][0];
    assert_eq!(related["location"]["range"]["start"], json!({"line": 0, "character": 13}));
}

#[test]
fn changes_of_parts_are_applied_and_closing_takes_errors_away() {
    let change = |version: i32, changes: Value| {
        let document = json!({"uri": URI, "version": version});
        let params = json!({"textDocument": document, "contentChanges": changes});
        notification("textDocument/didChange", params)
    };
    // Columns are units of UTF-16: the clef has two, and four bytes.
    let text = "// 𝄞 é\nfunc.func @f() { return }";
    let part = |a: u32, b: u32, line: u32| json!({"start": {"line": line, "character": a}, "end": {"line": line, "character": b}});
    let close = json!({"textDocument": {"uri": URI}});
    let said = about(&[
        open(URI, text),
        change(2, json!([{"range": part(5, 5, 0), "text": "\nx "}])),
        change(3, json!([{"range": part(0, 2, 1), "text": "// "}])),
        change(4, json!([{"text": "func.func @g() {"}])),
        notification("textDocument/didClose", close),
    ]);
    let counts: Vec<(Value, usize)> = said
        .iter()
        .map(|message| {
            let params = &message["params"];
            (params["version"].clone(), params["diagnostics"].as_array().expect("a list").len())
        })
        .collect();
    assert_eq!(
        counts,
        [(json!(1), 0), (json!(2), 1), (json!(3), 0), (json!(4), 1), (Value::Null, 0)]
    );
}

#[test]
fn names_lead_to_their_definitions_and_uses() {
    let said = about(&[
        open(URI, PROGRAM),
        request(2, "textDocument/definition", at(URI, 8, 10)),
        request(3, "textDocument/references", at(URI, 0, 14)),
        request(4, "textDocument/documentHighlight", at(URI, 1, 26)),
        request(5, "textDocument/definition", at(URI, 11, 14)),
        request(6, "textDocument/definition", at(URI, 3, 12)),
    ]);
    assert_eq!(starts(&said[1]), [(1, 2)], "%r");
    assert_eq!(starts(&said[2]), [(0, 13), (1, 30), (1, 39)], "%x");
    assert_eq!(starts(&said[3]), [(1, 25), (6, 25)], "%i");
    assert_eq!(starts(&said[4]), [(0, 10)], "@f");
    assert_eq!(said[5]["result"], Value::Null, "an op is defined nowhere");
}

#[test]
fn types_and_pages_of_ops_are_shown() {
    let said = about(&[
        open(URI, PROGRAM),
        request(2, "textDocument/hover", at(URI, 8, 10)),
        request(3, "textDocument/hover", at(URI, 11, 14)),
        request(4, "textDocument/hover", at(URI, 1, 15)),
        request(5, "textDocument/hover", at(URI, 0, 20)),
    ]);
    let text = |i: usize| said[i]["result"]["contents"]["value"].as_str().unwrap_or_default();
    assert_eq!(text(1), "```mlir\n%r#1 : tensor<2xf32>\n```");
    assert_eq!(text(2), "```mlir\nfunc.func @f : (tensor<2xf32>) -> tensor<2xf32>\n```");
    assert!(text(3).starts_with("```text\nstablehlo.while\n"), "{}", text(3));
    assert!(text(3).contains("Constraints"), "{}", text(3));
    assert_eq!(said[4]["result"], Value::Null);
}

#[test]
fn functions_are_listed_and_completed_also_in_texts_with_errors() {
    let broken = PROGRAM.replace("  return %0", "  stablehlo.rem\n  return %\n  return %0");
    let said = about(&[
        open(URI, PROGRAM),
        request(2, "textDocument/documentSymbol", at(URI, 0, 0)),
        request(3, "textDocument/completion", at(URI, 11, 13)),
        open(URI, &broken),
        request(4, "textDocument/documentSymbol", at(URI, 0, 0)),
        request(5, "textDocument/completion", at(URI, 12, 15)),
        request(6, "textDocument/completion", at(URI, 13, 10)),
    ]);
    let rows = said[1]["result"].as_array().expect("functions");
    assert_eq!(rows[1]["name"], "@main");
    assert_eq!(rows[1]["detail"], "(tensor<2xf32>) -> tensor<2xf32>");
    assert_eq!(rows[1]["selectionRange"]["start"], json!({"line": 10, "character": 10}));
    assert_eq!(labels(&said[2]), ["@f", "@main"]);
    let rows = said[4]["result"].as_array().expect("functions");
    assert_eq!(rows.len(), 2);
    assert!(labels(&said[5]).contains(&"stablehlo.remainder"));
    assert_eq!(labels(&said[6]), ["%y", "%0"], "not those of @f");
}

/// Ops of other dialects are read in generic form; their other forms are errors, which have names
/// all the same.
#[test]
fn foreign_ops_are_read_in_generic_form() {
    let text = "func.func @f(%a: memref<4xf32>, %i: index) -> f32 {
  %0 = memref.load %a[%i] : memref<4xf32>
  %1 = \"memref.load\"(%a, %i) : (memref<4xf32>, index) -> f32
  return %1 : f32
}";
    let said = about(&[
        open(URI, text),
        request(2, "textDocument/hover", at(URI, 3, 10)),
        request(3, "textDocument/references", at(URI, 0, 14)),
        request(4, "textDocument/references", at(URI, 0, 33)),
    ]);
    let found = said[0]["params"]["diagnostics"].as_array().expect("a list");
    let [error] = &found[..] else { panic!("{found:#?}") };
    assert_eq!(error["range"]["start"], json!({"line": 1, "character": 7}));
    let message = error["message"].as_str().expect("a message");
    assert!(message.contains("in generic form, `\"memref.load\"(…)"), "{message}");
    assert_eq!(said[1]["result"]["contents"]["value"], "```mlir\n%1 : f32\n```");
    assert_eq!(starts(&said[2]), [(0, 13), (1, 19), (2, 21)]);
    assert_eq!(starts(&said[3]), [(0, 32), (1, 22), (2, 25)]);
}

#[test]
fn texts_of_several_programs_and_other_languages_are_read() {
    let two = "func.func @f() { return }\n// -----\nfunc.func @f() { return %x : i32 }\n";
    let said = about(&[
        open(URI, two),
        request(2, "textDocument/documentSymbol", at(URI, 0, 0)),
        open("file:///m/p.sdql", "CREATE REAL TENSOR (10) AS A(i) = ;"),
        open("file:///m/p.hlo", "HloModule m\n\nENTRY e {\n  ROOT x = f32[] parameter(0), y\n}\n"),
    ]);
    let found = said[0]["params"]["diagnostics"].as_array().expect("a list");
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0]["range"]["start"], json!({"line": 2, "character": 24}));
    assert_eq!(said[1]["result"].as_array().expect("functions").len(), 2);
    for message in &said[2..] {
        let found = message["params"]["diagnostics"].as_array().expect("a list");
        assert!(!found.is_empty(), "{message}");
    }
}

#[test]
fn wrong_conversations_get_errors() {
    let (status, said, _) = talk(&[
        request(1, "textDocument/hover", at(URI, 0, 0)),
        request(
            2,
            "initialize",
            json!({"capabilities": {"general": {"positionEncodings": ["utf-8"]}}}),
        ),
        request(3, "initialize", json!({"capabilities": {}})),
        request(4, "textDocument/hover", at("file:///absent", 0, 0)),
        request(5, "textDocument/hover", json!({"textDocument": 1})),
        request(6, "workspace/unknown", Value::Null),
        notification("textDocument/didOpen", json!({"textDocument": 1})),
        notification("$/unknown", Value::Null),
        open(URI, "func.func @f() { return }"),
        request(7, "textDocument/hover", at(URI, 4_000_000_000, 4_000_000_000)),
        notification("exit", Value::Null),
    ]);
    let codes: Vec<i64> = said.iter().filter_map(|m| m["error"]["code"].as_i64()).collect();
    assert_eq!(codes, [-32002, -32600, -32602, -32602, -32601], "{said:#?}");
    assert_eq!(said[1]["result"]["capabilities"]["positionEncoding"], "utf-8");
    assert_eq!(said[6]["method"], "window/logMessage");
    assert_eq!(said.last().expect("an answer")["result"], Value::Null);
    // `exit` without `shutdown`.
    assert_eq!(status, 1);
}
