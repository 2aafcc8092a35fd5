//! `brio login`: asks a registry for a token, by its page in a browser, or with a name and a password where it has none.

use super::account::{place_of, scope_of};
use super::client::{Client, escaped};
use super::note;
use super::view::text;
use crate::commands::configure::set_in_user_file;
use crate::commands::usage;
use crate::error::{Error, Result};
use crate::network::{Address, Method};
use crate::registry::decoded;
use crate::time::{now_ms, text_of_ms};
use brio_command_flags::Arguments;
use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
use serde_json::{Value, json};
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

/// So long the page may take.
const PAGE_SECONDS_MAX: u64 = 600;

/// Runs the command.
pub fn run_login(arguments: &Arguments) -> Result<i32> {
    let scope = arguments.value("--scope").map(scope_of);
    let client = Client::open(arguments, scope.as_deref().unwrap_or_default())?;
    let setting = client.session.config.get("auth-type").map(str::to_string);
    let kind = arguments.value("--auth-type").map(str::to_string).or(setting);
    let token = match kind.as_deref() {
        Some("legacy") => by_password(&client)?,
        None | Some("web") => match by_page(&client)? {
            Some(token) => token,
            None => by_password(&client)?,
        },
        Some(other) => return Err(usage(&format!("--auth-type takes web or legacy, not \"{other}\""))),
    };
    let address = Address::parse(&client.registry)?;
    set_in_user_file(&format!("{}:_authToken", place_of(&address)), Some(&token))?;
    if let Some(scope) = scope {
        set_in_user_file(&format!("{}:registry", scope.trim_end_matches('/')), Some(&client.registry))?;
    }
    note(arguments, &format!("logged in to {}", address.authority()));
    Ok(0)
}

/// By the registry's page. None when it has none.
fn by_page(client: &Client) -> Result<Option<String>> {
    let response = client.request(Method::Post, "-/v1/login", Some(&json!({})))?;
    let body: Value = decoded(&response).ok().and_then(|body| serde_json::from_slice(&body).ok()).unwrap_or_default();
    let (page, done) = (text(&body, "loginUrl"), text(&body, "doneUrl"));
    let is_web = |address: &str| address.starts_with("https://") || address.starts_with("http://");
    if !(200..300).contains(&response.status) || !is_web(page) || !is_web(done) {
        return Ok(None);
    }
    say!("open this page to log in:\n{page}");
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(PAGE_SECONDS_MAX) {
        let response = client.request(Method::Get, done, None)?;
        let body = decoded(&response)?;
        match response.status {
            200 => {
                let body: Value =
                    serde_json::from_slice(&body).map_err(|error| Error::of_json(&error, "the registry's token"))?;
                return match text(&body, "token") {
                    "" => Err(Error::new("ELOGIN", "the registry sends no token")),
                    token => Ok(Some(token.to_string())),
                };
            }
            202 => {
                let wait = response.header("retry-after").and_then(|text| text.trim().parse().ok()).unwrap_or(1);
                std::thread::sleep(Duration::from_secs(wait.clamp(1, 30)));
            }
            status => return Err(Error::new("ELOGIN", format!("the registry answers the login with status {status}"))),
        }
    }
    Err(Error::new("ETIMEDOUT", "the login was not finished in time").with_hint("run `brio login` again"))
}

/// With a name and a password; a name that the registry does not know becomes a user there, as with npm.
fn by_password(client: &Client) -> Result<String> {
    let name = asked("user name: ")?;
    let password = asked_secretly("password: ")?;
    let id = format!("org.couchdb.user:{name}");
    let user = json!({
        "_id": id, "name": name, "password": password, "type": "user", "roles": [], "date": text_of_ms(now_ms()),
    });
    let path = format!("-/user/{}", escaped(&id));
    let body = client.send(Method::Put, &path, Some(&user), &format!("the login of {name}"))?;
    match text(&body, "token") {
        "" => Err(Error::new("ELOGIN", "the registry sends no token")),
        token => Ok(token.to_string()),
    }
}

fn asked(prompt: &str) -> Result<String> {
    eprint!("{prompt}");
    let _ = std::io::stderr().flush();
    let mut line = String::new();
    let failed = |error: &std::io::Error| Error::new("EIO", format!("cannot read the input: {error}"));
    std::io::stdin().lock().read_line(&mut line).map_err(|error| failed(&error))?;
    let line = line.trim_end_matches(['\n', '\r']);
    match line.is_empty() {
        true => Err(Error::new("ELOGIN", "the input ended before the login")),
        false => Ok(line.to_string()),
    }
}

/// The same without showing what is typed.
fn asked_secretly(prompt: &str) -> Result<String> {
    let input = std::io::stdin();
    let before = tcgetattr(&input).ok();
    if let Some(before) = &before {
        let mut silent = before.clone();
        silent.local_modes.remove(LocalModes::ECHO);
        // On failure the password is echoed; signing in continues.
        let _ = tcsetattr(&input, OptionalActions::Flush, &silent);
    }
    let line = asked(prompt);
    if let Some(before) = &before {
        let _ = tcsetattr(&input, OptionalActions::Flush, before);
        eprintln!();
    }
    line
}
