//! Pretty forms of the `sdy` dialect.

use super::Printer;
use super::pretty::Fields;
use crate::id::OpId;
use crate::ops::{self, Op, PropagationBarrier};
use crate::quote::{write_quoted, write_symbol};
use std::fmt::Display;

impl Printer<'_, '_> {
    /// Prints an op of `sdy`; prints nothing if its form can't express it.
    pub(super) fn sdy(&mut self, op: OpId) -> bool {
        match self.m.op(op) {
            Op::DeviceMesh(it) => {
                self.put("sdy.mesh ");
                let _ = write_symbol(self.out, &it.sym_name.0);
                self.show(format_args!(" = {}", it.mesh));
                self.leftover(op, &Fields::new(), &[]);
                true
            }
            Op::ShardingConstraint(it) => {
                self.on_one(op, "sdy.sharding_constraint", &format_args!("{}", it.sharding))
            }
            Op::Reshard(it) => self.on_one(op, "sdy.reshard", &format_args!("{}", it.sharding)),
            Op::DataFlowEdge(it) => match &it.sharding {
                Some(sharding) => {
                    self.on_one(op, "sdy.data_flow_edge", &format_args!("sharding={sharding}"))
                }
                None => self.on_one(op, "sdy.data_flow_edge", &""),
            },
            Op::PropagationBarrier(it) => {
                let at = usize::try_from(it.allowed_direction.0).ok();
                match at.and_then(|at| PropagationBarrier::DIRECTIONS.get(at)) {
                    Some(word) => {
                        let direction = format!("allowed_direction={word}");
                        self.on_one(op, "sdy.propagation_barrier", &direction)
                    }
                    None => false,
                }
            }
            Op::ShardingGroup(it) => {
                let [operand] = self.m.operands(op) else { return false };
                self.put("sdy.sharding_group ");
                self.value(*operand);
                self.show(format_args!(" group_id={}", it.group_id));
                self.leftover(op, &Fields::new(), &[]);
                self.suffix(op, "operands_one", &Fields::new())
            }
            Op::ManualComputation(it) => self.manual_computation(op, it),
            Op::NamedComputation(it) => self.named_computation(op, it),
            // Any other op: printed in the generic form.
            _ => false,
        }
    }

    /// `name %a what : type`.
    fn on_one(&mut self, op: OpId, name: &str, what: &dyn Display) -> bool {
        let [operand] = self.m.operands(op) else { return false };
        self.put(name);
        self.put(" ");
        self.value(*operand);
        let text = what.to_string();
        self.put(if text.is_empty() { "" } else { " " });
        self.put(&text);
        self.leftover(op, &Fields::new(), &[]);
        self.suffix(op, "same", &Fields::new())
    }

    fn manual_computation(&mut self, op: OpId, it: &ops::ManualComputation) -> bool {
        self.put("sdy.manual_computation(");
        self.values(self.m.operands(op));
        self.show(format_args!(
            ") in_shardings={} out_shardings={} manual_axes={} ",
            it.in_shardings, it.out_shardings, it.manual_axes
        ));
        self.computation_body(op)
    }

    fn named_computation(&mut self, op: OpId, it: &ops::NamedComputation) -> bool {
        self.put("sdy.named_computation<");
        let _ = write_quoted(self.out, &it.name.0);
        self.put(">(");
        self.values(self.m.operands(op));
        self.put(") ");
        if let Some(shardings) = &it.in_shardings {
            self.show(format_args!("in_shardings={shardings} "));
        }
        if let Some(shardings) = &it.out_shardings {
            self.show(format_args!("out_shardings={shardings} "));
        }
        self.computation_body(op)
    }

    /// `(%a: type) { … } {…} : (…) -> …`.
    fn computation_body(&mut self, op: OpId) -> bool {
        let m = self.m;
        let [region] = m.regions(op) else { return false };
        let [body] = m.blocks(*region) else { return false };
        self.put("(");
        self.typed_values(m.args(*body));
        self.put(") ");
        self.region(*region, true);
        self.leftover(op, &Fields::new(), &[]);
        self.suffix(op, "signature", &Fields::new())
    }
}
