use super::*;

fn translated(line: &str) -> String {
    let mut arguments = line.split(' ').map(str::to_string);
    let manager = arguments.next().expect("a line has a first word");
    let request = read(&manager, &arguments.collect::<Vec<String>>()).expect("every flag has its value");
    arguments_of(&request).expect("Brio has the command").join(" ")
}

fn arguments_of(request: &Request) -> Result<Vec<String>, String> {
    request.arguments(&|name: &str| name == "build" || name == "test:unit")
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
    assert_eq!(translated("pnpm run /^test:/"), "run /^test:/");
}

#[test]
fn commands_of_packages_are_executed() {
    for line in ["npx eslint .", "npx -y eslint .", "bunx eslint .", "pnpm dlx eslint .", "npm x eslint ."] {
        assert_eq!(translated(line), "x eslint .", "{line}");
    }
    assert_eq!(translated("npm exec -- eslint ."), "x eslint .");
    // Any program, also one that is not of a package.
    assert_eq!(translated("pnpm exec ls *"), "x --call ls '*'");
    assert_eq!(translated("yarn exec -- ls"), "x --call ls");
}

#[test]
fn what_is_no_script_is_never_fetched() {
    for line in ["pnpm eslint .", "yarn eslint .", "pnpm run eslint .", "yarn run eslint .", "bun run eslint ."] {
        assert_eq!(translated(line), "x --call eslint .", "{line}");
    }
}

#[test]
fn a_script_is_hidden_by_commands_of_its_manager_only() {
    let of = |line: &str| {
        let words: Vec<String> = line.split(' ').map(str::to_string).collect();
        let request = read(&words[0], &words[1..]).expect("no flag lacks its value");
        request.arguments(&|_: &str| true).expect("it has a meaning").join(" ")
    };
    for (line, expected) in [
        ("yarn search", "run search"),
        ("yarn info", "info"),
        ("yarn approve", "run approve"),
        ("pnpm trust", "run trust"),
        ("pnpm view lib version", "view lib version"),
        ("npm view lib version", "view lib version"),
    ] {
        assert_eq!(of(line), expected, "{line}");
    }
    assert_eq!(translated("yarn npm tag add lib@1.0.0 old"), "dist-tag add lib@1.0.0 old");
    assert_eq!(translated("yarn tag list lib"), "dist-tag list lib");
}

#[test]
fn commands_that_brio_lacks_are_errors() {
    for line in ["pnpm deploy x", "yarn set version 4", "npm token list"] {
        let words: Vec<String> = line.split(' ').map(str::to_string).collect();
        let request = read(&words[0], &words[1..]).expect("no flag lacks its value");
        let message = format!("brio has no `{} {}`", words[0], words[1]);
        assert_eq!(arguments_of(&request), Err(message), "{line}");
    }
}

#[test]
fn flags_of_npm_may_follow_the_script() {
    assert_eq!(translated("npm run build -w packages/core"), "run --workspace packages/core build");
    assert_eq!(translated("npm run build --workspaces"), "run --workspaces build");
    assert_eq!(translated("npm test -ws --if-present"), "run --workspaces --if-present test");
    assert_eq!(translated("npm run-script build -ws a"), "run --workspaces build a");
    // As npm, which takes them for settings.
    assert_eq!(translated("npm run build --watch x"), "run build x");
    assert_eq!(translated("npm run build --script-shell bash"), "run build");
    assert_eq!(translated("npm run build -- -w x"), "run build -- -w x");
    let request = read("npm", &words(&["run", "build", "--prefix", "client"])).expect("the flag has its value");
    assert_eq!(request.folder.as_deref(), Some("client"));
    assert_eq!(arguments_of(&request), Ok(words(&["run", "build"])));
}

#[test]
fn commands_run_in_the_chosen_packages() {
    assert_eq!(translated("pnpm -r exec tsc -b"), "exec -r tsc -b");
    assert_eq!(translated("pnpm exec -r tsc"), "exec -r tsc");
    assert_eq!(translated("pnpm --filter web exec -- tsc"), "exec --filter web -- tsc");
    assert_eq!(translated("npm exec -w a -- tsc"), "exec --workspace a -- tsc");
    assert_eq!(translated("npm exec -ws -c pwd"), "exec --workspaces -c pwd");
    assert_eq!(translated("npm -w a exec -- tsc --watch"), "exec --workspace a -- tsc --watch");
    assert_eq!(translated("yarn workspaces foreach -A exec tsc -b"), "exec --recursive --concurrency 1 tsc -b");
    assert_eq!(translated("npm -w a install b"), "install --workspace a b");
    assert_eq!(translated("pnpm --parallel --filter a add b"), "add --filter a b");
}

#[test]
fn the_flags_of_foreach_choose_packages() {
    assert_eq!(
        translated("yarn workspaces foreach -A --include @a/* --exclude b run build"),
        "run --filter @a/* --filter !b --concurrency 1 build"
    );
    assert_eq!(translated("yarn workspaces foreach -Apt run build"), "run --recursive build");
    assert_eq!(translated("yarn workspaces foreach --all -p run build"), "run --recursive --parallel build");
    assert_eq!(
        translated("yarn workspaces foreach -R --from a -p -j 3 run build"),
        "run --filter a... --concurrency 3 build"
    );
}

#[test]
fn node_has_the_version_of_node() {
    let version = words(&["--version"]);
    assert!(requests_version_of_node("/cache/node", &version) && requests_version_of_node("node", &words(&["-v"])));
    assert!(!requests_version_of_node("/usr/bin/brio", &version));
    assert!(!requests_version_of_node("node", &words(&["main.js", "-v"])));
}

#[test]
fn the_version_is_one_of_the_manager() {
    assert!(read("npm", &words(&["-v"])).is_ok_and(|request| request.version().is_some()));
    assert!(read("npm", &words(&["run", "-v"])).is_ok_and(|request| request.version().is_none()));
    assert_eq!(versions::named_version("pnpm@10.1.0+sha512.ab", "pnpm").as_deref(), Some("10.1.0"));
    assert_eq!(versions::named_version("pnpm@10.1.0", "yarn"), None);
}

#[test]
fn workspaces_are_chosen_by_the_flags_of_each_manager() {
    assert_eq!(translated("pnpm -r build"), "run -r build");
    assert_eq!(translated("pnpm --filter web build"), "run --filter web build");
    assert_eq!(translated("npm -w web run build"), "run --workspace web build");
    assert_eq!(translated("yarn workspaces run build"), "run --workspaces build");
    let request = read("yarn", &words(&["workspace", "web", "build"])).expect("no flag lacks its value");
    assert_eq!(request.member.as_deref(), Some("web"));
    assert_eq!(arguments_of(&request), Ok(words(&["run", "build"])));
    assert_eq!(translated("bun --filter web build"), "run --filter web build");
    assert_eq!(translated("bun --filter=web run build"), "run --filter web build");
    assert_eq!(translated("bun --cwd packages/web run build"), "run build");
}

#[test]
fn installing_stays_installing() {
    assert_eq!(translated("npm ci"), "ci");
    assert_eq!(read("yarn", &[]).and_then(|request| arguments_of(&request)), Ok(words(&["install"])));
    assert_eq!(translated("yarn add left-pad"), "add left-pad");
    assert_eq!(translated("bun add left-pad"), "add left-pad");
}

#[test]
fn programs_of_bun_run_as_such() {
    assert_eq!(translated("bun server.ts"), "--as bun server.ts");
    assert_eq!(translated("bun test"), "test --as bun");
}

#[test]
fn a_flag_without_its_value_is_an_error() {
    assert!(read("pnpm", &words(&["--filter"])).is_err());
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
    assert_eq!(moved("-r exec pwd").as_deref(), Some("exec --recursive pwd"));
    assert_eq!(moved("-r run build").as_deref(), Some("run --recursive build"));
    assert_eq!(moved("--filter a exec tsc -b").as_deref(), Some("exec --filter a tsc -b"));
    // As pnpm, where it is a script.
    assert_eq!(moved("--filter a main.js").as_deref(), Some("run --filter a main.js"));
    // A program, a module that is loaded first, and a condition of packages.
    for line in ["run build", "--filter a", "-r run main.js", "-C development main.js"] {
        assert_eq!(moved(line), None, "{line}");
    }
}

#[test]
fn called_as_deno_programs_are_those_of_deno() {
    for (line, expected) in [
        ("deno main.ts one", "--as deno main.ts one"),
        ("deno -A main.ts", "--as deno -A main.ts"),
        ("deno run -A npm:vite build", "run --as deno -A npm:vite build"),
        ("deno run hello", "run hello"),
        ("deno task build", "task build"),
        ("deno test -A", "test -A"),
        ("deno fmt", "fmt"),
        ("deno repl", "--as deno --interactive"),
    ] {
        assert_eq!(translated(line), expected, "{line}");
    }
}

#[test]
fn a_command_after_the_name_of_its_runtime_comes_first() {
    let moved = |line: &str| {
        let arguments: Vec<String> = line.split(' ').map(str::to_string).collect();
        command_of_home(&arguments).map(|words| words.join(" "))
    };
    for (given, expected) in [
        ("--as bun test -t name", Some("test --as bun -t name")),
        ("--as=deno test -A", Some("test --as deno -A")),
        ("--as deno task build", Some("task build")),
        ("--as node test", Some("test --as node")),
        ("--as bun task", None),
        ("--as deno main.ts test", None),
        ("--as deno", None),
        ("--as", None),
        ("test --as deno", None),
    ] {
        assert_eq!(moved(given).as_deref(), expected, "{given}");
    }
}
