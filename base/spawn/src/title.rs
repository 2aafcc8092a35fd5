//! The command line that the system's process list shows for this process, and its C library.

use std::ffi::{CStr, CString};
use std::ops::Range;
use std::ptr;
use std::sync::{LazyLock, Mutex, PoisonError};

/// In the kernel's `/proc/self/stat`: the fields after the name of the command, up to the start of the arguments.
const FIELDS_BEFORE_ARGUMENTS: usize = 45;
/// The longest name of a thread, without the end.
const NAME_BYTES_MAX: usize = 15;

static ARGUMENTS: LazyLock<Vec<String>> =
    LazyLock::new(|| std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect());
static WRITING: Mutex<()> = Mutex::new(());

/// The arguments of this process as they were at start.
pub fn arguments() -> &'static [String] {
    &ARGUMENTS
}

/// Shows `title` instead of the arguments, as far as they have space for it, and as the name of the main thread. Returns
/// what is shown. Without `/proc` nothing changes.
pub fn set_title(title: &str) -> String {
    // The standard library reads them where they are.
    LazyLock::force(&ARGUMENTS);
    let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(place) = arguments_in_memory().filter(|place| place.len() > 1) else { return title.to_string() };
    let fits = |limit: usize| title.floor_char_boundary(title.len().min(limit));
    let shown = &title[..fits(place.len() - 1)];
    let start = ptr::with_exposed_provenance_mut::<u8>(place.start);
    // SAFETY: the kernel says that the arguments are there, in memory of this process that it may write to; only
    // `ARGUMENTS` reads them, before.
    unsafe { ptr::write_bytes(start, 0, place.len()) };
    // SAFETY: as above; the title is shorter.
    unsafe { ptr::copy_nonoverlapping(shown.as_ptr(), start, shown.len()) };
    if let Ok(name) = CString::new(&title[..fits(NAME_BYTES_MAX)]) {
        // SAFETY: a string with an end, which the kernel copies.
        unsafe { libc::prctl(libc::PR_SET_NAME, name.as_ptr()) };
    }
    shown.to_string()
}

/// The addresses of the arguments.
fn arguments_in_memory() -> Option<Range<usize>> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the command, in parentheses, may contain anything.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(FIELDS_BEFORE_ARGUMENTS).map(str::parse);
    match (fields.next(), fields.next()) {
        (Some(Ok(start)), Some(Ok(end))) if start != 0 && start < end => Some(start..end),
        _ => None,
    }
}

/// The version of the C library that runs; None for another one than glibc.
pub fn c_library_version() -> Option<String> {
    #[cfg(target_env = "gnu")]
    {
        // SAFETY: it returns a constant string.
        let version = unsafe { libc::gnu_get_libc_version() };
        // SAFETY: as above: it has an end and is never freed.
        let version = unsafe { CStr::from_ptr(version) };
        Some(version.to_string_lossy().into_owned())
    }
    #[cfg(not(target_env = "gnu"))]
    None
}

#[cfg(test)]
#[path = "title_tests.rs"]
mod tests;
