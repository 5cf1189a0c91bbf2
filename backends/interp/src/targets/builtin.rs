//! The type of the interpreter's own targets.

use crate::custom_call::Call;
use crate::error::RegionError;
use crate::run::Run;
use crate::value::Value;

/// A target that the interpreter implements.
pub(super) type Builtin = fn(&mut Run<'_, '_>, &Call<'_>) -> Result<Vec<Value>, RegionError>;
