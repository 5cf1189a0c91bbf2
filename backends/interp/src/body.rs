//! Regions that are applied to elements: the bodies of map, reduce and
//! reduce_window.
//!
//! A body that consists of elementwise ops on scalars, of branches between such and
//! of calls of such is compiled to a [`Program`] over columns: each of its ops is
//! applied once to as many elements as there are, with the kernels that run the ops
//! outside of regions. Any other body is run element by element.

mod keys;

pub(crate) use keys::Key;

use crate::error::{Eval, RunError, Trouble};
use crate::pointwise::{Binary, Column, Pointwise};
use crate::run::{Frame, Run};
use crate::value::Value;
use hloom_ir::literal::Bytes;
use hloom_ir::ops::Op;
use hloom_ir::{Block, Element, Literal, Module, Type, Value as Id};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Why an op with regions could not be evaluated.
pub(crate) enum Stop {
    /// Because of itself.
    Here(Box<Trouble>),
    /// Because of an op in a region or a function that it called.
    Inside(Box<RunError>),
}

impl From<Box<Trouble>> for Stop {
    fn from(trouble: Box<Trouble>) -> Stop {
        Stop::Here(trouble)
    }
}
impl From<Box<RunError>> for Stop {
    fn from(error: Box<RunError>) -> Stop {
        Stop::Inside(error)
    }
}

/// Where a program's value is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Arg(usize),
    Register(usize),
    Constant(usize),
}

#[derive(Clone, Debug)]
struct Step {
    op: Pointwise,
    ins: SmallVec<[Source; 3]>,
    element: Element,
}

/// A body of elementwise ops on scalars. Step `i` writes register `i`.
pub(crate) struct Program {
    args: Vec<Element>,
    constants: Vec<Literal>,
    steps: Vec<Step>,
    registers: Vec<Bytes>,
    results: Vec<(Source, Element)>,
}

/// The element type of a scalar tensor.
fn scalar(ty: Type) -> Option<Element> {
    ty.as_tensor().filter(|t| t.rank() == 0).map(|t| t.element)
}

impl Program {
    /// The block as a program; `None` if it holds anything but elementwise ops on
    /// scalars, branches and calls of such. `outside` gives values from outside of the
    /// block.
    fn compile(
        module: &Module,
        block: Block,
        outside: &dyn Fn(Id) -> Option<Literal>,
    ) -> Option<Program> {
        let program = Program {
            args: Vec::new(),
            constants: Vec::new(),
            steps: Vec::new(),
            registers: Vec::new(),
            results: Vec::new(),
        };
        let known = FxHashMap::default();
        let mut compiler = Compiler { module, outside, program, known, depth: 0 };
        for (i, &arg) in module.args(block).iter().enumerate() {
            compiler.program.args.push(scalar(module.ty(arg))?);
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
    fn apply(&mut self, n: usize, ins: &[Column<'_>], outs: &mut [Bytes]) -> Eval<()> {
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

/// How deep branches and calls may stand in each other in a program, and how many
/// steps it may have: both sides of a branch are computed.
const DEEPEST: usize = 8;
const LONGEST: usize = 256;

/// A program under construction.
struct Compiler<'m> {
    module: &'m Module,
    outside: &'m dyn Fn(Id) -> Option<Literal>,
    program: Program,
    known: FxHashMap<Id, Source>,
    depth: usize,
}

impl Compiler<'_> {
    /// Where a scalar is found.
    fn find(&mut self, id: Id) -> Option<Source> {
        scalar(self.module.ty(id))?;
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

    /// Compiles the ops of a block, and gives what it hands out.
    fn block(&mut self, block: Block) -> Option<Vec<(Source, Element)>> {
        if self.depth == DEEPEST {
            return None;
        }
        self.depth += 1;
        let module = self.module;
        for op in module.ops(block) {
            let operands = module.operands(op);
            match module.op(op) {
                Op::Return(_) | Op::FuncReturn(_) => {
                    self.depth -= 1;
                    let give = |&id: &Id| Some((self.find(id)?, scalar(module.ty(id))?));
                    return operands.iter().map(give).collect();
                }
                Op::Constant(c) if c.value.dims().is_empty() => {
                    self.program.constants.push(c.value.clone());
                    let source = Source::Constant(self.program.constants.len() - 1);
                    self.known.insert(module.result(op, 0), source);
                }
                Op::Reshape(_) => {
                    // Of one scalar to another.
                    let result = module.result(op, 0);
                    scalar(module.ty(result))?;
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
                    // Values of a function that is called twice are other ones each time.
                    for (&arg, &operand) in module.args(body).iter().zip(operands) {
                        let source = self.find(operand)?;
                        self.known.insert(arg, source);
                    }
                    for (i, (source, _)) in self.block(body)?.into_iter().enumerate() {
                        self.known.insert(module.results(op).get(i)?, source);
                    }
                }
                other => {
                    let pointwise = Pointwise::of(other)?;
                    let result = module.results(op).get(0)?;
                    let element = scalar(module.ty(result))?;
                    let ins = operands.iter().map(|&id| self.find(id)).collect::<Option<_>>()?;
                    let source = self.step(pointwise, ins, element)?;
                    self.known.insert(result, source);
                }
            }
        }
        None
    }
}

/// Copies a column; one element fills the whole.
pub(crate) fn spread(from: &[u8], width: usize, out: &mut [u8]) {
    if from.len() == out.len() {
        out.copy_from_slice(from);
    } else {
        out.chunks_exact_mut(width).for_each(|slot| slot.copy_from_slice(from));
    }
}

/// A body, ready to be applied.
pub(crate) enum Body {
    /// Compiled.
    Columns(Program),
    /// To be run element by element.
    Elements(Block),
}

impl Body {
    /// Prepares the body in `block`, whose outer values are in `frame`.
    pub(crate) fn new(run: &Run<'_, '_>, frame: &Frame, block: Block) -> Body {
        let outside = |id: Id| run.lookup(frame, id).and_then(Value::into_tensor);
        match Program::compile(run.module, block, &outside) {
            Some(program) => Body::Columns(program),
            None => Body::Elements(block),
        }
    }

    /// If every result is one commutative and associative op of the accumulator
    /// and the input at its own position, that op for each.
    pub(crate) fn componentwise(&self) -> Option<Vec<Binary>> {
        let Body::Columns(program) = self else { return None };
        let n = program.results.len();
        if program.args.len() != 2 * n {
            return None;
        }
        let each = |(i, (source, _)): (usize, &(Source, Element))| {
            let Source::Register(register) = *source else { return None };
            let step = &program.steps[register];
            let (a, b) = (Source::Arg(i), Source::Arg(n + i));
            if step.ins[..] != [a, b] && step.ins[..] != [b, a] {
                return None;
            }
            match step.op {
                Pointwise::Binary(
                    f @ (Binary::Add
                    | Binary::And
                    | Binary::Maximum
                    | Binary::Minimum
                    | Binary::Multiply
                    | Binary::Or
                    | Binary::Xor),
                ) => Some(f),
                _ => None,
            }
        };
        program.results.iter().enumerate().map(each).collect()
    }

    /// Whether it hands out the second half of its arguments as they are.
    pub(crate) fn hands_out_second(&self) -> bool {
        let Body::Columns(program) = self else { return false };
        let n = program.results.len();
        program.args.len() == 2 * n
            && program.results.iter().enumerate().all(|(i, r)| r.0 == Source::Arg(n + i))
    }

    /// The keys that it compares, the most significant first, if it is a comparator
    /// that does just that.
    pub(crate) fn sort_keys(&self) -> Option<Vec<Key>> {
        match self {
            Body::Columns(program) => program.sort_keys(),
            Body::Elements(_) => None,
        }
    }

    /// The element types of its arguments.
    ///
    /// # Errors
    /// If one is no scalar tensor.
    pub(crate) fn arg_elements(&self, run: &Run<'_, '_>) -> Eval<Vec<Element>> {
        match self {
            Body::Columns(program) => Ok(program.args.clone()),
            Body::Elements(block) => run
                .module
                .args(*block)
                .iter()
                .map(|&arg| {
                    let ty = run.module.ty(arg);
                    scalar(ty).ok_or_else(|| {
                        Trouble::invalid(format!(
                            "its region's argument is {ty}, not a scalar tensor"
                        ))
                    })
                })
                .collect(),
        }
    }

    /// Applies the body to columns of `n` elements, or of one that stands for
    /// all, and writes columns of `n` elements.
    pub(crate) fn apply(
        &mut self,
        run: &mut Run<'_, '_>,
        frame: &mut Frame,
        n: usize,
        ins: &[Column<'_>],
        outs: &mut [Bytes],
    ) -> Result<(), Stop> {
        match self {
            Body::Columns(program) => {
                run.tick(program.steps.len() as u64)?;
                program.apply(n, ins, outs)?;
            }
            Body::Elements(block) => {
                for i in 0..n {
                    let args: Vec<Value> = ins
                        .iter()
                        .map(|column| {
                            let width = column.element.byte_width();
                            let at = if column.bytes.len() == width { 0 } else { i * width };
                            let bytes: Bytes = column.bytes[at..at + width].into();
                            crate::shape::literal(Type::scalar_tensor(column.element), bytes)
                                .map(Value::Tensor)
                        })
                        .collect::<Eval<_>>()?;
                    let results = run.block(frame, *block, args)?;
                    for (out, value) in outs.iter_mut().zip(results) {
                        let Value::Tensor(literal) = value else {
                            return Err(Trouble::invalid("its region hands out no tensor").into());
                        };
                        let one = literal.element_bytes(0);
                        if out.as_slice().len() != n * one.len() {
                            *out = Bytes::zeros(n * one.len());
                        }
                        out.as_mut_slice()[i * one.len()..][..one.len()].copy_from_slice(one);
                    }
                }
            }
        }
        Ok(())
    }
}
