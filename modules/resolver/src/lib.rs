//! Module resolution: the file of an import or a require, by Node's two algorithms and TypeScript's path mapping, and
//! the format of that file. Also: the tsconfig of a file, and the home of a program.
//!
//! It reads the file system and parses no code. Built-in modules and `data:` URLs are left to the caller, which handles them
//! before; what is not on the disk is fetched by a [`Provider`], if there is one. Start reading at [`Resolver::resolve`].

mod commonjs;
pub mod deno;
mod error;
mod esm;
mod exports;
mod file_url;
mod format;
mod home;
mod node_builtins;
mod overrides;
mod package_json;
mod provider;
mod resolver;
mod settings;
mod tsconfig;

pub use deno::{DenoConfig, Imported};
pub use error::{ErrorCode, ResolveError};
pub use format::{Format, Syntax, data_url_format, unknown_extension_message};
pub use home::{Detection, Home, Reason, SourceHints, home_of_specifier};
pub use node_builtins::is_bare_builtin;
pub use overrides::{CompilerOverrides, override_compiler_options};
pub use package_json::{PackageJson, PackageType, Runtimes};
pub use provider::{MayFetch, ProvidedPackage, Provider, WantedPackage};
pub use resolver::{DenoSource, Options, Request, ResolveKind, Resolved, Resolver};
pub use settings::{ReadSetting, Setting};
pub use tsconfig::{CompilerOptions, TsconfigError};
