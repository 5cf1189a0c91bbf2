//! The syntax tree of the text, before names are resolved.

/// A piece of text with its position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At<'t> {
    pub(crate) text: &'t str,
    pub(crate) start: usize,
}

pub(crate) struct ProgramAst<'t> {
    pub(crate) name: At<'t>,
    pub(crate) buffers: Vec<Buffer<'t>>,
    pub(crate) externs: Vec<Extern<'t>>,
    pub(crate) body: Vec<Stmt<'t>>,
}

pub(crate) struct Buffer<'t> {
    pub(crate) space: Space<'t>,
    pub(crate) name: At<'t>,
    pub(crate) element: Element<'t>,
    pub(crate) shape: Vec<At<'t>>,
}

pub(crate) enum Space<'t> {
    Argument(At<'t>),
    Unsized(At<'t>),
    Result(At<'t>),
    Arena(At<'t>),
    Donated(At<'t>, At<'t>),
    Temporary,
    Matrix,
    Shared,
    /// A quoted string of hexadecimal digits.
    Constant(At<'t>),
}

pub(crate) struct Element<'t> {
    pub(crate) name: At<'t>,
    /// `complex<…>` of this.
    pub(crate) part: Option<At<'t>>,
}

pub(crate) struct Extern<'t> {
    pub(crate) name: At<'t>,
    pub(crate) parameters: Vec<Parameter<'t>>,
    pub(crate) result: Option<At<'t>>,
}

pub(crate) enum Parameter<'t> {
    Scalar(At<'t>),
    Pointer(At<'t>),
    Out(At<'t>),
}

pub(crate) struct Type<'t> {
    pub(crate) lanes: Option<At<'t>>,
    pub(crate) scalar: At<'t>,
}

pub(crate) enum Index<'t> {
    Number(At<'t>),
    Value(At<'t>),
    Add(Box<Index<'t>>, Box<Index<'t>>),
    Sub(Box<Index<'t>>, Box<Index<'t>>),
    Neg(Box<Index<'t>>),
    Mul(Box<Index<'t>>, At<'t>),
    FloorDiv(Box<Index<'t>>, At<'t>),
    Mod(Box<Index<'t>>, At<'t>),
    Min(Box<Index<'t>>, Box<Index<'t>>),
    Max(Box<Index<'t>>, Box<Index<'t>>),
}

pub(crate) type ElementRef<'t> = (At<'t>, Index<'t>);

pub(crate) enum Lanes<'t> {
    Contiguous,
    Stride(At<'t>),
    Gather(At<'t>),
}

pub(crate) struct Access<'t> {
    pub(crate) place: ElementRef<'t>,
    pub(crate) lanes: Lanes<'t>,
    pub(crate) mask: Option<At<'t>>,
}

pub(crate) enum Rhs<'t> {
    Const(At<'t>),
    Index(Index<'t>),
    First(Index<'t>),
    Iota,
    Load(Access<'t>),
    Ldmatrix(ElementRef<'t>, bool),
    Wgmma(At<'t>, (ElementRef<'t>, bool), (ElementRef<'t>, bool), At<'t>),
    Call(At<'t>, Vec<Argument<'t>>),
    Op { op: At<'t>, operands: Vec<At<'t>>, lanes: Vec<At<'t>> },
}

pub(crate) enum Argument<'t> {
    Value(At<'t>),
    Address(ElementRef<'t>),
}

pub(crate) struct Carried<'t> {
    pub(crate) inside: At<'t>,
    pub(crate) ty: Type<'t>,
    pub(crate) initial: At<'t>,
    pub(crate) after: At<'t>,
}

pub(crate) enum Matrix<'t> {
    Zero(At<'t>),
    Load(At<'t>, ElementRef<'t>, At<'t>),
    Store(At<'t>, ElementRef<'t>, At<'t>),
    Multiply(At<'t>, At<'t>, At<'t>),
}

/// Pixels of a tile, and along each spatial dimension the lower corner, the upper corner and
/// the stride.
pub(crate) type Im2col<'t> = (At<'t>, Vec<(Index<'t>, Index<'t>, At<'t>)>);

pub(crate) struct TmaLoad<'t> {
    pub(crate) from: (At<'t>, At<'t>),
    /// Extents, those of tiles, and strides.
    pub(crate) dims: Vec<(At<'t>, At<'t>, At<'t>)>,
    pub(crate) im2col: Option<Im2col<'t>>,
    pub(crate) coords: Vec<Index<'t>>,
    pub(crate) rounded: bool,
    pub(crate) to: ElementRef<'t>,
    pub(crate) mbarrier: ElementRef<'t>,
}

pub(crate) enum Stmt<'t> {
    Let(At<'t>, Type<'t>, Rhs<'t>),
    Store(At<'t>, Access<'t>),
    StoreNontemporal(At<'t>, Access<'t>),
    AtomicRmw(At<'t>, At<'t>, Access<'t>),
    Prefetch(ElementRef<'t>),
    Copy {
        units: Index<'t>,
        from: ElementRef<'t>,
        to: ElementRef<'t>,
    },
    For {
        parallel: bool,
        var: At<'t>,
        bounds: (Index<'t>, Index<'t>),
        step: At<'t>,
        carried: Vec<Carried<'t>>,
        body: Vec<Stmt<'t>>,
        next: Vec<At<'t>>,
    },
    While {
        condition: Vec<Stmt<'t>>,
        test: At<'t>,
        body: Vec<Stmt<'t>>,
    },
    If {
        test: At<'t>,
        then: Vec<Stmt<'t>>,
        otherwise: Vec<Stmt<'t>>,
    },
    Kernel {
        name: At<'t>,
        facts: [At<'t>; 5],
        body: Vec<Stmt<'t>>,
    },
    Scratch(Vec<At<'t>>, Vec<Stmt<'t>>),
    Matrix(Matrix<'t>),
    Grid {
        block: (At<'t>, At<'t>),
        thread: (At<'t>, At<'t>),
        body: Vec<Stmt<'t>>,
    },
    Tasks(Vec<Task<'t>>),
    Barrier,
    CpAsync {
        units: At<'t>,
        from: ElementRef<'t>,
        to: ElementRef<'t>,
        when: Option<At<'t>>,
    },
    TmaLoad(Box<TmaLoad<'t>>),
    MbarrierInit(ElementRef<'t>, At<'t>),
    MbarrierArrive(ElementRef<'t>, At<'t>, Option<At<'t>>),
    MbarrierWait(ElementRef<'t>, Index<'t>),
    SetMaxNReg(At<'t>, bool),
    CommitGroup,
    WaitGroup(At<'t>),
    Call(At<'t>, Vec<Argument<'t>>),
    Assert(At<'t>, At<'t>),
}

/// `task number on core after numbers { … }`.
pub(crate) struct Task<'t> {
    pub(crate) number: At<'t>,
    pub(crate) core: At<'t>,
    pub(crate) after: Vec<At<'t>>,
    pub(crate) body: Vec<Stmt<'t>>,
}

impl<'t> Buffer<'t> {
    /// The same buffer in this space.
    pub(crate) fn at(self, space: Space<'t>) -> Buffer<'t> {
        Buffer { space, ..self }
    }
}
