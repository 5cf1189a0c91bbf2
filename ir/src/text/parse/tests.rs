//! Tests of the parser: modules from texts, and diagnostics.

use super::*;

fn files() -> Vec<(std::path::PathBuf, String)> {
    let tests = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests"));
    let mut found = Vec::new();
    let mut folders = vec![tests.join("models"), tests.join("text")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "mlir") {
                let text = std::fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    found
}

/// The diagnostics as text, each with its line and column.
fn say(source: &str, diagnostics: &[Diagnostic]) -> String {
    let place = |span: Span| {
        let before = &source.as_bytes()[..span.start as usize];
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|&&b| b != b'\n').count() + 1;
        let text = source.get(span.start as usize..span.end as usize).unwrap_or("?");
        format!("{line}:{column} `{text}`")
    };
    let mut out = String::new();
    for d in diagnostics {
        out += &format!("{}: {} at {}", d.severity, d.message, place(d.span));
        if !d.label.is_empty() {
            out += &format!(" ({})", d.label);
        }
        out += "\n";
        for (span, note) in &d.notes {
            out += &format!("  note: {note} at {}\n", place(*span));
        }
        if let Some(help) = &d.help {
            out += &format!("  help: {help}\n");
        }
    }
    out
}

fn errors(source: &str) -> String {
    let parsed = parse(source);
    let text = say(source, &parsed.diagnostics);
    if parsed.module.is_some() {
        return format!("{text}accepted\n");
    }
    text
}

fn read(source: &str) -> Module {
    let parsed = parse(source);
    let said = say(source, &parsed.diagnostics);
    let module = parsed.module.unwrap_or_else(|| panic!("{said}"));
    module.recount().unwrap();
    module
}

#[test]
fn real_programs_are_read() {
    let mut wrong = String::new();
    for (path, text) in files().into_iter().filter(|(_, text)| !text.contains("expected-error")) {
        for (i, part) in text.split("// -----").enumerate() {
            let parsed = parse(part);
            if parsed.module.is_none() {
                wrong +=
                    &format!("{} part {i}\n{}", path.display(), say(part, &parsed.diagnostics));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A text with nearly every form.
const SAMPLE: &str = include_str!("sample.mlir");

fn print(module: &Module) -> String {
    crate::text::print(module, &Default::default())
}

#[test]
fn every_form_is_read_and_printed_again() {
    let once = print(&read(SAMPLE));
    assert_eq!(print(&read(&once)), once);
    crate::verify::verify(&read(SAMPLE)).unwrap();
}

#[test]
fn cut_off_text_is_an_error_with_a_place() {
    for end in (0..SAMPLE.len()).filter(|&i| SAMPLE.is_char_boundary(i)) {
        let text = &SAMPLE[..end];
        let parsed = parse(text);
        for d in &parsed.diagnostics {
            assert!(d.span.end as usize <= text.len(), "{} at {:?}", d.message, d.span);
        }
        assert!(parsed.module.is_some() || !parsed.diagnostics.is_empty());
    }
}

#[test]
fn garbled_text_never_panics() {
    // A simple deterministic random number generator.
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below.max(1)
    };
    const BITS: &[&str] = &[
        "{",
        "}",
        "(",
        ")",
        "<",
        ">",
        "[",
        "]",
        "\"",
        "%",
        "@",
        "#",
        "!",
        "^",
        ",",
        ":",
        "=",
        "->",
        "\0",
        "\u{e9}",
        "-",
        "x",
        "?",
        "*",
        "0x",
        "dense<",
        "tensor<",
        "loc(",
        "//",
        "\\",
        "#-}",
        "{-#",
        "99999999999999999999",
        "%0",
        "%0#7",
        "^bb0",
        "stablehlo.",
        "\"a\"(",
        ": ()",
        "\n",
        "return",
        "module",
        "func.func",
        "1.0e999",
        "true",
        "complex<",
        "!quant.uniform<",
    ];
    for _ in 0..3000 {
        let mut bytes = SAMPLE.as_bytes().to_vec();
        for _ in 0..1 + random(4) {
            let at = random(bytes.len());
            let upto = (at + random(12)).min(bytes.len());
            match random(4) {
                0 => drop(bytes.drain(at..upto)),
                1 => bytes[at] = random(256) as u8,
                2 => drop(bytes.splice(at..upto, BITS[random(BITS.len())].bytes())),
                _ => {
                    let from = random(bytes.len());
                    let piece = bytes[from..(from + random(40)).min(bytes.len())].to_vec();
                    drop(bytes.splice(at..at, piece));
                }
            }
        }
        let parsed = parse_bytes(&bytes);
        if let Some(module) = parsed.module {
            module.recount().unwrap();
            if crate::verify::verify(&module).is_ok() {
                let once = print(&module);
                let again = parse(&once);
                let said = say(&once, &again.diagnostics);
                let again = again.module.unwrap_or_else(|| panic!("{said}\n{once}"));
                assert_eq!(print(&again), once);
            }
        } else {
            assert!(!parsed.diagnostics.is_empty());
        }
    }
}

/// `depth` times `open`, then `middle`, then `depth` times `close`.
fn deep(open: &str, middle: &str, close: &str, depth: usize) -> String {
    format!("{}{middle}{}", open.repeat(depth), close.repeat(depth))
}

#[test]
fn deep_nesting_is_an_error() {
    const DEEP: usize = 100_000;
    let constant = |value: &str| format!("\"a.b\"() {{v = {value}}} : () -> ()");
    let texts = [
        deep("\"a.b\"() ({ ", "", " }) : () -> ()\n", DEEP),
        deep("\"a.b\"() ({\n", "", "}) : () -> ()\n", DEEP),
        deep("module {\n", "", "}\n", DEEP),
        constant(&deep("[", "", "]", DEEP)),
        constant(&deep("{a = ", "1", "}", DEEP)),
        constant(&deep("tuple<", "i32", ">", DEEP)),
        constant(&deep("(", "", ") -> ()", DEEP)),
        constant(&deep("() -> (", "", ")", DEEP)),
        constant(&deep("complex<", "f32", ">", DEEP)),
        constant(&deep("tensor<2x", "f32", ">", DEEP)),
        constant(&deep("memref<", "f32", ">", DEEP)),
        constant(&deep("#a.b<", "", ">", DEEP)),
        constant(&format!("dense<{}> : tensor<1xf32>", deep("[", "1.0", "]", DEEP))),
        constant(&format!("loc({})", deep("callsite(", "unknown", " at unknown)", DEEP))),
        constant(&format!("loc({})", deep("fused[", "unknown", "]", DEEP))),
        constant(&format!("loc({})", deep("\"a\"(", "unknown", ")", DEEP))),
        format!("func.func @f(%a: {}) {{ return }}", deep("tuple<", "i32", ">", DEEP)),
        "(".repeat(DEEP),
        "{".repeat(DEEP),
        "\"a\"(".repeat(DEEP),
        "\"a\"() ({".repeat(DEEP),
        "stablehlo.while() cond {".repeat(DEEP),
        format!("#a = {}", "[".repeat(DEEP)),
        format!("!a = {}", "tuple<".repeat(DEEP)),
    ];
    for text in texts {
        let start = std::time::Instant::now();
        let said = errors(&text);
        // Skipped text may nest arbitrarily deep.
        let deep = said.contains("nested more than 256 deep") || said.starts_with("accepted");
        let short: String = text.chars().take(40).collect();
        assert!(deep || said.contains("expected") || said.contains("closes"), "{short}: {said}");
        assert!(start.elapsed().as_secs() < 20, "{short} took {:?}", start.elapsed());
    }
}

#[test]
fn announced_sizes_are_not_trusted() {
    let constant = |value: &str| errors(&format!("%0 = stablehlo.constant {value}"));
    let cases = [
        ("dense<0.0> : tensor<100000x100000xf32>", "accepted"),
        ("dense<[0.0, 1.0]> : tensor<100000x100000xf32>", "a list of 2 elements is no"),
        (
            "dense<\"0x00\"> : tensor<1000000000000xf32>",
            "is made of 4000000000000 bytes, but 2 hex",
        ),
        ("dense<0.0> : tensor<9223372036854775807x9223372036854775807xf32>", "too large"),
        ("dense<0.0> : tensor<9223372036854775808xf32>", "does not fit 63 bits"),
        ("dense<> : tensor<9223372036854775807x0x9223372036854775807xf32>", "accepted"),
        ("dense<> : tensor<2xf32>", "has 2 elements, none is written"),
        ("dense<1.0> : tensor<?xf32>", "extents must be known"),
        ("dense<\"0x000\"> : tensor<1xi8>", "3 hexadecimal digits"),
        ("dense<\"0xZZ\"> : tensor<1xi8>", "this is not a hexadecimal digit"),
        ("dense<[[1], [2, 3]]> : tensor<2x1xi8>", "one before it has 1"),
        ("dense<[[1], 2]> : tensor<2x1xi8>", "expected a list"),
        ("dense<[1, [2]]> : tensor<2x1xi8>", "expected an element"),
        ("dense<128> : tensor<1xi4>", "`128` does not fit i4"),
        ("dense<0x1FF> : tensor<1xf8E4M3FN>", "is not a bit pattern"),
        ("dense<1e5> : tensor<1xi8>", "expected an integer"),
        ("dense<...> : tensor<4xf32>", "left out"),
        ("dense<(1.0)> : tensor<complex<f32>>", "complex number"),
    ];
    for (text, expected) in cases {
        let said = constant(text);
        assert!(said.contains(expected), "{text}: {said}");
    }
}

#[test]
fn odd_characters_have_a_place() {
    let unquoted = errors("func.func @\u{540d}() { return }");
    assert!(unquoted.contains("found `@\u{540d}`; such a name must stand in quotes"), "{unquoted}");
    assert!(errors("func.func @\"\u{540d} \u{1F600}\"() { return }").contains("accepted"));
    assert!(errors("func.func @\"\"() { return }").contains("must not be empty"));
    let nameless = "\"func.func\"() <{sym_name = \"\", function_type = () -> ()}> ({\n\
                    \"func.return\"() : () -> ()\n}) : () -> ()";
    assert!(errors(nameless).contains("must not be empty"));
    assert!(errors("\0").contains("U+0000"));
    assert!(errors("%\u{e9} = \"a.b\"() : () -> i32").contains("names are made of ASCII"));
    assert!(errors("\"a.b").contains("a string without an end"));
    assert!(errors("\"a.b\"() {a = \"\\q\"} : () -> ()").contains("two hexadecimal digits"));
    assert!(errors("\u{feff}module {}").contains("expected an op"));
    let parsed = parse_bytes(b"module {\xFF}");
    assert_eq!(parsed.diagnostics[0].span, Span::new(8, 9));
}

#[test]
fn locations_can_not_explode() {
    let mut text = String::from("\"a.b\"() : () -> () loc(#l0)\n");
    for i in 0..60 {
        text += &format!("#l{i} = loc(fused[#l{0}, #l{0}])\n", i + 1);
    }
    text += "#l60 = loc(unknown)\n";
    assert!(errors(&text).contains("exceeds 65536 bytes"));
    let itself = "\"a.b\"() : () -> () loc(#a)\n#a = loc(fused[#b])\n#b = loc(fused[#a])";
    assert!(errors(itself).contains("defined by itself"));
    assert!(
        errors("\"a.b\"() : () -> () loc(#loc1)\n#loc2 = loc(unknown)")
            .contains("did you mean `#loc2`?")
    );
}

#[test]
fn locations_and_resources_go_round() {
    let text = "func.func @f(%a: tensor<f32> loc(\"a\")) {\n  %0 = \"a.b\"() ({\n                  ^bb0(%b: i32 loc(#x)):\n  }) : () -> i32 loc(#y)\n  return loc(#y)\n} loc(#x)\n                #x = loc(\"f.py\":1:2 to :4)\n#y = loc(callsite(#x at \"g#h\"(#x)))\n                {-# dialect_resources: { builtin: { blob: \"0x#-}\" } } #-}\n";
    let options = crate::text::PrintOptions { locations: true, ..Default::default() };
    let once = crate::text::print(&read(text), &options);
    for part in [
        "%a: tensor<f32> loc(#loc1)",
        "%b: i32 loc(#loc",
        "loc(callsite(\"f.py\":1:2 to :4 at \"g#h\"(\"f.py\":1:2 to :4)))",
        "blob: \"0x#-}\" } } #-}",
    ] {
        assert!(once.contains(part), "{part} is not in\n{once}");
    }
    assert_eq!(crate::text::print(&read(&once), &options), once);
}

#[test]
fn errors_say_what_was_meant() {
    let text = include_str!("wrong.mlir");
    let mut said = String::new();
    for part in text.split("// -----\n") {
        let parsed = parse(part);
        assert!(parsed.module.is_none(), "{part}");
        said += &crate::diag::render(
            &parsed.diagnostics,
            "wrong.mlir",
            part,
            crate::diag::Format::Text,
        );
    }
    insta::assert_snapshot!(said);
}

/// A program with a constant whose elements are in a resource.
fn with_resource(ty: &str, section: &str) -> String {
    format!(
        "func.func @f() {{\n  %w = stablehlo.constant dense_resource<w> : {ty}\n  return\n}}\n{section}\n"
    )
}

fn resource(ty: &str, value: &str) -> String {
    with_resource(ty, &format!("{{-# dialect_resources: {{ builtin: {{ w: \"{value}\" }} }} #-}}"))
}

#[test]
fn resources_become_literals() {
    let cases = [
        ("tensor<2xf32>", "0x040000000000803F00000040", "dense<[1.000000e+00, 2.000000e+00]>"),
        ("tensor<1x2xi4>", "0x010000000FF7", "dense<[[-1, 7]]>"),
        ("tensor<3xi1>", "0x01000000010001", "dense<[true, false, true]>"),
        (
            "tensor<9xi1>",
            "0x010000000101",
            "dense<[true, false, false, false, false, false, false, false, true]>",
        ),
        ("tensor<2xi8>", "0x010000000707", "dense<7>"),
        (
            "tensor<complex<f32>>",
            "0x080000000000803F00000040",
            "dense<(1.000000e+00,2.000000e+00)>",
        ),
        ("tensor<0xf32>", "0x04000000", "dense<>"),
    ];
    for (ty, value, expected) in cases {
        let once = print(&read(&resource(ty, value)));
        assert!(once.contains(&format!("constant {expected} : {ty}")), "{expected} in\n{once}");
        assert!(!once.contains("{-#"), "{once}");
        assert_eq!(print(&read(&once)), once);
    }
}

#[test]
fn resources_that_nobody_read_stay() {
    let resource = "{-#\n  dialect_resources: {\n    builtin: {\n      w: \"0x010000000102\",\n      \"other one\": \"0x01000000\"\n    }\n  },\n  external_resources: {\n    mlir_reproducer: {\n      disable_threading: true,\n      pipeline: \"builtin.module(x {-#)\"\n    }\n  }\n#-}";
    let once = print(&read(&with_resource("tensor<2xi8>", resource)));
    assert!(once.contains("dense<[1, 2]> : tensor<2xi8>"), "{once}");
    insta::assert_snapshot!(once);
    assert_eq!(print(&read(&once)), once);
    // Opaque text still refers to its resource.
    let named = format!(
        "\"a.b\"() {{x = #d.y<dense_resource<w> : vector<2xi8>>}} : () -> ()\n{}",
        with_resource("tensor<2xi8>", resource)
    );
    let once = print(&read(&named));
    assert!(once.contains("      w: \"0x010000000102\""), "{once}");
    assert_eq!(print(&read(&once)), once);
}

#[test]
fn wrong_resources_are_errors() {
    let mut said = String::new();
    for text in [
        resource("tensor<2xf32>", "0x040000000000803F"),
        resource("tensor<2xf32>", "0x030000000000803F00000040"),
        resource("tensor<2xf32>", "0x0400"),
        resource("tensor<2xf32>", "0x04000000zz00803F00000040"),
        resource("tensor<2xf32>", "04000000"),
        resource("tensor<?xf32>", "0x040000000000803F00000040"),
        resource("tensor<4611686018427387904xf32>", "0x040000000000803F00000040"),
        with_resource("tensor<2xf32>", "{-# dialect_resources: { builtin: { ww: \"0x\" } } #-}"),
        with_resource("tensor<2xf32>", "{-# dialect_resources: { builtin #-}"),
        with_resource("tensor<2xf32>", ""),
        "func.func @f() {\n  %w = \"stablehlo.constant\"() <{value = dense_resource<__elided__> : tensor<2xf32>}> : () -> tensor<2xf32>\n  return\n}".into(),
    ] {
        let parsed = parse(&text);
        assert!(parsed.module.is_none(), "{text}");
        said += &crate::diag::render(&parsed.diagnostics, "x.mlir", &text, crate::diag::Format::Text);
    }
    insta::assert_snapshot!(said);
}

#[test]
fn aliases_inside_of_other_dialects_text_are_replaced() {
    let text = "#map = affine_map<(d0) -> (d0)>\n!t = tensor<2xf32>\n#own = #a.b<#map, \"#map\", !t, #c.d<x>, #e<#map>>\n\"x.y\"() {k = #own, t = !a.b<!t, [#map]>, u = #unknown.z, v = tensor<2xf32, #a.enc<#map>>} : () -> tensor<2x!a.el<#map>>\n";
    let once = print(&read(text));
    insta::assert_snapshot!(once);
    assert_eq!(print(&read(&once)), once);
}

#[test]
fn aliases_that_grow_without_end_are_an_error() {
    for (sign, first, pair) in [
        ('#', "\"a long string that is repeated\"", ("[", "]")),
        ('#', "#d.x<\"a long string that is repeated\">", ("#d.y<", ">")),
        ('!', "tuple<tensor<2x3xf32>, tensor<2x3xf32>>", ("tuple<", ">")),
        ('!', "!d.t<a long text that is repeated>", ("!d.y<", ">")),
    ] {
        let mut text = format!("{sign}a0 = {first}\n");
        for i in 1..100 {
            let last = i - 1;
            text += &format!("{sign}a{i} = {}{sign}a{last}, {sign}a{last}{}\n", pair.0, pair.1);
        }
        let found = errors(&text);
        assert!(found.contains("what aliases stand for exceeds"), "{found}");
    }
}

#[test]
fn all_types_of_a_header_and_the_body_are_checked() {
    let text = "func.func private @h(!stablehlo.tokn) attributes {a = dens<1> : tensor<i32>}
func.func @f(%x: tensr<2xf32>, %y: tensor<2xfloat>, %ok: tensor<f32>, %z: tuple<f32, tensor<2xbf61>>) -> (tensor<3xf46>, !tt) {
  %0 = stablehlo.abs %x : tensor<2xf32>
  %1 = stablehlo.abs %ok : tensor<2xf32>
  %2 = stablehlo.asb %0 : tensor<2xf32>
  return %0, %z : tensor<3xf32>, tensor<f32>
}
func.func @g(%a: tensor<f32>, %ü: tensor<f32>) {
  %3 = call @f(%a) : (tensor<f32>) -> tensor<f32>
  return
}
";
    let parsed = parse(text);
    assert!(parsed.module.is_none());
    insta::assert_snapshot!(say(text, &parsed.diagnostics));
}

#[test]
fn reading_stops_after_many_errors() {
    let parsed = parse(&"stablehlo.nothing\n".repeat(10_000));
    assert_eq!(parsed.diagnostics.len(), MAX_ERRORS + 1);
}

#[test]
fn parts_of_an_op_are_located() {
    let text = "func.func @f(%x: tensor<4xf32>) {\n  %y = stablehlo.slice %x [0:4:2] : (tensor<4xf32>) -> tensor<2xf32>\n  %z = \"stablehlo.reshape\"(%y) {a = [1, 2]} : (tensor<2xf32>) -> tensor<1x2xf32>\n  return\n}";
    let module = read(text);
    let f = module.functions().next().unwrap();
    let ops: Vec<_> = module.walk(f).collect();
    let part = |op: usize, place| {
        let span = locate(text, module.span(ops[op]), place);
        &text[span.start as usize..span.end as usize]
    };
    assert_eq!(part(0, OpPart::Attr("strides")), "[0:4:2]");
    assert_eq!(part(0, OpPart::Operand(0)), "%x");
    assert_eq!(part(0, OpPart::Result(0)), "tensor<2xf32>");
    assert_eq!(part(0, OpPart::Op), "stablehlo.slice");
    assert_eq!(part(1, OpPart::Attr("a")), "[1, 2]");
    assert_eq!(part(1, OpPart::Operand(0)), "%y");
    assert_eq!(locate(text, Span::new(5, 4), OpPart::Op), Span::new(5, 4));
    assert_eq!(locate(text, Span::new(9000, 9001), OpPart::Op), Span::new(9000, 9001));
}

#[test]
fn every_op_of_the_table_has_its_form_read() {
    for entry in crate::ops::TABLE {
        let name = entry.def.name;
        let said = errors(name);
        let generic = entry.def.syntax == crate::op::Syntax::Generic;
        assert_eq!(said.contains("no form of its own"), generic, "{name}: {said}");
        assert!(!said.contains("there is no op"), "{name}: {said}");
    }
    assert!(errors("stablehlo.trace %0").contains("does not know `stablehlo.trace` yet"));
}

#[test]
fn one_endless_line_takes_no_longer() {
    let mut text = String::from("func.func @f(%a: tensor<f32>, %b: tensor<i32>) { ");
    for i in 0..20_000 {
        let (v, t) = [("%a", "tensor<f32>"), ("%b", "tensor<i32>")][i % 2];
        text += &format!("%{i} = \"stablehlo.add\"({v}, {v}) : ({t}, {t}) -> {t} ");
    }
    text += "return }";
    let start = std::time::Instant::now();
    read(&text);
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

#[test]
fn attributes_inside_of_others_are_not_taken_for_the_ops_own() {
    let said = errors(
        "func.func @f(%a: tensor<2xf32>) {\n  %0 = stablehlo.transpose %a, dims = [7] \
         {x = {permutation = 1}} : (tensor<2xf32>) -> tensor<2xf32>\n  return\n}",
    );
    assert!(said.contains("`[7]` (in this attribute)"), "{said}");
}

#[test]
fn two_modules_stand_in_one_that_is_not_written() {
    let both = read("module @a {\n}\nmodule @b {\n}");
    assert_eq!(both.ops(both.body()).count(), 2);
    let one = read("module @a {\n}");
    assert_eq!(one.symbol_name(one.root()), Some("a"));
    assert_eq!(one.ops(one.body()).count(), 0);
}

#[test]
fn types_that_run_into_each_other_are_not_the_ones_before() {
    let said = errors(
        "func.func @f(%a: f32) -> f32 {\n  %0 = arith.minimumf %a, %a : f32\n  return %0 : f32f32\n}",
    );
    assert!(said.contains("f32f32"), "{said}");
}

#[test]
fn booleans_are_read_eight_in_a_byte_and_one_in_a_byte() {
    let literal = |digits: &str, n: usize| {
        let text = format!("%0 = stablehlo.constant dense<\"0x{digits}\"> : tensor<{n}xi1>");
        let module = read(&format!("func.func @f() {{ {text} return }}"));
        let constant = module.walk_all().find_map(|op| match module.op(op) {
            crate::Op::Constant(it) => Some(it.value.clone()),
            _ => None,
        });
        let value = constant.expect("a constant").expanded();
        value.bytes().to_vec()
    };
    let expected: Vec<u8> = (0..101).map(|i| u8::from(i % 3 == 0)).collect();
    let each: String = expected.iter().map(|b| format!("{b:02X}")).collect();
    let packed: String = expected
        .chunks(8)
        .map(|eight| eight.iter().enumerate().map(|(i, b)| b << i).sum::<u8>())
        .map(|byte| format!("{byte:02X}"))
        .collect();
    assert_eq!(literal(&each, 101), expected);
    assert_eq!(literal(&packed, 101), expected);
    // One byte for all, in either way of writing.
    assert_eq!(literal("01", 101), [1; 101]);
    assert_eq!(literal("FF", 101), [1; 101]);
    assert_eq!(literal("00", 101), [0; 101]);
    assert_eq!(literal("FF", 5), [1; 5]);
    assert!(
        errors("%0 = stablehlo.constant dense<\"0x010203\"> : tensor<101xi1>")
            .contains("tensor<101xi1> is made of 101 bytes, but 6 hexadecimal digits are written")
    );
}

/// The types at the end of an op are known by their text, of which another type's may be the beginning.
#[test]
fn types_that_begin_like_others_are_told_apart() {
    let types = ["i1", "i16", "i1", "i128", "ui3", "ui32", "f8E4M3", "f8E4M3FN", "f8E4M3"];
    let op = |ty: &&str| format!("  \"other.op\"() : () -> {ty} loc(\"a\")\n");
    let text = types.iter().map(op).collect::<String>();
    let module = read(&format!("func.func @f() {{\n{text}  return\n}}"));
    let found: Vec<String> = module
        .walk_all()
        .filter(|op| module.op(*op).name() == "other.op")
        .map(|op| module.ty(module.result(op, 0)).to_string())
        .collect();
    assert_eq!(found, types);
}
