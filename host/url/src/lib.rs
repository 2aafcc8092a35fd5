//! `native:url`: parsing and changing URLs with ada. `ops/url.ops.ts` describes the form in which a URL crosses.

mod generated {
    pub mod url_ops;
}

use ada_url::{Idna, SchemeType, Url as Parsed};
use brio_realm::op::{OpError, Text};
pub use generated::url_ops::AREA;
use generated::url_ops::UrlOps;

/// State of the area: none.
#[derive(Default)]
pub struct Url;

/// Marks a missing component.
const OMITTED: u32 = u32::MAX;

impl UrlOps for Url {
    fn parse(&self, input: &str, base: Option<&str>, parts: &mut [u8]) -> Result<Option<Text>, OpError> {
        Ok(Parsed::parse(input, base).ok().map(|url| describe(&url, parts)))
    }

    fn can_parse(&self, input: &str, base: Option<&str>) -> Result<bool, OpError> {
        Ok(Parsed::can_parse(input, base))
    }

    fn update(&self, href: &str, component: u8, value: &str, parts: &mut [u8]) -> Result<Option<Text>, OpError> {
        let Ok(mut url) = Parsed::parse(href, None) else { return Ok(None) };
        let is_set = match component {
            0 => url.set_href(value).is_ok(),
            1 => url.set_protocol(value).is_ok(),
            2 => url.set_username(Some(value)).is_ok(),
            3 => url.set_password(Some(value)).is_ok(),
            4 => url.set_host(Some(value)).is_ok(),
            5 => url.set_hostname(Some(value)).is_ok(),
            6 => url.set_port(Some(value)).is_ok(),
            7 => url.set_pathname(Some(value)).is_ok(),
            8 => {
                url.set_search(Some(value));
                true
            }
            9 => {
                url.set_hash(Some(value));
                true
            }
            _ => return Err(OpError::coded("ERR_INTERNAL_ASSERTION", "a URL has no such component")),
        };
        Ok(is_set.then(|| describe(&url, parts)))
    }

    fn domain_to_ascii(&self, domain: &str) -> Result<Text, OpError> {
        // The host parser, not plain IDNA: it also rejects forbidden host characters, and parses IPv4 numbers.
        Ok(host_of(domain).unwrap_or_default().into())
    }

    fn domain_to_unicode(&self, domain: &str) -> Result<Text, OpError> {
        Ok(host_of(domain).map(|ascii| Idna::unicode(&ascii)).unwrap_or_default().into())
    }
}

/// The host of a special URL with this domain.
fn host_of(domain: &str) -> Option<String> {
    let mut url = Parsed::parse("ws://x", None).ok()?;
    url.set_hostname(Some(domain)).ok()?;
    Some(url.hostname().to_string())
}

/// Writes the positions of the components and returns the serialization.
fn describe(url: &Parsed, parts: &mut [u8]) -> Text {
    let components = url.components();
    let scheme = match url.scheme_type() {
        SchemeType::Http => 0,
        SchemeType::NotSpecial => 1,
        SchemeType::Https => 2,
        SchemeType::Ws => 3,
        SchemeType::Ftp => 4,
        SchemeType::Wss => 5,
        SchemeType::File => 6,
    };
    let numbers = [
        components.protocol_end,
        components.username_end,
        components.host_start,
        components.host_end,
        components.port.map_or(OMITTED, u32::from),
        components.pathname_start.unwrap_or(OMITTED),
        components.search_start.unwrap_or(OMITTED),
        components.hash_start.unwrap_or(OMITTED),
        scheme,
    ];
    for (slot, number) in parts.chunks_exact_mut(4).zip(numbers) {
        slot.copy_from_slice(&number.to_le_bytes());
    }
    Text::Latin1(url.href().as_bytes().to_vec())
}

#[cfg(test)]
#[path = "lib_tests.rs"]
mod tests;
