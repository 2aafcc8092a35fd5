//! Lazy linking: a shared library is loaded on the first call of one of its functions. Relocating a large library costs
//! milliseconds at every start, also of programs and commands that do not use it.
//!
//! Each function that [`lazy_functions!`] names is defined in the binary as a jump through a slot. The slot first leads
//! to code that looks the function up and stores its address, so every later call is one indirect jump, as with any
//! shared library. Because the symbols are defined, the linker omits the library from those that the binary needs at
//! start. A function that is not in the list is linked as usual, and adds the library again: the cases of
//! `tests/spec/cli/start` detect that.
//!
//! Only x86-64 has this code; elsewhere the libraries are linked as usual.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

const RTLD_NOW: c_int = 2;
const EXIT_WITHOUT_LIBRARY: i32 = 1;

unsafe extern "C" {
    fn dlopen(file: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn dlerror() -> *const c_char;
}

/// A shared library that is loaded on first use and never closed.
pub struct Library {
    file: &'static CStr,
    /// What the message says is required.
    title: &'static str,
    opened: OnceLock<usize>,
}

impl Library {
    pub const fn new(file: &'static CStr, title: &'static str) -> Self {
        Self { file, title, opened: OnceLock::new() }
    }

    /// The address of what the library, or one that it needs, exports under a name.
    pub fn address(&self, name: &CStr) -> Option<*mut c_void> {
        // SAFETY: the handle is of an open library, and the name ends with NUL.
        let address = unsafe { dlsym(self.handle(), name.as_ptr()) };
        (!address.is_null()).then_some(address)
    }

    /// Finds a function and stores its address in its slot: what the code of [`lazy_functions!`] calls.
    ///
    /// # Safety
    /// `name` is a string that ends with NUL, `slot` the slot of that function.
    pub unsafe fn find(&self, name: *const c_char, slot: *const AtomicUsize) -> usize {
        // SAFETY: the caller guarantees that the name is a string.
        let name = unsafe { CStr::from_ptr(name) };
        let address = self.address(name).unwrap_or_else(|| self.give_up()) as usize;
        // SAFETY: the caller guarantees that it is a slot; slots are words that live as long as the program.
        unsafe { &*slot }.store(address, Ordering::Relaxed);
        address
    }

    /// Loads the library unless it is loaded.
    fn handle(&self) -> *mut c_void {
        *self.opened.get_or_init(|| {
            // SAFETY: the name ends with NUL; the library is never closed.
            let library = unsafe { dlopen(self.file.as_ptr(), RTLD_NOW) };
            if library.is_null() {
                self.give_up();
            }
            library as usize
        }) as *mut c_void
    }

    /// Prints the loader's error and ends the process.
    fn give_up(&self) -> ! {
        // SAFETY: may be called any time.
        let text = unsafe { dlerror() };
        let reason = match text.is_null() {
            true => c"no reason given",
            // SAFETY: the string belongs to the loader and is valid until its next call.
            false => unsafe { CStr::from_ptr(text) },
        };
        eprintln!("brio: {} is required and cannot be loaded: {}", self.title, reason.to_string_lossy());
        std::process::exit(EXIT_WITHOUT_LIBRARY)
    }
}

/// Defines the functions of these names. `$prefix` is a string that no other list has; `$find` is a function `unsafe
/// extern "C" fn(*const c_char, *const AtomicUsize) -> usize` that passes both on to [`Library::find`].
///
/// The first call saves the argument registers (and `al`, which counts those of a variadic call) while its function is
/// looked up. r10 has the name, r11 the slot.
#[macro_export]
macro_rules! lazy_functions {
    ($prefix:literal, $find:path: $($name:ident)*) => {
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        std::arch::global_asm!(
            concat!(".pushsection .text.", $prefix, "_first,\"ax\",@progbits"),
            concat!(".globl ", $prefix, "_first"),
            concat!(".hidden ", $prefix, "_first"),
            concat!(".type ", $prefix, "_first,@function"),
            concat!($prefix, "_first:"),
            "push rax",
            "push rdi",
            "push rsi",
            "push rdx",
            "push rcx",
            "push r8",
            "push r9",
            "sub rsp, 128",
            "movups [rsp], xmm0",
            "movups [rsp + 16], xmm1",
            "movups [rsp + 32], xmm2",
            "movups [rsp + 48], xmm3",
            "movups [rsp + 64], xmm4",
            "movups [rsp + 80], xmm5",
            "movups [rsp + 96], xmm6",
            "movups [rsp + 112], xmm7",
            "mov rdi, r10",
            "mov rsi, r11",
            "call {find}",
            "mov r11, rax",
            "movups xmm0, [rsp]",
            "movups xmm1, [rsp + 16]",
            "movups xmm2, [rsp + 32]",
            "movups xmm3, [rsp + 48]",
            "movups xmm4, [rsp + 64]",
            "movups xmm5, [rsp + 80]",
            "movups xmm6, [rsp + 96]",
            "movups xmm7, [rsp + 112]",
            "add rsp, 128",
            "pop r9",
            "pop r8",
            "pop rcx",
            "pop rdx",
            "pop rsi",
            "pop rdi",
            "pop rax",
            "jmp r11",
            concat!(".size ", $prefix, "_first, . - ", $prefix, "_first"),
            ".popsection",
            find = sym $find,
        );
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        std::arch::global_asm!($(
            concat!(".pushsection .text.", $prefix, ",\"ax\",@progbits"),
            concat!(".globl ", stringify!($name)),
            concat!(".hidden ", stringify!($name)),
            concat!(".type ", stringify!($name), ",@function"),
            concat!(stringify!($name), ":"),
            concat!("jmp qword ptr [rip + .Lslot_", stringify!($name), "]"),
            concat!(".Lfirst_", stringify!($name), ":"),
            concat!("lea r10, [rip + .Ltext_", stringify!($name), "]"),
            concat!("lea r11, [rip + .Lslot_", stringify!($name), "]"),
            concat!("jmp ", $prefix, "_first"),
            concat!(".size ", stringify!($name), ", . - ", stringify!($name)),
            ".popsection",
            concat!(".pushsection .data.", $prefix, ",\"aw\",@progbits"),
            ".balign 8",
            concat!(".Lslot_", stringify!($name), ": .quad .Lfirst_", stringify!($name)),
            ".popsection",
            concat!(".pushsection .rodata.", $prefix, ",\"a\",@progbits"),
            concat!(".Ltext_", stringify!($name), ": .asciz \"", stringify!($name), "\""),
            ".popsection",
        )*);
    };
}
