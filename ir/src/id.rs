//! Ids: indices into a module's arenas.

use std::fmt;

macro_rules! id {
    ($($(#[doc = $doc:literal])* $name:ident $prefix:literal;)*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// The position in the arena.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The id with this index. It is valid only in the module that it came from.
            pub fn from_index(index: usize) -> $name {
                $name(u32::try_from(index).expect("an arena has fewer than 2^32 entries"))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    )*};
}

id! {
    /// A value: an op's result or a block's argument.
    Value "%";
    /// An op.
    OpId "op";
    /// A block: arguments and a list of ops.
    Block "^";
    /// A region of an op: a list of blocks.
    Region "region";
}
