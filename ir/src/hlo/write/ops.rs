//! One op as instructions.

use super::body::{At, Body, Parts};
use super::{Write, constant, data, notes, shape};
use crate::attr::AttrDict;
use crate::field::Dims;
use crate::id::{OpId, Value};
use crate::literal::{Bytes, Literal};
use crate::ops::{BroadcastInDim, Constant, Family, Op, Pad, RaggedDot};
use crate::types::{Element, TensorType, Type};
use std::fmt::Write as _;

/// The most brackets that a constant without elements is written with.
const MOST_BRACKETS: i64 = 1 << 20;

/// The parts of an instruction that stands for an op.
pub(super) struct Noted<'a> {
    pub(super) shape: String,
    pub(super) operands: &'a [At],
    /// Attributes, each with `, ` in front.
    pub(super) attrs: String,
    /// Frontend attributes beside those of the op.
    pub(super) frontend: AttrDict,
}

impl Body<'_, '_> {
    /// The tensor type of a value.
    pub(super) fn tensor(&self, value: Value, op: OpId) -> Write<&'static TensorType> {
        let ty = self.module().ty(value);
        match ty.as_tensor() {
            Some(tensor) => Ok(tensor),
            None => self.fail(op, format!("HLO has no type {ty}")),
        }
    }

    /// The element type of operand `i`.
    pub(super) fn element(&self, op: OpId, i: usize) -> Element {
        self.module().ty(self.module().operand(op, i)).element().unwrap_or(Element::F32)
    }

    /// An op as one instruction with its notes, of all results together.
    pub(super) fn main(
        &mut self,
        op: OpId,
        opcode: &str,
        operands: &[At],
        attrs: impl Into<String>,
    ) -> Write<At> {
        let module = self.module();
        let shape = self.packed_shape(&module.result_types(op), module.span(op))?;
        Ok(self.main_of(op, opcode, shape, operands, attrs))
    }

    /// An op as one instruction of another shape.
    pub(super) fn main_of(
        &mut self,
        op: OpId,
        opcode: &str,
        shape: String,
        operands: &[At],
        attrs: impl Into<String>,
    ) -> At {
        let frontend = AttrDict::new();
        self.noted(op, opcode, Noted { shape, operands, attrs: attrs.into(), frontend })
    }

    /// An op as one instruction, with frontend attributes.
    pub(super) fn noted(&mut self, op: OpId, opcode: &str, parts: Noted<'_>) -> At {
        let Noted { shape, operands, mut attrs, frontend } = parts;
        let module = self.module();
        attrs.push_str(&notes::of(module, op, self.writer.locations, &frontend));
        let first = module.results(op).get(0).and_then(|value| module.name(value));
        let base = first.unwrap_or(opcode).to_owned();
        self.emit(Parts { base: &base, shape, opcode, text: "", operands, attrs })
    }

    /// Makes the members of an instruction stand for the op's results.
    pub(super) fn set_results(&mut self, op: OpId, at: At) -> Write<()> {
        let module = self.module();
        let results = module.results(op);
        self.unpack(at, results, results.len(), module.span(op))
    }

    /// An op as one instruction of its operands.
    pub(super) fn simple(&mut self, op: OpId, opcode: &str, attrs: impl Into<String>) -> Write<()> {
        let operands = self.operands(op)?;
        let at = self.main(op, opcode, &operands, attrs)?;
        self.set_results(op, at)
    }

    /// An instruction without notes.
    pub(super) fn plain(
        &mut self,
        op: OpId,
        opcode: &str,
        ty: Type,
        operands: &[At],
        attrs: impl Into<String>,
    ) -> Write<At> {
        let shape = shape(ty, self.module().span(op))?;
        let attrs = attrs.into();
        Ok(self.emit(Parts { base: opcode, shape, opcode, text: "", operands, attrs }))
    }

    /// The op has no form in HLO.
    pub(super) fn refuse(&self, op: OpId, help: &str) -> Write<()> {
        let name = self.module().op(op).name();
        let found = self.fail::<()>(op, format!("`{name}` has no form in HLO"));
        match (found, help) {
            (found, "") => found,
            (Err(diagnostic), help) => Err(Box::new(diagnostic.help(help))),
            (found, _) => found,
        }
    }

    /// Writes an op.
    pub(super) fn instruction(&mut self, op: OpId) -> Write<()> {
        let module = self.module();
        let kind = module.op(op);
        match kind {
            Op::Constant(it) => self.constant(op, it),
            Op::Iota(it) => {
                self.simple(op, "iota", format!(", iota_dimension={}", it.iota_dimension))
            }
            Op::Clamp(_) => self.broadcast_scalars(op, "clamp", 1),
            Op::Select(_) => self.broadcast_scalars(op, "select", 1),
            Op::Compare(it) => {
                let mut attrs = format!(", direction={}", it.comparison_direction.word());
                if let Some(word) = data::compare_type(kind, self.element(op, 0)) {
                    let _ = write!(attrs, ", type={word}");
                }
                self.simple(op, "compare", attrs)
            }
            Op::ReducePrecision(it) => {
                let (e, m) = (it.exponent_bits.0, it.mantissa_bits.0);
                self.simple(
                    op,
                    "reduce-precision",
                    format!(", exponent_bits={e}, mantissa_bits={m}"),
                )
            }
            Op::Erf(_) => self.simple(op, "erf", ""),
            Op::TopK(it) => self.simple(op, "topk", format!(", k={}, largest=true", it.k)),
            Op::RaggedDot(it) => self.ragged_dot(op, it),
            Op::BroadcastInDim(it) => self.broadcast(op, it),
            Op::BitcastConvert(_) => self.simple(op, "bitcast-convert", ""),
            Op::Reshape(_) => self.simple(op, "reshape", ""),
            Op::Concatenate(it) => {
                self.simple(op, "concatenate", data::dims("dimensions", &[it.dimension]))
            }
            Op::Pad(it) => self.pad(op, it),
            Op::Reverse(it) => self.simple(op, "reverse", data::dims("dimensions", &it.dimensions)),
            Op::Slice(it) => {
                let text = data::slices(&it.start_indices, &it.limit_indices, &it.strides);
                self.simple(op, "slice", format!(", slice={text}"))
            }
            Op::Transpose(it) => {
                self.simple(op, "transpose", data::dims("dimensions", &it.permutation))
            }
            Op::DynamicSlice(it) => {
                let sizes = data::dims("dynamic_slice_sizes", &it.slice_sizes);
                self.simple(op, "dynamic-slice", sizes)
            }
            Op::DynamicUpdateSlice(_) => self.simple(op, "dynamic-update-slice", ""),
            Op::Gather(it) => {
                let d = &it.dimension_numbers;
                let attrs = [
                    data::dims("offset_dims", &d.offset_dims),
                    data::dims("collapsed_slice_dims", &d.collapsed_slice_dims),
                    data::dims("start_index_map", &d.start_index_map),
                    batching(&[
                        ("operand_batching_dims", &d.operand_batching_dims),
                        ("start_indices_batching_dims", &d.start_indices_batching_dims),
                    ]),
                    format!(", index_vector_dim={}", d.index_vector_dim),
                    data::dims("slice_sizes", &it.slice_sizes),
                    data::flag("indices_are_sorted", it.indices_are_sorted.unwrap_or(false)),
                ];
                self.simple(op, "gather", attrs.concat())
            }
            Op::GetDimensionSize(it) => {
                self.simple(op, "get-dimension-size", data::dims("dimensions", &[it.dimension]))
            }
            Op::SetDimensionSize(it) => {
                self.simple(op, "set-dimension-size", data::dims("dimensions", &[it.dimension]))
            }
            Op::Convolution(it) => {
                let kernel = self.tensor(module.operand(op, 1), op)?;
                match data::convolution(it, &kernel.dims) {
                    Some(attrs) => self.simple(op, "convolution", attrs),
                    None => self.refuse(op, "HLO has at most ten spatial dimensions"),
                }
            }
            Op::DotGeneral(it) => match data::dot(it) {
                Some(attrs) => self.simple(op, "dot", attrs),
                None => self.refuse(op, "HLO has no name for its algorithm"),
            },
            Op::BatchNormInference(it) => {
                self.batch_norm(op, "batch-norm-inference", it.epsilon.get(), it.feature_index)
            }
            Op::BatchNormTraining(it) => {
                self.batch_norm(op, "batch-norm-training", it.epsilon.get(), it.feature_index)
            }
            Op::BatchNormGrad(it) => {
                self.batch_norm(op, "batch-norm-grad", it.epsilon.get(), it.feature_index)
            }
            Op::Cholesky(it) => self.simple(op, "cholesky", format!(", lower={}", it.lower.0)),
            Op::Fft(it) => {
                let length = data::dims("fft_length", &it.fft_length);
                self.simple(op, "fft", format!(", fft_type={}{length}", it.fft_type.word()))
            }
            Op::TriangularSolve(it) => {
                let mut attrs = String::new();
                let flags = [
                    ("left_side", it.left_side),
                    ("lower", it.lower),
                    ("unit_diagonal", it.unit_diagonal),
                ];
                for (name, value) in flags {
                    attrs.push_str(&data::flag(name, value));
                }
                let _ = write!(attrs, ", transpose_a={}", it.transpose_a.word());
                self.simple(op, "triangular-solve", attrs)
            }
            Op::Rng(it) => {
                // The shape is that of the result.
                let operands = [0, 1].map(|i| self.get(module.operand(op, i), op));
                let [a, b] = operands;
                let word = it.rng_distribution.word().to_lowercase();
                let at = self.main(op, "rng", &[a?, b?], format!(", distribution=rng_{word}"))?;
                self.set_results(op, at)
            }
            Op::RngBitGenerator(it) => {
                let word = it.rng_algorithm.word().to_lowercase();
                self.simple(op, "rng-bit-generator", format!(", algorithm=rng_{word}"))
            }
            Op::Tuple(_) => self.simple(op, "tuple", ""),
            Op::GetTupleElement(it) => {
                self.simple(op, "get-tuple-element", format!(", index={}", it.index.0))
            }
            // Any other op: its family says all about it, and `family` names every op.
            _ => self.of_family(op),
        }
    }

    /// Writes an op that its family says all about.
    fn of_family(&mut self, op: OpId) -> Write<()> {
        let kind = self.module().op(op);
        match kind.family() {
            Family::Elementwise => {
                let opcode = kind.def().short_name().replace('_', "-");
                self.simple(op, &opcode, "")
            }
            Family::Call => self.call_like(op),
            Family::Computation => self.with_computation(op),
            Family::Control => self.control(op),
            Family::Identity => self.identity(op),
            Family::Process => self.process(op),
            Family::Check => self.check(op),
            Family::Quantize => self.refuse(op, "the pass expand-quantized expands it"),
            Family::Chlo => self.refuse(op, "the pass legalize-chlo expands it"),
            Family::Sized => {
                self.refuse(op, "the passes refine-shapes and canonicalize-dynamism make it static")
            }
            Family::Branch => self.refuse(op, "the pass lift-control-flow lifts branches"),
            Family::Aggregate => self.refuse(op, "the pass structs-to-tuples converts structs"),
            Family::Data | Family::Return | Family::Other => self.refuse(op, ""),
        }
    }

    /// A constant; one number for all is broadcast.
    fn constant(&mut self, op: OpId, it: &Constant) -> Write<()> {
        let at = self.literal(op, &it.value)?;
        let result = self.module().result(op, 0);
        self.set(result, at);
        Ok(())
    }

    fn literal(&mut self, op: OpId, value: &Literal) -> Write<At> {
        let module = self.module();
        let ty = value.ty();
        if value.count() > 1 && value.is_uniform() {
            let element = value.element_bytes(0);
            let scalar = Literal::splat(Type::scalar_tensor(value.element()), element);
            let Ok(scalar) = scalar else { return self.fail(op, "the constant has no element") };
            let at = self.literal(op, &scalar)?;
            return self.plain(op, "broadcast", ty, &[at], ", dimensions={}");
        }
        if constant::has_complex_nan(value) {
            // XLA reads a NaN in one part as one in both.
            let parts = [0, 1].map(|i| part_of(value, i).map(|part| self.literal(op, &part)));
            let [Some(re), Some(im)] = parts else {
                return self.fail(op, "the constant has no parts");
            };
            return self.plain(op, "complex", ty, &[re?, im?], "");
        }
        let brackets = value.dims().iter().take_while(|&&n| n > 0);
        if value.count() == 0 && brackets.fold(1i64, |a, &n| a.saturating_mul(n)) > MOST_BRACKETS {
            return self.fail(op, format!("HLO text of an empty constant of {ty} is too long"));
        }
        let mut text = String::new();
        constant::write(&mut text, value);
        let shape = shape(ty, module.span(op))?;
        let base = self.base_of(module.result(op, 0), "constant");
        let parts = Parts { base, shape, opcode: "constant", text: &text, ..Parts::default() };
        Ok(self.emit(parts))
    }

    /// An elementwise op whose operands may be scalars.
    fn broadcast_scalars(&mut self, op: OpId, opcode: &str, like: usize) -> Write<()> {
        let module = self.module();
        let tensor = self.tensor(module.operand(op, like), op)?;
        let mut operands = self.operands(op)?;
        for (i, at) in operands.iter_mut().enumerate() {
            let own = self.tensor(module.operand(op, i), op)?;
            if own.rank() == 0 && tensor.rank() > 0 {
                let ty = tensor.with_element(own.element).into();
                *at = self.plain(op, "broadcast", ty, &[*at], ", dimensions={}")?;
            }
        }
        let at = self.main(op, opcode, &operands, "")?;
        self.set_results(op, at)
    }

    /// A broadcast whose operand has the result's extents, in the result's order.
    fn broadcast(&mut self, op: OpId, it: &BroadcastInDim) -> Write<()> {
        let module = self.module();
        let operand = module.operand(op, 0);
        let from = self.tensor(operand, op)?;
        let to = self.tensor(module.result(op, 0), op)?;
        let mut at = self.get(operand, op)?;
        let dims = &it.broadcast_dimensions;
        let expands = |i: usize| from.dims[i] != to.dims[dims[i] as usize];
        let mut kept: Vec<(i64, i64)> =
            (0..from.rank()).filter(|&i| !expands(i)).map(|i| (dims[i], from.dims[i])).collect();
        if kept.len() < from.rank() {
            let extents: Vec<i64> = kept.iter().map(|pair| pair.1).collect();
            at = self.plain(op, "reshape", Type::tensor(&extents, from.element), &[at], "")?;
        }
        let order: Vec<i64> = kept.iter().map(|pair| pair.0).collect();
        if !order.is_sorted() {
            let mut permutation: Vec<i64> = (0..order.len() as i64).collect();
            permutation.sort_by_key(|&i| order[i as usize]);
            kept.sort_unstable();
            let extents: Vec<i64> = kept.iter().map(|pair| pair.1).collect();
            let ty = Type::tensor(&extents, from.element);
            at = self.plain(op, "transpose", ty, &[at], data::dims("dimensions", &permutation))?;
        }
        let dims: Vec<i64> = kept.iter().map(|pair| pair.0).collect();
        let at = self.main(op, "broadcast", &[at], data::dims("dimensions", &dims))?;
        self.set_results(op, at)
    }

    fn pad(&mut self, op: OpId, it: &Pad) -> Write<()> {
        if it.edge_padding_low.is_empty() {
            // HLO can't write the padding of a scalar, which is the scalar.
            let at = self.get(self.module().operand(op, 0), op)?;
            return self.set_results(op, at);
        }
        let text =
            data::paddings(&it.edge_padding_low, &it.edge_padding_high, &it.interior_padding);
        self.simple(op, "pad", format!(", padding={text}"))
    }

    fn batch_norm(&mut self, op: OpId, opcode: &str, epsilon: f32, feature: i64) -> Write<()> {
        self.simple(op, opcode, format!(", epsilon={epsilon:?}, feature_index={feature}"))
    }

    fn ragged_dot(&mut self, op: OpId, it: &RaggedDot) -> Write<()> {
        let d = &it.ragged_dot_dimension_numbers;
        let attrs = [
            data::dot_dims(&d.dot),
            data::dims("lhs_ragged_dims", &d.lhs_ragged_dimensions),
            data::dims("rhs_group_dims", &d.rhs_group_dimensions),
            data::precisions(it.precision_config.as_ref().map(|config| &config.0)),
        ];
        self.simple(op, "ragged-dot", attrs.concat())
    }
}

/// Lists of batching dimensions, which are left out if they are empty.
pub(super) fn batching(lists: &[(&str, &Dims)]) -> String {
    let some = lists.iter().filter(|(_, dims)| !dims.is_empty());
    some.map(|(name, dims)| data::dims(name, dims)).collect()
}

/// The real or the imaginary parts of a complex literal.
fn part_of(value: &Literal, which: usize) -> Option<Literal> {
    let element = value.element().real_part();
    let width = element.byte_width();
    let parts = value.bytes().chunks_exact(width).skip(which).step_by(2);
    let bytes: Vec<u8> = parts.flatten().copied().collect();
    let ty: Type = value.tensor().with_element(element).into();
    if value.is_splat() {
        return Literal::splat(ty, &bytes).ok();
    }
    Literal::new(ty, Bytes::from(&bytes[..])).ok()
}
