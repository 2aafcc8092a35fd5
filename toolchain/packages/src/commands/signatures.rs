//! `brio audit signatures`: whether the registry signed what the lockfile has, with its keys and what it says of each
//! version now.

use super::installing::{reach, set_registry};
use super::listing::graph;
use crate::error::{Error, Result};
use crate::install::{Options, session_for};
use crate::network::{Address, Method, Request, Response};
use crate::registry::{check_status, decoded, user_agent};
use crate::session::Session;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use brio_command_flags::Arguments;
use brio_libcrypto::signatures::verify_message;
use brio_lockfile::Resolution;
use serde_json::{Value, json};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::channel;

/// A key of a registry.
struct Key {
    id: String,
    /// DER of the public key.
    der: Vec<u8>,
    expires_ms: Option<i64>,
}

/// What was found of one version.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    Valid { is_attested: bool },
    Missing,
    Invalid(String),
}

/// Checks all packages of registries. The exit code is 1 when a signature is missing or invalid.
pub fn run(arguments: &Arguments) -> Result<i32> {
    let (root, graph) = graph()?;
    if let Some(registry) = arguments.value("--registry") {
        set_registry(registry);
    }
    let session = session_for(&root, &Options { reach: reach(arguments), ..Options::default() })?;
    let mut versions: BTreeSet<(String, String, String)> = BTreeSet::new();
    for package in graph.packages.values() {
        if matches!(package.resolution, Resolution::Registry { .. }) && !package.is_inside_another() {
            let integrity = package.resolution.integrity().unwrap_or_default().to_string();
            versions.insert((package.name.clone(), package.version.clone(), integrity));
        }
    }
    let mut keys: BTreeMap<String, Vec<Key>> = BTreeMap::new();
    for (name, ..) in &versions {
        let registry = session.config.registry_of(name);
        if let Entry::Vacant(place) = keys.entry(registry) {
            let found = keys_of(&session, place.key())?;
            place.insert(found);
        }
    }
    let verdicts = verdicts(&session, &versions, &keys)?;
    report(arguments, &verdicts)
}

fn request(session: &Session, address: Address) -> Request {
    Request {
        authorization: session.config.authorization_for(&address),
        address,
        method: Method::Get,
        body: None,
        headers: vec![
            ("accept".to_string(), "application/json".to_string()),
            ("accept-encoding".to_string(), "gzip".to_string()),
            ("user-agent".to_string(), user_agent()),
        ],
        response_bytes_max: 64 * 1024 * 1024,
        spill_folder: None,
    }
}

/// The keys of a registry; none when it does not sign.
fn keys_of(session: &Session, registry: &str) -> Result<Vec<Key>> {
    let address = Address::parse(&format!("{registry}-/npm/v1/keys"))?;
    let response = session.network()?.fetch(request(session, address.clone()))?;
    if matches!(response.status, 400 | 404) {
        return Ok(Vec::new());
    }
    let json = json_of(session, "the keys of the registry", &address, &response)?;
    let list = json.get("keys").and_then(Value::as_array).cloned().unwrap_or_default();
    let read = |key: &Value| {
        let expires = key.get("expires").and_then(Value::as_str);
        Some(Key {
            id: key.get("keyid")?.as_str()?.to_string(),
            der: STANDARD.decode(key.get("key")?.as_str()?).ok()?,
            expires_ms: expires.and_then(crate::time::parse_ms),
        })
    };
    Ok(list.iter().filter_map(read).collect())
}

fn json_of(session: &Session, what: &str, address: &Address, response: &Response) -> Result<Value> {
    check_status(&session.config, what, address, response)?;
    serde_json::from_slice(&decoded(response)?).map_err(|error| Error::of_json(&error, what))
}

type Verdicts = Vec<((String, String), Verdict)>;

fn verdicts(
    session: &Session,
    versions: &BTreeSet<(String, String, String)>,
    keys: &BTreeMap<String, Vec<Key>>,
) -> Result<Verdicts> {
    let (sender, receiver) = channel();
    let mut pending = Vec::new();
    for (name, version, integrity) in versions {
        let registry = session.config.registry_of(name);
        if keys.get(&registry).is_none_or(Vec::is_empty) {
            continue;
        }
        let address = Address::parse(&format!("{registry}{}/{version}", name.replace('/', "%2f")))?;
        let (sender, index) = (sender.clone(), pending.len());
        session.network()?.send(request(session, address.clone()), move |outcome| {
            // The receiver waits for all of them.
            let _ = sender.send((index, outcome));
        });
        pending.push((name, version, integrity, registry, address));
    }
    drop(sender);
    let mut found = Vec::new();
    let mut records: BTreeMap<&str, Value> = BTreeMap::new();
    while let Ok((index, outcome)) = receiver.recv() {
        let (name, version, integrity, registry, address) = &pending[index];
        let what = format!("{name}@{version}");
        let response = outcome.map_err(|error| error.while_doing(&what))?;
        let json = match response.status {
            404 | 405 => {
                if let Entry::Vacant(place) = records.entry(name.as_str()) {
                    place.insert(record_of(session, registry, name)?);
                }
                of_record(&records[name.as_str()], version)
            }
            _ => json_of(session, &what, address, &response)?,
        };
        let verdict = verdict(name, version, integrity, &json, &keys[registry]);
        found.push((((*name).clone(), (*version).clone()), verdict));
    }
    found.sort_by(|left, right| left.0.cmp(&right.0));
    Ok(found)
}

/// The record of a package, from registries that do not have those of single versions.
fn record_of(session: &Session, registry: &str, name: &str) -> Result<Value> {
    let address = Address::parse(&format!("{registry}{}", name.replace('/', "%2f")))?;
    let response = session.network()?.fetch(request(session, address.clone()))?;
    json_of(session, name, &address, &response)
}

/// What a record says of a version, and when that was published.
fn of_record(record: &Value, version: &str) -> Value {
    let mut found = record.get("versions").and_then(|versions| versions.get(version)).cloned().unwrap_or_default();
    let published = record.get("time").and_then(|time| time.get(version));
    if let (Value::Object(fields), Some(published)) = (&mut found, published) {
        fields.insert("time".to_string(), published.clone());
    }
    found
}

/// Checks the signatures over `name@version:integrity`. `integrity` is the lockfile's.
fn verdict(name: &str, version: &str, integrity: &str, json: &Value, keys: &[Key]) -> Verdict {
    let dist = json.get("dist").cloned().unwrap_or_default();
    let said = dist.get("integrity").and_then(Value::as_str).unwrap_or_default();
    let signatures = dist.get("signatures").and_then(Value::as_array).cloned().unwrap_or_default();
    if signatures.is_empty() {
        return Verdict::Missing;
    }
    let is_same = integrity.is_empty() || integrity.split(' ').any(|one| said.split(' ').any(|other| one == other));
    if !is_same && integrity.starts_with("sha512-") {
        return Verdict::Invalid(format!("the lockfile has another integrity than the registry: {integrity}"));
    }
    let published = json.get("time").and_then(Value::as_str).and_then(crate::time::parse_ms);
    let message = format!("{name}@{version}:{said}");
    for one in &signatures {
        let text = |field: &str| one.get(field).and_then(Value::as_str).unwrap_or_default();
        let Some(key) = keys.iter().find(|key| key.id == text("keyid")) else {
            return Verdict::Invalid(format!("no key of the registry is called {}", text("keyid")));
        };
        if let (Some(expires), Some(published)) = (key.expires_ms, published)
            && published >= expires
        {
            return Verdict::Invalid(format!("it was signed after its key {} expired", key.id));
        }
        let signature = STANDARD.decode(text("sig")).unwrap_or_default();
        let is_valid = verify_message(&key.der, Some("sha256"), &[], message.as_bytes(), &signature);
        if !is_valid.unwrap_or(false) {
            return Verdict::Invalid("the signature does not fit".to_string());
        }
    }
    Verdict::Valid { is_attested: dist.get("attestations").is_some() }
}

fn report(arguments: &Arguments, verdicts: &Verdicts) -> Result<i32> {
    if verdicts.is_empty() {
        let error = Error::new("ENOSIGNATURES", "no registry of these packages signs what it has");
        return Err(error.with_hint("the public registry does: `--registry https://registry.npmjs.org`"));
    }
    let is_valid = |verdict: &Verdict| matches!(verdict, Verdict::Valid { .. });
    let valid = verdicts.iter().filter(|(_, verdict)| is_valid(verdict)).count();
    let attested = verdicts.iter().filter(|(_, verdict)| *verdict == Verdict::Valid { is_attested: true }).count();
    let bad: Vec<&((String, String), Verdict)> = verdicts.iter().filter(|(_, verdict)| !is_valid(verdict)).collect();
    let reason = |verdict: &Verdict| match verdict {
        Verdict::Invalid(reason) => reason.clone(),
        _ => "the registry has no signature".to_string(),
    };
    if arguments.has("--json") {
        let list = |wanted: &dyn Fn(&Verdict) -> bool| -> Vec<Value> {
            bad.iter()
                .filter(|(_, verdict)| wanted(verdict))
                .map(|((name, version), verdict)| json!({"name": name, "version": version, "reason": reason(verdict)}))
                .collect()
        };
        let missing = list(&|verdict| *verdict == Verdict::Missing);
        let invalid = list(&|verdict| matches!(verdict, Verdict::Invalid(_)));
        println!("{:#}", json!({"invalid": invalid, "missing": missing, "valid": valid, "attested": attested}));
    } else {
        for ((name, version), verdict) in &bad {
            say!("{name}@{version}: {}", reason(verdict));
        }
        println!("{valid} of {} packages have a valid signature, {attested} name their build", verdicts.len());
    }
    Ok(i32::from(!bad.is_empty()))
}
