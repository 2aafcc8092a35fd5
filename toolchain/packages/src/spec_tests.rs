//! Which spelling means what: facts about npm's `package.json`.

use super::*;

fn parse(raw: &str) -> Source {
    Spec::parse("a", raw, Path::new("/projects/app")).expect(raw).source
}

#[test]
fn registry_specs() {
    assert!(matches!(parse("1.2.3"), Source::Version(_)));
    assert!(matches!(parse("=1.2.3"), Source::Version(_)));
    for range in ["", "*", "^1", "1.x", ">=1 <2 || 3", "~1.2.3-beta.1"] {
        assert!(matches!(parse(range), Source::Range(_)), "{range}");
    }
    assert_eq!(parse("next"), Source::Tag("next".to_string()));
    assert!(Spec::parse("a", "wat wat", Path::new("/")).is_err());
    assert!(Spec::parse("a", "catalog:", Path::new("/")).is_err());
}

#[test]
fn an_alias_names_another_package() {
    let Source::Alias(target) = parse("npm:@b/c@^2.1") else { panic!("alias") };
    assert_eq!((target.name.as_str(), target.raw.as_str()), ("@b/c", "^2.1"));
    // A package may have a name that is a range, too.
    assert!(matches!(parse("npm:x"), Source::Alias(target) if target.name == "x"));
    let Source::Alias(target) = parse("npm:b") else { panic!("alias") };
    assert!(matches!(target.source, Source::Range(range) if range.is_any()));
}

#[test]
fn a_range_of_yarn_names_its_registry() {
    assert_eq!(parse("npm:1.2.3"), parse("1.2.3"));
    assert_eq!(parse("npm:^1.2"), parse("^1.2"));
}

#[test]
fn folders_and_tarballs() {
    assert_eq!(parse("file:../lib"), Source::Folder(PathBuf::from("/projects/lib")));
    assert_eq!(parse("./x/../lib"), Source::Folder(PathBuf::from("/projects/app/lib")));
    assert_eq!(parse("file:///x/y"), Source::Folder(PathBuf::from("/x/y")));
    assert_eq!(parse("file:a-1.0.0.tgz"), Source::File(PathBuf::from("/projects/app/a-1.0.0.tgz")));
    assert_eq!(parse("https://x/a.tgz"), Source::Remote("https://x/a.tgz".to_string()));
    assert_eq!(
        parse("https://github.com/a/b/archive/1.tar.gz"),
        Source::Remote("https://github.com/a/b/archive/1.tar.gz".to_string())
    );
}

#[test]
fn git_repositories() {
    for raw in [
        "github:a/b#v1",
        "a/b#v1",
        "git+https://github.com/a/b.git#v1",
        "https://github.com/a/b#v1",
        "git+ssh://git@github.com/a/b.git#v1",
    ] {
        let Source::Git(repository) = parse(raw) else { panic!("{raw}") };
        assert_eq!((repository.github.as_deref(), repository.committish.as_str()), (Some("a/b"), "v1"), "{raw}");
    }
    let Source::Git(repository) = parse("git+file:///x/y#semver:^1") else { panic!("git") };
    assert_eq!((repository.address.as_str(), repository.range.as_deref()), ("file:///x/y", Some("^1")));
}

#[test]
fn arguments() {
    let of = |text: &str| Spec::of_argument(text, Path::new("/w")).expect(text);
    assert_eq!((of("a@1").name, of("@s/a@^2").name, of("@s/a").raw), ("a".into(), "@s/a".into(), String::new()));
    assert_eq!(of("./lib").name, "");
    assert_eq!(of("x@npm:y@1").name, "x");
    assert!(matches!(of("owner/name").source, Source::Git(_)));
}

#[test]
fn names_that_could_leave_their_folder_are_refused() {
    for name in [
        "",
        ".",
        "..",
        "../x",
        "a/b",
        "@s",
        "@s/",
        "@s/..",
        "@../x",
        "@/x",
        ".bin",
        "node_modules",
        "a\\b",
        "a b",
        "a\0",
    ] {
        assert!(check_name(name).is_err(), "{name:?}");
    }
    for name in ["a", "@s/a", "JSONStream", "a.b", "-", "@s/-a"] {
        assert!(check_name(name).is_ok(), "{name:?}");
    }
}
