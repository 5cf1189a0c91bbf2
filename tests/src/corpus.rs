//! The corpus: the functions of the test files with the interpreter's results, which every backend
//! must reproduce.

use crate::programs::{is_program, text_of};
use hloom_interp::Value;
use hloom_ir::literal::read_f64;
use hloom_ir::types::float::FloatFormat;
use hloom_ir::{DYNAMIC, Element, Literal, Module, Type};
use std::path::{Path, PathBuf};

/// A function of a test file that the interpreter can run.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name.
    pub name: String,
    /// Its location: file, line and name.
    pub place: String,
    /// Its inputs.
    pub inputs: Vec<Value>,
    /// The interpreter's results.
    pub want: Vec<Value>,
    /// The results in double precision, rounded, of a program of single precision on large tensors.
    ///
    /// The interpreter sums in index order, and loses more digits than sums by lanes and blocks.
    pub exact: Option<Vec<Value>>,
}

impl Case {
    /// Whether these results are near enough to the interpreter's, or to those in double precision.
    pub fn agrees(&self, got: &[Value]) -> bool {
        agree(&self.want, got) || self.exact.as_ref().is_some_and(|exact| agree(exact, got))
    }
}

/// Tensors of more elements are large: a sum of them may be further from the exact one than
/// [`COMPILED_ULPS`](hloom_interp::ulp::COMPILED_ULPS).
const LARGE: usize = 4096;

/// The default seed of inputs.
pub const SEED: u64 = 7;

/// The folders whose files are run.
const FOLDERS: &[&str] = &["run", "jax", "passes", "text", "tour", "errors"];

/// The files.
///
/// # Panics
/// If a folder can't be read.
pub fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in FOLDERS {
        let listed = std::fs::read_dir(root.join(folder)).expect("the folder is there");
        let paths = listed.map(|entry| entry.expect("it can be read").path());
        found.extend(paths.filter(|path| is_program(path)));
    }
    found.sort();
    found
}

/// A random argument of a type; unknown extents are small.
pub fn argument(seed: u64, position: usize, ty: Type) -> Option<Value> {
    if let Some(members) = ty.members() {
        let members = members.iter().enumerate();
        let members = members.map(|(i, &member)| argument(seed, 100 * (position + 1) + i, member));
        return members.collect::<Option<Vec<Value>>>().map(Value::Tuple);
    }
    if ty == Type::token() {
        return Some(Value::Token);
    }
    let tensor = ty.as_tensor()?;
    let extent = |(d, &n): (usize, &i64)| match n {
        DYNAMIC => tensor.bound(d).unwrap_or(3).min(3),
        n => n,
    };
    let dims: Vec<i64> = tensor.dims.iter().enumerate().map(extent).collect();
    let open = tensor.dims.contains(&DYNAMIC);
    let tensor = if open { &tensor.with_dims(&dims) } else { tensor };
    let small = tensor.count().is_some_and(|n| n < 1 << 22);
    small.then(|| hloom::run::random::tensor(seed, position, tensor).map(Value::Tensor))?
}

/// Whether values are equal one by one; floats up to rounding errors of the tensor's largest
/// number.
pub fn agree(want: &[Value], got: &[Value]) -> bool {
    want.len() == got.len() && want.iter().zip(got).all(|(want, got)| same(want, got))
}

fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Tensor(a), Value::Tensor(b)) => near(a, b),
        (Value::Tuple(a), Value::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Token, Value::Token) => true,
        (stored @ (Value::Sparse(_) | Value::Mapped(_)), other)
        | (other, stored @ (Value::Sparse(_) | Value::Mapped(_))) => {
            stored.clone().dense().is_ok_and(|dense| same(&dense, other))
        }
        _ => false,
    }
}

fn near(a: &Literal, b: &Literal) -> bool {
    if a.ty().element() != b.ty().element() || a.dims() != b.dims() {
        return false;
    }
    let (a, b) = (a.expanded(), b.expanded());
    let real = a.element().real_part();
    if a.element().is_quantized() || !real.is_float() {
        return a.bytes() == b.bytes();
    }
    let bits = FloatFormat::of(real).map_or(23, |format| format.mantissa_bits.min(51));
    let numbers = |x: &Literal| -> Vec<f64> {
        x.bytes().chunks(real.byte_width()).map(|bytes| read_f64(real, bytes)).collect()
    };
    let (x, y) = (numbers(&a), numbers(&b));
    let size = x.iter().filter(|x| x.is_finite()).fold(0f64, |most, x| most.max(x.abs()));
    let bound = hloom_interp::ulp::COMPILED_ULPS * 2f64.powi(-(bits as i32)) * size;
    x.iter().zip(&y).all(|(x, y)| x == y || (x.is_nan() && y.is_nan()) || (x - y).abs() <= bound)
}

/// The case of a function, if the interpreter can run it.
fn case(module: &Module, name: &str, place: &str, seed: u64) -> Option<Case> {
    let function = module.symbol(name)?;
    let types = module.func(function).function_type.inputs().to_vec();
    let inputs = types.iter().enumerate().map(|(i, &ty)| argument(seed, i, ty));
    let inputs = inputs.collect::<Option<Vec<Value>>>()?;
    let options =
        hloom_interp::Options { max_steps: Some(100_000), ..hloom_interp::Options::default() };
    let want = hloom_interp::run_with(module, name, &inputs, &options).ok()?;
    // A future can't be used outside of the program that created it.
    let future = want.iter().any(|value| matches!(value, Value::Future(_)));
    let (name, place) = (name.to_owned(), format!("{place} @{name}"));
    (!future).then_some(Case { name, place, inputs, want, exact: None })
}

/// The text of a program of single precision on large tensors, in double precision.
fn widened(module: &Module, text: &str) -> Option<Module> {
    let is_large = |value| {
        let tensor = module.ty(value).as_tensor();
        tensor.and_then(|t| t.count()).is_some_and(|count| count > LARGE)
    };
    let large = module.walk_all().any(|op| {
        module.results(op).iter().any(is_large) || module.operands(op).iter().copied().any(is_large)
    });
    large.then(|| hloom_ir::text::parse_module(&text.replace("f32>", "f64>")).ok())?
}

/// The results of a case in double precision, rounded to the types of its results.
fn exact(wide: &Module, case: &Case) -> Option<Vec<Value>> {
    let converted = |value: &Value, from: Element, to: Element| {
        let literal = value.tensor()?;
        if literal.element() != from {
            return Some(value.clone());
        }
        let numbers: Vec<f64> = (0..literal.count()).map(|i| literal.get_f64(i)).collect();
        Literal::from_f64s(Type::tensor(literal.dims(), to), &numbers).ok().map(Value::Tensor)
    };
    let inputs = case.inputs.iter().map(|x| converted(x, Element::F32, Element::F64));
    let results = hloom_interp::run(wide, &case.name, &inputs.collect::<Option<Vec<_>>>()?).ok()?;
    results.iter().map(|x| converted(x, Element::F64, Element::F32)).collect()
}

/// Visits the cases of a file, with their modules.
pub fn cases(path: &Path, each: &mut dyn FnMut(&Module, Case)) {
    cases_of(path, SEED, each);
}

/// The same on inputs of another seed.
pub fn cases_of(path: &Path, seed: u64, each: &mut dyn FnMut(&Module, Case)) {
    let text = text_of(path);
    let file = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(path).display();
    let mut line = 1;
    for part in text.split_inclusive("// -----\n") {
        let place = format!("{file}:{line}");
        line += part.lines().count();
        let Ok(module) = hloom_ir::text::parse_module(part) else { continue };
        if hloom_analysis::verify::verify(&module).is_err() {
            continue;
        }
        let functions = module.functions();
        let names: Vec<String> =
            functions.map(|op| module.func(op).sym_name.0.to_string()).collect();
        let wide = widened(&module, part);
        for name in names {
            if let Some(mut case) = case(&module, &name, &place, seed) {
                case.exact = wide.as_ref().and_then(|wide| exact(wide, &case));
                each(&module, case);
            }
        }
    }
}

/// A readable prefix of the values.
pub fn shown(values: &[Value]) -> String {
    format!("{values:?}").chars().take(300).collect()
}
