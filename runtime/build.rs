//! Compiles the builtins (`builtins/**/*.ts`) to the source that is embedded: types stripped, minified, lowered to a
//! function over its imports. The sources of those that few programs use (all but `training/frequent.txt`) are compressed.

#[path = "src/contract_constants.rs"]
mod contract_constants;
#[path = "src/facade.rs"]
mod facade;

use brio_transform::{Form, ModuleHint, Options, Phase, transform};
use std::collections::HashSet;
use std::fmt::Write;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use zstd_safe::{CCtx, CDict};

fn main() {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets it")).join("../builtins");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("Cargo sets it"));
    println!("cargo:rerun-if-changed={}", root.display());
    println!("cargo:rerun-if-changed=src/generated/contract_constants.rs");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let mut entries: Vec<Entry> = files.iter().map(|file| compile(&root, file)).collect();
    entries.sort();
    let frequent = frequent();
    // All names in one string: as separate constants they would be placed among the builtins' sources, and looking up a
    // name would load those into memory.
    let (mut words, mut texts, mut rows) = (String::new(), String::new(), String::new());
    let mut packed = Vec::new();
    let is_plain = |entry: &Entry| frequent.contains(&entry.name) || entry.text.len() < PACKED_MIN;
    let mut dictionary = String::new();
    for entry in entries.iter().filter(|entry| is_plain(entry)) {
        append(&mut dictionary, &entry.text);
    }
    let mut compressor = Compressor::new(&dictionary);
    for entry in &entries {
        let name = append(&mut words, &entry.name);
        let requests = append(&mut words, &entry.requests.join(" "));
        let text = if is_plain(entry) {
            format!("Source::Plain(text{})", append(&mut texts, &entry.text))
        } else {
            let start = packed.len();
            packed.extend(compressor.compressed(&entry.text));
            format!("Source::Packed {{ start: {start}, end: {}, bytes: {} }}", packed.len(), entry.text.len())
        };
        writeln!(rows, "    Row {{ name: {name}, requests: {requests}, text: {text} }},")
            .expect("a String takes all text");
    }
    assert_eq!(dictionary, texts, "the dictionary is what the runtime has");
    let mut table = format!(
        "static WORDS: &str = {words:?};\n/// In the order of their names.\nstatic ROWS: &[Row] = &[\n{rows}];\n"
    );
    let (all_texts, all_packed) = (out.join("builtins.txt"), out.join("builtins.zst"));
    fs::write(&all_texts, &texts).expect("the output folder can be written");
    fs::write(&all_packed, &packed).expect("the output folder can be written");
    writeln!(
        table,
        "/// The plain texts, in the same order.\nstatic TEXTS: &str = include_str!({:?});\n/// The compressed ones.\nstatic PACKED: &[u8] = include_bytes!({:?});",
        all_texts.display().to_string(),
        all_packed.display().to_string()
    )
    .expect("a String takes all text");
    let mut hasher = DefaultHasher::new();
    entries.hash(&mut hasher);
    writeln!(table, "/// Identifies these sources.\npub const IDENTITY: u64 = {};", hasher.finish())
        .expect("a String takes all text");
    fs::write(out.join("builtins.rs"), table).expect("the output folder can be written");
}

/// Shorter sources stay as they are.
const PACKED_MIN: usize = 512;
/// High, because it is done once.
const COMPRESSION_LEVEL: i32 = 19;

/// The names of the builtins whose sources are read as they are.
fn frequent() -> HashSet<String> {
    const LIST: &str = "training/frequent.txt";
    println!("cargo:rerun-if-changed={LIST}");
    let list = fs::read_to_string(LIST).expect("the list is part of the repository");
    list.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

/// Compresses sources with those that stay plain as the dictionary, which takes a quarter less.
struct Compressor<'d> {
    context: CCtx<'d>,
    dictionary: CDict<'d>,
}

impl Compressor<'_> {
    fn new(dictionary: &str) -> Self {
        Self { context: CCtx::create(), dictionary: CDict::create(dictionary.as_bytes(), COMPRESSION_LEVEL) }
    }

    fn compressed(&mut self, text: &str) -> Vec<u8> {
        let mut packed = Vec::with_capacity(zstd_safe::compress_bound(text.len()));
        self.context
            .compress_using_cdict(&mut packed, text.as_bytes(), &self.dictionary)
            .expect("there is space for it");
        packed
    }
}

/// A compiled builtin.
#[derive(Hash, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    name: String,
    /// Its imports; a name that starts with `~` is evaluated on first use.
    requests: Vec<String>,
    text: String,
}

/// Returns the range of `word` in `words`, as Rust source.
fn append(words: &mut String, word: &str) -> String {
    let start = words.len();
    words.push_str(word);
    words.push(' ');
    format!("({start}, {})", start + word.len())
}

/// All modules below a folder, except scripts that generate files, and type declarations.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    println!("cargo:rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder).expect("the builtins are readable").flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            collect(&path, files);
        } else if name.ends_with(".ts") && !name.ends_with(".d.ts") && !name.ends_with(".test.ts") {
            files.push(path);
        }
    }
}

fn compile(root: &Path, file: &Path) -> Entry {
    let relative = file.strip_prefix(root).expect("found below it").with_extension("");
    let id = relative.to_string_lossy().replacen('/', ":", 1);
    let source = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    if let Some(target) = facade::target(&source) {
        return Entry { name: id, requests: vec![target.to_string()], text: String::new() };
    }
    let options = Options { builtin: true, module: ModuleHint::EsModule, ..Options::for_file(&file.to_string_lossy()) };
    let output = transform(&contract_constants::inline(&source), &options)
        .unwrap_or_else(|diagnostics| panic!("{}: {diagnostics:?}", file.display()));
    let text = to_ascii(&output.assemble(Form::Plain).code);
    let mark = |phase: Phase| if phase == Phase::Defer { "~" } else { "" };
    let requests = output.record.map(|record| record.requests).unwrap_or_default();
    let requests = requests.iter().map(|request| format!("{}{}", mark(request.phase), request.specifier)).collect();
    Entry { name: id, requests, text }
}

/// The same program with escapes for non-ASCII characters: the engine accepts bytecode for ASCII sources only. The
/// transformer leaves such characters in strings and regular expressions, where an escape means the same; no builtin
/// has them in a raw template.
fn to_ascii(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii() {
            escaped.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            write!(escaped, "\\u{unit:04x}").expect("a String takes all text");
        }
    }
    escaped
}
