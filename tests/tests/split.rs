//! Ops in parts compute what they compute as a whole: every op of the corpus, by every cut.
//!
//! Each op of every test file that the table of indices can divide stands alone in a function. It
//! runs whole and in parts, on the same random inputs, in the interpreter. Results are equal bit
//! for bit, except where terms of sums of floats are added in another order.

use hloom_analysis::split::{Cut, OpIndices, Role, indices};
use hloom_interp::Value as Data;
use hloom_ir::field::Symbol;
use hloom_ir::module::Module;
use hloom_ir::ops::{Func, FuncReturn, FunctionType};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::{Element, Literal, OpId, Rewriter, Type};
use hloom_passes::split::apply::{Cuts, apply};
use hloom_passes::split::plan::{Planner, Settings};
use hloom_tests::campaign::{Random, seeds};
use hloom_tests::corpus::{agree, files, shown};
use hloom_tests::programs::text_of;
use hloom_tests::sampling::{any_number, program};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

#[path = "split/jax.rs"]
mod jax;
#[path = "split/plans.rs"]
mod plans;
#[path = "split/scatters.rs"]
mod scatters;
#[path = "split/search.rs"]
mod search;
#[path = "split/shard.rs"]
mod shard;
#[path = "split/types.rs"]
mod types;
#[path = "split/windows.rs"]
mod windows;

/// The largest tensor of a sample, in elements.
const LARGEST: usize = 1 << 12;

/// The largest number of parts of an index, and of an op.
const PARTS: i64 = 4;
const MOST_PARTS: i64 = 8;

/// The largest number of cuts tried of one op.
const CUTS: usize = 12;

/// Whether an op's regions use values from outside.
fn captures(module: &Module, op: OpId) -> bool {
    module.walk(op).filter(|&o| o != op).any(|inner| {
        module.operands(inner).iter().any(|&v| {
            let block = module.def_block(v);
            let owner = block.and_then(|b| module.block_owner(b));
            owner.is_none_or(|owner| owner != op && !module.walk(op).any(|o| o == owner))
        })
    })
}

/// Puts a copy of an op alone in a function at the end of the module; returns its name and the op.
fn alone(module: &mut Module, op: OpId, number: usize) -> Option<(String, OpId)> {
    let operands = module.operands(op).to_vec();
    let ins: Vec<Type> = operands.iter().map(|&v| module.ty(v)).collect();
    let outs: Vec<Type> = module.result_types(op).to_vec();
    let name = format!("alone{number}");
    let body = module.body();
    let mut r = Rewriter::new(module);
    let (region, block) = r.region(&ins);
    r.set_point(InsertPoint::End(block));
    let args = r.module().args(block).to_vec();
    // An operand that is used twice gets an argument for each use.
    let copy = r.clone_op(op, &mut Default::default());
    r.set_operands(copy, &args);
    let results: Vec<_> = r.module().results(copy).iter().collect();
    r.build(FuncReturn {}, &results).ok()?;
    r.set_point(InsertPoint::End(body));
    let function = Func {
        sym_name: Symbol(name.as_str().into()),
        function_type: FunctionType(Type::function(&ins, &outs)),
        sym_visibility: None,
        arg_attrs: None,
        res_attrs: None,
    };
    r.build_with_regions(function, &[], &[region]).ok()?;
    Some((name, copy))
}

/// A random operand. Half of the tensors of integers are small numbers: indices that begin windows
/// within bounds and just beyond.
fn operand(ty: Type, mild: bool, random: &mut Random) -> Option<Literal> {
    let tensor = ty.as_tensor()?;
    if tensor.element.is_integer() && random.chance(2) {
        let least = if tensor.element.is_signed() { -1 } else { 0 };
        let small = |_| f64::from(least + random.below(5) as i32);
        let numbers: Vec<f64> = (0..tensor.count()?).map(small).collect();
        return Literal::from_f64s(ty, &numbers).ok();
    }
    any_number(ty, mild, random)
}

/// The cuts of an op that are tried: up to four parts of each index, powers of two and others.
fn tried(op: &OpIndices, random: &mut Random) -> Vec<Cut> {
    let mut all = vec![Cut(Vec::new())];
    for index in &op.indices {
        let longer = all.iter().flat_map(|cut| {
            (1..=PARTS.min(index.extent)).map(|parts| {
                let mut with = cut.0.clone();
                with.push(parts);
                Cut(with)
            })
        });
        all = longer.filter(|cut| cut.parts() <= MOST_PARTS).collect();
    }
    all.retain(|cut| !cut.is_none());
    while all.len() > CUTS {
        let at = random.below(all.len());
        all.swap_remove(at);
    }
    all
}

/// Whether a cut adds up floats in another order.
fn rounds(module: &Module, op: OpId, it: &OpIndices, cut: &Cut) -> bool {
    let terms = it.indices.iter().zip(&cut.0).any(|(i, &n)| i.role == Role::Combined && n > 1);
    let elements = module.results(op).iter().filter_map(|v| module.ty(v).element());
    terms && it.combine.iter().zip(elements).any(|(monoid, element)| !monoid.is_exact(element))
}

/// The numbers of ops and cuts tried under an op's name.
#[derive(Default)]
struct Tried {
    ops: usize,
    cuts: usize,
    copies: usize,
}

struct Census {
    random: Random,
    seen: HashSet<String>,
    tried: BTreeMap<&'static str, Tried>,
    wrong: Vec<String>,
}

impl Census {
    fn file(&mut self, text: &str, place: &str) {
        for part in text.split_inclusive("// -----\n") {
            let Ok(module) = hloom_ir::text::parse_module(part) else { continue };
            if hloom_analysis::verify::verify(&module).is_ok() {
                self.module(&module, place);
            }
        }
    }

    fn module(&mut self, module: &Module, place: &str) {
        let ops: Vec<OpId> = module.walk_all().collect();
        for (number, op) in ops.into_iter().enumerate() {
            let Some(it) = indices(module, op).filter(|it| !it.indices.is_empty()) else {
                continue;
            };
            let values = module.operands(op).iter().copied().chain(module.results(op).iter());
            let small = values.into_iter().all(|v| {
                module.ty(v).as_tensor().and_then(|t| t.count()).is_some_and(|n| n <= LARGEST)
            });
            let types = module.operands(op).iter().map(|&v| module.ty(v));
            let key = format!("{:?}{:?}", module.op(op), types.collect::<Vec<_>>());
            let with_regions = !module.regions(op).is_empty();
            if !small || captures(module, op) || (!self.seen.insert(key) && !with_regions) {
                continue;
            }
            let mut own = module.clone();
            let Some((name, copy)) = alone(&mut own, op, number) else { continue };
            self.op(&own, &name, copy, &it, place);
        }
    }

    fn op(&mut self, module: &Module, name: &str, op: OpId, it: &OpIndices, place: &str) {
        let tried_of = module.op(op).def().name;
        let entry = self.tried.entry(tried_of).or_default();
        entry.ops += 1;
        for cut in tried(it, &mut self.random) {
            let rounds = rounds(module, op, it, &cut);
            let types = module.func(module.symbol(name).expect("it was added")).function_type;
            let inputs = types
                .inputs()
                .iter()
                .map(|&ty| operand(ty, rounds, &mut self.random).map(Data::Tensor));
            let Some(inputs) = inputs.collect::<Option<Vec<Data>>>() else { return };
            let Ok(want) = hloom_interp::run(module, name, &inputs) else { continue };
            let mut divided = module.clone();
            let block = divided.parent(op).expect("it stands in the function");
            let mut cuts = Cuts::default();
            cuts.insert(op, (it.clone(), cut.clone()));
            let applied = apply(&mut Rewriter::new(&mut divided), block, &cuts);
            let got = applied.map_err(|e| e.to_string()).and_then(|counts| {
                hloom_ir::verify::verify(&divided).map_err(|e| format!("{e:?}"))?;
                self.tried.get_mut(tried_of).expect("it is there").copies += counts.copies;
                hloom_interp::run(&divided, name, &inputs).map_err(|e| e.to_string())
            });
            self.tried.get_mut(tried_of).expect("it is there").cuts += 1;
            let holds = got.as_ref().is_ok_and(|got| match rounds {
                true => agree(&want, got) || agree_as_terms(&inputs, &want, got),
                false => want.iter().zip(got).all(|(a, b)| match (a.tensor(), b.tensor()) {
                    (Some(a), Some(b)) => shard::equal(a, b),
                    _ => false,
                }),
            });
            if !holds {
                let got = got.map_or_else(|e| e, |got| shown(&got));
                let op = format!("{:?}", module.op(op));
                let text = divided.to_string();
                let at = text.find(&format!("@{name}(")).unwrap_or(0);
                let text: String = text[at..].chars().take(1500).collect();
                self.wrong
                    .push(format!("{place}: {op}\nby {cut}: {got}\nnot {}\n{text}", shown(&want)));
            }
        }
    }
}

/// Whether results of few digits agree up to the rounding of their terms, which may cancel: n products
/// of an element of each operand, added in any order.
fn agree_as_terms(inputs: &[Data], want: &[Data], got: &[Data]) -> bool {
    let numbers = |x: &Data| -> Vec<f64> {
        let Some(x) = x.tensor() else { return Vec::new() };
        (0..x.count()).map(|i| x.get_f64(i)).collect()
    };
    let mut bound = 1.0;
    let mut terms = 1.0f64;
    for input in inputs {
        let all = numbers(input);
        bound *= all.iter().fold(1.0, |most, x| x.abs().max(most));
        terms = terms.max(all.len() as f64);
    }
    want.iter().zip(got).all(|(want, got)| {
        let bits = match want.tensor().map(Literal::element) {
            Some(Element::F16) => 10,
            Some(Element::BF16) => 7,
            _ => return agree(std::slice::from_ref(want), std::slice::from_ref(got)),
        };
        let most = terms * terms * bound * 2f64.powi(-bits);
        let (x, y) = (numbers(want), numbers(got));
        let near = |(x, y): (&f64, &f64)| (x - y).abs() <= most || x.to_bits() == y.to_bits();
        x.len() == y.len() && x.iter().zip(&y).all(near)
    })
}

/// Acceptance E1.
#[test]
fn ops_in_parts_compute_the_same() {
    let mut census = Census {
        random: Random::new(1),
        seen: HashSet::new(),
        tried: BTreeMap::new(),
        wrong: Vec::new(),
    };
    for path in files() {
        census.file(&text_of(&path), &path.display().to_string());
    }
    let mut table = String::new();
    for (name, it) in &census.tried {
        _ = writeln!(table, "{name:40} {:6} ops {:7} cuts {:7} copies", it.ops, it.cuts, it.copies);
    }
    println!("{table}");
    let wrong = &census.wrong;
    let some: Vec<&str> = wrong.iter().take(5).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), some.join("\n\n"));
    let cuts: usize = census.tried.values().map(|it| it.cuts).sum();
    assert!(cuts > 5_000, "only {cuts} cuts\n{table}");
}

/// A window of the whole extent that an index moves is not at 0 in its parts either: elements of it
/// stay within bounds. The table divides no dimension that indices move.
#[test]
fn moved_windows_stay_whole() {
    let module = hloom_tests::parse(
        "func.func @main(%x: tensor<4x3xi32>, %at: tensor<1xi32>, %u: tensor<4x3xi32>) -> tensor<4x3xi32> {
           %y = \"stablehlo.scatter\"(%x, %at, %u) <{scatter_dimension_numbers = \
             #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0]>}> ({
           ^bb0(%a: tensor<i32>, %b: tensor<i32>):
             stablehlo.return %b : tensor<i32>
           }) : (tensor<4x3xi32>, tensor<1xi32>, tensor<4x3xi32>) -> tensor<4x3xi32>
           return %y : tensor<4x3xi32>
         }",
    );
    let scatter = module
        .walk_all()
        .find(|&op| !module.regions(op).is_empty() && module.results(op).len() == 1);
    let found = indices(&module, scatter.expect("the scatter")).expect("it has an index");
    // Columns, of which no index says where they are.
    let extents: Vec<i64> = found.indices.iter().map(|index| index.extent).collect();
    assert_eq!(extents, [3]);
}

/// A random cut of each op of a block that can be divided; exact ones only.
fn random_cuts(module: &Module, block: hloom_ir::Block, random: &mut Random) -> Cuts {
    let mut cuts = Cuts::default();
    for op in module.ops(block) {
        let Some(it) = indices(module, op).filter(|_| !captures(module, op)) else { continue };
        let all: Vec<Cut> =
            tried(&it, random).into_iter().filter(|cut| !rounds(module, op, &it, cut)).collect();
        if let Some(cut) = random.pick(&all).cloned()
            && !random.chance(4)
        {
            cuts.insert(op, (it, cut));
        }
    }
    cuts
}

/// Divides the ops of a function at random; the text before and after if results differ.
fn divided_differs(
    module: &Module,
    name: &str,
    inputs: &[Data],
    random: &mut Random,
) -> Result<usize, String> {
    let Ok(want) = hloom_interp::run(module, name, inputs) else { return Ok(0) };
    let function = module.symbol(name).expect("the function is there");
    let Some(block) = module.entry(function, 0) else { return Ok(0) };
    let cuts = random_cuts(module, block, random);
    types::hold_cuts(module, name, inputs, &cuts)?;
    let mut divided = module.clone();
    let counts =
        apply(&mut Rewriter::new(&mut divided), block, &cuts).map_err(|e| e.to_string())?;
    hloom_ir::verify::verify(&divided).map_err(|e| format!("{e:?}\n{divided}"))?;
    let got = hloom_interp::run(&divided, name, inputs).map_err(|e| format!("{e}\n{divided}"))?;
    let equal = want.iter().zip(&got).all(|(a, b)| match (a.tensor(), b.tensor()) {
        (Some(a), Some(b)) => shard::equal(a, b),
        _ => shown(std::slice::from_ref(a)) == shown(std::slice::from_ref(b)),
    });
    match equal {
        true => Ok(counts.parts),
        false => Err(format!("{}\nnot {}\n{module}\n{divided}", shown(&got), shown(&want))),
    }
}

/// Every function of the corpus, all of its ops divided at once and at random: what one cut leaves
/// is put together for the next.
#[test]
fn functions_in_parts_compute_the_same() {
    let mut random = Random::new(5);
    let (mut parts, mut functions, mut wrong) = (0, 0, Vec::new());
    for path in files() {
        hloom_tests::corpus::cases(&path, &mut |module, case| {
            match divided_differs(module, &case.name, &case.inputs, &mut random) {
                Ok(made) => parts += made,
                Err(text) => wrong.push(format!("{}: {text}", case.place)),
            }
            functions += 1;
        });
    }
    let some: Vec<&str> = wrong.iter().take(3).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} of {functions}:\n{}", wrong.len(), some.join("\n\n"));
    assert!(parts > 5_000, "only {parts} parts of {functions} functions");
}

/// Random programs, divided at random.
#[test]
fn campaign_programs_in_parts_compute_the_same() {
    let mut parts = 0;
    for seed in seeds(300) {
        let mut random = Random::new(seed);
        let sample = program(&mut random, 12);
        let module = sample.module;
        let main = module.symbol("main").expect("there is a main");
        let types = module.func(main).function_type.inputs();
        let inputs = types.iter().map(|&ty| any_number(ty, false, &mut random).map(Data::Tensor));
        let Some(inputs) = inputs.collect::<Option<Vec<Data>>>() else { continue };
        match divided_differs(&module, "main", &inputs, &mut random) {
            Ok(made) => parts += made,
            Err(text) => panic!("seed {seed}: {text}"),
        }
    }
    assert!(parts > 1_000, "only {parts} parts");
}

/// A network of convolutions on `n × n` pictures of `channels` channels.
fn network(n: i64, channels: i64, layers: usize) -> Module {
    let ty = format!("tensor<1x{n}x{n}x{channels}xf32>");
    let kernel = format!("tensor<3x3x{channels}x{channels}xf32>");
    let mut text = format!("func.func @main(%x0: {ty}, %k: {kernel}) -> {ty} {{\n");
    for i in 0..layers {
        _ = write!(
            text,
            "%c{i} = stablehlo.convolution(%x{i}, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], \
             window = {{pad = [[1, 1], [1, 1]]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} \
             : ({ty}, {kernel}) -> {ty}\n%x{} = stablehlo.tanh %c{i} : {ty}\n",
            i + 1
        );
    }
    _ = write!(text, "return %x{layers} : {ty}\n}}\n");
    hloom_tests::parse(&text)
}

fn planner_of<T>(module: &Module, settings: &Settings, ask: impl FnOnce(&Planner<'_>) -> T) -> T {
    let main = module.symbol("main").expect("there is a main");
    ask(&Planner::new(module, module.entry(main, 0).expect("a body"), settings))
}

/// Acceptance E3: the chosen cuts cost no more than any others, than the undivided program, and
/// than any single strategy for all ops.
#[test]
fn no_cuts_are_estimated_to_take_less_time() {
    let settings = Settings { cores: 4, ..Settings::default() };
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let module = program(&mut random, 5).module;
        planner_of(&module, &settings, |planner| {
            let plan = planner.plan();
            let choices = planner.choices();
            let possible = planner.possible();
            assert!(plan.seconds <= plan.undivided);
            assert!(plan.seconds <= planner.even().seconds);
            for _ in 0..200 {
                let any: Vec<usize> = possible.iter().map(|all| random.below(all.len())).collect();
                assert!(!plan.exact || plan.seconds <= choices.cost(&any) * (1.0 + 1e-12));
            }
            // A strategy: the same number among the cuts of each op.
            for strategy in 0..10 {
                let all =
                    possible.iter().map(|all| strategy.min(all.len() - 1)).collect::<Vec<_>>();
                assert!(!plan.exact || plan.seconds <= choices.cost(&all) * (1.0 + 1e-12));
            }
        });
    }
    let module = network(56, 64, 2);
    planner_of(&module, &settings, |planner| {
        let (plan, choices, possible) = (planner.plan(), planner.choices(), planner.possible());
        assert!(plan.exact && plan.seconds < plan.undivided / 2.0);
        // Brute force over all cuts of all ops.
        let mut any = vec![0; possible.len()];
        let mut least = f64::INFINITY;
        loop {
            least = least.min(choices.cost(&any));
            let Some(n) = (0..any.len()).find(|&n| any[n] + 1 < possible[n].len()) else { break };
            any[..n].fill(0);
            any[n] += 1;
        }
        assert!((plan.seconds - least).abs() <= least * 1e-12, "{} {least}", plan.seconds);
    });
}

/// Acceptance E6: a tiny network stays whole; a large one does not.
#[test]
fn tiny_networks_stay_whole() {
    let parts = |n, channels, cores| {
        let settings = Settings { cores, ..Settings::default() };
        planner_of(&network(n, channels, 3), &settings, |planner| {
            planner.plan().ops.iter().map(|it| it.cut.parts()).max().unwrap_or(1)
        })
    };
    assert_eq!(parts(8, 3, 16), 1);
    assert_eq!(parts(56, 64, 1), 1);
    assert_eq!(parts(56, 64, 2), 2);
    // 18 cores are used as 16.
    assert_eq!(parts(112, 64, 18), 16);
}

/// A search over as many ops as a large model has ends soon.
#[test]
fn five_hundred_ops_are_planned_in_a_second() {
    let module = network(56, 64, 250);
    let start = std::time::Instant::now();
    let plan = planner_of(&module, &Settings::default(), |planner| planner.plan());
    assert_eq!(plan.ops.len(), 500);
    // A busy machine may take three times as long.
    assert!(start.elapsed().as_secs_f64() < 3.0, "{:?}", start.elapsed());
}
