use super::*;
use std::fs;

fn explained(files: &[(&str, &str)], entry: &str) -> (Home, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (file, text) in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
    let (home, why) = Loader::default().explain_home(&folder.path().join(entry)).expect("the file exists");
    let shown = folder.path().canonicalize().expect("it exists").display().to_string();
    (home, why.replace(&shown, "").replace(&folder.path().display().to_string(), ""))
}

fn home(files: &[(&str, &str)], entry: &str) -> Home {
    explained(files, entry).0
}

const COMMON_JS: (&str, &str) = ("package.json", r#"{ "type": "commonjs" }"#);

#[test]
fn an_es_module_in_a_package_of_common_js_is_not_of_node() {
    let elysia = ("index.js", "import { Elysia } from 'elysia'; new Elysia()");
    assert_eq!(explained(&[COMMON_JS, elysia], "index.js"), (Home::Bun, "it imports \"elysia\"".to_owned()));
    let plain = ("index.js", "import fs from 'fs'; fs.a");
    let why = "it is an ES module where Node.js reads CommonJS (extension, or \"type\": \"commonjs\")";
    assert_eq!(explained(&[COMMON_JS, plain], "index.js"), (Home::Bun, why.to_owned()));
    assert_eq!(home(&[COMMON_JS, plain, ("deno.json", "{}")], "index.js"), Home::Deno);
    assert_eq!(home(&[COMMON_JS, ("index.js", "const a = require('fs')")], "index.js"), Home::Node);
    assert_eq!(home(&[COMMON_JS, ("index.js", "import fs from")], "index.js"), Home::Node, "it is broken anyway");
    assert_eq!(home(&[("index.cjs", "import 'fs'")], "index.cjs"), Home::Node, "the extension is explicit");
}

#[test]
fn common_js_is_not_of_deno() {
    let deno = ("deno.json", "{}");
    let why = "it is CommonJS, although /deno.json is beside it";
    let main = ("main.js", "const fs = require('fs'); module.exports = fs");
    assert_eq!(explained(&[deno, main], "main.js"), (Home::Node, why.to_owned()));
    assert_eq!(home(&[deno, ("main.js", "console.log(1)")], "main.js"), Home::Deno);
    assert_eq!(home(&[deno, ("main.tsx", "console.log(<a/>)")], "main.tsx"), Home::Deno, "JSX requires its runtime");
    assert_eq!(home(&[deno, ("main.js", "require('fs'); Deno.args")], "main.js"), Home::Deno, "it uses Deno");
    assert_eq!(home(&[("main.cjs", "const { Database } = require(\"bun:sqlite\")")], "main.cjs"), Home::Bun);
}

#[test]
fn imports_that_only_bun_resolves_are_of_bun() {
    let util = ("util.ts", "export const a = 1");
    let main = |source: &'static str| ("main.ts", source);
    assert_eq!(home(&[util, main("import { a } from './util'; a")], "main.ts"), Home::Bun);
    assert_eq!(home(&[util, main("import { a } from './util.ts'; a")], "main.ts"), Home::Node);
    assert_eq!(home(&[main("import { a } from './missing'; a")], "main.ts"), Home::Node);
    assert_eq!(home(&[util, main("import { type T } from './util'; 1 as T")], "main.ts"), Home::Node, "only a type");
    assert_eq!(home(&[main("import data from './data.json'; data")], "main.ts"), Home::Bun);
    assert_eq!(home(&[main("import data from './data.json' with { type: 'json' }; data")], "main.ts"), Home::Node);
    assert_eq!(home(&[main("import data from './data.toml'; data")], "main.ts"), Home::Bun);
    assert_eq!(home(&[main("import file from './a.png' with { type: 'file' }; file")], "main.ts"), Home::Bun);
    assert_eq!(home(&[("main.mjs", "import data from './data.json'; data")], "main.mjs"), Home::Node);
}

#[test]
fn what_node_refuses_or_misreads_is_of_bun() {
    let required = "import p from 'path'; const fs = require('fs'); p.a(fs)";
    let why = "it is an ES module with require, __filename or __dirname, which only Bun has there";
    assert_eq!(explained(&[("main.js", required)], "main.js"), (Home::Bun, why.to_owned()));
    let folder = "console.log(import.meta.dir)";
    let why = "it uses import.meta.dir, .file or .path, or the lines of console, which only Bun has";
    assert_eq!(explained(&[("main.ts", folder)], "main.ts"), (Home::Bun, why.to_owned()));
    let module = ("package.json", r#"{ "type": "module" }"#);
    for (source, expected) in [
        (required, Home::Bun),
        (folder, Home::Bun),
        ("const fs = require('fs')", Home::Bun),
        ("import p from 'path'; p.join(__dirname, 'a')", Home::Bun),
        ("for await (const line of console) console.log(line)", Home::Bun),
        ("import './a.css'", Home::Bun),
        ("import 'a/a.css'", Home::Node),
        ("import p from 'path'; const fs = typeof require === 'undefined' ? p : require('fs')", Home::Node),
        ("import p from 'path'; const __dirname = p.resolve('.'); p.join(__dirname)", Home::Node),
        ("import { createRequire } from 'module'; createRequire(import.meta.url)('a')", Home::Node),
        ("console.log(import.meta.dir ?? import.meta.dirname)", Home::Node),
    ] {
        assert_eq!(home(&[module, ("main.js", source)], "main.js"), expected, "{source}");
    }
    assert_eq!(home(&[("main.js", "const fs = require('fs'); __dirname")], "main.js"), Home::Node, "CommonJS");
    assert_eq!(home(&[("main.mjs", required)], "main.mjs"), Home::Node, "the extension is explicit");
    assert_eq!(home(&[("main.mjs", folder)], "main.mjs"), Home::Node, "the extension is explicit");
    let node = ("package.json", r#"{ "type": "module", "engines": { "node": ">=20" } }"#);
    assert_eq!(home(&[node, ("main.js", required)], "main.js"), Home::Node, "its package is Node's");
}

#[test]
fn the_hashbang_names_the_home() {
    for (line, expected) in [
        ("#!/usr/bin/env node", Home::Node),
        ("#!/usr/bin/env bun", Home::Bun),
        ("#!/usr/bin/env -S deno run --allow-all", Home::Deno),
        ("#! /usr/local/bin/bun run", Home::Bun),
        ("// node", Home::Deno),
        ("// @bun", Home::Bun),
        ("#!/usr/bin/env brio\n// @bun", Home::Bun),
    ] {
        let source = format!("{line}\nconsole.log(1)");
        assert_eq!(home(&[("main.js", &source), ("deno.json", "{}")], "main.js"), expected, "{line}");
    }
}

#[test]
fn a_missing_file_has_no_home() {
    assert_eq!(Loader::default().explain_home(Path::new("/nonexistent/main.js")), None);
}

#[test]
fn hints_survive_the_cache() {
    let output = brio_transform::transform(
        "#!/usr/bin/env bun\nimport a from './a'; a(); __dirname; import.meta.dir",
        &brio_transform::Options::for_file("a.ts"),
    );
    let compiled = crate::compiled::Compiled::of_output(output.expect("it parses"));
    let read = crate::compiled::Compiled::from_bytes(&compiled.to_bytes(1), 1).expect("it is whole");
    assert_eq!(read.hints, compiled.hints);
    assert!(read.hints.needs_common_js && read.hints.uses_bun_features);
    assert!(read.hints.imports_without_extension && read.hints.hashbang == Some(Home::Bun));
}
