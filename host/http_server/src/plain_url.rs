//! The URL of a request whose Host and target need no parsing: plain characters, no dot segments, no default port.

use crate::head::Head;

const HOST: u8 = 1;
const PATH: u8 = 2;
const QUERY: u8 = 4;

/// Where each byte may occur without being changed by the URL Standard's serialization.
static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut classes = [0; 256];
    let mut byte = 0x21;
    while byte < 0x7f {
        let character = byte as u8;
        let mut class = 0;
        if character.is_ascii_lowercase() || character.is_ascii_digit() || matches!(character, b'.' | b'-' | b':') {
            class |= HOST;
        }
        if !matches!(character, b'"' | b'#' | b'<' | b'>' | b'?' | b'^' | b'`' | b'{' | b'}' | b'\\' | b'%') {
            class |= PATH;
        }
        if !matches!(character, b'"' | b'#' | b'<' | b'>' | b'\'') {
            class |= QUERY;
        }
        classes[byte] = class;
        byte += 1;
    }
    classes
}

/// Appends `http://host/target` (with `is_secure`, `https`) to `url`; false when it has to be parsed. `known_host` is
/// the last Host that was found plain, and is updated.
pub fn write(head: &Head, is_secure: bool, known_host: &mut Vec<u8>, url: &mut Vec<u8>) -> bool {
    let Some(host) = head.host() else { return false };
    if (is_secure && host.ends_with(b":443")) || !is_plain_target(head.target()) {
        return false;
    }
    if host != known_host.as_slice() {
        if !is_plain_host(host) {
            return false;
        }
        known_host.clear();
        known_host.extend_from_slice(host);
    }
    url.extend_from_slice(scheme(is_secure));
    url.extend_from_slice(host);
    url.extend_from_slice(head.target());
    true
}

/// The scheme of a URL with its slashes.
pub fn scheme(is_secure: bool) -> &'static [u8] {
    if is_secure { b"https://" } else { b"http://" }
}

/// A name or IPv4 address with a port other than 80. Unusual numbers and Punycode are left to the parser.
fn is_plain_host(host: &[u8]) -> bool {
    let (name, port) = match host.iter().position(|&byte| byte == b':') {
        Some(colon) => (&host[..colon], Some(&host[colon + 1..])),
        None => (host, None),
    };
    let is_plain_port = port.is_none_or(|port| {
        (1..=5).contains(&port.len())
            && port.iter().all(u8::is_ascii_digit)
            && port[0] != b'0'
            && port != b"80"
            && (port.len() < 5 || port <= b"65535".as_slice())
    });
    if !is_plain_port
        || name.is_empty()
        || name.iter().any(|&byte| CLASSES[usize::from(byte)] & HOST == 0 || byte == b':')
    {
        return false;
    }
    let mut labels = name.split(|&byte| byte == b'.');
    if labels.clone().any(|label| label.is_empty() || label.windows(2).any(|pair| pair == b"--")) {
        return false;
    }
    let last_is_number = labels.clone().next_back().is_some_and(|label| label[0].is_ascii_digit());
    let is_decimal = |label: &[u8]| {
        label.len() <= 3
            && label.iter().all(u8::is_ascii_digit)
            && (label.len() == 1 || label[0] != b'0')
            && (label.len() < 3 || label <= b"255".as_slice())
    };
    !last_is_number || (labels.clone().count() == 4 && labels.all(is_decimal))
}

fn is_plain_target(target: &[u8]) -> bool {
    if target.first() != Some(&b'/') || target.get(1) == Some(&b'/') {
        return false;
    }
    let mut class = PATH;
    let mut previous = 0;
    for &byte in target {
        if CLASSES[usize::from(byte)] & class == 0 {
            if byte != b'?' || class != PATH {
                return false;
            }
            class = QUERY;
        } else if class == PATH && byte == b'.' && previous == b'/' {
            return false;
        }
        previous = byte;
    }
    true
}
