//! Node's headers for node-gyp, which downloads those of the running version unless it is pointed to others. An addon on
//! Node-API can be built with the headers of any version, so those that the machine has are enough without a network.

use crate::install::NODE_VERSION;
use std::env;
use std::path::{Path, PathBuf};

/// Variables with the folder of Node's headers, for node-gyp.
pub const VARIABLES: &[&str] = &["npm_config_nodedir", "NPM_CONFIG_NODEDIR"];

/// What node-gyp finds without help, or has to be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Headers {
    /// The user named a folder, or node-gyp's cache has those of this version.
    Known,
    /// This folder has some, of any version, in `include/node`.
    Found(PathBuf),
    Missing,
}

/// Looks for headers: in node-gyp's cache, beside the `node` of the PATH, and where systems install them.
pub fn find() -> Headers {
    if VARIABLES.iter().any(|name| env::var_os(name).is_some()) {
        return Headers::Known;
    }
    let cache = env::var_os("HOME").map(|home| Path::new(&home).join(".cache/node-gyp"));
    find_in(cache.as_deref(), &env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>())
}

fn find_in(cache: Option<&Path>, path: &[PathBuf]) -> Headers {
    if cache.is_some_and(|cache| has_headers(&cache.join(NODE_VERSION))) {
        return Headers::Known;
    }
    let beside_node = path.iter().filter_map(|folder| {
        let node = folder.join("node").canonicalize().ok()?;
        Some(node.parent()?.parent()?.to_path_buf())
    });
    let cached = cache.into_iter().flat_map(versions);
    let of_system = ["/usr/local", "/usr"].map(PathBuf::from);
    beside_node
        .chain(cached)
        .chain(of_system)
        .find(|folder| has_headers(folder))
        .map_or(Headers::Missing, Headers::Found)
}

/// The folders of a cache, that of the newest version first.
fn versions(cache: &Path) -> Vec<PathBuf> {
    let number = |part: &str| part.parse::<u32>().ok();
    let mut found: Vec<(Vec<u32>, PathBuf)> = std::fs::read_dir(cache)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let version = entry.file_name().to_str()?.split('.').map(number).collect::<Option<Vec<u32>>>()?;
            Some((version, entry.path()))
        })
        .collect();
    found.sort_by(|a, b| b.0.cmp(&a.0));
    found.into_iter().map(|(_, folder)| folder).collect()
}

/// Whether a folder has what node-gyp reads: the settings are as necessary as the headers.
fn has_headers(folder: &Path) -> bool {
    ["common.gypi", "node_api.h"].iter().all(|name| folder.join("include/node").join(name).is_file())
}

/// What to do about missing headers.
pub fn hint() -> String {
    format!(
        "node-gyp needs the headers of Node.js, and none are in ~/.cache/node-gyp, beside a `node` of the PATH or in \
         /usr/include/node: install the system's (Debian's `libnode-dev`), run `node-gyp install {NODE_VERSION}` where there \
         is a network, or set npm_config_nodedir to a folder that has them in `include/node`"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::unique_name;
    use std::fs;

    struct Folder(PathBuf);

    impl Folder {
        fn make() -> Self {
            let folder = env::temp_dir().join(format!("brio-headers-{}", unique_name()));
            fs::create_dir_all(&folder).unwrap();
            Self(folder.canonicalize().unwrap())
        }

        fn with_headers(&self, name: &str) -> PathBuf {
            let folder = self.0.join(name);
            fs::create_dir_all(folder.join("include/node")).unwrap();
            for file in ["common.gypi", "node_api.h"] {
                fs::write(folder.join("include/node").join(file), "").unwrap();
            }
            folder
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn headers_of_this_version_in_the_cache_need_no_help() {
        let folder = Folder::make();
        folder.with_headers(NODE_VERSION);
        assert_eq!(find_in(Some(&folder.0), &[]), Headers::Known);
    }

    #[test]
    fn the_newest_version_of_the_cache_is_found() {
        let folder = Folder::make();
        folder.with_headers("9.11.2");
        let newest = folder.with_headers("24.1.0");
        fs::create_dir(folder.0.join("25.0.0")).unwrap();
        assert_eq!(find_in(Some(&folder.0), &[]), Headers::Found(newest));
    }

    #[test]
    fn headers_beside_the_node_of_the_path_come_first() {
        let folder = Folder::make();
        folder.with_headers("cache/24.1.0");
        let prefix = folder.with_headers("prefix");
        let programs = folder.0.join("prefix/bin");
        fs::create_dir(&programs).unwrap();
        fs::write(programs.join("node"), "").unwrap();
        assert_eq!(find_in(Some(&folder.0.join("cache")), &[programs]), Headers::Found(prefix));
    }
}
