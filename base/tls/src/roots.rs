//! Trusted roots: the system's certificates, those of `NODE_EXTRA_CA_CERTS`, and the default of a thread.
//!
//! Debian and most systems ship Mozilla's list, so the system's file serves as what Node.js calls `bundled`.

use crate::certificates::parse_certificates;
use crate::error::TlsError;
use crate::ffi;
use openssl::x509::X509;
use openssl::x509::store::{X509Store, X509StoreBuilder};
use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

/// Trusted certificates that many contexts may share.
pub struct RootStore(X509Store);

/// The sources of the default roots of the process.
#[derive(Clone, Debug, Default)]
pub struct RootPolicy {
    /// Use OpenSSL's default locations, which `SSL_CERT_FILE` and `SSL_CERT_DIR` replace, instead of the bundled list.
    pub use_openssl: bool,
    /// Add the system's certificates, respecting `SSL_CERT_FILE` and `SSL_CERT_DIR`.
    pub use_system: bool,
    /// Omit the bundled list.
    pub without_bundled: bool,
    /// A PEM file with further certificates.
    pub extra_file: Option<PathBuf>,
}

thread_local! {
    static DEFAULT: RefCell<Option<RootStore>> = const { RefCell::new(None) };
    static DEFAULT_VERSION: Cell<u32> = const { Cell::new(0) };
}

/// The files in which distributions store their list.
const BUNDLES: [&str; 5] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/pki/tls/cacert.pem",
    "/etc/ssl/cert.pem",
];

impl RootStore {
    /// Makes a store of `certificates`.
    pub fn new(certificates: &[X509]) -> Result<Self, TlsError> {
        let mut builder = X509StoreBuilder::new()?;
        for certificate in certificates {
            // A duplicate certificate is not an error.
            let _ = builder.add_cert(certificate.clone());
        }
        Ok(Self(builder.build()))
    }

    /// A store with OpenSSL's default locations.
    pub fn openssl_default() -> Result<Self, TlsError> {
        let mut builder = X509StoreBuilder::new()?;
        builder.set_default_paths()?;
        Ok(Self(builder.build()))
    }

    /// The certificates that are loaded.
    pub fn certificates(&self) -> Vec<X509> {
        self.0.all_certificates().iter().map(|certificate| certificate.to_owned()).collect()
    }

    /// A second handle of the same store.
    pub(crate) fn share(&self) -> X509Store {
        ffi::share_store(&self.0)
    }

    /// A separate store with the same certificates.
    pub(crate) fn copy(&self) -> X509Store {
        let store = Self::new(&self.certificates());
        store.map_or_else(|_| self.share(), |store| store.0)
    }
}

impl Clone for RootStore {
    fn clone(&self) -> Self {
        Self(self.share())
    }
}

/// Sets the sources of default roots, for threads that have not used them yet.
pub fn set_root_policy(policy: RootPolicy) {
    *policy_cell().lock().unwrap_or_else(std::sync::PoisonError::into_inner) = policy;
}

/// The sources of default roots.
pub fn root_policy() -> RootPolicy {
    policy_cell().lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
}

/// The roots that this thread trusts by default. Created on first use.
///
/// # Errors
/// OpenSSL's, when it has no memory.
pub fn default_roots() -> Result<RootStore, TlsError> {
    DEFAULT.with_borrow_mut(|cell| {
        if let Some(roots) = cell {
            return Ok(roots.clone());
        }
        let roots = process_roots()?;
        *cell = Some(roots.clone());
        Ok(roots)
    })
}

/// Replaces the roots that this thread trusts by default.
pub fn set_default_roots(roots: RootStore) {
    DEFAULT.set(Some(roots));
    DEFAULT_VERSION.set(DEFAULT_VERSION.get().wrapping_add(1));
}

/// A number that changes with each [`set_default_roots`] of this thread: contexts made with older roots are outdated.
pub fn default_roots_version() -> u32 {
    DEFAULT_VERSION.get()
}

/// The list that the system ships.
pub fn bundled_certificates() -> &'static [X509] {
    static BUNDLED: OnceLock<Vec<X509>> = OnceLock::new();
    BUNDLED.get_or_init(|| {
        let found = BUNDLES.iter().find_map(|path| std::fs::read(path).ok());
        without_repetition(parse_certificates(&found.unwrap_or_default()))
    })
}

/// The system's certificates, respecting `SSL_CERT_FILE` and `SSL_CERT_DIR`.
pub fn system_certificates() -> &'static [X509] {
    static SYSTEM: OnceLock<Vec<X509>> = OnceLock::new();
    SYSTEM.get_or_init(|| {
        let named = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let (file, directory) = (named("SSL_CERT_FILE"), named("SSL_CERT_DIR"));
        if file.is_none() && directory.is_none() {
            let places = openssl_probe::probe();
            let Some(file) = places.cert_file else { return read_directories(&places.cert_dir) };
            return without_repetition(read_file(&file));
        }
        let mut certificates = file.map(|file| read_file(&file)).unwrap_or_default();
        certificates.extend(directory.map(|directory| read_directories(&[directory])).unwrap_or_default());
        without_repetition(certificates)
    })
}

/// The certificates of `NODE_EXTRA_CA_CERTS` (see [`RootPolicy::extra_file`]).
///
/// # Errors
/// The system's when the file cannot be read.
pub fn extra_certificates() -> std::io::Result<Vec<X509>> {
    let Some(path) = root_policy().extra_file else { return Ok(Vec::new()) };
    Ok(parse_certificates(&std::fs::read(path)?))
}

fn policy_cell() -> &'static Mutex<RootPolicy> {
    static POLICY: OnceLock<Mutex<RootPolicy>> = OnceLock::new();
    POLICY.get_or_init(|| {
        let extra_file = std::env::var_os("NODE_EXTRA_CA_CERTS").filter(|value| !value.is_empty()).map(PathBuf::from);
        let use_system = std::env::var_os("NODE_USE_SYSTEM_CA").is_some_and(|value| value == "1");
        Mutex::new(RootPolicy { extra_file, use_system, ..RootPolicy::default() })
    })
}

/// One store for all threads as long as the policy does not change.
fn process_roots() -> Result<RootStore, TlsError> {
    let policy = root_policy();
    if policy.use_openssl {
        let roots = RootStore::openssl_default()?;
        let mut builder = ffi::reopen_store(&roots.0);
        for certificate in extra_certificates().unwrap_or_default() {
            let _ = builder.add_cert(certificate);
        }
        return Ok(roots);
    }
    let mut certificates = Vec::new();
    if !policy.without_bundled {
        certificates.extend_from_slice(bundled_certificates());
    }
    if policy.use_system {
        certificates.extend_from_slice(system_certificates());
    }
    certificates.extend(extra_certificates().unwrap_or_default());
    RootStore::new(&certificates)
}

fn read_file(path: &Path) -> Vec<X509> {
    std::fs::read(path).map(|bytes| parse_certificates(&bytes)).unwrap_or_default()
}

fn read_directories(directories: &[PathBuf]) -> Vec<X509> {
    let entries = directories.iter().filter_map(|directory| std::fs::read_dir(directory).ok()).flatten().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort_unstable();
    without_repetition(files.iter().flat_map(|path| read_file(path)).collect())
}

fn without_repetition(certificates: Vec<X509>) -> Vec<X509> {
    let mut seen = std::collections::HashSet::new();
    certificates.into_iter().filter(|certificate| certificate.to_der().is_ok_and(|der| seen.insert(der))).collect()
}
