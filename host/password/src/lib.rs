//! `native:password`: argon2 and bcrypt, with the hash strings of `Bun.password`.

mod argon2;
mod bcrypt;
mod generated {
    pub mod password_ops;
}

use brio_realm::op::{OpError, Text};
pub use generated::password_ops::AREA;
use generated::password_ops::PasswordOps;

/// State of the area: none.
#[derive(Default)]
pub struct Password;

/// The result of comparing a password with a hash; the numbers are those of `ops/password.ops.ts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Different = 0,
    Equal = 1,
    InvalidEncoding = 3,
    WeakParameters = 4,
}

const BCRYPT: u8 = 3;

impl PasswordOps for Password {
    fn hash(password: &[u8], algorithm: u8, cost: u32, time_cost: u32) -> Result<Text, OpError> {
        make(password, algorithm, cost, time_cost)
    }

    fn hash_sync(&self, password: &[u8], algorithm: u8, cost: u32, time_cost: u32) -> Result<Text, OpError> {
        make(password, algorithm, cost, time_cost)
    }

    fn verify(password: &[u8], hash: &[u8], algorithm: u8) -> Result<u8, OpError> {
        Ok(compare(password, hash, algorithm) as u8)
    }

    fn verify_sync(&self, password: &[u8], hash: &[u8], algorithm: u8) -> Result<u8, OpError> {
        Ok(compare(password, hash, algorithm) as u8)
    }
}

fn make(password: &[u8], algorithm: u8, cost: u32, time_cost: u32) -> Result<Text, OpError> {
    let made = if algorithm == BCRYPT {
        bcrypt::hash(password, cost)
    } else {
        argon2::hash(password, algorithm, cost, time_cost)
    };
    made.map(Text::from)
        .map_err(|reason| OpError::coded("ERR_OPERATION_FAILED", format!("password hashing failed: {reason}")))
}

fn compare(password: &[u8], hash: &[u8], algorithm: u8) -> Verdict {
    // Hashes are ASCII; other bytes are not a valid hash.
    let Ok(text) = std::str::from_utf8(hash) else { return Verdict::InvalidEncoding };
    if algorithm == BCRYPT { bcrypt::verify(password, text) } else { argon2::verify(password, text) }
}

#[cfg(test)]
#[path = "lib_tests.rs"]
mod tests;
