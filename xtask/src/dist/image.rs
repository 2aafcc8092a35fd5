//! An image for containers in the layout of the Open Container Initiative, as one `tar` archive: one layer with the
//! binary, the libraries that it loads, certificates and a user without rights; no shell and no package manager.

use super::Release;
use super::archive::{self, Tree};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Libraries that are loaded when a program needs them.
const LOADED_LATER: &[&str] =
    &["libcrypto.so.3", "libssl.so.3", "libnss_files.so.2", "libnss_dns.so.2", "libresolv.so.2"];
const FOLDERS: &[&str] = &["/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu", "/lib64", "/lib"];
const CERTIFICATES: &str = "/etc/ssl/certs/ca-certificates.crt";
/// The user that distroless images have.
const USER: &str = "65532";

/// Writes `brio-<version>-oci.tar`.
pub fn write(release: &Release) -> Result<(), String> {
    let layer = layer(release)?.to_tar("", release.time);
    let packed = archive::gzip(&layer)?;
    let mut image = Tree::default();
    let processor = release.debian_processor;
    let configuration = json!({
        "architecture": processor,
        "os": "linux",
        "config": {
            "User": USER,
            "Env": ["PATH=/usr/bin", "SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt"],
            "Entrypoint": ["/usr/bin/brio"],
            "WorkingDir": "/home/nonroot",
        },
        "rootfs": { "type": "layers", "diff_ids": [format!("sha256:{}", archive::sha256(&layer)?)] },
    });
    let configuration = configuration.to_string().into_bytes();
    let configuration = add_blob(&mut image, "application/vnd.oci.image.config.v1+json", configuration)?;
    let layer = add_blob(&mut image, "application/vnd.oci.image.layer.v1.tar+gzip", packed)?;
    let manifest = json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": configuration,
        "layers": [layer],
    });
    let kind = "application/vnd.oci.image.manifest.v1+json";
    let mut manifest = add_blob(&mut image, kind, manifest.to_string().into_bytes())?;
    manifest["platform"] = json!({ "architecture": processor, "os": "linux" });
    manifest["annotations"] = json!({ "org.opencontainers.image.ref.name": release.version });
    let index = json!({ "schemaVersion": 2, "manifests": [manifest] });
    image.add_file("index.json", index.to_string().into_bytes());
    image.add_file("oci-layout", br#"{"imageLayoutVersion":"1.0.0"}"#.to_vec());
    release.write(&format!("brio-{}-oci.tar", release.version), &image.to_tar("", release.time))
}

/// Adds a blob under its digest. Returns its descriptor.
fn add_blob(image: &mut Tree, kind: &str, bytes: Vec<u8>) -> Result<serde_json::Value, String> {
    let digest = archive::sha256(&bytes)?;
    let descriptor = json!({ "mediaType": kind, "digest": format!("sha256:{digest}"), "size": bytes.len() });
    image.add_file(&format!("blobs/sha256/{digest}"), bytes);
    Ok(descriptor)
}

fn layer(release: &Release) -> Result<Tree, String> {
    let mut tree = Tree::default();
    tree.add_program("usr/bin/brio", release.binary.clone());
    let binary = release.root.join("out/brio-static");
    for library in libraries(&binary)? {
        let bytes = fs::read(&library).map_err(|error| format!("{}: {error}", library.display()))?;
        tree.add_program(&library.to_string_lossy()[1..], bytes);
    }
    if let Ok(certificates) = fs::read(CERTIFICATES) {
        tree.add_file(&CERTIFICATES[1..], certificates);
    }
    tree.add_file(
        "etc/passwd",
        format!("root:x:0:0:root:/root:/\nnonroot:x:{USER}:{USER}:nonroot:/home/nonroot:/\n").into(),
    );
    tree.add_file("etc/group", format!("root:x:0:\nnonroot:x:{USER}:\n").into());
    tree.add_file("etc/nsswitch.conf", b"hosts: files dns\n".to_vec());
    tree.add_folder("home/nonroot", 0o777);
    tree.add_folder("tmp", 0o1777);
    tree.add_folder("root", 0o700);
    Ok(tree)
}

/// The files of the libraries that the binary loads at its start, by the dynamic linker, and later.
pub fn libraries(binary: &Path) -> Result<Vec<PathBuf>, String> {
    let output = Command::new("ldd").arg(binary).output().map_err(|error| format!("cannot start ldd: {error}"))?;
    let mut found: Vec<PathBuf> = paths_in(&String::from_utf8_lossy(&output.stdout));
    for name in LOADED_LATER {
        found.extend(FOLDERS.iter().map(|folder| Path::new(folder).join(name)).find(|path| path.exists()));
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// The paths in what `ldd` prints.
fn paths_in(text: &str) -> Vec<PathBuf> {
    let path_in = |line: &str| line.split_ascii_whitespace().find(|word| word.starts_with('/')).map(PathBuf::from);
    text.lines().filter_map(path_in).collect()
}

#[cfg(test)]
mod tests {
    use super::paths_in;
    use std::path::PathBuf;

    #[test]
    fn libraries_are_read_from_ldd() {
        let text = "\tlinux-vdso.so.1 (0x00007f)\n\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)\n\t\
                    /lib64/ld-linux-x86-64.so.2 (0x00007f)\n";
        let expected = ["/lib/x86_64-linux-gnu/libc.so.6", "/lib64/ld-linux-x86-64.so.2"].map(PathBuf::from);
        assert_eq!(paths_in(text), expected);
    }
}
