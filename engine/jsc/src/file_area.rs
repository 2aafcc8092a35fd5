//! A part of a file as memory: a mapping, whose pages the kernel loads when they are first read.

use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap};
use std::ffi::c_void;
use std::fs::File;
use std::io;
use std::ptr;

const PAGE_BYTES: usize = 4096;

/// The area. It lives as long as the process, and the file must not be written to: it is a running executable.
pub struct FileArea {
    /// Where its first page is in memory.
    address: usize,
    length: usize,
    /// What precedes the requested part in its first page.
    lead: usize,
}

impl FileArea {
    /// An area for the `length` bytes of `file` from `start` on; nothing is read yet.
    ///
    /// # Errors
    /// The system's, when there is no address space.
    pub fn new(file: &File, start: u64, length: usize) -> io::Result<Self> {
        let lead = (start % PAGE_BYTES as u64) as usize;
        let length = lead + length;
        // SAFETY: a new mapping at a place that the system chooses; the file is not written to.
        let address =
            unsafe { mmap(ptr::null_mut(), length, ProtFlags::READ, MapFlags::PRIVATE, file, start - lead as u64) }?;
        Ok(Self { address: address.expose_provenance(), length, lead })
    }

    /// The `length` bytes from `offset` on, counted from the start; parts do not overlap. None when they are outside,
    /// or begin with a page: a reader that unmaps them must not get a page of its own.
    pub fn bytes(&'static self, offset: usize, length: usize) -> Option<&'static [u8]> {
        let offset = self.lead.checked_add(offset)?;
        if offset.checked_add(length)? > self.length || offset.is_multiple_of(PAGE_BYTES) {
            return None;
        }
        let start = ptr::with_exposed_provenance::<u8>(self.address + offset);
        // SAFETY: the mapping lives for ever, and the file's bytes do not change.
        Some(unsafe { std::slice::from_raw_parts(start, length) })
    }

    /// The first `length` bytes, for a reader that does not keep them. None when the area is shorter.
    pub fn first_bytes(&self, length: usize) -> Option<&[u8]> {
        if self.lead.checked_add(length)? > self.length {
            return None;
        }
        let start = ptr::with_exposed_provenance::<u8>(self.address + self.lead);
        // SAFETY: the mapping lives for ever, and the file's bytes do not change.
        Some(unsafe { std::slice::from_raw_parts(start, length) })
    }

    /// Returns the memory to the system. What is read again is loaded from the file again.
    ///
    /// # Errors
    /// The system's; the area is then as before.
    pub fn give_back(&self) -> io::Result<()> {
        let address: *mut c_void = ptr::with_exposed_provenance_mut(self.address);
        // SAFETY: our own mapping, which was never written to: its pages have the file's bytes again.
        Ok(unsafe { madvise(address, self.length, Advice::LinuxDontNeed) }?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(start: u64, length: usize) -> &'static FileArea {
        let path = std::env::temp_dir().join(format!("file_area_{}_{start}", std::process::id()));
        let bytes: Vec<u8> = (0..20_000u32).flat_map(u32::to_le_bytes).collect();
        std::fs::write(&path, bytes).expect("a file");
        let file = File::open(&path).expect("the file");
        std::fs::remove_file(&path).expect("the file goes, its bytes stay");
        Box::leak(Box::new(FileArea::new(&file, start, length).expect("room")))
    }

    fn word(bytes: &[u8]) -> u32 {
        u32::from_le_bytes(bytes[..4].try_into().expect("four bytes"))
    }

    #[test]
    fn pieces_are_the_files_before_and_after_the_memory_is_given_back() {
        let area = area(5_000, 40_000);
        let early = area.bytes(400, 12_000).expect("it is there");
        assert_eq!((word(early), word(&early[11_996..])), (1_350, 4_349));
        let again = area.bytes(400, 12_000).expect("it is there");
        assert_eq!(early.as_ptr(), again.as_ptr());
        for _ in 0..2 {
            area.give_back().expect("the file can be mapped");
            assert_eq!((word(early), word(&early[11_996..])), (1_350, 4_349));
        }
        let late = area.bytes(20_000, 4).expect("it is there");
        assert_eq!(word(late), 6_250);
    }

    #[test]
    fn what_lies_outside_or_begins_with_a_page_is_refused() {
        let area = area(4_096 + 16, 4_096);
        assert!(area.bytes(0, 4_096).is_some());
        assert!(area.bytes(0, 4_097).is_none());
        assert!(area.bytes(4_096, 1).is_none());
        assert!(area.bytes(usize::MAX, 2).is_none());
        assert!(area.bytes(4_096 - 16, 8).is_none());
    }
}
