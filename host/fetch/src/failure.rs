//! Failures as the JSON that `ops/fetch.ops.ts` describes.

use brio_http_client::ClientError;
use std::fmt::Write;

/// The JSON of `error`.
pub fn describe(error: &ClientError) -> String {
    let mut out = String::new();
    write_error(&mut out, error);
    out
}

/// The message of `error`.
pub fn message(error: &ClientError) -> String {
    match error {
        ClientError::Protocol { message, .. } => message.clone(),
        other => format!("{other:?}"),
    }
}

fn write_error(out: &mut String, error: &ClientError) {
    match error {
        ClientError::System { errno, syscall, address, port } => {
            // Writing to a string cannot fail.
            let _ = write!(out, r#"{{"kind":"system","errno":{errno},"syscall":"{syscall}","port":{port},"address":"#);
            write_text(out, address);
        }
        ClientError::Lookup { code, host } => {
            let _ = write!(out, r#"{{"kind":"lookup","code":"{code}","host":"#);
            write_text(out, host);
        }
        ClientError::Protocol { code, message } => {
            let _ = write!(out, r#"{{"kind":"protocol","code":"{code}","message":"#);
            write_text(out, message);
        }
        ClientError::All(errors) => {
            out.push_str(r#"{"kind":"all","errors":["#);
            for (index, error) in errors.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_error(out, error);
            }
            out.push(']');
        }
    }
    out.push('}');
}

fn write_text(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => {
                out.push('\\');
                out.push(character);
            }
            control if u32::from(control) < 0x20 => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}
