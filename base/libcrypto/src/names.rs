//! Names in OpenSSL's form.

/// The name up to its first NUL, where C would end it. The bindings panic for a NUL inside of a name.
pub(crate) fn until_nul(name: &str) -> &str {
    name.split('\0').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::{ciphers, curves, keys};

    #[test]
    fn a_name_ends_at_its_nul() {
        assert!(curves::is_curve("prime256v1\0x") && !curves::is_curve("a\0b"));
        assert!(ciphers::describe("aes-128-cbc\0x").is_some() && ciphers::describe("a\0b").is_none());
        assert!(keys::encrypt_pkcs8(&[], "a\0b", b"").is_err());
    }
}
