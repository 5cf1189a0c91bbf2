//! Convolutions and pooling by name.

use crate::{Raiser, Try};
use hloom_ir::field::{Dims, ResultType};
use hloom_ir::ops::{Add, ConvDims, Convolution, Maximum, Minimum, Op, ReduceWindow};
use hloom_ir::{Literal, OpId, Type, Value};

/// The dimensions of a convolution's operands and result, and whether each feature is a group.
fn convolution(name: &str) -> Option<(&'static str, bool)> {
    Some(match name {
        "conv_1d_nwc_wcf" => ("[b, 0, f]x[0, i, o]->[b, 0, f]", false),
        "conv_1d_ncw_fcw" => ("[b, f, 0]x[o, i, 0]->[b, f, 0]", false),
        "conv_2d_nhwc_hwcf" => ("[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", false),
        "conv_2d_nhwc_fhwc" => ("[b, 0, 1, f]x[o, 0, 1, i]->[b, 0, 1, f]", false),
        "conv_2d_nchw_fchw" => ("[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]", false),
        "conv_3d_ndhwc_dhwcf" => ("[b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f]", false),
        "conv_3d_ncdhw_fcdhw" => ("[b, f, 0, 1, 2]x[o, i, 0, 1, 2]->[b, f, 0, 1, 2]", false),
        "depthwise_conv_1d_nwc_wc" => ("[b, 0, f]x[0, i, o]->[b, 0, f]", true),
        "depthwise_conv_1d_ncw_cw" => ("[b, f, 0]x[o, i, 0]->[b, f, 0]", true),
        "depthwise_conv_2d_nhwc_hwc" => ("[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", true),
        "depthwise_conv_2d_nchw_chw" => ("[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]", true),
        _ => return None,
    })
}

/// The op of a pooling, its neutral element, and the position of the first window dimension.
fn pooling(name: &str) -> Option<(Op, f64, usize)> {
    let (order, function) = name.strip_prefix("pooling_")?.split_once('_')?;
    let first = match order {
        "nhwc" | "nwc" | "ndhwc" => 1,
        "nchw" | "ncw" => 2,
        _ => return None,
    };
    Some(match function {
        "sum" => (Add {}.into(), -0.0, first),
        "max" => (Maximum {}.into(), f64::NEG_INFINITY, first),
        "min" => (Minimum {}.into(), f64::INFINITY, first),
        _ => return None,
    })
}

impl Raiser<'_> {
    /// The op as a convolution or a pooling, if its name says so.
    pub(crate) fn window(&mut self, op: OpId, name: &str) -> Try<Option<Vec<Value>>> {
        let list = |name: &str| Ok(self.optional_numbers(op, name)?.map(Dims::from));
        let (strides, dilations): (Try<_>, Try<_>) = (list("strides"), list("dilations"));
        let (strides, dilations) = (strides?, dilations?);
        if let Some((dims, grouped)) = convolution(name) {
            let operands = self.operands(op)?;
            let &[x, kernel, init] = &operands[..] else {
                return Err("it does not have an input, a kernel and an output".to_owned());
            };
            let to = self.tensor_of(init)?;
            let x = self.convert(x, to.element)?;
            let mut kernel = self.convert(kernel, to.element)?;
            let dims = ConvDims::from_text(dims)?;
            let mut groups = 1;
            if grouped {
                // The one input feature of each group is a dimension of the kernel.
                let mut with = self.dims(kernel);
                with.insert(dims.kernel_input_feature_dimension as usize, 1);
                kernel = self.reshape(kernel, &with)?;
                groups = with[dims.kernel_output_feature_dimension as usize];
            }
            let convolution = Convolution {
                window_strides: strides,
                padding: None,
                lhs_dilation: None,
                rhs_dilation: dilations,
                window_reversal: None,
                dimension_numbers: Box::new(dims),
                feature_group_count: groups,
                batch_group_count: 1,
                precision_config: None,
                ty: ResultType(to.clone().into()),
            };
            let made = self.build(convolution, &[x, kernel])?;
            let zero = self
                .uniform(init)
                .and_then(|s| self.module().constant(s))
                .is_some_and(|literal| literal.bytes().iter().all(|&byte| byte == 0));
            let made = if zero { made } else { self.build(Add {}, &[init, made])? };
            return Ok(Some(vec![made]));
        }
        let Some((combiner, neutral, first)) = pooling(name) else { return Ok(None) };
        let operands = self.operands(op)?;
        let &[x, window, init] = &operands[..] else {
            return Err("it does not have an input, a window and an output".to_owned());
        };
        let to = self.tensor_of(init)?;
        let x = self.convert(x, to.element)?;
        let rank = self.dims(x).len();
        let around = |inner: &[i64]| -> Dims {
            let mut all = vec![1; rank];
            inner.iter().enumerate().for_each(|(i, &n)| all[first + i] = n);
            all.into()
        };
        let scalar = Type::scalar_tensor(to.element);
        let (start, late) = match self.uniform(init) {
            Some(start) => (start, false),
            None if to.element.is_float() => {
                let neutral = Literal::from_f64s(scalar, &[neutral]).map_err(|e| e.to_string())?;
                (self.rw.constant(neutral), true)
            }
            None => return Err("its initial values differ".to_owned()),
        };
        let again = combiner.clone();
        let region =
            self.region(&[scalar, scalar], |raiser, args| Ok(vec![raiser.build(combiner, args)?]))?;
        let reduce = ReduceWindow {
            window_dimensions: around(&self.dims(window)),
            window_strides: strides.map(|list| around(&list)),
            base_dilations: None,
            window_dilations: dilations.map(|list| around(&list)),
            padding: None,
        };
        let made = self.build_with(reduce, &[x, start], &[region])?[0];
        let made = if late { self.build(again, &[init, made])? } else { made };
        Ok(Some(vec![made]))
    }
}
