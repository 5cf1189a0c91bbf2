//! Checks that a program keeps the promises of [`super`].

use super::conflicts::conflict;
use super::tasks::MOST_CORES;
use super::walk::Event;
use super::{
    Access, Argument, BufferId, For, Inst, LoopKind, MatrixOp, Parameter, Program, Scalar, Space,
    Stmt, Task, Type, Value,
};
use crate::index::Index;
use rustc_hash::FxHashSet;

/// An error in a loop program: one sentence, naming values as the text
/// of the program does.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("loop program @{program}: {problem}")]
pub struct VerifyError {
    /// The program's name.
    pub program: String,
    /// The sentence.
    pub problem: String,
}

impl Program {
    /// Checks the program.
    ///
    /// # Errors
    /// The first broken promise, in the order of the text.
    pub fn verify(&self) -> Result<(), VerifyError> {
        let mut check = Check {
            program: self,
            defined: vec![false; self.values.len()],
            visible: Vec::new(),
            is_visible: vec![false; self.values.len()],
            scopes: Vec::new(),
            hidden: Vec::new(),
            scratch: FxHashSet::default(),
            seen_scratch: FxHashSet::default(),
            parallel: 0,
            grid: false,
            kernel: None,
            configured: vec![false],
            around_tasks: Vec::new(),
        };
        check
            .buffers()
            .and_then(|()| check.body())
            .map_err(|problem| VerifyError { program: self.name.clone(), problem })
    }
}

type Checked = Result<(), String>;

struct Check<'p> {
    program: &'p Program,
    /// Values with a definition seen so far, whether still visible or not.
    defined: Vec<bool>,
    /// Values that can be used here, in order of definition.
    visible: Vec<Value>,
    is_visible: Vec<bool>,
    /// The lengths of `visible` where the blocks around this place began.
    scopes: Vec<usize>,
    /// The values that are visible outside of the kernel.
    hidden: Vec<Value>,
    scratch: FxHashSet<BufferId>,
    seen_scratch: FxHashSet<BufferId>,
    parallel: u32,
    grid: bool,
    /// The name of the kernel around this place.
    kernel: Option<&'p str>,
    /// Whether matrix registers were made, at each scratch statement around this place.
    configured: Vec<bool>,
    /// The values that are visible outside of the tasks.
    around_tasks: Vec<Value>,
}

fn require(holds: bool, problem: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(problem()) }
}

impl<'p> Check<'p> {
    fn name(&self, value: Value) -> String {
        match self.program.values.get(value.0 as usize).and_then(|v| v.name.as_deref()) {
            Some(name) => format!("%{name}"),
            None => format!("%{}", value.0),
        }
    }

    fn buffers(&self) -> Checked {
        let mut names = FxHashSet::default();
        let mut arguments = FxHashSet::default();
        let mut results = FxHashSet::default();
        for buffer in &self.program.buffers {
            let name = &buffer.name;
            require(names.insert(name), || format!("two buffers are named @{name}"))?;
            let unit = buffer.storage();
            let size = buffer
                .shape
                .iter()
                .try_fold(u64::from(unit.units) * unit.scalar.bytes() as u64, |n, d| {
                    n.checked_mul(*d)
                });
            let size = size.filter(|n| i64::try_from(*n).is_ok());
            let size = size.ok_or_else(|| format!("buffer @{name} is too large to address"))?;
            match &buffer.space {
                Space::Argument(n) | Space::Unsized(n) => {
                    require(arguments.insert(*n), || format!("two buffers are argument {n}"))?;
                }
                Space::Result(n) => {
                    require(results.insert(*n), || format!("two buffers are result {n}"))?;
                }
                Space::Donated(n, m) => {
                    require(arguments.insert(*n), || format!("two buffers are argument {n}"))?;
                    require(results.insert(*m), || format!("two buffers are result {m}"))?;
                }
                Space::Constant(bytes) => require(bytes.len() as u64 == size, || {
                    format!("constant @{name} has {} bytes instead of {size}", bytes.len())
                })?,
                Space::Arena(at) => {
                    require(at % 64 == 0 && at.checked_add(size).is_some(), || {
                        format!("buffer @{name} can't be at {at} in the arena")
                    })?;
                }
                Space::Scratch | Space::Shared => {}
                Space::Matrix => super::matrix::check_register(buffer)?,
            }
        }
        for (numbers, what) in [(&arguments, "arguments"), (&results, "results")] {
            let count = numbers.len();
            require(numbers.iter().all(|n| (*n as usize) < count), || {
                format!("the {what} are not numbered 0 to {}", count - 1)
            })?;
        }
        Ok(())
    }

    fn define(&mut self, value: Value, ty: Type) -> Checked {
        let at = value.0 as usize;
        let info = self.program.values.get(at).ok_or_else(|| format!("%{at} does not exist"))?;
        require(!self.defined[at], || format!("{} is defined twice", self.name(value)))?;
        require(info.ty == ty, || {
            format!("{} is recorded as {} but is {ty}", self.name(value), info.ty)
        })?;
        self.defined[at] = true;
        self.is_visible[at] = true;
        self.visible.push(value);
        Ok(())
    }

    fn operand(&self, value: Value) -> Checked {
        let visible = self.is_visible.get(value.0 as usize) == Some(&true);
        require(visible, || format!("{} is not known where it is used", self.name(value)))
    }

    fn typed(&self, value: Value, ty: Type, what: &str) -> Checked {
        self.operand(value)?;
        let have = self.program.type_of(value);
        require(have == ty, || format!("{what} {} is {have}, not {ty}", self.name(value)))
    }

    fn index(&self, index: &Index) -> Checked {
        let mut result = Ok(());
        index.each_var(&mut |v| {
            if result.is_ok() {
                result = self.typed(Value(v.0), Scalar::I64.ty(), "the index");
            }
        });
        result
    }

    /// The statements of the program.
    fn body(&mut self) -> Checked {
        let program = self.program;
        program.body.events().try_for_each(|event| {
            self.event(event).map_err(|problem| match self.kernel {
                Some(name) => format!("kernel \"{name}\": {problem}"),
                None => problem,
            })
        })
    }

    fn event(&mut self, event: Event<'p>) -> Checked {
        match event {
            Event::Enter(statement) => self.enter(statement),
            Event::Begin(of, _) => {
                self.scopes.push(self.visible.len());
                self.begin(of)
            }
            Event::End(of, number) => {
                self.end(of, number)?;
                let mark = self.scopes.pop().unwrap_or(0);
                for value in self.visible.drain(mark..) {
                    self.is_visible[value.0 as usize] = false;
                }
                Ok(())
            }
            Event::Leave(statement) => self.leave(statement),
        }
    }

    fn buffer(&self, id: BufferId) -> Checked {
        let buffer = self.program.buffers.get(id.0 as usize);
        let buffer = buffer.ok_or_else(|| format!("buffer {} does not exist", id.0))?;
        let local = matches!(buffer.space, Space::Scratch | Space::Matrix | Space::Shared);
        let alive = !local || self.scratch.contains(&id);
        require(alive, || format!("scratch buffer @{} does not exist here", buffer.name))
    }

    /// A buffer that is memory.
    fn memory(&self, id: BufferId) -> Checked {
        self.buffer(id)?;
        let buffer = self.program.buffer(id);
        require(buffer.space != Space::Matrix, || {
            format!("@{} is a matrix register, not memory", buffer.name)
        })
    }

    fn written(&self, id: BufferId) -> Checked {
        self.memory(id)?;
        let buffer = self.program.buffer(id);
        require(!buffer.is_fixed(), || {
            format!("@{} is stored to but is an argument or constant", buffer.name)
        })
    }

    fn access(&self, ty: Type, access: &Access) -> Checked {
        self.memory(access.buffer)?;
        let mut result = self.index(&access.offset);
        access.each_operand(&mut |v| {
            if result.is_ok() {
                result = self.operand(v);
            }
        });
        result?;
        let buffer = self.program.buffer(access.buffer);
        let unit = buffer.storage().scalar;
        require(unit == ty.scalar, || {
            format!("@{} holds {unit} but is accessed as {ty}", buffer.name)
        })?;
        access.check(ty, &|v| self.program.type_of(v)).map_err(|e| e.0)
    }

    fn inst(&self, inst: &Inst) -> Result<Type, String> {
        match inst {
            Inst::Index(e) | Inst::FirstLanes(_, e) => self.index(e)?,
            Inst::Load(ty, access) => self.access(*ty, access)?,
            Inst::Ldmatrix { ty, from: (buffer, at), .. } => {
                require(self.grid, || "an ldmatrix outside of a grid".to_owned())?;
                self.memory(*buffer)?;
                self.index(at)?;
                let from = self.program.buffer(*buffer);
                let fits = from.space == Space::Shared && from.storage().scalar == ty.scalar;
                require(fits, || format!("an ldmatrix from @{} as {ty}", from.name))?;
            }
            Inst::Wgmma(it) => {
                require(self.grid, || "a wgmma outside of a grid".to_owned())?;
                let scalar = it.op.scalars().0;
                for (buffer, at) in [&it.lhs, &it.rhs] {
                    self.memory(*buffer)?;
                    self.index(at)?;
                    let from = self.program.buffer(*buffer);
                    let fits = from.space == Space::Shared && from.storage().scalar == scalar;
                    require(fits, || format!("{} of @{}", it.op.name(), from.name))?;
                }
                self.operand(it.acc)?;
            }
            Inst::ShuffleXor(..) | Inst::Mma(..) | Inst::WgmmaWait(..) => {
                require(self.grid, || "a warp shuffle outside of a grid".to_owned())?;
                let mut result = Ok(());
                inst.each_operand(&mut |v| {
                    if result.is_ok() {
                        result = self.operand(v);
                    }
                });
                result?;
            }
            _ => {
                let mut result = Ok(());
                inst.each_operand(&mut |v| {
                    if result.is_ok() {
                        result = self.operand(v);
                    }
                });
                result?;
            }
        }
        inst.infer(&|v| self.program.type_of(v)).map_err(|e| e.0)
    }

    /// A statement ahead of its blocks.
    fn enter(&mut self, statement: &'p Stmt) -> Checked {
        match statement {
            Stmt::Let(value, inst) => {
                let ty = self
                    .inst(inst)
                    .map_err(|problem| format!("in {}: {problem}", self.name(*value)))?;
                self.define(*value, ty)
            }
            Stmt::Store(value, access) | Stmt::StoreNontemporal(value, access) => {
                self.operand(*value)?;
                self.written(access.buffer)?;
                self.access(self.program.type_of(*value), access)
            }
            Stmt::AtomicRmw(op, value, access) => {
                self.operand(*value)?;
                self.written(access.buffer)?;
                let ty = self.program.type_of(*value);
                let whole = matches!(ty.scalar, Scalar::I32 | Scalar::I64);
                let alone = ty.lanes == 1 && access.mask.is_none();
                require(whole && alone && op.is_atomic(), || {
                    format!("{} of {ty} with what is in memory", op.name())
                })?;
                self.access(ty, access)
            }
            Stmt::Prefetch(buffer, at) => {
                self.buffer(*buffer)?;
                self.index(at)
            }
            Stmt::Copy { to, from, units } => {
                self.written(to.0)?;
                self.memory(from.0)?;
                [&to.1, &from.1, units].into_iter().try_for_each(|e| self.index(e))?;
                let (a, b) = (self.program.buffer(to.0), self.program.buffer(from.0));
                require(a.storage().scalar == b.storage().scalar, || {
                    format!("a copy from @{} to @{} of another type", b.name, a.name)
                })
            }
            Stmt::For(it) => self.counted(it),
            Stmt::While { .. } => Ok(()),
            Stmt::If { test, .. } => self.typed(*test, Scalar::I1.ty(), "the test"),
            Stmt::Kernel { name, .. } => {
                let nested = self.kernel.is_some();
                require(!nested, || format!("kernel \"{name}\" is inside another"))?;
                self.kernel = Some(name);
                self.hidden = std::mem::take(&mut self.visible);
                self.hidden.iter().for_each(|v| self.is_visible[v.0 as usize] = false);
                Ok(())
            }
            Stmt::Scratch { buffers, .. } => {
                for id in buffers {
                    let buffer = self.program.buffers.get(id.0 as usize);
                    // Threads of a grid have registers of their own, and nothing else.
                    let fits = |b: &super::Buffer| match b.space {
                        Space::Scratch | Space::Matrix => !self.grid,
                        Space::Shared => self.grid,
                        _ => false,
                    };
                    let ok = buffer.is_some_and(fits);
                    require(ok && self.seen_scratch.insert(*id), || {
                        format!("buffer {} is made twice or is not a scratch buffer", id.0)
                    })?;
                    self.scratch.insert(*id);
                }
                let matrix = |id: &&BufferId| self.program.buffer(**id).space == Space::Matrix;
                let alive = self.scratch.iter().filter(matrix).count();
                require(alive <= super::matrix::REGISTERS, || {
                    format!(
                        "{alive} matrix registers at a time; there are {}",
                        super::matrix::REGISTERS
                    )
                })?;
                let configured = self.configured();
                let makes = buffers.iter().any(|id| matrix(&id));
                require(!(alive > 0 && configured && makes), || {
                    "matrix registers are made where there are some already".to_owned()
                })?;
                self.configured.push(configured || makes);
                Ok(())
            }
            Stmt::Matrix(op) => {
                op.registers().into_iter().try_for_each(|register| self.buffer(register))?;
                if let Some((buffer, at)) = op.memory() {
                    self.memory(*buffer)?;
                    self.index(at)?;
                }
                if let MatrixOp::Store { to, .. } = op {
                    self.written(to.0)?;
                }
                op.check(&|id| self.program.buffer(id))
            }
            Stmt::Grid(it) => {
                let fits = self.kernel.is_some() && !self.grid && self.parallel == 0;
                require(fits, || "a grid where none can be".to_owned())?;
                let size = it.blocks <= i32::MAX as u64 && (1..=1024).contains(&it.threads);
                require(size, || {
                    format!("a grid of {} blocks of {} threads", it.blocks, it.threads)
                })?;
                // As in parallel loops, no statement inside ends the program.
                self.parallel += 1;
                self.grid = true;
                Ok(())
            }
            Stmt::Tasks(tasks) => self.tasks(tasks),
            Stmt::Async(op) => {
                require(self.grid, || "an asynchronous copy outside of a grid".to_owned())?;
                let mut result = Ok(());
                let mut check = |checked: &dyn Fn() -> Checked| {
                    if result.is_ok() {
                        result = checked();
                    }
                };
                op.each_place(&mut |buffer, at, written| {
                    let memory: fn(&Self, BufferId) -> Checked =
                        if written { Self::written } else { Self::memory };
                    check(&|| memory(self, buffer).and_then(|()| self.index(at)));
                });
                op.each_index(&mut |index| check(&|| self.index(index)));
                result?;
                if let Some(when) = op.when() {
                    self.typed(when, Scalar::I1.ty(), "the condition")?;
                }
                op.check(&|id| self.program.buffer(id))
            }
            Stmt::Barrier => require(self.grid, || "a barrier outside of a grid".to_owned()),
            Stmt::Call { result, callee, arguments } => self.call(*result, callee.0, arguments),
            Stmt::Assert { test, .. } => {
                require(self.parallel == 0, || "an assert inside a parallel loop".to_owned())?;
                self.typed(*test, Scalar::I1.ty(), "the asserted")
            }
        }
    }

    /// Tasks ahead of their bodies.
    fn tasks(&mut self, tasks: &'p [Task]) -> Checked {
        let fits = self.kernel.is_none() && self.parallel == 0 && self.scratch.is_empty();
        require(fits, || "tasks where none can be".to_owned())?;
        for (number, task) in tasks.iter().enumerate() {
            require(task.core < MOST_CORES, || {
                format!("task {number} is on core {}; there are {MOST_CORES}", task.core)
            })?;
            let later = task.after.iter().find(|&&other| other as usize >= number);
            require(later.is_none(), || {
                format!("task {number} waits for task {}, not an earlier one", later.unwrap_or(&0))
            })?;
            let fits = |s: &Stmt| matches!(s, Stmt::Kernel { .. } | Stmt::Copy { .. });
            require(task.body.statements.iter().all(fits), || {
                format!("task {number} has statements other than kernels and copies")
            })?;
        }
        if let Some((first, second, buffer)) = conflict(self.program, tasks) {
            let name = self.program.buffers.get(buffer.0 as usize).map_or("?", |b| &b.name);
            return Err(format!(
                "tasks {first} and {second} may run at the same time, and one writes the memory of @{name} that the other accesses"
            ));
        }
        // As in parallel loops, no statement inside ends the program.
        self.parallel += 1;
        self.around_tasks = std::mem::take(&mut self.visible);
        self.around_tasks.iter().for_each(|v| self.is_visible[v.0 as usize] = false);
        Ok(())
    }

    /// A counted loop ahead of its body.
    fn counted(&mut self, it: &For) -> Checked {
        let name = self.name(it.var);
        self.index(&it.from)?;
        self.index(&it.to)?;
        require(it.step > 0, || format!("the step of {name} is {}", it.step))?;
        let parallel = it.kind == LoopKind::Parallel;
        require(!parallel || !self.grid, || format!("the loop over {name} is parallel in a grid"))?;
        require(!parallel || it.carried.is_empty(), || {
            format!("the parallel loop over {name} carries values")
        })?;
        require(it.next.len() == it.carried.len(), || {
            format!("the loop over {name} yields {} of {} values", it.next.len(), it.carried.len())
        })?;
        it.carried.iter().try_for_each(|c| self.operand(c.initial))?;
        let inside = parallel && self.configured();
        require(!inside, || format!("the parallel loop over {name} is inside matrix registers"))?;
        self.parallel += u32::from(parallel);
        Ok(())
    }

    fn configured(&self) -> bool {
        self.configured.last() == Some(&true)
    }

    /// The beginning of a block of a statement.
    fn begin(&mut self, of: &Stmt) -> Checked {
        match of {
            Stmt::For(it) => {
                self.define(it.var, Scalar::I64.ty())?;
                it.carried
                    .iter()
                    .try_for_each(|c| self.define(c.inside, self.program.type_of(c.initial)))
            }
            Stmt::Grid(it) => [it.block, it.thread]
                .into_iter()
                .try_for_each(|value| self.define(value, Scalar::I64.ty())),
            _ => Ok(()),
        }
    }

    /// The end of a block of a statement, whose values are still visible.
    fn end(&self, of: &Stmt, number: usize) -> Checked {
        match of {
            Stmt::For(it) => it.carried.iter().zip(&it.next).try_for_each(|(c, next)| {
                self.typed(*next, self.program.type_of(c.initial), "what is yielded,")
            }),
            Stmt::While { test, .. } if number == 0 => {
                self.typed(*test, Scalar::I1.ty(), "the test")
            }
            _ => Ok(()),
        }
    }

    /// A statement behind its blocks.
    fn leave(&mut self, statement: &Stmt) -> Checked {
        match statement {
            Stmt::For(it) => {
                self.parallel -= u32::from(it.kind == LoopKind::Parallel);
                it.carried
                    .iter()
                    .try_for_each(|c| self.define(c.after, self.program.type_of(c.initial)))
            }
            Stmt::Grid(_) => {
                self.grid = false;
                self.parallel -= 1;
                Ok(())
            }
            Stmt::Tasks(_) => {
                self.parallel -= 1;
                self.visible = std::mem::take(&mut self.around_tasks);
                self.visible.iter().for_each(|v| self.is_visible[v.0 as usize] = true);
                Ok(())
            }
            Stmt::Kernel { .. } => {
                self.kernel = None;
                self.visible = std::mem::take(&mut self.hidden);
                self.visible.iter().for_each(|v| self.is_visible[v.0 as usize] = true);
                Ok(())
            }
            Stmt::Scratch { buffers, .. } => {
                self.configured.pop();
                buffers.iter().for_each(|id| {
                    self.scratch.remove(id);
                });
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn call(&mut self, result: Option<Value>, callee: u32, arguments: &[Argument]) -> Checked {
        let callee = self.program.externs.get(callee as usize);
        let callee = callee.ok_or_else(|| "a call of a function that does not exist".to_owned())?;
        let name = &callee.name;
        require(callee.parameters.len() == arguments.len(), || {
            format!("{name} takes {} arguments, not {}", callee.parameters.len(), arguments.len())
        })?;
        for (parameter, argument) in callee.parameters.iter().zip(arguments) {
            match (parameter, argument) {
                (Parameter::Scalar(s), Argument::Value(v)) => self.typed(*v, s.ty(), "argument")?,
                (Parameter::Pointer(s) | Parameter::Out(s), Argument::Address(buffer, at)) => {
                    self.memory(*buffer)?;
                    if matches!(parameter, Parameter::Out(_)) {
                        self.written(*buffer)?;
                    }
                    let parts = callee.host_number().is_none() && !callee.is_routine();
                    let whole = parts || at.as_constant() == Some(0);
                    require(whole, || format!("{name} takes whole buffers"))?;
                    self.index(at)?;
                    let buffer = self.program.buffer(*buffer);
                    require(buffer.storage().scalar == *s, || {
                        format!("{name} takes the address of {s}, not of @{}", buffer.name)
                    })?;
                }
                _ => return Err(format!("{name} takes another kind of argument")),
            }
        }
        if callee.host_number().is_some() {
            require(self.parallel == 0, || format!("{name} is called in a parallel loop"))?;
            let scalars = callee.parameters.iter().any(|p| matches!(p, Parameter::Scalar(_)));
            require(!scalars && callee.result == Some(Scalar::I32), || {
                format!("{name} takes addresses and gives an i32")
            })?;
        }
        if callee.is_routine() {
            require(self.parallel == 0, || format!("{name} is called in a parallel loop"))?;
            let sizes = callee.parameters.iter().filter(|p| matches!(p, Parameter::Scalar(_)));
            let fits = sizes.clone().all(|p| *p == Parameter::Scalar(Scalar::I64));
            let first = callee.parameters.iter().take(sizes.count());
            let first = first.into_iter().all(|p| matches!(p, Parameter::Scalar(_)));
            require(fits && first && callee.result == Some(Scalar::I32), || {
                format!("{name} takes sizes of i64, then addresses, and gives an i32")
            })?;
        }
        match (result, callee.result) {
            (Some(value), Some(scalar)) => self.define(value, scalar.ty()),
            (None, _) => Ok(()),
            (Some(_), None) => Err(format!("{name} has no result")),
        }
    }
}
