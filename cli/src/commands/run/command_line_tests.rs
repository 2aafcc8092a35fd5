//! Tests of the command line: what is the runtime's, and what is the program's.

use super::{Action, Program, parse};

fn program(arguments: &[&str]) -> Program {
    with_node_options(arguments, "").expect("valid")
}

fn with_node_options(arguments: &[&str], node_options: &str) -> Result<Program, String> {
    let arguments: Vec<String> = arguments.iter().map(|argument| argument.to_string()).collect();
    match parse(&arguments, node_options)? {
        Action::Run(program) => Ok(program),
        Action::Print(text) => Err(text),
    }
}

fn error(arguments: &[&str]) -> String {
    with_node_options(arguments, "").expect_err("not valid")
}

#[test]
fn what_follows_the_file_is_the_programs() {
    let found = program(&["--no-warnings", "a.js", "--as", "-e", "--"]);
    assert_eq!(found.file.as_deref(), Some("a.js"));
    assert_eq!(found.arguments, ["--as", "-e", "--"]);
    assert_eq!(found.exec_arguments, ["--no-warnings"]);
}

#[test]
fn code_needs_no_file_so_all_words_are_arguments() {
    let found = program(&["-p", "1", "one", "two"]);
    assert_eq!((found.code.as_deref(), found.prints, found.file), (Some("1"), true, None));
    assert_eq!(found.arguments, ["one", "two"]);
    assert!(program(&["-pe", "1"]).prints);
    let found = program(&["--print", "--eval=2"]);
    assert_eq!((found.code.as_deref(), found.prints), (Some("2"), true));
    let found = program(&["-p"]);
    assert_eq!((found.code, found.prints), (None, true));
}

#[test]
fn a_dash_is_standard_input_and_nothing_at_all_is_told_apart() {
    assert!(program(&["-", "one"]).reads_input && !program(&["-", "one"]).has_nothing_to_run());
    assert_eq!(program(&["-", "one"]).arguments, ["one"]);
    assert!(program(&[]).has_nothing_to_run() && program(&["--no-warnings"]).has_nothing_to_run());
    assert!(!program(&["-e", ""]).has_nothing_to_run());
}

#[test]
fn values_stand_behind_the_flag_or_behind_an_equals_sign() {
    assert_eq!(
        with_node_options(&["--unhandled-rejections=bad", "a.js"], "").err().as_deref(),
        Some("invalid value for --unhandled-rejections")
    );
    for arguments in [
        ["--as=bun", "--unhandled-rejections=warn", "a.js"].as_slice(),
        ["--as", "bun", "--unhandled-rejections", "warn", "a.js"].as_slice(),
    ] {
        let found = program(arguments);
        assert_eq!(found.home.as_deref(), Some("bun"));
        assert_eq!(found.options, [("--unhandled-rejections".to_string(), "warn".to_string())]);
        assert_eq!(found.file.as_deref(), Some("a.js"));
        assert_eq!(found.exec_arguments, arguments[..arguments.len() - 1]);
    }
    assert_eq!(error(&["-e"]), "-e requires an argument");
    assert_eq!(error(&["--help=1"]), "--help takes no value");
}

#[test]
fn an_underscore_is_a_dash_in_the_flags_of_node() {
    assert_eq!(program(&["--expose_gc", "a.js"]).options[0].0, "--expose-gc");
    assert_eq!(program(&["-C", "dev", "a.js"]).options[0], ("--conditions".to_string(), "dev".to_string()));
}

#[test]
fn checking_and_the_prompt_are_flags_without_a_value() {
    let found = program(&["-c", "a.js", "b"]);
    assert!(found.checks && !found.is_interactive && found.exec_arguments == ["-c"]);
    assert_eq!(found.file.as_deref(), Some("a.js"));
    assert!(program(&["--interactive"]).is_interactive && !program(&["-i"]).has_nothing_to_run());
    assert_eq!(error(&["--check", "-e", "1"]), "either --check or --eval can be used, not both");
}

#[test]
fn loaders_may_be_several_and_tracing_takes_two_values() {
    let found = program(&["--loader", "a.mjs", "--experimental-loader=b.mjs", "c.js"]);
    let expected = ["a.mjs", "b.mjs"].map(|value| ("--experimental-loader".to_string(), value.to_string()));
    assert_eq!(found.options, expected);
    assert!(program(&["--trace-require-module=all", "a.js"]).options.len() == 1);
    assert_eq!(error(&["--trace-require-module=1", "a.js"]), "invalid value for --trace-require-module");
}

#[test]
fn a_negation_and_its_flag_exclude_each_other_and_the_last_counts() {
    assert_eq!(program(&["--no-warnings", "--warnings", "a.js"]).options, [("--warnings".to_string(), String::new())]);
    assert_eq!(
        program(&["--warnings", "--no-warnings", "a.js"]).options,
        [("--no-warnings".to_string(), String::new())]
    );
    assert_eq!(
        error(&["--no-max-http-header-size"]),
        "--no-max-http-header-size is an invalid negation because it is not a boolean option"
    );
    assert_eq!(error(&["--no-eval"]), "--no-eval is an invalid negation because it is not a boolean option");
    assert!(program(&["--trace-warnings", "--no-trace-warnings", "--no_throw_deprecation", "a.js"]).options.is_empty());
    assert_eq!(error(&["--no-i-dont-exist"]), "bad option: --no-i-dont-exist");
}

#[test]
fn what_is_no_flag_is_refused_as_it_was_written() {
    assert_eq!(error(&["--wat=1", "a.js"]), "bad option: --wat=1");
    assert_eq!(error(&["--as", "perl", "a.js"]), "--as takes node, bun or deno, not 'perl'");
    assert!(error(&["--input-type=text", "-e", ""]).contains("module-typescript"));
}

#[test]
fn node_options_come_first_and_stay_out_of_exec_argv() {
    let found = with_node_options(&["-r", "second", "a.js"], r#"--require "a \"b\" c" --title=x"#).expect("valid");
    assert_eq!(found.require, ["a \"b\" c", "second"]);
    assert_eq!(found.options, [("--title".to_string(), "x".to_string())]);
    assert_eq!(found.exec_arguments, ["-r", "second"]);
}

#[test]
fn node_options_refuse_code_files_and_open_quotes() {
    assert_eq!(with_node_options(&["a.js"], "-e 1").expect_err("code"), "-e is not allowed in NODE_OPTIONS");
    // Node 26 reads no further than to the first word that is no flag.
    let found = with_node_options(&["a.js"], "--title=x b.js --wat").expect("valid");
    assert_eq!((found.file.as_deref(), found.options.len()), (Some("a.js"), 1));
    assert!(with_node_options(&["a.js"], "--title \"x").expect_err("open").contains("unterminated string"));
}

#[test]
fn the_json_survives_quotes_and_control_characters() {
    let found = program(&["a\"\\\n.js"]);
    assert!(found.to_json().contains(r#""file":"a\"\\\u000a.js""#));
}

#[test]
fn words_behind_the_test_flag_are_patterns() {
    let found = program(&["--test", "--test-reporter=tap", "--test-only", "a.test.js", "b"]);
    assert_eq!((found.file.as_deref(), found.reads_input, found.has_nothing_to_run()), (None, false, false));
    assert_eq!(found.arguments, ["a.test.js", "b"]);
    assert!(!program(&["--test"]).has_nothing_to_run());
    assert_eq!(error(&["--test", "-e", "1"]), "either --test or --eval can be used, not both");
    assert_eq!(
        error(&["--watch", "--test", "--test-force-exit", "a.js"]),
        "either --watch or --test-force-exit can be used, not both"
    );
    assert!(with_node_options(&["a.js"], "--test").is_err());
    assert_eq!(with_node_options(&["a.js"], "--test-only").expect("valid").options[0].0, "--test-only");
}

#[test]
fn a_watched_program_is_a_file() {
    let found = program(&["--watch", "--watch-path", "src", "--watch-path=lib", "a.js", "b"]);
    assert_eq!((found.file.as_deref(), found.arguments.len()), (Some("a.js"), 1));
    assert_eq!(found.options.iter().filter(|(name, _)| name == "--watch-path").count(), 2);
    assert_eq!(error(&["--watch", "-e", "1"]), "either --watch or --eval can be used, not both");
    assert_eq!(error(&["--watch-path=.", "-e", "1"]), "either --watch or --eval can be used, not both");
    assert_eq!(error(&["--watch", "--check", "a.js"]), "either --watch or --check can be used, not both");
    assert_eq!(error(&["--watch", "-i"]), "either --watch or --interactive can be used, not both");
    assert_eq!(error(&["--watch-path=.", "--test"]), "--watch-path cannot be used in combination with --test");
}

#[test]
fn a_program_at_an_address_is_one_of_deno() {
    assert_eq!(program(&["https://example.com/a.ts"]).home.as_deref(), Some("deno"));
    assert_eq!(program(&["--as", "node", "https://example.com/a.ts"]).home.as_deref(), Some("node"));
    assert_eq!(program(&["a.ts"]).home, None);
}

#[test]
fn options_of_v8_are_listed_as_the_package_v8flags_reads_them() {
    let Ok(Action::Print(text)) = parse(&["--v8-options".to_string()], "") else { panic!("--v8-options prints") };
    assert!(text.contains("\nOptions:\n  --expose-gc ("), "{text}");
}

#[test]
fn flags_of_bun_and_deno() {
    let read = |arguments: &[&str]| program(arguments);
    let run = read(&["--smol", "--bun", "-b", "--preload", "./a.ts", "--cwd=/x", "--port", "80", "b.ts"]);
    assert_eq!(run.file.as_deref(), Some("b.ts"));
    assert_eq!((run.import, run.folder.as_deref()), (vec!["./a.ts".to_string()], Some("/x")));
    assert_eq!(run.options, [("--port".to_string(), "80".to_string())]);
    let run = read(&["-q", "--unstable-kv", "--no-check=remote", "-A", "--v8-flags=--expose-gc,--no-opt", "b.ts"]);
    assert_eq!(run.file.as_deref(), Some("b.ts"));
    assert!(run.options.contains(&("--expose-gc".to_string(), String::new())));
    assert_eq!(error(&["--v8-flags=--wat", "a.js"]), "bad option: --wat");
}

#[test]
fn letters_and_values_that_runtimes_read_differently() {
    let option = |arguments: &[&str], name: &str| {
        let found = program(arguments);
        let value = found.options.iter().find(|(given, _)| given == name).map(|(_, value)| value.clone());
        (value, found.file)
    };
    // Node's -c has no value, Deno's is a configuration.
    assert_eq!(option(&["-c", "x/deno.jsonc", "a.ts"], "--config"), (Some("x/deno.jsonc".into()), Some("a.ts".into())));
    assert!(program(&["-c", "a.js"]).checks);
    // Deno's --env-file has its value only behind `=`.
    assert_eq!(option(&["--env-file", "a.ts"], "--env-file"), (Some(".env".into()), Some("a.ts".into())));
    assert_eq!(option(&["--env-file", "x.env", "a.js"], "--env-file"), (Some("x.env".into()), Some("a.js".into())));
    assert_eq!(option(&["-d", "A:1", "a.ts"], "--define"), (Some("A:1".into()), Some("a.ts".into())));
    assert_eq!(option(&["--node-modules-dir=manual", "a.ts"], "--no-install").0, Some(String::new()));
    assert_eq!(option(&["--node-modules-dir", "a.ts"], "--no-install"), (None, Some("a.ts".into())));
    assert!(error(&["--console-depth", "x", "a.ts"]).starts_with("Invalid value for --console-depth"));
}

#[test]
fn the_code_of_an_evaluation_stands_where_the_file_would() {
    let found = program(&["--seed=1", "f()", "x", "-y"]).into_evaluation();
    assert_eq!((found.code.as_deref(), found.file), (Some("f()"), None));
    assert_eq!(found.arguments, ["x", "-y"]);
    assert_eq!(found.input_type.as_deref(), Some("module-typescript"));
    let printed = program(&["-p", "f()", "x"]).into_evaluation();
    assert_eq!((printed.code.as_deref(), printed.prints), (Some("console.log(f())"), false));
    assert_eq!(printed.arguments, ["x"]);
    assert_eq!(program(&[]).into_evaluation().code, None);
}

#[test]
fn a_percentage_of_the_memory_is_above_0_and_up_to_100_and_has_precedence() {
    for value in ["0", "101", "-1", "abc", "1%"] {
        assert_eq!(
            error(&[&format!("--max-old-space-size-percentage={value}"), "a.js"]),
            format!("--max-old-space-size-percentage must be greater than 0 and up to 100. Got: {value}")
        );
    }
    assert_eq!(
        error(&["--max-old-space-size-percentage=", "a.js"]),
        "--max-old-space-size-percentage= requires an argument"
    );
    let half = program(&["--max-old-space-size-percentage=50", "--max-old-space-size=1", "a.js"]);
    let all = program(&["--max-old-space-size-percentage=100", "a.js"]);
    let (half, all) = (half.heap_bytes_max().expect("a limit"), all.heap_bytes_max().expect("a limit"));
    assert!(half.abs_diff(all / 2) <= 1, "{half} is half of {all}");
}

#[test]
fn the_limit_of_the_heap_has_young_objects_in_it() {
    let limit = |arguments: &[&str]| program(arguments).heap_bytes_max().map(|bytes| bytes >> 20);
    assert_eq!(limit(&["--max-heap-size=20", "a.js"]), Some(20));
    assert_eq!(limit(&["--max-old-space-size=100", "a.js"]), Some(196));
    assert_eq!(limit(&["--max-old-space-size=1", "--max_old_space_size=100", "--max-heap-size=20", "a.js"]), Some(196));
    assert_eq!(limit(&["--max-old-space-size=0", "a.js"]), None);
    assert_eq!(limit(&["a.js"]), None);
}

#[test]
fn flags_without_effect_are_named_and_the_program_runs() {
    let found = program(&["--secure-heap", "4096", "--turbo_stats", "a.js"]);
    assert_eq!(found.file.as_deref(), Some("a.js"));
    let names: Vec<&str> = found.ineffective.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["--secure-heap", "--turbo_stats"]);
    assert!(program(&["--trace-warnings", "--trace-exit", "--trace-sync-io", "a.js"]).ineffective.is_empty());
}

#[test]
fn loaders_of_extensions_are_buns_and_others_nodes() {
    let found = program(&["--loader", ".svg:text", "-l", ".foo:ts", "--loader=./hooks.mjs", "a.ts"]);
    let of = |name: &str| {
        let values = found.options.iter().filter(|(given, _)| given == name).map(|(_, value)| value.as_str());
        values.collect::<Vec<_>>()
    };
    assert_eq!(of("--extension-loader"), [".svg:text", ".foo:ts"]);
    assert_eq!(of("--experimental-loader"), ["./hooks.mjs"]);
}

#[test]
fn check_of_bun_and_deno_runs_the_program() {
    let found = program(&["--as", "deno", "--check", "a.ts"]);
    assert!(!found.checks && found.ineffective.len() == 1);
    assert!(program(&["--check", "a.ts"]).checks);
}

#[test]
fn watching_with_replaced_modules_is_watching() {
    let found = program(&["--watch-hmr=a,b", "--watch-exclude=c", "main.ts"]);
    assert!(found.options.contains(&("--watch".to_string(), "a,b".to_string())));
    assert!(found.options.contains(&("--watch-exclude".to_string(), "c".to_string())));
}

#[test]
fn a_runtime_of_jsx_is_one_of_two() {
    let message = "Invalid --jsx-runtime: \"x\", expected \"automatic\" or \"classic\"";
    assert_eq!(error(&["--jsx-runtime=x", "a.tsx"]), message);
}
