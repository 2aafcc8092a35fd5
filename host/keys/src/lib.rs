//! `native:keys`: asymmetric keys, signatures, key agreement and certificates, for `node:crypto` and WebCrypto. The
//! work is done by `brio_libcrypto`; this crate converts arguments, results and errors.

mod generated {
    pub mod keys_ops;
}

use brio_libcrypto::signatures::{self, Operation};
use brio_libcrypto::{Failure, certificates, curves, diffie_hellman, generation, keys};
use brio_realm::op::{OpError, Text};
pub use generated::keys_ops::AREA;
use generated::keys_ops::{Bundle, KeyPair, KeysOps, ObjectNames, PointForm, RsaOperation};

/// State of the area: none.
#[derive(Default)]
pub struct Keys;

/// Node's error for a failed operation. The JavaScript side unpacks OpenSSL's error.
fn thrown(failure: Failure) -> OpError {
    match failure {
        Failure::OpenSsl(stack) => OpError::coded("ERR_OSSL", Failure::packed(&stack)),
        Failure::Coded(code, message) => OpError::coded(code, message),
    }
}

fn pair((private_key, public_key): (Vec<u8>, Vec<u8>)) -> KeyPair {
    KeyPair { private_key, public_key }
}

impl From<RsaOperation> for Operation {
    fn from(operation: RsaOperation) -> Self {
        match operation {
            RsaOperation::Encrypt => Operation::Encrypt,
            RsaOperation::Decrypt => Operation::Decrypt,
            RsaOperation::Sign => Operation::SignRaw,
            RsaOperation::Recover => Operation::Recover,
        }
    }
}

impl KeysOps for Keys {
    fn read_private_key(
        &self,
        bytes: &[u8],
        is_pem: bool,
        kind: &str,
        passphrase: Option<&[u8]>,
    ) -> Result<Vec<u8>, OpError> {
        keys::read_private(bytes, is_pem, kind, passphrase).map_err(thrown)
    }

    fn read_public_key(&self, der: &[u8], kind: &str) -> Result<Vec<u8>, OpError> {
        keys::read_public(der, kind).map_err(thrown)
    }

    fn public_of_private(&self, private_key: &[u8]) -> Result<Vec<u8>, OpError> {
        keys::public_of(private_key).map_err(thrown)
    }

    fn encrypt_private_key(&self, private_key: &[u8], cipher: &str, passphrase: &[u8]) -> Result<Vec<u8>, OpError> {
        keys::encrypt_pkcs8(private_key, cipher, passphrase).map_err(thrown)
    }

    fn encrypt_private_key_traditionally(
        &self,
        private_key: &[u8],
        cipher: &str,
        passphrase: &[u8],
    ) -> Result<Vec<u8>, OpError> {
        keys::encrypt_traditional(private_key, cipher, passphrase).map_err(thrown)
    }

    fn generate_key_pair(
        &self,
        kind: &str,
        controls: &[String],
        parameters: Option<&[u8]>,
    ) -> Result<KeyPair, OpError> {
        generation::generate(kind, controls, parameters).map(pair).map_err(thrown)
    }

    fn generate_key_pair_later(kind: &str, controls: &[String], parameters: Option<&[u8]>) -> Result<KeyPair, OpError> {
        generation::generate(kind, controls, parameters).map(pair).map_err(thrown)
    }

    fn sign_message(
        &self,
        private_key: &[u8],
        digest: Option<&str>,
        controls: &[String],
        message: &[u8],
    ) -> Result<Vec<u8>, OpError> {
        signatures::sign_message(private_key, digest, controls, message).map_err(thrown)
    }

    fn sign_message_later(
        private_key: &[u8],
        digest: Option<&str>,
        controls: &[String],
        message: &[u8],
    ) -> Result<Vec<u8>, OpError> {
        signatures::sign_message(private_key, digest, controls, message).map_err(thrown)
    }

    fn verify_message(
        &self,
        public_key: &[u8],
        digest: Option<&str>,
        controls: &[String],
        message: &[u8],
        signature: &[u8],
    ) -> Result<bool, OpError> {
        signatures::verify_message(public_key, digest, controls, message, signature).map_err(thrown)
    }

    fn verify_message_later(
        public_key: &[u8],
        digest: Option<&str>,
        controls: &[String],
        message: &[u8],
        signature: &[u8],
    ) -> Result<bool, OpError> {
        signatures::verify_message(public_key, digest, controls, message, signature).map_err(thrown)
    }

    fn sign_digest(&self, private_key: &[u8], controls: &[String], digest: &[u8]) -> Result<Vec<u8>, OpError> {
        signatures::sign_digest(private_key, controls, digest).map_err(thrown)
    }

    fn verify_digest(
        &self,
        public_key: &[u8],
        controls: &[String],
        digest: &[u8],
        signature: &[u8],
    ) -> Result<bool, OpError> {
        signatures::verify_digest(public_key, controls, digest, signature).map_err(thrown)
    }

    fn transform(
        &self,
        operation: RsaOperation,
        key: &[u8],
        controls: &[String],
        bytes: &[u8],
    ) -> Result<Vec<u8>, OpError> {
        signatures::transform(operation.into(), key, controls, bytes).map_err(thrown)
    }

    fn transform_later(
        operation: RsaOperation,
        key: &[u8],
        controls: &[String],
        bytes: &[u8],
    ) -> Result<Vec<u8>, OpError> {
        signatures::transform(operation.into(), key, controls, bytes).map_err(thrown)
    }

    fn agree(&self, private_key: &[u8], public_key: &[u8]) -> Result<Vec<u8>, OpError> {
        diffie_hellman::agree(private_key, public_key).map_err(thrown)
    }

    fn agree_later(private_key: &[u8], public_key: &[u8]) -> Result<Vec<u8>, OpError> {
        diffie_hellman::agree(private_key, public_key).map_err(thrown)
    }

    fn is_curve(&self, curve: &str) -> Result<bool, OpError> {
        Ok(curves::is_curve(curve))
    }

    fn curve_generate(&self, curve: &str) -> Result<KeyPair, OpError> {
        curves::generate(curve).map(pair).map_err(thrown)
    }

    fn curve_point(&self, curve: &str, private_number: &[u8]) -> Result<Vec<u8>, OpError> {
        curves::point_of(curve, private_number).map_err(thrown)
    }

    fn curve_convert(&self, curve: &str, point: &[u8], form: PointForm) -> Result<Vec<u8>, OpError> {
        let form = match form {
            PointForm::Compressed => curves::PointConversionForm::COMPRESSED,
            PointForm::Uncompressed => curves::PointConversionForm::UNCOMPRESSED,
            PointForm::Hybrid => curves::PointConversionForm::HYBRID,
        };
        curves::convert(curve, point, form).map_err(thrown)
    }

    fn curve_agree(&self, curve: &str, private_number: &[u8], point: &[u8]) -> Result<Vec<u8>, OpError> {
        curves::agree(curve, private_number, point).map_err(thrown)
    }

    fn group_generate(&self, prime: &[u8], generator: &[u8]) -> Result<KeyPair, OpError> {
        diffie_hellman::generate(prime, generator).map(pair).map_err(thrown)
    }

    fn group_public(&self, prime: &[u8], generator: &[u8], private_number: &[u8]) -> Result<Vec<u8>, OpError> {
        diffie_hellman::public_of(prime, generator, private_number).map_err(thrown)
    }

    fn group_agree(&self, prime: &[u8], private_number: &[u8], public_number: &[u8]) -> Result<Vec<u8>, OpError> {
        diffie_hellman::compute(prime, private_number, public_number).map_err(thrown)
    }

    fn group_check(&self, prime: &[u8], generator: &[u8]) -> Result<u32, OpError> {
        diffie_hellman::check(prime, generator).map_err(thrown)
    }

    fn group_prime(&self, name: &str) -> Result<Option<Vec<u8>>, OpError> {
        diffie_hellman::group_prime(name).map_err(thrown)
    }

    fn curve_of_explicit(&self, public_key: &[u8]) -> Result<Option<Text>, OpError> {
        curves::of_explicit(public_key).map(|name| name.map(Text::from)).map_err(thrown)
    }

    fn object_names(&self, dotted: &str) -> Result<Option<ObjectNames>, OpError> {
        Ok(curves::names_of(dotted)
            .map(|(short_name, long_name)| ObjectNames { short_name: short_name.into(), long_name: long_name.into() }))
    }

    fn object_identifier(&self, name: &str) -> Result<Option<Vec<u8>>, OpError> {
        Ok(curves::identifier_of(name))
    }

    fn read_certificate(&self, bytes: &[u8]) -> Result<Vec<u8>, OpError> {
        certificates::read(bytes).map_err(thrown)
    }

    fn certificate_is_authority(&self, certificate: &[u8]) -> Result<bool, OpError> {
        certificates::is_authority(certificate).map_err(thrown)
    }

    fn certificate_host(&self, certificate: &[u8], host: &str, flags: u32) -> Result<Option<Text>, OpError> {
        certificates::check_host(certificate, host, flags).map(|name| name.map(Text::from)).map_err(thrown)
    }

    fn certificate_email(&self, certificate: &[u8], email: &str, flags: u32) -> Result<bool, OpError> {
        certificates::check_email(certificate, email, flags).map_err(thrown)
    }

    fn certificate_address(&self, certificate: &[u8], address: &[u8], flags: u32) -> Result<bool, OpError> {
        certificates::check_address(certificate, address, flags).map_err(thrown)
    }

    fn certificate_is_issued_by(&self, certificate: &[u8], issuer: &[u8]) -> Result<bool, OpError> {
        certificates::is_issued_by(certificate, issuer).map_err(thrown)
    }

    fn certificate_is_signed_by(&self, certificate: &[u8], public_key: &[u8]) -> Result<bool, OpError> {
        certificates::is_signed_by(certificate, public_key).map_err(thrown)
    }

    fn open_bundle(&self, bytes: &[u8], passphrase: &str) -> Result<Bundle, OpError> {
        let bundle = certificates::open_bundle(bytes, passphrase).map_err(thrown)?;
        Ok(Bundle { private_key: bundle.private_key, certificate: bundle.certificate, others: bundle.others.concat() })
    }

    fn open_ssl_version(&self) -> Result<Text, OpError> {
        Ok(brio_libcrypto::version::text().into())
    }
}
