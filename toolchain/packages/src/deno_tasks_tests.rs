use super::*;

fn scope(tasks: &[(&str, Option<&str>, &[&str])]) -> Scope {
    let tasks = tasks.iter().map(|(name, command, dependencies)| Definition {
        name: name.to_string(),
        command: command.map(str::to_string),
        description: None,
        dependencies: dependencies.iter().map(|one| one.to_string()).collect(),
    });
    let source = Source { folder: PathBuf::from("/nowhere"), is_package: false, tasks: tasks.collect() };
    Scope { owner: None, sources: vec![Rc::new(source)] }
}

fn planned(scope: &Scope, name: &str) -> Vec<(String, bool)> {
    let mut plan = Plan::default();
    plan.add(scope, name).expect("the task exists");
    let tasks = plan.tasks(&Options::default()).expect("no file is read");
    tasks.into_iter().map(|task| (task.name, task.of_deno.is_some_and(|deno| deno.is_alone))).collect()
}

#[test]
fn dependencies_are_before_their_task_and_once() {
    let scope = scope(&[
        ("top", Some("x"), &["left", "right"]),
        ("left", Some("x"), &["base"]),
        ("right", Some("x"), &["base"]),
        ("base", Some("x"), &[]),
    ]);
    let expected = [("base", true), ("left", false), ("right", false), ("top", true)];
    assert_eq!(planned(&scope, "top"), expected.map(|(name, is_alone)| (name.to_string(), is_alone)));
}

#[test]
fn what_runs_one_after_another_is_alone() {
    let scope = scope(&[("c", Some("x"), &["b"]), ("b", None, &["a"]), ("a", Some("x"), &[])]);
    assert!(planned(&scope, "c").iter().all(|(_, is_alone)| *is_alone));
}

#[test]
fn circles_and_missing_names_are_errors() {
    let scope = scope(&[("a", None, &["b"]), ("b", None, &["a"]), ("c", None, &["nix"])]);
    let error = |name: &str| Plan::default().add(&scope, name).expect_err("it cannot run");
    assert_eq!(error("a").message, "Task cycle detected: a -> b -> a");
    assert_eq!((error("c").code, error("c").message.as_str()), ("ENOTASK", "nix"));
}

#[test]
fn definitions_are_strings_or_objects() {
    assert!(definition("a", &serde_json::json!("echo")).is_some());
    let object = serde_json::json!({"command": "x", "description": "d", "dependencies": ["b"]});
    assert_eq!(definition("a", &object).expect("an object").dependencies, ["b"]);
    for malformed in [serde_json::json!(4), serde_json::json!({"command": 1}), serde_json::json!({"dependencies": "b"})]
    {
        assert_eq!(definition("a", &malformed), None);
    }
}
