//! The flags of all commands, each declared once (`base/command_flags`); a command names those that it knows.

use brio_command_flags::{Flag, Flags, Takes};

const fn switch(long: &'static str, short: Option<&'static str>, about: &'static str) -> Flag {
    Flag { long, short, takes: Takes::Nothing, about }
}

const fn value(long: &'static str, short: Option<&'static str>, value: &'static str, about: &'static str) -> Flag {
    Flag { long, short, takes: Takes::Value(value), about }
}

/// All of them.
pub const FLAGS: Flags = Flags { flags: TABLE, aliases: ALIASES, prefixes: &[] };

const TABLE: &[Flag] = &[
    value("--access", None, "ACCESS", "who can read the package: public or restricted"),
    switch("--allow-same-version", None, "accept the version that the package has already"),
    value("--auth-type", None, "KIND", "how to log in: web or legacy"),
    value("--audit-level", None, "LEVEL", "the least severity that fails: low, moderate, high, critical or none"),
    switch("--all", Some("-a"), "all, not only the project's own dependencies"),
    value("--call", Some("-c"), "COMMAND", "a command line that finds the commands of the packages"),
    switch("--commit", None, "make the patch from a changed copy"),
    value("--depth", None, "COUNT", "how many levels below the project's own dependencies"),
    switch("--dry-run", None, "say what would be done, and change nothing"),
    switch("--force", Some("-f"), "accept conflicts of peers, and resolve anew"),
    switch("--frozen-lockfile", None, "fail when the lockfile does not fit package.json"),
    switch("--global", Some("-g"), "the folder of the user's own commands instead of the project"),
    switch("--if-present", None, "succeed when the script does not exist"),
    switch("--ignore-scripts", None, "run no scripts, also those that are trusted"),
    value("--include", None, "KIND", "install what is left out otherwise: dev, optional or peer"),
    switch("--json", None, "print the result as JSON"),
    switch("--latest", Some("-L"), "the newest versions, also beyond the ranges of package.json"),
    switch("--legacy-peer-deps", None, "do not install peer dependencies"),
    value("--linker", None, "LAYOUT", "hoisted as npm does, or isolated as pnpm does"),
    value("--location", None, "PLACE", "whose settings are changed: user or project"),
    switch("--lockfile-only", None, "write the lockfile, and leave node_modules as it is"),
    value("--message", Some("-m"), "TEXT", "the message of the commit and the tag; %s is the version"),
    value("--min-age", None, "DAYS", "the age that a new version must have (1)"),
    switch("--net", None, "let their scripts use the network"),
    switch("--no-git-tag-version", None, "neither commit nor tag the version"),
    switch("--no-install", None, "run only what is installed"),
    switch("--no-package-lock", None, "neither read nor write a lockfile"),
    switch("--no-save", None, "change neither package.json nor the lockfile"),
    switch("--offline", None, "use only what the store and the cache have"),
    value("--omit", None, "KIND", "leave out dependencies: dev, optional or peer"),
    value("--otp", None, "CODE", "the code of a second factor"),
    value("--out", None, "FILE", "the name of the tarball"),
    value("--pack-destination", None, "FOLDER", "where the tarball is written"),
    switch("--parseable", None, "print the folders of the packages, one a line"),
    value("--package", Some("-p"), "PACKAGE", "the package that has the command"),
    value("--preid", None, "NAME", "the first identifier of a pre-release, such as beta"),
    switch("--prefer-dedupe", None, "take a version that is there before a newer one"),
    switch("--prefer-offline", None, "use cached records whatever their age"),
    switch("--production", None, "as --omit=dev"),
    switch("--quiet", Some("-q"), "print errors only"),
    value("--registry", None, "ADDRESS", "the registry to use"),
    value("--sbom-format", None, "FORMAT", "cyclonedx or spdx"),
    switch("--recursive", Some("-r"), "all members of the workspace, of which public ones are published"),
    value("--scope", None, "SCOPE", "the scope whose registry is meant"),
    switch("--save-catalog", None, "save the range in the catalog of pnpm-workspace.yaml"),
    value("--save-catalog-name", None, "NAME", "save the range in this catalog of pnpm-workspace.yaml"),
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
    ("--dev", "--save-dev"),
    ("-d", "--save-dev"),
    ("--destination", "--pack-destination"),
    ("--exact", "--save-exact"),
    ("--min-release-age", "--min-age"),
    ("--no", "--no-install"),
    ("--optional", "--save-optional"),
    ("--peer", "--save-peer"),
    ("--package-lock-only", "--lockfile-only"),
    ("--prod", "--production"),
    ("--silent", "--quiet"),
    ("--workspaces", "--recursive"),
    ("--ws", "--recursive"),
    ("-ws", "--recursive"),
    ("--filename", "--out"),
    ("-o", "--out"),
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

#[cfg(test)]
#[path = "flags_tests.rs"]
mod tests;
