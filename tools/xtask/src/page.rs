//! `cargo xtask page`: the page of kernels in a real browser, if there is one.
//!
//! `hloom explain fusion --html` writes the pages of three programs. Chromium runs the checks of
//! `browser.js` in each at three sizes, in light and dark, and takes pictures to look at.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use crate::{Outcome, process};

/// Names under which distributions install the browser.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// A small program, one of medium size, one with loops, and one of hundreds of kernels.
const PROGRAMS: [&str; 4] = [
    "tests/fusion/softmax.mlir",
    "tests/fusion/transformer_block.mlir",
    "tests/tools/fusion/unfusable.mlir",
    "tests/bench/programs/gpt2-decode-10.mlir",
];

/// Sizes of windows: a telephone, a laptop, a large screen.
const SIZES: [(u32, u32); 3] = [(375, 700), (1280, 800), (2560, 1400)];

/// The checks, which end by saying in the title how they went.
const CHECKS: &str = include_str!("browser.js");

/// Runs the command.
pub(crate) fn run(args: &[String]) -> Outcome {
    if !args.is_empty() {
        bail!(crate::Usage("page has no options".to_owned()));
    }
    let path: Vec<PathBuf> =
        std::env::var_os("PATH").iter().flat_map(std::env::split_paths).collect();
    let Some(browser) = BROWSERS.iter().find_map(|name| process::find(name, &path)) else {
        bail!("there is no Chromium; on Debian: apt-get install chromium");
    };
    let build = process::status(&mut process::cargo(["build", "--package", "hloom"]))?;
    if !build.success() {
        return Ok(false);
    }
    let folder = process::target().join("pages");
    std::fs::create_dir_all(&folder).context("can't make the folder of pages")?;
    let mut well = true;
    for program in PROGRAMS {
        let name = Path::new(program).file_stem().unwrap_or_default().to_string_lossy();
        let page = folder.join(format!("{name}.html"));
        let mut hloom = Command::new(process::target().join("debug/hloom"));
        hloom
            .current_dir(process::root())
            .args(["explain", "fusion", program, "--html"])
            .arg(&page);
        if !process::status(&mut hloom)?.success() {
            return Ok(false);
        }
        let checked = folder.join(format!("{name}-checked.html"));
        let text = std::fs::read_to_string(&page).context("can't read the page")?;
        std::fs::write(&checked, with_checks(&text)?).context("can't write the page")?;
        for (width, height) in SIZES {
            for dark in [false, true] {
                let title = title(&browser, &checked, (width, height), dark)?;
                let look = if dark { "dark" } else { "light" };
                println!("{name} {width}x{height} {look}: {title}");
                well &= title == "page: ok";
                let picture = folder.join(format!("{name}-{width}-{look}.png"));
                let mut shot = start(&browser, (width, height), dark);
                shot.arg(format!("--screenshot={}", picture.display())).arg(url(&page));
                shot.output().context("can't start the browser")?;
            }
        }
    }
    println!("pages and pictures: {}", folder.display());
    Ok(well)
}

/// A page with the checks at the end of its script.
fn with_checks(page: &str) -> anyhow::Result<String> {
    let end = page.rfind("})();").context("the page has no script")?;
    Ok([&page[..end], CHECKS, &page[end..]].concat())
}

/// The title of a page after its scripts ran.
fn title(browser: &Path, page: &Path, size: (u32, u32), dark: bool) -> anyhow::Result<String> {
    let mut dump = start(browser, size, dark);
    dump.arg("--dump-dom").arg(url(page));
    let output = dump.output().context("can't start the browser")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let title = text.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
    Ok(title.map_or("no title", |(title, _)| title).to_owned())
}

fn start(browser: &Path, (width, height): (u32, u32), dark: bool) -> Command {
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]);
    command.arg("--virtual-time-budget=20000").arg(format!("--window-size={width},{height}"));
    if dark {
        command.args(["--force-dark-mode", "--blink-settings=preferredColorScheme=0"]);
    }
    command
}

fn url(page: &Path) -> String {
    format!("file://{}", page.display())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_checks_come_before_the_end_of_the_script() {
        let page = super::with_checks("<script>(() => { a })();</script>").unwrap();
        assert!(
            page.starts_with("<script>(() => { a // Tests") && page.ends_with("})();</script>")
        );
        assert!(super::with_checks("<p>").is_err());
    }
}
