//! The names of the parts of a value.

use hloom_ir::attr::{Attr, AttrDict};
use hloom_ir::types::Type;

/// The attribute of an argument or result with the names of the leaves of a tuple that was a
/// struct.
pub(super) const LEAVES: &str = "hloom.leaves";

/// `of.member`, or the one of both that is not empty.
pub(super) fn join(of: &str, member: &str) -> String {
    match (of, member) {
        ("", only) | (only, "") => only.to_owned(),
        _ => format!("{of}.{member}"),
    }
}

/// The paths from a value of this type to its leaves, in order.
pub(super) fn leaf_paths(ty: Type) -> Vec<String> {
    let Some(members) = ty.members() else { return vec![String::new()] };
    let mut paths = Vec::new();
    for (i, &member) in members.iter().enumerate() {
        let name = ty.member_name(i);
        paths.extend(leaf_paths(member).into_iter().map(|rest| join(&name, &rest)));
    }
    paths
}

/// Whether a type contains a struct, so that its field names are recorded.
pub(super) fn has_struct(ty: Type) -> bool {
    ty.as_struct().is_some() || ty.members().is_some_and(|m| m.iter().any(|&m| has_struct(m)))
}

/// The recorded names in an argument's dictionary, if there are `count` of them.
pub(super) fn remembered(dict: &AttrDict, count: usize) -> Option<Vec<String>> {
    let Some(Attr::Array(names)) = dict.get(LEAVES) else { return None };
    let names: Option<Vec<String>> = names.iter().map(|n| n.as_str().map(str::to_owned)).collect();
    names.filter(|n| n.len() == count)
}

/// The attribute that [`remembered`] reads.
pub(super) fn remember(paths: &[String]) -> Attr {
    Attr::Array(paths.iter().map(|p| Attr::string(p)).collect())
}
