//! The source maps of an executable's scripts: copies of those in the scripts, as files beside it.

use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::output::Output;

/// What the comment at the end of a script begins with.
const COMMENT: &str = "//# sourceMappingURL=data:";
const ENCODING: &str = ";base64,";

/// Writes the map of the main script as `NAME.map`, where NAME is that of the executable, and those of others by their names.
///
/// # Errors
/// A message for the user: a file that cannot be written.
pub(super) fn write(executable: &Path, main: &Output, outputs: &[Output]) -> Result<Vec<PathBuf>, String> {
    let mut written = Vec::new();
    for output in outputs {
        let Some(map) = map_of(&output.contents) else { continue };
        let script = match output.path == main.path {
            true => executable.to_owned(),
            false => executable.with_file_name(Path::new(&output.path).file_name().unwrap_or_default()),
        };
        let name = script.file_name().unwrap_or_default().to_string_lossy();
        let path = script.with_file_name(format!("{name}.map"));
        std::fs::write(&path, map).map_err(|error| format!("cannot write \"{}\": {error}", path.display()))?;
        written.push(path);
    }
    Ok(written)
}

/// The map in a script.
fn map_of(script: &[u8]) -> Option<Vec<u8>> {
    let (_, comment) = std::str::from_utf8(script).ok()?.rsplit_once(COMMENT)?;
    let (_, encoded) = comment.split_once(ENCODING)?;
    STANDARD.decode(encoded.lines().next()?.trim_end()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Kind;

    #[test]
    fn maps_have_the_names_of_the_executable_and_of_the_scripts() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let script = |path: &str, map: &str| {
            let comment = format!("{COMMENT}application/json;charset=utf-8{ENCODING}{}\n", STANDARD.encode(map));
            Output::file(path.to_owned(), Kind::EntryPoint, format!("f();\n{comment}").into_bytes())
        };
        let plain = Output::file("data.js".to_owned(), Kind::Asset, b"1;".to_vec());
        let outputs = [script("main.js", "{1}"), script("parts/lazy.js", "{2}"), plain];
        let written = write(&folder.path().join("app"), &outputs[0], &outputs).expect("they can be written");
        let names = ["app.map", "lazy.js.map"].map(|name| folder.path().join(name));
        assert_eq!(written, names);
        assert_eq!(names.map(|path| std::fs::read_to_string(path).unwrap_or_default()), ["{1}", "{2}"]);
    }
}
