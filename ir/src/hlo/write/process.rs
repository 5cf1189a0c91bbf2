//! Collectives, custom calls, and ops that communicate with the host.

use super::Write;
use super::body::{Arguments, At, Body, Parts};
use super::ops::Noted;
use super::{data, notes, packed, shape_with};
use crate::attr::{Attr, AttrDict};
use crate::hlo::string::{quoted, write_quoted};
use crate::id::OpId;
use crate::ops::{
    AllToAll, ApiVersion, ChannelHandle, Config, CustomCall, Matrix, Op, ReplicaGroups,
};
use crate::types::Type;
use std::fmt::Write as _;

/// The frontend attribute that holds the pairs of processes of a transfer.
const PAIRS: &str = "_xla_send_recv_source_target_pairs";

/// `, channel_id=1`; nothing without a channel.
fn channel(handle: Option<ChannelHandle>) -> String {
    match handle {
        Some(handle) if handle.handle > 0 => format!(", channel_id={}", handle.handle),
        _ => String::new(),
    }
}

/// `{{0,1},{2,3}}`.
fn rows<'r>(rows: impl Iterator<Item = &'r [i64]>) -> String {
    let all: Vec<String> = rows.map(data::braces).collect();
    format!("{{{}}}", all.join(","))
}

impl Body<'_, '_> {
    /// The groups and the channel of a collective.
    fn groups(
        &self,
        op: OpId,
        groups: &ReplicaGroups,
        handle: Option<ChannelHandle>,
        global: bool,
    ) -> Write<String> {
        let ids = match groups.groups(self.module()) {
            Ok(ids) => ids,
            Err(why) => return self.fail(op, why),
        };
        let groups = rows(ids.iter().map(Vec::as_slice));
        let mut out = format!("{}, replica_groups={groups}", channel(handle));
        out.push_str(&data::flag("use_global_device_ids", global));
        Ok(out)
    }

    /// The computation of a collective that reduces.
    fn reducer(&mut self, op: OpId) -> Write<String> {
        let region = self.module().regions(op)[0];
        let name = self.region(op, region, "reduce", Arguments::Each, &[], false)?;
        Ok(format!(", to_apply={name}"))
    }

    /// Operands in the element types of the results.
    fn as_results(&mut self, op: OpId) -> Write<Vec<At>> {
        let module = self.module();
        let mut operands = self.operands(op)?;
        for (i, result) in module.results(op).iter().enumerate() {
            let (from, to) = (self.tensor(module.operand(op, i), op)?, self.tensor(result, op)?);
            if from.element != to.element {
                let ty: Type = from.with_element(to.element).into();
                operands[i] = self.plain(op, "convert", ty, &[operands[i]], "")?;
            }
        }
        Ok(operands)
    }

    /// Ops that communicate, or order effects.
    pub(super) fn process(&mut self, op: OpId) -> Write<()> {
        let module = self.module();
        match module.op(op) {
            Op::AllGather(it) => {
                let global = it.use_global_device_ids.0;
                let mut attrs = self.groups(op, &it.replica_groups, it.channel_handle, global)?;
                attrs.push_str(&data::dims("dimensions", &[it.all_gather_dim]));
                self.simple(op, "all-gather", attrs)
            }
            Op::AllReduce(it) => {
                let global = it.use_global_device_ids.0;
                let operands = self.as_results(op)?;
                let mut attrs = self.groups(op, &it.replica_groups, it.channel_handle, global)?;
                attrs.push_str(&self.reducer(op)?);
                let at = self.main(op, "all-reduce", &operands, attrs)?;
                self.set_results(op, at)
            }
            Op::ReduceScatter(it) => {
                let global = it.use_global_device_ids.0;
                let operands = self.as_results(op)?;
                let mut attrs = self.groups(op, &it.replica_groups, it.channel_handle, global)?;
                attrs.push_str(&data::dims("dimensions", &[it.scatter_dimension]));
                attrs.push_str(&self.reducer(op)?);
                let at = self.main(op, "reduce-scatter", &operands, attrs)?;
                self.set_results(op, at)
            }
            Op::AllToAll(it) => self.all_to_all(op, it),
            Op::CollectiveBroadcast(it) if !it.has_dynamic_root.0 => {
                let attrs = self.groups(op, &it.replica_groups, it.channel_handle, false)?;
                self.simple(op, "collective-broadcast", attrs)
            }
            Op::CollectivePermute(it) => {
                let pairs = rows(it.source_target_pairs.rows());
                let channel = channel(it.channel_handle);
                self.simple(
                    op,
                    "collective-permute",
                    format!("{channel}, source_target_pairs={pairs}"),
                )
            }
            Op::PartitionId(_) => self.simple(op, "partition-id", ""),
            Op::ReplicaId(_) => self.simple(op, "replica-id", ""),
            Op::AfterAll(_) | Op::CreateToken(_) => self.simple(op, "after-all", ""),
            Op::Infeed(it) => {
                let config = it.infeed_config.as_ref().map_or(&b""[..], |text| &text.0);
                self.infeed(op, &format!(", infeed_config={}", quoted(config)))
            }
            Op::Outfeed(it) => {
                let config = it.outfeed_config.as_ref().map_or(&b""[..], |text| &text.0);
                let (data, token) = self.data_and_token(op)?;
                let shape = self.shape_at(data).to_owned();
                let attrs = format!(", outfeed_shape={shape}, outfeed_config={}", quoted(config));
                let at = self.main(op, "outfeed", &[data, token], attrs)?;
                self.set_results(op, at)
            }
            Op::Send(it) => {
                let host = it.is_host_transfer.unwrap_or(false);
                let pairs = it.source_target_pairs.as_deref();
                self.send(op, Self::transfer(it.channel_handle, host, pairs))
            }
            Op::Recv(it) => {
                let host = it.is_host_transfer.unwrap_or(false);
                let pairs = it.source_target_pairs.as_deref();
                self.recv(op, Self::transfer(it.channel_handle, host, pairs))
            }
            Op::AsyncStart(_) => self.async_start(op),
            Op::AsyncDone(_) => {
                let operands = self.operands(op)?;
                for (result, at) in module.results(op).iter().zip(operands) {
                    self.set(result, at);
                }
                Ok(())
            }
            Op::NamedComputation(_) => {
                let region = module.regions(op)[0];
                let name = self.region(op, region, "named", Arguments::Each, &[], false)?;
                self.simple(op, "call", format!(", to_apply={name}"))
            }
            Op::ManualComputation(_) => {
                self.refuse(op, "the pass partition writes the program of one device")
            }
            // Any other op: it is not of this family, or HLO lacks it.
            _ => self.refuse(op, ""),
        }
    }

    /// The last operand is a token, those in front are one value.
    fn data_and_token(&mut self, op: OpId) -> Write<(At, At)> {
        let operands = self.operands(op)?;
        let Some((&token, rest)) = operands.split_last() else {
            return self.fail(op, "there is no token");
        };
        Ok((self.pack(rest), token))
    }

    /// Makes the members of data and a token stand for the results.
    fn set_data_and_token(&mut self, op: OpId, data: At, token: At) -> Write<()> {
        let module = self.module();
        let results = module.results(op);
        let count = results.len() - 1;
        if let Some(last) = results.get(count) {
            self.set(last, token);
        }
        self.unpack(data, results.iter().take(count), count, module.span(op))
    }

    fn infeed(&mut self, op: OpId, attrs: &str) -> Write<()> {
        let shape = self.shape_of_data(op)?;
        let operands = self.operands(op)?;
        let attrs = (attrs.to_owned(), AttrDict::new());
        self.received(op, ("infeed", "infeed"), shape, &operands, attrs)
    }

    /// The shape of all results but the token.
    fn shape_of_data(&self, op: OpId) -> Write<String> {
        let module = self.module();
        let types = module.result_types(op);
        self.packed_shape(&types[..types.len() - 1], module.span(op))
    }

    /// An instruction that gives data and a token, and its members with names that begin so.
    fn received(
        &mut self,
        op: OpId,
        (opcode, base): (&'static str, &str),
        shape: String,
        operands: &[At],
        (attrs, frontend): (String, AttrDict),
    ) -> Write<()> {
        let whole = format!("({shape}, token[])");
        let at = self.noted(op, opcode, Noted { shape: whole, operands, attrs, frontend });
        let data = self.member(at, 0, &format!("{base}-data"), shape);
        let token = self.member(at, 1, &format!("{base}-token"), "token[]".to_owned());
        self.set_data_and_token(op, data, token)
    }

    /// The attributes of both halves of a transfer, and their frontend attributes.
    fn transfer(handle: ChannelHandle, host: bool, pairs: Option<&Matrix>) -> (String, AttrDict) {
        let mut out = format!(", channel_id={}", handle.handle);
        out.push_str(&data::flag("is_host_transfer", host));
        let mut frontend = AttrDict::new();
        if let Some(pairs) = pairs {
            frontend.set(PAIRS, Attr::string(&rows(pairs.rows())));
        }
        (out, frontend)
    }

    /// The first half of a transfer: the data of this shape, a context and a token.
    fn start(
        &mut self,
        opcode: &'static str,
        data: &str,
        operands: &[At],
        (attrs, frontend): &(String, AttrDict),
    ) -> At {
        let shape = format!("({data}, u32[], token[])");
        let mut attrs = attrs.clone();
        attrs.push_str(&notes::frontend_attributes(frontend.iter()));
        self.emit(Parts { base: opcode, shape, opcode, operands, attrs, text: "" })
    }

    fn send(&mut self, op: OpId, attrs: (String, AttrDict)) -> Write<()> {
        let (data, token) = self.data_and_token(op)?;
        let shape = self.shape_at(data).to_owned();
        let sent = self.start("send", &shape, &[data, token], &attrs);
        let (shape, operands) = ("token[]".to_owned(), &[sent][..]);
        let (attrs, frontend) = attrs;
        let at = self.noted(op, "send-done", Noted { shape, operands, attrs, frontend });
        self.set_results(op, at)
    }

    fn recv(&mut self, op: OpId, attrs: (String, AttrDict)) -> Write<()> {
        let shape = self.shape_of_data(op)?;
        let operands = self.operands(op)?;
        let received = self.start("recv", &shape, &operands, &attrs);
        self.received(op, ("recv-done", "recv"), shape, &[received], attrs)
    }

    /// The collective in the body, on the operands.
    fn async_start(&mut self, op: OpId) -> Write<()> {
        let module = self.module();
        let Some(block) = module.entry(op, 0) else { return self.refuse(op, "") };
        let operands = self.operands(op)?;
        for (&arg, at) in module.args(block).iter().zip(operands) {
            self.set(arg, at);
        }
        for inner in module.ops(block) {
            if module.op(inner).has(crate::op::Trait::Terminator) {
                let yielded = self.operands(inner)?;
                for (result, at) in module.results(op).iter().zip(yielded) {
                    self.set(result, at);
                }
            } else {
                self.instruction(inner)?;
            }
        }
        Ok(())
    }

    /// HLO splits and concatenates along one dimension: others are moved by transposing.
    fn all_to_all(&mut self, op: OpId, it: &AllToAll) -> Write<()> {
        let module = self.module();
        let attrs = self.groups(op, &it.replica_groups, it.channel_handle, false)?;
        let (split, concat, parts) =
            (it.split_dimension as usize, it.concat_dimension as usize, it.split_count);
        for (i, result) in module.results(op).iter().enumerate() {
            let operand = module.operand(op, i);
            let (from, to) = (self.tensor(operand, op)?, self.tensor(result, op)?);
            let at = self.get(operand, op)?;
            let dims = data::dims("dimensions", &[split as i64]);
            let all = format!("{attrs}{dims}");
            let shape = super::shape(module.ty(result), module.span(op))?;
            if split == concat {
                let at = self.main_of(op, "all-to-all", shape, &[at], all);
                self.set(result, at);
                continue;
            }
            let mut extents = from.dims.to_vec();
            extents[split] /= parts;
            extents.insert(split, parts);
            let ty = Type::tensor(&extents, from.element);
            let apart = self.plain(op, "reshape", ty, &[at], "")?;
            let moved = super::shape(ty, module.span(op))?;
            let moved = self.main_of(op, "all-to-all", moved, &[apart], all);
            // The sources' dimension goes in front of the one that they are concatenated along.
            let target = if concat < split { concat } else { concat + 1 };
            let mut order: Vec<i64> =
                (0..extents.len() as i64).filter(|&d| d != split as i64).collect();
            let place = order.iter().position(|&d| d == target as i64).unwrap_or(0);
            order.insert(place, split as i64);
            let turned: Vec<i64> = order.iter().map(|&d| extents[d as usize]).collect();
            let ty = Type::tensor(&turned, from.element);
            let dims = data::dims("dimensions", &order);
            let turned = self.plain(op, "transpose", ty, &[moved], dims)?;
            let at = self.plain(op, "reshape", to.clone().into(), &[turned], "")?;
            self.set(result, at);
        }
        Ok(())
    }

    /// A check as the custom call that JAX and others write for it, with its attributes as text.
    pub(super) fn check(&mut self, op: OpId) -> Write<()> {
        let module = self.module();
        let kind = module.op(op);
        let mut frontend = AttrDict::new();
        kind.write_attrs(&mut |name, attr| frontend.set(name, Attr::string(&attr.to_string())));
        self.check_as(op, kind.name(), frontend)
    }

    /// A check that is a custom call already: its attributes are beside its own.
    fn called_check(&mut self, op: OpId, target: &str) -> Write<()> {
        let mut frontend = AttrDict::new();
        if target == "check.expect_almost_eq" {
            // The default of the call, which differs from that of the op.
            frontend.set("tolerance", Attr::string("1.0e-3 : f64"));
        }
        let beside = self.module().discardable_attrs(op).into_iter().flat_map(AttrDict::iter);
        for (name, attr) in beside.filter(|(name, _)| !name.contains('.')) {
            frontend.set(name, Attr::string(&attr.to_string()));
        }
        self.check_as(op, target, frontend)
    }

    fn check_as(&mut self, op: OpId, target: &str, frontend: AttrDict) -> Write<()> {
        let module = self.module();
        let target = quoted(target.as_bytes());
        let mut attrs = format!(", custom_call_target={target}, custom_call_has_side_effect=true");
        attrs.push_str(&notes::of(module, op, self.writer.locations, &frontend));
        let operands = self.operands(op)?;
        let shape = self.packed_shape(&module.result_types(op), module.span(op))?;
        let (base, opcode) = ("check", "custom-call");
        let operands = &operands[..];
        let at = self.emit(Parts { base, shape, opcode, operands, attrs, text: "" });
        self.set_results(op, at)
    }

    /// The elements that are first in order, which JAX calls by name: what the call asks for is beside its
    /// attributes.
    fn called_top_k(&mut self, op: OpId) -> Write<()> {
        let beside = self.module().discardable_attrs(op);
        let Some(Attr::Dict(all)) = beside.and_then(|all| all.get("mhlo.attributes")) else {
            return self.refuse(op, "`mhlo.attributes` must say how many elements are asked for");
        };
        let (Some(k), Some(Attr::Bool(largest))) =
            (all.get("k").and_then(Attr::as_i64), all.get("largest"))
        else {
            return self.refuse(op, "`mhlo.attributes` must have `k` and `largest`");
        };
        self.simple(op, "topk", format!(", k={k}, largest={largest}"))
    }

    pub(super) fn custom_call(&mut self, op: OpId, it: &CustomCall) -> Write<()> {
        let module = self.module();
        let span = module.span(op);
        match std::str::from_utf8(&it.call_target_name.0) {
            Ok("mhlo.topk") => return self.called_top_k(op),
            Ok(target) if target.starts_with("check.") => return self.called_check(op, target),
            _ => {}
        }
        let mut attrs = String::from(", custom_call_target=");
        write_quoted(&mut attrs, &it.call_target_name.0);
        let results = module.result_types(op);
        let mut shape = self.packed_shape(&results, span)?;
        let mut members: Vec<String> =
            results.iter().map(|&ty| super::shape(ty, span)).collect::<Write<_>>()?;
        if let (Some(operands), Some(layouts)) = (&it.operand_layouts, &it.result_layouts) {
            let with = |ty: Type, order: &[i64]| match ty.as_tensor() {
                Some(_) => shape_with(ty, order, span),
                None => super::shape(ty, span),
            };
            let mut all = Vec::new();
            for (&operand, order) in module.operands(op).iter().zip(&operands.0) {
                all.push(with(module.ty(operand), order)?);
            }
            let _ = write!(attrs, ", operand_layout_constraints={{{}}}", all.join(", "));
            let tuple = match results[..] {
                [one] => one.as_tuple(),
                _ => None,
            };
            let mut all = Vec::new();
            for (&ty, order) in tuple.unwrap_or(&results).iter().zip(&layouts.0) {
                all.push(with(ty, order)?);
            }
            if tuple.is_some() {
                shape = format!("({})", all.join(", "));
                members = vec![shape.clone()];
            } else {
                shape = packed(&all);
                members = all;
            }
        }
        attrs.push_str(&data::flag("custom_call_has_side_effect", it.has_side_effect.0));
        if !it.called_computations.0.is_empty() {
            let mut names = Vec::new();
            for name in &it.called_computations.0 {
                names.push(self.callee(op, name)?);
            }
            let _ = write!(attrs, ", called_computations={{{}}}", names.join(", "));
        }
        // JAX of 2024 has the attributes of typed calls beside others.
        let beside = module.discardable_attrs(op).and_then(|all| all.get("mhlo.backend_config"));
        let (version, config) = match (&it.backend_config, beside) {
            (_, Some(dict @ Attr::Dict(_))) => (ApiVersion::TYPED_FFI, Some(dict)),
            (config, _) => (it.api_version.0, config.as_ref().map(|Config(attr)| attr)),
        };
        match version {
            2 => attrs.push_str(", api_version=API_VERSION_STATUS_RETURNING"),
            3 => attrs.push_str(", api_version=API_VERSION_STATUS_RETURNING_UNIFIED"),
            ApiVersion::TYPED_FFI => attrs.push_str(", api_version=API_VERSION_TYPED_FFI"),
            _ => {}
        }
        match config {
            // XLA reads it as a text in braces.
            Some(dict @ Attr::Dict(_)) => {
                let _ = write!(attrs, ", backend_config={dict}");
            }
            Some(Attr::String(text)) if !text.is_empty() => {
                attrs.push_str(", backend_config=");
                write_quoted(&mut attrs, text);
            }
            _ => {}
        }
        let aliases: Vec<String> = it
            .output_operand_aliases
            .0
            .iter()
            .map(|alias| {
                let (from, to) = (&alias.output_tuple_indices, &alias.operand_tuple_indices);
                let (from, to) = (data::braces(from), data::braces(to));
                format!("{from}: ({}, {to})", alias.operand_index)
            })
            .collect();
        if !aliases.is_empty() {
            let _ = write!(attrs, ", output_to_operand_aliasing={{{}}}", aliases.join(", "));
        }
        let operands = self.operands(op)?;
        let at = self.main_of(op, "custom-call", shape, &operands, attrs);
        let values = module.results(op);
        if values.len() < 2 {
            return self.set_results(op, at);
        }
        for (i, value) in values.iter().enumerate().filter(|(_, value)| module.is_used(*value)) {
            let base = self.base_of(value, "get-tuple-element");
            let member = self.member(at, i, base, members[i].clone());
            self.set(value, member);
        }
        Ok(())
    }
}
