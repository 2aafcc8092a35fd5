// native:http_parser. Parses HTTP/1 messages from bytes that JavaScript reads itself: the client of node:http, and its
// server over streams that are not plain sockets. Implemented by host/http_parser.
//
// A parser is identified by a number. `execute` and `finish` write their result into `record()`.
import type { Any, Bytes, Enum, EnumOf, Flags, FlagsOf, u32, u8, u16 } from "./types.ts";

/** What a parser parses. */
export declare const ParserKind: Enum<u8, { REQUESTS: 0; RESPONSES: 1 }>;
export type ParserKind = EnumOf<typeof ParserKind>;

/** What `execute` and `finish` found. */
export declare const ParserEvent: Enum<
  u8,
  {
    /** All bytes are consumed. */
    NEED_MORE: 0;
    HEAD: 1;
    DATA: 2;
    /** The end of a message. */
    END: 3;
    ERROR: 4;
  }
>;
export type ParserEvent = EnumOf<typeof ParserEvent>;

/** The indices of the record, whose elements have thirty-two bits. */
export declare const ParserField: Enum<
  u8,
  {
    /** The `ParserEvent`. */
    EVENT: 0;
    /** The index of the first byte that is not consumed. */
    USED: 1;
    /** Of a head: `RequestFlags` of native:http_server. */
    FLAGS: 2;
    /** Of a head: the method (an index of `http.METHODS`) or the status. */
    METHOD_OR_STATUS: 3;
    /** Of data: its start. */
    DATA_START: 4;
    /** Of data: its end. */
    DATA_END: 5;
    /** Of data: 1 when the message is complete with it. Of an error: the index of the invalid byte. */
    LAST_OR_OFFSET: 6;
  }
>;
export type ParserField = EnumOf<typeof ParserField>;

/** The violations of the standard that a parser accepts, also that of native:http_server. */
export declare const LenienceFlags: Flags<
  u16,
  {
    /** Control characters in field values. */
    FIELD_VALUES: 1;
    /** A length beside a transfer coding. */
    LENGTH_AND_CODING: 2;
    /** Bytes after the last message. */
    DATA_AFTER_CLOSE: 4;
    /** Lines of a head that end with LF alone. */
    BARE_LF: 8;
    /** Folded values, NUL in them and white space before the first field. */
    FOLDING: 16;
    /** White space after the size of a chunk and no line end after its data. */
    CHUNKS: 32;
    /** Any version. */
    VERSIONS: 64;
    /** All of them. */
    ALL: 127;
  }
>;
export type LenienceFlags = FlagsOf<typeof LenienceFlags>;

/** The argument of `expect` besides the indices of `http.METHODS`. */
export declare const ExpectedMethod: Flags<
  u8,
  {
    /** Any method without an index. */
    OTHER: 255;
  }
>;

/** The record, a Uint32Array of this thread. */
export declare function record(): Any<Uint32Array>;

/**
 * Creates a parser. `headBytesMax`: bytes of one head (`maxHeaderSize`).
 */
export declare function create(kind: ParserKind, headBytesMax: u32, lenience: LenienceFlags): u32;

/** Releases a parser. Its number may be reused. */
export declare function release(parser: u32): void;

/** Sets the method of the request of the next response, an index of `http.METHODS` or `ExpectedMethod.OTHER`. */
export declare function expect(parser: u32, method: u8): void;

/** The message of the last head has no body, whatever its head says. */
export declare function skipBody(parser: u32): void;

/**
 * Parses up to the next event in `bytes` from index `start` on. Returns for a head the target or reason phrase and
 * the fields, for the end of a message its trailer fields, each joined by line feeds; for an error its code, a line
 * feed and its reason; else null.
 */
export declare function execute(parser: u32, bytes: Bytes, start: u32): Any<string | null>;

/**
 * Ends the stream: the event is `END` when that completes a message, else `NEED_MORE`, or `ERROR` in the middle of one.
 * Returns as `execute` does.
 */
export declare function finish(parser: u32): Any<string | null>;
