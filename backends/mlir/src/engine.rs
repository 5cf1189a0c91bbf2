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
use hloom_ir::{Element, Literal, Module, Type as OurType};
use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{Type, ValueLike};

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

/// A program as machine code.
pub struct Executable {
    engine: mlir_sys::MlirExecutionEngine,
    inputs: Vec<OurType>,
    results: Vec<OurType>,
    plain: usize,
}

/// The buffer types of an entry's arguments and results.
fn memref<'c>(cx: &'c Context, b: &Builder<'c>, ty: OurType) -> Option<Type<'c>> {
    let tensor = ty.as_tensor()?;
    let dims: String = tensor.dims.iter().map(|n| format!("{n}x")).collect();
    Type::parse(cx, &format!("memref<{dims}{}>", b.element(tensor.element)?))
}

/// Adds the entry that takes buffers.
fn add_entry(cx: &Context, program: &Program<'_>, name: &str) -> Result<(), Error> {
    let b = Builder::new(cx, &program.module.body());
    let types = |of: &[OurType]| -> Option<Vec<Type<'_>>> {
        of.iter().map(|&ty| memref(cx, &b, ty)).collect()
    };
    let tensors = |of: &[OurType]| -> Option<Vec<Type<'_>>> {
        let tensor = |ty: &OurType| {
            let ty = ty.as_tensor()?;
            Some(b.tensor(&ty.dims, b.element(ty.element)?))
        };
        of.iter().map(tensor).collect()
    };
    let all = (types(&program.inputs), types(&program.results));
    let all = (all.0.zip(all.1), tensors(&program.inputs).zip(tensors(&program.results)));
    let (Some((inputs, results)), Some((from, to))) = all else {
        return Err(Error::Inputs("arguments and results have to be tensors".to_owned()));
    };
    let args: Vec<Type<'_>> = inputs.iter().chain(&results).copied().collect();
    let unit = b.attr("unit");
    let region = b.region::<Error>(&args, |args| {
        let (given, outs) = args.split_at(inputs.len());
        let restrict = [("restrict", unit)];
        let given: Vec<Val<'_>> = given
            .iter()
            .zip(&from)
            .map(|(&v, &ty)| b.op("bufferization.to_tensor", &[v], &[ty], &restrict, vec![])[0])
            .collect();
        let callee = [("callee", b.symbol(name))];
        let made = b.op("func.call", &given, &to, &callee, Vec::new());
        // As `materialize_in_destination`, upstream's passes would let results share memory: its
        // `eliminate-empty-tensors` puts a value that two results start from into one of them.
        let read_only = [("read_only", unit)];
        for (&value, &out) in made.iter().zip(outs) {
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
pub fn emit(module: &Module, entry: &str, stage: Stage) -> Result<String, Error> {
    let cx = context();
    let mut program = lower(&cx, module, entry)?;
    if stage != Stage::Linalg {
        pipeline::run(&cx, &mut program.module, pipeline::BUFFERIZE)?;
    }
    if stage == Stage::Llvm {
        pipeline::run(&cx, &mut program.module, pipeline::TO_LLVM)?;
    }
    Ok(pipeline::print(&program.module))
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
        pipeline::run(&cx, &mut program.module, bufferize.unwrap_or(pipeline::BUFFERIZE))?;
        pipeline::run(&cx, &mut program.module, pipeline::TO_LLVM)?;
        let Program { module, inputs, results, plain } = program;
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

    /// The types of the arguments.
    pub fn inputs(&self) -> &[OurType] {
        &self.inputs
    }

    /// Runs the program on tensors of its arguments' types.
    ///
    /// # Errors
    /// If the inputs do not fit, or there is no memory for the results.
    pub fn run(&self, inputs: &[Literal]) -> Result<Vec<Literal>, Error> {
        if inputs.len() != self.inputs.len() {
            let (n, m) = (self.inputs.len(), inputs.len());
            return Err(Error::Inputs(format!("the function takes {n} arguments, not {m}")));
        }
        let mut buffers = Vec::new();
        for (i, (input, &ty)) in inputs.iter().zip(&self.inputs).enumerate() {
            if !input.ty().compatible(ty)
                || input.tensor().element != ty.element().unwrap_or(Element::I1)
            {
                let is = input.ty();
                return Err(Error::Inputs(format!("argument {i} must be {ty}, not {is}")));
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
        let mut descriptors: Vec<*mut u64> =
            buffers.iter_mut().map(|b| b.descriptor.as_mut_ptr()).collect();
        let mut arguments: Vec<*mut std::ffi::c_void> =
            descriptors.iter_mut().map(|d| std::ptr::from_mut(d).cast()).collect();
        let _memory = memory::Run::begin();
        // SAFETY: the entry takes a pointer to a descriptor for each argument and result, and the
        // descriptors are those of buffers of the types' sizes, which live until it returns.
        let called = unsafe {
            let name = string_ref(ENTRY);
            mlir_sys::mlirExecutionEngineInvokePacked(self.engine, name, arguments.as_mut_ptr())
        };
        if called.value == 0 {
            return Err(Error::Engine("the entry is missing in the code".to_owned()));
        }
        let made = buffers[inputs.len()..].iter().zip(&self.results).map(|(buffer, &ty)| {
            let mut bytes = buffer.bytes().to_vec();
            if let Some(element) = ty.element() {
                extend(element, &mut bytes);
            }
            Literal::new(ty, Bytes::from(&bytes[..])).map_err(|e| Error::Inputs(e.to_string()))
        });
        made.collect()
    }
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
