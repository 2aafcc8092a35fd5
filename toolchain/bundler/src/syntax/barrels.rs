//! Modules that only export others ("barrels"). Of one without effects, Rolldown does not read what nothing uses; a style
//! sheet that it imports is used without a name.

/// Whether a module exports others and imports a style sheet. Looks at the text only.
pub(super) fn imports_style_sheet(code: &str) -> bool {
    let is_import = |start: usize| {
        let line_start = code[..start].rfind(['\n', ';']).map_or(0, |index| index + 1);
        code[line_start..].trim_start().starts_with("import")
    };
    let mut sheets =
        code.match_indices(".css").filter(|(start, found)| code[start + found.len()..].starts_with(['"', '\'']));
    code.contains("export") && code.contains("from") && sheets.any(|(start, _)| is_import(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_barrel_with_a_style_sheet_is_recognized() {
        assert!(imports_style_sheet("import './a.css';\nexport { A } from './a.js';"));
        assert!(imports_style_sheet("export * from './a.js';import\"./a.css\";"));
        assert!(!imports_style_sheet("import './a.css'; const a = 1;"));
        assert!(!imports_style_sheet("export { A } from './a.js'; // './a.css'"));
    }
}
