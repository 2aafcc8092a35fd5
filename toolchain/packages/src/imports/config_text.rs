//! Changing `imports` in the text of a `deno.json` or `deno.jsonc`, without changing anything else of it: comments, order
//! and white space stay.

/// A member of an object, by its positions in the text.
struct Member {
    key: String,
    key_start: usize,
    value_start: usize,
    value_end: usize,
}

/// An object in the text.
struct Object {
    /// Behind its `{`.
    start: usize,
    /// At its `}`.
    end: usize,
    members: Vec<Member>,
}

/// The text with an import that leads to `target`; None when the text is not that of an object.
pub fn set_import(text: &str, name: &str, target: &str) -> Option<String> {
    let top = object(text, skip_space(text, 0)?)?;
    let entry = format!("{}: {}", quoted(name), quoted(target));
    let Some(imports) = top.members.iter().find(|member| member.key == "imports") else {
        let indent = indent_of(text, &top);
        let block = format!("\"imports\": {{\n{indent}{indent}{entry}\n{indent}}}");
        return Some(insert(text, &top, top.members.len(), &block));
    };
    let list = object(text, imports.value_start)?;
    if let Some(known) = list.members.iter().find(|member| member.key == name) {
        return Some(format!("{}{}{}", &text[..known.value_start], quoted(target), &text[known.value_end..]));
    }
    let index = list.members.iter().position(|member| member.key.as_str() > name).unwrap_or(list.members.len());
    Some(insert(text, &list, index, &entry))
}

/// The text without an import; None when it has none of that name.
pub fn remove_import(text: &str, name: &str) -> Option<String> {
    let top = object(text, skip_space(text, 0)?)?;
    let imports = top.members.iter().find(|member| member.key == "imports")?;
    let list = object(text, imports.value_start)?;
    let index = list.members.iter().position(|member| member.key == name)?;
    let member = &list.members[index];
    if list.members.len() == 1 {
        return Some(format!("{}{}", &text[..list.start], &text[list.end..]));
    }
    // The last one goes with the comma before it, another with the one behind it.
    match list.members.get(index + 1) {
        Some(next) => Some(format!("{}{}", &text[..member.key_start], &text[next.key_start..])),
        None => Some(format!("{}{}", &text[..list.members[index - 1].value_end], &text[member.value_end..])),
    }
}

/// The names and targets of the imports.
pub fn imports(text: &str) -> Vec<(String, String)> {
    let found = || {
        let top = object(text, skip_space(text, 0)?)?;
        let imports = top.members.iter().find(|member| member.key == "imports")?;
        object(text, imports.value_start)
    };
    let members = found().map(|list| list.members).unwrap_or_default();
    let target = |member: &Member| serde_json::from_str(&text[member.value_start..member.value_end]).ok();
    members.iter().filter_map(|member| Some((member.key.clone(), target(member)?))).collect()
}

/// Inserts a member before that of the index, in the manner of the others.
fn insert(text: &str, object: &Object, index: usize, entry: &str) -> String {
    let separator = match object.members.first() {
        Some(first) => text[object.start..first.key_start].to_string(),
        None => String::new(),
    };
    let is_on_lines = separator.contains('\n') || object.members.is_empty();
    let line_start = text[..object.start].rfind('\n').map_or(0, |at| at + 1);
    let outer: String = text[line_start..].chars().take_while(|character| matches!(character, ' ' | '\t')).collect();
    let inner = match object.members.first().filter(|_| is_on_lines) {
        Some(first) => {
            let start = text[..first.key_start].rfind('\n').map_or(0, |at| at + 1);
            text[start..first.key_start].to_string()
        }
        None => format!("{outer}{}", if outer.contains('\t') { "\t" } else { "  " }),
    };
    if let Some(next) = object.members.get(index) {
        let between = if is_on_lines { format!("\n{inner}") } else { " ".to_string() };
        return format!("{}{entry},{between}{}", &text[..next.key_start], &text[next.key_start..]);
    }
    match object.members.last() {
        Some(last) if is_on_lines => {
            format!("{},\n{inner}{entry}{}", &text[..last.value_end], &text[last.value_end..])
        }
        Some(last) => format!("{}, {entry}{}", &text[..last.value_end], &text[last.value_end..]),
        None => format!("{}\n{inner}{entry}\n{outer}{}", &text[..object.start], &text[object.end..]),
    }
}

fn indent_of(text: &str, top: &Object) -> String {
    let first = top.members.first().map(|first| &text[..first.key_start]);
    let indent = first.and_then(|before| before.rfind('\n').map(|at| before[at + 1..].to_string())).unwrap_or_default();
    let is_indent = !indent.is_empty() && indent.chars().all(|character| matches!(character, ' ' | '\t'));
    if is_indent { indent } else { "  ".to_string() }
}

fn quoted(text: &str) -> String {
    serde_json::Value::String(text.to_string()).to_string()
}

fn object(text: &str, start: usize) -> Option<Object> {
    let bytes = text.as_bytes();
    if bytes.get(start) != Some(&b'{') {
        return None;
    }
    let mut members = Vec::new();
    let mut position = skip_space(text, start + 1)?;
    while bytes.get(position)? != &b'}' {
        let key_start = position;
        let key_end = skip_value(text, position)?;
        let key = serde_json::from_str(&text[key_start..key_end]).ok()?;
        position = skip_space(text, key_end)?;
        if bytes.get(position)? != &b':' {
            return None;
        }
        let value_start = skip_space(text, position + 1)?;
        let value_end = skip_value(text, value_start)?;
        members.push(Member { key, key_start, value_start, value_end });
        position = skip_space(text, value_end)?;
        if bytes.get(position)? == &b',' {
            position = skip_space(text, position + 1)?;
        }
    }
    Some(Object { start: start + 1, end: position, members })
}

/// The position behind white space and comments.
fn skip_space(text: &str, mut position: usize) -> Option<usize> {
    loop {
        let rest = text.get(position..)?;
        let trimmed = rest.trim_start_matches(|character: char| character.is_whitespace() || character == '\u{feff}');
        position += rest.len() - trimmed.len();
        if trimmed.starts_with("//") {
            position += trimmed.find('\n').unwrap_or(trimmed.len());
        } else if trimmed.starts_with("/*") {
            position += trimmed.find("*/")? + 2;
        } else {
            return Some(position);
        }
    }
}

/// The position behind a value.
fn skip_value(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut position = start;
    let mut depth = 0usize;
    loop {
        match bytes.get(position)? {
            b'"' => {
                position += 1;
                while bytes.get(position)? != &b'"' {
                    position += if bytes[position] == b'\\' { 2 } else { 1 };
                }
                position += 1;
            }
            b'{' | b'[' => {
                depth += 1;
                position += 1;
            }
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                position += 1;
            }
            _ if depth > 0 => {
                position = match skip_space(text, position)? {
                    same if same == position => position + text[position..].chars().next()?.len_utf8(),
                    later => later,
                };
                continue;
            }
            _ => {
                let rest = &text[position..];
                position += rest.find([',', '}', ']', ' ', '\n', '\r', '\t', '/']).unwrap_or(rest.len());
            }
        }
        if depth == 0 {
            return (position > start).then_some(position);
        }
    }
}

#[cfg(test)]
#[path = "config_text_tests.rs"]
mod tests;
