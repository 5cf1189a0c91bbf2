//! Pretty forms of StableHLO's ops that the op table can't describe.

use super::Printer;
use super::pretty::Fields;
use crate::attr::Attr;
use crate::id::{OpId, Value};
use crate::literal::{Literal, write_float_attr};
use crate::op::{OperandDef, Syntax, Trait};
use crate::ops::{self, Op};
use crate::quote::{write_quoted, write_symbol};
use crate::types::{Element, Type, TypeKind};
use smallvec::SmallVec;

impl Printer<'_, '_> {
    /// Prints the op's custom form; prints nothing if the form can't express the op.
    pub(super) fn custom(&mut self, op: OpId) -> bool {
        let start = self.out.len();
        let printed = match self.m.op(op) {
            Op::ModuleOp(it) => self.module_op(op, it),
            Op::Func(it) => self.func(op, it),
            Op::Call(it) => self.call(op, it),
            Op::FuncReturn(_) => self.return_op(op, "func."),
            Op::Return(_) => self.return_op(op, "stablehlo."),
            Op::SdyReturn(_) => self.return_op(op, "sdy."),
            Op::Constant(it) => self.constant(op, it),
            Op::Compare(it) => self.compare(op, it),
            Op::ReducePrecision(it) => self.reduce_precision(op, it),
            Op::Slice(it) => self.slice(op, it),
            Op::DotGeneral(it) => self.dot_general(op, it),
            Op::Convolution(it) => self.convolution(op, it),
            Op::Reduce(it) => self.reduce(op, it),
            Op::While(_) => self.while_op(op),
            Op::Cholesky(it) => self.cholesky(op, it),
            Op::Composite(it) => self.composite(op, it),
            Op::CustomCall(it) => self.custom_call(op, it),
            Op::GetTupleElement(it) => self.get_tuple_element(op, it),
            Op::ChloConstant(it) => self.chlo_constant(op, it),
            Op::Scan(it) => self.scan(op, it),
            Op::ExpectAlmostEq(it) => self.expect_almost_eq(op, None, it.tolerance.as_deref()),
            Op::ExpectAlmostEqConst(it) => {
                self.expect_almost_eq(op, Some(&it.value), it.tolerance.as_deref())
            }
            Op::ExpectClose(it) => self.expect_close(op, it),
            Op::ExpectSerializedEq(it) => self.expect_serialized_eq(op, it),
            Op::Probe(it) => self.probe(op, it),
            Op::Assert(_)
            | Op::Br(_)
            | Op::CondBr(_)
            | Op::ScalarConstant(_)
            | Op::Switch(_)
            | Op::TensorExtract(_)
            | Op::TensorFromElements(_) => self.branch(op),
            Op::Assuming(_) => self.assuming(op),
            Op::AssumingYield(_) => self.assuming_yield(op),
            // Any other op: one of `sdy`, or printed in the generic form.
            _ => self.sdy(op),
        };
        if !printed {
            self.out.truncate(start);
        }
        printed
    }

    /// The op's operands, if there are `N` and the op has no regions.
    fn plain<const N: usize>(&self, op: OpId) -> Option<[Value; N]> {
        let operands = self.m.operands(op).try_into().ok()?;
        self.m.regions(op).is_empty().then_some(operands)
    }

    /// Prints the attributes after the last word, and the type suffix.
    fn tail(&mut self, op: OpId, fields: &Fields, written: &[&str], suffix: &str) -> bool {
        self.leftover(op, fields, written);
        self.suffix(op, suffix, fields)
    }

    fn constant(&mut self, op: OpId, it: &ops::Constant) -> bool {
        if self.m.result_types(op)[..] != [it.value.ty()] || it.value.element().is_quantized() {
            return false;
        }
        self.put("stablehlo.constant");
        self.leftover(op, &Fields::new(), &[]);
        self.put(" ");
        self.literal(&it.value);
        true
    }

    fn compare(&mut self, op: OpId, it: &ops::Compare) -> bool {
        let Some([lhs, rhs]) = self.plain(op) else { return false };
        self.put("stablehlo.compare ");
        self.put(it.comparison_direction.word());
        self.put(", ");
        self.values(&[lhs, rhs]);
        if let Some(compare_type) = it.compare_type {
            self.put(", ");
            self.put(compare_type.word());
        }
        self.tail(op, &Fields::new(), &[], "signature")
    }

    fn reduce_precision(&mut self, op: OpId, it: &ops::ReducePrecision) -> bool {
        let Some([operand]) = self.plain(op) else { return false };
        let (exponent, mantissa) = (it.exponent_bits.0, it.mantissa_bits.0);
        if exponent < 0 || mantissa < 0 {
            return false;
        }
        self.put("stablehlo.reduce_precision ");
        self.value(operand);
        self.show(format_args!(", format = e{exponent}m{mantissa}"));
        self.tail(op, &Fields::new(), &[], "same")
    }

    fn slice(&mut self, op: OpId, it: &ops::Slice) -> bool {
        let Some([operand]) = self.plain(op) else { return false };
        let (from, to, by) = (&it.start_indices, &it.limit_indices, &it.strides);
        let all = from.iter().chain(to.iter()).chain(by.iter());
        if from.len() != to.len() || from.len() != by.len() || all.clone().any(|&n| n < 0) {
            return false;
        }
        self.put("stablehlo.slice ");
        self.value(operand);
        self.put(" [");
        for (i, ((from, to), &by)) in from.iter().zip(to.iter()).zip(by.iter()).enumerate() {
            if i > 0 {
                self.put(", ");
            }
            self.show(format_args!("{from}:{to}"));
            if by != 1 {
                self.show(format_args!(":{by}"));
            }
        }
        self.put("]");
        self.tail(op, &Fields::new(), &[], "signature")
    }

    fn dot_general(&mut self, op: OpId, it: &ops::DotGeneral) -> bool {
        let Some([lhs, rhs]) = self.plain(op) else { return false };
        let d = &it.dot_dimension_numbers;
        self.put("stablehlo.dot_general ");
        self.values(&[lhs, rhs]);
        self.put(", ");
        if !d.lhs_batching_dimensions.is_empty() || !d.rhs_batching_dimensions.is_empty() {
            self.put("batching_dims = ");
            self.list(&d.lhs_batching_dimensions);
            self.put(" x ");
            self.list(&d.rhs_batching_dimensions);
            self.put(", ");
        }
        self.put("contracting_dims = ");
        self.list(&d.lhs_contracting_dimensions);
        self.put(" x ");
        self.list(&d.rhs_contracting_dimensions);
        if let Some(precisions) = &it.precision_config {
            self.put(", precision = [");
            for (i, precision) in precisions.0.iter().enumerate() {
                if i > 0 {
                    self.put(", ");
                }
                self.put(precision.word());
            }
            self.put("]");
        }
        if let Some(algorithm) = &it.algorithm {
            self.put(", algorithm = ");
            self.put(&algorithm.body());
        }
        self.tail(op, &Fields::new(), &[], "signature")
    }

    fn convolution(&mut self, op: OpId, it: &ops::Convolution) -> bool {
        let Some([lhs, rhs]) = self.plain(op) else { return false };
        if !it.dimension_numbers.is_consistent() {
            return false;
        }
        self.put("stablehlo.convolution(");
        self.values(&[lhs, rhs]);
        self.put(") dim_numbers = ");
        self.show(&it.dimension_numbers);
        self.put(", window = {");
        let mut any = false;
        let mut entry = |printer: &mut Self, name: &str| {
            printer.put(if any { ", " } else { "" });
            any = true;
            printer.put(name);
            printer.put(" = ");
        };
        if let Some(strides) = &it.window_strides {
            entry(self, "stride");
            self.list(strides);
        }
        if let Some(padding) = &it.padding {
            entry(self, "pad");
            self.put("[");
            for (i, (low, high)) in padding.0.iter().enumerate() {
                self.put(if i > 0 { ", " } else { "" });
                self.list(&[*low, *high]);
            }
            self.put("]");
        }
        for (name, dims) in [("lhs_dilate", &it.lhs_dilation), ("rhs_dilate", &it.rhs_dilation)] {
            if let Some(dims) = dims {
                entry(self, name);
                self.list(dims);
            }
        }
        if let Some(reversal) = &it.window_reversal {
            entry(self, "reverse");
            self.put("[");
            for (i, flag) in reversal.0.iter().enumerate() {
                self.put(if i > 0 { ", " } else { "" });
                self.put(if *flag { "true" } else { "false" });
            }
            self.put("]");
        }
        self.put("}");
        let written = [
            "window_strides",
            "padding",
            "lhs_dilation",
            "rhs_dilation",
            "window_reversal",
            "dimension_numbers",
        ];
        let fields = self.fields(op);
        self.tail(op, &fields, &written, "signature")
    }

    /// Prints `reduce(%x init: %i) applies stablehlo.add across dimensions = [0] : …`, or the body
    /// as `reducer(…) { … }`.
    fn reduce(&mut self, op: OpId, it: &ops::Reduce) -> bool {
        let m = self.m;
        let operands = m.operands(op);
        let n = operands.len() / 2;
        let [region] = m.regions(op) else { return false };
        let [body] = m.blocks(*region) else { return false };
        let args = m.args(*body);
        if n == 0 || operands.len() != 2 * n || args.len() != 2 * n {
            return false;
        }
        self.put("stablehlo.reduce");
        for i in 0..n {
            self.put(if i > 0 { ", (" } else { "(" });
            self.value(operands[i]);
            self.put(" init: ");
            self.value(operands[n + i]);
            self.put(")");
        }
        let short = self.applied(operands[0], *body);
        if let Some(applied) = short {
            self.put(" applies ");
            self.put(applied);
        }
        self.put(" across dimensions = ");
        self.list(&it.dimensions);
        if !self.tail(op, &Fields::new(), &[], "signature") {
            return false;
        }
        if short.is_none() {
            self.put("\n");
            self.line_start();
            self.put(" reducer");
            for i in 0..n {
                self.put(if i > 0 { " (" } else { "(" });
                self.typed_values(&[args[i], args[n + i]]);
                self.put(")");
            }
            self.put(" ");
            self.region(*region, true);
        }
        true
    }

    /// The name of the op that a reduction's body consists of, if that is a single commutative op
    /// on its two arguments.
    fn applied(&self, input: Value, body: crate::Block) -> Option<&'static str> {
        let m = self.m;
        let element = m.ty(input).element()?;
        let scalar = Type::scalar_tensor(element);
        let mut inside = m.ops(body);
        let (inner, last) = (inside.next()?, inside.next()?);
        let kind = m.op(inner);
        let def = kind.def();
        let fits = inside.next().is_none()
            && matches!(m.op(last), Op::Return(_))
            && kind.has(Trait::Commutative)
            && matches!(def.syntax, Syntax::Pieces(_))
            && matches!(
                def.operands,
                [OperandDef { many: false, .. }, OperandDef { many: false, .. }]
            )
            && m.args(body).iter().all(|&v| m.ty(v) == scalar)
            && m.operands(inner) == m.args(body)
            && m.result_types(inner)[..] == [scalar]
            && m.operands(last).iter().copied().eq(m.results(inner))
            && m.discardable_attrs(inner).is_none()
            && m.discardable_attrs(last).is_none()
            && !(self.options.locations && m.loc(inner) != m.loc(last))
            && self.fields(inner).is_empty();
        fits.then_some(def.name)
    }

    /// `while(%a = %x) : type cond { … } do { … }`.
    fn while_op(&mut self, op: OpId) -> bool {
        let m = self.m;
        let operands = m.operands(op);
        let [cond, body] = m.regions(op) else { return false };
        let ([first], [second]) = (m.blocks(*cond), m.blocks(*body)) else { return false };
        let args = m.args(*first);
        let types: SmallVec<[Type; 4]> = operands.iter().map(|&v| m.ty(v)).collect();
        let fits = [args, m.args(*second)]
            .iter()
            .all(|list| list.iter().map(|&v| m.ty(v)).eq(types.iter().copied()));
        if !fits || m.result_types(op)[..] != types[..] {
            return false;
        }
        self.put("stablehlo.while(");
        for (i, (&arg, &operand)) in args.iter().zip(operands).enumerate() {
            self.put(if i > 0 { ", " } else { "" });
            self.base_name(arg);
            self.put(" = ");
            self.value(operand);
        }
        self.put(")");
        if !operands.is_empty() {
            self.put(" : ");
            self.types_of(operands.iter().copied());
        }
        if let Some(discardable) = m.discardable_attrs(op) {
            self.put(" attributes ");
            self.show(discardable);
        }
        self.put("\n");
        self.line_start();
        self.put("cond ");
        self.region(*cond, true);
        self.put(" do ");
        self.region(*body, true);
        true
    }

    fn custom_call(&mut self, op: OpId, it: &ops::CustomCall) -> bool {
        let Ok(target) = std::str::from_utf8(&it.call_target_name.0) else { return false };
        if !self.m.regions(op).is_empty() {
            return false;
        }
        self.put("stablehlo.custom_call ");
        let _ = write_symbol(self.out, target);
        self.put("(");
        self.values(self.m.operands(op));
        self.put(")");
        let fields = self.fields(op);
        self.tail(op, &fields, &["call_target_name"], "signature")
    }

    fn cholesky(&mut self, op: OpId, it: &ops::Cholesky) -> bool {
        let Some([operand]) = self.plain(op) else { return false };
        self.put("stablehlo.cholesky ");
        self.value(operand);
        if it.lower.0 {
            self.put(", lower = true");
        }
        self.tail(op, &Fields::new(), &[], "same")
    }

    /// `composite "name.space" %a, %b {decomposition = @f} : …`.
    fn composite(&mut self, op: OpId, it: &ops::Composite) -> bool {
        if !self.m.regions(op).is_empty() {
            return false;
        }
        self.put("stablehlo.composite ");
        let _ = write_quoted(self.out, &it.name.0);
        let operands = self.m.operands(op);
        if !operands.is_empty() {
            self.put(" ");
            self.values(operands);
        }
        let fields = self.fields(op);
        self.tail(op, &fields, &["name"], "signature")
    }

    fn get_tuple_element(&mut self, op: OpId, it: &ops::GetTupleElement) -> bool {
        let Some([operand]) = self.plain(op) else { return false };
        if it.index.0 < 0 {
            return false;
        }
        self.put("stablehlo.get_tuple_element ");
        self.value(operand);
        self.show(format_args!("[{}]", it.index.0));
        self.tail(op, &Fields::new(), &[], "signature")
    }

    fn probe(&mut self, op: OpId, it: &ops::Probe) -> bool {
        let Some([operand]) = self.plain(op) else { return false };
        self.put("interpreter.probe ");
        self.value(operand);
        self.put(", probe_id = ");
        let _ = crate::quote::write_quoted(self.out, &it.probe_id.0);
        self.tail(op, &Fields::new(), &[], "same")
    }

    fn expect_serialized_eq(&mut self, op: OpId, it: &ops::ExpectSerializedEq) -> bool {
        let Some([expected]) = self.plain(op) else { return false };
        self.put("check.expect_serialized_eq ");
        self.value(expected);
        self.put(", probe_id = ");
        let _ = crate::quote::write_quoted(self.out, &it.probe_id.0);
        if let Some(iteration) = it.iteration {
            self.show(format_args!(", iter = {iteration}"));
        }
        self.tail(op, &Fields::new(), &[], "operands_one")
    }

    /// Prints `check.expect_almost_eq %a, %b, tolerance = 1.0 : type`, or the form with a literal
    /// in place of `%b` and of the type.
    fn expect_almost_eq(
        &mut self,
        op: OpId,
        literal: Option<&Literal>,
        tolerance: Option<&Attr>,
    ) -> bool {
        if !self.m.regions(op).is_empty() {
            return false;
        }
        let operands = self.m.operands(op);
        self.put(if literal.is_some() {
            "check.expect_almost_eq_const "
        } else {
            "check.expect_almost_eq "
        });
        self.values(operands);
        if let Some(literal) = literal {
            self.put(", ");
            self.show(literal);
        }
        match tolerance {
            None => {}
            Some(Attr::Float(bits, ty)) if *ty == Type::scalar(Element::F64) => {
                self.put(", tolerance = ");
                if write_float_attr(self.out, f64::from_bits(*bits), *ty).is_err() {
                    return false;
                }
            }
            Some(_) => return false,
        }
        self.leftover(op, &Fields::new(), &[]);
        if literal.is_none() {
            self.put(" : ");
            self.types_of(operands.iter().copied().take(1));
        }
        true
    }

    fn expect_close(&mut self, op: OpId, it: &ops::ExpectClose) -> bool {
        let Some([actual, expected]) = self.plain(op) else { return false };
        let bounds = [
            ("max_ulp_difference", it.max_ulp_difference),
            ("min_ulp_difference", it.min_ulp_difference),
        ];
        self.put("check.expect_close ");
        self.values(&[actual, expected]);
        for (name, bound) in bounds {
            if let Some(bound) = bound {
                // The bounds are unsigned; 2^64 - 1 allows any difference.
                self.show(format_args!(", {name} = {}", bound as u64));
            }
        }
        self.leftover(op, &Fields::new(), &[]);
        self.put(" : ");
        self.types_of([actual, expected]);
        true
    }

    /// Prints `return %a, %b : types`; directly in a function's body without the dialect.
    fn return_op(&mut self, op: OpId, dialect: &str) -> bool {
        if !self.m.regions(op).is_empty() || !self.m.results(op).is_empty() {
            return false;
        }
        if dialect != "func." || !self.is_in_function_body(op) {
            self.put(dialect);
        }
        self.put("return");
        self.leftover(op, &Fields::new(), &[]);
        let operands = self.m.operands(op);
        if !operands.is_empty() {
            self.put(" ");
            self.values(operands);
            self.put(" : ");
            self.types_of(operands.iter().copied());
        }
        true
    }

    /// Whether an op is directly in a function's body, not in a nested region: MLIR omits `func.`
    /// there.
    pub(super) fn is_in_function_body(&self, op: OpId) -> bool {
        self.m.parent_op(op).is_some_and(|parent| matches!(self.m.op(parent), Op::Func(_)))
    }

    /// Whether MLIR's syntax writes this type in parentheses if it is the only one.
    pub(super) fn is_function_type(ty: Type) -> bool {
        matches!(ty.kind(), TypeKind::Function(..))
    }
}
