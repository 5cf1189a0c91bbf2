//! Slots of values: buffers, members of tuples, and values on the host.

use super::Lowering;
use super::host::HostWork;
use super::slot::Slot;
use crate::lower::Unsupported;
use crate::program::{BufferId, Space, Stmt};
use hloom_ir::literal::Literal;
use hloom_ir::types::Layout;
use hloom_ir::{OpId, Type, Value};

/// A constant in memory may take so many bytes, as many as the interpreter allows a
/// tensor.
const MAX_CONSTANT: usize = 8 << 30;

/// A type in row-major order, with every element.
fn in_order(ty: Type) -> Type {
    match ty.as_tensor() {
        Some(t) if t.sparse().is_some() => Type::tensor(&t.dims, t.element),
        Some(t) if t.layout().is_some() => {
            t.clone().with_layout(&Layout::row_major(t.rank())).into()
        }
        _ => ty,
    }
}

impl Lowering<'_> {
    /// The shape of a static tensor type, for a buffer.
    pub(super) fn shape(&self, op: OpId, ty: Type) -> Result<Vec<u64>, Unsupported> {
        match ty.as_tensor() {
            Some(t) if t.element.is_quantized() && self.fallbacks.is_none() => {
                Err(self.unsupported(op, format!("{ty} is quantized")))
            }
            Some(t) if t.buffer_size().is_some() => Ok(t.dims.iter().map(|&n| n as u64).collect()),
            _ => Err(self.unsupported(op, format!("{ty} is not a tensor of known size"))),
        }
    }

    pub(super) fn argument(&mut self, op: OpId, ty: Type, name: &str) -> Result<Slot, Unsupported> {
        if let Some(members) = ty.members() {
            let parts: Result<_, _> = members.iter().map(|&m| self.argument(op, m, name)).collect();
            return Ok(Slot::Tuple(parts?));
        }
        if ty == Type::token() {
            return Ok(Slot::Token);
        }
        if self.stays_on_host(ty) {
            return Ok(self.host_argument());
        }
        if let Some(tensor) = ty.as_tensor()
            && let Some(encoding) = tensor.sparse()
            && self.machine.gpu.is_none()
        {
            return self.sparse_argument(op, tensor, encoding, name);
        }
        let space = Space::Argument(self.arguments.len() as u32);
        let in_layout = ty.as_tensor().is_some_and(|t| t.own_layout().is_some());
        self.arguments.push(if in_layout { ty } else { in_order(ty) });
        self.bordering(op, ty, name, space)
    }

    /// Memory of the caller's for a tensor: in the layout that its type states.
    fn bordering(
        &mut self,
        op: OpId,
        ty: Type,
        name: &str,
        space: Space,
    ) -> Result<Slot, Unsupported> {
        let mut shape = self.shape(op, ty)?;
        let element = ty.element().unwrap_or(hloom_ir::Element::I1);
        let Some((tensor, layout)) = ty.as_tensor().and_then(|t| Some((t, t.own_layout()?))) else {
            return Ok(Slot::Buffer(self.builder.buffer(name, element, &shape, space)));
        };
        let memory = tensor.in_memory(&layout);
        let memory =
            memory.ok_or_else(|| self.unsupported(op, format!("{ty} does not fit memory")))?;
        shape = memory.dims.iter().map(|&n| n as u64).collect();
        Ok(Slot::Laid(self.builder.buffer(name, element, &shape, space), layout))
    }

    /// Memory for a result of the function, in the layout that its type states.
    pub(super) fn own_result(&mut self, op: OpId, ty: Type) -> Result<Slot, Unsupported> {
        if ty.as_tensor().is_none_or(|t| t.own_layout().is_none()) || self.stays_on_host(ty) {
            return self.result_slot(op, ty);
        }
        let space = Space::Result(self.results.len() as u32);
        self.results.push(ty);
        self.bordering(op, ty, "result", space)
    }

    pub(super) fn result_slot(&mut self, op: OpId, ty: Type) -> Result<Slot, Unsupported> {
        if let Some(members) = ty.members() {
            let parts: Result<_, _> = members.iter().map(|&m| self.result_slot(op, m)).collect();
            return Ok(Slot::Tuple(parts?));
        }
        if ty == Type::token() {
            return Ok(Slot::Token);
        }
        if self.stays_on_host(ty) {
            return Ok(self.host_result());
        }
        let shape = self.shape(op, ty)?;
        let space = Space::Result(self.results.len() as u32);
        self.results.push(in_order(ty));
        let element = ty.element().unwrap_or(hloom_ir::Element::I1);
        Ok(Slot::Buffer(self.builder.buffer("result", element, &shape, space)))
    }

    /// A buffer in the arena, for a value of this type.
    pub(super) fn temporary(
        &mut self,
        op: OpId,
        ty: Type,
        name: &str,
    ) -> Result<BufferId, Unsupported> {
        let shape = self.shape(op, ty)?;
        let element = ty.element().unwrap_or(hloom_ir::Element::I1);
        let buffer = self.builder.buffer(name, element, &shape, Space::Arena(0));
        self.lifetimes.define(buffer);
        Ok(buffer)
    }

    /// A slot of temporaries for a type.
    pub(super) fn temporaries(
        &mut self,
        op: OpId,
        ty: Type,
        name: &str,
    ) -> Result<Slot, Unsupported> {
        if let Some(members) = ty.members() {
            let parts: Result<_, _> =
                members.iter().map(|&m| self.temporaries(op, m, name)).collect();
            return Ok(Slot::Tuple(parts?));
        }
        if ty == Type::token() {
            return Ok(Slot::Token);
        }
        if self.stays_on_host(ty) {
            return Ok(self.host_slot());
        }
        Ok(Slot::Buffer(self.temporary(op, ty, name)?))
    }

    /// Returns the memory of a value. A constant gets memory at its first use; a value in a
    /// physical layout of its own is copied to the default layout.
    pub(super) fn slot(&mut self, op: OpId, v: Value) -> Result<Slot, Unsupported> {
        if let Some(Slot::Laid(buffer, layout)) = self.slots.get(&v) {
            let from = (*buffer, layout.clone());
            return self.row_major(op, v, from);
        }
        if let Some(slot) = self.slots.get(&v) {
            let slot = slot.clone();
            self.use_slot(&slot);
            return Ok(slot);
        }
        match self.module.constant(v) {
            Some(literal) => {
                let literal = literal.clone();
                let buffer = self.constant(op, v, &literal)?;
                self.slots.insert(v, Slot::Buffer(buffer));
                Ok(Slot::Buffer(buffer))
            }
            None => Err(self.unsupported(op, "it uses a value that was not computed")),
        }
    }

    pub(super) fn use_slot(&mut self, slot: &Slot) {
        match slot {
            Slot::Buffer(b) | Slot::Laid(b, _) => self.lifetimes.touch(*b),
            Slot::Tuple(parts) => parts.iter().for_each(|p| self.use_slot(p)),
            Slot::Sparse(sparse) => sparse.buffers().for_each(|b| self.lifetimes.touch(b)),
            Slot::Token | Slot::OnHost(_) => {}
        }
    }

    /// The buffer of a tensor value.
    pub(super) fn buffer(&mut self, op: OpId, v: Value) -> Result<BufferId, Unsupported> {
        match self.slot(op, v)? {
            Slot::Buffer(b) => Ok(b),
            Slot::Sparse(_) => {
                let ty = self.module.ty(v);
                let why = format!(
                    "it reads {ty}, which is stored sparsely: the pass `relayout-sparse` was not run"
                );
                Err(self.unsupported(op, why))
            }
            Slot::Laid(..) | Slot::Tuple(_) | Slot::Token | Slot::OnHost(_) => {
                let ty = self.module.ty(v);
                Err(self.unsupported(op, format!("{ty} is not a tensor")))
            }
        }
    }

    /// Constant memory. Splats are stored in full only where they must lie in memory, which is
    /// rare: kernels take them as numbers.
    fn constant(&mut self, op: OpId, v: Value, literal: &Literal) -> Result<BufferId, Unsupported> {
        let name = self.module.name(v).unwrap_or("constant").to_owned();
        self.literal_buffer(op, &name, literal)
    }

    pub(super) fn literal_buffer(
        &mut self,
        op: OpId,
        name: &str,
        literal: &Literal,
    ) -> Result<BufferId, Unsupported> {
        let shape = self.shape(op, literal.ty())?;
        let ty = literal.ty();
        let size = ty.as_tensor().and_then(|t| t.byte_size()).unwrap_or(usize::MAX);
        if size > MAX_CONSTANT {
            let why =
                format!("a constant of {size} bytes is too large; the most is {MAX_CONSTANT}");
            return Err(self.unsupported(op, why));
        }
        let Some(elements) = literal.try_expanded() else {
            return Err(self.unsupported(op, format!("there is no memory for {ty}")));
        };
        let space = Space::Constant(elements.bytes().into());
        Ok(self.builder.buffer(name, literal.element(), &shape, space))
    }

    /// Copies a value into memory of its type.
    pub(super) fn copy(&mut self, op: OpId, from: &Slot, to: &Slot) -> Result<(), Unsupported> {
        match (from, to) {
            (Slot::Buffer(a), Slot::Buffer(b)) if a == b => Ok(()),
            (Slot::Buffer(a), Slot::Buffer(b)) => {
                self.lifetimes.step();
                self.lifetimes.touch(*a);
                self.lifetimes.touch(*b);
                let units = self.builder.program().buffer(*a).units();
                if units > 0 {
                    self.builder.push(Stmt::Copy {
                        to: (*b, 0.into()),
                        from: (*a, 0.into()),
                        units: (units as i64).into(),
                    });
                }
                Ok(())
            }
            (Slot::Buffer(_) | Slot::Laid(..), Slot::Laid(..)) => self.move_laid(op, from, to),
            (Slot::Sparse(a), Slot::Buffer(b)) => {
                self.lifetimes.step();
                self.make_dense(a, *b);
                Ok(())
            }
            (Slot::Tuple(a), Slot::Tuple(b)) => {
                a.iter().zip(b).try_for_each(|(x, y)| self.copy(op, x, y))
            }
            (Slot::Token, Slot::Token) => Ok(()),
            (Slot::OnHost(a), Slot::OnHost(b)) if a == b => Ok(()),
            (Slot::OnHost(_), Slot::OnHost(_) | Slot::Buffer(_))
            | (Slot::Buffer(_) | Slot::Sparse(_), Slot::OnHost(_)) => {
                self.lifetimes.step();
                self.host_call(
                    op,
                    HostWork::Move,
                    &[(from.clone(), None)],
                    &[],
                    std::slice::from_ref(to),
                )
            }
            _ => Err(self.unsupported(op, "a tuple and a tensor can't stand for each other")),
        }
    }
}
