use super::{Kind, Permissions};
use crate::{ChildFlags, ChildScope, Escalation, Flags, NetSubject, Reach, State, Subject};
use std::path::Path;

fn list(values: &[&str]) -> Option<Vec<String>> {
    Some(values.iter().map(|value| value.to_string()).collect())
}

fn of(flags: Flags) -> Permissions {
    Permissions::from_flags(&flags).expect("the flags are right")
}

fn path(permissions: &Permissions, kind: Kind, path: &str, reach: Reach) -> State {
    permissions.query(kind, Some(&Subject::Path(Path::new(path))), reach)
}

fn net(permissions: &Permissions, host: &str, port: u32) -> State {
    permissions.query(Kind::Net, Some(&Subject::Net(&NetSubject::new(host, Some(port)))), Reach::One)
}

#[test]
fn nothing_is_granted_without_flags() {
    let none = of(Flags::default());
    assert_eq!(path(&none, Kind::Read, "/a", Reach::One), State::Prompt);
    assert_eq!(none.query(Kind::Net, None, Reach::One), State::Prompt);
    assert!(Permissions::all().is_all() && !none.is_all());
}

#[test]
fn the_more_specific_rule_decides_and_a_denial_wins_a_draw() {
    let all = of(Flags {
        allow_read: list(&["/a", "/a/b/c", "/d"]),
        deny_read: list(&["/a/b", "/d"]),
        ignore_read: list(&["/a/i"]),
        ..Flags::default()
    });
    let state = |name| path(&all, Kind::Read, name, Reach::One);
    assert_eq!(state("/a/x"), State::Granted);
    assert_eq!(state("/a/b/x"), State::Denied);
    assert_eq!(state("/a/b/c/x"), State::Granted);
    assert_eq!(state("/d"), State::Denied);
    assert_eq!(state("/a/i/x"), State::Ignored);
    assert_eq!(state("/e"), State::Prompt);
    assert_eq!(path(&all, Kind::Read, "/a", Reach::Tree), State::Denied);
    assert_eq!(path(&all, Kind::Read, "/a", Reach::Query), State::Partial);
}

#[test]
fn a_denied_kind_still_grants_what_is_named() {
    let all = of(Flags { allow_net: list(&["a.com:80"]), deny_net: list(&[]), ..Flags::default() });
    assert_eq!(net(&all, "a.com", 80), State::Granted);
    assert_eq!(net(&all, "a.com", 81), State::Denied);
}

#[test]
fn ports_narrow_hosts() {
    let all = of(Flags {
        allow_net: list(&["*.a.com:443", "10.0.0.0/8"]),
        deny_net: list(&["x.a.com", "10.0.0.1:22"]),
        ..Flags::default()
    });
    assert_eq!(net(&all, "b.a.com", 443), State::Granted);
    assert_eq!(net(&all, "b.a.com", 80), State::Prompt);
    assert_eq!(net(&all, "10.0.0.1", 22), State::Denied);
    assert_eq!(net(&all, "::ffff:10.0.0.1", 23), State::Granted);
    assert!(all.may_resolve(&NetSubject::new("b.a.com", None)) && !all.may_resolve(&NetSubject::new("a.com", None)));
    assert!(!all.may_resolve(&NetSubject::new("x.a.com", None)));
}

#[test]
fn variables_have_patterns() {
    let all = of(Flags { allow_env: list(&["AWS_*"]), deny_env: list(&["AWS_SECRET"]), ..Flags::default() });
    let state = |name| all.query(Kind::Env, Some(&Subject::Name(name)), Reach::One);
    assert_eq!(state("AWS_REGION"), State::Granted);
    assert_eq!(state("AWS_SECRET"), State::Denied);
    assert_eq!(state("HOME"), State::Prompt);
}

#[test]
fn a_revoked_permission_is_not_granted_again() {
    let mut all = of(Flags { allow_read: list(&["/a", "/b"]), ..Flags::default() });
    all.scope_mut(Kind::Read).revoke(Some(&Subject::Path(Path::new("/a/x"))));
    assert_eq!(path(&all, Kind::Read, "/a/x", Reach::One), State::Prompt);
    assert_eq!(path(&all, Kind::Read, "/b", Reach::One), State::Granted);
    all.scope_mut(Kind::Read).revoke(None);
    assert_eq!(path(&all, Kind::Read, "/b", Reach::One), State::Prompt);
}

#[test]
fn a_child_has_at_most_what_its_parent_has() {
    let parent =
        of(Flags { allow_read: list(&["/a"]), deny_read: list(&["/a/b"]), allow_env: list(&[]), ..Flags::default() });
    let child = |kind: Kind, scope: ChildScope| {
        let mut flags = ChildFlags::default();
        flags.scopes[kind as usize] = scope;
        parent.narrow(&flags)
    };
    let narrow = child(Kind::Read, ChildScope::List(vec!["/a/c".into()])).expect("it is narrower");
    assert_eq!(path(&narrow, Kind::Read, "/a/c/d", Reach::One), State::Granted);
    assert_eq!(path(&narrow, Kind::Read, "/a/x", Reach::One), State::Prompt);
    assert_eq!(path(&narrow, Kind::Read, "/a/b", Reach::One), State::Denied);
    assert_eq!(child(Kind::Read, ChildScope::Granted), Err(Escalation::Beyond));
    assert_eq!(child(Kind::Read, ChildScope::List(vec!["/b".into()])), Err(Escalation::Beyond));
    assert_eq!(child(Kind::Net, ChildScope::List(vec!["a.com".into()])), Err(Escalation::Beyond));
    assert!(child(Kind::Env, ChildScope::Granted).is_ok());
    let none = child(Kind::Env, ChildScope::None).expect("it is narrower");
    assert_eq!(none.query(Kind::Env, Some(&Subject::Name("HOME")), Reach::One), State::Prompt);
}

#[test]
fn a_program_that_may_run_may_not_be_written() {
    let all = of(Flags { allow_run: list(&["/bin/sh"]), allow_write: list(&[]), ..Flags::default() });
    let target = std::fs::canonicalize("/bin/sh").unwrap();
    assert_eq!(path(&all, Kind::Write, target.to_str().unwrap(), Reach::One), State::Denied);
    assert_eq!(path(&all, Kind::Write, "/tmp/x", Reach::One), State::Granted);
}

#[test]
fn wrong_values_name_themselves() {
    let wrong = |flags: Flags| Permissions::from_flags(&flags).expect_err("the value is wrong").to_string();
    let net = wrong(Flags { allow_net: list(&["http://a.com"]), ..Flags::default() });
    assert_eq!(net, "invalid value 'http://a.com': URLs are not supported, only domains and IPs");
    let sys = wrong(Flags { allow_sys: list(&["abc"]), ..Flags::default() });
    assert_eq!(sys, "unknown system info kind \"abc\"");
    assert_eq!(wrong(Flags { allow_read: list(&[""]), ..Flags::default() }), "Empty path is not allowed");
}
