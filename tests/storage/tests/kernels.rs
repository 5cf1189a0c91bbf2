//! The five kernels of the paper, its choice test, and the limits of the search: plans compute the
//! program's value, in at most as many steps as the loops that a specialist writes.
//!
//! B2, B3, B5, B6 are the names of the acceptance criteria.

use hloom_storage::term::{Node, Term};
use hloom_storage::{Counts, Inputs, Module, Value, compile, evaluate, formats, raise};
use hloom_storage_search::rules::Stage;
use hloom_storage_search::search::{
    Budget, End, Options, Route, Statistics, StoragePlan, estimate, explore, optimize, planned,
    prove, saturate,
};
use hloom_storage_tests::Random;
use hloom_storage_tests::data::Tensor;
use hloom_storage_tests::terms::same;
use std::time::Duration;

const MOST: u64 = 50_000_000;

/// A program with its data.
struct Case {
    module: Module,
    inputs: Inputs,
}

impl Case {
    /// The program over these tensors, in these formats; `direct` is a dictionary without any.
    fn new(program: &str, stored: &[(&str, &str, &Tensor)]) -> Case {
        let mut text = String::new();
        let mut inputs = Inputs::new();
        inputs.insert("beta".into(), Value::Real(3.0));
        for (name, format, tensor) in stored {
            if *format == "direct" {
                let ty =
                    tensor.dims.iter().fold("real".to_owned(), |ty, _| format!("{{int -> {ty}}}"));
                text += &format!("CREATE TENSOR {name} : {ty};");
                inputs.insert((*name).into(), tensor.value());
                continue;
            }
            text += &formats::named(formats::find(format).unwrap(), name);
            tensor.store(format, name, &mut inputs);
        }
        let module = compile(&(text + program)).unwrap_or_else(|errors| panic!("{errors:?}"));
        Case { module, inputs }
    }

    fn options(&self) -> Options {
        Options { statistics: Statistics::of(&self.inputs), ..Options::default() }
    }

    fn plan(&self) -> StoragePlan {
        optimize(&self.module, &self.options()).unwrap()
    }

    fn run(&self, term: &Term) -> (Value, Counts) {
        let run = evaluate(term, &self.inputs, MOST);
        run.unwrap_or_else(|error| panic!("{error}: {}", raise::text(term)))
    }

    /// The counts of the program as it is written, of the plan, and of other programs that a
    /// specialist wrote; all have the same value.
    fn counts(&self, hand: &Case) -> [Counts; 3] {
        let plan = self.plan();
        let (value, naive) = self.run(&self.module.composed().unwrap());
        let (found, planned) = self.run(&plan.term);
        let (expected, hand) = self.run(&hand.module.composed().unwrap());
        assert!(same(&value, &found, false), "{}", raise::text(&plan.term));
        assert!(same(&value, &expected, false), "the loops by hand compute something else");
        assert!(!value.is_zero());
        [naive, planned, hand]
    }
}

/// The data of the acceptance criteria: 15 to 20 % of the entries.
struct Data {
    b: Tensor,
    c: Tensor,
    x: Tensor,
    cube: Tensor,
    left: Tensor,
    right: Tensor,
    factor: Tensor,
}

fn sample() -> Data {
    let r = &mut Random::new(1);
    Data {
        b: Tensor::random(r, &[30, 40], 17),
        c: Tensor::random(r, &[40, 25], 17),
        x: Tensor::random(r, &[40], 100),
        cube: Tensor::random(r, &[8, 9, 10], 17),
        left: Tensor::random(r, &[9, 7], 20),
        right: Tensor::random(r, &[10, 7], 20),
        factor: Tensor::random(r, &[7, 10], 20),
    }
}

const SUMMM: &str = include_str!("programs/summm.sdql");
const BATAX: &str = include_str!("programs/batax.sdql");
const MMM: &str = include_str!("programs/mmm.sdql");
const MTTKRP: &str = include_str!("programs/mttkrp.sdql");
const TTM: &str = include_str!("programs/ttm.sdql");

/// Holds a kernel's plan against loops by hand, which may use fewer formats.
fn at_most(name: &str, program: &str, by_hand: &str, stored: &[(&str, &str, &Tensor)]) {
    let case = Case::new(program, stored);
    let [naive, plan, hand] = case.counts(&Case::new(by_hand, stored));
    println!("{name}: {naive:?} -> {plan:?}, by hand {hand:?}");
    assert!(plan.steps() <= hand.steps(), "{name}: {plan:?}, by hand {hand:?}");
    assert!(plan.products <= hand.products, "{name}: {plan:?}, by hand {hand:?}");
    assert!(plan.steps() <= naive.steps());
}

/// B2, first stage: tensors are dictionaries, and nothing is known of their storage.
#[test]
fn logical_plans_take_no_more_steps_than_the_public_ones() {
    let Data { b, c, x, cube, left, right, factor } = &sample();
    let by_columns = b.transposed();
    at_most(
        "SUMMM by columns",
        "sum(<(k, i), b> in Bt, <(k, j), c> in C) b * c",
        "sum(<k, col> in Bt) (sum(<_, b> in col) b) * (sum(<_, c> in C(k)) c)",
        &[("Bt", "direct", &by_columns), ("C", "direct", c)],
    );
    at_most(
        "BATAX",
        BATAX,
        "CREATE TENSOR beta : real;
         sum(<i, row> in M) let t = beta * (sum(<k, w> in row) w * x(k)) in t * row",
        &[("M", "direct", b), ("x", "direct", x)],
    );
    at_most(
        "MMM",
        MMM,
        "sum(<i, row> in B) { i -> sum(<k, b> in row) b * C(k) }",
        &[("B", "direct", b), ("C", "direct", c)],
    );
    let cube = ("B", "direct", cube);
    at_most(
        "MTTKRP",
        MTTKRP,
        "sum(<i, Bi> in B) { i -> sum(<k, Bik> in Bi) sum(<l, b> in Bik)
           let row = D(l) in sum(<j, c> in C(k)) { j -> b * (c * row(j)) } }",
        &[cube, ("C", "direct", left), ("D", "direct", right)],
    );
    at_most(
        "TTM",
        TTM,
        "sum(<i, Bi> in B) { i -> sum(<j, Bij> in Bi) { j -> sum(<k, Ck> in C) { k ->
           sum(<l, b> in Bij) b * Ck(l) } } }",
        &[cube, ("C", "direct", factor)],
    );
}

/// B2, second stage.
#[test]
fn physical_plans_take_no_more_steps_than_the_public_ones() {
    let Data { b, c, x, cube, left, right, factor } = &sample();
    at_most(
        "SUMMM",
        SUMMM,
        "sum(<k, _> in 0:C_len) (sum(<p, _> in B_idx(B_pos(k):B_pos(k + 1))) B_val(p))
           * (sum(<q, _> in C_idx(C_pos(k):C_pos(k + 1))) C_val(q))",
        &[("B", "csc", b), ("C", "csr", c)],
    );
    at_most(
        "BATAX",
        BATAX,
        "CREATE TENSOR beta : real;
         sum(<i, _> in 0:M_len)
           let t = beta * (sum(<p, k> in M_idx(M_pos(i):M_pos(i + 1))) M_val(p) * x_val(k)) in
           sum(<p, j> in M_idx(M_pos(i):M_pos(i + 1))) { j -> t * M_val(p) }",
        &[("M", "csr", b), ("x", "dense_vector", x)],
    );
    at_most(
        "MMM",
        MMM,
        "sum(<i, _> in 0:B_len) { i -> sum(<p, k> in B_idx(B_pos(i):B_pos(i + 1)))
           sum(<q, j> in C_idx(C_pos(k):C_pos(k + 1))) { j -> B_val(p) * C_val(q) } }",
        &[("B", "csr", b), ("C", "csr", c)],
    );
    at_most(
        "MTTKRP",
        MTTKRP,
        "sum(<p, i> in B_idx1(B_pos1(0):B_pos1(1))) { i ->
           sum(<q, k> in B_idx2(B_pos2(p):B_pos2(p + 1)))
             sum(<r, l> in B_idx3(B_pos3(q):B_pos3(q + 1)))
               merge(<s, t, j> in <C_idx(C_pos(k):C_pos(k + 1)), D_idx(D_pos(l):D_pos(l + 1))>)
                 { j -> B_val(r) * (C_val(s) * D_val(t)) } }",
        &[("B", "csf", cube), ("C", "csr", left), ("D", "csr", right)],
    );
    at_most(
        "TTM",
        TTM,
        "sum(<p, i> in B_idx1(B_pos1(0):B_pos1(1))) { i ->
           sum(<q, j> in B_idx2(B_pos2(p):B_pos2(p + 1))) { j ->
             sum(<k, _> in 0:C_len)
               merge(<r, s, _> in <B_idx3(B_pos3(q):B_pos3(q + 1)), C_idx(C_pos(k):C_pos(k + 1))>)
                 { k -> B_val(r) * C_val(s) } } }",
        &[("B", "csf", cube), ("C", "csr", factor)],
    );
}

/// Kernels beyond the paper's: the plan that a specialist writes for the storage.
#[test]
fn plans_of_other_kernels_take_no_more_steps_than_those_by_hand() {
    let r = &mut Random::new(3);
    let a = Tensor::random(r, &[30, 40], 5);
    let dense = Tensor::random(r, &[40, 16], 100);
    let spmm = "sum(<(i, k), a> in A, <(k, j), x> in X) { (i, j) -> a * x }";
    at_most(
        "SpMM by rows",
        spmm,
        "sum(<i, _> in 0:A_len) { i -> sum(<p, k> in A_idx(A_pos(i):A_pos(i + 1)))
           sum(<j, _> in 0:X_n) if (0 <= k) * (k < X_m) then
             { j -> A_val(p) * X_val(k * X_n + j) } }",
        &[("A", "csr", &a), ("X", "dense_matrix", &dense)],
    );
    at_most(
        "SpMM by columns",
        spmm,
        "sum(<k, _> in 0:A_len) sum(<p, i> in A_idx(A_pos(k):A_pos(k + 1)))
           sum(<j, _> in 0:X_n) if (0 <= k) * (k < X_m) then
             { i -> { j -> A_val(p) * X_val(k * X_n + j) } }",
        &[("A", "csc", &a), ("X", "dense_matrix", &dense)],
    );
    let mut graph = Tensor::random(r, &[40, 40], 8);
    let turned = graph.transposed();
    graph.entries.extend(turned.entries);
    at_most(
        "triangles",
        "sum(<(i, j), e> in E, <(j, k), f> in E, <(i, k), g> in E) e * f * g",
        "sum(<i, _> in 0:E_len) sum(<p, j> in E_idx(E_pos(i):E_pos(i + 1)))
           (if (0 <= j) * (j < E_len) then E_val(p))
           * merge(<q, r, _> in <E_idx(E_pos(i):E_pos(i + 1)), E_idx(E_pos(j):E_pos(j + 1))>)
               E_val(q) * E_val(r)",
        &[("E", "csr", &graph)],
    );
}

/// The sum over a row is computed once for the row, however many entries rows have: a condition in the loop
/// kept it in there, for the search took the condition to hold seldom.
#[test]
fn the_product_with_a_row_is_computed_once_at_any_density() {
    let r = &mut Random::new(2);
    let x = Tensor::random(r, &[60], 100);
    // With an entry in a row, there is nothing to share.
    for percent in 5..=40 {
        let m = Tensor::random(r, &[60, 60], percent);
        for format in ["csr", "dcsr"] {
            let case = Case::new(BATAX, &[("M", format, &m), ("x", "dense_vector", &x)]);
            let plan = case.plan();
            let (_, counts) = case.run(&plan.term);
            let most = 2 * m.entries.len() as u64 + 60;
            assert!(
                counts.products <= most,
                "{percent} %: {counts:?}, {}",
                raise::text(&plan.term)
            );
        }
    }
}

/// The plan of a kernel with a merge and a loop-invariant number, for people.
#[test]
fn plans_are_listed_as_loops() {
    let found: Vec<String> = kernels()
        .into_iter()
        .filter(|(name, _)| ["BATAX", "TTM"].contains(name))
        .map(|(_, case)| hloom_storage::listing::listing(&case.plan().term))
        .collect();
    let [batax, ttm] = found.as_slice() else { panic!("{found:?}") };
    assert!(batax.starts_with("for <k0, _> in 0:M_len\n  let x2 =\n"), "{batax}");
    assert!(
        batax.contains("\n  for <k3, v3> in M_idx(M_pos(k0):M_pos(k0 + 1))\n    at v3\n"),
        "{batax}"
    );
    assert!(ttm.contains("  merge <p6, q6, _> in <"), "{ttm}");
    // A merge has no order of its sides.
    let ends = ["add B_val(q6) * C_val(p6)\n", "add B_val(p6) * C_val(q6)\n"];
    assert!(ends.iter().any(|end| ttm.ends_with(end)), "{ttm}");
    let sum = "CREATE TENSOR x : [real];
               (sum(<i, v> in x) { i -> v }) + sum(<i, v> in x) { i + 1 -> v }";
    let loops = hloom_storage::listing::listing(&compile(sum).unwrap().composed().unwrap());
    let (first, second) = ("for <k0, v0> in x\n  at k0\n", "for <k0, v0> in x\n  at k0 + 1\n");
    assert_eq!(loops, format!("{first}    add v0\n{second}    add v0\n"));
    let product = "CREATE TENSOR x : [real]; CREATE TENSOR a : real;
                   (sum(<_, v> in x) v) * a - sum(<_, v> in x) -v";
    let loops = hloom_storage::listing::listing(&compile(product).unwrap().composed().unwrap());
    let first = "times a\n  for <_, v0> in x\n    add v0\n";
    assert_eq!(loops, format!("{first}times -1\n  for <_, v0> in x\n    add -v0\n"));
}

/// The names of the arrays that are looked up in, and whether there is a merge.
fn shape(term: &Term) -> (Vec<String>, bool) {
    let looked_up = term.iter().filter_map(|node| match node {
        Node::Get([over, _]) => match term[*over] {
            Node::Input(name, _) => Some(name.to_string()),
            _ => Some("a computed collection".to_owned()),
        },
        _ => None,
    });
    (looked_up.collect(), term.iter().any(|node| matches!(node, Node::Merge(_))))
}

/// B3: the plan merges the coordinates of the two matrices. It looks up positions of segments and
/// values by position, nothing by coordinate.
#[test]
fn mttkrp_merges_and_looks_nothing_up_on_a_sparse_level() {
    let data = sample();
    let stored = [("B", "csf", &data.cube), ("C", "csr", &data.left), ("D", "csr", &data.right)];
    let case = Case::new(MTTKRP, &stored);
    let plan = case.plan();
    let (looked_up, merges) = shape(&plan.term);
    assert!(merges, "{}", raise::text(&plan.term));
    for name in looked_up {
        assert!(name.contains("_val") || name.contains("_pos"), "`{name}` is looked up");
    }
    // Against sums over all coordinates.
    let (value, _) = case.run(&plan.term);
    let mut dense = Tensor { dims: vec![8, 7], ..Tensor::default() };
    for (key, b) in &data.cube.entries {
        for j in 0..7 {
            let (c, d) = (data.left.at(&[key[1], j]), data.right.at(&[key[2], j]));
            if b * c * d != 0.0 {
                *dense.entries.entry(vec![key[0], j]).or_insert(0.0) += b * c * d;
            }
        }
    }
    assert!(same(&value, &dense.value(), false));
}

/// B5: a · (b + c) drives the loop by a sparse `a` alone, and a dense product is one loop with one
/// product for each position. Dictionaries are not built for the sum.
#[test]
fn the_storage_of_a_decides_how_a_sum_is_multiplied() {
    let r = &mut Random::new(2);
    let dense = |r: &mut Random| Tensor::random(r, &[200], 100);
    let (b, c, full) = (dense(r), dense(r), dense(r));
    let few = Tensor::random(r, &[200], 3);
    let n = few.entries.len() as u64;
    for program in ["a * (b + c)", "a * b + a * c"] {
        let vectors = [("b", "dense_vector", &b), ("c", "dense_vector", &c)];
        for (format, a, most) in [("coo_vector", &few, n), ("dense_vector", &full, 200)] {
            let stored = [("a", format, a), vectors[0], vectors[1]];
            let case = Case::new(program, &stored);
            let plan = case.plan();
            let (value, counts) = case.run(&plan.term);
            assert!(same(&value, &case.run(&case.module.composed().unwrap()).0, false));
            let text = raise::text(&plan.term);
            assert!(counts.steps() <= most, "{program}, {format}: {counts:?}: {text}");
            assert!(counts.products <= most, "{program}, {format}: {counts:?}: {text}");
        }
    }
}

/// All kernels with the formats of their second stage.
fn kernels() -> Vec<(&'static str, Case)> {
    let d = &sample();
    vec![
        ("SUMMM", Case::new(SUMMM, &[("B", "csc", &d.b), ("C", "csr", &d.c)])),
        ("BATAX", Case::new(BATAX, &[("M", "csr", &d.b), ("x", "dense_vector", &d.x)])),
        ("MMM", Case::new(MMM, &[("B", "csr", &d.b), ("C", "csr", &d.c)])),
        (
            "MTTKRP",
            Case::new(
                MTTKRP,
                &[("B", "csf", &d.cube), ("C", "csr", &d.left), ("D", "csr", &d.right)],
            ),
        ),
        ("TTM", Case::new(TTM, &[("B", "csf", &d.cube), ("C", "csr", &d.factor)])),
    ]
}

/// B6: the e-graphs are small, and the search takes seconds even in a build for tests.
#[test]
fn the_search_is_bounded() {
    for (name, case) in kernels() {
        let plan = case.plan();
        for stage in &plan.stages {
            println!("{name}: {stage}");
            assert!(stage.nodes <= 50_000, "{name}: {stage}");
        }
        let time: Duration = plan.stages.iter().map(|stage| stage.time).sum();
        assert!(time < Duration::from_secs(10), "{name}: {time:?}");
    }
}

/// Two routes lead to a plan, and the cheaper one counts. Triangles need the route without dictionaries
/// in CSR, and one dictionary in CSC and by coordinates: then they take a few steps for each entry and
/// its neighbours, and loops over all pairs of entries take hundreds.
#[test]
fn a_graph_in_any_format_has_a_plan_without_pairs_of_rows() {
    let mut graph = Tensor::random(&mut Random::new(4), &[60, 60], 6);
    let turned = graph.transposed();
    graph.entries.extend(turned.entries);
    let triangles = "sum(<(i, j), e> in E, <(j, k), f> in E, <(i, k), g> in E) e * f * g";
    let n = graph.entries.len() as u64;
    for format in ["csr", "csc", "coo_matrix", "dcsr", "dcsc", "hash_map"] {
        let case = Case::new(triangles, &[("E", format, &graph)]);
        let plan = case.plan();
        let (value, counts) = case.run(&plan.term);
        assert!(same(&value, &case.run(&case.module.composed().unwrap()).0, false), "{format}");
        // For each entry the rows of both ends, of seven entries on average. Lists of few rows are
        // searched from end to end.
        let text = raise::text(&plan.term);
        // The rows of sorted coordinates are searched by compiled code, and gone through here.
        match format {
            "coo_matrix" => assert!(counts.products <= 20 * n, "{counts:?} of {n} entries: {text}"),
            "dcsr" | "dcsc" => assert!(counts.steps() <= 100 * n, "{format}: {counts:?}: {text}"),
            _ => assert!(counts.steps() <= 20 * n, "{format}: {counts:?} of {n} entries: {text}"),
        }
        for stage in &plan.stages {
            println!("{format}: {stage}");
            assert!(
                stage.route == Route::Direct || stage.costs[1] <= stage.costs[0],
                "{format}: {stage}"
            );
            assert!(stage.nodes <= 20_000, "{format}: {stage}");
        }
        // The estimate that is shown is that of the plan.
        let shown = plan.stages.last().unwrap().costs[1];
        let estimated = estimate(&plan.term, &Statistics::of(&case.inputs)).total();
        assert!((estimated / shown - 1.0).abs() < 1e-9, "{format}: {estimated}, {shown}");
    }
}

/// No stage makes a term dearer, by the estimate of the whole term.
#[test]
fn stages_make_no_term_dearer() {
    for (name, case) in kernels() {
        let options = case.options();
        let mut term = case.module.logical().unwrap();
        for stage in [Stage::Logical, Stage::Fusion, Stage::Physical] {
            if stage == Stage::Fusion {
                term = case.module.inlined(&term);
            }
            let measure = match stage {
                Stage::Fusion => estimate,
                Stage::Logical | Stage::Physical => planned,
            };
            let (found, status) = saturate(&term, stage, &options);
            let costs = [&term, &found].map(|term| measure(term, &options.statistics).total());
            assert!(costs[1] <= costs[0], "{name}: {status}");
            assert_eq!(status.costs, costs, "{name}: {status}");
            term = found;
        }
    }
}

/// B6: a budget that ends early leaves a correct plan, and the status says which limit it was.
#[test]
fn a_search_that_is_stopped_has_a_correct_plan() {
    let limits = [
        (Budget { nodes: 60, ..Budget::default() }, End::Nodes),
        (Budget { time: Duration::ZERO, ..Budget::default() }, End::Time),
        (Budget { iterations: 2, ..Budget::default() }, End::Iterations),
    ];
    for (name, case) in kernels() {
        let (expected, _) = case.run(&case.module.composed().unwrap());
        for (budget, end) in limits {
            let options = Options { budget, ..case.options() };
            let plan = optimize(&case.module, &options).unwrap();
            assert!(plan.stages.iter().any(|stage| stage.end == end), "{name}: {:?}", plan.stages);
            assert!(same(&case.run(&plan.term).0, &expected, false), "{name}, {end:?}");
            let line = plan.stages[0].to_string();
            assert!(line.contains("stage: ") && line.contains(" nodes, "), "{line}");
        }
    }
}

/// Every term of an e-graph is equal to the program: random choices from each class.
#[test]
fn all_terms_of_an_e_graph_have_one_value() {
    for (name, case) in kernels() {
        let options = case.options();
        let logical = saturate(&case.module.logical().unwrap(), Stage::Logical, &options).0;
        let inlined = case.module.inlined(&logical);
        let fused = saturate(&inlined, Stage::Fusion, &options).0;
        for (term, stage) in [(&inlined, Stage::Fusion), (&fused, Stage::Physical)] {
            let (graph, root, _) = explore(term, stage, &options);
            let (expected, _) = case.run(term);
            let random = &mut Random::new(7);
            let mut seen = 0;
            for _ in 0..60 {
                let Some(found) = chosen(&graph, root, random) else { continue };
                let Ok((value, _)) = evaluate(&found, &case.inputs, 200_000) else { continue };
                seen += 1;
                assert!(same(&value, &expected, false), "{name}: {}", raise::text(&found));
            }
            assert!(seen >= 10, "{name}, {stage}: {seen} terms");
        }
    }
}

/// A random term of a class, unless it becomes large.
fn chosen(
    graph: &hloom_storage_search::graph::Graph,
    root: egg::Id,
    random: &mut Random,
) -> Option<Term> {
    use egg::Language;
    fn go(
        graph: &hloom_storage_search::graph::Graph,
        id: egg::Id,
        random: &mut Random,
        depth: u32,
        out: &mut Term,
    ) -> Option<egg::Id> {
        if out.len() > 400 {
            return None;
        }
        if depth == 0 || random.chance(8) {
            let small = hloom_storage_search::graph::smallest(graph, id);
            return Some(hloom_storage::term::copy(
                out,
                &small,
                small.root(),
                0,
                &mut |to, node, _| to.add(node),
            ));
        }
        let mut node = *random.one_of(&graph[graph.find(id)].nodes);
        for child in node.children_mut() {
            *child = go(graph, *child, random, depth - 1, out)?;
        }
        Some(out.add(node))
    }
    let mut out = Term::default();
    go(graph, root, random, 12, &mut out).map(|_| out)
}

/// The proof of each kernel's stages: each step is equal to the program, and the last is the term
/// found.
#[test]
fn each_step_of_a_proof_is_equal_to_the_program() {
    for (name, case) in kernels() {
        let options = case.options();
        let mut term = case.module.logical().unwrap();
        let (expected, _) = case.run(&case.module.composed().unwrap());
        let mut count = 0;
        for stage in [Stage::Logical, Stage::Fusion, Stage::Physical] {
            if stage == Stage::Fusion {
                term = case.module.inlined(&term);
            }
            let (found, _, steps) = prove(&term, stage, &options);
            for step in &steps {
                let inlined = case.module.inlined(&step.term);
                let rules = hloom_storage_search::rules::all();
                assert!(rules.iter().any(|rule| rule.name == step.rule), "{}", step.rule);
                let Ok((value, _)) = evaluate(&inlined, &case.inputs, 5_000_000) else { continue };
                assert!(
                    same(&value, &expected, false),
                    "{name}, {}: {}",
                    step.rule,
                    raise::text(&step.term)
                );
                count += 1;
            }
            if let Some(last) = steps.last() {
                assert_eq!(raise::text(&last.term), raise::text(&found), "{name}, {stage}");
            }
            term = found;
        }
        assert!(count > 3, "{name}: {count} steps");
    }
}
