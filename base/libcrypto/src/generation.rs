//! Key pair generation.

use crate::Failure;
use crate::raw::control;
use crate::usual_keys;
use openssl::dh::Dh;
use openssl::pkey::{Id, PKey, Private};
use openssl::pkey_ctx::{PkeyCtx, PkeyCtxRef};

/// A private key as PKCS#8, and its public key as SubjectPublicKeyInfo.
pub type Pair = (Vec<u8>, Vec<u8>);

/// The controls of a key of a named curve, without its name, which is the second one.
const NAMED_CURVE: [&str; 3] = ["ec_paramgen_curve", "ec_param_enc", "named_curve"];

/// A key pair. `controls` are alternating names and values, as for `openssl genpkey
/// -pkeyopt`. `parameters`: PKCS#3 in DER, for "dh" with a given prime.
pub fn generate(kind: &str, controls: &[String], parameters: Option<&[u8]>) -> Result<Pair, Failure> {
    if let Some(pair) = usual_keys::generate_octet(kind)? {
        return Ok(pair);
    }
    let key = match kind {
        "rsa" => keygen(Id::RSA, controls)?,
        "rsa-pss" => keygen(Id::RSA_PSS, controls)?,
        "ec" => match controls {
            [named, curve, form, named_curve] if [named, form, named_curve] == NAMED_CURVE => {
                usual_keys::generate_ec(curve)?.map_or_else(|| keygen(Id::EC, controls), Ok)?
            }
            _ => keygen(Id::EC, controls)?,
        },
        "dsa" => from_new_parameters(Id::DSA, controls)?,
        "dh" => match parameters {
            Some(der) => PKey::from_dh(Dh::params_from_der(der)?.generate_key()?)?,
            None => from_new_parameters(Id::DH, controls)?,
        },
        _ => return Err(Failure::coded("ERR_INVALID_ARG_VALUE", format!("unknown type of key \"{kind}\""))),
    };
    Ok((key.private_key_to_pkcs8()?, key.public_key_to_der()?))
}

fn keygen(id: Id, controls: &[String]) -> Result<PKey<Private>, Failure> {
    let mut context = PkeyCtx::new_id(id)?;
    context.keygen_init()?;
    apply(&context, controls)?;
    Ok(context.keygen()?)
}

fn from_new_parameters(id: Id, controls: &[String]) -> Result<PKey<Private>, Failure> {
    let mut context = PkeyCtx::new_id(id)?;
    context.paramgen_init()?;
    apply(&context, controls)?;
    let parameters = context.paramgen()?;
    let mut context = PkeyCtx::new(&parameters)?;
    context.keygen_init()?;
    Ok(context.keygen()?)
}

/// Sets the parameters of an operation.
pub(crate) fn apply<T>(context: &PkeyCtxRef<T>, controls: &[String]) -> Result<(), Failure> {
    for pair in controls.chunks_exact(2) {
        control(context, &pair[0], &pair[1])?;
    }
    Ok(())
}
