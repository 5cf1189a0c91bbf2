//! Regions that are applied to elements: the bodies of map, reduce and
//! reduce_window.
//!
//! A body of elementwise ops on scalars, branches and calls is compiled to a [`ScalarProgram`]
//! over columns: each of its ops is applied once to all elements, by the kernels that run
//! the ops outside of regions. Any other body is run element by element.

pub(crate) mod keys;
pub(crate) mod program;

use crate::alloc;
use crate::body::keys::Key;
use crate::body::program::{ScalarProgram, Source, scalar_element};
use crate::column::Column;
use crate::error::{EvalError, EvalResult, RegionError};
use crate::function::Binary;
use crate::pointwise::Pointwise;
use crate::run::{Frame, Run};
use crate::value::Value;
use hloom_ir::literal::Bytes;
use hloom_ir::{Block, Element, Type, Value as Id};

/// A body, ready to be applied.
pub(crate) enum Body {
    /// Compiled.
    Columns(ScalarProgram),
    /// Not compiled: run element by element.
    Elements(Block),
}

impl Body {
    /// Prepares the body in `block`, whose captured values are in `frame`.
    pub(crate) fn new(run: &Run<'_, '_>, frame: &Frame, block: Block) -> Body {
        let outside = |id: Id| run.lookup(frame, id).and_then(Value::into_tensor);
        match ScalarProgram::compile(run.module, block, &outside) {
            Some(program) => Body::Columns(program),
            None => Body::Elements(block),
        }
    }

    /// The op for each result, if every result is a single commutative op of the accumulator and
    /// the input at its own position.
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

    /// The op of a body that is a single elementwise op of its two arguments, of type `element` as
    /// its result is, and whether the second argument is its first operand.
    pub(crate) fn single(&self, element: Element) -> Option<(Pointwise, bool)> {
        let Body::Columns(program) = self else { return None };
        let ([step], [(Source::Register(0), result)]) = (&program.steps[..], &program.results[..])
        else {
            return None;
        };
        let same =
            program.args[..] == [element; 2] && *result == element && step.element == element;
        let (a, b) = (Source::Arg(0), Source::Arg(1));
        match step.ins[..] {
            _ if !same => None,
            [x, y] if (x, y) == (a, b) => Some((step.op, false)),
            [x, y] if (x, y) == (b, a) => Some((step.op, true)),
            _ => None,
        }
    }

    /// Whether it yields the second half of its arguments unchanged.
    pub(crate) fn yields_second(&self) -> bool {
        let Body::Columns(program) = self else { return false };
        let n = program.results.len();
        program.args.len() == 2 * n
            && program.results.iter().enumerate().all(|(i, r)| r.0 == Source::Arg(n + i))
    }

    /// The keys that it compares, the most significant first, if it is a comparator of keys.
    pub(crate) fn sort_keys(&self) -> Option<Vec<Key>> {
        match self {
            Body::Columns(program) => program.sort_keys(),
            Body::Elements(_) => None,
        }
    }

    /// The element types of its arguments.
    ///
    /// # Errors
    /// If one is not a scalar tensor.
    pub(crate) fn arg_elements(&self, run: &Run<'_, '_>) -> EvalResult<Vec<Element>> {
        match self {
            Body::Columns(program) => Ok(program.args.clone()),
            Body::Elements(block) => run
                .module
                .args(*block)
                .iter()
                .map(|&arg| {
                    let ty = run.module.ty(arg);
                    scalar_element(ty).ok_or_else(|| {
                        EvalError::invalid(format!(
                            "its region's argument is {ty}, not a scalar tensor"
                        ))
                    })
                })
                .collect(),
        }
    }

    /// Applies the body to columns of `n` elements, or of one that is broadcast, and writes columns
    /// of `n` elements.
    pub(crate) fn apply(
        &mut self,
        run: &mut Run<'_, '_>,
        frame: &mut Frame,
        n: usize,
        ins: &[Column<'_>],
        outs: &mut [Bytes],
    ) -> Result<(), RegionError> {
        match self {
            Body::Columns(program) => {
                run.consume_fuel(program.steps.len() as u64)?;
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
                            alloc::literal(Type::scalar_tensor(column.element), bytes)
                                .map(Value::Tensor)
                        })
                        .collect::<EvalResult<_>>()?;
                    let results = run.block(frame, *block, args)?;
                    for (out, value) in outs.iter_mut().zip(results) {
                        let Value::Tensor(literal) = value else {
                            return Err(
                                EvalError::invalid("its region does not yield a tensor").into()
                            );
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
