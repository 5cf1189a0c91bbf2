//! The machine that time is estimated for.
//!
//! A description is a short text, so that it can be looked at, edited and pinned:
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

use super::graph::Class;
use std::fmt;

/// How much is computed, by class of op.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Work {
    /// Additions, comparisons and the like.
    pub flops: f64,
    /// Quotients, roots and elementary functions.
    pub special: f64,
    /// Elements that are moved from somewhere else.
    pub moved: f64,
    /// Multiplications and additions of products.
    pub products: f64,
    /// The same of products too slim for packed factors, with vectors and the like.
    pub slim: f64,
    /// How many times as long an op takes, its elements being so wide: 1 for four
    /// bytes and less, 2 for eight.
    pub width: f64,
}

impl Work {
    /// What so many applications of an op are.
    pub fn of(class: Class, dear: bool, wide: bool, applications: f64) -> Work {
        let mut work = Work { width: if wide { 2.0 } else { 1.0 }, ..Work::default() };
        match class {
            Class::Dot | Class::Convolution => work.products = applications,
            Class::Move | Class::Transpose | Class::Gather | Class::Scatter => {
                work.moved = applications
            }
            _ if dear => work.special = applications,
            _ => work.flops = applications,
        }
        work
    }

    /// The same work of a product that is too slim for packed factors.
    pub fn into_slim(self) -> Work {
        Work { products: 0.0, slim: self.products, ..self }
    }
}

macro_rules! machine {
    ($($(#[doc = $doc:literal])* $field:ident = $default:literal;)*) => {
        /// Rates of a machine. Bytes and operations are per second, times in seconds.
        #[derive(Clone, PartialEq, Debug)]
        pub struct Machine {
            /// What it is called.
            pub name: String,
            $($(#[doc = $doc])* pub $field: f64,)*
        }

        impl Default for Machine {
            fn default() -> Machine {
                Machine { name: "default".to_owned(), $($field: $default,)* }
            }
        }

        impl Machine {
            /// Every rate by name, to be read and written.
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
    /// Additions and the like, of elements of four bytes.
    flops = 2.0e10;
    /// Quotients, roots and elementary functions.
    special = 1.5e9;
    /// Elements moved from somewhere else.
    moved = 2.0e9;
    /// Operations of products on packed factors.
    products = 6.0e10;
    /// Operations of products a few rows at a time.
    row_products = 1.5e10;
    /// Seconds that a kernel takes before it does anything.
    launch = 4.0e-7;
    /// Threads that share the work.
    threads = 1.0;
}

/// A machine description that can't be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line} of the machine description: {message}")]
pub struct MachineError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

impl Machine {
    /// A GPU of the kind that fills data centers, from public data sheets: three
    /// terabytes a second, tens of teraflops, microseconds to launch.
    pub fn gpu() -> Machine {
        Machine {
            name: "gpu".to_owned(),
            read: 3.0e12,
            write: 3.0e12,
            cache_read: 6.0e12,
            cache_write: 6.0e12,
            cache_bytes: 5.0e7,
            flops: 3.0e13,
            special: 4.0e12,
            moved: 1.0e12,
            products: 3.0e14,
            row_products: 3.0e13,
            launch: 3.0e-6,
            threads: 1.0,
        }
    }

    /// Reads a description; what it does not name stays as in the default.
    ///
    /// # Errors
    /// If a line is no `name = number`, the name is unknown, or a number is not
    /// positive and finite.
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
                Err(_) => return Err(wrong(format!("`{value}` is no number"))),
            }
        }
        Ok(machine)
    }

    /// Seconds to compute; `rows`: products a few rows at a time.
    pub fn compute(&self, work: &Work, rows: bool) -> f64 {
        let products = if rows { self.row_products } else { self.products };
        let time = work.flops / self.flops
            + work.special / self.special
            + work.moved / self.moved
            + work.products / products
            + work.slim / self.row_products;
        time * work.width.max(1.0) / self.threads
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

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# hloom machine 1\nname = {}", self.name)?;
        for (name, value, doc) in self.clone().fields() {
            writeln!(f, "{name} = {value:e}  #{doc}")?;
        }
        Ok(())
    }
}
