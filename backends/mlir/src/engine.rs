//! Running lowered programs by MLIR's execution engine.
//!
//! The engine calls an entry that takes a buffer for each argument and each result: the caller owns
//! them all. Buffers in between come from [`memory`], which frees what is left of
//! them when a run ends.

use crate::build::{Builder, Val};
use crate::context::{context, reporting};
use crate::error::Error;
use crate::lower::{Program, lower, lower_as};
use crate::{memory, pipeline};
use hloom_ir::literal::Bytes;
use hloom_ir::types::sparse::LevelKind;
use hloom_ir::{Element, Literal, Module, Type as OurType};
use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{Type, ValueLike};
use pipeline::Form;

/// The entry's name in upstream's module; no symbol of a program begins like that.
const ENTRY: &str = "__hloom_entry";

/// A stage of the lowering that can be printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// `linalg` on tensors.
    Linalg,
    /// Buffers.
    Memref,
    /// The `llvm` dialect.
    Llvm,
}

/// A buffer that the entry takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Parameter {
    /// A whole tensor.
    Tensor(OurType),
    /// The positions or coordinates of a level of a tensor that is stored by levels.
    Places(Element),
    /// The stored elements of such a tensor.
    Elements(Element),
}

/// The buffers of an argument of this type.
fn parameters(ty: OurType) -> Vec<Parameter> {
    let Some((tensor, encoding)) = ty.as_tensor().and_then(|t| Some((t, t.sparse()?))) else {
        return vec![Parameter::Tensor(ty)];
    };
    let mut all = Vec::new();
    for level in &encoding.levels {
        if level.kind == LevelKind::Compressed {
            all.push(Parameter::Places(encoding.pos_element()));
        }
        if level.kind != LevelKind::Dense {
            all.push(Parameter::Places(encoding.crd_element()));
        }
    }
    all.push(Parameter::Elements(tensor.element));
    all
}

/// A program as machine code.
pub struct Executable {
    engine: mlir_sys::MlirExecutionEngine,
    inputs: Vec<Parameter>,
    results: Vec<OurType>,
    plain: usize,
}

/// The buffer and the tensor type of a parameter or a result of the entry.
fn buffer<'c>(cx: &'c Context, b: &Builder<'c>, it: Parameter) -> Option<(Type<'c>, Type<'c>)> {
    let (dims, element) = match it {
        Parameter::Tensor(ty) => {
            let tensor = ty.as_tensor()?;
            let dims: String = tensor.dims.iter().map(|n| format!("{n}x")).collect();
            (dims, b.element(tensor.element)?)
        }
        // Those of 64 bits are `index` upstream.
        Parameter::Places(Element::U64) => ("?x".to_owned(), b.index_type()),
        Parameter::Places(element) | Parameter::Elements(element) => {
            ("?x".to_owned(), b.element(element)?)
        }
    };
    let of = |kind: &str| Type::parse(cx, &format!("{kind}<{dims}{element}>"));
    Some((of("memref")?, of("tensor")?))
}

/// The argument of this type, of the tensors of its buffers.
fn argument<'c>(
    b: &Builder<'c>,
    ty: OurType,
    tensors: &mut impl Iterator<Item = Val<'c>>,
) -> Option<Val<'c>> {
    let tensor = ty.as_tensor()?;
    let Some(encoding) = tensor.sparse() else { return tensors.next() };
    let arrays: Vec<Val<'c>> = tensors.take(parameters(ty).len()).collect();
    let stored = b.stored(&tensor.dims, b.element(tensor.element)?, &encoding)?;
    Some(b.one("sparse_tensor.assemble", &arrays, stored))
}

/// Adds the entry that takes buffers.
fn add_entry(cx: &Context, program: &Program<'_>, name: &str) -> Result<(), Error> {
    let b = Builder::new(cx, &program.module.body());
    let inputs: Vec<Parameter> = program.inputs.iter().flat_map(|&ty| parameters(ty)).collect();
    let given = inputs.iter().map(|&it| buffer(cx, &b, it)).collect::<Option<Vec<_>>>();
    let results = program.results.iter().map(|&ty| buffer(cx, &b, Parameter::Tensor(ty)));
    let results = results.collect::<Option<Vec<_>>>();
    let made = program.results.iter().map(|ty| {
        let tensor = ty.as_tensor()?;
        let element = b.element(tensor.element)?;
        match tensor.sparse() {
            Some(encoding) => b.stored(&tensor.dims, element, &encoding),
            None => Some(b.tensor(&tensor.dims, element)),
        }
    });
    let made = made.collect::<Option<Vec<Type<'_>>>>();
    let wrong = || Error::Inputs("arguments and results have to be tensors".to_owned());
    let (Some(given), Some(results), Some(made)) = (given, results, made) else {
        return Err(wrong());
    };
    let args: Vec<Type<'_>> = given.iter().chain(&results).map(|(buffer, _)| *buffer).collect();
    let unit = b.attr("unit");
    let region = b.region::<Error>(&args, |args| {
        let (buffers, outs) = args.split_at(inputs.len());
        let restrict = [("restrict", unit)];
        let mut tensors = buffers.iter().zip(&given).map(|(&v, &(_, ty))| {
            b.op("bufferization.to_tensor", &[v], &[ty], &restrict, vec![])[0]
        });
        let all = program.inputs.iter().map(|&ty| argument(&b, ty, &mut tensors));
        let all: Vec<Val<'_>> = all.collect::<Option<_>>().ok_or_else(wrong)?;
        let callee = [("callee", b.symbol(name))];
        let made = b.op("func.call", &all, &made, &callee, Vec::new());
        // As `materialize_in_destination`, upstream's passes would let results share memory: its
        // `eliminate-empty-tensors` puts a value that two results start from into one of them.
        let read_only = [("read_only", unit)];
        for ((value, &out), &(_, dense)) in made.into_iter().zip(outs).zip(&results) {
            let value = match value.r#type() == dense {
                true => value,
                false => b.one("sparse_tensor.convert", &[value], dense),
            };
            let ty = out.r#type();
            let buffer = b.op("bufferization.to_buffer", &[value], &[ty], &read_only, vec![])[0];
            b.end("memref.copy", &[buffer, out]);
        }
        b.end("func.return", &[]);
        Ok(())
    })?;
    let attrs = [
        ("sym_name", b.string(ENTRY)),
        ("function_type", b.type_attr(FunctionType::new(cx, &args, &[]).into())),
        ("llvm.emit_c_interface", unit),
    ];
    b.op("func.func", &[], &[], &attrs, vec![region]);
    reporting(cx, || program.module.as_operation().verify())
}

/// The text of a function at a stage of its lowering.
///
/// # Errors
/// If an op has no form, or upstream rejects the module.
pub fn emit(module: &Module, entry: &str, stage: Stage, form: Form) -> Result<String, Error> {
    let cx = context();
    let mut program = lower(&cx, module, entry)?;
    if stage != Stage::Linalg {
        pipeline::run(&cx, &mut program.module, &pipeline::bufferize(program.storage))?;
    }
    if stage == Stage::Llvm {
        pipeline::to_llvm(&cx, &mut program.module)?;
    }
    Ok(pipeline::print(&program.module, form))
}

impl Executable {
    /// Compiles a function of a module, with upstream's passes between `linalg` and buffers that
    /// are given, or the usual ones.
    ///
    /// # Errors
    /// If an op has no form, a pass fails, or the engine does not accept the module.
    pub fn new(module: &Module, entry: &str, bufferize: Option<&str>) -> Result<Executable, Error> {
        let cx = context();
        let mut program = lower_as(&cx, module, entry, false)?;
        add_entry(&cx, &program, entry)?;
        let usual = pipeline::bufferize(program.storage);
        pipeline::run(&cx, &mut program.module, bufferize.unwrap_or(&usual))?;
        pipeline::to_llvm(&cx, &mut program.module)?;
        crate::host::restrict(&cx, &mut program.module)?;
        let Program { module, inputs, results, plain, .. } = program;
        let inputs = inputs.into_iter().flat_map(parameters).collect();
        let mut engine = mlir_sys::MlirExecutionEngine { ptr: std::ptr::null_mut() };
        reporting(&cx, || {
            // SAFETY: the module is one of the `llvm` dialect, and there are no libraries to load.
            engine = unsafe {
                let none = std::ptr::null();
                mlir_sys::mlirExecutionEngineCreate(module.to_raw(), LEVEL, 0, none, false, false)
            };
            !engine.ptr.is_null()
        })?;
        let executable = Executable { engine, inputs, results, plain };
        for (name, function) in memory::FUNCTIONS {
            // SAFETY: the functions have the types that upstream's lowering declares for them.
            unsafe {
                let name = string_ref(name);
                mlir_sys::mlirExecutionEngineRegisterSymbol(executable.engine, name, function());
            }
        }
        Ok(executable)
    }

    /// The number of results of the function; the results of [`run`](Executable::run) behind them
    /// are operands of its checks.
    pub fn results(&self) -> usize {
        self.plain
    }

    /// The buffers that a run takes: one for each argument, and one for each array of an argument
    /// that is stored by levels.
    pub fn inputs(&self) -> &[Parameter] {
        &self.inputs
    }

    /// Runs the program on tensors of its buffers' types.
    ///
    /// # Errors
    /// As [`load`](Executable::load) and [`call`](Executable::call).
    pub fn run(&self, inputs: &[Literal]) -> Result<Vec<Literal>, Error> {
        let mut loaded = self.load(inputs)?;
        self.call(&mut loaded)?;
        self.take(&loaded)
    }

    /// Buffers with these inputs, and for the results.
    ///
    /// # Errors
    /// If the inputs do not fit, or the size of a result is not known.
    pub fn load(&self, inputs: &[Literal]) -> Result<Loaded, Error> {
        if inputs.len() != self.inputs.len() {
            let (n, m) = (self.inputs.len(), inputs.len());
            return Err(Error::Inputs(format!("the function takes {n} buffers, not {m}")));
        }
        let mut buffers = Vec::new();
        for (i, (input, &parameter)) in inputs.iter().zip(&self.inputs).enumerate() {
            let (fits, want) = match parameter {
                Parameter::Tensor(ty) => {
                    let same = Some(input.tensor().element) == ty.element();
                    (same && input.ty().compatible(ty), ty.to_string())
                }
                Parameter::Places(element) | Parameter::Elements(element) => {
                    let fits = input.dims().len() == 1 && input.element() == element;
                    (fits, format!("an array of {element}"))
                }
            };
            if !fits {
                let is = input.ty();
                return Err(Error::Inputs(format!("argument {i} must be {want}, not {is}")));
            }
            let mut bytes = input.expanded().bytes().to_vec();
            if let Some(mask) = mask(input.element()) {
                bytes.iter_mut().for_each(|byte| *byte &= mask);
            }
            buffers.push(Buffer::new(&bytes, bytes.len(), input.dims()));
        }
        for &ty in &self.results {
            let tensor = ty.as_tensor();
            let size = tensor.and_then(|t| t.byte_size());
            let (Some(tensor), Some(size)) = (tensor, size) else {
                return Err(Error::Inputs(format!("a result of type {ty} has no known size")));
            };
            buffers.push(Buffer::new(&[], size, &tensor.dims));
        }
        Ok(Loaded { buffers })
    }

    /// Runs the program once; arguments keep their values.
    ///
    /// # Errors
    /// If the code has no entry.
    pub fn call(&self, loaded: &mut Loaded) -> Result<(), Error> {
        let mut descriptors: Vec<*mut u64> =
            loaded.buffers.iter_mut().map(|b| b.descriptor.as_mut_ptr()).collect();
        let mut arguments: Vec<*mut std::ffi::c_void> =
            descriptors.iter_mut().map(|d| std::ptr::from_mut(d).cast()).collect();
        let _memory = memory::Run::begin();
        // SAFETY: the entry takes a pointer to a descriptor for each argument and result, and the
        // descriptors are those of buffers of the types' sizes, which live until it returns.
        let called = unsafe {
            let name = string_ref(ENTRY);
            mlir_sys::mlirExecutionEngineInvokePacked(self.engine, name, arguments.as_mut_ptr())
        };
        match called.value {
            0 => Err(Error::Engine("the entry is missing in the code".to_owned())),
            _ => Ok(()),
        }
    }

    /// The results of the last call.
    ///
    /// # Errors
    /// If a result does not fit its type.
    pub fn take(&self, loaded: &Loaded) -> Result<Vec<Literal>, Error> {
        let made = loaded.buffers.iter().skip(self.inputs.len()).zip(&self.results);
        let made = made.map(|(buffer, &ty)| {
            let mut bytes = buffer.bytes().to_vec();
            if let Some(element) = ty.element() {
                extend(element, &mut bytes);
            }
            Literal::new(ty, Bytes::from(&bytes[..])).map_err(|e| Error::Inputs(e.to_string()))
        });
        made.collect()
    }
}

/// The buffers of a program's arguments and results.
pub struct Loaded {
    buffers: Vec<Buffer>,
}

/// A string as upstream's C interface takes it.
fn string_ref(text: &str) -> mlir_sys::MlirStringRef {
    mlir_sys::MlirStringRef { data: text.as_ptr().cast(), length: text.len() }
}

/// The optimization level of the generated code.
const LEVEL: i32 = 2;

/// The bits of an element that is narrower than its byte: code reads it as zero-extended.
fn mask(element: Element) -> Option<u8> {
    let bits = element.bit_width();
    (bits < 8).then(|| (1 << bits) - 1)
}

/// Gives elements narrower than a byte the bits above that literals have: signs.
fn extend(element: Element, bytes: &mut [u8]) {
    let Some(mask) = mask(element) else { return };
    let shift = 8 - element.bit_width();
    for byte in bytes {
        *byte &= mask;
        if element.is_signed() {
            *byte = (((*byte << shift) as i8) >> shift) as u8;
        }
    }
}

impl Drop for Executable {
    fn drop(&mut self) {
        // SAFETY: the engine was made by `new`, and nothing uses it any more.
        unsafe { mlir_sys::mlirExecutionEngineDestroy(self.engine) }
    }
}

/// A buffer and its memref descriptor: two pointers, an offset, sizes and strides.
struct Buffer {
    data: Vec<u128>,
    size: usize,
    descriptor: Vec<u64>,
}

impl Buffer {
    fn new(bytes: &[u8], size: usize, dims: &[i64]) -> Buffer {
        let mut data = vec![0u128; size.div_ceil(16).max(1)];
        // SAFETY: the words are at least as many bytes, and have no invalid values.
        let all = unsafe { std::slice::from_raw_parts_mut(data.as_mut_ptr().cast::<u8>(), size) };
        all[..bytes.len()].copy_from_slice(bytes);
        let at = data.as_mut_ptr().expose_provenance() as u64;
        let mut descriptor = vec![at, at, 0];
        descriptor.extend(dims.iter().map(|&n| n as u64));
        let mut strides = vec![1u64; dims.len()];
        for d in (1..dims.len()).rev() {
            strides[d - 1] = strides[d].wrapping_mul(dims[d] as u64);
        }
        descriptor.extend(strides);
        Buffer { data, size, descriptor }
    }

    fn bytes(&self) -> &[u8] {
        // SAFETY: as in `new`.
        unsafe { std::slice::from_raw_parts(self.data.as_ptr().cast::<u8>(), self.size) }
    }
}
