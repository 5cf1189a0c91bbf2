//! Fields of a dataset as the arguments of a step.
//!
//! An argument takes the field with its name, the one that `--field ARGUMENT=FIELD` names, or, if no
//! name fits and the numbers are equal, the one at its position. Elements are converted to the
//! argument's type where that loses nothing but precision of floats.

use hloom_ir::literal::Bytes;
use hloom_ir::types::TensorType;
use hloom_ir::{Element, Literal, Type};
use hloom_loader::{Array, Field, Kind, Transform};

use super::signature::Named;

/// One `--field ARGUMENT=FIELD`.
pub(super) type Pair = (String, String);

/// Parses `ARGUMENT=FIELD`.
pub(super) fn parse_pair(text: &str) -> Result<Pair, String> {
    let pair = text.split_once('=').filter(|(a, b)| !a.is_empty() && !b.is_empty());
    let pair = pair.ok_or("expected ARGUMENT=FIELD")?;
    Ok((pair.0.trim_start_matches('%').to_owned(), pair.1.to_owned()))
}

/// For each argument of a batch, its field, and the transforms that make it of the argument's type.
#[derive(Debug)]
pub(super) struct Feed {
    /// The fields, by number.
    pub(super) fields: Vec<usize>,
    /// The types of a batch's arguments.
    types: Vec<TensorType>,
    /// The transforms, each with its field.
    pub(super) transforms: Vec<(usize, Transform)>,
}

impl Feed {
    /// The fields of arguments, with augmentation of images.
    ///
    /// # Errors
    /// If an argument has none, or none of its type; a sentence.
    pub(super) fn new(
        arguments: &[Named],
        fields: &[Field],
        pairs: &[Pair],
        augment: &[Transform],
    ) -> Result<Feed, String> {
        let named = |name: &str| fields.iter().position(|field| field.name == name);
        let listed = || {
            let all: Vec<String> = fields.iter().map(|f| format!("`{}`", f.name)).collect();
            format!("the dataset has the fields {}", all.join(", "))
        };
        for (argument, _) in pairs {
            if !arguments.iter().any(|own| own.name == *argument) {
                let all = arguments.iter().map(|a| format!("`{}`, {}", a.name, a.ty));
                let all = all.collect::<Vec<_>>().join("; ");
                return Err(format!("--field {argument}=…: the arguments of a batch are {all}"));
            }
        }
        let no_names = !arguments.iter().any(|argument| named(&argument.name).is_some());
        let by_place = pairs.is_empty() && no_names && fields.len() == arguments.len();
        let mut it = Feed { fields: Vec::new(), types: Vec::new(), transforms: Vec::new() };
        for (i, argument) in arguments.iter().enumerate() {
            let pair = pairs.iter().find(|(own, _)| *own == argument.name);
            let field = match pair {
                Some((_, field)) => named(field),
                None if by_place => Some(i),
                None => named(&argument.name),
            };
            let number = field.ok_or_else(|| {
                let name = &argument.name;
                format!(
                    "no field of the dataset is for the argument `{name}` of a batch: {}; say which with \
                     --field {name}=FIELD",
                    listed()
                )
            })?;
            if it.fields.contains(&number) {
                let field = &fields[number].name;
                return Err(format!("the field `{field}` is for two arguments of a batch"));
            }
            let tensor = argument.ty.as_tensor().ok_or("a batch has tensors")?.clone();
            it.fields.push(number);
            it.transforms.extend(transforms(
                argument,
                &tensor,
                (number, &fields[number]),
                augment,
            )?);
            it.types.push(tensor);
        }
        if !augment.is_empty() && !it.fields.iter().any(|&f| fields[f].image) {
            return Err(format!(
                "--augment changes images, but no field of a batch is one; {}",
                listed()
            ));
        }
        Ok(it)
    }

    /// The arrays of a batch as tensors.
    ///
    /// # Errors
    /// If one does not fit, or there is no memory; a sentence.
    pub(super) fn tensors(&self, arrays: &[Array]) -> Result<Vec<Literal>, String> {
        let each = self.fields.iter().zip(&self.types).map(|(&field, tensor)| {
            let array = arrays.get(field).ok_or("a batch lacks a field")?;
            let dims: Vec<i64> = array.dims.iter().map(|&n| n as i64).collect();
            let ty = Type::from(tensor.with_dims(&dims));
            Literal::new(ty, Bytes::from(&array.bytes[..])).map_err(|error| error.to_string())
        });
        each.collect()
    }
}

/// The transforms of one field.
fn transforms(
    argument: &Named,
    tensor: &TensorType,
    (number, field): (usize, &Field),
    augment: &[Transform],
) -> Result<Vec<(usize, Transform)>, String> {
    let Named { name, ty } = argument;
    let kind = kind_of(tensor.element)
        .ok_or_else(|| format!("the argument `{name}` is {ty}, whose elements no dataset has"))?;
    let dims: Vec<usize> = tensor.dims[1..].iter().map(|&n| n as usize).collect();
    let mut shape = (field.dims.clone(), field.kind);
    let mut all = Vec::new();
    if field.image {
        for transform in augment {
            all.push((number, transform.clone()));
            match *transform {
                Transform::Resize(h, w)
                | Transform::Crop(h, w, _)
                | Transform::CenterCrop(h, w) => shape.0.splice(..2, [h, w]).for_each(drop),
                Transform::Normalize(..) => shape.1 = Kind::F32,
                _ => {}
            }
        }
    }
    let turned = match (&shape.0[..], &dims[..]) {
        (&[h, w, c], &[first, second, third]) => {
            field.image
                && [h, w, c] != [first, second, third]
                && [c, h, w] == [first, second, third]
        }
        _ => false,
    };
    let count = |dims: &[usize]| dims.iter().product::<usize>();
    if count(&shape.0) != count(&dims) || (shape.1.is_float() && !kind.is_float()) {
        return Err(format!(
            "the argument `{name}` is {ty}, but a sample's field `{}` is {} {:?}",
            field.name, shape.1, shape.0
        ));
    }
    let scaled = field.image && shape.1 == Kind::U8;
    all.push((number, Transform::Convert { kind, dims, scaled, turned }));
    Ok(all)
}

/// The element type in datasets.
fn kind_of(element: Element) -> Option<Kind> {
    Some(match element {
        Element::I1 => Kind::Bool,
        Element::I8 => Kind::I8,
        Element::I16 => Kind::I16,
        Element::I32 => Kind::I32,
        Element::I64 => Kind::I64,
        Element::U8 => Kind::U8,
        Element::U16 => Kind::U16,
        Element::U32 => Kind::U32,
        Element::U64 => Kind::U64,
        Element::F16 => Kind::F16,
        Element::F32 => Kind::F32,
        Element::F64 => Kind::F64,
        _ => return None,
    })
}
