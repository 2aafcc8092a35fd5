//! Public modules only export what an internal module implements. Such a module is not evaluated: its name stands for the
//! other's. Shared by the build script and by builtins that are read from disk.

/// The builtin that a source of nothing but `export … from` re-exports; None for any other source.
pub fn target(source: &str) -> Option<&str> {
    let mut target = None;
    for line in source.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")) {
        let rest = line.strip_prefix("export * from \"").or_else(|| line.strip_prefix("export { default } from \""))?;
        let specifier = rest.strip_suffix("\";")?;
        if target.is_some_and(|known| known != specifier) {
            return None;
        }
        target = Some(specifier);
    }
    target
}

#[cfg(test)]
mod tests {
    use super::target;

    #[test]
    fn only_sources_that_re_export_one_module_have_a_target() {
        let source =
            "// `node:fs`.\nexport * from \"internal:node/fs\";\nexport { default } from \"internal:node/fs\";\n";
        assert_eq!(target(source), Some("internal:node/fs"));
        assert_eq!(target("export { default } from \"a\";\nexport * from \"b\";\n"), None);
        assert_eq!(target("export const a = 1;\n"), None);
        assert_eq!(target("// nothing\n"), None);
    }
}
