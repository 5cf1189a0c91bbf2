//! `structs-to-tuples`: the conversion of types, members and whole values.

use super::convert::{Converter, Scheme, read};
use super::{complex, names};
use hloom_ir::attr::AttrDict;
use hloom_ir::ops::{Complex, Imag, Op, Real, Tuple};
use hloom_ir::types::{Type, TypeKind};
use hloom_ir::{ConstraintError, Value};

/// The conversion of structs to tuples.
pub(super) struct ToTuples {
    /// Whether tensors of complex numbers become pairs of tensors.
    pub(super) pairs: bool,
}

impl ToTuples {
    /// The type that replaces this one; `None` if it is empty.
    fn map(&self, ty: Type) -> Option<Type> {
        match ty.kind() {
            TypeKind::Tensor(t) if self.pairs && t.element.is_complex() => {
                let part = t.with_element(t.element.real_part()).into();
                Some(Type::tuple(&[part, part]))
            }
            TypeKind::Tuple(members) => {
                let members: Vec<Type> = members.iter().filter_map(|&m| self.map(m)).collect();
                Some(Type::tuple(&members))
            }
            TypeKind::Struct(_) | TypeKind::Array(..) => {
                let members = ty.members().unwrap_or_default();
                let members: Vec<Type> = members.iter().filter_map(|&m| self.map(m)).collect();
                (!members.is_empty()).then(|| Type::tuple(&members))
            }
            _ => Some(ty),
        }
    }

    /// The index of member `i` in the tuple, if the member is not empty.
    fn place(&self, of: Type, i: usize) -> Option<usize> {
        let members = of.members()?;
        self.map(members[i])?;
        Some(members[..i].iter().filter(|&&m| self.map(m).is_some()).count())
    }
}

impl Scheme for ToTuples {
    fn parts(&self, ty: Type) -> Option<Vec<Type>> {
        let mapped = self.map(ty);
        (mapped != Some(ty)).then(|| mapped.into_iter().collect())
    }

    fn make(
        &self,
        cx: &mut Converter<'_>,
        ty: Type,
        parts: &[Value],
    ) -> Result<Vec<Value>, ConstraintError> {
        if self.map(ty).is_none() {
            return Ok(Vec::new());
        }
        Ok(vec![cx.r.value(Tuple {}, parts)?])
    }

    fn get(
        &self,
        cx: &mut Converter<'_>,
        of: Type,
        parts: &[Value],
        i: usize,
    ) -> Result<Vec<Value>, ConstraintError> {
        match self.place(of, i) {
            Some(place) => Ok(vec![read(cx, parts[0], place)?]),
            None => Ok(Vec::new()),
        }
    }

    fn with(
        &self,
        cx: &mut Converter<'_>,
        of: Type,
        parts: &[Value],
        i: usize,
        new: &[Value],
    ) -> Result<Vec<Value>, ConstraintError> {
        let Some(place) = self.place(of, i) else { return Ok(parts.to_vec()) };
        let count = self.map(of).and_then(Type::as_tuple).map_or(0, <[Type]>::len);
        let mut members = Vec::with_capacity(count);
        for at in 0..count {
            members.push(if at == place { new[0] } else { read(cx, parts[0], at)? });
        }
        Ok(vec![cx.r.value(Tuple {}, &members)?])
    }

    fn compute(
        &self,
        cx: &mut Converter<'_>,
        kind: &Op,
        operands: &[Value],
        of: Type,
    ) -> Result<Option<Value>, ConstraintError> {
        if !self.pairs {
            return Ok(None);
        }
        complex::compute(cx, kind, operands, of)
    }

    fn pack(
        &self,
        cx: &mut Converter<'_>,
        ty: Type,
        parts: &[Value],
    ) -> Result<Value, ConstraintError> {
        if self.parts(ty).is_none() {
            return Ok(parts[0]);
        }
        if ty.as_tensor().is_some() {
            let (re, im) = (read(cx, parts[0], 0)?, read(cx, parts[0], 1)?);
            return cx.r.value(Complex {}, &[re, im]);
        }
        let mut members = Vec::new();
        for (i, &member) in ty.members().unwrap_or_default().iter().enumerate() {
            let inner = self.get(cx, ty, parts, i)?;
            members.push(self.pack(cx, member, &inner)?);
        }
        cx.assemble(ty, &members)
    }

    fn unpack(
        &self,
        cx: &mut Converter<'_>,
        ty: Type,
        whole: Value,
    ) -> Result<Vec<Value>, ConstraintError> {
        if self.parts(ty).is_none() {
            return Ok(vec![whole]);
        }
        if ty.as_tensor().is_some() {
            let (re, im) = (cx.r.value(Real {}, &[whole])?, cx.r.value(Imag {}, &[whole])?);
            return Ok(vec![cx.r.value(Tuple {}, &[re, im])?]);
        }
        let mut parts = Vec::new();
        for (i, &member) in ty.members().unwrap_or_default().iter().enumerate() {
            if self.map(member).is_some() {
                let inner = cx.take(whole, i)?;
                parts.extend(self.unpack(cx, member, inner)?);
            }
        }
        self.make(cx, ty, &parts)
    }

    fn part_names(&self, _: Type, _: &AttrDict) -> Vec<String> {
        vec![String::new()]
    }

    fn attributes(&self, ty: Type, old: &AttrDict) -> Vec<AttrDict> {
        let mut dict = old.clone();
        if names::has_struct(ty) {
            dict.set(names::LEAVES, names::remember(&names::leaf_paths(ty)));
        }
        vec![dict]
    }
}
