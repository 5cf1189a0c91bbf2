//! Names of texts, with their types, kinds, scopes and uses.

use super::*;

/// Each definition, its types, and what stands at its uses with the line.
fn shown(source: &str) -> Vec<String> {
    let line = |span: Span| 1 + source[..span.start as usize].matches('\n').count();
    let text =
        |span: Span| format!("{}:{}", &source[span.start as usize..span.end as usize], line(span));
    let (_, names) = parse_names(source);
    let each = names.definitions.into_iter().map(|definition| {
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
            "@f:2 (tensor<i32>) -> tensor<i32> <- @f:12",
            "%x:2 tensor<i32> <- %x:4",
            "%c:3 tensor<i32> <- %c:4 %c:9",
            "%r:4 tensor<i32> tensor<i32> <- %r#1:12",
            "%i:4 tensor<i32> <- %i:6 %i:9",
            "%n:4 tensor<i32> <- %n:6 %n:10",
            "%p:6 tensor<i1> <- %p:7",
            "%p:9 tensor<i32> <- %p:10",
            "%s:12 tensor<i32> <- %s:13",
            "@g:15 () -> () <- ",
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

/// Each name with its kind and the text in which it is visible, on one line.
fn scopes(source: &str) -> Vec<String> {
    let at = |span: Span| &source[span.start as usize..span.end as usize];
    let (_, names) = parse_names(source);
    let each = names.definitions.into_iter().map(|definition| {
        let scope = at(definition.scope).split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{:?} {} in {scope}", definition.kind, at(definition.name))
    });
    each.collect()
}

#[test]
fn modules_have_symbols_of_their_own() {
    let source = r#"module @f {
  module @a {
    func.func @f() { return }
    func.func @g() { call @f() : () -> () return }
  }
  module @b {
    func.func @g() { call @f() : () -> () return }
    func.func @f() { return }
  }
  func.func @h() { "other.op"() {a = @a::@f, b = @b::@f, c = @f} : () -> () return }
}"#;
    assert_eq!(
        shown(source),
        [
            "@f:1  <- @f:10",
            "@a:2  <- @a:10",
            "@f:3 () -> () <- @f:4 @f:10",
            "@g:4 () -> () <- ",
            "@b:6  <- @b:10",
            "@g:7 () -> () <- ",
            "@f:8 () -> () <- @f:7 @f:10",
            "@h:10 () -> () <- ",
        ]
    );
}

#[test]
fn symbols_in_generic_form_and_in_quotes_are_found() {
    let source = r#""func.func"() <{sym_name = "h", function_type = () -> ()}> ({
  "func.return"() : () -> ()
}) : () -> ()
func.func @"odd name"() {
  call @h() : () -> ()
  call @"odd\20name"() : () -> ()
  return
}
"memref.global"() {sym_name = "g", other = {sym_name = "none"}} : () -> ()
sdy.mesh @mesh = <["x"=2]>
"gpu.module"() ({
  "gpu.func"() {sym_name = "k", mesh = @mesh} : () -> ()
}) {sym_name = "kernels"} : () -> ()
"gpu.launch_func"() {kernel = @kernels::@k, k = @k} : () -> ()"#;
    assert_eq!(
        shown(source),
        [
            r#""h":1 () -> () <- @h:5"#,
            r#"@"odd name":4 () -> () <- @"odd\20name":6"#,
            r#""g":9  <- "#,
            "@mesh:10  <- @mesh:12",
            r#""k":12  <- @k:14"#,
            r#""kernels":13  <- @kernels:14"#,
        ]
    );
    let (_, names) = parse_names(source);
    let kinds: Vec<NameKind> = names.definitions.iter().map(|it| it.kind).collect();
    use NameKind::*;
    assert_eq!(kinds, [Function, Function, Symbol, Mesh, Symbol, Module]);
}

#[test]
fn names_are_visible_up_to_the_end_of_their_region() {
    let source = r#"func.func @f(%x: T) -> T {
  %r = "stablehlo.if"(%x) ({
    %a = stablehlo.not %x : T
    stablehlo.return %a : T
  }, {
    stablehlo.return %x : T
  }) : (T) -> T
  cf.br ^end
^end:
  return %r : T
}"#;
    let scopes = scopes(&source.replace('T', "tensor<i1>"));
    let of = |name: &str| scopes.iter().find(|line| line.contains(name)).expect("a name").as_str();
    assert_eq!(of("Value %a"), "Value %a in stablehlo.return %a : tensor<i1>");
    assert_eq!(of("Value %r"), "Value %r in cf.br ^end ^end: return %r : tensor<i1>");
    assert!(of("Value %x").starts_with("Value %x in %r = "), "{}", of("Value %x"));
    assert!(of("Block ^end").starts_with("Block ^end in %r = "), "{}", of("Block ^end"));
    assert!(of("Function @f").starts_with("Function @f in func.func @f("), "{}", of("Function"));
}

/// Forms that the parser does not know use the values that are known before them.
#[test]
fn skipped_ops_use_values() {
    let source = r#"func.func @f(%x: tensor<i32>, %g: tensor<4xi32>, %i: index) -> tensor<i32> {
  %q = stablehlo.bogus %x, %x
  %l = memref.load %g[%i] : memref<4xi32>
  %r:2 = "stablehlo.while"(%x, %x) : nothing
  scf.for %k = %i to %i step %i {
    %x1 = arith.addi %r#1, %x : i32
    %y = stablehlo.add %x, %g : tensor<i32>
    memref.store %x1, %g[%k]
  }
  return %q : tensor<i32>
}"#;
    let (shown, (_, names)) = (shown(source), parse_names(source));
    let expected = [
        "%x:1 tensor<i32> <- %x:2 %x:2 %x:4 %x:4 %x:6 %x:7",
        "%g:1 tensor<4xi32> <- %g:3 %g:7 %g:8",
        "%i:1 index <- %i:3 %i:5 %i:5 %i:5",
        "%q:2  <- %q:10",
        "%r:4  <- %r#1:6",
    ];
    for line in expected {
        assert!(shown.contains(&line.to_owned()), "{line}: {shown:#?}");
    }
    let op = |span: &Span| &source[span.start as usize..span.end as usize];
    let ops: Vec<&str> = names.ops.iter().map(op).collect();
    assert_eq!(
        ops,
        [
            "func.func",
            "stablehlo.bogus",
            "memref.load",
            "\"stablehlo.while\"",
            "scf.for",
            "arith.addi",
            "stablehlo.add",
            "memref.store",
            "return"
        ]
    );
}

/// Branches lead to the first of two blocks of one name.
#[test]
fn the_first_of_two_blocks_counts() {
    let source = "func.func @f() {
  cf.br ^a
^a:
  cf.br ^a
^a:
  return
}";
    let shown = shown(source);
    assert!(shown.contains(&"^a:3  <- ^a:2 ^a:4".to_owned()), "{shown:?}");
    assert!(!shown.iter().any(|line| line.starts_with("^a:5")), "{shown:?}");
}

/// A text that is being written has names, too; each place is one of the text.
#[test]
fn beginnings_of_texts_have_names() {
    let source = r#"#a = "é"
module @m {
  func.func @"é"(%x: tensor<i1>) -> tensor<i1> {
    %r:2 = "stablehlo.if"(%x) <{b = #a}> ({
      stablehlo.return %x, %x : tensor<i1>, tensor<i1>
    }, {
      %y = scf.for %i = %x { %y = arith.addi %r#1, %x#}
    }) : (tensor<i1>) -> (tensor<i1>, tensor<i1>)
    cf.br ^end(%r#1 : tensor<i1>)
  ^end(%z: tensor<i1>):
    call @m::@"\C3\A9"(%z) {sym_name = "s"} : (tensor<i1>) -> ()
  }
}"#;
    for (end, _) in source.char_indices() {
        let text = &source[..end];
        let (_, names) = parse_names(text);
        let spans = names.definitions.iter().flat_map(|it| {
            let own = [it.name, it.scope, it.op];
            it.uses.iter().copied().chain(own)
        });
        for span in spans.chain(names.ops.iter().copied()) {
            let range = span.start as usize..span.end as usize;
            assert!(text.get(range.clone()).is_some(), "{range:?} of {text}");
        }
    }
    let (_, names) = parse_names(source);
    assert!(names.definitions.iter().filter(|it| !it.uses.is_empty()).count() >= 5, "{names:#?}");
}
