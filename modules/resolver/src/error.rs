//! Resolution errors, with Node's messages.

use std::path::{Path, PathBuf};

/// A failed resolution. `code` and `message` are Node's to the letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolveError {
    /// The error's `code`.
    pub code: ErrorCode,
    /// The error's `message`.
    pub message: String,
    /// The missing file: `url` of an import's error (as a path), `path` of a require's.
    pub path: Option<PathBuf>,
    /// `requireStack` of a require's error: empty unless the request itself named the missing module.
    pub require_stack: Vec<String>,
}

macro_rules! codes {
    ($($variant:ident $name:literal $class:literal,)*) => {
        /// The codes, and with them the classes, of resolution errors.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ErrorCode {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl ErrorCode {
            /// Returns the code's name.
            pub const fn as_str(self) -> &'static str {
                match self { $(ErrorCode::$variant => $name,)* }
            }

            /// Returns the name of the class that Node throws: `Error` or `TypeError`.
            pub const fn class(self) -> &'static str {
                match self { $(ErrorCode::$variant => $class,)* }
            }
        }
    };
}

codes! {
    ModuleNotFound "ERR_MODULE_NOT_FOUND" "Error",
    RequireNotFound "MODULE_NOT_FOUND" "Error",
    PackagePathNotExported "ERR_PACKAGE_PATH_NOT_EXPORTED" "Error",
    PackageImportNotDefined "ERR_PACKAGE_IMPORT_NOT_DEFINED" "TypeError",
    InvalidModuleSpecifier "ERR_INVALID_MODULE_SPECIFIER" "TypeError",
    InvalidPackageConfig "ERR_INVALID_PACKAGE_CONFIG" "Error",
    InvalidPackageTarget "ERR_INVALID_PACKAGE_TARGET" "Error",
    UnsupportedDirImport "ERR_UNSUPPORTED_DIR_IMPORT" "Error",
    UnsupportedUrlScheme "ERR_UNSUPPORTED_ESM_URL_SCHEME" "Error",
    InvalidFileUrlHost "ERR_INVALID_FILE_URL_HOST" "TypeError",
    MalformedUri "ERR_MALFORMED_URI" "URIError",
}

impl ResolveError {
    pub(crate) fn new(code: ErrorCode, message: String) -> Self {
        Self { code, message, path: None, require_stack: Vec::new() }
    }

    pub(crate) fn with_path(self, path: impl Into<PathBuf>) -> Self {
        Self { path: Some(path.into()), ..self }
    }

    pub(crate) fn package_not_found(name: &str, importer: &Path) -> Self {
        let message = format!("Cannot find package '{name}'{}", imported_from(Some(importer)));
        Self::new(ErrorCode::ModuleNotFound, message)
    }

    pub(crate) fn module_not_found(path: &str, importer: &Path) -> Self {
        let message = format!("Cannot find module '{path}'{}", imported_from(Some(importer)));
        Self::new(ErrorCode::ModuleNotFound, message).with_path(path)
    }

    pub(crate) fn directory_import(path: &str, importer: &Path) -> Self {
        let from = imported_from(Some(importer));
        let message = format!("Directory import '{path}' is not supported resolving ES modules{from}");
        Self::new(ErrorCode::UnsupportedDirImport, message).with_path(path)
    }

    pub(crate) fn require_not_found(specifier: &str, stack: &[String]) -> Self {
        let mut message = format!("Cannot find module '{specifier}'");
        if !stack.is_empty() {
            message.push_str("\nRequire stack:\n- ");
            message.push_str(&stack.join("\n- "));
        }
        Self { require_stack: stack.to_vec(), ..Self::new(ErrorCode::RequireNotFound, message) }
    }

    pub(crate) fn invalid_specifier(specifier: &str, reason: &str, importer: Option<&Path>) -> Self {
        let message = format!("Invalid module \"{specifier}\" {reason}{}", imported_from(importer));
        Self::new(ErrorCode::InvalidModuleSpecifier, message)
    }

    /// `base` describes the operation, without a full stop; `reason` is a sentence.
    pub(crate) fn invalid_config(path: &Path, base: Option<&str>, reason: Option<&str>) -> Self {
        let mut message = format!("Invalid package config {}", path.display());
        if let Some(base) = base {
            message.push_str(" while importing ");
            message.push_str(base);
        }
        message.push('.');
        if let Some(reason) = reason {
            message.push(' ');
            message.push_str(reason);
        }
        Self::new(ErrorCode::InvalidPackageConfig, message).with_path(path)
    }
}

pub(crate) fn imported_from(importer: Option<&Path>) -> String {
    importer.map(|importer| format!(" imported from {}", importer.display())).unwrap_or_default()
}

impl std::fmt::Display for ResolveError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for ResolveError {}
