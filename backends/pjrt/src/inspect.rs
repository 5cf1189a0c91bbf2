//! The custom call `InspectSharding` of `jax.debug.inspect_array_sharding`: the program's author is told
//! the sharding that a value has.
//!
//! The call's configuration is a function in memory, which gets a message `OpSharding` of XLA when the
//! program is compiled (`xla/python/inspect_sharding.h`). The call itself is then its operand.

use hloom_analysis::shard::States;
use hloom_ir::ops::{CustomCall, ManualComputation};
use hloom_ir::{Attr, Module, OpId, Rewriter, Value};

use crate::callback::Inspector;
use crate::error::{Error, Outcome};
use crate::mesh::{Mesh, Sharding, Tiles};
use crate::proto::{write_bytes, write_field, write_number};

const TARGET: &[u8] = b"InspectSharding";

/// The fields of `OpSharding`.
mod field {
    pub(super) const KIND: u64 = 1;
    pub(super) const COUNTS: u64 = 3;
    pub(super) const DEVICES: u64 = 4;
    pub(super) const COPIES: u64 = 6;
}

/// The kinds of shardings; that of a tensor that is whole on each device is 0.
mod kind {
    pub(super) const TILED: u64 = 3;
    pub(super) const MANUAL: u64 = 4;
}

fn is_inspection(module: &Module, op: OpId) -> bool {
    module.get::<CustomCall>(op).is_some_and(|call| &*call.call_target_name.0 == TARGET)
}

/// Whether a program tells shardings to its author.
pub(crate) fn has_inspections(module: &Module) -> bool {
    module.walk_all().any(|op| is_inspection(module, op))
}

/// Puts the operands of all calls in their places.
pub(crate) fn remove(module: &mut Module) {
    let calls: Vec<OpId> = module.walk_all().filter(|&op| is_inspection(module, op)).collect();
    for op in calls {
        if let &[operand] = module.operands(op)
            && module.result_types(op)[..] == [module.ty(operand)]
        {
            Rewriter::new(module).replace(op, &[operand]);
        }
    }
}

/// Tells the shardings that a program's function `main` asks for on so many devices. Other functions
/// were inlined: what is left of them is dead.
///
/// # Errors
/// If a call has no function, or its function returns an error.
pub(crate) fn tell(
    module: &Module,
    main: OpId,
    states: Option<&States>,
    meshes: &[(String, Mesh)],
    devices: usize,
) -> Outcome<()> {
    for op in module.walk(main).filter(|&op| is_inspection(module, op)) {
        let config = module.get::<CustomCall>(op).and_then(|call| call.backend_config.as_ref());
        let inspector = match config.map(|config| &config.0) {
            Some(Attr::String(bytes)) => Inspector::of(bytes),
            _ => None,
        };
        let none =
            || Error::invalid("@InspectSharding is for programs of the process that made them");
        let inspector = inspector.ok_or_else(none)?;
        let &[operand] = module.operands(op) else {
            return Err(Error::invalid("@InspectSharding has one operand"));
        };
        if module.result_types(op)[..] != [module.ty(operand)] {
            return Err(Error::invalid(
                "the result of @InspectSharding has the type of its operand",
            ));
        }
        let mut around = std::iter::successors(module.parent_op(op), |&at| module.parent_op(at));
        let message = match around.any(|at| module.get::<ManualComputation>(at).is_some()) {
            true => message(field::KIND, kind::MANUAL),
            false => {
                tiles(module, operand, states, meshes, devices).map_or(Vec::new(), |it| tiled(&it))
            }
        };
        inspector.tell(&message).map_err(Error::invalid)?;
    }
    Ok(())
}

/// The tiles of a value; `None` if it is whole on each device.
fn tiles(
    module: &Module,
    value: Value,
    states: Option<&States>,
    meshes: &[(String, Mesh)],
    devices: usize,
) -> Option<Tiles> {
    let states = states?;
    let stated = states.of(module, value).sharding(&states.grid);
    let sharding = Sharding::stated(&stated, meshes, |_| true).ok()?;
    let dims = &module.ty(value).as_tensor()?.dims;
    // Terms are no part of an answer: the value is their sum.
    sharding.without_terms().tiles(dims, devices as i64)
}

fn message(field: u64, value: u64) -> Vec<u8> {
    let mut out = Vec::new();
    write_field(&mut out, field, value);
    out
}

fn tiled(tiles: &Tiles) -> Vec<u8> {
    let packed = |numbers: &[i64]| {
        let mut out = Vec::new();
        numbers.iter().for_each(|&n| write_number(&mut out, n as u64));
        out
    };
    let mut out = message(field::KIND, kind::TILED);
    write_bytes(&mut out, field::COUNTS, &packed(&tiles.counts));
    write_bytes(&mut out, field::DEVICES, &packed(&tiles.devices));
    if tiles.copies {
        write_field(&mut out, field::COPIES, 1);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::{Field, Fields, packed};

    #[test]
    fn a_message_has_the_tiles_and_their_devices() {
        let tiles = Tiles {
            counts: vec![2, 1, 2],
            devices: vec![0, 200, 1, 3],
            copies: true,
            terms: false,
        };
        let message = tiled(&tiles);
        let found: Vec<_> = Fields(&message).collect();
        let [
            (1, Field::Number(3)),
            (3, Field::Bytes(counts)),
            (4, Field::Bytes(devices)),
            (6, last),
        ] = found[..]
        else {
            panic!("{found:?}");
        };
        assert_eq!((packed(counts), packed(devices)), (tiles.counts, tiles.devices));
        assert_eq!(last, Field::Number(1));
    }

    #[test]
    fn a_call_without_a_function_is_refused() {
        for config in ["", "\"abc\"", "\"0123456789abcdef\""] {
            let config = match config {
                "" => String::new(),
                config => format!(", backend_config = {config}"),
            };
            let text = format!(
                "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
                   %0 = \"stablehlo.custom_call\"(%x) <{{api_version = 1 : i32, call_target_name = \
                   \"InspectSharding\", has_side_effect = true{config}}}> : (tensor<4xf32>) -> tensor<4xf32>
                   return %x : tensor<4xf32>
                 }}"
            );
            let module = hloom_ir::text::parse_module(&text).unwrap();
            assert!(has_inspections(&module));
            let main = module.symbol("main").unwrap();
            let refused = tell(&module, main, None, &[], 2).unwrap_err();
            assert!(refused.message.contains("of the process"), "{}", refused.message);
        }
    }
}
