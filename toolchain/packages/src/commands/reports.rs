//! `brio licenses` and `brio sbom`: what the packages of a project are, for people and for other programs.

use super::listing::graph;
use super::usage;
use crate::error::Result;
use crate::integrity;
use crate::project::Project;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use brio_command_flags::Arguments;
use brio_lockfile::{Dependency, Graph, Package, PackageId, Resolution};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// `brio licenses`: the packages of each license.
pub fn run_licenses(arguments: &Arguments) -> Result<i32> {
    let (root, graph) = graph()?;
    let mut by_license: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
    for (id, package) in packages(&graph, arguments.has("--production")) {
        let license = license_of(&root, &graph, id, package);
        by_license.entry(license).or_default().insert((package.name.clone(), package.version.clone()));
    }
    if arguments.has("--json") {
        let object: Map<String, Value> = by_license
            .iter()
            .map(|(license, packages)| {
                let list: Vec<Value> =
                    packages.iter().map(|(name, version)| json!({"name": name, "version": version})).collect();
                (license.clone(), Value::Array(list))
            })
            .collect();
        println!("{:#}", Value::Object(object));
        return Ok(0);
    }
    for (license, packages) in &by_license {
        say!("{license} ({})", packages.len());
        for (name, version) in packages {
            say!("  {name}@{version}");
        }
    }
    Ok(0)
}

/// `brio sbom`: a software bill of materials, in CycloneDX 1.5 or SPDX 2.3.
pub fn run_sbom(arguments: &Arguments) -> Result<i32> {
    let (root, graph) = graph()?;
    let project = Project::read(&root)?;
    let document = match arguments.value("--sbom-format").unwrap_or("cyclonedx") {
        "cyclonedx" => cyclonedx(&root, &project, &graph, arguments.has("--production")),
        "spdx" => spdx(&root, &project, &graph, arguments.has("--production")),
        other => return Err(usage(&format!("--sbom-format takes cyclonedx or spdx, not \"{other}\""))),
    };
    println!("{document:#}");
    Ok(0)
}

/// The packages that are not the user's own, one for each name and version.
fn packages(graph: &Graph, is_production: bool) -> Vec<(PackageId, &Package)> {
    let flags = crate::layout::flags(graph);
    let mut seen = BTreeSet::new();
    let is_meant = |id: &PackageId, package: &Package| {
        let is_own = matches!(package.resolution, Resolution::Workspace { .. } | Resolution::Link { .. });
        let is_dev = flags.packages.get(id).is_some_and(|flags| flags.dev);
        !(is_own || is_production && is_dev)
    };
    let mut found: Vec<(PackageId, &Package)> = graph
        .packages
        .iter()
        .filter(|(id, package)| is_meant(id, package))
        .filter(|(_, package)| seen.insert((package.name.clone(), package.version.clone())))
        .map(|(id, package)| (*id, package))
        .collect();
    found.sort_by(|left, right| (&left.1.name, &left.1.version).cmp(&(&right.1.name, &right.1.version)));
    found
}

/// What the lockfile says, else what the installed package says.
fn license_of(root: &Path, graph: &Graph, id: PackageId, package: &Package) -> String {
    if let Some(license) = package.metadata.license.as_ref().and_then(brio_lockfile::Value::as_str) {
        return license.to_string();
    }
    let manifest = folder_of(root, graph, id, package).and_then(|folder| Project::read(&folder).ok());
    let license = manifest.map(|project| project.manifest().license.clone()).unwrap_or_default();
    match license {
        Value::String(text) if !text.is_empty() => text,
        Value::Object(object) => object.get("type").and_then(Value::as_str).unwrap_or("unknown").to_string(),
        _ => "unknown".to_string(),
    }
}

/// Where a package is installed, hoisted or isolated.
fn folder_of(root: &Path, graph: &Graph, id: PackageId, package: &Package) -> Option<PathBuf> {
    let placed = graph.placements.iter().find(|(_, placed)| **placed == id).map(|(path, _)| root.join(path));
    let private = root.join(crate::isolated::FOLDER).join("node_modules").join(&package.name);
    let fits =
        |folder: &PathBuf| Project::read(folder).is_ok_and(|project| project.manifest().version == package.version);
    placed.filter(fits).or(Some(private).filter(fits))
}

fn purl(name: &str, version: &str) -> String {
    format!("pkg:npm/{}@{version}", name.replace('@', "%40"))
}

/// Algorithm and hexadecimal digits of the first hash.
fn digest(package: &Package) -> Option<(&'static str, String)> {
    let first = package.resolution.integrity()?.split(' ').next()?;
    let (algorithm, text) = first.split_once('-')?;
    let name = match algorithm {
        "sha512" => "SHA-512",
        "sha384" => "SHA-384",
        "sha256" => "SHA-256",
        "sha1" => "SHA-1",
        _ => return None,
    };
    Some((name, integrity::hex(&STANDARD.decode(text).ok()?)))
}

fn cyclonedx(root: &Path, project: &Project, graph: &Graph, is_production: bool) -> Value {
    let manifest = project.manifest();
    let reference = |package: &Package| format!("{}@{}", package.name, package.version);
    let own = if manifest.version.is_empty() {
        manifest.name.clone()
    } else {
        format!("{}@{}", manifest.name, manifest.version)
    };
    let all = packages(graph, is_production);
    let components: Vec<Value> = all
        .iter()
        .map(|(id, package)| {
            let mut component = json!({
                "bom-ref": reference(package),
                "type": "library",
                "name": package.name,
                "version": package.version,
                "purl": purl(&package.name, &package.version),
            });
            let license = license_of(root, graph, *id, package);
            if license != "unknown" {
                let is_expression = license.contains(' ');
                component["licenses"] = match is_expression {
                    true => json!([{"expression": license}]),
                    false => json!([{"license": {"id": license}}]),
                };
            }
            if let Some((algorithm, digits)) = digest(package) {
                component["hashes"] = json!([{"alg": algorithm, "content": digits}]);
            }
            component
        })
        .collect();
    let targets = |dependencies: &[Dependency]| -> Vec<String> {
        let found: BTreeSet<String> =
            dependencies.iter().filter_map(|one| Some(reference(graph.packages.get(&one.target?)?))).collect();
        found.into_iter().collect()
    };
    let mut edges = Vec::new();
    if let Some(importer) = graph.importers.get(".") {
        edges.push(json!({"ref": own, "dependsOn": targets(&importer.dependencies)}));
    }
    edges.extend(
        all.iter().map(|(_, package)| json!({"ref": reference(package), "dependsOn": targets(&package.dependencies)})),
    );
    json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": format!("urn:uuid:{}", uuid(&format!("{own}{}", components.len()))),
        "version": 1,
        "metadata": {
            "lifecycles": [{"phase": "pre-build"}],
            "tools": [{"vendor": "brio", "name": "brio", "version": env!("CARGO_PKG_VERSION")}],
            "component": {
                "bom-ref": own,
                "type": "application",
                "name": manifest.name,
                "version": manifest.version,
                "purl": purl(&manifest.name, &manifest.version),
            },
        },
        "components": components,
        "dependencies": edges,
    })
}

/// A name-based identifier (RFC 9562, version 8), so that equal trees have equal documents.
fn uuid(seed: &str) -> String {
    let mut bytes = integrity::hash("sha256", seed.as_bytes());
    bytes.truncate(16);
    bytes[6] = (bytes[6] & 0x0f) | 0x80;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    let digits = integrity::hex(&bytes);
    format!("{}-{}-{}-{}-{}", &digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..])
}

fn spdx(root: &Path, project: &Project, graph: &Graph, is_production: bool) -> Value {
    let manifest = project.manifest();
    let own = identifier(&manifest.name, &manifest.version);
    let all = packages(graph, is_production);
    let mut described = vec![json!({
        "SPDXID": own,
        "name": manifest.name,
        "versionInfo": manifest.version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": false,
        "primaryPackagePurpose": "APPLICATION",
        "licenseDeclared": manifest.license.as_str().unwrap_or("NOASSERTION"),
        "externalRefs": external(&manifest.name, &manifest.version),
    })];
    let mut relations = vec![json!({
        "spdxElementId": "SPDXRef-DOCUMENT",
        "relatedSpdxElement": own,
        "relationshipType": "DESCRIBES",
    })];
    let relate = |from: &str, dependencies: &[Dependency], relations: &mut Vec<Value>| {
        for package in dependencies.iter().filter_map(|one| graph.packages.get(&one.target?)) {
            relations.push(json!({
                "spdxElementId": from,
                "relatedSpdxElement": identifier(&package.name, &package.version),
                "relationshipType": "DEPENDS_ON",
            }));
        }
    };
    if let Some(importer) = graph.importers.get(".") {
        relate(&own, &importer.dependencies, &mut relations);
    }
    for (id, package) in &all {
        described.push(spdx_package(root, graph, *id, package));
        relate(&identifier(&package.name, &package.version), &package.dependencies, &mut relations);
    }
    let name = if manifest.version.is_empty() {
        manifest.name.clone()
    } else {
        format!("{}@{}", manifest.name, manifest.version)
    };
    json!({
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": name,
        "documentNamespace": format!("http://spdx.org/spdxdocs/{}-{}", own.trim_start_matches("SPDXRef-Package-"), uuid(&name)),
        "creationInfo": {
            "created": crate::time::text_of_ms(crate::time::now_ms()),
            "creators": [format!("Tool: brio-{}", env!("CARGO_PKG_VERSION"))],
        },
        "documentDescribes": [own],
        "packages": described,
        "relationships": relations,
    })
}

/// One package of the document.
fn spdx_package(root: &Path, graph: &Graph, id: PackageId, package: &Package) -> Value {
    let license = license_of(root, graph, id, package);
    let (location, _) = crate::lock::origin(&package.resolution, root);
    let mut entry = json!({
        "SPDXID": identifier(&package.name, &package.version),
        "name": package.name,
        "versionInfo": package.version,
        "downloadLocation": if location.is_empty() { "NOASSERTION".to_string() } else { location },
        "filesAnalyzed": false,
        "licenseDeclared": if license == "unknown" { "NOASSERTION".to_string() } else { license },
        "externalRefs": external(&package.name, &package.version),
    });
    if let Some((algorithm, digits)) = digest(package) {
        entry["checksums"] = json!([{"algorithm": algorithm.replace('-', ""), "checksumValue": digits}]);
    }
    entry
}

fn identifier(name: &str, version: &str) -> String {
    let safe: String = format!("{name}-{version}")
        .trim_start_matches('@')
        .chars()
        .map(|character| if character.is_ascii_alphanumeric() || character == '.' { character } else { '-' })
        .collect();
    format!("SPDXRef-Package-{safe}")
}

/// How other programs name a package.
fn external(name: &str, version: &str) -> Value {
    json!([{
        "referenceCategory": "PACKAGE-MANAGER",
        "referenceType": "purl",
        "referenceLocator": purl(name, version),
    }])
}
