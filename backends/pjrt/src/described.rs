//! Programs as text for frameworks: JAX reads there how a program for several devices divides its
//! results, where the program itself leaves that open, and the layouts of arguments.

use hloom_ir::ops::Func;
use hloom_ir::text::{PrintOptions, print};
use hloom_ir::{Attr, Module, OpId, Rewriter, Type};

use crate::divided::Divided;
use crate::error::{Error, Outcome};
use crate::layout;
use crate::manual::Bodies;
use crate::mesh::{self, Sharding};
use crate::places::{Place, Places};
use crate::sharding;

/// The attributes of a module under which XLA looks for the shardings of arguments and results.
const ARGUMENTS: &str = "mhlo.spmd_parameters_shardings";
const RESULTS: &str = "mhlo.spmd_output_sharding";

/// Those of the layouts of arguments and results.
const ARGUMENT_LAYOUTS: &str = "mhlo.xla_entry_computation_parameter_layouts";
const RESULT_LAYOUTS: &str = "mhlo.xla_entry_computation_result_layout";

/// Those of their tiles.
const ARGUMENT_TILES: &str = "mhlo.xla_entry_computation_parameter_tiles";
const RESULT_TILES: &str = "mhlo.xla_entry_computation_result_tiles";

/// The sharding of a tensor that is whole on each device.
const WHOLE: &str = "{replicated}";

/// A program as text. That of a program for several devices has no ops of Shardy, which XLA does not
/// read; the body of a manual computation is called once for each device.
///
/// # Errors
/// If shardings can't be read.
pub(crate) fn text(mut module: Module, devices: usize) -> Outcome<String> {
    if devices > 1 {
        sharding::inline(&mut module)?;
        let meshes = mesh::meshes(&module);
        let main = module.symbol("main").filter(|&at| module.get::<Func>(at).is_some());
        let main = main.ok_or_else(|| Error::invalid("the program has no function @main"))?;
        let (divided, _) = Divided::of(&module, main, &meshes, devices)?;
        let ty = module.func(main).function_type;
        let arguments = shardings(ty.inputs(), &divided.arguments, devices);
        let results = match &shardings(ty.results(), &divided.results, devices)[..] {
            [] => WHOLE.to_owned(),
            [one] => one.clone(),
            several => format!("{{{}}}", several.join(", ")),
        };
        sharding::remove(&mut module, &meshes, devices as i64, Bodies::Called, None)?;
        let functions: Vec<OpId> = module.functions().collect();
        functions.into_iter().for_each(|function| without_shardings(&mut module, function));
        let root = module.root();
        let mut attrs = module.discardable_attrs(root).cloned().unwrap_or_default();
        let string = |text: String| Attr::String(text.into_bytes().into());
        attrs.set(ARGUMENTS, Attr::Array(arguments.into_iter().map(string).collect()));
        attrs.set(RESULTS, string(results));
        Rewriter::new(&mut module).set_discardable_attrs(root, attrs);
    }
    add_layouts(&mut module)?;
    Ok(print(&module, &PrintOptions { generic: true, ..PrintOptions::default() }))
}

/// Adds the layouts of arguments and results under XLA's names, if one is not row-major.
fn add_layouts(module: &mut Module) -> Outcome<()> {
    let main = module.symbol("main").filter(|&at| module.get::<Func>(at).is_some());
    let Some(main) = main else { return Ok(()) };
    let places = Places::of(module, main)?;
    let ty = module.func(main).function_type;
    let all = || places.arguments.iter().chain(&places.results);
    if all().all(|place| place.order.is_none() && place.tiles.is_empty()) {
        return Ok(());
    }
    let orders = |places: &[Place], types: &[Type]| {
        let each = places.iter().zip(types).map(|(place, ty)| {
            let rank = ty.as_tensor().map_or(0, |tensor| tensor.dims.len());
            let order = place.order.unwrap_or_else(|| layout::minor_to_major(rank));
            Attr::Opaque(format!("dense<{order:?}> : tensor<{rank}xindex>").into())
        });
        each.collect::<Vec<Attr>>()
    };
    let tiles = |places: &[Place]| places.iter().map(tiles_of).collect::<Vec<Attr>>();
    // Several results are one tuple of layouts.
    let tuple = |mut all: Vec<Attr>| {
        if all.len() > 1 {
            all = vec![Attr::Array(all.into())];
        }
        Attr::Array(all.into())
    };
    let root = module.root();
    let mut attrs = module.discardable_attrs(root).cloned().unwrap_or_default();
    attrs.set(ARGUMENT_LAYOUTS, Attr::Array(orders(&places.arguments, ty.inputs()).into()));
    attrs.set(RESULT_LAYOUTS, tuple(orders(&places.results, ty.results())));
    if all().any(|place| !place.tiles.is_empty()) {
        attrs.set(ARGUMENT_TILES, Attr::Array(tiles(&places.arguments).into()));
        attrs.set(RESULT_TILES, tuple(tiles(&places.results)));
    }
    Rewriter::new(module).set_discardable_attrs(root, attrs);
    Ok(())
}

/// The tiles of a layout, `:T(8,128)(2,1)`, as a list of their extents.
fn tiles_of(place: &Place) -> Attr {
    let inner = place.tiles.trim_start_matches(":T(").trim_end_matches(')');
    let tiles = inner.split(")(").filter(|tile| !tile.is_empty()).map(|tile| {
        let rank = tile.split(',').count();
        Attr::Opaque(format!("dense<[{tile}]> : tensor<{rank}xindex>").into())
    });
    Attr::Array(tiles.collect())
}

/// Shardings of tensors in the words of HLO.
fn shardings(types: &[Type], divided: &[Option<Sharding>], devices: usize) -> Vec<String> {
    let each = types.iter().zip(divided).map(|(ty, sharding)| {
        let dims = ty.as_tensor().map_or(&[][..], |tensor| &tensor.dims);
        let text = sharding.as_ref().and_then(|sharding| sharding.hlo(dims, devices as i64));
        text.unwrap_or_else(|| WHOLE.to_owned())
    });
    each.collect()
}

/// Removes the shardings of a function's arguments and results, whose meshes are gone.
fn without_shardings(module: &mut Module, function: OpId) {
    let mut func = module.func(function).clone();
    for all in [&mut func.arg_attrs, &mut func.res_attrs] {
        let Some(Attr::Array(dicts)) = all.as_deref_mut() else { continue };
        for attrs in dicts {
            if let Attr::Dict(dict) = attrs {
                dict.remove("sdy.sharding");
            }
        }
    }
    Rewriter::new(module).set_op(function, func);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_said_where_one_is_not_row_major() {
        let source = r#"func.func public @main(%x: tensor<2x3xf32> {mhlo.layout_mode = "{0,1}"}, %y: tensor<3xf32>)
            -> (tensor<3xf32>, tensor<2x3xf32> {mhlo.layout_mode = "default"}) {
          return %y, %x : tensor<3xf32>, tensor<2x3xf32>
        }"#;
        let said = |source: &str| text(hloom_ir::text::parse_module(source).unwrap(), 1).unwrap();
        let found = said(source);
        let arguments = "[dense<[0, 1]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]";
        let results = "[[dense<[0]> : tensor<1xindex>, dense<[1, 0]> : tensor<2xindex>]]";
        assert!(found.contains(&format!("{ARGUMENT_LAYOUTS} = {arguments}")), "{found}");
        assert!(found.contains(&format!("{RESULT_LAYOUTS} = {results}")), "{found}");
        assert!(!found.contains(ARGUMENT_TILES), "{found}");
        assert!(!said(&source.replace("{0,1}", "{1,0}")).contains(ARGUMENT_LAYOUTS));
        let found = said(&source.replace("{0,1}", "{1,0:T(8,128)(2,1)}"));
        let tiles = "[dense<[8,128]> : tensor<2xindex>, dense<[2,1]> : tensor<2xindex>]";
        assert!(found.contains(&format!("{ARGUMENT_TILES} = [{tiles}, []]")), "{found}");
        assert!(found.contains(&format!("{RESULT_TILES} = [[[], []]]")), "{found}");
    }

    #[test]
    fn shardings_are_said_in_the_words_of_hlo() {
        let source = r#"module {
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=2]>, sym_name = "mesh"}> : () -> ()
  func.func public @main(%x: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %y: tensor<f32>)
      -> (tensor<f32>, tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>}) {
    return %y, %x : tensor<f32>, tensor<4x4xf32>
  }
  func.func private @called(%x: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<4x4xf32> {
    return %x : tensor<4x4xf32>
  }
}"#;
        let module = hloom_ir::text::parse_module(source).unwrap();
        let found = text(module.clone(), 4).unwrap();
        let shardings = "{{replicated}, {devices=[1,2,2]0,2,1,3 last_tile_dim_replicate}}";
        assert!(found.contains(&format!("{RESULTS} = \"{shardings}\"")), "{found}");
        let shardings = "[\"{devices=[2,1,2]0,1,2,3 last_tile_dim_replicate}\", \"{replicated}\"]";
        assert!(found.contains(&format!("{ARGUMENTS} = {shardings}")), "{found}");
        assert!(!found.contains("sdy"), "{found}");
        assert!(!text(module, 1).unwrap().contains(RESULTS));
    }
}
