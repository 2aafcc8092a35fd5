//! Parses a ClientHello (RFC 8446 §4.1.2) before OpenSSL does, so that the owner can choose a context, a protocol or a
//! session asynchronously. It validates nothing: OpenSSL parses the same bytes afterwards and rejects invalid ones.

/// The parsed fields of a ClientHello.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClientHello {
    /// The name of the `server_name` extension (RFC 6066 §3).
    pub server_name: Option<String>,
    /// The id of a session to resume; clients of TLS 1.3 send a random one.
    pub session_id: Vec<u8>,
    /// Whether a ticket is offered.
    pub has_ticket: bool,
    /// Whether the client offers TLS 1.3.
    pub offers_tls13: bool,
    /// Protocol names of ALPN (RFC 7301) in the client's order.
    pub protocols: Vec<Vec<u8>>,
    /// Whether an OCSP response is requested.
    pub wants_ocsp: bool,
}

/// The result of [`parse_client_hello`].
#[derive(Debug, PartialEq, Eq)]
pub enum Parsed {
    /// More bytes are needed.
    Incomplete,
    /// The bytes do not start with a ClientHello.
    Other,
    Hello(ClientHello),
}

const RECORD_HANDSHAKE: u8 = 22;
const MESSAGE_CLIENT_HELLO: u8 = 1;
// Types of extensions (IANA's registry).
const SERVER_NAME: usize = 0;
const STATUS_REQUEST: usize = 5;
const ALPN: usize = 16;
const SESSION_TICKET: usize = 35;
const PRE_SHARED_KEY: usize = 41;
const SUPPORTED_VERSIONS: usize = 43;
/// The type of a name that is a host's (RFC 6066 §3), and of a request for OCSP's status (§8).
const HOST_NAME: usize = 0;
const OCSP: usize = 1;
const TLS_1_3: usize = 0x0304;
/// OpenSSL rejects longer ones.
const HELLO_BYTES_MAX: usize = 131_396;

/// Parses the ClientHello at the start of `bytes`, which may span several records.
pub fn parse_client_hello(bytes: &[u8]) -> Parsed {
    let mut message = Vec::new();
    let mut rest = bytes;
    loop {
        match rest.first() {
            None => return Parsed::Incomplete,
            Some(&RECORD_HANDSHAKE) => {}
            Some(_) => return Parsed::Other,
        }
        if rest.len() >= 2 && rest[1] != 3 {
            return Parsed::Other;
        }
        if rest.len() < 5 {
            return Parsed::Incomplete;
        }
        let length = usize::from(rest[3]) << 8 | usize::from(rest[4]);
        if length == 0 || length > 1 << 14 {
            return Parsed::Other;
        }
        let end = rest.len().min(5 + length);
        message.extend_from_slice(&rest[5..end]);
        if message.first().is_some_and(|kind| *kind != MESSAGE_CLIENT_HELLO) {
            return Parsed::Other;
        }
        if let [_, high, middle, low, body @ ..] = message.as_slice() {
            let length = usize::from(*high) << 16 | usize::from(*middle) << 8 | usize::from(*low);
            if length > HELLO_BYTES_MAX {
                return Parsed::Other;
            }
            if body.len() >= length {
                return parse_body(&body[..length]).map_or(Parsed::Other, Parsed::Hello);
            }
        }
        if end < 5 + length {
            return Parsed::Incomplete;
        }
        rest = &rest[end..];
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self, byte_count: usize) -> Option<usize> {
        Some(self.take(byte_count)?.iter().fold(0, |number, byte| number << 8 | usize::from(*byte)))
    }

    /// A vector, preceded by its length in `byte_count` bytes.
    fn vector(&mut self, byte_count: usize) -> Option<Reader<'a>> {
        let length = self.number(byte_count)?;
        self.take(length).map(Reader)
    }
}

fn parse_body(body: &[u8]) -> Option<ClientHello> {
    let mut reader = Reader(body);
    let mut hello = ClientHello::default();
    reader.take(2 + 32)?;
    hello.session_id = reader.vector(1)?.0.to_vec();
    reader.vector(2)?;
    reader.vector(1)?;
    if reader.0.is_empty() {
        return Some(hello);
    }
    let mut extensions = reader.vector(2)?;
    while !extensions.0.is_empty() {
        let kind = extensions.number(2)?;
        read_extension(&mut hello, kind, extensions.vector(2)?)?;
    }
    Some(hello)
}

fn read_extension(hello: &mut ClientHello, kind: usize, mut content: Reader<'_>) -> Option<()> {
    match kind {
        SERVER_NAME => {
            let mut names = content.vector(2)?;
            while !names.0.is_empty() {
                let name_kind = names.number(1)?;
                let name = names.vector(2)?.0;
                if name_kind == HOST_NAME {
                    hello.server_name = std::str::from_utf8(name).ok().map(str::to_string);
                }
            }
        }
        STATUS_REQUEST => hello.wants_ocsp = content.number(1)? == OCSP,
        ALPN => {
            let mut protocols = content.vector(2)?;
            while !protocols.0.is_empty() {
                hello.protocols.push(protocols.vector(1)?.0.to_vec());
            }
        }
        SESSION_TICKET => hello.has_ticket = !content.0.is_empty(),
        PRE_SHARED_KEY => hello.has_ticket = true,
        SUPPORTED_VERSIONS => {
            let mut versions = content.vector(1)?;
            while !versions.0.is_empty() {
                hello.offers_tls13 |= versions.number(2)? == TLS_1_3;
            }
        }
        _ => {}
    }
    Some(())
}

#[cfg(test)]
#[path = "hello_tests.rs"]
mod tests;
