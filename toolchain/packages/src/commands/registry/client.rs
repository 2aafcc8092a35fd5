//! Requests to one registry with the user's credentials.

use crate::commands::current_folder;
use crate::commands::installing::{reach, set_registry};
use crate::error::{Error, Result};
use crate::install::{Options, project_folder, session_for};
use crate::network::{Address, Method, Request, Response};
use crate::registry::{check_status, decoded, user_agent};
use crate::session::{Reach, Session};
use brio_command_flags::Arguments;
use serde_json::Value;
use std::sync::Arc;

/// A longer response is refused.
const RESPONSE_BYTES_MAX: usize = 256 * 1024 * 1024;

/// A registry and who talks to it.
pub struct Client {
    pub session: Arc<Session>,
    /// Ends with a slash.
    pub registry: String,
    /// The code of a second factor.
    code: Option<String>,
}

impl Client {
    /// The registry of a package; with an empty name that of all packages.
    ///
    /// # Errors
    /// A configuration file that cannot be read, and `ENOTCACHED` with `--offline`.
    pub fn open(arguments: &Arguments, package: &str) -> Result<Self> {
        if let Some(registry) = arguments.value("--registry") {
            set_registry(registry);
        }
        let reach = reach(arguments);
        if reach == Reach::Offline {
            return Err(Error::new("ENOTCACHED", "this command asks the registry, which `--offline` forbids"));
        }
        let root = project_folder(&current_folder()?, false);
        let session = session_for(&root, &Options { reach, ..Options::default() })?;
        let registry = match arguments.value("--registry") {
            Some(registry) => format!("{}/", registry.trim_end_matches('/')),
            None => session.config.registry_of(package),
        };
        let code = arguments.value("--otp").or_else(|| session.config.get("otp")).map(str::to_string);
        Ok(Self { session, registry, code })
    }

    /// The record of a package with all its fields. `what` is what an error names.
    ///
    /// # Errors
    /// Those of the network and of the status, `EJSONPARSE`.
    pub fn record(&self, name: &str) -> Result<Value> {
        self.send(Method::Get, &escaped(name), None, name)
    }

    /// The record for the change that follows.
    ///
    /// # Errors
    /// As for [`Client::record`], and `ENEEDAUTH`.
    pub fn record_to_change(&self, name: &str) -> Result<Value> {
        self.authorized()?;
        self.send(Method::Get, &format!("{}?write=true", escaped(name)), None, name)
    }

    /// Sends a change.
    ///
    /// # Errors
    /// `ENEEDAUTH` without credentials, those of the network and of the status.
    pub fn change(&self, method: Method, path: &str, body: Option<&Value>, what: &str) -> Result<Value> {
        self.authorized()?;
        self.send(method, path, body, what)
    }

    /// Sends a request, and reads the JSON of a response that says success; null when it has none.
    ///
    /// # Errors
    /// Those of the network and of the status, `EJSONPARSE`.
    pub fn send(&self, method: Method, path: &str, body: Option<&Value>, what: &str) -> Result<Value> {
        let response = self.request(method, path, body)?;
        let address = Address::parse(&format!("{}{path}", self.registry))?;
        if !(200..300).contains(&response.status) {
            return Err(self.refusal(&response, &address, what));
        }
        let body = decoded(&response)?;
        if body.iter().all(u8::is_ascii_whitespace) {
            return Ok(Value::Null);
        }
        serde_json::from_slice(&body).map_err(|error| Error::of_json(&error, &format!("the response for {what}")))
    }

    /// Sends a request to a path of the registry or to an address.
    ///
    /// # Errors
    /// Those of the network.
    pub fn request(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Response> {
        let is_address = path.starts_with("https://") || path.starts_with("http://");
        let address = Address::parse(&if is_address { path.to_string() } else { format!("{}{path}", self.registry) })?;
        let mut headers = vec![
            ("accept".to_string(), "application/json".to_string()),
            ("accept-encoding".to_string(), "gzip".to_string()),
            ("user-agent".to_string(), user_agent()),
        ];
        if body.is_some() {
            headers.push(("content-type".to_string(), "application/json".to_string()));
        }
        if let Some(code) = &self.code {
            headers.push(("npm-otp".to_string(), code.clone()));
        }
        let request = Request {
            authorization: self.session.config.authorization_for(&address),
            address,
            method,
            body: body.map(|body| body.to_string().into_bytes()),
            headers,
            response_bytes_max: RESPONSE_BYTES_MAX,
            spill_folder: None,
        };
        self.session.network()?.fetch(request)
    }

    /// The user's credentials, as a header has them.
    ///
    /// # Errors
    /// `ENEEDAUTH`.
    pub fn authorized(&self) -> Result<String> {
        let address = Address::parse(&self.registry)?;
        self.session.config.authorization_for(&address).ok_or_else(|| {
            Error::new("ENEEDAUTH", format!("there are no credentials for {}", address.authority()))
                .with_hint("`brio login` asks the registry for some")
        })
    }

    fn refusal(&self, response: &Response, address: &Address, what: &str) -> Error {
        let json: Value =
            decoded(response).ok().and_then(|body| serde_json::from_slice(&body).ok()).unwrap_or_default();
        let said = json.get("error").or_else(|| json.get("message")).or_else(|| json.get("reason"));
        let challenge = response.header("www-authenticate").unwrap_or_default().to_ascii_lowercase();
        if challenge.contains("otp") {
            let message = format!("{} requires the code of a second factor for {what}", address.authority());
            return Error::new("EOTP", message).with_hint("give it: `--otp CODE`");
        }
        let error = match check_status(&self.session.config, what, address, response) {
            Err(error) => error,
            Ok(()) => Error::new("E4XX", format!("{} refuses {what}", address.authority())),
        };
        match said.and_then(Value::as_str).filter(|said| !said.is_empty()) {
            Some(said) => Error { message: format!("{}: {said}", error.message), ..error },
            None => error,
        }
    }
}

/// A name as a part of a path.
pub fn escaped(name: &str) -> String {
    name.replace('/', "%2f")
}
