//! Files that are too large to be held in memory: they are hashed in parts, and copied when outputs are written.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rolldown_utils::xxhash::xxhash_base64_url;

use crate::output::{Copied, Kind, Output};

/// Files from this size on are not read into memory.
pub(crate) const LARGE_MIN: u64 = 8 << 20;
const PART_BYTES: u64 = 1 << 20;
/// A larger file cannot be a part of a script or page: the longest string of Node.js and Chromium has 2^29 - 24 units.
const EMBEDDED_MAX: u64 = (1 << 29) - 24;

/// The large files of a build, which are outputs without being modules of Rolldown.
#[derive(Debug, Default)]
pub(crate) struct LargeFiles(Mutex<BTreeMap<PathBuf, Output>>);

impl LargeFiles {
    /// Adds a file. Returns the name of its output; None when it is not large.
    ///
    /// # Errors
    /// The system's.
    pub(crate) fn add(&self, file: &Path, template: Option<&str>) -> std::io::Result<Option<String>> {
        let Some(output) = output(file, template)? else { return Ok(None) };
        let name = output.path.clone();
        if let Ok(mut all) = self.0.lock() {
            all.insert(file.to_owned(), output);
        }
        Ok(Some(name))
    }

    /// The outputs, by their files.
    pub(crate) fn outputs(&self) -> BTreeMap<PathBuf, Output> {
        self.0.lock().map(|all| all.clone()).unwrap_or_default()
    }
}

/// A large file as an output. None when it is not large.
///
/// # Errors
/// The system's.
pub(crate) fn output(file: &Path, template: Option<&str>) -> std::io::Result<Option<Output>> {
    let mut source = std::fs::File::open(file)?;
    let metadata = source.metadata()?;
    if !metadata.is_file() || metadata.len() < LARGE_MIN {
        return Ok(None);
    }
    let hash = hash(&mut source)?;
    let mut output = Output::file(hashed_name(template, file, &hash), Kind::Asset, Vec::new());
    output.copied = Some(Copied { from: file.to_owned(), bytes: metadata.len(), hash });
    output.source = Some(file.to_owned());
    Ok(Some(output))
}

/// Checks that a file can be a part of a script or page.
///
/// # Errors
/// A message for the user.
pub(crate) fn check_embedded(file: &str, bytes: u64) -> Result<(), String> {
    match bytes > EMBEDDED_MAX {
        true => Err(format!(
            "\"{file}\" has {} MB, and what is a part of a script or page at most {}: the loader \"file\" makes it an \
             output of its own",
            bytes.div_ceil(1_000_000),
            EMBEDDED_MAX / 1_000_000
        )),
        false => Ok(()),
    }
}

/// A name with a hash, as the template of assets says.
pub(crate) fn hashed_name(template: Option<&str>, file: &Path, hash: &str) -> String {
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let extension = file.extension().map(|extension| extension.to_string_lossy().into_owned()).unwrap_or_default();
    let template = template.unwrap_or("[name]-[hash].[ext]");
    let named = template.replace("[name]", &stem).replace("[hash]", &hash[..8]);
    match named.contains("[ext]") {
        true => named.replace("[ext]", &extension),
        false => format!("{named}.{extension}"),
    }
}

/// The hash of the hashes of all parts.
fn hash(source: &mut std::fs::File) -> std::io::Result<String> {
    let mut hashes = String::new();
    let mut part = Vec::new();
    loop {
        part.clear();
        if source.by_ref().take(PART_BYTES).read_to_end(&mut part)? == 0 {
            return Ok(xxhash_base64_url(hashes.as_bytes()));
        }
        hashes += &xxhash_base64_url(&part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_longer_than_a_string_is_not_a_part_of_a_script() {
        assert_eq!(check_embedded("a.bin", EMBEDDED_MAX), Ok(()));
        let message = check_embedded("a.bin", 1 << 30).unwrap_err();
        assert!(message.starts_with("\"a.bin\" has 1074 MB, and"), "{message}");
    }

    #[test]
    fn only_large_files_are_copied_and_each_byte_counts() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("a.bin");
        let mut contents = vec![1; LARGE_MIN as usize];
        std::fs::write(&file, &contents[1..]).expect("it can be written");
        assert!(output(&file, None).expect("it can be read").is_none());
        let mut names = Vec::new();
        for index in [0, contents.len() / 2, contents.len() - 1] {
            contents[index] ^= 1;
            std::fs::write(&file, &contents).expect("it can be written");
            let large = output(&file, Some("x/[name].[hash].[ext]")).expect("it can be read").expect("it is large");
            assert!(large.contents.is_empty() && large.bytes() == LARGE_MIN);
            assert!(large.path.starts_with("x/a.") && large.path.ends_with(".bin"), "{}", large.path);
            names.push(large.path);
        }
        assert!(names[0] != names[1] && names[1] != names[2] && names[0] != names[2]);
    }
}
