//! Parse errors: llhttp's code and message, and the position.

/// The message for a version of HTTP that is not supported; it decides the status.
const UNKNOWN_LENGTH: &str = "Request has invalid `Transfer-Encoding`";
pub(crate) const UNSERVED_VERSION: &str = "Invalid HTTP version";

/// The bytes are not an acceptable HTTP/1 message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What kind of error it is.
    pub code: Code,
    /// llhttp's message (`error.reason` in Node, whose message is `Parse Error: ` and this).
    pub reason: &'static str,
    /// The index of the invalid byte in the input of the call.
    pub offset: usize,
}

macro_rules! codes {
    ($($variant:ident $name:literal,)*) => {
        /// The kinds of errors, with llhttp's names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl Code {
            /// Returns the name, the `code` of Node's error.
            pub const fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }
        }
    };
}

codes! {
    InvalidMethod "HPE_INVALID_METHOD",
    InvalidUrl "HPE_INVALID_URL",
    InvalidConstant "HPE_INVALID_CONSTANT",
    InvalidVersion "HPE_INVALID_VERSION",
    InvalidHeaderToken "HPE_INVALID_HEADER_TOKEN",
    UnexpectedSpace "HPE_UNEXPECTED_SPACE",
    CrExpected "HPE_CR_EXPECTED",
    LfExpected "HPE_LF_EXPECTED",
    Strict "HPE_STRICT",
    HeaderOverflow "HPE_HEADER_OVERFLOW",
    InvalidContentLength "HPE_INVALID_CONTENT_LENGTH",
    UnexpectedContentLength "HPE_UNEXPECTED_CONTENT_LENGTH",
    InvalidTransferEncoding "HPE_INVALID_TRANSFER_ENCODING",
    InvalidChunkSize "HPE_INVALID_CHUNK_SIZE",
    ChunkExtensionsOverflow "HPE_CHUNK_EXTENSIONS_OVERFLOW",
    InvalidStatus "HPE_INVALID_STATUS",
    InvalidEofState "HPE_INVALID_EOF_STATE",
    ClosedConnection "HPE_CLOSED_CONNECTION",
    PausedH2Upgrade "HPE_PAUSED_H2_UPGRADE",
}

impl ParseError {
    pub(crate) const fn new(code: Code, reason: &'static str, offset: usize) -> Self {
        Self { code, reason, offset }
    }

    pub(crate) const fn header_overflow(offset: usize) -> Self {
        Self::new(Code::HeaderOverflow, "Header overflow", offset)
    }

    /// The head of a request is valid, but its last transfer coding is not `chunked`. `offset`: the length of the head.
    pub const fn unknown_length(offset: usize) -> Self {
        Self::new(Code::InvalidTransferEncoding, UNKNOWN_LENGTH, offset)
    }

    /// Whether the error is that of `unknown_length`: the parser has the head of the request.
    pub fn follows_head(&self) -> bool {
        self.reason == UNKNOWN_LENGTH
    }

    /// The input ended inside a message.
    pub const fn unexpected_end(offset: usize) -> Self {
        Self::new(Code::InvalidEofState, "Invalid EOF state", offset)
    }

    /// The status of the response to such a request. 431 and 413 for what is too long are Node's choice; a well-formed
    /// version that is not supported is 505 (RFC 9110 §15.6.6); all else is 400.
    pub fn status(&self) -> u16 {
        match self.code {
            Code::HeaderOverflow => 431,
            Code::ChunkExtensionsOverflow => 413,
            Code::InvalidVersion if self.reason == UNSERVED_VERSION => 505,
            _ => 400,
        }
    }
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Parse Error: {}", self.reason)
    }
}

impl std::error::Error for ParseError {}
