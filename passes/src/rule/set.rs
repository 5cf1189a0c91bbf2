//! Sets of rules, indexed by the op at their root.

use super::definition::Rule;
use hloom_ir::module::Module;
use hloom_ir::{OpId, ops};

/// The rank of an op in an expansion: the ops that a rule creates have a lower rank than its root.
pub(super) type Rank = fn(&Module, OpId) -> u32;

/// A set of rules, indexed by the op at their root.
pub struct RuleSet {
    rules: Vec<Rule>,
    by_root: Vec<Vec<u32>>,
    /// For expansion rules, the rank of ops.
    pub(super) rank: Option<Rank>,
}

impl RuleSet {
    /// A set of rules; earlier rules are tried first.
    ///
    /// # Panics
    /// If two rules have the same name or a root is not in the op table: mistakes in a rule table.
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

    /// A set of rules that expand ops into many others. They lower the number of ops of each rank,
    /// not the measure of simplification.
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
