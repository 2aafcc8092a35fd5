use super::*;

struct Tree(PathBuf);

impl Tree {
    fn make(files: &[(&str, &str)]) -> Self {
        let folder = std::env::temp_dir().join(format!("brio-gyp-{}", crate::files::unique_name()));
        for (path, content) in files {
            let file = folder.join(path);
            std::fs::create_dir_all(file.parent().expect("it is in the folder")).expect("it can be made");
            std::fs::write(file, content).expect("it can be written");
        }
        Self(folder.canonicalize().expect("it was made"))
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const MANIFEST: &str = r#"{ "dependencies": { "node-addon-api": "8", "other": "1", "../../outside": "1" } }"#;

#[test]
fn targets_of_a_dependency_are_written_beside_a_package_with_a_scope() {
    let tree = Tree::make(&[
        ("node_modules/@a/b/package.json", MANIFEST),
        ("node_modules/@a/b/binding.gyp", ""),
        ("node_modules/node-addon-api/node_addon_api.gyp", ""),
        ("node_modules/other/index.js", ""),
        ("outside/x.gyp", ""),
    ]);
    let beside = tree.0.join("node_modules/@a/node-addon-api");
    assert_eq!(outputs_beside(&tree.0.join("node_modules/@a/b")), std::slice::from_ref(&beside));
    let folders = GypFolders::make(&tree.0.join("node_modules/@a/b"), &tree.0);
    assert!(folders.iter().eq([beside.clone()]));
    assert!(beside.is_dir());
    drop(folders);
    assert!(!beside.exists());
}

#[test]
fn a_package_that_is_there_is_not_opened() {
    let tree = Tree::make(&[
        ("node_modules/@a/b/package.json", MANIFEST),
        ("node_modules/@a/b/binding.gyp", ""),
        ("node_modules/@a/node-addon-api/package.json", "{}"),
        ("node_modules/node-addon-api/node_addon_api.gyp", ""),
    ]);
    assert_eq!(GypFolders::make(&tree.0.join("node_modules/@a/b"), &tree.0).iter().count(), 0);
    assert!(tree.0.join("node_modules/@a/node-addon-api").is_dir());
}

#[test]
fn other_packages_write_to_their_own_folder() {
    let tree = Tree::make(&[
        ("node_modules/b/package.json", MANIFEST),
        ("node_modules/b/binding.gyp", ""),
        ("node_modules/@a/c/package.json", MANIFEST),
        ("node_modules/node-addon-api/node_addon_api.gyp", ""),
    ]);
    assert!(outputs_beside(&tree.0.join("node_modules/b")).is_empty());
    // Without a binding.gyp nothing is built.
    assert!(outputs_beside(&tree.0.join("node_modules/@a/c")).is_empty());
}
