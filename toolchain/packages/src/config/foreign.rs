//! Settings that other managers have in files of their own, in npm's terms: `bunfig.toml` of Bun, `.yarnrc.yml` of yarn,
//! and the variables of proxies.

use crate::workspace::YamlSubset;
use std::collections::HashMap;
use std::path::Path;

/// The settings of these files in a folder. npm's own files come after them.
pub fn read(folder: &Path, home: &Path, variables: &HashMap<String, String>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let text = |path: &Path| std::fs::read_to_string(path).ok();
    for path in [home.join(".bunfig.toml"), folder.join("bunfig.toml")] {
        found.extend(text(&path).map(|text| of_bun(&text, variables)).unwrap_or_default());
    }
    for path in [home.join(".yarnrc.yml"), folder.join(".yarnrc.yml")] {
        found.extend(text(&path).map(|text| of_yarn(&text, variables)).unwrap_or_default());
    }
    if let Some(text) = text(&folder.join("pnpm-workspace.yaml")) {
        found.extend(of_pnpm(&YamlSubset::parse(&text)));
    }
    found
}

/// The settings of `pnpm-workspace.yaml` that npm has, too.
fn of_pnpm(yaml: &YamlSubset) -> Vec<(String, String)> {
    const SAME: [(&str, &str); 9] = [
        ("catalogMode", "catalog-mode"),
        ("registry", "registry"),
        ("engineStrict", "engine-strict"),
        ("ignoreScripts", "ignore-scripts"),
        ("saveExact", "save-exact"),
        ("savePrefix", "save-prefix"),
        ("strictPeerDependencies", "strict-peer-deps"),
        ("strictSsl", "strict-ssl"),
        ("nodeVersion", "node-version"),
    ];
    let mut found: Vec<(String, String)> =
        SAME.iter().filter_map(|(theirs, npms)| Some((npms.to_string(), yaml.word(theirs)?))).collect();
    for (scope, registry) in yaml.map("registries").unwrap_or_default() {
        let key = if scope == "default" { "registry".to_string() } else { format!("{scope}:registry") };
        found.push((key, registry));
    }
    // In minutes.
    found.extend(yaml.word("minimumReleaseAge").and_then(|text| Some(("min-release-age".to_string(), days(&text)?))));
    found
}

/// `[install]` and `[install.scopes]` of `bunfig.toml`.
fn of_bun(text: &str, variables: &HashMap<String, String>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut table = String::new();
    for line in text.lines() {
        let line = line.trim();
        if line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.split(']').next()) {
            table = name.trim().to_string();
            continue;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let (key, value) = (unquoted(key.trim()), value.trim());
        match table.as_str() {
            "install" => of_install(&key, value, variables, &mut found),
            "install.scopes" => of_registry(&format!("@{}", key.trim_start_matches('@')), value, variables, &mut found),
            "install.registry" => {
                let whole = format!("{{ {key} = {value} }}");
                of_registry("", &whole, variables, &mut found);
            }
            _ => {}
        }
    }
    found
}

fn of_install(key: &str, value: &str, variables: &HashMap<String, String>, found: &mut Vec<(String, String)>) {
    let plain = expanded(&unquoted(without_comment(value)), variables);
    let mut set = |name: &str, value: &str| found.push((name.to_string(), value.to_string()));
    match (key, plain.as_str()) {
        ("registry", _) => of_registry("", value, variables, found),
        ("exact", value) => set("save-exact", value),
        ("production", value) => set("production", value),
        ("linker", value) => set("linker", value),
        ("frozenLockfile", value) => set("frozen-lockfile", value),
        ("dryRun", value) => set("dry-run", value),
        ("ignoreScripts", value) => set("ignore-scripts", value),
        ("cafile", value) => set("cafile", value),
        ("ca", value) => set("ca", value),
        ("prefer", "offline") => set("prefer-offline", "true"),
        ("dev", "false") => set("omit", "dev"),
        ("optional", "false") => set("omit", "optional"),
        ("peer", "false") => set("legacy-peer-deps", "true"),
        ("networkConcurrency", value) => set("maxsockets", value),
        ("minimumReleaseAge", value) => {
            if let Ok(seconds) = value.parse::<f64>() {
                set("min-release-age", &(seconds / 86_400.0).to_string());
            }
        }
        _ => {}
    }
}

/// A registry: an address, or a table `{ url = "…", token = "…" }`. An empty scope means all packages.
fn of_registry(scope: &str, value: &str, variables: &HashMap<String, String>, found: &mut Vec<(String, String)>) {
    let mut fields: HashMap<String, String> = HashMap::new();
    let value = without_comment(value).trim();
    match value.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        Some(inner) => {
            for pair in inner.split(',') {
                if let Some((name, value)) = pair.split_once('=') {
                    fields.insert(unquoted(name.trim()), expanded(&unquoted(value.trim()), variables));
                }
            }
        }
        None => {
            fields.insert("url".to_string(), expanded(&unquoted(value), variables));
        }
    }
    let Some(url) = fields.get("url").filter(|url| !url.is_empty()) else { return };
    // `https://user:password@host/`.
    let (scheme, rest) = url.split_once("://").unwrap_or(("https", url));
    let (account, host) = rest.rsplit_once('@').filter(|(account, _)| !account.contains('/')).unwrap_or(("", rest));
    let key = if scope.is_empty() { "registry".to_string() } else { format!("{scope}:registry") };
    found.push((key, format!("{scheme}://{host}")));
    let place = format!("//{}/", host.trim_end_matches('/'));
    let (user, password) = account.split_once(':').unwrap_or((account, ""));
    let named = |name: &str| fields.get(name).map(String::as_str).filter(|value| !value.is_empty());
    let user = named("username").unwrap_or(user);
    let password = named("password").unwrap_or(password);
    if let Some(token) = named("token") {
        found.push((format!("{place}:_authToken"), token.to_string()));
    } else if !user.is_empty() {
        found.push((format!("{place}:_auth"), base64_of(&format!("{user}:{password}"))));
    }
}

fn base64_of(text: &str) -> String {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.encode(text)
}

/// The settings of `.yarnrc.yml` that concern registries and the network.
fn of_yarn(text: &str, variables: &HashMap<String, String>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    // The keys above the current line, with their indentation.
    let mut above: Vec<(usize, String)> = Vec::new();
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        above.retain(|(depth, _)| *depth < indent);
        let Some((key, value)) = split_key(line) else { continue };
        if value.is_empty() {
            above.push((indent, key));
            continue;
        }
        let value = expanded(&unquoted(without_comment(&value)), variables);
        let path: Vec<&str> = above.iter().map(|(_, key)| key.as_str()).chain([key.as_str()]).collect();
        found.extend(of_yarn_key(&path, &value));
    }
    found
}

fn of_yarn_key(path: &[&str], value: &str) -> Option<(String, String)> {
    let token = |registry: &str, name: &str| {
        let place = registry.trim_start_matches("https:").trim_start_matches("http:").trim_end_matches('/');
        match name {
            "npmAuthToken" => Some((format!("{place}/:_authToken"), value.to_string())),
            "npmAuthIdent" if value.contains(':') => Some((format!("{place}/:_auth"), base64_of(value))),
            "npmAuthIdent" => Some((format!("{place}/:_auth"), value.to_string())),
            _ => None,
        }
    };
    let named = |name: &str| Some((name.to_string(), value.to_string()));
    match path {
        ["npmRegistryServer"] => named("registry"),
        ["httpProxy"] => named("proxy"),
        ["httpsProxy"] => named("https-proxy"),
        ["httpsCaFilePath"] | ["caFilePath"] => named("cafile"),
        ["enableStrictSsl"] => named("strict-ssl"),
        ["networkConcurrency"] => named("maxsockets"),
        ["defaultSemverRangePrefix"] => named("save-prefix"),
        ["enableScripts"] if value == "false" => Some(("ignore-scripts".to_string(), "true".to_string())),
        ["npmMinimalAgeGate"] => Some(("min-release-age".to_string(), days(value)?)),
        ["npmScopes", scope, "npmRegistryServer"] => Some((format!("@{scope}:registry"), value.to_string())),
        ["npmRegistries", registry, name] => token(registry, name),
        _ => None,
    }
}

/// yarn's duration (`3d`, `12h`, minutes without a unit) in days.
fn days(text: &str) -> Option<String> {
    let end = text.find(|character: char| !character.is_ascii_digit() && character != '.').unwrap_or(text.len());
    let number: f64 = text[..end].parse().ok()?;
    let unit_days = match text[end..].trim() {
        "w" => 7.0,
        "d" => 1.0,
        "h" => 1.0 / 24.0,
        "m" | "" => 1.0 / 1440.0,
        "s" => 1.0 / 86_400.0,
        _ => return None,
    };
    Some((number * unit_days).to_string())
}

/// `key: value`, where the key may be quoted and hold colons.
fn split_key(line: &str) -> Option<(String, String)> {
    for quote in ['"', '\''] {
        if let Some(rest) = line.strip_prefix(quote) {
            let (key, rest) = rest.split_once(quote)?;
            return Some((key.to_string(), rest.trim_start().strip_prefix(':')?.trim().to_string()));
        }
    }
    let at = line.find(": ").or_else(|| line.ends_with(':').then(|| line.len() - 1))?;
    Some((line[..at].trim().to_string(), line[at + 1..].trim().to_string()))
}

fn without_comment(value: &str) -> &str {
    let value = value.trim();
    match value.chars().next() {
        Some(quote @ ('"' | '\'')) => value[1..].find(quote).map_or(value, |end| &value[..end + 2]),
        _ => value.split(" #").next().unwrap_or(value).trim(),
    }
}

fn unquoted(text: &str) -> String {
    super::unquote(text.trim()).to_string()
}

/// `$NAME` of Bun, `${NAME}` and `${NAME:-default}` of yarn.
fn expanded(text: &str, variables: &HashMap<String, String>) -> String {
    if let Some(name) = text.strip_prefix('$').filter(|name| !name.starts_with('{')) {
        let is_name = name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_');
        if is_name && !name.is_empty() {
            return variables.get(name).cloned().unwrap_or_default();
        }
    }
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        let Some(length) = rest[start..].find('}') else { break };
        let inner = &rest[start + 2..start + length];
        let (name, default) = inner.split_once(":-").or_else(|| inner.split_once('-')).unwrap_or((inner, ""));
        out.push_str(&rest[..start]);
        out.push_str(variables.get(name).map_or(default, String::as_str));
        rest = &rest[start + length + 1..];
    }
    out + rest
}

#[cfg(test)]
#[path = "foreign_tests.rs"]
mod tests;
