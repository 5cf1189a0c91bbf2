//! Texts as they change, positions in them, and the parts of a diagnostic.

use super::*;

fn change(version: i32, changes: Value) -> Value {
    let document = json!({"uri": URI, "version": version});
    let params = json!({"textDocument": document, "contentChanges": changes});
    notification("textDocument/didChange", params)
}

fn range(start: (u32, u32), end: (u32, u32)) -> Value {
    let position = |(line, character)| json!({"line": line, "character": character});
    json!({"start": position(start), "end": position(end)})
}

/// A bug in the analysis leaves the text as it is, so that it can be changed.
#[test]
fn texts_survive_panics() {
    let text = "func.func @f() {\n// panic in the test\nreturn }";
    let said = about(&[
        open(URI, text),
        request(2, "textDocument/hover", at(URI, 0, 11)),
        change(2, json!([{"range": range((1, 0), (1, 20)), "text": "é"}])),
        change(3, json!([{"range": range((1, 0), (1, 1)), "text": ""}])),
        request(3, "textDocument/hover", at(URI, 0, 11)),
    ]);
    assert_eq!(said[0]["params"]["diagnostics"], json!([]));
    assert_eq!(said[1]["method"], "window/logMessage");
    assert_eq!(said[2]["result"], Value::Null);
    let errors = |i: usize| said[i]["params"]["diagnostics"].as_array().expect("a list").len();
    assert_eq!((errors(3), errors(4)), (1, 0), "{said:#?}");
    assert!(said[5]["result"].is_object(), "{said:#?}");
}

/// A column behind the end of a line is that of its end, before `\r`; `\r` alone ends a line.
#[test]
fn returns_end_lines() {
    let said = about(&[
        open(URI, "func.func @f() {\r\n\r  return\r\n}\r\n"),
        change(2, json!([{"range": range((2, 99), (2, 99)), "text": " loc(unknown)\r\n  x"}])),
        change(3, json!([{"range": range((3, 2), (3, 99)), "text": "// y"}])),
        request(2, "textDocument/documentSymbol", at(URI, 0, 0)),
    ]);
    let found: Vec<&Value> = said.iter().map(|message| &message["params"]["diagnostics"]).collect();
    assert_eq!((found[0], found[2]), (&json!([]), &json!([])), "{found:#?}");
    assert_eq!(found[1][0]["range"]["start"], json!({"line": 3, "character": 2}));
    assert_eq!(said[3]["result"][0]["range"], range((0, 0), (4, 1)));
}

/// The label of a diagnostic is not a part of its sentence.
#[test]
fn labels_are_related_information() {
    let said = about(&[open(URI, "CREATE REAL TENSOR (10) AS A(i) = 1;")]);
    let error = &said[0]["params"]["diagnostics"][0];
    let message = error["message"].as_str().expect("a message");
    assert!(message.starts_with("this is a storage program\nhelp: "), "{message}");
    let related = &error["relatedInformation"][0];
    assert_eq!(related["message"], "here a program of StableHLO is expected");
    assert_eq!(related["location"]["range"], error["range"]);
    assert_eq!(related["location"]["uri"], URI);
}
