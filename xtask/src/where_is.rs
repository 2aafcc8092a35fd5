//! `./x where NAME`: locates an API: its declaration in ops/, its Rust code, its builtin, its tests, its page.

use crate::workspace::Workspace;
use std::fs;
use std::io::Write;

/// Where to search, in the order of the layers: folder, file suffix, heading.
const PLACES: &[(&str, &str, &str)] = &[
    ("ops", ".ops.ts", "native function"),
    ("base", ".rs", "Rust, no engine"),
    ("modules", ".rs", "Rust, modules"),
    ("engine", ".rs", "Rust, engine"),
    ("host", ".rs", "Rust, native functions"),
    ("runtime", ".rs", "Rust, runtime"),
    ("cli", ".rs", "Rust, command line"),
    ("builtins", ".ts", "builtin"),
    ("tests", "", "tests"),
    ("docs", ".md", "docs"),
    ("examples", "", "examples"),
];

/// More matches than this of one kind are only counted.
const LINES_SHOWN_MAX: usize = 8;

/// Prints where `NAME` is declared, or, with no declaration, where it is mentioned.
pub fn run(workspace: &Workspace, arguments: &[String]) -> Result<i32, String> {
    let [name] = arguments else { return Err("one name, please: ./x where readFile".to_string()) };
    let names = spellings(name);
    let mut found_any = false;
    for (folder, suffix, heading) in PLACES {
        let mut lines = Vec::new();
        for file in workspace.files(folder, suffix) {
            let path = workspace.relative(&file);
            // Lockfiles mention every package.
            if path.contains("/generated/") || path.contains("-lock.") || path.ends_with(".lock") {
                continue;
            }
            let Ok(text) = fs::read_to_string(&file) else { continue };
            let wanted = |line: &str| {
                if matches!(*folder, "tests" | "docs" | "examples") {
                    mentions(line, &names)
                } else {
                    declares(line, &names)
                }
            };
            lines.extend(
                text.lines()
                    .enumerate()
                    .filter(|(_, line)| wanted(line))
                    .map(|(index, line)| format!("{path}:{}: {}", index + 1, line.trim())),
            );
        }
        if lines.is_empty() {
            continue;
        }
        found_any = true;
        show(heading, folder, &lines);
    }
    if found_any {
        return Ok(0);
    }
    println!("nothing is called \"{name}\"");
    Ok(1)
}

/// Prints the first matches of one kind. A reader that has gone (`| head`) is no error.
fn show(heading: &str, folder: &str, lines: &[String]) {
    let mut text = format!("{heading}\n");
    for line in lines.iter().take(LINES_SHOWN_MAX) {
        text += &format!("  {}\n", line.chars().take(160).collect::<String>());
    }
    if lines.len() > LINES_SHOWN_MAX {
        text += &format!("  … and {} more in {folder}/\n", lines.len() - LINES_SHOWN_MAX);
    }
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// The last part of a dotted name, in the spelling of TypeScript and of Rust: `fs.readFile` → `readFile`, `read_file`.
fn spellings(name: &str) -> Vec<String> {
    let last = name.rsplit(['.', ':', '/']).next().unwrap_or(name);
    let mut snake = String::new();
    let mut camel = String::new();
    for character in last.chars() {
        if character.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(character.to_ascii_lowercase());
        if camel.ends_with('_') && camel.len() > 1 {
            camel.pop();
            camel.push(character.to_ascii_uppercase());
        } else {
            camel.push(character);
        }
    }
    let mut names = vec![last.to_string(), snake, camel];
    names.sort();
    names.dedup();
    names
}

fn mentions(line: &str, names: &[String]) -> bool {
    names.iter().any(|name| word_at(line, name).is_some())
}

/// Whether the line declares the name: after a keyword, or as a method or key at the start of the line.
fn declares(line: &str, names: &[String]) -> bool {
    const KEYWORDS: &[&str] = &[
        "fn",
        "function",
        "class",
        "struct",
        "enum",
        "trait",
        "interface",
        "type",
        "const",
        "static",
        "mod",
        "get",
        "async",
        "export",
    ];
    names.iter().any(|name| {
        let Some(position) = word_at(line, name) else { return false };
        let before = line[..position].trim_end();
        let previous = before.rsplit(|character: char| !character.is_alphanumeric()).next().unwrap_or("");
        let after = line[position + name.len()..].trim_start();
        let is_method = before.is_empty() && after.starts_with('(') && after.trim_end().ends_with('{');
        KEYWORDS.contains(&previous) || is_method
    })
}

fn word_at(line: &str, name: &str) -> Option<usize> {
    let is_part = |character: char| character.is_alphanumeric() || character == '_' || character == '$';
    line.match_indices(name).map(|(position, _)| position).find(|position| {
        let before = line[..*position].chars().next_back();
        let after = line[position + name.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::{declares, mentions, spellings};

    #[test]
    fn a_name_is_looked_for_in_both_spellings() {
        assert_eq!(spellings("fs.readFile"), ["readFile", "read_file"]);
        assert_eq!(spellings("read_file"), ["readFile", "read_file"]);
    }

    #[test]
    fn declarations_are_told_from_uses() {
        let names = spellings("readFile");
        assert!(declares("export declare function readFile(path: Path): Promise<Bytes>;", &names));
        assert!(declares("pub fn read_file(path: &Path) {", &names));
        assert!(declares("  readFile(path) {", &names));
        assert!(!declares("const text = readFile(path);", &names) && !declares("fn read_file_sync() {", &names));
        assert!(mentions("const text = readFile(path);", &names) && !mentions("readFileSync()", &names));
    }
}
