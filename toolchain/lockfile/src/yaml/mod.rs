//! The YAML of lockfiles, with places in the text.
//!
//! Read (`parse.rs`): what the dumpers of pnpm and yarn write, and what formatters make of it: block and flow
//! collections, plain, quoted and block scalars, comments, explicit keys. Refused with line and column: anchors,
//! aliases, tags, merge keys, directives. All scalars are strings to the graph; `true`, `null` and numbers are
//! distinguished as YAML 1.2's core schema does.
//!
//! Written (`print.rs`): in the manner of pnpm's dumper.

mod parse;
mod print;

pub use parse::parse;
pub use print::print;
