//! Lists of entries: one loop over arrays of coordinates, an entry in each iteration.

use egg::{Id, Symbol};
use hloom_storage::term::Node;
use hloom_storage::value::Array;
use hloom_storage::{Value, evaluate, missing};

use super::keys::int;
use super::{Variable, Walk};

impl Walk<'_> {
    /// Refuses duplicate coordinates in a list of entries (COO): `{ (i, J(p)) -> … }` in the outermost loop
    /// over an array, whose body this is.
    pub(super) fn entries_once(&self, over: Id, body: Id) -> Result<(), String> {
        let (mut keys, mut conditions, mut at) = (Vec::new(), Vec::new(), body);
        loop {
            at = match self.term[at] {
                Node::Single([key, value]) => {
                    keys.push(key);
                    value
                }
                Node::If([condition, value]) => {
                    conditions.push(condition);
                    value
                }
                _ => break,
            };
        }
        // One key that is promised to be unique is held against that.
        if let [key] = keys[..]
            && matches!(self.term[key], Node::Unique(_))
        {
            return Ok(());
        }
        let is_entry = hloom_storage::term::sort(self.term, at).is_scalar();
        let columns: Option<Vec<Symbol>> = keys.iter().map(|key| self.column(*key)).collect();
        let Some(columns) = columns.filter(|columns| is_entry && !columns.is_empty()) else {
            return Ok(());
        };
        let arrays: Option<Vec<&Array>> = columns.iter().map(|name| self.array(*name)).collect();
        let (Some(arrays), Some([low, high])) = (arrays, self.places(over)) else { return Ok(()) };
        if !conditions.is_empty() && missing(self.term, self.inputs).is_some() {
            return Ok(());
        }
        let least = arrays.iter().map(|array| array.positions().end).min().unwrap_or(0);
        let high = high.min(least);
        let key = |at: i64| arrays.iter().map(move |array| int(array, at));
        if (low + 1..high).all(|at| key(at - 1).lt(key(at))) {
            return Ok(());
        }
        let mut order: Vec<i64> = match conditions.is_empty() {
            true => (low..high).collect(),
            false => {
                self.iterations(over, conditions)?.into_iter().filter(|at| *at < high).collect()
            }
        };
        order.sort_by(|a, b| key(*a).cmp(key(*b)).then(a.cmp(b)));
        match order.windows(2).find(|two| key(two[0]).eq(key(two[1]))) {
            None => Ok(()),
            Some(two) => {
                let names: Vec<String> = columns.iter().map(|name| format!("`{name}`")).collect();
                let have = if names.len() > 1 { "have" } else { "has" };
                let entry: Vec<String> = key(two[0]).map(|part| part.to_string()).collect();
                Err(format!(
                    "{} {have} the entry ({}) at {} and at {}: give --accumulate to add such entries",
                    names.join(" and "),
                    entry.join(", "),
                    two[0],
                    two[1]
                ))
            }
        }
    }

    /// The positions that the outermost loop goes over, from the first to behind the last one.
    fn places(&self, over: Id) -> Option<[i64; 2]> {
        match self.term[over] {
            Node::Input(name, _) => Some([0, self.length(name)?]),
            Node::Slice([array, low, high]) => {
                let length = self.length(self.input(array)?)?;
                Some([self.int(low)?.max(0), self.int(high)?.min(length)])
            }
            _ => None,
        }
    }

    /// The positions at which these conditions of the outermost loop's body hold.
    fn iterations(&self, over: Id, conditions: Vec<Id>) -> Result<Vec<i64>, String> {
        let mut term = self.term.clone();
        let place = term.add(Node::Var(1, hloom_storage::Sort::INT));
        let one = term.add(Node::Int(1));
        let mut entry = term.add(Node::Single([place, one]));
        for condition in conditions.into_iter().rev() {
            entry = term.add(Node::If([condition, entry]));
        }
        term.add(Node::Sum([over, entry]));
        match evaluate(&term, self.inputs, u64::MAX) {
            Ok((Value::Dict(entries), _)) => Ok(entries.keys().copied().collect()),
            Ok(_) => Ok(Vec::new()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The array of which a key is the element at the position of the only loop around.
    fn column(&self, key: Id) -> Option<Symbol> {
        let position = |id: Id| match self.term[id] {
            Node::Var(1, _) => self.variable(id),
            _ => None,
        };
        match self.term[key] {
            Node::Unique(key) => self.column(key),
            Node::Var(0, _) => match self.variable(key)? {
                Variable::Element(array, ..) => Some(array),
                _ => None,
            },
            Node::Get([over, at]) => match position(at)? {
                Variable::Position(_) => self.input(over),
                _ => None,
            },
            _ => None,
        }
    }
}
