//! The partition of a program into modules that are compiled at the same time.
//!
//! A kernel's function does little but call the runtime, which runs the bodies of its
//! parallel loops, and those are functions too. So each body is a piece of its own, and
//! the rest of the kernel another; a program of a single kernel has several. A module
//! that holds a body but not the kernel around it finds out what the body gets as
//! the others do: by printing the kernel, which is then thrown away.

use hloom_loops::program::{Block, LoopKind, Stmt, Uses};

use super::plan::{FunctionId, ModulePlan};

/// A function, or several that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The kernel's function.
    pub(super) kernel: FunctionId,
    /// The parallel loop whose body it is, in the order in which they are printed;
    /// everything else of the kernel without one.
    pub(super) body: Option<usize>,
    /// Statements, which is what a piece costs.
    statements: usize,
}

/// Which functions a module holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// All of them.
    Whole,
    /// The entry, if so said, and these pieces; the others are elsewhere.
    Share {
        /// Whether the entry is here.
        entry: bool,
        /// The pieces that are here, by kernel.
        pieces: Vec<Piece>,
    },
}

/// The functions of a kernel that a module holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum KernelShare {
    /// All of it.
    All,
    /// The kernel's own function, if so said, and the bodies of these parallel loops of
    /// so many.
    Some { own: bool, bodies: Vec<usize>, of: usize },
}

impl KernelShare {
    /// Whether the kernel's own function is here.
    pub(super) fn own(&self) -> bool {
        matches!(self, KernelShare::All | KernelShare::Some { own: true, .. })
    }

    /// Whether the body of the parallel loop of this number is. A loop that is printed
    /// twice has two numbers; those past the last one are with the kernel.
    pub(super) fn body(&self, number: usize) -> bool {
        match self {
            KernelShare::All => true,
            KernelShare::Some { own, bodies, of } => {
                bodies.contains(&number) || *own && number >= *of
            }
        }
    }
}

impl Part {
    /// Cuts the program into parts of about the same work, at most `most`.
    pub(crate) fn of(plan: &ModulePlan<'_>, most: usize) -> Vec<Part> {
        let mut pieces: Vec<Piece> = Vec::new();
        for (kernel, it) in (0..).map(FunctionId).zip(&plan.kernels) {
            let mut own = it.uses.statements;
            for (body, statements) in bodies(it.body).into_iter().enumerate() {
                pieces.push(Piece { kernel, body: Some(body), statements });
                own = own.saturating_sub(statements);
            }
            pieces.push(Piece { kernel, body: None, statements: own });
        }
        let all: usize = pieces.iter().map(|piece| piece.statements).sum();
        let count = most.min(all / STATEMENTS_PER_PART).min(pieces.len());
        if count < 2 {
            return vec![Part::Whole];
        }
        // The largest first, each to where there is least so far.
        pieces.sort_by_key(|piece| std::cmp::Reverse(piece.statements));
        let mut shares: Vec<(usize, Vec<Piece>)> = vec![Default::default(); count];
        for piece in pieces {
            if let Some((work, share)) = shares.iter_mut().min_by_key(|(work, _)| *work) {
                *work += piece.statements + OF_A_FUNCTION;
                share.push(piece);
            }
        }
        // The entry is one more function, where there is least.
        let entry = (0..count).min_by_key(|at| shares[*at].0);
        let share = |(at, (_, mut pieces)): (usize, (usize, Vec<Piece>))| {
            pieces.sort_by_key(|piece| (piece.kernel, piece.body));
            Part::Share { entry: Some(at) == entry, pieces }
        };
        shares.into_iter().enumerate().map(share).collect()
    }

    /// Whether the entry is here.
    pub(super) fn entry(&self) -> bool {
        matches!(self, Part::Whole | Part::Share { entry: true, .. })
    }

    /// The kernels that it holds, in whole or in part, by their numbers.
    pub(super) fn shares(&self, plan: &ModulePlan<'_>) -> Vec<(FunctionId, KernelShare)> {
        let Part::Share { pieces, .. } = self else {
            let all = (0..plan.kernels.len() as u32).map(FunctionId);
            return all.map(|kernel| (kernel, KernelShare::All)).collect();
        };
        let of_kernel = |pieces: &[Piece]| {
            let kernel = pieces[0].kernel;
            let own = pieces.iter().any(|piece| piece.body.is_none());
            let bodies_here = pieces.iter().filter_map(|piece| piece.body).collect();
            let of = bodies(plan.kernel(kernel).body).len();
            (kernel, KernelShare::Some { own, bodies: bodies_here, of })
        };
        pieces.chunk_by(|a, b| a.kernel == b.kernel).map(of_kernel).collect()
    }
}

/// The statements of each outermost parallel loop, in order.
fn bodies(block: &Block) -> Vec<usize> {
    let parallel = |statement: &Stmt| match statement {
        Stmt::For(it) => it.kind == LoopKind::Parallel,
        _ => false,
    };
    let inside = |statement: &Stmt| !parallel(statement) && !matches!(statement, Stmt::Grid(_));
    let loops = block.walk_into(inside).filter(|statement| parallel(statement));
    loops.flat_map(Stmt::blocks).map(|body| Uses::of(body, &[]).statements).collect()
}

/// Below this many statements a part is not worth its module, which takes a
/// millisecond by itself, as do fifty statements.
const STATEMENTS_PER_PART: usize = 60;

/// The overhead of a function, in statements.
const OF_A_FUNCTION: usize = 10;

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_loops::text;

    /// A kernel of three parallel loops.
    fn three_loops() -> String {
        let each = |i: usize| {
            let of =
                |n| format!("%v{i}_{n} : f32 = load @x[%i{i}]\nstore %v{i}_{n} to @y[%i{i}]\n");
            let body: String = (0..30).map(of).collect();
            format!("parallel for %i{i} = 0 to 8 step 1 {{ {body} }}")
        };
        format!(
            r#"program @main {{
              argument 0 @x : f32[8]
              result 0 @y : f32[8]
              kernel "k" reads 0 writes 0 flops 0 special 0 integer 0 {{ {} {} {} }}
            }}"#,
            each(0),
            each(1),
            each(2)
        )
    }

    /// Every piece is in one part, and the entry too.
    #[test]
    fn parts_hold_every_piece_once() {
        let program = text::parse(&three_loops()).expect("a program");
        let plan = ModulePlan::of(&program, false);
        assert_eq!(Part::of(&plan, 1), [Part::Whole]);
        for most in 2..5 {
            let parts = Part::of(&plan, most);
            assert_eq!(parts.len(), most.min(3));
            assert_eq!(parts.iter().filter(|part| part.entry()).count(), 1);
            let shares: Vec<KernelShare> =
                parts.iter().flat_map(|part| part.shares(&plan)).map(|(_, share)| share).collect();
            assert_eq!(shares.iter().filter(|share| share.own()).count(), 1);
            for number in 0..5 {
                assert_eq!(shares.iter().filter(|share| share.body(number)).count(), 1, "{number}");
            }
        }
    }
}
