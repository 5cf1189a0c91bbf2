//! Pretty forms of CHLO's ops that the op table can't describe.

use super::Printer;
use super::pretty::Fields;
use crate::id::OpId;
use crate::ops;

impl Printer<'_, '_> {
    /// `chlo.constant dense<…> : type`.
    pub(super) fn chlo_constant(&mut self, op: OpId, it: &ops::ChloConstant) -> bool {
        if self.m.result_types(op)[..] != [it.value.ty()] || it.value.element().is_quantized() {
            return false;
        }
        self.put("chlo.constant");
        self.leftover(op, &Fields::new(), &[]);
        self.put(" ");
        self.literal(&it.value);
        true
    }

    /// Prints `chlo.scan(%inputs) inits (%inits) dimension=0 … { … } : (…) -> …`, with upstream's
    /// spacing.
    pub(super) fn scan(&mut self, op: OpId, it: &ops::Scan) -> bool {
        let m = self.m;
        let operands = m.operands(op);
        let (inputs, inits, _) = it.counts();
        let [region] = m.regions(op) else { return false };
        if inputs + inits != operands.len() || it.dimension < 0 {
            return false;
        }
        self.put("chlo.scan(");
        self.values(&operands[..inputs]);
        self.put(") inits (");
        self.values(&operands[inputs..]);
        self.show(format_args!(") dimension={} ", it.dimension));
        let fields = self.fields(op);
        let known = ["dimension", "operandSegmentSizes", "resultSegmentSizes"];
        let more = fields.iter().any(|(name, _)| !known.contains(name))
            || m.discardable_attrs(op).is_some();
        if more {
            self.put(" attributes");
            self.leftover(op, &fields, &known);
        }
        self.put(" ");
        self.region(*region, false);
        self.suffix(op, "signature", &fields)
    }
}
