use super::check;
use crate::tidy::tree::Tree;

fn problems(path: &str, text: &str) -> usize {
    check(&Tree::of(&[(path, text)])).len()
}

#[test]
fn each_ban_fails_on_a_sample() {
    for code in ["a.unwrap();", "dbg!(a);", "todo!()", "unimplemented!()"] {
        assert_eq!(problems("host/fs/src/lib.rs", code), 1, "{code}");
    }
    assert_eq!(problems("builtins/node/fs.ts", "  debugger;"), 1);
    for text in [
        concat!("// FIX", "ME later"),
        concat!("see /wo", "rk/x"),
        concat!("cd /ro", "ot/x"),
        concat!("open /Use", "rs/me"),
    ] {
        assert_eq!(problems("docs/a.md", text), 1, "{text}");
    }
}

#[test]
fn comments_strings_tests_and_longer_words_pass() {
    let code = "// a.unwrap()\nlet s = \"dbg!(\";\nmy_todo!();\n#[cfg(test)]\nmod tests {\n    a.unwrap();\n}\n";
    assert_eq!(problems("host/fs/src/lib.rs", code), 0);
    assert_eq!(problems("host/fs/src/open_tests.rs", "a.unwrap();"), 0);
    assert_eq!(problems("examples/a.js", "console.log(1);"), 0);
    assert_eq!(problems("docs/a.md", concat!("the frame", "/wo", "rk/ balance")), 0);
    assert_eq!(problems("builtins/node/fs.ts", "const debuggerUrl = 1;"), 0);
}

#[test]
fn the_names_of_node_are_not_ours_to_choose() {
    assert_eq!(problems("builtins/node/_http_common.ts", ""), 0);
    assert_eq!(problems("builtins/internal/http_common.ts", ""), 1);
}

#[test]
fn a_todo_needs_a_number() {
    let mark = concat!("TO", "DO");
    assert_eq!(problems("host/fs/src/lib.rs", &format!("// {mark}: later")), 1);
    assert_eq!(problems("host/fs/src/lib.rs", &format!("// {mark}(#x): later")), 1);
    assert_eq!(problems("host/fs/src/lib.rs", &format!("// {mark}(#12): later")), 0);
}

#[test]
fn names_that_say_nothing_fail() {
    for path in [
        "host/fs/src/utils.rs",
        "builtins/internal/helpers/a.ts",
        "builtins/internal/http_manager.ts",
        "base/common/src/lib.rs",
    ] {
        assert_eq!(problems(path, ""), 1, "{path}");
    }
    assert_eq!(problems("builtins/internal/util/inspect.ts", ""), 0);
    assert_eq!(problems("builtins/node/path_common.ts", ""), 1);
}
