//! What the functions of one LLVM module share: types, attributes, constants,
//! external functions, and what is known of aliasing.

use std::cell::RefCell;
use std::rc::Rc;

use hloom_loops::program::{BufferId, Extern, Parameter, Program, Scalar, Space};
use inkwell::AddressSpace;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::context::Context;
use inkwell::module::{Linkage, Module};
use inkwell::types::{BasicMetadataTypeEnum, BasicType, FunctionType, PointerType};
use inkwell::values::{FunctionValue, IntValue, MetadataValue, PointerValue};
use rustc_hash::FxHashMap;

use super::function::no_c_type;
use super::layout::Layout;
use super::ops::{Made, Ops, broken};
use crate::target::Target;

/// More classes of buffers than this in one function are not told apart: the
/// lists of who does not alias whom grow with the square.
const MOST_CLASSES: usize = 64;

/// What an access says of aliasing.
#[derive(Clone, Copy)]
pub(super) struct Scopes<'c> {
    /// The scope it is in.
    pub(super) own: MetadataValue<'c>,
    /// The scopes it does not touch.
    pub(super) others: MetadataValue<'c>,
}

/// LLVM's numbers for kinds of metadata and attributes.
pub(super) struct Kinds {
    pub(super) alias_scope: u32,
    pub(super) noalias: u32,
    pub(super) invariant_load: u32,
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
    pub(super) target: Target,
    pub(super) kinds: Kinds,
    /// Metadata of nothing, for kinds that say all by being there.
    pub(super) empty: MetadataValue<'c>,
    /// C functions get small integers filled with zeros.
    pub(super) zero_extended: Attribute,
    attributes: Vec<Attribute>,
    no_inline: Attribute,
    messages: RefCell<Vec<String>>,
    constants: RefCell<FxHashMap<BufferId, PointerValue<'c>>>,
}

impl<'m, 'c> Unit<'m, 'c> {
    /// An empty module's unit; `attributes` are set on every function.
    pub(super) fn new(
        cx: &'c Context,
        module: &'m Module<'c>,
        program: &'m Program,
        layout: &'m Layout,
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
            program,
            layout,
            target,
            kinds: Kinds {
                alias_scope: cx.get_kind_id("alias.scope"),
                noalias: cx.get_kind_id("noalias"),
                invariant_load: cx.get_kind_id("invariant.load"),
                align: cx.get_kind_id("align"),
                dereferenceable: cx.get_kind_id("dereferenceable"),
                align_attribute: kind("align"),
            },
            empty: cx.metadata_node(&[]),
            zero_extended: flag("zeroext"),
            attributes: all,
            no_inline: flag("noinline"),
            messages: RefCell::default(),
            constants: RefCell::default(),
        }
    }

    /// What the program's checks say, by status less one.
    pub(super) fn into_messages(self) -> Vec<String> {
        self.messages.into_inner()
    }

    pub(super) fn ops(&self) -> Ops<'m, 'c> {
        Ops { cx: self.cx, module: self.module, builder: self.cx.create_builder() }
    }

    pub(super) fn pointer_type(&self) -> PointerType<'c> {
        self.cx.ptr_type(AddressSpace::default())
    }

    /// A new function; internal ones are not inlined, so that they are seen.
    pub(super) fn add_function(
        &self,
        name: &str,
        ty: FunctionType<'c>,
        internal: bool,
    ) -> FunctionValue<'c> {
        let linkage = if internal { Linkage::Internal } else { Linkage::External };
        let function = self.module.add_function(&symbol(name), ty, Some(linkage));
        for attribute in &self.attributes {
            function.add_attribute(AttributeLoc::Function, *attribute);
        }
        if internal {
            function.add_attribute(AttributeLoc::Function, self.no_inline);
        }
        function
    }

    /// The status that stands for a check's message.
    pub(super) fn message(&self, message: &str) -> IntValue<'c> {
        let mut messages = self.messages.borrow_mut();
        messages.push(message.to_owned());
        self.cx.i32_type().const_int(messages.len() as u64, false)
    }

    /// The address of a constant that is part of the code.
    pub(super) fn constant(&self, buffer: BufferId) -> Made<PointerValue<'c>> {
        if let Some(known) = self.constants.borrow().get(&buffer) {
            return Ok(*known);
        }
        let info = self.program.buffer(buffer);
        let Space::Constant(bytes) = &info.space else { return broken("a constant that is none") };
        let data = self.cx.const_string(bytes, false);
        let global = self.module.add_global(data.get_type(), None, &symbol(&info.name));
        global.set_initializer(&data);
        global.set_constant(true);
        global.set_linkage(Linkage::Internal);
        global.set_alignment(64);
        let pointer = global.as_pointer_value();
        self.constants.borrow_mut().insert(buffer, pointer);
        Ok(pointer)
    }

    /// The declaration of a function of the runtime.
    pub(super) fn external(&self, function: &Extern) -> Made<FunctionValue<'c>> {
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
                Parameter::Pointer(_) => self.pointer_type().into(),
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

    /// What accesses to each class of these buffers don't touch.
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

/// A name that assemblers and C take: letters, digits, dots and underscores.
pub(crate) fn symbol(name: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let mut symbol: String = name.chars().map(|c| if fits(c) { c } else { '_' }).collect();
    if symbol.is_empty() || symbol.starts_with(|c: char| c.is_ascii_digit()) {
        symbol.insert(0, '_');
    }
    symbol
}
