//! Each op as a sum over the entries of its operands.

use super::views::{Operand, binding, domain, keys, number, single, sum};
use super::{Refused, Writer, scalar};
use hloom_analysis::monoid::Monoid;
use hloom_ir::ops::{Compare, CompareType, Direction, DotGeneral, Op};
use hloom_ir::{Element, OpId};
use hloom_storage::Scalar;

impl Writer<'_> {
    /// Writes the definition of an op's result.
    pub(super) fn op(&mut self, op: OpId) -> Result<(), Refused> {
        let module = self.module;
        match self.kind(op) {
            Op::Constant(_) => return self.constant(op),
            Op::Iota(it) => {
                let ty = self.tensor(op, module.result(op, 0))?;
                let all = keys("i", ty.dims.len());
                let key = &all[it.iota_dimension as usize];
                let last = ty.dims[it.iota_dimension as usize].saturating_sub(1).max(0) as u64;
                if last > last_integer(ty.element) {
                    return Err(
                        self.refused(op, format!("{} can't hold the count {last}", ty.element))
                    );
                }
                let value = match scalar(ty.element) {
                    Some(Scalar::Real) => format!("real({key})"),
                    Some(Scalar::Int) => key.clone(),
                    _ => return Err(self.refused(op, "it counts truth values")),
                };
                let text = sum(&domain(&all, &ty.dims), &single(&all, &value));
                self.define(op, &text)?;
            }
            Op::Halo(_) | Op::Relayout(_) => {
                let name = self.read(op, module.operand(op, 0))?;
                self.define(op, &name)?;
            }
            Op::OptimizationBarrier(_) if module.operands(op).len() == 1 => {
                let name = self.read(op, module.operand(op, 0))?;
                self.define(op, &name)?;
            }
            Op::Add(_) | Op::Or(_) | Op::Subtract(_) | Op::Multiply(_) | Op::And(_) => {
                self.ring(op)?;
            }
            Op::Negate(_) => {
                let name = self.read(op, module.operand(op, 0))?;
                self.define(op, &format!("-{name}"))?;
            }
            Op::Abs(_) => self.pointwise(op, "abs", |a| format!("max({0}, -{0})", a[0]))?,
            Op::Maximum(_) => {
                self.pointwise(op, "maximum", |a| format!("max({}, {})", a[0], a[1]))?
            }
            Op::Minimum(_) => {
                self.pointwise(op, "minimum", |a| format!("min({}, {})", a[0], a[1]))?
            }
            Op::Divide(_) => self.divide(op)?,
            Op::Compare(it) => self.compare(op, it)?,
            Op::Not(_) | Op::Xor(_) => self.logic(op)?,
            Op::Select(_) => self.select(op)?,
            Op::Convert(_) => self.convert(op)?,
            Op::BroadcastInDim(_) => {
                let ty = self.tensor(op, module.result(op, 0))?;
                let operand = self.operand(op, module.result(op, 0))?;
                let all = keys("i", ty.dims.len());
                let text = sum(&domain(&all, &ty.dims), &single(&all, &operand.at(&all)));
                self.define(op, &text)?;
            }
            Op::Transpose(it) => {
                let order: Vec<usize> = it.permutation.iter().map(|d| *d as usize).collect();
                self.moved(op, |from| order.iter().map(|d| from[*d].clone()).collect(), &[])?;
            }
            Op::Reverse(it) => {
                let dims = self.tensor(op, module.operand(op, 0))?.dims.clone();
                let key = |d: usize, key: &String| {
                    let back = it.dimensions.contains(&(d as i64));
                    if back { format!("{} - {key}", dims[d] - 1) } else { key.clone() }
                };
                self.moved(
                    op,
                    |from| from.iter().enumerate().map(|(d, k)| key(d, k)).collect(),
                    &[],
                )?;
            }
            Op::Reshape(_) => self.reshape(op)?,
            Op::Slice(it) => self.slice(op, it)?,
            Op::Pad(it) => self.pad(op, it)?,
            Op::Concatenate(it) => self.concatenate(op, it.dimension as usize)?,
            Op::Reduce(it) => {
                let dims: Vec<usize> = it.dimensions.iter().map(|d| *d as usize).collect();
                self.reduce(op, &dims)?;
            }
            Op::DotGeneral(it) => self.dot(op, it)?,
            Op::Gather(it) => self.gather(op, it)?,
            // Any other op: it is refused, and stays outside of the storage program.
            other => {
                let name = other.name();
                return Err(self.refused(op, format!("`{name}` is not in the storage calculus")));
            }
        }
        let wraps = matches!(
            self.kind(op),
            Op::Add(_)
                | Op::Subtract(_)
                | Op::Multiply(_)
                | Op::Negate(_)
                | Op::Abs(_)
                | Op::Reduce(_)
                | Op::DotGeneral(_)
                | Op::Divide(_)
        );
        // The elements of a moved tensor are those of its operands.
        let moved = module.operands(op).iter().any(|v| self.is_wrapped(*v));
        if wraps || moved {
            self.wraps(op);
        }
        let rounds = matches!(
            self.kind(op),
            Op::Add(_)
                | Op::Subtract(_)
                | Op::Multiply(_)
                | Op::Reduce(_)
                | Op::DotGeneral(_)
                | Op::Divide(_)
        );
        if rounds || module.operands(op).iter().any(|v| self.rounded.contains(v)) {
            self.rounds(op);
        }
        Ok(())
    }

    fn constant(&mut self, op: OpId) -> Result<(), Refused> {
        let module = self.module;
        let Op::Constant(it) = self.kind(op) else { return Ok(()) };
        let ty = self.tensor(op, module.result(op, 0))?;
        let base = scalar(ty.element).unwrap_or(Scalar::Real);
        let literal = &it.value;
        let count = literal.count();
        if count > 0 && literal.is_uniform() {
            let text = number(literal, 0)
                .ok_or_else(|| self.refused(op, "its elements are not numbers of the calculus"))?;
            let all = keys("i", ty.dims.len());
            let text = if is_zero(&text) && !all.is_empty() {
                "{}".to_owned()
            } else {
                sum(&domain(&all, &ty.dims), &single(&all, &text))
            };
            return self.define(op, &text);
        }
        let result = module.result(op, 0);
        let name = self.fresh(module.name(result), "c", self.definitions.len());
        self.names.insert(result, name.clone());
        self.constants.insert(name.clone(), literal.clone());
        let text = super::dense(&name, &ty.dims, base);
        self.definitions.push(super::Definition { name, text, uses: Default::default() });
        Ok(())
    }

    /// `add`, `subtract` and `multiply`, `or` and `and`.
    fn ring(&mut self, op: OpId) -> Result<(), Refused> {
        let module = self.module;
        let ty = self.tensor(op, module.result(op, 0))?;
        let boolean = ty.element.is_boolean();
        let sign = match self.kind(op) {
            Op::Add(_) => "+",
            Op::Or(_) if boolean => "+",
            Op::Subtract(_) if !boolean => "-",
            Op::Multiply(_) => "*",
            Op::And(_) if boolean => "*",
            // Any other op: it is refused.
            other => {
                let name = other.name();
                return Err(self.refused(op, format!("`{name}` on bits is not in the calculus")));
            }
        };
        let (a, b) = (module.operand(op, 0), module.operand(op, 1));
        if sign != "*" {
            let (a, b) = (self.read(op, a)?, self.read(op, b)?);
            return self.define(op, &format!("{a} {sign} {b}"));
        }
        let (a, b) = (self.operand(op, a)?, self.operand(op, b)?);
        let all = keys("i", ty.dims.len());
        let text = match (&a, &b) {
            (Operand::Whole(a), Operand::Whole(b)) => format!("{a} * {b}"),
            (Operand::Number(number), Operand::Whole(name))
            | (Operand::Whole(name), Operand::Number(number)) => {
                if boolean && !all.is_empty() {
                    let entries = [binding(name, &all, "a")];
                    sum(&entries, &single(&all, &format!("{number} * a")))
                } else {
                    format!("{number} * {name}")
                }
            }
            (Operand::Whole(name), view) | (view, Operand::Whole(name)) => {
                let entries = [binding(name, &all, "a")];
                sum(&entries, &single(&all, &format!("a * {}", view.at(&all))))
            }
            (a, b) => {
                let product = format!("{} * {}", a.at(&all), b.at(&all));
                sum(&domain(&all, &ty.dims), &single(&all, &product))
            }
        };
        self.define(op, &text)
    }

    /// An op on the numbers at each place: over the entries of one operand, if the op of its zero
    /// and constants is zero, else over all places.
    fn pointwise(
        &mut self,
        op: OpId,
        name: &str,
        of: impl Fn(&[String]) -> String,
    ) -> Result<(), Refused> {
        let module = self.module;
        let ty = self.tensor(op, module.result(op, 0))?;
        let base = scalar(module.ty(module.operand(op, 0)).element().unwrap_or(ty.element));
        if base == Some(Scalar::Bool) {
            return Err(
                self.refused(op, format!("`{name}` of truth values is not in the calculus"))
            );
        }
        self.exact_operands(op, name)?;
        let mut operands = Vec::new();
        for value in module.operands(op) {
            operands.push(self.operand(op, *value)?);
        }
        let all = keys("i", ty.dims.len());
        let whole: Vec<&String> = operands
            .iter()
            .filter_map(|o| if let Operand::Whole(name) = o { Some(name) } else { None })
            .collect();
        let numbers: Vec<Option<f64>> = module
            .operands(op)
            .iter()
            .map(|v| self.splat(*v).and_then(|text| parsed(&text)))
            .collect();
        let keeps_zero = match (whole.len(), &numbers[..]) {
            (1, [_]) => true,
            (1, [Some(c), None] | [None, Some(c)]) => match name {
                "maximum" => *c <= 0.0,
                "minimum" => *c >= 0.0,
                _ => false,
            },
            _ => false,
        };
        let text = match whole[..] {
            [name] if keeps_zero && !all.is_empty() => {
                let texts: Vec<String> = operands
                    .iter()
                    .map(|o| match o {
                        Operand::Whole(_) => "a".to_owned(),
                        other => other.at(&all),
                    })
                    .collect();
                sum(&[binding(name, &all, "a")], &single(&all, &of(&texts)))
            }
            _ => {
                let texts: Vec<String> = operands.iter().map(|o| o.at(&all)).collect();
                sum(&domain(&all, &ty.dims), &single(&all, &of(&texts)))
            }
        };
        self.define(op, &text)
    }

    /// Refuses an op whose operands are known modulo their width only, or are unsigned integers of
    /// 64 bits.
    fn exact_operands(&self, op: OpId, name: &str) -> Result<(), Refused> {
        for value in self.module.operands(op) {
            if self.is_wrapped(*value) {
                let reason = format!(
                    "`{name}` of narrow integers after sums or products is not in the calculus"
                );
                return Err(self.refused(op, reason));
            }
            if self.module.ty(*value).element() == Some(Element::U64) {
                let reason =
                    format!("`{name}` of unsigned integers of 64 bits is not in the calculus");
                return Err(self.refused(op, reason));
            }
        }
        Ok(())
    }

    fn divide(&mut self, op: OpId) -> Result<(), Refused> {
        let module = self.module;
        let ty = self.tensor(op, module.result(op, 0))?;
        if scalar(ty.element) != Some(Scalar::Real) {
            return Err(self.refused(op, "quotients of integers round otherwise in the calculus"));
        }
        let (a, b) =
            (self.operand(op, module.operand(op, 0))?, self.operand(op, module.operand(op, 1))?);
        let all = keys("i", ty.dims.len());
        let text = match &a {
            // An element that is not stored is zero, whatever it is divided by.
            Operand::Whole(name) if !all.is_empty() => {
                let quotient = format!("a / {}", b.at(&all));
                sum(&[binding(name, &all, "a")], &single(&all, &quotient))
            }
            a => {
                let quotient = format!("{} / {}", a.at(&all), b.at(&all));
                sum(&domain(&all, &ty.dims), &single(&all, &quotient))
            }
        };
        self.define(op, &text)
    }

    fn compare(&mut self, op: OpId, it: &Compare) -> Result<(), Refused> {
        let element = self.module.ty(self.module.operand(op, 0)).element();
        let sign = match it.comparison_direction {
            Direction::Eq => "==",
            Direction::Ne => "!=",
            Direction::Lt => "<",
            Direction::Le => "<=",
            Direction::Gt => ">",
            Direction::Ge => ">=",
        };
        let operands = self.module.operands(op);
        if operands.iter().any(|value| self.rounded.contains(value)) {
            let reason =
                "comparisons of computed floats are not in the calculus, which rounds otherwise";
            return Err(self.refused(op, reason));
        }
        if it.compare_type == Some(CompareType::TotalOrder) && element.is_some_and(|e| e.is_float())
        {
            return Err(self.refused(op, "the total order of floats is not in the calculus"));
        }
        self.pointwise(op, "compare", |a| format!("{} {sign} {}", a[0], a[1]))
    }

    fn logic(&mut self, op: OpId) -> Result<(), Refused> {
        let module = self.module;
        let ty = self.tensor(op, module.result(op, 0))?;
        if !ty.element.is_boolean() {
            let name = self.kind(op).name();
            return Err(self.refused(op, format!("`{name}` on bits is not in the calculus")));
        }
        let all = keys("i", ty.dims.len());
        let mut at = Vec::new();
        for value in module.operands(op) {
            at.push(self.operand(op, *value)?.at(&all));
        }
        let value = match &at[..] {
            [a] => format!("{a} == false"),
            [a, b] => format!("{a} != {b}"),
            _ => return Err(self.refused(op, "it has no operands")),
        };
        let text = sum(&domain(&all, &ty.dims), &single(&all, &value));
        self.define(op, &text)
    }

    fn select(&mut self, op: OpId) -> Result<(), Refused> {
        let module = self.module;
        let ty = self.tensor(op, module.result(op, 0))?;
        let all = keys("i", ty.dims.len());
        let condition = module.operand(op, 0);
        let at = if self.tensor(op, condition)?.dims.is_empty() {
            self.read(op, condition)?
        } else {
            self.operand(op, condition)?.at(&all)
        };
        let (a, b) =
            (self.operand(op, module.operand(op, 1))?, self.operand(op, module.operand(op, 2))?);
        let value =
            format!("(if {at} then {}) + (if {at} == false then {})", a.at(&all), b.at(&all));
        let text = sum(&domain(&all, &ty.dims), &single(&all, &value));
        self.define(op, &text)
    }

    fn convert(&mut self, op: OpId) -> Result<(), Refused> {
        let module = self.module;
        let operand = module.operand(op, 0);
        let (from, to) = (self.tensor(op, operand)?, self.tensor(op, module.result(op, 0))?);
        let all = keys("i", from.dims.len());
        let name = self.read(op, operand)?;
        let wider = |a: Element, b: Element| {
            let (a_bits, b_bits) = (a.bit_width(), b.bit_width());
            a_bits < b_bits && (a.is_unsigned() || b.is_signed()) || a == b
        };
        // A result is rounded as it is stored; a value that other ops read is not.
        let end = self.module.parent(op).and_then(|block| self.module.terminator(block));
        let read = self.module.uses(self.module.result(op, 0)).any(|(user, _)| Some(user) != end);
        // Integers become doubles as in StableHLO.
        let to_narrow = scalar(to.element) == Some(Scalar::Real) && to.element != Element::F64;
        let narrower = to_narrow && from.element != to.element && !holds(to.element, from.element);
        if read && narrower {
            let (from, to) = (from.element, to.element);
            return Err(self.refused(op, format!("the calculus does not round {from} to {to}")));
        }
        let text = match (scalar(from.element), scalar(to.element)) {
            (Some(Scalar::Real), Some(Scalar::Real)) => name,
            (Some(Scalar::Bool), Some(Scalar::Bool)) => name,
            (Some(Scalar::Int), Some(Scalar::Int)) if wider(from.element, to.element) => {
                self.exact_operands(op, "convert")?;
                name
            }
            (Some(Scalar::Int), Some(Scalar::Real)) => {
                self.exact_operands(op, "convert")?;
                format!("real({name})")
            }
            (Some(Scalar::Bool), Some(number @ (Scalar::Int | Scalar::Real))) => {
                let one = if number == Scalar::Int { "1" } else { "1.0" };
                if all.is_empty() {
                    format!("if {name} then {one}")
                } else {
                    let entries = [binding(&name, &all, "a")];
                    sum(&entries, &single(&all, &format!("if a then {one}")))
                }
            }
            _ => {
                let reason = format!(
                    "a conversion from {} to {} is not in the calculus",
                    from.element, to.element
                );
                return Err(self.refused(op, reason));
            }
        };
        self.define(op, &text)
    }

    fn reduce(&mut self, op: OpId, dims: &[usize]) -> Result<(), Refused> {
        let module = self.module;
        let monoid = Monoid::of_single(module, op);
        let boolean = module.ty(module.operand(op, 0)).element().is_some_and(|e| e.is_boolean());
        if !(monoid == Some(Monoid::Add) && !boolean || monoid == Some(Monoid::Or) && boolean) {
            return Err(self.refused(op, "only sums are reductions of the calculus"));
        }
        let (operand, init) = (module.operand(op, 0), module.operand(op, 1));
        let rank = self.tensor(op, operand)?.dims.len();
        let name = self.read(op, operand)?;
        let all = keys("i", rank);
        let indices: Vec<String> =
            (0..rank).filter(|d| !dims.contains(d)).map(|d| all[d].clone()).collect();
        let total = match rank {
            0 => name,
            _ => sum(&[binding(&name, &all, "a")], &single(&indices, "a")),
        };
        let start = self.operand(op, init)?;
        let zero = matches!(&start, Operand::Number(text) if is_zero(text));
        if zero {
            return self.define(op, &total);
        }
        let to = &self.tensor(op, module.result(op, 0))?.dims;
        let out = keys("j", to.len());
        let every = sum(&domain(&out, to), &single(&out, &start.at(&[])));
        self.define(op, &format!("({every}) + {total}"))
    }

    fn dot(&mut self, op: OpId, it: &DotGeneral) -> Result<(), Refused> {
        let module = self.module;
        let d = &it.dot_dimension_numbers;
        let (lhs, rhs) = (module.operand(op, 0), module.operand(op, 1));
        let (m, n) = (self.tensor(op, lhs)?.dims.len(), self.tensor(op, rhs)?.dims.len());
        if module.ty(lhs).element().is_some_and(|e| e.is_boolean()) {
            return Err(self.refused(op, "products of truth values are not in the calculus"));
        }
        for value in [lhs, rhs] {
            let (from, to) =
                (module.ty(value).element(), module.ty(module.result(op, 0)).element());
            if from != to && from.and_then(scalar) != Some(Scalar::Real) {
                return Err(self.refused(op, "its operands and its result have different types"));
            }
        }
        let (mut left, mut right) = (vec![String::new(); m], vec![String::new(); n]);
        let mut out = Vec::new();
        let batching = d.lhs_batching_dimensions.iter().zip(d.rhs_batching_dimensions.iter());
        for (i, (a, b)) in batching.enumerate() {
            let key = format!("b{i}");
            left[*a as usize] = key.clone();
            right[*b as usize] = key.clone();
            out.push(key);
        }
        let contracting =
            d.lhs_contracting_dimensions.iter().zip(d.rhs_contracting_dimensions.iter());
        for (i, (a, b)) in contracting.enumerate() {
            left[*a as usize] = format!("k{i}");
            right[*b as usize] = format!("k{i}");
        }
        for (i, a) in d.lhs_free(m).into_iter().enumerate() {
            left[a as usize] = format!("m{i}");
            out.push(format!("m{i}"));
        }
        for (i, b) in d.rhs_free(n).into_iter().enumerate() {
            right[b as usize] = format!("n{i}");
            out.push(format!("n{i}"));
        }
        let (a_name, b_name) = (self.read(op, lhs)?, self.read(op, rhs)?);
        let mut bindings = Vec::new();
        let mut factor = |name: String, keys: &[String], value: &str| {
            if keys.is_empty() {
                return name;
            }
            bindings.push(binding(&name, keys, value));
            value.to_owned()
        };
        let a = factor(a_name, &left, "x");
        let b = factor(b_name, &right, "y");
        let text = sum(&bindings, &single(&out, &format!("{a} * {b}")));
        self.define(op, &text)
    }
}

/// Whether a number's text is that of a zero.
pub(super) fn is_zero(text: &str) -> bool {
    ["0", "0.0", "(-0.0)", "false"].contains(&text)
}

/// The value of a number's text, if it is one.
fn parsed(text: &str) -> Option<f64> {
    let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(text);
    inner.parse().ok()
}

/// The binary digits of the numbers of an element type that are all there.
fn digits(element: Element) -> u32 {
    match element {
        Element::F64 => 53,
        Element::F32 => 24,
        Element::F16 => 11,
        Element::BF16 => 8,
        other if other.is_float() => 0,
        other => other.bit_width() - u32::from(!other.is_unsigned()),
    }
}

/// Whether every number of one element type is one of a float type.
fn holds(float: Element, other: Element) -> bool {
    let range = !other.is_float() || float != Element::F16;
    range && digits(other) <= digits(float)
}

/// The largest integer up to which all are numbers of an element type.
fn last_integer(element: Element) -> u64 {
    let all = 1u64.checked_shl(digits(element)).unwrap_or(0);
    if element.is_float() { all } else { all.wrapping_sub(1) }
}
