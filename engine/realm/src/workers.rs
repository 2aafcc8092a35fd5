//! How host crates make realms on new threads without knowing the runtime, which decides what a realm consists of.

use crate::{Realm, Shared};
use std::io;
use std::rc::Rc;
use std::sync::OnceLock;

/// What a worker is started with.
#[derive(Clone, Debug)]
pub struct WorkerOptions<'a> {
    /// As [`crate::RealmOptions::shared`], of the parent's realm.
    pub shared: Shared,
    /// The builtin that is called.
    pub entry: &'a str,
    /// Its argument, JSON.
    pub argument: &'a str,
    /// As [`crate::RealmOptions::heap_bytes_max`].
    pub heap_bytes_max: f64,
}

/// Makes a worker's realm on this thread, passes it to `made`, then calls the builtin.
pub type Factory = fn(options: WorkerOptions<'_>, made: &mut dyn FnMut(&Rc<Realm>)) -> io::Result<Rc<Realm>>;

static FACTORY: OnceLock<Factory> = OnceLock::new();

/// Sets the function that makes realms, once per process.
pub fn set_factory(factory: Factory) {
    FACTORY.get_or_init(|| factory);
}

/// Makes a worker's realm on this thread. `made` is called before any of its code runs.
///
/// # Errors
/// The system's error when the loop cannot be made.
pub fn make(options: WorkerOptions<'_>, made: &mut dyn FnMut(&Rc<Realm>)) -> io::Result<Rc<Realm>> {
    let factory = FACTORY.get().ok_or_else(|| io::Error::other("this runtime has no workers"))?;
    factory(options, made)
}
