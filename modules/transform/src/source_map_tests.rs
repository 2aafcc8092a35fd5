use super::{Layer, Segment, SourceMap};
use crate::{Form, Options, transform};

fn segment(line: u32, column: u32, source_line: u32, source_column: u32, inserted: bool) -> Segment {
    Segment { line, column, source_line, source_column, inserted }
}

/// Position (line, column) of `needle` in `text`, both from 1, columns in UTF-16 units.
fn position(text: &str, needle: &str) -> (u32, u32) {
    let offset = text.find(needle).expect(needle);
    let line = text[..offset].matches('\n').count() as u32 + 1;
    let column = text[..offset].rsplit('\n').next().map_or(0, |before| before.encode_utf16().count());
    (line, column as u32 + 1)
}

fn assert_maps(source: &str, options: &Options, needles: &[&str]) {
    let output = transform(source, options).expect("valid");
    let assembled = output.assemble(Form::Plain);
    for needle in needles {
        let (line, column) = position(&assembled.code, needle);
        let mapped = match &output.map {
            Some(map) => map.lookup(line, column, assembled.head_columns),
            None if line == 1 => (1, column - assembled.head_columns),
            None => (line, column),
        };
        assert_eq!(mapped, position(source, needle), "{needle} in\n{}", assembled.code);
        if let Some(map) = &output.map {
            let located = map.locate(mapped.0, mapped.1, assembled.head_columns);
            assert_eq!(located, (line, column), "{needle} back in\n{}", assembled.code);
        }
    }
}

#[test]
fn columns_behind_a_redirected_import_map_to_the_source() {
    let source = "import { value } from 'x';\nconst é = value + value; marker(value, last());\nother();";
    assert_maps(source, &Options::for_file("a.mjs"), &["marker", "last", "other"]);
}

#[test]
fn the_first_line_is_mapped_without_the_head() {
    assert_maps("marker(); import x from 'y'; x(); last();", &Options::for_file("a.mjs"), &["marker", "last"]);
}

#[test]
fn stripped_types_need_no_map() {
    let output = transform("let a: number = b as any;", &Options::for_file("a.ts")).expect("valid");
    assert_eq!(output.map, None);
    assert_eq!(output.body, "let a         = b       ;");
}

#[test]
fn printed_code_maps_to_the_source() {
    let source = "enum E { A }\n\n\nexport function f(x: number) {\n  return marker(x, last());\n}\n";
    assert_maps(source, &Options::for_file("a.ts"), &["marker", "last"]);
}

#[test]
fn a_map_survives_serialisation_and_damage_is_noticed() {
    let layers = vec![
        Layer::Print(vec![segment(0, 4, 7, 2, false), segment(3, 0, 1, 900, false)]),
        Layer::Splices(vec![segment(2, 5, 2, 5, true), segment(2, 9, 2, 6, false), segment(40, 1, 40, 300, false)]),
    ];
    let map = SourceMap::new(layers).expect("two layers");
    let bytes = map.to_bytes();
    assert_eq!(SourceMap::from_bytes(&bytes), Some(map));
    assert_eq!(SourceMap::from_bytes(&bytes[..bytes.len() - 1]), None);
    assert_eq!(SourceMap::from_bytes(&[9]), None);
}
