//! `packageExtensionsChecksum` in pnpm's lockfile: which rules it was made with.

use super::super::frozen_error;
use super::super::resolver::Resolver;
use crate::error::Result;
use crate::integrity::hash;
use base64::Engine;
use brio_lockfile::{PackageId, Value};

const MEMBER: &str = "packageExtensionsChecksum";
/// pnpm 9 and older had another checksum, which stays.
const PREFIX: &str = "sha256-";

/// Compares the project's rules with those that pnpm's lockfile was made with. Where they differ, the packages that are
/// there get what the rules add, and what they lead to is resolved.
///
/// # Errors
/// `EFROZEN` when they differ and the lockfile must not change.
pub fn compare(resolver: &mut Resolver) -> Result<()> {
    let Some(wanted) = resolver.extensions.said.as_ref().map(checksum) else { return Ok(()) };
    let other = &mut resolver.graph.settings.other;
    let known = other.iter().find(|(name, _)| name == MEMBER).and_then(|(_, value)| value.as_str());
    let is_same = known == wanted.as_deref() || known.is_some_and(|known| !known.starts_with(PREFIX));
    if is_same {
        return Ok(());
    }
    let what = "a change of `packageExtensions`";
    if resolver.context.options.is_frozen {
        return Err(frozen_error(what));
    }
    other.retain(|(name, _)| name != MEMBER);
    other.extend(wanted.map(|wanted| (MEMBER.to_string(), Value::string(wanted))));
    resolver.changes.push(what.to_string());
    let ids: Vec<PackageId> = resolver.graph.packages.keys().copied().collect();
    for id in ids {
        let Some(package) = resolver.graph.packages.get_mut(&id) else { continue };
        if !resolver.extensions.extend(id, package).is_empty() {
            resolver.open.push_back(id);
        }
    }
    Ok(())
}

/// The checksum of rules; None without any. It is that of the package `object-hash`, which pnpm uses.
fn checksum(rules: &Value) -> Option<String> {
    let mut text = String::new();
    write(rules, &mut text);
    let digest = hash("sha256", text.as_bytes());
    (!rules.is_empty()).then(|| format!("{PREFIX}{}", base64::engine::general_purpose::STANDARD.encode(digest)))
}

/// A value as `object-hash` spells it: its type, its length, and members by their names.
fn write(value: &Value, text: &mut String) {
    match value {
        Value::Null => text.push_str("Null"),
        Value::Bool(value) => text.push_str(&format!("bool:{value}")),
        Value::Number(number) => text.push_str(&format!("number:{number}")),
        Value::String(string) => text.push_str(&format!("string:{}:{string}", string.encode_utf16().count())),
        Value::Array(elements) => {
            text.push_str(&format!("array:{}:", elements.len()));
            elements.iter().for_each(|element| write(element, text));
        }
        Value::Object(members) => {
            text.push_str(&format!("object:{}:", members.len()));
            let mut members: Vec<&(String, Value)> = members.iter().collect();
            members.sort_by(|left, right| left.0.encode_utf16().cmp(right.0.encode_utf16()));
            for (name, value) in members {
                write(&Value::string(name), text);
                text.push(':');
                write(value, text);
                text.push(',');
            }
        }
    }
}
