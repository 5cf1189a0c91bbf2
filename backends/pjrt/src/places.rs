//! The memories and the layouts of a program's arguments and results, as its attributes say.

use hloom_ir::ops::Func;
use hloom_ir::{Attr, Type};

use crate::device::MEMORY_KINDS;
use crate::error::{Error, Outcome};
use crate::layout::{self, Order};

/// The memory and the layout of an argument or result.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Place {
    /// The number of the kind of memory.
    pub(crate) kind: usize,
    /// The order of dimensions; `None` if it is row-major.
    pub(crate) order: Option<Order>,
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
    pub(crate) fn of(function: &Func) -> Outcome<Places> {
        let it = function.function_type;
        Ok(Places {
            arguments: all(function.arg_attrs.as_deref(), it.inputs())?,
            results: all(function.res_attrs.as_deref(), it.results())?,
        })
    }
}

fn all(attrs: Option<&Attr>, types: &[Type]) -> Outcome<Vec<Place>> {
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
        let order = text("mhlo.layout_mode").map_or(Ok(None), |order| layout::parse(&order, ty));
        Ok(Place { kind: kind?, order: order? })
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
        Places::of(module.func(module.symbol("main").unwrap()))
    }

    #[test]
    fn attributes_say_places() {
        let found = places("mhlo.memory_kind = \"pinned_host\", mhlo.layout_mode = \"{0,1}\"");
        let place = Place { kind: 1, order: Some(&[0, 1]) };
        let results = vec![place, Place::default()];
        assert_eq!(found.unwrap(), Places { arguments: vec![place], results });
        let refused = places("mhlo.memory_kind = \"disk\"").unwrap_err().message;
        assert!(refused.contains("no memory of the kind \"disk\""), "{refused}");
        let refused = places("mhlo.layout_mode = \"{0}\"").unwrap_err().message;
        assert!(refused.contains("no layout {0} of tensor<2x3xf32>"), "{refused}");
    }
}
