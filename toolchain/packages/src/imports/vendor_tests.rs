//! Names in `vendor`, as Deno 2.9.6 chose them.

use super::*;

#[test]
fn names_are_those_of_deno() {
    const TS: &str = "application/typescript";
    const JS: &str = "text/javascript";
    for (path, kind, expected) in [
        ("/lib/mod.ts", TS, "lib/mod.ts"),
        ("/lib/text.ts?v=1", TS, "lib/#text_a0aed.ts"),
        ("/data", "application/typescript; charset=utf-8", "#data_3a6eb.ts"),
        ("/Upper/CASE.js", JS, "#upper_ada6d/#case_afa11.js"),
        ("/x/b.tsx?q=1", "text/tsx", "x/#b_b738f.tsx"),
        ("/y.d.ts/z.ts", "text/typescript", "#y.d.ts_dd75c/z.ts"),
        ("/dir.ts/", "text/typescript", "#dir.ts_9aa5b/#e3b0c44.ts"),
        ("/plain.ts", "text/plain", "plain.ts"),
        ("/noext", JS, "#noext_c847f.js"),
        ("/a.mjs", JS, "a.mjs"),
        ("/js.js", TS, "#js.js_585bd.ts"),
        ("/a%20b.ts", "text/typescript", "a%20b.ts"),
        ("/averyveryveryverylongnamethatismorethanthirty.ts", "text/typescript", "#averyveryveryverylon_78016.ts"),
        ("/jsonly?x=js.js", JS, "#jsonly_1f6e6.js"),
        ("/", JS, "#e3b0c44.js"),
        ("/c.cts", "text/typescript", "#c_83e13.cts"),
        ("/v.mts", TS, "v.mts"),
        ("/con/z.js", JS, "#con_1143d/z.js"),
        ("/abc.png", JS, "#abc.png_abb18.js"),
        ("/d.d.ts", "text/typescript", "d.d.ts"),
        ("/@foo@1.2.3/mod", "application/typescript; charset=utf-8", "@foo@1.2.3/#mod_e55cf.ts"),
        ("/a.json", "application/json", "a.json"),
    ] {
        let place = path_of(&format!("http://127.0.0.1:4873{path}"), kind).expect(path);
        assert_eq!(place.path, format!("http_127.0.0.1_4873/{expected}"), "{path}");
    }
    assert_eq!(path_of("https://deno.land/std/mod.ts", TS).expect("valid").path, "deno.land/std/mod.ts");
}

#[test]
fn folders_with_other_names_are_listed() {
    let place = path_of("http://a.test/x/Upper/y/CASE.js", "text/javascript").expect("valid");
    assert_eq!(place.folders, [("http://a.test/x/Upper/".to_string(), "http_a.test/x/#upper_ada6d".to_string())]);
}
