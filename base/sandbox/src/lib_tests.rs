use super::{Kernel, LocalSockets, Network, Ports, Prepared, Processes, Rules};
use std::io::Write;
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::{UnixDatagram, UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What the programs of the system need.
fn system() -> Rules {
    let there = |paths: &[&str]| paths.iter().map(PathBuf::from).filter(|path| path.exists()).collect::<Vec<_>>();
    Rules {
        readable: there(&["/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/dev/null", "/proc"]),
        writable: there(&["/dev/null"]),
        executable: there(&["/usr", "/lib", "/lib64", "/bin"]),
        processes: Processes::Listed,
        ..Rules::default()
    }
}

/// A folder with `inside/file` and `outside/secret`.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("brio-sandbox-{}-{name}", std::process::id()));
        for part in ["inside", "outside"] {
            std::fs::create_dir_all(folder.join(part)).expect("a folder");
        }
        std::fs::write(folder.join("inside/file"), "open").expect("a file");
        std::fs::write(folder.join("outside/secret"), "secret").expect("a file");
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left is in the temporary folder.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn run(rules: &Rules, folder: &Path, script: &str) -> Output {
    let mut command = Command::new("/bin/bash");
    command.arg("-c").arg(script).current_dir(folder);
    Prepared::new(rules, &Kernel::detect()).expect("rules").confine(&mut command);
    command.output().expect("bash starts")
}

fn succeeds(rules: &Rules, folder: &Path, script: &str) -> bool {
    run(rules, folder, script).status.success()
}

#[test]
fn only_listed_folders_are_read_and_written() {
    let folder = Folder::new("files");
    let (inside, outside) = (folder.path("inside"), folder.path("outside"));
    std::os::unix::fs::symlink(&outside, inside.join("link")).expect("a link");
    let mut rules = system();
    rules.readable.push(inside.clone());
    assert!(succeeds(&rules, &inside, "cat file"));
    for script in [
        "cat ../outside/secret",
        "cat link/secret",
        "cat /proc/self/cwd/../outside/secret",
        "ls link/",
        "> new",
        ": > file",
    ] {
        assert!(!succeeds(&rules, &inside, script), "{script}");
    }
    rules.writable.push(inside.clone());
    assert!(succeeds(&rules, &inside, "echo x > new && mkdir a && mv new a/ && truncate -s 0 file && rm a/new"));
    for script in [
        "echo x > ../outside/new",
        "mv file ../outside/",
        "ln ../outside/secret hard",
        "mv ../outside/secret .",
        "truncate -s 0 ../outside/secret",
        "rm ../outside/secret",
        "mknod disk b 8 0",
    ] {
        assert!(!succeeds(&rules, &inside, script), "{script}");
    }
    assert_eq!(std::fs::read_to_string(outside.join("secret")).expect("it is there"), "secret");
}

#[test]
fn only_listed_programs_start() {
    let folder = Folder::new("programs");
    let inside = folder.path("inside");
    std::fs::copy("/bin/true", inside.join("true")).expect("a program");
    let mut rules = system();
    rules.readable.push(inside.clone());
    assert!(!succeeds(&rules, &inside, "./true"));
    rules.executable.push(inside.clone());
    assert!(succeeds(&rules, &inside, "./true"));
    let mut command = Command::new("/bin/true");
    let rules = Rules { processes: Processes::None, ..rules };
    Prepared::new(&rules, &Kernel::detect()).expect("rules").confine(&mut command);
    assert!(command.output().is_err());
}

#[test]
fn a_wall_inside_a_wall_cannot_widen_it() {
    let folder = Folder::new("nested");
    let rules = system();
    let script = format!("exec {} --exact tests::probe --nocapture", quoted(&test_program()));
    let mut outer = rules.clone();
    outer.readable.push(test_program());
    outer.executable.push(test_program());
    let mut command = Command::new("/bin/bash");
    command.args(["-c", &script]).env(PROBE, "nested").env(PLACE, &folder.0);
    Prepared::new(&outer, &Kernel::detect()).expect("rules").confine(&mut command);
    assert_eq!(said(&command.output().expect("it starts")), "secret refused");
}

#[test]
fn metadata_stays_as_it_is() {
    let folder = Folder::new("metadata");
    let inside = folder.path("inside");
    let mut rules = system();
    rules.readable.push(inside.clone());
    rules.writable.push(inside.clone());
    let scripts = ["chmod 600 file", "touch -d 2001-02-03 file", "chown --reference=file file", "ln -s x link"];
    assert!(scripts.iter().all(|script| succeeds(&rules, &inside, script)));
    rules.keeps_metadata = true;
    std::fs::remove_file(inside.join("link")).expect("it was made");
    assert_eq!(scripts.map(|script| succeeds(&rules, &inside, script)), [false, false, false, true]);
}

#[test]
fn a_guarded_program_changes_modes_and_times_of_its_own_files_only() {
    let folder = Folder::new("guarded");
    let inside = folder.path("inside").canonicalize().expect("it was made");
    std::os::unix::fs::symlink(folder.path("outside/secret"), inside.join("link")).expect("a link");
    let mut rules = system();
    rules.readable.extend([inside.clone(), folder.path("outside")]);
    rules.writable.push(inside.clone());
    let succeeds = |script: &str| {
        let mut command = Command::new("/bin/bash");
        command.arg("-c").arg(script).current_dir(&inside);
        let own = inside.clone();
        let prepared = Prepared::new(&rules, &Kernel::detect()).expect("rules");
        prepared.confine_guarded(&mut command, move |path| path.starts_with(&own)).expect("pipes");
        command.output().expect("bash starts").status.success()
    };
    for script in ["chmod 600 file", "touch -d 2001-02-03 file", "> new && chmod +x new && test -x new", "chmod 700 ."]
    {
        assert!(succeeds(script), "{script}");
    }
    for script in
        ["chmod 600 ../outside/secret", "chmod 600 link", "touch -d 2001-02-03 ../outside/secret", "chmod 700 .."]
    {
        assert!(!succeeds(script), "{script}");
    }
}

fn limited(connect: Vec<u16>) -> Network {
    Network::Limited { connect: Ports::These(connect), listen: Ports::These(Vec::new()), has_datagrams: false }
}

const PROBE: &str = "BRIO_SANDBOX_PROBE";
const PLACE: &str = "BRIO_SANDBOX_PLACE";

fn test_program() -> PathBuf {
    std::env::current_exe().expect("a program")
}

fn quoted(path: &Path) -> String {
    format!("'{}'", path.display())
}

/// Runs one part of `probe` in a process of its own.
fn probe_in(folder: &Path, what: &str) -> String {
    let mut command = Command::new(test_program());
    command.args(["--exact", "tests::probe", "--nocapture"]).env(PROBE, what).env(PLACE, folder);
    said(&command.output().expect("it starts"))
}

fn said(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    // The harness prints the name of the test in the same line.
    let found = text.lines().find_map(|line| line.split_once("said: ").map(|(_, said)| said.to_string()));
    found.unwrap_or_else(|| format!("nothing: {text}{}", String::from_utf8_lossy(&output.stderr)))
}

fn enter(rules: &Rules) {
    Prepared::new(rules, &Kernel::detect()).expect("rules").apply().expect("the kernel takes them");
}

/// Not a test by itself: what a confined process tries, in a process of its own.
#[test]
fn probe() {
    let (Ok(what), Ok(place)) = (std::env::var(PROBE), std::env::var(PLACE)) else { return };
    let place = PathBuf::from(place);
    let word = |is_allowed: bool| if is_allowed { "allowed" } else { "refused" };
    let said = match what.as_str() {
        "nested" => {
            let secret = place.join("outside/secret");
            let wide = Rules { readable: vec![PathBuf::from("/")], ..Rules::default() };
            enter(&wide);
            format!("secret {}", word(std::fs::read(secret).is_ok()))
        }
        "no-network" => {
            enter(&Rules::default());
            let tcp = TcpListener::bind("127.0.0.1:0").is_ok();
            let udp = UdpSocket::bind("127.0.0.1:0").is_ok();
            let local = UnixListener::bind(place.join("inside/socket")).is_ok();
            let pair = UnixStream::pair().is_ok();
            let datagrams = UnixDatagram::pair().is_ok();
            format!(
                "tcp {} udp {} local {} pair {} datagrams {}",
                word(tcp),
                word(udp),
                word(local),
                word(pair),
                word(datagrams)
            )
        }
        "ports" => {
            let listeners = [0, 0].map(|port| TcpListener::bind(("127.0.0.1", port)).expect("a port"));
            let [good, bad] = listeners.each_ref().map(|listener| listener.local_addr().expect("an address"));
            let network = limited(vec![good.port()]);
            enter(&Rules { network, ..Rules::default() });
            let (good, bad) = (TcpStream::connect(good).is_ok(), TcpStream::connect(bad).is_ok());
            let listens = TcpListener::bind("127.0.0.1:0").is_ok();
            format!("good {} bad {} listen {}", word(good), word(bad), word(listens))
        }
        "threads" => {
            enter(&Rules::default());
            let thread = std::thread::spawn(|| std::fs::read("/etc/passwd").is_ok()).join();
            let child = Command::new("/bin/true").status().is_ok();
            format!("file {} child {}", word(thread.is_ok_and(|found| found)), word(child))
        }
        "processes" => {
            let parent = std::os::unix::process::parent_id();
            enter(&Rules { readable: vec![PathBuf::from("/")], ..Rules::default() });
            let read =
                |name: &str| std::fs::read(format!("/proc/{parent}/{name}")).is_ok_and(|bytes| !bytes.is_empty());
            format!(
                "environ {} maps {} self {}",
                word(read("environ")),
                word(read("maps")),
                word(std::fs::read("/proc/self/maps").is_ok())
            )
        }
        "signals" => {
            let parent = std::os::unix::process::parent_id();
            enter(&Rules::default());
            // SAFETY: signal 0 only asks whether one could be sent.
            let outside = unsafe { libc::kill(parent as i32, 0) } == 0;
            // SAFETY: as above.
            let own = unsafe { libc::kill(std::process::id() as i32, 0) } == 0;
            const PROCESS: u32 = 0;
            // SAFETY: its arguments are numbers.
            let priority = unsafe { libc::setpriority(PROCESS, parent, 19) } == 0;
            format!("outside {} own {} priority {}", word(outside), word(own), word(priority))
        }
        "calls" => refused_calls(),
        _ => return,
    };
    println!("said: {said}");
    // The harness would write more than the wall allows.
    let _ = std::io::stdout().flush();
}

/// The names of the system calls that should have been refused and were not.
fn refused_calls() -> String {
    enter(&Rules { readable: vec![PathBuf::from("/")], ..Rules::default() });
    let calls = [
        ("ptrace", libc::SYS_ptrace, libc::EPERM),
        ("mount", libc::SYS_mount, libc::EPERM),
        ("unshare", libc::SYS_unshare, libc::EPERM),
        ("bpf", libc::SYS_bpf, libc::EPERM),
        ("userfaultfd", libc::SYS_userfaultfd, libc::EPERM),
        ("keyctl", libc::SYS_keyctl, libc::EPERM),
        ("io_uring_setup", libc::SYS_io_uring_setup, libc::ENOSYS),
        ("process_vm_readv", libc::SYS_process_vm_readv, libc::EPERM),
        ("open_by_handle_at", libc::SYS_open_by_handle_at, libc::EPERM),
        ("clone3", libc::SYS_clone3, libc::ENOSYS),
        ("shmat", libc::SYS_shmat, libc::EPERM),
        ("shmctl", libc::SYS_shmctl, libc::EPERM),
        ("semop", libc::SYS_semop, libc::EPERM),
        ("semtimedop", libc::SYS_semtimedop, libc::EPERM),
        ("semctl", libc::SYS_semctl, libc::EPERM),
        ("msgsnd", libc::SYS_msgsnd, libc::EPERM),
        ("msgrcv", libc::SYS_msgrcv, libc::EPERM),
        ("msgctl", libc::SYS_msgctl, libc::EPERM),
        ("mq_unlink", libc::SYS_mq_unlink, libc::EPERM),
        ("open_tree_attr", 467, libc::ENOSYS),
        ("x32 getpid", X32_GETPID, libc::ENOSYS),
    ];
    let is_let_through = |(_, call, errno): &&(&str, i64, i32)| {
        // SAFETY: the arguments are zeros, with which none of these does anything.
        let outcome = unsafe { libc::syscall(*call, 0, 0, 0, 0, 0, 0) };
        outcome != -1 || std::io::Error::last_os_error().raw_os_error() != Some(*errno)
    };
    let mut found: Vec<&str> = calls.iter().filter(is_let_through).map(|(name, ..)| *name).collect();
    // SAFETY: the terminal's input is not reached: descriptor -1 is none.
    let typed = unsafe { libc::ioctl(-1, libc::TIOCSTI, c"x".as_ptr()) };
    if typed != -1 || std::io::Error::last_os_error().raw_os_error() != Some(libc::EPERM) {
        found.push("TIOCSTI");
    }
    // SAFETY: a new name space is refused before a child could start.
    let child = unsafe { libc::syscall(libc::SYS_clone, libc::CLONE_NEWUSER | libc::CLONE_THREAD, 0, 0, 0, 0) };
    if child != -1 || std::io::Error::last_os_error().raw_os_error() != Some(libc::EPERM) {
        found.push("CLONE_NEWUSER");
    }
    format!("let through: {}", found.join(" "))
}

/// `getpid` of x86-64's 32-bit variant.
const X32_GETPID: i64 = 0x4000_0000 + 39;

#[test]
fn without_a_network_there_are_no_sockets() {
    let folder = Folder::new("network");
    assert_eq!(
        probe_in(&folder.0, "no-network"),
        "tcp refused udp refused local refused pair allowed datagrams refused"
    );
}

#[test]
fn only_listed_ports_are_connected_to() {
    let folder = Folder::new("ports");
    assert_eq!(probe_in(&folder.0, "ports"), "good allowed bad refused listen refused");
}

#[test]
fn threads_are_behind_the_wall_and_children_do_not_start() {
    let folder = Folder::new("threads");
    assert_eq!(probe_in(&folder.0, "threads"), "file refused child refused");
}

#[test]
fn other_processes_are_not_read_even_by_the_superuser() {
    let folder = Folder::new("processes");
    assert_eq!(probe_in(&folder.0, "processes"), "environ refused maps refused self allowed");
}

#[test]
fn signals_stay_inside() {
    let folder = Folder::new("signals");
    assert_eq!(probe_in(&folder.0, "signals"), "outside refused own allowed priority refused");
}

#[test]
fn calls_around_the_wall_are_refused() {
    let folder = Folder::new("calls");
    assert_eq!(probe_in(&folder.0, "calls"), "let through: ");
}

#[test]
fn older_kernels_have_gaps_that_are_said() {
    let network = limited(vec![443]);
    let rules = Rules { network, local_sockets: LocalSockets::All, processes: Processes::Listed, ..Rules::default() };
    let count = |landlock_abi| Kernel { landlock_abi, has_filters: true, has_listeners: true }.gaps(&rules).len();
    assert_eq!([0, 2, 3, 4, 5, 7, 9].map(count), [5, 6, 5, 4, 3, 1, 0]);
    assert!(Kernel { landlock_abi: 7, has_filters: true, has_listeners: true }.gaps(&Rules::default()).is_empty());
    assert_eq!(Kernel { landlock_abi: 7, has_filters: false, has_listeners: false }.gaps(&Rules::default()).len(), 1);
}

#[test]
fn a_path_that_is_missing_is_named() {
    let rules = Rules { readable: vec![PathBuf::from("/no/such/folder")], ..Rules::default() };
    let error = Prepared::new(&rules, &Kernel::detect()).expect_err("it is missing");
    assert!(error.to_string().starts_with("/no/such/folder: "), "{error}");
    assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
}

#[test]
fn what_a_program_uses_is_seen() {
    let folder = Folder::new("watch");
    let inside = folder.path("inside");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let script =
        format!("cat file && echo x > new && mv new moved && : > /dev/tcp/127.0.0.1/{} ; exit 3", address.port());
    let mut command = Command::new("/bin/bash");
    command.args(["-c", &script]).current_dir(&inside).stdout(std::process::Stdio::null());
    let (status, uses) = super::watch(command).expect("it can be watched");
    assert_eq!(status.code(), Some(3));
    let inside = inside.canonicalize().expect("it is there");
    for expected in [
        super::Use::Read(inside.join("file")),
        super::Use::Write(inside.join("new")),
        super::Use::Write(inside.join("moved")),
        super::Use::Connect(address),
    ] {
        assert!(uses.contains(&expected), "{expected:?} in {uses:?}");
    }
    let is_cat = |one: &super::Use| matches!(one, super::Use::Run(path) if path.ends_with("cat"));
    assert!(uses.iter().any(is_cat), "{uses:?}");
}
