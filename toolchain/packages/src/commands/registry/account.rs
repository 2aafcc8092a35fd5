//! `brio whoami` and `brio logout`.

use super::client::{Client, escaped};
use super::note;
use super::view::text;
use crate::commands::configure::set_in_user_file;
use crate::error::{Error, Result};
use crate::network::{Address, Method};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use brio_command_flags::Arguments;
use serde_json::Value;

/// Prints the name of the user whose credentials are used.
pub fn run_whoami(arguments: &Arguments) -> Result<i32> {
    let client = Client::open(arguments, arguments.value("--scope").map(scope_of).unwrap_or_default().as_str())?;
    let name = match user_of(&client.authorized()?) {
        Some(name) => name,
        None => text(&client.send(Method::Get, "-/whoami", None, "the name of the user")?, "username").to_string(),
    };
    if name.is_empty() {
        return Err(Error::new("ENEEDAUTH", format!("the credentials for {} are not accepted", client.registry))
            .with_hint("`brio login` asks the registry for new ones"));
    }
    match arguments.has("--json") {
        true => println!("{}", Value::String(name)),
        false => say!("{name}"),
    }
    Ok(0)
}

/// The user of credentials that consist of a name and a password.
fn user_of(authorization: &str) -> Option<String> {
    let decoded = STANDARD.decode(authorization.strip_prefix("Basic ")?).ok()?;
    String::from_utf8(decoded).ok()?.split_once(':').map(|(user, _)| user.to_string())
}

/// A name in the scope, for its registry.
pub fn scope_of(scope: &str) -> String {
    format!("@{}/", scope.trim_start_matches('@'))
}

/// Ends the session of a token, and forgets the credentials.
pub fn run_logout(arguments: &Arguments) -> Result<i32> {
    let client = Client::open(arguments, arguments.value("--scope").map(scope_of).unwrap_or_default().as_str())?;
    let address = Address::parse(&client.registry)?;
    let host = address.authority();
    let authorization = client.authorized()?;
    if let Some(token) = authorization.strip_prefix("Bearer ") {
        let path = format!("-/user/token/{}", escaped(token));
        client.change(Method::Delete, &path, None, "the end of the session")?;
    }
    let place = place_of(&address);
    for key in ["_authToken", "_auth", "username", "_password", "email"] {
        set_in_user_file(&format!("{place}:{key}"), None)?;
    }
    if let Some(scope) = arguments.value("--scope") {
        set_in_user_file(&format!("@{}:registry", scope.trim_start_matches('@')), None)?;
    }
    note(arguments, &format!("logged out of {host}"));
    Ok(0)
}

/// How the settings about a registry begin.
pub fn place_of(address: &Address) -> String {
    format!("//{}/", format!("{}{}", address.authority(), address.path).trim_end_matches('/'))
}
