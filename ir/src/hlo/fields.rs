//! The attributes of HLO's instructions, from their text.

use super::parse::{Field, Instruction, Parse, fail};
use super::string::unquoted;
use crate::attr::{Attr, AttrDict};
use crate::diag::Span;
use crate::literal::{Bytes, Literal};
use crate::ops::{AxisRef, Mesh, MeshAxes, MeshRef};
use crate::types::{Element, Type};

/// The attributes of an instruction.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a, 's> {
    pub(super) it: &'a Instruction<'s>,
}

/// Attributes that do not say what an instruction computes: where it comes from, where and when it
/// runs, where its result lies, and what is known of its operands. Their names are those of XLA's
/// parser (`xla/hlo/parser/hlo_parser.cc`).
const NOTES: &[&str] = &[
    "async_execution_thread",
    "async_group_id",
    "backend_config",
    "channel_id",
    "constrain_layout",
    "control-predecessors",
    "cross_program_prefetch_index",
    "domain",
    "frontend_attributes",
    "indices_are_sorted",
    "infeed_config",
    "is_cross_program_prefetch",
    "is_host_transfer",
    "kind",
    "metadata",
    "operand_precision",
    "origin",
    "original_value",
    "outer_dimension_partitions",
    "outfeed_config",
    "outfeed_shape",
    "output_to_operand_aliasing",
    "parameter_replication",
    "result_accuracy",
    "result_layout",
    "schedule",
    "sharding",
    "source_layout",
    "statistics",
    "unique_indices",
];

/// The windows of a convolution or a reduction.
#[derive(Clone, Default, Debug)]
pub(super) struct Window {
    pub(super) size: Vec<i64>,
    pub(super) stride: Option<Vec<i64>>,
    pub(super) pad: Option<Vec<Vec<i64>>>,
    pub(super) lhs_dilate: Option<Vec<i64>>,
    pub(super) rhs_dilate: Option<Vec<i64>>,
    pub(super) rhs_reversal: Option<Vec<i64>>,
}

impl<'a, 's> Fields<'a, 's> {
    /// Those of an instruction.
    pub(super) fn of(it: &'a Instruction<'s>) -> Fields<'a, 's> {
        Fields { it }
    }

    /// An error at the instruction.
    pub(super) fn fail<T>(&self, message: impl Into<String>) -> Parse<T> {
        fail(self.it.span, message)
    }

    /// The text of an attribute, if it is there.
    pub(super) fn get(&self, name: &str) -> Option<&'s str> {
        let found = self.it.fields.iter().find(|field| field.name == name)?;
        found.is_read.set(true);
        Some(found.value)
    }

    /// An error at the first attribute that no op has asked for, and that is no note.
    pub(super) fn check_all_read(&self) -> Parse<()> {
        // The target of a custom call may read any attribute.
        if self.it.opcode == "custom-call" {
            return Ok(());
        }
        let unknown = |field: &&Field<'_>| !field.is_read.get() && !NOTES.contains(&field.name);
        match self.it.fields.iter().find(unknown) {
            Some(field) => {
                let (name, opcode) = (field.name.escape_debug(), self.it.opcode);
                fail(field.span, format!("`{opcode}` has no attribute `{name}`"))
            }
            None => Ok(()),
        }
    }

    fn span_of(&self, name: &str) -> Span {
        self.it
            .fields
            .iter()
            .find(|field| field.name == name)
            .map_or(self.it.span, |field| field.span)
    }

    /// The text of an attribute that must be there.
    pub(super) fn need(&self, name: &str) -> Parse<&'s str> {
        match self.get(name) {
            Some(value) => Ok(value),
            None => fail(self.it.span, format!("`{}` has no `{name}` here", self.it.opcode)),
        }
    }

    /// An error at an attribute.
    pub(super) fn wrong<T>(&self, name: &str, expected: &str) -> Parse<T> {
        fail(self.span_of(name), format!("`{name}` of `{}` must be {expected}", self.it.opcode))
    }

    /// Whether a flag is set.
    pub(super) fn flag(&self, name: &str) -> Parse<bool> {
        match self.get(name) {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(_) => self.wrong(name, "true or false"),
        }
    }

    /// A number.
    pub(super) fn number(&self, name: &str, default: Option<i64>) -> Parse<i64> {
        match (self.get(name), default) {
            (None, Some(default)) => Ok(default),
            _ => match self.need(name)?.parse() {
                Ok(n) => Ok(n),
                Err(_) => self.wrong(name, "a number"),
            },
        }
    }

    /// `{1,0}`; empty if it is not there.
    pub(super) fn list(&self, name: &str) -> Parse<Vec<i64>> {
        let Some(text) = self.get(name) else { return Ok(Vec::new()) };
        let body = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        match body.and_then(|body| numbers(body, ',')) {
            Some(all) => Ok(all),
            None => self.wrong(name, "a list of numbers"),
        }
    }

    /// The only number of a list.
    pub(super) fn one(&self, name: &str) -> Parse<i64> {
        match self.list(name)?[..] {
            [n] => Ok(n),
            _ => self.wrong(name, "a list of one number"),
        }
    }

    /// `{{0,1},{2,3}}`, `[2,2]<=[4]` or `[2,2]<=[2,2]T(1,0)`: numbers in rows of equal length.
    pub(super) fn groups(&self, name: &str) -> Parse<Attr> {
        let text = self.get(name).unwrap_or("{}");
        if let Some(mesh) = text.strip_prefix("mesh") {
            return match mesh_groups(mesh) {
                Some(rows) => self.padded(name, &rows),
                None => self.wrong(name, "axes of a mesh, as in mesh['x'=2,'y'=2] {'y'}"),
            };
        }
        let rows = match text.split_once("<=") {
            Some((shape, of)) => match iota_groups(shape, of) {
                Some(rows) => rows,
                None => return self.wrong(name, "groups of devices, as in [2,4]<=[8]"),
            },
            None => match rows(text) {
                Some(rows) => rows,
                None => return self.wrong(name, "lists of devices"),
            },
        };
        self.padded(name, &rows)
    }

    fn padded(&self, name: &str, rows: &[Vec<i64>]) -> Parse<Attr> {
        match padded_matrix(rows) {
            Some(attr) => Ok(attr),
            None => self.wrong(name, &format!("at most {MOST_IDS} devices")),
        }
    }

    /// `{size=3x3 stride=2x2 pad=1_1x1_1}`.
    pub(super) fn window(&self) -> Parse<Window> {
        let mut window = Window::default();
        let Some(text) = self.get("window") else { return Ok(window) };
        let body = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        let Some(body) = body else { return self.wrong("window", "in braces") };
        for part in body.split_whitespace() {
            let by_x = |value: &str| numbers(value, 'x');
            let read = match part.split_once('=') {
                Some(("size", value)) => by_x(value).map(|all| window.size = all),
                Some(("stride", value)) => by_x(value).map(|all| window.stride = Some(all)),
                Some(("pad", value)) => padding(value).map(|all| window.pad = Some(all)),
                Some(("lhs_dilate", value)) => by_x(value).map(|all| window.lhs_dilate = Some(all)),
                Some(("rhs_dilate", value)) => by_x(value).map(|all| window.rhs_dilate = Some(all)),
                Some(("rhs_reversal", value)) => {
                    by_x(value).map(|all| window.rhs_reversal = Some(all))
                }
                _ => None,
            };
            if read.is_none() {
                return self.wrong("window", "of size, stride, pad, dilations and reversal");
            }
        }
        Ok(window)
    }

    /// The location that the metadata gives, as the text between the parentheses of `loc(…)`.
    pub(super) fn location(&self) -> Option<String> {
        let body = self.get("metadata")?.strip_prefix('{')?.strip_suffix('}')?;
        let name = quoted_field(body, "op_name");
        let file = quoted_field(body, "source_file");
        let line = body.split_whitespace().find_map(|word| word.strip_prefix("source_line="));
        let line: u32 = line.and_then(|n| n.parse().ok()).unwrap_or(0);
        match (name, file) {
            (Some(name), Some(file)) => Some(format!("{name}({file}:{line}:0)")),
            (Some(name), None) => Some(name),
            (None, Some(file)) => Some(format!("{file}:{line}:0")),
            (None, None) => None,
        }
    }

    /// The frontend attributes: names and values, strings without quotes and records as they are.
    pub(super) fn frontend(&self) -> Vec<(&'s str, Vec<u8>)> {
        let body = self.get("frontend_attributes");
        let body = body.and_then(|text| text.strip_prefix('{')?.strip_suffix('}'));
        let mut all = Vec::new();
        let mut rest = body.unwrap_or("");
        while let Some((name, value)) = rest.split_once('=') {
            let (text, bytes) = if let Some(quoted) = leading_string(value) {
                (quoted, unquoted(quoted))
            } else if let Some(record) = leading_record(value) {
                (record, Some(record.as_bytes().to_vec()))
            } else {
                break;
            };
            all.extend(bytes.map(|bytes| (name.trim_matches([',', ' ']), bytes)));
            rest = &value[text.len()..];
        }
        all
    }

    /// Attributes that StableHLO keeps beside an op.
    pub(super) fn discardable(&self) -> AttrDict {
        let mut all = AttrDict::new();
        if let Some(sharding) = self.get("sharding") {
            all.set("mhlo.sharding", Attr::string(sharding));
        }
        let mut attributes = AttrDict::new();
        for (name, value) in self.frontend() {
            attributes.set(name, Attr::String(value.into()));
        }
        if !attributes.is_empty() {
            all.set("mhlo.frontend_attributes", Attr::Dict(attributes));
        }
        all
    }
}

/// The record in braces that a text begins with; braces in strings do not count.
fn leading_record(text: &str) -> Option<&str> {
    if !text.starts_with('{') {
        return None;
    }
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(c) = text[at..].chars().next() {
        match c {
            '"' => {
                at += leading_string(&text[at..])?.len();
                continue;
            }
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        at += c.len_utf8();
        if depth == 0 {
            return Some(&text[..at]);
        }
    }
    None
}

/// The string in quotes that a text begins with, quotes included.
pub(super) fn leading_string(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('"')?;
    let mut escaped = false;
    let end = inner.find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    Some(&text[..end + 2])
}

/// The string behind `name=`, in MLIR's quotes.
fn quoted_field(body: &str, name: &str) -> Option<String> {
    let at = body.match_indices(name).find(|(at, _)| {
        let before = body[..*at].chars().next_back();
        before.is_none_or(|c| c == ' ') && body[at + name.len()..].starts_with('=')
    })?;
    let quoted = leading_string(&body[at.0 + name.len() + 1..])?;
    let mut out = String::new();
    crate::quote::write_quoted(&mut out, &unquoted(quoted)?).ok()?;
    Some(out)
}

/// Numbers between separators; none for an empty text.
pub(super) fn numbers(text: &str, separator: char) -> Option<Vec<i64>> {
    if text.trim().is_empty() {
        return Some(Vec::new());
    }
    text.split(separator).map(|word| word.trim().parse().ok()).collect()
}

/// `1_1x0_0_2`: the numbers of each dimension.
pub(super) fn padding(text: &str) -> Option<Vec<Vec<i64>>> {
    text.split('x').map(|part| numbers(part, '_')).collect()
}

/// The most numbers in a literal of groups.
const MOST_IDS: usize = 1 << 22;

/// A literal of groups; one that is shorter than others ends with -1. `None` if it is very large.
fn padded_matrix(rows: &[Vec<i64>]) -> Option<Attr> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    if rows.len().checked_mul(width).is_none_or(|count| count > MOST_IDS) {
        return None;
    }
    let padded = |row: &Vec<i64>| {
        let rest = std::iter::repeat_n(-1, width - row.len());
        row.iter().copied().chain(rest).collect::<Vec<i64>>()
    };
    let flat: Vec<i64> = rows.iter().flat_map(padded).collect();
    Some(matrix(rows.len(), width, &flat))
}

/// The groups `['x'=2,'y'=2] {'y'}`: devices that differ only along these axes of a mesh.
fn mesh_groups(text: &str) -> Option<Vec<Vec<i64>>> {
    let (axes, along) = text.trim().strip_prefix('[')?.split_once(']')?;
    let quoted = |text: &str| -> Option<(Box<str>, String)> {
        let (name, rest) = text.trim().strip_prefix('\'')?.split_once('\'')?;
        Some((name.into(), rest.to_owned()))
    };
    let axis = |text: &str| {
        let (name, rest) = quoted(text)?;
        Some((name, rest.strip_prefix('=')?.parse::<i64>().ok()?))
    };
    let axes = axes.split(',').map(axis).collect::<Option<Box<[_]>>>()?;
    let reference = |text: &str| {
        let (name, rest) = quoted(text)?;
        let part = match rest.strip_prefix(":(") {
            Some(rest) => {
                let (before, own) = rest.split_once(')')?;
                Some((before.parse().ok()?, own.parse().ok()?))
            }
            None if rest.is_empty() => None,
            None => return None,
        };
        Some(AxisRef { name, part })
    };
    let along = along.trim().strip_prefix('{')?.strip_suffix('}')?;
    let named = along.split(',').filter(|text| !text.trim().is_empty());
    let mesh = Mesh { axes, device_ids: None };
    let along = named.map(reference).collect::<Option<Box<[_]>>>()?;
    MeshAxes { mesh: MeshRef::Inline(mesh.clone()), axes: along }.groups(&mesh).ok()
}

/// The groups `[2,2]<=[2,2]T(1,0)`: numbers from 0 on of the shape behind `<=`, transposed, in rows.
fn iota_groups(shape: &str, of: &str) -> Option<Vec<Vec<i64>>> {
    const MOST: i64 = 1 << 20;
    let inside = |text: &str| {
        numbers(text.trim().strip_prefix('[')?.strip_suffix(']')?, ',')
            .filter(|all| all.iter().all(|&n| n > 0))
    };
    let (dims, order) = match of.split_once('T') {
        Some((dims, order)) => {
            let order = order.trim().strip_prefix('(')?.strip_suffix(')')?;
            (inside(dims)?, numbers(order, ',')?)
        }
        None => {
            let dims = inside(of)?;
            let order = (0..dims.len() as i64).collect();
            (dims, order)
        }
    };
    let [rows, columns] = inside(shape)?[..] else { return None };
    let all = dims.iter().try_fold(1_i64, |n, &d| n.checked_mul(d)).filter(|&n| n <= MOST)?;
    let fits = rows.checked_mul(columns) == Some(all);
    if !fits || !crate::field::Dims::from(&order[..]).is_permutation(dims.len()) {
        return None;
    }
    let mut devices = vec![0_i64];
    for &d in &order {
        let d = d as usize;
        let stride: i64 = dims[d + 1..].iter().product();
        let next = |&at: &i64| (0..dims[d]).map(move |n| at + n * stride).collect::<Vec<i64>>();
        devices = devices.iter().flat_map(next).collect();
    }
    Some(devices.chunks(columns as usize).map(<[i64]>::to_vec).collect())
}

/// `{{0,1},{2}}`.
pub(super) fn rows(text: &str) -> Option<Vec<Vec<i64>>> {
    let mut rest = text.trim().strip_prefix('{')?.strip_suffix('}')?.trim();
    let mut all = Vec::new();
    while let Some(row) = rest.strip_prefix('{') {
        let (row, after) = row.split_once('}')?;
        all.push(numbers(row, ',')?);
        rest = after.trim_start().trim_start_matches(',').trim_start();
    }
    rest.is_empty().then_some(all)
}

/// A literal of rows and columns.
pub(super) fn matrix(rows: usize, columns: usize, flat: &[i64]) -> Attr {
    let ty = Type::tensor(&[rows as i64, columns as i64], Element::I64);
    let bytes: Vec<u8> = flat.iter().flat_map(|n| n.to_le_bytes()).collect();
    match Literal::new(ty, Bytes::from(&bytes[..])) {
        Ok(literal) => Attr::Dense(literal),
        // As many numbers were given as there are.
        Err(_) => Attr::Unit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_counted() {
        let of = |shape, of| iota_groups(shape, of);
        assert_eq!(of("[2,2]", "[4]"), Some(vec![vec![0, 1], vec![2, 3]]));
        assert_eq!(of("[2,2]", "[2,2]T(1,0)"), Some(vec![vec![0, 2], vec![1, 3]]));
        assert_eq!(
            of("[4,2]", "[2,2,2]T(0,2,1)"),
            Some(vec![vec![0, 2], vec![1, 3], vec![4, 6], vec![5, 7]])
        );
        assert_eq!(mesh_groups("['x'=2,'y'=2] {'y'}"), Some(vec![vec![0, 1], vec![2, 3]]));
        assert_eq!(mesh_groups("['x'=2,'y'=2] {'x'}"), Some(vec![vec![0, 2], vec![1, 3]]));
        assert_eq!(mesh_groups("['x'=4] {'x':(1)2}"), Some(vec![vec![0, 2], vec![1, 3]]));
        assert_eq!(mesh_groups("['x'=4] {'y'}"), None);
        for (shape, dims) in [("[2,2]", "[8]"), ("[4]", "[4]"), ("[2,2]", "[2,2]T(0,0)"), ("", "")]
        {
            assert_eq!(of(shape, dims), None, "{shape} {dims}");
        }
    }
}
