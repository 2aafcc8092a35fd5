//! Brio's package manager: resolves dependencies as npm does, fetches packages into a store, lays them out under
//! `node_modules`, and writes the lockfile. It knows no engine and runs no JavaScript itself.
//!
//! Start reading at `commands`, then `install`.

pub mod error;
pub mod integrity;
pub mod manifest;
pub mod semver;
pub mod spec;
