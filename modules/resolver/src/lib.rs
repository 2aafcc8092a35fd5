//! Which file an import or a require means: Node's two algorithms, TypeScript's path mapping, and what kind
//! of module the file is. Also: which tsconfig governs a file, and whose home a program is.
//!
//! It reads the file system and parses no code. Built-in modules, `data:` and `http:` URLs are the caller's:
//! it looks at them before it asks. Start reading at [`Resolver::resolve`].

mod commonjs;
mod error;
mod esm;
mod exports;
mod file_url;
mod format;
mod home;
mod package_json;
mod resolver;
mod tsconfig;

pub use error::{ErrorCode, ResolveError};
pub use format::{Format, Syntax, data_url_format, unknown_extension_message};
pub use home::{Home, SourceHints, detect_home, home_of_specifier};
pub use package_json::{PackageJson, PackageType};
pub use resolver::{Options, Request, ResolveKind, Resolved, Resolver};
pub use tsconfig::{CompilerOptions, TsconfigError};
