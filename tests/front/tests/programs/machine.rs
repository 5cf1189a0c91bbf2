//! Runs a function of a translated program in every way.

use hloom_interp::Value;
use hloom_ir::Literal;
use hloom_ir::module::Module;
use hloom_ir::types::{Element, Type};

/// A tensor from its elements' bytes.
pub(crate) fn tensor(dims: &[i64], element: Element, bytes: Vec<u8>) -> Literal {
    Literal::new(Type::tensor(dims, element), bytes[..].into())
        .expect("as many bytes as the type has")
}

/// A type that can be passed to a program.
pub(crate) trait Input {
    /// The value as a tensor.
    fn literal(&self) -> Literal;
}

macro_rules! scalars {
    ($($rust:ty = $element:ident),*) => {$(
        impl Input for $rust {
            fn literal(&self) -> Literal {
                tensor(&[], Element::$element, self.to_le_bytes().to_vec())
            }
        }
    )*};
}
scalars!(f32 = F32, f64 = F64, i32 = I32, i64 = I64, u32 = U32);

impl<T: Input, const N: usize> Input for [T; N] {
    fn literal(&self) -> Literal {
        let rows: Vec<Literal> = self.iter().map(|row| row.literal().expanded()).collect();
        let mut dims = vec![N as i64];
        dims.extend_from_slice(rows[0].dims());
        let bytes = rows.iter().flat_map(|row| row.bytes().to_vec()).collect();
        tensor(&dims, rows[0].element(), bytes)
    }
}

/// The inputs of a call: `inputs![1.0f32, xs]`.
macro_rules! inputs {
    ($($x:expr),* $(,)?) => { &[$(crate::machine::Input::literal(&$x)),*][..] };
}
pub(crate) use inputs;

/// The results of a function as numbers, tensor by tensor.
pub(crate) type Numbers = Vec<Vec<f64>>;

fn numbers(results: &[Literal]) -> Numbers {
    let of = |x: &Literal| {
        let number = |i: usize| x.get_int(i).map_or_else(|| x.get_f64(i), |n| n as f64);
        (0..x.count()).map(number).collect()
    };
    results.iter().map(of).collect()
}

/// A value of type `ty` made of its leaves.
fn group(ty: Type, leaves: &mut impl Iterator<Item = Literal>) -> Value {
    match ty.members() {
        Some(members) => Value::Tuple(members.iter().map(|&m| group(m, leaves)).collect()),
        None => Value::Tensor(leaves.next().expect("as many leaves as the types have")),
    }
}

fn interpret(module: &Module, name: &str, inputs: &[Literal]) -> Vec<Literal> {
    let function = module.symbol(name).expect("the function is there");
    let mut given = inputs.iter().cloned();
    let types = module.func(function).function_type.inputs();
    let values: Vec<Value> = types.iter().map(|&ty| group(ty, &mut given)).collect();
    let results = hloom_interp::run(module, name, &values)
        .unwrap_or_else(|e| panic!("@{name}: {e}\n{}", shown(module)));
    let mut flat = Vec::new();
    fn leaves(value: Value, out: &mut Vec<Literal>) {
        match value {
            Value::Tuple(members) => members.into_iter().for_each(|m| leaves(m, out)),
            other => out.extend(other.into_tensor()),
        }
    }
    results.into_iter().for_each(|v| leaves(v, &mut flat));
    flat
}

fn shown(module: &Module) -> String {
    hloom_ir::text::print(module, &Default::default())
}

#[cfg(feature = "llvm")]
fn compiled(module: &Module, name: &str, inputs: &[Literal]) -> Vec<Literal> {
    use hloom_llvm::{Executable, ThreadPool};
    let pool = ThreadPool::new(1).expect("threads");
    let function = module.symbol(name).expect("the function is there");
    let lowered = hloom_loops::lower_function(module, function, &Default::default())
        .unwrap_or_else(|e| panic!("{e}\n{}", shown(module)));
    let code = Executable::compile(&lowered.program, &Default::default())
        .unwrap_or_else(|e| panic!("{e}"));
    let expanded: Vec<Literal> = inputs.iter().map(Literal::expanded).collect();
    let bytes: Vec<&[u8]> = expanded.iter().map(Literal::bytes).collect();
    let out = code.call(&bytes, &pool).unwrap_or_else(|e| panic!("{e}"));
    out.iter()
        .zip(&lowered.results)
        .map(|(bytes, &ty)| Literal::new(ty, bytes[..].into()).expect("of its size"))
        .collect()
}

/// Whether no op of the module belongs to the form before `lift-control-flow`.
fn is_functional(module: &Module) -> bool {
    let of = |name: &str| !name.starts_with("cf.") && !name.starts_with("hloom.");
    module.walk(module.root()).all(|op| of(module.op(op).name()))
}

/// The passes that simplify functional control flow.
const SIMPLER: &str = "canonicalize,cse,dce,canonicalize,hoist,vectorize-loops,unroll-loops,\
                       canonicalize,cse,dce";

/// Runs a function in every way and returns its results. The interpreter runs it as translated,
/// with functional control flow and without structs, and simplified; these results must be equal.
/// The compiled results must agree within `tolerance`, relative to the numbers' magnitude.
pub(crate) fn run(text: &str, name: &str, inputs: &[Literal], tolerance: f64) -> Numbers {
    let mut module = hloom_front::parse(text).unwrap_or_else(|e| panic!("{e}"));
    let graph = numbers(&interpret(&module, name, inputs));
    hloom_front::pass(&mut module, hloom_front::FUNCTIONAL)
        .unwrap_or_else(|e| panic!("{e}\n{}", shown(&module)));
    hloom_ir::verify::verify(&module).unwrap_or_else(|e| panic!("{e:?}\n{}", shown(&module)));
    assert!(is_functional(&module), "{}", shown(&module));
    let lifted = numbers(&interpret(&module, name, inputs));
    assert_eq!(lifted, graph, "@{name} with functional control flow\n{}", shown(&module));
    let mut simpler = module.clone();
    hloom_front::pass(&mut simpler, SIMPLER).unwrap_or_else(|e| panic!("{e}\n{}", shown(&module)));
    let simplified = numbers(&interpret(&simpler, name, inputs));
    assert_eq!(simplified, graph, "@{name} with simpler control flow\n{}", shown(&simpler));
    #[cfg(feature = "llvm")]
    {
        let machine = numbers(&compiled(&module, name, inputs));
        assert!(
            close(&machine, &graph, tolerance),
            "@{name} compiled gives {machine:?}, interpreted {graph:?}"
        );
    }
    #[cfg(not(feature = "llvm"))]
    let _ = tolerance;
    graph
}

/// The text of a function after inlining and all passes that simplify control flow.
pub(crate) fn simplified(text: &str, name: &str) -> String {
    let mut module = hloom_front::parse(text).unwrap_or_else(|e| panic!("{e}"));
    let passes = format!("{},inline,{SIMPLER}", hloom_front::FUNCTIONAL);
    hloom_front::pass(&mut module, &passes).unwrap_or_else(|e| panic!("{e}"));
    let text = shown(&module);
    let from = text.find(&format!("@{name}(")).expect("the function is there");
    let rest = &text[from..];
    rest[..rest.find("\nfunc.func").unwrap_or(rest.len())].to_owned()
}

/// Whether numbers agree within a tolerance, relative to their magnitude.
pub(crate) fn close(a: &Numbers, b: &Numbers, tolerance: f64) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(x, y)| {
            x.len() == y.len()
                && x.iter()
                    .zip(y)
                    .all(|(p, q)| p == q || (p - q).abs() <= tolerance * q.abs().max(1.0))
        })
}

/// Runs a function and compares its results with those of Rust.
#[track_caller]
pub(crate) fn expect(text: &str, name: &str, inputs: &[Literal], tolerance: f64, rust: Numbers) {
    let found = run(text, name, inputs, tolerance);
    assert!(close(&found, &rust, tolerance), "@{name} gives {found:?}, Rust {rust:?}");
}
