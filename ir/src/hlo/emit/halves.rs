//! Instructions in two halves, a start and a done; infeed and outfeed; composites and checks.
//!
//! A start computes the whole: its value has the shape that HLO gives it, of which the done takes
//! its part. Contexts, numbers of 32 bits that only tie both halves together, are empty tuples.

use super::ops::Site;
use super::{Val, data};
use crate::attr::{Attr, AttrDict};
use crate::hlo::parse::Parse;
use crate::hlo::shape::Shape;
use crate::hlo::string::unquoted;
use crate::id::Value;
use crate::text::attr_from_text;
use crate::types::{Element, Type};
use std::rc::Rc;

impl Site<'_, '_, '_, '_> {
    /// Member `i` of the only operand.
    fn member(&self, i: usize) -> Parse<Val> {
        match self.operands {
            [Val::Many(members)] if i < members.len() => Ok(members[i].clone()),
            _ => {
                self.fail(format!("the operand of `{}` is not what a start gives", self.it.opcode))
            }
        }
    }

    /// Member `i` of the shape.
    fn part(&self, i: usize) -> Parse<&Shape> {
        match &self.it.shape {
            Shape::Tuple(members) if i < members.len() => Ok(&members[i]),
            _ => self.fail(format!("the shape of `{}` is not a tuple as needed", self.it.opcode)),
        }
    }

    /// A start, a done, or what reads from the host or writes to it.
    pub(super) fn in_two_halves(&mut self) -> Parse<Val> {
        let context = Val::Many([].into());
        match self.it.opcode {
            "copy-start" => {
                let value = Val::One(self.value(0)?);
                Ok(Val::Many(Rc::new([value.clone(), value, context])))
            }
            "copy-done" => self.member(0),
            "all-reduce-done" | "async-update" => match self.operands {
                [operand] => Ok(operand.clone()),
                _ => self.fail("there must be one operand"),
            },
            "all-gather-done" | "async-done" | "collective-permute-done" => self.member(1),
            "all-gather-start" | "collective-permute-start" => {
                let mut attrs = data::collective(&self.fields)?;
                let name = if self.it.opcode == "all-gather-start" {
                    attrs.set("all_gather_dim", Attr::i64(self.fields.one("dimensions")?));
                    "stablehlo.all_gather"
                } else {
                    attrs.remove("replica_groups");
                    let pairs = self.fields.groups("source_target_pairs")?;
                    attrs.set("source_target_pairs", pairs);
                    "stablehlo.collective_permute"
                };
                let shape = self.part(1)?.clone();
                let result = self.make_of(name, &shape, attrs)?;
                let operands = match self.operands {
                    [one] => one.clone(),
                    all => Val::Many(all.into()),
                };
                Ok(Val::Many(Rc::new([operands, result, context])))
            }
            "async-start" => {
                let at = self.emit.computation(&self.fields, "calls")?;
                let callee = self.emit.callee(at);
                let mut attrs = AttrDict::new();
                attrs.set("callee", Attr::symbol(&callee));
                let shape = self.part(1)?.clone();
                let result = self.make_of("func.call", &shape, attrs)?;
                Ok(Val::Many(Rc::new([Val::Many(self.operands.into()), result, context])))
            }
            "infeed" => {
                let attrs = self.config("infeed_config")?;
                let shape = self.it.shape.clone();
                self.make_of("stablehlo.infeed", &shape, attrs)
            }
            "outfeed" => {
                let attrs = self.config("outfeed_config")?;
                self.make_of("stablehlo.outfeed", &Shape::Token, attrs)
            }
            "send" => {
                let attrs = self.transfer(2)?;
                let token = self.make_of("stablehlo.send", &Shape::Token, attrs)?;
                let data = self.operands.first().cloned().unwrap_or(Val::Many([].into()));
                Ok(Val::Many(Rc::new([data, context, token])))
            }
            "send-done" => self.member(2),
            "recv" => {
                let attrs = self.transfer(3)?;
                let shape = Shape::Tuple(vec![self.part(0)?.clone(), Shape::Token]);
                match self.make_of("stablehlo.recv", &shape, attrs)? {
                    Val::Many(all) if all.len() == 2 => {
                        Ok(Val::Many(Rc::new([all[0].clone(), context, all[1].clone()])))
                    }
                    _ => self.fail("data and a token are received"),
                }
            }
            "recv-done" => Ok(Val::Many(Rc::new([self.member(0)?, self.member(2)?]))),
            other => self.fail(format!("hloom reads no instruction `{other}`")),
        }
    }

    /// An op of all operands with results of another shape.
    fn make_of(&mut self, name: &str, shape: &Shape, mut attrs: AttrDict) -> Parse<Val> {
        for (name, attr) in self.fields.discardable().iter() {
            attrs.set(name, attr.clone());
        }
        let operands = self.values();
        let values = self.op(name, &operands, &shape.types(), &[], attrs)?;
        self.emit.rebuilt(shape, &values, self.it.span)
    }

    /// The configuration of an infeed or outfeed.
    fn config(&self, name: &str) -> Parse<AttrDict> {
        let mut attrs = AttrDict::new();
        if let Some(text) = self.fields.get(name) {
            match unquoted(text) {
                Some(bytes) => attrs.set(name, Attr::String(bytes.into())),
                None => return self.fields.wrong(name, "a string"),
            }
        }
        Ok(attrs)
    }

    /// The channel of a send or recv; `host` is its kind if the other end is the host.
    fn transfer(&self, host: i64) -> Parse<AttrDict> {
        let mut attrs = AttrDict::new();
        let to_host = self.fields.flag("is_host_transfer")?;
        let (id, kind) = (self.fields.number("channel_id", None)?, if to_host { host } else { 1 });
        let channel = format!("#stablehlo.channel_handle<handle = {id}, type = {kind}>");
        attrs.set("channel_handle", Attr::Opaque(channel.into()));
        if to_host {
            attrs.set("is_host_transfer", Attr::Bool(true));
        }
        for (name, value) in self.fields.frontend() {
            if name == "_xla_send_recv_source_target_pairs" {
                match std::str::from_utf8(&value).ok().and_then(data::pairs) {
                    Some(pairs) => attrs.set("source_target_pairs", pairs),
                    None => return self.fields.wrong("frontend_attributes", "pairs of processes"),
                }
            }
        }
        Ok(attrs)
    }

    /// `n` operands, one for each process of a group: they are concatenated and exchanged, and the
    /// parts are the results.
    pub(super) fn tuple_all_to_all(&mut self) -> Parse<Val> {
        let values = self.values();
        let count = values.len() as i64;
        let Some(tensor) = values.first().and_then(|&value| self.ty(value).as_tensor()) else {
            return self.fail("`all-to-all` is of arrays");
        };
        let with = |first: i64| {
            let dims: Vec<i64> = [first].into_iter().chain(tensor.dims.iter().copied()).collect();
            Type::tensor(&dims, tensor.element)
        };
        let list = |dims: &[i64]| Attr::DenseArray(Element::I64, dims.into());
        let mut rows = Vec::new();
        for value in values {
            rows.push(self.simple("stablehlo.reshape", &[value], with(1))?);
        }
        let mut attrs = AttrDict::new();
        attrs.set("dimension", Attr::i64(0));
        let all = self.op("stablehlo.concatenate", &rows, &[with(count)], &[], attrs)?;
        let mut attrs = data::collective(&self.fields)?;
        attrs.remove("use_global_device_ids");
        for (name, value) in
            [("split_dimension", 0), ("concat_dimension", 0), ("split_count", count)]
        {
            attrs.set(name, Attr::i64(value));
        }
        let all = self.op("stablehlo.all_to_all", &all, &[with(count)], &[], attrs)?;
        let mut parts: Vec<Value> = Vec::new();
        for i in 0..count {
            let mut attrs = AttrDict::new();
            let (mut start, mut limit) = (vec![0; tensor.rank() + 1], vec![i + 1]);
            start[0] = i;
            limit.extend(tensor.dims.iter().copied());
            attrs.set("start_indices", list(&start));
            attrs.set("limit_indices", list(&limit));
            attrs.set("strides", list(&vec![1; tensor.rank() + 1]));
            let part = self.op("stablehlo.slice", &all, &[with(1)], &[], attrs)?[0];
            parts.push(self.simple("stablehlo.reshape", &[part], tensor.clone().into())?);
        }
        self.emit.rebuilt(&self.it.shape, &parts, self.it.span)
    }

    /// A call of a composite's decomposition.
    pub(super) fn composite(&mut self) -> Parse<Val> {
        let at = self.emit.computation(&self.fields, "to_apply")?;
        let mut attrs = AttrDict::new();
        attrs.set("decomposition", Attr::symbol(&self.emit.callee(at)));
        for (name, value) in self.fields.frontend() {
            let text = String::from_utf8_lossy(&value);
            match name {
                "composite.name" => attrs.set("name", Attr::string(&text)),
                "composite.version" => {
                    let Ok(version) = text.parse() else {
                        return self.fields.wrong("frontend_attributes", "a version");
                    };
                    attrs.set("version", Attr::Int(version, Type::scalar(Element::I32)));
                }
                "composite.attributes" => match attr_from_text(&text) {
                    Ok(dict @ Attr::Dict(_)) => attrs.set("composite_attributes", dict),
                    _ => return self.fields.wrong("frontend_attributes", "attributes"),
                },
                _ => {}
            }
        }
        if attrs.get("name").is_none() {
            return self.call("to_apply");
        }
        let (operands, shape) = (self.values(), self.it.shape.clone());
        let values = self.op("stablehlo.composite", &operands, &shape.types(), &[], attrs)?;
        self.emit.rebuilt(&shape, &values, self.it.span)
    }

    /// A check, whose attributes are frontend attributes.
    pub(super) fn check(&mut self) -> Parse<Val> {
        let target = unquoted(self.fields.need("custom_call_target")?).unwrap_or_default();
        let target = String::from_utf8_lossy(&target).into_owned();
        let mut attrs = AttrDict::new();
        for (name, value) in self.fields.frontend() {
            match attr_from_text(&String::from_utf8_lossy(&value)) {
                Ok(attr) => attrs.set(name, attr),
                Err(why) => return self.fail(format!("`{name}`: {why}")),
            }
        }
        let operands = self.values();
        self.op(&target, &operands, &[], &[], attrs)?;
        Ok(Val::Many([].into()))
    }
}
