//! npm packages: `brio`, whose script starts the binary of the platform's package, and that package. As those of Bun,
//! Deno and esbuild do it: npm installs the optional dependency that fits the system.

use super::Release;
use super::archive::{self, Tree};
use serde_json::json;

/// Replaces itself by the binary where the system allows, so that signals and exit codes are the program's.
const STARTER: &str = r#"#!/usr/bin/env node
"use strict";
const { spawnSync } = require("node:child_process");
const name = `brio-${process.platform}-${process.arch}`;
let binary;
try {
  binary = require.resolve(`${name}/bin/brio`);
} catch {
  console.error(`brio: the package "${name}" is not installed: there is no Brio for this system, or optional dependencies were left out`);
  process.exit(1);
}
if (typeof process.execve === "function") {
  process.removeAllListeners("warning");
  process.on("warning", () => {});
  process.execve(binary, [binary, ...process.argv.slice(2)], process.env);
}
const { status, signal, error } = spawnSync(binary, process.argv.slice(2), { stdio: "inherit" });
if (error) throw error;
if (signal) process.kill(process.pid, signal);
process.exit(status ?? 1);
"#;

/// Writes both packages.
pub fn write(release: &Release) -> Result<(), String> {
    let platform = format!("brio-linux-{}", release.npm_processor);
    let common = |name: &str| {
        json!({
            "name": name,
            "version": release.version,
            "description": "Runs JavaScript and TypeScript: programs of Node.js, Bun and Deno",
            "license": "MIT",
        })
    };
    let mut main = common("brio");
    main["bin"] = json!({ "brio": "bin/brio.js" });
    main["optionalDependencies"] = json!({ &*platform: release.version });
    main["files"] = json!(["bin"]);
    let mut tree = Tree::default();
    tree.add_file("package/package.json", to_text(&main));
    tree.add_program("package/bin/brio.js", STARTER.into());
    tree.add_file("package/README.md", release.read("README.md")?);
    tree.add_file("package/LICENSE", release.read("LICENSE")?);
    pack(release, &format!("brio-{}.tgz", release.version), &tree)?;

    let mut own = common(&platform);
    own["os"] = json!(["linux"]);
    own["cpu"] = json!([release.npm_processor]);
    own["libc"] = json!(["glibc"]);
    own["preferUnplugged"] = json!(true);
    let mut tree = Tree::default();
    tree.add_file("package/package.json", to_text(&own));
    tree.add_program("package/bin/brio", release.binary.clone());
    tree.add_program("package/bin/brio-runtime", release.runtime.clone());
    tree.add_file("package/LICENSE", release.read("LICENSE")?);
    pack(release, &format!("{platform}-{}.tgz", release.version), &tree)
}

fn to_text(manifest: &serde_json::Value) -> Vec<u8> {
    format!("{manifest:#}\n").into_bytes()
}

fn pack(release: &Release, name: &str, tree: &Tree) -> Result<(), String> {
    release.write(name, &archive::gzip(&tree.to_tar("", release.time))?)
}
