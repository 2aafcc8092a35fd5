//! Threads, locks, conditions and semaphores: libuv's types are those of the system's library.

use libc::{
    pthread_barrier_t, pthread_cond_t, pthread_key_t, pthread_mutex_t, pthread_rwlock_t, pthread_t, sem_t, timespec,
};
use std::ffi::{c_int, c_uint, c_void};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};

// SAFETY (all functions here): the addon passes objects that it has initialised by the functions of their kind and not
// destroyed, as libuv requires; they go to the system's functions unchanged.

/// libuv's functions return negated errors.
fn negated(error: c_int) -> c_int {
    -error
}

/// Errors of these functions mean that the object is damaged, where libuv ends the process, too.
fn must(error: c_int) {
    if error != 0 {
        std::process::abort();
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_mutex_init(mutex: *mut pthread_mutex_t) -> c_int {
    // SAFETY: see above.
    negated(unsafe { libc::pthread_mutex_init(mutex, ptr::null()) })
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_mutex_init_recursive(mutex: *mut pthread_mutex_t) -> c_int {
    let mut attributes = MaybeUninit::uninit();
    // SAFETY: memory for attributes.
    must(unsafe { libc::pthread_mutexattr_init(attributes.as_mut_ptr()) });
    // SAFETY: initialised above.
    must(unsafe { libc::pthread_mutexattr_settype(attributes.as_mut_ptr(), libc::PTHREAD_MUTEX_RECURSIVE) });
    // SAFETY: see above.
    let error = unsafe { libc::pthread_mutex_init(mutex, attributes.as_ptr()) };
    // SAFETY: initialised above.
    must(unsafe { libc::pthread_mutexattr_destroy(attributes.as_mut_ptr()) });
    negated(error)
}

/// Declares functions that pass their one argument on and treat an error as the end.
macro_rules! passed_on {
    ($($name:ident => $system:ident($kind:ty);)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(object: *mut $kind) {
            // SAFETY: see above.
            must(unsafe { libc::$system(object) });
        }
    )*};
}

passed_on! {
    uv_mutex_destroy => pthread_mutex_destroy(pthread_mutex_t);
    uv_mutex_lock => pthread_mutex_lock(pthread_mutex_t);
    uv_mutex_unlock => pthread_mutex_unlock(pthread_mutex_t);
    uv_rwlock_destroy => pthread_rwlock_destroy(pthread_rwlock_t);
    uv_rwlock_rdlock => pthread_rwlock_rdlock(pthread_rwlock_t);
    uv_rwlock_rdunlock => pthread_rwlock_unlock(pthread_rwlock_t);
    uv_rwlock_wrlock => pthread_rwlock_wrlock(pthread_rwlock_t);
    uv_rwlock_wrunlock => pthread_rwlock_unlock(pthread_rwlock_t);
    uv_cond_destroy => pthread_cond_destroy(pthread_cond_t);
    uv_cond_signal => pthread_cond_signal(pthread_cond_t);
    uv_cond_broadcast => pthread_cond_broadcast(pthread_cond_t);
    uv_sem_destroy => sem_destroy(sem_t);
    uv_sem_post => sem_post(sem_t);
}

/// Declares functions that try to lock: 0, or an error that says that it is held.
macro_rules! tried {
    ($($name:ident => $system:ident($kind:ty);)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(object: *mut $kind) -> c_int {
            // SAFETY: see above.
            negated(unsafe { libc::$system(object) })
        }
    )*};
}

tried! {
    uv_mutex_trylock => pthread_mutex_trylock(pthread_mutex_t);
    uv_rwlock_tryrdlock => pthread_rwlock_tryrdlock(pthread_rwlock_t);
    uv_rwlock_trywrlock => pthread_rwlock_trywrlock(pthread_rwlock_t);
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_rwlock_init(lock: *mut pthread_rwlock_t) -> c_int {
    // SAFETY: see above.
    negated(unsafe { libc::pthread_rwlock_init(lock, ptr::null()) })
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_cond_init(condition: *mut pthread_cond_t) -> c_int {
    let mut attributes = MaybeUninit::uninit();
    // SAFETY: memory for attributes.
    must(unsafe { libc::pthread_condattr_init(attributes.as_mut_ptr()) });
    // SAFETY: initialised above.
    must(unsafe { libc::pthread_condattr_setclock(attributes.as_mut_ptr(), libc::CLOCK_MONOTONIC) });
    // SAFETY: see above.
    let error = unsafe { libc::pthread_cond_init(condition, attributes.as_ptr()) };
    // SAFETY: initialised above.
    must(unsafe { libc::pthread_condattr_destroy(attributes.as_mut_ptr()) });
    negated(error)
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_cond_wait(condition: *mut pthread_cond_t, mutex: *mut pthread_mutex_t) {
    // SAFETY: see above.
    must(unsafe { libc::pthread_cond_wait(condition, mutex) });
}

/// Waits for at most `timeout_ns`. Returns UV_ETIMEDOUT when nothing was signalled.
#[unsafe(no_mangle)]
pub extern "C" fn uv_cond_timedwait(
    condition: *mut pthread_cond_t,
    mutex: *mut pthread_mutex_t,
    timeout_ns: u64,
) -> c_int {
    const NS_PER_S: u64 = 1_000_000_000;
    let end = super::clocks::uv_hrtime().saturating_add(timeout_ns);
    let end = timespec { tv_sec: (end / NS_PER_S) as i64, tv_nsec: (end % NS_PER_S) as i64 };
    // SAFETY: see above.
    match unsafe { libc::pthread_cond_timedwait(condition, mutex, &end) } {
        libc::ETIMEDOUT => -libc::ETIMEDOUT,
        error => {
            must(error);
            0
        }
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_sem_init(semaphore: *mut sem_t, value: c_uint) -> c_int {
    // SAFETY: see above.
    if unsafe { libc::sem_init(semaphore, 0, value) } == 0 { 0 } else { -last_error() }
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_sem_wait(semaphore: *mut sem_t) {
    // SAFETY: see above.
    while unsafe { libc::sem_wait(semaphore) } != 0 {
        if last_error() != libc::EINTR {
            std::process::abort();
        }
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_sem_trywait(semaphore: *mut sem_t) -> c_int {
    // SAFETY: see above.
    if unsafe { libc::sem_trywait(semaphore) } == 0 { 0 } else { -libc::EAGAIN }
}

fn last_error() -> c_int {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_barrier_init(barrier: *mut pthread_barrier_t, count: c_uint) -> c_int {
    // SAFETY: see above.
    negated(unsafe { libc::pthread_barrier_init(barrier, ptr::null(), count) })
}

/// Returns a positive number in one of the threads.
#[unsafe(no_mangle)]
pub extern "C" fn uv_barrier_wait(barrier: *mut pthread_barrier_t) -> c_int {
    // SAFETY: see above.
    c_int::from(unsafe { libc::pthread_barrier_wait(barrier) } == libc::PTHREAD_BARRIER_SERIAL_THREAD)
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_barrier_destroy(barrier: *mut pthread_barrier_t) {
    // SAFETY: see above.
    must(unsafe { libc::pthread_barrier_destroy(barrier) });
}

/// `uv_thread_cb`.
type Entry = unsafe extern "C" fn(*mut c_void);

struct Start {
    entry: Entry,
    argument: *mut c_void,
}

extern "C" fn begin(start: *mut c_void) -> *mut c_void {
    // SAFETY: made by `Box::into_raw` in `uv_thread_create`, for this thread.
    let start = unsafe { Box::from_raw(start.cast::<Start>()) };
    // SAFETY: the addon passed the function with its argument.
    unsafe { (start.entry)(start.argument) };
    ptr::null_mut()
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_thread_create(thread: *mut pthread_t, entry: Option<Entry>, argument: *mut c_void) -> c_int {
    let Some(entry) = entry else { return -libc::EINVAL };
    let start = Box::into_raw(Box::new(Start { entry, argument }));
    // SAFETY: memory for the thread's number; `begin` owns the box.
    let error = unsafe { libc::pthread_create(thread, ptr::null(), begin, start.cast()) };
    if error != 0 {
        // SAFETY: no thread has it.
        drop(unsafe { Box::from_raw(start) });
    }
    negated(error)
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_thread_join(thread: *mut pthread_t) -> c_int {
    // SAFETY: the number of a thread that was not joined yet.
    let number = unsafe { *thread };
    // SAFETY: as above.
    negated(unsafe { libc::pthread_join(number, ptr::null_mut()) })
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_thread_self() -> pthread_t {
    // SAFETY: has no preconditions.
    unsafe { libc::pthread_self() }
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_thread_equal(a: *const pthread_t, b: *const pthread_t) -> c_int {
    // SAFETY: the numbers of two threads.
    let (a, b) = (unsafe { *a }, unsafe { *b });
    c_int::from(a == b)
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_key_create(key: *mut pthread_key_t) -> c_int {
    // SAFETY: see above.
    negated(unsafe { libc::pthread_key_create(key, None) })
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_key_delete(key: *mut pthread_key_t) {
    // SAFETY: see above.
    let number = unsafe { *key };
    // SAFETY: see above.
    must(unsafe { libc::pthread_key_delete(number) });
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_key_get(key: *mut pthread_key_t) -> *mut c_void {
    // SAFETY: see above.
    let number = unsafe { *key };
    // SAFETY: see above.
    unsafe { libc::pthread_getspecific(number) }
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_key_set(key: *mut pthread_key_t, value: *mut c_void) {
    // SAFETY: see above.
    let number = unsafe { *key };
    // SAFETY: see above.
    must(unsafe { libc::pthread_setspecific(number, value) });
}

/// The states of `uv_once_t`, which is an integer that begins as 0 (`PTHREAD_ONCE_INIT`).
const ONCE_NEW: i32 = 0;
const ONCE_RUNNING: i32 = 1;
const ONCE_DONE: i32 = 2;

#[unsafe(no_mangle)]
pub extern "C" fn uv_once(guard: *mut i32, callback: Option<unsafe extern "C" fn()>) {
    // SAFETY: the addon's static integer, which is used by this function only.
    let state = unsafe { AtomicI32::from_ptr(guard) };
    if state.compare_exchange(ONCE_NEW, ONCE_RUNNING, Ordering::SeqCst, Ordering::SeqCst).is_ok() {
        if let Some(callback) = callback {
            // SAFETY: the addon passed the function.
            unsafe { callback() };
        }
        state.store(ONCE_DONE, Ordering::SeqCst);
        return;
    }
    while state.load(Ordering::SeqCst) != ONCE_DONE {
        std::thread::yield_now();
    }
}
