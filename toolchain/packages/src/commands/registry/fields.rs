//! The fields of a record that `view` names: `dist.tarball`, `keywords[0]`, `time[1.0.0]`, `maintainers.email`.

use serde_json::Value;

/// A step into a value.
#[derive(Debug, PartialEq)]
enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

/// The values of a field with their labels: several when a list is on the way to it.
pub fn values_of(record: &Value, field: &str) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    collect(record, &steps(field), String::new(), &mut found);
    found
}

fn steps(field: &str) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    let mut rest = field;
    while !rest.is_empty() {
        if let Some((inner, after)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            let bare = inner.trim_matches(['"', '\'']);
            steps.push(bare.parse().map_or(Step::Key(bare), Step::Index));
            rest = after.strip_prefix('.').unwrap_or(after);
            continue;
        }
        // A bracket that is not closed is part of the name.
        let end = rest.find(['.', '[']).filter(|end| *end > 0).unwrap_or(rest.len());
        steps.push(Step::Key(&rest[..end]));
        rest = rest[end..].strip_prefix('.').unwrap_or(&rest[end..]);
    }
    steps
}

fn collect(value: &Value, steps: &[Step<'_>], label: String, found: &mut Vec<(String, Value)>) {
    let Some((step, rest)) = steps.split_first() else {
        if !value.is_null() {
            found.push((label, value.clone()));
        }
        return;
    };
    match (step, value) {
        (Step::Index(index), Value::Array(list)) => {
            if let Some(one) = list.get(*index) {
                collect(one, rest, format!("{label}[{index}]"), found);
            }
        }
        (Step::Key(_), Value::Array(list)) => {
            for (index, one) in list.iter().enumerate() {
                collect(one, steps, format!("{label}[{index}]"), found);
            }
        }
        (Step::Key(key), Value::Object(object)) => {
            if let Some(one) = object.get(*key) {
                let label = if label.is_empty() { (*key).to_string() } else { format!("{label}.{key}") };
                collect(one, rest, label, found);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
#[path = "fields_tests.rs"]
mod tests;
