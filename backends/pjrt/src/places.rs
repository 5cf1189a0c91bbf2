//! The memories and the layouts of a program's arguments and results, as its attributes say.
//!
//! The program itself brings results to layouts that are not row-major, so that such a transposition
//! is fused with others, or is none. A layout that is left to the compiler (`AUTO`) is that of an
//! operand whose transposition is the result:
//!
//! ```text
//!   %y = transpose %x, dims = [1, 0]     return %x, whose elements are those of %y in the order {0,1}
//! ```

use hloom_ir::ops::{Func, FunctionType, Op, Transpose};
use hloom_ir::{Attr, Module, OpId, Rewriter, Type, Value};

use crate::device::MEMORY_KINDS;
use crate::error::{Error, Outcome};
use crate::layout::{self, Order, Tiles};
use crate::mesh::Sharding;

/// The memory and the layout of an argument or result.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Place {
    /// The number of the kind of memory.
    pub(crate) kind: usize,
    /// The order of dimensions; `None` if it is row-major.
    pub(crate) order: Option<Order>,
    /// The tiles of the layout.
    pub(crate) tiles: Tiles,
}

/// The places of a function's arguments and of its results.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Places {
    pub(crate) arguments: Vec<Place>,
    pub(crate) results: Vec<Place>,
}

impl Places {
    /// The places that a function states: `mhlo.memory_kind` and `mhlo.layout_mode`.
    ///
    /// # Errors
    /// If there is no such memory or layout.
    pub(crate) fn of(module: &Module, function: OpId) -> Outcome<Places> {
        let func = module.func(function);
        let it = func.function_type;
        let body = module.entry(function, 0);
        let end = body.and_then(|body| module.terminator(body));
        let returned = end.map_or(&[][..], |end| module.operands(end));
        Ok(Places {
            arguments: all(func.arg_attrs.as_deref(), it.inputs(), |_| Ok(None))?,
            results: all(func.res_attrs.as_deref(), it.results(), |i| {
                returned.get(i).map_or(Ok(None), |&value| order_of_operand(module, value))
            })?,
        })
    }

    /// Lets a function return results in the orders of their places, and divides these among devices
    /// accordingly; for each result, whether it is returned so. Those that devices hold in terms are
    /// not.
    ///
    /// # Errors
    /// If an op can't be built.
    pub(crate) fn lay_results(
        &self,
        module: &mut Module,
        function: OpId,
        shardings: &mut [Option<Sharding>],
    ) -> Outcome<Vec<bool>> {
        let mut laid = vec![false; self.results.len()];
        let end = module.entry(function, 0).and_then(|body| module.terminator(body));
        let Some(end) = end.filter(|_| self.results.iter().any(|it| it.order.is_some())) else {
            return Ok(laid);
        };
        let mut func = module.func(function).clone();
        let mut outputs = func.function_type.results().to_vec();
        let mut rewriter = Rewriter::new(module);
        for (i, place) in self.results.iter().enumerate() {
            let sharding = shardings.get_mut(i).and_then(Option::as_mut);
            let Some(order) = place.order else { continue };
            if sharding.as_ref().is_some_and(|it| it.is_unreduced()) {
                continue;
            }
            let permutation: Vec<i64> = order.iter().rev().copied().collect();
            if let Some(sharding) = sharding {
                *sharding = sharding.permuted(&permutation);
            }
            rewriter.set_before(end);
            let value = rewriter.module().operand(end, i);
            let turned = Transpose { permutation: permutation.into() };
            let turned = rewriter.value(turned, &[value]).map_err(Error::bug)?;
            rewriter.set_operand(end, i, turned);
            outputs[i] = rewriter.module().ty(turned);
            laid[i] = true;
        }
        func.function_type = FunctionType(Type::function(func.function_type.inputs(), &outputs));
        unalias(&mut func);
        rewriter.set_op(function, func);
        Ok(laid)
    }
}

/// Removes the results that arguments are to become (`tf.aliasing_output`) where these have other types.
pub(crate) fn unalias(func: &mut Func) {
    let Some(Attr::Array(all)) = func.arg_attrs.as_deref() else { return };
    let ty = func.function_type;
    let each = all.iter().zip(ty.inputs()).map(|(attr, input)| {
        let Attr::Dict(dict) = attr else { return attr.clone() };
        let result = dict.get("tf.aliasing_output").and_then(Attr::as_i64);
        let result = result.and_then(|k| ty.results().get(usize::try_from(k).ok()?));
        let mut dict = dict.clone();
        if result != Some(input) {
            dict.remove("tf.aliasing_output");
        }
        Attr::Dict(dict)
    });
    func.arg_attrs = Some(Box::new(Attr::Array(each.collect())));
}

/// The order of the elements of a value that a constraint states, or in row-major memory of the tensor
/// that it transposes.
fn order_of_operand(module: &Module, mut value: Value) -> Outcome<Option<Order>> {
    loop {
        let Some(op) = module.def_op(value) else { return Ok(None) };
        match module.op(op) {
            Op::ShardingConstraint(_) | Op::Reshard(_) => value = module.operand(op, 0),
            Op::Transpose(it) => {
                let place = |d: i64| it.permutation.iter().position(|&from| from == d);
                let minor_first = (0..it.permutation.len() as i64).rev();
                let order: Vec<i64> = minor_first.filter_map(|d| Some(place(d)? as i64)).collect();
                return layout::order(&order);
            }
            Op::CustomCall(it) if &*it.call_target_name.0 == b"LayoutConstraint" => {
                let stated = it.result_layouts.as_ref().and_then(|all| all.0.first());
                return stated.map_or(Ok(None), |order| layout::order(order));
            }
            // Any other op: it computes the value.
            _ => return Ok(None),
        }
    }
}

/// The places that attributes say; `auto` chooses an order where they leave it open.
fn all(
    attrs: Option<&Attr>,
    types: &[Type],
    auto: impl Fn(usize) -> Outcome<Option<Order>>,
) -> Outcome<Vec<Place>> {
    let place = |(i, &ty): (usize, &Type)| {
        let dict = match attrs {
            Some(Attr::Array(all)) => all.get(i),
            _ => None,
        };
        let text = |name: &str| match dict {
            Some(Attr::Dict(dict)) => match dict.get(name) {
                Some(Attr::String(text)) => Some(String::from_utf8_lossy(text).into_owned()),
                _ => None,
            },
            _ => None,
        };
        let kind = text("mhlo.memory_kind").map_or(Ok(0), |kind| kind_of(&kind));
        let (order, tiles) = match text("mhlo.layout_mode").as_deref() {
            None => (None, ""),
            Some("auto") => (auto(i)?, ""),
            Some(order) => layout::parse(order, ty)?,
        };
        Ok(Place { kind: kind?, order, tiles })
    };
    types.iter().enumerate().map(place).collect()
}

/// The number of a kind of memory.
///
/// # Errors
/// If there is no such kind.
fn kind_of(name: &str) -> Outcome<usize> {
    let found = MEMORY_KINDS.iter().position(|&kind| kind == name);
    found.ok_or_else(|| {
        let kinds = MEMORY_KINDS.join(", ");
        Error::invalid(format!("there is no memory of the kind {name:?}; the kinds are {kinds}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(attrs: &str) -> Outcome<Places> {
        let text = format!(
            "func.func @main(%x: tensor<2x3xf32> {{{attrs}}}) -> (tensor<2x3xf32> {{{attrs}}}, tensor<f32>) {{
               %y = stablehlo.constant dense<0.0> : tensor<f32>
               return %x, %y : tensor<2x3xf32>, tensor<f32>
             }}"
        );
        let module = hloom_ir::text::parse_module(&text).unwrap();
        Places::of(&module, module.symbol("main").unwrap())
    }

    #[test]
    fn attributes_say_places() {
        let found = places("mhlo.memory_kind = \"pinned_host\", mhlo.layout_mode = \"{0,1}\"");
        let place = Place { kind: 1, order: Some(&[0, 1]), tiles: "" };
        let results = vec![place, Place::default()];
        assert_eq!(found.unwrap(), Places { arguments: vec![place], results });
        // No transposition decides it.
        let auto = places("mhlo.layout_mode = \"auto\"").unwrap();
        assert_eq!(auto.results, vec![Place::default(); 2]);
        let refused = places("mhlo.memory_kind = \"disk\"").unwrap_err().message;
        assert!(refused.contains("no memory of the kind \"disk\""), "{refused}");
        let refused = places("mhlo.layout_mode = \"{0}\"").unwrap_err().message;
        assert!(refused.contains("no layout {0} of tensor<2x3xf32>"), "{refused}");
    }

    #[test]
    fn results_are_returned_in_their_orders() {
        let mut module = hloom_ir::text::parse_module(
            "func.func @main(%x: tensor<2x3x4xi32>) -> (tensor<4x2x3xi32> {mhlo.layout_mode = \"auto\"},
               tensor<2x3x4xi32> {mhlo.layout_mode = \"{0,2,1}\"}, tensor<2x3x4xi32>) {
               %y = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xi32>) -> tensor<4x2x3xi32>
               return %y, %x, %x : tensor<4x2x3xi32>, tensor<2x3x4xi32>, tensor<2x3x4xi32>
             }",
        )
        .unwrap();
        let main = module.symbol("main").unwrap();
        let input = hloom_ir::Literal::from_f64s(
            Type::tensor(&[2, 3, 4], hloom_ir::Element::I32),
            &(0..24).map(f64::from).collect::<Vec<_>>(),
        );
        let input = [hloom_interp::Value::Tensor(input.unwrap())];
        let want = hloom_interp::run(&module, "main", &input).unwrap();
        let places = Places::of(&module, main).unwrap();
        let orders: Vec<Option<Order>> = places.results.iter().map(|it| it.order).collect();
        assert_eq!(orders, [Some(&[0, 2, 1][..]), Some(&[0, 2, 1][..]), None]);
        let laid = places.lay_results(&mut module, main, &mut [None, None, None]).unwrap();
        assert_eq!(laid, [true, true, false]);
        hloom_ir::verify::verify(&module).unwrap();
        let got = hloom_interp::run(&module, "main", &input).unwrap();
        for ((want, got), order) in want.iter().zip(&got).zip(orders) {
            let (want, got) = (want.tensor().unwrap(), got.tensor().unwrap());
            let mut bytes = vec![0; want.bytes().len()];
            let from = (got.bytes(), &layout::strides_of(want.ty(), order)[..]);
            layout::relay(want.ty(), from, (&mut bytes, &layout::row_major(want.ty())));
            assert_eq!(bytes, want.bytes());
        }
    }
}
