//! The module tree of a crate, read from its source files, and the files that each file names.
//!
//! [`Crate::read`] follows `mod name;` from a crate's root and keeps, for each module, its
//! items, its `use` declarations and the paths in its code. [`Crate::edges`] resolves those to
//! the files that define the items:
//!
//! - a path through a re-export (`pub use child::Item;`, `pub use child::*;`) goes to the file
//!   of the item, not to the facade;
//! - a `use` of a module is not an edge; the paths that begin with that module are;
//! - a `pub use` is an edge only if the file itself uses the name too;
//! - items under `#[cfg(test)]` don't count.
//!
//! It resolves names only and is not a compiler: method calls do not have a path, so they do not
//! make an edge, and items made by a macro are known by the names in its invocation.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::source::code;

/// A module's place in [`Crate::modules`].
type Id = usize;

/// The modules of one crate, of its library or its program.
#[derive(Debug, Default)]
pub struct Crate {
    /// The files, relative to the root of the checkout.
    pub files: Vec<PathBuf>,
    /// The module of each file, as a path from the crate's root; the root's path is empty.
    pub paths: Vec<Vec<String>>,
    modules: Vec<Module>,
    /// Macros under `#[macro_export]`: their paths begin at the crate's root.
    exported: BTreeMap<String, usize>,
}

/// One module: a file, or a `mod name { … }` within one.
#[derive(Debug, Default)]
struct Module {
    file: usize,
    parent: Option<Id>,
    children: BTreeMap<String, Id>,
    /// Names of items that the module defines.
    items: BTreeSet<String>,
    /// Names within invocations of macros at the level of items.
    made: BTreeSet<String>,
    imports: Vec<Import>,
    paths: Vec<Named>,
    /// Single names in the code, which a glob import may bring.
    names: BTreeMap<String, usize>,
}

/// One leaf of a `use` declaration.
#[derive(Clone, Debug)]
struct Import {
    path: Vec<String>,
    /// The name in this module; `None` for a glob.
    name: Option<String>,
    public: bool,
    line: usize,
}

/// A path in the code.
#[derive(Clone, Debug)]
struct Named {
    path: Vec<String>,
    line: usize,
}

/// One file names an item of another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The file with the name.
    pub from: usize,
    /// The file with the item.
    pub to: usize,
    /// The line of the name.
    pub line: usize,
    /// The path as written.
    pub path: String,
}

/// The definition that a path resolves to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Module(Id),
    /// An item of a module.
    Item(Id),
}

impl Crate {
    /// Reads the crate whose root module is `file`, relative to `root`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file can't be read. A module without a file is left out: the
    /// compiler reports it.
    pub fn read(root: &Path, file: &Path) -> io::Result<Crate> {
        let mut this = Crate::default();
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        this.file(root, file, &folder, Vec::new(), None)?;
        Ok(this)
    }

    /// A crate of these files, the first its root; for tests.
    #[cfg(test)]
    pub fn of(files: &[(&str, &str)]) -> Crate {
        let (process, thread) = (std::process::id(), std::thread::current().id());
        let folder = std::env::temp_dir().join(format!("hloom-modules-{process}-{thread:?}"));
        for (path, text) in files {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("made");
            fs::write(path, text).expect("the temporary folder can be written");
        }
        let read = Crate::read(&folder, Path::new(files[0].0)).expect("the files were written");
        fs::remove_dir_all(folder).expect("the folder was made here");
        read
    }

    /// Reads one file as a module whose children lie in `folder`.
    fn file(
        &mut self,
        root: &Path,
        file: &Path,
        folder: &Path,
        path: Vec<String>,
        parent: Option<Id>,
    ) -> io::Result<Id> {
        let text = fs::read_to_string(root.join(file))?;
        self.files.push(file.to_owned());
        self.paths.push(path);
        let id = self.module(self.files.len() - 1, parent);
        let tokens = tokens(&code(&text));
        self.body(root, folder, id, &tokens)?;
        Ok(id)
    }

    fn module(&mut self, file: usize, parent: Option<Id>) -> Id {
        self.modules.push(Module { file, parent, ..Module::default() });
        self.modules.len() - 1
    }

    /// Reads the tokens of a module's body.
    fn body(&mut self, root: &Path, folder: &Path, id: Id, tokens: &[Token]) -> io::Result<()> {
        let word = |i: usize| tokens.get(i).map_or("", |t| t.text.as_str());
        let (mut at, mut depth, mut exported) = (0, 0usize, false);
        while at < tokens.len() {
            let line = tokens[at].line;
            match word(at) {
                "#" if is_test(tokens, at) => at = item_end(tokens, attribute_end(tokens, at)),
                "#" => {
                    let end = attribute_end(tokens, at);
                    exported |= (at..end).any(|i| word(i) == "macro_export");
                    at = end;
                }
                "use" if word(at + 1) != "<" => {
                    let end = at + tokens[at..].iter().position(|t| t.text == ";").unwrap_or(0);
                    let public = at > 0 && [")", "pub"].contains(&word(at - 1));
                    let mut leaves = Vec::new();
                    use_tree(&tokens[at + 1..end.max(at + 1)], &[], &mut leaves);
                    let imports = &mut self.modules[id].imports;
                    imports.extend(leaves.into_iter().map(|(path, name)| Import {
                        path,
                        name,
                        public,
                        line,
                    }));
                    at = end.max(at) + 1;
                }
                "mod" if depth == 0 && word(at + 2) == ";" => {
                    let name = word(at + 1).to_owned();
                    let (flat, nested) =
                        (folder.join(format!("{name}.rs")), folder.join(&name).join("mod.rs"));
                    let file = if root.join(&flat).is_file() { flat } else { nested };
                    if root.join(&file).is_file() {
                        let mut path = self.paths[self.modules[id].file].clone();
                        path.push(name.clone());
                        let folder = folder.join(&name);
                        let child = self.file(root, &file, &folder, path, Some(id))?;
                        self.modules[id].children.insert(name, child);
                    }
                    at += 3;
                }
                "mod" if depth == 0 && word(at + 2) == "{" => {
                    let name = word(at + 1).to_owned();
                    let end = closing(tokens, at + 2);
                    let child = self.module(self.modules[id].file, Some(id));
                    self.body(root, &folder.join(&name), child, &tokens[at + 3..end])?;
                    self.modules[id].children.insert(name, child);
                    at = end + 1;
                }
                "macro_rules" if word(at + 1) == "!" => {
                    let name = word(at + 2).to_owned();
                    if std::mem::take(&mut exported) {
                        self.exported.insert(name.clone(), id);
                    }
                    self.modules[id].items.insert(name);
                    at += 3;
                }
                "fn" | "struct" | "enum" | "union" | "trait" | "type" | "const" | "static"
                    if depth == 0 && is_name(word(at + 1)) && word(at + 1) != "fn" =>
                {
                    self.modules[id].items.insert(word(at + 1).to_owned());
                    exported = false;
                    at += 2;
                }
                "{" => (depth, at) = (depth + 1, at + 1),
                "}" => (depth, at) = (depth.saturating_sub(1), at + 1),
                first if is_name(first) => {
                    if depth == 0 && word(at + 1) == "!" && ["{", "(", "["].contains(&word(at + 2))
                    {
                        let inside = &tokens[at + 2..closing(tokens, at + 2)];
                        let names = inside.iter().map(|t| t.text.as_str()).filter(|t| is_name(t));
                        self.modules[id].made.extend(names.map(str::to_owned));
                    }
                    let mut path = vec![first.to_owned()];
                    let mut end = at + 1;
                    while word(end) == "::" && is_name(word(end + 1)) {
                        path.push(word(end + 1).to_owned());
                        end += 2;
                    }
                    let before = if at == 0 { "" } else { word(at - 1) };
                    let module = &mut self.modules[id];
                    if path.len() == 1 && before != "." {
                        module.names.entry(path.remove(0)).or_insert(line);
                    } else if before != "." && before != "::" {
                        module.paths.push(Named { path, line });
                    }
                    at = end;
                }
                _ => at += 1,
            }
        }
        Ok(())
    }

    /// The edges between files, each once, by its first line.
    pub fn edges(&self) -> Vec<Edge> {
        let mut edges: BTreeMap<(usize, usize), Edge> = BTreeMap::new();
        for (id, module) in self.modules.iter().enumerate() {
            let from = module.file;
            let mut add = |target: Option<Target>, line: usize, path: &[String]| {
                if let Some(Target::Item(item)) = target
                    && self.modules[item].file != from
                {
                    let to = self.modules[item].file;
                    let path = path.join("::");
                    edges.entry((from, to)).or_insert(Edge { from, to, line, path });
                }
            };
            for import in &module.imports {
                match &import.name {
                    Some(name) if import.public && !module.uses(name) => {}
                    Some(_) => add(self.import(id, import), import.line, &import.path),
                    None => {
                        let Some(Target::Module(from)) = self.import(id, import) else { continue };
                        let paths = module.paths.iter().map(|it| (&it.path[0], &it.line));
                        for (name, line) in module.names.iter().chain(paths) {
                            let own = module.items.contains(name)
                                || module.children.contains_key(name)
                                || module.imports.iter().any(|it| it.name.as_ref() == Some(name));
                            if !own {
                                let path = [name.clone()];
                                add(self.resolve(from, &path, &mut Vec::new()), *line, &path);
                            }
                        }
                    }
                }
            }
            for named in &module.paths {
                add(self.resolve(id, &named.path, &mut Vec::new()), named.line, &named.path);
            }
        }
        edges.into_values().collect()
    }

    /// The definition that an import resolves to.
    fn import(&self, id: Id, import: &Import) -> Option<Target> {
        // `use name::…` within a module is not about an import of that same name.
        let mut seen = vec![(id, import.name.clone().unwrap_or_default())];
        self.resolve(id, &import.path, &mut seen)
    }

    /// The definition that a path within a module resolves to; `None` for another crate's item or a
    /// local name.
    fn resolve(&self, id: Id, path: &[String], seen: &mut Vec<(Id, String)>) -> Option<Target> {
        let Some((first, rest)) = path.split_first() else { return Some(Target::Module(id)) };
        let module = &self.modules[id];
        match first.as_str() {
            "crate" => return self.resolve(0, rest, seen),
            "self" => return self.resolve(id, rest, seen),
            "super" => return self.resolve(module.parent?, rest, seen),
            _ => {}
        }
        if let Some(child) = module.children.get(first) {
            return self.resolve(*child, rest, seen);
        }
        if module.items.contains(first) {
            return Some(Target::Item(id));
        }
        if seen.contains(&(id, first.clone())) {
            return None;
        }
        seen.push((id, first.clone()));
        let continued = |import: &Import| import.path.iter().chain(rest).cloned().collect();
        for import in module.imports.iter().filter(|it| it.name.as_ref() == Some(first)) {
            let path: Vec<String> = continued(import);
            if let Some(target) = self.resolve(id, &path, seen) {
                return Some(target);
            }
        }
        for import in module.imports.iter().filter(|it| it.name.is_none()) {
            if let Some(Target::Module(from)) = self.resolve(id, &import.path, &mut seen.clone())
                && let Some(target) = self.resolve(from, path, seen)
            {
                return Some(target);
            }
        }
        if module.made.contains(first) {
            return Some(Target::Item(id));
        }
        match module.parent {
            None => self.exported.get(first).map(|it| Target::Item(*it)),
            Some(_) => None,
        }
    }
}

impl Module {
    /// Whether the module's own code has this name.
    fn uses(&self, name: &str) -> bool {
        self.names.contains_key(name) || self.paths.iter().any(|it| it.path[0] == name)
    }
}

/// A name, `::`, or one other character, with its line.
#[derive(Debug)]
struct Token {
    text: String,
    line: usize,
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The tokens of code without comments and literals.
fn tokens(code: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for (index, line) in code.lines().enumerate() {
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            let part = |c: char| c.is_alphanumeric() || c == '_';
            let length = match c {
                c if part(c) => rest.find(|c| !part(c)).unwrap_or(rest.len()),
                // A lifetime is not a name.
                '\'' => 1 + rest[1..].find(|c| !part(c)).unwrap_or(rest.len() - 1),
                ':' if rest.starts_with("::") => 2,
                c => c.len_utf8(),
            };
            if !c.is_whitespace() {
                tokens.push(Token { text: rest[..length].to_owned(), line: index + 1 });
            }
            rest = &rest[length..];
        }
    }
    tokens
}

/// The position of the bracket that closes the one at `at`; the end if there is none.
fn closing(tokens: &[Token], at: usize) -> usize {
    let mut depth = 0usize;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        match token.text.as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i;
        }
    }
    tokens.len()
}

/// The position after the attribute at `at`.
fn attribute_end(tokens: &[Token], at: usize) -> usize {
    let open = at + 1 + usize::from(tokens.get(at + 1).is_some_and(|t| t.text == "!"));
    match tokens.get(open) {
        Some(token) if token.text == "[" => (closing(tokens, open) + 1).min(tokens.len()),
        _ => at + 1,
    }
}

/// Whether the attribute at `at` is `#[cfg(test)]` or `#[cfg(all(test, …))]`.
fn is_test(tokens: &[Token], at: usize) -> bool {
    let text: String = tokens[at..].iter().take(7).map(|t| t.text.as_str()).collect();
    text.starts_with("#[cfg(test)") || text.starts_with("#[cfg(all(test")
}

/// The position after the item at `at`: after its `;`, or after the brace that closes it.
fn item_end(tokens: &[Token], mut at: usize) -> usize {
    while at < tokens.len() {
        match tokens[at].text.as_str() {
            ";" | "," => return at + 1,
            "{" => return (closing(tokens, at) + 1).min(tokens.len()),
            "(" | "[" => at = closing(tokens, at),
            _ => {}
        }
        at += 1;
    }
    at
}

/// The leaves of a tree of imports: each path, and its name here unless it is a glob.
fn use_tree(tokens: &[Token], prefix: &[String], leaves: &mut Vec<(Vec<String>, Option<String>)>) {
    let mut path = prefix.to_vec();
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at].text.as_str() {
            "{" => {
                let end = closing(tokens, at).min(tokens.len());
                let inside = &tokens[(at + 1).min(end)..end];
                let mut depth = 0usize;
                let outer = |token: &Token| {
                    match token.text.as_str() {
                        "{" => depth += 1,
                        "}" => depth = depth.saturating_sub(1),
                        text => return text == "," && depth == 0,
                    }
                    false
                };
                let branches = inside.split(outer).filter(|branch| !branch.is_empty());
                branches.for_each(|branch| use_tree(branch, &path, leaves));
                return;
            }
            "*" => return leaves.push((path, None)),
            "as" => {
                let name = tokens.get(at + 1).map(|t| t.text.clone());
                return leaves.push((path, name));
            }
            "self" if !path.is_empty() => {}
            name if is_name(name) => path.push(name.to_owned()),
            _ => {}
        }
        at += 1;
    }
    let name = path.last().cloned();
    leaves.push((path, name));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The edges of a crate, as `from -> to: path`.
    fn edges(files: &[(&str, &str)]) -> Vec<String> {
        let found = Crate::of(files);
        let name = |i: usize| found.files[i].display().to_string();
        let edges = found.edges();
        edges.iter().map(|e| format!("{} -> {}: {}", name(e.from), name(e.to), e.path)).collect()
    }

    #[test]
    fn paths_go_to_the_files_of_items() {
        let found = edges(&[
            ("lib.rs", "mod a;\nmod b;\npub fn f() {}\nmod inner { use super::b::G as H; }"),
            ("a.rs", "use crate::{b::{self, G}, f};\nfn a() { b::c::deep() }"),
            ("b/mod.rs", "pub mod c;\npub struct G;\nfn b() { super::f() }"),
            ("b/c.rs", "pub fn deep() { std::mem::take(0); self::deep() }"),
        ]);
        assert_eq!(
            found,
            [
                "lib.rs -> b/mod.rs: super::b::G",
                "a.rs -> lib.rs: crate::f",
                "a.rs -> b/mod.rs: crate::b::G",
                "a.rs -> b/c.rs: b::c::deep",
                "b/mod.rs -> lib.rs: super::f",
            ]
        );
    }

    #[test]
    fn re_exports_are_seen_through() {
        let found = edges(&[
            (
                "lib.rs",
                "mod a; mod b; pub use a::A; pub use b::*; pub(crate) use b::used;\nfn f() { used() }",
            ),
            ("a.rs", "use super::{B, Made};\npub struct A;"),
            ("b.rs", "use crate::A;\npub enum B {}\nmake! { Made = 1 }\npub fn used() {}"),
        ]);
        assert_eq!(
            found,
            ["lib.rs -> b.rs: b::used", "a.rs -> b.rs: super::B", "b.rs -> a.rs: crate::A"]
        );
    }

    #[test]
    fn globs_count_by_the_names_that_they_bring() {
        let found = edges(&[
            ("lib.rs", "mod a; mod b; mod c; use c::C;\nstruct Here;"),
            ("a.rs", "use super::*;\nfn a(x: C) {}"),
            ("b.rs", "use super::*;\nfn b(x: Here, y: Elsewhere) {}"),
            ("c.rs", "pub struct C;"),
        ]);
        assert_eq!(found, ["lib.rs -> c.rs: c::C", "a.rs -> c.rs: C", "b.rs -> lib.rs: Here"]);
    }

    #[test]
    fn tests_and_prose_do_not_count() {
        let found = edges(&[
            (
                "lib.rs",
                "mod a;\npub struct X;\n#[cfg(test)]\nmod tests { use super::a::A; }\n\
                 #[cfg(test)]\nmod more;\n#[cfg(test)]\nuse a::A;\n// a::A\nconst S: &str = \"a::A\";",
            ),
            ("a.rs", "pub struct A; /* crate::X */ fn f<'crate_>() -> impl Sized + use<'_> {}"),
            ("more.rs", "use crate::a::A;"),
        ]);
        assert_eq!(found, [""; 0]);
    }

    #[test]
    fn exported_macros_begin_at_the_root() {
        let found = edges(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "#[macro_export]\nmacro_rules! ensure { () => {} }"),
            ("b.rs", "fn f() { crate::ensure!() }"),
        ]);
        assert_eq!(found, ["b.rs -> a.rs: crate::ensure"]);
    }
}
