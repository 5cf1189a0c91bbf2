//! Rules, found by the op at their root.

use super::definition::Rule;
use hloom_ir::module::Module;
use hloom_ir::{OpId, ops};

/// A number for each op: what a rule of expansions makes has a lower one than its root.
pub(super) type Rank = fn(&Module, OpId) -> u32;

/// Rules, found by the op at their root.
pub struct RuleSet {
    rules: Vec<Rule>,
    by_root: Vec<Vec<u32>>,
    /// Of rules that write ops out as others, the order of these ops.
    pub(super) rank: Option<Rank>,
}

impl RuleSet {
    /// A set of these rules; earlier ones are tried first.
    ///
    /// # Panics
    /// If two rules share a name or one's root is not in the op table: mistakes in
    /// a rule table.
    pub fn new(rules: Vec<Rule>) -> RuleSet {
        let mut by_root = vec![Vec::new(); ops::TABLE.len() + 1];
        let mut names = std::collections::HashSet::new();
        for (i, rule) in rules.iter().enumerate() {
            assert!(names.insert(rule.name), "two rules are named {}", rule.name);
            let at = ops::TABLE.iter().position(|e| e.def.name == rule.root());
            by_root[at.unwrap_or_else(|| panic!("{} is not an op", rule.root()))].push(i as u32);
        }
        RuleSet { rules, by_root, rank: None }
    }

    /// A set of rules that write ops out as many others. They lower the number of ops that
    /// each rank, and not the measure of simplification.
    ///
    /// # Panics
    /// As [`new`](RuleSet::new) does.
    pub fn expansions(rules: Vec<Rule>, rank: Rank) -> RuleSet {
        RuleSet { rank: Some(rank), ..RuleSet::new(rules) }
    }

    /// Whether the rules write ops out as many others, and do not simplify.
    pub fn is_expansion(&self) -> bool {
        self.rank.is_some()
    }

    /// All rules, in order.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The rules whose root is the op at this position of the op table.
    pub(super) fn for_op(&self, index: usize) -> impl Iterator<Item = (usize, &Rule)> {
        self.by_root[index].iter().map(|&i| (i as usize, &self.rules[i as usize]))
    }
}
