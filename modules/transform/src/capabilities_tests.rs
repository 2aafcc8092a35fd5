//! Capabilities of sources.

use super::*;

fn names(source: &str) -> Vec<&'static str> {
    capabilities(source, Language::Js).into_iter().map(Capability::name).collect()
}

#[test]
fn capabilities_are_found_where_they_are_used() {
    for (source, expected) in [
        ("require('child_process').exec('x')", vec!["child processes"]),
        ("import { connect } from 'node:net'; export * from 'fs'", vec!["the network", "files"]),
        ("const a = process.env.HOME; await import('dns')", vec!["the network", "environment variables"]),
        ("eval('1'); new Function('x')", vec!["eval"]),
        ("fetch('https://a'); require('./build/a.node')", vec!["the network", "native code"]),
        ("const { env } = process", vec!["environment variables"]),
        // Names and strings do not count.
        ("const fetcher = { eval: 1 }; x.eval(); 'require(\"fs\")' // process.env", vec![]),
        ("const childProcess = 1; require('./net')", vec![]),
        ("a syntax error: eval(", vec![]),
    ] {
        assert_eq!(names(source), expected, "{source}");
    }
}
