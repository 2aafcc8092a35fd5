use super::{INDEX, check};
use crate::tidy::tree::Tree;

const ROW: &str = "| 0001 | [Layers](0001-layers.md) | accepted | why |\n";

fn problems(path: &str, record: &str, index: &str) -> Vec<String> {
    check(&Tree::of(&[(path, record), (INDEX, index)]))
}

#[test]
fn a_record_with_number_status_and_row_passes() {
    let record = "# 0001: Layers\n\nStatus: accepted\n";
    assert_eq!(problems("docs/decisions/0001-layers.md", record, ROW), Vec::<String>::new());
    let partly = "# 0001: Layers\n\nStatus: accepted; the table is superseded by 0002\n";
    assert_eq!(problems("docs/decisions/0001-layers.md", partly, ROW), Vec::<String>::new());
}

#[test]
fn what_is_missing_is_named() {
    let path = "docs/decisions/0001-layers.md";
    assert!(problems(path, "# 0002: Layers\n\nStatus: accepted\n", ROW)[0].contains("\"# 0001: TITLE\""));
    assert!(problems(path, "# 0001: Layers\n", ROW)[0].contains("no line \"Status:"));
    assert!(problems(path, "# 0001: Layers\n\nStatus: proposed\n", ROW)[0].contains("no row"));
    assert!(problems(path, "# 0001: Tiers\n\nStatus: accepted\n", ROW)[0].contains("no row"));
}

#[test]
fn a_number_is_used_once() {
    let index = format!("{ROW}| 0001 | [Tiers](0001-tiers.md) | accepted | why |\n");
    let files = [
        ("docs/decisions/0001-layers.md", "# 0001: Layers\n\nStatus: accepted\n"),
        ("docs/decisions/0001-tiers.md", "# 0001: Tiers\n\nStatus: accepted\n"),
        (INDEX, index.as_str()),
    ];
    assert!(check(&Tree::of(&files))[0].contains("the same number"));
}
