//! Completion at the positions where nothing, or something else, is to be offered.

use super::*;

/// The labels offered behind each `|` of a text.
fn offered(uri: &str, text: &str) -> Vec<Vec<String>> {
    let (mut plain, mut messages) = (String::new(), Vec::new());
    for part in text.split_inclusive('|') {
        plain.push_str(part.trim_end_matches('|'));
        if part.ends_with('|') {
            let mut params = behind(&plain);
            params["textDocument"]["uri"] = json!(uri);
            messages.push(request(2, "textDocument/completion", params));
        }
    }
    messages.insert(0, open(uri, &plain));
    let said = about(&messages);
    let labels = said[1..].iter().map(labels);
    labels.map(|all| all.into_iter().map(str::to_owned).collect()).collect()
}

#[test]
fn values_are_offered_where_they_are_visible() {
    let text = r#"#alias = "a"
!alias = i1
func.func @f(%x-1: tensor<i1>) -> tensor<i1> {
  %q:2 = "stablehlo.if"(%x-1) ({
    %left = stablehlo.not %x-1 : tensor<i1>
    stablehlo.return %left, %left : tensor<i1>, tensor<i1>
  }, {
    %right = stablehlo.not %| : tensor<i1>
    stablehlo.return %x-| : tensor<i1>
  }) : (tensor<i1>) -> (tensor<i1>, tensor<i1>)
  %z = stablehlo.not %q#| : tensor<i1>
  %w = stablehlo.add %q, %|
  return %| {a = #|} : !|
}
func.func @g(%y: i1) {
  return %|
}
"#;
    assert_eq!(
        offered(URI, text),
        [
            vec!["%x-1"],
            vec!["%x-1"],
            vec![],
            vec!["%x-1", "%q", "%z"],
            vec!["%x-1", "%q", "%z", "%w"],
            vec!["#alias"],
            vec!["!alias"],
            vec!["%y"],
        ]
    );
}

/// The function has no end, and errors.
#[test]
fn names_are_offered_while_a_function_is_written() {
    let text = "func.func @f(%x: i1) {
  %y = stablehlo.bogus %x, %|
  cf.br ^|
^end:
  return %|
";
    assert_eq!(offered(URI, text), [vec!["%x"], vec!["^end"], vec!["%x", "%y"]]);
}

#[test]
fn names_of_other_programs_are_not_offered() {
    let text = "#a = 1
func.func @f() { call @| }
// -----
#b = 1
func.func @g() attributes {b = #|} {
  call @|
}
module @m {
  func.func @h() { call @| }
}
";
    let found = offered(URI, text);
    assert_eq!(found, [vec!["@f"], vec!["#b"], vec!["@g", "@m"], vec!["@h", "@g", "@m"]]);
}

#[test]
fn ops_are_offered_in_their_position() {
    let text = r#"// stablehlo.ad|
func.func @f(%x: tensor<i1>) attributes {a = "stablehlo.ad|"} {
  %y = stablehlo.ad|
  stablehlo.add %x, stablehlo.ad|
  addi| // %|
}
"#;
    let found = offered(URI, text);
    let shown: Vec<bool> = found.iter().map(|labels| !labels.is_empty()).collect();
    assert_eq!(shown[..4], [false, false, true, false], "{found:?}");
    assert!(found[2].contains(&"stablehlo.add".to_owned()), "{found:?}");
    assert!(found[5].is_empty(), "{found:?}");
    let others = [
        (URI, "HloModule m\n\nENTRY e {\n  ROOT ad| = f32[] parameter(0)\n  ad|\n}\n"),
        ("file:///m/p.sdql", "CREATE REAL TENSOR (10) AS A(i) =\n  ad|;"),
        (URI, "CREATE REAL TENSOR (10) AS A(i) =\n  ad|;"),
    ];
    for (uri, text) in others {
        let found = offered(uri, text);
        assert!(found.iter().all(Vec::is_empty), "{text}: {found:?}");
    }
}

#[test]
fn signs_start_completion() {
    let (_, said, _) = talk(&[request(1, "initialize", json!({"capabilities": {}}))]);
    let starts = &said[0]["result"]["capabilities"]["completionProvider"]["triggerCharacters"];
    assert_eq!(starts, &json!(["%", "@", "^", "#", "!", "."]));
}
