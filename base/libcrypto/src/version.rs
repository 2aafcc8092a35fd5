//! The version of the system's OpenSSL.

/// The version of the loaded library, such as "3.0.19".
pub fn text() -> String {
    // "OpenSSL 3.0.19 27 Jan 2026"
    openssl::version::version().split(' ').nth(1).unwrap_or_default().to_string()
}

/// Whether it is that version or a later one.
pub fn number_is_at_least(major: i64, minor: i64) -> bool {
    let number = openssl::version::number();
    (number >> 28, (number >> 20) & 0xff) >= (major, minor)
}
