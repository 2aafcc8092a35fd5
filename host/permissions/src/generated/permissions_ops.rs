// @generated from ops/permissions.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Permissions;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// What a permission is about. The first eight are Deno's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PermissionKind {
    Read = 0,
    Write = 1,
    Net = 2,
    Env = 3,
    Run = 4,
    Sys = 5,
    /// Native code: FFI and addons.
    Ffi = 6,
    /// Modules from hosts.
    Import = 7,
    Worker = 8,
    Wasi = 9,
    Inspector = 10,
    /// Sockets of the file system, which the permissions of `NET` are about, too.
    Unix = 11,
}

impl PermissionKind {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Read,
            1 => Self::Write,
            2 => Self::Net,
            3 => Self::Env,
            4 => Self::Run,
            5 => Self::Sys,
            6 => Self::Ffi,
            7 => Self::Import,
            8 => Self::Worker,
            9 => Self::Wasi,
            10 => Self::Inspector,
            11 => Self::Unix,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for PermissionKind {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of PermissionKind")
    }
}

impl<'cx> op::IntoValue<'cx> for PermissionKind {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What a policy says about a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PermissionState {
    Granted = 0,
    /// Granted, but for something below the subject.
    Partial = 1,
    /// Not decided: a prompt may grant it.
    Prompt = 2,
    Denied = 3,
    /// The subject is to look as if it did not exist.
    Ignored = 4,
}

impl PermissionState {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Granted,
            1 => Self::Partial,
            2 => Self::Prompt,
            3 => Self::Denied,
            4 => Self::Ignored,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for PermissionState {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of PermissionState")
    }
}

impl<'cx> op::IntoValue<'cx> for PermissionState {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// Whose rules a policy has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PermissionModel {
    /// There is no policy.
    None = 0,
    Node = 1,
    Deno = 2,
}

impl PermissionModel {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::None,
            1 => Self::Node,
            2 => Self::Deno,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for PermissionModel {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of PermissionModel")
    }
}

impl<'cx> op::IntoValue<'cx> for PermissionModel {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What `crate::Permissions` implements.
pub trait PermissionsOps {
    /// Gives this thread a policy, which stays until the thread ends. `hasErrorsOfDeno`: refusals are Deno's errors, otherwise
    /// Node's. `flags` are `allow-read` for everything of a kind and `allow-read=VALUE` for one value, in the same way
    /// `deny-…` and `ignore-…` of all kinds; further `prompt`, `node-paths` for paths as Node's flags write
    /// them, and `reads-modules`: the program's own modules need the permission to be read, too. `onlyAudits`: refusals are reported, not enforced. Throws INVALID_PERMISSION for a wrong value.
    /// @permission none: it can only take permissions away
    fn activate(
        &self,
        model: PermissionModel,
        has_errors_of_deno: bool,
        flags: &[String],
        only_audits: bool,
    ) -> Result<(), OpError>;
    /// Whether this thread has a policy.
    /// @permission none: a query
    fn is_active(&self) -> Result<bool, OpError>;
    /// Whose rules this thread's policy has.
    /// @permission none: a query
    fn model(&self) -> Result<PermissionModel, OpError>;
    /// What the policy says about a kind and a subject, null for all of the kind. Throws INVALID_HOST and INVALID_SYSTEM_FACT
    /// for invalid subjects.
    /// @permission none: a query
    fn query(&self, kind: PermissionKind, subject: Option<&str>) -> Result<PermissionState, OpError>;
    /// As `query`, after a prompt at the terminal where that can change the result.
    /// @permission none: the person at the terminal decides
    fn request(&self, kind: PermissionKind, subject: Option<&str>) -> Result<PermissionState, OpError>;
    /// Takes back what was granted: what covers `subject`, or everything of the kind. Returns what `query` returns now.
    /// @permission none: it can only take permissions away
    fn revoke(&self, kind: PermissionKind, subject: Option<&str>) -> Result<PermissionState, OpError>;
    /// Takes permissions back for good: they cannot be requested.
    /// @permission none: it can only take permissions away
    fn drop(&self, kind: PermissionKind, subject: Option<&str>) -> Result<(), OpError>;
    /// Throws the error of a refusal unless a kind and subject are granted; prompts where the policy says so. Returns false
    /// when the subject is to look as if it did not exist.
    /// @permission none: a query
    fn check(&self, kind: PermissionKind, subject: Option<&str>) -> Result<bool, OpError>;
    /// Sets the permissions of the worker that this thread starts next: `KIND=inherit`, `KIND=granted`, `KIND=none`, or
    /// `KIND:VALUE` for each value of a list. Kinds that are missing are inherited. Throws NOT_CAPABLE when the worker would
    /// have more than this thread, and INVALID_PERMISSION for a wrong value.
    /// @permission none: a worker has at most the permissions of its parent
    fn narrow_next_worker(&self, scopes: &[String]) -> Result<(), OpError>;
    /// Narrows the permissions of this thread until `restore`, for a test; `scopes` and errors as for `narrowNextWorker`.
    /// @permission none: it can only take permissions away
    fn narrow(&self, scopes: &[String]) -> Result<(), OpError>;
    /// Ends what the last `narrow` began.
    /// @permission none: ends a restriction that the test runner began
    fn restore(&self) -> Result<(), OpError>;
    /// Makes a file part of the program: the loader may read it without the permission to read.
    /// @permission none: the loader decides what the program consists of
    fn add_to_program(&self, path: &Path) -> Result<(), OpError>;
    /// The file that was made part of the program first, by any thread: its main module. Null without one.
    /// @permission none: a fact about the program
    fn first_of_program(&self) -> Result<Option<Text>, OpError>;
    /// The folder `name` of a program's own data (`localStorage`, `caches` of Deno), below the folder of caches that the
    /// environment named at start. Under Deno's permissions the program may use it, as in Deno. Throws INVALID_PERMISSION unless
    /// `name` is 64 hexadecimal digits.
    /// @permission none: the program cannot choose the folder
    fn data_folder(&self, name: &str) -> Result<Text, OpError>;
    /// Records that a name leads to a numeric address, for names that the builtins resolve themselves (`localhost`).
    /// @permission none: the name decides whether the address may be reached
    fn record_address(&self, host: &str, address: &str) -> Result<(), OpError>;
    /// Lets the permission broker at the Unix socket `path` decide about everything from now on: it confirms what is granted, and
    /// answers where the program would prompt. `home` is whose errors the program expects. Throws the system's error.
    /// @permission none: the environment of the process names the broker, which can only take permissions away
    fn start_broker(&self, path: &str, home: &str) -> Result<(), OpError>;
    /// Whether the process has a permission broker.
    /// @permission none: a query
    fn has_broker(&self) -> Result<bool, OpError>;
    /// Records all checks of the process from now on in a file, one JSON object per line. Throws the system's error.
    /// @permission none: the environment of the process names the file
    fn start_audit(&self, path: &str) -> Result<(), OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Permissions>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Permissions> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Permissions>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct ActivateOp;
impl NativeFunction for ActivateOp {
    const NAME: &'static str = "activate";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut model: PermissionModel = op::argument(cx, &arguments, 0, "activate: model")?;
        let mut has_errors_of_deno: bool = op::argument(cx, &arguments, 1, "activate: has_errors_of_deno")?;
        let mut flags: Vec<String> = op::argument(cx, &arguments, 2, "activate: flags")?;
        let mut only_audits: bool = op::argument(cx, &arguments, 3, "activate: only_audits")?;
        op::finish(cx, PermissionsOps::activate(&*state(), model, has_errors_of_deno, &flags, only_audits))
    }
}

struct IsActiveOp;
impl NativeFunction for IsActiveOp {
    const NAME: &'static str = "isActive";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, PermissionsOps::is_active(&*state()))
    }
}

struct ModelOp;
impl NativeFunction for ModelOp {
    const NAME: &'static str = "model";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, PermissionsOps::model(&*state()))
    }
}

struct QueryOp;
impl NativeFunction for QueryOp {
    const NAME: &'static str = "query";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut kind: PermissionKind = op::argument(cx, &arguments, 0, "query: kind")?;
        let mut subject: Option<String> = op::argument(cx, &arguments, 1, "query: subject")?;
        op::finish(cx, PermissionsOps::query(&*state(), kind, subject.as_deref()))
    }
}

struct RequestOp;
impl NativeFunction for RequestOp {
    const NAME: &'static str = "request";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut kind: PermissionKind = op::argument(cx, &arguments, 0, "request: kind")?;
        let mut subject: Option<String> = op::argument(cx, &arguments, 1, "request: subject")?;
        op::finish(cx, PermissionsOps::request(&*state(), kind, subject.as_deref()))
    }
}

struct RevokeOp;
impl NativeFunction for RevokeOp {
    const NAME: &'static str = "revoke";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut kind: PermissionKind = op::argument(cx, &arguments, 0, "revoke: kind")?;
        let mut subject: Option<String> = op::argument(cx, &arguments, 1, "revoke: subject")?;
        op::finish(cx, PermissionsOps::revoke(&*state(), kind, subject.as_deref()))
    }
}

struct DropOp;
impl NativeFunction for DropOp {
    const NAME: &'static str = "drop";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut kind: PermissionKind = op::argument(cx, &arguments, 0, "drop: kind")?;
        let mut subject: Option<String> = op::argument(cx, &arguments, 1, "drop: subject")?;
        op::finish(cx, PermissionsOps::drop(&*state(), kind, subject.as_deref()))
    }
}

struct CheckOp;
impl NativeFunction for CheckOp {
    const NAME: &'static str = "check";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut kind: PermissionKind = op::argument(cx, &arguments, 0, "check: kind")?;
        let mut subject: Option<String> = op::argument(cx, &arguments, 1, "check: subject")?;
        op::finish(cx, PermissionsOps::check(&*state(), kind, subject.as_deref()))
    }
}

struct NarrowNextWorkerOp;
impl NativeFunction for NarrowNextWorkerOp {
    const NAME: &'static str = "narrowNextWorker";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut scopes: Vec<String> = op::argument(cx, &arguments, 0, "narrowNextWorker: scopes")?;
        op::finish(cx, PermissionsOps::narrow_next_worker(&*state(), &scopes))
    }
}

struct NarrowOp;
impl NativeFunction for NarrowOp {
    const NAME: &'static str = "narrow";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut scopes: Vec<String> = op::argument(cx, &arguments, 0, "narrow: scopes")?;
        op::finish(cx, PermissionsOps::narrow(&*state(), &scopes))
    }
}

struct RestoreOp;
impl NativeFunction for RestoreOp {
    const NAME: &'static str = "restore";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, PermissionsOps::restore(&*state()))
    }
}

struct AddToProgramOp;
impl NativeFunction for AddToProgramOp {
    const NAME: &'static str = "addToProgram";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: PathBuf = op::argument(cx, &arguments, 0, "addToProgram: path")?;
        op::finish(cx, PermissionsOps::add_to_program(&*state(), &path))
    }
}

struct FirstOfProgramOp;
impl NativeFunction for FirstOfProgramOp {
    const NAME: &'static str = "firstOfProgram";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, PermissionsOps::first_of_program(&*state()))
    }
}

struct DataFolderOp;
impl NativeFunction for DataFolderOp {
    const NAME: &'static str = "dataFolder";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut name: String = op::argument(cx, &arguments, 0, "dataFolder: name")?;
        op::finish(cx, PermissionsOps::data_folder(&*state(), &name))
    }
}

struct RecordAddressOp;
impl NativeFunction for RecordAddressOp {
    const NAME: &'static str = "recordAddress";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut host: String = op::argument(cx, &arguments, 0, "recordAddress: host")?;
        let mut address: String = op::argument(cx, &arguments, 1, "recordAddress: address")?;
        op::finish(cx, PermissionsOps::record_address(&*state(), &host, &address))
    }
}

struct StartBrokerOp;
impl NativeFunction for StartBrokerOp {
    const NAME: &'static str = "startBroker";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "startBroker: path")?;
        let mut home: String = op::argument(cx, &arguments, 1, "startBroker: home")?;
        op::finish(cx, PermissionsOps::start_broker(&*state(), &path, &home))
    }
}

struct HasBrokerOp;
impl NativeFunction for HasBrokerOp {
    const NAME: &'static str = "hasBroker";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, PermissionsOps::has_broker(&*state()))
    }
}

struct StartAuditOp;
impl NativeFunction for StartAuditOp {
    const NAME: &'static str = "startAudit";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "startAudit: path")?;
        op::finish(cx, PermissionsOps::start_audit(&*state(), &path))
    }
}

/// The functions of `native:permissions`.
pub const AREA: Area = Area {
    name: "permissions",
    functions: &[
        AreaFunction { name: "activate", is_async: false, make: op::make::<ActivateOp> },
        AreaFunction { name: "isActive", is_async: false, make: op::make::<IsActiveOp> },
        AreaFunction { name: "model", is_async: false, make: op::make::<ModelOp> },
        AreaFunction { name: "query", is_async: false, make: op::make::<QueryOp> },
        AreaFunction { name: "request", is_async: false, make: op::make::<RequestOp> },
        AreaFunction { name: "revoke", is_async: false, make: op::make::<RevokeOp> },
        AreaFunction { name: "drop", is_async: false, make: op::make::<DropOp> },
        AreaFunction { name: "check", is_async: false, make: op::make::<CheckOp> },
        AreaFunction { name: "narrowNextWorker", is_async: false, make: op::make::<NarrowNextWorkerOp> },
        AreaFunction { name: "narrow", is_async: false, make: op::make::<NarrowOp> },
        AreaFunction { name: "restore", is_async: false, make: op::make::<RestoreOp> },
        AreaFunction { name: "addToProgram", is_async: false, make: op::make::<AddToProgramOp> },
        AreaFunction { name: "firstOfProgram", is_async: false, make: op::make::<FirstOfProgramOp> },
        AreaFunction { name: "dataFolder", is_async: false, make: op::make::<DataFolderOp> },
        AreaFunction { name: "recordAddress", is_async: false, make: op::make::<RecordAddressOp> },
        AreaFunction { name: "startBroker", is_async: false, make: op::make::<StartBrokerOp> },
        AreaFunction { name: "hasBroker", is_async: false, make: op::make::<HasBrokerOp> },
        AreaFunction { name: "startAudit", is_async: false, make: op::make::<StartAuditOp> },
    ],
};
