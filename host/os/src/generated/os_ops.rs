// @generated from ops/os.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Os;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// The names of the kernel and the machine (`uname`).
#[derive(Debug)]
pub struct SystemName {
    pub kernel: Text,
    pub hostname: Text,
    pub release: Text,
    pub version: Text,
    pub machine: Text,
}

impl<'cx> op::IntoValue<'cx> for SystemName {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "kernel", op::IntoValue::into_value(self.kernel, cx)?)?;
        object.set(cx, "hostname", op::IntoValue::into_value(self.hostname, cx)?)?;
        object.set(cx, "release", op::IntoValue::into_value(self.release, cx)?)?;
        object.set(cx, "version", op::IntoValue::into_value(self.version, cx)?)?;
        object.set(cx, "machine", op::IntoValue::into_value(self.machine, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for SystemName {}

/// Bytes of memory.
#[derive(Debug)]
pub struct SystemMemory {
    pub total_bytes: f64,
    /// Memory that a program can allocate without swapping.
    pub available_bytes: f64,
}

impl<'cx> op::IntoValue<'cx> for SystemMemory {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "totalBytes", op::IntoValue::into_value(self.total_bytes, cx)?)?;
        object.set(cx, "availableBytes", op::IntoValue::into_value(self.available_bytes, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for SystemMemory {}

/// The average number of runnable programs over one, five and fifteen minutes.
#[derive(Debug)]
pub struct LoadAverage {
    pub one_minute: f64,
    pub five_minutes: f64,
    pub fifteen_minutes: f64,
}

impl<'cx> op::IntoValue<'cx> for LoadAverage {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "oneMinute", op::IntoValue::into_value(self.one_minute, cx)?)?;
        object.set(cx, "fiveMinutes", op::IntoValue::into_value(self.five_minutes, cx)?)?;
        object.set(cx, "fifteenMinutes", op::IntoValue::into_value(self.fifteen_minutes, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for LoadAverage {}

/// A row of the user database.
#[derive(Debug)]
pub struct User {
    pub uid: u32,
    pub gid: u32,
    pub username: Text,
    pub homedir: Text,
    pub shell: Text,
}

impl<'cx> op::IntoValue<'cx> for User {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "uid", op::IntoValue::into_value(self.uid, cx)?)?;
        object.set(cx, "gid", op::IntoValue::into_value(self.gid, cx)?)?;
        object.set(cx, "username", op::IntoValue::into_value(self.username, cx)?)?;
        object.set(cx, "homedir", op::IntoValue::into_value(self.homedir, cx)?)?;
        object.set(cx, "shell", op::IntoValue::into_value(self.shell, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for User {}

/// What `crate::Os` implements.
pub trait OsOps {
    /// The names of the running system. `fact` is Deno's name for the one that the caller returns to the program; empty for one
    /// that needs no permission.
    /// @permission sys(fact)
    fn system_name(&self, fact: &str) -> Result<SystemName, OpError>;
    /// The name of the machine in its network, as `systemName` has it.
    /// @permission sys("hostname")
    fn hostname(&self) -> Result<Text, OpError>;
    /// The memory of the machine.
    /// @permission sys("systemMemoryInfo")
    fn system_memory(&self) -> Result<SystemMemory, OpError>;
    /// What the kernel reports about memory (proc(5), `meminfo`): lines of a name, a colon and a value.
    /// @permission sys("systemMemoryInfo")
    fn memory_report(&self) -> Result<Text, OpError>;
    /// Seconds since the system started, with a fraction.
    /// @permission sys("osUptime")
    fn uptime_seconds(&self) -> Result<f64, OpError>;
    /// The load of the machine.
    /// @permission sys("loadavg")
    fn load_average(&self) -> Result<LoadAverage, OpError>;
    /// How many threads can run at once, respecting affinity and the limits of the control group.
    /// @permission none: all programs have `navigator.hardwareConcurrency`
    fn available_parallelism(&self) -> Result<u32, OpError>;
    /// For each processor 7 strings: model, MHz, and milliseconds in user, nice, system, idle and interrupt mode.
    /// @permission sys("cpus")
    fn processors(&self) -> Result<Vec<String>, OpError>;
    /// For each address of each interface that is up 7 strings: interface, address, netmask, "IPv4" or "IPv6", hardware
    /// address, "internal" or "", scope id.
    /// @permission sys("networkInterfaces")
    fn network_interfaces(&self) -> Result<Vec<String>, OpError>;
    /// The user that the process runs as. Throws ENOENT (`uv_os_get_passwd`) when the user database has no such row.
    /// @permission sys("userInfo")
    fn current_user(&self) -> Result<User, OpError>;
    /// The scheduling priority of a process, 0 for this one. Throws ESRCH (`uv_os_getpriority`).
    /// @permission sys("getPriority")
    fn get_priority(&self, pid: i32) -> Result<i32, OpError>;
    /// Sets the scheduling priority of a process, 0 for this one. Throws ESRCH, EACCES or EPERM (`uv_os_setpriority`).
    /// @permission sys("setPriority")
    fn set_priority(&self, pid: i32, priority: i32) -> Result<(), OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Os>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Os> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Os>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct SystemNameOp;
impl NativeFunction for SystemNameOp {
    const NAME: &'static str = "systemName";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fact: String = op::argument(cx, &arguments, 0, "systemName: fact")?;
        op::permit(cx, &[op::Permission::Sys(op::Subject::from(&fact))])?;
        op::finish(cx, OsOps::system_name(&*state(), &fact))
    }
}

struct HostnameOp;
impl NativeFunction for HostnameOp {
    const NAME: &'static str = "hostname";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::permit(cx, &[op::Permission::Sys(op::Subject::from(&"hostname"))])?;
        op::finish(cx, OsOps::hostname(&*state()))
    }
}

struct SystemMemoryOp;
impl NativeFunction for SystemMemoryOp {
    const NAME: &'static str = "systemMemory";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::permit(cx, &[op::Permission::Sys(op::Subject::from(&"systemMemoryInfo"))])?;
        op::finish(cx, OsOps::system_memory(&*state()))
    }
}

struct MemoryReportOp;
impl NativeFunction for MemoryReportOp {
    const NAME: &'static str = "memoryReport";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::permit(cx, &[op::Permission::Sys(op::Subject::from(&"systemMemoryInfo"))])?;
        op::finish(cx, OsOps::memory_report(&*state()))
    }
}

struct UptimeSecondsOp;
impl NativeFunction for UptimeSecondsOp {
    const NAME: &'static str = "uptimeSeconds";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::permit(cx, &[op::Permission::Sys(op::Subject::from(&"osUptime"))])?;
        op::finish(cx, OsOps::uptime_seconds(&*state()))
    }
}

struct LoadAverageOp;
impl NativeFunction for LoadAverageOp {
    const NAME: &'static str = "loadAverage";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::permit(cx, &[op::Permission::Sys(op::Subject::from(&"loadavg"))])?;
        op::finish(cx, OsOps::load_average(&*state()))
    }
}

struct AvailableParallelismOp;
impl NativeFunction for AvailableParallelismOp {
    const NAME: &'static str = "availableParallelism";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, OsOps::available_parallelism(&*state()))
    }
}

struct ProcessorsOp;
impl NativeFunction for ProcessorsOp {
    const NAME: &'static str = "processors";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::permit(cx, &[op::Permission::Sys(op::Subject::from(&"cpus"))])?;
        op::finish(cx, OsOps::processors(&*state()))
    }
}

struct NetworkInterfacesOp;
impl NativeFunction for NetworkInterfacesOp {
    const NAME: &'static str = "networkInterfaces";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::permit(cx, &[op::Permission::Sys(op::Subject::from(&"networkInterfaces"))])?;
        op::finish(cx, OsOps::network_interfaces(&*state()))
    }
}

struct CurrentUserOp;
impl NativeFunction for CurrentUserOp {
    const NAME: &'static str = "currentUser";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::permit(cx, &[op::Permission::Sys(op::Subject::from(&"userInfo"))])?;
        op::finish(cx, OsOps::current_user(&*state()))
    }
}

struct GetPriorityOp;
impl NativeFunction for GetPriorityOp {
    const NAME: &'static str = "getPriority";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut pid: i32 = op::argument(cx, &arguments, 0, "getPriority: pid")?;
        op::permit(cx, &[op::Permission::Sys(op::Subject::from(&"getPriority"))])?;
        op::finish(cx, OsOps::get_priority(&*state(), pid))
    }
}

struct SetPriorityOp;
impl NativeFunction for SetPriorityOp {
    const NAME: &'static str = "setPriority";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut pid: i32 = op::argument(cx, &arguments, 0, "setPriority: pid")?;
        let mut priority: i32 = op::argument(cx, &arguments, 1, "setPriority: priority")?;
        op::permit(cx, &[op::Permission::Sys(op::Subject::from(&"setPriority"))])?;
        op::finish(cx, OsOps::set_priority(&*state(), pid, priority))
    }
}

/// The functions of `native:os`.
pub const AREA: Area = Area {
    name: "os",
    functions: &[
        AreaFunction { name: "systemName", is_async: false, make: op::make::<SystemNameOp> },
        AreaFunction { name: "hostname", is_async: false, make: op::make::<HostnameOp> },
        AreaFunction { name: "systemMemory", is_async: false, make: op::make::<SystemMemoryOp> },
        AreaFunction { name: "memoryReport", is_async: false, make: op::make::<MemoryReportOp> },
        AreaFunction { name: "uptimeSeconds", is_async: false, make: op::make::<UptimeSecondsOp> },
        AreaFunction { name: "loadAverage", is_async: false, make: op::make::<LoadAverageOp> },
        AreaFunction { name: "availableParallelism", is_async: false, make: op::make::<AvailableParallelismOp> },
        AreaFunction { name: "processors", is_async: false, make: op::make::<ProcessorsOp> },
        AreaFunction { name: "networkInterfaces", is_async: false, make: op::make::<NetworkInterfacesOp> },
        AreaFunction { name: "currentUser", is_async: false, make: op::make::<CurrentUserOp> },
        AreaFunction { name: "getPriority", is_async: false, make: op::make::<GetPriorityOp> },
        AreaFunction { name: "setPriority", is_async: false, make: op::make::<SetPriorityOp> },
    ],
};
