//! Random well-typed modules over every op of the table.
//!
//! No op is known by name here. The table's inference and the verifier decide what is valid, so
//! they serve as the oracle of a *random walk over the valid instances of each op*. An [`Instance`]
//! is an op with its attributes, the types of its operands and results, its regions and the
//! functions that it calls. The walk starts from the instances in the programs of this folder. A
//! step makes a small mutation (an extent, an element type, a number in an attribute, one operand
//! more or less, an attribute of another instance of the same op); the result is kept if the
//! verifier accepts it, and later steps start from it. An op added to the table is covered as soon
//! as one file uses it.

mod change;
mod plant;

use crate::campaign::Random;
use change::Swap;
use hloom_ir::attr::AttrDict;
use hloom_ir::diag::Diagnostic;
use hloom_ir::field::Symbol;
use hloom_ir::ops::{self, Func, FuncReturn, FunctionType, Op};
use hloom_ir::rewrite::InsertPoint;
use hloom_ir::verify::verify;
use hloom_ir::{Literal, Module, OpId, Rewriter, Trait, Type, Value};
use std::rc::Rc;

/// The largest tensor in a module, in elements.
const LARGEST: usize = 4096;

/// The maximum number of stored instances per op.
const REMEMBERED: usize = 32;

/// An operand of an instance.
#[derive(Clone, Debug)]
enum Given {
    /// Any value of this type.
    Value(Type),
    /// A constant: some ops need one, and shapes may depend on it.
    Constant(Literal),
}

impl Given {
    fn ty(&self) -> Type {
        match self {
            Given::Value(ty) => *ty,
            Given::Constant(literal) => literal.ty(),
        }
    }
}

/// An op with everything that determines its validity.
#[derive(Clone)]
struct Instance {
    /// The op's index in the table.
    index: usize,
    /// All attributes, including those unknown to the table.
    attrs: AttrDict,
    operands: Vec<Given>,
    results: Vec<Type>,
    /// The op from which regions and called functions are copied.
    source: Rc<Module>,
    id: OpId,
    /// The type substitutions to apply to regions and called functions.
    swaps: Vec<Swap>,
}

impl Instance {
    fn of(source: &Rc<Module>, id: OpId) -> Option<Instance> {
        let op = source.op(id);
        let index = op.index();
        let entry = ops::TABLE.get(index)?;
        let alone = !entry.def.has(Trait::Terminator) && !entry.def.has(Trait::Symbol);
        if !alone || matches!(op, Op::ModuleOp(_) | Op::Func(_)) {
            return None;
        }
        let mut attrs = op.attrs();
        for (name, attr) in source.discardable_attrs(id).into_iter().flat_map(AttrDict::iter) {
            attrs.set(name, attr.clone());
        }
        let operands = source
            .operands(id)
            .iter()
            .map(|&v| match source.constant(v) {
                Some(literal) if literal.count() <= 64 => Given::Constant(literal.clone()),
                _ => Given::Value(source.ty(v)),
            })
            .collect();
        Some(Instance {
            index,
            attrs,
            operands,
            results: source.result_types(id).to_vec(),
            source: Rc::clone(source),
            id,
            swaps: Vec::new(),
        })
    }

    /// Whether all tensors are small.
    fn is_small(&self) -> bool {
        let types = self.operands.iter().map(Given::ty).chain(self.results.iter().copied());
        types
            .filter_map(Type::as_tensor)
            .all(|t| !t.is_static() || t.count().is_some_and(|n| n <= LARGEST))
    }

    /// The instance with inferred result types, if it is valid.
    fn checked(mut self) -> Option<Instance> {
        if !self.is_small() {
            return None;
        }
        let mut builder = Builder::default();
        let id = {
            let mut draft = builder.draft();
            let operands = self.operands.iter().map(|g| draft.operand(g)).collect::<Vec<_>>();
            plant::plant(&self, &mut draft, &operands)?
        };
        self.results = builder.module.result_types(id).to_vec();
        let module = builder.finish();
        (self.is_small() && verify(&module).is_ok()).then_some(self)
    }
}

/// A module under construction: ops are added to `main`, and functions that it calls are added in
/// front of it.
struct Builder {
    module: Module,
    body: hloom_ir::Block,
    region: hloom_ir::Region,
    /// Number of copied functions.
    functions: usize,
}

impl Default for Builder {
    fn default() -> Self {
        let mut module = Module::new();
        let (region, body) = Rewriter::new(&mut module).region(&[]);
        Builder { module, body, region, functions: 0 }
    }
}

impl Builder {
    fn draft(&mut self) -> Draft<'_> {
        let mut rewriter = Rewriter::new(&mut self.module);
        rewriter.set_point(InsertPoint::End(self.body));
        Draft { rewriter, body: self.body, functions: &mut self.functions }
    }

    /// Terminates `main`; its results are all unused values.
    fn finish(mut self) -> Module {
        let (body, region) = (self.body, self.region);
        let mut rewriter = Rewriter::new(&mut self.module);
        rewriter.set_point(InsertPoint::End(body));
        let made: Vec<OpId> = rewriter.module().ops(body).collect();
        let unused: Vec<Value> = made
            .iter()
            .flat_map(|&op| rewriter.module().results(op).iter())
            .filter(|&v| !rewriter.module().is_used(v))
            .collect();
        rewriter.build(FuncReturn {}, &unused).expect("a return takes anything");
        let types = |values: &[Value]| -> Vec<Type> {
            values.iter().map(|&v| rewriter.module().ty(v)).collect()
        };
        let signature = Type::function(&types(rewriter.module().args(body)), &types(&unused));
        let main = Func {
            sym_name: Symbol::from("main"),
            function_type: FunctionType(signature),
            sym_visibility: None,
            arg_attrs: None,
            res_attrs: None,
        };
        let root = rewriter.module().body();
        rewriter.set_point(InsertPoint::End(root));
        rewriter.build_with_regions(main, &[], &[region]).expect("the function is valid");
        self.module
    }
}

/// The module under construction, open for more ops.
struct Draft<'m> {
    rewriter: Rewriter<'m>,
    body: hloom_ir::Block,
    functions: &'m mut usize,
}

impl Draft<'_> {
    fn operand(&mut self, given: &Given) -> Value {
        match given {
            Given::Value(ty) => self.argument(*ty),
            Given::Constant(literal) => self.rewriter.constant(literal.clone()),
        }
    }

    /// A new argument of `main`.
    fn argument(&mut self, ty: Type) -> Value {
        self.rewriter.add_arg(self.body, ty)
    }
}

/// The state of the walk: the instances reached so far, by op.
pub struct Language {
    instances: Vec<Vec<Instance>>,
    /// Number of steps that gave a valid instance.
    pub taken: u64,
    /// Number of steps that did not.
    pub refused: u64,
}

impl Language {
    /// Starts from the ops of these programs.
    pub fn new(programs: Vec<Module>) -> Language {
        let mut language =
            Language { instances: vec![Vec::new(); ops::TABLE.len()], taken: 0, refused: 0 };
        for program in programs {
            let program = Rc::new(program);
            for id in program.walk_all().collect::<Vec<_>>() {
                let Some(instance) = Instance::of(&program, id) else { continue };
                let known = &language.instances[instance.index];
                let alike = |other: &Instance| {
                    other.attrs == instance.attrs && other.results == instance.results
                };
                if known.len() < REMEMBERED
                    && !known.iter().any(alike)
                    && let Some(instance) = instance.checked()
                {
                    language.instances[instance.index].push(instance);
                }
            }
        }
        language
    }

    /// The names of the ops that can be drawn.
    pub fn spoken(&self) -> impl Iterator<Item = &'static str> + '_ {
        let known = self.instances.iter().zip(ops::TABLE).filter(|(known, _)| !known.is_empty());
        known.map(|(_, entry)| entry.def.name)
    }

    /// Draws a module of at most `most` ops, not counting those in regions and called functions.
    pub fn module(&mut self, random: &mut Random, most: usize) -> Module {
        loop {
            if let Some(module) = self.draw(random, most) {
                return module;
            }
        }
    }

    /// Draws a module. Returns `None` if an op is invalid on the available values: because a
    /// constant determines a shape that its type alone did not, or because structs of the same name
    /// from two programs conflict.
    /// programs' structs of one name have come together.
    fn draw(&mut self, random: &mut Random, most: usize) -> Option<Module> {
        let mut builder = Builder::default();
        for _ in 0..=random.below(most) {
            let Some(instance) = self.instance(random) else { continue };
            let mut draft = builder.draft();
            let operands: Vec<Value> =
                instance.operands.iter().map(|g| choose(&mut draft, g, random)).collect();
            plant::plant(&instance, &mut draft, &operands)?;
        }
        let module = builder.finish();
        let structs_differ = |found: &[Diagnostic]| {
            found
                .iter()
                .any(|d| d.message.starts_with("the struct ") && d.message.contains("twice"))
        };
        verify(&module).err().is_none_or(|found| !structs_differ(&found)).then_some(module)
    }

    /// A valid instance of an op: a stored one, or one mutation away from it.
    fn instance(&mut self, random: &mut Random) -> Option<Instance> {
        let index = random.below(self.instances.len());
        let known = self.instances[index].clone();
        let start = random.pick(&known)?;
        for _ in 0..3 {
            let step = (0..=random.below(3))
                .try_fold(start.clone(), |instance, _| change::change(&instance, &known, random));
            match step.and_then(Instance::checked) {
                None => self.refused += 1,
                Some(reached) => {
                    self.taken += 1;
                    let remembered = &mut self.instances[index];
                    if remembered.len() < REMEMBERED {
                        remembered.push(reached.clone());
                    } else {
                        let at = random.below(REMEMBERED);
                        remembered[at] = reached.clone();
                    }
                    return Some(reached);
                }
            }
        }
        Some(start.clone())
    }
}

/// A value for an operand: an available one, an argument or a constant.
fn choose(draft: &mut Draft<'_>, given: &Given, random: &mut Random) -> Value {
    if let Given::Value(ty) = given {
        let module = draft.rewriter.module();
        let fits: Vec<Value> = module
            .ops(draft.body)
            .flat_map(|op| module.results(op).iter())
            .chain(module.args(draft.body).iter().copied())
            .filter(|&v| module.ty(v) == *ty)
            .collect();
        if !random.chance(4)
            && let Some(&value) = random.pick(&fits)
        {
            return value;
        }
    }
    draft.operand(given)
}
