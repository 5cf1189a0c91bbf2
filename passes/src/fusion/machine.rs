//! The machine model that times are estimated for.
//!
//! A description is a short text that can be viewed, edited and pinned:
//!
//! ```text
//! # hloom machine 1
//! name = host
//! read = 1.2e10        bytes a second from memory
//! write = 8e9          bytes a second to memory
//! cache_read = 6e10    … from and to a buffer that the last cache holds
//! cache_write = 4e10
//! cache_bytes = 8388608
//! …
//! ```

use super::class::Class;
use crate::options::OptionValue;
use std::fmt;

/// An amount of work, by class of op.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Work {
    /// Additions, comparisons and other cheap arithmetic ops.
    pub flops: f64,
    /// Divisions, roots and elementary functions.
    pub special: f64,
    /// Elements loaded from computed addresses.
    pub moved: f64,
    /// Multiply and add operations of products with packed operands.
    pub products: f64,
    /// Multiply and add operations of products too skinny to pack operands: vector-matrix and the
    /// like.
    pub skinny: f64,
    /// The size class of the elements.
    pub size: Size,
}

/// Size classes of elements, as far as rates depend on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Size {
    /// One byte and less.
    Byte,
    /// Two bytes.
    Half,
    /// Four bytes.
    #[default]
    Single,
    /// Eight bytes and more.
    Double,
}

impl Size {
    /// The size class of elements of this many bytes.
    pub fn of(bytes: usize) -> Size {
        match bytes {
            0 | 1 => Size::Byte,
            2 => Size::Half,
            3 | 4 => Size::Single,
            _ => Size::Double,
        }
    }
}

impl Work {
    /// The work of this many applications of an op to elements of a size.
    pub fn of(class: Class, expensive: bool, size: Size, applications: f64) -> Work {
        let mut work = Work { size, ..Work::default() };
        match class {
            Class::Dot | Class::Convolution => work.products = applications,
            Class::Move | Class::Transpose | Class::Gather | Class::Scatter => {
                work.moved = applications
            }
            _ if expensive => work.special = applications,
            _ => work.flops = applications,
        }
        work
    }

    /// The same work for a product too skinny to pack its operands.
    pub fn into_skinny(self) -> Work {
        Work { products: 0.0, skinny: self.products, ..self }
    }
}

macro_rules! machine {
    ($($(#[doc = $doc:literal])* $field:ident = $default:literal;)*) => {
        /// A machine model: rates in bytes and operations per second, times in seconds.
        #[derive(Clone, PartialEq, Debug)]
        pub struct Machine {
            /// The name of the machine.
            pub name: String,
            $($(#[doc = $doc])* pub $field: f64,)*
        }

        impl Default for Machine {
            fn default() -> Machine {
                Machine { name: "default".to_owned(), $($field: $default,)* }
            }
        }

        impl Machine {
            /// Every rate by name, for reading and writing.
            fn fields(&mut self) -> Vec<(&'static str, &mut f64, &'static str)> {
                vec![$((stringify!($field), &mut self.$field, concat!($($doc),*)),)*]
            }
        }
    };
}

machine! {
    /// Bytes read from memory.
    read = 1.2e10;
    /// Bytes written to memory.
    write = 6.0e9;
    /// Bytes read of a buffer that the last cache holds.
    cache_read = 5.0e10;
    /// Bytes written of a buffer that the last cache holds.
    cache_write = 3.0e10;
    /// The size of the last cache in bytes.
    cache_bytes = 1.6777216e7;
    /// Additions and the like, of elements of four bytes and less.
    flops = 2.0e10;
    /// The same of eight bytes.
    flops_f64 = 1.0e10;
    /// Quotients, roots and elementary functions of elements of four bytes and less.
    special = 1.5e9;
    /// The same of eight bytes.
    special_f64 = 7.5e8;
    /// Elements moved from somewhere else.
    moved = 2.0e9;
    /// Operations of products on packed factors of four bytes.
    products = 6.0e10;
    /// The same of eight bytes.
    products_f64 = 3.0e10;
    /// The same of two bytes.
    products_f16 = 6.0e10;
    /// The same of one byte.
    products_i8 = 6.0e10;
    /// Operations of products a few rows at a time, of elements of four bytes.
    row_products = 1.5e10;
    /// The throughput of a fused pair of products (attention), whose intermediate is never
    /// materialized, as a fraction of the throughput of separate products. Less than a tenth means
    /// that the machine does not have such kernels.
    chains = 1.0e-3;
    /// Seconds of overhead per kernel launch.
    launch = 4.0e-7;
    /// Number of threads that share the work.
    threads = 1.0;
}

/// Rates of a GPU: see [`Machine::named`].
struct Gpu(f64, f64, f64, [f64; 2], [f64; 4]);

/// An error in a machine description.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line} of the machine description: {message}")]
pub struct MachineError {
    /// The line number, from 1.
    pub line: usize,
    /// The error message.
    pub message: String,
}

impl Machine {
    /// A machine known by name: `cpu`, which is the default, or a GPU by its target,
    /// `sm_75` to `sm_120`; `gpu` is `sm_90`.
    ///
    /// GPU rates are dense rates from the vendor's data sheets: T4, A100 with 80 GB, H100 SXM, B200
    /// and RTX 5090. Elementary functions take eight times as long as additions, gathered elements
    /// thirty times, and a launch takes three microseconds.
    pub fn named(name: &str) -> Option<Machine> {
        // In order: bytes per second of memory and of the L2 cache, the size of the L2 cache,
        // additions per second, and product operations per second, by size class.
        let gpu = match name {
            "cpu" => return Some(Machine::default()),
            "sm_75" => Gpu(3.2e11, 1.2e12, 4e6, [4.0e12, 1.3e11], [2.5e11, 8.1e12, 6.5e13, 1.3e14]),
            "sm_80" => Gpu(2.0e12, 4.5e12, 4e7, [9.7e12, 4.9e12], [1.9e13, 1.9e13, 3.1e14, 6.2e14]),
            "sm_90" | "sm_90a" | "gpu" => {
                Gpu(3.3e12, 5.5e12, 5e7, [3.3e13, 1.7e13], [6.7e13, 6.7e13, 9.9e14, 2.0e15])
            }
            "sm_100" => {
                Gpu(8.0e12, 2.0e13, 1.2e8, [3.8e13, 1.9e13], [3.7e13, 7.5e13, 2.2e15, 4.5e15])
            }
            "sm_120" => {
                Gpu(1.8e12, 7.0e12, 9.6e7, [5.2e13, 8.2e11], [1.6e12, 1.0e14, 2.1e14, 8.4e14])
            }
            _ => return None,
        };
        let Gpu(memory, cache, cache_bytes, [flops, flops_f64], products) = gpu;
        let [products_f64, products, products_f16, products_i8] = products;
        Some(Machine {
            name: name.to_owned(),
            read: memory,
            write: memory,
            cache_read: cache,
            cache_write: cache,
            cache_bytes,
            flops,
            flops_f64,
            special: flops / 8.0,
            special_f64: flops_f64 / 16.0,
            moved: flops / 30.0,
            products,
            products_f64,
            products_f16,
            products_i8,
            row_products: flops,
            // The fraction of the A100's product rate that FlashAttention-2 reports.
            chains: 0.7,
            launch: 3.0e-6,
            threads: 1.0,
        })
    }

    /// Parses a description; rates that it does not name keep their defaults.
    ///
    /// # Errors
    /// If a line is not `name = number`, the name is unknown, or a number is not positive and
    /// finite.
    pub fn parse(text: &str) -> Result<Machine, MachineError> {
        let mut machine = Machine::default();
        for (n, line) in text.lines().enumerate() {
            let wrong = |message: String| MachineError { line: n + 1, message };
            let code = line.split('#').next().unwrap_or("").trim();
            if code.is_empty() {
                continue;
            }
            let Some((name, value)) = code.split_once('=') else {
                return Err(wrong(format!("expected `name = number`, found `{code}`")));
            };
            let (name, value) = (name.trim(), value.trim());
            if name == "name" {
                machine.name = value.to_owned();
                continue;
            }
            let mut fields = machine.fields();
            let Some((_, field, _)) = fields.iter_mut().find(|f| f.0 == name) else {
                let known: Vec<&str> = fields.iter().map(|f| f.0).collect();
                let known = known.join(", ");
                return Err(wrong(format!("there is no rate `{name}`; there are {known}")));
            };
            match value.parse::<f64>() {
                Ok(number) if number.is_finite() && number > 0.0 => **field = number,
                Ok(number) => {
                    return Err(wrong(format!("`{name}` must be more than 0, not {number}")));
                }
                Err(_) => return Err(wrong(format!("`{value}` is not a number"))),
            }
        }
        Ok(machine)
    }

    /// Seconds to compute; `rows` means that products are computed a few rows at a time.
    pub fn compute(&self, work: &Work, rows: bool) -> f64 {
        let (flops, special, packed, slowed) = match work.size {
            Size::Byte => (self.flops, self.special, self.products_i8, 1.0),
            Size::Half => (self.flops, self.special, self.products_f16, 1.0),
            Size::Single => (self.flops, self.special, self.products, 1.0),
            Size::Double => (self.flops_f64, self.special_f64, self.products_f64, 2.0),
        };
        let row_products = self.row_products / slowed;
        let time = work.flops / flops
            + work.special / special
            + work.moved * slowed / self.moved
            + work.products / if rows { row_products } else { packed }
            + work.skinny / row_products;
        time / self.threads
    }

    /// Whether the machine has kernels for attention chains.
    pub fn has_chains(&self) -> bool {
        self.chains >= 0.1
    }

    /// Seconds to read a tensor once.
    pub fn reading(&self, bytes: f64) -> f64 {
        bytes / if bytes <= self.cache_bytes { self.cache_read } else { self.read }
    }

    /// Seconds to write a tensor once.
    pub fn writing(&self, bytes: f64) -> f64 {
        bytes / if bytes <= self.cache_bytes { self.cache_write } else { self.write }
    }
}

impl OptionValue for Machine {
    fn read(text: &str) -> Option<Machine> {
        Machine::named(text)
    }

    fn expected() -> String {
        "cpu, or a GPU such as sm_90".to_owned()
    }

    fn write(&self) -> String {
        self.name.clone()
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# hloom machine 1\nname = {}", self.name)?;
        for (name, value, doc) in self.clone().fields() {
            writeln!(f, "{name} = {value:e}  #{doc}")?;
        }
        Ok(())
    }
}
