//! Ops with regions: control flow, calls, reductions.

use super::Write;
use super::body::{Arguments, At, Body};
use super::data::{self, Window};
use super::ops::batching;
use crate::attr::{Attr, AttrDict};
use crate::hlo::string::quoted;
use crate::id::{OpId, Value};
use crate::ops::{Op, Scatter, Sort};
use crate::types::{Element, Type};
use std::fmt::Write as _;
use std::rc::Rc;

impl Body<'_, '_> {
    /// The computation of region `i` with a parameter for each argument.
    fn computation(&mut self, op: OpId, i: usize, base: &str) -> Write<Rc<str>> {
        let region = self.module().regions(op)[i];
        self.region(op, region, base, Arguments::Each, &[], false)
    }

    /// The elements that region `i` yields.
    fn yielded(&self, op: OpId, i: usize) -> Vec<Element> {
        let module = self.module();
        let terminator = module.entry(op, i).and_then(|block| module.terminator(block));
        let values = terminator.map_or(&[][..], |end| module.operands(end));
        values.iter().filter_map(|&value| module.ty(value).element()).collect()
    }

    /// Converts an operand to another element type, if it has another one.
    fn widened(&mut self, op: OpId, value: Value, at: At, element: Element) -> Write<At> {
        let tensor = self.tensor(value, op)?;
        if tensor.element == element {
            return Ok(at);
        }
        let ty: Type = tensor.with_element(element).into();
        self.plain(op, "convert", ty, &[at], "")
    }

    /// All operands in the element types of the computation: the first `n` by themselves, those
    /// behind in the same order, repeatedly.
    fn reduced(&mut self, op: OpId, elements: &[Element]) -> Write<Vec<At>> {
        let module = self.module();
        let mut operands = self.operands(op)?;
        for (i, at) in operands.iter_mut().enumerate() {
            if let Some(&element) = elements.get(i % elements.len().max(1)) {
                *at = self.widened(op, module.operand(op, i), *at, element)?;
            }
        }
        Ok(operands)
    }

    /// Ops whose region is a computation on elements.
    pub(super) fn with_computation(&mut self, op: OpId) -> Write<()> {
        let module = self.module();
        match module.op(op) {
            Op::Map(it) => {
                let name = self.computation(op, 0, "map")?;
                let attrs = data::dims("dimensions", &it.dimensions);
                self.simple(op, "map", format!("{attrs}, to_apply={name}"))
            }
            _ if crate::ops::reduces_slices(module, op) => {
                self.refuse(op, "the pass expand-slice-reduce rewrites most bodies on slices")
            }
            Op::VariadicMap(_) => self.refuse(op, "it is made by hloom's pass vectorize-loops"),
            Op::Reduce(it) => {
                let elements = self.yielded(op, 0);
                let operands = self.reduced(op, &elements)?;
                let name = self.computation(op, 0, "reduce")?;
                let attrs = data::dims("dimensions", &it.dimensions);
                let at = self.main(op, "reduce", &operands, format!("{attrs}, to_apply={name}"))?;
                self.set_results(op, at)
            }
            Op::ReduceWindow(it) => {
                let elements = self.yielded(op, 0);
                let operands = self.reduced(op, &elements)?;
                let name = self.computation(op, 0, "reduce-window")?;
                let window = Window {
                    size: &it.window_dimensions,
                    strides: it.window_strides.as_ref(),
                    padding: it.padding.as_ref(),
                    lhs_dilation: it.base_dilations.as_ref(),
                    rhs_dilation: it.window_dilations.as_ref(),
                    reversal: &[],
                };
                let attrs = format!("{}, to_apply={name}", window.text());
                let at = self.main(op, "reduce-window", &operands, attrs)?;
                self.set_results(op, at)
            }
            Op::SelectAndScatter(it) => {
                let element = self.yielded(op, 1);
                if element.first() != Some(&self.element(op, 0)) {
                    return self.refuse(op, "HLO scatters in the operand's element type");
                }
                let select = self.computation(op, 0, "select")?;
                let scatter = self.computation(op, 1, "scatter")?;
                let rank = self.tensor(module.operand(op, 0), op)?.rank();
                let ones = vec![1; rank];
                let window = Window {
                    size: it.window_dimensions.as_deref().unwrap_or(&ones),
                    strides: it.window_strides.as_ref(),
                    padding: it.padding.as_ref(),
                    ..Window::default()
                };
                let attrs = format!("{}, select={select}, scatter={scatter}", window.text());
                self.simple(op, "select-and-scatter", attrs)
            }
            Op::Scatter(it) => self.scatter(op, it),
            Op::Sort(it) => self.sort(op, it),
            // Any other op: it is not of this family, or HLO lacks it.
            _ => self.refuse(op, ""),
        }
    }

    fn scatter(&mut self, op: OpId, it: &Scatter) -> Write<()> {
        let module = self.module();
        let elements = self.yielded(op, 0);
        let n = elements.len();
        let mut operands = self.operands(op)?;
        for (i, at) in operands.iter_mut().enumerate().filter(|(i, _)| *i != n) {
            let own = if i < n { i } else { i - n - 1 };
            *at = self.widened(op, module.operand(op, i), *at, elements[own])?;
        }
        let name = self.computation(op, 0, "scatter")?;
        let d = &it.scatter_dimension_numbers;
        let attrs = [
            data::dims("update_window_dims", &d.update_window_dims),
            data::dims("inserted_window_dims", &d.inserted_window_dims),
            data::dims("scatter_dims_to_operand_dims", &d.scatter_dims_to_operand_dims),
            batching(&[
                ("input_batching_dims", &d.input_batching_dims),
                ("scatter_indices_batching_dims", &d.scatter_indices_batching_dims),
            ]),
            format!(", index_vector_dim={}", d.index_vector_dim),
            data::flag("indices_are_sorted", it.indices_are_sorted.unwrap_or(false)),
            data::flag("unique_indices", it.unique_indices.unwrap_or(false)),
            format!(", to_apply={name}"),
        ];
        let at = self.main(op, "scatter", &operands, attrs.concat())?;
        self.set_results(op, at)
    }

    fn sort(&mut self, op: OpId, it: &Sort) -> Write<()> {
        let rank = self.tensor(self.module().operand(op, 0), op)?.rank() as i64;
        if rank == 0 {
            // HLO sorts along a dimension; a scalar is sorted.
            let operands = self.operands(op)?;
            for (result, at) in self.module().results(op).iter().zip(operands) {
                self.set(result, at);
            }
            return Ok(());
        }
        let dimension = it.dimension.unwrap_or(-1);
        let dimension = if dimension < 0 { dimension + rank } else { dimension };
        let name = self.computation(op, 0, "compare")?;
        let mut attrs = data::dims("dimensions", &[dimension]);
        attrs.push_str(&data::flag("is_stable", it.is_stable.unwrap_or(false)));
        let _ = write!(attrs, ", to_apply={name}");
        self.simple(op, "sort", attrs)
    }

    /// Control flow, and groups of ops.
    pub(super) fn control(&mut self, op: OpId) -> Write<()> {
        let module = self.module();
        match module.op(op) {
            Op::If(_) => {
                let [yes, no] = [self.branch(op, 0)?, self.branch(op, 1)?];
                let pred = self.get(module.operand(op, 0), op)?;
                let attrs = format!(", true_computation={}, false_computation={}", yes.0, no.0);
                let at = self.main(op, "conditional", &[pred, yes.1, no.1], attrs)?;
                self.set_results(op, at)
            }
            Op::Case(_) => {
                let index = self.get(module.operand(op, 0), op)?;
                let (mut operands, mut names) = (vec![index], Vec::new());
                for i in 0..module.regions(op).len() {
                    let (name, operand) = self.branch(op, i)?;
                    operands.push(operand);
                    names.push(name);
                }
                let attrs = format!(", branch_computations={{{}}}", names.join(", "));
                let at = self.main(op, "conditional", &operands, attrs)?;
                self.set_results(op, at)
            }
            Op::While(_) => self.while_loop(op),
            Op::Fusion(_) => {
                let name = self.computation(op, 0, "fused_computation")?;
                self.simple(op, "fusion", format!(", kind=kLoop, calls={name}"))
            }
            Op::Layer(_) => {
                let name = self.computation(op, 0, "layer")?;
                self.simple(op, "call", format!(", to_apply={name}"))
            }
            // Any other op: it is not of this family, or HLO lacks it.
            _ => self.refuse(op, ""),
        }
    }

    /// The computation of a branch, and the operand for its parameter: what it uses from around.
    fn branch(&mut self, op: OpId, i: usize) -> Write<(Rc<str>, At)> {
        let region = self.module().regions(op)[i];
        let captured = self.captured(&[region]);
        let all: Vec<At> =
            captured.iter().map(|&value| self.get(value, op)).collect::<Write<_>>()?;
        let operand = self.pack(&all);
        let name = self.region(op, region, "branch", Arguments::Packed, &captured, false)?;
        Ok((name, operand))
    }

    /// A loop over a tuple of what it carries and of what it uses from around.
    fn while_loop(&mut self, op: OpId) -> Write<()> {
        let module = self.module();
        let [cond, body] = *module.regions(op) else { return self.refuse(op, "") };
        let captured = self.captured(&[cond, body]);
        let mut operands = self.operands(op)?;
        for &value in &captured {
            operands.push(self.get(value, op)?);
        }
        let count = operands.len();
        let cond = self.region(op, cond, "condition", Arguments::Packed, &captured, false)?;
        let body = self.region(op, body, "body", Arguments::Packed, &captured, true)?;
        let operand = self.pack(&operands);
        let shape = self.shape_at(operand).to_owned();
        let attrs = format!(", condition={cond}, body={body}");
        let at = self.main_of(op, "while", shape, &[operand], attrs);
        self.unpack(at, module.results(op), count, module.span(op))
    }

    /// Calls of functions and of foreign code.
    pub(super) fn call_like(&mut self, op: OpId) -> Write<()> {
        let module = self.module();
        match module.op(op) {
            Op::Call(it) => {
                let name = self.callee(op, &it.callee.0)?;
                self.simple(op, "call", format!(", to_apply={name}"))
            }
            Op::Composite(it) => {
                let name = self.callee(op, &it.decomposition.0)?;
                let mut frontend = AttrDict::new();
                let attributes = Attr::Dict(it.composite_attributes.0.clone()).to_string();
                frontend.set("composite.attributes", Attr::string(&attributes));
                frontend.set("composite.name", Attr::String(it.name.0.clone()));
                frontend.set("composite.version", Attr::string(&it.version.0.to_string()));
                let mut attrs = format!(", to_apply={name}, is_composite=true");
                attrs.push_str(&super::notes::of(module, op, self.writer.locations, &frontend));
                let operands = self.operands(op)?;
                let shape = self.packed_shape(&module.result_types(op), module.span(op))?;
                let base = module.results(op).get(0).and_then(|value| module.name(value));
                let base = base.unwrap_or("call");
                let operands = &operands[..];
                let opcode = "call";
                let at = self.emit(super::body::Parts {
                    base,
                    shape,
                    opcode,
                    operands,
                    attrs,
                    text: "",
                });
                self.set_results(op, at)
            }
            Op::CustomCall(it) => self.custom_call(op, it),
            // Any other op: it is not of this family, or HLO lacks it.
            _ => self.refuse(op, ""),
        }
    }

    /// The computation of the function of this name.
    pub(super) fn callee(&mut self, op: OpId, name: &str) -> Write<Rc<str>> {
        let module = self.module();
        let function = module.symbol(name).filter(|&f| matches!(module.op(f), Op::Func(_)));
        match function {
            Some(function) => self.writer.function(function, module.span(op)),
            None => self.fail(op, format!("there is no function @{name}")),
        }
    }

    /// Ops that return their operands.
    pub(super) fn identity(&mut self, op: OpId) -> Write<()> {
        let module = self.module();
        match module.op(op) {
            Op::OptimizationBarrier(_) => {
                let operands = self.operands(op)?;
                let packed = self.pack(&operands);
                let at = self.main(op, "opt-barrier", &[packed], "")?;
                self.set_results(op, at)
            }
            Op::ShardingConstraint(it) => self.constrained(op, &it.sharding),
            Op::Reshard(it) => self.constrained(op, &it.sharding),
            // Any other op: of this family, it only says where shardings propagate.
            _ => {
                let operands = self.operands(op)?;
                for (result, at) in module.results(op).iter().zip(operands) {
                    self.set(result, at);
                }
                Ok(())
            }
        }
    }

    /// XLA's custom call that gives a value a sharding.
    fn constrained(&mut self, op: OpId, sharding: &crate::ops::Sharding) -> Write<()> {
        let Some(text) = super::notes::sharding(self.module(), sharding) else {
            return self.refuse(op, "its sharding has no form in HLO");
        };
        let target = quoted(b"Sharding");
        let attrs = format!(", custom_call_target={target}, sharding={text}");
        self.simple(op, "custom-call", attrs)
    }
}
