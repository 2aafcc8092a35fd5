//! `native:process`: the process, its environment and its signals, for `node:process` and Deno's functions.

mod directory;
mod generated {
    pub mod process_ops;
}

use brio_realm::Realm;
use brio_realm::op::{OpError, Text};
pub use generated::process_ops::AREA;
use generated::process_ops::{Identity, IdentityKind, ProcessLoopEvent, ProcessOps};
use nix::sys::resource::{UsageWho, getrusage};
use nix::unistd::{self, Gid, Uid};
use std::ffi::CString;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

/// How many times the working directory of this process was changed.
static CHDIR_COUNT: AtomicU32 = AtomicU32::new(0);

/// State of the area: none.
#[derive(Default)]
pub struct Process;

impl ProcessOps for Process {
    fn argv(&self) -> Result<Vec<String>, OpError> {
        Ok(brio_spawn::arguments().to_vec())
    }

    fn set_title(&self, title: &str) -> Result<Text, OpError> {
        Ok(brio_spawn::set_title(title).as_str().into())
    }

    fn c_library_version(&self) -> Result<Option<Text>, OpError> {
        Ok(brio_spawn::c_library_version().map(|version| version.as_str().into()))
    }

    fn exec_path(&self) -> Result<Text, OpError> {
        let path = std::env::current_exe().map_err(|error| OpError::system(&error, "uv_exepath"))?;
        Ok(path.to_string_lossy().as_ref().into())
    }

    fn environment(&self) -> Result<Vec<String>, OpError> {
        Ok(std::env::vars_os()
            .flat_map(|(name, value)| [name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned()])
            .collect())
    }

    fn get_environment(&self, name: &str) -> Result<Option<Text>, OpError> {
        Ok(std::env::var_os(name).map(|value| value.to_string_lossy().as_ref().into()))
    }

    fn read_environment_text(&self, text: &str) -> Result<Vec<String>, OpError> {
        Ok(brio_env_file::parse(text).into_iter().flat_map(|(name, value)| [name, value]).collect())
    }

    fn cwd(&self) -> Result<Text, OpError> {
        let path = std::env::current_dir().map_err(|error| OpError::system(&error, "uv_cwd"))?;
        Ok(path.to_string_lossy().as_ref().into())
    }

    fn chdir(&self, path: &Path) -> Result<(), OpError> {
        let changed =
            brio_realm::permission::locate(path, rustix::fs::OFlags::DIRECTORY).and_then(|folder| match folder {
                Some(folder) => rustix::process::fchdir(folder),
                None => rustix::process::chdir(path),
            });
        changed.map_err(|errno| OpError::errno(errno.raw_os_error(), "chdir").with_path(path))?;
        CHDIR_COUNT.fetch_add(1, Ordering::Release);
        Ok(())
    }

    fn separate_directory(&self) -> Result<bool, OpError> {
        let is_separate = directory::separate();
        if is_separate {
            Realm::current().use_own_directory();
        }
        Ok(is_separate)
    }

    fn restore_directory(&self) -> Result<(), OpError> {
        directory::restore();
        Ok(())
    }

    fn chdir_count(&self) -> Result<u32, OpError> {
        Ok(CHDIR_COUNT.load(Ordering::Acquire))
    }

    fn pid(&self) -> Result<u32, OpError> {
        Ok(std::process::id())
    }

    fn parent_pid(&self) -> Result<u32, OpError> {
        Ok(std::os::unix::process::parent_id())
    }

    fn exit(&self, code: i32, finishes_jobs: bool) -> Result<(), OpError> {
        Realm::current().exit(code, finishes_jobs);
        Ok(())
    }

    fn abort(&self) -> Result<(), OpError> {
        Realm::current().flush_turn();
        std::process::abort()
    }

    fn kill(&self, pid: i32, signal: i32) -> Result<(), OpError> {
        let failed = |error: rustix::io::Errno| OpError::system(&io::Error::from(error), "kill");
        let target = rustix::process::Pid::from_raw(pid.abs());
        if signal == 0 {
            return match target {
                None => rustix::process::test_kill_current_process_group().map_err(failed),
                Some(target) if pid > 0 => rustix::process::test_kill_process(target).map_err(failed),
                Some(target) => rustix::process::test_kill_process_group(target).map_err(failed),
            };
        }
        let signal = rustix::process::Signal::from_named_raw(signal).ok_or_else(|| failed(rustix::io::Errno::INVAL))?;
        match target {
            None => rustix::process::kill_current_process_group(signal).map_err(failed),
            Some(target) if pid > 0 => rustix::process::kill_process(target, signal).map_err(failed),
            Some(target) => rustix::process::kill_process_group(target, signal).map_err(failed),
        }
    }

    fn umask(&self, mask: Option<u32>) -> Result<u32, OpError> {
        use rustix::fs::Mode;
        // The system cannot report the value without setting it.
        let old = rustix::process::umask(Mode::from_raw_mode(mask.unwrap_or(0o22)));
        if mask.is_none() {
            rustix::process::umask(old);
        }
        Ok(old.as_raw_mode())
    }

    fn identity(&self, _fact: &str) -> Result<Identity, OpError> {
        Ok(Identity {
            uid: rustix::process::getuid().as_raw(),
            effective_uid: rustix::process::geteuid().as_raw(),
            gid: rustix::process::getgid().as_raw(),
            effective_gid: rustix::process::getegid().as_raw(),
        })
    }

    fn groups(&self) -> Result<Vec<u8>, OpError> {
        let groups =
            rustix::process::getgroups().map_err(|error| OpError::system(&io::Error::from(error), "getgroups"))?;
        Ok(groups.iter().flat_map(|group| group.as_raw().to_ne_bytes()).collect())
    }

    fn resident_bytes(&self) -> Result<f64, OpError> {
        brio_realm::resident_bytes()
            .map(|bytes| bytes as f64)
            .map_err(|error| OpError::system(&error, "uv_resident_set_memory"))
    }

    fn memory_limit_bytes(&self) -> Result<f64, OpError> {
        Ok(brio_memory_limit::of_control_group().map_or(f64::INFINITY, |bytes| bytes as f64))
    }

    fn heap_limit_bytes(&self) -> Result<f64, OpError> {
        Ok(brio_memory_limit::heap_limit().map_or(f64::INFINITY, |bytes| bytes as f64))
    }

    fn set_identity(&self, kind: IdentityKind, id: u32) -> Result<(), OpError> {
        let (syscall, outcome) = match kind {
            IdentityKind::User => ("setuid", unistd::setuid(Uid::from_raw(id))),
            IdentityKind::Group => ("setgid", unistd::setgid(Gid::from_raw(id))),
            IdentityKind::EffectiveUser => ("seteuid", unistd::seteuid(Uid::from_raw(id))),
            IdentityKind::EffectiveGroup => ("setegid", unistd::setegid(Gid::from_raw(id))),
        };
        outcome.map_err(|error| OpError::system(&error.into(), syscall))
    }

    fn set_groups(&self, groups: &[u8]) -> Result<(), OpError> {
        let groups: Vec<Gid> = groups
            .chunks_exact(4)
            .map(|word| Gid::from_raw(u32::from_ne_bytes([word[0], word[1], word[2], word[3]])))
            .collect();
        unistd::setgroups(&groups).map_err(|error| OpError::system(&error.into(), "setgroups"))
    }

    fn initialize_groups(&self, name: &str, group: u32) -> Result<(), OpError> {
        let failed = |error: io::Error| OpError::system(&error, "initgroups");
        let name = CString::new(name).map_err(|_| failed(io::ErrorKind::InvalidInput.into()))?;
        unistd::initgroups(&name, Gid::from_raw(group)).map_err(|error| failed(error.into()))
    }

    fn user_number(&self, name: &str) -> Result<Option<u32>, OpError> {
        let user = unistd::User::from_name(name).map_err(|error| OpError::system(&error.into(), "getpwnam"))?;
        Ok(user.map(|user| user.uid.as_raw()))
    }

    fn group_number(&self, name: &str) -> Result<Option<u32>, OpError> {
        let group = unistd::Group::from_name(name).map_err(|error| OpError::system(&error.into(), "getgrnam"))?;
        Ok(group.map(|group| group.gid.as_raw()))
    }

    fn user_name(&self, id: u32) -> Result<Option<Text>, OpError> {
        let user =
            unistd::User::from_uid(Uid::from_raw(id)).map_err(|error| OpError::system(&error.into(), "getpwuid"))?;
        Ok(user.map(|user| user.name.into()))
    }

    fn usage(&self, out: &mut [u8], thread: bool) -> Result<(), OpError> {
        let who = if thread { UsageWho::RUSAGE_THREAD } else { UsageWho::RUSAGE_SELF };
        let usage = getrusage(who).map_err(|error| OpError::system(&error.into(), "uv_getrusage"))?;
        let microseconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 * 1e6 + time.tv_usec() as f64;
        // In the order of `UsageField`.
        let counts = [
            usage.max_rss(),
            usage.shared_integral(),
            usage.unshared_data_integral(),
            usage.unshared_stack_integral(),
            usage.minor_page_faults(),
            usage.major_page_faults(),
            usage.full_swaps(),
            usage.block_reads(),
            usage.block_writes(),
            usage.ipc_sends(),
            usage.ipc_receives(),
            usage.signals(),
            usage.voluntary_context_switches(),
            usage.involuntary_context_switches(),
        ];
        let times = [microseconds(usage.user_time()), microseconds(usage.system_time())];
        let values = times.into_iter().chain(counts.into_iter().map(|count| count as f64));
        for (value, place) in values.zip(out.chunks_exact_mut(8)) {
            place.copy_from_slice(&value.to_ne_bytes());
        }
        Ok(())
    }

    fn announce_heap_limit(&self) -> Result<(), OpError> {
        brio_realm::announce_heap_limit(ProcessLoopEvent::OutOfMemory as i32);
        Ok(())
    }

    fn watch_signal(&self, signal: i32) -> Result<(), OpError> {
        const EINVAL: i32 = 22;
        Realm::current().watch_signal(signal, ProcessLoopEvent::Signal as i32).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidInput => OpError::errno(EINVAL, "uv_signal_start"),
            _ => OpError::system(&error, "uv_signal_start"),
        })
    }

    fn watch_rare_signal(&self, signal: i32) -> Result<(), OpError> {
        Realm::current()
            .watch_rare_signal(signal, ProcessLoopEvent::RareSignal as i32)
            .map_err(|error| OpError::system(&error, "uv_signal_start"))
    }

    fn unwatch_signal(&self, signal: i32) -> Result<(), OpError> {
        Realm::current().unwatch_signal(signal);
        Ok(())
    }
}
