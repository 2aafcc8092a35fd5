//! The list of what is inside, as SPDX 2.3 in JSON: the crates of the binary, the engine with ICU and the C++ library,
//! and the system's packages in the image.

use super::Release;
use super::image;
use crate::engine;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// Writes `brio-<version>.spdx.json`.
pub fn write(release: &Release) -> Result<(), String> {
    let mut packages = vec![package("brio", &release.version, "MIT", None)];
    packages.extend(crates(&release.root)?);
    let engine = engine::installed()?;
    packages.push(package("WebKit JavaScriptCore", &engine.version, "LGPL-2.1-or-later AND BSD-2-Clause", None));
    for name in ["libicu-dev", "libstdc++6"] {
        if let Some(version) = version_of_system(name) {
            packages.push(package(name, &version, "NOASSERTION", Some(format!("pkg:deb/debian/{name}@{version}"))));
        }
    }
    for name in packages_of_image(&release.root.join("out/brio-static"))? {
        if let Some(version) = version_of_system(&name) {
            packages.push(package(&name, &version, "NOASSERTION", Some(format!("pkg:deb/debian/{name}@{version}"))));
        }
    }
    let relations: Vec<Value> = packages
        .iter()
        .skip(1)
        .map(|package| {
            json!({
                "spdxElementId": packages[0]["SPDXID"],
                "relationshipType": "CONTAINS",
                "relatedSpdxElement": package["SPDXID"],
            })
        })
        .collect();
    let document = json!({
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": format!("brio-{}", release.version),
        "documentNamespace": format!("urn:brio:{}:{}", release.version, release.time),
        "creationInfo": { "created": time_text(release.time)?, "creators": ["Tool: x dist"] },
        "documentDescribes": [packages[0]["SPDXID"]],
        "packages": packages,
        "relationships": relations,
    });
    release.write(&format!("brio-{}.spdx.json", release.version), format!("{document:#}\n").as_bytes())
}

fn package(name: &str, version: &str, license: &str, locator: Option<String>) -> Value {
    let id: String = format!("{name}-{version}")
        .chars()
        .map(|character| if character.is_ascii_alphanumeric() || character == '.' { character } else { '-' })
        .collect();
    let mut package = json!({
        "SPDXID": format!("SPDXRef-Package-{id}"),
        "name": name,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": false,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": license,
        "copyrightText": "NOASSERTION",
    });
    if let Some(locator) = locator {
        package["externalRefs"] = json!([{
            "referenceCategory": "PACKAGE-MANAGER",
            "referenceType": "purl",
            "referenceLocator": locator,
        }]);
    }
    package
}

/// The crates that the binary is compiled from, in the order of their names.
fn crates(root: &Path) -> Result<Vec<Value>, String> {
    let output = Command::new("cargo")
        .current_dir(root)
        .args(["tree", "--package", "brio_cli", "--edges", "normal", "--prefix", "none", "--format", "{p}|{l}"])
        .output()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo tree: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut lines: Vec<&str> = text.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    lines.sort_unstable();
    lines.dedup();
    let entry = |line: &str| {
        let (name_and_version, license) = line.split_once('|')?;
        let mut words = name_and_version.split(' ');
        let (name, version) = (words.next()?, words.next()?.trim_start_matches('v'));
        // Our own crates have no version of their own.
        if name.starts_with("brio_") {
            return None;
        }
        let license = if license.is_empty() { "NOASSERTION" } else { license };
        Some(package(name, version, license, Some(format!("pkg:cargo/{name}@{version}"))))
    };
    Ok(lines.into_iter().filter_map(entry).collect())
}

/// The system's packages whose files the image has.
fn packages_of_image(binary: &Path) -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    for library in image::libraries(binary)? {
        // The package database may know the file by its path before the folders were merged.
        let real = library.canonicalize().unwrap_or_else(|_| library.clone());
        let paths = [
            library.clone(),
            real.clone(),
            real.strip_prefix("/usr").map_or(real.clone(), |path| Path::new("/").join(path)),
        ];
        let owner = paths.iter().find_map(|path| {
            let output =
                Command::new("dpkg").arg("-S").arg(path).output().ok().filter(|output| output.status.success())?;
            String::from_utf8_lossy(&output.stdout).split(':').next().map(str::to_string)
        });
        names.extend(owner);
    }
    names.sort();
    names.dedup();
    Ok(names)
}

fn version_of_system(name: &str) -> Option<String> {
    let output = Command::new("dpkg-query").args(["--show", "--showformat", "${Version}", name]).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

fn time_text(seconds: u64) -> Result<String, String> {
    let output = Command::new("date").args(["--utc", "--date", &format!("@{seconds}"), "+%FT%TZ"]).output();
    let output = output.map_err(|error| format!("cannot start date: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_string())
}
