//! Node-API: what native addons call, and how JavaScript calls them (`docs/decisions/0053-native-addons.md`).
//!
//! Does: all functions of `js_native_api.h` and `node_api.h` up to version 10 and the experimental ones of Node 26, with
//! Node's statuses and messages. Does not: find or open files (`host/addons`), or define what `process.dlopen` throws.
//! Start reading at [`Addons`], then `env.rs`, `functions.rs` and `api/`.
//!
//! Functions that addons call are safe Rust functions over types that only C can make (`types.rs`): what an addon must
//! promise is written there.
#![allow(unsafe_code)]

mod addons;
pub mod api;
mod async_work;
pub mod brotli;
mod bundler_plugins;
mod by_address;
mod classes;
mod cleanup;
mod destructors;
mod env;
mod env_references;
mod external_memory;
mod externals;
mod fatal;
mod finalizers;
mod functions;
mod instances;
mod load;
mod names;
mod references;
mod status;
mod threadsafe;
mod types;
mod uv;
mod weaks;

pub use addons::{Addons, Helpers};
pub use bundler_plugins::{BeforeParse, Replaced};
pub use external_memory::is_addon_memory;
pub use externals::{address_of_external, is_external};
pub use load::{LoadError, load};
