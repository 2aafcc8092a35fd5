//! The names and messages of errors, as libuv has them.

use std::ffi::{CStr, c_char, c_int};
use std::ptr;

/// Number, name and message of each error.
const ERRORS: &[(c_int, &CStr, &CStr)] = &[
    (-7, c"E2BIG", c"argument list too long"),
    (-13, c"EACCES", c"permission denied"),
    (-98, c"EADDRINUSE", c"address already in use"),
    (-99, c"EADDRNOTAVAIL", c"address not available"),
    (-97, c"EAFNOSUPPORT", c"address family not supported"),
    (-11, c"EAGAIN", c"resource temporarily unavailable"),
    (-3000, c"EAI_ADDRFAMILY", c"address family not supported"),
    (-3001, c"EAI_AGAIN", c"temporary failure"),
    (-3002, c"EAI_BADFLAGS", c"bad ai_flags value"),
    (-3013, c"EAI_BADHINTS", c"invalid value for hints"),
    (-3003, c"EAI_CANCELED", c"request canceled"),
    (-3004, c"EAI_FAIL", c"permanent failure"),
    (-3005, c"EAI_FAMILY", c"ai_family not supported"),
    (-3006, c"EAI_MEMORY", c"out of memory"),
    (-3007, c"EAI_NODATA", c"no address"),
    (-3008, c"EAI_NONAME", c"unknown node or service"),
    (-3009, c"EAI_OVERFLOW", c"argument buffer overflow"),
    (-3014, c"EAI_PROTOCOL", c"resolved protocol is unknown"),
    (-3010, c"EAI_SERVICE", c"service not available for socket type"),
    (-3011, c"EAI_SOCKTYPE", c"socket type not supported"),
    (-114, c"EALREADY", c"connection already in progress"),
    (-9, c"EBADF", c"bad file descriptor"),
    (-16, c"EBUSY", c"resource busy or locked"),
    (-125, c"ECANCELED", c"operation canceled"),
    (-4080, c"ECHARSET", c"invalid Unicode character"),
    (-103, c"ECONNABORTED", c"software caused connection abort"),
    (-111, c"ECONNREFUSED", c"connection refused"),
    (-104, c"ECONNRESET", c"connection reset by peer"),
    (-89, c"EDESTADDRREQ", c"destination address required"),
    (-17, c"EEXIST", c"file already exists"),
    (-14, c"EFAULT", c"bad address in system call argument"),
    (-27, c"EFBIG", c"file too large"),
    (-113, c"EHOSTUNREACH", c"host is unreachable"),
    (-4, c"EINTR", c"interrupted system call"),
    (-22, c"EINVAL", c"invalid argument"),
    (-5, c"EIO", c"i/o error"),
    (-106, c"EISCONN", c"socket is already connected"),
    (-21, c"EISDIR", c"illegal operation on a directory"),
    (-40, c"ELOOP", c"too many symbolic links encountered"),
    (-24, c"EMFILE", c"too many open files"),
    (-90, c"EMSGSIZE", c"message too long"),
    (-36, c"ENAMETOOLONG", c"name too long"),
    (-100, c"ENETDOWN", c"network is down"),
    (-101, c"ENETUNREACH", c"network is unreachable"),
    (-23, c"ENFILE", c"file table overflow"),
    (-105, c"ENOBUFS", c"no buffer space available"),
    (-19, c"ENODEV", c"no such device"),
    (-2, c"ENOENT", c"no such file or directory"),
    (-12, c"ENOMEM", c"not enough memory"),
    (-64, c"ENONET", c"machine is not on the network"),
    (-92, c"ENOPROTOOPT", c"protocol not available"),
    (-28, c"ENOSPC", c"no space left on device"),
    (-38, c"ENOSYS", c"function not implemented"),
    (-107, c"ENOTCONN", c"socket is not connected"),
    (-20, c"ENOTDIR", c"not a directory"),
    (-39, c"ENOTEMPTY", c"directory not empty"),
    (-88, c"ENOTSOCK", c"socket operation on non-socket"),
    (-95, c"ENOTSUP", c"operation not supported on socket"),
    (-75, c"EOVERFLOW", c"value too large for defined data type"),
    (-1, c"EPERM", c"operation not permitted"),
    (-32, c"EPIPE", c"broken pipe"),
    (-71, c"EPROTO", c"protocol error"),
    (-93, c"EPROTONOSUPPORT", c"protocol not supported"),
    (-91, c"EPROTOTYPE", c"protocol wrong type for socket"),
    (-34, c"ERANGE", c"result too large"),
    (-30, c"EROFS", c"read-only file system"),
    (-108, c"ESHUTDOWN", c"cannot send after transport endpoint shutdown"),
    (-29, c"ESPIPE", c"invalid seek"),
    (-3, c"ESRCH", c"no such process"),
    (-110, c"ETIMEDOUT", c"connection timed out"),
    (-26, c"ETXTBSY", c"text file is busy"),
    (-18, c"EXDEV", c"cross-device link not permitted"),
    (-4094, c"UNKNOWN", c"unknown error"),
    (-4095, c"EOF", c"end of file"),
    (-6, c"ENXIO", c"no such device or address"),
    (-31, c"EMLINK", c"too many links"),
    (-112, c"EHOSTDOWN", c"host is down"),
    (-121, c"EREMOTEIO", c"remote I/O error"),
    (-25, c"ENOTTY", c"inappropriate ioctl for device"),
    (-4028, c"EFTYPE", c"inappropriate file type or format"),
    (-84, c"EILSEQ", c"illegal byte sequence"),
    (-94, c"ESOCKTNOSUPPORT", c"socket type not supported"),
    (-61, c"ENODATA", c"no data available"),
    (-49, c"EUNATCH", c"protocol driver not attached"),
    (-8, c"ENOEXEC", c"exec format error"),
];

fn find(error: c_int) -> Option<&'static (c_int, &'static CStr, &'static CStr)> {
    ERRORS.iter().find(|(number, ..)| *number == error)
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_strerror(error: c_int) -> *const c_char {
    find(error).map_or(c"Unknown system error".as_ptr(), |(_, _, message)| message.as_ptr())
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_err_name(error: c_int) -> *const c_char {
    find(error).map_or(c"Unknown system error".as_ptr(), |(_, name, _)| name.as_ptr())
}

/// Copies a message into a buffer of the addon, as much as there is room for with the final NUL.
fn copy(message: &CStr, buffer: *mut c_char, size: usize) -> *mut c_char {
    if !buffer.is_null() && size > 0 {
        let count = message.count_bytes().min(size - 1);
        // SAFETY: the addon passed a buffer of `size` bytes; the message has `count` bytes.
        unsafe { ptr::copy_nonoverlapping(message.as_ptr(), buffer, count) };
        // SAFETY: as above.
        unsafe { buffer.wrapping_add(count).write(0) };
    }
    buffer
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_strerror_r(error: c_int, buffer: *mut c_char, size: usize) -> *mut c_char {
    copy(find(error).map_or(c"Unknown system error", |(_, _, message)| message), buffer, size)
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_err_name_r(error: c_int, buffer: *mut c_char, size: usize) -> *mut c_char {
    copy(find(error).map_or(c"Unknown system error", |(_, name, _)| name), buffer, size)
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_translate_sys_error(error: c_int) -> c_int {
    if error <= 0 { error } else { -error }
}
