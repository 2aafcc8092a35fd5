//! What a page has besides its script: files and style sheets by address, with a hash of their contents in the name.

use crate::resolution::without_query;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use brio_style_sheets::{Sheet, module_source};
use rolldown_utils::xxhash::xxhash_base64_url;

use super::FOLDER;

/// Characters of a hash in a name.
const HASH_LENGTH: usize = 8;

/// The files of a page by address.
#[derive(Debug, Default)]
pub(crate) struct Served {
    files: Mutex<BTreeMap<String, Vec<u8>>>,
    /// The current address of each style sheet, by the id of its module.
    sheets: Mutex<BTreeMap<String, String>>,
    /// The files that style sheets import and name, by the identifier of the style sheet's module.
    parts: Mutex<BTreeMap<String, BTreeSet<PathBuf>>>,
    /// The sources of workers by address.
    workers: Mutex<BTreeMap<String, PathBuf>>,
    /// The files that modules were read from, those with errors too.
    read: Mutex<BTreeSet<PathBuf>>,
}

impl Served {
    /// Adds a file under a name with its hash. Returns its address.
    pub(crate) fn add(&self, name: &Path, contents: Vec<u8>) -> String {
        let stem = name.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let extension = name.extension().map(|name| format!(".{}", name.to_string_lossy())).unwrap_or_default();
        let stem: String = stem.chars().map(|character| if is_plain(character) { character } else { '_' }).collect();
        let address = format!("{FOLDER}asset/{stem}-{}{extension}", hash(&contents));
        self.put(address.clone(), contents);
        address
    }

    /// Adds a file under an address, in place of an earlier one.
    pub(crate) fn put(&self, address: String, contents: Vec<u8>) {
        if let Ok(mut files) = self.files.lock() {
            files.insert(address, contents);
        }
    }

    /// The contents of a file.
    pub(crate) fn get(&self, address: &str) -> Option<Vec<u8>> {
        self.files.lock().ok()?.get(address).cloned()
    }

    /// Notes that a file is part of the page.
    pub(crate) fn note_read(&self, file: &Path) {
        if file.is_absolute()
            && let Ok(mut read) = self.read.lock()
        {
            read.insert(file.to_owned());
        }
    }

    /// The files that modules were read from.
    pub(crate) fn read_files(&self) -> BTreeSet<PathBuf> {
        self.read.lock().map(|read| read.clone()).unwrap_or_default()
    }

    /// Adds a style sheet. Returns the beginning of its module, which shows it in the page.
    pub(crate) fn style(&self, id: &str, sheet: &Sheet) -> String {
        let address = self.add(Path::new(without_query(id)), with_addresses(sheet).into_bytes());
        let parts: BTreeSet<PathBuf> =
            sheet.files.iter().chain(sheet.assets.iter().map(|asset| &asset.file)).cloned().collect();
        parts.iter().for_each(|file| self.note_read(file));
        if let Ok(mut known) = self.parts.lock() {
            known.insert(id.to_owned(), parts);
        }
        if let Ok(mut sheets) = self.sheets.lock() {
            sheets.insert(id.to_owned(), address.clone());
        }
        let key = hash(id.as_bytes());
        let names = sheet.names.as_ref().map(module_source).unwrap_or_default();
        format!(
            "import.meta.hot.accept(); import.meta.hot.prune(() => __rolldown_runtime__.removeStyle(\"{key}\")); __rolldown_runtime__.addStyle(import.meta.hot, \"{key}\", \"{address}\", \"{}\");\n",
            hash(names.as_bytes())
        )
    }

    /// The files of the style sheets that import or name one of these files, which are modules of the bundle in its place.
    pub(crate) fn sheets_with(&self, files: &[PathBuf]) -> BTreeSet<PathBuf> {
        let Ok(known) = self.parts.lock() else { return BTreeSet::new() };
        let with = known.iter().filter(|(_, parts)| files.iter().any(|file| parts.contains(file)));
        with.map(|(id, _)| PathBuf::from(without_query(id))).collect()
    }

    /// The key and the address of the style sheet that a module is.
    pub(crate) fn sheet(&self, id: &str) -> Option<(String, String)> {
        let address = self.sheets.lock().ok()?.get(id).cloned()?;
        Some((hash(id.as_bytes()), address))
    }

    /// Adds a worker that a module starts. Returns its address; None when the file does not exist.
    pub(crate) fn add_worker(&self, importer: &str, specifier: &str) -> Option<String> {
        let folder = Path::new(without_query(importer)).parent()?;
        let file = folder.join(specifier).canonicalize().ok()?;
        let stem = file.file_stem()?.to_string_lossy().into_owned();
        let address = format!("{FOLDER}worker/{stem}-{}.js", hash(file.as_os_str().as_encoded_bytes()));
        self.workers.lock().ok()?.insert(address.clone(), file);
        Some(address)
    }

    /// The sources of workers by address.
    pub(crate) fn workers(&self) -> BTreeMap<String, PathBuf> {
        self.workers.lock().map(|workers| workers.clone()).unwrap_or_default()
    }
}

fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.')
}

/// A hash that can stand in a name.
pub(crate) fn hash(contents: &[u8]) -> String {
    xxhash_base64_url(contents)[..HASH_LENGTH].to_owned()
}

/// The text of a sheet with the addresses of the files that it names.
pub(super) fn with_addresses(sheet: &Sheet) -> String {
    let mut css = sheet.css.clone();
    for asset in &sheet.assets {
        let suffix = asset.url.find(['?', '#']).map_or("", |index| &asset.url[index..]);
        let address = asset.mark.as_ref().map_or_else(|| asset.url.clone(), |mark| format!("{mark}{suffix}"));
        css = css.replace(&asset.placeholder, &address);
    }
    css
}
