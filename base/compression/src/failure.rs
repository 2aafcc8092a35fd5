//! Why a stream failed, as `node:zlib` reports it.

use std::borrow::Cow;

/// A failure with the three properties of Node's errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub message: Cow<'static, str>,
    /// `Z_DATA_ERROR`, `ERR__ERROR_FORMAT_PADDING_1`, `ZSTD_error_prefix_unknown`, …
    pub code: Cow<'static, str>,
    /// The library's error number.
    pub errno: i32,
}

impl Failure {
    /// A failure of the deflate family. `errno` is zlib's return value.
    pub(crate) fn zlib(message: impl Into<Cow<'static, str>>, errno: i32) -> Failure {
        let code = match errno {
            2 => "Z_NEED_DICT",
            -2 => "Z_STREAM_ERROR",
            -3 => "Z_DATA_ERROR",
            -4 => "Z_MEM_ERROR",
            -5 => "Z_BUF_ERROR",
            _ => "Z_ERRNO",
        };
        Failure { message: message.into(), code: code.into(), errno }
    }

    /// The input ended before the stream's end.
    pub(crate) fn unexpected_end() -> Failure {
        Failure::zlib("unexpected end of file", -5)
    }

    /// The stream could not be created: `ERR_ZLIB_INITIALIZATION_FAILED` with a message.
    pub(crate) fn initialization(message: &'static str) -> Failure {
        Failure { message: message.into(), code: "ERR_ZLIB_INITIALIZATION_FAILED".into(), errno: -1 }
    }
}
