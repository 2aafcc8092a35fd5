//! Destructors of addons as the process ends: those of C++'s static objects, and functions that `atexit` got.
//!
//! The process ends without the C library's `exit`, which would destroy objects that the engine's threads still use. So
//! the finalization functions of the files that addons brought along are called here, as the dynamic linker does it.

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A loaded file: the address that it is relative to, and that of its dynamic section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Object {
    base: usize,
    dynamic: usize,
}

/// What each addon brought along: itself and libraries that were not there before.
static LOADED: Mutex<Vec<Vec<Object>>> = Mutex::new(Vec::new());
/// Realms with addons.
static REALMS: AtomicUsize = AtomicUsize::new(0);
/// A realm has ended whose jobs on the thread pool have not.
static HAS_LEFT_JOBS: AtomicBool = AtomicBool::new(false);

fn loaded() -> MutexGuard<'static, Vec<Vec<Object>>> {
    LOADED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A realm has addons from now on.
pub fn realm_begins() {
    REALMS.fetch_add(1, Ordering::SeqCst);
}

/// A realm has none any more. `has_jobs`: the thread pool still works for them.
pub fn realm_ends(has_jobs: bool) {
    REALMS.fetch_sub(1, Ordering::SeqCst);
    HAS_LEFT_JOBS.fetch_or(has_jobs, Ordering::SeqCst);
}

/// Runs `open`, which loads an addon, and notes what it brought along.
pub fn noting<T>(open: impl FnOnce() -> T) -> T {
    let before = objects();
    let result = open();
    let new: Vec<Object> = objects().into_iter().filter(|object| !before.contains(object)).collect();
    if !new.is_empty() {
        loaded().push(new);
        brio_jsc::at_process_exit(run);
    }
    result
}

/// Runs the destructors, the newest file first. Not while code of an addon may run elsewhere, which would use what they
/// destroy: in a worker, or on the thread pool.
fn run() {
    let (is_here, has_jobs) = match crate::Addons::current() {
        Some(addons) => (1, addons.realm().has_pool_jobs()),
        None => (0, false),
    };
    if has_jobs || HAS_LEFT_JOBS.load(Ordering::SeqCst) || REALMS.load(Ordering::SeqCst) > is_here {
        return;
    }
    // Files that could not be used were closed again.
    let open = objects();
    let groups = std::mem::take(&mut *loaded());
    let objects: Vec<Object> = groups.into_iter().rev().flatten().filter(|object| open.contains(object)).collect();
    // As `exit` does: what was registered with `atexit`, then the destructors of the files.
    objects.iter().for_each(Object::run_registered);
    objects.iter().for_each(Object::finalize);
}

/// An entry of a dynamic section (`Elf64_Dyn`).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
struct DynamicEntry {
    tag: usize,
    value: usize,
}

const DT_NULL: usize = 0;
const DT_FINI: usize = 13;
const DT_FINI_ARRAY: usize = 26;
const DT_FINI_ARRAYSZ: usize = 28;

impl Object {
    /// Calls the first function of the array, which is the compiler's own: it runs what the file registered with `atexit`,
    /// as C++ does for static objects. Where it is another one, only the order is that of dlclose(3).
    fn run_registered(&self) {
        if let Some(function) = self.functions().first() {
            call(*function);
        }
    }

    /// Calls the other finalization functions as the dynamic linker does: from the array's end, then the single one.
    fn finalize(&self) {
        self.functions().iter().skip(1).rev().for_each(|function| call(*function));
        if let Some(function) = self.entry(DT_FINI) {
            call(self.base + function);
        }
    }

    /// The addresses in the array of finalization functions.
    fn functions(&self) -> Vec<usize> {
        let array = self.entry(DT_FINI_ARRAY).unwrap_or(0);
        let count = self.entry(DT_FINI_ARRAYSZ).unwrap_or(0) / size_of::<usize>();
        let at = |index: usize| -> *const usize {
            ptr::with_exposed_provenance(self.base + array + index * size_of::<usize>())
        };
        // SAFETY: the file is loaded, and its dynamic section says that the array has that many entries.
        (0..count).map(|index| unsafe { at(index).read() }).collect()
    }

    /// The value of an entry of the dynamic section.
    fn entry(&self, tag: usize) -> Option<usize> {
        let mut place: *const DynamicEntry = ptr::with_exposed_provenance(self.dynamic);
        loop {
            // SAFETY: the section of a loaded file, whose last entry has the tag 0, which was not reached yet.
            let entry = unsafe { place.read() };
            if entry.tag == tag {
                return Some(entry.value);
            }
            if entry.tag == DT_NULL {
                return None;
            }
            place = place.wrapping_add(1);
        }
    }
}

fn call(address: usize) {
    // The linker's marks for an empty entry.
    if address == 0 || address == usize::MAX {
        return;
    }
    let function: *const c_void = ptr::with_exposed_provenance(address);
    // SAFETY: the address of a finalization function, which has no arguments.
    let function = unsafe { std::mem::transmute::<*const c_void, extern "C" fn()>(function) };
    function();
}

/// The files that are loaded, in the order in which they were.
fn objects() -> Vec<Object> {
    let mut found: Vec<Object> = Vec::new();
    // SAFETY: `add` gets the address of the list, which lives during the call.
    unsafe { libc::dl_iterate_phdr(Some(add), (&raw mut found).cast()) };
    found
}

unsafe extern "C" fn add(info: *mut libc::dl_phdr_info, _size: usize, list: *mut c_void) -> c_int {
    // SAFETY: the C library passes the description of a file, for the time of this call.
    let info = unsafe { &*info };
    // SAFETY: the list of `objects`, which nothing else uses meanwhile.
    let list = unsafe { &mut *list.cast::<Vec<Object>>() };
    // SAFETY: the program headers of a loaded file, of which there are that many.
    let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into()) };
    if let Some(header) = headers.iter().find(|header| header.p_type == libc::PT_DYNAMIC) {
        let base = info.dlpi_addr as usize;
        list.push(Object { base, dynamic: base + header.p_vaddr as usize });
    }
    0
}
