//! The facts of a part for the page's script, as JSON.

use std::collections::HashMap;

use hloom_ir::ops::Op;
use hloom_ir::{OpId, Value};
use hloom_passes::fusion::explain::time;
use serde_json::{Value as Json, json};

use super::card::{Card, cut, describe, shape};
use super::layout::Drawing;
use super::scene::{Role, Scene, bytes};
use super::{Part, Scale};
use crate::explain::part::{kernels, size};
use crate::names::Written;

/// The most characters of a source line.
const LINE: usize = 220;

/// A part with its drawing.
pub(super) struct Drawn<'p> {
    pub(super) part: &'p Part,
    pub(super) scene: Scene,
    pub(super) cards: Vec<Card>,
    pub(super) drawing: Drawing,
}

/// The JSON of a part.
pub(super) fn json(written: &Written<'_>, drawn: &Drawn<'_>, scale: &Scale) -> Json {
    let Drawn { part, scene, cards, drawing } = drawn;
    let total = part.total();
    let boxes: Vec<Json> = scene
        .boxes
        .iter()
        .zip(cards)
        .enumerate()
        .map(|(at, (role, card))| {
            let rect = drawing.boxes[at];
            let mut json = json!({
                "role": card.role,
                "kind": card.kind,
                "title": card.title,
                "name": card.name,
                "layer": drawing.layers[at],
                "at": [rect.x.round(), rect.y.round(), rect.w.round(), rect.h.round()],
                "ops": ops(written, part, *role),
                "makes": card.makes.iter().map(|&value| made(written, value)).collect::<Vec<_>>(),
            });
            if let Some(seconds) = card.seconds {
                json["seconds"] = json!(seconds);
                json["time"] = json!(time(seconds));
                json["share"] = json!(if total > 0.0 { seconds / total } else { 0.0 });
                json["heat"] = json!(scale.heat(seconds));
                json["about"] = json!(describe(card.kind));
            }
            if let Some(measured) = card.measured {
                json["measured"] = json!(time(measured));
            }
            if let (Some((read, wrote)), Some(seconds)) = (card.traffic, card.seconds) {
                json["reads"] = json!(size(read));
                json["writes"] = json!(size(wrote));
                json["rate"] = json!(format!("{}/s", size((read + wrote) / seconds.max(1e-12))));
            }
            if let Role::Op(op) = role
                && let Some((_, why)) =
                    part.explanation.unfusable.iter().find(|(other, _)| other == op)
            {
                json["unfusable"] = json!({ "reason": why.to_string(), "change": why.change() });
            }
            json
        })
        .collect();
    let nets: Vec<Json> = scene
        .nets
        .iter()
        .zip(&drawing.ways)
        .map(|(net, ways)| {
            let mut json = made(written, net.value);
            json["from"] = json!(net.from);
            json["to"] = json!(net.to);
            json["ways"] = json!(ways);
            json
        })
        .collect();
    let homes = scene.homes(part);
    let module = written.module();
    let owner = module.block_owner(part.block).filter(|&op| !matches!(module.op(op), Op::Func(_)));
    json!({
        "title": part.title,
        "owner": owner.map(|op| written.op(op)),
        "summary": format!("{}, {} in all", kernels(part.explanation.kernels.len()), time(total)),
        "size": [drawing.width.ceil(), drawing.height.ceil()],
        "boxes": boxes,
        "nets": nets,
        "total": time(total),
        "why": why(written, part, &homes),
    })
}

/// A value in memory.
fn made(written: &Written<'_>, value: Value) -> Json {
    let module = written.module();
    let mut json = json!({
        "name": written.value(value),
        "shape": shape(module.ty(value)),
    });
    if let Some(bytes) = bytes(module, value) {
        json["bytes"] = json!(size(bytes as f64));
    }
    json
}

/// The ops of a box with their lines in the source.
fn ops(written: &Written<'_>, part: &Part, role: Role) -> Vec<Json> {
    let module = written.module();
    let one = |op: OpId| {
        let mut json = json!({
            "op": module.op(op).def().short_name(),
            "name": written.op(op),
        });
        if matches!(module.op(op), Op::Constant(_)) {
            json["constant"] = json!(true);
        }
        if let Some(line) = written.line(op) {
            json["line"] = json!(line);
            json["text"] = json!(cut(written.text_of(line).trim(), LINE));
        }
        if let Some(loc) = module.loc(op) {
            json["loc"] = json!(cut(loc, LINE));
        }
        json
    };
    match role {
        Role::Kernel(k) => part.explanation.kernels[k].ops.iter().map(|&op| one(op)).collect(),
        Role::Op(op) => vec![one(op)],
        Role::Argument(_) | Role::Constant(_) | Role::Result(_) => Vec::new(),
    }
}

/// The edges that are not fused, with the boxes at their ends.
fn why(written: &Written<'_>, part: &Part, homes: &HashMap<OpId, usize>) -> Vec<Json> {
    let edges = part.explanation.edges.iter().map(|edge| {
        let mut json = json!({
            "from": homes.get(&edge.producer),
            "to": homes.get(&edge.consumer),
            "edge": format!("{} → {}", written.op(edge.producer), written.op(edge.consumer)),
            "reason": edge.reason,
            "change": edge.change,
        });
        if let Some((now, fused)) = edge.seconds {
            json["now"] = json!(time(now));
            json["fused"] = json!(time(fused));
        }
        json
    });
    edges.collect()
}
