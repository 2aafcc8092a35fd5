//! `./x tidy`: the rules that a machine can check. Each check is a module with one function from the tree to a list of
//! sentences; `lexer` removes comments and strings. No rule can be disabled in a file.

mod any_types;
mod bans;
mod builtins;
mod commits;
mod decisions;
mod headers;
mod layers;
mod lexer;
mod links;
mod paths;
mod permissions;
mod reasons;
mod sizes;
mod specifiers;
mod strays;
mod tiers;
mod tree;
mod unsafe_code;
mod wording;

use crate::codegen;
use crate::report::Tally;
use crate::workspace::Workspace;
use std::fs;
use tree::Tree;

/// Sizes that were too big when the rule came. The list may only shrink.
const RATCHET: &str = "xtask/ratchets/sizes.txt";

type Check = fn(&Tree) -> Vec<String>;

const CHECKS: &[(&str, Check)] = &[
    ("layers", layers::check),
    ("builtins", builtins::check),
    ("tiers", tiers::check),
    ("any", any_types::check),
    ("headers", headers::check),
    ("bans", bans::check),
    ("unsafe", unsafe_code::check),
    ("links", links::check),
    ("paths", paths::check),
    ("decisions", decisions::check),
    ("wording", wording::check),
    ("reasons", reasons::check),
    ("permissions", permissions::check),
    ("strays", strays::check),
    ("sizes", check_sizes),
];

/// `./x tidy`: prints every problem. `--ratchet` lowers the list of old offenders to their current sizes.
pub fn run(workspace: &Workspace, arguments: &[String]) -> Result<i32, String> {
    match arguments {
        [] => {}
        [flag] if flag == "--ratchet" => return lower_ratchet(workspace),
        _ => return Err("accepts one option, --ratchet".to_string()),
    }
    let tally = check(workspace);
    let codegen = codegen::run(&workspace.root, &["--check".to_string()]);
    println!("{} checks passed, {} failed", tally.passed, tally.failed);
    Ok(i32::from(tally.failed > 0 || codegen != 0))
}

/// Runs all checks; each counts as one test.
pub fn check(workspace: &Workspace) -> Tally {
    let mut tally = Tally::default();
    let tree = match Tree::read(workspace) {
        Ok(tree) => tree,
        Err(message) => {
            tally.fail("tidy", &message);
            return tally;
        }
    };
    for (name, check) in CHECKS {
        let problems = check(&tree);
        if problems.is_empty() { tally.pass() } else { tally.fail(&format!("tidy {name}"), &problems.join("\n")) }
    }
    let problems = commits::check(workspace);
    if problems.is_empty() {
        tally.pass()
    } else {
        tally.fail("tidy commits", &problems.join("\n"))
    }
    tally
}

fn check_sizes(tree: &Tree) -> Vec<String> {
    let allowed = sizes::read_ratchet(tree.text(RATCHET).unwrap_or(""));
    sizes::compare(&sizes::offenders(tree), &allowed, RATCHET)
}

fn lower_ratchet(workspace: &Workspace) -> Result<i32, String> {
    let tree = Tree::read(workspace)?;
    let text = tree.text(RATCHET).unwrap_or("");
    let lowered = sizes::lower(text, &sizes::offenders(&tree));
    let knot = format!("{}\n", tiers::largest_knot(&tree).len().min(tiers::allowed(&tree)));
    for (list, content) in [(RATCHET, lowered), (any_types::LIST, any_types::lower(&tree)?), (tiers::KNOT, knot)] {
        fs::write(workspace.root.join(list), content).map_err(|error| format!("cannot write {list}: {error}"))?;
    }
    println!("xtask/ratchets lowered");
    Ok(0)
}
