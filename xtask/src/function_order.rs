//! The order of Brio's functions in its binary: those that programs use are placed together, in the order of their
//! first call, so that a process loads them and not their neighbours (`docs/decisions/0042-function-order.md`). Programs of
//! `runtime/training` run under `ptrace` with a breakpoint at each function, which is removed when it is first hit.
//!
//! A training program should be short: once the engine's collector stops a thread, by a real-time signal that `ptrace`
//! cannot pass on, no more calls are recorded.

use crate::bytecode::PROGRAMS;
use crate::workspace::Workspace;
use nix::sys::ptrace::{self, Options};
use nix::sys::signal::Signal;
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;
use object::{Object, ObjectSection, ObjectSegment, ObjectSymbol, SymbolKind};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

const BREAKPOINT: u8 = 0xCC;
const LIMIT: Duration = Duration::from_secs(120);
/// The maximum percentage of an order's functions that may be missing before it is created again.
const GONE_MAX_PERCENT: usize = 2;

/// Whether an order still matches the functions of this binary.
///
/// # Errors
/// When the binary cannot be read.
pub fn is_fresh(order: &str, binary: &Path) -> Result<bool, String> {
    let file = fs::read(binary).map_err(|error| format!("{}: {error}", binary.display()))?;
    let functions = Functions::of(&file)?;
    let known: HashSet<&str> = functions.names.values().flatten().map(|name| stem(name)).collect();
    let gone = order.lines().filter(|name| !known.contains(stem(name))).count();
    Ok(!order.is_empty() && gone * 100 <= order.lines().count() * GONE_MAX_PERCENT)
}

/// The names of the functions that the training programs call, in the order of the first call, one per line.
///
/// # Errors
/// The reason, as a sentence: a system that forbids tracing, a program that failed, another processor than x86-64.
pub fn learn(workspace: &Workspace, binary: &Path) -> Result<String, String> {
    if !cfg!(target_arch = "x86_64") {
        return Err("breakpoints are only known for x86-64".to_string());
    }
    let file = fs::read(binary).map_err(|error| format!("{}: {error}", binary.display()))?;
    let functions = Functions::of(&file)?;
    let (mut order, mut seen) = (String::new(), HashSet::new());
    let cache = Cache::new(binary)?;
    let programs = PROGRAMS
        .iter()
        .filter(|(_, program)| program.starts_with("frequent/"))
        .chain([&("--as bun", "functions.cjs"), &("", "functions.cjs")]);
    // The second run finds the programs' transformed sources and bytecode in the cache.
    for (options, program) in programs.clone().chain(programs) {
        let program = workspace.root.join("runtime/training").join(program);
        let program = program.to_string_lossy();
        let arguments: Vec<&str> = options.split_ascii_whitespace().chain([program.as_ref()]).collect();
        for offset in Trace::of(&functions, binary, &arguments, &cache.0)? {
            if seen.insert(offset) {
                functions.names[&offset].iter().for_each(|name| order.extend([name, "\n"]));
            }
        }
    }
    Ok(order)
}

/// An empty cache folder, where the programs find nothing compiled before; being small, they are cached only in a
/// folder that was named.
struct Cache(PathBuf);

impl Cache {
    fn new(binary: &Path) -> Result<Self, String> {
        let folder = binary.with_extension("cache");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self(folder))
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A name without the compiler's suffix for a part of a function, which changes with every build.
fn stem(name: &str) -> &str {
    name.split_once(".llvm.").map_or(name, |(stem, _)| stem)
}

/// The code of a binary and its functions by address; an address may have several names.
struct Functions<'file> {
    names: HashMap<u64, Vec<&'file str>>,
    code: &'file [u8],
    code_start: u64,
    /// Where the file says that it is loaded: 0 unless its addresses are fixed.
    start: u64,
}

impl<'file> Functions<'file> {
    fn of(file: &'file [u8]) -> Result<Self, String> {
        let explain = |error: object::Error| format!("the binary cannot be read: {error}");
        let elf = object::File::parse(file).map_err(explain)?;
        let section = elf.section_by_name(".text").ok_or("the binary has no code")?;
        let (code, code_start) = (section.data().map_err(explain)?, section.address());
        let mut names: HashMap<u64, Vec<&str>> = HashMap::new();
        for symbol in elf.symbols() {
            let is_inside = symbol.section_index() == Some(section.index())
                && symbol.kind() == SymbolKind::Text
                && symbol.size() > 0;
            if let (true, Ok(name)) = (is_inside, symbol.name()) {
                names.entry(symbol.address()).or_default().push(name);
            }
        }
        let start = elf.segments().map(|segment| segment.address()).min().unwrap_or_default();
        Ok(Self { names, code, code_start, start })
    }

    /// The code with a breakpoint at the start of each function.
    fn with_breakpoints(&self) -> Vec<u8> {
        let mut code = self.code.to_vec();
        for address in self.names.keys() {
            code[(address - self.code_start) as usize] = BREAKPOINT;
        }
        code
    }
}

/// A traced program.
struct Trace<'a> {
    functions: &'a Functions<'a>,
    binary: &'a Path,
    main: Pid,
    /// How far from its own addresses the binary is loaded.
    base: u64,
    /// The addresses of the called functions, in the order of the first call.
    called: Vec<u64>,
}

impl<'a> Trace<'a> {
    fn of(
        functions: &'a Functions<'a>,
        binary: &'a Path,
        arguments: &[&str],
        cache: &Path,
    ) -> Result<Vec<u64>, String> {
        // The shell stops itself, so that it can be traced before it executes the program.
        let mut command = Command::new("sh");
        command.args(["-c", "kill -STOP $$; exec \"$0\" \"$@\""]).arg(binary).args(arguments);
        command
            .env("NODE_COMPILE_CACHE", cache)
            .env_remove("BRIO_BUILTINS")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let child = command.spawn().map_err(|error| format!("cannot start sh: {error}"))?;
        let main = Pid::from_raw(i32::try_from(child.id()).expect("a process's number"));
        let (done, is_done) = mpsc::channel::<()>();
        let watch = thread::spawn(move || {
            if is_done.recv_timeout(LIMIT).is_err_and(|reason| reason == mpsc::RecvTimeoutError::Timeout) {
                // It may have exited at this moment.
                let _ = nix::sys::signal::kill(main, Signal::SIGKILL);
            }
        });
        let mut trace = Self { functions, binary, main, base: 0, called: Vec::new() };
        let result = trace.run().inspect_err(|_| end(main));
        drop(done);
        watch.join().expect("the watch does not panic");
        let program = arguments.last().expect("a program");
        match result {
            Ok(0) => Ok(trace.called),
            Ok(code) => Err(format!("{program} ended with {code} under ptrace")),
            Err(error) => Err(format!("{program} cannot be traced: {error}")),
        }
    }

    /// Returns the exit code; -1 for a signal.
    fn run(&mut self) -> Result<i32, nix::Error> {
        waitpid(self.main, Some(WaitPidFlag::WUNTRACED))?;
        let options = Options::PTRACE_O_EXITKILL | Options::PTRACE_O_TRACEEXEC | Options::PTRACE_O_TRACECLONE;
        ptrace::seize(self.main, options | Options::PTRACE_O_TRACEFORK | Options::PTRACE_O_TRACEVFORK)?;
        nix::sys::signal::kill(self.main, Signal::SIGCONT)?;
        loop {
            let status = match next_event() {
                // A real-time signal.
                Err(nix::Error::EINVAL) => {
                    end(self.main);
                    return Ok(0);
                }
                status => status?,
            };
            let resumed = match status {
                WaitStatus::Exited(pid, code) if pid == self.main => return Ok(code),
                WaitStatus::Signaled(pid, ..) if pid == self.main => return Ok(-1),
                WaitStatus::PtraceEvent(pid, _, event) => {
                    if event == ptrace::Event::PTRACE_EVENT_EXEC as i32 && pid == self.main {
                        self.put_breakpoints()?;
                    }
                    ptrace::cont(pid, None)
                }
                WaitStatus::Stopped(pid, Signal::SIGTRAP) => {
                    self.meet(pid).and_then(|signal| ptrace::cont(pid, signal))
                }
                WaitStatus::Stopped(pid, signal) => ptrace::cont(pid, signal),
                _ => Ok(()),
            };
            // A thread that another one just ended no longer exists.
            if let Err(error) = resumed
                && error != nix::Error::ESRCH
            {
                return Err(error);
            }
        }
    }

    fn put_breakpoints(&mut self) -> Result<(), nix::Error> {
        let maps = fs::read_to_string(format!("/proc/{}/maps", self.main)).map_err(to_errno)?;
        let name = self.binary.to_string_lossy();
        let start = maps.lines().find(|line| line.ends_with(&*name)).and_then(|line| line.split('-').next());
        let start = start.and_then(|start| u64::from_str_radix(start, 16).ok());
        self.base = start.and_then(|start| start.checked_sub(self.functions.start)).ok_or(nix::Error::ENOEXEC)?;
        self.write(self.main, self.functions.code_start, &self.functions.with_breakpoints())
    }

    /// Handles a thread that stopped at a breakpoint, which is removed in its process: every forked process has its own
    /// copies. Returns the signal to deliver, if it stopped for another reason.
    fn meet(&mut self, thread: Pid) -> Result<Option<Signal>, nix::Error> {
        let mut registers = ptrace::getregs(thread)?;
        let address = registers.rip.wrapping_sub(1).wrapping_sub(self.base);
        if !self.functions.names.contains_key(&address) {
            return Ok(Some(Signal::SIGTRAP));
        }
        // A function that two threads call at the same moment is hit twice.
        if !self.called.contains(&address) {
            self.called.push(address);
        }
        let offset = (address - self.functions.code_start) as usize;
        self.write(thread, address, &self.functions.code[offset..=offset])?;
        registers.rip -= 1;
        ptrace::setregs(thread, registers)?;
        Ok(None)
    }

    fn write(&self, process: Pid, address: u64, bytes: &[u8]) -> Result<(), nix::Error> {
        let memory = fs::OpenOptions::new().write(true).open(format!("/proc/{process}/mem")).map_err(to_errno)?;
        memory.write_all_at(bytes, self.base + address).map_err(to_errno)
    }
}

/// Waits for the next event of a process or thread that this thread traces or started; not of the children of other
/// threads.
fn next_event() -> Result<WaitStatus, nix::Error> {
    waitpid(None, Some(WaitPidFlag::__WALL | WaitPidFlag::__WNOTHREAD))
}

/// Kills a process that may be traced, or stopped before it was: its exit is reported after that of its threads.
fn end(process: Pid) {
    if nix::sys::signal::kill(process, Signal::SIGKILL).is_err() {
        return;
    }
    loop {
        match next_event() {
            Ok(WaitStatus::Exited(pid, _) | WaitStatus::Signaled(pid, ..)) if pid == process => return,
            Ok(_) | Err(nix::Error::EINVAL) => {}
            Err(_) => return,
        }
    }
}

fn to_errno(error: std::io::Error) -> nix::Error {
    error.raw_os_error().map_or(nix::Error::EIO, nix::Error::from_raw)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_fresh_while_its_functions_are_there() {
        let binary = std::env::current_exe().expect("the test");
        let file = fs::read(&binary).expect("it is readable");
        let functions = Functions::of(&file).expect("it has functions");
        let names: Vec<&str> = functions.names.values().flatten().copied().take(200).collect();
        assert_eq!(names.len(), 200);
        assert_eq!(is_fresh(&names.join("\n"), &binary), Ok(true));
        assert_eq!(is_fresh(&[&names[..], &["gone"; 4]].concat().join("\n"), &binary), Ok(true));
        assert_eq!(is_fresh(&[&names[..], &["gone"; 5]].concat().join("\n"), &binary), Ok(false));
        assert_eq!(is_fresh("", &binary), Ok(false));
    }

    #[test]
    fn calls_are_seen_in_a_binary_with_fixed_addresses() {
        if !cfg!(target_arch = "x86_64") {
            return;
        }
        let folder = std::env::temp_dir().join(format!("function-order-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("the temporary folder can be written");
        let (source, binary) = (folder.join("program.c"), folder.join("program"));
        let program = "__attribute__((noinline)) int second(int a) { return a * 3; }
            __attribute__((noinline)) int first(int a) { return second(a) + 1; }
            int unused(int a) { return a; }
            int main(void) { return first(0) - 1; }";
        fs::write(&source, program).expect("the folder is new");
        let compiled = Command::new("cc").args(["-O0", "-no-pie", "-o"]).arg(&binary).arg(&source).status();
        assert!(compiled.expect("Rust needs cc for linking").success());
        let file = fs::read(&binary).expect("it was compiled");
        let functions = Functions::of(&file).expect("it has functions");
        assert!(functions.start > 0);
        let called = Trace::of(&functions, &binary, &["a"], &folder);
        fs::remove_dir_all(&folder).expect("it was made above");
        let called = match called {
            Err(reason) if reason.contains("cannot be traced: EPERM") => return,
            called => called.expect("it runs"),
        };
        let names: Vec<&str> = called.iter().flat_map(|address| functions.names[address].iter().copied()).collect();
        let own: Vec<&&str> = names.iter().filter(|name| ["first", "second", "unused"].contains(name)).collect();
        assert_eq!(own, [&"first", &"second"]);
    }

    #[test]
    fn calls_are_seen_in_their_order() {
        if !cfg!(target_arch = "x86_64") {
            return;
        }
        let binary = std::env::current_exe().expect("the test");
        let file = fs::read(&binary).expect("it is readable");
        let functions = Functions::of(&file).expect("it has functions");
        let called = match Trace::of(&functions, &binary, &["--list", "no test of this name"], &std::env::temp_dir()) {
            Ok(called) => called,
            Err(reason) if reason.contains("cannot be traced: EPERM") => return,
            Err(reason) => panic!("{reason}"),
        };
        // Children of other threads must not be affected.
        let mut other =
            thread::spawn(|| Command::new("true").spawn().expect("it starts")).join().expect("it has started");
        Trace::of(&functions, &binary, &["--list"], &std::env::temp_dir()).expect("it was traced before");
        assert!(other.wait().expect("nobody took it").success());
        assert!(Trace::of(&functions, Path::new("/nowhere"), &["a"], &std::env::temp_dir()).is_err());
        let place = |part: &str| {
            called.iter().position(|address| functions.names[address].iter().any(|name| name.contains(part)))
        };
        let (start, lists) = (place("_start").expect("it starts"), place("list_tests").expect("it lists"));
        assert!(start < lists && called.len() < functions.names.len() / 2);
    }
}
