//! Packages that do in browsers what modules of Node do.

/// The modules of Node, and packages that stand for them there. The first one is suggested.
const PACKAGES: &[(&str, &[&str])] = &[
    ("assert", &["assert"]),
    ("assert/strict", &["assert/strict"]),
    ("buffer", &["buffer"]),
    ("console", &["console-browserify"]),
    ("constants", &["constants-browserify"]),
    ("crypto", &["crypto-browserify"]),
    ("domain", &["domain-browser"]),
    ("events", &["events"]),
    ("http", &["stream-http"]),
    ("https", &["https-browserify"]),
    ("os", &["os-browserify/browser", "os-browserify"]),
    ("path", &["path-browserify"]),
    ("path/posix", &["path-browserify"]),
    ("process", &["process/browser"]),
    ("punycode", &["punycode"]),
    ("querystring", &["querystring-es3"]),
    ("stream", &["stream-browserify", "readable-stream"]),
    ("stream/web", &["web-streams-polyfill"]),
    ("string_decoder", &["string_decoder"]),
    ("sys", &["util"]),
    ("timers", &["timers-browserify"]),
    ("timers/promises", &["isomorphic-timers-promises"]),
    ("tty", &["tty-browserify"]),
    ("url", &["url"]),
    ("util", &["util"]),
    ("vm", &["vm-browserify"]),
    ("zlib", &["browserify-zlib"]),
];

/// The packages for a module of Node, named with or without `node:`.
pub(crate) fn all(specifier: &str) -> &'static [&'static str] {
    let name = specifier.strip_prefix("node:").unwrap_or(specifier);
    PACKAGES.iter().find(|(module, _)| *module == name).map_or(&[], |(_, packages)| packages)
}

/// The package to install for a module of Node.
pub(crate) fn suggested(specifier: &str) -> Option<&'static str> {
    all(specifier).first().map(|package| package.split('/').next().unwrap_or(package))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_have_packages_with_and_without_prefix() {
        assert_eq!(all("node:path"), ["path-browserify"]);
        assert_eq!(suggested("process"), Some("process"));
        assert_eq!(suggested("node:util"), Some("util"));
        assert_eq!(suggested("fs"), None);
    }
}
