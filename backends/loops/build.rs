//! Makes the parser of loop programs from its grammar.

fn main() {
    println!("cargo::rerun-if-changed=src/text/grammar.lalrpop");
    if let Err(error) =
        lalrpop::Configuration::new().emit_rerun_directives(false).process_dir("src/text")
    {
        panic!("src/text/grammar.lalrpop: {error}");
    }
}
