// @generated from ops/process.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Process;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// Real and effective user and group: uid, euid, gid, egid.
#[derive(Debug)]
pub struct Identity {
    pub uid: u32,
    pub effective_uid: u32,
    pub gid: u32,
    pub effective_gid: u32,
}

impl<'cx> op::IntoValue<'cx> for Identity {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "uid", op::IntoValue::into_value(self.uid, cx)?)?;
        object.set(cx, "effectiveUid", op::IntoValue::into_value(self.effective_uid, cx)?)?;
        object.set(cx, "gid", op::IntoValue::into_value(self.gid, cx)?)?;
        object.set(cx, "effectiveGid", op::IntoValue::into_value(self.effective_gid, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for Identity {}

/// Events of the loop about the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum ProcessLoopEvent {
    /// A signal arrived: (its number).
    Signal = 1,
    /// The signal of `watchRareSignal` arrived.
    RareSignal = 2,
    /// The process ends since its heap is over its limit (`announceHeapLimit`). Raised from within running code.
    OutOfMemory = 3,
}

impl ProcessLoopEvent {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: i32) -> Option<Self> {
        Some(match number {
            1 => Self::Signal,
            2 => Self::RareSignal,
            3 => Self::OutOfMemory,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for ProcessLoopEvent {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <i32 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of ProcessLoopEvent")
    }
}

impl<'cx> op::IntoValue<'cx> for ProcessLoopEvent {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as i32, cx)
    }
}

/// Which user or group `setIdentity` changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum IdentityKind {
    /// Real and effective user.
    User = 0,
    Group = 1,
    EffectiveUser = 2,
    EffectiveGroup = 3,
}

impl IdentityKind {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::User,
            1 => Self::Group,
            2 => Self::EffectiveUser,
            3 => Self::EffectiveGroup,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for IdentityKind {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of IdentityKind")
    }
}

impl<'cx> op::IntoValue<'cx> for IdentityKind {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// The numbers of `usage`, by their index (getrusage(2)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum UsageField {
    UserMicroseconds = 0,
    SystemMicroseconds = 1,
    PeakKilobytes = 2,
    SharedMemory = 3,
    UnsharedData = 4,
    UnsharedStack = 5,
    MinorFaults = 6,
    MajorFaults = 7,
    Swaps = 8,
    BlockReads = 9,
    BlockWrites = 10,
    MessagesSent = 11,
    MessagesReceived = 12,
    Signals = 13,
    VoluntarySwitches = 14,
    InvoluntarySwitches = 15,
    /// How many there are.
    Count = 16,
}

impl UsageField {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::UserMicroseconds,
            1 => Self::SystemMicroseconds,
            2 => Self::PeakKilobytes,
            3 => Self::SharedMemory,
            4 => Self::UnsharedData,
            5 => Self::UnsharedStack,
            6 => Self::MinorFaults,
            7 => Self::MajorFaults,
            8 => Self::Swaps,
            9 => Self::BlockReads,
            10 => Self::BlockWrites,
            11 => Self::MessagesSent,
            12 => Self::MessagesReceived,
            13 => Self::Signals,
            14 => Self::VoluntarySwitches,
            15 => Self::InvoluntarySwitches,
            16 => Self::Count,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for UsageField {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of UsageField")
    }
}

impl<'cx> op::IntoValue<'cx> for UsageField {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What `crate::Process` implements.
pub trait ProcessOps {
    /// The arguments of the process, unchanged: program first.
    /// @permission none: arguments of this process
    fn argv(&self) -> Result<Vec<String>, OpError>;
    /// Shows `title` as the command line of the process, as far as its arguments have space, and as the name of its main
    /// thread. Returns what is shown.
    /// @permission none: affects this process
    fn set_title(&self, title: &str) -> Result<Text, OpError>;
    /// The version of the C library that runs; null for another one than glibc.
    /// @permission none: a constant of this process
    fn c_library_version(&self) -> Result<Option<Text>, OpError>;
    /// The path of this executable.
    /// @permission none: a fact about this process
    fn exec_path(&self) -> Result<Text, OpError>;
    /// The environment: alternating names and values.
    /// @permission none: `process.env` and `Deno.env` check what they pass to programs
    fn environment(&self) -> Result<Vec<String>, OpError>;
    /// The value of an environment variable; null when it is not set.
    /// @permission none: settings of the builtins; programs have `process.env` and `Deno.env`
    fn get_environment(&self, name: &str) -> Result<Option<Text>, OpError>;
    /// Parses the contents of an .env file: alternating names and values, sorted by name.
    /// @permission none: a pure computation
    fn read_environment_text(&self, text: &str) -> Result<Vec<String>, OpError>;
    /// The working directory. Throws ENOENT (`uv_cwd`) when it is gone.
    /// @permission none: a fact about this process
    fn cwd(&self) -> Result<Text, OpError>;
    /// Changes the working directory.
    /// @permission read(path)
    fn chdir(&self, path: &Path) -> Result<(), OpError>;
    /// How many times the working directory of the process was changed, by any thread: a cached one is valid while this
    /// stays the same.
    /// @permission none: a fact about this process
    fn chdir_count(&self) -> Result<u32, OpError>;
    /// Gives this thread a working directory and a mask of new files of its own, at first those of the process: `chdir` and `umask`
    /// change nothing else from now on. Returns whether the system can.
    /// @permission none: the directory stays
    fn separate_directory(&self) -> Result<bool, OpError>;
    /// Takes over the working directory of the process, in a thread where an earlier realm separated its own.
    /// @permission none: the directory is that of the process
    fn restore_directory(&self) -> Result<(), OpError>;
    /// Number of this process.
    /// @permission none: a fact about this process
    fn pid(&self) -> Result<u32, OpError>;
    /// Number of the parent.
    /// @permission none: a fact about this process
    fn parent_pid(&self) -> Result<u32, OpError>;
    /// Ends the process at once with `code`, after writing buffered standard output. `finishesJobs`: jobs of the thread
    /// pool, such as writes of files, are finished first, for two seconds at most.
    /// @permission none: ends this process
    fn exit(&self, code: i32, finishes_jobs: bool) -> Result<(), OpError>;
    /// Ends the process as by SIGABRT.
    /// @permission none: ends this process
    fn abort(&self) -> Result<(), OpError>;
    /// Sends `signal` (0 only checks that the process exists) to a process.
    /// @permission signal(pid)
    fn kill(&self, pid: i32, signal: i32) -> Result<(), OpError>;
    /// Sets the file mode mask and returns the old one; null only reads it.
    /// @permission sys("umask")
    fn umask(&self, mask: Option<u32>) -> Result<u32, OpError>;
    /// The users and groups of the process. `fact` is Deno's name for the one that the caller returns to the program.
    /// @permission sys(fact)
    fn identity(&self, fact: &str) -> Result<Identity, OpError>;
    /// The supplementary groups: unsigned 32-bit words.
    /// @permission sys("gid")
    fn groups(&self) -> Result<Vec<u8>, OpError>;
    /// Bytes of memory of the process that are resident.
    /// @permission none: a fact about this process
    fn resident_bytes(&self) -> Result<f64, OpError>;
    /// The limit of the control group of the process in bytes; infinite without one.
    /// @permission none: a fact about this process
    fn memory_limit_bytes(&self) -> Result<f64, OpError>;
    /// The limit of the heap in bytes, from the command line or the control group; infinite without one.
    /// @permission none: a fact about this process
    fn heap_limit_bytes(&self) -> Result<f64, OpError>;
    /// Raises the event `OUT_OF_MEMORY` before this process ends because its heap is over the limit that the command line
    /// requested. On the main thread.
    /// @permission none: a fact about this process
    fn announce_heap_limit(&self) -> Result<(), OpError>;
    /// Subscribes to a signal: the event `SIGNAL` reports it. Throws EINVAL for SIGKILL and SIGSTOP.
    /// @permission none: receives signals of this process
    fn watch_signal(&self, signal: i32) -> Result<(), OpError>;
    /// Subscribes to a signal that hardly ever arrives, once per process: the event `RARE_SIGNAL` reports it, unless this thread
    /// watches it also with `watchSignal`. Costs no descriptor.
    /// @permission none: receives signals of this process
    fn watch_rare_signal(&self, signal: i32) -> Result<(), OpError>;
    /// Ends the subscription; the default action is restored.
    /// @permission none: receives signals of this process
    fn unwatch_signal(&self, signal: i32) -> Result<(), OpError>;
    /// Changes a user or group of the process. Throws EPERM (syscall named after the kind).
    /// @permission sys("setuid")
    /// @permission sys("setgid")
    /// @permission sys("seteuid")
    /// @permission sys("setegid")
    fn set_identity(&self, kind: IdentityKind, id: u32) -> Result<(), OpError>;
    /// Sets the supplementary groups: unsigned 32-bit words. Throws EPERM.
    /// @permission sys("setgid")
    fn set_groups(&self, groups: &[u8]) -> Result<(), OpError>;
    /// Sets the supplementary groups to those of user `name` and `group`. Throws EPERM.
    /// @permission sys("setgid")
    fn initialize_groups(&self, name: &str, group: u32) -> Result<(), OpError>;
    /// The number of a user; null for an unknown name.
    /// @permission sys("uid")
    fn user_number(&self, name: &str) -> Result<Option<u32>, OpError>;
    /// The number of a group; null for an unknown name.
    /// @permission sys("gid")
    fn group_number(&self, name: &str) -> Result<Option<u32>, OpError>;
    /// The name of a user; null for an unknown number.
    /// @permission sys("userInfo")
    fn user_name(&self, id: u32) -> Result<Option<Text>, OpError>;
    /// The resource usage of the process (or, with `thread`, of this thread): the numbers of `UsageField` as 64-bit floats in
    /// `out`, as far as they fit.
    /// @permission none: a fact about this process
    fn usage(&self, out: &mut [u8], thread: bool) -> Result<(), OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Process>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Process> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Process>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct ArgvOp;
impl NativeFunction for ArgvOp {
    const NAME: &'static str = "argv";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, ProcessOps::argv(&*state()))
    }
}

struct SetTitleOp;
impl NativeFunction for SetTitleOp {
    const NAME: &'static str = "setTitle";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut title: String = op::argument(cx, &arguments, 0, "setTitle: title")?;
        op::finish(cx, ProcessOps::set_title(&*state(), &title))
    }
}

struct CLibraryVersionOp;
impl NativeFunction for CLibraryVersionOp {
    const NAME: &'static str = "cLibraryVersion";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, ProcessOps::c_library_version(&*state()))
    }
}

struct ExecPathOp;
impl NativeFunction for ExecPathOp {
    const NAME: &'static str = "execPath";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, ProcessOps::exec_path(&*state()))
    }
}

struct EnvironmentOp;
impl NativeFunction for EnvironmentOp {
    const NAME: &'static str = "environment";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, ProcessOps::environment(&*state()))
    }
}

struct GetEnvironmentOp;
impl NativeFunction for GetEnvironmentOp {
    const NAME: &'static str = "getEnvironment";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut name: String = op::argument(cx, &arguments, 0, "getEnvironment: name")?;
        op::finish(cx, ProcessOps::get_environment(&*state(), &name))
    }
}

struct ReadEnvironmentTextOp;
impl NativeFunction for ReadEnvironmentTextOp {
    const NAME: &'static str = "readEnvironmentText";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut text: String = op::argument(cx, &arguments, 0, "readEnvironmentText: text")?;
        op::finish(cx, ProcessOps::read_environment_text(&*state(), &text))
    }
}

struct CwdOp;
impl NativeFunction for CwdOp {
    const NAME: &'static str = "cwd";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, ProcessOps::cwd(&*state()))
    }
}

struct ChdirOp;
impl NativeFunction for ChdirOp {
    const NAME: &'static str = "chdir";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: PathBuf = op::argument(cx, &arguments, 0, "chdir: path")?;
        op::permit(cx, &[op::Permission::Read(op::Subject::from(&path))])?;
        op::finish(cx, ProcessOps::chdir(&*state(), &path))
    }
}

struct ChdirCountOp;
impl NativeFunction for ChdirCountOp {
    const NAME: &'static str = "chdirCount";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, ProcessOps::chdir_count(&*state()))
    }
}

struct SeparateDirectoryOp;
impl NativeFunction for SeparateDirectoryOp {
    const NAME: &'static str = "separateDirectory";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, ProcessOps::separate_directory(&*state()))
    }
}

struct RestoreDirectoryOp;
impl NativeFunction for RestoreDirectoryOp {
    const NAME: &'static str = "restoreDirectory";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, ProcessOps::restore_directory(&*state()))
    }
}

struct PidOp;
impl NativeFunction for PidOp {
    const NAME: &'static str = "pid";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, ProcessOps::pid(&*state()))
    }
}

struct ParentPidOp;
impl NativeFunction for ParentPidOp {
    const NAME: &'static str = "parentPid";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, ProcessOps::parent_pid(&*state()))
    }
}

struct ExitOp;
impl NativeFunction for ExitOp {
    const NAME: &'static str = "exit";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut code: i32 = op::argument(cx, &arguments, 0, "exit: code")?;
        let mut finishes_jobs: bool = op::argument(cx, &arguments, 1, "exit: finishes_jobs")?;
        op::finish(cx, ProcessOps::exit(&*state(), code, finishes_jobs))
    }
}

struct AbortOp;
impl NativeFunction for AbortOp {
    const NAME: &'static str = "abort";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, ProcessOps::abort(&*state()))
    }
}

struct KillOp;
impl NativeFunction for KillOp {
    const NAME: &'static str = "kill";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut pid: i32 = op::argument(cx, &arguments, 0, "kill: pid")?;
        let mut signal: i32 = op::argument(cx, &arguments, 1, "kill: signal")?;
        op::permit(cx, &[op::Permission::Signal(pid)])?;
        op::finish(cx, ProcessOps::kill(&*state(), pid, signal))
    }
}

struct UmaskOp;
impl NativeFunction for UmaskOp {
    const NAME: &'static str = "umask";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut mask: Option<u32> = op::argument(cx, &arguments, 0, "umask: mask")?;
        op::permit(cx, &[op::Permission::Sys(op::Subject::from(&"umask"))])?;
        op::finish(cx, ProcessOps::umask(&*state(), mask))
    }
}

struct IdentityOp;
impl NativeFunction for IdentityOp {
    const NAME: &'static str = "identity";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fact: String = op::argument(cx, &arguments, 0, "identity: fact")?;
        op::permit(cx, &[op::Permission::Sys(op::Subject::from(&fact))])?;
        op::finish(cx, ProcessOps::identity(&*state(), &fact))
    }
}

struct GroupsOp;
impl NativeFunction for GroupsOp {
    const NAME: &'static str = "groups";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::permit(cx, &[op::Permission::Sys(op::Subject::from(&"gid"))])?;
        op::finish(cx, ProcessOps::groups(&*state()))
    }
}

struct ResidentBytesOp;
impl NativeFunction for ResidentBytesOp {
    const NAME: &'static str = "residentBytes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, ProcessOps::resident_bytes(&*state()))
    }
}

struct MemoryLimitBytesOp;
impl NativeFunction for MemoryLimitBytesOp {
    const NAME: &'static str = "memoryLimitBytes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, ProcessOps::memory_limit_bytes(&*state()))
    }
}

struct HeapLimitBytesOp;
impl NativeFunction for HeapLimitBytesOp {
    const NAME: &'static str = "heapLimitBytes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, ProcessOps::heap_limit_bytes(&*state()))
    }
}

struct AnnounceHeapLimitOp;
impl NativeFunction for AnnounceHeapLimitOp {
    const NAME: &'static str = "announceHeapLimit";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, ProcessOps::announce_heap_limit(&*state()))
    }
}

struct WatchSignalOp;
impl NativeFunction for WatchSignalOp {
    const NAME: &'static str = "watchSignal";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut signal: i32 = op::argument(cx, &arguments, 0, "watchSignal: signal")?;
        op::finish(cx, ProcessOps::watch_signal(&*state(), signal))
    }
}

struct WatchRareSignalOp;
impl NativeFunction for WatchRareSignalOp {
    const NAME: &'static str = "watchRareSignal";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut signal: i32 = op::argument(cx, &arguments, 0, "watchRareSignal: signal")?;
        op::finish(cx, ProcessOps::watch_rare_signal(&*state(), signal))
    }
}

struct UnwatchSignalOp;
impl NativeFunction for UnwatchSignalOp {
    const NAME: &'static str = "unwatchSignal";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut signal: i32 = op::argument(cx, &arguments, 0, "unwatchSignal: signal")?;
        op::finish(cx, ProcessOps::unwatch_signal(&*state(), signal))
    }
}

struct SetIdentityOp;
impl NativeFunction for SetIdentityOp {
    const NAME: &'static str = "setIdentity";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut kind: IdentityKind = op::argument(cx, &arguments, 0, "setIdentity: kind")?;
        let mut id: u32 = op::argument(cx, &arguments, 1, "setIdentity: id")?;
        op::permit(
            cx,
            &[
                op::Permission::Sys(op::Subject::from(&"setuid")),
                op::Permission::Sys(op::Subject::from(&"setgid")),
                op::Permission::Sys(op::Subject::from(&"seteuid")),
                op::Permission::Sys(op::Subject::from(&"setegid")),
            ],
        )?;
        op::finish(cx, ProcessOps::set_identity(&*state(), kind, id))
    }
}

struct SetGroupsOp;
impl NativeFunction for SetGroupsOp {
    const NAME: &'static str = "setGroups";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut groups: &[u8] = op::argument(cx, &arguments, 0, "setGroups: groups")?;
        op::permit(cx, &[op::Permission::Sys(op::Subject::from(&"setgid"))])?;
        op::finish(cx, ProcessOps::set_groups(&*state(), groups))
    }
}

struct InitializeGroupsOp;
impl NativeFunction for InitializeGroupsOp {
    const NAME: &'static str = "initializeGroups";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut name: String = op::argument(cx, &arguments, 0, "initializeGroups: name")?;
        let mut group: u32 = op::argument(cx, &arguments, 1, "initializeGroups: group")?;
        op::permit(cx, &[op::Permission::Sys(op::Subject::from(&"setgid"))])?;
        op::finish(cx, ProcessOps::initialize_groups(&*state(), &name, group))
    }
}

struct UserNumberOp;
impl NativeFunction for UserNumberOp {
    const NAME: &'static str = "userNumber";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut name: String = op::argument(cx, &arguments, 0, "userNumber: name")?;
        op::permit(cx, &[op::Permission::Sys(op::Subject::from(&"uid"))])?;
        op::finish(cx, ProcessOps::user_number(&*state(), &name))
    }
}

struct GroupNumberOp;
impl NativeFunction for GroupNumberOp {
    const NAME: &'static str = "groupNumber";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut name: String = op::argument(cx, &arguments, 0, "groupNumber: name")?;
        op::permit(cx, &[op::Permission::Sys(op::Subject::from(&"gid"))])?;
        op::finish(cx, ProcessOps::group_number(&*state(), &name))
    }
}

struct UserNameOp;
impl NativeFunction for UserNameOp {
    const NAME: &'static str = "userName";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut id: u32 = op::argument(cx, &arguments, 0, "userName: id")?;
        op::permit(cx, &[op::Permission::Sys(op::Subject::from(&"userInfo"))])?;
        op::finish(cx, ProcessOps::user_name(&*state(), id))
    }
}

struct UsageOp;
impl NativeFunction for UsageOp {
    const NAME: &'static str = "usage";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut out: &mut [u8] = op::argument(cx, &arguments, 0, "usage: out")?;
        let mut thread: bool = op::argument(cx, &arguments, 1, "usage: thread")?;
        op::finish(cx, ProcessOps::usage(&*state(), out, thread))
    }
}

/// The functions of `native:process`.
pub const AREA: Area = Area {
    name: "process",
    functions: &[
        AreaFunction { name: "argv", is_async: false, make: op::make::<ArgvOp> },
        AreaFunction { name: "setTitle", is_async: false, make: op::make::<SetTitleOp> },
        AreaFunction { name: "cLibraryVersion", is_async: false, make: op::make::<CLibraryVersionOp> },
        AreaFunction { name: "execPath", is_async: false, make: op::make::<ExecPathOp> },
        AreaFunction { name: "environment", is_async: false, make: op::make::<EnvironmentOp> },
        AreaFunction { name: "getEnvironment", is_async: false, make: op::make::<GetEnvironmentOp> },
        AreaFunction { name: "readEnvironmentText", is_async: false, make: op::make::<ReadEnvironmentTextOp> },
        AreaFunction { name: "cwd", is_async: false, make: op::make::<CwdOp> },
        AreaFunction { name: "chdir", is_async: false, make: op::make::<ChdirOp> },
        AreaFunction { name: "chdirCount", is_async: false, make: op::make::<ChdirCountOp> },
        AreaFunction { name: "separateDirectory", is_async: false, make: op::make::<SeparateDirectoryOp> },
        AreaFunction { name: "restoreDirectory", is_async: false, make: op::make::<RestoreDirectoryOp> },
        AreaFunction { name: "pid", is_async: false, make: op::make::<PidOp> },
        AreaFunction { name: "parentPid", is_async: false, make: op::make::<ParentPidOp> },
        AreaFunction { name: "exit", is_async: false, make: op::make::<ExitOp> },
        AreaFunction { name: "abort", is_async: false, make: op::make::<AbortOp> },
        AreaFunction { name: "kill", is_async: false, make: op::make::<KillOp> },
        AreaFunction { name: "umask", is_async: false, make: op::make::<UmaskOp> },
        AreaFunction { name: "identity", is_async: false, make: op::make::<IdentityOp> },
        AreaFunction { name: "groups", is_async: false, make: op::make::<GroupsOp> },
        AreaFunction { name: "residentBytes", is_async: false, make: op::make::<ResidentBytesOp> },
        AreaFunction { name: "memoryLimitBytes", is_async: false, make: op::make::<MemoryLimitBytesOp> },
        AreaFunction { name: "heapLimitBytes", is_async: false, make: op::make::<HeapLimitBytesOp> },
        AreaFunction { name: "announceHeapLimit", is_async: false, make: op::make::<AnnounceHeapLimitOp> },
        AreaFunction { name: "watchSignal", is_async: false, make: op::make::<WatchSignalOp> },
        AreaFunction { name: "watchRareSignal", is_async: false, make: op::make::<WatchRareSignalOp> },
        AreaFunction { name: "unwatchSignal", is_async: false, make: op::make::<UnwatchSignalOp> },
        AreaFunction { name: "setIdentity", is_async: false, make: op::make::<SetIdentityOp> },
        AreaFunction { name: "setGroups", is_async: false, make: op::make::<SetGroupsOp> },
        AreaFunction { name: "initializeGroups", is_async: false, make: op::make::<InitializeGroupsOp> },
        AreaFunction { name: "userNumber", is_async: false, make: op::make::<UserNumberOp> },
        AreaFunction { name: "groupNumber", is_async: false, make: op::make::<GroupNumberOp> },
        AreaFunction { name: "userName", is_async: false, make: op::make::<UserNameOp> },
        AreaFunction { name: "usage", is_async: false, make: op::make::<UsageOp> },
    ],
};
