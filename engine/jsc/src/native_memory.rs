//! Memory of the C library, where the bytes of large buffers are: it keeps more of what was freed. By default it returns
//! a freed megabyte to the system at once, which clears each page again for the next buffer: that took half of the CPU
//! time of reading a file of 1 MB.

#[cfg(target_env = "gnu")]
use std::ffi::c_int;

/// Free memory at the end of an area, from which on it is returned to the system.
#[cfg(target_env = "gnu")]
const RETAINED_BYTES: c_int = 4 << 20;
/// From this size on memory has an area of its own, which is returned at once.
#[cfg(target_env = "gnu")]
const OWN_AREA_BYTES: c_int = 16 << 20;

/// `M_TRIM_THRESHOLD` and `M_MMAP_THRESHOLD` of glibc.
#[cfg(target_env = "gnu")]
const TRIM_THRESHOLD: c_int = -1;
#[cfg(target_env = "gnu")]
const MMAP_THRESHOLD: c_int = -3;

#[cfg(target_env = "gnu")]
unsafe extern "C" {
    fn mallopt(parameter: c_int, value: c_int) -> c_int;
}

/// Has the C library retain freed memory, unless the environment sets its limits. Call it while the process has one
/// thread.
pub(crate) fn retain_freed() {
    #[cfg(target_env = "gnu")]
    {
        const OF_USER: [&str; 3] = ["MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_", "GLIBC_TUNABLES"];
        if OF_USER.iter().any(|name| std::env::var_os(name).is_some()) {
            return;
        }
        // SAFETY: both parameters are known to glibc, which refuses values that it cannot use.
        unsafe { mallopt(TRIM_THRESHOLD, RETAINED_BYTES) };
        // SAFETY: as above.
        unsafe { mallopt(MMAP_THRESHOLD, OWN_AREA_BYTES) };
    }
}
