//! What browsers run, and the messages that they receive.

use serde_json::{Value, json};

use super::document::socket_address;
use super::state::{Change, Message, Settings, State};
use super::{FOLDER, document};
use crate::diagnostic::Diagnostic;

/// Shows what is wrong, and follows the server. Also runs in the page that is sent when there is no bundle.
const PAGE: &str = include_str!("client/page.js");
/// `import.meta.hot`, and what runs again after a change.
const MODULES: &str = include_str!("client/modules.js");
/// Replaces React's components.
const COMPONENTS: &str = include_str!("client/components.js");

/// The name of the global variable with what the server has stored about the page.
const CONFIGURATION: &str = "__brio_page__";

/// What follows Rolldown's runtime in the bundle of a page.
pub(super) fn runtime(settings: &Settings) -> String {
    let components = if document::has_react(&settings.page) { COMPONENTS } else { "" };
    format!("{PAGE}\n{MODULES}\n{components}")
}

/// The script in the document that says what the page is.
pub(super) fn configuration(state: &State) -> String {
    let settings = &state.settings;
    let values = json!({
        "session": settings.session,
        "version": state.version,
        "hot": settings.hot,
        "console": settings.console,
        "socket": socket_address(),
        "module": format!("{FOLDER}module"),
    });
    format!("<script>globalThis.{CONFIGURATION} = {};</script>", in_script(&values))
}

/// JSON that a script element can have.
fn in_script(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

/// The document that is sent when the page has errors. It becomes the page when they are fixed.
pub(super) fn error_page(state: &State, diagnostics: &[Diagnostic]) -> String {
    format!(
        "<!doctype html>\n<html><head><meta charset=\"utf-8\"><title>Build failed</title>{}</head><body><script type=\"module\">{PAGE}\n__brio_client__.showErrors({});</script></body></html>\n",
        configuration(state),
        in_script(&errors(diagnostics))
    )
}

/// The reports for a terminal.
pub(super) fn text(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|one| one.text.as_str()).collect()
}

fn errors(diagnostics: &[Diagnostic]) -> Value {
    let all = diagnostics.iter().filter(|one| one.is_error).map(|one| {
        let place = one.place.as_ref().map(|(file, line, column)| format!("{file}:{line}:{}", column + 1));
        json!({ "message": one.message, "place": place, "text": one.text })
    });
    Value::Array(all.collect())
}

/// A message to browsers.
pub(super) fn message(message: &Message) -> String {
    let value = match message {
        Ok(Change::Reload) => json!({ "type": "reload" }),
        Ok(Change::Patch { version, address, changed }) => {
            json!({ "type": "patch", "version": version, "address": address, "changed": changed })
        }
        Err(diagnostics) => json!({ "type": "errors", "errors": errors(diagnostics) }),
    };
    value.to_string()
}
