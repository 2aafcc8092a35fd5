//! Reads and writes the lockfiles of npm, pnpm, yarn, Bun and Deno, each in its own format.
//!
//! A [`Lockfile`] is a file that was read: its text, its syntax, and the [`Graph`] that it says. An installer clones
//! the graph, changes it and passes it to [`Lockfile::write`], which changes in the text only what changed in the
//! graph: an equal graph yields identical bytes.
//!
//! ```text
//! let lockfile = match Lockfile::detect(folder)? {
//!     Some(found) => Lockfile::read(&found.path)?,
//!     None => Lockfile::new(Format::Npm),
//! };
//! let mut graph = lockfile.graph().clone();
//! graph.add(Package { name: "ms".into(), version: "2.1.3".into(), ..Package::default() });
//! let text = lockfile.write(&graph)?;
//! ```
//!
//! [`placement::place`] places new packages as npm does, for the formats that say where packages are. [`flags`] says
//! how packages are reachable.
//!
//! Does not: resolve versions, write files, read manifests (but `packageManager`, in [`Lockfile::detect`]). Start
//! reading at `model.rs`.

mod bun;
pub mod collation;
mod conflict;
mod deno;
mod detect;
mod error;
pub mod flags;
mod hex;
mod integrity;
mod json;
mod lockfile;
mod model;
mod npm;
pub mod placement;
mod pnpm;
mod relative;
mod tree;
mod value;
mod yaml;
mod yarn_berry;
mod yarn_classic;

pub use detect::Detected;
pub use error::{Error, ErrorKind, Position};
pub use lockfile::{Format, Lockfile};
pub use model::{
    CatalogEntry, Dependency, DependencyKind, Flags, Graph, Importer, Metadata, Package, PackageId, Patch, PeerContext,
    RemoteModules, Resolution, Settings,
};
pub use value::Value;

/// The value of a YAML document, in the part of YAML that lockfiles use.
///
/// # Errors
/// [`ErrorKind::Syntax`], with the position.
pub fn value_of_yaml(text: &str) -> Result<Value, Error> {
    yaml::parse(text, 0).map(|document| document.to_value())
}
