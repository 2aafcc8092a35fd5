//! Names of the results of certificate verification, as Node.js shows them in `code`.

use openssl::x509::X509VerifyResult;

/// Why a chain is not trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyFailure {
    /// OpenSSL's constant without `X509_V_ERR_`, such as `CERT_HAS_EXPIRED`; `UNSPECIFIED` for those not listed here.
    pub code: &'static str,
    /// OpenSSL's message.
    pub reason: String,
}

/// OpenSSL's numbers (x509_vfy.h) and their names.
const NAMES: [(i32, &str); 31] = [
    (2, "UNABLE_TO_GET_ISSUER_CERT"),
    (3, "UNABLE_TO_GET_CRL"),
    (4, "UNABLE_TO_DECRYPT_CERT_SIGNATURE"),
    (5, "UNABLE_TO_DECRYPT_CRL_SIGNATURE"),
    (6, "UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY"),
    (7, "CERT_SIGNATURE_FAILURE"),
    (8, "CRL_SIGNATURE_FAILURE"),
    (9, "CERT_NOT_YET_VALID"),
    (10, "CERT_HAS_EXPIRED"),
    (11, "CRL_NOT_YET_VALID"),
    (12, "CRL_HAS_EXPIRED"),
    (13, "ERROR_IN_CERT_NOT_BEFORE_FIELD"),
    (14, "ERROR_IN_CERT_NOT_AFTER_FIELD"),
    (15, "ERROR_IN_CRL_LAST_UPDATE_FIELD"),
    (16, "ERROR_IN_CRL_NEXT_UPDATE_FIELD"),
    (17, "OUT_OF_MEM"),
    (18, "DEPTH_ZERO_SELF_SIGNED_CERT"),
    (19, "SELF_SIGNED_CERT_IN_CHAIN"),
    (20, "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"),
    (21, "UNABLE_TO_VERIFY_LEAF_SIGNATURE"),
    (22, "CERT_CHAIN_TOO_LONG"),
    (23, "CERT_REVOKED"),
    (24, "INVALID_CA"),
    (25, "PATH_LENGTH_EXCEEDED"),
    (26, "INVALID_PURPOSE"),
    (27, "CERT_UNTRUSTED"),
    (28, "CERT_REJECTED"),
    (62, "HOSTNAME_MISMATCH"),
    (50, "APPLICATION_VERIFICATION"),
    (63, "EMAIL_MISMATCH"),
    (64, "IP_ADDRESS_MISMATCH"),
];

impl VerifyFailure {
    /// The failure of `result`; `None` when the chain is trusted.
    pub fn of(result: X509VerifyResult) -> Option<Self> {
        if result == X509VerifyResult::OK {
            return None;
        }
        let number = result.as_raw();
        let code = NAMES.iter().find(|entry| entry.0 == number).map_or("UNSPECIFIED", |entry| entry.1);
        Some(Self { code, reason: result.error_string().to_string() })
    }
}
