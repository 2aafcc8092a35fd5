use super::*;

/// What `semver.inc` of npm's package returns.
#[test]
fn the_next_versions_are_those_of_npm() {
    for (version, step, name, expected) in [
        ("1.2.3", "major", "", "2.0.0"),
        ("1.2.3", "minor", "", "1.3.0"),
        ("1.2.3", "patch", "", "1.2.4"),
        ("1.2.3-beta.1", "patch", "", "1.2.3"),
        ("1.2.0-0", "minor", "", "1.2.0"),
        ("1.2.3-0", "minor", "", "1.3.0"),
        ("2.0.0-rc.1", "major", "", "2.0.0"),
        ("2.1.0-rc.1", "major", "", "3.0.0"),
        ("1.2.3", "premajor", "", "2.0.0-0"),
        ("1.2.3", "preminor", "beta", "1.3.0-beta.0"),
        ("1.2.3-beta.4", "prepatch", "", "1.2.4-0"),
        ("1.2.3", "prerelease", "", "1.2.4-0"),
        ("1.2.4-0", "prerelease", "", "1.2.4-1"),
        ("1.2.3-beta.4", "prerelease", "", "1.2.3-beta.5"),
        ("1.2.3-beta.4", "prerelease", "beta", "1.2.3-beta.5"),
        ("1.2.3-alpha.4", "prerelease", "beta", "1.2.3-beta.0"),
        ("1.2.3-beta", "prerelease", "", "1.2.3-beta.0"),
        ("1.2.3-beta", "prerelease", "beta", "1.2.3-beta.0"),
    ] {
        let start = Version::parse(version).expect("it is a version");
        let step = Step::parse(step).expect("it is a step");
        assert_eq!(start.next(step, name).to_string(), expected, "{version} {step:?} {name}");
    }
}
