//! Failures of native functions, before they are JavaScript errors. The JavaScript side makes the object
//! (`internal:core/native_errors`), so that class, code and message follow Node's tables in one place.

use brio_jsc::{Context, Value};
use std::io;
use std::path::Path;

/// Why a native function failed. Carries what Node puts on the error.
#[derive(Debug)]
pub struct OpError(Box<Failure>);

#[derive(Debug)]
pub(crate) struct Failure {
    /// Positive errno of a system error, 0 otherwise.
    pub errno: i32,
    /// `ERR_…` code of an error that is not a system error; empty for a system error.
    pub code: &'static str,
    /// Message of an error that is not a system error.
    pub message: String,
    pub syscall: &'static str,
    pub path: Option<String>,
    pub dest: Option<String>,
}

impl OpError {
    /// A failed system call. `error` without an errno becomes EIO.
    pub fn system(error: &io::Error, syscall: &'static str) -> Self {
        const EIO: i32 = 5;
        Self::errno(error.raw_os_error().unwrap_or(EIO), syscall)
    }

    /// A failed system call, by its positive errno.
    pub fn errno(errno: i32, syscall: &'static str) -> Self {
        Self(Box::new(Failure { errno, code: "", message: String::new(), syscall, path: None, dest: None }))
    }

    /// An error with a code of `base/errors/errors.toml` and its finished message.
    pub fn coded(code: &'static str, message: impl Into<String>) -> Self {
        Self(Box::new(Failure { errno: 0, code, message: message.into(), syscall: "", path: None, dest: None }))
    }

    /// A refusal of Node's permission model: `permission` is its name there, `resource` what it is about.
    pub(crate) fn access_denied(message: String, permission: &'static str, resource: &str) -> Self {
        let mut error = Self::coded("ERR_ACCESS_DENIED", message);
        error.0.syscall = permission;
        error.0.path = Some(resource.to_string());
        error
    }

    /// Adds the path that the system call was about.
    pub fn with_path(mut self, path: &Path) -> Self {
        self.0.path = Some(path.to_string_lossy().into_owned());
        self
    }

    /// Adds the second path (of a rename, a link).
    pub fn with_dest(mut self, dest: &Path) -> Self {
        self.0.dest = Some(dest.to_string_lossy().into_owned());
        self
    }

    /// The code of an error that is not a system error.
    pub fn code(&self) -> &'static str {
        self.0.code
    }

    /// The message of an error that is not a system error.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The positive errno, 0 when this is not a system error.
    pub fn raw_errno(&self) -> i32 {
        self.0.errno
    }

    pub(crate) fn failure(&self) -> &Failure {
        &self.0
    }
}

/// What an op that runs JavaScript can fail with: a failure of its own, or what JavaScript threw.
pub enum Thrown<'cx> {
    Error(OpError),
    Value(Value<'cx>),
}

impl From<OpError> for Thrown<'_> {
    fn from(error: OpError) -> Self {
        Thrown::Error(error)
    }
}

impl<'cx> From<Value<'cx>> for Thrown<'cx> {
    fn from(value: Value<'cx>) -> Self {
        Thrown::Value(value)
    }
}

/// What can become a thrown value.
pub trait IntoThrown<'cx> {
    /// Makes the JavaScript error.
    fn into_thrown(self, cx: Context<'cx>) -> Value<'cx>;
}

impl<'cx> IntoThrown<'cx> for OpError {
    fn into_thrown(self, cx: Context<'cx>) -> Value<'cx> {
        crate::hooks::make_error(cx, &self)
    }
}

impl<'cx> IntoThrown<'cx> for Thrown<'cx> {
    fn into_thrown(self, cx: Context<'cx>) -> Value<'cx> {
        match self {
            Thrown::Error(error) => crate::hooks::make_error(cx, &error),
            Thrown::Value(value) => value,
        }
    }
}
