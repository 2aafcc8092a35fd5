//! OpenSSL's errors with everything that Node.js shows of them: code, library, reason and the printed queue.

use openssl::error::ErrorStack;
use std::fmt;

/// Why an operation failed.
#[derive(Clone, Debug)]
pub enum TlsError {
    /// OpenSSL's error queue, oldest first; never empty.
    OpenSsl(Vec<ErrorEntry>),
    /// An error that this crate detected itself, with a code of Node.js.
    Coded { code: &'static str, message: String },
}

/// One entry of OpenSSL's error queue.
#[derive(Clone, Debug, Default)]
pub struct ErrorEntry {
    pub code: u64,
    pub library: String,
    pub function: String,
    pub reason: String,
    pub file: String,
    pub line: u32,
    pub data: String,
}

/// Numbers of OpenSSL's libraries and the names used in error codes.
const LIBRARIES: [(u64, &str); 37] = [
    (2, "SYS"),
    (3, "BN"),
    (4, "RSA"),
    (5, "DH"),
    (6, "EVP"),
    (7, "BUF"),
    (8, "OBJ"),
    (9, "PEM"),
    (10, "DSA"),
    (11, "X509"),
    (13, "ASN1"),
    (14, "CONF"),
    (15, "CRYPTO"),
    (16, "EC"),
    (20, "SSL"),
    (32, "BIO"),
    (33, "PKCS7"),
    (34, "X509V3"),
    (35, "PKCS12"),
    (36, "RAND"),
    (37, "DSO"),
    (38, "ENGINE"),
    (39, "OCSP"),
    (40, "UI"),
    (41, "COMP"),
    (42, "ECDSA"),
    (43, "ECDH"),
    (44, "OSSL_STORE"),
    (45, "FIPS"),
    (46, "CMS"),
    (47, "TS"),
    (48, "HMAC"),
    (50, "CT"),
    (51, "ASYNC"),
    (52, "KDF"),
    (53, "SM2"),
    (128, "USER"),
];

impl TlsError {
    /// Makes an error with a code of Node.js.
    pub fn coded(code: &'static str, message: impl Into<String>) -> Self {
        Self::Coded { code, message: message.into() }
    }

    /// The code of a thrown error: `ERR_SSL_…` for the TLS library, `ERR_OSSL_<LIBRARY>_…` for the others.
    pub fn code(&self) -> String {
        match self {
            Self::Coded { code, .. } => (*code).to_string(),
            Self::OpenSsl(entries) => entries[0].thrown_code(),
        }
    }

    /// The message of a thrown error: OpenSSL's one-line form of the oldest entry.
    pub fn message(&self) -> String {
        match self {
            Self::Coded { message, .. } => message.clone(),
            Self::OpenSsl(entries) => entries[0].summary(),
        }
    }

    /// The code of a connection error: always `ERR_SSL_` and the reason.
    pub fn connection_code(&self) -> String {
        match self {
            Self::Coded { code, .. } => (*code).to_string(),
            Self::OpenSsl(entries) => format!("ERR_SSL_{}", constant_name(&entries[0].reason)),
        }
    }

    /// The message of a connection error: the whole queue, one line each, as `ERR_print_errors` writes it.
    pub fn connection_message(&self) -> String {
        match self {
            Self::Coded { message, .. } => message.clone(),
            Self::OpenSsl(entries) => entries.iter().map(ErrorEntry::line_of_report).collect(),
        }
    }

    /// The entries of the queue, oldest first.
    pub fn entries(&self) -> &[ErrorEntry] {
        match self {
            Self::Coded { .. } => &[],
            Self::OpenSsl(entries) => entries,
        }
    }
}

impl ErrorEntry {
    /// The one-line form: `error:0A00010B:SSL routines::wrong version number`.
    pub fn summary(&self) -> String {
        format!("error:{:08X}:{}::{}", self.code, self.library, self.reason)
    }

    fn thrown_code(&self) -> String {
        let number = self.code >> 23 & 0xff;
        let library = LIBRARIES.iter().find(|entry| entry.0 == number).map_or("", |entry| entry.1);
        let reason = constant_name(&self.reason);
        match library {
            "SSL" => format!("ERR_SSL_{reason}"),
            "" => format!("ERR_OSSL_{reason}"),
            _ => format!("ERR_OSSL_{library}_{reason}"),
        }
    }

    fn line_of_report(&self) -> String {
        let thread = std::process::id();
        format!(
            "{thread:016X}:error:{:08X}:{}:{}:{}:{}:{}:{}\n",
            self.code, self.library, self.function, self.reason, self.file, self.line, self.data
        )
    }
}

impl From<ErrorStack> for TlsError {
    fn from(stack: ErrorStack) -> Self {
        let entries: Vec<_> = stack.errors().iter().map(ErrorEntry::from).collect();
        if entries.is_empty() {
            return Self::coded("ERR_CRYPTO_OPERATION_FAILED", "OpenSSL failed without saying why");
        }
        Self::OpenSsl(entries)
    }
}

impl From<&openssl::error::Error> for ErrorEntry {
    fn from(error: &openssl::error::Error) -> Self {
        Self {
            code: error.code(),
            library: error.library().unwrap_or_default().to_string(),
            function: error.function().map(|name| name.to_string()).unwrap_or_default(),
            reason: error.reason().unwrap_or_default().to_string(),
            file: error.file().to_string(),
            line: error.line(),
            data: error.data().unwrap_or_default().to_string(),
        }
    }
}

impl fmt::Display for TlsError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message())
    }
}

impl std::error::Error for TlsError {}

/// Writes a reason as the name of a constant: upper case, `_` for each space.
fn constant_name(reason: &str) -> String {
    reason.chars().map(|letter| if letter == ' ' { '_' } else { letter.to_ascii_uppercase() }).collect()
}
