//! Data URLs of files (RFC 2397), and the media types of files by their names.

use std::path::Path;

use base64::Engine;

/// A data URL in Base64.
pub(crate) fn base64_url(media_type: &str, contents: &[u8]) -> String {
    format!("data:{media_type};base64,{}", base64::engine::general_purpose::STANDARD.encode(contents))
}

/// The shorter of the two forms of a data URL. A file of an unknown kind is text if it can be.
pub(crate) fn data_url(path: &str, contents: &[u8]) -> String {
    let text = std::str::from_utf8(contents).ok().filter(|text| !text.contains('\0'));
    let kind = match (media_type(path), text) {
        ("application/octet-stream", Some(_)) => "text/plain;charset=utf-8",
        (kind, _) => kind,
    };
    let base64 = base64_url(kind, contents);
    let escaped = text.map(|text| format!("data:{kind},{}", escaped_for_url(text)));
    escaped.filter(|escaped| escaped.len() < base64.len()).unwrap_or(base64)
}

/// Text in which everything is escaped that ends a URL, or that parsers of URLs remove.
fn escaped_for_url(text: &str) -> String {
    let end = text.trim_end_matches(|character: char| character <= ' ').len();
    let mut escaped = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        let is_escape =
            || text.as_bytes()[at + 1..].iter().take(2).filter(|byte| byte.is_ascii_hexdigit()).count() == 2;
        match character {
            '\t' | '\n' | '\r' | '#' => escaped += &format!("%{:02X}", character as u32),
            '%' if is_escape() => escaped += "%25",
            character if at >= end => escaped += &format!("%{:02X}", character as u32),
            character => escaped.push(character),
        }
    }
    escaped
}

/// The media type of a file by its name.
pub(crate) fn media_type(path: &str) -> &'static str {
    match Path::new(path).extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "svg" => "image/svg+xml",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff" => "font/woff",
        "woff2" => "font/woff2",
        "ttf" => "font/ttf",
        "css" => "text/css;charset=utf-8",
        "html" | "htm" => "text/html;charset=utf-8",
        "js" | "mjs" => "text/javascript;charset=utf-8",
        "json" => "application/json",
        "txt" => "text/plain;charset=utf-8",
        "wasm" => "application/wasm",
        "mp4" => "video/mp4",
        "webm" => "video/webm",
        "mp3" => "audio/mpeg",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
