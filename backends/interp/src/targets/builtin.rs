//! The type of built-in targets.

use crate::custom_call::Call;
use crate::error::RegionError;
use crate::run::Run;
use crate::value::Value;

/// A built-in target.
pub(super) type Builtin = fn(&mut Run<'_, '_>, &Call<'_>) -> Result<Vec<Value>, RegionError>;
