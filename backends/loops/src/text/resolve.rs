//! Gives the names in a parsed loop program their meaning.

use super::ParseError;
use super::ast::{self, At};
use crate::index::{Index, Unknown};
use crate::program::{
    Access, Argument, AsyncOp, BinaryOp, Block, Buffer, BufferId, Carried, CompareOp, ConvertOp,
    DotOp, Extern, ExternId, Facts, For, Im2col, Inst, Lanes, LoopKind, MatrixOp, MmaOp, Parameter,
    Program, Scalar, Space, SpatialDim, Stmt, Task, TensorMap, TensorMapDim, TmaLoad, Type,
    UnaryOp, Value, ValueInfo, Wgmma, eval,
};
use hloom_ir::Element;
use rustc_hash::FxHashMap;

type Resolved<T> = Result<T, ParseError>;

/// The program that the text means.
pub(super) fn program(from: &ast::ProgramAst<'_>) -> Resolved<Program> {
    let mut resolver = Resolver {
        values: Vec::new(),
        visible: FxHashMap::default(),
        shadowed: Vec::new(),
        buffers: FxHashMap::default(),
        externs: FxHashMap::default(),
    };
    let buffers = from.buffers.iter().map(|b| resolver.buffer(b)).collect::<Resolved<_>>()?;
    let externs = from.externs.iter().map(|e| resolver.external(e)).collect::<Resolved<_>>()?;
    let body = resolver.block(&from.body)?;
    Ok(Program {
        name: plain(from.name).to_owned(),
        buffers,
        externs,
        values: resolver.values,
        body,
    })
}

struct Resolver<'t> {
    values: Vec<ValueInfo>,
    /// The value of each name here.
    visible: FxHashMap<&'t str, Value>,
    /// The values that names of inner blocks had before, to be restored.
    shadowed: Vec<(&'t str, Option<Value>)>,
    buffers: FxHashMap<&'t str, BufferId>,
    externs: FxHashMap<&'t str, ExternId>,
}

/// A name without its sigil.
fn plain(name: At<'_>) -> &str {
    name.text.get(1..).unwrap_or_default()
}

fn integer<T: std::str::FromStr>(number: At<'_>) -> Resolved<T> {
    let wrong =
        |_| ParseError::new(number, format!("{} is not an integer that fits here", number.text));
    number.text.parse().map_err(wrong)
}

fn scalar(name: At<'_>) -> Resolved<Scalar> {
    let wrong = || ParseError::new(name, format!("`{}` is not a register type", name.text));
    Scalar::from_name(name.text).ok_or_else(wrong)
}

fn ty(from: &ast::Type<'_>) -> Resolved<Type> {
    let lanes = from.lanes.map_or(Ok(1), integer)?;
    Ok(scalar(from.scalar)?.vector(lanes))
}

pub(super) fn text(quoted: At<'_>) -> Resolved<String> {
    let wrong = || ParseError::new(quoted, "an escape that has no meaning");
    let inner = &quoted.text[1..quoted.text.len() - 1];
    let mut out = String::new();
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match rest.next() {
            Some(c @ ('"' | '\\')) => out.push(c),
            Some('u') => {
                let digits: String =
                    rest.by_ref().skip_while(|c| *c == '{').take_while(|c| *c != '}').collect();
                let code = u32::from_str_radix(&digits, 16).ok();
                out.push(code.and_then(char::from_u32).ok_or_else(wrong)?);
            }
            _ => return Err(wrong()),
        }
    }
    Ok(out)
}

fn bytes(quoted: At<'_>) -> Resolved<Vec<u8>> {
    let digits = quoted.text.as_bytes();
    let digits = &digits[1..digits.len() - 1];
    let nibble = |d: u8| char::from(d).to_digit(16);
    let pairs = digits.chunks(2).map(|pair| match pair {
        [high, low] => Some((nibble(*high)? * 16 + nibble(*low)?) as u8),
        _ => None,
    });
    let wrong =
        || ParseError::new(quoted, "the bytes of a constant are pairs of hexadecimal digits");
    pairs.collect::<Option<_>>().ok_or_else(wrong)
}

/// The bits of a constant of this type.
fn bits(number: At<'_>, scalar: Scalar) -> Resolved<u64> {
    let wrong = || ParseError::new(number, format!("`{}` is not a value of {scalar}", number.text));
    let text = number.text;
    let bits = if let Some(digits) = text.strip_prefix("0x") {
        u64::from_str_radix(digits, 16).ok()
    } else if scalar == Scalar::I1 {
        text.parse().ok().map(|truth: bool| u64::from(truth))
    } else if scalar == Scalar::F32 {
        text.parse().ok().map(|x: f32| u64::from(x.to_bits()))
    } else if scalar == Scalar::F64 {
        text.parse().ok().map(f64::to_bits)
    } else if scalar.is_integer() {
        let value: Option<i64> = text.parse().ok();
        value.map(|v| v as u64 & scalar.mask()).filter(|b| Some(eval::signed(scalar, *b)) == value)
    } else {
        None
    };
    bits.filter(|b| b & !scalar.mask() == 0).ok_or_else(wrong)
}

impl<'t> Resolver<'t> {
    fn buffer(&mut self, from: &ast::Buffer<'t>) -> Resolved<Buffer> {
        let name = from.element.name;
        let element = match from.element.part {
            None => Element::from_name(name.text),
            Some(part) if name.text == "complex" => {
                Element::from_name(part.text).and_then(Element::complex_of)
            }
            Some(_) => None,
        };
        let element = element.ok_or_else(|| {
            ParseError::new(name, format!("`{}` is not an element type", name.text))
        })?;
        let space = match from.space {
            ast::Space::Argument(n) => Space::Argument(integer(n)?),
            ast::Space::Unsized(n) => Space::Unsized(integer(n)?),
            ast::Space::Result(n) => Space::Result(integer(n)?),
            ast::Space::Donated(n, m) => Space::Donated(integer(n)?, integer(m)?),
            ast::Space::Arena(at) => Space::Arena(integer(at)?),
            ast::Space::Temporary => Space::Scratch,
            ast::Space::Matrix => Space::Matrix,
            ast::Space::Shared => Space::Shared,
            ast::Space::Constant(data) => Space::Constant(bytes(data)?.into()),
        };
        let shape: Vec<u64> = from.shape.iter().map(|d| integer(*d)).collect::<Resolved<_>>()?;
        let id = BufferId(self.buffers.len() as u32);
        if self.buffers.insert(from.name.text, id).is_some() {
            let message = format!("{} is declared twice", from.name.text);
            return Err(ParseError::new(from.name, message));
        }
        Ok(Buffer { name: plain(from.name).to_owned(), element, shape, space })
    }

    fn external(&mut self, from: &ast::Extern<'t>) -> Resolved<Extern> {
        let parameter = |parameter: &ast::Parameter<'_>| match parameter {
            ast::Parameter::Scalar(name) => scalar(*name).map(Parameter::Scalar),
            ast::Parameter::Pointer(name) => scalar(*name).map(Parameter::Pointer),
            ast::Parameter::Out(name) => scalar(*name).map(Parameter::Out),
        };
        let parameters = from.parameters.iter().map(parameter).collect::<Resolved<_>>()?;
        let result = from.result.map(scalar).transpose()?;
        let id = ExternId(self.externs.len() as u32);
        if self.externs.insert(from.name.text, id).is_some() {
            let message = format!("{} is declared twice", from.name.text);
            return Err(ParseError::new(from.name, message));
        }
        Ok(Extern { name: plain(from.name).to_owned(), parameters, result })
    }

    fn define(&mut self, name: At<'t>, ty: Type) -> Value {
        let value = Value(self.values.len() as u32);
        let word = plain(name);
        let numbered = word.bytes().all(|b| b.is_ascii_digit());
        self.values.push(ValueInfo { ty, name: (!numbered).then(|| word.into()) });
        let before = self.visible.insert(name.text, value);
        self.shadowed.push((name.text, before));
        value
    }

    fn value(&self, name: At<'t>) -> Resolved<Value> {
        let wrong = || ParseError::new(name, format!("{} is not known here", name.text));
        self.visible.get(name.text).copied().ok_or_else(wrong)
    }

    fn values(&self, names: &[At<'t>]) -> Resolved<Vec<Value>> {
        names.iter().map(|n| self.value(*n)).collect()
    }

    fn buffer_named(&self, name: At<'t>) -> Resolved<BufferId> {
        let wrong = || ParseError::new(name, format!("there is no buffer {}", name.text));
        self.buffers.get(name.text).copied().ok_or_else(wrong)
    }

    fn callee(&self, name: At<'t>) -> Resolved<ExternId> {
        let wrong = || ParseError::new(name, format!("there is no extern {}", name.text));
        self.externs.get(name.text).copied().ok_or_else(wrong)
    }

    fn index(&self, from: &ast::Index<'t>) -> Resolved<Index> {
        let both = |a, b| Ok((self.index(a)?, self.index(b)?));
        let positive = |n: At<'_>| match integer(n)? {
            by if by > 0 => Ok(by),
            _ => Err(ParseError::new(n, "the divisor has to be positive")),
        };
        Ok(match from {
            ast::Index::Number(n) => Index::constant(integer(*n)?),
            ast::Index::Value(v) => Index::var(self.value(*v)?),
            ast::Index::Add(a, b) => both(a, b).map(|(a, b)| a + b)?,
            ast::Index::Sub(a, b) => both(a, b).map(|(a, b)| a - b)?,
            ast::Index::Neg(a) => -self.index(a)?,
            ast::Index::Mul(a, n) => self.index(a)? * integer(*n)?,
            ast::Index::FloorDiv(a, n) => self.index(a)?.floor_div(positive(*n)?, &Unknown),
            ast::Index::Mod(a, n) => self.index(a)?.modulo(positive(*n)?, &Unknown),
            ast::Index::Min(a, b) => both(a, b).map(|(a, b)| a.min(b, &Unknown))?,
            ast::Index::Max(a, b) => both(a, b).map(|(a, b)| a.max(b, &Unknown))?,
        })
    }

    fn place(&self, from: &ast::ElementRef<'t>) -> Resolved<(BufferId, Index)> {
        Ok((self.buffer_named(from.0)?, self.index(&from.1)?))
    }

    fn access(&self, from: &ast::Access<'t>) -> Resolved<Access> {
        let (buffer, offset) = self.place(&from.place)?;
        let lanes = match from.lanes {
            ast::Lanes::Contiguous => Lanes::Contiguous,
            ast::Lanes::Stride(n) => Lanes::Strided(integer(n)?),
            ast::Lanes::Gather(v) => Lanes::Gather(self.value(v)?),
        };
        let mask = from.mask.map(|m| self.value(m)).transpose()?;
        Ok(Access { buffer, offset, lanes, mask })
    }

    fn arguments(&self, from: &[ast::Argument<'t>]) -> Resolved<Vec<Argument>> {
        let argument = |a: &ast::Argument<'t>| {
            Ok(match a {
                ast::Argument::Value(v) => Argument::Value(self.value(*v)?),
                ast::Argument::Address(p) => {
                    let (buffer, at) = self.place(p)?;
                    Argument::Address(buffer, at)
                }
            })
        };
        from.iter().map(argument).collect()
    }

    fn operation(
        &self,
        op: At<'t>,
        operands: &[At<'t>],
        lanes: &[At<'t>],
        ty: Type,
    ) -> Resolved<Inst> {
        let values = self.values(operands)?;
        let name = op.text;
        let inst = match (&values[..], lanes) {
            ([a], []) if name == "broadcast" => Some(Inst::Broadcast(*a, ty.lanes)),
            ([a], []) => UnaryOp::from_name(name)
                .map(|op| Inst::Unary(op, *a))
                .or_else(|| ConvertOp::from_name(name).map(|op| Inst::Convert(op, *a, ty.scalar))),
            ([a, b], []) => BinaryOp::from_name(name)
                .map(|op| Inst::Binary(op, *a, *b))
                .or_else(|| CompareOp::from_name(name).map(|op| Inst::Compare(op, *a, *b))),
            ([a, b, c], []) if name == "select" => Some(Inst::Select(*a, *b, *c)),
            ([a, b, c], []) if name == "fma" => Some(Inst::Fma(*a, *b, *c)),
            ([a, b, c], []) => DotOp::from_name(name)
                .map(|op| Inst::Dot(op, *a, *b, *c))
                .or_else(|| MmaOp::from_name(name).map(|op| Inst::Mma(op, *a, *b, *c))),
            ([a], [by]) if name == "shuffle.xor" => Some(Inst::ShuffleXor(*a, integer(*by)?)),
            ([a], [left]) if name == "wgmma.wait" => Some(Inst::WgmmaWait(*a, integer(*left)?)),
            ([a], [lane]) if name == "extract" => Some(Inst::Extract(*a, integer(*lane)?)),
            ([a, b], [lane]) if name == "insert" => Some(Inst::Insert(*a, *b, integer(*lane)?)),
            ([a, b], lanes) if name == "shuffle" => {
                let lanes = lanes.iter().map(|l| integer(*l)).collect::<Resolved<_>>()?;
                Some(Inst::Shuffle(*a, *b, lanes))
            }
            _ => None,
        };
        let count = values.len();
        inst.ok_or_else(|| {
            ParseError::new(op, format!("no operation `{name}` of {count} operands"))
        })
    }

    /// The statements of a block, which leave no names behind.
    fn block(&mut self, statements: &[ast::Stmt<'t>]) -> Resolved<Block> {
        self.scope(|r| r.statements(statements))
    }

    fn statements(&mut self, statements: &[ast::Stmt<'t>]) -> Resolved<Block> {
        let statements = statements.iter().map(|s| self.statement(s)).collect::<Resolved<_>>()?;
        Ok(Block { statements })
    }

    fn scope<T>(&mut self, body: impl FnOnce(&mut Self) -> Resolved<T>) -> Resolved<T> {
        let mark = self.shadowed.len();
        let result = body(self)?;
        for (name, before) in self.shadowed.drain(mark..).rev() {
            match before {
                Some(value) => self.visible.insert(name, value),
                None => self.visible.remove(name),
            };
        }
        Ok(result)
    }

    fn matrix(&self, from: &ast::Matrix<'t>) -> Resolved<MatrixOp> {
        let of = |name: &At<'t>| self.buffer_named(*name);
        Ok(match from {
            ast::Matrix::Zero(register) => MatrixOp::Zero(of(register)?),
            ast::Matrix::Load(to, from, stride) => {
                MatrixOp::Load { to: of(to)?, from: self.place(from)?, stride: integer(*stride)? }
            }
            ast::Matrix::Store(from, to, stride) => {
                MatrixOp::Store { from: of(from)?, to: self.place(to)?, stride: integer(*stride)? }
            }
            ast::Matrix::Multiply(lhs, rhs, acc) => {
                MatrixOp::Multiply { acc: of(acc)?, lhs: of(lhs)?, rhs: of(rhs)? }
            }
        })
    }

    fn tma_load(&self, load: &ast::TmaLoad<'t>) -> Resolved<TmaLoad> {
        let dims = load.dims.iter().map(|(extent, points, stride)| {
            let (extent, stride) = (integer(*extent)?, integer(*stride)?);
            Ok(TensorMapDim { extent, stride, tile: integer(*points)? })
        });
        let dims = dims.collect::<Resolved<_>>()?;
        let corner = |index: &ast::Index<'t>| {
            let corner = self.index(index)?.as_constant().and_then(|n| i32::try_from(n).ok());
            corner
                .ok_or_else(|| ParseError::new(load.from.1, "a corner that is not a small number"))
        };
        let im2col = load.im2col.as_ref().map(|(pixels, spatial)| {
            let spatial = spatial.iter().map(|(lower, upper, stride)| {
                let (lower, upper) = (corner(lower)?, corner(upper)?);
                Ok(SpatialDim { lower, upper, stride: integer(*stride)? })
            });
            Ok(Im2col { pixels: integer(*pixels)?, spatial: spatial.collect::<Resolved<_>>()? })
        });
        let im2col = im2col.transpose()?;
        Ok(TmaLoad {
            to: self.place(&load.to)?,
            from: self.buffer_named(load.from.0)?,
            map: TensorMap { start: integer(load.from.1)?, dims, im2col, rounded: load.rounded },
            coords: load.coords.iter().map(|index| self.index(index)).collect::<Resolved<_>>()?,
            mbarrier: self.place(&load.mbarrier)?,
        })
    }

    fn statement(&mut self, statement: &ast::Stmt<'t>) -> Resolved<Stmt> {
        Ok(match statement {
            ast::Stmt::Let(name, declared, rhs) => {
                let ty = ty(declared)?;
                let inst = match rhs {
                    ast::Rhs::Const(n) => Inst::Const(ty, bits(*n, ty.scalar)?),
                    ast::Rhs::Index(e) => Inst::Index(self.index(e)?),
                    ast::Rhs::Iota => Inst::Iota(ty),
                    ast::Rhs::First(e) => Inst::FirstLanes(ty.lanes, self.index(e)?),
                    ast::Rhs::Ldmatrix(from, transposed) => {
                        Inst::Ldmatrix { ty, from: self.place(from)?, transposed: *transposed }
                    }
                    ast::Rhs::Wgmma(op, lhs, rhs, acc) => {
                        let found = MmaOp::from_name(op.text);
                        let unknown = || ParseError::new(*op, format!("no wgmma `{}`", op.text));
                        Inst::Wgmma(Box::new(Wgmma {
                            op: found.ok_or_else(unknown)?,
                            lhs: self.place(&lhs.0)?,
                            rhs: self.place(&rhs.0)?,
                            transposed: [lhs.1, rhs.1],
                            acc: self.value(*acc)?,
                        }))
                    }
                    ast::Rhs::Load(access) => Inst::Load(ty, self.access(access)?),
                    ast::Rhs::Op { op, operands, lanes } => {
                        self.operation(*op, operands, lanes, ty)?
                    }
                    ast::Rhs::Call(callee, arguments) => {
                        let (callee, arguments) =
                            (self.callee(*callee)?, self.arguments(arguments)?);
                        let result = Some(self.define(*name, ty));
                        return Ok(Stmt::Call { result, callee, arguments });
                    }
                };
                Stmt::Let(self.define(*name, ty), inst)
            }
            ast::Stmt::Store(value, access) => {
                Stmt::Store(self.value(*value)?, self.access(access)?)
            }
            ast::Stmt::StoreNontemporal(value, access) => {
                Stmt::StoreNontemporal(self.value(*value)?, self.access(access)?)
            }
            ast::Stmt::AtomicRmw(op, value, access) => {
                let Some(by) = BinaryOp::from_name(op.text) else {
                    return Err(ParseError::new(*op, format!("no operation `{}`", op.text)));
                };
                Stmt::AtomicRmw(by, self.value(*value)?, self.access(access)?)
            }
            ast::Stmt::Prefetch(place) => {
                let (buffer, at) = self.place(place)?;
                Stmt::Prefetch(buffer, at)
            }
            ast::Stmt::Copy { units, from, to } => Stmt::Copy {
                to: self.place(to)?,
                from: self.place(from)?,
                units: self.index(units)?,
            },
            ast::Stmt::For { parallel, var, bounds, step, carried, body, next } => {
                let (from, to) = (self.index(&bounds.0)?, self.index(&bounds.1)?);
                let initial: Vec<At<'t>> = carried.iter().map(|c| c.initial).collect();
                let initial = self.values(&initial)?;
                let types = carried.iter().map(|c| ty(&c.ty)).collect::<Resolved<Vec<_>>>()?;
                let (var, inside, body, next) = self.scope(|r| {
                    let var = r.define(*var, Scalar::I64.ty());
                    let inside: Vec<Value> =
                        carried.iter().zip(&types).map(|(c, ty)| r.define(c.inside, *ty)).collect();
                    let body = r.statements(body)?;
                    Ok((var, inside, body, r.values(next)?))
                })?;
                let after: Vec<Value> =
                    carried.iter().zip(&types).map(|(c, ty)| self.define(c.after, *ty)).collect();
                let carried = (0..initial.len())
                    .map(|n| Carried { inside: inside[n], initial: initial[n], after: after[n] })
                    .collect();
                let kind = if *parallel { LoopKind::Parallel } else { LoopKind::Serial };
                let step = integer(*step)?;
                Stmt::For(Box::new(For { kind, var, from, to, step, carried, body, next }))
            }
            ast::Stmt::While { condition, test, body } => {
                let (condition, test) =
                    self.scope(|r| Ok((r.statements(condition)?, r.value(*test)?)))?;
                Stmt::While { condition, test, body: self.block(body)? }
            }
            ast::Stmt::If { test, then, otherwise } => Stmt::If {
                test: self.value(*test)?,
                then: self.block(then)?,
                otherwise: self.block(otherwise)?,
            },
            ast::Stmt::Kernel { name, facts: [r, w, f, s, i], body } => Stmt::Kernel {
                name: text(*name)?,
                facts: Facts {
                    bytes_read: integer(*r)?,
                    bytes_written: integer(*w)?,
                    flops: integer(*f)?,
                    special: integer(*s)?,
                    integer: integer(*i)?,
                },
                body: self.block(body)?,
            },
            ast::Stmt::Scratch(buffers, body) => Stmt::Scratch {
                buffers: buffers.iter().map(|b| self.buffer_named(*b)).collect::<Resolved<_>>()?,
                body: self.block(body)?,
            },
            ast::Stmt::Matrix(op) => Stmt::Matrix(self.matrix(op)?),
            ast::Stmt::Grid { block, thread, body } => self.scope(|r| {
                let ty = Scalar::I64.ty();
                let (first, second) = (r.define(block.0, ty), r.define(thread.0, ty));
                let body = r.statements(body)?;
                let (blocks, threads) = (integer(block.1)?, integer(thread.1)?);
                let grid =
                    crate::program::Grid { blocks, threads, block: first, thread: second, body };
                Ok(Stmt::Grid(Box::new(grid)))
            })?,
            ast::Stmt::Tasks(tasks) => {
                let mut numbered = |(expected, task): (usize, &ast::Task<'t>)| -> Resolved<Task> {
                    let number: usize = integer(task.number)?;
                    if number != expected {
                        let why = format!("task {number} stands where task {expected} must");
                        return Err(ParseError::new(task.number, why));
                    }
                    let after = task.after.iter().map(|&n| integer(n)).collect::<Resolved<_>>()?;
                    Ok(Task { core: integer(task.core)?, after, body: self.block(&task.body)? })
                };
                Stmt::Tasks(tasks.iter().enumerate().map(&mut numbered).collect::<Resolved<_>>()?)
            }
            ast::Stmt::Barrier => Stmt::Barrier,
            ast::Stmt::CpAsync { units, from, to, when } => Stmt::Async(AsyncOp::CpAsync {
                to: self.place(to)?,
                from: self.place(from)?,
                units: integer(*units)?,
                when: when.map(|when| self.value(when)).transpose()?,
            }),
            ast::Stmt::TmaLoad(load) => {
                Stmt::Async(AsyncOp::TmaLoad(Box::new(self.tma_load(load)?)))
            }
            ast::Stmt::MbarrierInit(at, arrivals) => Stmt::Async(AsyncOp::MbarrierInit {
                at: self.place(at)?,
                arrivals: integer(*arrivals)?,
            }),
            ast::Stmt::MbarrierArrive(at, bytes, when) => Stmt::Async(AsyncOp::MbarrierArrive {
                at: self.place(at)?,
                bytes: integer(*bytes)?,
                when: when.map(|when| self.value(when)).transpose()?,
            }),
            ast::Stmt::MbarrierWait(at, phase) => Stmt::Async(AsyncOp::MbarrierWait {
                at: self.place(at)?,
                phase: self.index(phase)?,
            }),
            ast::Stmt::SetMaxNReg(count, increase) => {
                Stmt::Async(AsyncOp::SetMaxNReg { count: integer(*count)?, increase: *increase })
            }
            ast::Stmt::CommitGroup => Stmt::Async(AsyncOp::CommitGroup),
            ast::Stmt::WaitGroup(left) => Stmt::Async(AsyncOp::WaitGroup(integer(*left)?)),
            ast::Stmt::Call(callee, arguments) => Stmt::Call {
                result: None,
                callee: self.callee(*callee)?,
                arguments: self.arguments(arguments)?,
            },
            ast::Stmt::Assert(test, message) => {
                Stmt::Assert { test: self.value(*test)?, message: text(*message)? }
            }
        })
    }
}
