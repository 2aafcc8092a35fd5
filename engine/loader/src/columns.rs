//! V8's columns. JavaScriptCore places a call or a read at the end of the expression before it; programs and readers of
//! stacks expect V8's place: the name that is called, the `new`, the property that is missing.

/// Lines longer than this keep the engine's column: they are minified code.
const LINE_BYTES_MAX: usize = 64 << 10;

/// V8's column of the engine's `column` in `line`; both count from 1, in UTF-16 units.
pub fn v8_column(line: &str, column: u32) -> u32 {
    if line.len() > LINE_BYTES_MAX {
        return column;
    }
    let units: Vec<u16> = line.encode_utf16().collect();
    let end = column.saturating_sub(1) as usize;
    if end == 0 || end > units.len() {
        return column;
    }
    let is = |index: usize, character: char| units.get(index) == Some(&(character as u16));
    if is(end, '.') {
        return column + 1;
    }
    if is(end, '?') && is(end + 1, '.') {
        return column + 2;
    }
    if is(end, '[') || is(end, '`') || !is_name_part(units[end - 1]) {
        return column;
    }
    let name = name_start(&units, end);
    let start = operator_new(&units, name).unwrap_or(name);
    start as u32 + 1
}

fn name_start(units: &[u16], end: usize) -> usize {
    units[..end].iter().rposition(|unit| !is_name_part(*unit)).map_or(0, |index| index + 1)
}

/// The position of the `new` whose constructor `a.b.c` ends with the name at `name`.
fn operator_new(units: &[u16], name: usize) -> Option<usize> {
    let mut start = name;
    while start > 1 && units[start - 1] == u16::from(b'.') && is_name_part(units[start - 2]) {
        start = name_start(units, start - 1);
    }
    let before = units[..start].iter().rposition(|unit| *unit != u16::from(b' '))? + 1;
    let word = name_start(units, before);
    let is_new = before < start && units[word..before].iter().copied().eq("new".encode_utf16());
    is_new.then_some(word)
}

fn is_name_part(unit: u16) -> bool {
    // Surrogates and everything beyond ASCII count as letters: spaces of that range are rare in code.
    unit >= 0x80
        || u8::try_from(unit).is_ok_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'#'))
}

#[cfg(test)]
mod tests {
    use super::v8_column;

    /// `|` is where the engine points, `^` where V8 does (both before the character that they mean).
    fn check(marked: &str) {
        let at = |mark: char, other: char| marked.replace(other, "").find(mark).expect("it is marked") as u32 + 1;
        let line = marked.replace(['|', '^'], "");
        assert_eq!(v8_column(&line, at('|', '^')), at('^', '|'), "{marked}");
    }

    #[test]
    fn calls_are_at_the_name() {
        check("try { ^f|() } catch {}");
        check("show(o.^m|().e)");
        check("[1].^map|(() => 1)");
        check("o . ^nope| /* x */ (1)");
    }

    #[test]
    fn constructions_are_at_the_operator() {
        check("throw ^new Error|('a')");
        check("return ^new this.C|(1)");
        check("renew; (^new a.b.c|)");
        check("anew ^Error|()");
    }

    #[test]
    fn reads_are_at_the_property_or_the_variable() {
        check("o.x|.^y");
        check("o.x|?.^y.z");
        check("return ^nope| + 1");
    }

    #[test]
    fn other_places_stay() {
        for (line, column) in
            [("o['nope']()", 10), ("(() => 1)()", 10), ("null[x]", 5), ("tag`x`", 4), ("x", 9), ("", 1)]
        {
            assert_eq!(v8_column(line, column), column, "{line}");
        }
    }

    #[test]
    fn columns_are_utf_16_units() {
        assert_eq!(v8_column("'😀'; nope", 11), 7);
    }
}
