//! Ops that order effects, and ops that communicate with other processes or the host: process ids,
//! infeed and outfeed, channels, and asynchronous collectives.

use super::collective::{Strategy, pairs};
use super::replica::{ChannelHandle, Matrix};
use crate::attr::Attr;
use crate::field::{ResultTypes, Text};
use crate::op::{ConstraintError, OpPart, ensure};
use crate::ops::Op;
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::types::Types;
use crate::types::describe;
use crate::types::{Element, Type, TypeKind};

op! {
    /// Joins tokens: users of the result wait for all operands.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#after_all>
    after_all: AfterAll = "stablehlo.after_all" (inputs: many Token) {} -> Token
    syntax "$inputs : same"
    traits [Pure, NeverFails, NotFoldable]
}
impl Infer for AfterAll {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(Type::token().into())
    }
}

op! {
    /// Creates a token; equivalent to `after_all` without operands.
    create_token: CreateToken = "stablehlo.create_token" () {} -> Token
    syntax " : result"
    traits [Pure, NeverFails, NotFoldable]
}
impl Infer for CreateToken {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(Type::token().into())
    }
}

op! {
    /// The replica id of the running process.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#replica_id>
    replica_id: ReplicaId = "stablehlo.replica_id" () {} -> Tensor
    syntax " : result"
    traits []
}
impl Infer for ReplicaId {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(Type::scalar_tensor(Element::U32).into())
    }
}

op! {
    /// The partition id of the running process.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#partition_id>
    partition_id: PartitionId = "stablehlo.partition_id" () {} -> Tensor
    syntax " : result"
    traits []
}
impl Infer for PartitionId {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        Ok(Type::scalar_tensor(Element::U32).into())
    }
}

/// Checks that results are tensors followed by one token; the labels are those of their number, of
/// the tensors and of the token.
fn tensors_and_token(
    results: &[Type],
    labels: [&'static str; 3],
) -> Result<Types, ConstraintError> {
    let wrong = |label, part, message: String| Err(ConstraintError { label, message, part });
    let Some((last, payload)) = results.split_last() else {
        return wrong(labels[0], OpPart::Op, "there must be at least one result, a token".into());
    };
    if let Some(i) = payload.iter().position(|ty| ty.as_tensor().is_none()) {
        let message = format!("result {i} must be a tensor, not {}", payload[i]);
        return wrong(labels[1], OpPart::Result(i), message);
    }
    if *last != Type::token() {
        let message = format!("the last result must be a token, not {last}");
        return wrong(labels[2], OpPart::Result(payload.len()), message);
    }
    Ok(results.iter().copied().collect())
}

/// Checks that operands are tensors followed by one token.
fn token_last(cx: &InferContext<'_>) -> Result<(), ConstraintError> {
    let last = cx.len() - 1;
    for i in 0..last {
        cx.tensor(i).map_err(|broken| ConstraintError { label: "I1", ..broken })?;
    }
    ensure!(I2 at # last, cx.ty(last) == Type::token(),
        "the last operand must be a token, not {}", cx.ty(last));
    Ok(())
}

op! {
    /// Reads tensors from the process's infeed.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#infeed>
    infeed: Infeed = "stablehlo.infeed" (token: Token)
    {
        /// Implementation-defined; hloom ignores it.
        infeed_config: Option<Text>,
        /// The minor-to-major dimensions of each tensor; hloom ignores them.
        layout: Option<Box<Attr>>,
        results: ResultTypes,
    } -> Any
    syntax generic
    traits []
}
impl Infer for Infeed {
    fn infer(&self, _: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let found = tensors_and_token(&self.results.0, ["C1", "C2", "C3"])?;
        if let Some(layout) = &self.layout {
            infeed_layout(layout, found.len().saturating_sub(1))?;
        }
        Ok(found)
    }
}

/// Checks the layouts of `count` tensors: a list of lists of integers.
fn infeed_layout(layout: &Attr, count: usize) -> Result<(), ConstraintError> {
    let Attr::Array(lists) = layout else {
        ensure!(Layout at layout, false, "layout must be a list, not {layout}");
        return Ok(());
    };
    ensure!(Layout at layout, lists.len() == count,
        "layout has {} entries for {count} tensors", lists.len());
    for list in lists {
        let integers = match list {
            Attr::Array(items) => items.iter().all(|item| item.as_i64().is_some()),
            _ => false,
        };
        ensure!(Layout at layout, integers, "the layout of a tensor is a list of integers, not {list}");
    }
    Ok(())
}

op! {
    /// Writes tensors to the process's outfeed.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#outfeed>
    outfeed: Outfeed = "stablehlo.outfeed" (inputs: many Any, token: Token)
    {
        /// Implementation-defined; hloom ignores it.
        outfeed_config: Option<Text>,
    } -> Token
    syntax generic
    traits []
}
impl Infer for Outfeed {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        token_last(cx)?;
        Ok(Type::token().into())
    }
}

/// Checks that the kind of a channel matches its ends.
fn channel_kind(
    channel: ChannelHandle,
    host: Option<bool>,
    to_host: i64,
) -> Result<(), ConstraintError> {
    let host = host.unwrap_or(false);
    let (expected, ends) = match (host, to_host) {
        (false, _) => (ChannelHandle::DEVICE_TO_DEVICE, "between processes"),
        (true, ChannelHandle::DEVICE_TO_HOST) => (to_host, "to the host"),
        (true, _) => (to_host, "from the host"),
    };
    ensure!(C5 at channel_handle, channel.kind == expected,
        "a channel {ends} has type {expected}, not {}", channel.kind);
    Ok(())
}

op! {
    /// Sends tensors through a channel to another process or to the host.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#send>
    send: Send = "stablehlo.send" (inputs: many Any, token: Token)
    {
        channel_handle: ChannelHandle,
        is_host_transfer: Option<bool>,
        source_target_pairs: Option<Box<Matrix>>,
    } -> Token
    syntax generic
    traits []
}
impl Infer for Send {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        token_last(cx)?;
        if let Some(list) = &self.source_target_pairs {
            let strategy = Strategy::moving(Some(self.channel_handle));
            pairs(cx, list, strategy, ["C1", "C2", "C3", "C4"])?;
        }
        channel_kind(self.channel_handle, self.is_host_transfer, ChannelHandle::DEVICE_TO_HOST)?;
        Ok(Type::token().into())
    }
}

op! {
    /// Receives tensors through a channel from another process or from the host.
    ///
    /// Spec: <https://openxla.org/stablehlo/spec#recv>
    recv: Recv = "stablehlo.recv" (token: Token)
    {
        channel_handle: ChannelHandle,
        is_host_transfer: Option<bool>,
        source_target_pairs: Option<Box<Matrix>>,
        results: ResultTypes,
    } -> Any
    syntax generic
    traits []
}
impl Infer for Recv {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        if let Some(list) = &self.source_target_pairs {
            let strategy = Strategy::moving(Some(self.channel_handle));
            pairs(cx, list, strategy, ["C1", "C2", "C3", "C4"])?;
        }
        channel_kind(self.channel_handle, self.is_host_transfer, ChannelHandle::HOST_TO_DEVICE)?;
        tensors_and_token(&self.results.0, ["Results"; 3])
    }
}

op! {
    /// Starts a collective without waiting for it. The body consists of the collective; its results
    /// are futures for `async_done`.
    ///
    /// Source: `async_start` of StableHLO 1.17; the specification does not describe it yet. There,
    /// the body may also be a `slice`.
    async_start: AsyncStart = "stablehlo.async_start" (operands: many Tensor) [body] {} -> Any
    syntax generic
    traits [IsolatedFromAbove]
}
impl Infer for AsyncStart {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (args, yielded) = cx.signature(0)?;
        ensure!(Body in 0, args[..] == cx.types()[..],
            "the body takes {}, the operands are {}", describe(&args), describe(&cx.types()));
        let block = cx.module.blocks(cx.regions[0])[0];
        let ops: Vec<_> = cx.module.ops(block).collect();
        let kinds: Vec<&Op> = ops.iter().map(|&op| cx.module.op(op)).collect();
        let collective = matches!(
            kinds[..],
            [
                Op::AllGather(_)
                    | Op::AllReduce(_)
                    | Op::AllToAll(_)
                    | Op::CollectiveBroadcast(_)
                    | Op::CollectivePermute(_)
                    | Op::CollectiveReduce(_)
                    | Op::ReduceScatter(_)
                    | Op::Slice(_),
                _
            ]
        );
        ensure!(Body in 0, collective, "the body must be one collective op or slice, and a return");
        let same = cx.module.operands(ops[1]).iter().copied().eq(cx.module.results(ops[0]));
        ensure!(Body in 0, same, "the body must yield the results of `{}`", cx.module.op(ops[0]).name());
        Ok(yielded.iter().map(|&ty| Type::future(&[ty])).collect())
    }
}

op! {
    /// Waits for the collective that `async_start` started, and returns its results.
    ///
    /// Source: `async_done` of StableHLO 1.17; the specification does not describe it yet.
    async_done: AsyncDone = "stablehlo.async_done" (futures: many Any) {} -> Any
    syntax generic
    traits []
}
impl Infer for AsyncDone {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let mut results = Types::new();
        for i in 0..cx.len() {
            let TypeKind::Future(inner) = cx.ty(i).kind() else {
                ensure!(Future at # i, false, "operand {i} must be a future, not {}", cx.ty(i));
                continue;
            };
            results.extend_from_slice(inner);
        }
        Ok(results)
    }
}
