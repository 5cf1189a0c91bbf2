//! The state that the functions of one LLVM module share: types, attributes, constants,
//! external functions, and what is known of aliasing.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use hloom_loops::program::{BufferId, Event, Extern, Parameter, Program, Scalar, Space, Value};
use inkwell::AddressSpace;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::context::Context;
use inkwell::module::{Linkage, Module};
use inkwell::targets::TargetMachine;
use inkwell::types::{BasicMetadataTypeEnum, BasicType, FunctionType, PointerType};
use inkwell::values::{ArrayValue, FunctionValue, IntValue, MetadataValue, PointerValue};
use rustc_hash::{FxHashMap, FxHashSet};

use super::layout::Layout;
use super::ops::{Built, CodegenError, Ops, broken};
use super::plan::{ModulePlan, PlannedKernel};
use super::repeats::Sequence;
use super::symbol::symbol;
use super::target::{CpuOptions, Target};
use crate::error::Error;

/// More classes of buffers than this in one function are not told apart: the
/// lists of who does not alias whom grow with the square.
const MOST_CLASSES: usize = 64;

/// The aliasing metadata of an access.
#[derive(Clone, Copy)]
pub(super) struct Scopes<'c> {
    /// The scope it is in.
    pub(super) own: MetadataValue<'c>,
    /// The scopes it does not touch.
    pub(super) others: MetadataValue<'c>,
}

/// The visibility of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Visibility {
    /// Its module.
    Internal,
    /// Other modules of the same program, which may lie anywhere in memory: they find it
    /// through tables of addresses, as what is not hidden is found.
    Shared,
    /// Everyone.
    Exported,
}

/// LLVM's numbers for kinds of metadata and attributes.
pub(super) struct Kinds {
    pub(super) alias_scope: u32,
    pub(super) noalias: u32,
    pub(super) invariant_load: u32,
    pub(super) nontemporal: u32,
    pub(super) align: u32,
    pub(super) dereferenceable: u32,
    pub(super) align_attribute: u32,
}

/// A module under construction.
pub(super) struct Unit<'m, 'c> {
    pub(super) cx: &'c Context,
    module: &'m Module<'c>,
    pub(super) program: &'m Program,
    pub(super) layout: &'m Layout,
    pub(super) plan: &'m ModulePlan<'m>,
    /// The number of the call of a kernel that the entry comes to next.
    pub(super) next_call: Cell<usize>,
    pub(super) target: Target,
    pub(super) kinds: Kinds,
    /// Metadata of nothing, for kinds that say all by being there.
    pub(super) empty: MetadataValue<'c>,
    /// C functions get small integers filled with zeros.
    pub(super) zero_extended: Attribute,
    attributes: Vec<Attribute>,
    no_inline: Attribute,
    constants: RefCell<FxHashMap<BufferId, PointerValue<'c>>>,
    /// The functions of sequences of instructions.
    sequences: RefCell<FxHashMap<Sequence, FunctionValue<'c>>>,
    late: OnceCell<FxHashSet<Value>>,
}

impl<'m, 'c> Unit<'m, 'c> {
    /// An empty module's unit; `attributes` are set on every function.
    pub(super) fn new(
        cx: &'c Context,
        module: &'m Module<'c>,
        plan: &'m ModulePlan<'m>,
        target: Target,
        attributes: &[(&str, String)],
    ) -> Unit<'m, 'c> {
        let kind = Attribute::get_named_enum_kind_id;
        let flag = |name| cx.create_enum_attribute(kind(name), 0);
        let mut all = vec![flag("nounwind")];
        all.extend(attributes.iter().map(|(key, value)| cx.create_string_attribute(key, value)));
        Unit {
            cx,
            module,
            program: plan.program,
            layout: &plan.layout,
            plan,
            next_call: Cell::new(0),
            target,
            kinds: Kinds {
                alias_scope: cx.get_kind_id("alias.scope"),
                noalias: cx.get_kind_id("noalias"),
                invariant_load: cx.get_kind_id("invariant.load"),
                nontemporal: cx.get_kind_id("nontemporal"),
                align: cx.get_kind_id("align"),
                dereferenceable: cx.get_kind_id("dereferenceable"),
                align_attribute: kind("align"),
            },
            empty: cx.metadata_node(&[]),
            zero_extended: flag("zeroext"),
            attributes: all,
            no_inline: flag("noinline"),
            constants: RefCell::default(),
            sequences: RefCell::default(),
            late: OnceCell::new(),
        }
    }

    pub(super) fn ops(&self) -> Ops<'m, 'c> {
        Ops { cx: self.cx, module: self.module, builder: self.cx.create_builder() }
    }

    pub(super) fn pointer_type(&self) -> PointerType<'c> {
        self.cx.ptr_type(AddressSpace::default())
    }

    /// A new function. All but the entry are never inlined, so that they are seen.
    pub(super) fn add_function(
        &self,
        name: &str,
        ty: FunctionType<'c>,
        visibility: Visibility,
    ) -> FunctionValue<'c> {
        let linkage = match visibility {
            Visibility::Internal => Linkage::Internal,
            Visibility::Shared | Visibility::Exported => Linkage::External,
        };
        let function = self.module.add_function(&symbol(name), ty, Some(linkage));
        for attribute in &self.attributes {
            function.add_attribute(AttributeLoc::Function, *attribute);
        }
        if visibility != Visibility::Exported {
            function.add_attribute(AttributeLoc::Function, self.no_inline);
        }
        function
    }

    /// The call that the entry comes to next: its number, the kernel, and the buffers
    /// of its table.
    pub(super) fn next_call(&self) -> Option<(usize, &'m PlannedKernel<'m>, &'m [BufferId])> {
        let number = self.next_call.get();
        self.next_call.set(number + 1);
        let call = self.plan.calls.get(number)?;
        Some((number, self.plan.kernel(call.function), &call.buffers))
    }

    /// A kernel's function, declared at first; with checks inside it has a status.
    pub(super) fn kernel(&self, kernel: &PlannedKernel<'_>) -> FunctionValue<'c> {
        if let Some(known) = self.module.get_function(&kernel.symbol) {
            return known;
        }
        self.add_function(&kernel.symbol, self.kernel_type(kernel), self.visibility())
    }

    /// A function that stands for a kernel's while bodies of its loops are printed.
    pub(super) fn outline(&self, kernel: &PlannedKernel<'_>) -> FunctionValue<'c> {
        let name = format!("{}.outline", kernel.symbol);
        self.add_function(&name, self.kernel_type(kernel), Visibility::Internal)
    }

    fn kernel_type(&self, kernel: &PlannedKernel<'_>) -> FunctionType<'c> {
        let pointer: BasicMetadataTypeEnum<'c> = self.pointer_type().into();
        let parameters = [pointer, pointer];
        match kernel.uses.asserts {
            true => self.cx.i32_type().fn_type(&parameters, false),
            false => self.cx.void_type().fn_type(&parameters, false),
        }
    }

    /// The visibility of kernels' functions.
    pub(super) fn visibility(&self) -> Visibility {
        match self.target {
            Target::Cpu(CpuOptions { split: true, .. }) => Visibility::Shared,
            _ => Visibility::Internal,
        }
    }

    /// The status that stands for a check's message.
    pub(super) fn status(&self, message: &str) -> Built<IntValue<'c>> {
        match self.plan.status(message) {
            Some(status) => Ok(self.cx.i32_type().const_int(u64::from(status), false)),
            None => broken("a check without a status"),
        }
    }

    /// The function of a sequence of instructions, if there is one yet.
    pub(super) fn sequence(&self, shape: &Sequence) -> Option<FunctionValue<'c>> {
        self.sequences.borrow().get(shape).copied()
    }

    /// An empty function of a sequence of instructions, which reads and writes registers only.
    pub(super) fn add_sequence(&self, shape: &Sequence, ty: FunctionType<'c>) -> FunctionValue<'c> {
        let mut all = self.sequences.borrow_mut();
        let name = format!("sequence.{}", all.len());
        let function = self.add_function(&name, ty, Visibility::Internal);
        // LLVM may merge and move its calls; 0 is `memory(none)`.
        for name in ["willreturn", "memory"] {
            let kind = Attribute::get_named_enum_kind_id(name);
            let attribute = self.cx.create_enum_attribute(kind, 0);
            function.add_attribute(AttributeLoc::Function, attribute);
        }
        all.insert(shape.clone(), function);
        function
    }

    /// The values that loops use at the end of their blocks: a test, what an iteration yields.
    pub(super) fn late(&self) -> &FxHashSet<Value> {
        self.late.get_or_init(|| {
            let mut late = FxHashSet::default();
            for event in self.program.body.events() {
                if let Event::Leave(statement) = event {
                    statement.each_late_operand(&mut |value| {
                        late.insert(value);
                    });
                }
            }
            late
        })
    }

    /// The address of a constant that is part of the code.
    pub(super) fn constant(&self, buffer: BufferId) -> Built<PointerValue<'c>> {
        if let Some(known) = self.constants.borrow().get(&buffer) {
            return Ok(*known);
        }
        let info = self.program.buffer(buffer);
        let Space::Constant(bytes) = &info.space else { return broken("a constant that is none") };
        let data = self.cx.const_string(bytes, false);
        let pointer = self.constant_data(data, &symbol(&info.name));
        self.constants.borrow_mut().insert(buffer, pointer);
        Ok(pointer)
    }

    /// The address of an array that is part of the code.
    pub(super) fn constant_data(&self, data: ArrayValue<'c>, name: &str) -> PointerValue<'c> {
        let global = self.module.add_global(data.get_type(), None, name);
        global.set_initializer(&data);
        global.set_constant(true);
        global.set_linkage(Linkage::Internal);
        global.set_alignment(64);
        global.as_pointer_value()
    }

    /// A routine of linear algebra, which takes the runtime, sizes and addresses.
    pub(super) fn routine(&self, name: &str, pointer: PointerType<'c>) -> FunctionValue<'c> {
        if let Some(declared) = self.module.get_function(name) {
            return declared;
        }
        let parameters = [pointer.into(); 3];
        let ty = self.cx.i32_type().fn_type(&parameters, false);
        self.module.add_function(name, ty, Some(Linkage::External))
    }

    /// The declaration of a function of the runtime.
    pub(super) fn external(&self, function: &Extern) -> Built<FunctionValue<'c>> {
        if let Some(declared) = self.module.get_function(&function.name) {
            return Ok(declared);
        }
        let ops = self.ops();
        let scalar = |scalar: Scalar| match scalar {
            Scalar::F16 | Scalar::BF16 => Err(no_c_type(&function.name, scalar)),
            scalar => Ok(ops.lane_type(scalar)),
        };
        let mut parameters: Vec<BasicMetadataTypeEnum<'c>> =
            Vec::with_capacity(function.parameters.len());
        for parameter in &function.parameters {
            parameters.push(match parameter {
                Parameter::Scalar(of) => scalar(*of)?.into(),
                Parameter::Pointer(_) | Parameter::Out(_) => self.pointer_type().into(),
            });
        }
        let ty = match function.result {
            Some(result) => scalar(result)?.fn_type(&parameters, false),
            None => self.cx.void_type().fn_type(&parameters, false),
        };
        let declared = self.module.add_function(&function.name, ty, Some(Linkage::External));
        for attribute in &self.attributes {
            declared.add_attribute(AttributeLoc::Function, *attribute);
        }
        for (at, parameter) in (0..).zip(&function.parameters) {
            if let Parameter::Scalar(Scalar::I1 | Scalar::I8 | Scalar::I16) = parameter {
                declared.add_attribute(AttributeLoc::Param(at), self.zero_extended);
            }
        }
        Ok(declared)
    }

    /// The alias scopes of each class of these buffers.
    pub(super) fn scopes(&self, buffers: &[BufferId]) -> Rc<FxHashMap<u32, Scopes<'c>>> {
        let mut classes: Vec<u32> =
            buffers.iter().map(|buffer| self.layout.class(*buffer)).collect();
        classes.sort_unstable();
        classes.dedup();
        if classes.len() < 2 || classes.len() > MOST_CLASSES {
            return Rc::default();
        }
        let domain = self.cx.metadata_node(&[self.cx.metadata_string("hloom").into()]);
        let scope = |class: u32| {
            let name = format!("{class} {}", self.program.buffers[class as usize].name);
            self.cx.metadata_node(&[self.cx.metadata_string(&name).into(), domain.into()])
        };
        let nodes: Vec<_> = classes.iter().map(|class| scope(*class)).collect();
        let scopes = classes.iter().enumerate().map(|(at, class)| {
            let others = nodes.iter().enumerate().filter(|(other, _)| *other != at);
            let others: Vec<_> = others.map(|(_, node)| (*node).into()).collect();
            let own = self.cx.metadata_node(&[nodes[at].into()]);
            (*class, Scopes { own, others: self.cx.metadata_node(&others) })
        });
        Rc::new(scopes.collect())
    }
}

/// An external function that C can't be told about.
fn no_c_type(name: &str, scalar: Scalar) -> CodegenError {
    CodegenError::Unsupported(format!("`{name}` takes or gives {scalar}, which has no C type"))
}

/// Prints a module for a machine; `attributes` are set on every function.
///
/// # Errors
/// [`Error::Unsupported`] for what the machine can't do, [`Error::Llvm`] for what can only be
/// a defect.
pub(super) fn print<'c>(
    cx: &'c Context,
    plan: &ModulePlan<'_>,
    (target, machine): (Target, &TargetMachine),
    attributes: &[(&str, String)],
    functions: impl FnOnce(&Unit<'_, 'c>) -> Built<()>,
) -> Result<Module<'c>, Error> {
    let program = plan.program;
    let module = cx.create_module(&program.name);
    module.set_triple(&machine.get_triple());
    module.set_data_layout(&machine.get_target_data().get_data_layout());
    let unit = Unit::new(cx, &module, plan, target, attributes);
    functions(&unit).map_err(|fault| match fault {
        CodegenError::Unsupported(what) => {
            Error::Unsupported { function: program.name.clone(), what }
        }
        CodegenError::Llvm(message) => {
            Error::Llvm { stage: "build code for", function: program.name.clone(), message }
        }
    })?;
    drop(unit);
    Ok(module)
}
