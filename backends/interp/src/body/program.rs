//! Region bodies compiled to programs over columns.

use crate::column::{Column, spread};
use crate::error::EvalResult;
use crate::pointwise::Pointwise;
use hloom_ir::literal::Bytes;
use hloom_ir::ops::Op;
use hloom_ir::{Block, Element, Literal, Module, Type, Value as Id};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The location of a value of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    Arg(usize),
    Register(usize),
    Constant(usize),
}

#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) op: Pointwise,
    pub(super) ins: SmallVec<[Source; 3]>,
    pub(super) element: Element,
}

/// A body of elementwise ops on scalars. Step `i` writes register `i`.
pub(crate) struct ScalarProgram {
    pub(super) args: Vec<Element>,
    pub(super) constants: Vec<Literal>,
    pub(super) steps: Vec<Step>,
    pub(super) registers: Vec<Bytes>,
    pub(super) results: Vec<(Source, Element)>,
}

/// The element type of a scalar tensor.
pub(super) fn scalar_element(ty: Type) -> Option<Element> {
    ty.as_tensor().filter(|t| t.rank() == 0).map(|t| t.element)
}

impl ScalarProgram {
    /// Compiles a block; `None` if it contains ops other than elementwise ones on scalars, branches
    /// and calls. `outside` returns captured values.
    pub(super) fn compile(
        module: &Module,
        block: Block,
        outside: &dyn Fn(Id) -> Option<Literal>,
    ) -> Option<ScalarProgram> {
        let program = ScalarProgram {
            args: Vec::new(),
            constants: Vec::new(),
            steps: Vec::new(),
            registers: Vec::new(),
            results: Vec::new(),
        };
        let known = FxHashMap::default();
        let mut compiler = Compiler { module, outside, program, known, depth: 0, ops: 0 };
        for (i, &arg) in module.args(block).iter().enumerate() {
            compiler.program.args.push(scalar_element(module.ty(arg))?);
            compiler.known.insert(arg, Source::Arg(i));
        }
        compiler.program.results = compiler.block(block)?;
        Some(compiler.program)
    }

    fn column<'a>(&'a self, source: Source, ins: &[Column<'a>]) -> Column<'a> {
        match source {
            Source::Arg(i) => ins[i],
            Source::Register(i) => {
                Column { element: self.steps[i].element, bytes: self.registers[i].as_slice() }
            }
            Source::Constant(i) => (&self.constants[i]).into(),
        }
    }

    /// Applies the program to columns of `n` elements, and writes columns of `n`
    /// elements.
    pub(super) fn apply(
        &mut self,
        n: usize,
        ins: &[Column<'_>],
        outs: &mut [Bytes],
    ) -> EvalResult<()> {
        for i in 0..self.steps.len() {
            let size = n * self.steps[i].element.byte_width();
            let mut out = match self.registers.get_mut(i) {
                Some(register) => std::mem::take(register),
                None => {
                    self.registers.push(Bytes::default());
                    Bytes::default()
                }
            };
            if out.as_slice().len() != size {
                out = Bytes::zeros(size);
            }
            let step = &self.steps[i];
            let done = {
                let columns: SmallVec<[Column<'_>; 3]> =
                    step.ins.iter().map(|&s| self.column(s, ins)).collect();
                step.op.apply(&columns, step.element, out.as_mut_slice())
            };
            self.registers[i] = out;
            done?;
        }
        for (out, &(source, element)) in outs.iter_mut().zip(&self.results) {
            let from = self.column(source, ins).bytes;
            let width = element.byte_width();
            if out.as_slice().len() != n * width {
                *out = Bytes::zeros(n * width);
            }
            spread(from, width, out.as_mut_slice());
        }
        Ok(())
    }
}

/// The depth to which branches and calls are inlined, and the number of steps of a
/// program: both sides of a branch are computed.
const DEEPEST: usize = 8;
const LONGEST: usize = 256;

/// The maximum number of ops visited for a program: nested calls may visit many more ops than the
/// steps that they inline to.
const MOST_OPS: usize = 4096;

/// A program under construction.
struct Compiler<'m> {
    module: &'m Module,
    outside: &'m dyn Fn(Id) -> Option<Literal>,
    program: ScalarProgram,
    known: FxHashMap<Id, Source>,
    depth: usize,
    /// The number of ops looked at.
    ops: usize,
}

impl Compiler<'_> {
    /// The location of a scalar.
    fn find(&mut self, id: Id) -> Option<Source> {
        scalar_element(self.module.ty(id))?;
        if let Some(&source) = self.known.get(&id) {
            return Some(source);
        }
        let literal = (self.outside)(id).filter(|l| l.dims().is_empty())?;
        self.program.constants.push(literal);
        Some(Source::Constant(self.program.constants.len() - 1))
    }

    fn step(
        &mut self,
        op: Pointwise,
        ins: SmallVec<[Source; 3]>,
        element: Element,
    ) -> Option<Source> {
        if self.program.steps.len() == LONGEST {
            return None;
        }
        self.program.steps.push(Step { op, ins, element });
        Some(Source::Register(self.program.steps.len() - 1))
    }

    /// Compiles the ops of a block, and returns what it yields.
    fn block(&mut self, block: Block) -> Option<Vec<(Source, Element)>> {
        if self.depth == DEEPEST {
            return None;
        }
        self.depth += 1;
        let module = self.module;
        for op in module.ops(block) {
            self.ops += 1;
            if self.ops > MOST_OPS {
                return None;
            }
            let operands = module.operands(op);
            match module.op(op) {
                Op::Return(_) | Op::FuncReturn(_) => {
                    self.depth -= 1;
                    let give = |&id: &Id| Some((self.find(id)?, scalar_element(module.ty(id))?));
                    return operands.iter().map(give).collect();
                }
                Op::Constant(c) if c.value.dims().is_empty() => {
                    self.program.constants.push(c.value.clone());
                    let source = Source::Constant(self.program.constants.len() - 1);
                    self.known.insert(module.result(op, 0), source);
                }
                Op::Reshape(_) => {
                    // A reshape from scalar to scalar.
                    let result = module.result(op, 0);
                    scalar_element(module.ty(result))?;
                    let source = self.find(*operands.first()?)?;
                    self.known.insert(result, source);
                }
                Op::If(_) => {
                    let chosen = self.find(*operands.first()?)?;
                    let sides = [0, 1].map(|i| module.entry(op, i).and_then(|b| self.block(b)));
                    let [Some(yes), Some(no)] = sides else { return None };
                    for (i, (&(a, element), (b, _))) in yes.iter().zip(no).enumerate() {
                        let ins = SmallVec::from_slice(&[chosen, a, b]);
                        let source = self.step(Pointwise::Select, ins, element)?;
                        self.known.insert(module.results(op).get(i)?, source);
                    }
                }
                Op::Call(it) => {
                    let callee = module.symbol(&it.callee.0)?;
                    let &[body] = module.blocks(*module.regions(callee).first()?) else {
                        return None;
                    };
                    // Each call of a function has its own values.
                    for (&arg, &operand) in module.args(body).iter().zip(operands) {
                        let source = self.find(operand)?;
                        self.known.insert(arg, source);
                    }
                    for (i, (source, _)) in self.block(body)?.into_iter().enumerate() {
                        self.known.insert(module.results(op).get(i)?, source);
                    }
                }
                // Any other op: must be an elementwise function, or the region has no program.
                other => {
                    let pointwise = Pointwise::of(other)?;
                    let result = module.results(op).get(0)?;
                    let element = scalar_element(module.ty(result))?;
                    let ins = operands.iter().map(|&id| self.find(id)).collect::<Option<_>>()?;
                    let source = self.step(pointwise, ins, element)?;
                    self.known.insert(result, source);
                }
            }
        }
        None
    }
}
