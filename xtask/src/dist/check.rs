//! `./x dist check`: installs what `./x dist` made in clean systems without compilers, and runs a program with each. A
//! clean system is a minimal Debian that `debootstrap` makes once, in the user's cache.

use super::archive;
use crate::report::Tally;
use crate::system_packages;
use crate::workspace::cache_folder;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const RELEASE: &str = "bookworm";
const PROGRAM: &str = "console.log([1n, 2n].map((n) => n * 21n).join(), new Intl.NumberFormat('de').format(1234.5))";
const EXPECTED: &str = "21,42 1.234,5\n";

/// Checks all files. Returns the exit code.
pub fn run(folder: &Path) -> Result<i32, String> {
    if !system_packages::is_root() {
        return Err("clean systems are made with chroot, which needs root".to_string());
    }
    let files = Files::find(folder)?;
    let mut tally = Tally::default();
    let mut note = |name: &str, outcome: Result<(), String>| match outcome {
        Ok(()) => {
            println!("ok   {name}");
            tally.pass();
        }
        Err(reason) => tally.fail(name, &reason),
    };
    note("the checksums are right", check_sums(folder));
    let base = base_system()?;
    for (name, package) in [("brio.deb", &files.deb), ("brio-system.deb", &files.system_deb)] {
        note(name, in_copy(&base, |root| check_package(root, package)));
    }
    note("tar.gz", in_copy(&base, |root| check_archive(root, &files.archive)));
    note("npm", check_npm(&files));
    note("image", check_image(&files.image));
    Ok(i32::from(tally.failed > 0))
}

/// The files by their kind.
struct Files {
    archive: PathBuf,
    deb: PathBuf,
    system_deb: PathBuf,
    npm: PathBuf,
    npm_platform: PathBuf,
    image: PathBuf,
}

impl Files {
    fn find(folder: &Path) -> Result<Self, String> {
        let entries = fs::read_dir(folder).map_err(|_| "there is nothing in out/dist: run ./x dist".to_string())?;
        let names: Vec<String> =
            entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        let find = |start: &str, end: &str| {
            let name = names.iter().find(|name| name.starts_with(start) && name.ends_with(end));
            name.map(|name| folder.join(name)).ok_or_else(|| format!("out/dist has no {start}*{end}: run ./x dist"))
        };
        let digits = |start: &str, end: &str| {
            let is_ours = |name: &&String| {
                name.strip_prefix(start).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
                    && name.ends_with(end)
            };
            let name = names.iter().find(is_ours);
            name.map(|name| folder.join(name)).ok_or_else(|| format!("out/dist has no {start}*{end}: run ./x dist"))
        };
        Ok(Self {
            archive: find("brio-", ".tar.gz")?,
            deb: find("brio_", ".deb")?,
            system_deb: find("brio-system_", ".deb")?,
            npm: digits("brio-", ".tgz")?,
            npm_platform: find("brio-linux-", ".tgz")?,
            image: find("brio-", "-oci.tar")?,
        })
    }
}

fn check_sums(folder: &Path) -> Result<(), String> {
    succeed(Command::new("sha256sum").args(["--check", "--quiet", "SHA256SUMS"]).current_dir(folder)).map(|_| ())
}

/// Installs a package with apt, which finds its dependencies.
fn check_package(root: &Path, package: &Path) -> Result<(), String> {
    let name = package.file_name().expect("a file").to_string_lossy().into_owned();
    fs::copy(package, root.join("tmp").join(&name)).map_err(|error| format!("{name}: {error}"))?;
    let _ = fs::copy("/etc/resolv.conf", root.join("etc/resolv.conf"));
    succeed(chroot(root).args(["apt-get", "update"]))?;
    let install = ["apt-get", "install", "-y", "--no-install-recommends", &format!("/tmp/{name}")];
    succeed(chroot(root).env("DEBIAN_FRONTEND", "noninteractive").args(install))?;
    runs(chroot(root).args(["brio", "-e", PROGRAM]))?;
    compiles(root, "brio")
}

fn check_archive(root: &Path, archive: &Path) -> Result<(), String> {
    let target = root.join("opt");
    succeed(Command::new("tar").arg("-xzf").arg(archive).args(["--strip-components=1", "-C"]).arg(&target))?;
    runs(chroot(root).args(["/opt/brio", "-e", PROGRAM]))?;
    compiles(root, "/opt/brio")
}

/// Makes an executable, which must have the runtime without tools, and runs it.
fn compiles(root: &Path, brio: &str) -> Result<(), String> {
    fs::write(root.join("tmp/hello.js"), PROGRAM).map_err(|error| format!("hello.js: {error}"))?;
    let mut build = chroot(root);
    build.args([brio, "build", "/tmp/hello.js", "--compile", "--outfile", "/tmp/hello"]);
    let output = build.output().map_err(|error| format!("{build:?}: {error}"))?;
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() || message.contains("complete runtime") {
        return Err(format!("the executable is not made with brio-runtime: {message}"));
    }
    runs(chroot(root).arg("/tmp/hello"))
}

/// Installs the npm packages in a folder of their own.
fn check_npm(files: &Files) -> Result<(), String> {
    let folder = Temporary::new("npm")?;
    fs::write(folder.0.join("package.json"), "{}").map_err(|error| error.to_string())?;
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-audit", "--no-fund", "--offline"]).arg(&files.npm_platform).arg(&files.npm);
    succeed(npm.current_dir(&folder.0))?;
    runs(Command::new(folder.0.join("node_modules/.bin/brio")).args(["-e", PROGRAM]))
}

/// Unpacks the layers of the image, whose digests must be right, and runs its entry point as its user.
fn check_image(image: &Path) -> Result<(), String> {
    let folder = Temporary::new("image")?;
    let (layout, root) = (folder.0.join("layout"), folder.0.join("root"));
    for folder in [&layout, &root] {
        fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    }
    succeed(Command::new("tar").arg("-xf").arg(image).arg("-C").arg(&layout))?;
    let read = |path: &str| -> Result<serde_json::Value, String> {
        let bytes = fs::read(layout.join(path)).map_err(|error| format!("{path}: {error}"))?;
        serde_json::from_slice(&bytes).map_err(|error| format!("{path}: {error}"))
    };
    let blob = |descriptor: &serde_json::Value| -> Result<String, String> {
        let digest =
            descriptor["digest"].as_str().and_then(|digest| digest.strip_prefix("sha256:")).unwrap_or_default();
        let path = format!("blobs/sha256/{digest}");
        let bytes = fs::read(layout.join(&path)).map_err(|error| format!("{path}: {error}"))?;
        if archive::sha256(&bytes)? == digest { Ok(path) } else { Err(format!("{path} has another digest")) }
    };
    let manifest = read(&blob(&read("index.json")?["manifests"][0])?)?;
    let configuration = read(&blob(&manifest["config"])?)?;
    for layer in manifest["layers"].as_array().into_iter().flatten() {
        succeed(Command::new("tar").arg("-xzf").arg(layout.join(blob(layer)?)).arg("-C").arg(&root))?;
    }
    let user = configuration["config"]["User"].as_str().unwrap_or_default();
    let entry = configuration["config"]["Entrypoint"][0].as_str().unwrap_or_default();
    let mut command = container(&root);
    command.arg(format!("--userspec={user}:{user}")).arg(&root);
    runs(command.args([entry, "-e", PROGRAM]))
}

fn runs(command: &mut Command) -> Result<(), String> {
    let output = succeed(command)?;
    if output == EXPECTED { Ok(()) } else { Err(format!("it printed {output:?}")) }
}

/// Runs a command. Returns what it printed.
fn succeed(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        Ok(text(&output.stdout))
    } else {
        Err(format!("{command:?} ended with {}\n{}{}", output.status, text(&output.stdout), text(&output.stderr)))
    }
}

fn chroot(root: &Path) -> Command {
    let mut command = container(root);
    command.arg(root);
    command
}

/// `chroot` in mounts of its own, with `/proc` and `/dev` as all container runtimes have them; the arguments follow.
fn container(root: &Path) -> Command {
    const SCRIPT: &str = "mkdir -p \"$0/proc\" \"$0/dev\" && mount -t proc proc \"$0/proc\" && \
                          mount --bind /dev \"$0/dev\" && exec chroot \"$@\"";
    let mut command = Command::new("unshare");
    command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("HOME", "/root");
    command.args(["--mount", "sh", "-c", SCRIPT]).arg(root);
    command
}

/// The folder with a minimal Debian, made once.
fn base_system() -> Result<PathBuf, String> {
    let base = cache_folder()?.join(format!("clean-{RELEASE}"));
    if base.join("etc/debian_version").exists() {
        return Ok(base);
    }
    if system_packages::find_program("debootstrap").is_none() {
        system_packages::install(&["debootstrap"])?;
    }
    let partial = base.with_extension("partial");
    let _ = fs::remove_dir_all(&partial);
    eprintln!("x: making a minimal Debian in {}", base.display());
    succeed(Command::new("debootstrap").args(["--variant=minbase", RELEASE]).arg(&partial))?;
    fs::rename(&partial, &base).map_err(|error| format!("{}: {error}", base.display()))?;
    Ok(base)
}

/// Calls `work` with a copy of a system.
fn in_copy(base: &Path, work: impl FnOnce(&Path) -> Result<(), String>) -> Result<(), String> {
    let copy = Temporary::new("system")?;
    let root = copy.0.join("root");
    succeed(Command::new("cp").args(["-a", "--reflink=auto"]).arg(base).arg(&root))?;
    work(&root)
}

/// A folder that is deleted in the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Result<Self, String> {
        let folder = std::env::temp_dir().join(format!("brio-dist-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self(folder))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
