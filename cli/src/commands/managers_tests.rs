use super::*;

fn translated(line: &str) -> String {
    let mut arguments = line.split(' ').map(str::to_string);
    let manager = arguments.next().expect("a line has a first word");
    let has_script = |name: &str| name == "build" || name == "test:unit";
    let found = translate(&manager, &arguments.collect::<Vec<String>>(), &has_script);
    found.expect("every flag has its value").arguments.join(" ")
}

#[test]
fn scripts_are_run_by_the_names_of_all_managers() {
    for line in [
        "npm run build",
        "npm run-script build",
        "pnpm build",
        "pnpm run build",
        "yarn build",
        "yarn run build",
        "bun run build",
        "bun build:x",
    ] {
        let expected = if line == "bun build:x" { "--as bun build:x" } else { "run build" };
        assert_eq!(translated(line), expected, "{line}");
    }
    assert_eq!(translated("npm test -- -u"), "run test -- -u");
    assert_eq!(translated("npm --silent run build"), "run build");
    assert_eq!(translated("pnpm run /^test:/"), "run --parallel test:*");
}

#[test]
fn commands_of_packages_are_executed() {
    for line in
        ["npx eslint .", "npx -y eslint .", "pnpm eslint .", "yarn eslint .", "bunx eslint .", "bun run eslint ."]
    {
        assert_eq!(translated(line), "x eslint .", "{line}");
    }
    assert_eq!(translated("npm exec -- eslint ."), "x eslint .");
    // Any program, also one that is not of a package.
    assert_eq!(translated("pnpm exec ls *"), "x --call ls '*'");
    assert_eq!(translated("yarn exec -- ls"), "x --call ls");
}

#[test]
fn workspaces_are_chosen_by_the_flags_of_each_manager() {
    assert_eq!(translated("pnpm -r build"), "run -r build");
    assert_eq!(translated("pnpm --filter web build"), "run --filter web build");
    assert_eq!(translated("npm -w web run build"), "run --workspace web build");
    assert_eq!(translated("yarn workspace web build"), "run --workspace web build");
    assert_eq!(translated("yarn workspaces foreach -A run build"), "run --recursive build");
    assert_eq!(translated("bun --filter web build"), "run --filter web build");
    assert_eq!(translated("bun --filter=web run build"), "run --filter web build");
    assert_eq!(translated("bun --cwd packages/web run build"), "run build");
}

#[test]
fn installing_stays_installing() {
    assert_eq!(translated("npm ci"), "ci");
    assert_eq!(translate("yarn", &[], &|_| false).map(|found| found.arguments), Ok(words(&["install"])));
    assert_eq!(translated("yarn add left-pad"), "add left-pad");
    assert_eq!(translated("bun add left-pad"), "add left-pad");
}

#[test]
fn programs_of_bun_run_as_such() {
    assert_eq!(translated("bun server.ts"), "--as bun server.ts");
    assert_eq!(translated("bun test"), "test");
}

#[test]
fn a_flag_without_its_value_is_an_error() {
    assert!(translate("pnpm", &words(&["--filter"]), &|_| false).is_err());
}

#[test]
fn only_links_of_managers_count() {
    assert_eq!(called_as("/cache/yarn"), Some("yarn"));
    assert_eq!(called_as("/usr/bin/brio"), None);
}

#[test]
fn a_package_as_a_program_may_name_its_command() {
    assert_eq!(execution("cowsay@1.5.0", &words(&["hi"])), words(&["cowsay@1.5.0", "hi"]));
    assert_eq!(execution("@s/a@1/b", &[]), words(&["--package", "@s/a@1", "b"]));
    assert_eq!(execution("@s/a", &[]), words(&["@s/a"]));
}

#[test]
fn flags_of_packages_may_be_before_the_command() {
    let moved = |line: &str| {
        let words: Vec<String> = line.split(' ').map(str::to_string).collect();
        with_command_first(&words).map(|words| words.join(" "))
    };
    assert_eq!(moved("--filter a run build x").as_deref(), Some("run --filter a build x"));
    assert_eq!(moved("-F a --filter=b... add c").as_deref(), Some("add -F a --filter=b... c"));
    assert_eq!(moved("--prefix sub install --no-audit").as_deref(), Some("install --prefix sub --no-audit"));
    assert_eq!(moved("--recursive run build").as_deref(), Some("run --recursive build"));
    assert_eq!(moved("-w run build").as_deref(), Some("run --workspace-root build"));
    assert_eq!(moved("-w a run build").as_deref(), Some("run -w a build"));
    // A program, a module that is loaded first, and a condition of packages.
    for line in ["run build", "--filter a", "--filter a main.js", "-r run main.js", "-C development main.js"] {
        assert_eq!(moved(line), None, "{line}");
    }
}
