//! Attributes and types in the encoding of VHLO, and the least version that has each.

use super::builtin::{self, dense_bytes, float_bits, width_of};
use super::sink::Sink;
use super::tables::{Form, Tables};
use crate::attr::Attr;
use crate::bytecode::text::{
    COMPARISON_DIRECTION, COMPARISON_TYPE, FFT_TYPE, PRECISION, RESULT_ACCURACY_MODE,
    RNG_ALGORITHM, RNG_DISTRIBUTION, TRANSPOSE, Words,
};
use crate::bytecode::version::Version;
use crate::bytecode::vhlo::ELEMENTS;
use crate::literal::{Bytes, Literal};
use crate::record::{self, Value};
use crate::text::attr_from_text;
use crate::types::{DYNAMIC, Element, Quant, Type, TypeKind};

/// The version from which modules may hold attributes of other dialects.
pub(super) const MIXED: Version = Version::new(1, 11, 0);

/// The enumerations.
const WORDS: [(&Words, u64); 8] = [
    (&COMPARISON_DIRECTION, 3),
    (&COMPARISON_TYPE, 4),
    (&FFT_TYPE, 7),
    (&PRECISION, 11),
    (&RNG_ALGORITHM, 12),
    (&RNG_DISTRIBUTION, 13),
    (&TRANSPOSE, 16),
    (&RESULT_ACCURACY_MODE, 19),
];

/// The result of writing a part; the error is a clause on what can't be written.
pub(super) type Written<T> = Result<T, String>;

/// A writer of attributes and types of a version.
pub(super) struct Vhlo<'t> {
    pub(super) tables: &'t mut Tables,
    pub(super) target: Version,
}

impl Vhlo<'_> {
    fn since(&self, minor: Version, what: &str) -> Written<()> {
        if self.target >= minor {
            return Ok(());
        }
        Err(format!("{what} needs version {minor}"))
    }

    fn add(&mut self, data: Sink) -> u64 {
        self.tables.attr("vhlo", data)
    }

    fn all(&mut self, items: &[Attr]) -> Written<Vec<u64>> {
        items.iter().map(|item| self.attr(item)).collect()
    }

    /// The number of an attribute.
    pub(super) fn attr(&mut self, attr: &Attr) -> Written<u64> {
        let mut data = Sink::default();
        match attr {
            Attr::Bool(flag) => {
                data.number(2);
                data.number(u64::from(*flag));
            }
            Attr::Int(value, of) => match of.kind() {
                TypeKind::Scalar(element) if width_of(*element).is_some() => {
                    data.number(9);
                    data.number(self.ty(*of)?);
                    data.bits(width_of(*element).unwrap_or(64), *value as u64);
                }
                _ => return Err(format!("VHLO has no integer of type {of}")),
            },
            Attr::Float(bits, of) => match of.kind() {
                TypeKind::Scalar(element) if float_bits(*element, *bits).is_some() => {
                    data.number(8);
                    data.number(self.ty(*of)?);
                    data.bits(element.bit_width(), float_bits(*element, *bits).unwrap_or(0));
                }
                _ => return Err(format!("VHLO has no float of type {of}")),
            },
            Attr::String(bytes) => return Ok(self.string(bytes)),
            Attr::Symbol(path) if path.len() == 1 => return Ok(self.string(path[0].as_bytes())),
            Attr::Type(of) => {
                data.number(17);
                data.number(self.ty(*of)?);
            }
            Attr::Array(items) => {
                let all = self.all(items)?;
                data.number(1);
                data.count(all.len());
                all.iter().for_each(|&n| data.number(n));
            }
            Attr::DenseArray(element @ (Element::I64 | Element::I1), values) => {
                let list = literal_list(*element, values)?;
                return self.attr(&Attr::Dense(list));
            }
            Attr::Dict(dict) => {
                let mut all = Vec::new();
                for (name, value) in dict.iter() {
                    all.push((self.string(name.as_bytes()), self.attr(value)?));
                }
                data.number(6);
                data.count(all.len());
                for (name, value) in all {
                    data.number(name);
                    data.number(value);
                }
            }
            Attr::Dense(literal) => {
                let stored = literal.stored();
                let literal = stored.as_ref().unwrap_or(literal);
                if literal.element() == Element::TF32 {
                    return Err("VHLO has no literal of tf32".to_owned());
                }
                data.number(15);
                data.number(self.ty(literal.ty())?);
                data.blob(&dense_bytes(literal));
            }
            Attr::Opaque(text) if text.starts_with("#stablehlo") => return self.opaque(text),
            // Attributes of other dialects, and the builtin ones that VHLO lacks.
            Attr::Unit
            | Attr::Symbol(_)
            | Attr::DenseArray(..)
            | Attr::Loc(_)
            | Attr::Opaque(_) => {
                self.since(MIXED, &format!("the attribute `{attr}`, which is none of VHLO,"))?;
                return Ok(builtin::attr(self.tables, attr));
            }
        }
        Ok(self.add(data))
    }

    /// The number of a string.
    pub(super) fn string(&mut self, bytes: &[u8]) -> u64 {
        let mut data = Sink::default();
        data.number(14);
        data.number(self.tables.string(bytes));
        self.add(data)
    }

    /// The number of the version of a custom call's interface.
    pub(super) fn api_version(&mut self, version: i64) -> u64 {
        let mut data = Sink::default();
        data.number(5);
        data.number(version as u64);
        self.add(data)
    }

    /// An attribute of StableHLO that is text.
    fn opaque(&mut self, text: &str) -> Written<u64> {
        let mut data = Sink::default();
        for (words, code) in WORDS {
            if let Some(word) = words.code(text) {
                data.number(code);
                data.number(word);
                return Ok(self.add(data));
            }
        }
        let unknown = || format!("VHLO has no attribute `{text}`");
        let named = text.strip_prefix("#stablehlo.").ok_or_else(unknown)?;
        let (name, body) = named.split_once('<').ok_or_else(unknown)?;
        let body = body.strip_suffix('>').ok_or_else(unknown)?;
        match name {
            "bounds" => {
                data.number(18);
                let dim = |word: &str| match word.trim() {
                    "?" => Some(DYNAMIC),
                    word => word.parse().ok(),
                };
                let all: Option<Vec<i64>> = body.split(',').map(dim).collect();
                data.signed_list(&all.ok_or_else(unknown)?);
            }
            "output_operand_alias" => self.alias(body, &mut data)?,
            "result_accuracy" => self.accuracy(body, &mut data)?,
            "axis_ref" => {
                self.since(Version::new(1, 16, 0), "a group of devices by a mesh")?;
                let (mut name, mut part) = (None, None);
                for (field, value) in split(body) {
                    match field {
                        "name" => name = Some(self.text(value)?),
                        "sub_axis_info" => part = Some(self.part_of_axis(value)?),
                        _ => return Err(unknown()),
                    }
                }
                data.number(22);
                data.number(name.ok_or_else(unknown)?);
                data.number(u64::from(part.is_some()));
                part.into_iter().for_each(|part| data.number(part));
            }
            "mesh_axis" => {
                let (mut name, mut size) = (None, None);
                for (field, value) in split(body) {
                    match field {
                        "name" => name = Some(self.text(value)?),
                        "size" => size = value.parse().ok(),
                        _ => return Err(unknown()),
                    }
                }
                data.number(24);
                data.number(name.ok_or_else(unknown)?);
                data.signed(size.ok_or_else(unknown)?);
            }
            "replica_group_mesh_axes" | "mesh" => {
                let (mut first, mut axes) = (None, None);
                for (field, value) in split(body) {
                    match field {
                        "mesh" | "device_ids" => first = Some(self.text(value)?),
                        "axes" => axes = Some(self.axes(value, name)?),
                        _ => return Err(unknown()),
                    }
                }
                let axes = axes.ok_or_else(unknown)?;
                if name == "mesh" {
                    data.number(25);
                    data.number(axes);
                    data.flagged(first.unwrap_or(0), first.is_some());
                } else {
                    self.since(Version::new(1, 16, 0), "a group of devices by a mesh")?;
                    data.number(23);
                    data.number(first.ok_or_else(unknown)?);
                    data.number(axes);
                }
            }
            _ => return Err(unknown()),
        }
        Ok(self.add(data))
    }

    /// The number of an attribute, given as its text.
    fn text(&mut self, text: &str) -> Written<u64> {
        self.attr(&attr_from_text(text)?)
    }

    /// A list of axes, each of which may lack its name: `[<name = "x">]`.
    fn axes(&mut self, text: &str, of: &str) -> Written<u64> {
        let list = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let list = list.ok_or_else(|| format!("`{text}` is not a list of axes"))?;
        let kind = if of == "mesh" { "#stablehlo.mesh_axis" } else { "#stablehlo.axis_ref" };
        let mut all = Vec::new();
        for item in items(list) {
            let whole = if item.starts_with('<') { kind } else { "" };
            all.push(self.opaque(&format!("{whole}{item}"))?);
        }
        let mut data = Sink::default();
        data.number(1);
        data.count(all.len());
        all.iter().for_each(|&axis| data.number(axis));
        Ok(self.add(data))
    }

    /// `(1)2`: the sizes before and of a part of an axis.
    fn part_of_axis(&mut self, text: &str) -> Written<u64> {
        let sizes = text.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let sizes =
            sizes.and_then(|(before, size)| Some((before.parse().ok()?, size.parse().ok()?)));
        let Some((before, size)) = sizes else {
            return Err(format!("`{text}` is not a part of an axis"));
        };
        let mut data = Sink::default();
        data.number(21);
        data.signed(before);
        data.signed(size);
        Ok(self.add(data))
    }

    fn alias(&mut self, body: &str, data: &mut Sink) -> Written<()> {
        let known = ["output_tuple_indices", "operand_index", "operand_tuple_indices"];
        let (mut lists, mut operand) = ([const { Vec::new() }; 2], 0);
        for (name, value) in record::fields(body, &known)? {
            match name {
                "operand_index" => operand = value.integer(name)?,
                _ => lists[usize::from(name == known[2])] = value.list(name)?.to_vec(),
            }
        }
        data.number(10);
        data.signed_list(&lists[0]);
        data.signed(operand);
        data.signed_list(&lists[1]);
        Ok(())
    }

    fn accuracy(&mut self, body: &str, data: &mut Sink) -> Written<()> {
        self.since(Version::new(1, 9, 0), "the accuracy of a result")?;
        let (mut tolerances, mut ulps, mut mode) = ([0.0_f64; 2], 0, None);
        for (name, value) in record::fields(body, &["atol", "rtol", "ulps", "mode"])? {
            match (name, value) {
                ("ulps", value) => ulps = value.integer(name)?,
                ("mode", Value::Word(word)) => mode = Some(self.opaque(word)?),
                (_, value) => tolerances[usize::from(name == "rtol")] = value.float(name)?,
            }
        }
        let mode = mode.ok_or("the accuracy of a result has no mode")?;
        data.number(20);
        tolerances.iter().for_each(|x| data.bits(64, x.to_bits()));
        data.signed(ulps);
        data.number(mode);
        Ok(())
    }

    /// The number of a type.
    pub(super) fn ty(&mut self, of: Type) -> Written<u64> {
        if let Some(&number) = self.tables.known_types.get(&(Form::Vhlo, of)) {
            return Ok(number);
        }
        let number = self.new_type(of)?;
        self.tables.known_types.insert((Form::Vhlo, of), number);
        Ok(number)
    }

    fn types(&mut self, all: &[Type]) -> Written<Vec<u64>> {
        all.iter().map(|&of| self.ty(of)).collect()
    }

    fn new_type(&mut self, of: Type) -> Written<u64> {
        let mut data = Sink::default();
        let list = |data: &mut Sink, all: &[u64]| {
            data.count(all.len());
            all.iter().for_each(|&n| data.number(n));
        };
        match of.kind() {
            TypeKind::Scalar(Element::Quant(quant)) => self.quantized(quant, &mut data)?,
            TypeKind::Scalar(element @ (Element::C64 | Element::C128)) => {
                let part = self.ty(Type::scalar(element.real_part()))?;
                data.number(1);
                data.number(part);
            }
            TypeKind::Scalar(element) => {
                let found = ELEMENTS.iter().find(|(_, it)| it == element);
                let Some((code, _)) = found else {
                    return Err(format!("VHLO has no type {of}"));
                };
                self.since(element_since(*element), &format!("the type {of}"))?;
                data.number(*code);
            }
            TypeKind::Tensor(tensor) => {
                let encoding = match &tensor.encoding {
                    None => None,
                    Some(text) if text.starts_with("#stablehlo.") => Some(self.opaque(text)?),
                    Some(text) if text.starts_with("#hloom.split") => {
                        return Err(format!(
                            "VHLO has no encoding `{text}`; `erase-splits` makes sdy shardings of splits"
                        ));
                    }
                    Some(text) => return Err(format!("VHLO has no encoding `{text}`")),
                };
                let element = self.ty(Type::scalar(tensor.element))?;
                data.number(if encoding.is_some() { 21 } else { 20 });
                encoding.into_iter().for_each(|number| data.number(number));
                data.signed_list(&tensor.dims);
                data.number(element);
            }
            TypeKind::Unranked(element) => {
                let element = self.ty(Type::scalar(*element))?;
                data.number(25);
                data.number(element);
            }
            TypeKind::Token => data.number(22),
            TypeKind::Tuple(members) => {
                let all = self.types(members)?;
                data.number(23);
                list(&mut data, &all);
            }
            TypeKind::Function(from, to) => {
                let (from, to) = (self.types(from)?, self.types(to)?);
                data.number(8);
                list(&mut data, &from);
                list(&mut data, &to);
            }
            TypeKind::Future(of) => {
                self.since(Version::new(1, 15, 0), "a future")?;
                let all = self.types(of)?;
                data.number(42);
                list(&mut data, &all);
            }
            TypeKind::Foreign(text) if &**text == "none" => {
                self.since(Version::new(1, 6, 0), "the type none")?;
                data.number(33);
            }
            TypeKind::Foreign(text) if text.starts_with("memref<") => {
                self.since(Version::new(1, 13, 0), "a buffer")?;
                self.buffer(text, &mut data)?;
            }
            TypeKind::Foreign(text) if &**text == "!shape.witness" => data.number(26),
            TypeKind::Struct(_) | TypeKind::Array(..) | TypeKind::Foreign(_) => {
                return Err(format!("VHLO has no type {of}"));
            }
        }
        Ok(self.tables.ty("vhlo", data))
    }

    /// `memref<2x?xf32>`, without a layout.
    fn buffer(&mut self, text: &str, data: &mut Sink) -> Written<()> {
        let body = text.strip_prefix("memref<").and_then(|rest| rest.strip_suffix('>'));
        let tensor = body.map(|body| format!("tensor<{body}>"));
        let tensor = tensor.and_then(|text| crate::text::type_from_text(&text).ok());
        let Some(tensor) = tensor.and_then(Type::as_tensor).filter(|it| it.encoding.is_none())
        else {
            return Err(format!("VHLO has no buffer {text}"));
        };
        let element = self.ty(Type::scalar(tensor.element))?;
        data.number(41);
        data.signed_list(&tensor.dims);
        data.number(element);
        Ok(())
    }

    fn quantized(&mut self, quant: &Quant, data: &mut Sink) -> Written<()> {
        let signed = quant.storage.is_signed();
        // VHLO stores the sign as a flag, as MLIR's quantized types do.
        let storage = self.ty(Type::scalar(signed_storage(quant.storage)))?;
        let expressed = self.ty(Type::scalar(quant.expressed))?;
        let (low, high) = quant.storage_range();
        let per_axis = quant.axis.is_some();
        data.number(if per_axis { 30 } else { 24 });
        data.number(u64::from(signed));
        data.number(storage);
        data.number(expressed);
        if let Some(axis) = quant.axis {
            self.since(Version::new(0, 18, 0), "a type that is quantized along an axis")?;
            data.number(u64::from(axis));
            data.signed(low);
            data.signed(high);
            data.count(quant.scales.len());
            quant.scales.iter().for_each(|&(scale, _)| data.bits(64, scale));
            let zeros: Vec<i64> = quant.scales.iter().map(|&(_, zero)| zero).collect();
            data.signed_list(&zeros);
        } else {
            let (scale, zero) = quant.scales.first().copied().unwrap_or((0, 0));
            data.bits(64, scale);
            data.signed(zero);
            data.signed(low);
            data.signed(high);
        }
        Ok(())
    }
}

/// The storage of a quantized type, without the sign.
fn signed_storage(element: Element) -> Element {
    match element {
        Element::U2 => Element::I2,
        Element::U4 => Element::I4,
        Element::U8 => Element::I8,
        Element::U16 => Element::I16,
        Element::U32 => Element::I32,
        Element::U64 => Element::I64,
        other => other,
    }
}

/// The first version with an element type.
fn element_since(element: Element) -> Version {
    let minor = |minor| Version::new(1, minor, 0);
    match element {
        Element::F8E4M3FNUZ | Element::F8E5M2FNUZ => Version::new(0, 10, 0),
        Element::F8E4M3B11FNUZ => Version::new(0, 11, 0),
        Element::I2 | Element::U2 => minor(2),
        Element::TF32 => minor(6),
        Element::F8E4M3 | Element::F8E3M4 => minor(7),
        Element::F4E2M1FN | Element::F6E2M3FN | Element::F6E3M2FN | Element::F8E8M0FNU => minor(8),
        _ => Version::OLDEST,
    }
}

/// A list of integers or booleans as a literal.
pub(super) fn literal_list(element: Element, values: &[i64]) -> Written<Literal> {
    let ty = Type::tensor(&[values.len() as i64], element);
    let bytes: Vec<u8> = match element {
        Element::I1 => values.iter().map(|&v| u8::from(v != 0)).collect(),
        _ => values.iter().flat_map(|v| v.to_le_bytes()).collect(),
    };
    Literal::new(ty, Bytes::from(&bytes[..])).map_err(|error| error.to_string())
}

/// The fields of a record whose values may be attributes with brackets: names and texts.
fn split(body: &str) -> Vec<(&str, &str)> {
    let fields = items(body).into_iter().filter_map(|field| field.split_once('='));
    fields.map(|(name, value)| (name.trim(), value.trim())).collect()
}

/// The items of a list, between commas that no bracket encloses.
fn items(list: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut start) = (0_i64, false, 0);
    let mut all = Vec::new();
    for (at, c) in list.char_indices().chain([(list.len(), ',')]) {
        match c {
            '"' => quoted = !quoted,
            '<' | '[' | '(' | '{' if !quoted => depth += 1,
            '>' | ']' | ')' | '}' if !quoted => depth -= 1,
            ',' if depth == 0 && !quoted => {
                all.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    all.retain(|item| !item.is_empty());
    all
}
