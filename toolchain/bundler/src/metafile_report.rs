//! `--metafile-md`: the metafile as a page of Markdown, with Bun's headings and marks: tools look for them.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Map, Value};

/// How many modules a table has.
const LISTED_MAX: usize = 20;
/// A module that so many import is listed.
const SHARED_MIN: usize = 2;

/// The sections, with what is in each.
const SECTIONS: &[&str] = &[
    "Quick Summary",
    "Largest Modules by Output Contribution",
    "Entry Point Analysis",
    "Dependency Chains",
    "Full Module Graph",
    "Raw Data for Searching",
];

/// Marks of the last section, and what each line has.
const MARKS: &[(&str, &str)] = &[
    ("MODULE", "every module"),
    ("OUTPUT_BYTES", "what it takes in the outputs"),
    ("IMPORT", "what it imports"),
    ("IMPORTED_BY", "what imports it"),
    ("ENTRY", "entry points"),
    ("EXTERNAL", "imports that stay"),
    ("NODE_MODULES", "files of packages"),
];

/// What the page is made of.
struct Facts<'m> {
    inputs: &'m Map<String, Value>,
    outputs: &'m Map<String, Value>,
    /// What each module takes in all outputs.
    bytes: BTreeMap<&'m str, u64>,
    /// The modules that import each module.
    importers: BTreeMap<&'m str, Vec<&'m str>>,
}

/// The page for a metafile.
///
/// # Errors
/// When the metafile does not parse.
pub(crate) fn page(metafile: &str) -> Result<String, String> {
    let parsed: Value = serde_json::from_str(metafile).map_err(|error| format!("the metafile is damaged: {error}"))?;
    let (Some(inputs), Some(outputs)) = (parsed["inputs"].as_object(), parsed["outputs"].as_object()) else {
        return Err("the metafile has no modules".to_owned());
    };
    let facts = Facts::new(inputs, outputs);
    let mut page = String::from(
        "# Bundle Analysis Report\n\nWhat is in the outputs of a build, and why.\n\n## Table of Contents\n\n",
    );
    for name in SECTIONS {
        let _ = writeln!(page, "- [{name}](#{})", name.to_lowercase().replace(' ', "-"));
    }
    facts.summary(&mut page);
    facts.largest(&mut page);
    facts.entries(&mut page);
    facts.chains(&mut page);
    facts.graph(&mut page);
    facts.raw(&mut page);
    Ok(page)
}

fn array<'v>(value: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> + use<'v> {
    value[name].as_array().into_iter().flatten()
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_default()
}

fn is_external(import: &Value) -> bool {
    import["external"] == true
}

fn is_of_package(path: &str) -> bool {
    path.starts_with("node_modules/") || path.contains("/node_modules/")
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        bytes if bytes < 1 << 20 => format!("{:.2} KB", bytes as f64 / 1024.0),
        bytes => format!("{:.2} MB", bytes as f64 / f64::from(1 << 20)),
    }
}

fn heading(page: &mut String, index: usize) {
    let _ = writeln!(page, "\n## {}\n", SECTIONS[index]);
}

impl<'m> Facts<'m> {
    fn new(inputs: &'m Map<String, Value>, outputs: &'m Map<String, Value>) -> Self {
        let mut bytes: BTreeMap<&str, u64> = inputs.keys().map(|path| (path.as_str(), 0)).collect();
        for (path, input) in outputs.values().filter_map(|output| output["inputs"].as_object()).flatten() {
            *bytes.entry(path).or_default() += input["bytesInOutput"].as_u64().unwrap_or(0);
        }
        let mut importers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (path, input) in inputs {
            for import in array(input, "imports").filter(|import| !is_external(import)) {
                let all = importers.entry(text(import, "path")).or_default();
                if !all.contains(&path.as_str()) {
                    all.push(path);
                }
            }
        }
        Self { inputs, outputs, bytes, importers }
    }

    fn entry_points(&self) -> impl Iterator<Item = (&'m String, &'m Value)> + use<'m> {
        self.outputs.iter().filter(|(_, output)| output["entryPoint"].is_string())
    }

    /// The modules, and what they take, from the largest one.
    fn by_size(&self) -> Vec<(&'m str, u64)> {
        let mut all: Vec<(&str, u64)> = self.bytes.iter().map(|(path, bytes)| (*path, *bytes)).collect();
        all.sort_by(|left, right| right.1.cmp(&left.1).then_with(|| left.0.cmp(right.0)));
        all
    }

    fn total(&self) -> u64 {
        self.outputs.values().filter_map(|output| output["bytes"].as_u64()).sum()
    }

    fn format(&self, path: &str) -> &'m str {
        self.inputs.get(path).map_or("", |input| text(input, "format"))
    }

    fn externals(&self) -> impl Iterator<Item = (&'m String, &'m str)> + use<'m> {
        self.inputs.iter().flat_map(|(path, input)| {
            array(input, "imports").filter(|import| is_external(import)).map(move |import| (path, text(import, "path")))
        })
    }

    fn summary(&self, page: &mut String) {
        heading(page, 0);
        let count = |format: &str| self.inputs.keys().filter(|path| self.format(path) == format).count().to_string();
        let packages: Vec<u64> =
            self.bytes.iter().filter(|(path, _)| is_of_package(path)).map(|(_, bytes)| *bytes).collect();
        let entries = self.entry_points().count();
        let rows = [
            ("Total output size", size(self.total())),
            ("Input modules", self.inputs.len().to_string()),
            ("Entry points", entries.to_string()),
            ("Other outputs", (self.outputs.len() - entries).to_string()),
            ("node_modules contribution", format!("{} files ({})", packages.len(), size(packages.iter().sum()))),
            ("ESM modules", count("esm")),
            ("CommonJS modules", count("cjs")),
            ("External imports", self.externals().count().to_string()),
        ];
        page.push_str("| Metric | Value |\n|--------|-------|\n");
        for (name, value) in rows {
            let _ = writeln!(page, "| {name} | {value} |");
        }
    }

    fn largest(&self, page: &mut String) {
        heading(page, 1);
        page.push_str("Modules by the bytes contributed to the output bundle.\n\n");
        page.push_str("| Output Bytes | % of Total | Module | Format |\n|---|---|---|---|\n");
        let total = self.total().max(1) as f64;
        for (path, bytes) in self.by_size().into_iter().take(LISTED_MAX) {
            let share = bytes as f64 * 100.0 / total;
            let format = Some(self.format(path)).filter(|format| !format.is_empty()).unwrap_or("-");
            let _ = writeln!(page, "| {} | {share:.1}% | `{path}` | {format} |", size(bytes));
        }
    }

    fn entries(&self, page: &mut String) {
        heading(page, 2);
        page.push_str("Each entry point, with the outputs that it loads.\n");
        for (path, output) in self.entry_points() {
            let _ = writeln!(page, "\n### Entry: `{}`\n\n**Output file**: `{path}`", text(output, "entryPoint"));
            let _ = writeln!(page, "**Bundle size**: {}", size(output["bytes"].as_u64().unwrap_or(0)));
            if let Some(sheet) = output["cssBundle"].as_str() {
                let _ = writeln!(page, "**CSS bundle**: `{sheet}`");
            }
            let exports: Vec<String> =
                array(output, "exports").filter_map(Value::as_str).map(|name| format!("`{name}`")).collect();
            if !exports.is_empty() {
                let _ = writeln!(page, "**Exports**: {}", exports.join(", "));
            }
            for import in array(output, "imports").filter(|import| !is_external(import)) {
                let _ = writeln!(page, "- loads `{}` ({})", text(import, "path"), text(import, "kind"));
            }
            page.push_str("\n**Bundled modules** (the largest first):\n\n| Bytes | Module |\n|-------|--------|\n");
            let modules = output["inputs"].as_object().into_iter().flatten();
            let mut modules: Vec<(&String, u64)> =
                modules.map(|(path, input)| (path, input["bytesInOutput"].as_u64().unwrap_or(0))).collect();
            modules.sort_by(|left, right| right.1.cmp(&left.1).then_with(|| left.0.cmp(right.0)));
            for (path, bytes) in modules.into_iter().take(LISTED_MAX) {
                let _ = writeln!(page, "| {} | `{path}` |", size(bytes));
            }
        }
    }

    fn chains(&self, page: &mut String) {
        heading(page, 3);
        page.push_str(
            "Which modules import a module: why it is in the bundle.\n\n### Most Commonly Imported Modules\n\n",
        );
        page.push_str("| Import Count | Module | Imported By |\n|---|---|---|\n");
        let mut shared: Vec<(&&str, &Vec<&str>)> =
            self.importers.iter().filter(|(_, importers)| importers.len() >= SHARED_MIN).collect();
        shared.sort_by(|left, right| right.1.len().cmp(&left.1.len()).then_with(|| left.0.cmp(right.0)));
        for (path, importers) in shared.into_iter().take(LISTED_MAX) {
            let names: Vec<String> = importers.iter().take(LISTED_MAX).map(|name| format!("`{name}`")).collect();
            let _ = writeln!(page, "| {} | `{path}` | {} |", importers.len(), names.join(", "));
        }
    }

    fn graph(&self, page: &mut String) {
        heading(page, 4);
        page.push_str("Every module, with what it imports.\n");
        for (path, input) in self.inputs {
            let bytes = self.bytes.get(path.as_str()).copied().unwrap_or(0);
            let _ = writeln!(page, "\n### `{path}`\n\n- **Output contribution**: {}", size(bytes));
            if !self.format(path).is_empty() {
                let _ = writeln!(page, "- **Format**: {}", self.format(path));
            }
            let importers = self.importers.get(path.as_str()).map(Vec::as_slice).unwrap_or_default();
            let names: Vec<String> = importers.iter().map(|name| format!("`{name}`")).collect();
            match names.as_slice() {
                [] => page.push_str("- **Imported by**: no module\n"),
                names => {
                    let _ = writeln!(page, "- **Imported by** ({} files): {}", names.len(), names.join(" "));
                }
            }
            if array(input, "imports").next().is_some() {
                page.push_str("- **Imports**:\n");
            }
            for import in array(input, "imports") {
                let (imported, kind) = (text(import, "path"), text(import, "kind"));
                let what = match (is_external(import), import["original"].as_str()) {
                    (true, _) => "**external**".to_owned(),
                    (false, Some(specifier)) => format!("specifier: `{specifier}`"),
                    (false, None) => "without a specifier".to_owned(),
                };
                let _ = writeln!(page, "  - `{imported}` ({kind}, {what})");
            }
        }
    }

    fn raw(&self, page: &mut String) {
        heading(page, 5);
        page.push_str("One fact a line, for tools that search in text:\n\n");
        for (mark, about) in MARKS {
            let _ = writeln!(page, "- `[{mark}:` {about}");
        }
        page.push_str("\n```text\n");
        for (path, bytes) in self.by_size() {
            let _ = writeln!(page, "[MODULE: {path}]\n[OUTPUT_BYTES: {path} = {bytes} bytes]");
            if !self.format(path).is_empty() {
                let _ = writeln!(page, "[FORMAT: {path} = {}]", self.format(path));
            }
            if is_of_package(path) {
                let _ = writeln!(page, "[NODE_MODULES: {path}]");
            }
        }
        for (path, input) in self.inputs {
            for import in array(input, "imports").filter(|import| !is_external(import)) {
                let _ = writeln!(page, "[IMPORT: {path} -> {}]", text(import, "path"));
            }
        }
        for (path, importers) in &self.importers {
            for importer in importers {
                let _ = writeln!(page, "[IMPORTED_BY: {path} <- {importer}]");
            }
        }
        for (path, name) in self.externals() {
            let _ = writeln!(page, "[EXTERNAL: {path} imports {name}]");
        }
        for (path, output) in self.entry_points() {
            let bytes = output["bytes"].as_u64().unwrap_or(0);
            let _ = writeln!(page, "[ENTRY: {} -> {path} ({bytes} bytes)]", text(output, "entryPoint"));
        }
        page.push_str("```\n");
    }
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn each_module_has_its_lines() {
        let metafile = r#"{"inputs":{"a.js":{"bytes":9,"format":"esm","imports":[
            {"path":"node_modules/b/b.js","kind":"import-statement","original":"b"},
            {"path":"fs","kind":"import-statement","external":true}]},
            "node_modules/b/b.js":{"bytes":4,"format":"cjs","imports":[]}},
            "outputs":{"a.out.js":{"bytes":2048,"entryPoint":"a.js","imports":[],"exports":["x"],
            "inputs":{"a.js":{"bytesInOutput":1024},"node_modules/b/b.js":{"bytesInOutput":10}}}}}"#;
        let page = page(metafile).unwrap();
        for line in [
            "| Total output size | 2.00 KB |",
            "| 1.00 KB | 50.0% | `a.js` | esm |",
            "| node_modules contribution | 1 files (10 bytes) |",
            "**Exports**: `x`",
            "[IMPORT: a.js -> node_modules/b/b.js]",
            "[IMPORTED_BY: node_modules/b/b.js <- a.js]",
            "[EXTERNAL: a.js imports fs]",
            "[ENTRY: a.js -> a.out.js (2048 bytes)]",
            "[NODE_MODULES: node_modules/b/b.js]",
        ] {
            assert!(page.lines().any(|one| one == line), "{line} is not in\n{page}");
        }
        assert!(super::page("{").is_err());
    }
}
