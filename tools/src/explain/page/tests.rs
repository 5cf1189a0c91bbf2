//! Properties of pages: they are well-formed, load nothing, and keep hostile names as text.

use hloom_passes::fusion::explain::explain;
use hloom_passes::fusion::{Settings, blocks_of_tensors};

use super::*;
use crate::target;
use hloom_passes::Pipeline;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/");

/// The parts of a program as it is, without passes.
fn parts(module: &hloom_ir::Module) -> Vec<Part> {
    let mut parts = Vec::new();
    for function in module.functions() {
        for block in blocks_of_tensors(module, function) {
            let explanation = explain(module, block, &Settings::default());
            let measured = vec![None; explanation.kernels.len()];
            let title = format!("@{}", module.func(function).sym_name.0);
            parts.push(Part { title, block, explanation, measured });
        }
    }
    parts
}

fn page_of(name: &str, text: &str) -> String {
    let module = hloom_ir::text::parse_module(text).unwrap();
    let parts = parts(&module);
    page(&Written::new(&module, text), name, &Machine::default(), &parts)
}

fn program(path: &str) -> String {
    std::fs::read_to_string(format!("{FOLDER}{path}")).unwrap()
}

/// The elements of a page in order, each start tag as text. Panics unless every element is closed
/// where it has to be.
fn elements(html: &str) -> Vec<&str> {
    let mut rest = html.strip_prefix("<!doctype html>").expect("a page of HTML");
    let (mut open, mut tags): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "a > outside of a tag: {:.80}", &rest[..start]);
        rest = &rest[start..];
        let end = rest.find('>').expect("a tag ends");
        let tag = &rest[1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "elements close in order");
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "attributes are quoted: {tag}");
        tags.push(tag);
        let name = tag.split([' ', '/']).next().unwrap();
        if !tag.ends_with('/') {
            open.push(name);
        }
        if matches!(name, "script" | "style") {
            rest = &rest[rest.find(&format!("</{name}>")).expect("it ends")..];
        }
    }
    assert!(open.is_empty(), "not closed: {open:?}");
    tags
}

/// The facts for the script.
fn facts(html: &str) -> serde_json::Value {
    let start = html.find("id=\"data\">").unwrap() + "id=\"data\">".len();
    let end = start + html[start..].find("</script>").unwrap();
    serde_json::from_str(&html[start..end]).unwrap()
}

#[test]
fn pages_are_well_formed_and_load_nothing() {
    for path in
        ["fusion/softmax.mlir", "fusion/transformer_block.mlir", "tools/fusion/unfusable.mlir"]
    {
        let html = page_of(path, &program(path));
        let tags = elements(&html);
        let ids: Vec<&str> =
            tags.iter().filter_map(|tag| tag.split(" id=\"").nth(1)?.split('"').next()).collect();
        let mut once = ids.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), ids.len(), "{path}: an id occurs once");
        for tag in &tags {
            assert!(!tag.contains(" src=") && !tag.starts_with("link"), "{path} loads {tag}");
        }
        assert!(html.contains(POLICY));
        // Names of namespaces are addresses that nobody asks.
        let html = html.replace("http://www.w3.org/2000/svg", "");
        for call in ["http:", "https:", "url(", "@import", "fetch(", "XMLHttp", "import("] {
            assert!(!html.contains(call), "{path}: {call}");
        }
    }
}

#[test]
fn hostile_names_are_text() {
    let evil = "</script><script>alert(1)</script><!-- \" ' & ]]>";
    let text = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.exponential %x : tensor<4xf32> loc(\"</script><script>alert(1)\")
  return %y : tensor<4xf32>
}";
    let module = hloom_ir::text::parse_module(text).unwrap();
    let mut parts = parts(&module);
    parts[0].title = evil.to_owned();
    let machine = Machine { name: evil.to_owned(), ..Machine::default() };
    let html = page(&Written::new(&module, text), evil, &machine, &parts);
    elements(&html);
    assert!(!html.contains("alert(1)</script>") && !html.contains("<script>alert"));
    assert_eq!(facts(&html)[0]["title"], evil);
    let quiet = facts(&page_of("x", text));
    let op = quiet[0]["boxes"].as_array().unwrap().iter().find(|it| it["role"] == "kernel");
    assert_eq!(op.unwrap()["ops"][0]["line"], 2);
}

#[test]
fn arguments_results_and_kernels_are_connected() {
    let text = "func.func @main(%x: tensor<64x64xf32>, %unused: tensor<f32>) -> tensor<64x64xf32> {
  %y = stablehlo.exponential %x : tensor<64x64xf32>
  %s = \"stablehlo.sort\"(%y) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %s : tensor<64x64xf32>
}";
    let facts = facts(&page_of("x", text));
    let boxes = facts[0]["boxes"].as_array().unwrap();
    let names: Vec<String> = boxes
        .iter()
        .map(|it| format!("{} {}", it["role"].as_str().unwrap(), it["title"].as_str().unwrap()))
        .collect();
    assert_eq!(
        names,
        ["argument %x", "argument %unused", "kernel exponential", "op sort", "result result 0"]
    );
    let nets: Vec<(u64, u64, &str)> = facts[0]["nets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|net| {
            let to = net["to"][0].as_u64().unwrap();
            (net["from"].as_u64().unwrap(), to, net["bytes"].as_str().unwrap())
        })
        .collect();
    assert_eq!(nets, [(0, 2, "16.38 kB"), (2, 3, "16.38 kB"), (3, 4, "16.38 kB")]);
}

/// Programs of the suites, whole: every drawing keeps the properties of drawings, and every edge
/// that is not fused has its reason at two boxes.
#[test]
fn drawings_of_real_programs_are_clean() {
    let mut largest = 0;
    for path in [
        "fusion/transformer_block_gradient.mlir",
        "models/encoder/forward.mlir",
        "bench/programs/encoder-128.mlir",
        "bench/programs/resnet50-1.mlir",
        "bench/programs/gpt2-decode-10.mlir",
    ] {
        let text = program(path);
        let mut module = hloom_ir::text::parse_module(&text).unwrap();
        let before = target::CPU_PIPELINE.split(",fuse").next().unwrap();
        let pipeline = Pipeline::parse(before).unwrap();
        target::optimize(&mut module, &pipeline, &Default::default()).unwrap();
        let written = Written::new(&module, &text);
        for part in parts(&module) {
            let scene = Scene::new(&module, &part);
            let cards: Vec<Card> =
                scene.boxes.iter().map(|&role| Card::new(&written, &part, role)).collect();
            let graph = svg::graph(&written, &scene, &cards);
            let start = std::time::Instant::now();
            let drawing = layout::draw(&graph);
            let took = start.elapsed();
            layout::check(&graph, &drawing);
            largest = largest.max(part.explanation.kernels.len());
            assert!(took.as_secs() < 4, "{path}: {took:?}");
            let homes = scene.homes(&part);
            for edge in &part.explanation.edges {
                assert!(homes.contains_key(&edge.producer) && homes.contains_key(&edge.consumer));
            }
        }
    }
    assert!(largest >= 184, "the largest program has {largest} kernels");
}

#[test]
fn steps_are_halves() {
    let steps: Vec<usize> =
        [8.0, 4.1, 4.0, 1.0, 0.3, 0.25, 0.1].iter().map(|&t| step(t, 8.0)).collect();
    assert_eq!(steps, [5, 5, 4, 2, 1, 0, 0]);
}
