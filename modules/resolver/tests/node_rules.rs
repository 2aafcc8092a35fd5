//! Node's two algorithms on one project. Every expected line is the output of Node 26.10.

mod support;
use support::Project;

const FILES: &[(&str, &str)] = &[
    (
        "package.json",
        r##"{"name":"self","exports":{".":"./main.mjs","./ok":"./ok.js","./gone":"./gone.js","./bad":"../x.js",
        "./nul":null,"./d/*":"./d/*.js"},"imports":{"#a":"./ok.js","#b":"nope","#c/*":"./d/*.js","#gone":"./gone.js"}}"##,
    ),
    ("ok.js", ""),
    ("main.mjs", ""),
    ("dir/index.js", ""),
    ("d/x.js", ""),
    ("node_modules/plain/index.js", ""),
    ("node_modules/plain/lib/index.js", ""),
    ("node_modules/plain/file.js", ""),
    ("node_modules/empty/package.json", "{}"),
    ("node_modules/nomain/package.json", r#"{"main":"./zip.js"}"#),
    ("node_modules/nomain/index.js", ""),
    ("node_modules/badjson/package.json", r#"{ "main": "#),
    ("node_modules/mixed/package.json", r#"{"exports":{".":"./a.js","b":"./c.js"}}"#),
    ("node_modules/numkey/package.json", r#"{"exports":{"0":"./a.js"}}"#),
    ("node_modules/cond/package.json", r#"{"exports":{"browser":"./a.js"}}"#),
    ("node_modules/condr/package.json", r#"{"exports":{"require":"./a.js"}}"#),
    ("node_modules/condr/a.js", ""),
    ("node_modules/dirx/package.json", r#"{"exports":{".":"./lib"}}"#),
    ("node_modules/dirx/lib/index.js", ""),
    ("node_modules/mainstr/package.json", r#"{"main":"lib"}"#),
    ("node_modules/mainstr/lib/index.js", ""),
];

const MIXED: &str = "\"exports\" cannot contain some keys starting with '.' and some not. The exports object must \
    either be an object of package subpath keys or an object of main entry condition name keys only.";

#[test]
fn imports_resolve_as_in_node() {
    let project = Project::new(FILES);
    let mixed = format!(
        "ERR_INVALID_PACKAGE_CONFIG | Invalid package config ~/node_modules/mixed/package.json while importing file://~/t.mjs. {MIXED}"
    );
    for (specifier, expected) in [
        ("nope", "ERR_MODULE_NOT_FOUND | Cannot find package 'nope' imported from ~/t.mjs"),
        ("@sc/nope", "ERR_MODULE_NOT_FOUND | Cannot find package '@sc/nope' imported from ~/t.mjs"),
        (
            "@bad",
            "ERR_INVALID_MODULE_SPECIFIER | Invalid module \"@bad\" is not a valid package name imported from ~/t.mjs",
        ),
        ("nope/x", "ERR_MODULE_NOT_FOUND | Cannot find package 'nope' imported from ~/t.mjs"),
        ("./nope.js", "ERR_MODULE_NOT_FOUND | Cannot find module '~/nope.js' imported from ~/t.mjs"),
        (
            "./ok",
            "ERR_MODULE_NOT_FOUND | Cannot find module '~/ok' imported from ~/t.mjs\nDid you mean to import \"./ok.js\"?",
        ),
        (
            "./dir",
            "ERR_UNSUPPORTED_DIR_IMPORT | Directory import '~/dir' is not supported resolving ES modules imported from ~/t.mjs\nDid you mean to import \"./dir/index.js\"?",
        ),
        (
            "./dir/",
            "ERR_UNSUPPORTED_DIR_IMPORT | Directory import '~/dir/' is not supported resolving ES modules imported from ~/t.mjs\nDid you mean to import \"./dir/index.js\"?",
        ),
        ("/nope/x.js", "ERR_MODULE_NOT_FOUND | Cannot find module '/nope/x.js' imported from ~/t.mjs"),
        ("plain", "~/node_modules/plain/index.js"),
        (
            "plain/lib",
            "ERR_UNSUPPORTED_DIR_IMPORT | Directory import '~/node_modules/plain/lib' is not supported resolving ES modules imported from ~/t.mjs\nDid you mean to import \"plain/lib/index.js\"?",
        ),
        (
            "plain/file",
            "ERR_MODULE_NOT_FOUND | Cannot find module '~/node_modules/plain/file' imported from ~/t.mjs\nDid you mean to import \"plain/file.js\"?",
        ),
        ("plain/file.js", "~/node_modules/plain/file.js"),
        ("empty", "ERR_MODULE_NOT_FOUND | Cannot find package '~/node_modules/empty/index.js' imported from ~/t.mjs"),
        ("nomain", "~/node_modules/nomain/index.js"),
        (
            "badjson",
            "ERR_INVALID_PACKAGE_CONFIG | Invalid package config ~/node_modules/badjson/package.json while importing \"badjson\" from ~/t.mjs.",
        ),
        ("mixed", &mixed),
        (
            "numkey",
            "ERR_INVALID_PACKAGE_CONFIG | Invalid package config ~/node_modules/numkey/package.json while importing file://~/t.mjs. \"exports\" cannot contain numeric property keys.",
        ),
        (
            "cond",
            "ERR_PACKAGE_PATH_NOT_EXPORTED | No \"exports\" main defined in ~/node_modules/cond/package.json imported from ~/t.mjs",
        ),
        (
            "cond/x",
            "ERR_PACKAGE_PATH_NOT_EXPORTED | Package subpath './x' is not defined by \"exports\" in ~/node_modules/cond/package.json imported from ~/t.mjs",
        ),
        (
            "condr",
            "ERR_PACKAGE_PATH_NOT_EXPORTED | No \"exports\" main defined in ~/node_modules/condr/package.json imported from ~/t.mjs",
        ),
        (
            "dirx",
            "ERR_UNSUPPORTED_DIR_IMPORT | Directory import '~/node_modules/dirx/lib' is not supported resolving ES modules imported from ~/t.mjs",
        ),
        ("mainstr", "~/node_modules/mainstr/lib/index.js"),
        ("self", "~/main.mjs"),
        ("self/ok", "~/ok.js"),
        ("self/gone", "ERR_MODULE_NOT_FOUND | Cannot find module '~/gone.js' imported from ~/t.mjs"),
        (
            "self/bad",
            "ERR_INVALID_PACKAGE_TARGET | Invalid \"exports\" target \"../x.js\" defined for './bad' in the package config ~/package.json imported from ~/t.mjs; targets must start with \"./\"",
        ),
        (
            "self/nul",
            "ERR_PACKAGE_PATH_NOT_EXPORTED | Package subpath './nul' is not defined by \"exports\" in ~/package.json imported from ~/t.mjs",
        ),
        ("self/d/x", "~/d/x.js"),
        ("self/d/y", "ERR_MODULE_NOT_FOUND | Cannot find module '~/d/y.js' imported from ~/t.mjs"),
        ("#a", "~/ok.js"),
        ("#b", "ERR_MODULE_NOT_FOUND | Cannot find package 'nope' imported from ~/package.json"),
        ("#c/x", "~/d/x.js"),
        ("#c/y", "ERR_MODULE_NOT_FOUND | Cannot find module '~/d/y.js' imported from ~/t.mjs"),
        (
            "#zz",
            "ERR_PACKAGE_IMPORT_NOT_DEFINED | Package import specifier \"#zz\" is not defined in package ~/package.json imported from ~/t.mjs",
        ),
        (
            "#",
            "ERR_INVALID_MODULE_SPECIFIER | Invalid module \"#\" is not a valid internal imports specifier name imported from ~/t.mjs",
        ),
        (
            "#/",
            "ERR_INVALID_MODULE_SPECIFIER | Invalid module \"#/\" is not a valid internal imports specifier name imported from ~/t.mjs",
        ),
        (
            "a%2fb",
            "ERR_INVALID_MODULE_SPECIFIER | Invalid module \"a%2fb\" is not a valid package name imported from ~/t.mjs",
        ),
        (
            "./a%2fb",
            "ERR_INVALID_MODULE_SPECIFIER | Invalid module \"~/a%2fb\" must not include encoded \"/\" or \"\\\" characters imported from ~/t.mjs",
        ),
        (
            ".x",
            "ERR_INVALID_MODULE_SPECIFIER | Invalid module \".x\" is not a valid package name imported from ~/t.mjs",
        ),
        (
            "a\\b",
            "ERR_INVALID_MODULE_SPECIFIER | Invalid module \"a\\b\" is not a valid package name imported from ~/t.mjs",
        ),
        ("./ok.js?x=1#y", "~/ok.js?x=1#y"),
        ("file://host/x", "ERR_INVALID_FILE_URL_HOST | File URL host must be \"localhost\" or empty on linux"),
        (
            "foo:bar",
            "ERR_UNSUPPORTED_ESM_URL_SCHEME | Only URLs with a scheme in: file, data, and node are supported by the default ESM loader. Received protocol 'foo:'",
        ),
        ("./a%20b.js", "ERR_MODULE_NOT_FOUND | Cannot find module '~/a b.js' imported from ~/t.mjs"),
        ("fs", "node:fs"),
        ("node:fs", "node:fs"),
    ] {
        assert_eq!(project.import(specifier, "t.mjs"), expected, "{specifier}");
    }
    let url = format!("file://{}?q", project.path("ok.js").display());
    assert_eq!(project.import(&url, "t.mjs"), "~/ok.js?q");
    assert_eq!(project.import("./%zz", "t.mjs"), "ERR_MALFORMED_URI | URI malformed");
}

#[test]
fn requires_resolve_as_in_node() {
    let project = Project::new(FILES);
    let stack = "\nRequire stack:\n- ~/t.mjs";
    let not_found = |specifier: &str| format!("MODULE_NOT_FOUND | Cannot find module '{specifier}'{stack}");
    for specifier in [
        "nope",
        "@sc/nope",
        "@bad",
        "nope/x",
        "./nope.js",
        "/nope/x.js",
        "plain/nope.js",
        "empty",
        "%2f",
        "a%2fb",
        "./a%2fb",
        ".x",
        "a\\b",
        "./ok.js?x=1#y",
        "foo:bar",
        "http://x/y",
        "./a%20b.js",
    ] {
        assert_eq!(project.require(specifier, "t.mjs"), not_found(specifier));
    }
    let mixed =
        format!("ERR_INVALID_PACKAGE_CONFIG | Invalid package config ~/node_modules/mixed/package.json. {MIXED}");
    for (specifier, expected) in [
        ("./ok", "~/ok.js"),
        ("./dir", "~/dir/index.js"),
        ("./dir/", "~/dir/index.js"),
        ("plain", "~/node_modules/plain/index.js"),
        ("plain/lib", "~/node_modules/plain/lib/index.js"),
        ("plain/file", "~/node_modules/plain/file.js"),
        ("nomain", "~/node_modules/nomain/index.js"),
        ("badjson", "ERR_INVALID_PACKAGE_CONFIG | Invalid package config ~/node_modules/badjson/package.json."),
        ("mixed", &mixed),
        (
            "numkey",
            "ERR_INVALID_PACKAGE_CONFIG | Invalid package config ~/node_modules/numkey/package.json. \"exports\" cannot contain numeric property keys.",
        ),
        ("cond", "ERR_PACKAGE_PATH_NOT_EXPORTED | No \"exports\" main defined in ~/node_modules/cond/package.json"),
        (
            "cond/x",
            "ERR_PACKAGE_PATH_NOT_EXPORTED | Package subpath './x' is not defined by \"exports\" in ~/node_modules/cond/package.json",
        ),
        ("condr", "~/node_modules/condr/a.js"),
        ("dirx", "MODULE_NOT_FOUND | Cannot find module '~/node_modules/dirx/lib'"),
        ("mainstr", "~/node_modules/mainstr/lib/index.js"),
        ("self", "~/main.mjs"),
        ("self/ok", "~/ok.js"),
        ("self/gone", "MODULE_NOT_FOUND | Cannot find module '~/gone.js'"),
        (
            "self/bad",
            "ERR_INVALID_PACKAGE_TARGET | Invalid \"exports\" target \"../x.js\" defined for './bad' in the package config ~/package.json imported from ~/t.mjs; targets must start with \"./\"",
        ),
        (
            "self/other",
            "ERR_PACKAGE_PATH_NOT_EXPORTED | Package subpath './other' is not defined by \"exports\" in ~/package.json imported from ~/t.mjs",
        ),
        ("#a", "~/ok.js"),
        ("#b", "MODULE_NOT_FOUND | Cannot find module '#b'"),
        ("#c/x", "~/d/x.js"),
        ("#c/y", "MODULE_NOT_FOUND | Cannot find module '~/d/y.js'"),
        (
            "#zz",
            "ERR_PACKAGE_IMPORT_NOT_DEFINED | Package import specifier \"#zz\" is not defined in package ~/package.json imported from ~/t.mjs",
        ),
        (
            "#",
            "ERR_INVALID_MODULE_SPECIFIER | Invalid module \"#\" is not a valid internal imports specifier name imported from ~/t.mjs",
        ),
        ("fs", "node:fs"),
    ] {
        assert_eq!(project.require(specifier, "t.mjs"), expected, "{specifier}");
    }
}

#[test]
fn errors_carry_path_and_require_stack() {
    use brio_resolver::{Home, ResolveKind};
    let project = Project::new(FILES);
    let error = project.resolve("nope", "t.cjs", ResolveKind::Require, Home::Node).unwrap_err();
    assert_eq!(error.require_stack, [project.path("t.cjs").to_string_lossy()]);
    let error = project.resolve("#gone", "t.cjs", ResolveKind::Require, Home::Node).unwrap_err();
    assert!(error.require_stack.is_empty() && error.path == Some(project.path("package.json")));
    let error = project.resolve("dirx", "t.cjs", ResolveKind::Require, Home::Node).unwrap_err();
    assert_eq!(error.path, Some(project.path("node_modules/dirx")));
    let error = project.resolve("./nope.js", "t.mjs", ResolveKind::Import, Home::Node).unwrap_err();
    assert!(error.path == Some(project.path("nope.js")) && error.code.class() == "Error");
}
