//! `native:url`: parsing and changing URLs with ada. `ops/url.ops.ts` describes the form in which a URL crosses.

mod generated {
    pub mod url_ops;
}

use ada_url::{Idna, SchemeType, Url as Parsed};
use brio_realm::op::{OpError, Text};
pub use generated::url_ops::AREA;
use generated::url_ops::{UrlComponent, UrlOps, UrlScheme, url_position};

/// State of the area: none.
#[derive(Default)]
pub struct Url;

impl UrlOps for Url {
    fn parse(&self, input: &str, base: Option<&str>, parts: &mut [u8]) -> Result<Option<Text>, OpError> {
        Ok(Parsed::parse(input, base).ok().map(|url| describe(&url, parts)))
    }

    fn can_parse(&self, input: &str, base: Option<&str>) -> Result<bool, OpError> {
        Ok(Parsed::can_parse(input, base))
    }

    fn update(
        &self,
        href: &str,
        component: UrlComponent,
        value: &str,
        parts: &mut [u8],
    ) -> Result<Option<Text>, OpError> {
        let Ok(mut url) = Parsed::parse(href, None) else { return Ok(None) };
        let is_set = match component {
            UrlComponent::Href => url.set_href(value).is_ok(),
            UrlComponent::Protocol => url.set_protocol(value).is_ok(),
            UrlComponent::Username => url.set_username(Some(value)).is_ok(),
            UrlComponent::Password => url.set_password(Some(value)).is_ok(),
            UrlComponent::Host => url.set_host(Some(value)).is_ok(),
            UrlComponent::Hostname => url.set_hostname(Some(value)).is_ok(),
            UrlComponent::Port => url.set_port(Some(value)).is_ok(),
            UrlComponent::Pathname => url.set_pathname(Some(value)).is_ok(),
            UrlComponent::Search => {
                url.set_search(Some(value));
                true
            }
            UrlComponent::Hash => {
                url.set_hash(Some(value));
                true
            }
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
        SchemeType::Http => UrlScheme::Http,
        SchemeType::NotSpecial => UrlScheme::Other,
        SchemeType::Https => UrlScheme::Https,
        SchemeType::Ws => UrlScheme::Ws,
        SchemeType::Ftp => UrlScheme::Ftp,
        SchemeType::Wss => UrlScheme::Wss,
        SchemeType::File => UrlScheme::File,
    };
    // In the order of `UrlPart`.
    let numbers = [
        components.protocol_end,
        components.username_end,
        components.host_start,
        components.host_end,
        components.port.map_or(url_position::OMITTED, u32::from),
        components.pathname_start.unwrap_or(url_position::OMITTED),
        components.search_start.unwrap_or(url_position::OMITTED),
        components.hash_start.unwrap_or(url_position::OMITTED),
        scheme as u32,
    ];
    for (slot, number) in parts.chunks_exact_mut(4).zip(numbers) {
        slot.copy_from_slice(&number.to_le_bytes());
    }
    Text::Latin1(url.href().as_bytes().to_vec())
}

#[cfg(test)]
#[path = "lib_tests.rs"]
mod tests;
