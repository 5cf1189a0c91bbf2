//! Programs with shardings, partitioned and run on several processes, compute what the whole
//! program computes: every op of the corpus, random programs, relayouts; on random meshes.

use hloom_analysis::shard::{Grid, State, propagate};
use hloom_interp::Value as Data;
use hloom_ir::field::Field;
use hloom_ir::literal::read_f64;
use hloom_ir::module::Module;
use hloom_ir::ops::{Func, Mesh, SdyMesh, SdyMeshRef, Shardings};
use hloom_ir::{Attr, AttrDict, Element, Literal, OpId, Rewriter, Type};
use hloom_passes::partition::shards::{assemble, divide, signature};
use hloom_passes::{Options, Pipeline};
use hloom_tests::campaign::{Random, seeds};
use hloom_tests::corpus::{agree, files, shown};
use hloom_tests::programs::text_of;
use hloom_tests::sampling::{any_number, program, same};
use std::collections::BTreeMap;
use std::fmt::Write;

use super::{LARGEST, alone, captures, operand};

/// A random mesh of up to 12 devices; some list their devices backwards.
pub(super) fn random_grid(random: &mut Random) -> Grid {
    let sizes: &[&[i64]] = &[&[2], &[4], &[2, 2], &[3], &[2, 3], &[2, 2, 2], &[4, 2], &[2, 2, 3]];
    let sizes = random.pick(sizes).expect("there are some");
    let names = ["x", "y", "z"];
    let axes = sizes.iter().zip(names).map(|(&n, name)| (name.into(), n)).collect();
    let count: i64 = sizes.iter().product();
    let device_ids = random.chance(4).then(|| (0..count).rev().collect());
    let mesh = Mesh { axes, device_ids };
    Grid::new(SdyMeshRef::Inline(SdyMesh(mesh.clone())), mesh, []).expect("a grid")
}

/// A random state of a tensor.
fn random_state(ty: Type, grid: &Grid, random: &mut Random) -> State {
    let dims = ty.as_tensor().map_or(&[][..], |t| &t.dims[..]);
    let mut state = State::whole(dims.len());
    if dims.is_empty() {
        return state;
    }
    for _ in 0..grid.atoms.len() {
        let (axis, d) = (random.below(grid.atoms.len()), random.below(dims.len()));
        let parts = grid.parts(&state.0[d]) * grid.atoms[axis].size;
        if !state.uses(axis) && dims[d] % parts == 0 && !random.chance(4) {
            state.0[d].push(axis);
        }
    }
    state
}

/// Dictionaries of attributes with random shardings of these types.
fn dicts(types: &[Type], grid: &Grid, random: &mut Random) -> Option<Box<Attr>> {
    let each = types.iter().map(|&ty| {
        let mut dict = AttrDict::new();
        if ty.as_tensor().is_some() && !random.chance(4) {
            let state = random_state(ty, grid, random);
            dict.set("sdy.sharding", state.sharding(grid).to_attr().expect("an attribute"));
        }
        Attr::Dict(dict)
    });
    let each: Vec<Attr> = each.collect();
    Some(Box::new(Attr::Array(each.into())))
}

/// Annotates a function at random.
pub(super) fn annotate(module: &mut Module, function: OpId, grid: &Grid, random: &mut Random) {
    let func = module.func(function).clone();
    let arg_attrs = dicts(func.function_type.inputs(), grid, random);
    let res_attrs = dicts(func.function_type.results(), grid, random);
    let block = module.entry(function, 0).expect("a body");
    let some: Vec<OpId> = module.ops(block).filter(|_| random.chance(4)).collect();
    let mut r = Rewriter::new(module);
    for op in some {
        let types = r.module().result_types(op).to_vec();
        if types.is_empty() || types.iter().any(|ty| ty.as_tensor().is_none()) {
            continue;
        }
        let states = types.iter().map(|&ty| random_state(ty, grid, random).sharding(grid));
        let mut attrs = r.module().discardable_attrs(op).cloned().unwrap_or_default();
        let all = Shardings(states.collect());
        attrs.set("sdy.sharding", all.to_attr().expect("an attribute"));
        r.set_discardable_attrs(op, attrs);
    }
    r.set_op(function, Func { arg_attrs, res_attrs, ..func });
}

/// A random program over a random mesh, with shardings of some values, and its inputs.
pub(super) fn annotated(random: &mut Random) -> Option<(Module, Vec<Data>)> {
    let mut module = program(random, 12).module;
    let main = module.symbol("main").expect("there is a main");
    let grid = random_grid(random);
    annotate(&mut module, main, &grid, random);
    let types = module.func(main).function_type.inputs();
    let inputs = types.iter().map(|&ty| any_number(ty, true, random).map(Data::Tensor));
    Some((module, inputs.collect::<Option<Vec<Data>>>()?))
}

/// Whether terms of sums of floats are added by several processes.
fn rounds(text: &str) -> bool {
    text.contains("all_reduce") || text.contains("reduce_scatter")
}

/// The words for a function that states no sharding.
const UNTOUCHED: &str = "it was not partitioned";

/// Partitions a function whose values are annotated, and runs it on all devices; the results.
pub(super) fn run_sharded(
    module: &Module,
    name: &str,
    inputs: &[Data],
) -> Result<(Vec<Data>, String), String> {
    let mut own = module.clone();
    let pipeline = Pipeline::parse("partition").map_err(|e| e.to_string())?;
    hloom_passes::run(&mut own, &pipeline, &Options::default(), &mut ())
        .map_err(|e| e.to_string())?;
    let text = own.to_string();
    hloom_ir::verify::verify(&own).map_err(|e| format!("{e:?}\n{text}"))?;
    let function = own.symbol(name).expect("the function is there");
    let of = signature(&own, function)?.ok_or(UNTOUCHED)?;
    let mut each = vec![Vec::new(); of.grid.devices() as usize];
    for (value, state) in inputs.iter().zip(&of.args) {
        let shards: Vec<Data> = match value {
            Data::Tensor(x) => divide(x, state, &of.grid)?.into_iter().map(Data::Tensor).collect(),
            other => vec![other.clone(); each.len()],
        };
        each.iter_mut().zip(shards).for_each(|(own, shard)| own.push(shard));
    }
    let options = hloom_interp::Options::default();
    let results = hloom_interp::run_ranks(&own, name, each, &options);
    let results = results.map_err(|e| format!("{e}\n{text}"))?;
    let whole = of.results.iter().enumerate().map(|(i, state)| {
        let shards: Option<Vec<&Literal>> = results.iter().map(|r| r[i].tensor()).collect();
        match shards {
            Some(shards) => assemble(&shards, state, &of.grid).map(Data::Tensor),
            None => Ok(results[0][i].clone()),
        }
    });
    let whole: Result<Vec<Data>, String> = whole.collect();
    Ok((whole.map_err(|e| format!("{e}\n{text}"))?, text))
}

/// Whether two tensors are the same; their types may differ in their splits.
pub(super) fn equal(a: &Literal, b: &Literal) -> bool {
    let bare = |x: &Literal| {
        let x = x.expanded();
        x.with_type(x.tensor().unsplit().into()).expect("as many elements")
    };
    same(&bare(a), &bare(b))
}

/// Values with the largest finite numbers in the place of infinities: a sum near the end of its type
/// may round to either, depending on the order.
fn saturated(values: &[Data]) -> Vec<Data> {
    let one = |value: &Data| -> Option<Data> {
        let x = value.tensor()?.expanded();
        let element = x.element();
        let largest = match element {
            Element::F16 => 65504.0,
            Element::BF16 => 2f64.powi(128) - 2f64.powi(119),
            Element::F32 => f32::MAX.into(),
            _ => return None,
        };
        let numbers: Vec<f64> = x
            .bytes()
            .chunks(element.byte_width())
            .map(|bytes| read_f64(element, bytes).clamp(-largest, largest))
            .collect();
        Literal::from_f64s(x.ty(), &numbers).ok().map(Data::Tensor)
    };
    values.iter().map(|value| one(value).unwrap_or_else(|| value.clone())).collect()
}

/// Whether results agree up to the rounding of sums of as many terms as the largest tensor has: a sum
/// of n terms in any order is off by at most about n units of the largest partial sum.
///
/// Source of the bound: Higham, "Accuracy and Stability of Numerical Algorithms", 4.2.
fn agree_as_sums(module: &Module, want: &[Data], got: &[Data]) -> bool {
    let values = module.walk_all().flat_map(|op| {
        let results = module.results(op).iter();
        module.operands(op).iter().copied().chain(results).collect::<Vec<_>>()
    });
    let count = |v| module.ty(v).as_tensor().and_then(|t| t.count()).unwrap_or(0);
    let terms = values.map(count).max().unwrap_or(0) as f64;
    let one = |a: &Data, b: &Data| {
        let (Some(a), Some(b)) = (a.tensor(), b.tensor()) else { return true };
        let element = a.element();
        // Only formats with few digits: others are near enough by the usual bound.
        let bits = match element {
            Element::F16 => 10,
            Element::BF16 => 7,
            _ => return agree(&[Data::Tensor(a.clone())], &[Data::Tensor(b.clone())]),
        };
        let (a, b) = (a.expanded(), b.expanded());
        let numbers = |x: &Literal| -> Vec<f64> {
            x.bytes().chunks(element.byte_width()).map(|bytes| read_f64(element, bytes)).collect()
        };
        let (x, y) = (numbers(&a), numbers(&b));
        let size = x.iter().filter(|x| x.is_finite()).fold(0f64, |most, x| most.max(x.abs()));
        let bound = terms * 2f64.powi(-bits) * size;
        let near =
            |(x, y): (&f64, &f64)| x == y || x.is_nan() && y.is_nan() || (x - y).abs() <= bound;
        x.len() == y.len() && x.iter().zip(&y).all(near)
    };
    want.iter().zip(got).all(|(a, b)| one(a, b))
}

/// The difference between a function and its partitioned form; the text of the latter.
pub(super) fn differs(
    module: &Module,
    name: &str,
    inputs: &[Data],
) -> Result<Option<String>, String> {
    let Ok(want) = hloom_interp::run(module, name, inputs) else { return Ok(None) };
    let (got, text) = match run_sharded(module, name, inputs) {
        Err(what) if what == UNTOUCHED => return Ok(None),
        other => other?,
    };
    let bitwise = want.iter().zip(&got).all(|(a, b)| match (a.tensor(), b.tensor()) {
        (Some(a), Some(b)) => equal(a, b),
        _ => shown(std::slice::from_ref(a)) == shown(std::slice::from_ref(b)),
    });
    let near = || agree(&saturated(&want), &saturated(&got)) || agree_as_sums(module, &want, &got);
    match bitwise || rounds(&text) && near() {
        true => Ok(Some(text)),
        false => Err(format!("{}\nnot {}\n{text}", shown(&got), shown(&want))),
    }
}

/// The numbers of programs tried, and of collectives in them, by the op's name.
type Tried = BTreeMap<&'static str, (usize, usize)>;

fn collectives(text: &str) -> usize {
    ["all_gather", "all_to_all", "all_reduce", "reduce_scatter", "collective_permute"]
        .iter()
        .map(|name| text.matches(&format!("stablehlo.{name}")).count())
        .sum()
}

/// The number of meshes and shardings that are drawn for each op.
const DRAWS: usize = 1;

/// Every op of the corpus alone, on random meshes and with random shardings of operands and results.
#[test]
fn ops_in_shards_compute_the_same() {
    let mut random = Random::new(3);
    let (mut seen, mut tried, mut wrong) = (std::collections::HashSet::new(), Tried::new(), vec![]);
    let mut halos = 0;
    for path in files() {
        for part in text_of(&path).split_inclusive("// -----\n") {
            let Ok(module) = hloom_ir::text::parse_module(part) else { continue };
            // Functions of a program with a mesh would be partitioned over that one.
            if part.contains("sdy.mesh") || hloom_analysis::verify::verify(&module).is_err() {
                continue;
            }
            for (number, op) in module.walk_all().enumerate() {
                let values = module.operands(op).iter().copied().chain(module.results(op).iter());
                let small = values.into_iter().all(|v| {
                    let count = module.ty(v).as_tensor().and_then(|t| t.count());
                    count.is_some_and(|n| n <= LARGEST)
                });
                let kind = module.op(op).def().name;
                let types = module.operands(op).iter().map(|&v| module.ty(v));
                let key = format!("{:?}{:?}", module.op(op), types.collect::<Vec<_>>());
                let divisible = hloom_analysis::split::indices(&module, op).is_some();
                if !small || !divisible || captures(&module, op) || !seen.insert(key) {
                    continue;
                }
                let text = {
                    let mut own = module.clone();
                    let Some((name, copy)) = alone(&mut own, op, number) else { continue };
                    let function = own.parent_op(copy).expect("a function");
                    // Alone in a module; functions that are not called would be partitioned too.
                    let others: Vec<OpId> = own.functions().filter(|&f| f != function).collect();
                    let called = module.walk_all().any(|o| module.op(o).name() == "func.call");
                    if !called {
                        others.into_iter().for_each(|f| Rewriter::new(&mut own).erase(f));
                    }
                    (own, name, function)
                };
                let (own, name, function) = text;
                for _ in 0..DRAWS {
                    let grid = random_grid(&mut random);
                    let mut sharded = own.clone();
                    annotate(&mut sharded, function, &grid, &mut random);
                    let types = sharded.func(function).function_type.inputs();
                    let inputs =
                        types.iter().map(|&ty| operand(ty, true, &mut random).map(Data::Tensor));
                    let Some(inputs) = inputs.collect::<Option<Vec<Data>>>() else { break };
                    match differs(&sharded, &name, &inputs) {
                        Ok(None) => {}
                        Ok(Some(text)) => {
                            let entry = tried.entry(kind).or_default();
                            entry.0 += 1;
                            entry.1 += collectives(&text);
                            match super::types::hold_types(&sharded, &name, &inputs) {
                                Ok([_, own, _]) => halos += own,
                                Err(what) => {
                                    wrong.push(format!("{}: {kind}: {what}", path.display()));
                                }
                            }
                        }
                        Err(what) => wrong.push(format!("{}: {kind}: {what}", path.display())),
                    }
                }
            }
        }
    }
    let mut table = String::new();
    for (name, (programs, collectives)) in &tried {
        _ = writeln!(table, "{name:40} {programs:6} programs {collectives:6} collectives");
    }
    println!("{table}");
    let some: Vec<&str> = wrong.iter().take(4).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), some.join("\n\n"));
    let programs: usize = tried.values().map(|it| it.0).sum();
    assert!(programs > 3_000, "only {programs} programs\n{table}");
    assert!(halos > 2, "only {halos} halos");
}

/// Random programs on random meshes, with shardings of some values.
#[test]
fn campaign_sharded_programs_compute_the_same() {
    let (mut programs, mut talked, mut found) = (0, 0, 0);
    for seed in seeds(300) {
        let mut random = Random::new(seed);
        let Some((module, inputs)) = annotated(&mut random) else { continue };
        match differs(&module, "main", &inputs) {
            Ok(None) => {}
            Ok(Some(text)) => {
                programs += 1;
                talked += usize::from(collectives(&text) > 0);
                found += collectives(&text);
            }
            Err(what) => panic!("seed {seed}: {what}\n{module}"),
        }
    }
    assert!(programs > 200 && talked > 100 && found > 300, "{programs} {talked} {found}");
}

/// Acceptance E4: a tensor brought to another sharding and back is the same; equal shardings need
/// nothing.
#[test]
fn relayouts_there_and_back_are_the_identity() {
    use hloom_passes::partition::relayout::{Step, steps};
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let grid = random_grid(&mut random);
        let ty = Type::tensor(&[12, 4, 24], hloom_ir::Element::I32);
        let [a, b] = [0; 2].map(|_| random_state(ty, &grid, &mut random));
        assert!(steps(&a, &a, &grid).is_empty());
        for step in steps(&a, &b, &grid) {
            let kind = match step {
                Step::Slice(..) => "slice",
                Step::Gather(..) => "gather",
                Step::Move(..) => "move",
                Step::Permute(_) => "permute",
            };
            *kinds.entry(kind).or_default() += 1;
        }
        let [a, b] = [a, b].map(|state| state.sharding(&grid));
        let module = hloom_tests::parse(&format!(
            "func.func @main(%x: {ty} {{sdy.sharding = #sdy.sharding{a}}}) -> ({ty} {{sdy.sharding = #sdy.sharding{a}}}) {{
               %there = sdy.sharding_constraint %x {b} : {ty}
               return %there : {ty}
             }}"
        ));
        let input = any_number(ty, false, &mut random).map(Data::Tensor).expect("a tensor");
        let (got, text) = run_sharded(&module, "main", std::slice::from_ref(&input))
            .unwrap_or_else(|what| panic!("seed {seed}: {what}"));
        assert!(
            got[0].tensor().map(Literal::bytes) == input.tensor().map(Literal::bytes),
            "seed {seed}: {text}"
        );
        assert!(a != b || collectives(&text) == 0, "{text}");
    }
    assert!(kinds.len() == 4 && kinds.values().all(|&n| n > 10), "{kinds:?}");
}

/// Propagation along a chain of 100,000 ops visits each a bounded number of times.
#[test]
fn propagation_is_linear_in_the_ops() {
    let count = 100_000;
    let ty = "tensor<8x4xf32>";
    let sharding = "#sdy.sharding<@mesh, [{\"x\"}, {}]>";
    let mut text = format!(
        "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\nfunc.func @main(%v0: {ty}, %w: {ty} {{sdy.sharding = {sharding}}}) -> {ty} {{\n"
    );
    for i in 0..count {
        let (op, next) = (["add", "multiply"][i % 2], i + 1);
        _ = writeln!(text, "%v{next} = stablehlo.{op} %v{i}, %v{i} : {ty}");
    }
    _ = write!(text, "%end = stablehlo.add %v{count}, %w : {ty}\nreturn %end : {ty}\n}}\n");
    let module = hloom_tests::parse(&text);
    let main = module.symbol("main").expect("there is a main");
    let start = std::time::Instant::now();
    let states = propagate(&module, main).expect("no errors").expect("shardings");
    let time = start.elapsed();
    let first = module.args(module.entry(main, 0).expect("a body"))[0];
    assert_eq!(states.of(&module, first).0, [vec![0], vec![]]);
    assert!(states.visits <= 3 * count + 10, "{} visits", states.visits);
    // A busy machine may take several times as long.
    assert!(time.as_secs_f64() < 5.0, "{time:?}");
    println!("{count} ops: {} visits, {time:?}", states.visits);
}
