//! The first difference of two modules.

use hloom_ir::module::Module;
use hloom_ir::{Block, OpId, Region, Value};
use std::collections::HashMap;

/// The values of one module and their counterparts in another.
struct Same<'m> {
    a: &'m Module,
    b: &'m Module,
    values: HashMap<Value, Value>,
}

impl Same<'_> {
    /// A sentence on the first difference of two regions.
    fn region(&mut self, a: Region, b: Region) -> Result<(), String> {
        let (a, b) = (self.a.blocks(a).to_vec(), self.b.blocks(b).to_vec());
        if a.len() != b.len() {
            return Err(format!("{} blocks and {}", a.len(), b.len()));
        }
        // A block may use values of a block that stands further on.
        for (&a, &b) in a.iter().zip(&b) {
            self.define(a, b)?;
        }
        a.into_iter().zip(b).try_for_each(|(a, b)| self.block(a, b))
    }

    fn define(&mut self, a: Block, b: Block) -> Result<(), String> {
        let values = |module: &Module, block: Block| -> Vec<Value> {
            let results = module.ops(block).flat_map(|op| module.results(op));
            module.args(block).iter().copied().chain(results).collect()
        };
        let (a, b) = (values(self.a, a), values(self.b, b));
        self.values(&a, &b)
    }

    fn block(&mut self, a: Block, b: Block) -> Result<(), String> {
        let (a, b): (Vec<OpId>, Vec<OpId>) = (self.a.ops(a).collect(), self.b.ops(b).collect());
        if a.len() != b.len() {
            return Err(format!("{} ops and {}", a.len(), b.len()));
        }
        a.into_iter().zip(b).try_for_each(|(a, b)| self.op(a, b))
    }

    fn values(&mut self, a: &[Value], b: &[Value]) -> Result<(), String> {
        let types = |module: &Module, all: &[Value]| -> Vec<String> {
            all.iter().map(|&value| module.ty(value).to_string()).collect()
        };
        let (found, expected) = (types(self.a, a), types(self.b, b));
        if found != expected {
            return Err(format!("values of types {found:?} and {expected:?}"));
        }
        self.values.extend(a.iter().copied().zip(b.iter().copied()));
        Ok(())
    }

    fn op(&mut self, a: OpId, b: OpId) -> Result<(), String> {
        let (x, y) = (self.a.op(a), self.b.op(b));
        if x != y {
            return Err(format!("{x:?}\n  and {y:?}"));
        }
        let attrs = |module: &Module, op: OpId| {
            let all = module.discardable_attrs(op);
            let mut all: Vec<String> =
                all.map_or(Vec::new(), |all| all.iter().map(|it| format!("{it:?}")).collect());
            all.sort();
            all
        };
        if attrs(self.a, a) != attrs(self.b, b) {
            return Err(format!(
                "attributes of {x:?}: {:?} {:?}",
                attrs(self.a, a),
                attrs(self.b, b)
            ));
        }
        let operands: Option<Vec<Value>> =
            self.a.operands(a).iter().map(|value| self.values.get(value).copied()).collect();
        if operands.as_deref() != Some(self.b.operands(b)) {
            return Err(format!("the operands of {x:?} differ"));
        }
        let (regions, others) = (self.a.regions(a).to_vec(), self.b.regions(b).to_vec());
        if regions.len() != others.len() {
            return Err(format!("{} regions and {}", regions.len(), others.len()));
        }
        regions.into_iter().zip(others).try_for_each(|(a, b)| self.region(a, b))
    }
}

/// The first difference of two modules, in a sentence. Names of values are no difference.
///
/// # Errors
/// The sentence.
pub fn difference(a: &Module, b: &Module) -> Result<(), String> {
    let mut same = Same { a, b, values: HashMap::new() };
    same.op(a.root(), b.root())
}
