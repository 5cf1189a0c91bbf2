//! Bodies: scopes, variables, labels, calls.

use std::collections::HashMap;

use super::builder::{Binding, Builder, CONSTANT, Result, SET_CONDITION};
use crate::kernel::{Class, KernelCode, LOCAL_BEGIN, Op, ParameterSlot, SHARED_BEGIN, Type};
use crate::text::ParseError;
use crate::text::syntax::{
    Function, InstructionText, ModuleText, Operand, Space, Statement, Variable,
};

/// Decodes a kernel.
pub(super) fn kernel(
    module: &ModuleText,
    functions: &HashMap<&str, &Function>,
    function: &Function,
) -> Result<KernelCode> {
    let directive = |name: &str| {
        let found = function.directives.iter().find(|(n, _)| n == name);
        found.map(|(_, v)| {
            let at = |i: usize| v.get(i).copied().unwrap_or(1);
            [at(0), at(1), at(2)]
        })
    };
    let required_block = directive("reqntid");
    let limit = directive("maxntid").or(required_block);
    let kernel = KernelCode {
        name: function.name.clone(),
        code: Vec::new(),
        registers: Vec::new(),
        constants: Vec::new(),
        predicates: 0,
        widths: Vec::new(),
        parameters: Vec::new(),
        parameter_bytes: 0,
        local_bytes: 0,
        shared_end: SHARED_BEGIN,
        dynamic_align: 16,
        max_threads: limit.map(|l| l.iter().product()),
        required_block,
        required_cluster: directive("reqnctapercluster"),
    };
    let mut builder = Builder {
        functions,
        kernel,
        scopes: vec![HashMap::new()],
        labels: Vec::new(),
        constants: Vec::new(),
        returns: Vec::new(),
        shared: HashMap::new(),
        line: function.line,
        class: Class::Control,
        flops: 0,
        guard: None,
    };
    for variable in &module.variables {
        builder.variable(variable)?;
    }
    builder.scopes.push(HashMap::new());
    for parameter in &function.params {
        let kernel = &mut builder.kernel;
        let offset = kernel.parameter_bytes.next_multiple_of(parameter.align.max(1));
        let bytes = parameter.size as u32;
        kernel.parameter_bytes = offset + bytes;
        kernel.parameters.push(ParameterSlot { name: parameter.name.clone(), offset, bytes });
        builder.bind(&parameter.name, Binding::Parameter(offset));
    }
    let end = builder.new_label();
    builder.returns.push((function.name.clone(), end));
    builder.body(function.body.as_deref().unwrap_or_default())?;
    builder.bind_label(end);
    builder.guard = None;
    builder.class = Class::Hidden;
    builder.emit(Op::Exit);
    builder.finish()
}

impl Builder<'_> {
    fn bind(&mut self, name: &str, binding: Binding) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), binding);
        }
    }

    fn new_label(&mut self) -> usize {
        self.labels.push(None);
        self.labels.len() - 1
    }

    /// Binds a label to the next instruction.
    fn bind_label(&mut self, label: usize) {
        self.labels[label] = Some(self.kernel.code.len() as u32);
    }

    /// Makes room for a variable and binds its name.
    fn variable(&mut self, variable: &Variable) -> Result<()> {
        self.line = variable.line;
        let own = !matches!(variable.space, Space::Global | Space::Const);
        if own && (variable.size > 1 << 24 || variable.align > 1 << 16) {
            return self.fail(format!("`{}` is too large", variable.name));
        }
        let align = variable.align.max(1);
        let binding = match variable.space {
            Space::Shared if variable.size == 0 => {
                self.kernel.dynamic_align = self.kernel.dynamic_align.max(align);
                Binding::DynamicShared
            }
            Space::Shared => {
                // A function that is inlined twice still has one copy of its variable.
                let key = (variable.line, variable.name.clone());
                let at = match self.shared.get(&key) {
                    Some(at) => *at,
                    None => {
                        let at = self.kernel.shared_end.next_multiple_of(align);
                        self.kernel.shared_end = at + variable.size as u32;
                        self.shared.insert(key, at);
                        at
                    }
                };
                Binding::Shared(at)
            }
            Space::Local | Space::Param | Space::Generic => {
                let at = self.kernel.local_bytes.max(LOCAL_BEGIN).next_multiple_of(align);
                self.kernel.local_bytes = at + variable.size as u32;
                Binding::Local(at)
            }
            Space::Global | Space::Const if self.scopes.len() == 1 => Binding::Global,
            Space::Global | Space::Const => {
                return self.fail("variables of global memory inside functions are not supported");
            }
        };
        self.bind(&variable.name, binding);
        Ok(())
    }

    /// Makes the labels of a scope known, so that branches may go forward: those of `rest`
    /// up to the brace that ends it.
    fn labels_of(&mut self, rest: &[Statement]) {
        let mut depth = 0_u32;
        for statement in rest {
            match statement {
                Statement::Open => depth += 1,
                Statement::Close if depth == 0 => return,
                Statement::Close => depth -= 1,
                Statement::Label(name) if depth == 0 => {
                    let label = self.new_label();
                    self.bind(name, Binding::Label(label));
                }
                Statement::Targets { name, labels } if depth == 0 => {
                    self.bind(name, Binding::Targets(labels.clone()));
                }
                _ => {}
            }
        }
    }

    /// A function's statements, in a scope of their own.
    fn body(&mut self, statements: &[Statement]) -> Result<()> {
        self.scopes.push(HashMap::new());
        self.labels_of(statements);
        for (index, statement) in statements.iter().enumerate() {
            match statement {
                Statement::Open => {
                    self.scopes.push(HashMap::new());
                    self.labels_of(&statements[index + 1..]);
                }
                Statement::Close => {
                    self.scopes.pop();
                }
                Statement::Registers { bits, names } => {
                    for (name, count) in names {
                        self.declare(name, *count, *bits)?;
                    }
                }
                Statement::Variable(variable) => self.variable(variable)?,
                Statement::Label(name) => {
                    let label = self.label(name)?;
                    self.bind_label(label);
                }
                Statement::Targets { .. } => {}
                Statement::Instruction(text) => self.instruction(text)?,
            }
        }
        self.scopes.pop();
        Ok(())
    }

    fn declare(&mut self, name: &str, count: Option<u32>, bits: u32) -> Result<()> {
        if bits == 128 {
            return self.fail("registers of 128 bits are not supported");
        }
        if count.is_some_and(|c| c > 1 << 20) {
            return self.fail(format!("there can't be so many registers `{name}`"));
        }
        let mut first = None;
        for index in 0..count.unwrap_or(1) {
            let slot = if bits == 1 {
                self.new_predicate()
            } else {
                let full = count.map_or_else(|| name.to_owned(), |_| format!("{name}{index}"));
                self.register(&full, bits)
            };
            first.get_or_insert(slot);
        }
        let slot = first.unwrap_or(0);
        let binding = match (bits, count) {
            (1, None) => Binding::Predicate(slot),
            (1, Some(count)) => Binding::Predicates { slot, count },
            (_, None) => Binding::Register { slot, bits },
            (_, Some(count)) => Binding::Registers { slot, count, bits },
        };
        self.bind(name, binding);
        Ok(())
    }

    /// Branches, calls, ends. Whether `text` is one of them.
    pub(super) fn control(&mut self, text: &InstructionText) -> Result<bool> {
        self.class = Class::Control;
        match text.name.as_str() {
            "bra" => {
                self.count(text, 1..=1)?;
                let Operand::Name(name) = &text.operands[0] else {
                    return self.fail("a label expected");
                };
                let target = self.label(name)? as u32;
                self.emit(Op::Branch { target });
            }
            "brx" => {
                self.count(text, 2..=2)?;
                let index = self.from(&text.operands[0], Type::Unsigned(32))?;
                let Operand::Name(name) = &text.operands[1] else {
                    return self.fail("the name of a list of targets expected");
                };
                let Some(Binding::Targets(labels)) = self.lookup(name) else {
                    return self.fail(format!("`{name}` is not a list of targets"));
                };
                let targets = labels.iter().map(|l| self.label(l).map(|l| l as u32));
                let targets = targets.collect::<Result<_>>()?;
                self.emit(Op::BranchIndexed { index, targets });
            }
            "ret" if self.returns.len() > 1 => {
                let target = self.returns.last().map_or(0, |r| r.1) as u32;
                self.emit(Op::Branch { target });
            }
            "ret" | "exit" => self.emit(Op::Exit),
            "trap" | "brkpt" => self.emit(Op::Trap),
            "call" => self.call(text)?,
            "pmevent" => self.emit(Op::Nothing),
            SET_CONDITION => {
                self.count(text, 2..=2)?;
                let handle = self.from(&text.operands[0], Type::Unsigned(64))?;
                let value = self.from(&text.operands[1], Type::Unsigned(32))?;
                self.emit(Op::SetCondition { handle, value });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A call: the function's body, with its parameters bound to the caller's variables.
    fn call(&mut self, text: &InstructionText) -> Result<()> {
        let names = |operand: &Operand| match operand {
            Operand::List(all) => all
                .iter()
                .map(|o| match o {
                    Operand::Name(name) => Some(name.clone()),
                    _ => None,
                })
                .collect::<Option<Vec<_>>>(),
            _ => None,
        };
        let mut operands = text.operands.as_slice();
        let mut results = Vec::new();
        if let [first @ Operand::List(_), rest @ ..] = operands {
            let Some(all) = names(first) else {
                return self.fail("the results of a call are names of parameters");
            };
            results = all;
            operands = rest;
        }
        let [Operand::Name(name), rest @ ..] = operands else {
            return self.fail("the name of a function expected");
        };
        let arguments = match rest {
            [] => Vec::new(),
            [list] => match names(list) {
                Some(all) => all,
                None => return self.fail("the arguments of a call are names of parameters"),
            },
            _ => return self.fail("indirect calls are not supported"),
        };
        let Some(&function) = self.functions.get(name.as_str()) else {
            return self.fail(format!("the function `{name}` is not defined in the module"));
        };
        if self.returns.iter().any(|(n, _)| n == name) {
            return self.fail(format!("`{name}` calls itself; recursion is not supported"));
        }
        let formal = function.params.iter().chain(&function.results);
        if function.params.len() != arguments.len() || function.results.len() != results.len() {
            return self.fail(format!("`{name}` is called with other parameters than it has"));
        }
        let mut scope = HashMap::new();
        for (formal, actual) in formal.zip(arguments.iter().chain(&results)) {
            match self.lookup(actual) {
                Some(binding @ (Binding::Local(_) | Binding::Register { .. })) => {
                    scope.insert(formal.name.clone(), binding);
                }
                _ => return self.fail(format!("`{actual}` is not a variable that can be passed")),
            }
        }
        let guard = self.guard;
        let after = self.new_label();
        // A call under a predicate goes around where it does not hold.
        if let Some(mut guard) = guard {
            guard.negated = !guard.negated;
            self.guard = Some(guard);
            self.emit(Op::Branch { target: after as u32 });
            self.guard = None;
        } else {
            self.emit(Op::Nothing);
        }
        // The function sees the module's names and its own, none of the caller's.
        let outer = self.scopes.split_off(1);
        self.scopes.push(scope);
        self.returns.push((name.clone(), after));
        self.body(function.body.as_deref().unwrap_or_default())?;
        self.returns.pop();
        self.scopes.truncate(1);
        self.scopes.extend(outer);
        self.bind_label(after);
        Ok(())
    }

    /// Puts the positions of labels and the numbers of constants into the code.
    fn finish(mut self) -> Result<KernelCode> {
        let data = self.kernel.registers.len() as u32;
        let constant = |register: &mut u32| {
            if *register >= CONSTANT {
                *register = *register - CONSTANT + data;
            }
        };
        for instruction in &mut self.kernel.code {
            let line = instruction.line;
            let position = |label: u32| {
                self.labels[label as usize].ok_or_else(|| ParseError {
                    line,
                    message: "a branch to a label that is nowhere".into(),
                })
            };
            match &mut instruction.op {
                Op::Branch { target } => *target = position(*target)?,
                Op::BranchIndexed { targets, .. } => {
                    for target in targets {
                        *target = position(*target)?;
                    }
                }
                // Any other op: has no label.
                _ => {}
            }
            let mut operands = Vec::new();
            instruction.op.registers(|register| {
                constant(register);
                if *register < data && !operands.contains(register) {
                    operands.push(*register);
                }
            });
            instruction.operands = operands.into();
        }
        self.kernel.constants = self.constants;
        Ok(self.kernel)
    }
}

impl Builder<'_> {
    /// Decodes one instruction.
    fn instruction(&mut self, text: &InstructionText) -> Result<()> {
        self.line = text.line;
        self.flops = 0;
        self.class = Class::Move;
        self.guard = match &text.guard {
            Some((name, negated)) => {
                let mut guard = self.predicate(&Operand::Name(name.clone()))?;
                guard.negated = *negated;
                Some(guard)
            }
            None => None,
        };
        let known = self.control(text)?
            || self.moves(text)?
            || self.integer(text)?
            || self.float(text)?
            || self.convert(text)?
            || self.access(text)?
            || self.sync(text)?
            || self.copies(text)?
            || self.matrix(text)?;
        if known { Ok(()) } else { self.unknown(text) }
    }
}
