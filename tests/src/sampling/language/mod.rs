//! Random well-typed modules over every op of the table.
//!
//! Nothing here knows an op by name. What may be written is known to the table's
//! own inference and to the verifier, so they are the oracle of a *random walk over
//! each op's valid instances*: an [`Instance`] is an op with its attributes, the
//! types of its operands and results, its regions and the functions it calls. The
//! walk starts from the instances in the programs of this folder. A step changes an
//! instance a little (an extent, an element type, a number in an attribute, an
//! operand more or less, an attribute of another instance of the same op) and is
//! kept if the verifier accepts what comes out; later steps start from it. An op
//! that is added to the table takes part as soon as one file shows it.

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

/// How many instances of one op are remembered.
const REMEMBERED: usize = 32;

/// An operand, as an instance asks for it.
#[derive(Clone, Debug)]
enum Given {
    /// Any value of this type.
    Value(Type),
    /// A constant: some ops ask for one, and it may be what a shape depends on.
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

/// An op with everything that decides whether it is valid.
#[derive(Clone)]
struct Instance {
    /// The op's place in the table.
    index: usize,
    /// All attributes, those that the table does not know too.
    attrs: AttrDict,
    operands: Vec<Given>,
    results: Vec<Type>,
    /// Where regions and called functions are copied from.
    source: Rc<Module>,
    id: OpId,
    /// The changes of types that regions and called functions follow.
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

    /// Whether no tensor is large.
    fn is_small(&self) -> bool {
        let types = self.operands.iter().map(Given::ty).chain(self.results.iter().copied());
        types
            .filter_map(Type::as_tensor)
            .all(|t| !t.is_static() || t.count().is_some_and(|n| n <= LARGEST))
    }

    /// The instance with the result types that inference gives it, if it is valid.
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

/// A module that is being made: `main` grows, functions that it calls stand in
/// front of it.
struct Builder {
    module: Module,
    body: hloom_ir::Block,
    region: hloom_ir::Region,
    /// How many functions were copied so far.
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

    /// Ends `main`: whatever nothing uses is a result.
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

/// The walk: the instances that were reached so far, by op.
pub struct Language {
    instances: Vec<Vec<Instance>>,
    /// How many steps led to a valid instance.
    pub taken: u64,
    /// How many did not.
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

    /// Draws a module of at most `most` ops beside those in regions and functions.
    pub fn module(&mut self, random: &mut Random, most: usize) -> Module {
        loop {
            if let Some(module) = self.draw(random, most) {
                return module;
            }
        }
    }

    /// Draws a module. `None` where an op is not valid on the values at hand: one of
    /// them is a constant, and says of a shape what a mere type did not; and where two
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

    /// A valid instance of an op: one that is known, or a step from there.
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

/// A value for an operand: one at hand, an argument or a constant.
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
