//! Debian packages: `brio` with the engine in it, and `brio-system`, which depends on the system's engine.

use super::Release;
use super::archive::{self, Tree};

/// A package.
struct Package<'a> {
    name: &'a str,
    binary: &'a [u8],
    runtime: &'a [u8],
    depends: &'a str,
    other: &'a str,
    about: &'a str,
}

/// Writes both packages.
pub fn write(release: &Release) -> Result<(), String> {
    write_package(
        release,
        &Package {
            name: "brio",
            binary: &release.binary,
            runtime: &release.runtime,
            depends: "libc6 (>= 2.34), libssl3 | libssl3t64",
            other: "brio-system",
            about: "JavaScript and TypeScript runtime, with its engine",
        },
    )?;
    write_package(
        release,
        &Package {
            name: "brio-system",
            binary: &release.system_binary,
            runtime: &release.system_runtime,
            depends: "libc6 (>= 2.34), libstdc++6 (>= 12), libglib2.0-0 | libglib2.0-0t64, libjavascriptcoregtk-4.1-0 \
                      (>= 2.48), libssl3 | libssl3t64",
            other: "brio",
            about: "JavaScript and TypeScript runtime on the system's JavaScriptCore",
        },
    )
}

fn write_package(release: &Release, package: &Package<'_>) -> Result<(), String> {
    let mut data = Tree::default();
    let programs = [("usr/bin/brio", package.binary), ("usr/lib/brio/brio-runtime", package.runtime)];
    for (path, bytes) in programs {
        data.add_program(path, bytes.to_vec());
    }
    data.add_file(&format!("usr/share/doc/{}/copyright", package.name), release.read("LICENSE")?);
    let mut sums = String::new();
    for (path, bytes) in programs {
        sums += &format!("{}  {path}\n", archive::md5(bytes)?);
    }
    let mut control = Tree::default();
    control.add_file("control", control_file(release, package, data.bytes()).into_bytes());
    control.add_file("md5sums", sums.into_bytes());
    let members = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", archive::gzip(&control.to_tar("./", release.time))?),
        ("data.tar.gz", archive::gzip(&data.to_tar("./", release.time))?),
    ];
    let name = format!("{}_{}_{}.deb", package.name, release.version, release.debian_processor);
    release.write(&name, &archive::ar(&members, release.time))
}

fn control_file(release: &Release, package: &Package<'_>, bytes: u64) -> String {
    format!(
        "Package: {}\nVersion: {}\nArchitecture: {}\nMaintainer: the authors of Brio <brio@localhost>\nInstalled-Size: \
         {}\nDepends: {}\nConflicts: {other}\nReplaces: {other}\nSection: javascript\nPriority: optional\nDescription: \
         {}\n Brio runs programs of Node.js, Bun and Deno unmodified.\n",
        package.name,
        release.version,
        release.debian_processor,
        bytes.div_ceil(1024),
        package.depends,
        package.about,
        other = package.other,
    )
}
