//! Conditions, patterns and arrays of `exports`, links, scopes, caches. Expected outcomes follow Node's
//! documentation ("Modules: Packages", "Modules: CommonJS modules") and were compared with Node 26.10.

mod support;
use brio_resolver::{
    Format, Home, Options, PackageType, Request, ResolveKind, Resolver, Syntax, data_url_format,
    unknown_extension_message,
};
use std::os::unix::fs::symlink;
use support::Project;

#[test]
fn the_first_condition_that_holds_wins() {
    let json = r#"{"exports":{"browser":"./b.js","import":{"deno":"./d.js","node":"./i.js"},"require":"./r.js","default":"./x.js"}}"#;
    let package = "node_modules/p";
    let files = [
        ("package.json", "{}"),
        ("node_modules/p/package.json", json),
        ("node_modules/p/i.js", ""),
        ("node_modules/p/r.js", ""),
    ];
    let project = Project::new(&files);
    assert_eq!(project.import("p", "t.js"), format!("~/{package}/i.js"));
    assert_eq!(project.require("p", "t.js"), format!("~/{package}/r.js"));
}

#[test]
fn bun_reads_module_of_a_package_without_a_main_that_exists() {
    let project = Project::new(&[
        ("node_modules/none/package.json", r#"{"module":"./e.js"}"#),
        ("node_modules/none/e.js", ""),
        ("node_modules/lost/package.json", r#"{"main":"./gone.js","module":"e"}"#),
        ("node_modules/lost/e.js", ""),
        ("node_modules/both/package.json", r#"{"main":"./m.js","module":"./e.js"}"#),
        ("node_modules/both/m.js", ""),
        ("node_modules/both/e.js", ""),
    ]);
    for (package, file) in [("none", "e.js"), ("lost", "e.js"), ("both", "m.js")] {
        let path = format!("~/node_modules/{package}/{file}");
        for kind in [ResolveKind::Import, ResolveKind::Require] {
            assert_eq!(project.show(package, "t.js", kind, Home::Bun), path);
        }
    }
    assert!(project.require("none", "t.js").contains("Cannot find module 'none'"));
}

#[test]
fn main_may_be_an_absolute_path() {
    let project = Project::new(&[("elsewhere/index.js", ""), ("elsewhere/other.js", "")]);
    let place = project.path("elsewhere").display().to_string();
    project.write("node_modules/folder/package.json", &format!(r#"{{"main":"{place}"}}"#));
    project.write("node_modules/file/package.json", &format!(r#"{{"main":"{place}/other"}}"#));
    for (package, file) in [("folder", "index.js"), ("file", "other.js")] {
        let path = format!("~/elsewhere/{file}");
        assert_eq!(project.import(package, "t.js"), path);
        assert_eq!(project.require(package, "t.js"), path);
    }
}

#[test]
fn arrays_skip_what_is_invalid_and_null_forbids() {
    let json = r#"{"exports":{".":["../bad.js",{"browser":"./b.js"},"./a.js"],"./in/*":null,"./in/ok/*":"./ok/*","./none":[],
        "./one":["nope"],"./num":5,"./o/*.js":"./o/*.mjs","./o/deep/*.js":"./deep/*.js","./up/*":"./up/*"}}"#;
    let project = Project::new(&[
        ("node_modules/p/package.json", json),
        ("node_modules/p/a.js", ""),
        ("node_modules/p/ok/x.js", ""),
        ("node_modules/p/o/a/b.mjs", ""),
        ("node_modules/p/deep/c.js", ""),
        ("node_modules/p/up/a b.js", ""),
    ]);
    let not_exported = |subpath: &str| {
        format!(
            "ERR_PACKAGE_PATH_NOT_EXPORTED | Package subpath '{subpath}' is not defined by \"exports\" in ~/node_modules/p/package.json imported from ~/t.mjs"
        )
    };
    for (specifier, expected) in [
        ("p", "~/node_modules/p/a.js".to_owned()),
        ("p/in/ok/x.js", "~/node_modules/p/ok/x.js".to_owned()),
        ("p/in/x.js", not_exported("./in/x.js")),
        ("p/none", not_exported("./none")),
        ("p/o/a/b.js", "~/node_modules/p/o/a/b.mjs".to_owned()),
        ("p/o/deep/c.js", "~/node_modules/p/deep/c.js".to_owned()),
        ("p/o/.js", not_exported("./o/.js")),
        ("p/up/a%20b.js", "~/node_modules/p/up/a b.js".to_owned()),
        ("p/one", "ERR_INVALID_PACKAGE_TARGET | Invalid \"exports\" target \"nope\" defined for './one' in the package config ~/node_modules/p/package.json imported from ~/t.mjs; targets must start with \"./\"".to_owned()),
        ("p/num", "ERR_INVALID_PACKAGE_TARGET | Invalid \"exports\" target \"5\" defined for './num' in the package config ~/node_modules/p/package.json imported from ~/t.mjs; targets must start with \"./\"".to_owned()),
        ("p/up/../x.js", "ERR_INVALID_MODULE_SPECIFIER | Invalid module \"./up/../x.js\" request is not a valid match in pattern \"./up/*\" for the \"exports\" resolution of ~/node_modules/p/package.json imported from ~/t.mjs".to_owned()),
    ] {
        assert_eq!(project.import(specifier, "t.mjs"), expected, "{specifier}");
    }
}

#[test]
fn exports_that_are_a_number_or_a_boolean_are_ignored() {
    for exports in ["true", "5"] {
        let json = format!(r#"{{"exports":{exports}}}"#);
        let project = Project::new(&[("node_modules/p/package.json", &json), ("node_modules/p/index.js", "")]);
        assert_eq!(project.import("p", "t.mjs"), "~/node_modules/p/index.js");
    }
}

#[test]
fn the_nearest_node_modules_wins_and_global_folders_come_last() {
    let files = [
        ("node_modules/a/index.js", ""),
        ("x/node_modules/a/index.js", ""),
        ("x/node_modules/b/y/t.js", ""),
        ("node_modules/@s/n/index.js", ""),
        ("global/g/index.js", ""),
        ("global/a/index.js", ""),
    ];
    let mut project = Project::new(&files);
    let global_folders = vec![project.path("global")];
    project.resolver = brio_resolver::Resolver::new(Options { global_folders, ..Options::default() });
    assert_eq!(project.require("a", "x/t.js"), "~/x/node_modules/a/index.js");
    assert_eq!(project.require("a", "x/node_modules/b/y/t.js"), "~/x/node_modules/a/index.js");
    assert_eq!(project.import("@s/n", "x/t.js"), "~/node_modules/@s/n/index.js");
    assert_eq!(project.require("g", "t.js"), "~/global/g/index.js");
    assert_eq!(
        project.import("g", "t.js"),
        "ERR_MODULE_NOT_FOUND | Cannot find package 'g' imported from ~/t.js\nDid you mean to import \"file://~/global/g/index.js\"?",
        "imports know no NODE_PATH"
    );
}

#[test]
fn the_folders_to_look_in_can_be_given() {
    let project = Project::new(&[("other/a/index.js", ""), ("node_modules/a/index.js", ""), ("b.js", "")]);
    let importer = project.path("sub/t.js");
    let folders = Resolver::node_modules_folders(importer.parent().unwrap());
    let nearest = [project.path("sub/node_modules"), project.path("node_modules")];
    assert_eq!(folders[..2], nearest);
    assert_eq!(folders.last(), Some(&"/node_modules".into()));
    assert!(!Resolver::node_modules_folders(&nearest[0]).contains(&nearest[0].join("node_modules")));

    let resolve = |specifier: &str, folders: &[std::path::PathBuf]| {
        let found = project.resolver.resolve(&Request {
            specifier,
            importer: &importer,
            kind: ResolveKind::Require,
            conditions: support::REQUIRE_CONDITIONS,
            home: Home::Node,
            is_entry: false,
            lookup_folders: Some(folders),
            require_stack: &[],
        });
        found.map(|found| project.shorten(&found.path.to_string_lossy())).map_err(|error| error.message)
    };
    assert_eq!(resolve("a", &[project.path("other")]), Ok("~/other/a/index.js".to_owned()));
    assert_eq!(resolve("a", &[]), Err("Cannot find module 'a'".to_owned()));
    assert_eq!(resolve("../b", &[]), Ok("~/b.js".to_owned()), "relative ones do not look in folders");
}

#[test]
fn links_are_followed_unless_preserved() {
    let files = [("store/p/index.js", ""), ("store/p/package.json", r#"{"type":"module"}"#), ("real.js", "")];
    let mut project = Project::new(&files);
    std::fs::create_dir(project.path("node_modules")).unwrap();
    symlink(project.path("store/p"), project.path("node_modules/p")).unwrap();
    symlink(project.path("real.js"), project.path("link.js")).unwrap();
    assert_eq!(project.import("p", "t.js"), "~/store/p/index.js");
    assert_eq!(project.require("./link.js", "t.js"), "~/real.js");
    let found = project.resolve("p", "t.js", ResolveKind::Import, Home::Node).unwrap();
    assert_eq!((found.format, found.package_json.unwrap().package_type), (Format::Module, PackageType::Module));

    project.resolver = brio_resolver::Resolver::new(Options { preserve_symlinks: true, ..Options::default() });
    assert_eq!(project.import("p", "t.js"), "~/node_modules/p/index.js");
    assert_eq!(project.require("./link", "t.js"), "~/link.js");
}

#[test]
fn a_package_without_a_usable_main_is_an_error_naming_it() {
    let project =
        Project::new(&[("node_modules/p/package.json", r#"{"main":"gone.js"}"#), ("node_modules/p/x.js", "")]);
    let error = project.resolve("p", "t.js", ResolveKind::Require, Home::Node).unwrap_err();
    let expected =
        "Cannot find module '~/node_modules/p/gone.js'. Please verify that the package.json has a valid \"main\" entry";
    assert_eq!(project.shorten(&error.message), expected);
    assert_eq!(error.path, Some(project.path("node_modules/p/package.json")));
    assert_eq!(
        project.import("p", "t.mjs"),
        "ERR_MODULE_NOT_FOUND | Cannot find package '~/node_modules/p/gone.js' imported from ~/t.mjs"
    );
}

#[test]
fn the_format_follows_extension_and_package_type() {
    let project = Project::new(&[
        ("package.json", "{}"),
        ("m/package.json", r#"{"type":"module"}"#),
        ("c/package.json", r#"{"type":"commonjs"}"#),
        ("m/node_modules/p/x.js", ""),
        ("m/w", "\0asm\u{1}"),
        ("m/bin", "x"),
    ]);
    let format = |path: &str| project.resolver.format(&project.path(path)).unwrap();
    for (path, expected) in [
        ("a.js", (Format::Detect, Syntax::JavaScript)),
        ("m/a.js", (Format::Module, Syntax::JavaScript)),
        ("c/a.js", (Format::CommonJs, Syntax::JavaScript)),
        ("m/node_modules/p/x.js", (Format::Detect, Syntax::JavaScript)),
        ("c/a.mjs", (Format::Module, Syntax::JavaScript)),
        ("m/a.cjs", (Format::CommonJs, Syntax::JavaScript)),
        ("m/a.ts", (Format::Module, Syntax::TypeScript)),
        ("a.ts", (Format::Detect, Syntax::TypeScript)),
        ("c/a.mts", (Format::Module, Syntax::TypeScript)),
        ("m/a.cts", (Format::CommonJs, Syntax::TypeScript)),
        ("a.tsx", (Format::Detect, Syntax::Tsx)),
        ("m/a.jsx", (Format::Module, Syntax::Jsx)),
        ("a.json", (Format::Json, Syntax::JavaScript)),
        ("a.node", (Format::Addon, Syntax::JavaScript)),
        ("a.wasm", (Format::Wasm, Syntax::JavaScript)),
        ("m/w", (Format::Wasm, Syntax::JavaScript)),
        ("m/bin", (Format::Module, Syntax::JavaScript)),
        ("bin", (Format::Detect, Syntax::JavaScript)),
        ("a.foo", (Format::Unknown, Syntax::JavaScript)),
    ] {
        assert_eq!(format(path), expected, "{path}");
    }
    assert_eq!(unknown_extension_message("/x/a.foo".as_ref()), "Unknown file extension \".foo\" for /x/a.foo");
    assert_eq!(data_url_format("data:text/javascript;base64,AA"), Some((Format::Module, Syntax::JavaScript)));
    assert_eq!(data_url_format("data:application/json,1"), Some((Format::Json, Syntax::JavaScript)));
    assert_eq!(data_url_format("data:text/css,a"), None);
    assert_eq!(data_url_format("data:text/javascript"), None);
}

#[test]
fn a_cleared_cache_sees_new_packages() {
    let project = Project::new(&[("package.json", r#"{"type":"commonjs"}"#), ("a.js", "")]);
    let format = || project.resolve("./a.js", "t.js", ResolveKind::Import, Home::Node).unwrap().format;
    assert_eq!(format(), Format::CommonJs);
    project.write("package.json", r#"{"type":"module"}"#);
    assert_eq!(format(), Format::CommonJs, "package.json is read once");
    project.resolver.clear_cache();
    assert_eq!(format(), Format::Module);
}

#[test]
fn one_resolver_serves_many_threads() {
    let project = Project::new(&[("node_modules/p/index.js", ""), ("a.js", "")]);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..200 {
                    assert_eq!(project.import("p", "t.js"), "~/node_modules/p/index.js");
                    project.resolver.clear_cache();
                }
            });
        }
    });
}
