//! Parses the `/*--- … ---*/` block of a test: the subset of YAML that test262 uses.

/// How a test is run and its expected result.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    pub flags: Vec<String>,
    pub features: Vec<String>,
    pub includes: Vec<String>,
    /// The type of the error that the test must end with.
    pub negative: Option<String>,
}

impl Metadata {
    pub fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|found| found == flag)
    }

    /// The modes in which the test runs: `true` is strict.
    pub fn modes(&self) -> &'static [bool] {
        if self.has("module") || self.has("noStrict") || self.has("raw") {
            &[false]
        } else if self.has("onlyStrict") {
            &[true]
        } else {
            &[false, true]
        }
    }
}

/// The metadata of a test's source; empty for a test without the block.
pub fn read(text: &str) -> Metadata {
    let block = text.split_once("/*---").and_then(|(_, rest)| rest.split_once("---*/")).map_or("", |(block, _)| block);
    // Tests of line terminators end their lines with one of the other kinds.
    let block = block.replace('\r', "\n");
    let mut metadata = Metadata::default();
    let mut key = "";
    for line in block.lines() {
        let is_top = !line.starts_with([' ', '\t', '-']) && line.contains(':');
        let trimmed = line.trim();
        if is_top {
            let (name, value) = trimmed.split_once(':').unwrap_or((trimmed, ""));
            key = name.trim();
            list_of(&mut metadata, key).into_iter().for_each(|list| list.extend(inline(value)));
        } else if let Some(item) = trimmed.strip_prefix("- ") {
            list_of(&mut metadata, key).into_iter().for_each(|list| list.push(item.trim().to_string()));
        } else if key == "negative" {
            metadata.negative = trimmed.strip_prefix("type:").map(|name| name.trim().to_string()).or(metadata.negative);
        } else {
            // A list in brackets may span several lines.
            list_of(&mut metadata, key).into_iter().for_each(|list| list.extend(inline(trimmed)));
        }
    }
    metadata
}

fn list_of<'a>(metadata: &'a mut Metadata, key: &str) -> Option<&'a mut Vec<String>> {
    match key {
        "flags" => Some(&mut metadata.flags),
        "features" => Some(&mut metadata.features),
        "includes" => Some(&mut metadata.includes),
        _ => None,
    }
}

fn inline(value: &str) -> impl Iterator<Item = String> + '_ {
    value
        .split(['[', ']', ','])
        .map(str::trim)
        .filter(|item| !item.is_empty() && !item.starts_with('#'))
        .map(str::to_string)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn lists_are_read_in_both_forms_and_the_error_type_is_found() {
        let text = "// Copyright\n/*---\nesid: sec-x\ndescription: >\n  flags: [raw] is prose here\nflags: [module, async]\nfeatures:\n  - top-level-await\n  - import-attributes\nincludes: [a.js,\n  b.js]\nnegative:\n  phase: resolution\n  type: SyntaxError\ninfo: |\n  - not a feature\n---*/\n";
        let metadata = read(text);
        assert_eq!(metadata.flags, ["module", "async"]);
        assert_eq!(metadata.features, ["top-level-await", "import-attributes"]);
        assert_eq!(metadata.includes, ["a.js", "b.js"]);
        assert_eq!(metadata.negative.as_deref(), Some("SyntaxError"));
    }

    #[test]
    fn lines_may_end_with_a_carriage_return() {
        assert_eq!(read("/*---\rincludes: [a.js]\rflags: [raw]\r---*/\r").includes, ["a.js"]);
        assert_eq!(read("/*---\r\nincludes:\r\n  - a.js\r\n---*/\r\n").includes, ["a.js"]);
    }

    #[test]
    fn modes_follow_the_flags() {
        let modes = |flags: &str| read(&format!("/*---\nflags: [{flags}]\n---*/")).modes();
        assert_eq!(modes(""), [false, true]);
        assert_eq!(modes("onlyStrict"), [true]);
        for flags in ["noStrict", "module", "raw"] {
            assert_eq!(modes(flags), [false], "{flags}");
        }
    }
}
