//! Times, waiting, versions, the process.

use super::loops::UvLoopData;
use brio_realm::Realm;
use std::ffi::{c_char, c_int, c_uint};
use std::time::Duration;

/// The version whose functions these are.
const VERSION: c_uint = (1 << 16) | (51 << 8);

#[unsafe(no_mangle)]
pub extern "C" fn uv_hrtime() -> u64 {
    const NS_PER_S: u64 = 1_000_000_000;
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    now.tv_sec as u64 * NS_PER_S + now.tv_nsec as u64
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_now(_event_loop: *const UvLoopData) -> u64 {
    Realm::current().now_ms() as u64
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_update_time(_event_loop: *mut UvLoopData) {
    Realm::current().update_time();
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_sleep(ms: c_uint) {
    std::thread::sleep(Duration::from_millis(u64::from(ms)));
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_version() -> c_uint {
    VERSION
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_version_string() -> *const c_char {
    c"1.51.0".as_ptr()
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_os_getpid() -> c_int {
    std::process::id() as c_int
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_available_parallelism() -> c_uint {
    std::thread::available_parallelism().map_or(1, |count| count.get() as c_uint)
}
