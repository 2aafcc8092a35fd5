use super::*;

#[test]
fn every_embedded_source_is_a_function() {
    let embedded = Embedded;
    for id in embedded.ids() {
        let builtin = embedded.get(&id).expect("it needs no folder").expect("it is one of the list");
        let BuiltinText::Static(text, _) = builtin.text else { panic!("{id} is not embedded") };
        // A builtin that only has the exports of another one has no source.
        assert!(text.is_empty() || (text.starts_with('(') && text.trim_end().ends_with(')')), "{id}: {text:.40}");
    }
}
