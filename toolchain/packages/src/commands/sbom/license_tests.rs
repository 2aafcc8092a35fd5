use super::{IDENTIFIERS, Kind, kind};

#[test]
fn the_identifiers_are_sorted() {
    assert!(IDENTIFIERS.is_sorted());
}

#[test]
fn licenses_are_identifiers_expressions_or_neither() {
    for identifier in ["MIT", "Apache-2.0", "0BSD", "GPL-2.0-or-later", "Zlib"] {
        assert_eq!(kind(identifier), Kind::Identifier, "{identifier}");
    }
    for expression in
        ["(MIT OR Apache-2.0)", "MIT AND Zlib", "(MIT AND (BSD-3-Clause OR ISC))", "Apache-2.0 WITH LLVM-exception"]
    {
        assert_eq!(kind(expression), Kind::Expression, "{expression}");
    }
    for other in ["", "UNLICENSED", "SEE LICENSE IN LICENSE", "BSD", "MIT OR", "MIT/X11", "(MIT OR Apache-2.0"] {
        assert_eq!(kind(other), Kind::Other, "{other}");
    }
}
