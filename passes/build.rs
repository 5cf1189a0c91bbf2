//! Generates the pipeline parser from its grammar.

fn main() {
    lalrpop::Configuration::new()
        .emit_rerun_directives(true)
        .process_dir("src")
        .expect("the grammar is well-formed");
}
