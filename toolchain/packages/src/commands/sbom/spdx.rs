//! SPDX 2.3.

use super::license::{Kind, kind};
use super::{Bill, Key, Part, purl, reference, uuid};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const UNKNOWN: &str = "NOASSERTION";

/// The document of a bill.
pub fn document(bill: &Bill) -> Value {
    let own = identifier(&bill.own);
    let mut packages = vec![json!({
        "SPDXID": own,
        "name": bill.own.0,
        "versionInfo": bill.own.1,
        "downloadLocation": UNKNOWN,
        "filesAnalyzed": false,
        "primaryPackagePurpose": "APPLICATION",
        "licenseDeclared": license(&bill.license),
        "externalRefs": external(&bill.own),
    })];
    let mut relations = vec![json!({
        "spdxElementId": "SPDXRef-DOCUMENT",
        "relatedSpdxElement": own,
        "relationshipType": "DESCRIBES",
    })];
    relate(&bill.own, &bill.dependencies, &mut relations);
    for (key, part) in &bill.parts {
        packages.push(package(key, part));
        relate(key, &part.dependencies, &mut relations);
    }
    let name = reference(&bill.own);
    let space = own.trim_start_matches("SPDXRef-Package-");
    json!({
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": name,
        "documentNamespace": format!("http://spdx.org/spdxdocs/{space}-{}", uuid(&name)),
        "creationInfo": {
            "created": crate::time::text_of_ms(crate::time::now_ms()),
            "creators": [format!("Tool: brio-{}", env!("CARGO_PKG_VERSION"))],
        },
        "documentDescribes": [own],
        "packages": packages,
        "relationships": relations,
    })
}

fn relate(from: &Key, dependencies: &BTreeSet<Key>, relations: &mut Vec<Value>) {
    for target in dependencies {
        relations.push(json!({
            "spdxElementId": identifier(from),
            "relatedSpdxElement": identifier(target),
            "relationshipType": "DEPENDS_ON",
        }));
    }
}

fn package(key: &Key, part: &Part) -> Value {
    let mut entry = json!({
        "SPDXID": identifier(key),
        "name": key.0,
        "versionInfo": key.1,
        "downloadLocation": location(&part.location),
        "filesAnalyzed": false,
        "licenseDeclared": license(&part.license),
        "externalRefs": external(key),
    });
    if let Some((algorithm, digits)) = &part.digest {
        entry["checksums"] = json!([{"algorithm": algorithm.replace('-', ""), "checksumValue": digits}]);
    }
    entry
}

/// The standard has addresses of the web and of repositories, with the commit behind `@`; paths of a machine are none.
fn location(address: &str) -> String {
    let is_repository = ["git+https://", "git+http://", "git+ssh://"].iter().any(|start| address.starts_with(start));
    match address {
        _ if address.starts_with("https://") || address.starts_with("http://") => address.to_string(),
        _ if is_repository => address.replacen('#', "@", 1),
        _ => UNKNOWN.to_string(),
    }
}

fn license(license: &str) -> String {
    match kind(license) {
        Kind::Other => UNKNOWN.to_string(),
        Kind::Identifier | Kind::Expression => license.to_string(),
    }
}

fn identifier((name, version): &Key) -> String {
    let safe: String = format!("{name}-{version}")
        .trim_start_matches('@')
        .chars()
        .map(|character| if character.is_ascii_alphanumeric() || character == '.' { character } else { '-' })
        .collect();
    format!("SPDXRef-Package-{}", safe.trim_end_matches('-'))
}

/// How other programs name a package.
fn external(key: &Key) -> Value {
    json!([{
        "referenceCategory": "PACKAGE-MANAGER",
        "referenceType": "purl",
        "referenceLocator": purl(key),
    }])
}
