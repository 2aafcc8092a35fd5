//! Why an operation failed, as Node shows it: OpenSSL's error queue, or an error of our own.

use openssl::error::{Error, ErrorStack};

/// A failed operation.
#[derive(Debug)]
pub enum Failure {
    /// OpenSSL's error queue, oldest first. May be empty.
    OpenSsl(ErrorStack),
    /// An error with a code of the error table.
    Coded(&'static str, String),
}

impl From<ErrorStack> for Failure {
    fn from(stack: ErrorStack) -> Self {
        Failure::OpenSsl(stack)
    }
}

impl Failure {
    /// An error with its code and message.
    pub fn coded(code: &'static str, message: impl Into<String>) -> Self {
        Failure::Coded(code, message.into())
    }

    /// For an OpenSSL error: message, code, library, reason and the queue, newest first, separated by U+001F.
    pub fn packed(stack: &ErrorStack) -> String {
        let errors = stack.errors();
        let Some(oldest) = errors.first() else { return String::new() };
        let mut parts = vec![
            line(oldest),
            code(oldest),
            oldest.library().unwrap_or("").to_string(),
            oldest.reason().unwrap_or("").to_string(),
        ];
        parts.extend(errors.iter().rev().map(line));
        parts.join("\u{1f}")
    }
}

/// The form of `ERR_error_string_n`.
fn line(error: &Error) -> String {
    let library = error.library().map_or_else(|| format!("lib({})", error.library_code()), str::to_string);
    let reason = error.reason().map_or_else(|| format!("reason({})", error.reason_code()), str::to_string);
    format!("error:{:08X}:{library}::{reason}", error.code())
}

/// Node's code: `ERR_OSSL_`, the library unless it is newer than OpenSSL 1.1, the reason.
fn code(error: &Error) -> String {
    let Some(reason) = error.reason() else { return String::new() };
    let library = library_name(error.library_code());
    // Node has shorter codes for TLS.
    let prefix = if library == "SSL_" { "" } else { "OSSL_" };
    format!("ERR_{prefix}{library}{}", reason.to_uppercase().replace(' ', "_"))
}

fn library_name(number: i32) -> &'static str {
    match number {
        2 => "SYS_",
        3 => "BN_",
        4 => "RSA_",
        5 => "DH_",
        6 => "EVP_",
        7 => "BUF_",
        8 => "OBJ_",
        9 => "PEM_",
        10 => "DSA_",
        11 => "X509_",
        13 => "ASN1_",
        14 => "CONF_",
        15 => "CRYPTO_",
        16 => "EC_",
        20 => "SSL_",
        32 => "BIO_",
        33 => "PKCS7_",
        34 => "X509V3_",
        35 => "PKCS12_",
        36 => "RAND_",
        37 => "DSO_",
        38 => "ENGINE_",
        39 => "OCSP_",
        40 => "UI_",
        41 => "COMP_",
        42 => "ECDSA_",
        43 => "ECDH_",
        44 => "OSSL_STORE_",
        45 => "FIPS_",
        46 => "CMS_",
        47 => "TS_",
        48 => "HMAC_",
        50 => "CT_",
        51 => "ASYNC_",
        52 => "KDF_",
        53 => "SM2_",
        128 => "USER_",
        _ => "",
    }
}
