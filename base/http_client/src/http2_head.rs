//! Converts the head of an HTTP/1.1 request to HTTP/2 (RFC 9113 §8.2, §8.3.1).

/// A head in the form that [`brio_http2::Session::request`] accepts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Http2Head {
    pub text: String,
    pub field_count: usize,
}

/// Connection-specific fields of HTTP/1 (RFC 9113 §8.2.2), and Host, which becomes `:authority`.
const LEFT_OUT: [&str; 7] =
    ["connection", "host", "http2-settings", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"];

/// Converts a complete HTTP/1.1 head, whose names and values were checked. None when it is not a valid head.
pub(crate) fn of_http1(head: &[u8], scheme: &str) -> Option<Http2Head> {
    // Each byte is a character.
    let head: String = head.iter().map(|&byte| char::from(byte)).collect();
    let mut lines = head.split("\r\n");
    let mut request_line = lines.next()?.split(' ');
    let (method, path) = (request_line.next()?, request_line.next()?);
    let fields: Vec<(String, &str)> = lines
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim_matches([' ', '\t'])))
        .collect();
    let authority = fields.iter().find(|(name, _)| name == "host").map_or("", |(_, value)| *value);
    let mut made = Http2Head { text: String::with_capacity(head.len() + 64), field_count: 0 };
    made.add(":method", method);
    made.add(":scheme", scheme);
    made.add(":authority", authority);
    made.add(":path", path);
    for (name, value) in &fields {
        let is_sent = !LEFT_OUT.contains(&name.as_str()) && (name != "te" || value.eq_ignore_ascii_case("trailers"));
        if is_sent {
            made.add(name, value);
        }
    }
    Some(made)
}

impl Http2Head {
    /// Appends name, NUL, value, NUL, and the flag that compression tables may contain it.
    fn add(&mut self, name: &str, value: &str) {
        self.text.push_str(name);
        self.text.push('\0');
        self.text.push_str(value);
        self.text.push_str("\x000");
        self.field_count += 1;
    }
}

#[cfg(test)]
#[path = "http2_head_tests.rs"]
mod tests;
