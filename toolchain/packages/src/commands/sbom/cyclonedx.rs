//! CycloneDX 1.5.

use super::license::{Kind, kind};
use super::{Bill, Key, Part, purl, reference, uuid};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The document of a bill.
pub fn document(bill: &Bill) -> Value {
    let own = reference(&bill.own);
    let components: Vec<Value> = bill.parts.iter().map(|(key, part)| component(key, part)).collect();
    let edge = |key: &Key, dependencies: &BTreeSet<Key>| {
        let targets: Vec<String> = dependencies.iter().map(reference).collect();
        json!({"ref": reference(key), "dependsOn": targets})
    };
    let mut edges = vec![edge(&bill.own, &bill.dependencies)];
    edges.extend(bill.parts.iter().map(|(key, part)| edge(key, &part.dependencies)));
    let mut project = json!({
        "bom-ref": own,
        "type": "application",
        "name": bill.own.0,
        "version": bill.own.1,
        "purl": purl(&bill.own),
    });
    if !bill.license.is_empty() {
        project["licenses"] = licenses(&bill.license);
    }
    json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": format!("urn:uuid:{}", uuid(&format!("{own}{}", components.len()))),
        "version": 1,
        "metadata": {
            "lifecycles": [{"phase": "pre-build"}],
            "tools": [{"vendor": "brio", "name": "brio", "version": env!("CARGO_PKG_VERSION")}],
            "component": project,
        },
        "components": components,
        "dependencies": edges,
    })
}

fn component(key: &Key, part: &Part) -> Value {
    let mut component = json!({
        "bom-ref": reference(key),
        "type": "library",
        "name": key.0,
        "version": key.1,
        "purl": purl(key),
    });
    if !part.license.is_empty() {
        component["licenses"] = licenses(&part.license);
    }
    if let Some((algorithm, digits)) = &part.digest {
        component["hashes"] = json!([{"alg": algorithm, "content": digits}]);
    }
    component
}

fn licenses(license: &str) -> Value {
    match kind(license) {
        Kind::Identifier => json!([{"license": {"id": license}}]),
        Kind::Expression => json!([{"expression": license}]),
        // The schema lists the identifiers.
        Kind::Other => json!([{"license": {"name": license}}]),
    }
}
