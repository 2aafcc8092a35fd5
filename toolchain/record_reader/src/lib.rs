//! Reads the records that registries have of packages: one pass over the JSON retains, of each version, what installing
//! needs. It chooses no version and knows no network.
//!
//! It is a crate of its own because an installation reads more than a hundred megabytes of records: it is compiled for
//! speed, the package manager for size. Start reading at [`Record::read`].

mod record;
mod scanner;

pub use record::{Record, Version, reduce};
pub use scanner::Invalid;
