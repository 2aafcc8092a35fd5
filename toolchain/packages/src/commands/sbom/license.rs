//! What the `license` of a package is in the terms of SPDX.

/// What a license is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An identifier of the list of SPDX.
    Identifier,
    /// Several identifiers with `OR`, `AND` and `WITH`.
    Expression,
    /// Anything else: `SEE LICENSE IN FILE`, or an identifier that is not in the list here.
    Other,
}

/// The identifiers that packages of npm use, sorted. One that is missing here is written as a name, which is valid, too.
const IDENTIFIERS: [&str; 104] = [
    "0BSD",
    "AAL",
    "AFL-2.0",
    "AFL-2.1",
    "AFL-3.0",
    "AGPL-3.0",
    "AGPL-3.0-only",
    "AGPL-3.0-or-later",
    "APSL-2.0",
    "Apache-1.1",
    "Apache-2.0",
    "Artistic-1.0",
    "Artistic-2.0",
    "BSD-2-Clause",
    "BSD-2-Clause-Patent",
    "BSD-3-Clause",
    "BSD-3-Clause-Clear",
    "BSD-4-Clause",
    "BSD-Source-Code",
    "BSL-1.0",
    "BUSL-1.1",
    "Beerware",
    "BlueOak-1.0.0",
    "CC-BY-3.0",
    "CC-BY-4.0",
    "CC-BY-NC-4.0",
    "CC-BY-SA-3.0",
    "CC-BY-SA-4.0",
    "CC0-1.0",
    "CDDL-1.0",
    "CDDL-1.1",
    "CECILL-2.1",
    "CPAL-1.0",
    "CPL-1.0",
    "ECL-2.0",
    "EPL-1.0",
    "EPL-2.0",
    "EUPL-1.1",
    "EUPL-1.2",
    "Elastic-2.0",
    "GFDL-1.3",
    "GPL-1.0",
    "GPL-2.0",
    "GPL-2.0+",
    "GPL-2.0-only",
    "GPL-2.0-or-later",
    "GPL-3.0",
    "GPL-3.0+",
    "GPL-3.0-only",
    "GPL-3.0-or-later",
    "HPND",
    "Hippocratic-2.1",
    "ICU",
    "IJG",
    "ISC",
    "JSON",
    "LGPL-2.0",
    "LGPL-2.0-only",
    "LGPL-2.0-or-later",
    "LGPL-2.1",
    "LGPL-2.1+",
    "LGPL-2.1-only",
    "LGPL-2.1-or-later",
    "LGPL-3.0",
    "LGPL-3.0+",
    "LGPL-3.0-only",
    "LGPL-3.0-or-later",
    "Libpng",
    "MIT",
    "MIT-0",
    "MPL-1.1",
    "MPL-2.0",
    "MS-PL",
    "MS-RL",
    "MulanPSL-2.0",
    "NCSA",
    "ODC-By-1.0",
    "OFL-1.1",
    "OSL-3.0",
    "OpenSSL",
    "PDDL-1.0",
    "PHP-3.01",
    "PSF-2.0",
    "PostgreSQL",
    "Python-2.0",
    "Ruby",
    "SSPL-1.0",
    "Sleepycat",
    "TCL",
    "UPL-1.0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Vim",
    "W3C",
    "W3C-20150513",
    "WTFPL",
    "X11",
    "Xnet",
    "ZPL-2.1",
    "Zlib",
    "curl",
    "libpng-2.0",
    "zlib-acknowledgement",
];
const EXCEPTIONS: [&str; 5] =
    ["Bison-exception-2.2", "Classpath-exception-2.0", "Font-exception-2.0", "GCC-exception-3.1", "LLVM-exception"];

/// What a license is.
pub fn kind(license: &str) -> Kind {
    let is_known = |word: &str| IDENTIFIERS.binary_search(&word).is_ok();
    if is_known(license) {
        return Kind::Identifier;
    }
    let spaced = license.replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().filter(|word| !matches!(*word, "(" | ")")).collect();
    let is_whole = words.len() % 2 == 1 && license.matches('(').count() == license.matches(')').count();
    let fits = |(index, word): (usize, &&str)| match index % 2 {
        0 if index > 0 && words[index - 1] == "WITH" => EXCEPTIONS.contains(word),
        0 => is_known(word),
        _ => matches!(*word, "OR" | "AND" | "WITH"),
    };
    if is_whole && words.iter().enumerate().all(fits) { Kind::Expression } else { Kind::Other }
}

#[cfg(test)]
#[path = "license_tests.rs"]
mod tests;
