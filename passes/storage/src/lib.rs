//! hloom-storage-search: the optimizer of storage programs.
//!
//! A storage program ([`hloom_storage`]) composed with the mappings of its tensors is correct, and
//! slow: it builds each tensor as a dictionary before it reads it. The optimizer finds an equal
//! term that is a loop nest over the physical arrays, by equality saturation (Schleich, Shaikhha,
//! Suciu, "Optimizing Tensor Programs on Flexible Storage", arXiv 2210.06267).
//!
//! ```text
//! Module ──logical stage──► Term ──inline mappings──► physical stage ──► hoist ──► StoragePlan
//!              rules, e-graph, costs by numbers of entries in each stage
//! ```
//!
//! - [`from_stablehlo`]: a program of the calculus for linear algebra in StableHLO.
//! - [`rules`], [`graph`]: rewrite rules as data, and the e-graph that they are applied to.
//! - [`search`]: saturation in stages with budgets, costs, loop-invariant code.
//!
//! # Example
//!
//! A matrix in compressed sparse rows times a vector: the plan has no dictionary left but the
//! result.
//!
//! ```
//! use hloom_storage::{Inputs, Value, compile, evaluate, formats, listing};
//! use hloom_storage_search::search::{Options, Statistics, optimize};
//!
//! let csr = formats::named(formats::find("csr").unwrap(), "A");
//! let program = "CREATE TENSOR x : [real]; sum(<(i, j), a> in A) { i -> a * x(j) }";
//! let module = compile(&(csr + program)).unwrap();
//!
//! // 6 0 9 8
//! // 0 0 0 0
//! // 5 0 0 7
//! let inputs = Inputs::from([
//!     ("A_len".into(), Value::Int(3)),
//!     ("A_pos".into(), Value::ints([0, 3, 3, 5])),
//!     ("A_idx".into(), Value::ints([0, 2, 3, 0, 3])),
//!     ("A_val".into(), Value::reals([6.0, 9.0, 8.0, 5.0, 7.0])),
//!     ("x".into(), Value::reals([1.0, 2.0, 3.0, 4.0])),
//! ]);
//! let options = Options { statistics: Statistics::of(&inputs), ..Options::default() };
//! let plan = optimize(&module, &options).unwrap();
//! let (y, counts) = evaluate(&plan.term, &inputs, 1000).unwrap();
//! assert_eq!(y, Value::dict([(0, Value::Real(65.0)), (2, Value::Real(33.0))]));
//! // Three rows and five entries; as it is written, the program makes a dictionary of rows first.
//! assert_eq!(counts.bodies, 3 + 5);
//! let (same, naive) = evaluate(&module.composed().unwrap(), &inputs, 1000).unwrap();
//! assert_eq!((same, naive.bodies), (y, 3 + 5 + 2 + 5));
//!
//! let loops = listing::listing(&plan.term);
//! assert_eq!(
//!     loops,
//!     "for <k0, _> in 0:A_len
//!   at k0
//!     for <k2, v2> in A_idx(A_pos(k0):A_pos(k0 + 1))
//!       add A_val(k2) * x(v2)
//! "
//! );
//! ```
//!
//! # Place in the house
//!
//! A second middle end beside the passes over StableHLO. It imports the calculus, the IR and its
//! analyses, and nothing of the passes or a code generator. `tools` imports it.

pub mod from_stablehlo;
pub mod graph;
pub mod rules;
pub mod search;
