//! Matching of patterns against ops, and the interface of a match to a rule's right-hand side.

use hloom_ir::literal::Literal;
use hloom_ir::module::Module;
use hloom_ir::op::OpStruct;
use hloom_ir::ops::Op;
use hloom_ir::ops::commutes;
use hloom_ir::pattern::{AttrVar, ConstVar, Pat, Var};
use hloom_ir::types::TensorType;
use hloom_ir::{OpId, Rewriter, Type, Value};
use smallvec::SmallVec;
use std::ops::Index;

/// A match of a rule: the binding of each variable, and a builder in front of the root.
pub struct Match<'a, 'm> {
    /// The rewriter, whose insertion point is in front of the root.
    pub rewriter: &'a mut Rewriter<'m>,
    root: OpId,
    values: SmallVec<[(&'static str, Value); 6]>,
    ops: SmallVec<[(&'static str, OpId); 3]>,
    /// The ops that match the ops of the left-hand side, the root last.
    matched: SmallVec<[OpId; 4]>,
}

impl Index<Var> for Match<'_, '_> {
    type Output = Value;
    fn index(&self, v: Var) -> &Value {
        self.bound(v.0)
    }
}

impl Index<ConstVar> for Match<'_, '_> {
    type Output = Value;
    fn index(&self, v: ConstVar) -> &Value {
        self.bound(v.0)
    }
}

impl<K: OpStruct> Index<AttrVar<K>> for Match<'_, '_> {
    type Output = K;
    fn index(&self, v: AttrVar<K>) -> &K {
        K::get(self.bound_op(v.slot())).expect("a pattern binds attributes of its own kind")
    }
}

impl<'a, 'm> Match<'a, 'm> {
    /// Matches a left-hand side at an op.
    pub(super) fn of(left: &Pat, rewriter: &'a mut Rewriter<'m>, root: OpId) -> Option<Self> {
        let mut m = Match {
            rewriter,
            root,
            values: SmallVec::new(),
            ops: SmallVec::new(),
            matched: SmallVec::new(),
        };
        m.bind_op(left, root).then_some(m)
    }

    /// Whether an operand or result of a matched op is quantized.
    pub(super) fn is_quantized(&self) -> bool {
        let module = self.module();
        let quantized = |v: Value| module.ty(v).element().is_some_and(|e| e.is_quantized());
        self.matched.iter().any(|&op| {
            module.operands(op).iter().any(|&v| quantized(v))
                || module.results(op).iter().any(quantized)
        })
    }

    fn bound(&self, name: &str) -> &Value {
        let found = self.values.iter().find(|(n, _)| *n == name);
        &found.expect("a right side uses only variables of the left side").1
    }

    /// The op that an attribute variable is bound to.
    pub fn bound_op(&self, slot: &str) -> &Op {
        self.module().op(self.bound_id(slot))
    }

    /// The id of the op that an attribute variable is bound to.
    pub fn bound_id(&self, slot: &str) -> OpId {
        let found = self.ops.iter().find(|(n, _)| *n == slot);
        found.expect("a right side uses only variables of the left side").1
    }

    /// The module.
    pub fn module(&self) -> &Module {
        self.rewriter.module()
    }

    /// The op that matches the root of the left-hand side.
    pub fn root(&self) -> OpId {
        self.root
    }

    /// The operands of the root.
    pub fn operands(&self) -> &[Value] {
        self.module().operands(self.root)
    }

    /// The type of the root's first result.
    pub fn root_type(&self) -> Type {
        self.ty(self.module().result(self.root, 0))
    }

    /// The tensor type of the root's first result.
    pub fn root_tensor(&self) -> Option<&'static TensorType> {
        self.root_type().as_tensor()
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.module().ty(value)
    }

    /// The tensor type of a value, if it is a ranked tensor.
    pub fn tensor(&self, value: Value) -> Option<&'static TensorType> {
        self.ty(value).as_tensor()
    }

    /// The literal that a constant variable is bound to.
    pub fn literal(&self, v: ConstVar) -> &Literal {
        self.module().constant(self[v]).expect("a constant variable stands for a constant")
    }

    /// The op of kind `K` that defines a value, if its definition is one.
    pub fn def<K: OpStruct>(&self, value: Value) -> Option<&K> {
        self.module().get::<K>(self.module().def_op(value)?)
    }

    /// Whether a value has exactly one use.
    pub fn used_once(&self, value: Value) -> bool {
        self.module().has_one_use(value)
    }

    /// Whether each matched op except the root has exactly one use, so that it becomes dead.
    pub fn inner_used_once(&self) -> bool {
        let inner = self.matched.iter().filter(|&&op| op != self.root);
        inner.flat_map(|&op| self.module().results(op)).all(|v| self.used_once(v))
    }

    /// Builds an op with one result in front of the root; returns `None` if the op would be
    /// invalid.
    pub fn build(&mut self, op: impl Into<Op>, operands: &[Value]) -> Option<Value> {
        self.rewriter.value(op, operands).ok()
    }

    /// Builds a constant in front of the root.
    pub fn constant(&mut self, literal: Literal) -> Value {
        self.rewriter.constant(literal)
    }

    /// Evaluates an op on constants in the interpreter, and builds the result as a constant in
    /// front of the root. Unlike folding, it does not have a size limit.
    pub fn computed(&mut self, op: impl Into<Op>, operands: &[&Literal]) -> Option<Value> {
        let ty = operands.first()?.ty();
        let literal = crate::fold::evaluate(&op.into(), operands, ty, usize::MAX)?;
        Some(self.constant(literal))
    }

    /// Builds a splat constant of this type, if it is a static tensor.
    pub fn splat(&mut self, ty: Type, number: f64) -> Option<Value> {
        Some(self.constant(Literal::from_f64s(ty, &[number]).ok()?))
    }

    fn bind(&mut self, pat: &Pat, value: Value) -> bool {
        match pat {
            Pat::Var(Var(name)) => self.bind_value(name, value),
            Pat::Const(ConstVar(name)) => {
                self.module().constant(value).is_some() && self.bind_value(name, value)
            }
            Pat::Number(n) => self.module().constant(value).is_some_and(|l| is_all(l, *n)),
            Pat::Op { .. } | Pat::AnyOperands { .. } => {
                self.module().def_op(value).is_some_and(|op| self.bind_op(pat, op))
            }
        }
    }

    fn bind_value(&mut self, name: &'static str, value: Value) -> bool {
        match self.values.iter().find(|(n, _)| *n == name) {
            Some((_, bound)) => *bound == value,
            None => {
                self.values.push((name, value));
                true
            }
        }
    }

    fn bind_op(&mut self, pat: &Pat, op: OpId) -> bool {
        let (name, operands, attrs) = match pat {
            Pat::Op { name, operands, attrs } => (name, operands, attrs),
            Pat::AnyOperands { name, attrs } => {
                let found = self.module().op(op).name() == *name;
                if found {
                    self.ops.push((attrs, op));
                    self.matched.push(op);
                }
                return found;
            }
            Pat::Var(_) | Pat::Const(_) | Pat::Number(_) => return false,
        };
        if self.module().op(op).name() != *name {
            return false;
        }
        let args: SmallVec<[Value; 4]> = self.module().operands(op).into();
        if args.len() != operands.len() {
            return false;
        }
        let mark = (self.values.len(), self.ops.len(), self.matched.len());
        let orders = if args.len() == 2 && commutes(self.module(), op) { 2 } else { 1 };
        for order in 0..orders {
            let fits = operands.iter().enumerate().all(|(i, p)| {
                self.bind(p, if order == 0 { args[i] } else { args[args.len() - 1 - i] })
            });
            if fits {
                if let Some(slot) = attrs {
                    self.ops.push((slot, op));
                }
                self.matched.push(op);
                return true;
            }
            self.values.truncate(mark.0);
            self.ops.truncate(mark.1);
            self.matched.truncate(mark.2);
        }
        false
    }
}

/// Whether every element of a literal is this number, with the sign of zero. Returns false for a
/// number that the element type can't represent.
fn is_all(literal: &Literal, number: f64) -> bool {
    let element = literal.element();
    if element.is_quantized() || literal.count() == 0 {
        return false;
    }
    let mut bytes = [0u8; 16];
    let width = element.byte_width();
    hloom_ir::literal::write_f64(element, number, &mut bytes[..width]);
    let held = hloom_ir::literal::read_f64(element, &bytes[..width]);
    held == number && literal.bytes().chunks_exact(width).all(|e| *e == bytes[..width])
}
