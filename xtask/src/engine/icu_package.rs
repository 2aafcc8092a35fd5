//! The form in which the static engine has ICU's data: each file compressed by itself with one dictionary, so that a
//! program decompresses what its locales need. `engine/jsc_sys/static/unicode_data.cpp` reads it.
//!
//! All numbers are little-endian. ICU's header of data comes first, in 32 bytes, with the format `Zstd`. Behind it,
//! where offsets count from:
//!
//! - the number of files, offset and length of the dictionary, zero;
//! - for each file, by name: the offsets of its name and of its data, the length of these, and the length of what they
//!   decompress to, which is the same for files that are not compressed;
//! - names, each with a zero at its end; the dictionary; data, those that are not compressed aligned for ICU.

/// Changes when the form, or what is in it, does.
pub const FORM: u64 = 3;

const HEADER_SIZE: usize = 32;
const CONTENTS_SIZE: usize = 16;
const ENTRY_SIZE: usize = 16;
const ALIGNMENT: usize = 16;

/// A file of ICU's data.
pub struct File {
    /// As ICU asks for it, with the name of the package: `icudt72l/coll/de.res`.
    pub name: String,
    /// Compressed, or as it is when it has `length` bytes.
    pub data: Vec<u8>,
    /// Bytes before compression.
    pub length: usize,
}

/// The bytes of a package.
///
/// # Errors
/// A package of 4 GB or more.
pub fn write(mut files: Vec<File>, dictionary: &[u8]) -> Result<Vec<u8>, String> {
    files.sort_by(|left, right| left.name.cmp(&right.name));
    let names: usize = files.iter().map(|file| file.name.len() + 1).sum();
    let first_name = CONTENTS_SIZE + files.len() * ENTRY_SIZE;
    let mut package = header();
    for number in [files.len(), first_name + names, dictionary.len(), 0] {
        push(&mut package, number)?;
    }
    let mut name_at = first_name;
    let mut data_at = first_name + names + dictionary.len();
    for file in &files {
        data_at = place(data_at, file);
        for number in [name_at, data_at, file.data.len(), file.length] {
            push(&mut package, number)?;
        }
        name_at += file.name.len() + 1;
        data_at += file.data.len();
    }
    for file in &files {
        package.extend_from_slice(file.name.as_bytes());
        package.push(0);
    }
    package.extend_from_slice(dictionary);
    for file in &files {
        package.resize(HEADER_SIZE + place(package.len() - HEADER_SIZE, file), 0);
        package.extend_from_slice(&file.data);
    }
    Ok(package)
}

/// The first place for a file's data at or behind an offset.
fn place(offset: usize, file: &File) -> usize {
    if file.data.len() == file.length { offset.next_multiple_of(ALIGNMENT) } else { offset }
}

/// ICU's `DataHeader`: sizes, two magic bytes, and `UDataInfo` for a little-endian machine with ASCII and UTF-16.
fn header() -> Vec<u8> {
    let mut header = vec![HEADER_SIZE as u8, 0, 0xda, 0x27, 20, 0, 0, 0, 0, 0, 2, 0];
    header.extend_from_slice(b"Zstd");
    header.push(1);
    header.resize(HEADER_SIZE, 0);
    header
}

fn push(package: &mut Vec<u8>, number: usize) -> Result<(), String> {
    let number = u32::try_from(number).map_err(|_| "ICU's data have more than 4 GB".to_string())?;
    package.extend_from_slice(&number.to_le_bytes());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{File, HEADER_SIZE, write};

    fn number(package: &[u8], at: usize) -> usize {
        let bytes = package[HEADER_SIZE + at..HEADER_SIZE + at + 4].try_into().expect("four bytes");
        u32::from_le_bytes(bytes) as usize
    }

    #[test]
    fn files_are_found_by_their_offsets() {
        let file = |name: &str, data: &str, length: usize| File {
            name: name.to_string(),
            data: data.as_bytes().to_vec(),
            length,
        };
        let files = vec![file("p/zh.res", "second", 12), file("p/de.res", "first", 5)];
        let package = write(files, b"words").expect("it is small");
        let contents = &package[HEADER_SIZE..];
        assert_eq!(number(&package, 0), 2);
        let dictionary = number(&package, 4);
        assert_eq!(&contents[dictionary..dictionary + number(&package, 8)], b"words");
        let read = |index: usize| {
            let entry = 16 + index * 16;
            let name = number(&package, entry);
            let data = number(&package, entry + 4);
            (
                &contents[name..name + 9],
                &contents[data..data + number(&package, entry + 8)],
                number(&package, entry + 12),
            )
        };
        assert_eq!(read(0), (&b"p/de.res\0"[..], &b"first"[..], 5));
        assert_eq!(number(&package, 16 + 4) % 16, 0, "ICU reads it in place");
        assert_eq!(read(1), (&b"p/zh.res\0"[..], &b"second"[..], 12));
    }
}
