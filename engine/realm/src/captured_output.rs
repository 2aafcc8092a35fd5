//! What the main thread writes to standard output and error while a file of tests runs in it: kept, for the report of the
//! file. A thread that ends the process reads it, too.

use crate::Realm;
use std::sync::{Mutex, PoisonError};

/// Output beyond this is dropped.
const BYTES_MAX: usize = 4 * 1024 * 1024;

static CAPTURED: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Keeps what the realm writes, or ends that.
pub fn capture(realm: &Realm, is_on: bool) {
    if is_on {
        realm.redirect_output(Box::new(|_descriptor, bytes, _ends| keep(bytes)));
    } else {
        realm.write_output();
    }
}

fn keep(bytes: &[u8]) {
    let mut captured = CAPTURED.lock().unwrap_or_else(PoisonError::into_inner);
    if captured.len() + bytes.len() <= BYTES_MAX {
        captured.extend_from_slice(bytes);
    }
}

/// Takes what was kept since the last call.
pub fn take() -> Vec<u8> {
    std::mem::take(&mut CAPTURED.lock().unwrap_or_else(PoisonError::into_inner))
}
