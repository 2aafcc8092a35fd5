use super::{check, read_table};
use crate::tidy::tree::Tree;

const TABLE: &str = "# Architecture\n| folder | what is in it | may use |\n|---|---|---|\n| `base/` | no `JS` | |\n| `engine/` | | `base/` |\n| `host/` | | `base/` `engine/` |\n| `cli/` | | all but `lab/` |\n| `lab/` | | `base/` |\n| `builtins/` | TypeScript | `native:` ops |\n| `docs/` `xtask/` | | |\n\n| `other/` | | |\n";

#[test]
fn the_table_is_read_with_shared_rows_and_exceptions() {
    let table = read_table(TABLE);
    assert_eq!(table.keys().collect::<Vec<_>>(), ["base", "builtins", "cli", "docs", "engine", "host", "lab", "xtask"]);
    assert_eq!(table["host"].iter().collect::<Vec<_>>(), ["base", "engine"]);
    assert!(table["cli"].contains("host") && !table["cli"].contains("lab"));
    assert!(table["builtins"].is_empty() && table["base"].is_empty());
}

fn problems(path: &str, manifest: &str) -> Vec<String> {
    check(&Tree::of(&[
        ("ARCHITECTURE.md", TABLE),
        ("Cargo.toml", "[workspace.dependencies]\nbrio_host_fs = { path = \"host/fs\" }\n"),
        (path, manifest),
    ]))
}

#[test]
fn an_edge_of_the_table_passes() {
    assert_eq!(
        problems(
            "host/fs/Cargo.toml",
            "[dependencies]\na = { path = \"../../engine/jsc\" }\nb = { path = \"../net\" }\nserde = \"1\"\n"
        ),
        Vec::<String>::new()
    );
}

#[test]
fn a_wrong_edge_fails_however_it_is_written() {
    let manifests = [
        "[dependencies]\na = { path = \"../../host/fs\" }\n",
        "[dev-dependencies.a]\npath = \"../../host/fs\"\n",
        "[target.'cfg(unix)'.dependencies]\na = { path = \"../../host/fs\" }\n",
        "[dependencies]\nbrio_host_fs.workspace = true\n",
    ];
    for manifest in manifests {
        let problems = problems("engine/jsc/Cargo.toml", manifest);
        assert_eq!(problems.len(), 1, "{manifest}");
        assert!(problems[0].contains("engine/ must not use host/"), "{problems:?}");
    }
}

#[test]
fn a_folder_without_a_row_a_path_that_leads_out_and_a_missing_table_fail() {
    assert!(problems("extra/a/Cargo.toml", "")[0].contains("extra/ has no row"));
    assert!(
        problems("host/fs/Cargo.toml", "[dependencies]\na = { path = \"../../../other\" }\n")[0].contains("outside")
    );
    assert_eq!(check(&Tree::of(&[])).len(), 1);
    assert_eq!(check(&Tree::of(&[("ARCHITECTURE.md", "no table")])).len(), 1);
}
