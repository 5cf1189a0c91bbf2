//! Affine maps, as text has them: `affine_map<(d0, d1) -> (d1, d0 * 2 + 1)>`.

use crate::Try;
use hloom_ir::Attr;

/// An expression: a sum of dimensions with factors and a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Expr {
    /// The factor of each dimension.
    pub(crate) factors: Vec<i64>,
    /// The constant summand.
    pub(crate) constant: i64,
}

impl Expr {
    /// A dimension of so many.
    pub(crate) fn dim(d: usize, dims: usize) -> Expr {
        let mut factors = vec![0; dims];
        factors[d] = 1;
        Expr { factors, constant: 0 }
    }

    /// The dimension that it is, if it is one.
    pub(crate) fn as_dim(&self) -> Option<usize> {
        let mut set = self.factors.iter().enumerate().filter(|(_, f)| **f != 0);
        let (d, &factor) = set.next()?;
        (factor == 1 && self.constant == 0 && set.next().is_none()).then_some(d)
    }

    /// The number that it is, if it is one.
    pub(crate) fn as_constant(&self) -> Option<i64> {
        self.factors.iter().all(|&f| f == 0).then_some(self.constant)
    }

    fn plus(mut self, other: &Expr, sign: i64) -> Option<Expr> {
        for (a, b) in self.factors.iter_mut().zip(&other.factors) {
            *a = a.checked_add(b.checked_mul(sign)?)?;
        }
        self.constant = self.constant.checked_add(other.constant.checked_mul(sign)?)?;
        Some(self)
    }

    fn times(mut self, by: i64) -> Option<Expr> {
        for a in &mut self.factors {
            *a = a.checked_mul(by)?;
        }
        self.constant = self.constant.checked_mul(by)?;
        Some(self)
    }
}

/// A map from an iteration space to the indices of a tensor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AffineMap {
    /// The number of dimensions of the space.
    pub(crate) dims: usize,
    /// The index in each dimension of the tensor.
    pub(crate) exprs: Vec<Expr>,
}

impl AffineMap {
    /// The map of dimensions of a space.
    pub(crate) fn of(dims: usize, places: impl IntoIterator<Item = usize>) -> AffineMap {
        let exprs = places.into_iter().map(|d| Expr::dim(d, dims)).collect();
        AffineMap { dims, exprs }
    }

    /// The map of an attribute.
    ///
    /// # Errors
    /// If it is no map of sums of dimensions.
    pub(crate) fn of_attr(attr: &Attr) -> Try<AffineMap> {
        let Attr::Opaque(text) = attr else { return Err(format!("`{attr}` is no affine map")) };
        let inner = text.trim().strip_prefix("affine_map<").and_then(|t| t.strip_suffix('>'));
        let map = inner.and_then(parse);
        map.ok_or_else(|| format!("`{text}` is not a sum of dimensions"))
    }

    /// The dimensions that the indices are, if each is one, and none comes twice.
    pub(crate) fn projection(&self) -> Option<Vec<usize>> {
        let dims: Option<Vec<usize>> = self.exprs.iter().map(Expr::as_dim).collect();
        let dims = dims?;
        let unique = dims.iter().enumerate().all(|(i, d)| !dims[..i].contains(d));
        unique.then_some(dims)
    }
}

/// Parses `(d0, d1) -> (d1, d0)`.
fn parse(text: &str) -> Option<AffineMap> {
    let (dims, exprs) = text.split_once("->")?;
    let dims = dims.trim().strip_prefix('(')?.strip_suffix(')')?;
    let names: Vec<&str> = dims.split(',').map(str::trim).filter(|n| !n.is_empty()).collect();
    let exprs = exprs.trim().strip_prefix('(')?.strip_suffix(')')?;
    let mut all = Vec::new();
    if !exprs.trim().is_empty() {
        let mut depth = 0i32;
        let mut start = 0;
        for (at, c) in exprs.char_indices().chain([(exprs.len(), ',')]) {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                ',' if depth == 0 => {
                    let mut parser = Parser { rest: exprs[start..at].trim(), names: &names };
                    let expr = parser.sum()?;
                    if !parser.rest.is_empty() {
                        return None;
                    }
                    all.push(expr);
                    start = (at + 1).min(exprs.len());
                }
                _ => {}
            }
        }
    }
    Some(AffineMap { dims: names.len(), exprs: all })
}

struct Parser<'t> {
    rest: &'t str,
    names: &'t [&'t str],
}

impl Parser<'_> {
    fn eat(&mut self, word: &str) -> bool {
        match self.rest.strip_prefix(word) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn sum(&mut self) -> Option<Expr> {
        let mut sum = self.product()?;
        loop {
            let sign = match () {
                () if self.eat("+") => 1,
                () if self.eat("-") => -1,
                () => return Some(sum),
            };
            let next = self.product()?;
            sum = sum.plus(&next, sign)?;
        }
    }

    fn product(&mut self) -> Option<Expr> {
        let mut product = self.factor()?;
        while self.eat("*") {
            let next = self.factor()?;
            product = match (product.as_constant(), next.as_constant()) {
                (_, Some(by)) => product.times(by)?,
                (Some(by), None) => next.times(by)?,
                (None, None) => return None,
            };
        }
        Some(product)
    }

    fn factor(&mut self) -> Option<Expr> {
        if self.eat("(") {
            let sum = self.sum()?;
            return self.eat(")").then_some(sum);
        }
        if self.eat("-") {
            return self.factor()?.times(-1);
        }
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest.trim_start();
        if let Some(d) = self.names.iter().position(|name| *name == word) {
            return Some(Expr::dim(d, self.names.len()));
        }
        let constant = word.parse().ok()?;
        Some(Expr { factors: vec![0; self.names.len()], constant })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(text: &str) -> Option<AffineMap> {
        AffineMap::of_attr(&Attr::Opaque(format!("affine_map<{text}>").into())).ok()
    }

    #[test]
    fn maps_are_sums_of_dimensions() {
        let turned = map("(d0, d1) -> (d1, d0)").unwrap();
        assert_eq!(turned.projection(), Some(vec![1, 0]));
        assert_eq!(map("() -> ()").unwrap().exprs.len(), 0);
        let window = map("(d0, d1, d2) -> (d0 * 2 + d1 - 1, 0, (d2))").unwrap();
        assert_eq!(window.exprs[0], Expr { factors: vec![2, 1, 0], constant: -1 });
        assert_eq!(window.exprs[1].as_constant(), Some(0));
        assert_eq!(window.exprs[2].as_dim(), Some(2));
        assert_eq!(window.projection(), None);
        assert_eq!(map("(d0) -> (d0, d0)").unwrap().projection(), None);
        for wrong in ["(d0) -> (d0 mod 2)", "(d0)[s0] -> (d0 + s0)", "(d0) -> (d1)", "(d0"] {
            assert_eq!(map(wrong), None, "{wrong}");
        }
    }
}
