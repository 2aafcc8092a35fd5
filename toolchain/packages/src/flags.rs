//! The flags of all commands, each declared once: parsing, help and suggestions are made from this table.

use crate::error::{Error, Result};

/// A flag.
#[derive(Debug, PartialEq, Eq)]
pub struct Flag {
    pub long: &'static str,
    pub short: Option<&'static str>,
    /// The name of its value, for help; None for a switch.
    pub value: Option<&'static str>,
    pub about: &'static str,
}

const fn switch(long: &'static str, short: Option<&'static str>, about: &'static str) -> Flag {
    Flag { long, short, value: None, about }
}

const fn value(long: &'static str, short: Option<&'static str>, value: &'static str, about: &'static str) -> Flag {
    Flag { long, short, value: Some(value), about }
}

/// All of them.
pub const FLAGS: &[Flag] = &[
    value("--access", None, "ACCESS", "who can read the package: public or restricted"),
    switch("--all", Some("-a"), "all, not only the project's own dependencies"),
    switch("--commit", None, "make the patch from a changed copy"),
    switch("--dry-run", None, "say what would be done, and change nothing"),
    switch("--force", Some("-f"), "accept conflicts of peers, and resolve anew"),
    switch("--frozen-lockfile", None, "fail when the lockfile does not fit package.json"),
    switch("--global", Some("-g"), "the folder of the user's own commands instead of the project"),
    switch("--if-present", None, "succeed when the script does not exist"),
    switch("--ignore-scripts", None, "run no scripts, also those that are trusted"),
    switch("--json", None, "print the result as JSON"),
    switch("--latest", Some("-L"), "the newest versions, also beyond the ranges of package.json"),
    switch("--legacy-peer-deps", None, "do not install peer dependencies"),
    value("--linker", None, "LAYOUT", "hoisted as npm does, or isolated as pnpm does"),
    value("--location", None, "PLACE", "whose settings are changed: user or project"),
    switch("--lockfile-only", None, "write the lockfile, and leave node_modules as it is"),
    value("--min-age", None, "DAYS", "the age that a new version must have (1)"),
    switch("--net", None, "let their scripts use the network"),
    switch("--no-package-lock", None, "neither read nor write a lockfile"),
    switch("--no-save", None, "change neither package.json nor the lockfile"),
    switch("--offline", None, "use only what the store and the cache have"),
    value("--omit", None, "KIND", "leave out dependencies: dev, optional or peer"),
    value("--otp", None, "CODE", "the code of a second factor"),
    value("--package", Some("-p"), "PACKAGE", "the package that has the command"),
    switch("--prefer-dedupe", None, "take a version that is there before a newer one"),
    switch("--prefer-offline", None, "use cached records whatever their age"),
    switch("--production", None, "as --omit=dev"),
    switch("--quiet", Some("-q"), "print errors only"),
    value("--registry", None, "ADDRESS", "the registry to use"),
    value("--sbom-format", None, "FORMAT", "cyclonedx or spdx"),
    switch("--save-dev", Some("-D"), "save to devDependencies"),
    switch("--save-exact", Some("-E"), "save the exact version"),
    switch("--save-optional", Some("-O"), "save to optionalDependencies"),
    switch("--save-peer", None, "save to peerDependencies"),
    switch("--save-prod", Some("-P"), "save to dependencies"),
    switch("--strict-peer-deps", None, "refuse conflicts of peers anywhere"),
    value("--workspace", Some("-w"), "NAME", "the member of the workspace that is changed"),
    value("--tag", None, "TAG", "the tag that the version gets (latest)"),
    switch("--yes", Some("-y"), "ask nothing"),
];

/// Other spellings that npm, pnpm, yarn and Bun have.
const ALIASES: &[(&str, &str)] = &[
    ("-i", "--ignore-scripts"),
    ("--dev", "--save-dev"),
    ("-d", "--save-dev"),
    ("--exact", "--save-exact"),
    ("--optional", "--save-optional"),
    ("--peer", "--save-peer"),
    ("--package-lock-only", "--lockfile-only"),
    ("--prod", "--production"),
    ("--silent", "--quiet"),
    ("-s", "--quiet"),
    ("--no-lockfile", "--no-package-lock"),
    ("--node-linker", "--linker"),
    ("--format", "--sbom-format"),
    ("--immutable", "--frozen-lockfile"),
    ("--ignore-workspace-root-check", "--yes"),
    ("--filter", "--workspace"),
    ("-F", "--workspace"),
    ("--save", "--save-prod"),
    ("-S", "--save-prod"),
];

/// Finds a flag by one of its names.
pub fn find(name: &str) -> Option<&'static Flag> {
    let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, name)| name);
    FLAGS.iter().find(|flag| flag.long == name || flag.short == Some(name))
}

/// The arguments of a command, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    pub words: Vec<String>,
    given: Vec<(&'static str, String)>,
}

impl Arguments {
    /// Reads arguments. Only `allowed` flags are known. When `ends_at_word`, everything behind the first word belongs to
    /// another program.
    ///
    /// # Errors
    /// `EUSAGE`; its hint is the flag that was probably meant.
    pub fn parse(arguments: &[String], allowed: &[&str], ends_at_word: bool) -> Result<Self> {
        let mut parsed = Self::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            if argument == "--" {
                parsed.words.extend(rest.cloned());
                break;
            }
            if !argument.starts_with('-') || argument == "-" {
                parsed.words.push(argument.clone());
                if ends_at_word {
                    parsed.words.extend(rest.cloned());
                    break;
                }
                continue;
            }
            let (name, inline) = match argument.split_once('=') {
                Some((name, value)) => (name, Some(value.to_string())),
                None => (argument.as_str(), None),
            };
            let Some(flag) = find(name).filter(|flag| allowed.contains(&flag.long)) else {
                return Err(unknown(name, allowed));
            };
            let value = match (flag.value, inline) {
                (None, None) => String::new(),
                (None, Some(value)) if value == "true" => String::new(),
                (None, Some(_)) => return Err(Error::new("EUSAGE", format!("{} takes no value", flag.long))),
                (Some(_), Some(value)) => value,
                (Some(what), None) => rest
                    .next()
                    .cloned()
                    .ok_or_else(|| Error::new("EUSAGE", format!("{} needs a value: {what}", flag.long)))?,
            };
            parsed.given.push((flag.long, value));
        }
        Ok(parsed)
    }

    /// Whether a flag was given.
    pub fn has(&self, long: &str) -> bool {
        self.given.iter().any(|(name, _)| *name == long)
    }

    /// The last value of a flag.
    pub fn value(&self, long: &str) -> Option<&str> {
        self.given.iter().rev().find(|(name, _)| *name == long).map(|(_, value)| value.as_str())
    }

    /// All values of a flag.
    pub fn values<'a>(&'a self, long: &'a str) -> impl Iterator<Item = &'a str> {
        self.given.iter().filter(move |(name, _)| *name == long).map(|(_, value)| value.as_str())
    }
}

fn unknown(name: &str, allowed: &[&str]) -> Error {
    let best = allowed
        .iter()
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .max_by(|left, right| left.0.total_cmp(&right.0));
    let hint = match best {
        Some((score, known)) if score > 0.8 => format!("did you mean {known}?"),
        _ => "`brio help COMMAND` lists the flags".to_string(),
    };
    Error::new("EUSAGE", format!("unknown flag {name}")).with_hint(hint)
}

#[cfg(test)]
#[path = "flags_tests.rs"]
mod tests;
