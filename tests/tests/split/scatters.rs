//! Random scatters: updates along scattered dimensions are terms that parts and devices combine, and
//! only one of these begins with the input.

use hloom_analysis::split::{Role, indices};
use hloom_interp::Value as Data;
use hloom_ir::OpId;
use hloom_ir::module::Module;
use hloom_tests::campaign::{Random, seeds};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

use super::shard::{annotate, differs, random_grid};
use super::{Census, operand};

/// A dimension of the updates.
#[derive(Clone, Copy, PartialEq)]
enum Dim {
    /// A dimension of windows in the input.
    Window(i64),
    /// A dimension of the indices: its position there.
    Scattered(usize),
}

/// A random function with a scatter of one or two inputs.
fn scatter(random: &mut Random) -> String {
    let extents = [2i64, 4, 6];
    let rank = 1 + random.below(3);
    let input: Vec<i64> = (0..rank).map(|_| *random.one_of(&extents)).collect();
    let (mut inserted, mut batching, mut window, mut moved) = (vec![], vec![], vec![], vec![]);
    for d in 0..rank {
        match random.below(5) {
            0 => batching.push(d),
            1 | 2 => {
                inserted.push(d);
                moved.push(d);
            }
            _ => {
                window.push(d);
                if random.chance(3) {
                    moved.push(d);
                }
            }
        }
    }
    if moved.is_empty() {
        let d = *batching.first().or(window.first()).expect("a dimension");
        batching.retain(|&b| b != d);
        if !window.contains(&d) {
            inserted.push(d);
            inserted.sort_unstable();
        }
        moved.push(d);
    }
    // The dimensions of the indices but the one of vectors: those of batches and others.
    let mut places: Vec<(i64, Option<usize>)> =
        (0..1 + random.below(2)).map(|_| (*random.one_of(&extents), None)).collect();
    for &b in &batching {
        places.insert(random.below(places.len() + 1), (input[b], Some(b)));
    }
    let vector = random.below(places.len() + 1);
    let mut at: Vec<i64> = places.iter().map(|&(n, _)| n).collect();
    at.insert(vector, moved.len() as i64);
    let mut update: Vec<Dim> = (0..places.len()).map(Dim::Scattered).collect();
    let mut from = 0;
    for &d in &window {
        let n =
            if random.chance(2) { input[d] } else { 1 + random.below(input[d] as usize) as i64 };
        from += random.below(update.len() - from + 1);
        update.insert(from, Dim::Window(n));
        from += 1;
    }
    let extent = |dim: &Dim| match *dim {
        Dim::Window(n) => n,
        Dim::Scattered(place) => places[place].0,
    };
    let of_update: Vec<i64> = update.iter().map(extent).collect();
    let of_windows: Vec<usize> =
        (0..update.len()).filter(|&u| matches!(update[u], Dim::Window(_))).collect();
    let in_places = |b: &usize| {
        let place = places.iter().position(|(_, of)| *of == Some(*b)).expect("it was inserted");
        place + usize::from(place >= vector)
    };
    let in_indices: Vec<usize> = batching.iter().map(in_places).collect();
    let element = *random.one_of(&["i32", "i8", "f32", "f64", "ui16"]);
    let float = element.starts_with('f');
    let combiners: &[&str] = match float {
        true => &["add", "add", "maximum", "minimum", "multiply", "subtract"],
        false => &["add", "add", "maximum", "and", "or", "xor", "multiply", "subtract"],
    };
    let count = 1 + usize::from(random.chance(4));
    let shape = |dims: &[i64], element: &str| {
        let dims: String = dims.iter().map(|n| format!("{n}x")).collect();
        format!("tensor<{dims}{element}>")
    };
    let (whole, given) = (shape(&input, element), shape(&of_update, element));
    let numbers = shape(&at, "i32");
    let list = |prefix: &str| -> String {
        let each: Vec<String> = (0..count).map(|i| format!("%{prefix}{i}")).collect();
        each.join(", ")
    };
    let typed = |prefix: &str, ty: &str| -> String {
        let each: Vec<String> = (0..count).map(|i| format!("%{prefix}{i}: {ty}")).collect();
        each.join(", ")
    };
    let repeated = |ty: &str| vec![ty; count].join(", ");
    let results = if count == 1 { whole.clone() } else { format!("({})", repeated(&whole)) };
    let scalar = format!("tensor<{element}>");
    let mut body = String::new();
    for i in 0..count {
        let op = random.one_of(combiners);
        _ = writeln!(body, "%c{i} = stablehlo.{op} %a{i}, %b{i} : {scalar}");
    }
    // A start that is known may be left out of other terms.
    let zero = random.chance(4);
    let start = match zero {
        true => format!(
            "%zero = stablehlo.constant dense<0{}> : {whole}\n",
            if float { ".0" } else { "" }
        ),
        false => String::new(),
    };
    let inputs = if zero { vec!["%zero"; count].join(", ") } else { list("x") };
    let named = if count == 1 { "%y".to_owned() } else { format!("%y:{count}") };
    let returned: Vec<String> = match count {
        1 => vec!["%y".to_owned()],
        _ => (0..count).map(|i| format!("%y#{i}")).collect(),
    };
    format!(
        "func.func @main({}, %at: {numbers}, {}) -> {results} {{
           {start}{named} = \"stablehlo.scatter\"({inputs}, %at, {}) <{{
             scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = {of_windows:?}, \
               inserted_window_dims = {inserted:?}, input_batching_dims = {batching:?}, \
               scatter_indices_batching_dims = {in_indices:?}, \
               scatter_dims_to_operand_dims = {moved:?}, index_vector_dim = {vector}>}}> ({{
           ^bb0({}, {}):
             {body}stablehlo.return {} : {}
           }}) : ({}, {numbers}, {}) -> {results}
           return {} : {}
         }}",
        typed("x", &whole),
        typed("u", &given),
        list("u"),
        typed("a", &scalar),
        typed("b", &scalar),
        list("c"),
        repeated(&scalar),
        repeated(&whole),
        repeated(&given),
        returned.join(", "),
        repeated(&whole),
    )
}

fn the_scatter(module: &Module) -> OpId {
    let found = module.walk_all().find(|&op| module.op(op).name() == "stablehlo.scatter");
    found.expect("there is one")
}

/// Every scatter by random cuts, and over a random mesh.
#[test]
fn campaign_scatters_in_terms_compute_the_same() {
    let mut census = Census {
        random: Random::new(2),
        seen: HashSet::new(),
        tried: BTreeMap::new(),
        wrong: Vec::new(),
    };
    let (mut terms, mut sharded, mut combined) = (0, 0, 0);
    for seed in seeds(400) {
        let mut random = Random::new(seed);
        let text = scatter(&mut random);
        let module = hloom_tests::parse(&text);
        let op = the_scatter(&module);
        let Some(it) = indices(&module, op).filter(|it| !it.indices.is_empty()) else { continue };
        terms += usize::from(it.indices.iter().any(|index| index.role == Role::Combined));
        census.op(&module, "main", op, &it, &format!("seed {seed}"));
        let grid = random_grid(&mut random);
        let mut divided = module.clone();
        let main = divided.symbol("main").expect("the function");
        annotate(&mut divided, main, &grid, &mut random);
        let types = divided.func(main).function_type.inputs();
        let inputs = types.iter().map(|&ty| operand(ty, true, &mut random).map(Data::Tensor));
        let inputs: Vec<Data> = inputs.collect::<Option<_>>().expect("tensors");
        match differs(&divided, "main", &inputs) {
            Ok(None) => {}
            Ok(Some(text)) => {
                sharded += 1;
                combined +=
                    usize::from(text.contains("all_reduce") || text.contains("reduce_scatter"));
            }
            Err(what) => panic!("seed {seed}: {what}\n{divided}"),
        }
    }
    let wrong = &census.wrong;
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[0]);
    let cuts: usize = census.tried.values().map(|it| it.cuts).sum();
    let counts = format!("{terms} with terms, {cuts} cuts, {sharded} sharded, {combined} combined");
    println!("{counts}");
    assert!(terms > 200 && cuts > 1_000 && sharded > 200 && combined > 20, "{counts}");
}
