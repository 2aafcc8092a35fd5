//! Request heads that JavaScript may still read: that of the in-flight request, and the most recent answered ones,
//! since a program may log a request after it responded.

use brio_http1::{Field, RequestParser, Span};

/// The bytes of a head and the positions of its parts.
#[derive(Debug, Default)]
pub struct Head {
    pub connection: u32,
    pub sequence: u32,
    bytes: Vec<u8>,
    target: Span,
    host: Option<Span>,
    fields: Vec<Field>,
}

impl Head {
    /// Copies what the parser found in `bytes`.
    pub fn set(&mut self, connection: u32, sequence: u32, bytes: &[u8], parser: &RequestParser) {
        self.connection = connection;
        self.sequence = sequence;
        self.bytes.clear();
        self.bytes.extend_from_slice(bytes);
        self.target = parser.head().target;
        self.host = (parser.head().host_count == 1).then_some(parser.head().host);
        self.fields.clear();
        self.fields.extend_from_slice(parser.fields());
        if parser.may_fold() {
            for field in &mut self.fields {
                field.unfold(&mut self.bytes);
            }
        }
    }

    /// The target as sent.
    pub fn target(&self) -> &[u8] {
        self.target.of(&self.bytes)
    }

    /// The value of `Host`, when there is exactly one such field.
    pub fn host(&self) -> Option<&[u8]> {
        self.host.map(|host| host.of(&self.bytes))
    }

    /// Names and values as sent.
    pub fn fields(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.fields.iter().map(|field| (field.name.of(&self.bytes), field.value.of(&self.bytes)))
    }
}

/// How many heads of answered requests are retained. Their memory is reused, so this is also the upper limit.
const RECENT_HEADS: usize = 256;

/// The last answered heads.
#[derive(Debug, Default)]
pub struct RecentHeads {
    heads: Vec<Head>,
    next: usize,
}

impl RecentHeads {
    /// Retains `head` and leaves an old one in its place, whose memory the next request reuses.
    pub fn keep(&mut self, head: &mut Head) {
        if self.heads.len() < RECENT_HEADS {
            self.heads.push(std::mem::take(head));
            return;
        }
        std::mem::swap(&mut self.heads[self.next], head);
        self.next = (self.next + 1) % RECENT_HEADS;
    }

    /// The head of an answered request, if it is still retained.
    pub fn find(&self, connection: u32, sequence: u32) -> Option<&Head> {
        self.heads.iter().find(|head| head.connection == connection && head.sequence == sequence)
    }
}
