//! Prints how the parser interprets heads given as hexadecimal lines: the method, target, framing and connection, or
//! the error's code and message. For comparison with another parser.
//! `printf '474554202f20485454502f312e310d0a0d0a\n' | cargo run --release -p brio_http1 --example explain`

use brio_http1::{Limits, Progress, RequestParser};

fn main() {
    for line in std::io::stdin().lines() {
        let line = line.expect("standard input is readable text");
        let digits: Vec<u32> = line.chars().filter_map(|digit| digit.to_digit(16)).collect();
        // Two hexadecimal digits are one byte.
        let bytes: Vec<u8> = digits.chunks(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect();
        let mut parser = RequestParser::new(Limits::default());
        match parser.parse(&bytes) {
            Ok(Progress::Partial) => println!("partial"),
            Err(error) => println!("{} {}", error.code.as_str(), error.reason),
            Ok(Progress::Complete { length }) => {
                let head = parser.head();
                let fields = parser.fields().iter().flat_map(|field| [field.name, field.value]);
                let fields: Vec<_> = fields.map(|span| span.of(&bytes).escape_ascii().to_string()).collect();
                println!(
                    "{} {} 1.{} {:?} {} {} {length} {}",
                    head.method.as_str(),
                    head.target.of(&bytes).escape_ascii(),
                    head.minor_version,
                    head.body,
                    head.keep_alive,
                    head.upgrade,
                    fields.join("|"),
                );
            }
        }
    }
}
