use super::{Follow, PathRule, canonical, is_plain};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("brio_permissions_{}_{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("the folder is made");
        Folder(std::fs::canonicalize(path).expect("the folder exists"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn path(path: impl AsRef<Path>, follow: Follow) -> PathBuf {
    canonical(path.as_ref(), follow).expect("the path resolves").path
}

#[test]
fn links_and_dots_are_resolved_as_the_kernel_does() {
    let folder = Folder::new("links");
    let root = &folder.0;
    std::fs::create_dir_all(root.join("a/b")).unwrap();
    symlink("a/b", root.join("link")).unwrap();
    std::fs::write(root.join("a/file"), "x").unwrap();
    assert_eq!(path(root.join("link/../file"), Follow::Last), root.join("a/file"));
    assert_eq!(path(root.join("a/../a/./file"), Follow::Last), root.join("a/file"));
    assert_eq!(path(root.join("link"), Follow::Last), root.join("a/b"));
    assert_eq!(path(root.join("link"), Follow::NotLast), root.join("link"));
    assert_eq!(path(root.join("link/new/x"), Follow::Last), root.join("a/b/new/x"));
    assert_eq!(path(root.join("missing/../link/x"), Follow::Last), root.join("a/b/x"));
}

#[test]
fn a_link_to_a_missing_file_is_followed() {
    let folder = Folder::new("dangling");
    symlink("/etc/no/such/file", folder.0.join("link")).unwrap();
    assert_eq!(path(folder.0.join("link"), Follow::Last), Path::new("/etc/no/such/file"));
}

#[test]
fn a_circle_of_links_fails() {
    let folder = Folder::new("circle");
    symlink("b", folder.0.join("a")).unwrap();
    symlink("a", folder.0.join("b")).unwrap();
    assert!(canonical(&folder.0.join("a"), Follow::Last).is_err());
}

#[test]
fn links_of_proc_lead_to_their_files() {
    assert_eq!(path("/proc/self/root/etc/passwd", Follow::Last), Path::new("/etc/passwd"));
    let file = std::fs::File::open("/etc/passwd").unwrap();
    let fd = std::os::fd::AsRawFd::as_raw_fd(&file);
    for name in [format!("/proc/self/fd/{fd}"), format!("/dev/fd/{fd}"), format!("/proc/thread-self/fd/{fd}")] {
        assert_eq!(path(name, Follow::Last), Path::new("/etc/passwd"));
    }
    let here = std::env::current_dir().unwrap();
    assert_eq!(path("/proc/self/cwd/x", Follow::Last), here.join("x"));
}

#[test]
fn links_of_another_process_stay_in_proc() {
    let found = canonical(Path::new("/proc/1/root/etc/passwd"), Follow::Last).unwrap();
    assert!(found.path.starts_with("/proc/1"), "{found:?}");
}

#[test]
fn rules_cover_whole_names() {
    let tree = PathRule::Tree("/a/b".into());
    assert!(tree.covers(Path::new("/a/b")) && tree.covers(Path::new("/a/b/c")));
    assert!(!tree.covers(Path::new("/a/bc")) && !tree.covers(Path::new("/a")));
    assert!(tree.is_below(Path::new("/a")) && !tree.is_below(Path::new("/a/b/c")));
    assert!(PathRule::Prefix(b"/a/b".to_vec()).covers(Path::new("/a/bc")));
    assert!(!PathRule::Exact("/a/b".into()).covers(Path::new("/a/b/c")));
}

#[test]
fn a_tree_covers_paths_byte_by_byte() {
    let covers = |root: &str, path: &str| PathRule::Tree(root.into()).covers(Path::new(path));
    assert!(covers("/", "/") && covers("/", "/a") && covers("/a/", "/a") && covers("/a/", "/a/b"));
    assert!(!covers("/a/", "/ab") && !covers("/a/b", "/a") && !covers("/a", "/"));
}

#[test]
fn plain_paths_are_canonical_but_for_links() {
    for plain in ["/a", "/a/b.c/..d", "/process/a"] {
        assert!(is_plain(Path::new(plain)), "{plain}");
    }
    for other in [
        "",
        "a",
        "/",
        "/a/",
        "/a//b",
        "//a",
        "/a/./b",
        "/a/../b",
        "/a/..",
        "/proc/self/root",
        "/dev/fd/3",
        "/sys/x",
        "/a\0b",
    ] {
        assert!(!is_plain(Path::new(other)), "{other}");
    }
}
