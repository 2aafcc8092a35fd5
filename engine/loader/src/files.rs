//! Reading files in as few system calls as possible: a program's start reads hundreds.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;

/// The bytes of a file.
///
/// # Errors
/// The system's error.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    read_open(file, &metadata)
}

/// The same for a file that is open and whose metadata was read. A regular file ends where its length says: reading
/// until the end costs three more calls.
pub fn read_open(mut file: impl Read, metadata: &Metadata) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // Files that the system generates report a length of 0.
    if metadata.is_file() && metadata.len() > 0 {
        bytes.reserve_exact(usize::try_from(metadata.len()).map_err(|_| io::ErrorKind::FileTooLarge)?);
        file.take(metadata.len()).read_to_end(&mut bytes)?;
    } else {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::read;
    use std::path::Path;

    #[test]
    fn files_are_read_whole_whatever_length_they_tell() {
        let folder = tempfile::tempdir().expect("a folder");
        for length in [0, 1, 100_000] {
            let path = folder.path().join(length.to_string());
            let bytes: Vec<u8> = (0..length).map(|index: u32| index as u8).collect();
            std::fs::write(&path, &bytes).expect("a file");
            assert_eq!(read(&path).expect("it is there"), bytes);
        }
        // It reports a length of 0.
        assert!(read(Path::new("/proc/self/status")).expect("Linux has it").starts_with(b"Name:"));
        assert!(read(&folder.path().join("none")).is_err());
        assert!(read(folder.path()).is_err());
    }
}
