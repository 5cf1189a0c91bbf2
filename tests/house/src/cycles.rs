//! No cycles between the modules of a crate: a module can be read with only those below it known.
//!
//! The modules of one level (siblings, each with all of its children) are the nodes of a graph.
//! An edge says that a file of one names an item in a file of another (see
//! [`modules`](super::modules)). A strongly connected component of more than one node is a
//! cycle. A module and its own children are one whole at the level above: a child may use what
//! its parent defines, and the parent may call the child.
//!
//! `CYCLES=hloom-passes cargo test --package hloom-house cycles -- --nocapture`
//! prints the cycles of one crate, with the line of each edge in them. `CYCLES=all` prints
//! those of all crates.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::Finding;
use super::imports::Package;
use super::modules::{Crate, Edge};

/// Crates whose cycles are still being cut, with the number of modules in cycles. A number may
/// only fall; a crate without a row has no cycles.
pub const CUTTING: &[(&str, usize)] = &[];

/// The cycles of one crate.
#[derive(Debug)]
pub struct Cycles {
    /// The crate's name.
    pub name: String,
    /// The crate's manifest, relative to the root.
    pub manifest: PathBuf,
    /// Strongly connected components of more than one module.
    pub components: Vec<Component>,
}

/// Modules of one level that need each other.
#[derive(Debug)]
pub struct Component {
    /// Their paths from the crate's root, sorted.
    pub modules: Vec<String>,
    /// Edges between their files: from, line, path as written, to.
    pub edges: Vec<(PathBuf, usize, String, PathBuf)>,
}

impl Cycles {
    /// Number of modules that are in a cycle.
    pub fn count(&self) -> usize {
        self.components.iter().map(|it| it.modules.len()).sum()
    }

    /// The components as text: modules, and the edges between them.
    pub fn describe(&self) -> String {
        let mut text = format!("{}: {} modules in cycles\n", self.name, self.count());
        for component in &self.components {
            text += &format!("a cycle of {}\n", component.modules.join(", "));
            for (from, line, path, to) in &component.edges {
                text += &format!("  {}:{line}: {path} is in {}\n", from.display(), to.display());
            }
        }
        text
    }
}

/// The cycles of each crate of the workspace.
///
/// # Errors
///
/// Returns an error if a crate's root can't be read.
pub fn find(root: &Path, packages: &[Package]) -> std::io::Result<Vec<Cycles>> {
    let mut all = Vec::new();
    for package in packages {
        let sources = package.manifest.parent().unwrap_or(Path::new("")).join("src");
        let mut components = Vec::new();
        for file in ["lib.rs", "main.rs"].map(|name| sources.join(name)) {
            if root.join(&file).is_file() {
                components.extend(cycles(&Crate::read(root, &file)?));
            }
        }
        let (name, manifest) = (package.name.clone(), package.manifest.clone());
        all.push(Cycles { name, manifest, components });
    }
    Ok(all)
}

/// The components of one crate, outermost level first.
fn cycles(module: &Crate) -> Vec<Component> {
    // The siblings that hold both ends of an edge: where the paths part. An edge between a
    // module and one inside of it has none.
    let siblings = |edge: &Edge| {
        let (from, to) = (&module.paths[edge.from], &module.paths[edge.to]);
        let level = from.iter().zip(to).take_while(|(a, b)| a == b).count();
        let sibling = |path: &[String]| path.get(..=level).map(<[String]>::to_vec);
        Some((sibling(from)?, sibling(to)?))
    };
    let edges = module.edges();
    let mut nodes: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    let mut graph = Vec::new();
    for (from, to) in edges.iter().filter_map(siblings) {
        let mut node = |path| {
            let next = nodes.len();
            *nodes.entry(path).or_insert(next)
        };
        graph.push((node(from), node(to)));
    }
    let components = components(nodes.len(), &graph).into_iter().filter(|it| it.len() > 1);
    let described = components.map(|members| {
        let member = |path: &Vec<String>| members.contains(&nodes[path]);
        let inside = |e: &&Edge| siblings(e).is_some_and(|(a, b)| member(&a) && member(&b));
        let name = |i: usize| module.files[i].clone();
        let edges = edges.iter().filter(inside);
        Component {
            modules: nodes.keys().filter(|it| member(it)).map(|it| it.join("::")).collect(),
            edges: edges.map(|e| (name(e.from), e.line, e.path.clone(), name(e.to))).collect(),
        }
    });
    let mut described: Vec<Component> = described.collect();
    described.sort_by_key(|it| (it.modules[0].matches("::").count(), it.modules.clone()));
    described
}

/// Strongly connected components, by Tarjan's algorithm.
fn components(nodes: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    struct Search<'e> {
        edges: &'e [(usize, usize)],
        index: Vec<Option<usize>>,
        low: Vec<usize>,
        stack: Vec<usize>,
        next: usize,
        found: Vec<Vec<usize>>,
    }
    impl Search<'_> {
        fn visit(&mut self, node: usize) {
            (self.index[node], self.low[node]) = (Some(self.next), self.next);
            self.next += 1;
            self.stack.push(node);
            let edges = self.edges;
            for (_, to) in edges.iter().filter(|(from, _)| *from == node) {
                match self.index[*to] {
                    None => {
                        self.visit(*to);
                        self.low[node] = self.low[node].min(self.low[*to]);
                    }
                    Some(index) if self.stack.contains(to) => {
                        self.low[node] = self.low[node].min(index);
                    }
                    Some(_) => {}
                }
            }
            if self.index[node] == Some(self.low[node]) {
                let at = self.stack.iter().position(|it| *it == node).unwrap_or(0);
                self.found.push(self.stack.split_off(at));
            }
        }
    }
    let (index, low) = (vec![None; nodes], vec![0; nodes]);
    let mut search = Search { edges, index, low, stack: Vec::new(), next: 0, found: Vec::new() };
    for node in 0..nodes {
        if search.index[node].is_none() {
            search.visit(node);
        }
    }
    search.found
}

/// Findings about the crates' cycles, held against a table such as [`CUTTING`].
pub fn check(all: &[Cycles], table: &[(&str, usize)]) -> Vec<Finding> {
    let mut found = Vec::new();
    for cycles in all {
        let row = table.iter().find(|(name, _)| *name == cycles.name);
        let (allowed, count) = (row.map_or(0, |(_, count)| *count), cycles.count());
        let mut say = |sentence| found.push(Finding::file(&cycles.manifest, sentence));
        const TABLE: &str = "CUTTING in tests/house/src/cycles.rs";
        if count > allowed {
            say(format!(
                "{count} modules are in cycles and {allowed} are allowed; move what both sides \
                 need into a module below them\n{}",
                cycles.describe().trim_end()
            ));
        } else if row.is_some() && count == 0 {
            say(format!("no modules are in cycles now; remove {} from {TABLE}", cycles.name));
        } else if count < allowed {
            say(format!(
                "only {count} modules are in cycles now; write {count} instead of {allowed} for \
                 {} in {TABLE}",
                cycles.name
            ));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A crate whose library is these files.
    fn a_crate(files: &[(&str, &str)]) -> Cycles {
        Cycles {
            name: "hloom-x".to_owned(),
            manifest: PathBuf::from("x/Cargo.toml"),
            components: cycles(&Crate::of(files)),
        }
    }

    #[test]
    fn a_cycle_is_found_with_its_edges() {
        let found = a_crate(&[
            ("lib.rs", "mod a; mod b; mod c; mod d;\nfn f() { a::a() }"),
            ("a.rs", "use crate::b::B;\npub fn a() {}"),
            ("b.rs", "mod x;\npub struct B;"),
            ("b/x.rs", "fn b() { crate::c::c(super::B) }"),
            ("c.rs", "pub fn c() { super::a::a() }"),
            ("d.rs", "use crate::a::a;"),
        ]);
        assert_eq!(found.count(), 3);
        assert_eq!(
            found.describe(),
            "hloom-x: 3 modules in cycles\n\
             a cycle of a, b, c\n  \
               a.rs:1: crate::b::B is in b.rs\n  \
               b/x.rs:1: crate::c::c is in c.rs\n  \
               c.rs:1: super::a::a is in a.rs\n"
        );
    }

    #[test]
    fn cycles_are_found_at_every_level() {
        let found = a_crate(&[
            ("lib.rs", "mod a;"),
            ("a/mod.rs", "mod b; mod c;"),
            ("a/b.rs", "pub struct B(super::c::C);"),
            ("a/c.rs", "pub struct C(super::b::B);"),
        ]);
        assert_eq!(found.components[0].modules, ["a::b", "a::c"]);
    }

    #[test]
    fn a_module_and_its_children_are_one() {
        let found = a_crate(&[
            ("lib.rs", "mod a;\npub struct Top;\nfn f() { a::f() }"),
            ("a/mod.rs", "mod b;\npub struct A(crate::Top);\npub fn f() { b::f() }"),
            ("a/b.rs", "pub fn f() { super::A(crate::Top) }"),
        ]);
        assert_eq!(found.count(), 0, "{}", found.describe());
    }

    #[test]
    fn a_facade_with_children_that_use_each_other_is_no_cycle() {
        let found = a_crate(&[
            ("lib.rs", "mod a; mod b; pub use a::A; pub use b::B;"),
            ("a.rs", "use super::B;\npub struct A(B);"),
            ("b.rs", "pub struct B;"),
        ]);
        assert_eq!(found.count(), 0, "{}", found.describe());
    }

    #[test]
    fn the_table_only_falls() {
        let two = || {
            a_crate(&[
                ("lib.rs", "mod a; mod b;"),
                ("a.rs", "use crate::b::B; pub struct A;"),
                ("b.rs", "use crate::a::A; pub struct B;"),
            ])
        };
        let none = || a_crate(&[("lib.rs", "")]);
        let sentences = |cycles: Cycles, table: &[(&str, usize)]| -> Vec<String> {
            check(&[cycles], table).iter().map(|it| it.sentence.clone()).collect()
        };
        assert_eq!(sentences(two(), &[("hloom-x", 2)]), [""; 0]);
        assert_eq!(sentences(none(), &[("hloom-y", 2)]), [""; 0]);
        assert!(sentences(two(), &[("hloom-x", 1)])[0].starts_with("2 modules are in cycles"));
        assert!(sentences(two(), &[])[0].contains("and 0 are allowed"));
        assert!(sentences(two(), &[("hloom-x", 3)])[0].contains("write 2 instead of 3"));
        assert!(sentences(none(), &[("hloom-x", 3)])[0].contains("remove hloom-x from CUTTING"));
    }
}
