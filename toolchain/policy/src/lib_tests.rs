use super::{
    Grant, Names, Places, Policy, Start, explain, flags, kept_variables, of_manifest, of_toml, program_rules, rules,
    suggest,
};
use brio_permissions::{Flags, Kind, NetSubject, Permissions, Reach, State, Subject};
use brio_sandbox::{LocalSockets, Network, Ports, Processes, Use};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("brio-policy-{}-{name}", std::process::id()));
        std::fs::create_dir_all(folder.join("data/inner")).expect("a folder");
        std::fs::write(folder.join("main.js"), "").expect("a file");
        Self(folder.canonicalize().expect("it is there"))
    }

    fn places(&self) -> Places {
        Places { project: self.0.clone(), temporary: std::env::temp_dir(), home: None }
    }

    fn read(&self, text: &str) -> Result<Policy, String> {
        of_toml(&self.0.join("policy.toml"), text, &self.places()).map_err(|error| {
            let place = self.0.join("policy.toml");
            error.to_string().replace(&format!("{}:", place.display()), "")
        })
    }

    fn error(&self, text: &str) -> String {
        self.read(text).expect_err("it is wrong")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left is in the temporary folder.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_policy_is_read_from_toml_and_from_a_manifest() {
    let folder = Folder::new("read");
    let text = "read = [\"$PROJECT\"]\nwrite = [\"data\"]\nenv = [\"PORT\", \"APP_*\"]\nsys = true\nrun = false\n[net]\nconnect = [\"example.com:443\"]\nlisten = [\"*:80\"]\n";
    let policy = folder.read(text).expect("a policy");
    assert_eq!(policy.read, Grant::These(vec![folder.0.clone()]));
    assert_eq!(policy.write, Grant::These(vec![folder.0.join("data")]));
    assert_eq!((&policy.sys, policy.run.is_empty(), policy.listen.listed().len()), (&Grant::All, true, 2));
    let json = "{\n  \"name\": \"a\",\n  \"brio\": { \"sandbox\": { \"read\": [\"$PROJECT\"], \"write\": [\"data\"], \"env\": [\"PORT\", \"APP_*\"],\n    \"sys\": true, \"run\": false, \"net\": { \"connect\": [\"example.com:443\"], \"listen\": [\"*:80\"] } } }\n}\n";
    let file = folder.0.join("policy.toml");
    assert_eq!(of_manifest(&file, json, &folder.places()).expect("JSON"), Some(policy));
    assert_eq!(of_manifest(&file, "{\"brio\": {}}", &folder.places()).expect("JSON"), None);
    assert_eq!(of_manifest(&file, "[]", &folder.places()).expect("JSON"), None);
}

#[test]
fn errors_have_line_and_column() {
    let folder = Folder::new("errors");
    assert!(folder.error("read = [\n").starts_with("2:1: ") || folder.error("read = [\n").starts_with("1:"));
    assert!(folder.error("\nred = []").starts_with("2:1: unknown key \"red\""));
    assert!(folder.error("read = 1").starts_with("1:8: \"read\" is a list of strings, true or false, not a number"));
    assert!(folder.error("read = [\"data\", 1]").starts_with("1:17: \"read\" lists strings"));
    assert!(folder.error("read = [\"gone\"]").starts_with("1:9: \"gone\" does not exist"));
    assert!(folder.error("read = [\"$PLACE/a\"]").contains("unknown variable $PLACE"));
    assert!(folder.error("read = [\"~/a\"]").contains("HOME is not set"));
    assert!(folder.error("[net]\nconnect = [\"a:b\"]").starts_with("2:12: invalid port"));
    assert!(folder.error("env = [\"A*B\"]").contains("neither the name of a variable"));
    assert!(folder.error("sys = [\"weather\"]").contains("unknown fact"));
    assert!(folder.error("run = [\"no-such-program-anywhere\"]").contains("there is no program"));
    let file = folder.0.join("package.json");
    let json = "{\n  \"brio\": { \"sandbox\": {\n    \"read\": [\"data\", 7] } } }";
    let error = of_manifest(&file, json, &folder.places()).expect_err("it is wrong");
    assert_eq!((error.line, error.column), (3, 22));
    let error = of_manifest(&file, "{\n  \"brio\": }", &folder.places()).expect_err("it is wrong");
    assert_eq!((error.line, error.column), (2, 11));
}

#[test]
fn contradictions_are_refused() {
    let folder = Folder::new("contradictions");
    assert!(folder.error("read = [\"data\"]\ndeny = [\"data\"]").starts_with("2:9: "));
    assert!(folder.error("deny = [\"data\"]").contains("nothing grants it"));
    assert!(folder.error("write = true\nrun = [\"sh\"]").starts_with("2:7: \"sh\" may be started and may be written"));
    assert!(folder.error("read = [\"data\", \"data\"]").contains("listed twice"));
    let file = folder.0.join("package.json");
    let json = "{\"brio\": {\"sandbox\": {\"read\": true, \"read\": false}}}";
    assert!(of_manifest(&file, json, &folder.places()).expect_err("it is wrong").message.contains("there twice"));
}

#[test]
fn both_walls_get_the_same() {
    let folder = Folder::new("walls");
    let text = "read = [\"$PROJECT\"]\nwrite = [\"data\"]\ndeny = [\"data/inner\"]\nrun = [\"sh\"]\n[net]\nconnect = [\"127.0.0.1:5432\", \"10.0.0.0/8\"]\nlisten = [\"127.0.0.1:80\"]\n";
    let policy = folder.read(text).expect("a policy");
    let found = rules(&policy, &super::Start::default(), false);
    assert!(found.readable.contains(&folder.0) && !found.readable.contains(&PathBuf::from("/")));
    assert!(found.writable.contains(&folder.0.join("data")) && !found.writable.contains(&folder.0));
    assert_eq!((found.processes, found.local_sockets), (Processes::Listed, LocalSockets::None));
    // A network without a port stands for all ports.
    let network = Network::Limited { connect: Ports::All, listen: Ports::These(vec![80]), has_datagrams: false };
    assert_eq!(found.network, network);
    let none =
        Network::Limited { connect: Ports::These(Vec::new()), listen: Ports::These(Vec::new()), has_datagrams: false };
    assert_eq!(rules(&policy, &super::Start::default(), true).network, none);
    let given = |name: &str| {
        let of = |(flag, value): (String, String)| (flag == name).then_some(value);
        let lists: Vec<String> = flags(&policy).into_iter().filter_map(of).collect();
        let values: Vec<String> = lists.iter().flat_map(|list| list.split(',')).map(str::to_string).collect();
        (!values.is_empty()).then_some(values)
    };
    let wall = Permissions::from_flags(&Flags {
        allow_read: given("--allow-read"),
        deny_read: given("--deny-read"),
        allow_write: given("--allow-write"),
        allow_net: given("--allow-net"),
        ..Flags::default()
    })
    .expect("permissions");
    let path = |kind, path: &Path| wall.query(kind, Some(&Subject::Path(path)), Reach::One);
    assert_eq!(path(Kind::Read, &folder.0.join("main.js")), State::Granted);
    assert_ne!(path(Kind::Read, Path::new("/etc/passwd")), State::Granted);
    assert_ne!(path(Kind::Write, &folder.0.join("main.js")), State::Granted);
    assert_eq!(path(Kind::Read, &folder.0.join("data/inner/a")), State::Denied);
    let host =
        |text: &str| wall.query(Kind::Net, Some(&Subject::Net(&NetSubject::parse(text).expect("a host"))), Reach::One);
    assert_eq!([host("127.0.0.1:5432"), host("10.1.2.3:99"), host("127.0.0.1:80")], [State::Granted; 3]);
    assert_ne!(host("127.0.0.2:5432"), State::Granted);
}

#[test]
fn variables_stay_only_when_they_are_granted() {
    let folder = Folder::new("variables");
    let policy = folder.read("env = [\"PORT\", \"APP_*\"]").expect("a policy");
    let is_kept = kept_variables(&policy);
    assert!(["PORT", "APP_MODE", "PATH", "LC_ALL"].iter().all(|name| is_kept(name)));
    assert!(["TOKEN", "PORT2", "LD_PRELOAD", "BRIO_SECRET"].iter().all(|name| !is_kept(name)));
}

#[test]
fn a_policy_is_explained_in_words() {
    let folder = Folder::new("explain");
    let policy = folder.read("read = [\"data\"]\n[net]\nconnect = [\"example.com:443\"]").expect("a policy");
    let text = explain(&policy, false);
    assert!(text.contains(&format!("read {}/data/.", folder.0.display())), "{text}");
    assert!(text.contains("write no file."), "{text}");
    assert!(text.contains("connect to example.com:443."), "{text}");
    assert!(text.contains("Note: the kernel knows ports and no hosts"), "{text}");
    assert!(!explain(&policy, true).contains("knows ports and no hosts"));
}

#[test]
fn what_was_used_becomes_a_policy_that_can_be_read() {
    let folder = Folder::new("suggest");
    let mut uses = BTreeSet::from([
        Use::Read(folder.0.join("main.js")),
        Use::Read(PathBuf::from("/usr/lib/os-release")),
        Use::Write(folder.0.join("data/new")),
        Use::Run(PathBuf::from("/bin/sh")),
        Use::Connect("127.0.0.1:5432".parse().expect("an address")),
        Use::Listen("0.0.0.0:80".parse().expect("an address")),
    ]);
    let places = folder.places();
    let text = suggest(&uses, &Names::default(), &places, Path::new("/usr/bin/brio"), &[]);
    assert!(text.contains("read = [\"$PROJECT/main.js\"]\nwrite = [\"$PROJECT/data\"]\n"), "{text}");
    assert!(text.contains("[net]\nconnect = [\"127.0.0.1:5432\"]\nlisten = [\"*:80\"]\n"), "{text}");
    let policy = folder.read(&text).expect("a policy");
    assert_eq!((policy.run.listed().len(), policy.listen.listed().len()), (1, 2));
    for number in 0..5 {
        let file = folder.0.join(format!("data/{number}"));
        std::fs::write(&file, "").expect("a file");
        uses.insert(Use::Read(file));
    }
    let text = suggest(&uses, &Names::default(), &places, Path::new("/usr/bin/brio"), &[]);
    assert!(text.contains("read = [\"$PROJECT/data\", \"$PROJECT/main.js\"]"), "{text}");
    let mut names = Names::default();
    names.add_audit_line("{\"v\":1,\"permission\":\"env\",\"value\":\"PORT\"}");
    names.add_audit_line("{\"v\":1,\"permission\":\"net\",\"value\":\"db.example:5432\"}");
    names.add_audit_line("not JSON");
    let text = suggest(&uses, &names, &places, Path::new("/usr/bin/brio"), &[]);
    assert!(text.contains("env = [\"PORT\"]\n") && text.contains("connect = [\"db.example:5432\"]\n"), "{text}");
}

#[test]
fn packages_have_lists_of_what_they_may_import() {
    let folder = Folder::new("packages");
    let text = "read = true\n[packages.\"*\"]\nimport = []\n[packages.\"@img/sharp\"]\nimport = [\"fs\", \"native\"]\n[packages.tool]\nimport = true\n";
    let policy = folder.read(text).expect("a policy");
    let names: Vec<&str> = policy.packages.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), 3);
    let option = flags(&policy).into_iter().find(|(name, _)| name == "--sandbox-packages").expect("the option").1;
    let value: serde_json::Value = serde_json::from_str(&option).expect("JSON");
    assert_eq!(value, serde_json::json!({ "*": [], "@img/sharp": ["fs", "native"], "tool": true }));
    let text = explain(&policy, false);
    assert!(text.contains("The package @img/sharp may import fs and native."), "{text}");
    assert!(text.contains("Other packages may import nothing that reaches out of the program."), "{text}");
    assert!(flags(&folder.read("read = true").expect("a policy")).iter().all(|(name, _)| name != "--sandbox-packages"));
}

#[test]
fn wrong_tables_of_packages_have_a_place() {
    let folder = Folder::new("wrong-packages");
    assert!(folder.error("packages = []").starts_with("1:12: \"packages\" has a table for each name"));
    assert!(folder.error("[packages.a]\n").contains("packages.a has no \"import\""));
    assert!(folder.error("[packages.a]\nimports = []").starts_with("2:1: unknown key \"imports\" in packages.a"));
    assert!(
        folder.error("[packages.a]\nimport = [\"http\"]").starts_with("2:11: a package cannot be granted \"http\"")
    );
    assert!(folder.error("[packages.\"../a\"]\nimport = []").contains("neither the name of a package"));
    assert!(folder.error("[packages.\"@a\"]\nimport = []").contains("neither the name of a package"));
}

#[test]
fn programs_have_at_most_the_policy_s_permissions() {
    let folder = Folder::new("programs");
    let outer = "read = [\"$PROJECT\"]\nrun = [\"sh\", \"cat\"]\n";
    let text = format!("{outer}[programs.cat]\nread = [\"data\"]\nenv = [\"LANG\"]\n");
    let policy = folder.read(&text).expect("a policy");
    let (program, own) = &policy.programs[0];
    assert_eq!((program.name.as_str(), own.run.listed().len()), ("cat", 1));
    let rules = program_rules(&policy, &Start::default(), false);
    assert!(rules[0].readable.contains(&folder.0.join("data")) && !rules[0].readable.contains(&folder.0));
    assert_eq!((&rules[0].network, rules[0].processes), (&Network::None, Processes::Listed));
    assert!(rules[0].executable.iter().any(|path| path.ends_with("cat") || path.ends_with("coreutils")));
    assert!(explain(&policy, false).contains("The program cat may only"));
    assert!(folder.error(&format!("{outer}[programs.ls]\nread = []\n")).contains("\"ls\" is not in \"run\""));
    assert!(
        folder
            .error(&format!("{outer}[programs.cat]\nread = [\"/etc\"]\n"))
            .contains("is not in \"read\" of the policy")
    );
    assert!(folder.error(&format!("{outer}[programs.cat]\nnet = []\n")).contains("\"net\" of a program is true"));
}

#[test]
fn paths_with_commas_stay_apart_in_flags() {
    let folder = Folder::new("commas");
    for name in ["a,b", ",c", "d"] {
        std::fs::create_dir_all(folder.0.join(name)).expect("a folder");
    }
    let policy = folder.read("read = [\"$PROJECT/a,b\", \"$PROJECT/,c\", \"$PROJECT/d\", \"/usr\"]").expect("a policy");
    let lists: Vec<String> =
        flags(&policy).into_iter().filter_map(|(flag, value)| (flag == "--allow-read").then_some(value)).collect();
    let path = |name: &str| format!("{}/{name}", folder.0.display());
    assert!(lists.contains(&path("a,,b")) && lists.contains(&path(",,c")), "{lists:?}");
    assert!(lists.iter().any(|list| list.split(',').eq([path("d").as_str(), "/usr"])), "{lists:?}");
}
