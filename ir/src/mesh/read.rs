//! A cursor over the text of meshes and shardings.

use super::{AxisRef, Mesh, MeshAxes, MeshRef};

/// A cursor over text.
#[derive(Clone)]
pub(crate) struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str) -> Reader<'t> {
        Reader { rest: text.trim_start() }
    }

    /// Whether the whole text was consumed.
    pub(crate) fn at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// The text that is left.
    pub(crate) fn rest(&self) -> &'t str {
        self.rest
    }

    /// Whether this text is next.
    pub(crate) fn at(&self, text: &str) -> bool {
        self.rest.starts_with(text)
    }

    /// Consumes this text, if it is next.
    pub(crate) fn eat(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    /// Consumes this text, or fails.
    pub(crate) fn expect(&mut self, text: &str) -> Option<()> {
        self.eat(text).then_some(())
    }

    /// Parses an integer.
    pub(crate) fn integer(&mut self) -> Option<i64> {
        let digits = self.rest.strip_prefix('-').unwrap_or(self.rest);
        let count = digits.len() - digits.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = self.rest.split_at(self.rest.len() - digits.len() + count);
        let value = number.parse().ok()?;
        self.rest = rest.trim_start();
        Some(value)
    }

    /// Parses a quoted string.
    pub(crate) fn string(&mut self) -> Option<Box<str>> {
        let inner = self.rest.strip_prefix('"')?;
        let mut skip = false;
        let end = inner.bytes().position(|b| {
            let close = b == b'"' && !skip;
            skip = b == b'\\' && !skip;
            close
        })?;
        let bytes = crate::quote::unescape(&inner[..end]).ok()?;
        self.rest = inner[end + 1..].trim_start();
        Some(String::from_utf8(bytes).ok()?.into())
    }

    /// Parses a list between these delimiters, with commas between elements.
    pub(crate) fn list<T>(
        &mut self,
        open: &str,
        close: &str,
        mut read: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Box<[T]>> {
        self.expect(open)?;
        let mut items = Vec::new();
        if self.eat(close) {
            return Some(items.into());
        }
        loop {
            items.push(read(self)?);
            if self.eat(close) {
                return Some(items.into());
            }
            self.expect(",")?;
        }
    }

    /// Parses `@name`.
    pub(crate) fn symbol(&mut self) -> Option<Box<str>> {
        self.expect("@")?;
        if self.rest.starts_with('"') {
            return self.string();
        }
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '-');
        let end = self.rest.find(|c| !is_name(c)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        (!name.is_empty()).then(|| name.into())
    }

    /// Parses `name =`.
    fn key(&mut self, name: &str) -> Option<()> {
        self.expect(name)?;
        self.expect("=")
    }

    /// Parses `dense<[7, 6]> : tensor<2xi64>`.
    fn dense(&mut self) -> Option<Box<[i64]>> {
        self.expect("dense")?;
        self.expect("<")?;
        let ids = if self.rest.starts_with('[') {
            self.list("[", "]", Reader::integer)?
        } else if self.rest.starts_with('>') {
            Box::default()
        } else {
            Box::new([self.integer()?])
        };
        for sign in [">", ":", "tensor", "<"] {
            self.expect(sign)?;
        }
        let count = self.integer()?;
        self.expect("xi64")?;
        self.expect(">")?;
        (usize::try_from(count) == Ok(ids.len())).then_some(ids)
    }

    /// Parses `#stablehlo.mesh<…>`.
    pub(crate) fn mesh(&mut self) -> Option<Mesh> {
        self.expect("#stablehlo.mesh")?;
        self.expect("<")?;
        self.key("axes")?;
        let axes = self.list("[", "]", |r| {
            r.eat("#stablehlo.mesh_axis");
            r.expect("<")?;
            r.key("name")?;
            let name = r.string()?;
            r.expect(",")?;
            r.key("size")?;
            let size = r.integer()?;
            r.expect(">")?;
            Some((name, size))
        })?;
        let mut device_ids = None;
        if self.eat(",") {
            self.key("device_ids")?;
            device_ids = Some(self.dense()?);
        }
        self.expect(">")?;
        Some(Mesh { axes, device_ids })
    }

    /// Parses `#stablehlo.replica_group_mesh_axes<…>`.
    pub(crate) fn mesh_axes(&mut self) -> Option<MeshAxes> {
        self.expect("#stablehlo.replica_group_mesh_axes")?;
        self.expect("<")?;
        // The first proposal of this attribute used `mesh_name`.
        if !self.eat("mesh_name") {
            self.expect("mesh")?;
        }
        self.expect("=")?;
        let mesh = match self.rest.starts_with('@') {
            true => MeshRef::Symbol(self.symbol()?),
            false => MeshRef::Inline(self.mesh()?),
        };
        self.expect(",")?;
        self.key("axes")?;
        let axes = self.list("[", "]", |r| {
            r.eat("#stablehlo.axis_ref");
            r.expect("<")?;
            r.key("name")?;
            let name = r.string()?;
            let mut part = None;
            if r.eat(",") {
                r.key("sub_axis_info")?;
                r.expect("(")?;
                let before = r.integer()?;
                r.expect(")")?;
                part = Some((before, r.integer()?));
            }
            r.expect(">")?;
            Some(AxisRef { name, part })
        })?;
        self.expect(">")?;
        Some(MeshAxes { mesh, axes })
    }
}
