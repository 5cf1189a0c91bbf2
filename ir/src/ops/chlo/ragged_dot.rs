//! Products with ragged dimensions.

use super::Chlo;
use crate::attr::Attr;
use crate::field::{Dims, Field, ResultType, Style};
use crate::op::{ConstraintError, ensure};
use crate::ops::define::op;
use crate::ops::infer::{Infer, InferContext};
use crate::ops::{DotDims, Precisions};
use crate::record;
use crate::types::Types;
use crate::types::{Shape, TensorType, Type, dims_agree};

/// The dimension numbers of a ragged product, with the ragged dimension.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RaggedDotDims {
    /// The batching and contracting dimensions, as in `dot_general`.
    pub dot: DotDims,
    /// The ragged dimension of `lhs`: the one that is split into groups.
    pub lhs_ragged_dimensions: Dims,
    /// The group dimension of `rhs`, if there is one.
    pub rhs_group_dimensions: Dims,
}

/// The role of the ragged dimension in the product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RaggedMode {
    /// A free dimension of `lhs`: each row is multiplied by its group's part of `rhs`.
    NonContracting,
    /// A contracting dimension: there is one product per group; the result's first dimension is the
    /// group.
    Contracting,
    /// A batching dimension.
    Batch,
}

impl RaggedDotDims {
    /// The ragged dimension of `lhs`.
    pub fn ragged(&self) -> i64 {
        self.lhs_ragged_dimensions.first().copied().unwrap_or(0)
    }

    /// The role of that dimension.
    pub fn mode(&self) -> RaggedMode {
        let d = self.ragged();
        if self.dot.lhs_batching_dimensions.contains(&d) {
            RaggedMode::Batch
        } else if self.dot.lhs_contracting_dimensions.contains(&d) {
            RaggedMode::Contracting
        } else {
            RaggedMode::NonContracting
        }
    }

    /// The dimensions of `lhs` before the ragged one that the group sizes have too, in order.
    pub fn prefix(&self, lhs_rank: usize) -> Vec<i64> {
        let (d, dot) = (self.ragged(), &self.dot);
        let batching = dot.lhs_batching_dimensions.iter().copied();
        match self.mode() {
            RaggedMode::Batch => batching.take_while(|&b| b != d).collect(),
            RaggedMode::Contracting => {
                let contracted = dot.lhs_contracting_dimensions.iter().copied();
                batching.chain(contracted.take_while(|&c| c != d)).collect()
            }
            RaggedMode::NonContracting => {
                let free = dot.lhs_free(lhs_rank).into_iter().take_while(|&f| f != d);
                batching.chain(free).collect()
            }
        }
    }
}

const NAMES: [&str; 2] = ["lhs_ragged_dimensions", "rhs_group_dimensions"];

impl Field for RaggedDotDims {
    const STYLE: Style = Style::Attr;
    fn from_attr(attr: Option<Attr>, _: &[Type]) -> Result<RaggedDotDims, String> {
        let Some(attr) = attr else { return Err("it is missing".into()) };
        let wrong = || {
            format!(
                "expected `#chlo.ragged_dot<lhs_contracting_dimensions = […], …>`, found `{attr}`"
            )
        };
        let Attr::Opaque(text) = &attr else { return Err(wrong()) };
        let body = record::body(text, "chlo.ragged_dot").ok_or_else(wrong)?;
        let mut own = [Dims::from([]), Dims::from([])];
        let mut shared = Vec::new();
        let known: Vec<&str> = DotDims::NAMES.into_iter().chain(NAMES).collect();
        for (name, value) in record::fields(body, &known)? {
            match NAMES.iter().position(|n| *n == name) {
                Some(at) => own[at] = value.list(name)?,
                None => shared.push((name, value)),
            }
        }
        let dot = DotDims::of_fields(shared)?;
        let [lhs_ragged_dimensions, rhs_group_dimensions] = own;
        Ok(RaggedDotDims { dot, lhs_ragged_dimensions, rhs_group_dimensions })
    }
    fn to_attr(&self) -> Option<Attr> {
        let Some(Attr::Opaque(dot)) = self.dot.to_attr() else { return None };
        let mut text = dot.strip_prefix("#stablehlo.dot<")?.strip_suffix('>')?.to_owned();
        for (name, dims) in
            NAMES.iter().zip([&self.lhs_ragged_dimensions, &self.rhs_group_dimensions])
        {
            if !dims.is_empty() {
                let comma = if text.is_empty() { "" } else { ", " };
                text += &format!("{comma}{name} = {dims}");
            }
        }
        Some(Attr::Opaque(format!("#chlo.ragged_dot<{text}>").into()))
    }
}

op! {
    /// Products of slices of `lhs` and `rhs` with a ragged dimension of `lhs`, which is split into
    /// groups of the sizes `group_sizes`. If that dimension is free, each of its rows is multiplied
    /// by its group's part of `rhs`; if it is contracting, there is one product per group. Rows
    /// after the last group count as zeros.
    ///
    /// Described at <https://openxla.org/stablehlo/generated/chlo>.
    ragged_dot: RaggedDot = "chlo.ragged_dot" (lhs: Tensor, rhs: Tensor, group_sizes: Integer)
    {
        precision_config: Option<Box<Chlo<Precisions>>>,
        ragged_dot_dimension_numbers: Box<RaggedDotDims>,
        ty: ResultType,
    } -> Tensor
    syntax generic
    traits [Pure, MayFail, Foldable]
}

impl Infer for RaggedDot {
    fn infer(&self, cx: &InferContext<'_>) -> Result<Types, ConstraintError> {
        let (x, y, sizes) = (cx.tensor(0)?, cx.tensor(1)?, cx.tensor(2)?);
        let dims = &self.ragged_dot_dimension_numbers;
        let (xb, yb) = (&dims.dot.lhs_batching_dimensions, &dims.dot.rhs_batching_dimensions);
        let (xc, yc) = (&dims.dot.lhs_contracting_dimensions, &dims.dot.rhs_contracting_dimensions);
        let (ragged, group) = (&dims.lhs_ragged_dimensions, &dims.rhs_group_dimensions);
        ensure!(
            Dimensions,
            ragged.len() == 1 && ragged.are_below(x.rank()),
            "lhs_ragged_dimensions {ragged} must name one dimension of lhs, {}",
            cx.ty(0)
        );
        let all = |lists: &[&Dims]| lists.iter().flat_map(|d| d.iter().copied()).collect::<Dims>();
        for (side, t, used, i) in
            [("lhs", x, all(&[xb, xc]), 0), ("rhs", y, all(&[yb, yc, group]), 1)]
        {
            ensure!(
                Dimensions,
                used.is_unique() && used.are_below(t.rank()),
                "dimensions {used} of {side} must be different ones of {}",
                cx.ty(i)
            );
        }
        for (what, a, b) in [("batching", xb, yb), ("contracting", xc, yc)] {
            let pairs = a.len() == b.len()
                && a.iter()
                    .zip(b.iter())
                    .all(|(&i, &j)| dims_agree(x.dims[i as usize], y.dims[j as usize]));
            ensure!(
                Dimensions,
                pairs,
                "{what} dimensions {a} of {} and {b} of {} must pair up",
                cx.ty(0),
                cx.ty(1)
            );
        }
        let mode = dims.mode();
        let grouped = usize::from(mode == RaggedMode::NonContracting);
        ensure!(
            Dimensions,
            group.len() == grouped,
            "rhs_group_dimensions {group} must name {grouped} dimensions, as the ragged one is"
        );
        let prefix: Vec<i64> = dims.prefix(x.rank()).iter().map(|&d| x.dims[d as usize]).collect();
        let fits = sizes.rank() == 1
            || sizes.rank() == prefix.len() + 1
                && prefix.iter().zip(&sizes.dims).all(|(&a, &b)| dims_agree(a, b));
        ensure!(Rank at #2, fits,
            "group_sizes is {}; it must be a list, or have the extents {prefix:?} in front", cx.ty(2));
        let groups = sizes.dims.last().copied().unwrap_or(0);
        if let Some(&d) = group.first() {
            let found = y.dims[d as usize];
            ensure!(
                Dimensions,
                dims_agree(found, groups),
                "there are {groups} sizes of groups, but {found} groups in rhs"
            );
        }
        let mut shape = Shape::new();
        if mode == RaggedMode::Contracting {
            shape.push(groups);
        }
        shape.extend(xb.iter().map(|&d| x.dims[d as usize]));
        shape.extend(dims.dot.lhs_free(x.rank()).into_iter().map(|d| x.dims[d as usize]));
        let right = dims.dot.rhs_free(y.rank()).into_iter().filter(|d| !group.contains(d));
        shape.extend(right.map(|d| y.dims[d as usize]));
        let element = self.ty.0.element().unwrap_or(x.element);
        let inferred = Type::from(TensorType::new(&shape, element));
        ensure!(
            Type,
            self.ty.0.compatible(inferred),
            "the result is {}, not {inferred}",
            self.ty.0
        );
        Ok(self.ty.0.into())
    }
}
