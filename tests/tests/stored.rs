//! Results and arguments of stored types: random programs over sparse arguments and those with mappings,
//! whose results are stored so too, have the interpreter's values when they are compiled, in the first run and
//! in those that use its code again, with other dense and other stored arguments. Some have calls, branches,
//! loops and tuples around stored values.
#![cfg(feature = "llvm")]

use hloom::Options;
use hloom_interp::Value;
use hloom_ir::literal::sparse::{LevelArrays, Sparse};
use hloom_ir::types::sparse::{LevelKind, SparseEncoding};
use hloom_ir::{Literal, Type};
use hloom_storage_tests::stablehlo::RandomProgram;
use hloom_storage_tests::{Random, same, samples, structures};
use std::sync::Arc;

/// The numbers of programs' results that were given by levels, and by mappings, and of fusions that the
/// interpreter ran.
type Counts = [usize; 3];

/// The tensors of values, members of tuples one by one, in dense form.
fn tensors(values: Vec<Value>) -> Result<Vec<Literal>, String> {
    let mut all = Vec::new();
    for value in values {
        match value.dense()? {
            Value::Tuple(members) => all.extend(tensors(members)?),
            value => all.push(value.into_tensor().expect("a tensor").expanded()),
        }
    }
    Ok(all)
}

fn interpreted(text: &str, arguments: Vec<Value>) -> Vec<Literal> {
    let module = hloom_ir::text::parse_module(text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    let results =
        hloom_interp::run(&module, "main", &arguments).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    tensors(results).expect("dense results")
}

/// A dense argument as the arrays of the levels of its type, or of other ones, with some zeros stored; the
/// coordinates of segments without order are in another order.
fn by_levels(ty: Type, literal: &Literal, r: &mut Random) -> Option<Value> {
    let declared = ty.as_tensor().filter(|tensor| tensor.sparse().is_some())?;
    let own = match (r.chance(4), declared.rank()) {
        (true, 2) => declared.densified().stored(&SparseEncoding::csc()).into(),
        (true, rank) => declared.densified().stored(&SparseEncoding::coo(rank)).into(),
        _ => ty,
    };
    let sparse = Sparse::from_dense(own, literal).expect("it fits");
    let sparse = with_zeros(&sparse, literal, r).unwrap_or(sparse);
    Some(Value::Sparse(Arc::new(shuffled(&sparse, r).unwrap_or(sparse))))
}

/// The same tensor with a stored zero; `None` if it has none, or its format has no place for one more entry.
fn with_zeros(sparse: &Sparse, literal: &Literal, r: &mut Random) -> Option<Sparse> {
    let dims = literal.dims();
    let coordinates = |place: usize| {
        let mut rest = place;
        let mut key: Vec<u64> = (dims.iter().rev())
            .map(|n| {
                let own = rest % *n as usize;
                rest /= *n as usize;
                own as u64
            })
            .collect();
        key.reverse();
        key
    };
    let is_zero = |at: &usize| literal.element_bytes(*at).iter().all(|byte| *byte == 0);
    let zeros: Vec<usize> = (0..literal.count()).filter(is_zero).collect();
    if zeros.is_empty() || r.chance(2) {
        return None;
    }
    let zero = *r.one_of(&zeros);
    let mut places: Vec<usize> = (0..literal.count()).filter(|at| !is_zero(at)).collect();
    places.insert(r.below(places.len() + 1), zero);
    let keys: Vec<Vec<u64>> = places.iter().map(|place| coordinates(*place)).collect();
    let width = literal.element().byte_width();
    let mut bytes: Vec<u8> =
        places.iter().flat_map(|place| literal.element_bytes(*place).to_vec()).collect();
    if literal.element().is_float() && width > 1 && r.chance(2) {
        // A negative one.
        let at = places.iter().position(|place| *place == zero)?;
        bytes[(at + 1) * width - 1] = 0x80;
    }
    let values = Type::tensor(&[places.len() as i64], literal.element());
    let values = Literal::new(values, bytes.as_slice().into()).ok()?;
    Sparse::from_entries(sparse.ty(), &keys, &values).ok()
}

/// The same tensor with the entries of each segment of its innermost level backwards, if that level has no
/// order.
fn shuffled(sparse: &Sparse, r: &mut Random) -> Option<Sparse> {
    let last = sparse.encoding().levels.last()?;
    if last.kind != LevelKind::Compressed || last.ordered || r.chance(2) {
        return None;
    }
    let mut levels = sparse.levels().to_vec();
    let LevelArrays { pos, crd } = levels.last()?.clone();
    let (pos, crd) = (pos?, crd?);
    let at = |i: usize| pos.get_int(i).unwrap_or(0) as usize;
    let order = (1..pos.count()).flat_map(|i| (at(i - 1)..at(i)).rev());
    let order: Vec<usize> = order.collect();
    let moved = |from: &Literal| {
        let bytes: Vec<u8> = order.iter().flat_map(|at| from.element_bytes(*at).to_vec()).collect();
        Literal::new(from.ty(), bytes.as_slice().into()).ok()
    };
    levels.last_mut()?.crd = moved(&crd);
    Sparse::new(sparse.ty(), levels, moved(sparse.values())?).ok()
}

/// The arguments as values: some as the arrays of their levels, others dense.
fn values(types: &[Type], arguments: &[Literal], r: &mut Random) -> Vec<Value> {
    let each = types.iter().zip(arguments).map(|(&ty, literal)| {
        let given = if r.chance(2) { by_levels(ty, literal, r) } else { None };
        given.unwrap_or_else(|| Value::Tensor(literal.clone()))
    });
    each.collect()
}

/// Arguments as a program takes them: in a tuple, if it has one argument of that type.
fn in_tuples(types: &[Type], values: Vec<Value>) -> Vec<Value> {
    match types {
        [one] if one.members().is_some() => vec![Value::Tuple(values)],
        _ => values,
    }
}

/// The same numbers with other signs, or fewer of them; truth values and unsigned ones stay.
fn changed(old: &Literal, r: &mut Random) -> Option<Literal> {
    if !old.element().is_float() && !old.element().is_signed() {
        return None;
    }
    let fewer = r.chance(2);
    let number = |i: usize| match fewer && i.is_multiple_of(2) {
        true => 0.0,
        false => -old.get_f64(i),
    };
    let numbers: Vec<f64> = (0..old.count()).map(number).collect();
    Literal::from_f64s(old.ty(), &numbers).ok()
}

fn check(seed: u64, random: impl Fn(&mut Random) -> RandomProgram) -> Counts {
    let mut r = Random::new(seed);
    let RandomProgram { encoded, plain, arguments } = random(&mut r);
    let threads = 1 + r.below(3);
    let donate = (0..arguments.len()).filter(|_| r.chance(8)).collect();
    let tuples = encoded.contains("%all: tuple");
    let donate = if tuples { Vec::new() } else { donate };
    let options = Options { threads: Some(threads), donate, ..Options::default() };
    let program =
        hloom::compile(&encoded, options).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{encoded}"));
    let mut counts = [0; 3];
    let types: Vec<Type> = match program.inputs() {
        [one] if one.members().is_some() => one.members().expect("a tuple").to_vec(),
        all => all.to_vec(),
    };
    let mut dense = arguments.clone();
    let mut given = values(&types, &dense, &mut r);
    for round in 0..4 {
        // Dense arguments are others in each further run but one, stored ones in the last.
        for (value, literal) in given.iter_mut().zip(&mut dense) {
            let changes = match round {
                0 | 1 => false,
                2 => matches!(value, Value::Tensor(_)),
                _ => true,
            };
            if changes && let Some(other) = changed(literal, &mut r) {
                *literal = other.clone();
                *value = Value::Tensor(other);
            }
        }
        if round == 3 {
            given = values(&types, &dense, &mut r);
        }
        let all = dense.iter().cloned().map(Value::Tensor).collect();
        let expected = interpreted(&plain, in_tuples(program.inputs(), all));
        let found = program
            .run_values(in_tuples(program.inputs(), given.clone()))
            .unwrap_or_else(|e| panic!("seed {seed}, run {round}: {e}\n{encoded}\n{given:?}"));
        for value in &found {
            match value {
                Value::Sparse(_) => counts[0] += 1,
                Value::Mapped(_) => counts[1] += 1,
                _ => {}
            }
        }
        let found = tensors(found).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{encoded}"));
        assert_eq!(found.len(), expected.len());
        for (i, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert!(
                same(found, expected),
                "seed {seed}, run {round}, result {i}\n{encoded}\n{given:?}\n{found:?}\n{expected:?}"
            );
        }
    }
    counts[2] = program.interpreted().iter().filter(|name| name.contains("fusion")).count();
    counts
}

fn sum(counts: impl Iterator<Item = Counts>) -> Counts {
    counts.fold([0; 3], |a, b| std::array::from_fn(|i| a[i] + b[i]))
}

#[test]
fn random_programs_with_stored_results_agree() {
    let [levels, mappings, refused] = sum((0..60).map(|seed| check(seed, structures::random)));
    assert!(levels > 20 && mappings > 10, "{levels} by levels, {mappings} by mappings");
    assert!(refused * 5 < levels + mappings, "the interpreter ran {refused} plans");
}

#[test]
fn elements_that_no_plan_has_agree() {
    let [.., refused] = sum((0..20).map(|seed| check(seed, structures::random_of_others)));
    assert_eq!(refused, 0);
}

#[test]
fn campaign_stored_results() {
    let count = samples(10);
    let planned = sum((0..count).map(|seed| check(1 << 36 | seed, structures::random)));
    let [levels, mappings, refused] = planned;
    println!("{levels} results by levels, {mappings} by mappings; {refused} plans interpreted");
    sum((0..count / 4).map(|seed| check(1 << 37 | seed, structures::random_of_others)));
}

/// A result as the arrays of its type: programs of dense arguments give dense ones.
fn as_stored(values: Vec<Value>, ty: &str) -> Vec<Value> {
    let pass_on = format!("func.func @main(%A: {ty}) -> {ty} {{ return %A : {ty} }}");
    hloom::compile(&pass_on, Options::default()).unwrap().run_values(values).unwrap()
}

#[test]
fn tensors_of_another_storage_are_converted() {
    let csr = "#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>";
    let ty = |encoding: &str| format!("tensor<3x4xf64, {encoding}>");
    let convert = |from: &str, to: &str| {
        let text = format!(
            "func.func @main(%A: {from}) -> {to} {{
               %r = hloom.relayout %A : ({from}) -> {to}
               return %r : {to}
             }}"
        );
        hloom::compile(&text, Options::default()).unwrap_or_else(|e| panic!("{e}\n{text}"))
    };
    let numbers = [6.0, 0.0, 9.0, 8.0, 0.0, 0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 7.0];
    let dense =
        Literal::from_f64s(Type::tensor(&[3, 4], hloom_ir::Element::F64), &numbers).unwrap();
    // Mappings of rows and of columns have arrays of the same names.
    let formats = [csr, "#hloom.storage<\"csr\">", "#hloom.storage<\"csc\">"].map(ty);
    for from in &formats {
        let made = convert("tensor<3x4xf64>", from).run_values(vec![Value::Tensor(dense.clone())]);
        let made = as_stored(made.unwrap(), from);
        for to in &formats {
            for result in ["tensor<3x4xf64>", &formats[0]] {
                if to == result {
                    continue;
                }
                let found = convert(to, result).run_values(made.clone()).unwrap();
                assert_eq!(
                    tensors(found).unwrap(),
                    std::slice::from_ref(&dense),
                    "{from} as {to} to {result}"
                );
            }
        }
    }
}

/// A member whose type in a tuple leaves extents open has no array of its own: it stays with the host,
/// dense or stored.
#[test]
fn members_of_tuples_may_be_stored_with_open_extents() {
    let csr = "#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>";
    let (open, known) = (format!("tensor<?x?xf64, {csr}>"), format!("tensor<2x3xf64, {csr}>"));
    let text = format!(
        "func.func @main(%pair: tuple<{open}, tensor<i32>>) -> (tensor<i32>, {open}) {{
           %n = stablehlo.get_tuple_element %pair[1] : (tuple<{open}, tensor<i32>>) -> tensor<i32>
           %x = stablehlo.get_tuple_element %pair[0] : (tuple<{open}, tensor<i32>>) -> {open}
           %m = stablehlo.negate %n : tensor<i32>
           return %m, %x : tensor<i32>, {open}
         }}"
    );
    let [ty, number] =
        [Type::tensor(&[2, 3], hloom_ir::Element::F64), Type::tensor(&[], hloom_ir::Element::I32)];
    let dense = Literal::from_f64s(ty, &[0.0, 1.5, 0.0, 2.5, 0.0, 0.0]).unwrap();
    let [n, minus_n] = [7.0, -7.0].map(|n| Literal::from_f64s(number, &[n]).unwrap());
    let stored = as_stored(vec![Value::Tensor(dense.clone())], &known);
    assert!(matches!(stored[0], Value::Sparse(_)));
    let program = hloom::compile(&text, Options::default()).unwrap_or_else(|e| panic!("{e}"));
    for x in [Value::Tensor(dense.clone()), stored[0].clone()] {
        let pair = Value::Tuple(vec![x, Value::Tensor(n.clone())]);
        let found = program.run_values(vec![pair]).unwrap();
        assert_eq!(tensors(found).unwrap(), [minus_n.clone(), dense.clone()]);
    }
}
