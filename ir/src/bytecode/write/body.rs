//! The ops of a file that is being written.
//!
//! Values are numbered as the reader counts them: a region's own values are consecutive, behind those
//! of the regions around it, and an op that is isolated from above begins at zero.

use super::super::body::mask;
use super::super::sections::{self, since};
use super::sink::Sink;
use super::tables::Tables;
use super::vhlo::Vhlo;
use super::{Encoding, WriteError, builtin, ops};
use crate::attr::{Attr, AttrDict};
use crate::bytecode::version::Version;
use crate::id::{Block, OpId, Region, Value};
use crate::module::Module;
use crate::op::Trait;
use crate::ops::Op;
use crate::types::{Element, Type};
use rustc_hash::FxHashMap;

/// The result of writing.
pub(super) type Write<T> = Result<T, Box<WriteError>>;

/// The writer of a module.
pub(super) struct Body<'m> {
    module: &'m Module,
    encoding: Encoding,
    version: u64,
    locations: bool,
    pub(super) tables: Tables,
    values: FxHashMap<Value, u64>,
    /// The number of values of the regions around.
    base: u64,
    /// The numbers of the blocks of the region that is being written.
    blocks: FxHashMap<Block, u64>,
}

impl<'m> Body<'m> {
    /// A writer that has written nothing.
    pub(super) fn new(module: &'m Module, encoding: Encoding, locations: bool) -> Body<'m> {
        Body {
            module,
            encoding,
            version: encoding.bytecode(),
            locations,
            tables: Tables::default(),
            values: FxHashMap::default(),
            base: 0,
            blocks: FxHashMap::default(),
        }
    }

    /// The section of ops.
    pub(super) fn write(&mut self) -> Write<Sink> {
        let mut out = Sink::default();
        // As a block with one op and no arguments.
        out.flagged(1, false);
        self.op(&mut out, self.module.root())?;
        Ok(out)
    }

    fn error(&self, op: OpId, why: &str) -> Box<WriteError> {
        let name = self.module.op(op).name();
        let version = match self.encoding {
            Encoding::Artifact(version) => format!("an artifact of version {version}"),
            Encoding::Bytecode(version) => format!("bytecode of version {version}"),
        };
        Box::new(WriteError {
            span: self.module.span(op),
            message: format!("`{name}` can't be written in {version}: {why}"),
        })
    }

    /// The number of a type; those of an artifact's values are VHLO's.
    fn ty(&mut self, op: OpId, of: Type) -> Write<u64> {
        match self.encoding {
            Encoding::Bytecode(_) => Ok(builtin::ty(&mut self.tables, of)),
            Encoding::Artifact(target) => {
                let number = Vhlo { tables: &mut self.tables, target }.ty(of);
                number.map_err(|why| self.error(op, &why))
            }
        }
    }

    fn location(&mut self, text: Option<&str>) -> u64 {
        let text = text.filter(|_| self.locations).unwrap_or("unknown");
        builtin::location::number(&mut self.tables, text)
    }

    fn op(&mut self, out: &mut Sink, op: OpId) -> Write<()> {
        let module = self.module;
        let kind = module.op(op);
        let is_vhlo = matches!(self.encoding, Encoding::Artifact(_))
            && ops::short_name(kind.name()).is_some();
        if let Encoding::Artifact(target) = self.encoding
            && !is_vhlo
            && !matches!(kind, Op::ModuleOp(_))
        {
            let alone = module.operands(op).is_empty() && module.results(op).is_empty();
            if !alone || target < super::vhlo::MIXED {
                return Err(self.error(op, &not_vhlo(kind.name())));
            }
        }
        let (name, attrs, properties) = match self.encoding {
            Encoding::Artifact(target) if is_vhlo => self.vhlo(op, target)?,
            _ => self.native(op),
        };
        out.number(name);
        let results = module.results(op);
        let operands = module.operands(op);
        let regions = module.regions(op);
        let successors: Vec<Block> = module.successors(op).map(|it| it.block).collect();
        let parts = [
            (attrs.is_some(), mask::ATTRS),
            (!results.is_empty(), mask::RESULTS),
            (!operands.is_empty(), mask::OPERANDS),
            (!successors.is_empty(), mask::SUCCESSORS),
            (!regions.is_empty(), mask::REGIONS),
            (properties.is_some(), mask::PROPERTIES),
        ];
        out.byte(parts.iter().filter(|(has, _)| *has).fold(0, |all, (_, bit)| all | bit));
        let loc = self.location(module.loc(op));
        out.number(loc);
        attrs.into_iter().for_each(|number| out.number(number));
        properties.into_iter().for_each(|number| out.number(number));
        if !results.is_empty() {
            out.count(results.len());
            for of in module.result_types(op) {
                let of = self.ty(op, of)?;
                out.number(of);
            }
        }
        if !operands.is_empty() {
            out.count(operands.len());
            for value in operands {
                let Some(&number) = self.values.get(value) else {
                    return Err(self.error(op, "an operand is defined outside of its scope"));
                };
                out.number(number);
            }
        }
        if !successors.is_empty() {
            out.count(successors.len());
            for block in successors {
                out.number(self.blocks.get(&block).copied().unwrap_or(0));
            }
        }
        if regions.is_empty() {
            return Ok(());
        }
        let isolated = kind.has(Trait::IsolatedFromAbove);
        out.flagged(regions.len() as u64, isolated);
        let base = self.base;
        if isolated {
            self.base = 0;
        }
        if isolated && self.version >= since::ISOLATED_SECTIONS {
            let mut inner = Sink::default();
            self.regions(&mut inner, regions)?;
            out.section(sections::IR, &inner);
        } else {
            self.regions(out, regions)?;
        }
        self.base = base;
        Ok(())
    }

    fn regions(&mut self, out: &mut Sink, regions: &[Region]) -> Write<()> {
        regions.iter().try_for_each(|&region| self.region(out, region))
    }

    fn region(&mut self, out: &mut Sink, region: Region) -> Write<()> {
        let module = self.module;
        let blocks = module.blocks(region);
        out.count(blocks.len());
        if blocks.is_empty() {
            return Ok(());
        }
        let base = self.base;
        for &block in blocks {
            let results = module.ops(block).flat_map(|op| module.results(op));
            for value in module.args(block).iter().copied().chain(results) {
                self.values.insert(value, self.base);
                self.base += 1;
            }
        }
        out.number(self.base - base);
        let numbers = blocks.iter().zip(0..).map(|(&block, n)| (block, n)).collect();
        let around = std::mem::replace(&mut self.blocks, numbers);
        for &block in blocks {
            self.block(out, block)?;
        }
        self.blocks = around;
        self.base = base;
        Ok(())
    }

    fn block(&mut self, out: &mut Sink, block: Block) -> Write<()> {
        let module = self.module;
        let args = module.args(block);
        out.flagged(module.ops(block).count() as u64, !args.is_empty());
        if !args.is_empty() {
            let owner = module.block_owner(block).unwrap_or(module.root());
            out.count(args.len());
            for &arg in args {
                let of = self.ty(owner, module.ty(arg))?;
                let loc = module.arg_loc(arg).filter(|_| self.locations);
                if self.version < since::OPTIONAL_LOCATIONS {
                    out.number(of);
                    let loc = self.location(loc);
                    out.number(loc);
                    continue;
                }
                out.flagged(of, loc.is_some());
                if loc.is_some() {
                    let loc = self.location(loc);
                    out.number(loc);
                }
            }
            if self.version >= since::USE_ORDERS {
                out.byte(0);
            }
        }
        module.ops(block).try_for_each(|op| self.op(out, op))
    }

    /// The numbers of an op's name, attributes and properties, as VHLO's op.
    fn vhlo(&mut self, op: OpId, target: Version) -> Write<(u64, Option<u64>, Option<u64>)> {
        let module = self.module;
        let kind = module.op(op);
        let name = ops::short_name(kind.name()).unwrap_or_default();
        let shape =
            ops::Shape { operands: module.operands(op).len(), regions: module.regions(op).len() };
        let mut vhlo = Vhlo { tables: &mut self.tables, target };
        let made = ops::op(&mut vhlo, name, kind.attrs(), &shape);
        let mut attrs: Vec<(&str, u64)> = Vec::new();
        let mut refused = None;
        for (name, attr) in module.discardable_attrs(op).into_iter().flat_map(AttrDict::iter) {
            match vhlo.attr(attr) {
                Ok(number) => attrs.push((name, number)),
                Err(why) => refused = Some(why),
            }
        }
        if let Some(why) = refused {
            return Err(self.error(op, &why));
        }
        let made = made.map_err(|why| self.error(op, &why))?;
        let number = self.tables.op(&format!("vhlo.{}", made.name), true);
        let properties = match made.properties.is_empty() {
            true => None,
            false if self.version >= since::PROPERTIES => {
                Some(self.tables.properties(ops::encoded(&made.properties)))
            }
            false => {
                attrs.extend(made.properties);
                None
            }
        };
        attrs.sort_unstable();
        let attrs = (!attrs.is_empty()).then(|| builtin::named(&mut self.tables, &attrs));
        Ok((number, attrs, properties))
    }

    /// The same for an op that is written as it is, all its attributes in one dictionary.
    fn native(&mut self, op: OpId) -> (u64, Option<u64>, Option<u64>) {
        let module = self.module;
        let kind = module.op(op);
        let mut all = AttrDict::new();
        let mut properties = None;
        if let Op::Foreign(it) = kind {
            all = it.attrs.clone();
            if self.version >= since::PROPERTIES && !it.properties.is_empty() {
                let mut data = Sink::default();
                data.number(builtin::dictionary(&mut self.tables, &it.properties));
                properties = Some(self.tables.properties(data));
            } else {
                it.properties.iter().for_each(|(name, attr)| all.set(name, attr.clone()));
            }
        }
        let counts: Vec<i64> = module.successors(op).map(|it| it.args.len() as i64).collect();
        let sizes = |sizes: &[i64]| Attr::DenseArray(Element::I32, sizes.into());
        kind.write_attrs(&mut |name, attr| {
            let attr = match &attr {
                Attr::Symbol(path) if name == "sym_name" && path.len() == 1 => {
                    Attr::string(&path[0])
                }
                _ => attr,
            };
            all.set(name, attr);
        });
        match (kind, &counts[..]) {
            (Op::CondBr(_), &[yes, no]) => {
                all.set("operandSegmentSizes", sizes(&[1, yes, no]));
            }
            (Op::Switch(_), [default, cases @ ..]) => {
                all.set("case_operand_segments", sizes(cases));
                let segments = [1, *default, cases.iter().sum()];
                all.set("operandSegmentSizes", sizes(&segments));
            }
            // Any other op: its definition does not have segments.
            _ => {}
        }
        for (name, attr) in module.discardable_attrs(op).into_iter().flat_map(AttrDict::iter) {
            all.set(name, attr.clone());
        }
        let registered = !matches!(kind, Op::Foreign(_));
        let number = self.tables.op(kind.name(), registered);
        let attrs = (!all.is_empty()).then(|| builtin::dictionary(&mut self.tables, &all));
        (number, attrs, properties)
    }
}

/// The reason why an op of another dialect is not in an artifact.
fn not_vhlo(name: &str) -> String {
    let help = match name.starts_with("chlo.") {
        true => "; the pass legalize-chlo writes it as ops of StableHLO",
        false => "; MLIR bytecode that is not an artifact can hold it",
    };
    format!("VHLO has no such op{help}")
}
