//! `./x lab-report-check`: opens the lab's report in a real browser (Debian's Chromium, headless), checks layout and
//! accessibility, and writes screenshots for review. It is not part of `./x test`, because it needs the browser, which
//! it installs when it is missing.

use crate::process;
use crate::system_packages;
use crate::workspace::Workspace;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(120);
const BROWSER: &str = "chromium";

/// The views of the page: a name, the width of the window, and the theme.
const VIEWS: &[(&str, u32, &str)] = &[
    ("desktop_light", 1280, "light"),
    ("desktop_dark", 1280, "dark"),
    ("phone_light", 390, "light"),
    ("phone_dark", 390, "dark"),
];
const HEIGHT: u32 = 3000;

/// Runs in the page: nothing is wider than the window, every control can be focused, charts have a size and a name,
/// links have targets, and the theme switch works. Writes its findings into an attribute.
const PROBE: &str = r#"
const findings = [];
const root = document.documentElement;
if (root.scrollWidth > innerWidth + 1) findings.push(`the page is ${root.scrollWidth} wide in a window of ${innerWidth}`);
for (const control of document.querySelectorAll("a[href], button, summary")) {
  if (control.closest("details:not([open])") && control.tagName !== "SUMMARY") continue;
  control.focus();
  if (document.activeElement !== control) findings.push(`no focus: ${control.outerHTML.slice(0, 80)}`);
}
for (const link of document.querySelectorAll("a[href^='#']")) {
  if (!document.getElementById(link.getAttribute("href").slice(1))) findings.push(`a link to nowhere: ${link.getAttribute("href")}`);
}
for (const chart of document.querySelectorAll("svg.chart")) {
  if (!chart.getAttribute("aria-label")) findings.push("a chart without a name");
  if (!chart.closest("details:not([open])") && chart.getBoundingClientRect().height < 40) findings.push(`a flat chart: ${chart.getAttribute("aria-label")}`);
}
if (document.querySelectorAll("svg.chart").length + document.querySelectorAll("table.bars").length === 0) findings.push("no chart at all");
const button = document.getElementById("theme");
const before = getComputedStyle(document.body).backgroundColor;
button.click();
if (getComputedStyle(document.body).backgroundColor === before) findings.push("the switch of the theme does nothing");
button.click();
scrollTo(0, 0);
root.dataset.findings = findings.length === 0 ? "none" : findings.join(" | ");
"#;

/// `./x lab-report-check [FOLDER]`: the folder of a run; otherwise the newest one in `lab/results`.
pub fn run(workspace: &Workspace, arguments: &[String]) -> Result<i32, String> {
    let folder = match arguments {
        [] => newest(&workspace.root.join("lab/results"))?,
        [folder] => PathBuf::from(folder),
        _ => return Err("usage: ./x lab-report-check [FOLDER]".to_string()),
    };
    let page = fs::read_to_string(folder.join("report.html"))
        .map_err(|error| format!("{}/report.html: {error}; `brio lab report` writes it", folder.display()))?;
    install_browser()?;
    let shots = workspace.root.join("target/lab_report");
    fs::create_dir_all(&shots).map_err(|error| format!("cannot make {}: {error}", shots.display()))?;
    let mut problems = 0;
    for (name, width, theme) in VIEWS {
        let file = shots.join(format!("{name}.html"));
        let shown = page
            .replacen("<html lang=\"en\">", &format!("<html lang=\"en\" data-theme=\"{theme}\">"), 1)
            .replacen("</body>", &format!("<script>{PROBE}</script></body>"), 1);
        fs::write(&file, shown).map_err(|error| format!("cannot write {}: {error}", file.display()))?;
        let findings = look(&file, &shots.join(format!("{name}.png")), *width)?;
        println!("{name:<14} {}", if findings == "none" { "fine" } else { &findings });
        problems += i32::from(findings != "none");
    }
    println!("screenshots: {}", shots.display());
    Ok(i32::from(problems > 0))
}

/// Takes a screenshot and returns the findings of the probe.
fn look(file: &Path, shot: &Path, width: u32) -> Result<String, String> {
    let url = format!("file://{}", file.display());
    let browser = |more: &[String]| -> Result<process::Outcome, String> {
        let mut command = Command::new(BROWSER);
        // As root Chromium cannot use its sandbox, and the page is trusted.
        command
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                &format!("--window-size={width},{HEIGHT}"),
            ])
            .args(more)
            .arg(&url);
        process::run(&mut command, b"", LIMIT)
    };
    browser(&[format!("--screenshot={}", shot.display())])?;
    if !shot.exists() {
        return Err(format!("{BROWSER} wrote no screenshot of {}", file.display()));
    }
    let page = browser(&["--dump-dom".to_string()])?;
    let found = page.stdout.split_once("data-findings=\"").and_then(|(_, rest)| rest.split_once('"'));
    found
        .map(|(findings, _)| findings.to_string())
        .ok_or_else(|| format!("the page did not run in {BROWSER}: {}", page.stderr.lines().last().unwrap_or("")))
}

fn install_browser() -> Result<(), String> {
    if Command::new(BROWSER).arg("--version").output().is_ok() {
        return Ok(());
    }
    system_packages::install(&[BROWSER])
}

fn newest(results: &Path) -> Result<PathBuf, String> {
    let folders = fs::read_dir(results).into_iter().flatten().flatten().map(|entry| entry.path());
    let with_report = folders.filter(|folder| folder.join("report.html").exists());
    with_report
        .max_by_key(|folder| fs::metadata(folder.join("report.html")).and_then(|data| data.modified()).ok())
        .ok_or_else(|| format!("there is no report in {}", results.display()))
}
