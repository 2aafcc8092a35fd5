//! Lazy linking of OpenSSL: the libraries are loaded on the first call. Their 19,000 relocations would cost a program
//! that does not use them a millisecond at every start.
//!
//! Each function of `lazy_functions.rs` is defined here as a jump through a slot. The slot first leads to code that
//! looks the function up and stores its address, so every later call is one indirect jump, as with any shared library.
//! Because the symbols are defined, the linker omits `libssl` and `libcrypto` from the libraries that the binary needs
//! at start. A function that is not in the list is linked as usual, and adds the libraries again: `./x test` detects
//! that.
//!
//! Only x86-64 has this code; elsewhere the libraries are linked as usual.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// libssl depends on libcrypto and loads it. The number is that of OpenSSL 3's ABI.
const LIBRARY: &CStr = c"libssl.so.3";
const RTLD_NOW: c_int = 2;
const EXIT_WITHOUT_LIBRARY: i32 = 1;

unsafe extern "C" {
    fn dlopen(file: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn dlerror() -> *const c_char;
}

/// Finds a function and stores its address in its slot. Called by the code below, on the first call of each function.
///
/// # Safety
/// `name` is a string that ends with NUL, `slot` the slot of that function.
// SAFETY: no other symbol has this name; only the code below calls it, with both.
#[unsafe(no_mangle)]
unsafe extern "C" fn brio_openssl_find(name: *const c_char, slot: *const AtomicUsize) -> usize {
    static OPENED: OnceLock<usize> = OnceLock::new();
    let library = *OPENED.get_or_init(|| {
        // SAFETY: the name ends with NUL; the library is never closed.
        let library = unsafe { dlopen(LIBRARY.as_ptr(), RTLD_NOW) };
        if library.is_null() {
            give_up();
        }
        library as usize
    });
    // SAFETY: the library is open, and the caller guarantees that the name is a string.
    let address = unsafe { dlsym(library as *mut c_void, name) } as usize;
    if address == 0 {
        give_up();
    }
    // SAFETY: the caller guarantees that it is a slot; slots are words that live as long as the program.
    unsafe { &*slot }.store(address, Ordering::Relaxed);
    address
}

/// Prints the loader's error and ends the process: there is nothing to call.
fn give_up() -> ! {
    // SAFETY: may be called any time.
    let text = unsafe { dlerror() };
    let reason = match text.is_null() {
        true => c"no reason given",
        // SAFETY: the string belongs to the loader and is valid until its next call.
        false => unsafe { CStr::from_ptr(text) },
    };
    eprintln!("brio: OpenSSL 3 is required and cannot be loaded: {}", reason.to_string_lossy());
    std::process::exit(EXIT_WITHOUT_LIBRARY)
}

// Saves the argument registers (and `al`, which counts those of a variadic call) while a function is looked up. r10 has
// the name, r11 the slot.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
std::arch::global_asm!(
    ".pushsection .text.brio_openssl_first,\"ax\",@progbits",
    ".globl brio_openssl_first",
    ".hidden brio_openssl_first",
    ".type brio_openssl_first,@function",
    "brio_openssl_first:",
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
    ".size brio_openssl_first, . - brio_openssl_first",
    ".popsection",
    find = sym brio_openssl_find,
);

/// Defines the functions of these names.
macro_rules! lazy_functions {
    ($($name:ident)*) => {
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        std::arch::global_asm!($(
            ".pushsection .text.brio_openssl,\"ax\",@progbits",
            concat!(".globl ", stringify!($name)),
            concat!(".hidden ", stringify!($name)),
            concat!(".type ", stringify!($name), ",@function"),
            concat!(stringify!($name), ":"),
            concat!("jmp qword ptr [rip + .Lslot_", stringify!($name), "]"),
            concat!(".Lfirst_", stringify!($name), ":"),
            concat!("lea r10, [rip + .Ltext_", stringify!($name), "]"),
            concat!("lea r11, [rip + .Lslot_", stringify!($name), "]"),
            "jmp brio_openssl_first",
            concat!(".size ", stringify!($name), ", . - ", stringify!($name)),
            ".popsection",
            ".pushsection .data.brio_openssl,\"aw\",@progbits",
            ".balign 8",
            concat!(".Lslot_", stringify!($name), ": .quad .Lfirst_", stringify!($name)),
            ".popsection",
            ".pushsection .rodata.brio_openssl,\"a\",@progbits",
            concat!(".Ltext_", stringify!($name), ": .asciz \"", stringify!($name), "\""),
            ".popsection",
        )*);
    };
}
pub(crate) use lazy_functions;
