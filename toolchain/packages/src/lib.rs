//! Brio's package manager: resolves dependencies as npm does, fetches packages into a store, lays them out under
//! `node_modules`, and writes the lockfile. It knows no engine and runs no JavaScript itself.
//!
//! Start reading at `commands`, then `install`.

pub mod bins;
pub mod commands;
pub mod config;
pub mod content;
pub mod deno_tasks;
pub mod error;
mod fetched;
pub mod files;
pub mod flags;
pub mod foreign_flags;
pub mod git;
pub mod graph;
mod gyp_folders;
pub mod imports;
pub mod install;
pub mod installed;
pub mod integrity;
pub mod isolated;
pub mod jail;
pub mod layout;
pub mod link;
pub mod lock;
pub mod manifest;
mod memory_budget;
pub mod network;
mod node_gyp;
mod node_headers;
pub mod pack;
pub mod packument;
pub mod patches;
pub mod pool;
pub mod prepare;
pub mod printable;
pub mod progress;
pub mod project;
pub mod registry;
pub mod release_age;
pub mod run;
pub mod scripts;
pub mod semver;
pub mod session;
pub mod sources;
pub mod spec;
pub mod store;
pub mod tarball;
pub mod time;
pub mod tree;
pub mod workspace;
