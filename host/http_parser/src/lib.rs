//! `native:http_parser`: parses HTTP/1 messages from bytes that JavaScript has read. The parser is `base/http1`; this
//! crate holds the parsers of a thread and passes their events through a record in shared memory.

mod generated {
    pub mod http_parser_ops;
}

use brio_http1::{Expect, Lenience, Limits, MessageEvent, MessageHead, MessageParser, Method, ParseError};
use brio_realm::jsc::{Context, TypedArrayKind, Value};
use brio_realm::op::{OpError, Thrown};
pub use generated::http_parser_ops::AREA;
use generated::http_parser_ops::{HttpParserOps, ParserEvent, ParserField, ParserKind, lenience_flags};
use std::cell::{Cell, RefCell};

/// The parsers of one thread.
pub struct HttpParser {
    parsers: RefCell<Vec<Option<MessageParser>>>,
    free: RefCell<Vec<u32>>,
    record: &'static [Cell<u8>],
}

const RECORD_FIELDS: usize = 8;

// `Lenience` and the contract have the same bits.
const _: () = assert!(
    Lenience::from_bits(lenience_flags::FIELD_VALUES).field_values
        && Lenience::from_bits(lenience_flags::LENGTH_AND_CODING).length_and_coding
        && Lenience::from_bits(lenience_flags::DATA_AFTER_CLOSE).data_after_close
        && Lenience::from_bits(lenience_flags::BARE_LF).bare_lf
        && Lenience::from_bits(lenience_flags::FOLDING).folding
        && Lenience::from_bits(lenience_flags::CHUNKS).chunks
        && Lenience::from_bits(lenience_flags::VERSIONS).versions
);

// `RequestFlags` of ops/http_server.ops.ts.
const FLAG_KEEP_ALIVE: u32 = 1;
const FLAG_BODY: u32 = 2;
const FLAG_UPGRADE: u32 = 4;
const FLAG_EXPECT_CONTINUE: u32 = 8;
const FLAG_EXPECT_OTHER: u32 = 16;
const FLAG_HTTP_1_0: u32 = 32;
const FLAG_HOST_WRONG: u32 = 64;
const FLAG_INTERIM: u32 = 256;

impl Default for HttpParser {
    fn default() -> Self {
        let memory: Vec<Cell<u8>> = vec![Cell::new(0); RECORD_FIELDS * size_of::<u32>()];
        Self { parsers: RefCell::default(), free: RefCell::default(), record: Box::leak(memory.into_boxed_slice()) }
    }
}

impl HttpParserOps for HttpParser {
    fn record<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(cx.shared_view(TypedArrayKind::Uint32, self.record)?)
    }

    fn create(&self, kind: ParserKind, head_bytes_max: u32, lenience: u16) -> Result<u32, OpError> {
        let lenience = Lenience::from_bits(lenience);
        let limits = Limits {
            head_bytes_max: head_bytes_max as usize,
            field_count_max: usize::MAX,
            lenience,
            ..Limits::default()
        };
        let parser = match kind {
            ParserKind::Requests => MessageParser::of_requests(limits),
            ParserKind::Responses => MessageParser::of_responses(limits),
        };
        let mut parsers = self.parsers.borrow_mut();
        if let Some(number) = self.free.borrow_mut().pop() {
            parsers[number as usize] = Some(parser);
            return Ok(number);
        }
        parsers.push(Some(parser));
        Ok(u32::try_from(parsers.len() - 1).expect("there are fewer parsers than 2^32"))
    }

    fn release(&self, parser: u32) -> Result<(), OpError> {
        if let Some(slot) = self.parsers.borrow_mut().get_mut(parser as usize)
            && slot.take().is_some()
        {
            self.free.borrow_mut().push(parser);
        }
        Ok(())
    }

    fn expect(&self, parser: u32, method: u8) -> Result<(), OpError> {
        self.with(parser, |parser| parser.expect(Method::ALL.get(usize::from(method)).copied()));
        Ok(())
    }

    fn skip_body(&self, parser: u32) -> Result<(), OpError> {
        self.with(parser, MessageParser::skip_body);
        Ok(())
    }

    fn execute<'cx>(&self, cx: Context<'cx>, parser: u32, bytes: &[u8], start: u32) -> Result<Value<'cx>, Thrown<'cx>> {
        let rest = bytes.get(start as usize..).unwrap_or_default();
        Ok(self.with(parser, |parser| self.advance(cx, parser, rest, start)).unwrap_or(Value::null()))
    }

    fn finish<'cx>(&self, cx: Context<'cx>, parser: u32) -> Result<Value<'cx>, Thrown<'cx>> {
        let finish = |parser: &mut MessageParser| match parser.finish() {
            Ok(is_end) => {
                self.write_event(if is_end { ParserEvent::End } else { ParserEvent::NeedMore });
                Value::null()
            }
            Err(error) => self.fail(cx, error, 0),
        };
        Ok(self.with(parser, finish).unwrap_or(Value::null()))
    }
}

impl HttpParser {
    /// None, and the event `NEED_MORE`, when the parser does not exist.
    fn with<R>(&self, parser: u32, act: impl FnOnce(&mut MessageParser) -> R) -> Option<R> {
        self.write_event(ParserEvent::NeedMore);
        self.parsers.borrow_mut().get_mut(parser as usize)?.as_mut().map(act)
    }

    fn advance<'cx>(&self, cx: Context<'cx>, parser: &mut MessageParser, rest: &[u8], start: u32) -> Value<'cx> {
        let (used, event) = match parser.advance(rest) {
            Ok(advanced) => advanced,
            Err(error) => return self.fail(cx, error, start),
        };
        self.write(ParserField::Used, start + used as u32);
        match event {
            MessageEvent::NeedMore => Value::null(),
            MessageEvent::Head => {
                self.write_head(parser);
                cx.latin1_string(parser.head_text())
            }
            MessageEvent::Data { range, is_last } => {
                self.write_event(ParserEvent::Data);
                self.write(ParserField::DataStart, start + range.start as u32);
                self.write(ParserField::DataEnd, start + range.end as u32);
                self.write(ParserField::LastOrOffset, u32::from(is_last));
                Value::null()
            }
            MessageEvent::End => {
                self.write_event(ParserEvent::End);
                cx.latin1_string(&parser.trailer_text())
            }
        }
    }

    fn write_head(&self, parser: &MessageParser) {
        let flag = |set: bool, flag: u32| if set { flag } else { 0 };
        let body = flag(parser.has_body(), FLAG_BODY);
        let (flags, method_or_status) = match parser.head() {
            MessageHead::Request(head) => {
                let flags = flag(head.keep_alive, FLAG_KEEP_ALIVE)
                    | flag(head.upgrade, FLAG_UPGRADE)
                    | flag(head.expect == Expect::Continue, FLAG_EXPECT_CONTINUE)
                    | flag(head.expect == Expect::Other, FLAG_EXPECT_OTHER)
                    | flag(head.minor_version == 0, FLAG_HTTP_1_0)
                    | flag(head.host_count != 1, FLAG_HOST_WRONG);
                (flags, head.method as u32)
            }
            MessageHead::Response(head) => {
                let flags = flag(head.keep_alive, FLAG_KEEP_ALIVE)
                    | flag(head.upgrade, FLAG_UPGRADE)
                    | flag(head.minor_version == 0, FLAG_HTTP_1_0)
                    | flag(head.is_interim(), FLAG_INTERIM);
                (flags, u32::from(head.status))
            }
        };
        self.write_event(ParserEvent::Head);
        self.write(ParserField::Flags, flags | body);
        self.write(ParserField::MethodOrStatus, method_or_status);
    }

    fn fail<'cx>(&self, cx: Context<'cx>, error: ParseError, start: u32) -> Value<'cx> {
        self.write_event(ParserEvent::Error);
        self.write(ParserField::LastOrOffset, start + error.offset as u32);
        cx.string(&format!("{}\n{}", error.code.as_str(), error.reason))
    }

    fn write_event(&self, event: ParserEvent) {
        self.write(ParserField::Event, event as u32);
    }

    /// Writes one field of the record, in the byte order of the machine, as a Uint32Array reads it.
    fn write(&self, field: ParserField, value: u32) {
        for (cell, byte) in self.record[field as usize * size_of::<u32>()..].iter().zip(value.to_ne_bytes()) {
            cell.set(byte);
        }
    }
}
