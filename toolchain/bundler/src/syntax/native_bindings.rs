//! Native addons that packages look for when they run: calls of `node-gyp-build` and `bindings` whose file is known when the
//! program is built.

use std::env::consts::{ARCH, OS};
use std::path::{Component, Path, PathBuf};

use oxc_ast::ast::*;

/// The folders in which `bindings` looks, in its order.
const BINDING_FOLDERS: &[&str] =
    &["build", "build/Debug", "build/Release", "out/Debug", "Debug", "out/Release", "Release"];

/// What stands in a package's source for the search.
pub(super) const FINDERS: &[&str] = &["node-gyp-build", "bindings"];

/// The file that a call finds: `finder` is the package that looks, `argument` what it is called with in `file`. None when
/// it is not known.
pub(super) fn find(finder: &str, argument: &Expression<'_>, file: &Path) -> Option<PathBuf> {
    let folder = file.parent()?;
    match finder {
        "node-gyp-build" => built(&folder_of(argument, folder)?),
        "bindings" => {
            let name = match argument {
                Expression::StringLiteral(name) => name.value.as_str(),
                _ => return None,
            };
            let name = if name.ends_with(".node") { name.to_owned() } else { format!("{name}.node") };
            let root = folder.ancestors().find(|folder| folder.join("package.json").is_file())?;
            BINDING_FOLDERS.iter().map(|folder| root.join(folder).join(&name)).find(|path| path.is_file())
        }
        _ => None,
    }
}

/// The folder that an expression of `__dirname` means.
fn folder_of(expression: &Expression<'_>, folder: &Path) -> Option<PathBuf> {
    match expression {
        Expression::Identifier(name) if name.name == "__dirname" => Some(folder.to_owned()),
        Expression::CallExpression(call) => {
            let name = match &call.callee {
                Expression::Identifier(name) => name.name.as_str(),
                Expression::StaticMemberExpression(member) => member.property.name.as_str(),
                _ => return None,
            };
            let mut parts = call.arguments.iter().map(|argument| argument.as_expression());
            if !matches!(name, "join" | "resolve") {
                return None;
            }
            let mut path = folder_of(parts.next()??, folder)?;
            for part in parts {
                let Some(Expression::StringLiteral(part)) = part else { return None };
                for component in Path::new(part.value.as_str()).components() {
                    match component {
                        Component::ParentDir => drop(path.pop()),
                        Component::Normal(name) => path.push(name),
                        _ => {}
                    }
                }
            }
            Some(path)
        }
        _ => None,
    }
}

/// What `node-gyp-build` finds in a package: what was compiled here, or what the package brings for this system.
fn built(package: &Path) -> Option<PathBuf> {
    let addons = |folder: PathBuf| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        files.retain(|path| path.extension().is_some_and(|extension| extension == "node"));
        files.sort();
        files
    };
    for folder in ["build/Release", "build/Debug"] {
        if let Some(found) = addons(package.join(folder)).into_iter().next() {
            return Some(found);
        }
    }
    let system = if OS == "macos" { "darwin" } else { OS };
    let processor = match ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    let is_for_here = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let mut tags = name.split('.');
        let other_library = if cfg!(target_env = "musl") { "glibc" } else { "musl" };
        // What is built for one version of an engine, and not for Node-API, does not run here.
        tags.all(|tag| tag != other_library && tag != "electron" && !is_engine_version(tag))
    };
    addons(package.join(format!("prebuilds/{system}-{processor}"))).into_iter().find(is_for_here)
}

fn is_engine_version(tag: &str) -> bool {
    tag.strip_prefix("abi").is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use oxc_allocator::Allocator;
    use oxc_parser::Parser;
    use oxc_span::SourceType;

    fn found(finder: &str, argument: &str, files: &[&str]) -> Option<String> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
            std::fs::write(path, "").expect("it can be written");
        }
        let allocator = Allocator::default();
        let expression = Parser::new(&allocator, argument, SourceType::cjs()).parse_expression().expect("it parses");
        let path = find(finder, &expression, &folder.path().join("lib/index.js"))?;
        Some(path.strip_prefix(folder.path()).expect("it is in the package").to_string_lossy().into_owned())
    }

    #[test]
    fn node_gyp_build_finds_what_was_compiled_before_what_is_brought() {
        let processor = if ARCH == "x86_64" { "x64" } else { "arm64" };
        let brought = format!("prebuilds/linux-{processor}/a.glibc.node");
        let others =
            [format!("prebuilds/linux-{processor}/a.abi93.node"), format!("prebuilds/linux-{processor}/a.musl.node")];
        let files = [brought.as_str(), others[0].as_str(), others[1].as_str()];
        if OS == "linux" && cfg!(target_env = "gnu") {
            assert_eq!(
                found("node-gyp-build", "path.join(__dirname, '..')", &files).as_deref(),
                Some(brought.as_str())
            );
        }
        let compiled = "build/Release/a.node";
        let files = [brought.as_str(), compiled];
        assert_eq!(found("node-gyp-build", "resolve(__dirname, '../')", &files).as_deref(), Some(compiled));
        assert_eq!(found("node-gyp-build", "folder", &files), None);
    }

    #[test]
    fn bindings_looks_in_the_folders_of_the_package() {
        let files = ["package.json", "build/Release/a.node"];
        assert_eq!(found("bindings", "'a'", &files).as_deref(), Some("build/Release/a.node"));
        assert_eq!(found("bindings", "'a.node'", &files).as_deref(), Some("build/Release/a.node"));
        assert_eq!(found("bindings", "'b'", &files), None);
    }
}
