//! The command line of the binaries. `brio` has all commands. `brio-runtime`, which executables contain, starts programs
//! only: what it does not call is not linked, so nothing that both use may name a tool (`commands::run::tools`).

pub mod closed_output;
pub mod commands;
